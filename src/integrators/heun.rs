//! Heun's method, the explicit trapezoid rule: a step of explicit Euler, then one with the mean of
//! the rates at both ends, y ← y + ½ Δt (f(y) + f(y + Δt f(y))).
//!
//! Order 2, R(z) = 1 + z + z²/2. On linear systems it equals Runge-Kutta 2, which evaluates at the
//! middle instead; on others their errors differ.

use super::{Formula, Links, Mechanical, Method, RungeKutta, Stability, Tableau};

const TABLEAU: Tableau = Tableau { a: &[&[], &[1.0]], b: &[0.5, 0.5] };

/// The method's record.
pub static METHOD: Method = Method {
    id: "heun",
    label: "Heun",
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
