//! A simulation: a scene with its parameters, a method and a clock.

mod bytes;
pub mod checkpoint;
mod clock;
mod engine;
mod explosion;
mod hand;
mod intervention;
pub(crate) mod memory;
mod mesh;
mod readings;
mod settings;
mod setup;
mod snapshot;
mod state;
mod stepping;
mod substeps;

use crate::{
    Effort, Energy, Error, Mesh, Method, Model, Parameter, Particles, Scene, Settings, Solution, Spectrum, System,
    Value, Values,
    models::{EnergyTerm, START},
    scenes::{self, build, parameters::Situation, shared::stepping::TIME_STEP, tune},
};
use clock::{Clock, whole_steps};
use engine::Engine;
use hand::Hand;
use settings::settings;
use setup::Setup;
use std::sync::Arc;
use substeps::Substeps;

/// Largest coordinate of a running scene, relative to its size at the start. A state farther out
/// counts as an explosion.
const REACH: f64 = 1e4;

/// A running scene.
pub struct Simulation {
    pub(crate) scene: &'static Scene,
    pub(crate) values: Values,
    pub(crate) mesh: Option<Arc<Mesh>>,
    pub(crate) model: Model,
    engine: Engine,
    substeps: Substeps,
    clock: Clock,
    hand: Option<Hand>,
    /// State after the last external change, from which the exact solution starts; `None` if none
    /// is known.
    start: Option<Arc<Solution>>,
    pub(crate) spectrum: Spectrum,
    /// Spectrum of the modified system that `stable_range` searched last (no drag, or another value
    /// of a parameter); the next search starts from it.
    pub(crate) reference: Option<Spectrum>,
    /// Reason why the run exploded; cleared once the state is in range again.
    stopped: Option<Error>,
    /// Largest allowed coordinate in m.
    reach: f64,
    /// The setup that checkpoints share, from the first one taken until it changes.
    setup: Option<Arc<Setup>>,
    /// Number of changes of parameters, springs or links.
    changes: u32,
    /// True if springs or links differ from those that the parameters produce.
    altered: bool,
    /// Effort of the steps since a restart or the last change of a parameter.
    effort: Effort,
}

impl Simulation {
    /// Opens the scene `id` with its default parameters.
    ///
    /// # Errors
    /// [`Error::UnknownScene`] or [`Error::NoMemory`].
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// assert_eq!(damper.particles().positions[1].x, 6.0); // 4 m from the anchor it would rest
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn new(id: &str) -> Result<Self, Error> {
        let scene = scenes::find(id)?;
        Self::of(scene, Values::defaults(scene.parameters), None)
    }

