//! Simulations as bytes, with all data that determines how they go on.
//!
//! Layout, little-endian: the mark `SPRL`, the version, the scene's id, the parameters, the mesh
//! file if there is one, springs and links if they differ from those that the parameters produce,
//! the state, and a checksum of all bytes before it (64-bit FNV-1a over 64-bit words). The state is
//! the data that steps and hands change: the clock, the hand, the reason of an explosion,
//! particles, energy account, the method's history and the torn springs. Texts and lists start with
//! their length.

use super::{Simulation, clock::Clock, hand::Hand, moment::moving_bytes};
use crate::{
    Cause, Constraints, Error, Excitation, Flow, Follower, Mesh, Model, Particles, Rule, Springs, System, Value,
    Values, Work, integrators::METHODS, scenes, scenes::tune,
};
use bytemuck::{Pod, allocation::pod_collect_to_vec};
use glam::DVec3;
use std::{array, borrow::Cow};

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
        let mut out = Writer(Vec::with_capacity(moving_bytes(&self.model)));
        out.0.extend(MARK);
        out.u32(VERSION);
        out.setup(self);
        out.state(self);
        let sum = checksum(&out.0);
        out.0.extend(sum.to_le_bytes());
        out.0
    }

    /// The data that steps and hands change, as bytes, for [`set_state`](Self::set_state) of a
    /// copy: a [`snapshot`](Self::snapshot) without parameters, springs and links, but with the
    /// indices of torn springs.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut ahead = Simulation::new("damper")?;
    /// ahead.step(100)?;
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set_state(&ahead.state())?;
    /// assert_eq!(damper.time(), 1.0);
    /// assert_eq!(damper.particles(), ahead.particles());
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> Vec<u8> {
        let mut out = Writer(Vec::with_capacity(moving_bytes(&self.model)));
        out.state(self);
        out.0
    }

    /// Continues from the [`state`](Self::state) of a simulation with the same scene, parameters,
    /// springs and links: the same steps give the same bits.
    ///
    /// # Errors
    /// [`Error::State`] for bytes that are no state of such a simulation; this one is then
    /// unchanged.
    pub fn set_state(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let mut from = Reader { rest: bytes, sound: true };
        let state = from.state(self).filter(|_| from.sound && from.rest.is_empty());
        self.apply_state(state.ok_or(Error::State)?);
        self.restart_exact();
        Ok(())
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
}

fn read(bytes: &[u8], scene: &str) -> Result<Simulation, String> {
    let (foreign, damaged) = (|| "the bytes are not a snapshot".to_string(), || "it is damaged".to_string());
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    let mut from = Reader { rest: body.strip_prefix(&MARK).ok_or_else(foreign)?, sound: true };
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(damaged());
    }
    let version = from.u32();
    if version != VERSION {
        return Err(format!("it has version {version}, and this is version {VERSION}"));
    }
    let mut simulation = from.setup(scene)?;
    let state = from.state(&simulation).filter(|_| from.sound && from.rest.is_empty()).ok_or_else(damaged)?;
    simulation.apply_state(state);
    simulation.resume();
    Ok(simulation)
}

/// Data that steps and hands change.
struct State<'a> {
    clock: Clock,
    hand: Option<Hand>,
    stopped: Option<Error>,
    positions: &'a [u8],
    velocities: &'a [u8],
    inverse_masses: &'a [u8],
    amounts: Vec<f64>,
    history: Vec<DVec3>,
    torn: Vec<u32>,
}

impl Simulation {
    fn apply_state(&mut self, state: State) {
        let State { clock, hand, stopped, positions, velocities, inverse_masses, amounts, history, torn } = state;
        self.apply_torn(torn);
        (self.clock, self.hand, self.stopped) = (clock, hand, stopped);
        let particles = self.model.particles_mut();
        fill(&mut particles.positions, positions);
        fill(&mut particles.velocities, velocities);
        fill(&mut particles.inverse_masses, inverse_masses);
        apply_parts(&mut self.model, &amounts, history);
        self.model.set_time(self.time());
        // a snapshot holds no text; the reason follows from parameters and the direction of time
        let source = self.growth_source();
        if let Some(Error::Runaway { cause: Some(cause), .. }) = &mut self.stopped
            && cause.limit == 0.0
        {
            cause.source = source;
        }
    }

