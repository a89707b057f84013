//! Explicit Euler: x ← x + Δt v, v ← v + Δt a(x, v), both from the old state.
//!
//! Order 1, R(z) = 1 + z. Without damping it gains energy at every step size, by the factor
//! 1 + Δt²ω² per step; with a little damping its step limit is γ/ω².

use super::{Formula, Links, Mechanical, Method, RungeKutta, Stability, Tableau};

const TABLEAU: Tableau = Tableau { a: &[&[]], b: &[1.0] };

/// The method's record.
pub static METHOD: Method = Method {
    id: "explicit-euler",
    label: "Explicit Euler",
    order: 1,
    stages: 1,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Polynomial(&[1.0, 1.0], TABLEAU),
    formula: Some(Formula { step: "1 + z", amplification: r"\sqrt{1 + y^2}", phase_error: "-y^3/3" }),
    mechanical: Some(|system, _| Box::new(Mechanical::new(TABLEAU, system))),
    flow: Some(|flow, _| Box::new(RungeKutta::new(TABLEAU, flow))),
    follower: None,
};
