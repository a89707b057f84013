//! Joint range of a system's damping rates and squared frequencies, and step limits on it.

use crate::{
    Method,
    integrators::Stability,
    oscillator::exact::DampedOscillator,
    oscillator::stability::{rate_limit, rates},
};

/// A polygon that encloses the points (d, k) = (yᵀDy, yᵀKy) of all unit vectors y, for symmetric D
/// and K: the joint numerical range, which is convex. Every rate of the motion ü + D u̇ + K u = 0
/// solves λ² + dλ + k = 0 with the point of its own vector, so a property of all points of the
/// polygon holds for all rates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Range {
    corners: Vec<[f64; 2]>,
}

/// The point of a range at which a function is smallest.
pub(crate) struct Worst {
    /// Value of the function there.
    pub value: f64,
    /// Normal of a cut that may remove the point, if it is a corner.
    pub direction: Option<[f64; 2]>,
}

/// Number of points tested on each side.
const SAMPLES: u32 = 8;

impl Range {
    /// The rectangle [d₀, d₁] × [k₀, k₁].
    pub fn rectangle([d0, d1]: [f64; 2], [k0, k1]: [f64; 2]) -> Self {
        Self { corners: vec![[d0, k0], [d1, k0], [d1, k1], [d0, k1]] }
    }

    pub fn corners(&self) -> &[[f64; 2]] {
        &self.corners
    }

    /// Cuts away the part with a d + b k > s.
    pub fn cut(&mut self, [a, b]: [f64; 2], s: f64) {
        let beyond = |[d, k]: [f64; 2]| a * d + b * k - s;
        let mut kept = Vec::new();
        for (i, &corner) in self.corners.iter().enumerate() {
            let next = self.corners[(i + 1) % self.corners.len()];
            let (here, there) = (beyond(corner), beyond(next));
            if here <= 0.0 {
                kept.push(corner);
            }
            if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
                let part = here / (here - there);
                kept.push([0, 1].map(|axis| corner[axis] + part * (next[axis] - corner[axis])));
            }
        }
        // rounding may leave nothing where a cut touches a corner; the range then stays
        if !kept.is_empty() {
            self.corners = kept;
        }
    }

    /// Cuts away the part with d < ρ k, if ρ is finite. The cut passes exactly through the origin,
    /// so that no point with d = 0 and k > 0 remains.
    pub fn retard(&mut self, rho: f64) {
        if rho.is_finite() {
            self.cut([-1.0, rho], 0.0);
        }
    }

    /// The range of multiples of K and D.
    pub fn scaled(&self, [stiffness, damping]: [f64; 2]) -> Self {
        Self { corners: self.corners.iter().map(|[d, k]| [damping * d, stiffness * k]).collect() }
    }

    /// The range after adding `more` to d for every vector.
    pub fn moved(&self, more: f64) -> Self {
        Self { corners: self.corners.iter().map(|[d, k]| [d + more, *k]).collect() }
    }

    /// The point of the boundary with the smallest value of a function of (d, k). The value is also
    /// the smallest in the range, because the sets of points stable with a method have no holes.
    pub fn worst(&self, value: &dyn Fn([f64; 2]) -> f64) -> Worst {
        let mut worst = Worst { value: f64::INFINITY, direction: None };
        let n = self.corners.len();
        for (i, &[d, k]) in self.corners.iter().enumerate() {
            let next = self.corners[(i + 1) % n];
            for sample in 0..SAMPLES {
                let part = f64::from(sample) / f64::from(SAMPLES);
                let here = value([d + part * (next[0] - d), k + part * (next[1] - k)]);
                if here < worst.value {
                    // normal to the chord between the neighbours; the corners go anticlockwise
                    let before = self.corners[(i + n - 1) % n];
                    let across = [next[1] - before[1], before[0] - next[0]];
                    worst = Worst { value: here, direction: (sample == 0).then_some(across) };
                }
            }
        }
        worst
    }
}

/// An oscillator of mass 1 with (γ, ω²).
pub(crate) fn oscillator([damping, stiffness]: [f64; 2]) -> DampedOscillator {
    DampedOscillator { mass: 1.0, stiffness, damping }
}

/// Step limit in s of the Runge-Kutta method R on ü + γ u̇ + ω² u = 0. Rates that grow in the exact
/// motion are left out.
pub(super) fn mode_limit(r: &[f64], point: [f64; 2]) -> f64 {
    let rates = rates(&oscillator(point)).into_iter().filter(|rate| rate.re <= 0.0);
    rates.map(|rate| rate_limit(r, rate)).fold(f64::INFINITY, f64::min)
}

/// A step in s up to which a method is stable on every oscillator with γ from `least` up to a
/// bound, with ω² up to a bound, and with γ ≥ ρ ω²: 0 if there is none, infinite if all are stable.
pub(crate) fn safe_step(method: &Method, [gamma, omega_squared]: [f64; 2], least: f64, rho: f64) -> f64 {
    let mut range = Range::rectangle([least.min(gamma), gamma], [0.0, omega_squared]);
    range.retard(rho);
    range_limit(method, &range)
}

/// The step limit in s of a method on all of a range.
pub(super) fn range_limit(method: &Method, range: &Range) -> f64 {
    match method.stability {
        Stability::Partitioned { limit, .. } => range.worst(&|point| limit.step(point)).value,
        Stability::Polynomial(r, _) => range.worst(&|point| mode_limit(r, point)).value,
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_leave_the_part_of_a_rectangle_on_their_side() {
        let mut range = Range::rectangle([0.0, 2.0], [0.0, 1.0]);
        range.cut([1.0, 2.0], 2.0);
        assert_eq!(range.corners, [[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]);
        range.cut([1.0, 0.0], 5.0);
        assert_eq!(range.corners.len(), 3, "a cut that misses changes nothing");
    }

    /// A disc of radius 1 about (2, 2), enclosed by tangents. Its distance from the origin is
    /// 2√2 − 1.
    #[test]
    fn cuts_at_the_worst_corner_close_in_on_the_range() {
        let mut range = Range::rectangle([1.0, 3.0], [1.0, 3.0]);
        let distance = |[d, k]: [f64; 2]| d.hypot(k);
        for _ in 0..6 {
            let worst = range.worst(&distance);
            assert!(worst.value <= 8.0_f64.sqrt() - 1.0 + 1e-12, "the polygon holds the disc");
            let Some([a, b]) = worst.direction else { break };
            range.cut([a, b], 2.0 * (a + b) + a.hypot(b));
        }
        assert!((range.worst(&distance).value - (8.0_f64.sqrt() - 1.0)).abs() < 1e-3);
    }

    #[test]
    fn a_range_scales_with_stiffness_and_damping() {
        let range = Range::rectangle([1.0, 3.0], [2.0, 4.0]).scaled([10.0, 0.5]);
        assert_eq!(range.worst(&|[d, _]| d).value, 0.5);
        assert_eq!(range.worst(&|[_, k]| -k).value, -40.0);
    }
}
