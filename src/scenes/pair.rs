//! Two free nodes and one spring in space, without gravity.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Record, springs, stepping};
use crate::{Parameter, Slider, Spring, System, integrators::Offer};
use glam::DVec3;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "pair",
    title: "Math for Mass Spring System",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |_| {
            let mut system = System::default();
            system.particles.push(DVec3::new(0.75, 1.0, 0.0), 1.0);
            system.particles.push(DVec3::new(-0.75, -1.0, 0.0), 1.0);
            system.springs.push([0, 1], Spring::default());
            system
        },
        tune: |values, system| {
            system.springs.rest_lengths.fill(values.number(springs::REST_LENGTH));
            shared::tune(values, system);
        },
    },
    oscillator: false,
};

static PARAMETERS: [Parameter; 11] = [
    stepping::time_step(0.005, [0.004, 0.5], 2.0),
    Record {
        key: springs::REST_LENGTH,
        label: "Rest length",
        symbol: "L",
        effect: "Shorter than this the spring is compressed, and K is indefinite.",
        unit: "m",
        default: 1.5,
        min: 0.0,
        max: 8.0,
        slider: Slider::even([0.0, 3.0], 0.05),
    }
    .parameter()
    .idle(springs::without_stiffness),
    springs::stiffness(10.0, 1000.0),
    springs::damping(0.0, 10.0, 1000.0),
    springs::damping_direction(),
    springs::mass(1.0),
    stepping::method("velocity-verlet", Offer::Forces),
    stepping::substeps(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
];
