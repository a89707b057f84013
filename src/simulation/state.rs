//! The state of a simulation as bytes: the data that steps and hands change. It consists of the
//! clock, the hand, the reason of an explosion, particles, energy account, the method's history and
//! the torn springs.

use super::{
    Simulation,
    bytes::{Reader, Writer, fill},
    clock::Clock,
    hand::Hand,
};
use crate::{
    Cause, Error, Excitation, Flow, Follower, Model, Particles, System, Work, integrators::METHODS, scenes::tune,
};
use glam::DVec3;
use std::array;

/// Bytes of a state besides those of particles, history and torn springs, at most.
const FIXED: usize = 512;

/// A state that was read, with its particles still as bytes.
pub struct State<'a> {
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
        let mut out = Writer(Vec::with_capacity(self.state_bytes()));
        self.write_state(&mut out);
        out.0
    }

    /// Continues from the [`state`](Self::state) of a simulation with the same scene, parameters,
    /// springs and links: the same steps give the same bits.
    ///
    /// # Errors
    /// [`Error::State`] for bytes that are no state of such a simulation; this one is then
    /// unchanged.
    pub fn set_state(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let state = State::read(bytes).filter(|state| state.fits(self));
        self.apply(state.ok_or(Error::State)?);
        self.restart_exact();
        Ok(())
    }

    /// Size in bytes of the state, or slightly more.
    pub(super) fn state_bytes(&self) -> usize {
        let [numbers, vectors] = [1, 3].map(|n| n * size_of::<f64>());
        let (history, torn) = (self.model.history(), torn(&self.model));
        7 * numbers * self.particles().len() + vectors * history.len() + size_of_val(torn) + FIXED
    }

    pub(super) fn write_state(&self, out: &mut Writer) {
        let Self { clock, hand, stopped, model, .. } = self;
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
            Some(Error::Explosion { time, cause: None }) => out.tagged(2, *time),
            Some(Error::Explosion { time, cause: Some(Cause { method, step, limit, growth, source: _ }) }) => {
                out.u32(1);
                out.text(method);
                out.numbers(&[*time, *step, *limit, *growth]);
            }
            _ => out.u32(0),
        }
        let Particles { positions, velocities, inverse_masses } = model.particles();
        out.vectors(positions);
        out.vectors(velocities);
        out.list(inverse_masses);
        out.list(&amounts(model));
        out.vectors(model.history());
        out.indices(torn(model));
    }

    /// Continues from a state that fits.
    pub(super) fn apply(&mut self, state: State) {
        let State { clock, hand, stopped, positions, velocities, inverse_masses, amounts, history, torn } = state;
        (self.clock, self.hand, self.stopped) = (clock, hand, stopped);
        let count = inverse_masses.len() / size_of::<f64>();
        if count != self.particles().len() {
            *self.model.particles_mut() = Particles::blank(count);
        }
        self.apply_torn(torn);
        apply_amounts(&mut self.model, &amounts);
        if let Some(place) = self.model.history_mut() {
            *place = history;
        }
        self.model.set_time(self.time());
        let particles = self.model.particles_mut();
        fill(&mut particles.positions, positions);
        fill(&mut particles.velocities, velocities);
        fill(&mut particles.inverse_masses, inverse_masses);
        // a state holds no such text; the reason follows from parameters and the direction of time
        let source = self.growth_source();
        if let Some(Error::Explosion { cause: Some(cause), .. }) = &mut self.stopped
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
            self.substeps = self.find_substeps();
        }
    }
}

impl<'a> State<'a> {
    /// Reads a state; `None` if it is damaged or names an unknown method.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut from = Reader::of(bytes);
        let (steps, [origin, step]) = (from.u32(), from.numbers());
        let hand = (from.u32() == 1).then(|| {
            let (particle, steps) = (from.u32() as usize, from.u32());
            let [inverse_mass, x, y, z] = from.numbers();
            Hand { particle, inverse_mass, target: DVec3::new(x, y, z), steps }
        });
        let stopped = match from.u32() {
            1 => {
                let label = from.text();
                let method = METHODS.iter().find(|method| method.label == label)?.label;
                let [time, step, limit, growth] = from.numbers();
                Some(Error::Explosion { time, cause: Some(Cause { method, step, limit, growth, source: None }) })
            }
            2 => Some(Error::Explosion { time: from.number(), cause: None }),
            _ => None,
        };
        let [positions, velocities, inverse_masses] = [(); 3].map(|()| from.numbers_of());
        let state = Self {
            clock: Clock { origin, steps, step },
            hand,
            stopped,
            positions,
            velocities,
            inverse_masses,
            amounts: from.list(),
            history: from.list(),
            torn: from.indices(),
        };
        from.is_done().then_some(state)
    }

    /// True if the simulation can continue from this state: it has the same numbers of particles
    /// and springs, the same time step and the same masses.
    pub fn fits(&self, simulation: &Simulation) -> bool {
        let Clock { origin, step, .. } = self.clock;
        let count = simulation.particles().len();
        let springs = simulation.system().map_or(0, |system| system.springs.len());
        let lists = [(self.positions, 3), (self.velocities, 3), (self.inverse_masses, 1)];
        // the step is negative if time runs backwards
        step.abs() == simulation.time_step()
            && origin.is_finite()
            && lists.iter().all(|(list, numbers)| list.len() == size_of::<f64>() * numbers * count)
            && self.has_masses(simulation)
            && self.amounts.len() == amounts(&simulation.model).len()
            && self.torn.iter().all(|&index| (index as usize) < springs)
    }

    /// True if the inverse masses are those that the parameters produce, with 0 for a held
    /// particle.
    fn has_masses(&self, simulation: &Simulation) -> bool {
        let mut own = simulation.weights();
        if let Some(Hand { particle, inverse_mass, .. }) = self.hand {
            match own.get(particle) {
                Some(weight) if weight.to_bits() == inverse_mass.to_bits() => own.to_mut()[particle] = 0.0,
                _ => return false,
            }
        }
        let weights = self.inverse_masses.as_chunks().0.iter().map(|number| u64::from_le_bytes(*number));
        weights.eq(own.iter().map(|weight| weight.to_bits()))
    }
}

/// Indices of the torn springs.
fn torn(model: &Model) -> &[u32] {
    if let Model::Mechanical(system) = model { &system.springs.torn } else { &[] }
}

/// Numbers of a model that steps change, besides particles and history. All fields are named, so
/// that a new one must be handled here. Fields left out are rebuilt from the parameters or belong
/// to the setup.
fn amounts(model: &Model) -> Vec<f64> {
    match model {
        Model::Mechanical(System {
            particles: _,
            springs: _, // except for the torn ones
            tear: _,
            constraints: _,
            obstacles: _,
            contact: _,
            self_contact: _,
            gravity: _,
            drag: _,
            wind: _,
            per_kilogram: _,
            excitation,
            time: _, // follows from the clock
            work,
            start,
            residual,
            history: _,
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
            [&work.to_array()[..], &last_power.to_array(), &[*start, *residual, phase]].concat()
        }
        Model::Flow(Flow { particles: _, matrix: _, drive: _, angular_frequency: _, time: _, history: _ }) => {
            Vec::new()
        }
        Model::Follower(Follower { particles: _, law: _, maximum_speed: _, path: _, drive: _, time, led }) => {
            vec![*time, f64::from(*led)]
        }
    }
}

fn apply_amounts(model: &mut Model, amounts: &[f64]) {
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
        }
        Model::Flow(_) => {}
        Model::Follower(follower) => (follower.time, follower.led) = (next(), next() == 1.0),
    }
}
