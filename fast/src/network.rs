//! Particles in records, for systems whose springs link any particles. The records are numbered so
//! that neighbours are close in memory; the caller's order stays unchanged.

use crate::{
    Arrangement, Powers, Singly, Springs,
    coefficients::Coefficients,
    lanes::{self, Lanes},
    numbering::{BLOCK, Numbering},
    singly::AT_ONCE,
    sweep::pulls,
    wave::{Stage, step_by_stages},
};
use glam::DVec3;
use std::{array::from_fn, mem::take, ops::Range};

/// Number of springs that pull before particles move on.
const BATCH: usize = 512;

// `stages` needs this: the first spring of a block has the lowest end of all later springs
const _: () = assert!(BATCH.is_multiple_of(BLOCK));

/// Everything that a spring reads and writes, in one place. S is 4 in the plane and 8 in space.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
struct Particle<L: Lanes, const S: usize> {
    /// Position and velocity, each as x, y and, in space, z and 0.
    state: [L::Number; S],
    /// The force, and at index 3 the inverse mass w.
    force: [L::Number; 4],
}

impl<L: Lanes, const S: usize> Particle<L, S> {
    /// Coordinates D.
    const DIMENSIONS: usize = if S == 4 { 2 } else { 3 };

    /// Position and velocity.
    fn vectors(&self) -> [DVec3; 2] {
        let (x, v) = self.state.split_at(S / 2);
        [x, v].map(|numbers| DVec3::from_array(from_fn(|c| numbers.get(c).map_or(0.0, |number| L::widen(*number)))))
    }
}

impl<L: Lanes, const S: usize> Default for Particle<L, S> {
    fn default() -> Self {
        Self { state: [L::Number::default(); S], force: [L::Number::default(); 4] }
    }
}

/// Particles and springs in breadth-first order.
#[derive(Debug)]
pub(crate) struct Network<L: Lanes, const S: usize> {
    /// Returns true if renumbering pays for these springs.
    suitable: fn(&[[u32; 2]]) -> bool,
    plan: Plan,
    coefficients: Coefficients<L>,
    isotropic: bool,
    /// Indices of led particles: fixed ones that a hand or a drive moves.
    led: Vec<usize>,
    particles: Vec<Particle<L, S>>,
}

impl<L: Lanes, const S: usize> Network<L, S> {
    /// An arrangement for systems whose springs are `suitable`.
    pub fn of(suitable: fn(&[[u32; 2]]) -> bool) -> Self {
        Self {
            suitable,
            plan: Plan::default(),
            coefficients: Coefficients::default(),
            isotropic: false,
            led: Vec::new(),
            particles: Vec::new(),
        }
    }

    /// Adds the forces of some springs, and returns the heat of their dampers in W.
    #[inline(never)]
    fn pull(&mut self, springs: Range<usize>) -> f64 {
        let particles = &mut self.particles;
        let [l, k, mu] = self.coefficients.each().map(|numbers| numbers[springs.clone()].chunks_exact(L::COUNT));
        let mut heating = L::ZERO;
        for (((ends, l), k), mu) in self.plan.numbering.endpoints[springs].chunks_exact(L::COUNT).zip(l).zip(k).zip(mu)
        {
            // `lay_out` made sure that every end is a particle; checking each index would take a
            // sixth of the time
            let between: [L; S] = L::gather(|n, c| {
                let [a, b] = ends[n].map(|i| part::<L>(unsafe { &particles.get_unchecked(i as usize).state }, c));
                a - b
            });
            let [d, u] = [0, S / 2].map(|first| vector(&between[first..first + S / 2]));
            let ([x, y, z], heat) = pulls(self.isotropic, [l, k, mu].map(L::load), d, u);
            heating += heat;
            L::scatter([x, y, z, L::ZERO], |n, c, pull: L| {
                if c < Particle::<L, S>::DIMENSIONS {
                    let [i, j] = ends[n].map(|i| i as usize);
                    let first = unsafe { &mut particles.get_unchecked_mut(i).force };
                    (part::<L>(first, c) - pull).store(&mut first[c..c + L::COUNT]);
                    let second = unsafe { &mut particles.get_unchecked_mut(j).force };
                    (part::<L>(second, c) + pull).store(&mut second[c..c + L::COUNT]);
                }
            });
        }
        heating.sum()
    }

    /// Σ f·v of the springs' forces on led particles.
    #[inline(never)]
    fn led_power(&self, ready: &Range<usize>) -> f64 {
        let power = |Particle { state, force, .. }: &Particle<L, S>| {
            let both = force.iter().zip(&state[S / 2..]).take(Particle::<L, S>::DIMENSIONS);
            both.map(|(f, v)| L::widen(*f) * L::widen(*v)).sum::<f64>()
        };
        self.led.iter().filter(|i| ready.contains(i)).map(|i| power(&self.particles[*i])).sum()
    }

