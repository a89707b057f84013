//! The Runge-Kutta method of Dormand and Prince, of order 5, which chooses its own steps within
//! every time step.
//!
//! Sources: J. R. Dormand, P. J. Prince: A family of embedded Runge-Kutta formulae. Journal of
//! Computational and Applied Mathematics 6, 1980. Step size control: E. Hairer, S. P. Nørsett, G.
//! Wanner: Solving Ordinary Differential Equations I, II.4, and II, IV.2.

use super::{
    Effort, FirstOrder, Integrator, Links, Method, OwnSteps, Stability, Tableau,
    runge_kutta::{show_stage, show_vector},
};
use crate::{
    Event,
    base::elementary::{exp, ln},
    linear::NotConverged,
    models::trace,
};
use springlab_fast::add_combination;

/// The method's record. A time step costs one evaluation at its start and six for each of the
/// method's own steps, as the last stage is the first of the next step.
pub static METHOD: Method = Method {
    id: "runge-kutta-45",
    label: "Runge-Kutta 45 (adaptive)",
    order: 5,
    stages: 6,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &["tolerance"],
    stability: Stability::Adaptive(&[1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 600.0]),
    formula: None,
    mechanical: Some(|system, settings| Box::new(RungeKutta45::new(settings.step_tolerance, system))),
    flow: Some(|flow, settings| Box::new(RungeKutta45::new(settings.step_tolerance, flow))),
    follower: None,
};

/// The formula of order 5. Its last stage is evaluated at the end of the step.
pub const TABLEAU: Tableau = Tableau {
    a: &[
        &[],
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
        &B,
    ],
    b: &B,
};

const B: [f64; 6] = [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];

/// Weights of order 5 minus the embedded weights of order 4: h Σ eᵢ kᵢ estimates the error of the
/// latter.
pub const DIFFERENCE: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339_200.0, 22.0 / 525.0, -1.0 / 40.0];

/// Most attempts at own steps within a time step: a page must not freeze.
const MOST: u32 = 10_000;

/// Safety factor: a step is this part of what the estimate would allow.
const SAFETY: f64 = 0.9;

/// Bounds of the ratio of a step to the one before.
const FACTORS: [f64; 2] = [0.2, 10.0];

/// Exponents of the step size control. The estimate is of order 5 in h, so a step changes by
/// error^(−1/5); the controller shares this between the present error and the one before.
const BEFORE: f64 = 0.04;
const NOW: f64 = 1.0 / 5.0 - 0.75 * BEFORE;

/// Least error before, in tolerances.
const LEAST: f64 = 1e-4;

/// Relative size of accumulated rounding; smaller differences are not counted as error.
const ROUNDING: f64 = 1e-12;

/// The method with its buffers.
struct RungeKutta45 {
    tolerance: f64,
    start: Vec<f64>,
    stage: Vec<f64>,
    error: Vec<f64>,
    rates: Vec<Vec<f64>>,
    own: OwnSteps,
}

impl RungeKutta45 {
    fn new(tolerance: f64, problem: &impl FirstOrder) -> Self {
        let zeros = || vec![0.0; problem.dimension()];
        Self {
            tolerance,
            start: zeros(),
            stage: zeros(),
            error: zeros(),
            rates: DIFFERENCE.map(|_| zeros()).to_vec(),
            own: OwnSteps::default(),
        }
    }

    /// Takes a step `h` from `start` to `stage` and returns its estimated error in tolerances; NaN
    /// if it overflows.
    fn attempt(&mut self, problem: &impl FirstOrder, h: f64) -> f64 {
        let Self { start, stage, error, rates, .. } = self;
        for (i, row) in TABLEAU.a.iter().enumerate().skip(1) {
            stage.copy_from_slice(start);
            add_combination(stage, h, row, rates);
            problem.prescribe(stage);
            problem.rate(stage, &mut rates[i]);
            if trace::is_on() {
                show_stage(problem, [stage, &rates[i]], (i, row), h);
            }
        }
        error.fill(0.0);
        add_combination(error, h, &DIFFERENCE, rates);
        let deviation = problem.deviation(error);
        if deviation == 0.0 {
            return 0.0;
        }
        let size = problem.size(start).max(problem.size(stage));
        let allowed = self.tolerance * self.tolerance * size + ROUNDING * ROUNDING * problem.deviation(stage);
        (deviation / allowed).sqrt()
    }
}

impl<M: FirstOrder> Integrator<M> for RungeKutta45 {
    /// Attempts the whole step first, so that nothing needs to be remembered from the last one. The
    /// rest of the time step is always split into equal steps of at most the wished length: the
    /// last one ends the time step exactly and is not needlessly short.
    fn step(&mut self, model: &mut M, h: f64) -> Result<(), NotConverged> {
        self.own.clear();
        model.read(&mut self.start);
        model.rate(&self.start, &mut self.rates[0]);
        if trace::is_on() {
            show_stage(model, [&self.start, &self.rates[0]], (0, &[]), h);
        }
        let (mut left, mut wish, mut before, mut most) = (h, h, LEAST, FACTORS[1]);
        for _ in 0..MOST {
            let pieces = (left / wish).ceil();
            let h = left / pieces;
            if left - h == left {
                break;
            }
            let error = self.attempt(model, h);
            if trace::is_on() {
                show_vector(if error <= 1.0 { Event::Accepted } else { Event::Rejected }, model, &self.stage, h);
                trace::number("error", error);
            }
            if error <= 1.0 {
                std::mem::swap(&mut self.start, &mut self.stage);
                self.rates.swap(0, DIFFERENCE.len() - 1);
                self.own.accepted.push(h);
                if pieces == 1.0 {
                    model.write(&self.start);
                    return Ok(());
                }
                left -= h;
                wish = h * (SAFETY * power(error, -NOW) * power(before, BEFORE)).clamp(FACTORS[0], most);
                (before, most) = (error.max(LEAST), FACTORS[1]);
            } else {
                self.own.rejected += 1;
                // max(NaN, x) is x
                wish = h * (SAFETY * power(error, -NOW)).max(FACTORS[0]);
                most = 1.0;
            }
        }
        Err(NotConverged::Steps { accepted: self.own.accepted.len(), rejected: self.own.rejected, step: wish.abs() })
    }

    fn begin(&mut self) {
        self.own.clear();
    }

    fn own_steps(&self) -> Option<&OwnSteps> {
        Some(&self.own)
    }

    fn effort(&self) -> Option<Effort> {
        let attempts = self.own.accepted.len() as u64 + u64::from(self.own.rejected);
        Some(Effort { evaluations: 1 + u64::from(METHOD.stages) * attempts, ..Effort::default() })
    }
}

fn power(base: f64, exponent: f64) -> f64 {
    exp(exponent * ln(base))
}
