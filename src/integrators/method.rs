//! A method's properties and its action on the damped oscillator.

use super::{Integrator, Settings, Tableau};
use crate::{Flow, Follower, System, oscillator::exact::DampedOscillator, oscillator::stability};
use glam::DMat3;
use num_complex::Complex64;
use std::fmt;

/// Properties of a method, and its constructors.
pub struct Method {
    /// Name in the interface, e.g. `symplectic-euler`.
    pub id: &'static str,
    /// Name on a page, e.g. "Symplectic Euler".
    pub label: &'static str,
    /// Order p of accuracy: the error after a fixed time shrinks as Δt^p. 0 for a method whose
    /// error does not shrink to zero, `u32::MAX` for exact steps. For a method that chooses its own
    /// steps, the order of these.
    pub order: u32,
    /// Force evaluations per step; for implicit methods, per linear solve; for a method that
    /// chooses its own steps, per own step.
    pub stages: u32,
    /// True if it is symplectic on an undamped system: it preserves phase-space area, so that its
    /// energy error stays bounded. Implicit midpoint is if its equations are solved; linearised it
    /// preserves only the volume.
    pub symplectic: bool,
    /// True if it is its own adjoint: on an undamped system a step −Δt takes back a step Δt, except
    /// for rounding.
    pub symmetric: bool,
    /// Coefficients c, d and e of the modified energy
    /// H̃ = H + c h f·v + h² (d vᵀKv + e f·M⁻¹f), which a step h of a symplectic method conserves
    /// on a conservative system except for terms of the next order: h² if c ≠ 0, else h⁴. `None`
    /// for other methods. See [`Simulation::modified_energy`](crate::Simulation::modified_energy).
    pub modified_energy: Option<[f64; 3]>,
    /// Completes "It may gain energy …" with the circumstances in which this happens below the step
    /// limit of linear springs. Empty if it does not happen.
    pub gains: &'static str,
    /// True if it moves particles out of obstacles by projection. With the others, obstacles push
    /// with the penalty force.
    pub projects_contacts: bool,
    /// Treatment of rods and strings.
    pub links: Links,
    /// Keys of the parameters that only some methods have: those among its [`Settings`] that it
    /// reads.
    pub settings: &'static [&'static str],
    /// Action on the damped oscillator.
    pub stability: Stability,
    /// Step on the undamped oscillator as a formula. `None` for methods that no scene offers for a
    /// single oscillator, and for one that chooses its own steps.
    pub formula: Option<Formula>,
    /// Constructor for mechanical systems, if the method can handle those.
    pub mechanical: Option<Make<System>>,
    /// Constructor for flows, if the method can handle those.
    pub flow: Option<Make<Flow>>,
    /// Constructor for followers, if the method can handle those.
    pub follower: Option<Make<Follower>>,
}

/// Makes a fresh integrator with buffers for this model. It allocates; the steps do not.
pub type Make<M> = fn(&M, Settings) -> Box<dyn Integrator<M>>;

/// Treatment of links (rods and strings) by a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// The method ignores links; it knows only springs.
    Springs,
    /// The method keeps links, and handles springs as well.
    Kept,
    /// The method keeps links; for springs alone another method is better.
    Only,
}

/// One step on the undamped oscillator ẍ = −ω²x in TeX, with y = Δt ω and z = iy.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// R(z), the matrix on (x, v/ω), or an equation for the positions xₙ or for the factor R. In
    /// the last, σ = (1 − ρ∞)/(1 + ρ∞).
    pub step: &'static str,
    /// |R|, in full or its leading terms.
    pub amplification: &'static str,
    /// The phase error arg R − y per step, its leading term in y.
    pub phase_error: &'static str,
}

