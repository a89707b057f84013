//! Velocity Verlet: v½ = v + ½ Δt a, x ← x + Δt v½, then a at the new position and v ← v½ + ½ Δt a.
//!
//! Order 2, with one force evaluation per step; without damping it preserves phase-space area, can
//! be run backwards to rounding, and is stable while Δt ω < 2. Its positions are those of the
//! position form, and it has proper velocities. Forces that depend on velocity use v + Δt a with
//! the acceleration at the end of the step before, which keeps the order; with damping it is stable
//! while Δt²ω² + 4Δtγ < 4.

use super::{Formula, Integrator, Limit, Links, Method, Settings, Stability};
use crate::{Particles, System, linear::NotConverged};
use glam::{DMat3, DVec3};
use springlab_fast::drift;

/// Coefficients of its modified energy, see [`Method::modified_energy`].
pub(super) const MODIFIED_ENERGY: Option<[f64; 3]> = Some([0.0, 1.0 / 12.0, -1.0 / 24.0]);

/// The method's record.
pub static METHOD: Method = Method {
    id: "velocity-verlet",
    label: "Velocity Verlet",
    order: 2,
    stages: 1,
    symplectic: true,
    symmetric: true,
    modified_energy: MODIFIED_ENERGY,
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Partitioned { update, limit: Limit::Sum(4.0) },
    formula: Some(Formula {
        step: r"\begin{pmatrix} 1 - \frac{y^2}{2} & y \\ -y + \frac{y^3}{4} & 1 - \frac{y^2}{2} \end{pmatrix}",
        amplification: "1",
        phase_error: "+y^3/24",
    }),
    mechanical: Some(|system, _| Box::new(VelocityVerlet::new(system.particles.len()))),
    flow: None,
    follower: None,
};

/// Update matrix of (u, h u̇, h²a): u′ = u + h u̇ + ½ h²a, h²a′ = −h²ω² u′ − hγ (h u̇ + h²a),
/// h u̇′ = h u̇ + ½ (h²a + h²a′).
pub(super) fn update([gamma, omega_squared]: [f64; 2], h: f64, _: &Settings) -> DMat3 {
    let (stiff, damp) = (h * h * omega_squared, h * gamma);
    let a = DVec3::new(-stiff, -stiff - damp, -0.5 * stiff - damp);
    DMat3::from_cols(
        DVec3::new(1.0, 0.5 * a.x, a.x),
        DVec3::new(1.0, 1.0 + 0.5 * a.y, a.y),
        DVec3::new(0.5, 0.5 + 0.5 * a.z, a.z),
    )
}

/// The system's history holds the accelerations at the end of the last step.
struct VelocityVerlet {
    accelerations: Vec<DVec3>,
    predicted: Vec<DVec3>,
}

impl VelocityVerlet {
    fn new(particles: usize) -> Self {
        Self { accelerations: vec![DVec3::ZERO; particles], predicted: vec![DVec3::ZERO; particles] }
    }
}

impl Integrator<System> for VelocityVerlet {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        if system.history.len() != x.len() {
            system.last_power = system.accelerate(system.time, x, v, &mut self.accelerations);
            system.history.clear();
            system.history.extend_from_slice(&self.accelerations);
            system.evaluated(v, &self.accelerations);
        }
        drift(&mut system.particles.velocities, 0.5 * h, &system.history);
        system.kicked(0.5 * h, &system.history);
        drift(&mut system.particles.positions, h, &system.particles.velocities);
        system.advance(h);
        system.drifted(h);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        self.predicted.copy_from_slice(v);
        drift(&mut self.predicted, 0.5 * h, &system.history);
        let power = system.accelerate(system.time, x, &self.predicted, &mut self.accelerations);
        system.evaluated(&self.predicted, &self.accelerations);
        drift(&mut system.particles.velocities, 0.5 * h, &self.accelerations);
        system.kicked(0.5 * h, &self.accelerations);
        std::mem::swap(&mut system.history, &mut self.accelerations);
        system.work = system.work + 0.5 * h * (system.last_power + power);
        system.last_power = power;
        Ok(())
    }
}
