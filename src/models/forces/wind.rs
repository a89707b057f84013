//! Resistance of moving air: f = c ‖u − v‖ (u − v), quadratic in the velocity relative to the air,
//! whose velocity is u(t).
//!
//! With r = u − v the air does the work f·u = c ‖r‖ r·u from outside, of which c ‖r‖³ becomes heat;
//! f·v is the difference. Air at rest does no work, and takes only heat.

use super::force::{Body, Force};
use crate::{Work, base::elementary::sin, linear::outer};
use glam::{DMat3, DVec3};
use springlab_fast::Surroundings;
use std::f64::consts::TAU;

/// Air of the velocity u(t) = w (1 + g sin(2π t/T)), and its resistance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// Coefficient c of the resistance of every free particle in kg/m: ½ ϱ c_w A.
    pub resistance: f64,
    /// Mean velocity w in m/s.
    pub velocity: DVec3,
    /// Amplitude g of the gusts, relative to the mean velocity, dimensionless.
    pub gusts: f64,
    /// Period T of the gusts in s.
    pub period: f64,
}

/// No wind and no resistance.
impl Default for Wind {
    fn default() -> Self {
        Self { resistance: 0.0, velocity: DVec3::ZERO, gusts: 0.0, period: 4.0 }
    }
}

impl Wind {
    /// True if the force does not depend on time.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.resistance == 0.0 || self.gusts == 0.0 || self.velocity == DVec3::ZERO
    }

    /// The velocity u of the air in m/s at the time t (s).
    #[must_use]
    pub fn at(&self, time: f64) -> DVec3 {
        // most systems have no gusts, and a sine costs more than many steps
        let gust = if self.gusts == 0.0 { 0.0 } else { self.gusts * sin(TAU * time / self.period) };
        (1.0 + gust) * self.velocity
    }
}

/// Resistance c in kg/m and air velocity u in m/s at one time.
struct Air {
    resistance: f64,
    velocity: DVec3,
    /// Largest air speed over all times in m/s.
    strongest: f64,
}

pub(super) fn at(wind: Wind, time: f64) -> impl Force {
    let Wind { resistance, velocity, gusts, .. } = wind;
    Air { resistance, velocity: wind.at(time), strongest: (1.0 + gusts) * velocity.length() }
}

impl Force for Air {
    fn acts(&self) -> bool {
        self.resistance != 0.0
    }

    fn surround(&self, surroundings: &mut Surroundings) -> bool {
        (surroundings.resistance, surroundings.wind) = (self.resistance, self.velocity);
        true
    }

    fn is_planar(&self) -> bool {
        self.velocity.z == 0.0
    }

    #[inline]
    fn acceleration(&self, &Body { inverse_mass, velocity, .. }: &Body, power: &mut Work) -> DVec3 {
        let relative = self.velocity - velocity;
        let grip = self.resistance * relative.length();
        power.wind += grip * relative.dot(self.velocity);
        power.drag += grip * relative.length_squared();
        inverse_mass * grip * relative
    }

    /// D = c (‖r‖ I + r rᵀ/‖r‖), which is exact.
    fn derivative(&self, body: &Body, [_, b, _]: [f64; 3]) -> DMat3 {
        let relative = self.velocity - body.velocity;
        let n = relative.normalize_or_zero();
        b * self.resistance * relative.length() * (DMat3::IDENTITY + outer(n))
    }

    /// Valid while no particle is faster relative to the air than the strongest wind.
    fn ceilings(&self) -> [f64; 2] {
        [2.0 * self.resistance * self.strongest, 0.0]
    }
}
