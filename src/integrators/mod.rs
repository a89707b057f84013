//! Time integration methods, one a file.

mod explicit_euler;
mod implicit_euler;
mod runge_kutta;
mod runge_kutta_2;
mod runge_kutta_4;
mod symplectic_euler;

pub use runge_kutta::{FirstOrder, RungeKutta, Tableau};

use crate::{System, exact::DampedOscillator};
use std::fmt;

/// What is known of a method, and how to make one.
pub struct Method {
    /// Name in the interface, e.g. `symplectic-euler`.
    pub id: &'static str,
    /// Name on a page, e.g. "Symplectic Euler".
    pub label: &'static str,
    /// Order p of accuracy: the error after a fixed time shrinks as Δt^p.
    pub order: u32,
    /// Force evaluations per step.
    pub stages: u32,
    /// Whether an undamped system's phase-space area is kept, so that its energy error stays bounded.
    pub symplectic: bool,
    /// Growth per step of the damped oscillator's motion with the step Δt in s; stable up to 1.
    pub growth: fn(&DampedOscillator, f64) -> f64,
    /// Step limit in s on the damped oscillator: 0 if every step grows, infinite if none does.
    pub step_limit: fn(&DampedOscillator) -> f64,
    /// A fresh integrator with its buffers for this system. It allocates; its steps don't.
    pub integrator: fn(&System) -> Box<dyn Integrator>,
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// All methods, in the order pages list them.
pub static METHODS: [&Method; 5] = [
    &explicit_euler::METHOD,
    &symplectic_euler::METHOD,
    &runge_kutta_2::METHOD,
    &runge_kutta_4::METHOD,
    &implicit_euler::METHOD,
];

/// A method at work on a system of a given size.
pub trait Integrator {
    /// Advances positions, velocities and dissipated heat by the time step `h` in s.
    fn step(&mut self, system: &mut System, h: f64);
}
