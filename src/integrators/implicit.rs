//! Solver shared by the implicit methods. Each method asks for the velocity change w that solves
//! M w = σ f(t̄, x̄, v̄) at the positions x̄ = X + τ w with the velocities v̄ = V + w, and chooses
//! X, V, t̄, σ and τ.
//!
//! A linearised step solves one linear system, A w = σ f̃: A = M + σ D + σ τ K, and f̃ is the force
//! at w = 0. K and D are −∂f/∂x and −∂f/∂v of springs, dampers and the forces on single particles.
//! A compressed spring pushes its end sideways out of line, so its K is indefinite. A then turns
//! singular where σ τ k (L/‖d‖ − 1) reaches the mass, and the mass jumps off the page. The solver
//! therefore sets the negative eigenvalue across the spring to 0 and ignores the turning of the
//! damper. A is then positive definite for every step.
//!
//! A solved step continues with Newton's method: A δ = r = σ f(x̄, v̄) − M w, w ← w + δ. Near the
//! solution A has the whole K and the symmetric part of the derivative due to the turning of a
//! damper, so that it converges quadratically. Where conjugate gradients find that A is indefinite,
//! it keeps only a share of the negative parts, down to none. Friction and axial dampers have an
//! asymmetric derivative, without which it converges slowly or not at all. It then goes on with the
//! whole derivative, by minimal residuals and steps that decrease ‖r‖.
//!
//! Stiff springs make the path to the solution a narrow curved valley: a full step along it
//! stretches the springs to second order, which costs more energy than the step gains, and only
//! short steps would decrease the energy. Two remedies follow from treating the tensions F of the
//! springs as unknowns, with F = k C as equations: the stiffness F/‖d‖ across a spring takes the
//! tension that the last linear system predicted, without the stretch of second order; and a few
//! full steps are tried before the energy must have decreased, because the next one removes that
//! stretch.
//!
//! Without axial dampers, contacts and friction r is the slope of −Φ, Φ(w) = ½ wᵀ M w + σ/τ E(X + τ
//! w) + σ R(V + w), with the energy E of springs and gravity and the power 2R of drag and isotropic
//! dampers: the solution is a minimum of Φ. With the other forces there is no Φ. The work of their
//! forces along the step, by the trapezoid rule, takes its place. That rule is exact for linear
//! forces, so that only springs are corrected by their energy.
//!
//! Source: R. M. Chamberlain, M. J. D. Powell, C. Lemarechal, H. C. Pedersen, The watchdog
//! technique for forcing convergence in algorithms for constrained optimization, 1982.

use super::{Effort, Integrator, Iteration, Settings};
use crate::{
    Event, Particles, System, Work,
    linear::{BlockMatrix, ConjugateGradients, NotConverged, dot, minimise_residual},
    models::{Part, trace},
};
use glam::{DMat3, DVec3};

/// Newton's method ends when its residual is below this, relative to impulses and momentum changes.
const SOLVED: f64 = 1e-13;

/// It also ends when its correction is below this, relative to the velocities.
const SETTLED: f64 = 1e-12;

/// It also ends when its correction is below this, relative to the positions over the step: a few
/// roundings. Stiff springs whose forces cancel allow no better.
const ROUNDING: f64 = 1e-14;

/// Newton's method changes its derivative no more after this many linear systems.
const LINEAR_SYSTEMS: usize = 300;

/// Linear systems after which the symmetric derivative gives way to the whole one.
const SYMMETRIC: usize = 100;

/// Such systems with a residual below [`FAR`]: a derivative that needs more is not the true one.
const NEAR: usize = 12;

/// Linear systems with the whole derivative, and halvings of a step, after which it gives up.
const WHOLE: usize = 50;
const CREEPING: u32 = 10;

/// Largest relative residual that it then accepts. A residual below this that a full Newton step
/// does not halve is rounding error.
const GOOD: f64 = 1e-9;

/// With a larger residual, Newton's method is far from the solution.
const FAR: f64 = 0.01;

/// Relative tolerance of Newton's linear systems, at most: stiff springs converge first, and a
/// looser tolerance would leave soft modes unsolved.
const EXACT: f64 = 1e-3;

/// With squared norms below this, digits are lost to underflow, and the step counts as solved.
const NOTHING: f64 = 1e-250;

/// Full steps that are tried before one must have decreased Φ.
const TRIALS: usize = 10;

