//! The physics of a simulation: oscillator, exact solution, step limits, stable ranges, orders.

mod conserved;
mod drive;
mod exact;
mod explosion;
mod limits;
mod modes;
mod order;
mod oscillator;
mod region;
mod simulation;
mod stable_range;

pub use conserved::Deviation;
pub use order::{Convergence, observed_order};
pub use region::{Plane, Rates};
