//! Refusals, elementary functions and numbers as text, which all other modules use.

pub mod elementary;
pub mod error;
pub mod text;
pub mod versioned;
