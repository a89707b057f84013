//! Generalised-α: the equation of motion holds at an average of the old and the new state, with
//! different weights for the acceleration and for the force: M ((1 − α_m) aₙ₊₁ + α_m aₙ) = f at
//! (1 − α_f) yₙ₊₁ + α_f yₙ. Positions and velocities follow Newmark:
//! x ← x + Δt v + Δt² ((½ − β) aₙ + β aₙ₊₁), v ← v + Δt ((1 − γ) aₙ + γ aₙ₊₁).
//!
//! The spectral radius ρ∞, from 0 to 1, sets all weights: it is the factor per step of motion far
//! too fast for the step. With α_m = (2ρ∞ − 1)/(ρ∞ + 1), α_f = ρ∞/(ρ∞ + 1), γ = ½ − α_m + α_f and
//! β = ¼ (1 − α_m + α_f)² the order is 2 for every ρ∞. Without damping and with
//! s = (1 − ρ∞)/(1 + ρ∞), slow motion loses ½ s³ (hω)⁴ of its amplitude per step and lags by
//! (1/12 + ⅜ s²) (hω)³. ρ∞ = 1 is the implicit midpoint rule; ρ∞ = 0 removes fast motion within a
//! few steps.
//!
//! Stable on every linear oscillator at every step, and so on every linear system: a factor ζ per
//! step solves det(a(ζ) M + g(ζ) hD + p(ζ) h²K) = 0, and with the shape y of its mode yᵀMy, yᵀDy
//! and yᵀKy are mass, damping and stiffness of one oscillator with that factor. As with implicit
//! midpoint, springs that turn or buckle within a step may make it gain energy.
//!
//! The method remembers its own acceleration aₙ, which approximates the acceleration of the
//! particles. After every change from outside it starts from the particles' acceleration. If a
//! spring far too stiff for the step is stretched then, the first step overshoots:
//! v ← v + ((1 − ρ∞)/2)² Δt a.
//!
//! Source: J. Chung, G. M. Hulbert, A time integration algorithm for structural dynamics with
//! improved numerical dissipation: the generalized-α method, 1993.

use super::{
    Effort, Formula, Integrator, Iteration, Limit, Links, Method, Settings, Stability,
    implicit::{Solver, Stage, Tangent},
};
use crate::{Event, Particles, System, Work, linear::NotConverged, models::trace};
use glam::{DMat3, DVec3};

/// The method's record.
pub static METHOD: Method = Method {
    id: "generalised-alpha",
    label: "Generalised-α",
    order: 2,
    stages: 1,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "where springs turn or buckle within a step beyond 1/ω",
    projects_contacts: false,
    links: Links::Springs,
    settings: &["solver", "spectralRadius"],
    stability: Stability::Partitioned { update, limit: Limit::None },
    formula: Some(Formula {
        step: r"4 (R - 1)^2 ((1 + 3\sigma) R + 1 - 3\sigma) + y^2 ((1 + \sigma) R + 1 - \sigma)^3 = 0",
        amplification: r"1 - \frac{\sigma^3}{2} y^4 + \dots",
        phase_error: r"-\left(\frac{1}{12} + \frac{3}{8} \sigma^2\right) y^3",
    }),
    mechanical: Some(|system, settings| Box::new(GeneralisedAlpha::new(system, settings))),
    flow: None,
    follower: None,
};

/// Weights that follow from ρ∞.
#[derive(Clone, Copy, Debug)]
struct Weights {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
}

impl Weights {
    fn new(spectral_radius: f64) -> Self {
        let alpha_m = (2.0 * spectral_radius - 1.0) / (spectral_radius + 1.0);
        let alpha_f = spectral_radius / (spectral_radius + 1.0);
        let more = alpha_f - alpha_m;
        Self { alpha_m, alpha_f, beta: 0.25 * (1.0 + more) * (1.0 + more), gamma: 0.5 + more }
    }
}

