//! ẋ = A x + b cos Ωt with a matrix and a drive of the user's choice, from a tracer at (1, 0).

use super::scene::{Blueprint, Scene};
use super::shared::{Number, Record, restarting, stepping, when};
use crate::{Flow, Parameter, Scales, Slider, Values, integrators::Offer};
use glam::{DMat2, DVec2};

const A11: Number = Number::new("a11");
const A12: Number = Number::new("a12");
const A21: Number = Number::new("a21");
const A22: Number = Number::new("a22");
const B1: Number = Number::new("b1");
const B2: Number = Number::new("b2");
const FIELD_FREQUENCY: Number = Number::new("fieldFrequency");

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
    oscillator: false,
};

fn tune(values: &Values, flow: &mut Flow) {
    let vector = |keys: [Number; 2]| DVec2::from_array(keys.map(|key| values.number(key)));
    flow.matrix = DMat2::from_cols(vector([A11, A21]), vector([A12, A22]));
    (flow.drive, flow.angular_frequency) = (vector([B1, B2]), values.number(FIELD_FREQUENCY));
}

const fn rate(key: Number, [label, symbol, effect]: [&'static str; 3], default: f64) -> Parameter {
    let slider = Slider::even([-3.0, 3.0], 0.1);
    Record { key, label, symbol, effect, unit: "1/s", default, min: -100.0, max: 100.0, slider }.parameter()
}

static PARAMETERS: [Parameter; 10] = [
    stepping::time_step(0.05, [0.03, 3.0], 10.0),
    rate(A11, ["A₁₁", "", "Rate of x₁ by x₁."], -0.2).scaling(Scales::Other),
    rate(A12, ["A₁₂", "", "Rate of x₁ by x₂."], -1.0).scaling(Scales::Other),
    rate(A21, ["A₂₁", "", "Rate of x₂ by x₁."], 1.0).scaling(Scales::Other),
    rate(A22, ["A₂₂", "", "Rate of x₂ by x₂."], -0.2).scaling(Scales::Other),
    rate(B1, ["Drive of x₁", "b₁", "Amplitude of the part of ẋ₁ that varies in time, b₁ cos Ωt."], 0.0),
    rate(B2, ["Drive of x₂", "b₂", "Amplitude of the part of ẋ₂ that varies in time, b₂ cos Ωt."], 0.0),
    restarting(
        Record {
            key: FIELD_FREQUENCY,
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
    .idle(|situation| when(situation.is_zero(B1) && situation.is_zero(B2), "nothing varies in time")),
    stepping::method("runge-kutta-4", Offer::Field),
    stepping::tolerance(),
];
