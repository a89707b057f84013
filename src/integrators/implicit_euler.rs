//! Implicit Euler, linearised: v ← v + Δv, x ← x + Δt v with the new velocity, where Δv solves
//! (M + Δt D + Δt² K) Δv = Δt (f − Δt K v) with f, K and D at the old state.
//!
//! Order 1, R(z) = 1/(1 − z): on the linear oscillator stable at every step size, at the price of energy it takes out
//! itself. Across a compressed spring a long step may gain energy for a moment; the run stays bounded.
//!
//! Both derivatives are in: K = −∂f/∂x of the springs and D = −∂f/∂v of the dampers. Two terms are left out on purpose,
//! each of the size Δt² in Δv, so that the order stays 1:
//! - A compressed spring pushes its end sideways out of line; its K is indefinite there, and M + Δt²K turns singular when
//!   Δt² k (L/‖d‖ − 1) reaches the mass: the mass jumps off the page. The negative eigenvalue across the spring is
//!   therefore set to 0. The matrix is then positive definite for every step, and motion along the spring is untouched.
//! - The damper's direction is held during the step. Its derivative is not symmetric; held, the damper takes the energy
//!   Δt vᵀ D v ≥ 0 whatever the step.

use super::{Integrator, Method};
use crate::{System, linear::Cholesky, stability};
use glam::{DMat3, DVec3};

pub static METHOD: Method = Method {
    id: "implicit-euler",
    label: "Implicit Euler",
    order: 1,
    stages: 1,
    symplectic: false,
    growth: |oscillator, h| stability::growth(oscillator, h, |z| (1.0 - z).inv()),
    step_limit: |_| f64::INFINITY,
    integrator: |system| Box::new(ImplicitEuler::new(system.particles.len())),
};

struct ImplicitEuler {
    matrix: Cholesky,
    /// Δt (f − Δt K v), then Δv.
    change: Vec<DVec3>,
}

impl ImplicitEuler {
    fn new(particles: usize) -> Self {
        Self { matrix: Cholesky::new(3 * particles), change: vec![DVec3::ZERO; particles] }
    }

    /// M + Δt D + Δt² K and the right-hand side.
    fn assemble(&mut self, system: &System, h: f64) {
        let (x, v) = (&system.particles.positions, &system.particles.velocities);
        self.matrix.clear();
        self.change.fill(DVec3::ZERO);
        system.springs.add_forces(x, v, &mut self.change);
        for ([i, j], spring) in system.springs.iter() {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            let stiffness = spring.convex_stiffness_matrix(d);
            let pull = h * (stiffness * u);
            self.change[i] -= pull;
            self.change[j] += pull;
            self.add_link([i, j], h * spring.damping_matrix(d) + h * h * stiffness);
        }
        for (i, m) in system.particles.free() {
            self.change[i] = h * (self.change[i] + m * system.gravity);
            self.matrix.add_block([i, i], &DMat3::from_diagonal(DVec3::splat(m)));
        }
    }

    fn add_link(&mut self, [i, j]: [usize; 2], block: DMat3) {
        self.matrix.add_block([i, i], &block);
        self.matrix.add_block([j, j], &block);
        self.matrix.add_block([i, j], &-block);
        self.matrix.add_block([j, i], &-block);
    }

    /// A fixed particle's equation becomes Δv = 0.
    fn fix(&mut self, inverse_masses: &[f64]) {
        for (i, _) in inverse_masses.iter().enumerate().filter(|&(_, &w)| w == 0.0) {
            self.matrix.set_identity(3 * i..3 * i + 3);
            self.change[i] = DVec3::ZERO;
        }
    }
}

impl Integrator for ImplicitEuler {
    fn step(&mut self, system: &mut System, h: f64) {
        self.assemble(system, h);
        self.fix(&system.particles.inverse_masses);
        self.matrix.solve(bytemuck::cast_slice_mut(&mut self.change));
        for (v, change) in system.particles.velocities.iter_mut().zip(&self.change) {
            *v += *change;
        }
        system.dissipated += h * system.springs.dissipation(&system.particles.positions, &system.particles.velocities);
        for (x, v) in system.particles.positions.iter_mut().zip(&system.particles.velocities) {
            *x += h * *v;
        }
    }
}
