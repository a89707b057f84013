//! All modes of a system, and its matrices.

use crate::{Error, Matrices, Mode, Simulation, base::check::check_whole};
use glam::DVec3;

/// See [`Simulation::matrices`].
pub fn matrices(simulation: &Simulation) -> Result<Matrices, Error> {
    Ok(Matrices::of(simulation.system()?, !simulation.method().projects_contacts))
}

/// See [`Simulation::modes`].
pub fn modes(simulation: &Simulation) -> Result<Vec<Mode>, Error> {
    let free = simulation.system()?.particles.free().count();
    check_whole("number of free particles", free as f64, [0, Mode::MOST])?;
    let mut system = simulation.system()?.clone();
    system.particles.velocities.fill(DVec3::ZERO);
    Ok(Matrices::of(&system, !simulation.method().projects_contacts).modes())
}
