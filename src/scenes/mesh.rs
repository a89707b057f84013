//! The vertices and edges of a Wavefront OBJ as particles and springs. Without a file, a cube hung at two corners.

use super::{Blueprint, Scene, shared};
use crate::{Mesh, Parameter, System, Values, integrators::MECHANICAL};

pub static SCENE: Scene = Scene {
    id: "mesh",
    title: "Mesh",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build: |values| build(values, &Mesh::cube()), tune: shared::tune_springs },
    oscillator: None,
};

/// The scene's system of another mesh.
pub fn build(values: &Values, mesh: &Mesh) -> System {
    mesh.system(values.name("polygons") == "triangulated")
}

static PARAMETERS: [Parameter; 14] = [
    shared::restarting(shared::choice(
        ["polygons", "Polygons", "Springs along the edges only, or also across every polygon from its first corner."],
        "triangulated",
        &[("edges", "edges only"), ("triangulated", "triangulated")],
    )),
    shared::time_step(0.005, 0.1),
    shared::stiffness(500.0, 1e8),
    shared::damping(1.0, 1e5),
    shared::gravity(-9.81),
    shared::number(
        ["mass", "Mass", "Of every vertex for which the file gives none."],
        "kg",
        0.5,
        [0.001, 100.0],
        [0.001, 3.0],
    ),
    shared::DRAG,
    shared::ELASTICITY,
    shared::DAMPER,
    shared::FRICTION,
    shared::method("symplectic-euler", &MECHANICAL),
    shared::SOLVER,
    shared::SWEEPS,
    shared::STIFFNESS_FACTOR,
];
