//! Systems laid out for the time in which steps are taken.

use crate::{
    Springs,
    columns::{Double, Single, lie_in_rows},
    network::Network,
};
use glam::DVec3;
use wide::{f32x4, f64x2};

/// What acts on free particles one by one.
pub struct Singly<'a> {
    /// The acceleration g that all of them have, in m/s².
    pub(crate) uniform: DVec3,
    /// All else.
    rest: Option<&'a mut Accelerate<'a>>,
    /// Inverse masses (1/kg), positions (m) and velocities (m/s) of those that it last acted on.
    weights: Vec<f64>,
    vectors: [Vec<DVec3>; 2],
    /// What it did to them.
    forces: Vec<DVec3>,
}

impl<'a> Singly<'a> {
    /// With the acceleration g that all of them have, in m/s², and all else.
    #[must_use]
    pub fn new(uniform: DVec3, rest: Option<&'a mut Accelerate<'a>>) -> Self {
        Self { uniform, rest, weights: Vec::new(), vectors: Default::default(), forces: Vec::new() }
    }

    /// The forces in N of all else, in one of the steps, on so many particles, of which `tell` writes inverse masses (1/kg), positions and velocities.
    /// There are none if nothing else acts.
    pub(crate) fn forces(
        &mut self,
        step: usize,
        count: usize,
        tell: impl FnOnce(&mut [f64], [&mut [DVec3]; 2]),
    ) -> &[DVec3] {
        if self.rest.is_none() {
            return &[];
        }
        self.make_room(count);
        let [x, v] = &mut self.vectors;
        tell(&mut self.weights, [x, v]);
        self.act(step);
        &self.forces
    }

    #[inline(never)]
    fn make_room(&mut self, count: usize) {
        self.weights.resize_with(count, Default::default);
        for vectors in self.vectors.iter_mut().chain([&mut self.forces]) {
            vectors.resize_with(count, Default::default);
        }
        self.forces.fill(DVec3::ZERO);
    }

    #[inline(never)]
    fn act(&mut self, step: usize) {
        let Self { rest: Some(rest), weights, vectors: [x, v], forces, .. } = self else { return };
        rest(step, weights, [x, v], forces);
        for (force, w) in forces.iter_mut().zip(weights) {
            *force = if *w > 0.0 { *force / *w } else { DVec3::ZERO };
        }
    }
}

/// Adds the accelerations in m/s² of particles with some inverse masses (1/kg), positions and velocities, in one of the steps.
pub type Accelerate<'a> = dyn FnMut(usize, &[f64], [&[DVec3]; 2], &mut [DVec3]) + 'a;

/// Powers in W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// Heat of the dampers.
    pub damping: f64,
    /// Σ f·v of the springs' forces on particles that are led.
    pub led: f64,
}

/// Particles and springs laid out, and their state for as long as steps are taken. The memory is kept from one time to the next.
pub trait Arrangement: Send + Sync {
    /// Lays out particles with the velocities v (m/s) and inverse masses w (1/kg), unless it is not worth while: false then. What is `planar` has no z, and gets
    /// none; that is only asked where it matters.
    ///
    /// # Panics
    /// If a spring links particles that are not there.
    #[must_use]
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool;

    /// Begins to march from positions (m) and velocities (m/s).
    fn start(&mut self, vectors: [&[DVec3]; 2]);

    /// Takes steps h (s) of symplectic Euler, v ← v + h a and x ← x + h v, as many as there are `powers`, and adds the powers at the start of each. Returns
    /// how many steps there are up to the first that leaves the reach (m) somewhere, with this one: if they are not all, the march has to begin again.
    fn steps(&mut self, springs: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize;

    /// Ends the march.
    fn stop(&self, vectors: [&mut [DVec3]; 2]);
}

/// All there are, of 32 (`single`) or 64 bits a number, the fastest first.
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

/// Whether there is an arrangement with numbers of 32 bits for springs.
#[must_use]
pub fn fit_single(endpoints: &[[u32; 2]]) -> bool {
    are_many(endpoints) || lie_in_rows(endpoints)
}

/// Fewer are as soon done as laid out.
fn are_many(endpoints: &[[u32; 2]]) -> bool {
    endpoints.len() >= 256
}

/// Whether particles that are linked, or whose turns follow, lie far apart: with 64 bits a number, others are as fast where they are.
fn are_scattered(endpoints: &[[u32; 2]]) -> bool {
    /// Of so many one is looked at.
    const SAMPLE: usize = 16;
    let far = |i: u32, j: u32| u64::from(i.abs_diff(j));
    let samples = || endpoints.windows(2).step_by(SAMPLE);
    let ways: u64 = samples().map(|pair| far(pair[0][0], pair[1][0]) + far(pair[1][0], pair[1][1])).sum();
    let last = samples().flat_map(|pair| pair[1]).max().unwrap_or_default();
    // in any order each is a third of all particles on average, in a good one some rows of a net
    are_many(endpoints) && ways / samples().len() as u64 > u64::from(last) / 8
}
