//! ẋ = −k x in one dimension, from x = 1: one tracer on the x axis.

use super::{Blueprint, Scene, shared};
use crate::{Flow, Parameter, Slider, Values, integrators::Offer};
use glam::{DMat2, DVec2};

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "decay",
    title: "Decay",
    parameters: &PARAMETERS,
    model: Blueprint::Flow {
        build: |values| Flow::new(field(values), [DVec2::X]),
        tune: |values, flow| flow.matrix = field(values),
    },
    oscillator: None,
};

fn field(values: &Values) -> DMat2 {
    DMat2::from_diagonal(DVec2::new(-values.number("rate"), 0.0))
}

static PARAMETERS: [Parameter; 3] = [
    shared::time_step(0.5, [0.05, 5.0], 10.0),
    shared::Number {
        key: "rate",
        label: "Rate",
        symbol: "k",
        effect: "A larger rate decays faster and makes the equation stiffer.",
        unit: "1/s",
        default: 1.0,
        min: 0.01,
        max: 100.0,
        slider: Slider::around(1.0),
    }
    .parameter()
    .limiting(),
    shared::method("explicit-euler", Offer::TestEquation),
];
