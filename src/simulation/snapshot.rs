//! A simulation as bytes and back: everything that decides how it goes on.
//!
//! Layout, little-endian: the mark `SPRL`, the version, the scene's id, the parameters, the mesh file if there is one, the
//! clock, the hand, the reason of a run that stopped, the model's state, and a checksum (FNV-1a, 64 bits) over all before
//! it. Texts and lists have their length in front.

use super::{Simulation, clock::Clock, hand::Hand};
use crate::{
    Cause, Constraints, Error, Excitation, Flow, Follower, Mesh, Model, Particles, Rule, Springs, System, Value,
    Values, Work, integrators::METHODS, scenes,
};
use glam::DVec3;

const MARK: [u8; 4] = *b"SPRL";

/// Raised whenever the layout or the meaning of a number in it changes.
const VERSION: u32 = 5;

impl Simulation {
    /// The whole state as bytes, for [`restore`](Self::restore).
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
        // named, so that the compiler asks of a new one whether it belongs here
        let Self {
            scene,
            values,
            mesh,
            model,
            engine: _,
            substeps: _,
            clock,
            hand,
            start: _,
            spectrum: _,
            reference: _,
            stopped,
            reach: _,
            setup: _,
        } = self;
        let mut out = Writer(MARK.to_vec());
        out.u32(VERSION);
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
        let Clock { origin, steps, step } = *clock;
        out.u32(steps);
        out.numbers(&[origin, step]);
        match *hand {
            None => out.u32(0),
            Some(Hand { particle, inverse_mass, target, steps }) => {
                out.u32(1);
                out.count(particle);
                out.u32(steps);
                out.numbers(&[inverse_mass, target.x, target.y, target.z]);
            }
        }
        match stopped {
            Some(Error::Runaway { time, cause: None }) => {
                out.u32(2);
                out.numbers(&[*time]);
            }
            Some(Error::Runaway { time, cause: Some(Cause { method, step, limit, growth }) }) => {
                out.u32(1);
                out.text(method);
                out.numbers(&[*time, *step, *limit, *growth]);
            }
            _ => out.u32(0),
        }
        out.model(model);
        let sum = checksum(&out.0);
        out.0.extend(sum.to_le_bytes());
        out.0
    }

    /// Goes on where [`snapshot`](Self::snapshot) was taken, in the same scene: the same steps give the same bits.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for bytes that are no snapshot, damaged, of another version or of another scene; the simulation
    /// is then as before.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let restored = read(bytes, self.scene().id).map_err(|reason| Error::Snapshot { reason })?;
        let setup = self.setup.take(); // moments share it, where it is the same
        *self = Self { setup, ..restored };
        Ok(())
    }
}

