//! The vertices and edges of a Wavefront OBJ as particles and springs. Without a file, a cube hung
//! at two corners.

use super::{Blueprint, Scene, idle, shared};
use crate::{Diagonals, Mesh, MeshReport, Parameter, Slider, Support, System, Values, integrators::Offer};
use glam::DVec3;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "mesh",
    title: "Mesh",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build: |values| build(values, &Mesh::cube()), tune: shared::tune_springs },
    oscillator: None,
};

/// Builds the scene's system for another mesh. The obstacle touches a mesh that stands, and is half
/// of the mesh's height below others.
#[must_use]
pub fn build(values: &Values, mesh: &Mesh) -> System {
    let diagonals = match values.name("polygons") {
        "edges" => Diagonals::None,
        "crossed" => Diagonals::Crossed,
        _ => Diagonals::Fan,
    };
    let (needs_support, hangs) = (mesh.needs_support(), values.name("support") == "hang");
    let mut system = mesh.net(values.name("weld") == "on").system(diagonals, needs_support && hangs);
    let x = &system.particles.positions;
    let (low, high) =
        x.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
    let gap = if needs_support && !hangs { 0.0 } else { 0.5 * (high.y - low.y) };
    let top = (0.5 * (low + high)).with_y(low.y - gap);
    system.obstacles = shared::obstacles(values, high.x - low.x, top);
    system
}

/// Report on a mesh in a scene with these parameters.
pub(crate) fn report(values: &Values, mesh: &Mesh) -> MeshReport {
    let support = match (values.name("support"), values.name("obstacle")) {
        ("hang", _) => Support::Hangs,
        (_, "none") => Support::Falls,
        _ => Support::Stands,
    };
    mesh.report(values.name("weld") == "on", support)
}

static PARAMETERS: [Parameter; 29] = [
    shared::restarting(shared::choice(
        [
            "polygons",
            "Polygons",
            "Springs along the edges only, also across every polygon from its first corner, or also along both diagonals of those with four.",
        ],
        "triangulated",
        &[("edges", "edges only"), ("triangulated", "triangulated"), ("crossed", "both diagonals")],
    ))
    .idle(idle::polygons),
    shared::restarting(shared::choice(
        [
            "support",
            "Support",
            "For a mesh whose files pin no vertex: hanging by its topmost vertices, or free, on the obstacle if there is one.",
        ],
        "hang",
        &[("hang", "hangs"), ("stand", "stands")],
    ))
    .idle(idle::support),
    shared::restarting(shared::choice(
        [
            "weld",
            "Weld vertices",
            "Makes one mass of vertices nearer to each other than 10⁻⁵ of the mesh's size, as along seams.",
        ],
        "on",
        &[("on", "on"), ("off", "off")],
    ))
    .idle(idle::weld),
    shared::time_step(0.005, [0.0005, 0.05], 0.1),
    shared::lawful_stiffness(500.0, 1e8),
    shared::damping(1.0, 10.0, 1e5),
    shared::gravity(-9.81),
    shared::GRAVITY_DIRECTION,
    shared::Number {
        key: "mass",
        label: "Mass",
        symbol: "m",
        effect: "Of every vertex for which the file gives none.",
        unit: "kg",
        default: 0.5,
        min: shared::LEAST_MASS,
        max: 100.0,
        slider: Slider::around(0.5),
    }
    .parameter()
    .limiting()
    .idle(idle::mass),
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
    shared::substeps(),
    shared::precision(),
    shared::TOLERANCE,
    shared::SPECTRAL_RADIUS,
    shared::SOLVER,
    shared::SWEEPS,
    shared::STIFFNESS_FACTOR,
];