/// Least share of the negative stiffness that is kept, except for 0.
const LEAST: f64 = 1.0 / 16.0;

/// A Newton step is shortened at most this often.
const HALVINGS: u32 = 30;

/// Positions at which a linearised step takes the tangent of the springs. Everything else is taken
/// at w = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tangent {
    /// Positions at the start of the step.
    Here,
    /// Positions at w = 0.
    Ahead,
}

/// Stage for which w is solved: the time t̄ in s, and the factors σ and τ in s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    pub time: f64,
    pub sigma: f64,
    pub tau: f64,
}

impl Stage {
    /// Coefficients of K and D in A.
    fn coefficients(self) -> [f64; 2] {
        [self.sigma * self.tau, self.sigma]
    }
}

pub(super) struct Solver {
    settings: Settings,
    tangent: Tangent,
    matrix: BlockMatrix,
    gradients: ConjugateGradients,
    /// Positions X at w = 0 in m, written by the method.
    pub places: Vec<DVec3>,
    /// Velocities V at w = 0 in m/s, written by the method.
    pub speeds: Vec<DVec3>,
    /// Velocity change w in m/s.
    pub change: Vec<DVec3>,
    /// Positions x̄ in m.
    pub positions: Vec<DVec3>,
    /// Velocities v̄ in m/s.
    pub velocities: Vec<DVec3>,
    /// Newton correction δ in m/s.
    correction: Vec<DVec3>,
    residual: Vec<DVec3>,
    /// Positions x̄ and velocities v̄ before the correction δ.
    departure: [Vec<DVec3>; 2],
    /// Predicted force along each spring in N, of the spring and an axial damper.
    tensions: Vec<f64>,
    /// Velocity change w with the least Φ so far, and the tensions there.
    best: (Vec<DVec3>, Vec<f64>),
    /// Powers at x̄ and v̄.
    power: Work,
    pub iterations: Vec<Iteration>,
    pub effort: Effort,
}

impl Solver {
    pub fn new(system: &System, settings: Settings, tangent: Tangent) -> Self {
        let n = system.particles.len();
        let zeros = || vec![DVec3::ZERO; n];
        Self {
            settings,
            tangent,
            matrix: BlockMatrix::with_capacity(n, system.springs.len()), // so that steps need not allocate
            gradients: ConjugateGradients::with_capacity(n, system.springs.len()),
            places: zeros(),
            speeds: zeros(),
            change: zeros(),
            positions: zeros(),
            velocities: zeros(),
            correction: zeros(),
            residual: zeros(),
            departure: [zeros(), zeros()],
            tensions: vec![0.0; system.springs.len()],
            best: (zeros(), vec![0.0; system.springs.len()]),
            power: Work::default(),
            iterations: Vec::new(),
            effort: Effort::default(),
        }
    }

    /// Finds w, x̄ and v̄ and returns the powers there.
    pub fn solve(&mut self, system: &System, stage: Stage) -> Result<Work, NotConverged> {
        self.iterations.clear();
        self.effort = Effort::default();
        if let Some(drive) = &system.excitation {
            drive.place(stage.time, &mut self.places, &mut self.speeds);
        }
        if trace::is_on() {
            trace::add(Event::Guess, stage.time, [&self.places, &self.speeds]);
            trace::number("sigma", stage.sigma);
            trace::number("tau", stage.tau);
        }
        let residual = self.solve_linearised(system, stage)?;
        let products = self.gradients.iterations();
        self.iterated(stage, 1.0, Iteration { residual, products, halvings: 0, convexified: 0, limited: false });
        // the two derivatives lead to different places, from which the other one goes on
        while self.settings.newton && self.solve_nonlinear(system, stage).is_err() {
            let solved = self.solve_whole(system, stage);
            if solved.is_ok() || self.iterations.len() >= LINEAR_SYSTEMS {
                solved?;
                break;
            }
        }
        Ok(self.power)
    }

