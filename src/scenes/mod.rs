//! Scenes: a model with its parameters, one per file.

pub mod chain;
pub mod cloth;
pub mod damper;
pub mod decay;
pub mod drape;
pub mod follower;
mod idle;
pub mod linear;
pub mod mesh;
pub mod oscillator;
pub mod pair;
pub mod parameters;
pub mod phase;
pub mod resonance;
pub mod rotation;
mod scene;
mod shared;
pub mod verlet;

use crate::{Error, Mesh, Model, Values};
pub use scene::{Blueprint, Scene};

/// All scenes.
pub static SCENES: &[&Scene] = &[
    &damper::SCENE,
    &oscillator::SCENE,
    &cloth::SCENE,
    &drape::SCENE,
    &chain::SCENE,
    &follower::SCENE,
    &pair::SCENE,
    &decay::SCENE,
    &rotation::SCENE,
    &phase::SCENE,
    &linear::SCENE,
    &verlet::SCENE,
    &mesh::SCENE,
    &resonance::SCENE,
];

/// The scene of this id.
///
/// # Errors
/// [`Error::UnknownScene`].
///
/// ```
/// use springlab::scenes::find;
///
/// assert_eq!(find("cloth")?.title, "Mass Spring System");
/// assert!(find("sponge").is_err());
/// # Ok::<(), springlab::Error>(())
/// ```
pub fn find(id: &str) -> Result<&'static Scene, Error> {
    SCENES
        .iter()
        .find(|scene| scene.id == id)
        .copied()
        .ok_or_else(|| Error::UnknownScene { id: id.to_string(), known: SCENES.iter().map(|scene| scene.id).collect() })
}

/// The model of a scene at t = 0, before its parameters are written.
pub(crate) fn build(scene: &Scene, values: &Values, mesh: Option<&Mesh>) -> Model {
    match (scene.model, mesh) {
        (Blueprint::Mechanical { .. }, Some(mesh)) => Model::Mechanical(mesh::build(values, mesh)),
        (Blueprint::Mechanical { build, .. }, None) => Model::Mechanical(build(values)),
        (Blueprint::Flow { build, .. }, _) => Model::Flow(build(values)),
        (Blueprint::Follower { build, .. }, _) => Model::Follower(build(values)),
    }
}

/// Writes the parameters into the model.
pub(crate) fn tune(scene: &Scene, values: &Values, mesh: Option<&Mesh>, model: &mut Model) {
    match (scene.model, model) {
        (Blueprint::Mechanical { tune, .. }, Model::Mechanical(system)) => {
            tune(values, system);
            if let Some(mesh) = mesh {
                mesh.write_masses(&mut system.particles);
            }
        }
        (Blueprint::Flow { tune, .. }, Model::Flow(flow)) => tune(values, flow),
        (Blueprint::Follower { tune, .. }, Model::Follower(follower)) => tune(values, follower),
        _ => unreachable!("a scene's model is made after its blueprint"),
    }
}
