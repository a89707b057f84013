//! Linear drag of a medium at rest: f = −b v, with the heat b v².

use super::force::{Body, Force};
use crate::Work;
use glam::{DMat3, DVec3};
use springlab_fast::Surroundings;

/// Drag coefficient b in N·s/m.
struct Drag(f64);

pub(super) fn at(drag: f64) -> impl Force {
    Drag(drag)
}

impl Force for Drag {
    fn acts(&self) -> bool {
        self.0 != 0.0
    }

    fn surround(&self, surroundings: &mut Surroundings) -> bool {
        surroundings.drag += self.0;
        true
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn is_planar(&self) -> bool {
        true
    }

    #[inline]
    fn acceleration(&self, &Body { inverse_mass, velocity, .. }: &Body, power: &mut Work) -> DVec3 {
        power.drag += self.0 * velocity.length_squared();
        -inverse_mass * self.0 * velocity
    }

    fn derivative(&self, _: &Body, [_, b, _]: [f64; 3]) -> DMat3 {
        DMat3::from_diagonal(DVec3::splat(b * self.0))
    }

    fn ceilings(&self) -> [f64; 2] {
        [self.0, 0.0]
    }
}
