//! Explicit Runge-Kutta methods on any first-order system ẏ = f(y).

use super::Integrator;
use crate::{
    Flow, Particles, System,
    integrators::arranged::{self, Rows},
    linear::NotConverged,
    models::FirstOrder,
};
use springlab_fast::{Double, add_combination};

/// Butcher tableau of an explicit method with s stages.
#[derive(Clone, Copy, Debug)]
pub struct Tableau {
    /// Row i has the i coefficients aᵢⱼ, j < i, of stage i.
    pub a: &'static [&'static [f64]],
    /// Weights bᵢ, Σ bᵢ = 1.
    pub b: &'static [f64],
}

/// An explicit Runge-Kutta method with its buffers, as long as the problem's state:
/// kᵢ = f(y + h Σⱼ aᵢⱼ kⱼ), y ← y + h Σᵢ bᵢ kᵢ.
pub struct RungeKutta {
    tableau: Tableau,
    start: Vec<f64>,
    stage: Vec<f64>,
    rates: Vec<Vec<f64>>,
}

impl RungeKutta {
    /// Buffers for states of the problem's dimension.
    #[must_use]
    pub fn new(tableau: Tableau, problem: &impl FirstOrder) -> Self {
        let zeros = || vec![0.0; problem.dimension()];
        Self { tableau, start: zeros(), stage: zeros(), rates: tableau.b.iter().map(|_| zeros()).collect() }
    }

    /// One step of size `h`.
    pub fn advance(&mut self, problem: &mut impl FirstOrder, h: f64) {
        self.evaluate(problem, h, |_, _| {});
        self.combine(self.tableau.b, h);
        problem.write(&self.stage);
    }

    /// Evaluates the stages of a step of size `h` without taking it. `visit` gets the state
    /// y + h Σⱼ aᵢⱼ kⱼ and the rate kᵢ of each in turn.
    pub fn evaluate(&mut self, problem: &impl FirstOrder, h: f64, mut visit: impl FnMut(&[f64], &[f64])) {
        for buffer in self.rates.iter_mut().chain([&mut self.start, &mut self.stage]) {
            buffer.resize(problem.dimension(), 0.0);
        }
        problem.read(&mut self.start);
        for (i, row) in self.tableau.a.iter().enumerate() {
            self.combine(row, h);
            problem.prescribe(&mut self.stage);
            problem.rate(&self.stage, &mut self.rates[i]);
            visit(&self.stage, &self.rates[i]);
        }
    }

    /// stage ← start + h Σ cⱼ kⱼ
    fn combine(&mut self, coefficients: &[f64], h: f64) {
        self.stage.copy_from_slice(&self.start);
        add_combination(&mut self.stage, h, coefficients, &self.rates);
    }
}

impl<M: FirstOrder> Integrator<M> for RungeKutta {
    fn step(&mut self, model: &mut M, h: f64) -> Result<(), NotConverged> {
        self.advance(model, h);
        Ok(())
    }
}

impl Flow {
    /// The stages of one step `h` (s) of a Runge-Kutta method from tracer `i`, without taking it: x
    /// and ẋ, four numbers a stage.
    #[must_use]
    pub fn stages(&self, i: usize, tableau: Tableau, h: f64) -> Vec<f64> {
        let mut particles = Particles::default();
        particles.push(self.particles.positions[i], self.particles.inverse_masses[i]);
        let alone = Self { particles, history: Vec::new(), ..*self };
        let mut stages = Vec::new();
        RungeKutta::new(tableau, &alone).evaluate(&alone, h, |y, rate| stages.extend([&y[..2], &rate[..2]].concat()));
        stages
    }
}

/// A Runge-Kutta method for a mechanical system, in columns if its springs lie in rows.
pub(super) struct Mechanical {
    method: RungeKutta,
    columns: Double,
}

impl Mechanical {
    pub fn new(tableau: Tableau, system: &System) -> Self {
        Self { method: RungeKutta::new(tableau, system), columns: Double::default() }
    }
}

impl Integrator<System> for Mechanical {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let Self { method, columns } = self;
        if arranged::lay_out(columns, system) {
            method.advance(&mut Rows { columns, system }, h);
        } else {
            method.advance(system, h);
        }
        Ok(())
    }
}