    /// Adds all forces on single particles except gravity, in a step, and the powers of the medium.
    #[inline(never)]
    fn exert(&mut self, ready: Range<usize>, step: usize, singly: &mut Singly, powers: &mut Powers) {
        if singly.are_weights() {
            return;
        }
        for particles in self.particles[ready].chunks_mut(AT_ONCE) {
            let forces = singly.forces(step, particles.len(), Some(powers), |weights, [x, v]| {
                for (((particle, w), x), v) in particles.iter().zip(weights).zip(x).zip(v) {
                    (*w, [*x, *v]) = (L::widen(particle.force[3]), particle.vectors());
                }
            });
            for (particle, force) in particles.iter_mut().zip(forces) {
                let sums = particle.force.iter_mut().take(Particle::<L, S>::DIMENSIONS);
                sums.zip(force.to_array()).for_each(|(sum, force)| *sum += L::narrow(force));
            }
        }
    }

    /// v ← v + h (w f + g), x ← x + h v and f ← 0 of particles with all their forces, for fixed
    /// ones without g. True if all x are within reach.
    #[inline(never)]
    fn advance(&mut self, ready: Range<usize>, g: DVec3, [h, reach]: [f64; 2]) -> bool {
        let ([h, reach], g) = ([h, reach].map(L::splat), g.to_array().map(L::splat));
        let mut beyond = L::ZERO;
        for particles in self.particles[ready].chunks_exact_mut(L::COUNT) {
            let mut state: [L; S] = L::gather(|n, c| part(&particles[n].state, c));
            let force: [L; 4] = L::gather(|n, c| part(&particles[n].force, c));
            let w = force[3];
            for c in 0..Particle::<L, S>::DIMENSIONS {
                let speed = state[S / 2 + c] + h * (w * force[c] + (w.positive() & g[c]));
                let place = state[c] + h * speed;
                beyond = beyond | place.beyond(reach);
                (state[c], state[S / 2 + c]) = (place, speed);
            }
            L::scatter(state, |n, c, part: L| part.store(&mut particles[n].state[c..c + L::COUNT]));
            for particle in particles {
                particle.force[..3].fill(L::Number::default());
            }
        }
        !beyond.any()
    }
}

impl<L: Lanes, const S: usize> Arrangement for Network<L, S> {
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool {
        if S == 4 && !planar() {
            return false;
        }
        self.plan.take(self.suitable, springs, w.len());
        let Numbering { places, turns, .. } = &self.plan.numbering;
        if turns.is_empty() {
            return false;
        }
        self.coefficients.take(springs, Some(turns));
        self.isotropic = springs.isotropic;
        // also clears forces left from the last step
        self.particles.resize_with(w.len().next_multiple_of(lanes::MOST), Particle::default);
        self.particles[w.len()..].fill(Particle::default());
        self.led.clear();
        for ((&place, w), v) in places.iter().zip(w).zip(v) {
            self.particles[place as usize].force[3] = L::narrow(*w);
            if *w == 0.0 && *v != DVec3::ZERO {
                self.led.push(place as usize);
            }
        }
        true
    }

    fn start(&mut self, vectors: [&[DVec3]; 3]) {
        for (n, &place) in self.plan.numbering.places.iter().enumerate() {
            let Particle { state, force } = &mut self.particles[place as usize];
            let (x, v) = state.split_at_mut(S / 2);
            for (numbers, vectors) in [x, v].into_iter().zip(vectors) {
                numbers.iter_mut().zip(vectors[n].to_array()).for_each(|(to, number)| *to = L::narrow(number));
            }
            if let Some(given) = vectors[2].get(n) {
                force.iter_mut().zip(given.to_array()).for_each(|(to, number)| *to = L::narrow(number));
            }
        }
    }

