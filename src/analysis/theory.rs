//! Theory of a scene: exact solution, oscillator and drive, step limits, modes.

use crate::{
    Error, Excitation, Matrices, Measured, Mode, Model, Resonance, Response, Simulation, Solution, Spectrum, Waveform,
    base::elementary::cos, fit_oscillation, models::solution, oscillator::exact::DampedOscillator,
    oscillator::stability::grows, scenes::parameters::check_whole,
};
use glam::DVec3;
use num_complex::Complex64;

/// Clause about damping backwards in time.
const SOURCE: &str = "backwards in time, damping feeds energy into the motion";

impl Simulation {
    /// The exact solution at the present time, from the state after the last external change:
    /// opening, restart, restore, a parameter set (step size and method too), a particle moved,
    /// held or released, a link cut. At that moment it equals the state bit for bit.
    ///
    /// It is known for flows, and for a mass on one spring to a fixed particle, driven or not.
    /// `None` otherwise, while a hand holds a particle, and in the scene `damper` for motion that
    /// is not radial and after the mass has reached the anchor.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.step(100)?;
    /// let x = damper.exact().map(|solution| solution.particles.positions[1].x);
    /// let expected = 4.0 + 2.0 * 10_f64.sqrt().cos(); // after 1 s, with ω² = (5 N/m)/0.5 kg
    /// assert!((x.unwrap() - expected).abs() < 1e-12);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn exact(&self) -> Option<Solution> {
        self.exact_at(self.time())
    }

    /// The exact solution at a later `time` (s).
    pub(crate) fn exact_at(&self, time: f64) -> Option<Solution> {
        let start = self.start.as_ref().filter(|_| self.hand.is_none())?;
        start.at(&self.model, time)
    }

    /// The linear oscillator that gives step limit and damping ratio, if the scene is one: a mass
    /// on a spring, or a field.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// assert_eq!(damper.oscillator().unwrap().omega_squared(), 10.0); // (5 N/m)/0.5 kg
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn oscillator(&self) -> Option<DampedOscillator> {
        match (self.scene.oscillator, &self.model) {
            (Some(oscillator), _) => Some(oscillator(&self.values)),
            (None, Model::Flow(flow)) => Some(flow.oscillator()),
            (None, _) => None,
        }
    }

    /// The drive of the scene, if it has one.
    #[must_use]
    pub fn excitation(&self) -> Option<&Excitation> {
        self.system().ok()?.excitation.as_ref()
    }

    /// Steady oscillation of the mass under a cosine drive of the present amplitude and the angular
    /// frequency Ω (rad/s): amplitude in m, phase relative to the drive in rad. `None` without a
    /// drive.
    #[must_use]
    pub fn response(&self, angular_frequency: f64) -> Option<Response> {
        let drive = self.excitation()?;
        let Response { amplitude, phase } = self.oscillator()?.transfer(drive.input, angular_frequency);
        Some(Response { amplitude: drive.amplitude.length() * amplitude, phase })
    }

    /// Resonance of the scene, with the amplitude in m for the present amplitude of the drive.
    /// `None` without a drive.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let driven = Simulation::new("resonance")?;
    /// let (oscillator, peak) = (driven.oscillator().unwrap(), driven.resonance().unwrap());
    /// let (omega_squared, gamma) = (oscillator.omega_squared(), oscillator.damping_rate());
    /// assert!((peak.angular_frequency.powi(2) - (omega_squared - 0.5 * gamma * gamma)).abs() < 1e-12);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn resonance(&self) -> Option<Resonance> {
        let drive = self.excitation()?;
        let resonance = self.oscillator()?.resonance(drive.input);
        Some(Resonance { amplitude: drive.amplitude.length() * resonance.amplitude, ..resonance })
    }

    /// Position of the mass in the steady oscillation, in m along the drive: the exact solution
    /// without its transient. `None` without a cosine drive, and at resonance without damping,
    /// where no steady state exists.
    #[must_use]
    pub fn steady(&self) -> Option<f64> {
        let drive = self.excitation().filter(|drive| drive.waveform == Waveform::Cosine)?;
        let Response { amplitude, phase } = self.response(drive.angular_frequency)?;
        amplitude.is_finite().then(|| amplitude * cos(drive.phase_at(self.time()) + phase))
    }

    /// Fits an oscillation at the frequency of the drive to samples `values` (m) of a motion at
    /// `times` (s) by least squares: amplitude, phase relative to the drive, mean and residual. The
    /// drive must not have changed since the first sample. `None` without a drive, or if the
    /// samples are at fewer than three phases of the drive.
    #[must_use]
    pub fn measure(&self, times: &[f64], values: &[f64]) -> Option<Measured> {
        let drive = self.excitation()?;
        fit_oscillation(times.iter().map(|&time| drive.phase_at(time)).zip(values.iter().copied()))
    }

    /// The oscillators that determine the step limit: the scene's own, and a second one without the
    /// damper if the mass moves across a spring with a rest length. A damper does not resist such
    /// motion.
    pub(crate) fn oscillators(&self) -> impl Iterator<Item = DampedOscillator> {
        self.oscillator().into_iter().flat_map(|oscillator| self.deciding(oscillator))
    }

    /// The oscillators that would determine the step limit if this were the scene's oscillator.
    /// Backwards in time a damper has −μ.
    pub(crate) fn deciding(&self, mut oscillator: DampedOscillator) -> impl Iterator<Item = DampedOscillator> + use<> {
        let circles = self.system().is_ok_and(solution::circles);
        if self.backwards() {
            oscillator.damping = -oscillator.damping;
        }
        let undamped = DampedOscillator { damping: 0.0, ..oscillator };
        [Some(oscillator), circles.then_some(undamped)].into_iter().flatten()
    }

    pub(crate) fn oscillator_limit(&self) -> Option<f64> {
        self.oscillators().map(|oscillator| self.method().step_limit(&oscillator)).reduce(f64::min)
    }

    /// Complex factor by which one step of the chosen method, a [`substep`](Self::substep),
    /// multiplies the oscillation, with an angle from 0 to π rad. Without the method's error it
    /// would be e^(hλ), with modulus e^(−γh/2) and angle h ω_d. For overdamped motion it is the
    /// factor of the slower exponential. `None` if the scene has no oscillator, or one without
    /// stiffness, for an adaptive method, and for one that solves no differential equation.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("method", "explicit-euler")?;
    /// let factor = damper.amplification().unwrap(); // 1 + iΔtω
    /// assert!((factor.norm_sqr() - 1.001).abs() < 1e-12); // 1 + (0.01 s)² · 10/s²
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn amplification(&self) -> Option<Complex64> {
        let oscillator = self.oscillator().filter(|oscillator| oscillator.stiffness != 0.0)?;
        self.method().amplification(&oscillator, self.substep().copysign(self.clock.step), &self.settings())
    }

    /// The fastest modes of a mechanical system in its present state, and the step limit that they
    /// impose on the chosen method, for its [`substep`](Self::substep).
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// let omega = damper.spectrum()?.angular_frequency();
    /// assert!((omega * omega - 10.0).abs() < 1e-9); // (5 N/m)/0.5 kg
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn spectrum(&mut self) -> Result<&Spectrum, Error> {
        let (method, settings) = (self.method(), self.settings());
        let step = self.substep().copysign(self.clock.step);
        match &self.model {
            Model::Mechanical(system) => self.spectrum.update(system, method, settings, step),
            _ => return Err(Error::NotInScene { what: "forces and energy", scene: self.scene.id }),
        }
        Ok(&self.spectrum)
    }

    /// Reason why the exact motion itself grows without end, as a clause: a field that grows, or
    /// dampers while time runs backwards, which makes them sources of energy. No step of any method
    /// is then stable. `None` if it does not grow.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("damping", 0.5)?;
    /// assert_eq!(damper.growth_source(), None);
    /// damper.reverse();
    /// assert_eq!(damper.growth_source(), Some("backwards in time, damping feeds energy into the motion"));
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn growth_source(&self) -> Option<&'static str> {
        match &self.model {
            Model::Flow(_) => self.oscillators().any(|field| grows(&field)).then_some("the field itself grows"),
            Model::Mechanical(system) => {
                (self.backwards() && system.is_damped(!self.method().projects_contacts)).then_some(SOURCE)
            }
            Model::Follower(_) => self.oscillators().any(|oscillator| grows(&oscillator)).then_some(SOURCE),
        }
    }

    /// Largest stable step of the chosen method in s, for its [`substep`](Self::substep): the
    /// longest one up to which no motion grows. 0 if every step grows, also with a
    /// [`growth_source`](Self::growth_source), infinite if none does. It follows from the scene's
    /// own oscillator if there is one, else from the fastest modes in the present state; see
    /// [`Spectrum`] for when it is only a bound.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// assert!((damper.step_limit() - 2.0 / 10_f64.sqrt()).abs() < 1e-9); // symplectic Euler: Δt ω < 2
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn step_limit(&mut self) -> f64 {
        self.oscillator_limit()
            .unwrap_or_else(|| self.spectrum().map_or(f64::INFINITY, |spectrum| spectrum.step_limit().seconds))
    }

    /// The matrices K = −∂f/∂x, M and D = −∂f/∂v of a mechanical system in its present state,
    /// symmetric at rest. Contacts are left out for methods that project them.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn matrices(&self) -> Result<Matrices, Error> {
        Ok(Matrices::of(self.system()?, !self.method().projects_contacts))
    }

    /// All undamped modes of a mechanical system at rest at its present positions, the slowest
    /// first.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower, [`Error::NotWhole`] for more than
    /// [`Mode::MOST`] free particles.
    pub fn modes(&self) -> Result<Vec<Mode>, Error> {
        let free = self.system()?.particles.free().count();
        check_whole("number of free particles", free as f64, [0, Mode::MOST])?;
        let mut system = self.system()?.clone();
        system.particles.velocities.fill(DVec3::ZERO);
        Ok(Matrices::of(&system, !self.method().projects_contacts).modes())
    }
}
