//! Checks for memory before a call allocates: in wasm a failed allocation aborts, and the
//! simulation is lost.

use super::{Simulation, method};
use crate::{Error, Mesh, Method, Values};
#[cfg(target_arch = "wasm32")]
use springlab_fast::lie_in_rows;

/// Memory of a particle with its springs in bytes, while its scene is built next to the previous
/// one: position and velocity, four springs, lists that double as they grow, and the matrix and
/// vectors of an implicit method.
pub(crate) const BUILT: usize = 1500;

/// Memory to write a parameter, in bytes a particle: masses, and bounds for substeps.
const TUNED: usize = 32;

/// Memory of a method in bytes a particle: ten states of Runge-Kutta 45, or vectors and blocks of
/// an implicit method.
const KEPT: usize = 600;

/// Memory of an implicit method in bytes a spring: its block twice, in rows and in columns.
const BLOCK: usize = 130;

/// Memory of steps in bytes a spring, if springs do not lie in rows: the order of all of them, and
/// the search for it.
#[cfg(target_arch = "wasm32")]
const ORDER: usize = 120;

/// Memory in bytes that a character of a mesh file may need: `l 1 2` defines a spring.
const CHARACTER: usize = 150;

/// Memory left for everything small, in bytes.
const RESERVE: usize = 1 << 16;

/// Memory that a new simulation leaves for the existing ones, in bytes.
const OTHERS: usize = 1 << 22;

const PARTICLES: &str = "particles";

impl Simulation {
    /// Checks for `bytes` a particle, for a call.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn check_memory(&self, bytes: usize) -> Result<(), Error> {
        check(self.particles().len(), PARTICLES, bytes, RESERVE)
    }

    /// Checks for `bytes` a particle, and for the memory of the steps themselves.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn check_memory_to_step(&self, bytes: usize) -> Result<(), Error> {
        let springs = self.system().map_or(&[][..], |system| &system.springs.endpoints);
        let order = if lie_in_rows(springs) { 0 } else { ORDER * springs.len() / self.particles().len() };
        self.check_memory(bytes + order)
    }

    /// Checks for the memory of the scene with these values.
    pub(super) fn check_memory_with(&self, values: &Values) -> Result<(), Error> {
        check(self.particles().len().max(particles(values)), PARTICLES, BUILT, RESERVE)
    }

    /// Checks for the memory to write these values into the present model.
    pub(super) fn check_memory_to_tune(&self, values: &Values) -> Result<(), Error> {
        let count = self.particles().len();
        let engine = if self.keeps_engine(values) { 0 } else { self.engine_bytes(method(values)) };
        check_total(count, PARTICLES, (count * TUNED).saturating_add(engine), RESERVE)
    }

    /// True if the present engine stays with these values. With Newton's method it may not, because
    /// any parameter can make the equations linear or nonlinear.
    fn keeps_engine(&self, values: &Values) -> bool {
        let settings = self.settings_with(values);
        !settings.newton && self.engine.suits(method(values), &self.model, settings)
    }

    /// Memory in bytes of a new engine for this method, next to the present one.
    fn engine_bytes(&self, method: &Method) -> usize {
        let springs = if method.settings.contains(&"solver") {
            self.system().map_or(0, |system| system.springs.len())
        } else {
            0
        };
        (KEPT * self.particles().len()).saturating_add(BLOCK * springs)
    }
}

/// Checks for the memory of a new simulation.
pub(super) fn check_new(values: &Values, mesh: Option<&Mesh>) -> Result<(), Error> {
    match mesh {
        Some(mesh) => check_text(mesh.obj.len() + mesh.json.len()),
        None => check(particles(values), PARTICLES, BUILT, OTHERS),
    }
}

/// Checks for the memory of a mesh file with this number of characters.
pub(super) fn check_text(length: usize) -> Result<(), Error> {
    check(length, "characters", CHARACTER, OTHERS)
}

/// Checks for memory in bytes that something takes in addition to a simulation.
///
/// # Errors
/// [`Error::NoMemory`].
#[cfg(target_arch = "wasm32")]
pub(crate) fn check_bytes(bytes: usize) -> Result<(), Error> {
    check(bytes, "bytes", 1, RESERVE)
}

/// Number of particles of a grid with these values; 0 for other scenes, which are small or made of
/// a file.
fn particles(values: &Values) -> usize {
    ["width", "height"].iter().filter(|key| values.has(key)).map(|key| values.count(key) as usize).product()
}

/// Checks for `bytes` for each of `count` things, and for a reserve.
fn check(count: usize, what: &'static str, bytes: usize, reserve: usize) -> Result<(), Error> {
    check_total(count, what, count.saturating_mul(bytes), reserve)
}

/// Checks for `bytes` for `count` things together, and for a reserve.
fn check_total(count: usize, what: &'static str, bytes: usize, reserve: usize) -> Result<(), Error> {
    if is_free(bytes.saturating_add(reserve)) {
        Ok(())
    } else {
        Err(Error::NoMemory { count, what, bytes, left: left() })
    }
}

/// True if there is a free piece of this many bytes.
fn is_free(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// The largest free piece of memory in bytes, to 1 MiB.
fn left() -> usize {
    (20..31).rev().map(|bit| 1 << bit).fold(0, |left, more| if is_free(left + more) { left + more } else { left })
}
