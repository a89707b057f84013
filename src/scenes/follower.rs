//! Alice follows Bob on a damped spring, and others may follow her. Particle 0 is Bob, 1 Alice.

use super::scene::{Blueprint, Scene};
use super::shared::{Choice, Count, Number, Record, choice, count, restarting, springs, stepping, when};
use crate::{Drive, Follower, Parameter, Path, Scales, Slider, integrators::Offer};

const MAXIMUM_SPEED: Number = Number::new("maximumSpeed");
const FOLLOWERS: Count = Count::new("followers");
const PATH: Choice = Choice::new("path");
const DRIVE: Choice = Choice::new("drive");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "follower",
    title: "Damped Spring Model",
    parameters: &PARAMETERS,
    model: Blueprint::Follower {
        build: |values| {
            let path = match values.name(PATH) {
                "step" => Path::Step,
                "circle" => Path::Circle,
                "eight" => Path::Eight,
                _ => Path::Rest,
            };
            Follower::new(springs::oscillator(values), values.count(FOLLOWERS) as usize, path)
        },
        tune: |values, follower| {
            follower.law = springs::oscillator(values);
            follower.particles.inverse_masses[1..].fill(follower.law.mass.recip());
            follower.maximum_speed = values.number(MAXIMUM_SPEED);
            let by_positions = values.name(DRIVE) == "positions";
            follower.drive = if by_positions { Drive::Positions } else { Drive::Velocities };
        },
    },
    oscillator: true,
};

static PARAMETERS: [Parameter; 9] = [
    Record {
        key: springs::MASS,
        label: "Mass",
        symbol: "m",
        effect: "Alice's inertia in kg: the suggested 1000 are grams, as its times are milliseconds.",
        unit: "kg",
        default: 1.0,
        min: springs::LEAST_MASS,
        max: 100.0,
        slider: Slider::around(1.0),
    }
    .parameter()
    .scaling(Scales::Masses)
    .idle(springs::without_inertia),
    Record {
        key: springs::STIFFNESS,
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
    .scaling(Scales::Springs),
    Record {
        key: springs::DAMPING,
        label: "Damping",
        symbol: "μ",
        effect: "Resists Alice's velocity relative to Bob's. The source gives 35 g/ms, which is 35 N·s/m.",
        unit: "N·s/m",
        default: 35.0,
        min: 0.0,
        max: 1000.0,
        slider: Slider::even([0.0, 100.0], 1.0),
    }
    .parameter()
    .scaling(Scales::Dampers),
    stepping::time_step(0.002, [0.001, 0.1], 1.0),
    Record {
        key: MAXIMUM_SPEED,
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
    count(
        FOLLOWERS,
        ["# followers", "Alice, and those behind her, each following the one before."],
        1,
        [1, 100],
        Slider::even([1.0, 20.0], 1.0),
    ),
    restarting(choice(
        PATH,
        ["Bob's path", "Where Bob goes when no hand leads him."],
        "step",
        &[("rest", "rests"), ("step", "step of 1 m"), ("circle", "circle"), ("eight", "figure eight")],
    )),
    choice(
        DRIVE,
        ["Bob is given by", "Which part of Bob's state is given; the other is computed from it."],
        "positions",
        &[("positions", "positions"), ("velocities", "velocities")],
    )
    .idle(|situation| when(situation.values.name(PATH) == "rest", "Bob rests")),
    stepping::method("taylor", Offer::Follower),
];