    fn steps(&mut self, _: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize {
        let stages = take(&mut self.plan.stages);
        let steps = step_by_stages(&stages, powers.len(), &mut |n, Stage { pulls, moves, .. }| {
            powers[n].damping += self.pull(pulls.clone());
            powers[n].led += self.led_power(moves);
            self.exert(moves.clone(), n, singly, &mut powers[n]);
            self.advance(moves.clone(), singly.surroundings.gravity, h_and_reach)
        });
        self.plan.stages = stages;
        steps
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        let [x, v] = vectors;
        for ((&place, x), v) in self.plan.numbering.places.iter().zip(x).zip(v) {
            [*x, *v] = self.particles[place as usize].vectors();
        }
    }
}

/// Numbering and stages, cached while the springs link the same particles.
#[derive(Debug, Default)]
struct Plan {
    /// Empty if renumbering does not pay.
    numbering: Numbering,
    /// Stages of a step.
    stages: Vec<Stage>,
    /// Version of the springs' ends, and number of particles, for which the plan was made.
    key: Option<(u64, usize)>,
}

impl Plan {
    fn take(&mut self, suitable: fn(&[[u32; 2]]) -> bool, springs: &Springs, particles: usize) {
        let key = Some((springs.versions[0], particles));
        if self.key == key {
            return;
        }
        // empty until the springs are known to link existing particles
        *self = Self::default();
        if suitable(springs.endpoints) {
            self.numbering = Numbering::breadth_first(particles, springs.endpoints);
            self.stages = stages(&self.numbering.endpoints, particles);
        }
        self.key = key;
    }
}

/// Splits a step into stages. In each, some springs pull, and then the particles move on that
/// precede the first end of all remaining springs, in whole registers.
fn stages(endpoints: &[[u32; 2]], particles: usize) -> Vec<Stage> {
    let particles = particles.next_multiple_of(lanes::MOST);
    let mut stages = Vec::new();
    let (mut pulled, mut done) = (0, 0);
    while done < particles {
        let pulls = pulled..(pulled + BATCH).min(endpoints.len());
        let touched = endpoints[pulls.clone()].iter().flatten().max().map_or(0, |&last| last as usize + 1);
        let end = endpoints
            .get(pulls.end)
            .map_or(particles, |&[i, j]| i.min(j) as usize / lanes::MOST * lanes::MOST)
            .max(done);
        pulled = pulls.end;
        stages.push(Stage { pulls, touched, moves: done..end });
        done = end;
    }
    stages
}

/// Loads as many numbers as there are lanes, beginning at index `first`.
#[allow(clippy::inline_always)]
#[inline(always)]
fn part<L: Lanes>(numbers: &[L::Number], first: usize) -> L {
    L::load(&numbers[first..first + L::COUNT])
}

/// Pads a vector of the plane with z = 0.
#[allow(clippy::inline_always)]
#[inline(always)]
fn vector<L: Lanes>(coordinates: &[L]) -> [L; 3] {
    from_fn(|c| coordinates.get(c).copied().unwrap_or(L::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Surroundings;
    use glam::DVec3;
    use wide::{f32x4, f64x2};

    /// A star: particle 0 in the middle, linked with all others, which lie on the axes.
    const POINTS: [DVec3; 5] = [DVec3::ZERO, DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y];

    const ENDS: [[u32; 2]; 4] = [[0, 1], [2, 0], [0, 3], [0, 4]];

    /// The star's velocities after a step of 0.1 s, with masses of 1 kg, k = 10 N/m and L = 0.5 m.
    fn stepped(mut network: impl Arrangement, ends: &[[u32; 2]]) -> [DVec3; 5] {
        let (l, k, mu, w) = ([0.5; 4], [10.0; 4], [0.0; 4], [1.0; 5]);
        let (mut x, mut v) = (POINTS, [DVec3::ZERO; 5]);
        let springs = Springs {
            endpoints: ends,
            rest_lengths: &l,
            stiffnesses: &k,
            dampings: &mu,
            isotropic: false,
            versions: [1; 4],
        };
        assert!(network.lay_out(&|| true, &springs, &v, &w));
        network.start([&x, &v, &[]]);
        let mut singly = Singly::new(Surroundings::default(), None);
        assert_eq!(network.steps(&springs, &mut singly, [0.1, 1e6], &mut [Powers::default()]), 1);
        network.stop([&mut x, &mut v]);
        v
    }

    /// Each spring is longer by 0.5 m and pulls with 5 N.
    #[test]
    fn a_star_of_springs_is_pulled_to_its_middle() {
        for v in [stepped(Network::<f64x2, 4>::of(|_| true), &ENDS), stepped(Network::<f64x2, 8>::of(|_| true), &ENDS)]
        {
            assert!(v.iter().zip(POINTS).all(|(v, x)| (*v + 0.5 * x).length() < 1e-15), "{v:?}");
        }
        for v in [stepped(Network::<f32x4, 4>::of(|_| true), &ENDS), stepped(Network::<f32x4, 8>::of(|_| true), &ENDS)]
        {
            assert!(v.iter().zip(POINTS).all(|(v, x)| (*v + 0.5 * x).length() < 1e-6), "{v:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a spring links particles that there are")]
    fn a_spring_to_the_last_index_of_32_bits_is_refused() {
        stepped(Network::<f64x2, 4>::of(|_| true), &[[0, 1], [2, 0], [0, 3], [0, u32::MAX]]);
    }
}
