//! A scene, a method and a clock.

use crate::{
    Energy, Error, Integrator, Method, Parameter, Scene, System, Value, Values,
    exact::DampedOscillator,
    integrators::METHODS,
    parameters::{check_range, check_whole},
    scenes,
};
use glam::DVec3;

/// Largest allowed speed in m/s for [`Simulation::set_velocity`].
const SPEED: f64 = 1e6;

/// A state this many times farther out than the scene is wide is a run that exploded, not motion.
const REACH: f64 = 1e4;

/// A running scene.
pub struct Simulation {
    scene: &'static Scene,
    values: Values,
    system: System,
    integrator: Box<dyn Integrator>,
    clock: Clock,
    hand: Option<Hand>,
    /// Why the run ran away, until the state makes sense again.
    stopped: Option<Error>,
    /// Largest meaningful coordinate in m.
    reach: f64,
}

/// Simulated time as whole steps since the step size last changed, so that no rounding adds up.
#[derive(Clone, Copy, Default)]
struct Clock {
    origin: f64,
    steps: u32,
    step: f64,
}

impl Clock {
    fn time(&self) -> f64 {
        self.origin + f64::from(self.steps) * self.step
    }

    fn restarted_at(origin: f64, step: f64) -> Self {
        Self { origin, steps: 0, step }
    }

    fn tick(&mut self) {
        *self = match self.steps.checked_add(1) {
            Some(steps) => Self { steps, ..*self },
            None => Self { origin: self.time(), steps: 1, ..*self },
        };
    }
}

/// A held particle, and the inverse mass it gets back. Held, it is a fixed one.
#[derive(Clone, Copy)]
struct Hand {
    particle: usize,
    inverse_mass: f64,
}

impl Simulation {
    /// The scene `id` with its default parameters.
    ///
    /// # Errors
    /// [`Error::UnknownScene`].
    pub fn new(id: &str) -> Result<Self, Error> {
        let scene = scenes::find(id)?;
        let values = Values::defaults(scene.parameters);
        let system = (scene.build)();
        let integrator = (method(&values).integrator)(&system);
        let mut simulation =
            Self { scene, values, system, integrator, clock: Clock::default(), hand: None, stopped: None, reach: 0.0 };
        simulation.restart();
        Ok(simulation)
    }

    /// Back to t = 0 with the parameters as they are.
    pub fn restart(&mut self) {
        self.hand = None;
        self.stopped = None;
        self.system = (self.scene.build)();
        self.reach = REACH * self.system.particles.positions.iter().map(|x| x.length()).fold(1.0, f64::max);
        self.clock = Clock::default();
        self.tune();
    }

