//! Particles in records, for systems whose springs link anything. They lie in an order of their own, in which neighbours are near; numbers outside stay as they are.

use crate::{
    Arrangement, Powers, Singly, Springs,
    lanes::Lanes,
    laws::Laws,
    order::{Order, TOGETHER},
    sweep::pulls,
    wave::{Stage, roll},
};
use glam::DVec3;
use std::{array::from_fn, mem::take, ops::Range};

/// How many springs pull before particles move on.
const BATCH: usize = 512;

/// A vector: two numbers in the plane, in space three and one that is 0.
type Record<L, const W: usize> = [<L as Lanes>::Number; W];

/// What a spring reads and writes lies together: with 32 bits a number, in one line of the cache.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Particle<L: Lanes, const W: usize> {
    /// Position and velocity.
    state: [Record<L, W>; 2],
    force: Record<L, W>,
    /// Its inverse mass w for each coordinate.
    weight: Record<L, W>,
}

impl<L: Lanes, const W: usize> Default for Particle<L, W> {
    fn default() -> Self {
        Self {
            state: [[L::Number::default(); W]; 2],
            force: [L::Number::default(); W],
            weight: [L::Number::default(); W],
        }
    }
}

/// Particles and springs in breadth-first order.
#[derive(Debug)]
pub(crate) struct Network<L: Lanes, const W: usize> {
    /// Whether springs are worth the order.
    suit: fn(&[[u32; 2]]) -> bool,
    route: Route,
    laws: Laws<L>,
    isotropic: bool,
    /// Particles that no force moves, but move.
    led: Vec<usize>,
    particles: Vec<Particle<L, W>>,
}

impl<L: Lanes, const W: usize> Network<L, W> {
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
    fn pull(&mut self, springs: Range<usize>) -> f64 {
        let particles = &mut self.particles;
        let [l, k, mu] = from_fn(|n| self.laws.numbers[n][springs.clone()].chunks_exact(L::COUNT));
        let mut heating = L::ZERO;
        for (((ends, l), k), mu) in self.route.order.endpoints[springs].chunks_exact(L::COUNT).zip(l).zip(k).zip(mu) {
            // arranging made sure that every end is a particle; checks of every one would take a sixth of the time
            let [d, u] = from_fn(|vector| {
                L::gather(|n, c| {
                    let [a, b] =
                        ends[n].map(|i| part::<L, W>(unsafe { &particles.get_unchecked(i as usize).state[vector] }, c));
                    a - b
                })
            });
            let (pull, heat) = pulls(self.isotropic, [l, k, mu].map(L::load), d, u);
            heating += heat;
            L::scatter(pull, |n, c, pull| {
                if c >= W {
                    return;
                }
                let [i, j] = ends[n].map(|i| i as usize);
                let first = unsafe { &mut particles.get_unchecked_mut(i).force };
                (part::<L, W>(first, c) - pull).store(&mut first[c..c + L::COUNT]);
                let second = unsafe { &mut particles.get_unchecked_mut(j).force };
                (part::<L, W>(second, c) + pull).store(&mut second[c..c + L::COUNT]);
            });
        }
        heating.sum()
    }

    /// Σ f·v of the springs' forces on those that are led.
    fn led_power(&self, ready: &Range<usize>) -> f64 {
        let power = |Particle { state: [_, v], force, .. }: &Particle<L, W>| {
            force.iter().zip(v).map(|(f, v)| L::widen(*f) * L::widen(*v)).sum::<f64>()
        };
        self.led.iter().filter(|i| ready.contains(i)).map(|i| power(&self.particles[*i])).sum()
    }

    /// Adds the forces that nothing faster is known for, of some step.
    fn exert(&mut self, ready: Range<usize>, step: usize, singly: &mut Singly) {
        let particles = &mut self.particles[ready];
        let seen = particles.iter().map(|Particle { state, weight, .. }| {
            (L::widen(weight[0]), [0, 1].map(|vector| widen::<L, W>(&state[vector])))
        });
        let forces = singly.forces(step, seen);
        for (particle, force) in particles.iter_mut().zip(forces) {
            particle.force.iter_mut().zip(narrow::<L, W>(*force)).for_each(|(sum, force)| *sum += force);
        }
    }

