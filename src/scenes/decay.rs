//! ẋ = −k x in one dimension, from x = 1: one tracer on the x axis.

use super::scene::{Blueprint, Scene};
use super::shared::{Number, Record, stepping};
use crate::{Flow, Parameter, Scales, Slider, Values, integrators::Offer};
use glam::{DMat2, DVec2};

const RATE: Number = Number::new("rate");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "decay",
    title: "Decay",
    parameters: &PARAMETERS,
    model: Blueprint::Flow {
        build: |values| Flow::new(field(values), [DVec2::X]),
        tune: |values, flow| flow.matrix = field(values),
    },
    oscillator: false,
};

fn field(values: &Values) -> DMat2 {
    DMat2::from_diagonal(DVec2::new(-values.number(RATE), 0.0))
}

static PARAMETERS: [Parameter; 3] = [
    stepping::time_step(0.5, [0.05, 5.0], 10.0),
    Record {
        key: RATE,
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
    .scaling(Scales::Other),
    stepping::method("explicit-euler", Offer::TestEquation),
];
