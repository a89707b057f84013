//! Time integration methods, one a file.

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

use crate::{Flow, Follower, System, exact::DampedOscillator, linear::NotConverged, stability};
use num_complex::Complex64;
use std::fmt;

/// What is known of a method, and how to make one.
pub struct Method {
    /// Name in the interface, e.g. `symplectic-euler`.
    pub id: &'static str,
    /// Name on a page, e.g. "Symplectic Euler".
    pub label: &'static str,
    /// Order p of accuracy: the error after a fixed time shrinks as Δt^p. 0 for a method whose error does not shrink to
    /// zero, `u32::MAX` for exact steps. Of a method that chooses its own steps it is that of these.
    pub order: u32,
    /// Force evaluations per step; for implicit methods, per linear solve; for a method that chooses its own steps, for each of these.
    pub stages: u32,
    /// Whether an undamped system's phase-space area is kept, so that its energy error stays bounded.
    pub symplectic: bool,
    /// Where it may gain energy although the step limit of linear springs is kept, as the end of the sentence "It may gain energy …";
    /// empty where it doesn't.
    pub gains: &'static str,
    /// Whether it puts particles out of obstacles by projection. The others feel the penalty force there.
    pub projects_contacts: bool,
    /// What it does with rods and strings.
    pub links: Links,
    /// Keys of the parameters that it has to itself or shares with few: those of its [`Settings`] that it looks at.
    pub settings: &'static [&'static str],
    /// How it acts on the damped oscillator.
    pub stability: Stability,
    /// Its step on the undamped oscillator as a formula. `None` for methods that no scene offers for a
    /// single oscillator, and for one that chooses its own steps.
    pub formula: Option<Formula>,
    /// How to make an integrator for a mechanical system, if the method can do those.
    pub mechanical: Option<Make<System>>,
    /// How to make one for a flow, if it can do those.
    pub flow: Option<Make<Flow>>,
    /// How to make one for a follower, if it can do those.
    pub follower: Option<Make<Follower>>,
}

/// A fresh integrator with its buffers for this model. It allocates; its steps don't.
pub type Make<M> = fn(&M, Settings) -> Box<dyn Integrator<M>>;

/// One step on the undamped oscillator ẍ = −ω²x in TeX, with y = Δt ω and z = iy.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// R(z), the matrix on (x, v/ω), or an equation for the positions xₙ or for the factor R. In the
    /// last, σ = (1 − ρ∞)/(1 + ρ∞).
    pub step: &'static str,
    /// |R|, in full or its leading terms.
    pub amplification: &'static str,
    /// The phase error arg R − y per step, its leading term in y.
    pub phase_error: &'static str,
}

