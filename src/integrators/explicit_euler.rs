//! Explicit Euler: x ← x + Δt v, v ← v + Δt a(x, v), both from the old state.
//!
//! Order 1, R(z) = 1 + z. Without damping it gains energy at every step size, by the factor 1 + Δt²ω² a step; with a
//! little damping its step limit is γ/ω².

use super::{Method, RungeKutta, Tableau};
use crate::{integrators::FirstOrder, stability};

const R: [f64; 2] = [1.0, 1.0];

pub static METHOD: Method = Method {
    id: "explicit-euler",
    label: "Explicit Euler",
    order: 1,
    stages: 1,
    symplectic: false,
    growth: |oscillator, h| stability::growth(oscillator, h, |z| stability::polynomial(&R, z)),
    step_limit: |oscillator| stability::polynomial_limit(&R, oscillator),
    integrator: |system| Box::new(RungeKutta::new(Tableau { a: &[&[]], b: &[1.0] }, system.dimension())),
};
