//! Snapshots: simulations as bytes that can be stored, with all data that determines how they go
//! on.
//!
//! Layout: the mark `SPRL`, the version, the setup, the state, and a checksum of all bytes before
//! it (64-bit FNV-1a over 64-bit words). The setup consists of the scene's id, the parameters, the
//! mesh file if there is one, and springs and links if they differ from those that the parameters
//! produce.

use super::{
    Simulation,
    bytes::{Reader, Writer, checksum},
    state::State,
};
use crate::{Constraints, Error, Mesh, Model, Rule, Springs, System, Value, Values, base::text::quoted, scenes};

const MARK: [u8; 4] = *b"SPRL";

/// Version of the format, raised whenever the layout or the meaning of a number changes.
const VERSION: u32 = 9;

impl Simulation {
    /// The whole simulation as bytes, for [`restore`](Self::restore).
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// let start = damper.snapshot();
    /// damper.step(100)?;
    /// damper.restore(&start)?;
    /// assert_eq!((damper.time(), damper.particles().positions[1].x), (0.0, 6.0));
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut out = Writer(Vec::with_capacity(self.state_bytes()));
        out.0.extend(MARK);
        out.u32(VERSION);
        self.write_setup(&mut out);
        self.write_state(&mut out);
        let sum = checksum(&out.0);
        out.0.extend(sum.to_le_bytes());
        out.0
    }

    /// Continues from a [`snapshot`](Self::snapshot) of the same scene: the same steps give the
    /// same bits.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for bytes that are no snapshot, are damaged, or have another version or
    /// scene; the simulation is then unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let restored = read(bytes, self.scene().id).map_err(|reason| Error::Snapshot { reason })?;
        *self = Self { changes: self.changes + 1, ..restored };
        Ok(())
    }

    /// Writes the data that steps and hands do not change. All fields are named, so that a new one
    /// must be handled here.
    fn write_setup(&self, out: &mut Writer) {
        let Self {
            scene,
            values,
            mesh,
            model,
            altered,
            engine: _,
            substeps: _,
            clock: _,
            hand: _,
            start: _,
            spectrum: _,
            reference: _,
            stopped: _,
            reach: _,
            setup: _,
            changes: _,
            effort: _,
        } = self;
        out.text(scene.id);
        out.count(values.iter().count());
        for (key, value) in values.iter() {
            out.text(key);
            match value {
                Value::Number(number) => out.tagged(0, *number),
                Value::Name(name) | Value::Other(name) => {
                    out.u32(1);
                    out.text(name);
                }
            }
        }
        match mesh {
            None => out.u32(0),
            Some(mesh) => {
                out.u32(1);
                out.text(&mesh.obj);
                out.text(&mesh.json);
            }
        }
        match model {
            Model::Mechanical(system) if *altered => {
                out.u32(1);
                write_links(out, system);
            }
            _ => out.u32(0),
        }
    }
}

fn write_links(out: &mut Writer, System { springs, constraints, .. }: &System) {
    let Springs { endpoints, rest_lengths, stiffnesses, dampings, own, torn: _, damper: _ } = springs;
    out.pairs(endpoints);
    for list in [rest_lengths, stiffnesses, dampings] {
        out.list(list);
    }
    // NaN if the spring has no own value
    let own: Vec<f64> = own.as_flattened().iter().map(|value| value.unwrap_or(f64::NAN)).collect();
    out.list(&own);
    let Constraints { endpoints, lengths, rules } = constraints;
    out.pairs(endpoints);
    out.list(lengths);
    for &rule in rules {
        out.u32(u32::from(rule == Rule::Maximum));
    }
}

fn read(bytes: &[u8], scene: &str) -> Result<Simulation, String> {
    let foreign = || "the bytes are not a snapshot".to_string();
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    let mut from = Reader::of(body.strip_prefix(&MARK).ok_or_else(foreign)?);
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(damaged());
    }
    let version = from.u32();
    if version != VERSION {
        return Err(format!("it has version {version}, and this is version {VERSION}"));
    }
    let mut simulation = read_setup(&mut from, scene)?;
    let state = from.rest().and_then(State::read).filter(|state| state.fits(&simulation)).ok_or_else(damaged)?;
    simulation.apply(state);
    simulation.start_engine();
    simulation.restart_exact();
    Ok(simulation)
}

