//! A simulation: a scene with its parameters, a method and a clock.

mod clock;
mod engine;
mod explosion;
mod hand;
mod memory;
mod moment;
mod snapshot;
mod substeps;

use crate::{
    Energy, Error, Flow, Follower, Iteration, Mesh, MeshReport, Method, Model, Own, Parameter, Particles, Scene,
    Settings, Solution, Spectrum, System, Value, Values,
    integrators::Stability,
    models::{EnergyTerm, START},
    scenes::parameters::check_whole,
    scenes::{self, build, tune},
};
use clock::{Clock, whole_steps};
use engine::Engine;
use glam::DVec3;
use hand::Hand;
use moment::Setup;
use std::sync::Arc;
use substeps::Substeps;

#[cfg(target_arch = "wasm32")]
pub(crate) use memory::{BUILT, check_bytes};
pub use moment::Moment;

/// Largest coordinate of a running scene, relative to its size at the start. A state farther out
/// counts as an explosion.
const REACH: f64 = 1e4;

/// Relative tolerance of linear systems with more than 8 particles. The remaining error is far
/// below the method's own.
const TOLERANCE: f64 = 1e-6;

/// Number of particles of the default cloth, 40 × 30. Scenes with more count as large.
const LARGE: usize = 1200;

/// A running scene.
pub struct Simulation {
    pub(crate) scene: &'static Scene,
    pub(crate) values: Values,
    pub(crate) mesh: Option<Arc<Mesh>>,
    pub(crate) model: Model,
    engine: Engine,
    substeps: Substeps,
    pub(crate) clock: Clock,
    pub(crate) hand: Option<Hand>,
    /// State after the last external change, from which the exact solution starts; `None` if none
    /// is known.
    pub(crate) start: Option<Solution>,
    pub(crate) spectrum: Spectrum,
    /// Spectrum of the modified system that `stable_range` searched last (no drag, or another value
    /// of a parameter); the next search starts from it.
    pub(crate) reference: Option<Spectrum>,
    /// Reason why the run exploded; cleared once the state is in range again.
    stopped: Option<Error>,
    /// Largest allowed coordinate in m.
    reach: f64,
    /// Data that moments share, from the first one taken until parameters, springs or links change.
    setup: Option<Arc<Setup>>,
    /// Number of changes of parameters, springs or links.
    changes: u32,
    /// True if springs or links differ from those that the parameters produce.
    altered: bool,
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
        };
        simulation.restart();
        Ok(simulation)
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
            self.check_memory_with(&values)?;
            self.values = values;
            self.restart();
        } else {
            self.check_memory_to_tune(&values)?;
            self.values = values;
            self.tune();
        }
        Ok(())
    }

    /// Loads the vertices and edges of a Wavefront OBJ into a scene that is made of a mesh, with
    /// the properties in an accompanying JSON file, and restarts. See [`Mesh::parse`]. If the JSON
    /// has neither pinned vertices nor velocities, the parameter `support` tells what keeps the
    /// mesh in place. Returns a report on what was changed and passed over.
    ///
    /// # Errors
    /// [`Error::NotInScene`], [`Error::File`] also for a JSON value that [`set`](Self::set)
    /// refuses, or [`Error::NoMemory`]; mesh and parameters are then unchanged.
    pub fn load_mesh(&mut self, obj: &str, json: &str) -> Result<MeshReport, Error> {
        if self.scene.id != "mesh" {
            return Err(Error::NotInScene { what: "mesh", scene: self.scene.id });
        }
        memory::check_text(obj.len() + json.len())?;
        let mesh = Mesh::parse(obj, json)?;
        let mut values = self.values.clone();
        for (key, value, given) in mesh.parameters() {
            let refused =
                |error: Error| Error::File { format: "JSON", place: given.to_string(), reason: error.clause() };
            values.set(key, value.into()).map_err(refused)?;
        }
        let report = scenes::mesh::report(&values, &mesh);
        (self.values, self.mesh) = (values, Some(Arc::new(mesh)));
        self.restart();
        Ok(report)
    }

    /// The mesh that was loaded.
    pub(crate) fn mesh(&self) -> Option<&Mesh> {
        self.mesh.as_deref()
    }

    /// Report on the loaded mesh with the present parameters; `None` if none was loaded.
    #[must_use]
    pub fn mesh_report(&self) -> Option<MeshReport> {
        Some(scenes::mesh::report(&self.values, self.mesh()?))
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
        let step = self.values.number("timeStepSize").copysign(self.clock.step);
        if step != self.clock.step {
            if let Some(hand) = &mut self.hand {
                hand.steps = whole_steps(f64::from(hand.steps) * self.clock.step, step);
            }
            self.clock = Clock::restarted_at(self.time(), step);
        }
        self.restart_exact();
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
    }

    /// Restarts the exact solution from the present state, after an external change.
    fn restart_exact(&mut self) {
        self.start = Solution::starting(&self.model, self.time());
    }

    /// Makes an external change and records its energy.
    fn intervene<R>(&mut self, term: EnergyTerm, change: impl FnOnce(&mut Model) -> R) -> R {
        let result = self.model.intervene(term, change);
        self.restart_exact();
        result
    }

    pub(crate) fn is_linear(&self) -> bool {
        matches!(&self.model, Model::Mechanical(system) if system.is_linear())
    }

    /// True if the options `large` of substeps and precision take effect.
    fn is_large(&self) -> bool {
        self.particles().len() > LARGE
    }

    /// Method settings from the scene's parameters. Linear equations don't need Newton's method.
    pub(crate) fn settings(&self) -> Settings {
        let settings = self.settings_with(&self.values);
        Settings { newton: settings.newton && !self.is_linear(), ..settings }
    }

    /// Method settings from these values. Keeps Newton's method even if the equations are linear.
    fn settings_with(&self, values: &Values) -> Settings {
        let mut settings = Settings::default();
        if self.model.particles().len() > 8 {
            settings.tolerance = TOLERANCE;
        }
        if values.has("precision") {
            settings.single = match values.name("precision") {
                "large" => self.is_large(),
                precision => precision == "single",
            };
        }
        if values.has("solver") {
            settings.newton = values.name("solver") == "newton";
        }
        if values.has("sweeps") {
            settings.sweeps = values.count("sweeps");
        }
        if values.has("tolerance") {
            settings.step_tolerance = values.number("tolerance");
        }
        if values.has("spectralRadius") {
            settings.spectral_radius = values.number("spectralRadius");
        }
        if values.has("stiffnessFactor") {
            settings.stiffness_factor = values.number("stiffnessFactor");
        }
        settings
    }

    /// Returns the value of a parameter.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    pub fn get(&self, key: &str) -> Result<&Value, Error> {
        self.values.get(key)
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
        Ok((self.values.parameter(key)?.idle)(self))
    }

    /// Advances by `n` time steps. Stops at the first step after which the state is out of range.
    ///
    /// # Errors
    /// [`Error::Runaway`]: steps fail until a [`restart`](Self::restart) or until all particles are
    /// back in range. [`Error::NotConverged`]: the state is the one before the step that did
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
            let velocity = self.set_hand_velocity();
            // a hand gets a new velocity before each step, and springs tear only between steps
            let most = if self.hand.is_none() && !self.tears() { left } else { 1 };
            match self.advance(most) {
                Ok(taken) => {
                    left -= taken;
                    self.clock.tick(taken);
                }
                Err(cause) => {
                    self.set_held_velocity(velocity);
                    return Err(Error::NotConverged { time: self.time(), method: self.method().label, cause });
                }
            }
            self.model.set_time(self.clock.time());
            self.arrive();
            self.check_state()?;
            self.tear();
        }
        Ok(())
    }

    fn tears(&self) -> bool {
        matches!(&self.model, Model::Mechanical(system) if system.tear.strain > 0.0)
    }

    /// Tears the springs that are strained too far.
    fn tear(&mut self) {
        if let Model::Mechanical(system) = &mut self.model
            && system.tear()
        {
            self.after_tearing();
        }
    }

    /// Updates the substeps, which depend on the intact springs, and drops the data shared by
    /// moments.
    fn after_tearing(&mut self) {
        self.substeps = self.find_substeps();
        self.setup = None;
    }

    /// Takes up to `n` steps on a copy and returns how many it took. This measures the cost of a
    /// step without changing the state.
    #[must_use]
    pub fn rehearse(&self, n: u32) -> u32 {
        let mut copy =
            self.running(self.model.clone(), self.settings(), Clock::restarted_at(self.time(), self.clock.step));
        // an explosion of the copy is no error: the steps up to it are counted
        let _ = copy.step(n);
        copy.clock.steps
    }

    /// Copies the present state with another time step and without a hand: a held particle is at
    /// rest. Numbers have 64 bits, linear systems are solved to rounding, and a method that chooses
    /// its own steps takes each time step as one. The number of substeps is the present one.
    pub(crate) fn copy(&self, step: f64) -> Self {
        let mut model = self.model.clone();
        if let Some(Hand { particle, .. }) = self.hand {
            model.particles_mut().velocities[particle] = DVec3::ZERO;
        }
        let tolerance = Settings::default().tolerance;
        let settings = Settings { single: false, tolerance, step_tolerance: f64::INFINITY, ..self.settings() };
        let running = self.running(model, settings, Clock::restarted_at(self.time(), step));
        let substeps = Substeps::Number(self.substeps());
        let mut copy = Self { mesh: self.mesh.clone(), hand: None, substeps, ..running };
        copy.intervene(START, |_| {});
        copy
    }

    /// Copies the simulation with this model, without mesh, spectra and exact solution.
    fn running(&self, model: Model, settings: Settings, clock: Clock) -> Self {
        Self {
            values: self.values.clone(),
            mesh: None,
            engine: Engine::new(self.method(), &model, settings),
            model,
            clock,
            start: None,
            spectrum: Spectrum::default(),
            reference: None,
            stopped: self.stopped.clone(),
            setup: None,
            ..*self
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

    /// Reverses time: from now on steps have −Δt, or Δt again, and the clock runs the other way,
    /// until a [`restart`](Self::restart).
    ///
    /// A method that is its own adjoint ([`Method::symmetric`]) returns to its start except for
    /// rounding: without damping both forms of Verlet, leapfrog and RATTLE, with or without it
    /// implicit midpoint and exact steps. Other methods don't return; symplectic Euler is undone by
    /// its adjoint. Dampers return their heat, and the energy account records that. A hand moves on
    /// towards its target.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("method", "velocity-verlet")?;
    /// damper.step(100)?;
    /// damper.reverse();
    /// damper.step(100)?;
    /// assert!((damper.particles().positions[1].x - 6.0).abs() < 1e-12); // where it came from
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn reverse(&mut self) {
        self.engine.turn(&mut self.model, self.clock.step);
        self.clock = Clock::restarted_at(self.time(), -self.clock.step);
        self.restart_exact();
    }

    /// The running scene.
    #[must_use]
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// The model in its present state.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
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

    /// The flow in its present state.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models.
    pub fn flow(&self) -> Result<&Flow, Error> {
        match &self.model {
            Model::Flow(flow) => Ok(flow),
            _ => Err(Error::NotInScene { what: "field", scene: self.scene.id }),
        }
    }

    /// Stages of the next step of a tracer, without taking it: x, y, ẋ, ẏ for each, the point where
    /// the field is evaluated and the slope there. `None` if the chosen method is no explicit
    /// Runge-Kutta method.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models than a flow, [`Error::NotWhole`] for an invalid
    /// index.
    pub fn stages(&self, particle: usize) -> Result<Option<Vec<f64>>, Error> {
        let flow = self.flow()?;
        self.check_particle(particle)?;
        Ok(match self.method().stability {
            Stability::Polynomial(_, tableau) => Some(flow.stages(particle, tableau, self.clock.step)),
            _ => None,
        })
    }

    /// Bob and his followers in their present state.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models.
    pub fn follower(&self) -> Result<&Follower, Error> {
        match &self.model {
            Model::Follower(follower) => Ok(follower),
            _ => Err(Error::NotInScene { what: "follower", scene: self.scene.id }),
        }
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

    /// Number of changes of parameters, springs or links. While it is the same,
    /// [`set_state`](Self::set_state) accepts the state of a copy.
    #[must_use]
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// The values of the scene's parameters.
    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    /// Records of the scene's parameters.
    #[must_use]
    pub fn parameters(&self) -> &'static [Parameter] {
        self.scene.parameters
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

    /// Statistics of each linear system that an implicit method solved in the last step, in turn; a
    /// single one if the equations are linearised. Empty before the first step, `None` for other
    /// methods.
    #[must_use]
    pub fn solver(&self) -> Option<&[Iteration]> {
        self.engine.iterations()
    }

    /// Lengths in s of the method's own steps within the last time step, negative if time ran
    /// backwards. Empty before the first step, `None` for methods that choose none.
    #[must_use]
    pub fn accepted_steps(&self) -> Option<&[f64]> {
        self.engine.own_steps().map(|own| &own.accepted[..])
    }

    /// Number of own steps within the last time step whose error exceeded the tolerance; `None` for
    /// methods that choose none.
    #[must_use]
    pub fn rejected_steps(&self) -> Option<u32> {
        self.engine.own_steps().map(|own| own.rejected)
    }

    /// Removes link `index` of the scene's constraints, or of its springs if it has no constraints.
    /// The last link takes its index.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a scene without links, or [`Error::NotWhole`].
    pub fn cut(&mut self, index: usize) -> Result<(), Error> {
        let Some(last) = self.system()?.links().checked_sub(1) else {
            return Err(Error::NotInScene { what: "links", scene: self.scene.id });
        };
        check_whole("link", index as f64, [0, u32::try_from(last).unwrap_or(u32::MAX)])?;
        self.intervene(START, |model| {
            if let Model::Mechanical(system) = model {
                if system.constraints.is_empty() { system.springs.cut(index) } else { system.constraints.cut(index) }
            }
        });
        self.altered = true;
        self.changed();
        self.start_engine();
        Ok(())
    }

    /// Gives spring `index` its own stiffness, damping or rest length, which parameters no longer
    /// change; values left out are kept. A [`restart`](Self::restart) undoes it.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a scene without springs, or one that is a single oscillator, whose
    /// spring is set by its parameters; [`Error::NotWhole`] or [`Error::OutOfRange`].
    pub fn set_spring(&mut self, index: usize, own: Own) -> Result<(), Error> {
        let Some(last) = self.system()?.springs.len().checked_sub(1).filter(|_| self.scene.oscillator.is_none()) else {
            return Err(Error::NotInScene { what: "springs to set one by one", scene: self.scene.id });
        };
        check_whole("spring", index as f64, [0, u32::try_from(last).unwrap_or(u32::MAX)])?;
        own.check()?;
        self.intervene(START, |model| {
            if let Model::Mechanical(system) = model {
                system.springs.give(index, own);
            }
        });
        self.altered = true;
        self.tune();
        Ok(())
    }

    /// Masses in kg, infinite for fixed particles. A held particle has its own mass.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// assert_eq!(damper.masses(), [f64::INFINITY, 0.5]);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn masses(&self) -> Vec<f64> {
        let mut masses: Vec<f64> = self.particles().inverse_masses.iter().map(|w| w.recip()).collect();
        if let Some(Hand { particle, inverse_mass, .. }) = self.hand {
            masses[particle] = inverse_mass.recip();
        }
        masses
    }

    /// Indices of the fixed particles. A held particle is included only if it is fixed without the
    /// hand, too.
    pub fn fixed(&self) -> impl Iterator<Item = usize> {
        let held = self.hand.filter(|hand| hand.inverse_mass > 0.0).map(|hand| hand.particle);
        let weights = self.particles().inverse_masses.iter().enumerate();
        weights.filter(move |&(i, &weight)| weight == 0.0 && held != Some(i)).map(|(i, _)| i)
    }

    /// Prepares time, method and exact solution after a state was read.
    pub(crate) fn resume(&mut self) {
        self.model.set_time(self.time());
        self.start_engine();
        self.restart_exact();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No scene has rods and springs, so springs are added to a rope of rods.
    #[test]
    fn cut_removes_a_rod_even_if_there_are_more_springs() {
        let chain = Simulation::new("chain").unwrap();
        let spring = chain.system().unwrap().springs.iter().next().unwrap().1;
        let mut rope = Simulation::new("verlet").unwrap();
        let Model::Mechanical(system) = &mut rope.model else { panic!("a rope is mechanical") };
        for _ in 0..100 {
            system.springs.push([0, 1], spring);
        }
        let (rods, springs) = (system.constraints.len(), system.springs.len());
        assert!(0 < rods && rods < springs);
        let sentence = rope.cut(rods).unwrap_err().to_string();
        assert_eq!(sentence, format!("link must be a whole number from 0 to {}; {rods} was given.", rods - 1));
        rope.cut(rods - 1).unwrap();
        let system = rope.system().unwrap();
        assert_eq!((system.constraints.len(), system.springs.len()), (rods - 1, springs));
        rope.step(1).unwrap();
    }
}
