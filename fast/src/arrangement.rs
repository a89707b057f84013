//! Systems laid out for taking many steps.

use crate::{Powers, Singly, Springs};
use glam::DVec3;

/// Layout of particles and springs for taking many steps, with their state in between. The memory
/// is reused.
pub trait Arrangement: Send + Sync {
    /// Lays out particles with the velocities v (m/s) and inverse masses w (1/kg); false if the
    /// layout does not pay for this system. `planar` returns true if all z are 0; the layout then
    /// has no z. It is called only where that matters.
    ///
    /// # Panics
    /// If a spring links a particle that does not exist.
    #[must_use]
    fn lay_out(&mut self, planar: &dyn Fn() -> bool, springs: &Springs, v: &[DVec3], w: &[f64]) -> bool;

    /// Copies positions (m), velocities (m/s) and forces (N) into the layout. The next step adds
    /// these forces to those it computes; they may be empty.
    fn start(&mut self, vectors: [&[DVec3]; 3]);

    /// Takes steps h (s) of symplectic Euler, v ← v + h a and x ← x + h v, one for each item of
    /// `powers`, to which the powers at its start are added. Returns the number of steps up to and
    /// including the first in which a particle leaves the reach (m). If these are fewer than asked
    /// for, the state is already beyond that step, and the caller has to start again.
    fn steps(&mut self, springs: &Springs, singly: &mut Singly, h_and_reach: [f64; 2], powers: &mut [Powers]) -> usize;

    /// Copies the state back into positions (m) and velocities (m/s).
    fn stop(&self, vectors: [&mut [DVec3]; 2]);
}
