//! What a scene is made of, and the method at work on it.

use crate::{
    Energy, Flow, Follower, Integrator, Iteration, Mesh, Method, Particles, Scene, Settings, System, Values,
    integrators::OwnSteps,
    linear::NotConverged,
    scenes::{self, Blueprint},
};

/// What a scene is made of.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // there is one model at a time
pub enum Model {
    /// Particles, springs, constraints, obstacles.
    Mechanical(System),
    /// Tracers in a first-order field.
    Flow(Flow),
    /// Bob and his followers.
    Follower(Follower),
}

impl Model {
    /// Positions, velocities and inverse masses: of point masses, tracers, or Bob and his followers.
    #[must_use]
    pub fn particles(&self) -> &Particles {
        match self {
            Self::Mechanical(system) => &system.particles,
            Self::Flow(flow) => &flow.particles,
            Self::Follower(follower) => &follower.particles,
        }
    }

    pub(crate) fn particles_mut(&mut self) -> &mut Particles {
        match self {
            Self::Mechanical(system) => &mut system.particles,
            Self::Flow(flow) => &mut flow.particles,
            Self::Follower(follower) => &mut follower.particles,
        }
    }

    /// How many particles, springs and links there are.
    fn sizes(&self) -> [usize; 3] {
        let [springs, links] = match self {
            Self::Mechanical(System { springs, constraints, .. }) => [springs.len(), constraints.len()],
            Self::Flow(_) | Self::Follower(_) => [0; 2],
        };
        [self.particles().len(), springs, links]
    }

    /// Sets the simulated time in s for what depends on it.
    pub(crate) fn set_time(&mut self, time: f64) {
        match self {
            Self::Mechanical(system) => system.set_time(time),
            Self::Flow(_) => {}
            Self::Follower(follower) => follower.time = time,
        }
    }

    /// Makes a change from outside, and books it under an entry of the account.
    pub(crate) fn intervene<R>(&mut self, term: EnergyTerm, change: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.energy();
        let result = change(self);
        let after = self.energy();
        self.settle(term, after.stored() - before.stored());
        result
    }

    /// Writes parameters into the model, as a change from outside. Springs that stay as they are, where they are, store what they stored.
    pub(crate) fn tune(&mut self, term: EnergyTerm, write: impl FnOnce(&mut Self)) {
        let (before, springs) = (self.energy(), self.springs());
        write(self);
        let stay = springs.is_some() && self.springs() == springs;
        let after = match self {
            Self::Mechanical(system) if stay => system.energy_with(before.elastic),
            _ => self.energy(),
        };
        self.settle(term, after.stored() - before.stored());
    }

    /// Tells whether springs have changed in what they store, as long as nobody moves them; `None` where a drive may.
    fn springs(&self) -> Option<[u64; 2]> {
        let Self::Mechanical(System { springs, excitation: None, .. }) = self else { return None };
        Some([springs.stiffnesses.version(), springs.rest_lengths.version()])
    }

    /// What a mechanical system stores.
    fn energy(&self) -> Energy {
        if let Self::Mechanical(system) = self { system.energy() } else { Energy::default() }
    }

    /// After a change from outside a mechanical system books what it gained in J, a flow's tracers take the field's velocity.
    fn settle(&mut self, term: EnergyTerm, gained: f64) {
        match self {
            Self::Mechanical(system) => {
                *term(system) += gained;
                system.history.clear();
            }
            Self::Flow(flow) => {
                flow.refresh();
                flow.history.clear();
            }
            Self::Follower(_) => {}
        }
    }
}

/// Where an account books the energy in J of a change from outside.
pub(crate) type EnergyTerm = fn(&mut System) -> &mut f64;

/// As work that was done on the system.
pub(crate) const HAND: EnergyTerm = |system| &mut system.work.hand;

/// As what the system started with.
pub(crate) const START: EnergyTerm = |system| &mut system.start;

/// The method at work on the model.
pub(crate) struct Engine {
    key: Key,
    integrator: AnyIntegrator,
}

/// What an engine depends on: method and settings, and how many particles, springs and links there are.
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

    /// Whether a new one with this method and these settings would do the same.
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

    /// Turns time round after a step `h` (s).
    pub fn turn(&mut self, model: &mut Model, h: f64) {
        if let (AnyIntegrator::Mechanical(integrator), Model::Mechanical(system)) = (&mut self.integrator, model) {
            integrator.turn(system, h);
        }
    }
}

/// The model of a scene at t = 0, not tuned yet.
pub(crate) fn build(scene: &Scene, values: &Values, mesh: Option<&Mesh>) -> Model {
    match (scene.model, mesh) {
        (Blueprint::Mechanical { .. }, Some(mesh)) => Model::Mechanical(scenes::build_mesh(values, mesh)),
        (Blueprint::Mechanical { build, .. }, None) => Model::Mechanical(build(values)),
        (Blueprint::Flow { build, .. }, _) => Model::Flow(build(values)),
        (Blueprint::Follower { build, .. }, _) => Model::Follower(build(values)),
    }
}

/// Writes the parameters into the model.
pub(crate) fn tune(scene: &Scene, values: &Values, mesh: Option<&Mesh>, model: &mut Model) {
    match (scene.model, model) {
        (Blueprint::Mechanical { tune, .. }, Model::Mechanical(system)) => {
            tune(values, system);
            if let Some(mesh) = mesh {
                mesh.write_masses(&mut system.particles);
            }
        }
        (Blueprint::Flow { tune, .. }, Model::Flow(flow)) => tune(values, flow),
        (Blueprint::Follower { tune, .. }, Model::Follower(follower)) => tune(values, follower),
        _ => unreachable!("a scene's model is made after its blueprint"),
    }
}
