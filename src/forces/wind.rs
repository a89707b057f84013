//! Resistance of moving air: f = c ‖u − v‖ (u − v), quadratic in the velocity relative to the air, which blows with u(t).
//!
//! With r = u − v the air does the work f·u = c ‖r‖ r·u from outside, and c ‖r‖³ of it becomes heat; f·v is what is left. In air at rest all that
//! it takes is heat.

use super::{Body, Force};
use crate::{System, Work, elementary::sin, linear::outer};
use glam::{DMat3, DVec3};
use springlab_fast::Surroundings;
use std::f64::consts::TAU;

/// Air that blows with u(t) = w (1 + g sin(2π t/T)), and how much it resists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// Coefficient c of the resistance of every free particle in kg/m: ½ ϱ c_w A.
    pub resistance: f64,
    /// Mean velocity w in m/s.
    pub velocity: DVec3,
    /// Part g by which gusts go beyond it and fall short of it, dimensionless.
    pub gusts: f64,
    /// Their period T in s.
    pub period: f64,
}

/// A calm without resistance.
impl Default for Wind {
    fn default() -> Self {
        Self { resistance: 0.0, velocity: DVec3::ZERO, gusts: 0.0, period: 4.0 }
    }
}

impl Wind {
    /// Whether it is the same at all times.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.resistance == 0.0 || self.gusts == 0.0 || self.velocity == DVec3::ZERO
    }

    /// The velocity u of the air in m/s at the time t (s).
    #[must_use]
    pub fn at(&self, time: f64) -> DVec3 {
        // most systems have no gusts, and many steps are shorter than a sine
        let gust = if self.gusts == 0.0 { 0.0 } else { self.gusts * sin(TAU * time / self.period) };
        (1.0 + gust) * self.velocity
    }
}

/// c in kg/m and u in m/s at one time.
struct Air {
    resistance: f64,
    velocity: DVec3,
    /// Most of its speed in m/s.
    strongest: f64,
}

pub(super) fn at(system: &System, time: f64) -> impl Force {
    let Wind { resistance, velocity, gusts, .. } = system.wind;
    Air { resistance, velocity: system.wind.at(time), strongest: (1.0 + gusts) * velocity.length() }
}

impl Force for Air {
    fn acts(&self) -> bool {
        self.resistance != 0.0
    }

    fn surround(&self, surroundings: &mut Surroundings) -> bool {
        (surroundings.resistance, surroundings.wind) = (self.resistance, self.velocity);
        true
    }

    #[inline]
    fn acceleration(&self, &Body { inverse_mass, velocity, .. }: &Body, power: &mut Work) -> DVec3 {
        let relative = self.velocity - velocity;
        let grip = self.resistance * relative.length();
        power.wind += grip * relative.dot(self.velocity);
        power.drag += grip * relative.length_squared();
        inverse_mass * grip * relative
    }

    /// D = c (‖r‖ I + r rᵀ/‖r‖), in truth as well.
    fn derivative(&self, body: &Body, [_, b, _]: [f64; 3]) -> DMat3 {
        let relative = self.velocity - body.velocity;
        let n = relative.normalize_or_zero();
        b * self.resistance * relative.length() * (DMat3::IDENTITY + outer(n))
    }

    /// As far as nothing is faster against the air than the wind at its strongest.
    fn ceilings(&self) -> [f64; 2] {
        [2.0 * self.resistance * self.strongest, 0.0]
    }
}
