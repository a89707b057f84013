//! First-order systems.

use glam::DVec3;

/// A first-order system ẏ = f(y) whose state can be read and written as a flat vector.
pub trait FirstOrder {
    /// Length of y.
    fn dimension(&self) -> usize;
    /// Copies the state into `y`.
    fn read(&self, y: &mut [f64]);
    /// Overwrites the parts of `y` that are given functions of time: nothing for most systems.
    fn prescribe(&self, _y: &mut [f64]) {}
    /// Writes ẏ = f(y) into `rate`.
    fn rate(&self, y: &[f64], rate: &mut [f64]);
    /// Sets the state to `y`.
    fn write(&mut self, y: &[f64]);
    /// Squared size of a deviation `d` between two states, for error estimates.
    fn deviation(&self, d: &[f64]) -> f64 {
        d.iter().map(|d| d * d).sum()
    }
    /// Time in s, positions, velocities and accelerations that y and, if known, its rate stand for,
    /// to show the inside of a step. Lists that are unknown are empty.
    fn show(&self, _y: &[f64], _rate: Option<&[f64]>) -> (f64, [Vec<DVec3>; 3]) {
        Default::default()
    }
    /// Squared size of a state in the same unit, to which deviations are compared.
    fn size(&self, y: &[f64]) -> f64 {
        self.deviation(y)
    }
}