    /// Sets the list of torn springs.
    fn apply_torn(&mut self, torn: Vec<u32>) {
        let Model::Mechanical(system) = &mut self.model else { return };
        if system.springs.torn != torn {
            system.springs.torn = torn;
            tune(self.scene, &self.values, self.mesh.as_deref(), &mut self.model);
            self.after_tearing();
        }
    }
}

/// True if a state has the inverse masses that the parameters produce, with 0 for a held particle.
fn has_masses(list: &[u8], hand: Option<Hand>, simulation: &Simulation) -> bool {
    let mut own = Cow::from(&simulation.particles().inverse_masses);
    if let Some(Hand { particle, inverse_mass, .. }) = simulation.hand {
        own.to_mut()[particle] = inverse_mass;
    }
    if let Some(Hand { particle, inverse_mass, .. }) = hand {
        match own.get(particle) {
            Some(weight) if weight.to_bits() == inverse_mass.to_bits() => own.to_mut()[particle] = 0.0,
            _ => return false,
        }
    }
    list.as_chunks().0.iter().map(|number| u64::from_le_bytes(*number)).eq(own.iter().map(|weight| weight.to_bits()))
}

/// Indices of the torn springs.
fn torn(model: &Model) -> &[u32] {
    if let Model::Mechanical(system) = model { &system.springs.torn } else { &[] }
}

/// Data of a model that steps change, except particles and torn springs: numbers, and the method's
/// history. All fields are named, so that a new one must be handled here. Fields left out are
/// rebuilt from the parameters or belong to the setup.
fn parts(model: &Model) -> (Vec<f64>, &[DVec3]) {
    match model {
        Model::Mechanical(System {
            particles: _,
            springs: _, // except for the torn ones
            tear: _,
            constraints: _,
            obstacles: _,
            contact: _,
            gravity: _,
            drag: _,
            wind: _,
            per_kilogram: _,
            excitation,
            time: _, // follows from the clock
            work,
            start,
            residual,
            history,
            last_power,
        }) => {
            let phase = excitation.as_ref().map_or(0.0, |drive| {
                let Excitation {
                    input: _,
                    waveform: _,
                    particle: _,
                    amplitude: _,
                    angular_frequency: _,
                    phase,
                    rest: _,
                } = drive;
                *phase
            });
            ([&work.to_array()[..], &last_power.to_array(), &[*start, *residual, phase]].concat(), history)
        }
        Model::Flow(Flow { particles: _, matrix: _, drive: _, angular_frequency: _, time: _, history }) => {
            (Vec::new(), history)
        }
        Model::Follower(Follower { particles: _, law: _, maximum_speed: _, path: _, drive: _, time, led }) => {
            (vec![*time, f64::from(*led)], &[])
        }
    }
}

/// Restores [`parts`]. With a history of the wrong length, the method takes its next step as its
/// first.
fn apply_parts(model: &mut Model, amounts: &[f64], memory: Vec<DVec3>) {
    let mut amounts = amounts.iter().copied();
    let mut next = || amounts.next().unwrap_or_default();
    match model {
        Model::Mechanical(system) => {
            system.work = Work::from_array(array::from_fn(|_| next()));
            system.last_power = Work::from_array(array::from_fn(|_| next()));
            [system.start, system.residual] = [next(), next()];
            if let Some(excitation) = &mut system.excitation {
                excitation.phase = next();
            }
            system.history = memory;
        }
        Model::Flow(flow) => flow.history = memory,
        Model::Follower(follower) => (follower.time, follower.led) = (next(), next() == 1.0),
    }
}

/// FNV-1a hash of 64 bits over 64-bit words, then over the remaining bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, number: u64| (hash ^ number).wrapping_mul(0x0100_0000_01b3);
    let (numbers, rest) = bytes.as_chunks();
    let sum = numbers.iter().fold(0xcbf2_9ce4_8422_2325, |hash, number| mix(hash, u64::from_le_bytes(*number)));
    rest.iter().fold(sum, |hash, byte| mix(hash, u64::from(*byte)))
}

/// True if finite and not negative, as masses, lengths and coefficients must be.
fn is_amount(value: f64) -> bool {
    (0.0..f64::INFINITY).contains(&value)
}

fn are_amounts(values: &[f64]) -> bool {
    values.iter().copied().all(is_amount)
}

