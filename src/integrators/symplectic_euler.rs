//! Symplectic (semi-implicit) Euler: v ← v + Δt a(x, v), then x ← x + Δt v with the new velocity.
//!
//! Order 1 like explicit Euler, at the same cost; without damping it keeps phase-space area, so its energy swings
//! around the true value and does not drift. On the damped oscillator the step's matrix has the trace
//! 2 − Δt²ω² − Δtγ and the determinant 1 − Δtγ; it is stable while Δt²ω² + 2Δtγ < 4.

use super::{Integrator, Method};
use crate::{Particles, System};
use glam::DVec3;

pub static METHOD: Method = Method {
    id: "symplectic-euler",
    label: "Symplectic Euler",
    order: 1,
    stages: 1,
    symplectic: true,
    // roots of z² − trace z + determinant: a conjugate pair of modulus √determinant, or two real ones
    growth: |oscillator, h| {
        let (omega_squared, gamma) = (oscillator.stiffness / oscillator.mass, oscillator.damping_rate());
        let (half_trace, determinant) = (1.0 - 0.5 * h * (h * omega_squared + gamma), 1.0 - h * gamma);
        let discriminant = half_trace * half_trace - determinant;
        if discriminant > 0.0 { half_trace.abs() + discriminant.sqrt() } else { determinant.sqrt() }
    },
    // Δt²ω² + 2Δtγ = 4, solved without cancellation
    step_limit: |oscillator| {
        let (omega_squared, gamma) = (oscillator.stiffness / oscillator.mass, oscillator.damping_rate());
        4.0 / (gamma + (gamma * gamma + 4.0 * omega_squared).sqrt())
    },
    integrator: |system| Box::new(SymplecticEuler { accelerations: vec![DVec3::ZERO; system.particles.len()] }),
};

struct SymplecticEuler {
    accelerations: Vec<DVec3>,
}

impl Integrator for SymplecticEuler {
    fn step(&mut self, system: &mut System, h: f64) {
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        system.dissipated += h * system.accelerate(x, v, &mut self.accelerations);
        let particles = &mut system.particles;
        for ((x, v), a) in particles.positions.iter_mut().zip(&mut particles.velocities).zip(&self.accelerations) {
            *v += h * a;
            *x += h * *v;
        }
    }
}
