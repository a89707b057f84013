//! Extended position-based dynamics: as position-based dynamics, but every spring remembers the correction λ it has made
//! in this step and stops where its force balances it. Its compliance is α = 1/k in m/N.
//!
//! One projection is Δλ = −(k Δt² C + λ + μ Δt n·(Δx₁ − Δx₂)) / (1 + (k Δt² + μ Δt)(w₁ + w₂)), Δxᵢ = ± wᵢ Δλ n, with
//! Δxᵢ the way of the particle in this step and w/(1 + Δt w b) for w in drag: the published formula times k Δt², so that it holds for k = 0 and for very
//! stiff springs alike. When the sweeps have converged, the step is that of implicit Euler with its equations solved:
//! order 1, stable at every step size. With too few sweeps springs are softer than k.
//!
//! Source: M. Macklin, M. Müller, N. Chentanez, XPBD: position-based simulation of compliant constrained dynamics, 2016,
//! eqs. 18 and 26.

use super::{Integrator, Method, Settings, Stability, position_based::Flight};
use crate::{Damper, Particles, Spring, System, Work, linear::NotConverged};
use glam::DVec3;

/// The method's record.
pub static METHOD: Method = Method {
    id: "xpbd",
    label: "XPBD",
    order: 1,
    stages: 1,
    symplectic: false,
    gains: "",
    projects_contacts: true,
    stability: Stability::Unconditional(|z| (1.0 - z).inv()),
    mechanical: Some(|system, settings| {
        let zeros = |count| vec![DVec3::ZERO; count];
        let (lambdas, accelerations) = (zeros(system.springs.len()), zeros(system.particles.len()));
        Box::new(Xpbd { flight: Flight::new(system), lambdas, accelerations, settings })
    }),
    flow: None,
    follower: None,
};

struct Xpbd {
    flight: Flight,
    /// λ n, or with isotropic dampers the whole impulse times Δt, in kg·m.
    lambdas: Vec<DVec3>,
    accelerations: Vec<DVec3>,
    settings: Settings,
}

impl Integrator<System> for Xpbd {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.flight.fly(system, h);
        self.lambdas.fill(DVec3::ZERO);
        for _ in 0..self.settings.sweeps {
            self.relax(system, h);
            system.project();
        }
        self.flight.land(system, h);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        let Work { damping, hand, drive, .. } = system.accelerate_freely(system.time, x, v, &mut self.accelerations);
        system.work.damping += h * damping;
        system.work.hand += h * hand;
        system.work.drive += h * drive;
        Ok(())
    }
}

impl Xpbd {
    fn relax(&mut self, system: &mut System, h: f64) {
        let x = &mut system.particles.positions;
        let Flight { start, weights: w } = &self.flight;
        for (([i, j], spring), lambda) in system.springs.iter().zip(&mut self.lambdas) {
            let weight = w[i] + w[j];
            if weight == 0.0 {
                continue;
            }
            let d = x[i] - x[j];
            let way = (x[i] - start[i]) - (x[j] - start[j]);
            let impulse = correction(&spring, (d, way), *lambda, weight, h);
            *lambda += impulse;
            x[i] += w[i] * impulse;
            x[j] -= w[j] * impulse;
        }
    }
}

/// Δλ n. What a turned spring remembers across its new direction it gives back, so that λ n stays along it.
fn correction(spring: &Spring, (d, way): (DVec3, DVec3), lambda: DVec3, weight: f64, h: f64) -> DVec3 {
    let n = spring.gradient(d);
    let (stiff, damp) = (h * h * spring.stiffness, h * spring.damping);
    match spring.damper {
        Damper::Axial => {
            let demand = stiff * spring.constraint(d) + damp * n.dot(way) + n.dot(lambda);
            -demand / (1.0 + (stiff + damp) * weight) * n - (lambda - n.dot(lambda) * n)
        }
        Damper::Isotropic => {
            let demand = stiff * spring.constraint(d) * n + damp * way + lambda;
            let along = n.dot(demand);
            -along / (1.0 + (stiff + damp) * weight) * n - (demand - along * n) / (1.0 + damp * weight)
        }
    }
}
