//! Systems laid out for taking many steps.

use crate::{
    Springs, Surroundings,
    columns::{Double, Single, lie_in_rows},
    network::Network,
    surroundings::Medium,
};
use glam::DVec3;
use wide::{f32x4, f64x2};

/// Forces on single free particles.
pub struct Singly<'a> {
    /// Forces that act on all particles alike.
    pub(crate) surroundings: Surroundings,
    /// All other forces.
    rest: Option<Rest<'a>>,
    /// Inverse masses (1/kg), positions (m) and velocities (m/s) of the particles of the last call.
    weights: [f64; AT_ONCE],
    vectors: [[DVec3; AT_ONCE]; 2],
    /// Forces on these particles in N.
    forces: [DVec3; AT_ONCE],
}

/// Most particles per call.
pub(crate) const AT_ONCE: usize = 64;

/// Forces on single particles that have no fast loop.
pub struct Rest<'a> {
    /// Boxes [min, max] in m outside which these forces are zero.
    pub bounds: Vec<[DVec3; 2]>,
    /// Adds the accelerations in m/s².
    pub accelerate: &'a mut Accelerate<'a>,
}

/// Arguments: the index of the step, inverse masses (1/kg), positions and velocities of some
/// particles, and their accelerations.
pub type Accelerate<'a> = dyn FnMut(usize, &[f64], [&[DVec3]; 2], &mut [DVec3]) + 'a;

impl<'a> Singly<'a> {
    /// Combines forces that act on all particles alike with all other forces.
    #[must_use]
    pub fn new(surroundings: Surroundings, rest: Option<Rest<'a>>) -> Self {
        let zeros = [DVec3::ZERO; AT_ONCE];
        Self { surroundings, rest, weights: [0.0; AT_ONCE], vectors: [zeros; 2], forces: zeros }
    }

    /// Boxes outside which the other forces are zero; empty if there are none.
    pub(crate) fn bounds(&self) -> &[[DVec3; 2]] {
        self.rest.as_ref().map_or(&[], |rest| &rest.bounds)
    }

    /// True if gravity is the only force.
    pub(crate) fn are_weights(&self) -> bool {
        self.rest.is_none() && Medium::<f64x2>::of(&self.surroundings).is_none()
    }

    /// Returns the other forces in N on `count` particles in a step. `write_states` writes their
    /// inverse masses (1/kg), positions and velocities. With `powers`, the forces include those of
    /// the medium, whose powers are added there.
    pub(crate) fn forces(
        &mut self,
        step: usize,
        count: usize,
        powers: Option<&mut Powers>,
        write_states: impl FnOnce(&mut [f64], [&mut [DVec3]; 2]),
    ) -> &[DVec3] {
        let [x, v] = &mut self.vectors;
        write_states(&mut self.weights[..count], [&mut x[..count], &mut v[..count]]);
        self.act(step, count, powers);
        &self.forces[..count]
    }

    #[inline(never)]
    fn act(&mut self, step: usize, count: usize, powers: Option<&mut Powers>) {
        let Self { surroundings, rest, weights, vectors: [x, v], forces } = self;
        let (weights, x, v, forces) = (&weights[..count], &x[..count], &v[..count], &mut forces[..count]);
        forces.fill(DVec3::ZERO);
        if let Some(rest) = rest {
            (rest.accelerate)(step, weights, [x, v], forces);
        }
        if let (Some(medium), Some(powers)) = (Medium::of(surroundings), powers) {
            medium.accelerate(forces, v, weights, powers);
        }
        for (force, w) in forces.iter_mut().zip(weights) {
            *force = if *w > 0.0 { w.recip() * *force } else { DVec3::ZERO };
        }
    }
}

/// Powers in W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// Heat of the dampers.
    pub damping: f64,
    /// Σ f·v of the springs' forces on led particles: fixed ones that a hand or a drive moves.
    pub led: f64,
    /// Heat of the medium, by linear drag and air resistance.
    pub drag: f64,
    /// Work that the wind does.
    pub wind: f64,
}

/// Layout of particles and springs for taking many steps, with their state in between. The memory
/// is reused.
pub trait Arrangement: Send + Sync {
    /// Lays out particles with the velocities v (m/s) and inverse masses w (1/kg); false if the
    /// layout does not pay for this system. `planar` returns true if all z are 0; the layout then
    /// has no z. It is called only where that matters.
    ///
    /// # Panics
    /// If a spring links a particle that does not exist.
    #[must_use]
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool;

    /// Copies positions (m) and velocities (m/s) into the layout.
    fn start(&mut self, vectors: [&[DVec3]; 2]);

    /// Takes steps h (s) of symplectic Euler, v ← v + h a and x ← x + h v, one for each item of
    /// `powers`, to which the powers at its start are added. Returns the number of steps up to and
    /// including the first in which a particle leaves the reach (m). If these are fewer than asked
    /// for, the state is already beyond that step, and the caller has to start again.
    fn steps(&mut self, springs: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize;

    /// Copies the state back into positions (m) and velocities (m/s).
    fn stop(&self, vectors: [&mut [DVec3]; 2]);
}

/// All arrangements with 32-bit (`single`) or 64-bit numbers, the fastest first.
#[must_use]
pub fn arrangements(single: bool) -> Vec<Box<dyn Arrangement>> {
    if single {
        vec![
            Box::new(Single::default()),
            Box::new(Network::<f32x4, 4>::of(are_many)),
            Box::new(Network::<f32x4, 8>::of(are_many)),
        ]
    } else {
        vec![
            Box::new(Double::default()),
            Box::new(Network::<f64x2, 4>::of(are_many)),
            Box::new(Network::<f64x2, 8>::of(are_scattered)),
        ]
    }
}

/// True if there is an arrangement with 32-bit numbers for these springs.
#[must_use]
pub fn fit_single(endpoints: &[[u32; 2]]) -> bool {
    are_many(endpoints) || lie_in_rows(endpoints)
}

/// True if laying out pays: with fewer springs, steps without it are as fast.
fn are_many(endpoints: &[[u32; 2]]) -> bool {
    endpoints.len() >= 256
}

/// True if linked particles, or those of consecutive springs, are far apart in memory. Otherwise
/// 64-bit steps are as fast without a new order.
fn are_scattered(endpoints: &[[u32; 2]]) -> bool {
    /// One of this many springs is examined.
    const SAMPLE: usize = 16;
    let distance = |i: u32, j: u32| u64::from(i.abs_diff(j));
    let samples = || endpoints.windows(2).step_by(SAMPLE);
    let distances: u64 =
        samples().map(|pair| distance(pair[0][0], pair[1][0]) + distance(pair[1][0], pair[1][1])).sum();
    let last = samples().flat_map(|pair| pair[1]).max().unwrap_or_default();
    // random order gives a third of all particles on average; a good order of a mesh gives a few
    // rows
    are_many(endpoints) && distances / samples().len() as u64 > u64::from(last) / 8
}