/// How a method acts on the damped oscillator ü + γ u̇ + ω² u = 0.
pub enum Stability {
    /// It multiplies each mode e^(λt) by the polynomial R(hλ) with these coefficients r₀, r₁, …: the explicit Runge-Kutta method of this
    /// tableau.
    Polynomial(&'static [f64], Tableau),
    /// It multiplies each mode by R(hλ), and |R| ≤ 1 wherever Re λ ≤ 0: no step limit.
    Unconditional(fn(Complex64) -> Complex64),
    /// It treats positions and velocities differently. Its update of (u, h u̇, …) is linear all the same.
    Partitioned {
        /// The update matrix for (γ, ω²), the step h and the method's settings.
        update: fn([f64; 2], f64, &Settings) -> glam::DMat3,
        /// Up to which step it is stable.
        limit: Limit,
    },
    /// It chooses its own steps within a time step, so that the error keeps a tolerance: there is no step limit, and no factor per time step
    /// that is always the same. Its formula multiplies each mode by the polynomial R(hλ) with these coefficients, in a step h of its own.
    Adaptive(&'static [f64]),
    /// It projects positions and follows no differential equation; nothing grows.
    Projection,
}

/// The step limit of a method that treats positions and velocities differently.
#[derive(Clone, Copy)]
pub enum Limit {
    /// Stable while h²ω² + c hγ < 4, with this c.
    ///
    /// Of many particles, whose springs and dampers need not have the same modes, it is stable while h²K + c hD, of unit masses, has no
    /// eigenvalue from 4 on, exactly: there a factor per step passes −1. See [`Spectrum`](crate::Spectrum).
    Sum(f64),
    /// Stable at every step, on one oscillator and so on all of a system's modes.
    None,
    /// Another law: the limit in s for (γ, ω²).
    Law(fn([f64; 2]) -> f64),
}

impl Limit {
    /// The limit in s for (γ, ω²).
    #[must_use]
    pub fn step(self, [gamma, omega_squared]: [f64; 2]) -> f64 {
        match self {
            // the root of h²ω² + c hγ = 4 without cancellation
            Self::Sum(c) => 8.0 / (c * gamma + (c * c * gamma * gamma + 16.0 * omega_squared).max(0.0).sqrt()),
            Self::None => f64::INFINITY,
            Self::Law(law) => law([gamma, omega_squared]),
        }
    }
}

impl Method {
    /// Whether it chooses its own steps within a time step.
    #[must_use]
    pub fn is_adaptive(&self) -> bool {
        matches!(self.stability, Stability::Adaptive(_))
    }

    /// The stability function R(z), z = hλ, the growth per step of ẏ = λy: `None` for methods that need positions and
    /// velocities. Of a method that chooses its own steps it is that of these.
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

    /// The complex factor on the damped oscillator's motion per step `h` (s): the eigenvalue of largest modulus of the step's matrix, of
    /// a pair the one with the angle from 0 to π. The motion itself has the factor e^(hλ), whose angle is h ω_d. Close to their limit
    /// with damping, the Verlet methods' largest is a third one, of their predicted velocity; that of generalised-α may be one of its acceleration. `None` for methods that follow no
    /// differential equation, and for one that chooses its own steps, whose factor is not always the same.
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

    /// Growth per step of the damped oscillator's motion with the step `h` in s; stable up to 1.
    #[must_use]
    pub fn growth(&self, oscillator: &DampedOscillator, h: f64, settings: &Settings) -> f64 {
        self.amplification(oscillator, h, settings).map_or(1.0, |factor| factor.norm_sqr().sqrt())
    }

    /// Step limit in s on the damped oscillator: 0 if every step grows, infinite if none does. On one that grows by itself, as a field
    /// may, every step of an explicit method grows as well; one that is stable on all that does not grow damps it from some step on,
    /// which is then its limit: implicit Euler from |1 − hλ| = 1.
    ///
    /// ```
    /// use springlab::{exact::DampedOscillator, integrators::velocity_verlet::METHOD};
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.0 };
    /// assert_eq!(METHOD.step_limit(&oscillator), 0.5); // Δt ω < 2
    /// ```
    #[must_use]
    pub fn step_limit(&self, oscillator: &DampedOscillator) -> f64 {
        match self.stability {
            Stability::Polynomial(r, _) => stability::polynomial_limit(r, oscillator),
            Stability::Partitioned { limit, .. } => limit.step([oscillator.damping_rate(), oscillator.omega_squared()]),
            Stability::Unconditional(r) => stability::growing_limit(r, oscillator),
            Stability::Adaptive(_) | Stability::Projection => f64::INFINITY,
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

/// A method at work on a model of a given size; as all that a simulation holds, it can go from thread to thread.
pub trait Integrator<M>: Send + Sync {
    /// Advances the model's state by the time step `h` in s, back in time if it is negative. Between steps neither `h` nor the method may change without the
    /// system's history being emptied.
    ///
    /// # Errors
    /// [`NotConverged`] if an implicit method finds no solution; the state is then the one before the step.
    fn step(&mut self, model: &mut M, h: f64) -> Result<(), NotConverged>;

    /// Takes up to `most` such steps, one at least, and returns how many: none after one that takes a particle farther from the origin than `reach` in m along
    /// an axis. They come to the same as by themselves. Without some that are cheaper together it is one.
    ///
    /// # Errors
    /// As [`step`](Self::step), of the first one.
    fn steps(&mut self, model: &mut M, h: f64, _most: u32, _reach: f64) -> Result<u32, NotConverged> {
        self.step(model, h).map(|()| 1)
    }

    /// The next step is a first one, of a model with other parameters. What it remembers for that stands in the model and is gone; here ends what is shown of
    /// the last step.
    fn begin(&mut self) {}

    /// Turns time round after a step `h` (s): the next ones take −h. A method that remembers the step before now has to remember the
    /// one that would have come.
    fn turn(&mut self, _model: &mut M, _h: f64) {}

    /// What each linear system of the last step did, in turn; `None` for methods that solve none.
    fn iterations(&self) -> Option<&[Iteration]> {
        None
    }

    /// The steps of its own that the method took within the last one; `None` for methods that choose none.
    fn own_steps(&self) -> Option<&OwnSteps> {
        None
    }
}

/// The steps that a method chose within the last time step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnSteps {
    /// Their lengths in s, one after the other, negative where time runs back: together the time step.
    pub accepted: Vec<f64>,
    /// How many more it tried that erred too much.
    pub rejected: u32,
}

impl OwnSteps {
    fn clear(&mut self) {
        self.accepted.clear();
        self.rejected = 0;
    }
}

/// What some methods let their users choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether symplectic Euler's steps of a system whose springs lie in rows have numbers of 32 bits, with a relative error of 6e-8 each, instead of 64.
    pub single: bool,
    /// Whether implicit methods solve their equations (Newton) or only once linearised.
    pub newton: bool,
    /// Relative tolerance of the linear solver.
    pub tolerance: f64,
    /// Most iterations of the linear solver.
    pub iterations: u32,
    /// Sweeps over the links per step, of the methods that project.
    pub sweeps: u32,
    /// Largest error of a step that a method chooses itself, relative to the size of the motion: the square root of
    /// ½ Σ m δv² + ½ Σ k δx² over the energy in motion, springs and contacts; in a flow |δx| over |x|, of all tracers together. With ∞ every
    /// time step is one step of the method.
    pub step_tolerance: f64,
    /// The part ρ∞ that a step of generalised-α leaves of a motion far too fast for it, in [0, 1].
    pub spectral_radius: f64,
    /// Part of a spring's violation that position-based dynamics takes away in one projection, in (0, 1].
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
