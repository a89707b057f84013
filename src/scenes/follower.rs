//! Alice follows Bob on a damped spring, and others may follow her. Particle 0 is Bob, 1 Alice.

use super::{Blueprint, Scene, idle, shared};
use crate::{
    Drive, Follower, Parameter, Path, Slider, Values,
    integrators::{self},
    oscillator::exact::DampedOscillator,
};

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "follower",
    title: "Damped Spring Model",
    parameters: &PARAMETERS,
    model: Blueprint::Follower {
        build: |values| {
            let path = match values.name("path") {
                "step" => Path::Step,
                "circle" => Path::Circle,
                "eight" => Path::Eight,
                _ => Path::Rest,
            };
            Follower::new(oscillator(values), values.count("followers") as usize, path)
        },
        tune: |values, follower| {
            follower.law = oscillator(values);
            follower.particles.inverse_masses[1..].fill(follower.law.mass.recip());
            follower.maximum_speed = values.number("maximumSpeed");
            let by_positions = values.name("drive") == "positions";
            follower.drive = if by_positions { Drive::Positions } else { Drive::Velocities };
        },
    },
    oscillator: Some(oscillator),
};

fn oscillator(values: &Values) -> DampedOscillator {
    let [mass, stiffness, damping] = ["mass", "stiffness", "damping"].map(|key| values.number(key));
    DampedOscillator { mass, stiffness, damping }
}

static PARAMETERS: [Parameter; 9] = [
    shared::Number {
        key: "mass",
        label: "Mass",
        symbol: "m",
        effect: "Alice's inertia in kg: the suggested 1000 are grams, as its times are milliseconds.",
        unit: "kg",
        default: 1.0,
        min: shared::LEAST_MASS,
        max: 100.0,
        slider: Slider::around(1.0),
    }
    .parameter()
    .limiting()
    .idle(idle::mass),
    shared::Number {
        key: "stiffness",
        label: "Stiffness",
        symbol: "k",
        effect: "Strength of the attraction in N/m: the suggested 0.6 are g/ms², 600 N/m.",
        unit: "N/m",
        default: 600.0,
        min: 0.0,
        max: 10_000.0,
        slider: Slider::around(600.0),
    }
    .parameter()
    .limiting(),
    shared::Number {
        key: "damping",
        label: "Damping",
        symbol: "b",
        effect: "Resists Alice's velocity against Bob's, in N·s/m: the suggested 35 are g/ms, 35 N·s/m.",
        unit: "N·s/m",
        default: 35.0,
        min: 0.0,
        max: 1000.0,
        slider: Slider::even([0.0, 100.0], 1.0),
    }
    .parameter()
    .limiting(),
    shared::time_step(0.002, [0.001, 0.1], 1.0),
    shared::Number {
        key: "maximumSpeed",
        label: "Maximum speed",
        symbol: "",
        effect: "Faster followers are slowed down to it. Within the step limit none is needed.",
        unit: "m/s",
        default: 1000.0,
        min: 0.01,
        max: 1000.0,
        slider: Slider::decades([10.0, 1000.0]),
    }
    .parameter(),
    shared::count(
        ["followers", "# followers", "Alice, and those behind her, each following the one before."],
        1,
        [1, 100],
        Slider::even([1.0, 20.0], 1.0),
    ),
    shared::restarting(shared::choice(
        ["path", "Bob's path", "Where Bob goes when no hand leads him."],
        "step",
        &[("rest", "rests"), ("step", "step of 1 m"), ("circle", "circle"), ("eight", "figure eight")],
    )),
    shared::choice(
        ["drive", "Bob is given by", "Which part of Bob's state is given; the other is computed from it."],
        "positions",
        &[("positions", "positions"), ("velocities", "velocities")],
    )
    .idle(idle::given),
    shared::method("taylor", integrators::Offer::Follower),
];
