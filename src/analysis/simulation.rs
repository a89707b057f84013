//! The analysis of a simulation, as its methods.

use super::{
    conserved::{self, Deviation},
    drive, exact, explosion, limits, modes,
    order::{self, Convergence},
    oscillator,
    region::{self, Plane, Rates},
};
use crate::{
    Cause, Error, Matrices, Measured, Mode, Resonance, Response, Simulation, Solution, Spectrum,
    oscillator::exact::DampedOscillator,
};
use glam::DMat3;
use num_complex::Complex64;

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
        exact::exact_at(self, self.time())
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
        oscillator::oscillator(self)
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
        oscillator::amplification(self)
    }

    /// The modified energy H̃ in J. A symplectic method follows the exact motion of a system with
    /// H̃ in place of the energy H, and so conserves it except for the terms left out here:
    ///
    /// H̃ = H + c h f·v + h² (d vᵀKv + e f·M⁻¹f),
    ///
    /// with the [`substep`](Self::substep) h, the forces f = −∂V/∂x, the stiffness matrix
    /// K = ∂²V/∂x², the masses M, and the coefficients c, d and e of the method, its
    /// [`modified_energy`](crate::Method::modified_energy). The next term is of order h² for both
    /// forms of symplectic Euler, else h⁴. For Verlet, v are the central velocities
    /// (x(t + h) − x(t − h))/2h.
    ///
    /// Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, chapter IX.
    ///
    /// # Errors
    /// A reason as a clause: without an energy, with a method that is not symplectic or whose
    /// equations are only linearised, and with damping, air, a drive, links, obstacles or a hand.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut oscillator = Simulation::new("oscillator")?; // symplectic Euler
    /// let start = oscillator.modified_energy().unwrap();
    /// oscillator.step(100)?;
    /// assert!((oscillator.modified_energy().unwrap() - start).abs() < 1e-12);
    /// oscillator.set("method", "runge-kutta-4")?;
    /// assert_eq!(oscillator.modified_energy(), Err("the method is not symplectic"));
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn modified_energy(&self) -> Result<f64, &'static str> {
        conserved::modified_energy(self)
    }

    /// Numerical damping and frequency shift of the chosen method according to its factor per step,
    /// [`amplification`](Self::amplification) G: with λ′ = (ln G)/h, Re (λ − λ′) and Im (λ′ − λ).
    /// `None` without such a factor, and if the exact motion does not oscillate.
    #[must_use]
    pub fn predicted_deviation(&self) -> Option<Deviation> {
        conserved::predicted(self)
    }

    /// Numerical damping and frequency shift of the chosen method, measured over about 18 rad of
    /// the oscillation, in at least 18 and at most 4608 steps. Two copies run from states beside
    /// each other, with the present parameters. After 60 steps, the factor per time of their
    /// difference is fitted by least squares, once in each half of the run; the result is the mean,
    /// and its uncertainty half the difference. `None` where [`exact`](Self::exact) is, if the
    /// exact motion does not oscillate, if a copy explodes, and if no oscillation fits.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("method", "implicit-euler")?;
    /// let predicted = damper.predicted_deviation().unwrap();
    /// let measured = damper.measured_deviation().unwrap();
    /// assert!((predicted.damping - 50.0 * 1.001_f64.ln()).abs() < 1e-12); // |G|² = 1/(1 + Δt²ω²)
    /// assert!((measured.damping - predicted.damping).abs() < 1e-9);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn measured_deviation(&self) -> Option<Deviation> {
        conserved::measured(self)
    }

    /// |R(z)| of the chosen method: the factor by which a step h changes the size of the solution
    /// of ẏ = λy, z = hλ. If the method chooses its own steps, h is one of these. `None` for
    /// methods that need positions and velocities.
    ///
    /// ```
    /// use num_complex::Complex64;
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("method", "explicit-euler")?;
    /// assert_eq!(damper.stability_factor(Complex64::new(-2.0, 0.0)), Some(1.0)); // |1 + z|
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn stability_factor(&self, z: Complex64) -> Option<f64> {
        region::growth(self.method(), &self.settings(), Plane::Rates, [z.re, z.im])
    }

    /// Matrix of a step `h` (s) of the chosen method on any oscillator, see
    /// [`Method::step_matrix`](crate::Method::step_matrix).
    #[must_use]
    pub fn step_matrix(&self, oscillator: [f64; 2], h: f64) -> Option<DMat3> {
        self.method().step_matrix(oscillator, h, &self.settings())
    }

    /// Factors per step of the chosen method at points of a plane: `counts[0]` points along x from
    /// `corner` on, `spacing[0]` apart, in each of `counts[1]` rows along y. In the plane of rates
    /// a factor is |R(z)|. In that of oscillators it is the larger one of both motions; a method
    /// that remembers more than position and velocity may have a third one. `None` if the method
    /// has no such factor.
    #[must_use]
    pub fn growth_map(
        &self,
        plane: Plane,
        [x, y]: [f64; 2],
        [dx, dy]: [f64; 2],
        [columns, rows]: [usize; 2],
    ) -> Option<Vec<f64>> {
        let (method, settings) = (self.method(), self.settings());
        let at = |i: usize, j: usize| [x + i as f64 * dx, y + j as f64 * dy];
        (0..columns * rows).map(|n| region::growth(method, &settings, plane, at(n % columns, n / columns))).collect()
    }

    /// Rates λ in 1/s of the motions e^(λt) of the linearised system in its present state: all of
    /// a small one, and for a large one those of points that enclose all others. [`Rates`] says
    /// what they leave out. While time runs backwards, dampers feed the motions.
    ///
    /// # Errors
    /// For a large system, [`Error::Explosion`] in an exploded state.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?; // ω² = 10/s²
    /// let rates = damper.rates()?.values;
    /// assert!((rates[0].im - 10_f64.sqrt()).abs() < 1e-12 && rates[0].re == 0.0);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn rates(&mut self) -> Result<Rates, Error> {
        region::all_rates(self)
    }

    /// Steady oscillation of the mass under a cosine drive of the present amplitude and the angular
    /// frequency Ω (rad/s): amplitude in m, phase relative to the drive in rad. `None` without a
    /// drive.
    #[must_use]
    pub fn response(&self, angular_frequency: f64) -> Option<Response> {
        drive::response(self, angular_frequency)
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
        drive::resonance(self)
    }

    /// Position of the mass in the steady oscillation, in m along the drive: the exact solution
    /// without its transient. `None` without a cosine drive, and at resonance without damping,
    /// where no steady state exists.
    #[must_use]
    pub fn steady(&self) -> Option<f64> {
        drive::steady(self)
    }

    /// Fits an oscillation at the frequency of the drive to samples `values` (m) of a motion at
    /// `times` (s) by least squares: amplitude, phase relative to the drive, mean and residual. The
    /// drive must not have changed since the first sample. `None` without a drive, or if the
    /// samples are at fewer than three phases of the drive.
    #[must_use]
    pub fn measure(&self, times: &[f64], values: &[f64]) -> Option<Measured> {
        drive::measure(self, times, values)
    }

    /// The fastest modes of a mechanical system in its present state, and the step limit that they
    /// impose on the chosen method, for its [`substep`](Self::substep).
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower, [`Error::Explosion`] in an exploded state.
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
        limits::spectrum(self)
    }

    /// Largest stable step of the chosen method in s, for its [`substep`](Self::substep): the
    /// longest one up to which no motion grows. 0 if every step grows, also with a
    /// [`growth_source`](Self::growth_source), infinite if none does, NaN if no limit is known. It
    /// follows from the scene's own oscillator if there is one, else from the fastest modes in the
    /// present state; see [`Spectrum`] for when it is only a bound or unknown.
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
        limits::step_limit(self)
    }

    /// Reason why the exact motion itself grows without end, as a clause: a field that grows, or
    /// dampers while time runs backwards, which makes them sources of energy. No step of any method
    /// is then stable. `None` if it does not grow, or only until compressed springs have turned.
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
        limits::growth_source(self)
    }

    /// Cause of an explosion with the present step, as a clause: what makes the exact motion itself
    /// grow, or the step, its limit and the growth per step, for the scene at its start. With many
    /// particles this takes seconds; [`step`](Self::step) then reports an explosion without a
    /// cause.
    #[must_use]
    pub fn reason(&self) -> String {
        self.cause().to_string()
    }

    /// The matrices K = −∂f/∂x, M and D = −∂f/∂v of a mechanical system in its present state,
    /// symmetric at rest. Contacts are left out for methods that project them.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower.
    pub fn matrices(&self) -> Result<Matrices, Error> {
        modes::matrices(self)
    }

    /// All undamped modes of a mechanical system at rest at its present positions, the slowest
    /// first.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a flow or a follower, [`Error::NotWhole`] for more than
    /// [`Mode::MOST`] free particles.
    pub fn modes(&self) -> Result<Vec<Mode>, Error> {
        modes::modes(self)
    }

    /// Runs copies of the state over `time` (s) with `steps`, 2 `steps`, 4 `steps` and 8 `steps`
    /// steps and returns their errors. The reference is the exact solution where it is known for
    /// all of the time. Else it is the next run, and for the last run one with 16 `steps`; halving
    /// the step changes an error C Δt^p by C Δt^p (1 − 2⁻ᵖ), which has the same order.
    ///
    /// Method and parameters are the present ones, but linear systems are solved to the last
    /// digits, and the present time step plays no part. A method that chooses its own steps takes
    /// these instead, whatever its error. A held particle stays where it is.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a time below 1 µs or above 1000 s, [`Error::NotWhole`] for fewer
    /// than 1 or more than 10 000 steps, and the errors of [`step`](Self::step).
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// let order = damper.convergence(1.0, 100)?.order.unwrap();
    /// assert!((order - 1.0).abs() < 0.05); // symplectic Euler
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn convergence(&self, time: f64, steps: u32) -> Result<Convergence, Error> {
        order::convergence(self, time, steps)
    }

    /// Cause of an explosion with the present step.
    pub(crate) fn cause(&self) -> Cause {
        explosion::cause(self)
    }
}
