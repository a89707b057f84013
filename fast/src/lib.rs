//! The loops of springlab that take the time, several numbers at a time: registers of 128 bits, which browsers have too.
//!
//! They compute what springlab's formulas say, for every spring in the order in which they lie.

mod arrangement;
mod blocks;
mod columns;
mod lanes;
mod laws;
mod layout;
mod network;
mod order;
mod pairs;
mod particles;
mod raster;
mod runs;
mod springs;
mod surroundings;
mod sweep;
mod tangents;
mod wave;

pub use arrangement::{Accelerate, Arrangement, Powers, Rest, Singly, arrangements, fit_single};
pub use blocks::{Blocks, Links, dot};
pub use columns::{Double, lie_in_rows};
pub use particles::{add_combination, add_scaled, drift, within};
pub use raster::{Ink, Raster};
pub use springs::Springs;
pub use surroundings::Surroundings;
