//! An obstacle and the forces at it.

use super::record::{Record, choice, when};
use crate::{
    Obstacle, System, Values,
    scenes::parameters::{Choice, Number, Parameter, Scales, Situation, Slider},
};
use glam::DVec3;

pub const OBSTACLE: Choice = Choice::new("obstacle");
pub const FRICTION: Number = Number::new("friction");
pub const CONTACT_STIFFNESS: Number = Number::new("contactStiffness");
pub const CONTACT_DAMPING: Number = Number::new("contactDamping");

pub const fn obstacle() -> Parameter {
    choice(
        OBSTACLE,
        ["Obstacle", "A solid body in the way."],
        "none",
        &[("none", "none"), ("ground", "ground"), ("sphere", "sphere"), ("box", "box")],
    )
}

/// The chosen obstacle with its highest point at `top`, below an object of the given width (m).
pub fn obstacles(values: &Values, width: f64, top: DVec3) -> Vec<Obstacle> {
    let size = 0.25 * width.max(0.4);
    let centre = top - size * DVec3::Y;
    match values.name(OBSTACLE) {
        "ground" => vec![Obstacle::Plane { point: top, normal: DVec3::Y }],
        "sphere" => vec![Obstacle::Sphere { centre, radius: size }],
        "box" => vec![Obstacle::Box { centre, half: DVec3::splat(size) }],
        _ => Vec::new(),
    }
}

pub const fn friction() -> Parameter {
    Record {
        key: FRICTION,
        label: "Friction",
        symbol: "",
        effect: "Coulomb's coefficient at the obstacle; with methods that project, particles slide freely.",
        unit: "",
        default: 0.3,
        min: 0.0,
        max: 2.0,
        slider: Slider::even([0.0, 1.0], 0.05),
    }
    .parameter()
    .idle(without_contact)
}

pub const fn stiffness() -> Parameter {
    Record {
        key: CONTACT_STIFFNESS,
        label: "Contact stiffness",
        symbol: "",
        effect: "How hard the obstacle pushes back for each metre of depth.",
        unit: "N/m",
        default: 5000.0,
        min: 1.0,
        max: 1e6,
        slider: Slider::around(5000.0),
    }
    .parameter()
    .scaling(Scales::SomeForces)
    .idle(without_contact)
}

pub const fn damping() -> Parameter {
    Record {
        key: CONTACT_DAMPING,
        label: "Contact damping",
        symbol: "",
        effect: "Takes the bounce out of the obstacle.",
        unit: "N·s/m",
        default: 10.0,
        min: 0.0,
        max: 1e4,
        slider: Slider::even([0.0, 100.0], 1.0),
    }
    .parameter()
    .scaling(Scales::SomeForces)
    .idle(without_contact)
}

/// No obstacle pushes with a penalty force.
pub fn without_contact(situation: &Situation) -> Option<&'static str> {
    when(situation.system()?.obstacles.is_empty(), "there is no obstacle")
        .or(when(situation.values.method().projects_contacts, "this method projects out of obstacles"))
}

/// Writes the contact law into the system, if the scene has one.
pub fn tune(values: &Values, system: &mut System) {
    if values.has(FRICTION) {
        system.contact.friction = values.number(FRICTION);
        // a method that projects feels no penalty force, which then stores no energy
        let projects = values.method().projects_contacts;
        system.contact.stiffness = if projects { 0.0 } else { values.number(CONTACT_STIFFNESS) };
        system.contact.damping = values.number(CONTACT_DAMPING);
    }
}
