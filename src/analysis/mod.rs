//! The physics of a simulation: oscillator, exact solution, step limits, stable ranges, orders.

mod order;
mod stable_range;
mod theory;

pub use order::{Convergence, observed_order};
