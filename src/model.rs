//! The model of a scene, and the method that advances it.

use crate::{
    Energy, Flow, Follower, Integrator, Iteration, Mesh, Method, Particles, Scene, Settings, System, Values,
    integrators::OwnSteps,
    linear::NotConverged,
    scenes::{self, Blueprint},
};

/// The model of a scene.
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
    /// Positions, velocities and inverse masses: of point masses, tracers, or Bob and his
    /// followers.
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

    /// Numbers of particles, springs and links.
    fn sizes(&self) -> [usize; 3] {
        let [springs, links] = match self {
            Self::Mechanical(System { springs, constraints, .. }) => [springs.len(), constraints.len()],
            Self::Flow(_) | Self::Follower(_) => [0; 2],
        };
        [self.particles().len(), springs, links]
    }

    /// Sets the simulated time in s.
    pub(crate) fn set_time(&mut self, time: f64) {
        match self {
            Self::Mechanical(system) => system.set_time(time),
            Self::Flow(flow) => flow.time = time,
            Self::Follower(follower) => follower.time = time,
        }
    }

    /// Makes a change from outside and books its energy under a term of the account.
    pub(crate) fn intervene<R>(&mut self, term: EnergyTerm, change: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.energy();
        let result = change(self);
        let after = self.energy();
        self.settle(term, after.stored() - before.stored());
        result
    }

    /// Writes parameters into the model, as a change from outside. If springs and particles stay as
    /// they are, the springs' energy is not computed again.
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

    /// Versions of the stiffnesses and rest lengths. The springs' energy is the same as long as
    /// they are and no particle moves; `None` if a drive may move one.
    fn springs(&self) -> Option<[u64; 2]> {
        let Self::Mechanical(System { springs, excitation: None, .. }) = self else { return None };
        Some([springs.stiffnesses.version(), springs.rest_lengths.version()])
    }

    /// The energy account of a mechanical system.
    fn energy(&self) -> Energy {
        if let Self::Mechanical(system) = self { system.energy() } else { Energy::default() }
    }

    /// Ends a change from outside: books the energy in J that a mechanical system gained, or gives
    /// a flow's tracers the field's velocity. The method's history is cleared.
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

/// The term of the energy account under which a change from outside is booked, in J.
pub(crate) type EnergyTerm = fn(&mut System) -> &mut f64;

/// Work done on the system.
pub(crate) const HAND: EnergyTerm = |system| &mut system.work.hand;

/// Energy at the start.
pub(crate) const START: EnergyTerm = |system| &mut system.start;

/// A method at work on the model.
pub(crate) struct Engine {
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

/// The model of a scene at t = 0, before its parameters are written.
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
