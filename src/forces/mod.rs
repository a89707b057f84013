//! Forces on single free particles, one a file. Each tells all that is known of it in one place; systems and methods take it from
//! [`each`], and name none.

mod contact;
mod drag;
mod gravity;

pub use contact::{Contact, ContactForce};

use crate::{Energy, Particles, System, Work};
use glam::{DMat3, DVec3};

/// The forces that act at the time t (s), one after the other: the list of all that there are.
pub(crate) fn each(system: &System, _time: f64, mut visit: impl FnMut(&dyn Force)) {
    let mut meet = |force: &dyn Force| {
        if force.acts() {
            visit(force);
        }
    };
    meet(&contact::at(system));
    meet(&drag::at(system));
    meet(&gravity::at(system));
}

/// Whether none acts now.
pub(crate) fn is_none(system: &System) -> bool {
    let mut none = true;
    each(system, system.time, |_| none = false);
    none
}

/// A free particle that a force acts on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// w = 1/m in 1/kg. What acts on a mass takes part in every step, and divisions are dear.
    pub inverse_mass: f64,
    /// x in m.
    pub position: DVec3,
    /// v in m/s.
    pub velocity: DVec3,
}

/// A force f(t, m, x, v) at one time t, the same law for every free particle. Fixed and held ones are left out: what holds them carries it.
///
/// A file of a force implements what stands first; whole systems ask for the rest, with one call for all particles.
pub(crate) trait Force {
    /// Whether there is any: else nothing more is asked.
    fn acts(&self) -> bool;

    /// Whether methods that project put something else in its place.
    fn is_projected(&self) -> bool {
        false
    }

    /// The acceleration f/m in m/s². Adds to `power`, in W, the heat that the force makes and the work that it brings from outside, each to
    /// its entry: f·v is that work, less the heat, less the rate of what [`store`](Self::store) tells.
    fn acceleration(&self, body: &Body, power: &mut Work) -> DVec3;

    /// Adds its potential energy E(m, x) in J to its entry of the account: f = −∂E/∂x for what is neither heat nor from outside.
    fn store(&self, _body: &Body, _account: &mut Energy) {}

    /// K = −∂f/∂x in N/m and D = −∂f/∂v in N·s/m, as far as they are symmetric and positive semidefinite: for implicit methods, which are
    /// then stable.
    fn derivatives(&self, body: &Body) -> [DMat3; 2];

    /// What −∂f/∂x has in truth beside K, symmetric: for the spectrum.
    fn curvature(&self, _body: &Body) -> DMat3 {
        DMat3::ZERO
    }

    /// Adds the accelerations of all free particles to `accelerations`; returns the powers.
    fn accelerate(&self, weights: &[f64], state: [&[DVec3]; 2], accelerations: &mut [DVec3]) -> Work {
        let mut power = Work::default();
        for ((a, &inverse_mass), (&position, &velocity)) in
            accelerations.iter_mut().zip(weights).zip(state[0].iter().zip(state[1]))
        {
            if inverse_mass > 0.0 {
                *a += self.acceleration(&Body { inverse_mass, position, velocity }, &mut power);
            }
        }
        power
    }

    /// Adds the energies of all free particles to the account.
    fn store_all(&self, weights: &[f64], state: [&[DVec3]; 2], account: &mut Energy) {
        for (_, body) in bodies(weights, state) {
            self.store(&body, account);
        }
    }

    /// Adds a K + b D of each free particle to its block.
    fn add_blocks(&self, weights: &[f64], state: [&[DVec3]; 2], [a, b]: [f64; 2], blocks: &mut [DMat3]) {
        for (i, body) in bodies(weights, state) {
            let [stiffness, damping] = self.derivatives(&body);
            blocks[i] += a * stiffness + b * damping;
        }
    }

    /// Adds a times the curvature of each free particle to its block.
    fn add_curvature(&self, particles: &Particles, a: f64, blocks: &mut [DMat3]) {
        let Particles { positions, velocities, inverse_masses } = particles;
        for (i, body) in bodies(inverse_masses, [positions, velocities]) {
            blocks[i] += a * self.curvature(&body);
        }
    }
}

/// The free particles, with their numbers.
fn bodies<'a>(weights: &'a [f64], [x, v]: [&'a [DVec3]; 2]) -> impl Iterator<Item = (usize, Body)> {
    let free = weights.iter().enumerate().filter(|&(_, &w)| w > 0.0);
    free.map(move |(i, &inverse_mass)| (i, Body { inverse_mass, position: x[i], velocity: v[i] }))
}

impl Body {
    /// m in kg.
    pub fn mass(&self) -> f64 {
        self.inverse_mass.recip()
    }
}
