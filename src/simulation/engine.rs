//! A method at work on a model.

use crate::{
    Effort, Flow, Follower, Integrator, Iteration, Method, Model, Settings, System, integrators::OwnSteps,
    linear::NotConverged, scenes::shared::stepping::SOLVER,
};

/// Memory in bytes per particle that a method keeps: ten states of Runge-Kutta 45, or vectors and
/// blocks of an implicit method.
const KEPT: usize = 600;

/// Memory in bytes per spring that an implicit method keeps: the spring's 3 × 3 block twice, as a
/// matrix and in columns.
const BLOCK: usize = 130;

/// A method at work on the model.
pub struct Engine {
    key: Key,
    integrator: AnyIntegrator,
}

/// Inputs of an engine: method, settings, and numbers of particles, springs and links.
type Key = (&'static Method, Settings, [usize; 3]);

enum AnyIntegrator {
    Mechanical(Box<dyn Integrator<System>>),
    Flow(Box<dyn Integrator<Flow>>),
    Follower(Box<dyn Integrator<Follower>>),
}

impl Engine {
    pub fn new(method: &'static Method, model: &Model, settings: Settings) -> Self {
        const OFFERED: &str = "a scene offers only methods that can do it";
        let integrator = match model {
            Model::Mechanical(system) => {
                AnyIntegrator::Mechanical((method.mechanical.expect(OFFERED))(system, settings))
            }
            Model::Flow(flow) => AnyIntegrator::Flow((method.flow.expect(OFFERED))(flow, settings)),
            Model::Follower(follower) => AnyIntegrator::Follower((method.follower.expect(OFFERED))(follower, settings)),
        };
        Self { key: (method, settings, model.sizes()), integrator }
    }

    /// Memory in bytes of a new engine for this method, at most.
    pub fn bytes(method: &Method, model: &Model) -> usize {
        let [particles, springs, _] = model.sizes();
        let blocks = if method.settings.contains(&SOLVER.name) { BLOCK.saturating_mul(springs) } else { 0 };
        KEPT.saturating_mul(particles).saturating_add(blocks)
    }

    /// True if a new engine for this method and these settings would be the same.
    pub fn suits(&self, method: &'static Method, model: &Model, settings: Settings) -> bool {
        self.key == (method, settings, model.sizes())
    }

    /// See [`Integrator::begin`].
    pub fn begin(&mut self) {
        match &mut self.integrator {
            AnyIntegrator::Mechanical(integrator) => integrator.begin(),
            AnyIntegrator::Flow(integrator) => integrator.begin(),
            AnyIntegrator::Follower(integrator) => integrator.begin(),
        }
    }

    pub fn iterations(&self) -> Option<&[Iteration]> {
        match &self.integrator {
            AnyIntegrator::Mechanical(integrator) => integrator.iterations(),
            AnyIntegrator::Flow(integrator) => integrator.iterations(),
            AnyIntegrator::Follower(integrator) => integrator.iterations(),
        }
    }

    pub fn own_steps(&self) -> Option<&OwnSteps> {
        match &self.integrator {
            AnyIntegrator::Mechanical(integrator) => integrator.own_steps(),
            AnyIntegrator::Flow(integrator) => integrator.own_steps(),
            AnyIntegrator::Follower(integrator) => integrator.own_steps(),
        }
    }

    /// Effort of the last call of `steps`, which took that many.
    pub fn effort(&self, taken: u32) -> Effort {
        let counted = match &self.integrator {
            AnyIntegrator::Mechanical(integrator) => integrator.effort(),
            AnyIntegrator::Flow(integrator) => integrator.effort(),
            AnyIntegrator::Follower(integrator) => integrator.effort(),
        };
        let evaluations = u64::from(self.key.0.stages) * u64::from(taken);
        counted.unwrap_or(Effort { evaluations, ..Effort::default() })
    }

    /// See [`Integrator::steps`].
    pub fn steps(&mut self, model: &mut Model, h: f64, most: u32, reach: f64) -> Result<u32, NotConverged> {
        match (&mut self.integrator, model) {
            (AnyIntegrator::Mechanical(integrator), Model::Mechanical(system)) => {
                integrator.steps(system, h, most, reach)
            }
            (AnyIntegrator::Flow(integrator), Model::Flow(flow)) => integrator.steps(flow, h, most, reach),
            (AnyIntegrator::Follower(integrator), Model::Follower(follower)) => {
                integrator.steps(follower, h, most, reach)
            }
            _ => unreachable!("an engine is made for its model"),
        }
    }

    /// Reverses time after a step `h` (s).
    pub fn turn(&mut self, model: &mut Model, h: f64) {
        if let (AnyIntegrator::Mechanical(integrator), Model::Mechanical(system)) = (&mut self.integrator, model) {
            integrator.turn(system, h);
        }
    }
}