fn damaged() -> String {
    "it is damaged".to_string()
}

/// Reads the data that no step changes, into a simulation of `scene` at its start.
fn read_setup(from: &mut Reader, scene: &str) -> Result<Simulation, String> {
    let id = from.text();
    if id != scene {
        return Err(format!("it is of the scene {}, and this is \"{scene}\"", quoted(&id)));
    }
    let scene = scenes::find(&id).map_err(|error| error.clause())?;
    let mut values = Values::defaults(scene.parameters);
    for _ in 0..from.count(8) {
        let key = from.text();
        let value = if from.u32() == 0 { Value::Number(from.number()) } else { Value::Name(from.text()) };
        values.set(&key, value).map_err(|error| error.clause())?;
    }
    let mesh = match from.u32() {
        0 => None,
        _ if scene.id != "mesh" => return Err(damaged()),
        _ => Some(Mesh::parse(&from.text(), &from.text()).map_err(|error| error.clause())?),
    };
    let mut simulation = Simulation::of(scene, values, mesh).map_err(|error| error.clause())?;
    simulation.altered = from.u32() == 1;
    match &mut simulation.model {
        Model::Mechanical(system) if simulation.altered => read_links(from, system),
        _ => from.check(!simulation.altered),
    }
    Ok(simulation)
}

fn read_links(from: &mut Reader, system: &mut System) {
    let endpoints = read_ends(from, system);
    let [rest_lengths, stiffnesses, dampings] = [(); 3].map(|()| from.list());
    for list in [&rest_lengths, &stiffnesses, &dampings] {
        from.check(list.len() == endpoints.len() && are_amounts(list));
    }
    let own: Vec<f64> = from.list();
    from.check(own.is_empty() || own.len() == 2 * endpoints.len());
    let own = own.chunks_exact(2).map(|pair| [pair[0], pair[1]].map(|x| Some(x).filter(|x| !x.is_nan())));
    let (own, damper) = (own.collect(), system.springs.damper);
    system.springs = Springs {
        endpoints: endpoints.into(),
        rest_lengths: rest_lengths.into(),
        stiffnesses: stiffnesses.into(),
        dampings: dampings.into(),
        own,
        torn: Vec::new(),
        damper,
    };
    let (endpoints, lengths) = (read_ends(from, system), from.list());
    from.check(lengths.len() == endpoints.len() && are_amounts(&lengths));
    let rules = lengths.iter().map(|_| if from.u32() == 1 { Rule::Maximum } else { Rule::Fixed }).collect();
    system.constraints = Constraints { endpoints, lengths, rules };
}

/// Reads pairs of particles of the system.
fn read_ends(from: &mut Reader, system: &System) -> Vec<[u32; 2]> {
    let pairs = from.pairs();
    from.check(pairs.as_flattened().iter().all(|&i| (i as usize) < system.particles.len()));
    pairs
}

