//! Extended position-based dynamics: as position-based dynamics, but every spring remembers the correction λ it has made
//! in this step and stops where its force balances it. Its compliance is α = 1/k in m/N.
//!
//! One projection is Δλ = −(k Δt² C + λ + μ Δt n·(Δx₁ − Δx₂)) / (1 + (k Δt² + μ Δt)(w₁ + w₂)), Δxᵢ = ± wᵢ Δλ n, with
//! Δxᵢ the way of the particle in this step and w/(1 + Δt w b) for w in drag b, as position-based dynamics has it: the published formula times k Δt², so that it holds for k = 0
//! and for very stiff springs alike. λ is one number a spring; each Δλ goes along the direction n of that moment.
//!
//! An isotropic damper pulls along no direction of its spring's. Its share η of the impulse is a vector, as it is linear in the ways:
//! η = −μ Δt (Δx₁ − Δx₂). Spring and damper are solved together, Δλ n + Δη at once; when they are met, the damper takes
//! μ ‖Δx₁ − Δx₂‖²/Δt ≥ 0 a step, whatever the spring did.
//!
//! More sweeps tend to λ = −k Δt² C at the new state, the size of implicit Euler's force, but not quite to its direction. What was added is
//! Σ Δλₛ nₛ over the sweeps s, and implicit Euler's is n Σ Δλₛ with the last n: they differ by Σ Δλₛ (nₛ − n). One spring, or springs in
//! one line, don't turn within the sweeps, and the step is implicit Euler's. Others turn by the way of a force in a step, Δt² a, so that
//! both are apart by Δt⁴ after a step and by Δt² after a time: order 1, as implicit Euler, and nearer to it than either to the truth.
//!
//! Too few sweeps leave springs softer than k, and stretched. The account counts such a stretch with k: energy that nobody has put in, the
//! more the stiffer. It stays in the springs and does not become motion.
//!
//! Source: M. Macklin, M. Müller, N. Chentanez, XPBD: position-based simulation of compliant constrained dynamics, 2016,
//! eqs. 18 and 26.

use super::{Integrator, Links, Method, Settings, Stability, position_based::Flight};
use crate::{Damper, Particles, Spring, System, linear::NotConverged};
use glam::DVec3;

/// The method's record.
pub static METHOD: Method = Method {
    id: "xpbd",
    label: "XPBD",
    order: 1,
    stages: 1,
    symplectic: false,
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
    /// λ of each spring in kg·m: the impulse along it times Δt.
    lambdas: Vec<f64>,
    /// η of each isotropic damper in kg·m.
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
        let power = system.accelerate_freely(system.time, x, v, &mut self.flight.accelerations);
        system.work = system.work + h * power;
        Ok(())
    }
}

impl Xpbd {
    fn relax(&mut self, system: &mut System, h: f64) {
        let x = &mut system.particles.positions;
        let Flight { start, weights: w, .. } = &self.flight;
        let memories = self.lambdas.iter_mut().zip(&mut self.etas);
        for (([i, j], spring), (lambda, eta)) in system.springs.iter().zip(memories) {
            let weight = w[i] + w[j];
            let d = x[i] - x[j];
            if weight == 0.0 || d == DVec3::ZERO {
                continue;
            }
            let way = (x[i] - start[i]) - (x[j] - start[j]);
            let impulse = correction(&spring, (d, way), (lambda, eta), weight, h);
            x[i] += w[i] * impulse;
            x[j] -= w[j] * impulse;
        }
    }
}

/// Δλ n, with isotropic dampers Δλ n + Δη; λ and η take their shares.
fn correction(
    spring: &Spring,
    (d, way): (DVec3, DVec3),
    (lambda, eta): (&mut f64, &mut DVec3),
    weight: f64,
    h: f64,
) -> DVec3 {
    let n = spring.gradient(d);
    let (stiff, damp) = (h * h * spring.stiffness, h * spring.damping);
    let elastic = stiff * spring.constraint(d) + *lambda;
    match spring.damper {
        Damper::Isotropic if damp > 0.0 => {
            let viscous = damp * way + *eta;
            let along = n.dot(viscous);
            let change = -(elastic + along) / (1.0 + (stiff + damp) * weight);
            let impulse = change * n - (viscous - along * n) / (1.0 + damp * weight);
            *lambda -= elastic + stiff * weight * change;
            *eta -= viscous + damp * weight * impulse;
            impulse
        }
        _ => {
            let change = -(elastic + damp * n.dot(way)) / (1.0 + (stiff + damp) * weight);
            *lambda += change;
            change * n
        }
    }
}
