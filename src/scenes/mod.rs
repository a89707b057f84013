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
mod shared;
pub mod verlet;

use crate::{Error, Flow, Follower, Mesh, Model, Parameter, System, Values, oscillator::exact::DampedOscillator};

/// A scene: its name, its parameters and its construction.
#[derive(Debug)]
pub struct Scene {
    /// Name in the interface, e.g. `damper`.
    pub id: &'static str,
    /// Name on a page.
    pub title: &'static str,
    /// Its parameters. Every scene has `timeStepSize` and `method`.
    pub parameters: &'static [Parameter],
    /// Construction and tuning of the model.
    pub model: Blueprint,
    /// The oscillator that determines step limit and damping ratio, if the scene has one.
    pub oscillator: Option<fn(&Values) -> DampedOscillator>,
}

/// Functions that build a model at t = 0, and that write the parameters into it, at the start and
/// after every change.
#[derive(Clone, Copy, Debug)]
pub enum Blueprint {
    /// A mechanical system.
    Mechanical {
        /// Geometry and links.
        build: fn(&Values) -> System,
        /// Stiffnesses, masses, surroundings.
        tune: fn(&Values, &mut System),
    },
    /// Tracers in a field.
    Flow {
        /// Field and tracers.
        build: fn(&Values) -> Flow,
        /// The field.
        tune: fn(&Values, &mut Flow),
    },
    /// Bob and his followers.
    Follower {
        /// Bob's path and the number of followers.
        build: fn(&Values) -> Follower,
        /// The law of the followers.
        tune: fn(&Values, &mut Follower),
    },
}

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
