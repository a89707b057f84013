//! Systems laid out for the time in which steps are taken.

use crate::{
    Springs, Surroundings,
    columns::{Double, Single, lie_in_rows},
    network::Network,
    surroundings::Medium,
};
use glam::DVec3;
use wide::{f32x4, f64x2};

/// What acts on free particles one by one.
pub struct Singly<'a> {
    /// What acts on all alike.
    pub(crate) surroundings: Surroundings,
    /// All else.
    rest: Option<Rest<'a>>,
    /// Inverse masses (1/kg), positions (m) and velocities (m/s) of those that it last acted on.
    weights: [f64; AT_ONCE],
    vectors: [[DVec3; AT_ONCE]; 2],
    /// What it did to them.
    forces: [DVec3; AT_ONCE],
}

/// On so many it acts at once, at most.
pub(crate) const AT_ONCE: usize = 64;

/// What acts on some particles by itself.
pub struct Rest<'a> {
    /// Boxes from their lowest corner to their highest (m): outside of them nothing is felt.
    pub bounds: Vec<[DVec3; 2]>,
    /// Adds the accelerations in m/s² of particles with some inverse masses (1/kg), positions and velocities, in one of the steps.
    pub accelerate: &'a mut Accelerate<'a>,
}

/// See [`Rest`].
pub type Accelerate<'a> = dyn FnMut(usize, &[f64], [&[DVec3]; 2], &mut [DVec3]) + 'a;

impl<'a> Singly<'a> {
    /// With what acts on all alike, and all else.
    #[must_use]
    pub fn new(surroundings: Surroundings, rest: Option<Rest<'a>>) -> Self {
        let nowhere = [DVec3::ZERO; AT_ONCE];
        Self { surroundings, rest, weights: [0.0; AT_ONCE], vectors: [nowhere; 2], forces: nowhere }
    }

    /// Outside of which boxes nothing else is felt: of none at all if there is nothing else.
    pub(crate) fn bounds(&self) -> &[[DVec3; 2]] {
        self.rest.as_ref().map_or(&[], |rest| &rest.bounds)
    }

    /// Whether there is nothing but weight.
    pub(crate) fn are_weights(&self) -> bool {
        self.rest.is_none() && Medium::<f64x2>::of(&self.surroundings).is_none()
    }

    /// The forces in N of all else, in one of the steps, on so many particles, of which `tell` writes inverse masses (1/kg), positions and velocities. With
    /// `powers` those of the medium are among them, and it adds its own there.
    pub(crate) fn forces(
        &mut self,
        step: usize,
        count: usize,
        powers: Option<&mut Powers>,
        tell: impl FnOnce(&mut [f64], [&mut [DVec3]; 2]),
    ) -> &[DVec3] {
        let [x, v] = &mut self.vectors;
        tell(&mut self.weights[..count], [&mut x[..count], &mut v[..count]]);
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
    /// Σ f·v of the springs' forces on particles that are led.
    pub led: f64,
    /// Heat of what slows all particles alike.
    pub drag: f64,
    /// The work that the wind does.
    pub wind: f64,
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
