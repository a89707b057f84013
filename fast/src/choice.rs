//! The choice of an arrangement for given springs.

use crate::{
    Arrangement,
    columns::{Double, Single, lie_in_rows},
    network::Network,
};
use wide::{f32x4, f64x2};

/// All arrangements with 32-bit (`single`) or 64-bit numbers, the fastest first.
#[must_use]
pub fn arrangements(single: bool) -> Vec<Box<dyn Arrangement>> {
    if single {
        vec![
            Box::new(Single::default()),
            Box::new(Network::<f32x4, 4>::of(are_many)),
            Box::new(Network::<f32x4, 8>::of(are_many)),
        ]
    } else {
        vec![
            Box::new(Double::default()),
            Box::new(Network::<f64x2, 4>::of(are_many)),
            Box::new(Network::<f64x2, 8>::of(are_scattered)),
        ]
    }
}

/// True if there is an arrangement with 32-bit numbers for these springs.
#[must_use]
pub fn fit_single(endpoints: &[[u32; 2]]) -> bool {
    are_many(endpoints) || lie_in_rows(endpoints)
}

/// True if laying out pays: with fewer springs, steps without it are as fast.
fn are_many(endpoints: &[[u32; 2]]) -> bool {
    endpoints.len() >= 256
}

/// True if linked particles, or those of consecutive springs, are far apart in memory. Otherwise
/// 64-bit steps are as fast without a new order.
fn are_scattered(endpoints: &[[u32; 2]]) -> bool {
    /// One of this many springs is examined.
    const SAMPLE: usize = 16;
    let distance = |i: u32, j: u32| u64::from(i.abs_diff(j));
    let samples = || endpoints.windows(2).step_by(SAMPLE);
    let distances: u64 =
        samples().map(|pair| distance(pair[0][0], pair[1][0]) + distance(pair[1][0], pair[1][1])).sum();
    let last = samples().flat_map(|pair| pair[1]).max().unwrap_or_default();
    // random order gives a third of all particles on average; a good order of a mesh gives a few
    // rows
    are_many(endpoints) && distances / samples().len() as u64 > u64::from(last) / 8
}
