//! Checks for memory before a call allocates: in wasm a failed allocation aborts, and the
//! simulation is lost.

use crate::{Error, Mesh, Values, scenes::shared::grid::particles};

/// Memory in bytes for a particle and its springs while a scene is built next to the old one:
/// positions and velocities, four springs, lists that double as they grow, and matrix and vectors
/// of an implicit method.
pub const BUILT: usize = 1500;

/// Memory in bytes per particle to set a parameter: inverse masses, and sums over the springs of
/// each particle for the substeps.
const TUNED: usize = 32;

/// Memory in bytes per character of a mesh file: `l 1 2` becomes a spring.
const CHARACTER: usize = 150;

/// Memory in bytes that is left for small objects.
const RESERVE: usize = 1 << 16;

/// Memory in bytes that a new simulation leaves to the existing ones.
const OTHERS: usize = 1 << 22;

const PARTICLES: &str = "particles";

/// Checks that there is memory for a new simulation.
pub fn check_new(values: &Values, mesh: Option<&Mesh>) -> Result<(), Error> {
    match mesh {
        Some(mesh) => check_text(mesh.obj.len() + mesh.json.len()),
        None => check(particles(values), PARTICLES, BUILT, OTHERS),
    }
}

/// Checks that there is memory for a mesh file of `length` characters.
pub fn check_text(length: usize) -> Result<(), Error> {
    check(length, "characters", CHARACTER, OTHERS)
}

/// Checks that there is memory to build a scene with these values next to one with `count`
/// particles.
pub fn check_rebuilt(count: usize, values: &Values) -> Result<(), Error> {
    check(count.max(particles(values)), PARTICLES, BUILT, RESERVE)
}

/// Checks that there is memory to set a parameter of a scene with `count` particles, and for a new
/// engine of this size in bytes.
pub fn check_tuned(count: usize, engine: usize) -> Result<(), Error> {
    check_total(count, PARTICLES, (count * TUNED).saturating_add(engine), RESERVE)
}

/// Checks that there are `bytes` for each of `count` things in a call.
#[cfg(target_arch = "wasm32")]
pub fn check_each(count: usize, what: &'static str, bytes: usize) -> Result<(), Error> {
    check(count, what, bytes, RESERVE)
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
