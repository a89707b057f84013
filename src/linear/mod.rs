//! Linear systems of the size of a cloth: sparse, symmetric, positive definite, in blocks of 3 × 3.

mod block_matrix;
mod conjugate_gradients;
mod largest;

pub use block_matrix::BlockMatrix;
pub(crate) use block_matrix::{outer, product};
pub(crate) use conjugate_gradients::dot;
pub use conjugate_gradients::{ConjugateGradients, Way};
pub(crate) use largest::{Largest, Scaled};

use std::fmt;

/// An iteration that did not reach its tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotConverged {
    /// Residual at the end, relative to the right-hand side.
    pub residual: f64,
    /// Iterations taken.
    pub iterations: u32,
}

impl fmt::Display for NotConverged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let residual = crate::text::significant(self.residual);
        write!(
            f,
            "the solver did not converge: after {} iterations the relative residual is {residual}",
            self.iterations
        )
    }
}

impl std::error::Error for NotConverged {}
