//! The loops of springlab that take the time, several numbers at a time: registers of 128 bits, which browsers have too.
//!
//! They compute what springlab's formulas say, for every spring in the order in which they lie.

mod columns;
mod lanes;
mod layout;
mod pairs;
mod particles;
mod runs;
mod springs;
mod sweep;

pub use columns::{Accelerate, Columns, Double, Powers, Single, Singly, lie_in_rows};
pub use particles::{accelerate, add_combination, drift, within};
pub use springs::Springs;
