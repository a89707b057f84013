//! Forces and energy of damped springs, two at a time.

use crate::{
    lanes::Lanes,
    pairs::{Pair, Row, lanes},
};
use glam::{DVec2, DVec3};
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
    /// True if dampers resist all relative motion u, false if only its part Ċ = n·u along the
    /// spring.
    pub isotropic: bool,
    /// A version of each buffer: equal versions mean equal numbers.
    pub versions: [u64; 4],
}

impl Springs<'_> {
    /// Adds the forces of springs and dampers, ∓(k C + μ Ċ) n or, isotropic, ∓(k C n + μ u), to `f`
    /// (N). Returns the power of the dampers in W, μ Ċ² or μ ‖u‖².
    #[inline(never)] // inlined, it would be compiled for size like its callers
    pub fn add_forces(&self, x: &[DVec3], v: &[DVec3], f: &mut [DVec3]) -> f64 {
        self.sweep(x, v, f, |stretch, mu, inverse, d, u| {
            if self.isotropic {
                return (stretch * inverse * d + mu * u, mu * u.dot(u));
            }
            let rate = d.dot(u);
            let damping = mu * rate;
            ((stretch + damping) * inverse * d, damping * rate * inverse)
        })
    }

    /// Elastic energy Σ k/2 C² in J at the positions x (m), added in the order of the springs.
    #[must_use]
    #[inline(never)]
    pub fn energy(&self, x: &[DVec3]) -> f64 {
        let one = |[l, k]: [&[f64; 2]; 2], d: Pair| {
            let c = d.dot(d).sqrt() - f64x2::new(*l);
            (0.5 * f64x2::new(*k) * (c * c)).to_array()
        };
        let (pairs, last) = self.endpoints.as_chunks();
        let laws = self.rest_lengths.as_chunks().0.iter().zip(self.stiffnesses.as_chunks().0);
        let mut sum = -0.0;
        for (&[a, b], (l, k)) in pairs.iter().zip(laws) {
            let [i, j] = a.map(|i| i as usize);
            let [p, q] = b.map(|i| i as usize);
            let in_row = [p, q] == [i + 1, j + 1];
            let d = if in_row {
                (Row::load(x, i) - Row::load(x, j)).into()
            } else {
                Pair::gather(x[i] - x[j], x[p] - x[q])
            };
            let [first, second] = one([l, k], d);
            sum = sum + first + second;
        }
        if let ([ends], [.., l], [.., k]) = (last, self.rest_lengths, self.stiffnesses) {
            let [i, j] = ends.map(|i| i as usize);
            sum += one([&[*l; 2], &[*k; 2]], Pair::gather(x[i] - x[j], DVec3::ZERO))[0];
        }
        sum
    }

    /// Adds bounds of the eigenvalues of D and K to the sums of both ends of every spring: twice μ
    /// and k, or once if one of the ends is fixed, with inverse mass w = 0.
    #[inline(never)]
    pub fn add_ceilings(&self, w: &[f64], sums: &mut [DVec2]) {
        let sums = &mut sums[..w.len()];
        for (&[i, j], (&k, &mu)) in self.endpoints.iter().zip(self.stiffnesses.iter().zip(self.dampings)) {
            let (i, j) = (i as usize, j as usize);
            let times = if w[i] == 0.0 || w[j] == 0.0 { 1.0 } else { 2.0 };
            let both = times * DVec2::new(mu, k);
            sums[i] += both;
            sums[j] += both;
        }
    }

    /// Processes two springs at a time. `law` returns the pulls on their second particles (N) and
    /// the heat (W) from k C ‖d‖, μ, 1/d², d = x₁ − x₂ and u = v₁ − v₂. Springs without length do
    /// not pull.
    #[allow(clippy::inline_always)] // one loop for each kind of damper
    #[inline(always)]
    fn sweep(
        &self,
        x: &[DVec3],
        v: &[DVec3],
        f: &mut [DVec3],
        law: impl Fn(f64x2, f64x2, f64x2, Pair, Pair) -> (Pair, f64x2),
    ) -> f64 {
        // slices of equal lengths, so that the compiler checks an index only once for all
        let count = x.len();
        let (v, f) = (&v[..count], &mut f[..count]);
        let pulls = |numbers: [&[f64; 2]; 3], d: Pair, u: Pair| {
            let [l, k, mu] = numbers.map(|&[a, b]| lanes(a, b));
            let squared = d.dot(d);
            law(k * (squared - l * squared.sqrt()), mu, squared.inverse(), d, u)
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

/// Adds the pull to particle 2 of a spring, and its opposite to particle 1.
#[inline]
fn add(f: &mut [DVec3], [i, j]: [usize; 2], pull: DVec3) {
    f[i] -= pull;
    f[j] += pull;
}
