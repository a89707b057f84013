//! Time integration methods, one per file.

mod arranged;
pub mod bdf2;
pub mod exact;
pub mod explicit_euler;
pub mod generalised_alpha;
pub mod heun;
mod implicit;
pub mod implicit_euler;
pub mod implicit_midpoint;
pub mod leapfrog;
mod offer;
pub mod position_based;
pub mod rattle;
mod runge_kutta;
pub mod runge_kutta_2;
pub mod runge_kutta_4;
pub mod runge_kutta_45;
pub mod symplectic_euler;
pub mod symplectic_euler_adjoint;
pub mod taylor;
pub mod velocity_verlet;
pub mod verlet;
pub mod xpbd;

pub use implicit::Iteration;
pub use offer::{Links, Offer};
use runge_kutta::Mechanical;
pub use runge_kutta::{FirstOrder, RungeKutta, Tableau};

use crate::{Flow, Follower, System, linear::NotConverged, oscillator::exact::DampedOscillator, oscillator::stability};
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
        update: fn([f64; 2], f64, &Settings) -> glam::DMat3,
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

/// All methods, in the order pages list them.
pub static METHODS: &[&Method] = &[
    &explicit_euler::METHOD,
    &symplectic_euler::METHOD,
    &symplectic_euler_adjoint::METHOD,
    &runge_kutta_2::METHOD,
    &heun::METHOD,
    &runge_kutta_4::METHOD,
    &runge_kutta_45::METHOD,
    &verlet::METHOD,
    &velocity_verlet::METHOD,
    &leapfrog::METHOD,
    &implicit_euler::METHOD,
    &implicit_midpoint::METHOD,
    &bdf2::METHOD,
    &generalised_alpha::METHOD,
    &position_based::METHOD,
    &xpbd::METHOD,
    &rattle::METHOD,
    &taylor::METHOD,
    &exact::METHOD,
];

/// A method with buffers for a model of a given size. It can move between threads, as everything in
/// a simulation.
pub trait Integrator<M>: Send + Sync {
    /// Advances the model's state by the time step `h` in s, backwards in time if it is negative.
    /// If `h` or the method changes, the caller has to empty the system's history before the next
    /// step.
    ///
    /// # Errors
    /// [`NotConverged`] if an implicit method does not converge; the state is then the one before
    /// the step.
    fn step(&mut self, model: &mut M, h: f64) -> Result<(), NotConverged>;

    /// Takes at least one and up to `most` steps, and returns how many. It stops after a step in
    /// which a particle leaves `reach`, the largest distance in m from the origin along an axis.
    /// The result is that of single steps. By default it takes one step; methods override it if
    /// several steps together are cheaper.
    ///
    /// # Errors
    /// As [`step`](Self::step), for the first step that fails.
    fn steps(&mut self, model: &mut M, h: f64, _most: u32, _reach: f64) -> Result<u32, NotConverged> {
        self.step(model, h).map(|()| 1)
    }

    /// Prepares for the first step of a model whose parameters may have changed, and clears the
    /// statistics of the last step. The model itself stores the state before the last step, and
    /// clears it after a change.
    fn begin(&mut self) {}

    /// Reverses time after a step `h` (s): the next steps take −h. A method that remembers the
    /// state before the last step must now remember the state that would have come next.
    fn turn(&mut self, _model: &mut M, _h: f64) {}

    /// Statistics of each linear system of the last step, in turn; `None` for methods that solve
    /// none.
    fn iterations(&self) -> Option<&[Iteration]> {
        None
    }

    /// The method's own steps within the last time step; `None` for methods that choose none.
    fn own_steps(&self) -> Option<&OwnSteps> {
        None
    }
}

/// The steps that a method chose within the last time step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnSteps {
    /// Lengths in s, in order, negative if time runs backwards; their sum is the time step.
    pub accepted: Vec<f64>,
    /// Number of attempts whose error exceeded the tolerance.
    pub rejected: u32,
}

impl OwnSteps {
    fn clear(&mut self) {
        self.accepted.clear();
        self.rejected = 0;
    }
}

/// Choices that some methods offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// True to take symplectic Euler's steps with 32-bit numbers, with a relative error of 6e-8
    /// each, instead of 64-bit ones, if the system has enough springs for that.
    pub single: bool,
    /// True if implicit methods solve their equations by Newton's method, false if they linearise
    /// them once.
    pub newton: bool,
    /// Relative tolerance of the linear solver.
    pub tolerance: f64,
    /// Most iterations of the linear solver.
    pub iterations: u32,
    /// Sweeps over the links per step, for methods that project.
    pub sweeps: u32,
    /// Largest error of an own step, relative to the size of the motion: the square root of ½ Σ m
    /// δv² + ½ Σ k δx² over the energy in motion, springs and contacts; in a flow |δx| over |x|, of
    /// all tracers together. With ∞ every time step is one own step.
    pub step_tolerance: f64,
    /// Factor ρ∞ in [0, 1] by which a step of generalised-α multiplies motion far too fast for it.
    pub spectral_radius: f64,
    /// Part of a spring's elongation that position-based dynamics removes in one projection, from 0
    /// (excluded) to 1.
    pub stiffness_factor: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            single: false,
            newton: false,
            tolerance: 1e-13,
            iterations: 10_000,
            sweeps: 20,
            step_tolerance: 1e-6,
            spectral_radius: 0.8,
            stiffness_factor: 1.0,
        }
    }
}