    /// Returns the value of a parameter.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    pub fn get(&self, key: &str) -> Result<&Value, Error> {
        self.values.get(key)
    }

    /// Sets a parameter, from the next step on. A parameter that shapes the scene
    /// [`restart`](Self::restart)s it.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`], [`Error::OutOfRange`], [`Error::NotANumber`],
    /// [`Error::NotWhole`], [`Error::UnknownOption`] or [`Error::NoMemory`]; the parameters are
    /// then unchanged.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("stiffness", 8.0)?;
    /// assert_eq!(damper.energy()?.elastic, 16.0); // ½ · 8 N/m · (2 m)²
    /// assert!(damper.set("stiffness", -1.0).is_err());
    /// assert_eq!(damper.get("stiffness")?, &8.0.into());
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), Error> {
        let mut values = self.values.clone();
        if values.set(key, value.into())?.restarts {
            memory::check_rebuilt(self.particles().len(), &values)?;
            self.values = values;
            self.restart();
        } else {
            memory::check_tuned(self.particles().len(), self.new_engine_bytes(&values))?;
            self.values = values;
            self.tune();
        }
        Ok(())
    }

    /// Reason why a parameter has no effect with the present values of the others: the motion is
    /// the same, to the bit, for every value of it. `None` if it has an effect. It can be set in
    /// either case.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// assert_eq!(damper.idle("tolerance")?, Some("only Runge-Kutta 45 has one"));
    /// damper.set("method", "runge-kutta-45")?;
    /// assert_eq!(damper.idle("tolerance")?, None);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn idle(&self, key: &str) -> Result<Option<&'static str>, Error> {
        let Self { values, model, .. } = self;
        Ok((values.parameter(key)?.idle)(&Situation { values, model, mesh: self.mesh.as_deref() }))
    }

    /// Advances by `n` time steps. Stops at the first step after which the state is out of range.
    ///
    /// # Errors
    /// [`Error::Explosion`]: steps fail until a [`restart`](Self::restart) or until all particles
    /// are back in range. [`Error::NotConverged`]: the state is the one before the step that did
    /// not converge. [`Error::Pole`]: no step is taken.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.step(1)?;
    /// // a = −(5 N/m · 2 m)/0.5 kg = −20 m/s²; symplectic Euler: v = −0.2 m/s and x = 6 m − 0.01 s · 0.2 m/s
    /// assert!((damper.particles().positions[1].x - 5.998).abs() < 1e-12);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn step(&mut self, n: u32) -> Result<(), Error> {
        self.check_state()?;
        self.check_pole()?;
        let mut left = n;
        while left > 0 {
            let velocity = self.hand.map(|hand| hand.lead(&mut self.model, self.clock.step));
            // a hand gets a new velocity before each step, and springs tear only between steps
            let most = if self.hand.is_none() && !self.tears() { left } else { 1 };
            match self.advance(most) {
                Ok(taken) => {
                    left -= taken;
                    self.clock.tick(taken);
                }
                Err(cause) => {
                    if let (Some(hand), Some(velocity)) = (self.hand, velocity) {
                        hand.set_velocity(&mut self.model, velocity);
                    }
                    return Err(Error::NotConverged { time: self.time(), method: self.method().label, cause });
                }
            }
            self.model.set_time(self.clock.time());
            if let Some(hand) = &mut self.hand {
                hand.arrive(&mut self.model);
            }
            self.check_state()?;
            self.tear();
        }
        Ok(())
    }

    /// Returns to t = 0 with the present parameters.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.step(100)?;
    /// damper.restart();
    /// assert_eq!(damper.time(), 0.0);
    /// assert_eq!(damper.particles().positions[1].x, 6.0);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn restart(&mut self) {
        self.hand = None;
        self.stopped = None;
        self.altered = false;
        self.model = build(self.scene, &self.values, self.mesh.as_deref());
        self.reach = REACH * self.model.particles().positions.iter().map(|x| x.length()).fold(1.0, f64::max);
        self.clock = Clock::default();
        self.tune();
        if let Model::Mechanical(system) = &mut self.model {
            system.open_account();
        }
    }

    /// Simulated time in s.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.step(300)?;
    /// assert_eq!(damper.time(), 3.0); // 300 · 0.01 s
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// The time step Δt in s.
    #[must_use]
    pub fn time_step(&self) -> f64 {
        self.clock.step.abs()
    }

    /// True if steps go back in time.
    #[must_use]
    pub fn backwards(&self) -> bool {
        self.clock.step < 0.0
    }

    /// Positions, velocities and inverse masses in the present state.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let cloth = Simulation::new("cloth")?;
    /// assert_eq!(cloth.particles().len(), 40 * 30);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn particles(&self) -> &Particles {
        self.model.particles()
    }

    /// The present energy account, in J.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// assert_eq!(damper.energy()?.elastic, 10.0); // ½ · 5 N/m · (2 m)²
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn energy(&self) -> Result<Energy, Error> {
        self.system().map(System::energy)
    }

    /// The mechanical system in its present state.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let cloth = Simulation::new("cloth")?;
    /// let (along, down, across) = (39 * 30, 40 * 29, 2 * 39 * 29);
    /// assert_eq!(cloth.system()?.springs.len(), along + down + across);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn system(&self) -> Result<&System, Error> {
        match &self.model {
            Model::Mechanical(system) => Ok(system),
            _ => Err(Error::NotInScene { what: "forces and energy", scene: self.scene.id }),
        }
    }

    /// The model in its present state.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The running scene.
    #[must_use]
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// The chosen method.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// assert_eq!((damper.method().id, damper.method().order), ("symplectic-euler", 1));
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn method(&self) -> &'static Method {
        self.values.method()
    }

    /// Records of the scene's parameters.
    #[must_use]
    pub fn parameters(&self) -> &'static [Parameter] {
        self.scene.parameters
    }

    /// Number of changes of parameters, springs or links. While it is the same,
    /// [`set_state`](Self::set_state) accepts the state of a copy.
    #[must_use]
    pub fn changes(&self) -> u32 {
        self.changes
    }
}

