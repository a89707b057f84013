//! Leapfrog, drift – kick – drift: half a step of the positions, x½ = x + ½ Δt v, a whole step of
//! the velocities with the force found there, v ← v + Δt a(x½), and the other half of the
//! positions, x ← x½ + ½ Δt v.
//!
//! Order 2, with one force evaluation per step; without damping it preserves phase-space area, can
//! be run backwards to rounding, and is stable while Δt ω < 2. Velocity Verlet is the same chain of
//! drifts and kicks, cut in the middle of a kick. Forces that depend on velocity use v + ½ Δt a
//! with the acceleration of the step before, which keeps the order; with damping it is stable while
//! Δt²ω² + 4Δtγ < 4.

use super::{Formula, Integrator, Limit, Links, Method, Settings, Stability};
use crate::{Event, Flow, Particles, System, linear::NotConverged};
use glam::{DMat3, DVec2, DVec3};
use springlab_fast::drift;

/// The method's record.
pub static METHOD: Method = Method {
    id: "leapfrog",
    label: "Leapfrog",
    order: 2,
    stages: 1,
    symplectic: true,
    symmetric: true,
    modified_energy: Some([0.0, -1.0 / 24.0, 1.0 / 12.0]),
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Partitioned { update, limit: Limit::Sum(4.0) },
    formula: Some(Formula {
        step: r"\begin{pmatrix} 1 - \frac{y^2}{2} & y - \frac{y^3}{4} \\ -y & 1 - \frac{y^2}{2} \end{pmatrix}",
        amplification: "1",
        phase_error: "+y^3/24",
    }),
    mechanical: Some(|system, _| {
        let zeros = || vec![DVec3::ZERO; system.particles.len()];
        Box::new(Leapfrog { accelerations: zeros(), predicted: zeros() })
    }),
    flow: Some(|_, _| Box::new(HalfFirst)),
    follower: None,
};

/// Update matrix of (u, h u̇, h²a): h²a′ = −h²ω² (u + ½ h u̇) − hγ (h u̇ + ½ h²a),
/// h u̇′ = h u̇ + h²a′, u′ = u + ½ (h u̇ + h u̇′).
fn update([gamma, omega_squared]: [f64; 2], h: f64, _: &Settings) -> DMat3 {
    let (stiff, damp) = (h * h * omega_squared, h * gamma);
    let a = -DVec3::new(stiff, 0.5 * stiff + damp, 0.5 * damp);
    DMat3::from_cols(
        DVec3::new(1.0 + 0.5 * a.x, a.x, a.x),
        DVec3::new(1.0 + 0.5 * a.y, 1.0 + a.y, a.y),
        DVec3::new(0.5 * a.z, a.z, a.z),
    )
}

/// The system's history holds the accelerations in the middle of the last step.
struct Leapfrog {
    accelerations: Vec<DVec3>,
    predicted: Vec<DVec3>,
}

impl Integrator<System> for Leapfrog {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let start = system.time;
        if system.history.len() != system.particles.len() {
            let Particles { positions: x, velocities: v, .. } = &system.particles;
            system.accelerate(start, x, v, &mut self.accelerations);
            system.history.clone_from(&self.accelerations);
            system.evaluated(v, &self.accelerations);
        }
        drift(&mut system.particles.positions, 0.5 * h, &system.particles.velocities);
        system.set_time(start + 0.5 * h);
        system.drifted(0.5 * h);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        self.predicted.copy_from_slice(v);
        drift(&mut self.predicted, 0.5 * h, &system.history);
        system.work = system.work + h * system.accelerate(system.time, x, &self.predicted, &mut self.accelerations);
        system.evaluated(&self.predicted, &self.accelerations);
        drift(&mut system.particles.velocities, h, &self.accelerations);
        system.kicked(h, &self.accelerations);
        drift(&mut system.particles.positions, 0.5 * h, &system.particles.velocities);
        std::mem::swap(&mut system.history, &mut self.accelerations);
        system.set_time(start + h);
        system.drifted(0.5 * h);
        Ok(())
    }
}

/// x₁ drifts and x₂ is kicked. The flow's history holds ẋ₂ in the middle of the last step, one
/// number per tracer, in the x component.
struct HalfFirst;

impl Integrator<Flow> for HalfFirst {
    fn step(&mut self, flow: &mut Flow, h: f64) -> Result<(), NotConverged> {
        if flow.history.len() != flow.particles.len() {
            flow.history = flow.particles.velocities.iter().map(|v| DVec3::X * v.y).collect();
        }
        let [start, middle, end] = [0.0, 0.5, 1.0].map(|part| flow.time + part * h);
        let mut kicks = std::mem::take(&mut flow.history);
        flow.advance(h, |flow, i, x| {
            let rate = flow.rate(x, start).x;
            let half = DVec2::new(x.x + 0.5 * h * rate, x.y);
            flow.report(Event::First, i, half, [middle, 0.5 * h, rate]);
            let kick = flow.rate(half + 0.5 * h * kicks[i].x * DVec2::Y, middle).y;
            kicks[i].x = kick;
            let kicked = half + h * kick * DVec2::Y;
            flow.report(Event::Second, i, kicked, [middle, h, kick]);
            let rate = flow.rate(kicked, end).x;
            let moved = DVec2::new(kicked.x + 0.5 * h * rate, kicked.y);
            flow.report(Event::First, i, moved, [end, 0.5 * h, rate]);
            moved
        });
        flow.history = kicks;
        Ok(())
    }
}
