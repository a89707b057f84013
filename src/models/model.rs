//! The model of a scene.

use crate::{Energy, Flow, Follower, Particles, System};
use glam::DVec3;

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

    /// State that a multistep method keeps from the last step.
    pub(crate) fn history(&self) -> &[DVec3] {
        match self {
            Self::Mechanical(system) => &system.history,
            Self::Flow(flow) => &flow.history,
            Self::Follower(_) => &[],
        }
    }

    pub(crate) fn history_mut(&mut self) -> Option<&mut Vec<DVec3>> {
        match self {
            Self::Mechanical(system) => Some(&mut system.history),
            Self::Flow(flow) => Some(&mut flow.history),
            Self::Follower(_) => None,
        }
    }

    /// Numbers of particles, springs and links.
    pub(crate) fn sizes(&self) -> [usize; 3] {
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

    /// Writes parameters into the model, and adds the change of stored energy to that at the start.
    /// If springs and particles stay as they are, the springs' energy is not computed again.
    pub(crate) fn tune(&mut self, write: impl FnOnce(&mut Self)) {
        let (before, springs) = (self.energy(), self.springs());
        write(self);
        let stay = springs.is_some() && self.springs() == springs;
        let after = match self {
            Self::Mechanical(system) if stay => system.energy_with(before.elastic),
            _ => self.energy(),
        };
        self.settle(START, after.stored() - before.stored());
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

/// Work of a hand that moves, holds or throws a particle.
pub(crate) const HAND: EnergyTerm = |system| &mut system.work.hand;

/// Energy at the start, which follows changes of parameters, springs and links.
pub(crate) const START: EnergyTerm = |system| &mut system.start;