    /// Solves one linear system for w and returns the residual.
    fn solve_linearised(&mut self, system: &System, stage: Stage) -> Result<f64, NotConverged> {
        self.change.fill(DVec3::ZERO);
        self.residual.fill(DVec3::ZERO);
        self.matrix.reset(&system.particles.inverse_masses);
        let ahead = self.tangent == Tangent::Ahead && !self.settings.newton;
        let here = if ahead { &self.places } else { &system.particles.positions };
        let state = [&self.places[..], &self.speeds];
        let [a, b] = stage.coefficients();
        system.springs.add_tangents(here, state, [a, b], &mut self.matrix, &mut self.residual);
        system.accelerate_by(Part::BesideSprings, stage.time, state, &mut self.residual);
        for (i, m) in system.particles.free() {
            self.residual[i] *= m * stage.sigma;
        }
        system.add_blocks(true, stage.time, state, [a, b, 0.0], &mut self.matrix);
        self.add_masses(system);
        let control = (self.settings.tolerance, self.settings.iterations);
        self.effort.solves += 1;
        self.gradients.solve(&self.matrix, &self.residual, &mut self.change, control)?;
        Ok(self.evaluate(system, stage))
    }

    fn add_masses(&mut self, system: &System) {
        for (i, m) in system.particles.free() {
            self.matrix.add_diagonal(i, DMat3::from_diagonal(DVec3::splat(m)));
        }
    }

    /// Assembles A at x̄ and v̄ with the predicted tensions and a share of the negative stiffness.
    fn assemble(&mut self, system: &System, stage: Stage, kept: f64) {
        self.matrix.reset(&system.particles.inverse_masses);
        let state = [&self.positions[..], &self.velocities];
        let [a, b] = stage.coefficients();
        system.springs.add_derivatives(state, (&self.tensions, kept), [a, b], &mut self.matrix);
        system.add_blocks(true, stage.time, state, [a, b, 0.0], &mut self.matrix);
        self.add_masses(system);
    }

    /// Computes x̄, v̄ and r for the present w. Returns the norm of r relative to σ f and M w, all
    /// weighted by √(1/m). The call after a linearised solution is only for the account; it counts
    /// in place of the evaluation at w = 0, which is part of the linearisation.
    fn evaluate(&mut self, system: &System, stage: Stage) -> f64 {
        self.effort.evaluations += 1;
        for i in 0..self.change.len() {
            self.velocities[i] = self.speeds[i] + self.change[i];
            self.positions[i] = self.places[i] + stage.tau * self.change[i];
        }
        self.power = system.accelerate(stage.time, &self.positions, &self.velocities, &mut self.residual);
        let (mut error, mut size) = (0.0, 0.0);
        for (i, m) in system.particles.free() {
            let impulse = stage.sigma * self.residual[i];
            self.residual[i] = m * (impulse - self.change[i]);
            error += m * (impulse - self.change[i]).length_squared();
            size += m * (impulse.length_squared() + self.change[i].length_squared());
        }
        if size < NOTHING { 0.0 } else { (error / size).sqrt() }
    }

    fn solve_nonlinear(&mut self, system: &System, stage: Stage) -> Result<(), NotConverged> {
        let mut error = self.evaluate(system, stage);
        let Particles { positions, velocities, .. } = &system.particles;
        let there = [&self.positions[..], &self.velocities];
        self.tensions.fill(0.0); // those of another step would leave their rounding, or a NaN
        system.springs.predict_tensions([positions, velocities], there, 1.0, &mut self.tensions);
        self.keep();
        // Φ above its least value, steps since then, and the share of the negative stiffness
        let (mut above, mut trials, mut kept) = (0.0, 0, 0.0);
        let (mut near, end) = (0, self.iterations.len() + SYMMETRIC);
        let first = self.iterations.len() == 1;
        while error > SOLVED {
            near += usize::from(first && error < FAR);
            if self.iterations.len() == end || near > NEAR {
                return if error <= GOOD && near <= NEAR { Ok(()) } else { Err(self.give_up(error)) };
            }
            let (products, limited) = self.find_correction(system, stage, error, &mut kept)?;
            let settled = self.is_settled(system, stage.tau);
            let before = error;
            let (halvings, part, decrease);
            (error, halvings, part, decrease) = self.go_along(system, stage, settled || trials < TRIALS);
            let convexified =
                if kept < 1.0 { self.tensions.iter().filter(|tension| **tension < 0.0).count() } else { 0 };
            let convexified = u32::try_from(convexified).unwrap_or(u32::MAX);
            self.iterated(stage, part, Iteration { residual: error, products, halvings, convexified, limited });
            if settled || halvings == 0 && before <= GOOD && error > 0.5 * before {
                return if error.is_nan() { Err(self.give_up(error)) } else { Ok(()) };
            }
            let [x, v] = &self.departure;
            let there = [&self.positions[..], &self.velocities];
            system.springs.predict_tensions([x, v], there, part, &mut self.tensions);
            above -= decrease;
            if above < 0.0 {
                self.keep();
                (above, trials) = (0.0, 0);
            } else {
                trials += 1;
                if trials == TRIALS {
                    error = self.go_back(system, stage);
                    if trace::is_on() {
                        self.show(Event::Return, stage, error);
                    }
                    (above, kept) = (0.0, 0.0);
                    continue;
                }
            }
            kept = if error < FAR { 1.0 } else { (2.0 * kept).clamp(LEAST, 1.0) };
        }
        // a NaN error ends the loop like a solution
        if error.is_nan() { Err(self.give_up(error)) } else { Ok(()) }
    }

