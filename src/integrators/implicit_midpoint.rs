//! Implicit midpoint: a step with the force at the mean of the old and the new state.
//!
//! Order 2, R(z) = (1 + z/2)/(1 − z/2): without damping |R| = 1 at every step size, so that a
//! linear oscillator keeps its energy exactly. It can be run backwards to rounding. If its
//! equations are solved (Newton), it is symplectic.
//!
//! The linearised form takes the tangent at y = x + ½ Δt v: with the tangent at x, where the
//! stiffness of compressed springs is cut off at zero, it would not have order 2. Without dampers a
//! step is half a drift to y, a kick by Δt (M + ¼ Δt² K(y))⁻¹ f(y) and the other half of the drift.
//! It is its own inverse and preserves the volume of phase space, but as no potential gives this
//! kick, it is not symplectic.
//!
//! On springs that turn or buckle within a step beyond 1/ω it may gain energy without bound,
//! linearised or solved; implicit Euler loses it again. A growing mode grows at every step but hλ =
//! 2, where there is no solution.

use super::{
    Formula, Links, Method, Stability,
    exact::FlowMap,
    implicit::{Implicit, Tangent},
};
use glam::DMat2;

/// The method's record.
pub static METHOD: Method = Method {
    id: "implicit-midpoint",
    label: "Implicit midpoint",
    order: 2,
    stages: 1,
    symplectic: true,
    symmetric: true,
    modified_energy: Some([0.0, -1.0 / 24.0, -1.0 / 24.0]),
    gains: "where springs turn or buckle within a step beyond 1/ω",
    projects_contacts: false,
    links: Links::Springs,
    settings: &["solver"],
    stability: Stability::Unconditional(|z| (1.0 + 0.5 * z) / (1.0 - 0.5 * z)),
    formula: Some(Formula { step: r"\frac{1 + z/2}{1 - z/2}", amplification: "1", phase_error: "-y^3/12" }),
    mechanical: Some(|system, settings| Box::new(Implicit::new(0.5, Tangent::Ahead, system, settings))),
    // x ← (I − ½hA)⁻¹ ((I + ½hA) x + h b cos Ω(t + ½h))
    flow: Some(|_, _| {
        Box::new(FlowMap(|flow, h| {
            let a = 0.5 * h * flow.matrix;
            let inverse = (DMat2::IDENTITY - a).inverse();
            (inverse * (DMat2::IDENTITY + a), inverse * (h * flow.wave(flow.time + 0.5 * h)))
        }))
    }),
    follower: None,
};
