//! Masses in a row on springs, horizontal at the start, held at one end or at both. Particle 0 is
//! the left end.

use super::{Blueprint, Scene, shared};
use crate::{Parameter, Spring, System, integrators::Offer};
use glam::DVec3;

/// Rest length of a spring in m.
const SPACING: f64 = 0.2;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "chain",
    title: "Chain",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |values| {
            let particles = values.count("particles");
            let both = values.name("fixedParticles") == "2";
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
        tune: shared::tune_springs,
    },
    oscillator: None,
};

static PARAMETERS: [Parameter; 22] = [
    shared::count(
        ["particles", "# particles", "Masses in the row, the ends included."],
        20,
        [2, 1000],
        shared::PARTICLES,
    ),
    shared::restarting(shared::choice(
        ["fixedParticles", "# fixed particles", "Ends that hold the chain."],
        "2",
        &[("1", "1"), ("2", "2")],
    )),
    shared::time_step(0.002, [0.0002, 0.02], 0.1),
    shared::lawful_stiffness(2000.0, 1e8),
    shared::damping(1.0, 10.0, 1e5),
    shared::gravity(-9.81),
    shared::GRAVITY_DIRECTION,
    shared::mass(0.1),
    shared::DRAG,
    shared::AIR_RESISTANCE,
    shared::WIND,
    shared::WIND_DIRECTION,
    shared::GUSTS,
    shared::GUST_PERIOD,
    shared::ELASTICITY,
    shared::method("symplectic-euler", Offer::Mechanical),
    shared::substeps(),
    shared::TOLERANCE,
    shared::SPECTRAL_RADIUS,
    shared::SOLVER,
    shared::SWEEPS,
    shared::STIFFNESS_FACTOR,
];
