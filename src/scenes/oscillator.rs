//! One mass on a spring of rest length 0, oscillating on a line through its anchor. Particle 0 is
//! the anchor, 1 the mass.

use super::scene::{Blueprint, Scene};
use super::shared::{Number, Record, restarting, springs, stepping};
use crate::{Parameter, Slider, Spring, System, integrators::Offer};
use glam::DVec3;

const INITIAL_LENGTH: Number = Number::new("initialLength");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "oscillator",
    title: "Mass-Spring Model",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |values| {
            let mut system = System::default();
            system.particles.push(DVec3::ZERO, 0.0);
            system.particles.push(DVec3::X * values.number(INITIAL_LENGTH), 1.0);
            system.springs.push([1, 0], Spring::default());
            system
        },
        tune: |values, system| {
            system.springs.stiffnesses.fill(values.number(springs::STIFFNESS));
            springs::tune_masses(values, system);
        },
    },
    oscillator: true,
};

static PARAMETERS: [Parameter; 9] = [
    stepping::time_step(0.005, [0.005, 0.64], 2.0),
    restarting(
        Record {
            key: INITIAL_LENGTH,
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
    springs::stiffness(5.0, 1000.0),
    springs::mass(0.5),
    stepping::method("symplectic-euler", Offer::Oscillator),
    stepping::substeps(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
];
