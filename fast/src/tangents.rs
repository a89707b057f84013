//! Tangent stiffness of springs.

use crate::Springs;
use glam::{DMat3, DVec3};

impl Springs<'_> {
    /// Adds a K + b D of every spring to `blocks`, with K = −∂f/∂x and D = −∂f/∂v at the positions
    /// `here` (m). Adds to `forces` (N) the linearised force at other positions with other
    /// velocities (m/s), f(here) − K (places − here) − D u. K is the convex part: a compressed
    /// spring has no stiffness across.
    pub fn add_tangents(
        &self,
        here: &[DVec3],
        [places, speeds]: [&[DVec3]; 2],
        [a, b]: [f64; 2],
        blocks: &mut Vec<DMat3>,
        forces: &mut [DVec3],
    ) {
        let laws = self.rest_lengths.iter().zip(self.stiffnesses).zip(self.dampings);
        blocks.extend(self.endpoints.iter().zip(laws).map(|(ends, ((&l, &k), &mu))| {
            let [i, j] = ends.map(|i| i as usize);
            let [d, ahead, u] = [here, places, speeds].map(|list| list[i] - list[j]);
            let (length, displacement) = (d.length(), ahead - d);
            let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
            let n = inverse * d;
            // a spring without length has no direction; it keeps its stiffness only if its rest
            // length is 0
            let slack = if length > 0.0 { l * inverse } else { f64::from(l > 0.0) };
            let across = k * (1.0 - slack).max(0.0);
            let (all, along) = if self.isotropic { (mu, 0.0) } else { (0.0, mu) };
            let tension = k * (length - l) + (k - across) * n.dot(displacement) + along * n.dot(u);
            let pull = tension * n + across * displacement + all * u;
            forces[i] -= pull;
            forces[j] += pull;
            let (same, outer) = (a * across + b * all, (a * (k - across) + b * along) * n);
            let column = |axis: DVec3| n.dot(axis) * outer + same * axis;
            DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
        }));
    }
}