/// True if all values are finite and not negative, as masses, lengths and coefficients must be.
fn are_amounts(values: &[f64]) -> bool {
    values.iter().all(|value| (0.0..f64::INFINITY).contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Own;
    use glam::DVec3;

    /// Snapshot bytes with a change and a valid checksum.
    fn forged(simulation: &Simulation, change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = simulation.snapshot();
        bytes.truncate(bytes.len() - 8);
        change(&mut bytes);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    #[test]
    fn another_version_is_refused() {
        let mut simulation = Simulation::new("damper").unwrap();
        let bytes = forged(&simulation, |bytes| bytes[4] = 1);
        let sentence = simulation.restore(&bytes).unwrap_err().to_string();
        assert_eq!(sentence, "The snapshot was refused: it has version 1, and this is version 9.");
    }

    #[test]
    fn a_snapshot_from_before_a_parameter_existed_gives_it_the_default() {
        let mut sheet = Simulation::new("drape").unwrap();
        let before = sheet.snapshot();
        let entry = b"\x0b\0\0\0selfContact\x01\0\0\0\x03\0\0\0off";
        let older = forged(&sheet, |bytes| {
            let place = bytes.windows(entry.len()).position(|part| part == entry).unwrap();
            bytes.drain(place..place + entry.len());
            bytes[MARK.len() + 4 + 4 + "drape".len()] -= 1; // the number of parameters
        });
        sheet.set("selfContact", "on").unwrap();
        sheet.restore(&older).unwrap();
        assert!(sheet.snapshot() == before);
    }

    /// No parameter reaches such a damping.
    #[test]
    fn overflowing_damping_causes_no_panic() {
        let mut simulation = Simulation::new("resonance").unwrap();
        simulation.step(3).unwrap();
        let Model::Mechanical(system) = &mut simulation.model else { panic!("springs are mechanical") };
        system.springs.dampings[0] = 1e308;
        simulation.altered = true;
        let mut other = Simulation::new("resonance").unwrap();
        other.restore(&simulation.snapshot()).unwrap();
        let _ = (other.exact(), other.step(3), other.exact());
        simulation.restore(&other.snapshot()).unwrap();
    }

    #[test]
    fn a_state_that_does_not_fit_is_refused() {
        let mut damper = Simulation::new("damper").unwrap();
        damper.step(3).unwrap();
        let before = damper.snapshot();
        let [pair, mut slower] = ["pair", "damper"].map(|scene| Simulation::new(scene).unwrap());
        slower.set("timeStepSize", 0.02).unwrap();
        let state = damper.state();
        for bytes in [&[][..], &state[1..], &[&state[..], &[0]].concat(), &pair.state(), &slower.state(), &before] {
            assert_eq!(damper.set_state(bytes), Err(Error::State));
            assert_eq!(damper.snapshot(), before);
        }
    }

    /// A forger can compute the checksum, too. A snapshot that is accepted must go on without a
    /// panic, and its own snapshots must be accepted.
    #[test]
    fn forged_snapshots_are_refused_or_continue() {
        let number = |value: f64| value.to_le_bytes().to_vec();
        let forgeries =
            [vec![0], vec![1], vec![255], number(f64::NAN), number(f64::INFINITY), number(-1.0), number(1e308)];
        for (scene, method) in [
            ("damper", "verlet"),
            ("pair", "velocity-verlet"),
            ("follower", "taylor"),
            ("decay", "exact"),
            ("resonance", "bdf2"),
            ("cloth", "implicit-euler"),
        ] {
            let mut simulation = Simulation::new(scene).unwrap();
            simulation.set("method", method).unwrap();
            if scene == "cloth" {
                simulation.set("width", 2.0).unwrap();
                simulation.set("height", 2.0).unwrap();
            }
            if scene == "cloth" {
                simulation.cut(0).unwrap();
            }
            if scene == "pair" {
                simulation.set_spring(0, Own { damping: Some(0.5), ..Own::default() }).unwrap();
            }
            simulation.step(3).unwrap();
            let held = usize::from(scene == "resonance");
            simulation.hold(held, DVec3::X * 0.1, 0.5).unwrap();
            let [mut other, mut third] = [(); 2].map(|()| Simulation::new(scene).unwrap());
            for place in 4..simulation.snapshot().len() - 16 {
                for forgery in &forgeries {
                    let bytes = forged(&simulation, |bytes| bytes[place..][..forgery.len()].copy_from_slice(forgery));
                    if other.restore(&bytes).is_err() {
                        continue;
                    }
                    let mut taken = |other: &Simulation| {
                        assert_eq!(third.restore(&other.snapshot()), Ok(()), "{scene}, {forgery:?} at {place}");
                    };
                    taken(&other);
                    let _ = other.step(2);
                    taken(&other);
                    let _ = other.release(DVec3::ZERO);
                    let _ = other.step(1);
                    taken(&other);
                }
            }
        }
    }
}
