//! Systems whose springs lie in rows, in columns of 64-bit or 32-bit numbers.

use crate::{Arrangement, Powers, Singly, Springs, coefficients::Coefficients, lanes::Lanes, layout::Layout, runs};
use glam::DVec3;
use wide::{f32x4, f64x2};

/// True if springs lie in rows: most springs link the particles i + 1 and j + 1, if the spring
/// before links i and j. The edges of a grid that is numbered row by row are an example.
#[must_use]
pub fn lie_in_rows(endpoints: &[[u32; 2]]) -> bool {
    !runs::find(endpoints).is_empty()
}

/// A state in columns, with the forces on it.
#[derive(Debug, Default)]
struct Marching<L: Lanes> {
    layout: Layout<L>,
    /// The state, then the forces. In one buffer their distance does not depend on the allocator.
    /// AMD processors look up cache lines by a hash, the exclusive or of pairs of the address bits
    /// 12 to 27. Columns with equal hashes evict each other, and a step takes twice as long.
    numbers: Vec<L::Number>,
}

impl<L: Lanes> Marching<L> {
    fn start(&mut self, vectors: [&[DVec3]; 3]) {
        self.numbers.resize(3 * self.layout.length(), L::Number::default());
        self.layout.read(&vectors, &mut self.numbers);
    }

    fn steps(
        &mut self,
        springs: &Springs<L::Number>,
        singly: &mut Singly,
        h_and_reach: [f64; 2],
        powers: &mut [Powers],
    ) -> usize {
        let (state, forces) = self.numbers.split_at_mut(2 * self.layout.length());
        self.layout.steps(springs, singly, [state, forces], h_and_reach, powers)
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        self.layout.write(&self.numbers[..2 * self.layout.length()], 0, vectors);
    }
}

/// Columns of 64-bit numbers.
#[derive(Debug, Default)]
pub struct Double(Marching<f64x2>);

impl Arrangement for Double {
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool {
        self.0.layout.lay_out(planar, springs, v, w)
    }

    fn start(&mut self, vectors: [&[DVec3]; 3]) {
        self.0.start(vectors);
    }

    fn steps(&mut self, springs: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize {
        self.0.steps(springs, singly, h_and_reach, powers)
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        self.0.stop(vectors);
    }
}

/// For methods that keep states themselves.
impl Double {
    /// Length of a state (x, v) in columns.
    #[must_use]
    pub fn dimension(&self) -> usize {
        2 * self.0.layout.length()
    }

    /// Writes positions (m) and velocities (m/s) into the columns of a state.
    pub fn read(&self, vectors: [&[DVec3]; 2], state: &mut [f64]) {
        self.0.layout.read(&vectors, state);
    }

    /// Writes a state into positions and velocities.
    pub fn write(&self, state: &[f64], vectors: [&mut [DVec3]; 2]) {
        self.0.layout.write(state, 0, vectors);
    }

    /// Writes the rate of a state, ẋ = v and v̇ = a, into columns, and returns the powers.
    pub fn rate(&self, springs: &Springs, singly: &mut Singly, state: &[f64], rate: &mut [f64]) -> Powers {
        let (velocities, accelerations) = rate.split_at_mut(self.0.layout.length());
        velocities.copy_from_slice(&state[velocities.len()..]);
        accelerations.fill(0.0);
        self.0.layout.accelerate(springs, singly, state, accelerations)
    }
}

/// Columns of 32-bit numbers: half the memory, twice as many springs per register, and a relative
/// error of 6e-8 per operation.
#[derive(Debug, Default)]
pub struct Single {
    marching: Marching<f32x4>,
    /// Coefficients L, k and μ of the springs.
    coefficients: Coefficients<f32x4>,
}

impl Arrangement for Single {
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool {
        let in_rows = self.marching.layout.lay_out(planar, springs, v, w);
        if in_rows {
            self.coefficients.take(springs, None);
        }
        in_rows
    }

    fn start(&mut self, vectors: [&[DVec3]; 3]) {
        self.marching.start(vectors);
    }

