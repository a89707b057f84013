//! A rectangular grid of particles with springs to the neighbours in the rows and columns
//! (structural) and across the meshes (shear), hanging from its corners. Particles are ordered row
//! by row from the top left.

use super::{Blueprint, Scene, shared};
use crate::{Parameter, Spring, System, Values, integrators::Offer};
use glam::DVec3;

/// Distance of neighbours in a row or column in m.
const SPACING: f64 = 0.2;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "cloth",
    title: "Mass Spring System",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build, tune: shared::tune_springs },
    oscillator: None,
};

static PARAMETERS: [Parameter; 29] = [
    shared::count(["width", "Width", "Particles in a row."], 40, [2, 1000], shared::PARTICLES),
    shared::count(["height", "Height", "Particles in a column."], 30, [2, 1000], shared::PARTICLES),
    shared::restarting(shared::choice(
        ["fixedParticles", "# fixed particles", "Corners that hold the cloth: the top left, both on top, or all."],
        "2",
        &[("1", "1"), ("2", "2"), ("4", "4")],
    )),
    shared::time_step(0.005, [0.0001, 0.01], 0.1),
    shared::lawful_stiffness(5000.0, 1e8),
    shared::damping(10.0, 40.0, 1e5),
    shared::gravity(-9.81),
    shared::GRAVITY_DIRECTION,
    shared::mass(0.5),
    shared::DRAG,
    shared::AIR_RESISTANCE,
    shared::WIND,
    shared::WIND_DIRECTION,
    shared::GUSTS,
    shared::GUST_PERIOD,
    shared::ELASTICITY,
    shared::DAMPER,
    shared::restarting(shared::OBSTACLE),
    shared::CONTACT_STIFFNESS,
    shared::CONTACT_DAMPING,
    shared::FRICTION,
    shared::method("symplectic-euler", Offer::Mechanical),
    shared::substeps_if_large(),
    shared::precision_if_large(),
    shared::TOLERANCE,
    shared::SPECTRAL_RADIUS,
    shared::SOLVER,
    shared::SWEEPS,
    shared::STIFFNESS_FACTOR,
];

fn build(values: &Values) -> System {
    let (width, height) = (values.count("width"), values.count("height"));
    let mut system = System::default();
    let fixed = corners(values.name("fixedParticles"), width, height);
    for (row, column) in cells([height, width]) {
        let place = SPACING * DVec3::new(f64::from(column), -f64::from(row), 0.0);
        system.particles.push(place, if fixed.contains(&(row * width + column)) { 0.0 } else { 1.0 });
    }
    let mut link = |a: (u32, u32), b: (u32, u32)| {
        let ends = [a, b].map(|(row, column)| row * width + column);
        let [x, y] = ends.map(|i| system.particles.positions[i as usize]);
        system.springs.push(ends, Spring { rest_length: x.distance(y), ..Spring::default() });
    };
    // row by row, and in each row one kind after the other: adjacent springs are processed
    // together, from memory that was just used.
    for row in 0..height {
        (1..width).for_each(|column| link((row, column - 1), (row, column)));
        if row + 1 < height {
            (0..width).for_each(|column| link((row, column), (row + 1, column)));
            (1..width).for_each(|column| link((row, column - 1), (row + 1, column)));
            (1..width).for_each(|column| link((row + 1, column - 1), (row, column)));
        }
    }
    let size = SPACING * DVec3::new(f64::from(width - 1), f64::from(height - 1), 0.0);
    system.obstacles = shared::obstacles(values, size.x, DVec3::new(0.5 * size.x, -1.1 * size.y, 0.0));
    system
}

fn cells([rows, columns]: [u32; 2]) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

fn corners(number: &str, width: u32, height: u32) -> Vec<u32> {
    let all = [0, width - 1, width * (height - 1), width * height - 1];
    all[..match number {
        "1" => 1,
        "4" => 4,
        _ => 2,
    }]
        .to_vec()
}
