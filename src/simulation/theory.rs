//! Theory of a scene: exact motion, oscillator and drive, step limits, modes.

use super::Simulation;
use crate::{
    Error, Excitation, Matrices, Measured, Mode, Model, Resonance, Response, Solution, Spectrum, Waveform,
    elementary::cos, exact::DampedOscillator, fit_oscillation, parameters::check_whole, solution,
};
use num_complex::Complex64;

impl Simulation {
    /// The exact solution now, from the state after the last change from outside: opening, restart,
    /// restore, setting a parameter (also step size and method), moving, holding or releasing a
    /// particle, cutting a link. At that moment it is the state, to the bit.
    ///
    /// It is known for flows and for a mass on one spring to a fixed particle, driven or not.
    /// `None` for all else, while a hand holds a particle, and in the scene `damper` for motion
    /// that is not radial and after the mass reaches the anchor.
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

    /// The exact solution at a `time` (s).
    pub(crate) fn exact_at(&self, time: f64) -> Option<Solution> {
        let start = self.start.as_ref().filter(|_| self.hand.is_none())?;
        start.at(&self.model, time)
    }

    /// The linear oscillator of the scene, if it has one: a mass on a spring, or a field. It
    /// determines step limit and damping ratio.
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

    /// The drive, if there is one.
    #[must_use]
    pub fn excitation(&self) -> Option<&Excitation> {
        self.system().ok()?.excitation.as_ref()
    }

    /// The steady oscillation of the mass under a cosine drive of the present amplitude with Ω
    /// (rad/s): amplitude in m, phase relative to the drive in rad. `None` without a drive.
    #[must_use]
    pub fn response(&self, angular_frequency: f64) -> Option<Response> {
        let drive = self.excitation()?;
        let Response { amplitude, phase } = self.oscillator()?.transfer(drive.input, angular_frequency);
        Some(Response { amplitude: drive.amplitude.length() * amplitude, phase })
    }

    /// The resonance of the scene, its amplitude in m for the present amplitude of the drive.
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

    /// Displacement of the mass in the steady oscillation now, in m along the drive: the exact
    /// motion without its transient. `None` without a cosine drive, and at resonance without
    /// damping, where there is no steady oscillation.
    #[must_use]
    pub fn steady(&self) -> Option<f64> {
        let drive = self.excitation().filter(|drive| drive.waveform == Waveform::Cosine)?;
        let Response { amplitude, phase } = self.response(drive.angular_frequency)?;
        amplitude.is_finite().then(|| amplitude * cos(drive.phase_at(self.time()) + phase))
    }

    /// Least-squares fit of the oscillation at the drive's frequency to samples `values` (m) of a
    /// motion at `times` (s): amplitude, phase relative to the drive, and residual. The drive must
    /// not have changed since the first sample. `None` without a drive, or if the samples do not
    /// determine the fit.
    #[must_use]
    pub fn measure(&self, times: &[f64], values: &[f64]) -> Option<Measured> {
        let drive = self.excitation()?;
        fit_oscillation(times.iter().map(|&time| drive.phase_at(time)).zip(values.iter().copied()))
    }

    /// The oscillators that decide the step limit: that of the scene, and the same without its
    /// damper while the mass circles about the far end of its spring, because the damper then
    /// resists nothing.
    pub(super) fn oscillators(&self) -> impl Iterator<Item = DampedOscillator> {
        self.oscillator().into_iter().flat_map(|oscillator| self.deciding(oscillator))
    }

    /// These oscillators if `oscillator` were that of the scene.
    pub(super) fn deciding(&self, oscillator: DampedOscillator) -> impl Iterator<Item = DampedOscillator> + use<> {
        let circles = self.system().is_ok_and(solution::circles);
        let undamped = DampedOscillator { damping: 0.0, ..oscillator };
        [Some(oscillator), circles.then_some(undamped)].into_iter().flatten()
    }

    pub(super) fn oscillator_limit(&self) -> Option<f64> {
        self.oscillators().map(|oscillator| self.method().step_limit(&oscillator)).reduce(f64::min)
    }

    /// Complex factor of one step of the chosen method, a [`substep`](Self::substep), on the
    /// oscillation, with an argument from 0 to π rad. Without the method's error it would be
    /// e^(hλ), with the modulus e^(−γh/2) and the argument h ω_d. If nothing oscillates, it is the
    /// factor on the slower motion. `None` if the scene has no oscillator, or one without
    /// stiffness.
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

    /// The fastest modes of a mechanical system in its present state, and the limit of the chosen
    /// method's [`substep`](Self::substep).
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
        let (method, settings, step) = (self.method(), self.settings(), self.substep());
        match &self.model {
            Model::Mechanical(system) => self.spectrum.update(system, method, settings, step),
            _ => return Err(Error::NotInScene { what: "forces and energy", scene: self.scene.id }),
        }
        Ok(&self.spectrum)
    }

    /// Largest stable [`substep`](Self::substep) of the chosen method in s: 0 if every step grows,
    /// infinite if none does. It follows from the scene's own oscillator if it has one, else from
    /// the fastest modes of the present state; see [`Spectrum`] for when it is only a bound.
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

    /// The matrices K, M and D of a mechanical system in its present state, with contacts if the
    /// chosen method feels them.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn matrices(&self) -> Result<Matrices, Error> {
        Ok(Matrices::of(self.system()?, !self.method().projects_contacts))
    }

    /// All modes of a mechanical system in its present state without its dampers, the slowest
    /// first.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower, [`Error::NotWhole`] for more than
    /// [`Mode::MOST`] free particles.
    pub fn modes(&self) -> Result<Vec<Mode>, Error> {
        let free = self.system()?.particles.free().count();
        check_whole("number of free particles", free as f64, [0, Mode::MOST])?;
        Ok(self.matrices()?.modes())
    }
}
