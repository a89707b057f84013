//! Particles in records, for systems whose springs link anything. They lie in an order of their own, in which neighbours are near; numbers outside stay as they are.

use crate::{
    Arrangement, Powers, Singly, Springs,
    lanes::Lanes,
    laws::Laws,
    order::Order,
    sweep::pulls,
    wave::{Stage, roll},
};
use glam::DVec3;
use std::{array::from_fn, mem::take, ops::Range};

/// How many springs pull before particles move on.
const BATCH: usize = 512;

/// A vector, and a number that is 0.
type Record<L> = [<L as Lanes>::Number; 4];

/// Particles and springs in breadth-first order.
#[derive(Debug)]
pub(crate) struct Network<L: Lanes> {
    /// Whether springs are worth the order.
    suit: fn(&[[u32; 2]]) -> bool,
    /// For whose ends it was looked whether they suit, by their stamp, and how many particles were there.
    seen: Option<(u64, usize)>,
    /// Empty where they don't.
    order: Order,
    /// In which a step takes the springs.
    stages: Vec<Stage>,
    laws: Laws<L>,
    isotropic: bool,
    /// Inverse masses w.
    weights: Vec<L::Number>,
    /// Particles that no force moves, but move.
    led: Vec<usize>,
    /// Positions, velocities and forces.
    state: [Vec<Record<L>>; 3],
}

impl<L: Lanes> Network<L> {
    /// Takes systems whose springs `suit`.
    pub fn of(suit: fn(&[[u32; 2]]) -> bool) -> Self {
        Self {
            suit,
            seen: None,
            order: Order::default(),
            stages: Vec::new(),
            laws: Laws::default(),
            isotropic: false,
            weights: Vec::new(),
            led: Vec::new(),
            state: from_fn(|_| Vec::new()),
        }
    }

    /// Adds the forces of some springs, and returns the heat of their dampers in W.
    fn pull(&mut self, springs: Range<usize>) -> f64 {
        let [x, v, f] = &mut self.state;
        let [l, k, mu] = from_fn(|n| self.laws.numbers[n][springs.clone()].chunks_exact(L::COUNT));
        let mut heating = L::ZERO;
        for (((ends, l), k), mu) in self.order.endpoints[springs].chunks_exact(L::COUNT).zip(l).zip(k).zip(mu) {
            // arranging made sure that every end is a particle; checks of every one would take a sixth of the time
            let [d, u] = [&*x, &*v].map(|vectors| {
                L::gather(|n, c| {
                    let [a, b] = ends[n].map(|i| part::<L>(unsafe { vectors.get_unchecked(i as usize) }, c));
                    a - b
                })
            });
            let (pull, heat) = pulls(self.isotropic, [l, k, mu].map(L::load), d, u);
            heating += heat;
            L::scatter(pull, |n, c, pull| {
                let [i, j] = ends[n].map(|i| i as usize);
                let first = unsafe { f.get_unchecked_mut(i) };
                (part::<L>(first, c) - pull).store(&mut first[c..c + L::COUNT]);
                let second = unsafe { f.get_unchecked_mut(j) };
                (part::<L>(second, c) + pull).store(&mut second[c..c + L::COUNT]);
            });
        }
        heating.sum()
    }

    /// Σ f·v of the springs' forces on those that are led.
    fn led_power(&self, ready: &Range<usize>) -> f64 {
        let [_, v, f] = &self.state;
        let dot = |i: &usize| (0..3).map(|c| L::widen(f[*i][c]) * L::widen(v[*i][c])).sum::<f64>();
        self.led.iter().filter(|i| ready.contains(i)).map(dot).sum()
    }

    /// Adds the forces that nothing faster is known for, of some step.
    fn exert(&mut self, ready: Range<usize>, step: usize, singly: &mut Singly) {
        let Some(rest) = &mut singly.rest else { return };
        let weights: Vec<_> = self.weights[ready.clone()].iter().map(|w| L::widen(*w)).collect();
        let [x, v, f] = &mut self.state;
        let [x, v] = [x, v].map(|records| records[ready.clone()].iter().map(widen::<L>).collect::<Vec<_>>());
        let mut a = vec![DVec3::ZERO; ready.len()];
        rest(step, &weights, [&x, &v], &mut a);
        for ((f, a), w) in f[ready].iter_mut().zip(&a).zip(weights).filter(|(_, w)| *w > 0.0) {
            (0..3).for_each(|c| f[c] += L::narrow(a[c] / w));
        }
    }

