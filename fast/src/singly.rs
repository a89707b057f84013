//! Forces on single free particles, for systems that are laid out.

use crate::{Powers, Surroundings, surroundings::Medium};
use glam::DVec3;
use wide::f64x2;

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