    /// v ← v + h (w f + g), x ← x + h v and f ← 0 of particles that have felt all their forces, of fixed ones without g. Whether all x are within reach.
    fn advance(&mut self, ready: Range<usize>, g: DVec3, h: f64, reach: f64) -> bool {
        let ([h, reach], g) = ([h, reach].map(L::splat), narrow::<L, W>(g));
        let mut beyond = L::ZERO;
        for Particle { state: [x, v], force, weight } in &mut self.particles[ready] {
            for c in (0..W).step_by(L::COUNT) {
                let w = part::<L, W>(weight, c);
                let speed =
                    part::<L, W>(v, c) + h * (w * part::<L, W>(force, c) + (w.positive() & part::<L, W>(&g, c)));
                let place = part::<L, W>(x, c) + h * speed;
                beyond = beyond | place.beyond(reach);
                place.store(&mut x[c..c + L::COUNT]);
                speed.store(&mut v[c..c + L::COUNT]);
                L::ZERO.store(&mut force[c..c + L::COUNT]);
            }
        }
        !beyond.any()
    }
}

impl<L: Lanes, const W: usize> Arrangement for Network<L, W> {
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool {
        if W == 2 && !planar() {
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
        self.particles.resize(w.len(), Particle::default());
        self.led.clear();
        for ((&place, w), v) in places.iter().zip(w).zip(v) {
            self.particles[place as usize].weight = narrow::<L, W>(DVec3::splat(*w));
            if *w == 0.0 && *v != DVec3::ZERO {
                self.led.push(place as usize);
            }
        }
        true
    }

    fn start(&mut self, vectors: [&[DVec3]; 2]) {
        for (n, &place) in self.route.order.places.iter().enumerate() {
            self.particles[place as usize].state = vectors.map(|vectors| narrow::<L, W>(vectors[n]));
        }
    }

    fn steps(&mut self, _: &Springs, singly: &mut Singly, [h, reach]: [f64; 2], powers: &mut [Powers]) -> usize {
        let stages = take(&mut self.route.stages);
        let steps = roll(&stages, powers.len(), &mut |n, Stage { pulls, moves, .. }| {
            powers[n].damping += self.pull(pulls.clone());
            powers[n].led += self.led_power(moves);
            self.exert(moves.clone(), n, singly);
            self.advance(moves.clone(), singly.uniform, h, reach)
        });
        self.route.stages = stages;
        steps
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        for (n, vectors) in vectors.into_iter().enumerate() {
            for (&place, vector) in self.route.order.places.iter().zip(vectors) {
                *vector = widen::<L, W>(&self.particles[place as usize].state[n]);
            }
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

/// In each stage some springs pull, then those particles move on that come before the first end of all springs that are left.
fn stages(endpoints: &[[u32; 2]], particles: usize) -> Vec<Stage> {
    let mut stages = Vec::new();
    let (mut pulled, mut done) = (0, 0);
    while done < particles {
        let pulls = pulled..(pulled + BATCH).min(endpoints.len());
        let touched = endpoints[pulls.clone()].iter().flatten().max().map_or(0, |&last| last as usize + 1);
        let end =
            endpoints.get(pulls.end).map_or(particles, |&[i, j]| i.min(j) as usize / TOGETHER * TOGETHER).max(done);
        pulled = pulls.end;
        stages.push(Stage { pulls, touched, moves: done..end });
        done = end;
    }
    stages
}

/// The numbers of a record from one on.
#[allow(clippy::inline_always)]
#[inline(always)]
fn part<L: Lanes, const W: usize>(record: &Record<L, W>, first: usize) -> L {
    if first < W { L::load(&record[first..first + L::COUNT]) } else { L::ZERO }
}

fn narrow<L: Lanes, const W: usize>(vector: DVec3) -> Record<L, W> {
    from_fn(|c| L::narrow([vector.x, vector.y, vector.z, 0.0][c]))
}

fn widen<L: Lanes, const W: usize>(record: &Record<L, W>) -> DVec3 {
    DVec3::from_array(from_fn(|c| record.get(c).map_or(0.0, |number| L::widen(*number))))
}
