//! The loops of springlab that take the time, two numbers at a time: registers of 128 bits, which browsers have too.
//!
//! They compute what springlab's formulas say, for every spring in the order in which they lie. A force has the same bits whatever lies beside it.

mod lanes;
mod particles;
mod springs;

pub use particles::{accelerate, add_combination, drift, within};
pub use springs::Springs;
