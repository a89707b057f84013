//! Forces, energy and derivatives of spheres in contact in a system, see
//! [`SelfContact`](crate::SelfContact).

use super::forces::Visit;
use crate::{Energy, System, Work, linear::BlockMatrix};
use glam::DVec3;

impl System {
    /// Visits all spheres in contact in a fixed order.
    fn each_touch(&self, state: [&[DVec3]; 2], visit: &mut Visit) {
        self.self_contact.each_touch(self.contact, &self.particles.inverse_masses, state, visit);
    }

    /// Adds the forces of spheres in contact to `forces` (N) and their heat to `power` (W).
    pub(crate) fn push_apart(&self, state: [&[DVec3]; 2], forces: &mut [DVec3], power: &mut Work) {
        self.each_touch(state, &mut |[i, j], ball, body| {
            let force = body.mass() * ball.acceleration(body, power);
            forces[i] += force;
            forces[j] -= force;
        });
    }

    /// Adds the elastic energy of spheres in contact to the account.
    pub(super) fn store_touches(&self, state: [&[DVec3]; 2], account: &mut Energy) {
        self.each_touch(state, &mut |_, ball, body| ball.store(body, account));
    }

    /// Adds a K + b D + c C of the spheres in contact to `matrix`, see
    /// [`derivative`](super::forces::Force::derivative); or a K + b D with the `whole` derivatives.
    pub(super) fn add_touches(
        &self,
        state: [&[DVec3]; 2],
        coefficients: [f64; 3],
        whole: bool,
        matrix: &mut BlockMatrix,
    ) {
        self.each_touch(state, &mut |ends, ball, body| {
            let block = if whole {
                let [k, d] = ball.slopes(body);
                coefficients[0] * k + coefficients[1] * d
            } else {
                ball.derivative(body, coefficients)
            };
            matrix.add_link(ends, block);
        });
    }
}
