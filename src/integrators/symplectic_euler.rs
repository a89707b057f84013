//! Symplectic (semi-implicit) Euler: v ← v + Δt a(x, v), then x ← x + Δt v with the new velocity.
//!
//! Order 1 like explicit Euler, at the same cost; without damping it preserves phase-space area, so
//! its energy oscillates around the true value and does not drift. On the damped oscillator the
//! step's matrix has the trace 2 − Δt²ω² − Δtγ and the determinant 1 − Δtγ; it is stable while
//! Δt²ω² + 2Δtγ < 4.
//!
//! Some lectures call this loop – velocities first, positions with the new ones – explicit Euler.

use super::arranged;
use super::{Formula, Integrator, Limit, Links, Method, Stability};
use crate::{Event, Flow, Particles, System, linear::NotConverged, oscillator::stability};
use glam::{DMat2, DVec2, DVec3};
use springlab_fast::{Arrangement, arrangements, drift};

/// The method's record.
pub static METHOD: Method = Method {
    id: "symplectic-euler",
    label: "Symplectic Euler",
    order: 1,
    stages: 1,
    symplectic: true,
    symmetric: false,
    modified_energy: Some([0.5, 0.0, 0.0]),
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &["precision"],
    stability: Stability::Partitioned {
        // update of (u, h u̇): h u̇′ = (1 − hγ) h u̇ − h²ω² u, u′ = u + h u̇′
        update: |[gamma, omega_squared], h, _| {
            let (stiff, keep) = (h * h * omega_squared, 1.0 - h * gamma);
            stability::planar(DMat2::from_cols(DVec2::new(1.0 - stiff, -stiff), DVec2::new(keep, keep)))
        },
        limit: Limit::Sum(2.0),
    },
    formula: Some(Formula {
        step: r"\begin{pmatrix} 1 - y^2 & y \\ -y & 1 \end{pmatrix}",
        amplification: "1",
        phase_error: "+y^3/24",
    }),
    mechanical: Some(|system, settings| {
        Box::new(SymplecticEuler {
            accelerations: vec![DVec3::ZERO; system.particles.len()],
            arrangements: arrangements(settings.single),
        })
    }),
    flow: Some(|_, _| Box::new(SecondThenFirst)),
    follower: None,
};

struct SymplecticEuler {
    accelerations: Vec<DVec3>,
    arrangements: Vec<Box<dyn Arrangement>>,
}

impl Integrator<System> for SymplecticEuler {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.steps(system, h, 1, f64::INFINITY).map(|_| ())
    }

    fn steps(&mut self, system: &mut System, h: f64, most: u32, reach: f64) -> Result<u32, NotConverged> {
        for arrangement in self.arrangements.iter_mut().map(|arrangement| &mut **arrangement) {
            if arranged::lay_out(arrangement, system) {
                return Ok(arranged::march(arrangement, system, h, most, reach));
            }
        }
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        system.work = system.work + h * system.accelerate(system.time, x, v, &mut self.accelerations);
        system.evaluated(v, &self.accelerations);
        drift(&mut system.particles.velocities, h, &self.accelerations);
        system.kicked(h, &self.accelerations);
        drift(&mut system.particles.positions, h, &system.particles.velocities);
        system.advance(h);
        system.drifted(h);
        Ok(1)
    }
}

/// x₂ ← x₂ + Δt ẋ₂, then x₁ ← x₁ + Δt ẋ₁ with the new x₂: x₁ stands for the position, x₂ for the
/// velocity.
struct SecondThenFirst;

impl Integrator<Flow> for SecondThenFirst {
    fn step(&mut self, flow: &mut Flow, h: f64) -> Result<(), NotConverged> {
        flow.advance(h, |flow, i, x| {
            let rate = flow.rate(x, flow.time).y;
            let second = DVec2::new(x.x, x.y + h * rate);
            flow.report(Event::Second, i, second, [flow.time, h, rate]);
            let rate = flow.rate(second, flow.time).x;
            let first = DVec2::new(second.x + h * rate, second.y);
            flow.report(Event::First, i, first, [flow.time + h, h, rate]);
            first
        });
        Ok(())
    }
}
