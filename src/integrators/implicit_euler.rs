//! Implicit Euler: v ← v + Δt a(x, v), x ← x + Δt v, with the force at the new state.
//!
//! Order 1, R(z) = 1/(1 − z): on the linear oscillator stable at every step size, at the price of energy it takes out itself.
//!
//! Linearised, the tangent of the springs is taken where the particles are. A step then ends with at most the energy that it had, counted
//! on the tangents, which are as high as the springs' energies where it starts; what a spring that turns stores beyond its tangent is
//! gained, k (hu)⁴/8L² for one of length L that turns with the speed u, and the next steps take it out again. On the
//! tangent at x + Δt v, where the particles fly freely, both ends would err: a chain of twenty at 0.1 s gained 99 kJ so.
//!
//! What grows by itself, a field with Re λ > 0, it damps where |1 − hλ| > 1: it follows only up to h = 2 Re λ/|λ|². At hλ = 1 there is no step.
//!
//! Solved or not, it gains a little while a compressed spring buckles: what grows by itself grows by 1/(1 − Δt²κ) a step.

use super::{
    Formula, Links, Method, Stability,
    exact::FlowMatrix,
    implicit::{Implicit, Tangent},
};
use glam::DMat2;

/// The method's record.
pub static METHOD: Method = Method {
    id: "implicit-euler",
    label: "Implicit Euler",
    order: 1,
    stages: 1,
    symplectic: false,
    gains: "for a while where springs turn or buckle within a step",
    projects_contacts: false,
    links: Links::Springs,
    settings: &["solver"],
    stability: Stability::Unconditional(|z| (1.0 - z).inv()),
    formula: Some(Formula {
        step: r"\frac{1}{1 - z}",
        amplification: r"\frac{1}{\sqrt{1 + y^2}}",
        phase_error: "-y^3/3",
    }),
    mechanical: Some(|system, settings| Box::new(Implicit::new(1.0, Tangent::Here, system, settings))),
    // x ← (I − hA)⁻¹ x
    flow: Some(|_, _| Box::new(FlowMatrix(|a, h| (DMat2::IDENTITY - h * a).inverse()))),
    follower: None,
};