/// Converts 64-bit numbers to or from little-endian, on big-endian machines.
fn little_endian(numbers: &mut [u8]) {
    if cfg!(target_endian = "big") {
        numbers.chunks_exact_mut(8).for_each(<[u8]>::reverse);
    }
}

/// Overwrites a list with little-endian numbers of the same total length.
fn fill<T: Pod>(list: &mut [T], numbers: &[u8]) {
    let list = bytemuck::cast_slice_mut(list);
    list.copy_from_slice(numbers);
    little_endian(list);
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
        let from = self.0.len();
        self.0.extend_from_slice(bytemuck::cast_slice(values));
        little_endian(&mut self.0[from..]);
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

    /// Writes the data that no step changes. All fields are named, so that a new one must be
    /// handled here.
    fn setup(&mut self, simulation: &Simulation) {
        let Simulation {
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
        } = simulation;
        self.text(scene.id);
        self.count(values.iter().count());
        for (key, value) in values.iter() {
            self.text(key);
            match value {
                Value::Number(number) => self.tagged(0, *number),
                Value::Name(name) | Value::Other(name) => {
                    self.u32(1);
                    self.text(name);
                }
            }
        }
        match mesh {
            None => self.u32(0),
            Some(mesh) => {
                self.u32(1);
                self.text(&mesh.obj);
                self.text(&mesh.json);
            }
        }
        match model {
            Model::Mechanical(System { springs, constraints, .. }) if *altered => {
                self.u32(1);
                self.links(springs, constraints);
            }
            _ => self.u32(0),
        }
    }

    fn links(&mut self, springs: &Springs, constraints: &Constraints) {
        let Springs { endpoints, rest_lengths, stiffnesses, dampings, own, torn: _, damper: _ } = springs;
        self.indices(endpoints);
        for list in [rest_lengths, stiffnesses, dampings] {
            self.list(list);
        }
        // NaN if the spring has no own value
        let own: Vec<f64> = own.as_flattened().iter().map(|value| value.unwrap_or(f64::NAN)).collect();
        self.list(&own);
        let Constraints { endpoints, lengths, rules } = constraints;
        self.indices(endpoints);
        self.list(lengths);
        for &rule in rules {
            self.u32(u32::from(rule == Rule::Maximum));
        }
    }

    fn state(&mut self, Simulation { clock, hand, stopped, model, .. }: &Simulation) {
        let Clock { origin, steps, step } = *clock;
        self.u32(steps);
        self.numbers(&[origin, step]);
        match *hand {
            None => self.u32(0),
            Some(Hand { particle, inverse_mass, target, steps }) => {
                self.u32(1);
                self.count(particle);
                self.u32(steps);
                self.numbers(&[inverse_mass, target.x, target.y, target.z]);
            }
        }
        match stopped {
            Some(Error::Runaway { time, cause: None }) => {
                self.u32(2);
                self.numbers(&[*time]);
            }
            Some(Error::Runaway { time, cause: Some(Cause { method, step, limit, growth, source: _ }) }) => {
                self.u32(1);
                self.text(method);
                self.numbers(&[*time, *step, *limit, *growth]);
            }
            _ => self.u32(0),
        }
        let (amounts, history) = parts(model);
        self.particles(model.particles());
        self.list(&amounts);
        self.vectors(history);
        self.count(torn(model).len());
        for &index in torn(model) {
            self.u32(index);
        }
    }
}

/// Reader of the remaining bytes. After a missing or invalid value `sound` is false, and all
/// further values are 0 or empty.
struct Reader<'a> {
    /// Bytes left to read.
    rest: &'a [u8],
    /// False after an invalid value.
    sound: bool,
}

impl<'a> Reader<'a> {
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

    /// Number of following entries of at least `size` bytes. A damaged length must not allocate
    /// gigabytes.
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

