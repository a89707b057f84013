//! Steps without a solution.

use super::text::significant;
use std::fmt;

/// An iteration or adaptive method that did not reach its tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotConverged {
    /// An iterative solver.
    Residual {
        /// Residual at the end, relative to the right-hand side.
        residual: f64,
        /// Iterations taken.
        iterations: u32,
    },
    /// A method that chooses its own steps within a time step.
    Steps {
        /// Own steps that met the tolerance.
        accepted: usize,
        /// Own steps that did not meet it.
        rejected: u32,
        /// Length in s of the next own step.
        step: f64,
    },
}

impl fmt::Display for NotConverged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Residual { residual, iterations } => {
                write!(f, "after {iterations} iterations the relative residual is {}", significant(residual))
            }
            Self::Steps { accepted, rejected, step } => write!(
                f,
                "within it {accepted} steps of its own met the tolerance and {rejected} did not, and the next would be {} s",
                significant(step)
            ),
        }
    }
}

impl std::error::Error for NotConverged {}
