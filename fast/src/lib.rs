//! The inner loops of springlab, in 128-bit registers, the size that WebAssembly offers.
//!
//! They evaluate springlab's formulas for all springs, in the order in which these are stored.

mod arrangement;
mod blocks;
mod choice;
mod coefficients;
mod columns;
mod lanes;
mod layout;
mod network;
mod numbering;
mod pairs;
mod raster;
mod runs;
mod singly;
mod spring_forces;
mod surroundings;
mod sweep;
mod tangents;
mod vectors;
mod wave;

pub use arrangement::Arrangement;
pub use blocks::{Blocks, Links, dot};
pub use choice::{arrangements, fit_single};
pub use columns::{Double, lie_in_rows};
pub use raster::{Ink, Raster};
pub use singly::{Accelerate, Rest, Singly};
pub use spring_forces::Springs;
pub use surroundings::{Powers, Surroundings};
pub use vectors::{add_combination, add_scaled, drift, within};