/// Action of a method on the damped oscillator ü + γ u̇ + ω² u = 0.
pub enum Stability {
    /// Multiplies each mode e^(λt) by the polynomial R(hλ) with these coefficients r₀, r₁, …: the
    /// explicit Runge-Kutta method of this tableau.
    Polynomial(&'static [f64], Tableau),
    /// Multiplies each mode by R(hλ), and |R| ≤ 1 wherever Re λ ≤ 0: no step limit.
    Unconditional(fn(Complex64) -> Complex64),
    /// Treats positions and velocities differently; still, the update of (u, h u̇, …) is linear.
    Partitioned {
        /// The update matrix for (γ, ω²), the step h and the method's settings.
        update: fn([f64; 2], f64, &Settings) -> DMat3,
        /// The step limit.
        limit: Limit,
    },
    /// Chooses its own steps within a time step to keep the error within a tolerance: there is no
    /// step limit, and no constant factor per time step. An own step h multiplies each mode by the
    /// polynomial R(hλ) with these coefficients.
    Adaptive(&'static [f64]),
    /// Projects positions and solves no differential equation; nothing grows.
    Projection,
}

/// The step limit of a method that treats positions and velocities differently.
#[derive(Clone, Copy)]
pub enum Limit {
    /// Stable while h²ω² + c hγ < 4, with this c.
    ///
    /// For many particles, whose springs and dampers need not have the same modes, the condition is
    /// exact: with unit masses the step is stable while all eigenvalues of h²K + c hD are below 4.
    /// At 4 a factor per step passes −1. See [`Spectrum`](crate::Spectrum).
    Sum(f64),
    /// Stable at every step, on one oscillator and so on all modes of a system.
    None,
    /// Another law: the limit in s for (γ, ω²).
    Law(fn([f64; 2]) -> f64),
}

impl Limit {
    /// The limit in s for (γ, ω²).
    #[must_use]
    pub fn step(self, [gamma, omega_squared]: [f64; 2]) -> f64 {
        match self {
            // root of h²ω² + c hγ = 4 without cancellation
            Self::Sum(c) => 8.0 / (c * gamma + (c * c * gamma * gamma + 16.0 * omega_squared).max(0.0).sqrt()),
            Self::None => f64::INFINITY,
            Self::Law(law) => law([gamma, omega_squared]),
        }
    }
}

impl Method {
    /// True if it chooses its own steps within a time step.
    #[must_use]
    pub fn is_adaptive(&self) -> bool {
        matches!(self.stability, Stability::Adaptive(_))
    }

    /// The stability function R(z), z = hλ: the factor per step h on the solution of ẏ = λy. If the
    /// method chooses its own steps, h is one of these. `None` for methods that need positions and
    /// velocities.
    ///
    /// ```
    /// use num_complex::Complex64;
    /// use springlab::integrators::implicit_midpoint::METHOD;
    ///
    /// let r = METHOD.stability_function(Complex64::new(-6.0, 0.0)).unwrap();
    /// assert_eq!(r.re, -0.5); // (1 + z/2)/(1 − z/2)
    /// ```
    #[must_use]
    pub fn stability_function(&self, z: Complex64) -> Option<Complex64> {
        match self.stability {
            Stability::Polynomial(r, _) | Stability::Adaptive(r) => Some(stability::polynomial(r, z)),
            Stability::Unconditional(r) => Some(r(z)),
            Stability::Partitioned { .. } | Stability::Projection => None,
        }
    }

    /// The complex factor on the damped oscillator's motion per step `h` (s): the eigenvalue of
    /// largest modulus of the step's matrix, from a conjugate pair the one with the angle from 0 to
    /// π. The exact motion has the factor e^(hλ), whose angle is h ω_d. Methods that remember more
    /// than position and velocity have a third eigenvalue, which may be the largest: with damping
    /// near the step limit, that of the predicted velocity of Verlet methods; with generalised-α,
    /// that of its acceleration. `None` for methods that solve no differential equation, and for
    /// the method that chooses its own steps, because its factor varies.
    #[must_use]
    pub fn amplification(&self, oscillator: &DampedOscillator, h: f64, settings: &Settings) -> Option<Complex64> {
        Some(match self.stability {
            Stability::Polynomial(r, _) => stability::amplification(oscillator, h, |z| stability::polynomial(r, z)),
            Stability::Unconditional(r) => stability::amplification(oscillator, h, r),
            Stability::Partitioned { update, .. } => stability::largest_eigenvalue(update(
                [oscillator.damping_rate(), oscillator.omega_squared()],
                h,
                settings,
            )),
            Stability::Projection | Stability::Adaptive(_) => return None,
        })
    }

    /// The matrix of a step `h` (s) of ü + γ u̇ + ω² u = 0 for (γ, ω²), which may be negative, on
    /// (u, h u̇, h² ü); on (u, u − u₋, h u̇) for Verlet. A method that remembers no third number
    /// has zeros for it. `None` where [`amplification`](Self::amplification) is.
    ///
    /// ```
    /// use springlab::integrators::{Settings, symplectic_euler::METHOD};
    ///
    /// let matrix = METHOD.step_matrix([0.0, -4.0], 0.5, &Settings::default()).unwrap();
    /// assert_eq!(matrix.x_axis.x, 2.0); // 1 − h²ω²
    /// ```
    #[must_use]
    pub fn step_matrix(&self, oscillator: [f64; 2], h: f64, settings: &Settings) -> Option<DMat3> {
        let planar = |r: &dyn Fn(Complex64) -> Complex64| stability::planar(stability::step_matrix(oscillator, h, r));
        match self.stability {
            Stability::Polynomial(r, _) => Some(planar(&|z| stability::polynomial(r, z))),
            Stability::Unconditional(r) => Some(planar(&r)),
            Stability::Partitioned { update, .. } => Some(update(oscillator, h, settings)),
            Stability::Projection | Stability::Adaptive(_) => None,
        }
    }

    /// Growth of the damped oscillator's motion per step `h` in s; the step is stable up to 1.
    #[must_use]
    pub fn growth(&self, oscillator: &DampedOscillator, h: f64, settings: &Settings) -> f64 {
        self.amplification(oscillator, h, settings).map_or(1.0, |factor| factor.norm_sqr().sqrt())
    }

    /// Step limit in s on the damped oscillator: the longest step up to which no motion grows. 0 if
    /// the motion grows at every step size, infinite if it grows at none.
    ///
    /// In a linear field the exact motion may itself grow, Re λ > 0. No step of any method is then
    /// stable, and the limit is 0. A step that damps such a motion, as a long one of implicit Euler
    /// does, is wrong, not stable.
    ///
    /// ```
    /// use springlab::{exact::DampedOscillator, integrators::velocity_verlet::METHOD};
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.0 };
    /// assert_eq!(METHOD.step_limit(&oscillator), 0.5); // Δt ω < 2
    /// ```
    #[must_use]
    pub fn step_limit(&self, oscillator: &DampedOscillator) -> f64 {
        if stability::grows(oscillator) {
            return 0.0;
        }
        match self.stability {
            Stability::Polynomial(r, _) => stability::polynomial_limit(r, oscillator),
            Stability::Partitioned { limit, .. } => limit.step([oscillator.damping_rate(), oscillator.omega_squared()]),
            Stability::Unconditional(_) | Stability::Adaptive(_) | Stability::Projection => f64::INFINITY,
        }
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
