//! Mass-spring systems: integrators side by side, exact solutions, step limits and energy accounts.
//!
//! ```
//! use springlab::Simulation;
//!
//! let mut simulation = Simulation::new("damper")?;
//! simulation.set("stiffness", 8.0)?;
//! simulation.set("method", "runge-kutta-4")?;
//! simulation.step(1000)?;
//! assert!((simulation.time() - 10.0).abs() < 1e-12);
//! assert!((simulation.energy().total() - 16.0).abs() < 1e-4); // ½ k (6 m − 4 m)² at the start
//! # Ok::<(), springlab::Error>(())
//! ```
//!
//! Units are SI throughout; one- and two-dimensional scenes leave the other coordinates at zero.

mod energy;
mod error;
pub mod exact;
pub mod integrators;
pub mod linear;
mod parameters;
mod particles;
pub mod scenes;
mod simulation;
mod springs;
pub mod stability;
mod system;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use energy::Energy;
pub use error::Error;
pub use integrators::{Integrator, Method};
pub use parameters::{Kind, Parameter, Value, Values};
pub use particles::Particles;
pub use scenes::Scene;
pub use simulation::Simulation;
pub use springs::{Spring, Springs};
pub use system::System;
