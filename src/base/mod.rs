//! Refusals, elementary functions and numbers as text, which all other modules use.

pub mod check;
pub mod elementary;
pub mod error;
pub mod not_converged;
pub mod text;
pub mod versioned;
