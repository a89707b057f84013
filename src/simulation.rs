//! A scene, a method and a clock.

use crate::{
    Energy, Error, Excitation, Flow, Follower, Iteration, Matrices, Measured, Mesh, Method, Mode, Model, Own,
    Parameter, Particles, Resonance, Response, Scene, Settings, Solution, Spectrum, System, Value, Values, Waveform,
    elementary::cos,
    exact::DampedOscillator,
    fit_oscillation,
    integrators::{METHODS, Stability},
    model::{Engine, build, tune},
    parameters::{check_range, check_whole},
    scenes, solution,
    stability::rates,
};
use glam::DVec3;
use num_complex::Complex64;

/// Largest allowed speed in m/s for [`Simulation::set_velocity`].
const SPEED: f64 = 1e6;

/// A state this many times farther out than the scene is wide is a run that exploded, not motion.
const REACH: f64 = 1e4;

/// Velocities of a hand that differ by less than this part are the same: each is the way left over the time left.
const SAME: f64 = 1e-9;

/// Relative tolerance of linear systems with more particles than a handful: the error it leaves is far below the method's.
const TOLERANCE: f64 = 1e-6;

/// A running scene.
pub struct Simulation {
    scene: &'static Scene,
    pub(crate) values: Values,
    pub(crate) mesh: Option<Mesh>,
    pub(crate) model: Model,
    engine: Engine,
    pub(crate) clock: Clock,
    pub(crate) hand: Option<Hand>,
    /// The state after the last change from outside, where the exact motion from it is known.
    start: Option<Solution>,
    spectrum: Spectrum,
    /// Why the run ran away, until the state makes sense again.
    pub(crate) stopped: Option<Error>,
    /// Largest meaningful coordinate in m.
    reach: f64,
}

/// Simulated time as whole steps since the step size last changed, so that no rounding adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    pub origin: f64,
    pub steps: u32,
    pub step: f64,
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

/// A held particle, where it is led within how many steps, and the inverse mass it gets back. Held, it is a fixed one that
/// moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hand {
    pub particle: usize,
    pub inverse_mass: f64,
    pub target: DVec3,
    pub steps: u32,
}

impl Simulation {
    /// The scene `id` with its default parameters.
    ///
    /// # Errors
    /// [`Error::UnknownScene`].
    pub fn new(id: &str) -> Result<Self, Error> {
        let scene = scenes::find(id)?;
        Ok(Self::of(scene, Values::defaults(scene.parameters), None))
    }

    pub(crate) fn of(scene: &'static Scene, values: Values, mesh: Option<Mesh>) -> Self {
        let model = build(scene, &values, mesh.as_ref());
        let engine = Engine::new(method(&values), &model, Settings::default());
        let mut simulation = Self {
            scene,
            values,
            mesh,
            model,
            engine,
            clock: Clock::default(),
            hand: None,
            start: None,
            spectrum: Spectrum::default(),
            stopped: None,
            reach: 0.0,
        };
        simulation.restart();
        simulation
    }

    /// Back to t = 0 with the parameters as they are.
    pub fn restart(&mut self) {
        self.hand = None;
        self.stopped = None;
        self.model = build(self.scene, &self.values, self.mesh.as_ref());
        self.reach = REACH * self.model.particles().positions.iter().map(|x| x.length()).fold(1.0, f64::max);
        self.clock = Clock::default();
        self.tune();
        if let Model::Mechanical(system) = &mut self.model {
            system.open_account();
        }
    }

