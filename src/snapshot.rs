//! A simulation as bytes and back: everything that decides how it goes on.
//!
//! Layout, little-endian: the mark `SPRL`, the version, the scene's id, the parameters, the mesh file if there is one, the
//! clock, the hand, the reason of a run that stopped, the model's state, and a checksum (FNV-1a, 64 bits) over all before
//! it. Texts and lists have their length in front.

use crate::{
    Constraints, Error, Mesh, Model, Particles, Rule, Simulation, Springs, Value, Values, Work,
    integrators::METHODS,
    scenes,
    simulation::{Clock, Hand},
};
use glam::DVec3;

const MARK: [u8; 4] = *b"SPRL";

/// Raised whenever the layout or the meaning of a number in it changes.
const VERSION: u32 = 1;

impl Simulation {
    /// The whole state as bytes, for [`restore`](Self::restore).
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut out = Writer(MARK.to_vec());
        out.u32(VERSION);
        out.text(self.scene().id);
        out.count(self.values.iter().count());
        for (key, value) in self.values.iter() {
            out.text(key);
            match value {
                Value::Number(number) => out.tagged(0, *number),
                Value::Name(name) | Value::Other(name) => {
                    out.u32(1);
                    out.text(name);
                }
            }
        }
        match &self.mesh {
            None => out.u32(0),
            Some(mesh) => {
                out.u32(1);
                out.text(&mesh.obj);
                out.text(&mesh.json);
            }
        }
        let Clock { origin, steps, step } = self.clock;
        out.u32(steps);
        out.numbers(&[origin, step]);
        match self.hand {
            None => out.u32(0),
            Some(Hand { particle, inverse_mass, target, steps }) => {
                out.u32(1);
                out.count(particle);
                out.u32(steps);
                out.numbers(&[inverse_mass, target.x, target.y, target.z]);
            }
        }
        match &self.stopped {
            Some(Error::Runaway { time, method, step, limit, growth }) => {
                out.u32(1);
                out.text(method);
                out.numbers(&[*time, *step, *limit, *growth]);
            }
            _ => out.u32(0),
        }
        out.model(&self.model);
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
        *self = restored;
        Ok(())
    }
}

