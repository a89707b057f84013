//! Memory, asked for before it is taken: a call that finds none breaks off, and with it ends what it was at work on.

use super::{Simulation, method};
use crate::{Error, Mesh, Method, Values};
#[cfg(target_arch = "wasm32")]
use springlab_fast::lie_in_rows;

/// What a particle with its springs may take, in bytes, while its scene is built beside the one before: places and speeds, four springs, lists
/// that double, and the matrix and vectors of an implicit method.
pub(crate) const BUILT: usize = 1500;

/// What to write a parameter takes, in bytes a particle: masses, and what pulls at each of them, for substeps.
const TUNED: usize = 32;

/// What a method may keep, in bytes a particle: ten states of Runge-Kutta 45, or vectors and blocks of an implicit method.
const KEPT: usize = 600;

/// What one that solves equations keeps for a spring, in bytes: its block twice, as it is and in columns.
const BLOCK: usize = 130;

/// What steps may take in bytes a spring that does not lie in a row: the order that is found for all of them, and the search for it.
#[cfg(target_arch = "wasm32")]
const ORDER: usize = 120;

/// What a character of a mesh may become, in bytes: `l 1 2` is a spring.
const CHARACTER: usize = 150;

/// What is left for all that is small, in bytes.
const RESERVE: usize = 1 << 16;

/// What a new simulation leaves for those that there are, in bytes.
const OTHERS: usize = 1 << 22;

const PARTICLES: &str = "particles";

impl Simulation {
    /// Asks for `bytes` a particle, for a call.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn check_memory(&self, bytes: usize) -> Result<(), Error> {
        check(self.particles().len(), PARTICLES, bytes, RESERVE)
    }

    /// Asks for `bytes` a particle for steps, and for what they take beside.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn check_memory_to_step(&self, bytes: usize) -> Result<(), Error> {
        let springs = self.system().map_or(&[][..], |system| &system.springs.endpoints);
        let order = if lie_in_rows(springs) { 0 } else { ORDER * springs.len() / self.particles().len() };
        self.check_memory(bytes + order)
    }

    /// Asks for what the scene takes with these values.
    pub(super) fn check_memory_with(&self, values: &Values) -> Result<(), Error> {
        check(self.particles().len().max(particles(values)), PARTICLES, BUILT, RESERVE)
    }

    /// Asks for what it takes to write these values into the model as it is.
    pub(super) fn check_memory_to_tune(&self, values: &Values) -> Result<(), Error> {
        let count = self.particles().len();
        let engine = if self.keeps_engine(values) { 0 } else { self.engine_bytes(method(values)) };
        check_total(count, PARTICLES, (count * TUNED).saturating_add(engine), RESERVE)
    }

    /// Whether the engine that there is does for these values. Newton's method may become needless by any of them, and needed by any.
    fn keeps_engine(&self, values: &Values) -> bool {
        let settings = self.settings_with(values);
        !settings.newton && self.engine.suits(method(values), &self.model, settings)
    }

    /// What one of this method takes beside it.
    fn engine_bytes(&self, method: &Method) -> usize {
        let springs = if method.settings.contains(&"solver") {
            self.system().map_or(0, |system| system.springs.len())
        } else {
            0
        };
        (KEPT * self.particles().len()).saturating_add(BLOCK * springs)
    }
}

/// Asks for what a new simulation takes.
pub(super) fn check_new(values: &Values, mesh: Option<&Mesh>) -> Result<(), Error> {
    match mesh {
        Some(mesh) => check_text(mesh.obj.len() + mesh.json.len()),
        None => check(particles(values), PARTICLES, BUILT, OTHERS),
    }
}

/// Asks for what a mesh of so many characters takes.
pub(super) fn check_text(length: usize) -> Result<(), Error> {
    check(length, "characters", CHARACTER, OTHERS)
}

/// Asks for memory in bytes that something takes beside a simulation.
///
/// # Errors
/// [`Error::NoMemory`].
#[cfg(target_arch = "wasm32")]
pub(crate) fn check_bytes(bytes: usize) -> Result<(), Error> {
    check(bytes, "bytes", 1, RESERVE)
}

/// How many particles a grid with these values has; other scenes are small, or made of a file.
fn particles(values: &Values) -> usize {
    ["width", "height"].iter().filter(|key| values.has(key)).map(|key| values.count(key) as usize).product()
}

/// Asks for `bytes` for each of so many things, and leaves some.
fn check(count: usize, what: &'static str, bytes: usize, reserve: usize) -> Result<(), Error> {
    check_total(count, what, count.saturating_mul(bytes), reserve)
}

/// Asks for `bytes` for so many things together, and leaves some.
fn check_total(count: usize, what: &'static str, bytes: usize, reserve: usize) -> Result<(), Error> {
    if is_free(bytes.saturating_add(reserve)) {
        Ok(())
    } else {
        Err(Error::NoMemory { count, what, bytes, left: left() })
    }
}

/// Whether there is a piece of so many bytes.
fn is_free(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// The largest piece that there is, in bytes, but for a MiB.
fn left() -> usize {
    (20..31).rev().map(|bit| 1 << bit).fold(0, |left, more| if is_free(left + more) { left + more } else { left })
}
