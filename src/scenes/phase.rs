//! The phase plane of the damped oscillator, x₁ = u (m), x₂ = u̇ (m/s): ẋ = (x₂, −ω² x₁ − γ x₂),
//! with a ring of tracers that are states of the same oscillator.

use super::scene::{Blueprint, Scene};
use super::shared::{Count, count, springs, stepping};
use crate::{
    Flow, Parameter, Slider, Values,
    base::elementary::{cos, sin},
    integrators::Offer,
};
use glam::{DMat2, DVec2};
use std::f64::consts::TAU;

const TRACERS: Count = Count::new("tracers");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "phase",
    title: "Phase plane",
    parameters: &PARAMETERS,
    model: Blueprint::Flow {
        build: |values| {
            let tracers = values.count(TRACERS);
            let angle = |i: u32| TAU * f64::from(i) / f64::from(tracers);
            let place = |angle: f64| DVec2::new(1.0 + 0.4 * cos(angle), 0.4 * sin(angle));
            Flow::new(field(values), (0..tracers).map(|i| place(angle(i))))
        },
        tune: |values, flow| flow.matrix = field(values),
    },
    oscillator: true,
};

fn field(values: &Values) -> DMat2 {
    let oscillator = springs::oscillator(values);
    DMat2::from_cols(DVec2::new(0.0, -oscillator.omega_squared()), DVec2::new(1.0, -oscillator.damping_rate()))
}

static PARAMETERS: [Parameter; 7] = [
    stepping::time_step(0.05, [0.02, 2.0], 2.0),
    springs::stiffness(2.0, 1000.0),
    springs::damping(0.0, 10.0, 100.0),
    springs::mass(1.0),
    count(TRACERS, ["# tracers", "Initial states on the ring."], 24, [1, 1000], Slider::decades([1.0, 100.0])),
    stepping::method("symplectic-euler", Offer::PhasePlane),
    stepping::tolerance(),
];
