//! A rectangular grid of particles with springs to the neighbours in the rows and columns
//! (structural) and across the meshes (shear), hanging from its corners. Particles are ordered row
//! by row from the top left.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Choice, choice, contact, count, grid, restarting, springs, stepping, surroundings};
use crate::{Parameter, Spring, System, Values, integrators::Offer};
use glam::DVec3;

/// Distance of neighbours in a row or column in m.
const SPACING: f64 = 0.2;

const FIXED_PARTICLES: Choice = Choice::new("fixedParticles");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "cloth",
    title: "Mass Spring System",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build, tune: shared::tune },
    oscillator: false,
};

static PARAMETERS: [Parameter; 29] = [
    count(grid::WIDTH, ["Width", "Particles in a row."], 40, [2, 1000], grid::PARTICLES),
    count(grid::HEIGHT, ["Height", "Particles in a column."], 30, [2, 1000], grid::PARTICLES),
    restarting(choice(
        FIXED_PARTICLES,
        ["# fixed particles", "Corners that hold the cloth: the top left, both on top, or all."],
        "2",
        &[("1", "1"), ("2", "2"), ("4", "4")],
    )),
    stepping::time_step(0.005, [0.0001, 0.01], 0.1),
    springs::lawful_stiffness(5000.0, 1e8),
    springs::damping(10.0, 40.0, 1e5),
    surroundings::gravity(-9.81),
    surroundings::gravity_direction(),
    springs::mass(0.5),
    surroundings::drag(),
    surroundings::air_resistance(),
    surroundings::wind(),
    surroundings::wind_direction(),
    surroundings::gusts(),
    surroundings::gust_period(),
    springs::law(),
    springs::damping_direction(),
    restarting(contact::obstacle()),
    contact::stiffness(),
    contact::damping(),
    contact::friction(),
    stepping::method("symplectic-euler", Offer::Mechanical),
    stepping::substeps_if_large(),
    stepping::precision_if_large(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
    stepping::sweeps(),
    springs::stiffness_factor(),
];

fn build(values: &Values) -> System {
    let (width, height) = (values.count(grid::WIDTH), values.count(grid::HEIGHT));
    let mut system = System::default();
    let fixed = corners(values.name(FIXED_PARTICLES), width, height);
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
    system.obstacles = contact::obstacles(values, size.x, DVec3::new(0.5 * size.x, -1.1 * size.y, 0.0));
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
