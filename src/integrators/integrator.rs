//! A method at work: its steps, its settings and its statistics.

use crate::linear::NotConverged;

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

    /// Evaluations and linear systems of the last step; `None` if every step takes the same number
    /// of evaluations, [`Method::stages`](crate::Method::stages).
    fn effort(&self) -> Option<Effort> {
        None
    }
}

/// Evaluations and linear systems of some steps. Evaluations that only begin a method's history, or
/// serve the energy account alone, do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Time steps.
    pub steps: u64,
    /// Evaluations of all forces, or of the field.
    pub evaluations: u64,
    /// Linear systems that were solved.
    pub solves: u64,
}

impl Effort {
    /// Adds an effort, without overflow.
    pub(crate) fn add(&mut self, other: Self) {
        self.steps = self.steps.saturating_add(other.steps);
        self.evaluations = self.evaluations.saturating_add(other.evaluations);
        self.solves = self.solves.saturating_add(other.solves);
    }
}

/// Statistics of one linear system of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Residual ‖M w − σ f‖ afterwards, relative to ‖M w‖ and ‖σ f‖, dimensionless.
    pub residual: f64,
    /// Iterations of conjugate gradients, each with one matrix product.
    pub products: u32,
    /// Number of times the correction was shortened.
    pub halvings: u32,
    /// Compressed springs whose negative stiffness was reduced; 0 if it was used unchanged.
    pub convexified: u32,
    /// True if the matrix was indefinite at first, and the negative stiffness was reduced further.
    pub limited: bool,
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
    pub(super) fn clear(&mut self) {
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
