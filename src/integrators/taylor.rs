//! The follower's own method, with eight constants: p₁ = c₀ p₀ + c₁ q₀ + c₂ v₀ + c₃ u₀,
//! v₁ = c₄ p₀ + c₅ q₀ + c₆ v₀ + c₇ u₀.
//!
//! It is the Taylor step of second order for the position and of first order for the velocity, so
//! order 1 in all: the error per step is Δt³ in p and Δt² in v. See [`Constants`] for its step
//! limit.

use super::{Integrator, Limit, Links, Method, Stability};
use crate::{
    Follower,
    linear::NotConverged,
    models::{follower::Constants, trace},
    oscillator::stability,
};

/// The method's record.
pub static METHOD: Method = Method {
    id: "taylor",
    label: "Taylor step",
    order: 1,
    stages: 1,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Partitioned {
        update: |[gamma, omega_squared], h, _| stability::planar(Constants::new([gamma, omega_squared], h).update()),
        limit: Limit::Law(Constants::step_limit),
    },
    formula: None,
    mechanical: None,
    flow: None,
    follower: Some(|_, _| Box::new(Taylor)),
};

struct Taylor;

impl Integrator<Follower> for Taylor {
    fn step(&mut self, follower: &mut Follower, h: f64) -> Result<(), NotConverged> {
        let constants = follower.constants(h);
        follower.advance(h, |alice, bob, _| constants.apply(alice, bob));
        if trace::is_on() {
            let names = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];
            names.into_iter().zip(constants.0).for_each(|(name, constant)| trace::number(name, constant));
        }
        Ok(())
    }
}