/// Update matrix of (u, h u̇, h² ü).
fn update([damping, omega_squared]: [f64; 2], h: f64, settings: &Settings) -> DMat3 {
    let Weights { alpha_m, alpha_f, beta, gamma } = Weights::new(settings.spectral_radius);
    let (stiff, damp) = (h * h * omega_squared, h * damping);
    let ahead = 1.0 - alpha_f;
    // (1 − α_m) h²ü′ + α_m h²ü = −h²ω² u − hγ h u̇ at the mean state, solved for h²ü′
    let inertia = 1.0 - alpha_m + ahead * (damp * gamma + stiff * beta);
    let kept = alpha_m + ahead * (damp * (1.0 - gamma) + stiff * (0.5 - beta));
    let new = -DVec3::new(stiff, stiff * ahead + damp, kept) / inertia;
    // with ρ∞ = 1 the step does not use the old acceleration; its own factor of −1 is left out
    let acceleration = if settings.spectral_radius < 1.0 {
        DVec3::new(0.5 - beta, 1.0 - gamma, 0.0) + new.z * DVec3::new(beta, gamma, 1.0)
    } else {
        DVec3::ZERO
    };
    DMat3::from_cols(
        DVec3::new(1.0, 0.0, 0.0) + new.x * DVec3::new(beta, gamma, 1.0),
        DVec3::new(1.0, 1.0, 0.0) + new.y * DVec3::new(beta, gamma, 1.0),
        acceleration,
    )
}

/// The system's history holds the accelerations.
struct GeneralisedAlpha {
    weights: Weights,
    solver: Solver,
    /// Acceleration aₙ during a step.
    accelerations: Vec<DVec3>,
}

impl GeneralisedAlpha {
    fn new(system: &System, settings: Settings) -> Self {
        let accelerations = vec![DVec3::ZERO; system.particles.len()];
        Self {
            weights: Weights::new(settings.spectral_radius),
            solver: Solver::new(system, settings, Tangent::Ahead),
            accelerations,
        }
    }

    /// Finds aₙ and returns the power at its state.
    fn begin(&mut self, system: &System) -> Work {
        if system.history.len() == self.accelerations.len() {
            self.accelerations.copy_from_slice(&system.history);
            return system.last_power;
        }
        let Particles { positions, velocities, .. } = &system.particles;
        system.accelerate(system.time, positions, velocities, &mut self.accelerations)
    }
}

/// With the mean acceleration w/σ = (1 − α_m) aₙ₊₁ + α_m aₙ the mean state is X + τ w and V + w:
/// σ = (1 − α_f) γ Δt/(1 − α_m), τ = Δt β/γ.
impl Integrator<System> for GeneralisedAlpha {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let Weights { alpha_m, alpha_f, beta, gamma } = self.weights;
        let first = system.history.len() != self.accelerations.len();
        let before = self.begin(system);
        let (ahead, part) = (1.0 - alpha_f, alpha_m / (1.0 - alpha_m));
        for (i, &a) in self.accelerations.iter().enumerate() {
            let (x, v) = (system.particles.positions[i], system.particles.velocities[i]);
            self.solver.speeds[i] = v + ahead * h * (1.0 - gamma - gamma * part) * a;
            self.solver.places[i] = x + ahead * h * (v + h * (0.5 - beta - beta * part) * a);
        }
        let sigma = ahead * gamma * h / (1.0 - alpha_m);
        let stage = Stage { time: system.time + ahead * h, sigma, tau: h * beta / gamma };
        let power = self.solver.solve(system, stage)?;
        system.history.clear();
        for (i, &a) in self.accelerations.iter().enumerate() {
            let new = (self.solver.change[i] / sigma - alpha_m * a) / (1.0 - alpha_m);
            let v = &mut system.particles.velocities[i];
            system.particles.positions[i] += h * (*v + h * ((0.5 - beta) * a + beta * new));
            *v += h * ((1.0 - gamma) * a + gamma * new);
            system.history.push(new);
        }
        // power at the middle of the step, interpolated linearly between the last stage and this
        // one; the last stage was one step earlier, or, in a first step, at the start of the step
        let back = (ahead - 0.5) / if first { ahead } else { 1.0 };
        system.work = system.work + h * (back * before + (1.0 - back) * power);
        system.last_power = power;
        system.advance(h);
        if trace::is_on() {
            system.add_moment(Event::Solution);
            trace::vectors("a", &self.accelerations);
            trace::vectors("aNew", &system.history);
            trace::number("h", h);
            trace::number("beta", beta);
            trace::number("gamma", gamma);
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.solver.iterations.clear();
    }

    fn iterations(&self) -> Option<&[Iteration]> {
        Some(&self.solver.iterations)
    }

    fn effort(&self) -> Option<Effort> {
        Some(self.solver.effort)
    }
}