    /// Sets a parameter, from the next step on; one that shapes the scene [`restart`](Self::restart)s it.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`], [`Error::OutOfRange`], [`Error::NotANumber`], [`Error::NotWhole`] or
    /// [`Error::UnknownOption`]; the parameters are then as before.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) -> Result<(), Error> {
        let parameter = self.values.set(key, value.into())?;
        if parameter.restarts {
            self.restart();
        } else {
            self.tune();
        }
        Ok(())
    }

    /// Takes the vertices and edges of a Wavefront OBJ for a scene that is made of a mesh, with the properties of a JSON file
    /// beside it, and restarts. See [`Mesh::parse`].
    ///
    /// # Errors
    /// [`Error::NotInScene`], [`Error::File`], or what [`set`](Self::set) says of a value in the JSON; mesh and parameters
    /// are then as before.
    pub fn load_mesh(&mut self, obj: &str, json: &str) -> Result<(), Error> {
        if self.scene.id != "mesh" {
            return Err(Error::NotInScene { what: "mesh", scene: self.scene.id });
        }
        let mesh = Mesh::parse(obj, json)?;
        let mut values = self.values.clone();
        for (key, value, line) in mesh.parameters() {
            let refused = |error: Error| Error::File { format: "JSON", line, reason: error.clause() };
            values.set(key, value.into()).map_err(refused)?;
        }
        (self.values, self.mesh) = (values, Some(mesh));
        self.restart();
        Ok(())
    }

    fn tune(&mut self) {
        let (hand, scene, values, mesh) = (self.let_go(), self.scene, &self.values, &self.mesh);
        self.model.intervene(|model| tune(scene, values, mesh.as_ref(), model));
        if let Some(hand) = hand {
            self.grip(hand.particle, hand.target, hand.steps);
        }
        self.engine = Engine::new(self.method(), &self.model, self.settings());
        let step = self.values.number("timeStepSize").copysign(self.clock.step);
        if step != self.clock.step {
            if let Some(hand) = &mut self.hand {
                hand.steps = whole_steps(f64::from(hand.steps) * self.clock.step, step);
            }
            self.clock = Clock::restarted_at(self.time(), step);
        }
        self.set_out();
    }

    /// Starts the exact motion anew from the state as it is, after a change from outside.
    fn set_out(&mut self) {
        self.start = Solution::starting(&self.model, self.time());
    }

    /// Makes a change from outside.
    fn intervene<R>(&mut self, change: impl FnOnce(&mut Model) -> R) -> R {
        let result = self.model.intervene(change);
        self.set_out();
        result
    }

    /// What the scene lets its users choose about a method.
    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        if self.model.particles().len() > 8 {
            settings.tolerance = TOLERANCE;
        }
        if self.values.has("solver") {
            settings.newton = self.values.name("solver") == "newton";
        }
        if self.values.has("sweeps") {
            settings.sweeps = self.values.count("sweeps");
        }
        if self.values.has("tolerance") {
            settings.step_tolerance = self.values.number("tolerance");
        }
        if self.values.has("spectralRadius") {
            settings.spectral_radius = self.values.number("spectralRadius");
        }
        if self.values.has("stiffnessFactor") {
            settings.stiffness_factor = self.values.number("stiffnessFactor");
        }
        settings
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
    /// [`Error::Runaway`]: steps fail until a [`restart`](Self::restart) or until all particles are back in reach.
    /// [`Error::NotConverged`]: the state is that before the step that has no solution.
    pub fn step(&mut self, n: u32) -> Result<(), Error> {
        self.check_state()?;
        self.check_pole()?;
        for _ in 0..n {
            let velocity = self.lead();
            if let Err(cause) = self.engine.step(&mut self.model, self.clock.step) {
                self.led(velocity);
                return Err(Error::NotConverged { time: self.time(), method: self.method().label, cause });
            }
            self.clock.tick();
            self.model.set_time(self.clock.time());
            self.arrive();
            self.check_state()?;
        }
        Ok(())
    }

    /// Refuses a step of a flow for which an implicit method would divide by 0: hλ = 1 for implicit Euler, hλ = 2 for implicit midpoint.
    fn check_pole(&self) -> Result<(), Error> {
        let Model::Flow(flow) = &self.model else { return Ok(()) };
        let (method, step) = (self.method(), self.clock.step);
        let finite = |z| method.stability_function(z).is_none_or(|r| r.norm_sqr().is_finite());
        // what is infinite beside it too has grown too large, and is no pole
        let pole = |rate: &Complex64| !finite(step * rate) && finite(1.000_001 * step * rate);
        match rates(&flow.oscillator()).into_iter().find(pole) {
            Some(rate) if rate.im == 0.0 => Err(Error::Pole { method: method.label, step, rate: rate.re }),
            _ => Ok(()),
        }
    }

    /// Gives the held particle the velocity that takes it to the hand in time, 0 if it is there; returns the one before.
    fn lead(&mut self) -> DVec3 {
        let Some(Hand { particle, target, steps, .. }) = self.hand else { return DVec3::ZERO };
        let way = target - self.particles().positions[particle];
        self.led(if steps > 0 { way / (f64::from(steps) * self.clock.step) } else { DVec3::ZERO })
    }

    /// Gives the held particle a velocity and returns the one before.
    fn led(&mut self, velocity: DVec3) -> DVec3 {
        let Some(Hand { particle, .. }) = self.hand else { return velocity };
        let before = std::mem::replace(&mut self.model.particles_mut().velocities[particle], velocity);
        if let Model::Mechanical(system) = &mut self.model
            && (velocity - before).length() > SAME * velocity.length()
        {
            system.history.clear();
        }
        before
    }

    /// Counts the step, and puts the held particle exactly where the hand is after the last one. A tracer has no velocity of
    /// its own to get there by.
    fn arrive(&mut self) {
        let Some(hand) = &mut self.hand else { return };
        let left = hand.steps;
        hand.steps = left.saturating_sub(1);
        let position = &mut self.model.particles_mut().positions[hand.particle];
        if left <= 1 {
            *position = hand.target;
        }
        if let Model::Flow(flow) = &mut self.model {
            let position = &mut flow.particles.positions[hand.particle];
            *position += (hand.target - *position) / f64::from(left.max(1));
            flow.refresh();
        }
    }

    /// Takes up to `n` steps on a copy and returns how many it took: for measuring what a step costs without taking it.
    #[must_use]
    pub fn rehearse(&self, n: u32) -> u32 {
        let mut copy =
            self.running(self.model.clone(), self.settings(), Clock::restarted_at(self.time(), self.clock.step));
        // a copy that runs away has taken its steps all the same
        let _ = copy.step(n);
        copy.clock.steps
    }

    /// The state as it is with another time step, without a hand: what was held rests. Linear systems are solved to the last digits, and a method
    /// that chooses its own steps takes the time step as one.
    pub(crate) fn copy(&self, step: f64) -> Self {
        let mut model = self.model.clone();
        if let Some(Hand { particle, .. }) = self.hand {
            model.particles_mut().velocities[particle] = DVec3::ZERO;
        }
        let tolerance = Settings::default().tolerance;
        let settings = Settings { tolerance, step_tolerance: f64::INFINITY, ..self.settings() };
        let running = self.running(model, settings, Clock::restarted_at(self.time(), step));
        let mut copy = Self { mesh: self.mesh.clone(), hand: None, ..running };
        copy.intervene(|_| {});
        copy
    }

    /// A copy with this model, without what only shows.
    fn running(&self, model: Model, settings: Settings, clock: Clock) -> Self {
        Self {
            values: self.values.clone(),
            mesh: None,
            engine: Engine::new(self.method(), &model, settings),
            model,
            clock,
            start: None,
            spectrum: Spectrum::default(),
            stopped: self.stopped.clone(),
            ..*self
        }
    }

    fn check_state(&mut self) -> Result<(), Error> {
        let particles = self.model.particles();
        // a comparison with NaN is false
        let within = |bound: f64| move |x: &DVec3| x.abs().cmple(DVec3::splat(bound)).all();
        if particles.positions.iter().all(within(self.reach)) && particles.velocities.iter().all(within(f64::MAX)) {
            self.stopped = None;
            return Ok(());
        }
        if self.stopped.is_none() {
            self.stopped = Some(self.cause());
        }
        self.stopped.clone().map_or(Ok(()), Err)
    }

    /// Step, limit and growth of a run that ran away. Where no oscillator says, they are those of the scene at its start.
    fn cause(&self) -> Error {
        let (method, settings, step) = (self.method(), self.settings(), self.time_step());
        let (limit, growth) = if let Some(limit) = self.oscillator_limit() {
            (
                limit,
                self.oscillators().map(|oscillator| method.growth(&oscillator, step, &settings)).fold(0.0, f64::max),
            )
        } else {
            let mut model = build(self.scene, &self.values, self.mesh.as_ref());
            tune(self.scene, &self.values, self.mesh.as_ref(), &mut model);
            let mut spectrum = Spectrum::default();
            if let Model::Mechanical(system) = &model {
                spectrum.update(system, method, settings, step);
            }
            (spectrum.step_limit().seconds, spectrum.growth())
        };
        Error::Runaway { time: self.time(), method: method.label, step, limit, growth }
    }

    /// Simulated time in s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// The time step Δt in s.
    #[must_use]
    pub fn time_step(&self) -> f64 {
        self.clock.step.abs()
    }

    /// Whether steps go back in time.
    #[must_use]
    pub fn backwards(&self) -> bool {
        self.clock.step < 0.0
    }

    /// Turns time round: from now on steps have −Δt, or Δt again, and the clock runs the other way, until a
    /// [`restart`](Self::restart).
    ///
    /// A method that is its own adjoint, with which −Δt undoes a step, returns to where it came from but for rounding: Verlet, velocity
    /// Verlet without damping, implicit midpoint when its equations are solved. Others return to another place; symplectic Euler is
    /// undone by its adjoint. Dampers give back their heat, by the same account. A hand goes on to where it was going.
    pub fn reverse(&mut self) {
        self.engine.turn(&mut self.model, self.clock.step);
        self.clock = Clock::restarted_at(self.time(), -self.clock.step);
        self.set_out();
    }

    /// The scene that runs.
    #[must_use]
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// The model as it is now.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Positions, velocities and inverse masses now.
    #[must_use]
    pub fn particles(&self) -> &Particles {
        self.model.particles()
    }

    /// The mechanical system as it is now.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn system(&self) -> Result<&System, Error> {
        match &self.model {
            Model::Mechanical(system) => Ok(system),
            _ => Err(Error::NotInScene { what: "forces and energy", scene: self.scene.id }),
        }
    }

    /// The flow as it is now.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models.
    pub fn flow(&self) -> Result<&Flow, Error> {
        match &self.model {
            Model::Flow(flow) => Ok(flow),
            _ => Err(Error::NotInScene { what: "field", scene: self.scene.id }),
        }
    }

    /// The stages of the next step of a tracer, without taking it: the place where the field is evaluated and the slope found there, as
    /// x, y, ẋ, ẏ for each. `None` if the chosen method is no explicit Runge-Kutta method.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models than a flow, [`Error::NotWhole`] for a tracer that is not there.
    pub fn stages(&self, particle: usize) -> Result<Option<Vec<f64>>, Error> {
        let flow = self.flow()?;
        self.check_particle(particle)?;
        Ok(match self.method().stability {
            Stability::Polynomial(_, tableau) => Some(flow.stages(particle, tableau, self.clock.step)),
            _ => None,
        })
    }

    /// Bob and his followers as they are now.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models.
    pub fn follower(&self) -> Result<&Follower, Error> {
        match &self.model {
            Model::Follower(follower) => Ok(follower),
            _ => Err(Error::NotInScene { what: "follower", scene: self.scene.id }),
        }
    }

    /// The energy account now, in J.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn energy(&self) -> Result<Energy, Error> {
        self.system().map(System::energy)
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

    /// What each linear system of the last step did for an implicit method's equations, in turn: one if they are linearised. Empty
    /// before a first step, `None` for other methods.
    #[must_use]
    pub fn solver(&self) -> Option<&[Iteration]> {
        self.engine.iterations()
    }

    /// The lengths in s of the steps that the chosen method took of its own within the last time step, negative where time ran back. Empty before
    /// a first step, `None` for methods that choose none.
    #[must_use]
    pub fn accepted_steps(&self) -> Option<&[f64]> {
        self.engine.own_steps().map(|own| &own.accepted[..])
    }

    /// How many steps of its own the chosen method tried in the last time step that missed the tolerance; `None` for methods that choose none.
    #[must_use]
    pub fn rejected_steps(&self) -> Option<u32> {
        self.engine.own_steps().map(|own| own.rejected)
    }

    /// The exact solution now, from the state after the last change from outside: opening, restart, restore, a parameter set (step size
    /// and method too), a particle moved, held or released, a link cut. At that moment it is the state, to the bit.
    ///
    /// It is known for a mass on one spring to a fixed particle, driven or not, and for flows; `None` for all else, while a hand holds a particle, and
    /// in the scene `damper` for motion that is not radial and from when the mass reaches the anchor.
    #[must_use]
    pub fn exact(&self) -> Option<Solution> {
        self.exact_at(self.time())
    }

    /// … at a `time` (s) from then on.
    pub(crate) fn exact_at(&self, time: f64) -> Option<Solution> {
        let start = self.start.as_ref().filter(|_| self.hand.is_none())?;
        start.at(&self.model, time)
    }

    /// The linear oscillator behind step limit and damping ratio, where the scene is one: a mass on a spring, or a field.
    #[must_use]
    pub fn oscillator(&self) -> Option<DampedOscillator> {
        match (self.scene.oscillator, &self.model) {
            (Some(oscillator), _) => Some(oscillator(&self.values)),
            (None, Model::Flow(flow)) => Some(flow.oscillator()),
            (None, _) => None,
        }
    }

    /// What drives the scene, if anything does.
    #[must_use]
    pub fn excitation(&self) -> Option<&Excitation> {
        self.system().ok()?.excitation.as_ref()
    }

    /// The steady oscillation of the mass under a cosine drive of the present amplitude and of Ω (rad/s): amplitude in m, phase against the
    /// drive in rad. `None` where nothing drives.
    #[must_use]
    pub fn response(&self, angular_frequency: f64) -> Option<Response> {
        let drive = self.excitation()?;
        let Response { amplitude, phase } = self.oscillator()?.transfer(drive.input, angular_frequency);
        Some(Response { amplitude: drive.amplitude.length() * amplitude, phase })
    }

    /// The resonance of the scene, its amplitude in m at the present amplitude of the drive. `None` where nothing drives.
    #[must_use]
    pub fn resonance(&self) -> Option<Resonance> {
        let drive = self.excitation()?;
        let resonance = self.oscillator()?.resonance(drive.input);
        Some(Resonance { amplitude: drive.amplitude.length() * resonance.amplitude, ..resonance })
    }

    /// Where the mass would be now, in m along the drive, in the steady oscillation: what the exact motion is without its transient.
    /// `None` where no cosine drives, and at resonance without damping, which never becomes steady.
    #[must_use]
    pub fn steady(&self) -> Option<f64> {
        let drive = self.excitation().filter(|drive| drive.waveform == Waveform::Cosine)?;
        let Response { amplitude, phase } = self.response(drive.angular_frequency)?;
        amplitude.is_finite().then(|| amplitude * cos(drive.phase_at(self.time()) + phase))
    }

    /// The oscillation at the frequency of the drive in samples `values` (m) of a motion at `times` (s): amplitude and phase against the
    /// drive by least squares, and what is left. The drive must not have changed since the first of them. `None` where nothing drives or
    /// the samples don't tell.
    #[must_use]
    pub fn measure(&self, times: &[f64], values: &[f64]) -> Option<Measured> {
        let drive = self.excitation()?;
        fit_oscillation(times.iter().map(|&time| drive.phase_at(time)).zip(values.iter().copied()))
    }

    /// The oscillators that decide the step limit: that of the scene, and one without its damper while a mass circles about the far end of
    /// its spring, where the damper resists nothing.
    fn oscillators(&self) -> impl Iterator<Item = DampedOscillator> {
        let circles = self.system().is_ok_and(solution::circles);
        let undamped = |oscillator| DampedOscillator { damping: 0.0, ..oscillator };
        let oscillator = self.oscillator();
        oscillator.into_iter().chain(oscillator.filter(|_| circles).map(undamped))
    }

    fn oscillator_limit(&self) -> Option<f64> {
        self.oscillators().map(|oscillator| self.method().step_limit(&oscillator)).reduce(f64::min)
    }

    /// What one step of the chosen method makes of the oscillation: the factor on it, complex, with an angle from 0 to π rad; without the
    /// method's error it would be e^(hλ), of the modulus e^(−γh/2) and the angle h ω_d. Where nothing swings, the factor on the slower
    /// motion. `None` where the scene has no oscillator, or one without stiffness.
    #[must_use]
    pub fn amplification(&self) -> Option<Complex64> {
        let oscillator = self.oscillator().filter(|oscillator| oscillator.stiffness != 0.0)?;
        self.method().amplification(&oscillator, self.clock.step, &self.settings())
    }

    /// The fastest modes of a mechanical system in its present state, and what they allow the chosen method.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn spectrum(&mut self) -> Result<&Spectrum, Error> {
        let (method, settings, step) = (self.method(), self.settings(), self.time_step());
        match &self.model {
            Model::Mechanical(system) => self.spectrum.update(system, method, settings, step),
            _ => return Err(Error::NotInScene { what: "forces and energy", scene: self.scene.id }),
        }
        Ok(&self.spectrum)
    }

    /// Largest stable time step of the chosen method in s: 0 if every step grows, infinite if none does. On the scene's own
    /// oscillator where it has one, else by the fastest modes of the present state; see [`Spectrum`] for where it is a bound only.
    #[must_use]
    pub fn step_limit(&mut self) -> f64 {
        self.oscillator_limit()
            .unwrap_or_else(|| self.spectrum().map_or(f64::INFINITY, |spectrum| spectrum.step_limit().seconds))
    }

    /// The matrices K, M and D of a mechanical system in its present state, as the chosen method feels them.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn matrices(&self) -> Result<Matrices, Error> {
        Ok(Matrices::of(self.system()?, !self.method().projects_contacts))
    }

    /// All modes of a mechanical system in its present state without its dampers, the slowest first.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower, [`Error::NotWhole`] for more than [`Mode::MOST`] free particles.
    pub fn modes(&self) -> Result<Vec<Mode>, Error> {
        let free = self.system()?.particles.free().count();
        check_whole("number of free particles", free as f64, [0, Mode::MOST])?;
        Ok(self.matrices()?.modes())
    }

    /// Puts a particle at `position` (m), at once. Its velocity stays.
    ///
    /// # Errors
    /// [`Error::NotWhole`], [`Error::OutOfRange`], or [`Error::DrivenParticle`] for one that the drive leads.
    pub fn set_position(&mut self, particle: usize, position: DVec3) -> Result<(), Error> {
        self.check_movable(particle)?;
        check_vector("position", position, self.reach, "m")?;
        self.intervene(|model| model.particles_mut().positions[particle] = position);
        if let Some(hand) = self.hand.as_mut().filter(|hand| hand.particle == particle) {
            (hand.target, hand.steps) = (position, 0);
        }
        Ok(())
    }

    /// Gives a particle a velocity in m/s.
    ///
    /// # Errors
    /// [`Error::NotWhole`], [`Error::FixedParticle`] (also for a held one), [`Error::OutOfRange`], or [`Error::NotInScene`] for a
    /// tracer, which has the velocity of the field.
    pub fn set_velocity(&mut self, particle: usize, velocity: DVec3) -> Result<(), Error> {
        self.check_particle(particle)?;
        check_vector("velocity", velocity, SPEED, "m/s")?;
        if let Model::Flow(_) = self.model {
            return Err(Error::NotInScene { what: "velocities to set", scene: self.scene.id });
        }
        if self.particles().inverse_masses[particle] == 0.0 {
            return Err(Error::FixedParticle { index: particle });
        }
        self.intervene(|model| model.particles_mut().velocities[particle] = velocity);
        Ok(())
    }

    /// Takes a particle in hand and leads it to `target` (m) within `time` (s of simulated time): it goes there evenly,
    /// whatever pulls at it, and its neighbours feel its true velocity. Then it rests, until it is led on or released. With
    /// the time 0 it is there at once. One hand holds one particle; a second one is taken instead of the first, which starts
    /// from rest.
    ///
    /// # Errors
    /// As [`set_position`](Self::set_position), and [`Error::OutOfRange`] for a time above 1000 s.
    pub fn hold(&mut self, particle: usize, target: DVec3, time: f64) -> Result<(), Error> {
        self.check_movable(particle)?;
        check_vector("position", target, self.reach, "m")?;
        check_range("time", time, [0.0, 1000.0], "s")?;
        if self.hand.is_none_or(|hand| hand.particle != particle) {
            self.release(DVec3::ZERO)?;
            self.grip(particle, self.particles().positions[particle], 0);
        }
        let steps = whole_steps(time, self.time_step());
        if steps == 0 {
            self.set_position(particle, target)?;
            self.model.particles_mut().velocities[particle] = DVec3::ZERO;
        }
        if let Some(hand) = &mut self.hand {
            (hand.target, hand.steps) = (target, steps);
        }
        Ok(())
    }

    /// Takes a particle in hand, to be at `target` after `steps` steps.
    fn grip(&mut self, particle: usize, target: DVec3, steps: u32) {
        let inverse_mass = self.intervene(|model| {
            let particles = model.particles_mut();
            particles.velocities[particle] = DVec3::ZERO;
            std::mem::take(&mut particles.inverse_masses[particle])
        });
        self.hand = Some(Hand { particle, inverse_mass, target, steps });
        self.lead_bob();
    }

    fn lead_bob(&mut self) {
        if let Model::Follower(follower) = &mut self.model {
            follower.led = self.hand.is_some_and(|hand| hand.particle == 0);
        }
    }

    /// Lets go of the held particle with a `velocity` in m/s: zero, or that of a throw. Does nothing if none is held.
    ///
    /// # Errors
    /// [`Error::OutOfRange`]; the particle is then still held.
    pub fn release(&mut self, velocity: DVec3) -> Result<(), Error> {
        check_vector("velocity", velocity, SPEED, "m/s")?;
        if let Some(hand) = self.hand.take() {
            self.intervene(|model| {
                let Particles { velocities, inverse_masses, .. } = model.particles_mut();
                inverse_masses[hand.particle] = hand.inverse_mass;
                velocities[hand.particle] = if hand.inverse_mass > 0.0 { velocity } else { DVec3::ZERO };
            });
            self.lead_bob();
        }
        Ok(())
    }

    /// Gives the held particle its mass back for as long as masses are written anew.
    fn let_go(&mut self) -> Option<Hand> {
        let hand = self.hand.take()?;
        self.intervene(|model| model.particles_mut().inverse_masses[hand.particle] = hand.inverse_mass);
        Some(hand)
    }

    /// Cuts link `index` of the scene's constraints, or of its springs where it has no constraints. The last one gets its
    /// index.
    ///
    /// # Errors
    /// [`Error::NotInScene`] or [`Error::NotWhole`].
    pub fn cut(&mut self, index: usize) -> Result<(), Error> {
        let links = self.system().map(|system| system.constraints.len().max(system.springs.len()))?;
        let Some(last) = links.checked_sub(1) else {
            return Err(Error::NotInScene { what: "links", scene: self.scene.id });
        };
        check_whole("link", index as f64, [0, u32::try_from(last).unwrap_or(u32::MAX)])?;
        self.intervene(|model| {
            if let Model::Mechanical(system) = model {
                if system.constraints.is_empty() { system.springs.cut(index) } else { system.constraints.cut(index) }
            }
        });
        self.engine = Engine::new(self.method(), &self.model, self.settings());
        Ok(())
    }

    fn check_movable(&self, particle: usize) -> Result<(), Error> {
        self.check_particle(particle)?;
        let led = self.excitation().and_then(Excitation::led);
        if led == Some(particle) { Err(Error::DrivenParticle { index: particle }) } else { Ok(()) }
    }

    /// Gives spring `index` stiffness, damping or rest length of its own, which parameters do not change any more; what is left out
    /// stays. Until a [`restart`](Self::restart), which builds the scene anew.
    ///
    /// # Errors
    /// [`Error::NotInScene`] without springs, and where a single oscillator is the scene, whose parameters are its spring;
    /// [`Error::NotWhole`] or [`Error::OutOfRange`].
    pub fn set_spring(&mut self, index: usize, own: Own) -> Result<(), Error> {
        let Some(last) = self.system()?.springs.len().checked_sub(1).filter(|_| self.scene.oscillator.is_none()) else {
            return Err(Error::NotInScene { what: "springs to set one by one", scene: self.scene.id });
        };
        check_whole("spring", index as f64, [0, u32::try_from(last).unwrap_or(u32::MAX)])?;
        own.check()?;
        self.intervene(|model| {
            if let Model::Mechanical(system) = model {
                system.springs.give(index, own);
            }
        });
        self.tune();
        Ok(())
    }

    /// Masses in kg, infinite for what is fixed; a held particle has its own.
    #[must_use]
    pub fn masses(&self) -> Vec<f64> {
        let mut masses: Vec<f64> = self.particles().inverse_masses.iter().map(|w| w.recip()).collect();
        if let Some(Hand { particle, inverse_mass, .. }) = self.hand {
            masses[particle] = inverse_mass.recip();
        }
        masses
    }

    fn check_particle(&self, particle: usize) -> Result<(), Error> {
        let last = u32::try_from(self.particles().len() - 1).unwrap_or(u32::MAX);
        check_whole("particle", particle as f64, [0, last]).map(|_| ())
    }

    /// Takes over a state that was read: the engine is made for it.
    pub(crate) fn resume(&mut self) {
        self.model.set_time(self.time());
        self.engine = Engine::new(self.method(), &self.model, self.settings());
        self.set_out();
    }
}

/// The steps of size `step` that make up a time of at most 1000 s or a little more. A quotient that is whole but for rounding
/// counts as whole.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 10⁹, as no step is below 1 µs
fn whole_steps(time: f64, step: f64) -> u32 {
    (time / step * (1.0 - 1e-12)).ceil() as u32
}

fn method(values: &Values) -> &'static Method {
    let id = values.name("method");
    METHODS.iter().find(|method| method.id == id).expect("a checked value is the id of a method")
}

fn check_vector(key: &str, vector: DVec3, bound: f64, unit: &'static str) -> Result<(), Error> {
    vector.to_array().into_iter().try_for_each(|value| check_range(key, value, [-bound, bound], unit))
}
