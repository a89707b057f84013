//! The adjoint of symplectic Euler: x ← x + Δt v, then v ← v + Δt a(x, v) at the new position.
//!
//! Without damping a step of −Δt undoes a step of symplectic Euler, to rounding. Order, cost, step
//! limit and area preservation are those of symplectic Euler.

use super::{Formula, Integrator, Limit, Links, Method, Stability};
use crate::{Event, Flow, Particles, System, linear::NotConverged, oscillator::stability};
use glam::{DMat2, DVec2, DVec3};
use springlab_fast::drift;

/// The method's record.
pub static METHOD: Method = Method {
    id: "symplectic-euler-adjoint",
    label: "Symplectic Euler, positions first",
    order: 1,
    stages: 1,
    symplectic: true,
    symmetric: false,
    modified_energy: Some([-0.5, 0.0, 0.0]),
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Partitioned {
        // update of (u, h u̇): u′ = u + h u̇, h u̇′ = (1 − hγ) h u̇ − h²ω² u′
        update: |[gamma, omega_squared], h, _| {
            let (stiff, keep) = (h * h * omega_squared, 1.0 - h * gamma);
            stability::planar(DMat2::from_cols(DVec2::new(1.0, -stiff), DVec2::new(1.0, keep - stiff)))
        },
        limit: Limit::Sum(2.0),
    },
    formula: Some(Formula {
        step: r"\begin{pmatrix} 1 & y \\ -y & 1 - y^2 \end{pmatrix}",
        amplification: "1",
        phase_error: "+y^3/24",
    }),
    mechanical: Some(|system, _| Box::new(Adjoint { accelerations: vec![DVec3::ZERO; system.particles.len()] })),
    flow: Some(|_, _| Box::new(FirstThenSecond)),
    follower: None,
};

struct Adjoint {
    accelerations: Vec<DVec3>,
}

impl Integrator<System> for Adjoint {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        drift(&mut system.particles.positions, h, &system.particles.velocities);
        system.advance(h);
        system.drifted(h);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        system.work = system.work + h * system.accelerate(system.time, x, v, &mut self.accelerations);
        system.evaluated(v, &self.accelerations);
        drift(&mut system.particles.velocities, h, &self.accelerations);
        system.kicked(h, &self.accelerations);
        Ok(())
    }
}

/// x₁ ← x₁ + Δt ẋ₁, then x₂ ← x₂ + Δt ẋ₂ with the new x₁.
struct FirstThenSecond;

impl Integrator<Flow> for FirstThenSecond {
    fn step(&mut self, flow: &mut Flow, h: f64) -> Result<(), NotConverged> {
        flow.advance(h, |flow, i, x| {
            let end = flow.time + h;
            let rate = flow.rate(x, end).x;
            let first = DVec2::new(x.x + h * rate, x.y);
            flow.report(Event::First, i, first, [end, h, rate]);
            let rate = flow.rate(first, end).y;
            let second = DVec2::new(first.x, first.y + h * rate);
            flow.report(Event::Second, i, second, [end, h, rate]);
            second
        });
        Ok(())
    }
}
