//! Steps of a simulation in substeps, in reverse, and on copies.

use super::{
    Simulation,
    clock::Clock,
    engine::Engine,
    hand::Hand,
    settings::is_large,
    substeps::{MOST, Substeps},
};
use crate::{
    Effort, Error, Event, Model, Particles, Settings, Spectrum, StepMoment, System,
    linear::NotConverged,
    models::{START, trace},
    scenes::shared::stepping::SUBSTEPS,
};
use glam::DVec3;

impl Simulation {
    /// Number of equal substeps in which the chosen method takes a time step: the parameter
    /// `substeps`, or 1 in scenes without it. A method that chooses its own steps takes the whole
    /// time step.
    ///
    /// Automatic substeps follow from a bound for every state, however long the springs are and
    /// wherever they point: ω² ≤ max Σ 2k/m and γ ≤ max Σ 2μ/m over the springs of a particle of
    /// mass m, where a spring to a fixed particle counts with 1 in place of 2. Contacts, drag and
    /// air resistance at the strongest wind are added. A substep is at most 0.9 of the longest step
    /// that is stable on all of [b/m, γ] × [0, ω²], with the drag b. Explicit Euler and methods of
    /// order 2 are stable there for damped motion only: the springs' dampers give γ ≥ ω² min μ/k,
    /// in every state if they are isotropic. Axial ones do not slow motion across stretched
    /// springs, for which no substep is short enough; the substeps are then those for motion along
    /// springs, or one if that takes more than 1000. Compressed springs may have ω² < 0 across them
    /// and buckle. Of the two rates of such a motion, one grows physically; for the other, no
    /// substep is short enough in every state. There are at most 1000 substeps. There is one for a
    /// method without such a step, like explicit Euler without damping, and for RATTLE with links,
    /// whose pulls have no bound.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("timeStepSize", 2.0)?;
    /// assert_eq!(damper.substeps(), 1);
    /// damper.set("substeps", "automatic")?;
    /// assert_eq!(damper.substeps(), 4); // 2 s within 0.9 · 2/√10 s
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn substeps(&self) -> u32 {
        self.substeps.count(self.clock.step)
    }

    /// Length h of a substep in s: the step that the chosen method takes.
    #[must_use]
    pub fn substep(&self) -> f64 {
        self.time_step() / f64::from(self.substeps())
    }

    /// Length of a substep in s, negative if time runs backwards.
    pub(crate) fn signed_substep(&self) -> f64 {
        self.substep().copysign(self.clock.step)
    }

    /// True if automatic substeps, at most 1000, keep the present time step within the step limit.
    #[must_use]
    pub fn keeps_limit(&self) -> bool {
        matches!(self.substeps, Substeps::Within { always: true, .. })
            && self.longest_kept().is_some_and(|longest| self.time_step() <= longest)
    }

    /// Number of substeps of the present time step that keep the step limit of the chosen method in
    /// every state, for any value of `substeps`. `None` if more than 1000 would be needed, or if no
    /// number does.
    #[must_use]
    pub fn enough_substeps(&self) -> Option<u32> {
        let found = self.automatic();
        let Substeps::Within { longest, always: true } = found else { return None };
        (self.time_step() <= f64::from(MOST) * longest).then(|| found.count(self.clock.step))
    }

