//! The vertices and edges of a Wavefront OBJ as particles and springs. Without a file, a cube hung
//! at two corners.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Choice, Record, choice, contact, restarting, springs, stepping, surroundings, when};
use crate::{Diagonals, Mesh, MeshReport, Parameter, Scales, Slider, Support, System, Values, integrators::Offer};
use glam::DVec3;

const POLYGONS: Choice = Choice::new("polygons");
const SUPPORT: Choice = Choice::new("support");
const WELD: Choice = Choice::new("weld");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "mesh",
    title: "Mesh",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build: |values| build(values, &Mesh::cube()), tune: shared::tune },
    oscillator: false,
};

/// Builds the scene's system for another mesh. The obstacle touches a mesh that stands, and is half
/// of the mesh's height below others.
#[must_use]
pub fn build(values: &Values, mesh: &Mesh) -> System {
    let diagonals = match values.name(POLYGONS) {
        "edges" => Diagonals::None,
        "crossed" => Diagonals::Crossed,
        _ => Diagonals::Fan,
    };
    let (needs_support, hangs) = (mesh.needs_support(), values.name(SUPPORT) == "hang");
    let mut system = mesh.net(values.name(WELD) == "on").system(diagonals, needs_support && hangs);
    let x = &system.particles.positions;
    let (low, high) =
        x.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
    let gap = if needs_support && !hangs { 0.0 } else { 0.5 * (high.y - low.y) };
    let top = (0.5 * (low + high)).with_y(low.y - gap);
    system.obstacles = contact::obstacles(values, high.x - low.x, top);
    system
}

/// Report on the files of a mesh and on what the parameters make of them.
pub(crate) fn report(values: &Values, mesh: &Mesh) -> MeshReport {
    let support = match (values.name(SUPPORT), values.name(contact::OBSTACLE)) {
        ("hang", _) => Support::Hangs,
        (_, "none") => Support::Falls,
        _ => Support::Stands,
    };
    mesh.report(values.name(WELD) == "on", support)
}

static PARAMETERS: [Parameter; 29] = [
    restarting(choice(POLYGONS, ["Polygons",
            "Springs along the edges only, also across every polygon from its first corner, or also along both diagonals of those with four.",
        ],
        "triangulated",
        &[("edges", "edges only"), ("triangulated", "triangulated"), ("crossed", "both diagonals")],
    ))
    // without stiffness and damping it does not matter which springs there are
    .idle(|situation| springs::without_stiffness(situation).filter(|_| springs::without_damping(situation).is_some())),
    restarting(choice(SUPPORT, ["Support",
            "For a mesh whose files pin no vertex: hanging by its topmost vertices, or free, on the obstacle if there is one.",
        ],
        "hang",
        &[("hang", "hangs"), ("stand", "stands")],
    ))
    .idle(|situation| when(!situation.mesh.is_some_and(Mesh::needs_support), "the mesh's JSON says it")),
    restarting(choice(WELD, ["Weld vertices",
            "Makes one mass of vertices nearer to each other than 10⁻⁵ of the mesh's size, as along seams.",
        ],
        "on",
        &[("on", "on"), ("off", "off")],
    ))
    .idle(|situation| when(!situation.mesh.is_some_and(Mesh::can_weld), "there are no vertices to weld")),
    stepping::time_step(0.005, [0.0005, 0.05], 0.1),
    springs::lawful_stiffness(500.0, 1e8),
    springs::damping(1.0, 10.0, 1e5),
    surroundings::gravity(-9.81),
    surroundings::gravity_direction(),
    Record {
        key: springs::MASS,
        label: "Mass",
        symbol: "m",
        effect: "Of every vertex for which the file gives none.",
        unit: "kg",
        default: 0.5,
        min: springs::LEAST_MASS,
        max: 100.0,
        slider: Slider::around(0.5),
    }
    .parameter()
    .scaling(Scales::Masses)
    .idle(springs::without_inertia),
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
    stepping::substeps(),
    stepping::precision(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
    stepping::sweeps(),
    springs::stiffness_factor(),
];