    /// Newton's method with the whole derivative, from the present w: each step is shortened until
    /// it decreases ‖r‖.
    fn solve_whole(&mut self, system: &System, stage: Stage) -> Result<(), NotConverged> {
        let mut error = self.evaluate(system, stage);
        for _ in 0..WHOLE {
            if error <= SOLVED {
                return Ok(());
            }
            let state = [&self.positions[..], &self.velocities];
            system.differentiate((stage.time, state), stage.coefficients(), true, &mut self.matrix);
            self.add_masses(system);
            let control = (error.min(EXACT).max(self.settings.tolerance), self.settings.iterations);
            self.effort.solves += 1;
            let (products, solved) = minimise_residual(&self.matrix, &self.residual, &mut self.correction, control);
            let settled = solved && self.is_settled(system, stage.tau);
            let before = dot(&self.residual, &self.residual).sqrt();
            let (mut part, mut halvings) = (1.0, 0);
            self.add_correction(part);
            error = self.evaluate(system, stage);
            while !settled && dot(&self.residual, &self.residual).sqrt() > (1.0 - 0.25 * part) * before {
                if halvings == CREEPING {
                    return if error <= GOOD { Ok(()) } else { Err(self.give_up(error)) };
                }
                self.add_correction(-0.5 * part);
                (part, halvings) = (0.5 * part, halvings + 1);
                error = self.evaluate(system, stage);
            }
            let iteration = Iteration { residual: error, products, halvings, convexified: 0, limited: false };
            self.iterated(stage, part, iteration);
            if settled && !error.is_nan() {
                return Ok(());
            }
        }
        if error <= GOOD { Ok(()) } else { Err(self.give_up(error)) }
    }

    /// Finds the correction δ by conjugate gradients, and reduces the share `kept` of the negative
    /// stiffness until A is definite. Returns the number of products, and true if it was reduced.
    fn find_correction(
        &mut self,
        system: &System,
        stage: Stage,
        error: f64,
        kept: &mut f64,
    ) -> Result<(u32, bool), NotConverged> {
        // a tolerance of the order of the residual keeps the convergence quadratic
        let control = (error.min(EXACT).max(self.settings.tolerance), self.settings.iterations);
        let (mut products, mut limited) = (0, false);
        loop {
            self.assemble(system, stage, *kept);
            self.correction.fill(DVec3::ZERO);
            self.effort.solves += 1;
            let definite =
                self.gradients.solve_definite(&self.matrix, &self.residual, &mut self.correction, control)?;
            products += self.gradients.iterations();
            if definite || *kept == 0.0 {
                return Ok((products, limited));
            }
            limited = true;
            *kept = if *kept > LEAST { 0.5 * *kept } else { 0.0 };
        }
    }

    /// Adds the statistics of a linear system, of whose correction this part was taken.
    fn iterated(&mut self, stage: Stage, part: f64, iteration: Iteration) {
        self.iterations.push(iteration);
        if trace::is_on() {
            self.show(Event::Iteration, stage, iteration.residual);
            trace::number("part", part);
            trace::number("products", f64::from(iteration.products));
        }
    }

    /// Reports the present iterate with the velocity change w and the residual r.
    fn show(&self, event: Event, stage: Stage, residual: f64) {
        trace::add(event, stage.time, [&self.positions, &self.velocities]);
        trace::vectors("w", &self.change);
        trace::vectors("r", &self.residual);
        trace::number("residual", residual);
    }