fn read(bytes: &[u8], scene: &str) -> Result<Simulation, String> {
    let (foreign, damaged) = (|| "it is none".to_string(), || "it is damaged".to_string());
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    let mut from = Reader { rest: body.strip_prefix(&MARK).ok_or_else(foreign)?, sound: true };
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(damaged());
    }
    let version = from.u32();
    if version != VERSION {
        return Err(format!("it has version {version}, and this is version {VERSION}"));
    }
    let id = from.text();
    if id != scene {
        return Err(format!("it is of the scene \"{id}\", and this is \"{scene}\""));
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
    let (steps, [origin, step]) = (from.u32(), from.numbers());
    // negative where time runs back
    from.check(step.abs() == simulation.clock.step && origin.is_finite());
    simulation.clock = Clock { origin, steps, step };
    if from.u32() == 1 {
        let (particle, steps) = (from.u32() as usize, from.u32());
        let [inverse_mass, x, y, z] = from.numbers();
        from.check(particle < simulation.particles().len() && are_amounts(&[inverse_mass]));
        simulation.hand = Some(Hand { particle, inverse_mass, target: DVec3::new(x, y, z), steps });
    }
    simulation.stopped = match from.u32() {
        1 => {
            let label = from.text();
            let method = METHODS.iter().find(|method| method.label == label).ok_or_else(damaged)?.label;
            let [time, step, limit, growth] = from.numbers();
            Some(Error::Runaway { time, cause: Some(Cause { method, step, limit, growth }) })
        }
        2 => {
            let [time] = from.numbers();
            Some(Error::Runaway { time, cause: None })
        }
        _ => None,
    };
    from.model(&mut simulation.model);
    if !(from.sound && from.rest.is_empty()) {
        return Err(damaged());
    }
    simulation.resume();
    Ok(simulation)
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Whether all are finite and not negative, as masses, lengths and coefficients are.
fn are_amounts(values: &[f64]) -> bool {
    values.iter().all(|value| (0.0..f64::INFINITY).contains(value))
}

struct Writer(Vec<u8>);

impl Writer {
    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn count(&mut self, value: usize) {
        self.u32(u32::try_from(value).expect("counts are below 2³²"));
    }

    fn numbers(&mut self, values: &[f64]) {
        self.0.reserve(size_of_val(values));
        for value in values {
            self.0.extend_from_slice(&value.to_le_bytes());
        }
    }

    fn tagged(&mut self, tag: u32, value: f64) {
        self.u32(tag);
        self.numbers(&[value]);
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    fn list(&mut self, values: &[f64]) {
        self.count(values.len());
        self.numbers(values);
    }

    fn vectors(&mut self, values: &[DVec3]) {
        self.list(bytemuck::cast_slice(values));
    }

    fn indices(&mut self, pairs: &[[u32; 2]]) {
        self.count(pairs.len());
        pairs.as_flattened().iter().for_each(|&index| self.u32(index));
    }

    fn particles(&mut self, Particles { positions, velocities, inverse_masses }: &Particles) {
        self.vectors(positions);
        self.vectors(velocities);
        self.list(inverse_masses);
    }

    /// All fields are named, so that the compiler asks of a new one whether it belongs here. What is left out is built and tuned after the
    /// parameters.
    fn model(&mut self, model: &Model) {
        self.particles(model.particles());
        match model {
            Model::Mechanical(system) => {
                let System {
                    particles: _,
                    springs,
                    constraints,
                    obstacles: _,
                    contact: _,
                    gravity: _,
                    drag: _,
                    wind: _,
                    excitation,
                    time: _, // the clock's
                    work,
                    start,
                    residual,
                    history,
                    last_power,
                } = system;
                let Springs { endpoints, rest_lengths, stiffnesses, dampings, own, damper: _ } = springs;
                self.indices(endpoints);
                for list in [rest_lengths, stiffnesses, dampings] {
                    self.list(list);
                }
                // what a spring has not of its own is NaN
                let own: Vec<f64> = own.as_flattened().iter().map(|value| value.unwrap_or(f64::NAN)).collect();
                self.list(&own);
                let Constraints { endpoints, lengths, rules } = constraints;
                self.indices(endpoints);
                self.list(lengths);
                for &rule in rules {
                    self.u32(u32::from(rule == Rule::Maximum));
                }
                self.numbers(&work.to_array());
                self.numbers(&last_power.to_array());
                let phase = excitation.map_or(0.0, |drive| {
                    let Excitation {
                        input: _,
                        waveform: _,
                        particle: _,
                        amplitude: _,
                        angular_frequency: _,
                        phase,
                        rest: _,
                    } = drive;
                    phase
                });
                self.numbers(&[*start, *residual, phase]);
                self.vectors(history);
            }
            Model::Flow(Flow { particles: _, matrix: _, history }) => self.vectors(history),
            Model::Follower(Follower { particles: _, law: _, maximum_speed: _, path: _, drive: _, time, led }) => {
                self.numbers(&[*time]);
                self.u32(u32::from(*led));
            }
        }
    }
}

/// What is left to read. What is not there, or can't be, is read as nothing, and the rest with it.
struct Reader<'a> {
    rest: &'a [u8],
    sound: bool,
}

impl Reader<'_> {
    fn check(&mut self, sound: bool) {
        if !sound {
            (self.rest, self.sound) = (&[], false);
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        if let Some((bytes, rest)) = self.rest.split_first_chunk() {
            self.rest = rest;
            return *bytes;
        }
        self.check(false);
        [0; N]
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    fn number(&mut self) -> f64 {
        f64::from_le_bytes(self.bytes())
    }

    fn numbers<const N: usize>(&mut self) -> [f64; N] {
        [(); N].map(|()| self.number())
    }

    /// How many entries of at least `size` bytes follow: a damaged length must not ask for gigabytes.
    fn count(&mut self, size: usize) -> usize {
        let count = self.u32() as usize;
        self.check(count <= self.rest.len() / size);
        if self.sound { count } else { 0 }
    }

    fn text(&mut self) -> String {
        let count = self.count(1);
        let (text, rest) = self.rest.split_at(count);
        self.rest = rest;
        let text = str::from_utf8(text);
        self.check(text.is_ok());
        text.unwrap_or_default().to_string()
    }

    fn list(&mut self) -> Vec<f64> {
        let count = self.count(8);
        let (list, rest) = self.rest.split_at(8 * count);
        self.rest = rest;
        list.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
    }

    fn vectors(&mut self) -> Vec<DVec3> {
        let list = self.list();
        self.check(list.len().is_multiple_of(3));
        list.chunks_exact(3).map(DVec3::from_slice).collect()
    }

    /// Pairs of particles below `count`.
    fn indices(&mut self, count: usize) -> Vec<[u32; 2]> {
        let pairs: Vec<[u32; 2]> = (0..self.count(8)).map(|_| [self.u32(), self.u32()]).collect();
        self.check(pairs.as_flattened().iter().all(|&i| (i as usize) < count));
        pairs
    }

    fn particles(&mut self, count: usize) -> Particles {
        let particles =
            Particles { positions: self.vectors(), velocities: self.vectors(), inverse_masses: self.list() };
        let Particles { positions, velocities, inverse_masses } = &particles;
        self.check([positions.len(), velocities.len(), inverse_masses.len()] == [count; 3]);
        self.check(are_amounts(inverse_masses));
        particles
    }

    fn model(&mut self, model: &mut Model) {
        let count = model.particles().len();
        *model.particles_mut() = self.particles(count);
        match model {
            Model::Mechanical(system) => {
                let endpoints = self.indices(count);
                let [rest_lengths, stiffnesses, dampings] = [(); 3].map(|()| self.list());
                for list in [&rest_lengths, &stiffnesses, &dampings] {
                    self.check(list.len() == endpoints.len() && are_amounts(list));
                }
                let own = self.list();
                self.check(own.is_empty() || own.len() == 2 * endpoints.len());
                let own = own.chunks_exact(2).map(|pair| [pair[0], pair[1]].map(|x| Some(x).filter(|x| !x.is_nan())));
                let (own, damper) = (own.collect(), system.springs.damper);
                system.springs = Springs { endpoints, rest_lengths, stiffnesses, dampings, own, damper };
                let (endpoints, lengths) = (self.indices(count), self.list());
                self.check(lengths.len() == endpoints.len() && are_amounts(&lengths));
                let rules = lengths.iter().map(|_| if self.u32() == 1 { Rule::Maximum } else { Rule::Fixed }).collect();
                system.constraints = Constraints { endpoints, lengths, rules };
                system.work = Work::from_array(self.numbers());
                system.last_power = Work::from_array(self.numbers());
                let phase;
                [system.start, system.residual, phase] = self.numbers();
                if let Some(excitation) = &mut system.excitation {
                    excitation.phase = phase;
                }
                // a history of another length than the method's makes its next step a first one
                system.history = self.vectors();
            }
            Model::Flow(flow) => flow.history = self.vectors(),
            Model::Follower(follower) => {
                follower.time = self.number();
                follower.led = self.u32() == 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes with a valid checksum after a change.
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
        assert_eq!(sentence, "The snapshot was not taken: it has version 1, and this is version 5.");
    }

    /// Whoever can compute the checksum can't bring it down either: what is taken goes on, and the snapshots of it are taken too.
    #[test]
    fn forged_snapshots_are_refused_or_go_on() {
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
