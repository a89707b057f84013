//! What implicit Euler (θ = 1) and implicit midpoint (θ = ½) share: the change Δv of the velocities solves
//! M Δv = Δt f(t̄, x̄, v̄) with t̄ = t + θΔt, v̄ = v + θ Δv and x̄ = x + θ Δt v̄; then v ← v + Δv, x ← x + Δt v̄.
//!
//! Newton's method starts from Δv = 0, where the particles would fly by themselves: A δ = Δt f(x̄, v̄) − M Δv, Δv ← Δv + δ,
//! with A = M + θΔt D + θ²Δt² K at (x̄, v̄). Linearised, a step ends after the first δ, one linear system. Solved, it goes on
//! until the equation is met, and halves δ where a whole one goes too far.
//!
//! K and D are the derivatives −∂f/∂x and −∂f/∂v of all springs, dampers, contacts and the drag. Two terms are left out of
//! A on purpose. They change Δv by Δt³, so that the order of a linearised step stays what it is:
//! - A compressed spring pushes its end sideways out of line; its K is indefinite there, and M + Δt²K turns singular when
//!   Δt² k (L/‖d‖ − 1) reaches the mass: the mass jumps off the page. The negative eigenvalue across the spring is
//!   therefore set to 0. The matrix is then positive definite for every step, and motion along the spring is untouched.
//! - The damper's direction is held during the step. Its derivative is not symmetric; held, the damper takes the energy
//!   Δt vᵀ D v ≥ 0 whatever the step.

use super::{Integrator, Settings};
use crate::{
    System,
    linear::{BlockMatrix, ConjugateGradients, NotConverged, dot},
};
use glam::{DMat3, DVec3};

/// Newton's method ends when its residual is this small against impulses and changes of momentum …
const SOLVED: f64 = 1e-13;

/// … or its correction against the velocities …
const SETTLED: f64 = 1e-12;

/// … or against the positions over the step: some roundings. Stiff springs whose forces cancel leave no better.
const ROUNDING: f64 = 1e-14;

/// Newton's method gives up after this many linear systems …
const LINEAR_SYSTEMS: u32 = 100;

/// … unless the residual is as small as this: buckling springs, whose stiffness the matrix leaves out, make it slow.
const GOOD: f64 = 1e-9;

/// Squares of motions below this lose digits; such a motion is over.
const NOTHING: f64 = 1e-250;

/// A Newton step is halved at most this often.
const HALVINGS: u32 = 30;

pub(super) struct Implicit {
    theta: f64,
    settings: Settings,
    matrix: BlockMatrix,
    solver: ConjugateGradients,
    /// Δv
    change: Vec<DVec3>,
    /// δ
    correction: Vec<DVec3>,
    residual: Vec<DVec3>,
    /// x̄ and v̄
    positions: Vec<DVec3>,
    velocities: Vec<DVec3>,
    scratch: Vec<DVec3>,
}

impl Implicit {
    pub(super) fn new(theta: f64, system: &System, settings: Settings) -> Self {
        let n = system.particles.len();
        let zeros = || vec![DVec3::ZERO; n];
        Self {
            theta,
            settings,
            matrix: BlockMatrix::default(),
            solver: ConjugateGradients::new(n),
            change: zeros(),
            correction: zeros(),
            residual: zeros(),
            positions: zeros(),
            velocities: zeros(),
            scratch: zeros(),
        }
    }

    /// One step of Newton's method from Δv = 0.
    fn solve_linearised(&mut self, system: &System, h: f64) -> Result<(), NotConverged> {
        self.change.fill(DVec3::ZERO);
        self.evaluate(system, h);
        self.solve_correction(system, h)?;
        self.add_correction(1.0);
        Ok(())
    }

    /// A δ = residual
    fn solve_correction(&mut self, system: &System, h: f64) -> Result<(), NotConverged> {
        self.assemble(system, h);
        let control = (self.settings.tolerance, self.settings.iterations);
        self.correction.fill(DVec3::ZERO);
        self.solver.solve(&self.matrix, &self.residual, &mut self.correction, control)
    }

