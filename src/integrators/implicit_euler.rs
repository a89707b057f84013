//! Implicit Euler: v ← v + Δt a(x, v), x ← x + Δt v, with the force at the new state.
//!
//! Order 1, R(z) = 1/(1 − z): stable on the linear oscillator at every step size, but it takes
//! energy out of the motion by itself.
//!
//! The linearised form takes the tangent of the springs at the present positions: each spring's
//! energy is replaced by a quadratic function with the same value there. A step does not increase
//! this approximate energy. A spring of length L whose end moves across it at the speed u turns
//! within the step, and then stores k (hu)⁴/8L² more than the approximation. The energy grows by
//! this amount, and the next steps dissipate it. With the tangent at x + Δt v, the end of free
//! flight, the approximation would be wrong both at the start and at the end of the step: a chain
//! of twenty masses then gained 99 kJ at 0.1 s.
//!
//! Growing modes, Re λ > 0, grow only up to h = 2 Re λ/|λ|²; beyond, |1 − hλ| > 1 and the method
//! damps them. At hλ = 1 there is no solution.
//!
//! Linearised or solved, it gains a little energy while a compressed spring buckles: on the
//! unstable ẍ = κ x a step multiplies the phase-space area by 1/(1 − Δt²κ).

use super::{
    Formula, Links, Method, Stability,
    exact::FlowMap,
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
    symmetric: false,
    modified_energy: None,
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
    // x ← (I − hA)⁻¹ (x + h b cos Ω(t + h))
    flow: Some(|_, _| {
        Box::new(FlowMap(|flow, h| {
            let inverse = (DMat2::IDENTITY - h * flow.matrix).inverse();
            (inverse, inverse * (h * flow.wave(flow.time + h)))
        }))
    }),
    follower: None,
};
