//! ẋ = (−x₂, x₁): a tracer on the unit circle, with a period of 2π s.

use super::scene::{Blueprint, Scene};
use super::shared::stepping;
use crate::{Flow, Parameter, integrators::Offer};
use glam::{DMat2, DVec2};

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "rotation",
    title: "Rotation",
    parameters: &PARAMETERS,
    model: Blueprint::Flow { build: |_| Flow::new(DMat2::from_cols(DVec2::Y, -DVec2::X), [DVec2::X]), tune: |_, _| {} },
    oscillator: false,
};

static PARAMETERS: [Parameter; 3] = [
    stepping::time_step(0.1, [0.05, 5.0], 10.0),
    stepping::method("explicit-euler", Offer::PhasePlane),
    stepping::tolerance(),
];