/// Parts that the other files of this folder build on.
impl Simulation {
    /// Opens a scene with these values and this mesh.
    pub(crate) fn of(scene: &'static Scene, values: Values, mesh: Option<Mesh>) -> Result<Self, Error> {
        memory::check_new(&values, mesh.as_ref())?;
        let model = build(scene, &values, mesh.as_ref());
        let engine = Engine::new(values.method(), &model, Settings::default());
        let mut simulation = Self {
            scene,
            values,
            mesh: mesh.map(Arc::new),
            model,
            engine,
            substeps: Substeps::Number(1),
            clock: Clock::default(),
            hand: None,
            start: None,
            spectrum: Spectrum::default(),
            reference: None,
            stopped: None,
            reach: 0.0,
            setup: None,
            changes: 0,
            altered: false,
            effort: Effort::default(),
        };
        simulation.restart();
        Ok(simulation)
    }

    /// Method settings from the scene's parameters. Linear equations don't need Newton's method.
    pub(crate) fn settings(&self) -> Settings {
        let settings = settings(&self.values, self.particles().len());
        Settings { newton: settings.newton && !self.is_linear(), ..settings }
    }

    pub(crate) fn is_linear(&self) -> bool {
        matches!(&self.model, Model::Mechanical(system) if system.is_linear())
    }

    /// Counts a change of parameters, springs or links.
    fn changed(&mut self) {
        self.changes += 1;
        self.setup = None;
    }

    fn tune(&mut self) {
        self.changed();
        let (hand, scene, values, mesh) = (self.let_go(), self.scene, &self.values, &self.mesh);
        self.model.tune(|model| tune(scene, values, mesh.as_deref(), model));
        if let Some(hand) = hand {
            self.grip(START, hand.particle, hand.target, hand.steps);
        }
        self.start_engine();
        let step = self.values.number(TIME_STEP).copysign(self.clock.step);
        if step != self.clock.step {
            if let Some(hand) = &mut self.hand {
                hand.steps = whole_steps(f64::from(hand.steps) * self.clock.step, step);
            }
            self.clock = Clock::restarted_at(self.time(), step);
        }
        self.restart_exact();
    }

    /// Memory in bytes of the new engine that these values need; 0 if they keep the present one. An
    /// engine with Newton's method is not kept: any change may make the equations linear or
    /// nonlinear.
    fn new_engine_bytes(&self, values: &Values) -> usize {
        let (method, settings) = (values.method(), settings(values, self.particles().len()));
        let kept = !settings.newton && self.engine.suits(method, &self.model, settings);
        if kept { 0 } else { Engine::bytes(method, &self.model) }
    }

    /// Prepares the method for a first step of the present model.
    fn start_engine(&mut self) {
        let (method, settings) = (self.method(), self.settings());
        if self.engine.suits(method, &self.model, settings) {
            self.engine.begin();
        } else {
            self.engine = Engine::new(method, &self.model, settings);
        }
        self.substeps = self.find_substeps();
        self.effort = Effort::default();
    }

    /// Restarts the exact solution from the present state, after an external change.
    fn restart_exact(&mut self) {
        self.start = Solution::starting(&self.model, self.time()).map(Arc::new);
    }

    /// Makes an external change and records its energy.
    fn intervene<R>(&mut self, term: EnergyTerm, change: impl FnOnce(&mut Model) -> R) -> R {
        let result = self.model.intervene(term, change);
        self.restart_exact();
        result
    }
}
