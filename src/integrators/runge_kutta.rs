//! Explicit Runge-Kutta methods on any first-order system ẏ = f(y).

use super::Integrator;
use crate::{
    System,
    integrators::arranged::{self, Rows},
    linear::NotConverged,
};
use springlab_fast::{Double, add_combination};

/// A first-order system ẏ = f(y) whose state can be read and written as a flat vector.
pub trait FirstOrder {
    /// Length of y.
    fn dimension(&self) -> usize;
    /// Copies the state into `y`.
    fn read(&self, y: &mut [f64]);
    /// Overwrites the parts of `y` that are given functions of time: nothing for most systems.
    fn prescribe(&self, _y: &mut [f64]) {}
    /// Writes ẏ = f(y) into `rate`.
    fn rate(&self, y: &[f64], rate: &mut [f64]);
    /// Sets the state to `y`.
    fn write(&mut self, y: &[f64]);
    /// Squared size of a deviation `d` between two states, for error estimates.
    fn deviation(&self, d: &[f64]) -> f64 {
        d.iter().map(|d| d * d).sum()
    }
    /// Squared size of a state in the same unit, to which deviations are compared.
    fn size(&self, y: &[f64]) -> f64 {
        self.deviation(y)
    }
}

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
