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
//! assert!((simulation.energy()?.total() - 16.0).abs() < 1e-4); // ½ k (6 m − 4 m)² at the start
//! # Ok::<(), springlab::Error>(())
//! ```
//!
//! Units are SI throughout. One- and two-dimensional scenes leave the other coordinates at zero.
//! Vectors are those of [`glam`], re-exported so that callers use the same version.

mod analysis;
mod base;
mod drawing;
pub mod integrators;
pub mod linear;
mod mesh;
mod models;
mod oscillator;
pub mod scenes;
mod simulation;
mod spectrum;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use analysis::{Convergence, Deviation, Plane, Rates, observed_order};
pub use base::{
    error::{Cause, Error},
    versioned::Versioned,
};
pub use drawing::{Look, Stroke, View};
pub use glam;
pub use integrators::{Effort, Integrator, Iteration, Method, OwnSteps, Settings};
pub use linear::NotConverged;
pub use mesh::{Diagonals, Mesh, MeshReport, Skipped, Support};
pub use models::{
    Constants, Constraints, Contact, ContactForce, Damper, Drive, Eigen, Elasticity, Energy, Event, Excitation, Flow,
    Follower, Impacts, Model, Obstacle, Own, Pair, Particles, Path, Rule, SelfContact, Solution, Spring, Springs,
    StepMoment, System, Tear, Waveform, Wind, Work,
};
pub use oscillator::{
    driven::{Forcing, Input, Measured, Resonance, Response, fit_oscillation},
    exact, stability,
};
pub use scenes::{
    Scene,
    parameters::{Idle, Kind, Parameter, Scales, Situation, Slider, UnitWith, Value, Values},
};
pub use simulation::{Simulation, checkpoint::Checkpoint};
pub use spectrum::{
    Remedies, Spectrum, StepLimit,
    modes::{Matrices, Mode},
};
pub use springlab_fast::Raster;