    /// Substeps according to the parameters, in the present model.
    pub(crate) fn find_substeps(&self) -> Substeps {
        if !self.values.has(SUBSTEPS) || self.method().is_adaptive() {
            return Substeps::Number(1);
        }
        match self.values.name(SUBSTEPS) {
            "large" if !is_large(self.particles().len()) => Substeps::Number(1),
            "automatic" | "large" => self.automatic(),
            // all other options are numbers
            number => Substeps::Number(number.bytes().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))),
        }
    }

    /// Substeps that keep the step limit in the present model.
    fn automatic(&self) -> Substeps {
        let Model::Mechanical(system) = &self.model else { return Substeps::Number(1) };
        Substeps::within_limit(self.method(), system, &self.weights())
    }

    /// Takes up to `most` time steps in substeps, and returns how many.
    pub(crate) fn advance(&mut self, most: u32) -> Result<u32, NotConverged> {
        let parts = self.substeps();
        if parts == 1 {
            let taken = self.engine.steps(&mut self.model, self.clock.step, most, self.reach)?;
            self.effort.add(Effort { steps: u64::from(taken), ..self.engine.effort(taken) });
            return Ok(taken);
        }
        let h = self.clock.step / f64::from(parts);
        // a substep may not converge; the state before the time step is then restored
        let before = self.engine.iterations().is_some().then(|| self.model.clone());
        let asked = if before.is_some() { parts } else { parts * most.min(u32::MAX / parts) };
        let (mut taken, mut effort) = (0, Effort::default());
        while taken == 0 || taken % parts != 0 {
            match self.engine.steps(&mut self.model, h, asked - taken, self.reach) {
                Ok(more) => {
                    taken += more;
                    effort.add(self.engine.effort(more));
                }
                Err(cause) => {
                    if let Some(before) = before {
                        self.model = before;
                    }
                    return Err(cause);
                }
            }
        }
        self.effort.add(Effort { steps: u64::from(taken / parts), ..effort });
        Ok(taken / parts)
    }

    /// Longest time step (s) that automatic substeps keep within the limit; `None` for a fixed
    /// number.
    pub(crate) fn longest_kept(&self) -> Option<f64> {
        self.substeps.longest_step()
    }

    /// True if substeps keep the present time step within the limit of a system with other
    /// parameters.
    pub(crate) fn keeps(&self, system: &System) -> bool {
        let longest = Substeps::within_limit(self.method(), system, &system.particles.inverse_masses).longest_step();
        longest.is_none_or(|longest| self.time_step() <= longest)
    }

    /// Reverses time: from now on steps have −Δt, or Δt again, and the clock runs the other way,
    /// until a [`restart`](Self::restart).
    ///
    /// A method that is its own adjoint ([`Method::symmetric`](crate::Method::symmetric)) returns
    /// to its start except for rounding: without damping both forms of Verlet, leapfrog and RATTLE,
    /// with or without it implicit midpoint and exact steps. Other methods don't return; symplectic
    /// Euler is undone by its adjoint. Dampers return their heat, and the energy account records
    /// that. A hand moves on towards its target.
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

    /// True if springs may tear.
    pub(super) fn tears(&self) -> bool {
        matches!(&self.model, Model::Mechanical(system) if system.tear.strain > 0.0)
    }

    /// Tears the springs that are strained too far. The substeps depend on the intact ones.
    pub(super) fn tear(&mut self) {
        if let Model::Mechanical(system) = &mut self.model
            && system.tear()
        {
            self.substeps = self.find_substeps();
        }
    }

    /// Takes up to `n` steps on a copy and returns how many it took. This measures the cost of a
    /// step without changing the state.
    #[must_use]
    pub fn rehearse(&self, n: u32) -> u32 {
        let mut copy = self.twin();
        // an explosion of the copy is no error: the steps up to it are counted
        let _ = copy.step(n);
        copy.clock.steps
    }

    /// Moments of the next step as the method takes it, without taking it: the start, then every
    /// evaluation, stage, iteration or correction of a constraint, until the end. With
    /// [`substeps`](Self::substeps) it is the first substep. Of more than 64 particles only the
    /// chosen one is shown, and only the corrections that move it. Of more than 1000 moments the
    /// first 999 and the last are kept.
    ///
    /// # Errors
    /// [`Error::NotWhole`] for an invalid index, and the errors of [`step`](Self::step).
    ///
    /// ```
    /// use springlab::{Event, Simulation};
    ///
    /// let mut damper = Simulation::new("damper")?; // symplectic Euler
    /// let moments = damper.inside_step(1)?;
    /// let events: Vec<Event> = moments.iter().map(|moment| moment.event).collect();
    /// assert_eq!(events, [Event::Start, Event::Evaluation, Event::Kick, Event::Drift]);
    /// damper.step(1)?;
    /// assert_eq!(moments[3].positions, damper.particles().positions);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn inside_step(&self, particle: usize) -> Result<Vec<StepMoment>, Error> {
        self.check_particle(particle)?;
        let mut copy = self.twin();
        copy.check_state()?;
        copy.check_pole()?;
        if let Some(hand) = copy.hand {
            hand.lead(&mut copy.model, copy.clock.step);
        }
        let h = copy.signed_substep();
        let (result, moments) = trace::record(particle, || {
            let Particles { positions, velocities, .. } = copy.model.particles();
            trace::add(Event::Start, copy.time(), [positions, velocities]);
            copy.engine.steps(&mut copy.model, h, 1, copy.reach)
        });
        let refusal = |cause| Error::NotConverged { time: self.time(), method: self.method().label, cause };
        result.map(|_| moments).map_err(refusal)
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

    /// Copies the simulation in its present state, without mesh, spectra and exact solution.
    pub(crate) fn twin(&self) -> Self {
        self.running(self.model.clone(), self.settings(), Clock::restarted_at(self.time(), self.clock.step))
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
}
