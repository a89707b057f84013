//! The energy account of a system, now.

use super::forces;
use crate::{Energy, Particles, System, Work};
use glam::DVec3;

impl System {
    /// The energy account now, in J.
    #[must_use]
    pub fn energy(&self) -> Energy {
        self.energy_with(self.springs.energy(&self.particles.positions))
    }

    /// The energy account with a known energy of the springs (J).
    pub(crate) fn energy_with(&self, elastic: f64) -> Energy {
        let Particles { positions, velocities, .. } = &self.particles;
        Energy { work: self.work, start: self.start, ..self.stored(elastic, self.time, [positions, velocities]) }
    }

    /// Energy stored in a state, with a known energy of the springs (J).
    pub(super) fn stored(&self, elastic: f64, time: f64, state: [&[DVec3]; 2]) -> Energy {
        let mut stored = Energy { kinetic: self.kinetic_energy(state[1]), elastic, ..Energy::default() };
        forces::each(self, true, time, &mut |force| {
            force.store_all(&self.particles.inverse_masses, state, &mut stored);
        });
        self.store_touches(state, &mut stored);
        stored
    }

    /// Kinetic energy in J of the free particles with these velocities (m/s).
    pub(super) fn kinetic_energy(&self, velocities: &[DVec3]) -> f64 {
        self.particles.free().fold(0.0, |energy, (i, m)| energy + 0.5 * m * velocities[i].length_squared())
    }

    /// Restarts the account: the energy stored now is the start.
    pub fn open_account(&mut self) {
        self.work = Work::default();
        self.start = self.energy().stored();
    }
}
