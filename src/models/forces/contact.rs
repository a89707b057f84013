//! Penalty contact: the force of an obstacle on a particle that has entered it.

use super::force::{Body, Force};
use crate::{
    Energy, Obstacle, Work,
    linear::{outer, product},
};
use glam::{DMat3, DVec3};

/// A normal spring-damper with Coulomb friction. With the depth p = −δ > 0, its rate ṗ = −n·v and
/// the tangential velocity t = v − (n·v) n, the force is f = N n − μ N t/max(‖t‖, s). The pressure
/// N = max(0, k p + c ṗ) never pulls.
///
/// Below the slip speed s friction grows linearly with t, so that its derivative is finite: a step
/// Δt resolves it while Δt μ N/(m s) < 2. A resting particle therefore creeps by at most s. Where
/// the ratio of friction to speed would exceed the largest grip G, friction is −G t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Stiffness k in N/m.
    pub stiffness: f64,
    /// Damping coefficient c in N·s/m.
    pub damping: f64,
    /// Coefficient of friction μ, dimensionless.
    pub friction: f64,
    /// Slip speed s in m/s.
    pub slip_speed: f64,
    /// Largest grip G in N·s/m.
    pub largest_grip: f64,
}

impl Default for Contact {
    fn default() -> Self {
        Self { stiffness: 5000.0, damping: 10.0, friction: 0.3, slip_speed: 0.05, largest_grip: f64::INFINITY }
    }
}

/// Force and dissipated powers of a contact at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// Force on the particle in N.
    pub force: DVec3,
    /// Power in W that the normal damper turns into heat.
    pub damping: f64,
    /// Power in W that friction turns into heat.
    pub friction: f64,
}

impl Contact {
    /// Elastic energy ½ k p² in J at the signed distance δ (m), 0 outside.
    #[must_use]
    pub fn energy(&self, distance: f64) -> f64 {
        0.5 * self.stiffness * distance.min(0.0).powi(2)
    }

    /// Pressure N = max(0, k p + c ṗ) in N; 0 outside.
    #[must_use]
    pub fn pressure(&self, (distance, n): (f64, DVec3), velocity: DVec3) -> f64 {
        if distance >= 0.0 { 0.0 } else { (-self.stiffness * distance - self.damping * n.dot(velocity)).max(0.0) }
    }

    /// The force on a particle with this velocity at the signed distance δ along n, `None` outside.
    ///
    /// The normal damper's heat is (N − k p) ṗ: c ṗ², or the released elastic energy where the
    /// pressure is cut at 0.
    #[must_use]
    pub fn force(&self, (distance, n): (f64, DVec3), velocity: DVec3) -> Option<ContactForce> {
        if distance >= 0.0 {
            return None;
        }
        let pressure = self.pressure((distance, n), velocity);
        let rate = n.dot(velocity);
        let drag = self.drag(pressure, velocity - rate * n);
        Some(ContactForce {
            force: pressure * n - drag,
            damping: (-self.stiffness * distance - pressure) * rate,
            friction: drag.dot(velocity),
        })
    }

    fn drag(&self, pressure: f64, tangential: DVec3) -> DVec3 {
        self.grip(pressure, tangential) * tangential
    }

    /// Ratio of friction to speed, min(G, μ N/max(‖t‖, s)), in N·s/m.
    fn grip(&self, pressure: f64, tangential: DVec3) -> f64 {
        (self.friction * pressure / tangential.length().max(self.slip_speed)).min(self.largest_grip)
    }

    /// −∂f/∂x and −∂f/∂v without their parts that are not symmetric and positive semidefinite:
    /// k n nᵀ, and c n nᵀ + g (I − n nᵀ) with the grip g = min(G, μ N/max(‖t‖, s)), where pressure
    /// and surface curvature are held constant.
    #[must_use]
    pub fn matrices(&self, (distance, n): (f64, DVec3), velocity: DVec3) -> Option<(DMat3, DMat3)> {
        let pressure = self.pressure((distance, n), velocity);
        if pressure == 0.0 {
            return None;
        }
        let (along, tangential) = (outer(n), velocity - n.dot(velocity) * n);
        let grip = self.grip(pressure, tangential);
        Some((self.stiffness * along, self.damping * along + grip * (DMat3::IDENTITY - along)))
    }

    /// −∂f/∂x and −∂f/∂v at the surface curvature H = ∂n/∂x; asymmetric with friction.
    ///
    /// With g = t/max(‖t‖, s) the force is f = N (n − μ g); ∂N/∂x = −k n − c H v, ∂N/∂v = −c n,
    /// ∂t/∂x = −n (H v)ᵀ − (n·v) H, ∂t/∂v = I − n nᵀ, and ∂g/∂t is I/s or (I − t tᵀ/‖t‖²)/‖t‖. With
    /// the largest grip f = N n − G t.
    fn slopes(&self, (distance, n): (f64, DVec3), curvature: DMat3, velocity: DVec3) -> [DMat3; 2] {
        let pressure = self.pressure((distance, n), velocity);
        if pressure == 0.0 {
            return [DMat3::ZERO; 2];
        }
        let (rate, turn) = (n.dot(velocity), curvature * velocity);
        let tangential = velocity - rate * n;
        let speed = tangential.length();
        let direction = n - self.friction / speed.max(self.slip_speed) * tangential;
        let (direction, grip) = if self.grip(pressure, tangential) == self.largest_grip {
            (n, DMat3::IDENTITY * self.largest_grip)
        } else if speed > self.slip_speed {
            let slip = (DMat3::IDENTITY - outer(tangential / speed)) * speed.recip();
            (direction, self.friction * pressure * slip)
        } else {
            (direction, self.friction * pressure * (DMat3::IDENTITY * self.slip_speed.recip()))
        };
        [
            product(direction, self.stiffness * n + self.damping * turn)
                - pressure * curvature
                - grip * (product(n, turn) + rate * curvature),
            product(direction, self.damping * n) + grip * (DMat3::IDENTITY - outer(n)),
        ]
    }
}

