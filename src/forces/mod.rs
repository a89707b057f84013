//! Forces on single free particles, one a file. Each tells all that is known of it in one place; systems and methods take it from
//! [`each`], and name none.

mod contact;
mod drag;
mod gravity;
mod wind;

pub use contact::{Contact, ContactForce};
pub use wind::Wind;

use crate::{Energy, System, Work};
use glam::{DMat3, DVec3};
use springlab_fast::Surroundings;

/// The forces that act at the time t (s), one after the other: the list of all that there are.
pub(crate) fn each(system: &System, time: f64, visit: &mut dyn FnMut(&dyn Force)) {
    let mut meet = |force: &dyn Force| {
        if force.acts() {
            visit(force);
        }
    };
    meet(&contact::at(system));
    meet(&drag::at(system));
    meet(&gravity::at(system));
    meet(&wind::at(system, time));
}

/// Whether none acts now.
pub(crate) fn is_none(system: &System) -> bool {
    let mut none = true;
    each(system, system.time, &mut |_| none = false);
    none
}

/// A force f(t, m, x, v) at one time t, the same law for every free particle. Fixed and held ones are left out: what holds them carries it.
pub(crate) trait Force {
    /// Whether there is any: else nothing more is asked.
    fn acts(&self) -> bool;

    /// Whether methods that project put something else in its place.
    fn is_projected(&self) -> bool {
        false
    }

    /// Puts itself among the surroundings, if they have all of it: true then, and it needs no loop of its own.
    fn surround(&self, _surroundings: &mut Surroundings) -> bool {
        false
    }

    /// Whether it is among the surroundings.
    fn surrounds(&self) -> bool {
        self.surround(&mut Surroundings::default())
    }

    /// Outside of which boxes, from their lowest corner to their highest in m, it is not felt. There are none of what is among the surroundings.
    fn bounds(&self) -> Vec<[DVec3; 2]> {
        if self.surrounds() { vec![] } else { vec![[DVec3::NEG_INFINITY, DVec3::INFINITY]] }
    }

    /// Whether it is the same for every mass, everywhere and at every velocity: it has no derivatives.
    fn is_uniform(&self) -> bool {
        false
    }

    /// The acceleration f/m in m/s². Adds to `power`, in W, the heat that the force makes and the work that it brings from outside, each to
    /// its entry: f·v is that work, less the heat, less the rate of what [`store`](Self::store) tells.
    fn acceleration(&self, body: &Body, power: &mut Work) -> DVec3;

    /// Adds its potential energy E(m, x) in J to its entry of the account: f = −∂E/∂x for what is neither heat nor from outside.
    fn store(&self, _body: &Body, _account: &mut Energy) {}

    /// a K + b D + c C with K = −∂f/∂x in N/m and D = −∂f/∂v in N·s/m, as far as they are symmetric and positive semidefinite, for implicit
    /// methods, which are then stable; and C, what −∂f/∂x has in truth beside K, for the spectrum.
    fn derivative(&self, _body: &Body, _coefficients: [f64; 3]) -> DMat3 {
        DMat3::ZERO
    }

    /// At most the eigenvalues of D in N·s/m and of K in N/m, in any state: what a step has to be short for.
    fn ceilings(&self) -> [f64; 2] {
        [0.0; 2]
    }

    /// Adds the accelerations of all free particles to `accelerations` and their powers to `power`, if it is not among the surroundings. Each of those
    /// forces has its own loop, as every step of every method takes it.
    fn accelerate(&self, weights: &[f64], [x, v]: [&[DVec3]; 2], accelerations: &mut [DVec3], power: &mut Work) {
        if self.surrounds() {
            return;
        }
        // a sum of its own stays in registers
        let mut own = Work::default();
        let state = x.iter().zip(v).zip(weights);
        for (a, ((&position, &velocity), &inverse_mass)) in accelerations.iter_mut().zip(state) {
            if inverse_mass > 0.0 {
                *a += self.acceleration(&Body { inverse_mass, position, velocity }, &mut own);
            }
        }
        *power = *power + own;
    }

    /// Adds the potential energies of all free particles to `account`.
    fn store_all(&self, weights: &[f64], state: [&[DVec3]; 2], account: &mut Energy) {
        for (_, body) in Body::all(weights, state) {
            self.store(&body, account);
        }
    }
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

impl Body {
    /// m in kg.
    pub fn mass(&self) -> f64 {
        self.inverse_mass.recip()
    }

    /// The free particles of a state, with their numbers.
    pub fn all<'a>(weights: &'a [f64], [x, v]: [&'a [DVec3]; 2]) -> impl Iterator<Item = (usize, Self)> {
        let free = weights.iter().enumerate().filter(|&(_, &w)| w > 0.0);
        free.map(move |(i, &inverse_mass)| (i, Self { inverse_mass, position: x[i], velocity: v[i] }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of free and fixed particles, two of them at a time and the last one by itself, to rounding.
    #[test]
    fn surroundings_do_what_their_forces_say() {
        let air = Wind { resistance: 0.3, velocity: DVec3::new(2.0, -0.5, 1.0), gusts: 0.5, period: 1.0 };
        let (gravity, time) = (DVec3::new(0.1, -9.81, 0.2), 0.3);
        let systems = [
            System { drag: 0.7, ..System::default() },
            System { wind: air, ..System::default() },
            System { wind: air, drag: 0.7, gravity, ..System::default() },
        ];
        let x = [DVec3::ZERO; 5];
        let v = [0.0, 1.0, -2.0, 0.5, 3.0].map(|speed| DVec3::new(speed, 0.3 - speed, 0.2));
        let w = [1.0, 0.0, 0.5, 2.0, 4.0];
        for system in systems {
            let (mut expected, mut work, mut forces) = ([DVec3::ZERO; 5], Work::default(), 0);
            each(&system, time, &mut |force| {
                assert!(force.surrounds());
                for (i, body) in Body::all(&w, [&x, &v]) {
                    expected[i] += force.acceleration(&body, &mut work);
                }
                forces += 1;
            });
            assert!(forces > 0);
            let mut a = [DVec3::ZERO; 5];
            let power = Work::from(system.surroundings(true, time).accelerate(&mut a, &v, &w));
            for (a, expected) in a.iter().zip(expected) {
                assert!(a.distance(expected) <= 1e-14 * expected.length(), "{a} instead of {expected}");
            }
            assert!((power.drag - work.drag).abs() <= 1e-14 * work.drag, "{} W instead of {}", power.drag, work.drag);
            assert!(
                (power.wind - work.wind).abs() <= 1e-14 * work.wind.abs(),
                "{} W instead of {}",
                power.wind,
                work.wind
            );
        }
    }
}
