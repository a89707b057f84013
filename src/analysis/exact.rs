//! The exact solution of a simulation.

use crate::{Simulation, Solution};

/// The exact solution at a `time` (s) after the last external change; see [`Simulation::exact`].
pub fn exact_at(simulation: &Simulation, time: f64) -> Option<Solution> {
    simulation.exact_start()?.at(&simulation.model, time)
}
