//! A rope or a cloth of links that projection keeps, or of springs for comparison, above an
//! obstacle.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Choice, choice, contact, count, grid, restarting, springs, stepping, surroundings, when};
use crate::{Contact, Parameter, Rule, Spring, System, Values, integrators::Offer};
use glam::DVec3;

/// Length of a link in m.
const SPACING: f64 = 0.2;

const SHAPE: Choice = Choice::new("shape");
const LINKS: Choice = Choice::new("links");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "verlet",
    title: "Verlet and constraints",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build, tune: shared::tune },
    oscillator: false,
};

fn build(values: &Values) -> System {
    let width = values.count(grid::WIDTH);
    let height = if values.name(SHAPE) == "cloth" { values.count(grid::HEIGHT) } else { 1 };
    let mut system = System::default();
    for row in 0..height {
        for column in 0..width {
            let held = row == 0 && (column == 0 || height > 1 && column == width - 1);
            let place = SPACING * DVec3::new(f64::from(column), -f64::from(row), 0.0);
            system.particles.push(place, if held { 0.0 } else { 1.0 });
        }
    }
    let mut link = |ends: [u32; 2]| match values.name(LINKS) {
        "springs" => system.springs.push(ends, Spring { rest_length: SPACING, ..Spring::default() }),
        "maximum" => system.constraints.push(ends, SPACING, Rule::Maximum),
        _ => system.constraints.push(ends, SPACING, Rule::Fixed),
    };
    for row in 0..height {
        for column in 0..width {
            let i = row * width + column;
            if column > 0 {
                link([i - 1, i]);
            }
            if row > 0 {
                link([i - width, i]);
            }
        }
    }
    let [width, height] = [width, height].map(|count| SPACING * f64::from(count - 1));
    // all methods of the scene project: there is no penalty force, which would affect the step
    // limit
    system.contact = Contact { stiffness: 0.0, damping: 0.0, friction: 0.0, ..Contact::default() };
    system.obstacles =
        contact::obstacles(values, width, DVec3::new(0.5 * width, -(1.1 * height).max(0.5 * width), 0.0));
    system
}

static PARAMETERS: [Parameter; 20] = [
    stepping::time_step(0.01, [0.001, 0.1], 0.1),
    stepping::sweeps(),
    restarting(choice(
        SHAPE,
        ["Shape", "A rope held at its left end, or a cloth held at its upper corners."],
        "rope",
        &[("rope", "rope"), ("cloth", "cloth")],
    )),
    restarting(choice(
        LINKS,
        ["Links", "Rods keep their length, strings do not get longer, springs give."],
        "fixed",
        &[("fixed", "fixed distance"), ("maximum", "maximum distance"), ("springs", "springs")],
    )),
    restarting(contact::obstacle()),
    count(grid::WIDTH, ["Width", "Particles in a row."], 20, [2, 200], grid::PARTICLES),
    count(grid::HEIGHT, ["Height", "Particles in a column of the cloth."], 15, [2, 200], grid::PARTICLES)
        .idle(|situation| when(situation.values.name(SHAPE) == "rope", "a rope is one row")),
    surroundings::gravity(-9.81),
    surroundings::gravity_direction(),
    springs::mass(0.1),
    surroundings::drag(),
    surroundings::air_resistance(),
    surroundings::wind(),
    surroundings::wind_direction(),
    surroundings::gusts(),
    surroundings::gust_period(),
    // with this stiffness the default step stays below its limit however far the cloth is pulled: 8
    // (Δt²k + 4Δtμ)/m < 4
    springs::stiffness(250.0, 1e6),
    springs::damping(0.5, 5.0, 1e4),
    springs::stiffness_factor(),
    stepping::method("verlet", Offer::Links),
];
