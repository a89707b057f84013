//! Sparse symmetric matrices of 3 × 3 blocks, as large as a cloth requires: products, linear
//! systems and the largest eigenvalue.

mod block_matrix;
mod conjugate_gradients;
mod largest;
mod minimal_residual;
mod product;

pub use crate::base::not_converged::NotConverged;
pub use block_matrix::BlockMatrix;
pub(crate) use block_matrix::{dot, outer, product};
pub use conjugate_gradients::ConjugateGradients;
pub(crate) use largest::{Largest, Scaled};
pub(crate) use minimal_residual::minimise_residual;
