//! Particles in columns, for systems whose springs lie in rows: one column per coordinate, with the
//! particles side by side. The ends of adjacent springs can then be loaded together.

use crate::{
    Powers, Singly, Springs, Surroundings,
    lanes::Lanes,
    runs::{self, Run},
    singly::AT_ONCE,
    surroundings::Medium,
    sweep::Sweep,
    wave::{Stage, step_by_stages},
};
use glam::DVec3;
use std::{array::from_fn, ops::Range};

/// Number of springs that pull before particles move on.
const BATCH: usize = 2048;

/// Least number of extra fixed particles at the end of columns, because registers may reach beyond
/// the last particle. The number of extra particles is a multiple of this.
const SPARE: usize = 16;

/// Positions of numbers in columns, led particles and runs of springs.
#[derive(Debug, Default)]
pub(crate) struct Layout<L: Lanes> {
    /// Coordinates D: 2 in the plane, 3 in space.
    dimensions: usize,
    /// Length of a column.
    stride: usize,
    /// Inverse masses w in 1/kg.
    weights: Vec<L::Number>,
    /// Indices of led particles: fixed ones that a hand or a drive moves.
    led: Vec<usize>,
    /// Runs of springs; empty if they would be short.
    runs: Vec<Run>,
    /// Stages of a step.
    stages: Vec<Stage>,
    /// Version of the springs' ends, and number of particles, for which the runs were found.
    key: Option<(u64, usize)>,
}

impl<L: Lanes> Layout<L> {
    /// Lays particles out; false if the springs do not lie in rows.
    pub fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool {
        let key = (springs.versions[0], w.len());
        if self.key != Some(key) {
            self.find_runs(springs.endpoints, w.len());
            self.key = Some(key);
        }
        if self.runs.is_empty() {
            return false;
        }
        self.dimensions = if planar() { 2 } else { 3 };
        self.weights.iter_mut().zip(w).for_each(|(weight, w)| *weight = L::narrow(*w));
        self.led.clear();
        self.led.extend((0..w.len()).filter(|&i| w[i] == 0.0 && v[i] != DVec3::ZERO));
        true
    }

    /// Finds the runs of springs between this number of particles.
    fn find_runs(&mut self, endpoints: &[[u32; 2]], count: usize) {
        // no runs until they are known to lie within the columns
        (self.key, self.runs, self.stages) = (None, Vec::new(), Vec::new());
        let runs = runs::find(endpoints);
        if runs.is_empty() {
            return;
        }
        // not `end + length`, which might overflow 32 bits
        let within =
            |run: &Run| run.ends.iter().all(|end| count.checked_sub(run.length).is_some_and(|last| *end <= last));
        assert!(runs.iter().all(within), "a spring links particles that there are");
        self.stride = stride(count.next_multiple_of(L::COUNT), &runs, size_of::<L::Number>());
        self.weights.clear();
        self.weights.resize(self.stride, L::Number::default());
        self.stages = stages(&runs, L::COUNT, self.stride);
        self.runs = runs;
    }

    /// Numbers that one vector per particle takes.
    pub fn length(&self) -> usize {
        self.dimensions * self.stride
    }

    /// Writes lists of vectors into columns: positions, velocities and, if there are any, forces.
    pub fn read(&self, lists: &[&[DVec3]], numbers: &mut [L::Number]) {
        for (vectors, columns) in lists.iter().zip(numbers.chunks_exact_mut(self.length())) {
            columns.chunks_exact_mut(self.stride).for_each(|column| column[vectors.len()..].fill(L::Number::default()));
            let (x, rest) = columns.split_at_mut(self.stride);
            let (y, z) = rest.split_at_mut(self.stride);
            for ((vector, x), y) in vectors.iter().zip(x).zip(y) {
                (*x, *y) = (L::narrow(vector.x), L::narrow(vector.y));
            }
            for (vector, z) in vectors.iter().zip(z) {
                *z = L::narrow(vector.z);
            }
        }
    }