fn read(bytes: &[u8], scene: &str) -> Result<Simulation, String> {
    let foreign = || "it is none".to_string();
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    let mut from = Reader(body.strip_prefix(&MARK).ok_or_else(foreign)?);
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err("it is damaged".to_string());
    }
    let version = from.u32()?;
    if version != VERSION {
        return Err(format!("it has version {version}, and this is version {VERSION}"));
    }
    let id = from.text()?;
    if id != scene {
        return Err(format!("it is of the scene \"{id}\", and this is \"{scene}\""));
    }
    let scene = scenes::find(&id).map_err(|error| error.clause())?;
    let mut values = Values::defaults(scene.parameters);
    for _ in 0..from.u32()? {
        let key = from.text()?;
        let value = if from.u32()? == 0 { Value::Number(from.number()?) } else { Value::Name(from.text()?) };
        values.set(&key, value).map_err(|error| error.clause())?;
    }
    let mesh = match from.u32()? {
        0 => None,
        _ if scene.id != "mesh" => return Err("it is damaged".to_string()),
        _ => Some(Mesh::parse(&from.text()?, &from.text()?).map_err(|error| error.clause())?),
    };
    let mut simulation = Simulation::of(scene, values, mesh);
    let (steps, [origin, step]) = (from.u32()?, from.numbers()?);
    if step != simulation.clock.step || !origin.is_finite() {
        return Err("it is damaged".to_string());
    }
    simulation.clock = Clock { origin, steps, step };
    if from.u32()? == 1 {
        let (particle, steps) = (from.u32()? as usize, from.u32()?);
        let [inverse_mass, x, y, z] = from.numbers()?;
        simulation.hand = Some(Hand { particle, inverse_mass, target: DVec3::new(x, y, z), steps });
    }
    if from.u32()? == 1 {
        let label = from.text()?;
        let method = METHODS.iter().find(|method| method.label == label).ok_or("it is damaged")?.label;
        let [time, step, limit, growth] = from.numbers()?;
        simulation.stopped = Some(Error::Runaway { time, method, step, limit, growth });
    }
    from.model(&mut simulation.model)?;
    let count = simulation.particles().len();
    if !from.0.is_empty() || simulation.hand.is_some_and(|hand| hand.particle >= count) {
        return Err("it is damaged".to_string());
    }
    simulation.resume();
    Ok(simulation)
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
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
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
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

    fn particles(&mut self, particles: &Particles) {
        self.vectors(&particles.positions);
        self.vectors(&particles.velocities);
        self.list(&particles.inverse_masses);
    }

    fn model(&mut self, model: &Model) {
        self.particles(model.particles());
        match model {
            Model::Mechanical(system) => {
                let Springs { endpoints, rest_lengths, stiffnesses, dampings, .. } = &system.springs;
                self.indices(endpoints);
                for list in [rest_lengths, stiffnesses, dampings] {
                    self.list(list);
                }
                let Constraints { endpoints, lengths, rules } = &system.constraints;
                self.indices(endpoints);
                self.list(lengths);
                for &rule in rules {
                    self.u32(u32::from(rule == Rule::Maximum));
                }
                self.numbers(&system.work.to_array());
                self.numbers(&system.last_power.to_array());
                self.numbers(&[system.start, system.residual]);
                self.vectors(&system.history);
            }
            Model::Flow(_) => {}
            Model::Follower(follower) => {
                self.numbers(&[follower.time]);
                self.u32(u32::from(follower.led));
            }
        }
    }
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes(&mut self, count: usize) -> Result<&[u8], String> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or("it ends too early")?;
        self.0 = rest;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, String> {
        Ok(self.bytes(4)?.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    fn number(&mut self) -> Result<f64, String> {
        Ok(f64::from_bits(self.bytes(8)?.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[f64; N], String> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }

    fn text(&mut self) -> Result<String, String> {
        let count = self.u32()? as usize;
        String::from_utf8(self.bytes(count)?.to_vec()).map_err(|_| "a text in it is damaged".to_string())
    }

    fn list(&mut self) -> Result<Vec<f64>, String> {
        let count = self.u32()? as usize;
        // not more room than there are bytes: a damaged length must not ask for gigabytes
        let mut list = Vec::with_capacity(count.min(self.0.len() / 8));
        for _ in 0..count {
            list.push(self.number()?);
        }
        Ok(list)
    }

    fn vectors(&mut self) -> Result<Vec<DVec3>, String> {
        let list = self.list()?;
        if list.len() % 3 != 0 {
            return Err("it is damaged".to_string());
        }
        Ok(list.chunks_exact(3).map(DVec3::from_slice).collect())
    }

    /// Pairs of particles below `count`.
    fn indices(&mut self, count: usize) -> Result<Vec<[u32; 2]>, String> {
        let pairs = self.u32()? as usize;
        let mut list = Vec::with_capacity(pairs.min(self.0.len() / 8));
        for _ in 0..pairs {
            let ends = [self.u32()?, self.u32()?];
            if ends.iter().any(|&i| i as usize >= count) {
                return Err("it is damaged".to_string());
            }
            list.push(ends);
        }
        Ok(list)
    }

    fn particles(&mut self, count: usize) -> Result<Particles, String> {
        let particles =
            Particles { positions: self.vectors()?, velocities: self.vectors()?, inverse_masses: self.list()? };
        let lengths = [particles.positions.len(), particles.velocities.len(), particles.inverse_masses.len()];
        if lengths != [count; 3] {
            return Err(format!("it is not of {count} particles"));
        }
        let possible = particles.inverse_masses.iter().all(|w| (0.0..f64::INFINITY).contains(w));
        if possible { Ok(particles) } else { Err("it is damaged".to_string()) }
    }

    fn model(&mut self, model: &mut Model) -> Result<(), String> {
        let count = model.particles().len();
        *model.particles_mut() = self.particles(count)?;
        match model {
            Model::Mechanical(system) => {
                let damaged = || "it is damaged".to_string();
                let endpoints = self.indices(count)?;
                let [rest_lengths, stiffnesses, dampings] = [self.list()?, self.list()?, self.list()?];
                if [&rest_lengths, &stiffnesses, &dampings].iter().any(|list| list.len() != endpoints.len()) {
                    return Err(damaged());
                }
                let damper = system.springs.damper;
                system.springs = Springs { endpoints, rest_lengths, stiffnesses, dampings, damper };
                let (endpoints, lengths) = (self.indices(count)?, self.list()?);
                if lengths.len() != endpoints.len() {
                    return Err(damaged());
                }
                let mut rules = Vec::with_capacity(lengths.len());
                for _ in &lengths {
                    rules.push(if self.u32()? == 1 { Rule::Maximum } else { Rule::Fixed });
                }
                system.constraints = Constraints { endpoints, lengths, rules };
                system.work = Work::from_array(self.numbers()?);
                system.last_power = Work::from_array(self.numbers()?);
                [system.start, system.residual] = self.numbers()?;
                // a history of another length than the method's makes its next step a first one
                system.history = self.vectors()?;
            }
            Model::Flow(_) => {}
            Model::Follower(follower) => {
                follower.time = self.number()?;
                follower.led = self.u32()? == 1;
            }
        }
        Ok(())
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
        let bytes = forged(&simulation, |bytes| bytes[4] = 2);
        let sentence = simulation.restore(&bytes).unwrap_err().to_string();
        assert_eq!(sentence, "The snapshot was not taken: it has version 2, and this is version 1.");
    }

    /// Whoever can compute the checksum can't bring it down either: every byte is set to 0, 1 and 255 in turn.
    #[test]
    fn forged_snapshots_do_not_panic() {
        for (scene, method) in
            [("damper", "verlet"), ("pair", "velocity-verlet"), ("follower", "taylor"), ("decay", "exact")]
        {
            let mut simulation = Simulation::new(scene).unwrap();
            simulation.set("method", method).unwrap();
            simulation.step(3).unwrap();
            simulation.hold(0, DVec3::X * 0.1, 0.5).unwrap();
            for place in 4..simulation.snapshot().len() - 8 {
                for value in [0, 1, 255] {
                    let bytes = forged(&simulation, |bytes| bytes[place] = value);
                    let mut other = Simulation::new(scene).unwrap();
                    if other.restore(&bytes).is_ok() {
                        let _ = other.step(2);
                    }
                }
            }
        }
    }
}
