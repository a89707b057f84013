//! The inner loops of springlab, in 128-bit registers, which browsers have too.
//!
//! They evaluate springlab's formulas for all springs, in the order in which these are stored.

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