    fn steps(&mut self, springs: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize {
        let [rest_lengths, stiffnesses, dampings] = self.coefficients.each();
        let Springs { endpoints, isotropic, versions, .. } = *springs;
        let springs = Springs { endpoints, rest_lengths, stiffnesses, dampings, isotropic, versions };
        self.marching.steps(&springs, singly, h_and_reach, powers)
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        self.marching.stop(vectors);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Surroundings;
    use std::{
        array::from_fn,
        panic::{AssertUnwindSafe, catch_unwind},
    };

    const NUMBERS: [f64; 8] = [1.0; 8];

    fn laws(endpoints: &[[u32; 2]; 8], version: u64) -> Springs<'_> {
        Springs {
            endpoints,
            rest_lengths: &NUMBERS,
            stiffnesses: &NUMBERS,
            dampings: &NUMBERS,
            isotropic: false,
            versions: [version; 4],
        }
    }

    fn ends(first: u32) -> [[u32; 2]; 8] {
        from_fn(|n| [0, first].map(|end| end + u32::try_from(n).unwrap()))
    }

    fn lay_out(first: u32, particles: usize) -> bool {
        let (v, w) = (vec![DVec3::ZERO; particles], vec![1.0; particles]);
        Double::default().lay_out(&|| true, &laws(&ends(first), 1), &v, &w)
    }

    #[test]
    fn a_spring_may_end_at_the_last_particle() {
        assert!(lay_out(10, 18));
    }

    #[test]
    #[should_panic(expected = "a spring links particles that there are")]
    fn a_spring_to_a_particle_after_the_last_is_refused() {
        lay_out(10, 17);
    }

    /// The sum of such an index and the length of its run wraps to 0 on 32-bit machines.
    #[test]
    #[should_panic(expected = "a spring links particles that there are")]
    fn a_run_whose_end_overflows_32_bits_is_refused() {
        lay_out(u32::MAX - 7, 17);
    }

    /// Steps do not check the ends of springs again.
    #[test]
    fn refused_springs_take_no_part_in_a_step() {
        let (near, far) = (ends(10), ends(1000));
        let (v, w) = ([DVec3::ZERO; 18], [1.0; 18]);
        let mut x: [_; 18] = from_fn(|i| DVec3::X * (i * i) as f64);
        let start = x;
        let mut columns = Double::default();
        assert!(columns.lay_out(&|| true, &laws(&near, 1), &v, &w));
        let refused = catch_unwind(AssertUnwindSafe(|| columns.lay_out(&|| true, &laws(&far, 2), &v, &w)));
        assert!(refused.is_err());
        columns.start([&x, &v, &[]]);
        columns.steps(
            &laws(&far, 2),
            &mut Singly::new(Surroundings::default(), None),
            [1.0, 1e6],
            &mut [Powers::default()],
        );
        columns.stop([&mut x, &mut v.clone()]);
        assert_eq!(x, start);
    }

    /// Springs with a rest length of 1 m between particles on the x axis that are 1.5 m apart: in a
    /// chain, and without common particles.
    #[test]
    fn springs_in_rows_pull_their_ends_together() {
        for (apart, count) in [(1, 9), (10, 18)] {
            for planar in [true, false] {
                let ends: [[u32; 2]; 8] = ends(apart);
                let (v, w) = (vec![DVec3::ZERO; count], vec![1.0; count]);
                let x: Vec<_> = (0..count).map(|i| DVec3::X * (1.5 / f64::from(apart) * i as f64)).collect();
                let mut pulls = vec![DVec3::ZERO; count];
                for [i, j] in ends {
                    pulls[i as usize] += 0.5 * DVec3::X;
                    pulls[j as usize] -= 0.5 * DVec3::X;
                }
                let all: [Box<dyn Arrangement>; 2] = [Box::new(Double::default()), Box::new(Single::default())];
                for mut columns in all {
                    assert!(columns.lay_out(&|| planar, &laws(&ends, 1), &v, &w));
                    columns.start([&x, &v, &[]]);
                    let mut singly = Singly::new(Surroundings::default(), None);
                    columns.steps(&laws(&ends, 1), &mut singly, [1e-3, 1e6], &mut [Powers::default()]);
                    let (mut x, mut v) = (x.clone(), v.clone());
                    columns.stop([&mut x, &mut v]);
                    // 32-bit forces have an error of some roundings of a length of 1.5 m
                    let near = |(v, pull): (&DVec3, &DVec3)| (*v - 1e-3 * *pull).length() < 1e-3 * 1e-5;
                    assert!(v.iter().zip(&pulls).all(near), "{apart}, {planar}: {v:?}");
                }
            }
        }
    }
}
