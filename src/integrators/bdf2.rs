//! BDF2, the backward differentiation formula of order 2: (3 y − 4 yₙ + yₙ₋₁)/2Δt = f(y). The left
//! side is the slope, at the new state, of the parabola through the last two states and the new
//! one.
//!
//! Stable on every linear oscillator at every step. Without damping and for short steps |R| is
//! 1 − (hω)⁴/4, so that it loses far less energy than implicit Euler. R → 0 for stiff springs: they
//! come to rest within a few steps and do not keep swinging as with implicit midpoint. Of the two
//! factors, R(z) = 1/(2 − √(1 + 2z)) follows the motion; the other, 1/(2 + √(1 + 2z)), is about ⅓
//! for short steps and dies out.
//!
//! The linearised form takes the tangent at X, as order 2 requires, and gains energy without bound
//! on springs that turn within a step. The solved form lost energy in every run measured.
//!
//! The method remembers the state before the last step. The first step, and the step after every
//! change from outside, is implicit Euler; its single error of Δt² keeps the order at 2.

use super::{
    Effort, Formula, Integrator, Iteration, Links, Method, Settings, Stability,
    implicit::{Solver, Stage, Tangent},
};
use crate::{Event, Particles, System, linear::NotConverged, models::trace, oscillator::stability::square_root};

/// The method's record.
pub static METHOD: Method = Method {
    id: "bdf2",
    label: "BDF2",
    order: 2,
    stages: 1,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "where springs turn or buckle within a step beyond 1/ω, mostly if it is linearised",
    projects_contacts: false,
    links: Links::Springs,
    settings: &["solver"],
    stability: Stability::Unconditional(|z| (2.0 - square_root(1.0 + 2.0 * z)).inv()),
    formula: Some(Formula {
        step: r"\frac{1}{2 - \sqrt{1 + 2z}}",
        amplification: r"\frac{1}{\lvert 2 - \sqrt{1 + 2z} \rvert}",
        phase_error: "-y^3/3",
    }),
    mechanical: Some(|system, settings| Box::new(Bdf2::new(system, settings))),
    flow: None,
    follower: None,
};

/// The system's history holds the positions before the last step, then the velocities.
struct Bdf2 {
    solver: Solver,
}

impl Bdf2 {
    fn new(system: &System, settings: Settings) -> Self {
        Self { solver: Solver::new(system, settings, Tangent::Ahead) }
    }
}

/// With y₀ = (4 yₙ − yₙ₋₁)/3 and τ = ⅔ Δt the formula is y = y₀ + τ f(y), a step of implicit Euler
/// from y₀. The first step has y₀ = yₙ and τ = Δt.
impl Integrator<System> for Bdf2 {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        let n = x.len();
        let first = system.history.len() != 2 * n;
        let tau = if first { h } else { h * 2.0 / 3.0 };
        for i in 0..n {
            let (mut place, mut speed) = (x[i], v[i]);
            if !first {
                place += (place - system.history[i]) / 3.0;
                speed += (speed - system.history[n + i]) / 3.0;
            }
            self.solver.speeds[i] = speed;
            self.solver.places[i] = place + tau * speed;
        }
        let power = self.solver.solve(system, Stage { time: system.time + h, sigma: tau, tau })?;
        system.history.clear();
        system.history.extend_from_slice(&system.particles.positions);
        system.history.extend_from_slice(&system.particles.velocities);
        system.particles.positions.copy_from_slice(&self.solver.positions);
        system.particles.velocities.copy_from_slice(&self.solver.velocities);
        // trapezoid rule, also of order 2; a first step knows only the power at its end
        let before = if first { power } else { system.last_power };
        system.work = system.work + 0.5 * h * (before + power);
        system.last_power = power;
        system.advance(h);
        if trace::is_on() {
            system.add_moment(Event::Solution);
            trace::number("h", h);
        }
        Ok(())
    }

    /// After the turn the state before the last step is unknown, so the next step is a first one.
    fn turn(&mut self, system: &mut System, _h: f64) {
        system.history.clear();
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
