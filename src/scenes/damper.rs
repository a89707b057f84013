//! One mass on one damped spring in the plane, without gravity. Particle 0 is the anchor at the
//! origin, 1 the mass.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Record, springs, stepping};
use crate::{Parameter, Slider, Spring, System, integrators::Offer};
use glam::DVec3;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "damper",
    title: "Mass-Spring-Damper Model",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |_| {
            let mut system = System::default();
            system.particles.push(DVec3::ZERO, 0.0);
            system.particles.push(DVec3::new(6.0, 0.0, 0.0), 1.0);
            system.springs.push([1, 0], Spring::default());
            system
        },
        tune: |values, system| {
            system.springs.rest_lengths.fill(values.number(springs::REST_LENGTH));
            shared::tune(values, system);
        },
    },
    oscillator: true,
};

static PARAMETERS: [Parameter; 9] = [
    stepping::time_step(0.01, [0.008, 1.0], 2.0),
    Record {
        key: springs::REST_LENGTH,
        label: "Rest length",
        symbol: "L",
        effect: "The length at which the spring pulls and pushes nothing.",
        unit: "m",
        default: 4.0,
        min: 0.0,
        max: 8.0,
        slider: Slider::even([0.0, 8.0], 0.1),
    }
    .parameter()
    .idle(springs::without_stiffness),
    springs::stiffness(5.0, 1000.0),
    springs::damping(0.0, 10.0, 1000.0),
    springs::mass(0.5),
    stepping::method("symplectic-euler", Offer::Forces),
    stepping::substeps(),
    stepping::tolerance(),
    stepping::spectral_radius(),
];
