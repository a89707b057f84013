//! Runge-Kutta 4, the classical method: rates at the start, twice at the middle and at the end of
//! the step, weighted 1 : 2 : 2 : 1.
//!
//! Order 4, R(z) = 1 + z + z²/2 + z³/6 + z⁴/24. Without damping it is stable up to Δt ω = √8 and
//! loses a little energy, the part Δt⁶ω⁶/72 per step.

use super::{Formula, Links, Mechanical, Method, RungeKutta, Stability, Tableau};

const TABLEAU: Tableau =
    Tableau { a: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]], b: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0] };

/// The method's record.
pub static METHOD: Method = Method {
    id: "runge-kutta-4",
    label: "Runge-Kutta 4",
    order: 4,
    stages: 4,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Polynomial(&[1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0], TABLEAU),
    formula: Some(Formula {
        step: r"1 + z + \frac{z^2}{2} + \frac{z^3}{6} + \frac{z^4}{24}",
        amplification: r"\sqrt{1 - \frac{y^6}{72} + \frac{y^8}{576}}",
        phase_error: "-y^5/120",
    }),
    mechanical: Some(|system, _| Box::new(Mechanical::new(TABLEAU, system))),
    flow: Some(|flow, _| Box::new(RungeKutta::new(TABLEAU, flow))),
    follower: None,
};
