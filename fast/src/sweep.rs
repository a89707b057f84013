//! The springs of a run, one register at a time.

use crate::{Springs, lanes::Lanes, runs::Run};
use std::{array::from_fn, marker::PhantomData};

/// A state in columns, and the forces of springs on it. Checking every index would double the time
/// per spring.
pub(crate) struct Sweep<'a, L: Lanes, const D: usize> {
    state: *const L::Number,
    forces: *mut L::Number,
    stride: usize,
    isotropic: bool,
    columns: PhantomData<&'a mut [L::Number]>,
}

impl<'a, L: Lanes, const D: usize> Sweep<'a, L, D> {
    /// # Safety
    /// `state` has 2 D columns of the length `stride` and `forces` has D. Every run that is added
    /// lies within them, with as many particles after it as there are lanes.
    pub unsafe fn new(state: &'a [L::Number], forces: &'a mut [L::Number], stride: usize, isotropic: bool) -> Self {
        debug_assert!(state.len() >= 2 * D * stride && forces.len() >= D * stride);
        Self { state: state.as_ptr(), forces: forces.as_mut_ptr(), stride, isotropic, columns: PhantomData }
    }

    /// Adds the forces of some runs, and returns the heat of their dampers in W.
    pub fn pull(&mut self, springs: &Springs<L::Number>, runs: &[Run]) -> f64 {
        let mut heating = L::ZERO;
        for run in runs {
            heating += if run.ends[1] == run.ends[0] + 1 {
                self.pull_in::<true>(springs, *run)
            } else {
                self.pull_in::<false>(springs, *run)
            };
        }
        heating.sum()
    }

    /// Adds a run. CHAINED springs share particles: each begins where the one before ends.
    #[inline]
    fn pull_in<const CHAINED: bool>(
        &mut self,
        springs: &Springs<L::Number>,
        Run { first, length, ends: [mut i, mut j], .. }: Run,
    ) -> L {
        let laws = [springs.rest_lengths, springs.stiffnesses, springs.dampings];
        let [l, k, mu] = laws.map(|numbers| numbers[first..first + length].chunks_exact(L::COUNT));
        let rest = [l.remainder(), k.remainder(), mu.remainder()];
        let (mut last, mut heating) = ([L::ZERO; D], L::ZERO);
        for ((l, k), mu) in l.zip(k).zip(mu) {
            heating += self.pull_some::<CHAINED>([i, j], [l, k, mu].map(L::load), &mut last);
            (i, j) = (i + L::COUNT, j + L::COUNT);
        }
        if !rest[0].is_empty() {
            // padding springs have no stiffness and no damping
            heating += self.pull_some::<CHAINED>([i, j], rest.map(L::load_some), &mut last);
            i += L::COUNT;
        }
        if CHAINED {
            for (c, pull) in last.into_iter().enumerate() {
                unsafe { *self.forces.add(c * self.stride + i) += pull.last() };
            }
        }
        heating
    }

    #[allow(clippy::inline_always)] // called in the loop and for its remainder
    #[inline(always)]
    fn pull_some<const CHAINED: bool>(&mut self, [i, j]: [usize; 2], laws: [L; 3], last: &mut [L; D]) -> L {
        let between = |first: usize| from_fn(|c| self.state(first + c, i) - self.state(first + c, j));
        let (pull, heat) = pulls(self.isotropic, laws, between(0), between(D));
        for c in 0..D {
            if CHAINED {
                self.change(c, i, |force| force + (pull[c].after(last[c]) - pull[c]));
            } else {
                self.change(c, i, |force| force - pull[c]);
                self.change(c, j, |force| force + pull[c]);
            }
        }
        *last = pull;
        heat
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn state(&self, column: usize, i: usize) -> L {
        L::load(unsafe { std::slice::from_raw_parts(self.state.add(column * self.stride + i), L::COUNT) })
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn change(&mut self, column: usize, i: usize, change: impl Fn(L) -> L) {
        let forces = unsafe { std::slice::from_raw_parts_mut(self.forces.add(column * self.stride + i), L::COUNT) };
        change(L::load(forces)).store(forces);
    }
}

/// The pulls (k C + μ Ċ) n or, `isotropic`, k C n + μ u on the second particles of springs with L,
/// k and μ, for d = x₁ − x₂ and u = v₁ − v₂, and the heat μ Ċ² or μ ‖u‖². With 1/d² instead of
/// 1/‖d‖, square root and division run in parallel. Springs without length do not pull.
#[allow(clippy::inline_always)] // called in inner loops
#[inline(always)]
pub(crate) fn pulls<L: Lanes, const D: usize>(
    isotropic: bool,
    [l, k, mu]: [L; 3],
    d: [L; D],
    u: [L; D],
) -> ([L; D], L) {
    let squared = dot(d, d);
    let inverse = squared.inverse();
    let stretch = k * (squared - l * squared.sqrt());
    if isotropic {
        let pull = stretch * inverse;
        (from_fn(|c| pull * d[c] + mu * u[c]), mu * dot(u, u))
    } else {
        let rate = dot(d, u);
        let damping = mu * rate;
        let pull = (stretch + damping) * inverse;
        (d.map(|d| pull * d), damping * rate * inverse)
    }
}

#[allow(clippy::inline_always)]
#[inline(always)]
pub(crate) fn dot<L: Lanes, const D: usize>(a: [L; D], b: [L; D]) -> L {
    (1..D).fold(a[0] * b[0], |sum, c| sum + a[c] * b[c])
}
