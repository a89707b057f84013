//! Forces on single free particles, one per file. Each file contains everything about its force;
//! systems and methods iterate with [`each`] and never name a force. Self-contact, a force between
//! particles, has a file beside them.

mod contact;
mod drag;
mod force;
mod gravity;
mod self_contact;
mod wind;

pub use contact::{Contact, ContactForce};
pub(crate) use force::{Body, Force};
pub use self_contact::SelfContact;
pub(crate) use self_contact::Visit;
pub use wind::Wind;

use crate::System;
use force::PerKilogram;

/// Visits the forces that act at the time t (s), with or without those that projection replaces.
/// This is the only list of all forces.
pub(crate) fn each(system: &System, projected: bool, time: f64, visit: &mut dyn FnMut(&dyn Force)) {
    let mut meet = |force: &dyn Force| match force.acts() && (projected || !force.is_projected()) {
        true if system.per_kilogram => visit(&PerKilogram(force)),
        true => visit(force),
        false => {}
    };
    meet(&contact::at(system.contact, &system.obstacles));
    meet(&drag::at(system.drag));
    meet(&gravity::at(system.gravity));
    meet(&wind::at(system.wind, time));
}

/// True if all forces that act now are of this kind.
pub(crate) fn all(system: &System, kind: impl Fn(&dyn Force) -> bool) -> bool {
    let mut all = true;
    each(system, true, system.time, &mut |force| all &= kind(force));
    all
}