    /// Keeps the present w and tensions as the best.
    fn keep(&mut self) {
        self.best.0.copy_from_slice(&self.change);
        self.best.1.copy_from_slice(&self.tensions);
    }

    /// Returns to the best w and its tensions; returns the residual there.
    fn go_back(&mut self, system: &System, stage: Stage) -> f64 {
        self.change.copy_from_slice(&self.best.0);
        self.tensions.copy_from_slice(&self.best.1);
        self.evaluate(system, stage)
    }

    fn give_up(&self, residual: f64) -> NotConverged {
        NotConverged::Residual { residual, iterations: u32::try_from(self.iterations.len()).unwrap_or(u32::MAX) }
    }

    /// True if δ is no larger than rounding errors.
    fn is_settled(&self, system: &System, tau: f64) -> bool {
        let norm =
            |list: &[DVec3]| system.particles.free().map(|(i, m)| m * list[i].length_squared()).sum::<f64>().sqrt();
        let allowed = SETTLED * norm(&self.velocities) + ROUNDING * norm(&self.positions) / tau.abs();
        norm(&self.correction) <= allowed
    }

    /// w ← w + δ, or a fraction of δ that decreases Φ unless the `whole` δ is wanted. Returns the
    /// residual's norm, the number of times δ was shortened, the fraction, and the decrease of Φ. Φ
    /// changes by −½ (r + r′)ᵀδ, and by the springs' energy beyond the trapezoid rule; no digits
    /// cancel in that.
    fn go_along(&mut self, system: &System, stage: Stage, whole: bool) -> (f64, u32, f64, f64) {
        self.departure[0].copy_from_slice(&self.positions);
        self.departure[1].copy_from_slice(&self.velocities);
        let slope = dot(&self.residual, &self.correction);
        let mut part = 1.0;
        self.add_correction(part);
        for halvings in 0.. {
            let error = self.evaluate(system, stage);
            let end = dot(&self.residual, &self.correction);
            let excess = system.springs.excess(&self.departure[0], &self.positions);
            let decrease = 0.5 * part * (slope + end) - stage.sigma / stage.tau * excess;
            if whole || halvings == HALVINGS || decrease >= 1e-4 * part * slope {
                return (error, halvings, part, decrease);
            }
            // minimum of the parabola with these slopes
            let shorter = (slope / (slope - end)).clamp(0.1, 0.5) * part;
            let shorter = if shorter.is_nan() { 0.1 * part } else { shorter };
            self.add_correction(shorter - part);
            part = shorter;
        }
        unreachable!("the last shortening is taken")
    }

    fn add_correction(&mut self, part: f64) {
        for (change, correction) in self.change.iter_mut().zip(&self.correction) {
            *change += part * *correction;
        }
    }
}

/// Implicit Euler (θ = 1) and implicit midpoint (θ = ½): x̄ = x + θ Δt v̄ with v̄ = v + θ Δv and M
/// Δv = Δt f(t̄, x̄, v̄), t̄ = t + θ Δt. So w = θ Δv, X = x + θ Δt v, V = v and σ = τ = θ Δt; then
/// v ← v + Δv, x ← x + Δt v̄.
pub(super) struct Implicit {
    theta: f64,
    solver: Solver,
}

impl Implicit {
    pub fn new(theta: f64, tangent: Tangent, system: &System, settings: Settings) -> Self {
        Self { theta, solver: Solver::new(system, settings, tangent) }
    }
}

impl Integrator<System> for Implicit {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let (solver, theta) = (&mut self.solver, self.theta);
        let particles = &system.particles;
        for (i, (x, v)) in particles.positions.iter().zip(&particles.velocities).enumerate() {
            solver.speeds[i] = *v;
            solver.places[i] = *x + theta * h * *v;
        }
        let stage = Stage { time: system.time + theta * h, sigma: theta * h, tau: theta * h };
        let power = solver.solve(system, stage)?;
        system.work = system.work + h * power;
        for i in 0..solver.change.len() {
            system.particles.velocities[i] += solver.change[i] / theta;
            system.particles.positions[i] += h * solver.velocities[i];
        }
        system.advance(h);
        if trace::is_on() {
            system.add_moment(Event::Solution);
            trace::vectors("w", &solver.change);
            trace::vectors("v", &solver.velocities);
            trace::number("h", h);
            trace::number("theta", theta);
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