    /// The bytes of a list of 64-bit numbers.
    fn numbers_of(&mut self) -> &'a [u8] {
        let count = self.count(8);
        let (list, rest) = self.rest.split_at(8 * count);
        self.rest = rest;
        list
    }

    /// A list of numbers, or of vectors of numbers.
    fn list<T: Pod>(&mut self) -> Vec<T> {
        let list = self.numbers_of();
        self.check(list.len().is_multiple_of(size_of::<T>()));
        let mut list = pod_collect_to_vec(list);
        little_endian(bytemuck::cast_slice_mut(&mut list));
        list
    }

    /// Pairs of particle indices below `count`.
    fn indices(&mut self, count: usize) -> Vec<[u32; 2]> {
        let pairs: Vec<[u32; 2]> = (0..self.count(8)).map(|_| [self.u32(), self.u32()]).collect();
        self.check(pairs.as_flattened().iter().all(|&i| (i as usize) < count));
        pairs
    }

    /// Reads the data that no step changes, into a simulation of `scene` at its start.
    fn setup(&mut self, scene: &str) -> Result<Simulation, String> {
        let damaged = || "it is damaged".to_string();
        let id = self.text();
        if id != scene {
            return Err(format!("it is of the scene \"{id}\", and this is \"{scene}\""));
        }
        let scene = scenes::find(&id).map_err(|error| error.clause())?;
        let mut values = Values::defaults(scene.parameters);
        for _ in 0..self.count(8) {
            let key = self.text();
            let value = if self.u32() == 0 { Value::Number(self.number()) } else { Value::Name(self.text()) };
            values.set(&key, value).map_err(|error| error.clause())?;
        }
        let mesh = match self.u32() {
            0 => None,
            _ if scene.id != "mesh" => return Err(damaged()),
            _ => Some(Mesh::parse(&self.text(), &self.text()).map_err(|error| error.clause())?),
        };
        let mut simulation = Simulation::of(scene, values, mesh).map_err(|error| error.clause())?;
        simulation.altered = self.u32() == 1;
        match &mut simulation.model {
            Model::Mechanical(system) if simulation.altered => self.links(system),
            _ => self.check(!simulation.altered),
        }
        Ok(simulation)
    }

    fn links(&mut self, system: &mut System) {
        let count = system.particles.len();
        let endpoints = self.indices(count);
        let [rest_lengths, stiffnesses, dampings] = [(); 3].map(|()| self.list());
        for list in [&rest_lengths, &stiffnesses, &dampings] {
            self.check(list.len() == endpoints.len() && are_amounts(list));
        }
        let own: Vec<f64> = self.list();
        self.check(own.is_empty() || own.len() == 2 * endpoints.len());
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
        let (endpoints, lengths) = (self.indices(count), self.list());
        self.check(lengths.len() == endpoints.len() && are_amounts(&lengths));
        let rules = lengths.iter().map(|_| if self.u32() == 1 { Rule::Maximum } else { Rule::Fixed }).collect();
        system.constraints = Constraints { endpoints, lengths, rules };
    }

    /// Reads a state for this simulation; `None` if it names an unknown method. It must not be
    /// applied if the reader is not sound afterwards.
    fn state(&mut self, simulation: &Simulation) -> Option<State<'a>> {
        let count = simulation.particles().len();
        let (steps, [origin, step]) = (self.u32(), self.numbers());
        // negative if time runs backwards
        self.check(step.abs() == simulation.time_step() && origin.is_finite());
        let hand = (self.u32() == 1).then(|| {
            let (particle, steps) = (self.u32() as usize, self.u32());
            let [inverse_mass, x, y, z] = self.numbers();
            self.check(particle < count);
            Hand { particle, inverse_mass, target: DVec3::new(x, y, z), steps }
        });
        let stopped = match self.u32() {
            1 => {
                let label = self.text();
                let method = METHODS.iter().find(|method| method.label == label)?.label;
                let [time, step, limit, growth] = self.numbers();
                Some(Error::Runaway { time, cause: Some(Cause { method, step, limit, growth, source: None }) })
            }
            2 => {
                let [time] = self.numbers();
                Some(Error::Runaway { time, cause: None })
            }
            _ => None,
        };
        let [positions, velocities, inverse_masses] = [3, 3, 1].map(|numbers| {
            let list = self.numbers_of();
            self.check(list.len() == 8 * numbers * count);
            list
        });
        self.check(has_masses(inverse_masses, hand, simulation));
        let (amounts, history) = (self.list(), self.list());
        self.check(amounts.len() == parts(&simulation.model).0.len());
        let torn: Vec<u32> = (0..self.count(4)).map(|_| self.u32()).collect();
        let springs = simulation.system().map_or(0, |system| system.springs.len());
        self.check(torn.iter().all(|&index| (index as usize) < springs));
        let clock = Clock { origin, steps, step };
        Some(State { clock, hand, stopped, positions, velocities, inverse_masses, amounts, history, torn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Own;

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
