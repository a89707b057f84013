//! The sweep over damped springs.

use crate::pairs::{Pair, Row, lanes};
use glam::DVec3;
use wide::f64x2;

/// Damped springs between particles, as parallel buffers of equal length.
#[derive(Clone, Copy, Debug)]
pub struct Springs<'a, N = f64> {
    /// Indices of the two particles of each spring.
    pub endpoints: &'a [[u32; 2]],
    /// Rest lengths L in m.
    pub rest_lengths: &'a [N],
    /// Stiffnesses k in N/m.
    pub stiffnesses: &'a [N],
    /// Damping coefficients μ in N·s/m.
    pub dampings: &'a [N],
    /// Whether dampers resist all relative motion u, and not only its part Ċ = n·u along the spring.
    pub isotropic: bool,
    /// A number for each of the buffers. Whoever gives the same one again gives the same numbers.
    pub stamps: [u64; 4],
}

impl Springs<'_> {
    /// Adds the forces of springs and dampers, ∓(k C + μ Ċ) n or, isotropic, ∓(k C n + μ u), to `f` (N) and returns the power of the dampers in W, μ Ċ² or
    /// μ ‖u‖².
    #[inline(never)] // in what is compiled for its size it would be as well
    pub fn add_forces(&self, x: &[DVec3], v: &[DVec3], f: &mut [DVec3]) -> f64 {
        self.sweep(x, v, f, |tension, mu, inverse, d, u| {
            if self.isotropic {
                return (tension * inverse * d + mu * u, mu * u.dot(u));
            }
            let rate = d.dot(u) * inverse;
            ((tension + mu * rate) * inverse * d, mu * rate * rate)
        })
    }

    /// Takes two springs at a time. `law` makes the pulls on their second particles (N) and the heating (W) from the tensions k C, μ, 1/‖d‖,
    /// d = x₁ − x₂ and u = v₁ − v₂. Springs without length pull nowhere: 1/‖d‖ is 0 there.
    #[allow(clippy::inline_always)] // one loop for each kind of damper
    #[inline(always)]
    fn sweep(
        &self,
        x: &[DVec3],
        v: &[DVec3],
        f: &mut [DVec3],
        law: impl Fn(f64x2, f64x2, f64x2, Pair, Pair) -> (Pair, f64x2),
    ) -> f64 {
        // one length for all three, so that an index is checked once
        let count = x.len();
        let (v, f) = (&v[..count], &mut f[..count]);
        let pulls = |numbers: [&[f64; 2]; 3], d: Pair, u: Pair| {
            let [l, k, mu] = numbers.map(|&[a, b]| lanes(a, b));
            let length = d.dot(d).sqrt();
            let inverse = length.simd_gt(f64x2::ZERO).select(f64x2::ONE / length, f64x2::ZERO);
            law(k * (length - l), mu, inverse, d, u)
        };
        let mut heating = f64x2::ZERO;
        let (pairs, last) = self.endpoints.as_chunks();
        let laws =
            self.rest_lengths.as_chunks().0.iter().zip(self.stiffnesses.as_chunks().0).zip(self.dampings.as_chunks().0);
        for (&[a, b], ((l, k), mu)) in pairs.iter().zip(laws) {
            let [i, j] = a.map(|i| i as usize);
            let [p, q] = b.map(|i| i as usize);
            if [p, q] == [i + 1, j + 1] {
                let [d, u] = [x, v].map(|y| Pair::from(Row::load(y, i) - Row::load(y, j)));
                let (pull, heat) = pulls([l, k, mu], d, u);
                heating += heat;
                if p == j || q == i {
                    let [a, b] = pull.scatter();
                    add(f, [i, j], a);
                    add(f, [p, q], b);
                } else {
                    let pull = Row::from(pull);
                    (Row::load(f, i) - pull).store(f, i);
                    (Row::load(f, j) + pull).store(f, j);
                }
            } else {
                let [d, u] = [x, v].map(|y| Pair::gather(y[i] - y[j], y[p] - y[q]));
                let (pull, heat) = pulls([l, k, mu], d, u);
                heating += heat;
                let [a, b] = pull.scatter();
                add(f, [i, j], a);
                add(f, [p, q], b);
            }
        }
        let [mut first, second] = heating.to_array();
        if let [ends] = last {
            let [i, j] = ends.map(|i| i as usize);
            let last = |numbers: &[f64]| [numbers[numbers.len() - 1]; 2];
            let [d, u] = [x, v].map(|y| Pair::gather(y[i] - y[j], DVec3::ZERO));
            let (pull, heat) = pulls([&last(self.rest_lengths), &last(self.stiffnesses), &last(self.dampings)], d, u);
            let [pull, _] = pull.scatter();
            add(f, [i, j], pull);
            first += heat.to_array()[0];
        }
        first + second
    }
}

/// The pull on particle 2 of a spring, and its opposite on particle 1.
#[inline]
fn add(f: &mut [DVec3], [i, j]: [usize; 2], pull: DVec3) {
    f[i] -= pull;
    f[j] += pull;
}