    /// Writes a state into positions and velocities, beginning with the particle `first`.
    pub fn write(&self, state: &[L::Number], first: usize, vectors: [&mut [DVec3]; 2]) {
        for (vectors, columns) in vectors.into_iter().zip(state.chunks_exact(self.length())) {
            let (x, rest) = columns.split_at(self.stride);
            let (y, z) = rest.split_at(self.stride);
            for ((vector, x), y) in vectors.iter_mut().zip(&x[first..]).zip(&y[first..]) {
                (vector.x, vector.y) = (L::widen(*x), L::widen(*y));
            }
            for (vector, z) in vectors.iter_mut().zip(z.iter().skip(first)) {
                vector.z = L::widen(*z);
            }
        }
    }

    /// Computes the accelerations of a state (x, v), adding to the forces in `a`. Returns the
    /// powers.
    pub fn accelerate(
        &self,
        springs: &Springs<L::Number>,
        singly: &mut Singly,
        state: &[L::Number],
        a: &mut [L::Number],
    ) -> Powers {
        let mut powers = Powers {
            damping: self.pull(springs, &self.runs, state, a),
            led: self.led_power(0..self.stride, state, a),
            ..Powers::default()
        };
        self.resist(0..self.stride, &singly.surroundings, state, a, &mut powers);
        self.exert(0..self.stride, 0, singly, state, a);
        for (c, column) in a.chunks_exact_mut(self.stride).enumerate() {
            let g = L::splat(singly.surroundings.gravity[c]);
            for (a, w) in column.chunks_exact_mut(L::COUNT).zip(self.weights.chunks_exact(L::COUNT)) {
                let w = L::load(w);
                (w * L::load(a) + (w.positive() & g)).store(a);
            }
        }
        powers
    }

    /// Takes steps h (s) of symplectic Euler, one for each item of `powers`. Forces are 0 before
    /// and after. Particles that no later spring pulls move on while they are in the cache. Adds
    /// the powers at the start of each step, and returns the number of steps up to and including
    /// the first that leaves `reach` (m).
    pub fn steps(
        &self,
        springs: &Springs<L::Number>,
        singly: &mut Singly,
        [state, forces]: [&mut [L::Number]; 2],
        [h, reach]: [f64; 2],
        powers: &mut [Powers],
    ) -> usize {
        step_by_stages(&self.stages, powers.len(), &mut |n, Stage { pulls, moves, .. }| {
            powers[n].damping += self.pull(springs, &self.runs[pulls.clone()], state, forces);
            powers[n].led += self.led_power(moves.clone(), state, forces);
            self.resist(moves.clone(), &singly.surroundings, state, forces, &mut powers[n]);
            self.exert(moves.clone(), n, singly, state, forces);
            self.advance(moves.clone(), singly.surroundings.gravity, [state, forces], h, reach)
        })
    }

    /// Adds the forces of some runs, and returns the heat of their dampers in W.
    #[inline(never)] // inlined in two places, its loops would add 1 kB gzipped
    fn pull(&self, springs: &Springs<L::Number>, runs: &[Run], state: &[L::Number], forces: &mut [L::Number]) -> f64 {
        assert!(state.len() >= 2 * self.length() && forces.len() >= self.length());
        // `lay_out` made sure that every run lies within the columns
        unsafe {
            if self.dimensions == 2 {
                Sweep::<L, 2>::new(state, forces, self.stride, springs.isotropic).pull(springs, runs)
            } else {
                Sweep::<L, 3>::new(state, forces, self.stride, springs.isotropic).pull(springs, runs)
            }
        }
    }

    /// Σ f·v of the springs' forces on led particles.
    #[inline(never)]
    fn led_power(&self, ready: Range<usize>, state: &[L::Number], forces: &[L::Number]) -> f64 {
        let columns = (0..self.dimensions).map(|c| c * self.stride);
        let of =
            |i: usize| columns.clone().map(move |c| L::widen(forces[c + i]) * L::widen(state[self.length() + c + i]));
        self.led.iter().filter(|i| ready.contains(i)).flat_map(|&i| of(i)).sum()
    }

