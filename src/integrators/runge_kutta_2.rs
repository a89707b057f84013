//! Runge-Kutta 2, the midpoint method: half a step of explicit Euler, then a whole step with the
//! rate found there, y ← y + Δt f(y + ½ Δt f(y)).
//!
//! Order 2, R(z) = 1 + z + z²/2. Without damping it gains energy at every step size, but only by
//! the factor 1 + Δt⁴ω⁴/4 per step.

use super::{Formula, Links, Mechanical, Method, RungeKutta, Stability, Tableau};

const TABLEAU: Tableau = Tableau { a: &[&[], &[0.5]], b: &[0.0, 1.0] };

/// The method's record.
pub static METHOD: Method = Method {
    id: "runge-kutta-2",
    label: "Runge-Kutta 2",
    order: 2,
    stages: 2,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Polynomial(&[1.0, 1.0, 0.5], TABLEAU),
    formula: Some(Formula {
        step: r"1 + z + \frac{z^2}{2}",
        amplification: r"\sqrt{1 + \frac{y^4}{4}}",
        phase_error: "+y^3/6",
    }),
    mechanical: Some(|system, _| Box::new(Mechanical::new(TABLEAU, system))),
    flow: Some(|flow, _| Box::new(RungeKutta::new(TABLEAU, flow))),
    follower: None,
};
