//! Reports of a system to a trace, see [`trace`].

use super::trace::{self, Event};
use crate::System;
use glam::DVec3;

impl System {
    /// Adds a moment with the present state. To be called while a trace is on.
    #[inline(never)]
    pub(crate) fn add_moment(&self, event: Event) {
        trace::add(event, self.time, [&self.particles.positions, &self.particles.velocities]);
    }

    /// Reports the accelerations a at the present time and positions and the velocities v.
    pub(crate) fn evaluated(&self, v: &[DVec3], a: &[DVec3]) {
        if trace::is_on() {
            trace::add(Event::Evaluation, self.time, [&self.particles.positions, v]);
            trace::vectors("a", a);
        }
    }

    /// Reports v ← v + h a.
    pub(crate) fn kicked(&self, h: f64, a: &[DVec3]) {
        if trace::is_on() {
            self.add_moment(Event::Kick);
            trace::vectors("a", a);
            trace::number("h", h);
        }
    }

    /// Reports x ← x + h v.
    pub(crate) fn drifted(&self, h: f64) {
        if trace::is_on() {
            self.add_moment(Event::Drift);
            trace::number("h", h);
        }
    }
}
