//! Weight: f = m g, with the energy −m g·x.

use super::force::{Body, Force};
use crate::{Energy, Work};
use glam::DVec3;
use springlab_fast::Surroundings;

/// Gravitational acceleration g in m/s².
struct Gravity(DVec3);

pub(super) fn at(gravity: DVec3) -> impl Force {
    Gravity(gravity)
}

impl Force for Gravity {
    fn acts(&self) -> bool {
        self.0 != DVec3::ZERO
    }

    fn surround(&self, surroundings: &mut Surroundings) -> bool {
        surroundings.gravity += self.0;
        true
    }

    fn is_uniform(&self) -> bool {
        true
    }

    fn is_planar(&self) -> bool {
        self.0.z == 0.0
    }

    #[inline]
    fn acceleration(&self, _: &Body, _: &mut Work) -> DVec3 {
        self.0
    }

    fn store(&self, body: &Body, account: &mut Energy) {
        account.gravity -= body.mass() * self.0.dot(body.position);
    }
}
