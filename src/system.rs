//! A mechanical system: particles, the springs between them, and gravity.

use crate::{Energy, Particles, Springs, integrators::FirstOrder};
use glam::DVec3;

/// Particles, springs and a uniform gravity field: m dv/dt = f(x, v), dx/dt = v.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct System {
    /// The point masses.
    pub particles: Particles,
    /// The springs between them.
    pub springs: Springs,
    /// Gravitational acceleration g in m/s².
    pub gravity: DVec3,
    /// Heat W = ∫ Σ μ Ċ² dt from the dampers in J. Every method integrates it with its own order.
    pub dissipated: f64,
}

impl System {
    /// Writes the accelerations a = w f in m/s² at the given positions and velocities (0 for fixed particles) and
    /// returns the power Σ μ Ċ² in W that the dampers turn into heat.
    pub fn accelerate(&self, positions: &[DVec3], velocities: &[DVec3], accelerations: &mut [DVec3]) -> f64 {
        accelerations.fill(DVec3::ZERO);
        let heating = self.springs.add_forces(positions, velocities, accelerations);
        for (acceleration, &w) in accelerations.iter_mut().zip(&self.particles.inverse_masses) {
            *acceleration = if w > 0.0 { w * *acceleration + self.gravity } else { DVec3::ZERO };
        }
        heating
    }

    /// Force f + f^D + m g on each particle now, in N. A fixed particle has no weight: whatever fixes it carries it.
    #[must_use]
    pub fn forces(&self) -> Vec<DVec3> {
        let mut forces = vec![DVec3::ZERO; self.particles.len()];
        self.springs.add_forces(&self.particles.positions, &self.particles.velocities, &mut forces);
        for (i, m) in self.particles.free() {
            forces[i] += m * self.gravity;
        }
        forces
    }

    fn gravity_energy(&self) -> f64 {
        let x = &self.particles.positions;
        self.particles.free().fold(0.0, |energy, (i, m)| energy - m * self.gravity.dot(x[i]))
    }

    /// The energy account now, in J.
    #[must_use]
    pub fn energy(&self) -> Energy {
        Energy {
            kinetic: self.particles.kinetic_energy(),
            elastic: self.springs.energy(&self.particles.positions),
            gravity: self.gravity_energy(),
            dissipated: self.dissipated,
        }
    }
}

/// The state is y = (x, v, W), its rate ẏ = (v, a(x, v), Σ μ Ċ²).
impl FirstOrder for System {
    fn dimension(&self) -> usize {
        6 * self.particles.len() + 1
    }

    fn read(&self, y: &mut [f64]) {
        let (x, v, heat) = split_mut(y);
        x.copy_from_slice(&self.particles.positions);
        v.copy_from_slice(&self.particles.velocities);
        *heat = self.dissipated;
    }

    fn rate(&self, y: &[f64], rate: &mut [f64]) {
        let (x, v, _) = split(y);
        let (x_rate, v_rate, heat_rate) = split_mut(rate);
        x_rate.copy_from_slice(v);
        *heat_rate = self.accelerate(x, v, v_rate);
    }

    fn write(&mut self, y: &[f64]) {
        let (x, v, heat) = split(y);
        self.particles.positions.copy_from_slice(x);
        self.particles.velocities.copy_from_slice(v);
        self.dissipated = heat;
    }
}

fn split(y: &[f64]) -> (&[DVec3], &[DVec3], f64) {
    let (heat, xv) = y.split_last().expect("the heat stands last");
    let xv: &[DVec3] = bytemuck::cast_slice(xv);
    let (x, v) = xv.split_at(xv.len() / 2);
    (x, v, *heat)
}

fn split_mut(y: &mut [f64]) -> (&mut [DVec3], &mut [DVec3], &mut f64) {
    let (heat, xv) = y.split_last_mut().expect("the heat stands last");
    let xv: &mut [DVec3] = bytemuck::cast_slice_mut(xv);
    let (x, v) = xv.split_at_mut(xv.len() / 2);
    (x, v, heat)
}