    /// Adds the forces of the medium, and its powers.
    #[inline(never)]
    fn resist(
        &self,
        ready: Range<usize>,
        surroundings: &Surroundings,
        state: &[L::Number],
        forces: &mut [L::Number],
        powers: &mut Powers,
    ) {
        let Some(medium) = Medium::<L>::of(surroundings) else { return };
        let velocities = self.part(&state[self.length()..], &ready);
        let mut sums = [L::ZERO; 2];
        for (n, w) in self.weights[ready.clone()].chunks_exact(L::COUNT).enumerate() {
            let (force, power) = medium.force(L::load(w), vector(velocities, n * L::COUNT));
            for (c, force) in force.into_iter().enumerate().take(self.dimensions) {
                let sum = &mut forces[c * self.stride + ready.start + n * L::COUNT..][..L::COUNT];
                (L::load(sum) + force).store(sum);
            }
            sums = [sums[0] + power[0], sums[1] + power[1]];
        }
        powers.add(sums);
    }

    /// Adds the forces that have no fast loop; `step` is the index of the step.
    #[inline(never)]
    fn exert(
        &self,
        ready: Range<usize>,
        step: usize,
        singly: &mut Singly,
        state: &[L::Number],
        forces: &mut [L::Number],
    ) {
        if singly.bounds().is_empty() {
            return;
        }
        let corners = |corners: &[DVec3; 2]| corners.map(|corner| corner.to_array().map(L::splat));
        let bounds: Vec<_> = singly.bounds().iter().map(corners).collect();
        let places = self.part(state, &ready);
        let clear = |i: &usize| {
            let x: [L; 3] = vector(places, *i - ready.start);
            let within = |[low, high]: &[[L; 3]; 2]| {
                (1..3).fold(x[0].between(low[0], high[0]), |within, c| within & x[c].between(low[c], high[c]))
            };
            !bounds.iter().map(within).fold(L::ZERO, L::bitor).any()
        };
        let mut first = ready.start;
        while first < ready.end {
            let most = ready.end.min(first + AT_ONCE);
            let end = (first..most).step_by(L::COUNT).find(clear).unwrap_or(most);
            if end > first {
                self.exert_on(first..end, step, singly, state, forces);
            }
            first = if end < most { end + L::COUNT } else { end };
        }
    }

    /// Adds the forces that have no fast loop, on particles that may be within their bounds.
    #[inline(never)]
    fn exert_on(
        &self,
        near: Range<usize>,
        step: usize,
        singly: &mut Singly,
        state: &[L::Number],
        forces: &mut [L::Number],
    ) {
        let acting = singly.forces(step, near.len(), None, |weights, vectors| {
            weights.iter_mut().zip(&self.weights[near.clone()]).for_each(|(to, w)| *to = L::widen(*w));
            self.write(state, near.start, vectors);
        });
        for (c, column) in forces.chunks_exact_mut(self.stride).enumerate() {
            column[near.clone()].iter_mut().zip(acting).for_each(|(f, acting)| *f += L::narrow(acting[c]));
        }
    }

    /// The columns of some particles; in the plane the z column is empty.
    fn part<'a>(&self, columns: &'a [L::Number], particles: &Range<usize>) -> [&'a [L::Number]; 3] {
        let mut columns = columns.chunks_exact(self.stride).map(|column| &column[particles.clone()]);
        from_fn(|c| if c < self.dimensions { columns.next().unwrap_or_default() } else { &[] })
    }

    /// Moves particles by a step h after all their forces are added. True if all are within reach.
    fn advance(
        &self,
        ready: Range<usize>,
        g: DVec3,
        [state, forces]: [&mut [L::Number]; 2],
        h: f64,
        reach: f64,
    ) -> bool {
        let (places, speeds) = state.split_at_mut(self.length());
        let mut inside = true;
        for c in 0..self.dimensions {
            let part = c * self.stride + ready.start..c * self.stride + ready.end;
            let moving = [&mut places[part.clone()], &mut speeds[part.clone()], &mut forces[part]];
            inside &= kick_and_drift::<L>(moving, &self.weights[ready.clone()], g[c], h, reach);
        }
        inside
    }
}