/// The contact law and the obstacles of a system.
struct Touch<'a> {
    contact: Contact,
    obstacles: &'a [Obstacle],
}

impl Touch<'_> {
    /// Obstacles that contain a position, or may contain it within rounding.
    fn near(&self, position: DVec3) -> impl Iterator<Item = &Obstacle> {
        self.obstacles.iter().filter(move |obstacle| !obstacle.is_clear_of(position))
    }
}

pub(super) fn at(contact: Contact, obstacles: &[Obstacle]) -> impl Force {
    Touch { contact, obstacles }
}

impl Force for Touch<'_> {
    fn acts(&self) -> bool {
        !self.obstacles.is_empty()
    }

    fn is_projected(&self) -> bool {
        true
    }

    fn is_planar(&self) -> bool {
        self.obstacles.iter().all(Obstacle::is_upright)
    }

    fn bounds(&self) -> Vec<[DVec3; 2]> {
        self.obstacles.iter().map(Obstacle::bounds).collect()
    }

    #[inline]
    fn acceleration(&self, &Body { inverse_mass, position, velocity }: &Body, power: &mut Work) -> DVec3 {
        let mut force = DVec3::ZERO;
        for obstacle in self.near(position) {
            if let Some(touch) = self.contact.force(obstacle.distance(position), velocity) {
                force += touch.force;
                power.damping += touch.damping;
                power.friction += touch.friction;
            }
        }
        inverse_mass * force
    }

    fn store(&self, body: &Body, account: &mut Energy) {
        for obstacle in self.near(body.position) {
            account.contact += self.contact.energy(obstacle.distance(body.position).0);
        }
    }

    /// C = −N ∂n/∂x: when a particle moves along a round obstacle, the normal turns with it, so
    /// that the pressure N pushes it further sideways.
    fn derivative(&self, &Body { position, velocity, .. }: &Body, [a, b, c]: [f64; 3]) -> DMat3 {
        let mut sum = DMat3::ZERO;
        for obstacle in self.near(position) {
            let place = obstacle.distance(position);
            if let Some((stiffness, damping)) = self.contact.matrices(place, velocity) {
                sum += a * stiffness + b * damping;
                if c != 0.0 {
                    sum -= c * self.contact.pressure(place, velocity) * obstacle.curvature(position);
                }
            }
        }
        sum
    }

    fn slopes(&self, &Body { position, velocity, .. }: &Body) -> [DMat3; 2] {
        let slopes = |body: &Obstacle| self.contact.slopes(body.distance(position), body.curvature(position), velocity);
        self.near(position).map(slopes).fold([DMat3::ZERO; 2], |[k, d], [more, other]| [k + more, d + other])
    }

    /// Friction is left out: beyond its step limit it makes the velocity oscillate, but not grow.
    fn ceilings(&self) -> [f64; 2] {
        let bodies = self.obstacles.len() as f64;
        [bodies * self.contact.damping, bodies * self.contact.stiffness]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTACT: Contact =
        Contact { stiffness: 100.0, damping: 2.0, friction: 0.5, slip_speed: 0.1, largest_grip: f64::INFINITY };

    #[test]
    fn a_contact_pushes_and_never_pulls() {
        assert_eq!(CONTACT.force((0.1, DVec3::Y), DVec3::ZERO), None);
        let at = |velocity| CONTACT.force((-0.02, DVec3::Y), velocity).unwrap();
        assert_eq!(at(DVec3::ZERO).force, DVec3::Y * 2.0);
        assert_eq!(at(DVec3::Y * -1.0).force, DVec3::Y * 4.0);
        assert_eq!(at(DVec3::Y * 5.0).force, DVec3::ZERO);
    }

    #[test]
    fn friction_is_constant_when_sliding_and_proportional_when_creeping() {
        let at = |speed: f64| CONTACT.force((-0.02, DVec3::Y), DVec3::X * speed).unwrap().force.x;
        assert_eq!([at(3.0), at(7.0), at(-3.0), at(0.05)], [-1.0, -1.0, 1.0, -0.5]);
        // at 0.2 m/s this would be a grip of 5 N·s/m
        let held = Contact { largest_grip: 4.0, ..CONTACT };
        let at = |speed: f64| held.force((-0.02, DVec3::Y), DVec3::X * speed).unwrap().force.x;
        assert_eq!([at(3.0), at(0.2), at(0.05)], [-1.0, -0.8, -0.2]);
    }

    /// dE/dt = 0: the work that the force takes from the motion is stored or becomes heat.
    #[test]
    fn the_work_of_a_contact_is_stored_or_becomes_heat() {
        for velocity in [DVec3::new(1.0, -3.0, 0.5), DVec3::new(0.01, 0.9, 0.02), DVec3::new(0.0, 5.0, -1.0)] {
            let distance = -0.02;
            let ContactForce { force, damping, friction } = CONTACT.force((distance, DVec3::Y), velocity).unwrap();
            let storing = CONTACT.stiffness * distance * velocity.y; // d(½ k δ²)/dt
            assert!((force.dot(velocity) + storing + damping + friction).abs() < 1e-14);
            assert!(damping >= 0.0 && friction >= 0.0, "{velocity}: {damping} W, {friction} W");
        }
    }
}
