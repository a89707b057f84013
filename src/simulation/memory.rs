//! Checks for memory before a call allocates: in wasm a failed allocation aborts, and the
//! simulation is lost.

use super::Simulation;
use crate::{Error, Mesh, Method, Values};
#[cfg(target_arch = "wasm32")]
use springlab_fast::lie_in_rows;

/// Memory in bytes for a particle and its springs while a scene is built next to the old one:
/// positions and velocities, four springs, lists that double as they grow, and matrix and vectors
/// of an implicit method.
pub(crate) const BUILT: usize = 1500;

/// Memory in bytes per particle to set a parameter: inverse masses, and sums over the springs of
/// each particle for the substeps.
const TUNED: usize = 32;

/// Memory in bytes per particle that a method keeps: ten states of Runge-Kutta 45, or vectors and
/// blocks of an implicit method.
const KEPT: usize = 600;

/// Memory in bytes per spring that an implicit method keeps: the spring's 3 × 3 block twice, as a
/// matrix and in columns.
const BLOCK: usize = 130;

/// Memory in bytes per spring to sort springs that don't lie in rows: the order, and the search for
/// it.
#[cfg(target_arch = "wasm32")]
const ORDER: usize = 120;

/// Memory in bytes per character of a mesh file: `l 1 2` becomes a spring.
const CHARACTER: usize = 150;

/// Memory in bytes that is left for small objects.
const RESERVE: usize = 1 << 16;

/// Memory in bytes that a new simulation leaves to the existing ones.
const OTHERS: usize = 1 << 22;

const PARTICLES: &str = "particles";

impl Simulation {
    /// Checks that there are `bytes` per particle for a call.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn check_memory(&self, bytes: usize) -> Result<(), Error> {
        check(self.particles().len(), PARTICLES, bytes, RESERVE)
    }

    /// Checks that there are `bytes` per particle for steps, and memory to sort the springs.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn check_memory_to_step(&self, bytes: usize) -> Result<(), Error> {
        let springs = self.system().map_or(&[][..], |system| &system.springs.endpoints);
        let order = if lie_in_rows(springs) { 0 } else { ORDER * springs.len() / self.particles().len() };
        self.check_memory(bytes + order)
    }

    /// Checks that there is memory to build the scene with these values.
    pub(crate) fn check_memory_with(&self, values: &Values) -> Result<(), Error> {
        check(self.particles().len().max(particles(values)), PARTICLES, BUILT, RESERVE)
    }

    /// Checks that there is memory to set these values in the present model.
    pub(crate) fn check_memory_to_tune(&self, values: &Values) -> Result<(), Error> {
        let count = self.particles().len();
        let engine = if self.keeps_engine(values) { 0 } else { self.engine_bytes(values.method()) };
        check_total(count, PARTICLES, (count * TUNED).saturating_add(engine), RESERVE)
    }

    /// True if the present engine can be kept with these values. An engine with Newton's method
    /// cannot: any change may make the equations linear or nonlinear.
    fn keeps_engine(&self, values: &Values) -> bool {
        let settings = self.settings_with(values);
        !settings.newton && self.engine.suits(values.method(), &self.model, settings)
    }

    /// Memory in bytes of a new engine of this method.
    fn engine_bytes(&self, method: &Method) -> usize {
        let springs = if method.settings.contains(&"solver") {
            self.system().map_or(0, |system| system.springs.len())
        } else {
            0
        };
        (KEPT * self.particles().len()).saturating_add(BLOCK * springs)
    }
}

/// Checks that there is memory for a new simulation.
pub(crate) fn check_new(values: &Values, mesh: Option<&Mesh>) -> Result<(), Error> {
    match mesh {
        Some(mesh) => check_text(mesh.obj.len() + mesh.json.len()),
        None => check(particles(values), PARTICLES, BUILT, OTHERS),
    }
}

/// Checks that there is memory for a mesh file of `length` characters.
pub(crate) fn check_text(length: usize) -> Result<(), Error> {
    check(length, "characters", CHARACTER, OTHERS)
}

/// Checks that there are `bytes` for data outside a simulation.
///
/// # Errors
/// [`Error::NoMemory`].
#[cfg(target_arch = "wasm32")]
pub(crate) fn check_bytes(bytes: usize) -> Result<(), Error> {
    check(bytes, "bytes", 1, RESERVE)
}

/// Number of particles of a grid with these values; 1 for other scenes, which are small or read
/// from a file.
fn particles(values: &Values) -> usize {
    ["width", "height"].iter().filter(|key| values.has(key)).map(|key| values.count(key) as usize).product()
}

/// Checks that there are `bytes` for each of `count` things, and a reserve.
fn check(count: usize, what: &'static str, bytes: usize, reserve: usize) -> Result<(), Error> {
    check_total(count, what, count.saturating_mul(bytes), reserve)
}

/// Checks that there are `bytes` for `count` things together, and a reserve.
fn check_total(count: usize, what: &'static str, bytes: usize, reserve: usize) -> Result<(), Error> {
    if is_free(bytes.saturating_add(reserve)) {
        Ok(())
    } else {
        Err(Error::NoMemory { count, what, bytes, left: left() })
    }
}

/// True if a block of this size can be allocated.
fn is_free(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// Size in bytes of the largest block that can be allocated, to within 1 MiB.
fn left() -> usize {
    (20..31).rev().map(|bit| 1 << bit).fold(0, |left, more| if is_free(left + more) { left + more } else { left })
}
