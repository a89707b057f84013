//! Laws on random inputs, and small scenes with random values.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small counts

use glam::DVec3;
use proptest::{
    strategy::Strategy,
    test_runner::{Config, RngSeed, TestRunner},
};
use springlab::{Kind, Parameter, Scene, Simulation, Slider, Value, scenes::SCENES};
use std::fmt::Debug;

/// Configuration of a property test: number of cases, and a fixed seed, so that every run has the
/// same.
pub fn seeded(cases: u32) -> Config {
    let rng_seed = RngSeed::Fixed(1);
    Config { cases, rng_seed, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() }
}

/// Checks a law on random inputs, the same in every run, and reports the smallest one that breaks
/// it.
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

/// Vectors with coordinates in [−size, size).
pub fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// Ids of the methods that a scene offers.
pub fn methods(scene: &Scene) -> impl Iterator<Item = &'static str> {
    let method = scene.parameters.iter().find(|parameter| parameter.key == "method").unwrap();
    method.kind.options().map(|(id, _)| id)
}

/// True if a scene offers a method.
pub fn offers(scene: &Scene, method: &str) -> bool {
    methods(scene).any(|id| id == method)
}

/// An allowed value at a fraction of the range; counts, the sizes of scenes, are at most 6.
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

/// The scene with few particles.
pub fn small(scene: &Scene, method: &str) -> Simulation {
    let mut simulation = Simulation::new(scene.id).unwrap();
    for parameter in scene.parameters.iter().filter(|parameter| matches!(parameter.kind, Kind::Count { .. })) {
        simulation.set(parameter.key, allowed(parameter, 0.6)).unwrap();
    }
    simulation.set("method", method).unwrap();
    simulation
}

/// Scenes with a mechanical system.
pub fn mechanical_scenes() -> impl Iterator<Item = &'static Scene> {
    SCENES.iter().copied().filter(|scene| Simulation::new(scene.id).unwrap().system().is_ok())
}

/// A small scene with soft springs, so that explicit methods are stable, and with damping and drag.
pub fn lively(scene: &str, method: &str, step: f64) -> Simulation {
    let mut simulation = small(SCENES.iter().find(|known| known.id == scene).unwrap(), method);
    for (key, value) in [("stiffness", 50.0), ("damping", 0.2), ("drag", 0.1), ("timeStepSize", step)] {
        // refused without such a parameter
        let _ = simulation.set(key, value);
    }
    simulation
}