    /// Sets a parameter, from the next step on.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`], [`Error::OutOfRange`], [`Error::NotANumber`] or [`Error::UnknownOption`]; the
    /// parameters are then as before.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), Error> {
        self.values.set(key, value.into())?;
        self.tune();
        Ok(())
    }

    fn tune(&mut self) {
        let held = self.let_go();
        (self.scene.tune)(&self.values, &mut self.system);
        self.hand = held.map(|particle| self.grip(particle));
        self.integrator = (self.method().integrator)(&self.system);
        let step = self.values.number("timeStepSize");
        if step != self.clock.step {
            self.clock = Clock::restarted_at(self.time(), step);
        }
    }

    /// The value of a parameter.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    pub fn get(&self, key: &str) -> Result<&Value, Error> {
        self.values.get(key)
    }

    /// Advances by `n` time steps. Stops at once when the state stops meaning anything.
    ///
    /// # Errors
    /// [`Error::Runaway`]. Steps fail until a [`restart`](Self::restart) or until all particles are back in reach.
    pub fn step(&mut self, n: u32) -> Result<(), Error> {
        self.check_state()?;
        for _ in 0..n {
            self.integrator.step(&mut self.system, self.clock.step);
            self.clock.tick();
            self.check_state()?;
        }
        Ok(())
    }

    /// Takes up to `n` steps on a copy and returns how many it took: for measuring what a step costs without taking it.
    #[must_use]
    pub fn rehearse(&self, n: u32) -> u32 {
        let mut copy = Self {
            values: self.values.clone(),
            system: self.system.clone(),
            integrator: (self.method().integrator)(&self.system),
            clock: Clock::restarted_at(0.0, self.clock.step),
            stopped: self.stopped.clone(),
            ..*self
        };
        // a copy that runs away has taken its steps all the same
        let _ = copy.step(n);
        copy.clock.steps
    }

    fn check_state(&mut self) -> Result<(), Error> {
        let particles = &self.system.particles;
        // a comparison with NaN is false
        let sane = |x: &DVec3| x.abs().max_element() <= self.reach && !x.is_nan();
        if particles.positions.iter().all(sane) && particles.velocities.iter().all(|v| v.is_finite()) {
            self.stopped = None;
            return Ok(());
        }
        let runaway = self.runaway();
        Err(self.stopped.get_or_insert(runaway).clone())
    }

    fn runaway(&self) -> Error {
        let (method, step) = (self.method(), self.clock.step);
        Error::Runaway {
            time: self.time(),
            method: method.label,
            step,
            limit: self.step_limit(),
            growth: (method.growth)(&self.oscillator(), step),
        }
    }

    /// Simulated time t in s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// The system as it is now.
    #[must_use]
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The energy account now, in J.
    #[must_use]
    pub fn energy(&self) -> Energy {
        self.system.energy()
    }

    /// Records of the scene's parameters.
    #[must_use]
    pub fn parameters(&self) -> &'static [Parameter] {
        self.scene.parameters
    }

    /// The chosen method.
    #[must_use]
    pub fn method(&self) -> &'static Method {
        method(&self.values)
    }

    /// The linear oscillator behind step limit and damping ratio.
    #[must_use]
    pub fn oscillator(&self) -> DampedOscillator {
        (self.scene.oscillator)(&self.values)
    }

    /// Largest stable time step of the chosen method in s, on the spring's own oscillation with its damping:
    /// 0 if every step grows, infinite if none does.
    #[must_use]
    pub fn step_limit(&self) -> f64 {
        (self.method().step_limit)(&self.oscillator())
    }

    /// Puts a particle at `position` (m). Its velocity stays.
    ///
    /// # Errors
    /// [`Error::NotWhole`] or [`Error::OutOfRange`].
    pub fn set_position(&mut self, particle: usize, position: DVec3) -> Result<(), Error> {
        self.check_particle(particle)?;
        check_vector("position", position, self.reach, "m")?;
        self.system.particles.positions[particle] = position;
        Ok(())
    }

    /// Gives a particle a velocity in m/s.
    ///
    /// # Errors
    /// [`Error::NotWhole`], [`Error::FixedParticle`] (also for a held one) or [`Error::OutOfRange`].
    pub fn set_velocity(&mut self, particle: usize, velocity: DVec3) -> Result<(), Error> {
        self.check_particle(particle)?;
        check_vector("velocity", velocity, SPEED, "m/s")?;
        if self.system.particles.inverse_masses[particle] == 0.0 {
            return Err(Error::FixedParticle { index: particle });
        }
        self.system.particles.velocities[particle] = velocity;
        Ok(())
    }

    /// Holds a particle at `position` (m): it stays there at rest, whatever pulls at it, until it is released or held
    /// elsewhere. One hand holds one particle; a second one is taken instead of the first, which starts from rest.
    ///
    /// # Errors
    /// As [`set_position`](Self::set_position).
    pub fn hold(&mut self, particle: usize, position: DVec3) -> Result<(), Error> {
        self.set_position(particle, position)?;
        self.let_go();
        self.hand = Some(self.grip(particle));
        Ok(())
    }

    fn grip(&mut self, particle: usize) -> Hand {
        self.system.particles.velocities[particle] = DVec3::ZERO;
        Hand { particle, inverse_mass: std::mem::take(&mut self.system.particles.inverse_masses[particle]) }
    }

    /// Lets go of the held particle with a `velocity` in m/s: zero, or that of a throw. Does nothing if none is held.
    ///
    /// # Errors
    /// [`Error::OutOfRange`]; the particle is then still held.
    pub fn release(&mut self, velocity: DVec3) -> Result<(), Error> {
        check_vector("velocity", velocity, SPEED, "m/s")?;
        if let Some(particle) = self.let_go()
            && self.system.particles.inverse_masses[particle] > 0.0
        {
            self.system.particles.velocities[particle] = velocity;
        }
        Ok(())
    }

    fn let_go(&mut self) -> Option<usize> {
        let Hand { particle, inverse_mass } = self.hand.take()?;
        self.system.particles.inverse_masses[particle] = inverse_mass;
        Some(particle)
    }

    fn check_particle(&self, particle: usize) -> Result<(), Error> {
        let last = u32::try_from(self.system.particles.len() - 1).unwrap_or(u32::MAX);
        check_whole("particle", particle as f64, last).map(|_| ())
    }
}

fn method(values: &Values) -> &'static Method {
    let id = values.name("method");
    METHODS.iter().find(|method| method.id == id).expect("a checked value is the id of a method")
}

fn check_vector(key: &str, vector: DVec3, bound: f64, unit: &'static str) -> Result<(), Error> {
    vector.to_array().into_iter().try_for_each(|value| check_range(key, value, [-bound, bound], unit))
}
