//! A force on single particles, and a particle that it acts on.

use crate::{Energy, Work};
use glam::{DMat3, DVec3};
use springlab_fast::Surroundings;

/// A force f(t, m, x, v) at one time t, with the same law for every free particle. Fixed and held
/// particles are left out, because their support balances the force.
pub(crate) trait Force {
    /// False if the force is zero everywhere: then no other method is called.
    fn acts(&self) -> bool;

    /// True if methods that project replace the force.
    fn is_projected(&self) -> bool {
        false
    }

    /// Adds the force to the surroundings and returns true, if they can express it completely. Such
    /// a force needs no separate loop.
    fn surround(&self, _surroundings: &mut Surroundings) -> bool {
        false
    }

    /// True if the force is part of the surroundings.
    fn surrounds(&self) -> bool {
        self.surround(&mut Surroundings::default())
    }

    /// Boxes [min, max] in m outside which the force is zero. Empty for forces that are part of the
    /// surroundings.
    fn bounds(&self) -> Vec<[DVec3; 2]> {
        if self.surrounds() { vec![] } else { vec![[DVec3::NEG_INFINITY, DVec3::INFINITY]] }
    }

    /// True if the acceleration is the same for all masses, positions and velocities: such a force
    /// has no derivatives.
    fn is_uniform(&self) -> bool {
        false
    }

    /// True if the force is linear in position and velocity.
    fn is_linear(&self) -> bool {
        self.is_uniform()
    }

    /// True if the force keeps particles in the plane z = 0, if that is known.
    fn is_planar(&self) -> bool {
        false
    }

    /// The acceleration f/m in m/s². Adds to the fields of `power`, in W, the heat that the force
    /// produces and the work that it does from outside. f·v equals this work, minus the heat, minus
    /// the rate of change of the potential energy, see [`store`](Self::store).
    fn acceleration(&self, body: &Body, power: &mut Work) -> DVec3;

    /// Adds the potential energy E(m, x) in J to its field of the account: f = −∂E/∂x except for
    /// heat and outside work.
    fn store(&self, _body: &Body, _account: &mut Energy) {}

    /// a K + b D + c C. K = −∂f/∂x in N/m and D = −∂f/∂v in N·s/m, for implicit methods, without
    /// their parts that are not symmetric and positive semidefinite, so that these methods are
    /// stable. C is the rest of −∂f/∂x, for the spectrum.
    fn derivative(&self, _body: &Body, _coefficients: [f64; 3]) -> DMat3 {
        DMat3::ZERO
    }

    /// The whole derivatives −∂f/∂x in N/m and −∂f/∂v in N·s/m, which may be asymmetric.
    fn slopes(&self, body: &Body) -> [DMat3; 2] {
        [self.derivative(body, [1.0, 0.0, 1.0]), self.derivative(body, [0.0, 1.0, 0.0])]
    }

    /// Upper bounds d of the eigenvalues of D in N·s/m and k of K in N/m in any state, for the step
    /// limit, in units of mass if coefficients are per kilogram. If k > 0, D ≥ (d/k) K.
    fn ceilings(&self) -> [f64; 2] {
        [0.0; 2]
    }

    /// Adds the accelerations of all free particles to `accelerations` and their powers to `power`,
    /// unless the force is part of the surroundings. Each force has a separate loop, without
    /// dynamic calls in it, because every step of every method runs it.
    fn accelerate(&self, weights: &[f64], [x, v]: [&[DVec3]; 2], accelerations: &mut [DVec3], power: &mut Work) {
        if self.surrounds() {
            return;
        }
        // a local sum stays in registers
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

/// A force on one kilogram, so that a particle of the mass m has m/kg times the force and its
/// energies: the same acceleration whatever its mass.
pub(super) struct PerKilogram<'a>(pub &'a dyn Force);

impl Force for PerKilogram<'_> {
    fn acts(&self) -> bool {
        self.0.acts()
    }

    fn is_projected(&self) -> bool {
        self.0.is_projected()
    }

    fn surround(&self, surroundings: &mut Surroundings) -> bool {
        surroundings.per_kilogram = true;
        self.0.surround(surroundings)
    }

    fn bounds(&self) -> Vec<[DVec3; 2]> {
        self.0.bounds()
    }

    fn is_uniform(&self) -> bool {
        self.0.is_uniform()
    }

    fn is_linear(&self) -> bool {
        self.0.is_linear()
    }

    fn is_planar(&self) -> bool {
        self.0.is_planar()
    }

    fn acceleration(&self, body: &Body, power: &mut Work) -> DVec3 {
        let mut own = Work::default();
        let acceleration = self.0.acceleration(&body.kilogram(), &mut own);
        *power = *power + body.mass() * own;
        acceleration
    }

    /// Adds the powers of neighbours of equal mass before it multiplies them by the mass.
    fn accelerate(&self, weights: &[f64], [x, v]: [&[DVec3]; 2], accelerations: &mut [DVec3], power: &mut Work) {
        if self.surrounds() {
            return;
        }
        let mut first = 0;
        for equal in weights.chunk_by(|one, next| one == next) {
            let (these, inverse_mass) = (first..first + equal.len(), equal[0]);
            first = these.end;
            if inverse_mass > 0.0 {
                let mut own = Work::default();
                let state = x[these.clone()].iter().zip(&v[these.clone()]);
                for (a, (&position, &velocity)) in accelerations[these].iter_mut().zip(state) {
                    *a += self.0.acceleration(&Body { inverse_mass: 1.0, position, velocity }, &mut own);
                }
                *power = *power + inverse_mass.recip() * own;
            }
        }
    }

    fn store(&self, body: &Body, account: &mut Energy) {
        let mut own = Energy::default();
        self.0.store(&body.kilogram(), &mut own);
        account.elastic += body.mass() * own.elastic;
        account.gravity += body.mass() * own.gravity;
        account.contact += body.mass() * own.contact;
    }

    fn derivative(&self, body: &Body, coefficients: [f64; 3]) -> DMat3 {
        body.mass() * self.0.derivative(&body.kilogram(), coefficients)
    }

    fn slopes(&self, body: &Body) -> [DMat3; 2] {
        self.0.slopes(&body.kilogram()).map(|slope| body.mass() * slope)
    }

    fn ceilings(&self) -> [f64; 2] {
        self.0.ceilings()
    }
}

/// A free particle that a force acts on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Inverse mass w = 1/m in 1/kg: accelerations are needed in every step, and divisions are
    /// slow.
    pub inverse_mass: f64,
    /// Position x in m.
    pub position: DVec3,
    /// Velocity v in m/s.
    pub velocity: DVec3,
}

impl Body {
    /// Mass m in kg.
    pub fn mass(&self) -> f64 {
        self.inverse_mass.recip()
    }

    /// A body of 1 kg in the same state.
    fn kilogram(&self) -> Self {
        Self { inverse_mass: 1.0, ..*self }
    }

    /// The free particles of a state, with their indices.
    pub fn all<'a>(weights: &'a [f64], [x, v]: [&'a [DVec3]; 2]) -> impl Iterator<Item = (usize, Self)> {
        let free = weights.iter().enumerate().filter(|&(_, &w)| w > 0.0);
        free.map(move |(i, &inverse_mass)| (i, Self { inverse_mass, position: x[i], velocity: v[i] }))
    }
}
