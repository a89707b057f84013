//! Extended position-based dynamics: like position-based dynamics, but every spring remembers the
//! correction λ that it has made in this step and stops where its force balances it. Its compliance
//! is α = 1/k in m/N.
//!
//! One projection is Δλ = −(k Δt² C + λ + μ Δt n·(Δx₁ − Δx₂)) / (1 + (k Δt² + μ Δt)(w₁ + w₂)),
//! Δxᵢ = ± wᵢ Δλ n, with the displacement Δxᵢ of the particle in this step. Drag and wind act as in
//! position-based dynamics. This is the published formula times k Δt², so that it holds for k = 0
//! and for very stiff springs alike. λ is one number per spring; each Δλ acts along the spring's
//! present direction n.
//!
//! An isotropic damper does not act along the spring. Its share η of the impulse is a vector,
//! linear in the displacements: η = −μ Δt (Δx₁ − Δx₂). Spring and damper are solved together, as
//! Δλ n + Δη. After convergence the damper dissipates μ ‖Δx₁ − Δx₂‖²/Δt ≥ 0 per step, whatever
//! the spring did.
//!
//! More sweeps tend to λ = −k Δt² C at the new state, the magnitude of implicit Euler's force, but
//! not quite to its direction. The sweeps s added Σ Δλₛ nₛ, and implicit Euler's impulse is n Σ Δλₛ
//! with the last n; the difference is Σ Δλₛ (nₛ − n). A single spring, or springs in one line, do
//! not turn within the sweeps, and the step is implicit Euler's. Others turn by the displacement
//! due to a force in a step, Δt² a. The two methods therefore differ by Δt⁴ after a step and by Δt²
//! after a fixed time: order 1 like implicit Euler, and closer to it than either is to the exact
//! solution. In drag they differ by Δt.
//!
//! Too few sweeps leave springs softer than k, and stretched. The energy account values this
//! stretch with k: energy that no force has put in, the more the stiffer the spring. It stays in
//! the springs and does not become motion.
//!
//! Source: M. Macklin, M. Müller, N. Chentanez, XPBD: position-based simulation of compliant
//! constrained dynamics, 2016, eqs. 18 and 26.

use super::{Integrator, Links, Method, Settings, Stability, position_based::Flight};
use crate::{
    Damper, Event, Particles, Spring, System,
    linear::NotConverged,
    models::{Part, trace},
};
use glam::DVec3;

/// The method's record.
pub static METHOD: Method = Method {
    id: "xpbd",
    label: "XPBD",
    order: 1,
    stages: 1,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "where too few sweeps leave stiff springs stretched",
    projects_contacts: true,
    links: Links::Only,
    settings: &["sweeps"],
    stability: Stability::Unconditional(|z| (1.0 - z).inv()),
    formula: None,
    mechanical: Some(|system, settings| {
        Box::new(Xpbd { flight: Flight::new(system), lambdas: vec![], etas: vec![], settings })
    }),
    flow: None,
    follower: None,
};

struct Xpbd {
    flight: Flight,
    /// Impulse λ of each spring along it, times Δt, in kg·m.
    lambdas: Vec<f64>,
    /// Impulse η of each isotropic damper times Δt, in kg·m.
    etas: Vec<DVec3>,
    settings: Settings,
}

impl Integrator<System> for Xpbd {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.flight.fly(system, h);
        self.lambdas.clear();
        self.lambdas.resize(system.springs.len(), 0.0);
        self.etas.clear();
        self.etas.resize(system.springs.len(), DVec3::ZERO);
        for _ in 0..self.settings.sweeps {
            self.relax(system, h);
            system.project(&mut self.flight.impacts);
        }
        self.flight.land(system, h);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        let power = system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut self.flight.accelerations);
        system.work = system.work + h * power;
        Ok(())
    }
}

impl Xpbd {
    fn relax(&mut self, system: &mut System, h: f64) {
        let Particles { positions: x, velocities: v, .. } = &mut system.particles;
        let traced = trace::is_on();
        let Flight { start, weights: w, .. } = &self.flight;
        let memories = self.lambdas.iter_mut().zip(&mut self.etas);
        for (([i, j], spring), (lambda, eta)) in system.springs.iter().zip(memories) {
            let weight = w[i] + w[j];
            let d = x[i] - x[j];
            if weight == 0.0 || d == DVec3::ZERO {
                continue;
            }
            let displacement = (x[i] - start[i]) - (x[j] - start[j]);
            let old = *lambda;
            let impulse = correction(&spring, (d, displacement), (lambda, eta), weight, h);
            x[i] += w[i] * impulse;
            x[j] -= w[j] * impulse;
            if traced {
                let numbers = [
                    ("before", spring.constraint(d)),
                    ("after", spring.constraint(x[i] - x[j])),
                    ("lambda", old),
                    ("change", spring.gradient(d).dot(impulse)),
                    ("stiffness", spring.stiffness),
                    ("damping", spring.damping),
                    ("h", h),
                ];
                trace::add_correction(Event::Spring, [x, v], (&[i, j], w), &numbers);
            }
        }
    }
}

/// Returns Δλ n, with isotropic dampers Δλ n + Δη, and updates λ and η.
fn correction(
    spring: &Spring,
    (d, displacement): (DVec3, DVec3),
    (lambda, eta): (&mut f64, &mut DVec3),
    weight: f64,
    h: f64,
) -> DVec3 {
    let n = spring.gradient(d);
    let (stiff, damp) = (h * h * spring.stiffness, h * spring.damping);
    let elastic = stiff * spring.constraint(d) + *lambda;
    match spring.damper {
        Damper::Isotropic if damp > 0.0 => {
            let viscous = damp * displacement + *eta;
            let along = n.dot(viscous);
            let change = -(elastic + along) / (1.0 + (stiff + damp) * weight);
            let impulse = change * n - (viscous - along * n) / (1.0 + damp * weight);
            *lambda -= elastic + stiff * weight * change;
            *eta -= viscous + damp * weight * impulse;
            impulse
        }
        _ => {
            let change = -(elastic + damp * n.dot(displacement)) / (1.0 + (stiff + damp) * weight);
            *lambda += change;
            change * n
        }
    }
}