/// Loads as many vectors as there are lanes, beginning at index i.
#[allow(clippy::inline_always)] // called in inner loops
#[inline(always)]
fn vector<L: Lanes>(columns: [&[L::Number]; 3], i: usize) -> [L; 3] {
    columns.map(|column| column.get(i..i + L::COUNT).map_or(L::ZERO, L::load))
}

/// Best length of columns for `count` numbers of `size` bytes. Both ends of a spring are read from
/// columns of positions, velocities and forces at once. Addresses that are whole pages apart evict
/// each other from the cache; this length has the fewest such pairs.
fn stride(count: usize, runs: &[Run], size: usize) -> usize {
    let [page, line] = [4096, 64].map(|bytes| bytes / size);
    let conflicts = |stride: usize| {
        let mut count = 0;
        // rows repeat the same few kinds of runs
        for Run { ends: [i, j], .. } in runs.iter().take(16) {
            let offset = i.abs_diff(*j) % page;
            for columns in 1..9 {
                for distance in [0, offset, page - offset] {
                    count += u32::from((columns * stride + distance + line) % page < 2 * line);
                }
            }
        }
        count
    };
    (1..=page / SPARE)
        .map(|spares| count + spares * SPARE)
        .min_by_key(|stride| conflicts(*stride))
        .expect("one length at least")
}

/// Splits a step into stages. In each, some springs pull, and then the particles move on that no
/// later run touches, in whole registers.
fn stages(runs: &[Run], lanes: usize, stride: usize) -> Vec<Stage> {
    let mut stages = Vec::new();
    let (mut first, mut waiting, mut touched, mut done) = (0, 0, 0, 0);
    for (n, run) in runs.iter().enumerate() {
        waiting += run.length;
        touched = touched.max(run.ends[0].max(run.ends[1]) + run.length.next_multiple_of(lanes));
        let last = n + 1 == runs.len();
        if last || waiting >= BATCH {
            let end = if last { stride } else { run.settled.max(done) / lanes * lanes };
            stages.push(Stage { pulls: first..n + 1, touched, moves: done..end });
            (first, waiting, done) = (n + 1, 0, end);
        }
    }
    stages
}

/// v ← v + h (w f + g), x ← x + h v and f ← 0 along one coordinate, for fixed particles without g.
/// True if all x are within reach.
fn kick_and_drift<L: Lanes>([x, v, f]: [&mut [L::Number]; 3], w: &[L::Number], g: f64, h: f64, reach: f64) -> bool {
    let [g, h, reach] = [g, h, reach].map(L::splat);
    let mut beyond = L::ZERO;
    let [x, v, f] = [x, v, f].map(|column| column.chunks_exact_mut(L::COUNT));
    for (((x, v), f), w) in x.zip(v).zip(f).zip(w.chunks_exact(L::COUNT)) {
        let w = L::load(w);
        let speed = L::load(v) + h * (w * L::load(f) + (w.positive() & g));
        let place = L::load(x) + h * speed;
        beyond = beyond | place.beyond(reach);
        place.store(x);
        speed.store(v);
        L::ZERO.store(f);
    }
    !beyond.any()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without extra particles, in a cloth of 300 × 300 masses, vertical velocities at the lower
    /// ends of vertical springs would be 264 pages from horizontal positions at their upper ends.
    #[test]
    fn columns_read_together_are_not_whole_pages_apart() {
        let run = |ends: [usize; 2]| Run { first: 0, length: 299, ends, settled: 0 };
        let runs = [[0, 1], [0, 300], [0, 301], [1, 300]].map(run);
        let near = |distance: usize| (4 * distance + 64) % 4096 < 128;
        assert!(near(3 * (90_000 + SPARE) + 300));
        let stride = stride(90_000, &runs, 4);
        assert!((90_000 + SPARE..90_000 + 4096 / 4 + SPARE).contains(&stride));
        for columns in 1..6 {
            for distance in [0, 300, 1024 - 300] {
                assert!(!near(columns * stride + distance), "{columns} columns of {stride}, {distance}");
            }
        }
    }
}
