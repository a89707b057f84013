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

mod arranged;
mod constraints;
mod drawing;
mod driven;
mod elementary;
mod energy;
mod error;
pub mod exact;
mod excitation;
mod flow;
mod follower;
mod forces;
pub mod integrators;
pub mod linear;
mod mesh;
mod model;
mod modes;
mod obstacles;
mod order;
mod pair;
mod parameters;
mod particles;
mod range;
pub mod scenes;
mod simulation;
mod solution;
mod spectrum;
mod springs;
pub mod stability;
mod system;
mod tear;
mod text;
mod versioned;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use constraints::{Constraints, Impacts, Rule};
pub use drawing::{Look, Stroke, View};
pub use driven::{Forcing, Measured, Resonance, Response, fit_oscillation};
pub use energy::{Energy, Work};
pub use error::{Cause, Error};
pub use excitation::{Excitation, Input, Waveform};
pub use flow::Flow;
pub use follower::{Constants, Drive, Follower, Path};
pub use forces::{Contact, ContactForce, Wind};
pub use glam;
pub use integrators::{Integrator, Iteration, Method, OwnSteps, Settings};
pub use linear::NotConverged;
pub use mesh::{Diagonals, Mesh, MeshReport, Skipped, Support};
pub use model::Model;
pub use modes::{Matrices, Mode};
pub use obstacles::Obstacle;
pub use order::{Convergence, observed_order};
pub use pair::{Eigen, Pair};
pub use parameters::{Idle, Kind, Parameter, Slider, UnitWith, Value, Values};
pub use particles::Particles;
pub use scenes::Scene;
pub use simulation::{Moment, Simulation};
pub use solution::Solution;
pub use spectrum::{Remedies, Spectrum, StepLimit};
pub use springlab_fast::Raster;
pub use springs::{Damper, Elasticity, Own, Spring, Springs};
pub use system::System;
pub use tear::Tear;
pub use versioned::Versioned;
