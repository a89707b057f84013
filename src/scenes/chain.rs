//! Masses in a row on springs, horizontal at the start, held at one end or at both. Particle 0 is
//! the left end.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Choice, Count, choice, count, grid, restarting, springs, stepping, surroundings};
use crate::{Parameter, Spring, System, integrators::Offer};
use glam::DVec3;

/// Rest length of a spring in m.
const SPACING: f64 = 0.2;

const PARTICLES: Count = Count::new("particles");
const FIXED_PARTICLES: Choice = Choice::new("fixedParticles");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "chain",
    title: "Chain",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |values| {
            let particles = values.count(PARTICLES);
            let both = values.name(FIXED_PARTICLES) == "2";
            let mut system = System::default();
            for i in 0..particles {
                let held = i == 0 || both && i == particles - 1;
                system.particles.push(DVec3::X * SPACING * f64::from(i), if held { 0.0 } else { 1.0 });
            }
            for i in 1..particles {
                system.springs.push([i - 1, i], Spring { rest_length: SPACING, ..Spring::default() });
            }
            system
        },
        tune: shared::tune,
    },
    oscillator: false,
};

static PARAMETERS: [Parameter; 22] = [
    count(PARTICLES, ["# particles", "Masses in the row, the ends included."], 20, [2, 1000], grid::PARTICLES),
    restarting(choice(
        FIXED_PARTICLES,
        ["# fixed particles", "Ends that hold the chain."],
        "2",
        &[("1", "1"), ("2", "2")],
    )),
    stepping::time_step(0.002, [0.0002, 0.02], 0.1),
    springs::lawful_stiffness(2000.0, 1e8),
    springs::damping(1.0, 10.0, 1e5),
    surroundings::gravity(-9.81),
    surroundings::gravity_direction(),
    springs::mass(0.1),
    surroundings::drag(),
    surroundings::air_resistance(),
    surroundings::wind(),
    surroundings::wind_direction(),
    surroundings::gusts(),
    surroundings::gust_period(),
    springs::law(),
    stepping::method("symplectic-euler", Offer::Mechanical),
    stepping::substeps(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
    stepping::sweeps(),
    springs::stiffness_factor(),
];
