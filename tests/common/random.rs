//! Laws on random inputs, and what is tried of every scene.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small counts

use glam::DVec3;
use proptest::{
    strategy::Strategy,
    test_runner::{Config, RngSeed, TestRunner},
};
use springlab::{Kind, Parameter, Scene, Simulation, Slider, Value, scenes::SCENES};
use std::fmt::Debug;

/// That many random inputs, the same in every run.
pub fn seeded(cases: u32) -> Config {
    let rng_seed = RngSeed::Fixed(1);
    Config { cases, rng_seed, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() }
}

/// Tries a law on that many random inputs, the same in every run, and reports the smallest that breaks it.
pub fn check<S: Strategy>(cases: u32, inputs: &S, law: impl Fn(S::Value))
where
    S::Value: Debug,
{
    let outcome = TestRunner::new(seeded(cases)).run(inputs, |input| {
        law(input);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// Every coordinate in [−size, size).
pub fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// Ids of the methods that a scene offers.
pub fn methods(scene: &Scene) -> impl Iterator<Item = &'static str> {
    let method = scene.parameters.iter().find(|parameter| parameter.key == "method").unwrap();
    method.kind.options().map(|(id, _)| id)
}

/// Whether a scene offers a method.
pub fn offers(scene: &Scene, method: &str) -> bool {
    methods(scene).any(|id| id == method)
}

/// An allowed value, small where it is the size of a scene.
pub fn allowed(parameter: &Parameter, fraction: f64) -> Value {
    match parameter.kind {
        Kind::Number { min, max, slider: Slider::Logarithmic { .. }, .. } => {
            Value::Number((min + (max - min) * fraction.powi(3)).min(max))
        }
        Kind::Number { min, max, .. } => Value::Number(min + (max - min) * fraction),
        Kind::Count { min, max, .. } => {
            let most = f64::from(max.min(6) - min);
            Value::Number(f64::from(min) + (fraction * most).round())
        }
        Kind::Choice { .. } | Kind::Method { .. } => {
            let options: Vec<_> = parameter.kind.options().collect();
            options[((fraction * options.len() as f64) as usize).min(options.len() - 1)].0.into()
        }
    }
}

/// The scene in a small size.
pub fn small(scene: &Scene, method: &str) -> Simulation {
    let mut simulation = Simulation::new(scene.id).unwrap();
    for parameter in scene.parameters.iter().filter(|parameter| matches!(parameter.kind, Kind::Count { .. })) {
        simulation.set(parameter.key, allowed(parameter, 0.6)).unwrap();
    }
    simulation.set("method", method).unwrap();
    simulation
}

/// Scenes of a mechanical system.
pub fn mechanical_scenes() -> impl Iterator<Item = &'static Scene> {
    SCENES.iter().copied().filter(|scene| Simulation::new(scene.id).unwrap().system().is_ok())
}

/// A small scene with the method, a step small enough for every explicit one, and damping and drag where there are any.
pub fn lively(scene: &str, method: &str, step: f64) -> Simulation {
    let mut simulation = small(SCENES.iter().find(|known| known.id == scene).unwrap(), method);
    for (key, value) in [("stiffness", 50.0), ("damping", 0.2), ("drag", 0.1), ("timeStepSize", step)] {
        // not every scene has all of them
        let _ = simulation.set(key, value);
    }
    simulation
}
