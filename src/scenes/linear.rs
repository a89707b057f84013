//! ẋ = A x + b cos Ωt with a matrix and a drive of the user's choice, from a tracer at (1, 0).

use super::{Blueprint, Scene, idle, shared};
use crate::{Flow, Parameter, Slider, Values, integrators::Offer};
use glam::{DMat2, DVec2};

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "linear",
    title: "Linear field",
    parameters: &PARAMETERS,
    model: Blueprint::Flow {
        build: |values| {
            let mut flow = Flow::new(DMat2::ZERO, [DVec2::X]);
            tune(values, &mut flow);
            flow
        },
        tune,
    },
    oscillator: None,
};

fn tune(values: &Values, flow: &mut Flow) {
    let [a11, a12, a21, a22, b1, b2, angular_frequency] =
        ["a11", "a12", "a21", "a22", "b1", "b2", "fieldFrequency"].map(|key| values.number(key));
    flow.matrix = DMat2::from_cols(DVec2::new(a11, a21), DVec2::new(a12, a22));
    (flow.drive, flow.angular_frequency) = (DVec2::new(b1, b2), angular_frequency);
}

const fn rate([key, label, symbol, effect]: [&'static str; 4], default: f64) -> Parameter {
    let slider = Slider::even([-3.0, 3.0], 0.1);
    shared::Number { key, label, symbol, effect, unit: "1/s", default, min: -100.0, max: 100.0, slider }.parameter()
}

static PARAMETERS: [Parameter; 10] = [
    shared::time_step(0.05, [0.03, 3.0], 10.0),
    rate(["a11", "A₁₁", "", "Rate of x₁ by x₁."], -0.2).limiting(),
    rate(["a12", "A₁₂", "", "Rate of x₁ by x₂."], -1.0).limiting(),
    rate(["a21", "A₂₁", "", "Rate of x₂ by x₁."], 1.0).limiting(),
    rate(["a22", "A₂₂", "", "Rate of x₂ by x₂."], -0.2).limiting(),
    rate(["b1", "Drive of x₁", "b₁", "Amplitude of the part of ẋ₁ that varies in time, b₁ cos Ωt."], 0.0),
    rate(["b2", "Drive of x₂", "b₂", "Amplitude of the part of ẋ₂ that varies in time, b₂ cos Ωt."], 0.0),
    shared::restarting(
        shared::Number {
            key: "fieldFrequency",
            label: "Frequency of the field",
            symbol: "Ω",
            effect: "How fast the field varies in time.",
            unit: "rad/s",
            default: 1.0,
            min: 0.0,
            max: 100.0,
            slider: Slider::even([0.0, 6.0], 0.1),
        }
        .parameter(),
    )
    .idle(idle::field_frequency),
    shared::method("runge-kutta-4", Offer::Field),
    shared::TOLERANCE,
];
