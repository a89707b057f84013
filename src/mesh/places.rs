//! Vertices at the same place.

use glam::DVec3;

/// Largest distance of two vertices at the same place, relative to the longest edge at each: a fine
/// object keeps its vertices in a wide landscape.
const SHORT: f64 = 1e-3;

/// For each vertex the first one within the tolerance and within `SHORT` of the edges there, among
/// those that have a reach and that no earlier one replaces. `low` is the corner of the box around
/// them.
#[allow(clippy::cast_possible_truncation)] // there are at most 25 000 cells along an axis
pub(super) fn find(vertices: &[DVec3], reach: &[f64], low: DVec3, tolerance: f64) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    // lists of vertices in cells, which share lists by their hash; most vertices are far from the
    // sides of their cell
    let cell = |x: DVec3| ((x - low) / (4.0 * tolerance)).to_array().map(|x| x as i32);
    let mask = vertices.len().next_power_of_two() - 1;
    let list = |[x, y, z]: [i32; 3]| {
        let hash = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
        hash.cast_unsigned() as usize & mask
    };
    let (mut last, mut before) = (vec![NONE; mask + 1], vec![NONE; vertices.len()]);
    let mut places = Vec::new();
    for (&x, i) in vertices.iter().zip(0..) {
        let mut place = i;
        let near = [cell(x - tolerance), cell(x + tolerance)];
        let own = reach[i as usize];
        for side in 0..if own < 0.0 { 0 } else { 8 } {
            let mut other = last[list([near[side & 1][0], near[side >> 1 & 1][1], near[side >> 2][2]])];
            while other != NONE {
                let distance = vertices[other as usize].distance(x);
                if distance <= tolerance && distance <= SHORT * own.min(reach[other as usize]) {
                    place = place.min(other);
                }
                other = before[other as usize];
            }
        }
        places.push(place);
        if place == i && own >= 0.0 {
            let list = list(cell(x));
            before[i as usize] = std::mem::replace(&mut last[list], i);
        }
    }
    places
}