    /// A = M + θΔt D + θ²Δt² K at (x̄, v̄).
    fn assemble(&mut self, system: &System, h: f64) {
        let th = self.theta * h;
        system.linearise(&self.positions, &self.velocities, [th * th, th], &mut self.matrix);
        for (i, m) in system.particles.free() {
            self.matrix.add_diagonal(i, DMat3::from_diagonal(DVec3::splat(m)));
        }
    }

    /// t̄ = t + θΔt
    fn time(&self, system: &System, h: f64) -> f64 {
        system.time + self.theta * h
    }

    /// x̄ and v̄ for the present Δv.
    fn place(&mut self, system: &System, h: f64) {
        let particles = &system.particles;
        for i in 0..particles.len() {
            self.velocities[i] = particles.velocities[i] + self.theta * self.change[i];
            self.positions[i] = particles.positions[i] + self.theta * h * self.velocities[i];
        }
        if let Some(excitation) = &system.excitation {
            excitation.place(self.time(system, h), &mut self.positions, &mut self.velocities);
        }
    }

    /// Δt f(x̄, v̄) − M Δv into `residual`; returns its norm against that of Δt f, both weighted by √w.
    fn evaluate(&mut self, system: &System, h: f64) -> f64 {
        self.place(system, h);
        system.accelerate(self.time(system, h), &self.positions, &self.velocities, &mut self.residual);
        let (mut error, mut size) = (0.0, 0.0);
        for (i, m) in system.particles.free() {
            let impulse = h * self.residual[i];
            self.residual[i] = m * (impulse - self.change[i]);
            error += m * (impulse - self.change[i]).length_squared();
            size += m * (impulse.length_squared() + self.change[i].length_squared());
        }
        if size < NOTHING { 0.0 } else { (error / size).sqrt() }
    }

    fn solve_nonlinear(&mut self, system: &System, h: f64) -> Result<(), NotConverged> {
        for systems in 1..LINEAR_SYSTEMS {
            let error = self.evaluate(system, h);
            if error <= SOLVED {
                return Ok(());
            }
            if error.is_nan() {
                return Err(NotConverged { residual: error, iterations: systems });
            }
            self.solve_correction(system, h)?;
            if self.is_settled(system, h) {
                self.add_correction(1.0);
                return Ok(());
            }
            self.go_along(system, h);
        }
        let residual = self.evaluate(system, h);
        if residual <= GOOD { Ok(()) } else { Err(NotConverged { residual, iterations: LINEAR_SYSTEMS }) }
    }

    /// Whether δ is no more than rounding makes it.
    fn is_settled(&self, system: &System, h: f64) -> bool {
        let norm =
            |list: &[DVec3]| system.particles.free().map(|(i, m)| m * list[i].length_squared()).sum::<f64>().sqrt();
        let allowed = SETTLED * norm(&self.velocities) + ROUNDING * norm(&self.positions) / h.abs();
        norm(&self.correction) <= allowed
    }

    /// Δv ← Δv + δ, or with half, a quarter, … of δ. The residual r has rᵀδ > 0 at the start, as A is positive definite; where
    /// it has changed its sign and not become smaller, the step went too far.
    fn go_along(&mut self, system: &System, h: f64) {
        let slope = dot(&self.residual, &self.correction);
        let mut part = 1.0;
        self.add_correction(part);
        for _ in 0..HALVINGS {
            self.evaluate(system, h);
            if dot(&self.residual, &self.correction) >= -0.9 * slope {
                return;
            }
            part *= 0.5;
            self.add_correction(-part);
        }
    }

    fn add_correction(&mut self, part: f64) {
        for (change, correction) in self.change.iter_mut().zip(&self.correction) {
            *change += part * *correction;
        }
    }
}

impl Integrator<System> for Implicit {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.solve_linearised(system, h)?;
        if self.settings.newton {
            self.solve_nonlinear(system, h)?;
        }
        self.place(system, h);
        let power = system.accelerate(self.time(system, h), &self.positions, &self.velocities, &mut self.scratch);
        system.work = system.work + h * power;
        for i in 0..self.change.len() {
            system.particles.velocities[i] += self.change[i];
            system.particles.positions[i] += h * self.velocities[i];
        }
        system.advance(h);
        Ok(())
    }
}
