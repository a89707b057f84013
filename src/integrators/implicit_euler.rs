//! Implicit Euler: v ← v + Δt a(x, v), x ← x + Δt v, with the force at the new state.
//!
//! Order 1, R(z) = 1/(1 − z): on the linear oscillator stable at every step size, at the price of energy it takes out
//! itself. Linearised, a long step may gain energy for a moment across a compressed spring; the run stays bounded.

use super::{Method, Stability, exact::FlowMatrix, implicit::Implicit};
use glam::DMat2;

/// The method's record.
pub static METHOD: Method = Method {
    id: "implicit-euler",
    label: "Implicit Euler",
    order: 1,
    stages: 1,
    symplectic: false,
    gains: "",
    projects_contacts: false,
    stability: Stability::Unconditional(|z| (1.0 - z).inv()),
    mechanical: Some(|system, settings| Box::new(Implicit::new(1.0, system, settings))),
    // x ← (I − hA)⁻¹ x
    flow: Some(|_, _| Box::new(FlowMatrix(|a, h| (DMat2::IDENTITY - h * a).inverse()))),
    follower: None,
};
