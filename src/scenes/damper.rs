//! One mass on one damped spring in the plane, without gravity. Particle 0 is the anchor at the origin, 1 the mass.

use super::Scene;
use crate::{Kind, Parameter, Spring, System, exact::DampedOscillator};
use glam::DVec3;

pub static SCENE: Scene = Scene {
    id: "damper",
    title: "Mass-Spring-Damper Model",
    parameters: &PARAMETERS,
    build: || {
        let mut system = System::default();
        system.particles.push(DVec3::ZERO, 0.0);
        system.particles.push(DVec3::new(6.0, 0.0, 0.0), 1.0);
        system.springs.push([1, 0], Spring { stiffness: 0.0, damping: 0.0, rest_length: 0.0 });
        system
    },
    tune: |values, system| {
        system.particles.inverse_masses[1] = values.number("mass").recip();
        system.springs.stiffnesses[0] = values.number("stiffness");
        system.springs.dampings[0] = values.number("damping");
        system.springs.rest_lengths[0] = values.number("restLength");
    },
    oscillator: |values| DampedOscillator {
        mass: values.number("mass"),
        stiffness: values.number("stiffness"),
        damping: values.number("damping"),
    },
};

static PARAMETERS: [Parameter; 6] = [
    Parameter {
        key: "timeStepSize",
        label: "Time step size",
        effect: "Longer steps cost less and err more; beyond the step limit the motion explodes.",
        kind: Kind::Number { unit: "s", default: 0.01, min: 0.0001, max: 2.0, step: 0.0001, curve: 3.0 },
    },
    Parameter {
        key: "restLength",
        label: "Rest length",
        effect: "The length at which the spring pulls and pushes nothing.",
        kind: Kind::Number { unit: "m", default: 4.0, min: 0.0, max: 8.0, step: 0.1, curve: 1.0 },
    },
    Parameter {
        key: "stiffness",
        label: "Stiffness",
        effect: "A stiffer spring swings faster and needs shorter steps.",
        kind: Kind::Number { unit: "N/m", default: 5.0, min: 0.0, max: 1000.0, step: 0.1, curve: 3.0 },
    },
    Parameter {
        key: "damping",
        label: "Damping",
        effect: "More damping turns motion into heat sooner; explicit methods need shorter steps for it.",
        kind: Kind::Number { unit: "N·s/m", default: 0.0, min: 0.0, max: 1000.0, step: 0.01, curve: 3.0 },
    },
    Parameter {
        key: "mass",
        label: "Mass",
        effect: "A heavier mass swings slower and allows longer steps.",
        kind: Kind::Number { unit: "kg", default: 0.5, min: 0.01, max: 100.0, step: 0.01, curve: 3.0 },
    },
    Parameter {
        key: "method",
        label: "Time integration method",
        effect: "How a step gets from one state to the next.",
        kind: Kind::Method { default: "symplectic-euler" },
    },
];
