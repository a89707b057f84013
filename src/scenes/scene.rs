//! A scene.

use crate::{Flow, Follower, Parameter, System, Values};

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
    /// True if it is one mass on one spring, so that an oscillator determines step limit and
    /// damping ratio.
    pub oscillator: bool,
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
