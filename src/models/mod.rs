//! Models: a mechanical system, tracers in a field, or Bob and his followers.

mod acceleration;
mod account;
pub mod constraints;
mod energy;
mod excitation;
mod first_order;
mod flow;
pub mod follower;
pub mod forces;
mod linearisation;
mod model;
pub mod obstacles;
pub mod pair;
mod particles;
pub mod solution;
mod springs;
mod state;
mod system;
mod tear;

pub(crate) use acceleration::Part;
pub use constraints::{Constraints, Impacts, Rule};
pub use energy::{Energy, Work};
pub use excitation::{Excitation, Waveform};
pub use first_order::FirstOrder;
pub use flow::Flow;
pub use follower::{Constants, Drive, Follower, Path};
pub use forces::{Contact, ContactForce, Wind};
pub use model::Model;
pub(crate) use model::{EnergyTerm, HAND, START};
pub use obstacles::Obstacle;
pub use pair::{Eigen, Pair};
pub use particles::Particles;
pub use solution::Solution;
pub use springs::{Damper, Elasticity, Own, Spring, Springs};
pub use system::System;
pub use tear::Tear;
