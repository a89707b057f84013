//! A particle that the user holds.

use crate::Model;
use glam::DVec3;

/// Relative difference up to which two velocities of a hand count as equal. Each is the remaining
/// distance over the remaining time, so they differ by rounding errors.
const SAME: f64 = 1e-9;

/// A held particle. While it is held it counts as fixed, but has a velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// Index of the held particle.
    pub particle: usize,
    /// Inverse mass in 1/kg, restored on release.
    pub inverse_mass: f64,
    /// Position in m that the particle moves to.
    pub target: DVec3,
    /// Number of steps until it is there.
    pub steps: u32,
}

impl Hand {
    /// Sets the velocity that takes the particle to its target in time with this step (s), 0 if it
    /// is there. Returns the previous one.
    pub fn lead(&self, model: &mut Model, step: f64) -> DVec3 {
        let offset = self.target - model.particles().positions[self.particle];
        self.set_velocity(model, if self.steps > 0 { offset / (f64::from(self.steps) * step) } else { DVec3::ZERO })
    }

    /// Sets the velocity of the particle and returns the previous one.
    pub fn set_velocity(&self, model: &mut Model, velocity: DVec3) -> DVec3 {
        let before = std::mem::replace(&mut model.particles_mut().velocities[self.particle], velocity);
        if let Model::Mechanical(system) = model
            && (velocity - before).length() > SAME * velocity.length()
        {
            system.history.clear();
        }
        before
    }

    /// Counts a step. After the last one it puts the particle exactly at its target. A tracer is
    /// moved here at every step, because it has no own velocity.
    pub fn arrive(&mut self, model: &mut Model) {
        let left = self.steps;
        self.steps = left.saturating_sub(1);
        if left <= 1 {
            model.particles_mut().positions[self.particle] = self.target;
        }
        if let Model::Flow(flow) = model {
            let position = &mut flow.particles.positions[self.particle];
            *position += (self.target - *position) / f64::from(left.max(1));
            flow.refresh();
        }
    }
}
