//! Explicit Runge-Kutta methods on any first-order system ẏ = f(y).

use super::Integrator;
use crate::{
    Event, System,
    integrators::arranged::{self, Rows},
    linear::NotConverged,
    models::{FirstOrder, trace},
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
        self.evaluate(problem, h);
        self.combine(self.tableau.b, h);
        problem.write(&self.stage);
        if trace::is_on() {
            problem.read(&mut self.stage);
            show_vector(Event::Combination, problem, &self.stage, h);
            trace::coefficients(self.tableau.b);
        }
    }

    /// Evaluates the stages of a step of size `h`.
    fn evaluate(&mut self, problem: &impl FirstOrder, h: f64) {
        for buffer in self.rates.iter_mut().chain([&mut self.start, &mut self.stage]) {
            buffer.resize(problem.dimension(), 0.0);
        }
        problem.read(&mut self.start);
        for (i, row) in self.tableau.a.iter().enumerate() {
            self.combine(row, h);
            problem.prescribe(&mut self.stage);
            problem.rate(&self.stage, &mut self.rates[i]);
            if trace::is_on() {
                show_stage(problem, [&self.stage, &self.rates[i]], (i, row), h);
            }
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

/// Reports stage `i` with its row of coefficients: the state y and its rate.
pub(super) fn show_stage(problem: &dyn FirstOrder, [y, rate]: [&[f64]; 2], (i, row): (usize, &'static [f64]), h: f64) {
    let (time, [x, v, a]) = problem.show(y, Some(rate));
    trace::add(Event::Stage, time, [&x, &v]);
    trace::coefficients(row);
    trace::number("stage", i as f64);
    trace::number("h", h);
    if !a.is_empty() {
        trace::vectors("a", &a);
    }
}

/// Reports a state y.
pub(super) fn show_vector(event: Event, problem: &dyn FirstOrder, y: &[f64], h: f64) {
    let (time, [x, v, _]) = problem.show(y, None);
    trace::add(event, time, [&x, &v]);
    trace::number("h", h);
}

/// A Runge-Kutta method for a mechanical system, in columns if its springs lie in rows and no
/// spheres push its particles apart.
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
        if !system.self_contact.acts() && arranged::lay_out(columns, system) {
            method.advance(&mut Rows { columns, system }, h);
        } else {
            method.advance(system, h);
        }
        Ok(())
    }
}
