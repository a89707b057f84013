//! Scenes: a system with its parameters, one a file.

mod damper;

use crate::{Error, Parameter, System, Values, exact::DampedOscillator};

/// A scene: what it is called, what can be set, and how it is built.
#[derive(Debug)]
pub struct Scene {
    /// Name in the interface, e.g. `damper`.
    pub id: &'static str,
    /// Name on a page.
    pub title: &'static str,
    /// Its parameters. Every scene has `timeStepSize` and `method`.
    pub parameters: &'static [Parameter],
    /// The system at t = 0: geometry and links.
    pub build: fn() -> System,
    /// Writes the parameters into the system, at the start and whenever one changes.
    pub tune: fn(&Values, &mut System),
    /// The oscillator that decides step limit and damping ratio.
    pub oscillator: fn(&Values) -> DampedOscillator,
}

/// All scenes.
pub static SCENES: [&Scene; 1] = [&damper::SCENE];

/// The scene of this id.
///
/// # Errors
/// [`Error::UnknownScene`].
pub fn find(id: &str) -> Result<&'static Scene, Error> {
    SCENES
        .iter()
        .find(|scene| scene.id == id)
        .copied()
        .ok_or_else(|| Error::UnknownScene { id: id.to_string(), known: SCENES.iter().map(|scene| scene.id).collect() })
}
