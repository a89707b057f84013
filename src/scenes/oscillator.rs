//! One mass on a spring of rest length 0, oscillating on a line through its anchor. Particle 0 is
//! the anchor, 1 the mass.

use super::{Blueprint, Scene, shared};
use crate::{Parameter, Slider, Spring, System, integrators::Offer, oscillator::exact::DampedOscillator};
use glam::DVec3;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "oscillator",
    title: "Mass-Spring Model",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |values| {
            let mut system = System::default();
            system.particles.push(DVec3::ZERO, 0.0);
            system.particles.push(DVec3::X * values.number("initialLength"), 1.0);
            system.springs.push([1, 0], Spring::default());
            system
        },
        tune: |values, system| {
            system.springs.stiffnesses.fill(values.number("stiffness"));
            shared::tune_masses(values, system);
        },
    },
    oscillator: Some(|values| DampedOscillator {
        mass: values.number("mass"),
        stiffness: values.number("stiffness"),
        damping: 0.0,
    }),
};

static PARAMETERS: [Parameter; 9] = [
    shared::time_step(0.005, [0.005, 0.64], 2.0),
    shared::restarting(
        shared::Number {
            key: "initialLength",
            label: "Initial length",
            symbol: "x₀",
            effect: "Where the mass starts, at rest.",
            unit: "m",
            default: 2.0,
            min: 0.1,
            max: 4.0,
            slider: Slider::even([0.1, 4.0], 0.1),
        }
        .parameter(),
    ),
    shared::stiffness(5.0, 1000.0),
    shared::mass(0.5),
    shared::method("symplectic-euler", Offer::Oscillator),
    shared::substeps(),
    shared::TOLERANCE,
    shared::SPECTRAL_RADIUS,
    shared::SOLVER,
];
