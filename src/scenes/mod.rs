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
pub mod phase;
pub mod resonance;
pub mod rotation;
mod shared;
pub mod verlet;

pub(crate) use mesh::build as build_mesh;

use crate::{Error, Flow, Follower, Parameter, System, Values, exact::DampedOscillator};

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
