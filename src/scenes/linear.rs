//! ẋ = A x with a matrix of the user's choice, from a tracer at (1, 0).

use super::{Blueprint, Scene, shared};
use crate::{Flow, Parameter, Slider, Values, integrators::Offer};
use glam::{DMat2, DVec2};

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "linear",
    title: "Linear field",
    parameters: &PARAMETERS,
    model: Blueprint::Flow {
        build: |values| Flow::new(field(values), [DVec2::X]),
        tune: |values, flow| flow.matrix = field(values),
    },
    oscillator: None,
};

fn field(values: &Values) -> DMat2 {
    let [a11, a12, a21, a22] = ["a11", "a12", "a21", "a22"].map(|key| values.number(key));
    DMat2::from_cols(DVec2::new(a11, a21), DVec2::new(a12, a22))
}

const fn entry([key, label, effect]: [&'static str; 3], default: f64) -> Parameter {
    let slider = Slider::even([-3.0, 3.0], 0.1);
    shared::Number { key, label, symbol: "", effect, unit: "1/s", default, min: -100.0, max: 100.0, slider }
        .parameter()
        .limiting()
}

static PARAMETERS: [Parameter; 7] = [
    shared::time_step(0.05, [0.03, 3.0], 10.0),
    entry(["a11", "A₁₁", "Rate of x₁ by x₁."], -0.2),
    entry(["a12", "A₁₂", "Rate of x₁ by x₂."], -1.0),
    entry(["a21", "A₂₁", "Rate of x₂ by x₁."], 1.0),
    entry(["a22", "A₂₂", "Rate of x₂ by x₂."], -0.2),
    shared::method("runge-kutta-4", Offer::Field),
    shared::TOLERANCE,
];
