//! Particles in records, for systems whose springs link anything. They lie in an order of their own, in which neighbours are near; numbers outside stay as they are.

use crate::{
    Arrangement, Powers, Singly, Springs,
    arrangement::AT_ONCE,
    lanes::{self, Lanes},
    laws::Laws,
    order::{BLOCK, Order},
    sweep::pulls,
    wave::{Stage, roll},
};
use glam::DVec3;
use std::{array::from_fn, mem::take, ops::Range};

/// How many springs pull before particles move on.
const BATCH: usize = 512;

// the first spring of a block has the first end of all that follow
const _: () = assert!(BATCH.is_multiple_of(BLOCK));

/// What a spring reads and writes lies together. S is 4 in the plane and 8 in space.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
struct Particle<L: Lanes, const S: usize> {
    /// Position and velocity: x, y and, in space, z and a number that is 0, of each.
    state: [L::Number; S],
    /// The force, and behind it, in place 3, the inverse mass w.
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
    /// Whether springs are worth the order.
    suit: fn(&[[u32; 2]]) -> bool,
    route: Route,
    laws: Laws<L>,
    isotropic: bool,
    /// Particles that no force moves, but move.
    led: Vec<usize>,
    particles: Vec<Particle<L, S>>,
}

impl<L: Lanes, const S: usize> Network<L, S> {
    /// Takes systems whose springs `suit`.
    pub fn of(suit: fn(&[[u32; 2]]) -> bool) -> Self {
        Self {
            suit,
            route: Route::default(),
            laws: Laws::default(),
            isotropic: false,
            led: Vec::new(),
            particles: Vec::new(),
        }
    }

    /// Adds the forces of some springs, and returns the heat of their dampers in W.
    #[inline(never)]
    fn pull(&mut self, springs: Range<usize>) -> f64 {
        let particles = &mut self.particles;
        let [l, k, mu] = self.laws.each().map(|numbers| numbers[springs.clone()].chunks_exact(L::COUNT));
        let mut heating = L::ZERO;
        for (((ends, l), k), mu) in self.route.order.endpoints[springs].chunks_exact(L::COUNT).zip(l).zip(k).zip(mu) {
            // arranging made sure that every end is a particle; checks of every one would take a sixth of the time
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

    /// Σ f·v of the springs' forces on those that are led.
    #[inline(never)]
    fn led_power(&self, ready: &Range<usize>) -> f64 {
        let power = |Particle { state, force, .. }: &Particle<L, S>| {
            let both = force.iter().zip(&state[S / 2..]).take(Particle::<L, S>::DIMENSIONS);
            both.map(|(f, v)| L::widen(*f) * L::widen(*v)).sum::<f64>()
        };
        self.led.iter().filter(|i| ready.contains(i)).map(|i| power(&self.particles[*i])).sum()
    }

    /// Adds all forces on single particles but the weight, of some step, and the powers of the medium.
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

    /// v ← v + h (w f + g), x ← x + h v and f ← 0 of particles that have felt all their forces, of fixed ones without g. Whether all x are within reach.
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
        self.route.take(self.suit, springs, w.len());
        let Order { places, turns, .. } = &self.route.order;
        if turns.is_empty() {
            return false;
        }
        self.laws.take(springs, Some(turns));
        self.isotropic = springs.isotropic;
        // no forces are left from the last step
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

    fn start(&mut self, vectors: [&[DVec3]; 2]) {
        for (n, &place) in self.route.order.places.iter().enumerate() {
            let (x, v) = self.particles[place as usize].state.split_at_mut(S / 2);
            for (numbers, vectors) in [x, v].into_iter().zip(vectors) {
                numbers.iter_mut().zip(vectors[n].to_array()).for_each(|(to, number)| *to = L::narrow(number));
            }
        }
    }

    fn steps(&mut self, _: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize {
        let stages = take(&mut self.route.stages);
        let steps = roll(&stages, powers.len(), &mut |n, Stage { pulls, moves, .. }| {
            powers[n].damping += self.pull(pulls.clone());
            powers[n].led += self.led_power(moves);
            self.exert(moves.clone(), n, singly, &mut powers[n]);
            self.advance(moves.clone(), singly.surroundings.gravity, h_and_reach)
        });
        self.route.stages = stages;
        steps
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        let [x, v] = vectors;
        for ((&place, x), v) in self.route.order.places.iter().zip(x).zip(v) {
            [*x, *v] = self.particles[place as usize].vectors();
        }
    }
}

/// The order, for as long as the springs link the same.
#[derive(Debug, Default)]
struct Route {
    /// Empty where it is not worth while.
    order: Order,
    /// In which a step takes the springs.
    stages: Vec<Stage>,
    /// For whose ends it was looked for, by their stamp, and how many particles were there.
    seen: Option<(u64, usize)>,
}

impl Route {
    fn take(&mut self, suit: fn(&[[u32; 2]]) -> bool, springs: &Springs, particles: usize) {
        let seen = Some((springs.stamps[0], particles));
        if self.seen == seen {
            return;
        }
        // there is none until it is known that the springs link particles that there are
        *self = Self::default();
        if suit(springs.endpoints) {
            self.order = Order::breadth_first(particles, springs.endpoints);
            self.stages = stages(&self.order.endpoints, particles);
        }
        self.seen = seen;
    }
}

/// In each stage some springs pull, then those particles move on that come before the first end of all springs that are left, so many lanes at a time.
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

/// As many numbers as there are lanes, from one on.
#[allow(clippy::inline_always)]
#[inline(always)]
fn part<L: Lanes>(numbers: &[L::Number], first: usize) -> L {
    L::load(&numbers[first..first + L::COUNT])
}

/// With no z in the plane.
#[allow(clippy::inline_always)]
#[inline(always)]
fn vector<L: Lanes>(coordinates: &[L]) -> [L; 3] {
    from_fn(|c| coordinates.get(c).copied().unwrap_or(L::ZERO))
}
