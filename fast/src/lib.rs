//! The inner loops of springlab, in 128-bit registers, the size that WebAssembly offers.
//!
//! They evaluate springlab's formulas for all springs, in the order in which these are stored.

mod arrangement;
mod blocks;
mod coefficients;
mod columns;
mod lanes;
mod layout;
mod network;
mod numbering;
mod pairs;
mod raster;
mod runs;
mod spring_forces;
mod surroundings;
mod sweep;
mod tangents;
mod vectors;
mod wave;

pub use arrangement::{Accelerate, Arrangement, Powers, Rest, Singly, arrangements, fit_single};
pub use blocks::{Blocks, Links, dot};
pub use columns::{Double, lie_in_rows};
pub use raster::{Ink, Raster};
pub use spring_forces::Springs;
pub use surroundings::Surroundings;
pub use vectors::{add_combination, add_scaled, drift, within};
