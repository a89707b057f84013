//! Checks for memory before calls that copy much: in wasm a failed allocation aborts, and the
//! simulation is lost. The scene itself checks for memory when it is built.

use crate::{Error, Simulation, simulation::memory::check_each};
use springlab_fast::lie_in_rows;

/// A call and the memory in bytes per particle that it may take.
#[derive(Clone, Copy)]
pub enum Call {
    /// State: its bytes, or positions and velocities.
    State = 200,
    /// List of numbers that is returned.
    Numbers = 300,
    /// Checkpoint with its springs.
    Moment = 400,
    /// Snapshot, which doubles as it grows.
    Snapshot = 600,
    /// Scene or engine that is built next to the old one.
    Built = 1500,
    /// Search for modes.
    Modes = 2000,
    /// Matrices as triples.
    Matrices = 4000,
    /// Runs that measure an order.
    Runs = 5000,
}

/// Memory in bytes per particle of a step: positions before it, and arrays by coordinate in which
/// it computes.
const STEP: usize = 200;

/// Memory in bytes per spring to sort springs that don't lie in rows: the order, and the search for
/// it.
const ORDER: usize = 120;

/// Particles above which a step checks for memory. Fewer always have enough, and the check costs as
/// much as a step of a small scene.
const MANY: usize = 10_000;

/// Checks that there is memory for a call.
pub fn check(simulation: &Simulation, call: Call) -> Result<(), Error> {
    check_each(simulation.particles().len(), "particles", call as usize)
}

/// Checks that there is memory for steps.
pub fn check_step(simulation: &Simulation) -> Result<(), Error> {
    let count = simulation.particles().len();
    if count <= MANY {
        return Ok(());
    }
    let springs = simulation.system().map_or(&[][..], |system| &system.springs.endpoints);
    let order = if lie_in_rows(springs) { 0 } else { ORDER * springs.len() / count };
    check_each(count, "particles", STEP + order)
}

/// Checks that there are `bytes` for data outside a simulation.
pub fn check_bytes(bytes: usize) -> Result<(), Error> {
    check_each(bytes, "bytes", 1)
}