    /// v ← v + h (w f + g), x ← x + h v and f ← 0 of particles that have felt all their forces, of fixed ones without g. Whether all x are within reach.
    fn advance(&mut self, ready: Range<usize>, g: DVec3, h: f64, reach: f64) -> bool {
        let ([h, reach], g) = ([h, reach].map(L::splat), narrow::<L>(g));
        let [x, v, f] = &mut self.state;
        let particles = x[ready.clone()].iter_mut().zip(&mut v[ready.clone()]).zip(&mut f[ready.clone()]);
        let mut beyond = L::ZERO;
        for (((x, v), f), w) in particles.zip(&self.weights[ready]) {
            let w = L::all(*w);
            for c in (0..4).step_by(L::COUNT) {
                let speed = part::<L>(v, c) + h * (w * part::<L>(f, c) + (w.positive() & part::<L>(&g, c)));
                let place = part::<L>(x, c) + h * speed;
                beyond = beyond | place.beyond(reach);
                place.store(&mut x[c..c + L::COUNT]);
                speed.store(&mut v[c..c + L::COUNT]);
            }
            *f = Record::<L>::default();
        }
        !beyond.any()
    }
}

impl<L: Lanes> Arrangement for Network<L> {
    fn lay_out(&mut self, _: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool {
        let seen = (springs.stamps[0], w.len());
        if self.seen != Some(seen) {
            let suit = (self.suit)(springs.endpoints);
            self.order = if suit { Order::breadth_first(w.len(), springs.endpoints) } else { Order::default() };
            self.stages = stages(&self.order.endpoints, w.len());
            self.seen = Some(seen);
        }
        let Order { places, turns, endpoints } = &self.order;
        if turns.is_empty() {
            return false;
        }
        self.laws.take(springs, endpoints.len(), |numbers, ordered| {
            ordered.extend(turns.iter().map(|&turn| L::narrow(numbers[turn as usize])));
        });
        self.isotropic = springs.isotropic;
        self.weights.resize(w.len(), L::Number::default());
        // no forces are left from the last step
        self.state.iter_mut().for_each(|vectors| vectors.resize(w.len(), Record::<L>::default()));
        self.led.clear();
        for ((&place, w), v) in places.iter().zip(w).zip(v) {
            self.weights[place as usize] = L::narrow(*w);
            if *w == 0.0 && *v != DVec3::ZERO {
                self.led.push(place as usize);
            }
        }
        true
    }

    fn start(&mut self, vectors: [&[DVec3]; 2]) {
        let [x, v, _] = &mut self.state;
        for (n, &place) in self.order.places.iter().enumerate() {
            (x[place as usize], v[place as usize]) = (narrow::<L>(vectors[0][n]), narrow::<L>(vectors[1][n]));
        }
    }

    fn steps(&mut self, _: &Springs, singly: &mut Singly, [h, reach]: [f64; 2], powers: &mut [Powers]) -> usize {
        let stages = take(&mut self.stages);
        let steps = roll(&stages, powers.len(), &mut |n, Stage { pulls, moves, .. }| {
            powers[n].damping += self.pull(pulls.clone());
            powers[n].led += self.led_power(moves);
            self.exert(moves.clone(), n, singly);
            self.advance(moves.clone(), singly.uniform, h, reach)
        });
        self.stages = stages;
        steps
    }

    fn stop(&self, vectors: [&mut [DVec3]; 2]) {
        for (records, vectors) in self.state.iter().zip(vectors) {
            for (&place, vector) in self.order.places.iter().zip(vectors) {
                *vector = widen::<L>(&records[place as usize]);
            }
        }
    }
}

/// In each stage some springs pull, then those particles move on that come before the first end of all springs that are left.
fn stages(endpoints: &[[u32; 2]], particles: usize) -> Vec<Stage> {
    let mut stages = Vec::new();
    let (mut pulled, mut done) = (0, 0);
    while done < particles {
        let pulls = pulled..(pulled + BATCH).min(endpoints.len());
        let touched = endpoints[pulls.clone()].iter().flatten().max().map_or(0, |&last| last as usize + 1);
        let end = endpoints.get(pulls.end).map_or(particles, |&[i, j]| i.min(j) as usize).max(done);
        pulled = pulls.end;
        stages.push(Stage { pulls, touched, moves: done..end });
        done = end;
    }
    stages
}

/// The numbers of a record from one on.
#[allow(clippy::inline_always)]
#[inline(always)]
fn part<L: Lanes>(record: &Record<L>, first: usize) -> L {
    L::load(&record[first..first + L::COUNT])
}

fn narrow<L: Lanes>(vector: DVec3) -> Record<L> {
    [vector.x, vector.y, vector.z, 0.0].map(L::narrow)
}

fn widen<L: Lanes>(record: &Record<L>) -> DVec3 {
    DVec3::from_array(from_fn(|c| L::widen(record[c])))
}
