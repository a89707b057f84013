//! Scenes: a model with its parameters, one per file.

pub mod chain;
pub mod cloth;
pub mod damper;
pub mod decay;
pub mod drape;
pub mod follower;
mod key;
pub mod linear;
pub mod mesh;
pub mod oscillator;
pub mod pair;
pub mod parameters;
pub mod phase;
pub mod resonance;
pub mod rotation;
mod scales;
mod scene;
pub(crate) mod shared;
mod slider;
pub mod verlet;

use crate::{Error, Mesh, Model, Values};

pub use scene::{Blueprint, Scene};

/// All scenes.
pub static SCENES: &[&Scene] = &[
    &damper::SCENE,
    &oscillator::SCENE,
    &cloth::SCENE,
    &drape::SCENE,
    &chain::SCENE,
    &follower::SCENE,
    &pair::SCENE,
    &decay::SCENE,
    &rotation::SCENE,
    &phase::SCENE,
    &linear::SCENE,
    &verlet::SCENE,
    &mesh::SCENE,
    &resonance::SCENE,
];

/// The scene of this id.
///
/// # Errors
/// [`Error::UnknownScene`].
///
/// ```
/// use springlab::scenes::find;
///
/// assert_eq!(find("cloth")?.title, "Mass Spring System");
/// assert!(find("sponge").is_err());
/// # Ok::<(), springlab::Error>(())
/// ```
pub fn find(id: &str) -> Result<&'static Scene, Error> {
    SCENES
        .iter()
        .find(|scene| scene.id == id)
        .copied()
        .ok_or_else(|| Error::UnknownScene { id: id.to_string(), known: SCENES.iter().map(|scene| scene.id).collect() })
}

/// The model of a scene at t = 0, before its parameters are written.
pub(crate) fn build(scene: &Scene, values: &Values, mesh: Option<&Mesh>) -> Model {
    match (scene.model, mesh) {
        (Blueprint::Mechanical { .. }, Some(mesh)) => Model::Mechanical(mesh::build(values, mesh)),
        (Blueprint::Mechanical { build, .. }, None) => Model::Mechanical(build(values)),
        (Blueprint::Flow { build, .. }, _) => Model::Flow(build(values)),
        (Blueprint::Follower { build, .. }, _) => Model::Follower(build(values)),
    }
}

/// Writes the parameters into the model.
pub(crate) fn tune(scene: &Scene, values: &Values, mesh: Option<&Mesh>, model: &mut Model) {
    match (scene.model, model) {
        (Blueprint::Mechanical { tune, .. }, Model::Mechanical(system)) => {
            tune(values, system);
            if let Some(mesh) = mesh {
                mesh.write_masses(&mut system.particles);
            }
        }
        (Blueprint::Flow { tune, .. }, Model::Flow(flow)) => tune(values, flow),
        (Blueprint::Follower { tune, .. }, Model::Follower(follower)) => tune(values, follower),
        _ => unreachable!("a scene's model is made after its blueprint"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Scales, Situation, Value};

    /// With every option of every choice and every method. A read of another parameter panics.
    #[test]
    fn scenes_read_only_parameters_that_they_list() {
        for scene in SCENES {
            for parameter in scene.parameters {
                let options: Vec<Value> = match parameter.kind {
                    Kind::Number { min, max, .. } => vec![min.into(), max.into()],
                    Kind::Count { .. } => vec![parameter.default()],
                    Kind::Choice { .. } | Kind::Method { .. } => {
                        parameter.kind.options().map(|(option, _)| option.into()).collect()
                    }
                };
                for option in options {
                    let mut values = Values::defaults(scene.parameters);
                    values.set(parameter.key, option).unwrap();
                    let mut model = build(scene, &values, None);
                    tune(scene, &values, None, &mut model);
                    for parameter in scene.parameters {
                        (parameter.idle)(&Situation { values: &values, model: &model, mesh: None });
                    }
                }
            }
        }
    }

    /// Stiffnesses, dampings, masses, and the drag.
    fn terms(scene: &Scene, key: &str, value: f64) -> [Vec<f64>; 4] {
        let mut values = Values::defaults(scene.parameters);
        values.set(key, value.into()).unwrap();
        let mut model = build(scene, &values, None);
        tune(scene, &values, None, &mut model);
        let Model::Mechanical(crate::System { springs, particles, drag, .. }) = model else {
            return Default::default();
        };
        let masses = particles.free().map(|(_, mass)| mass).collect();
        [springs.stiffnesses.to_vec(), springs.dampings.to_vec(), masses, vec![drag]]
    }

    #[test]
    fn a_number_scales_the_terms_of_its_record() {
        for scene in SCENES {
            for parameter in scene.parameters.iter().filter(|parameter| !parameter.restarts) {
                let Kind::Number { slider, .. } = parameter.kind else { continue };
                let most = slider.ends()[1];
                let [half, middle, whole] = [0.5, 0.75, 1.0].map(|part| terms(scene, parameter.key, part * most));
                let doubled = match parameter.scales {
                    Scales::Springs => Some(0),
                    Scales::Dampers => Some(1),
                    Scales::Masses => Some(2),
                    Scales::Drag => Some(3),
                    _ => None,
                };
                for term in 0..4 {
                    let factor = if doubled == Some(term) { 2.0 } else { 1.0 };
                    let linear = parameter.scales == Scales::SomeForces;
                    // the drag of a scene may be given per kilogram
                    let free = parameter.scales == Scales::Masses && term == 3;
                    for ((a, b), c) in half[term].iter().zip(&middle[term]).zip(&whole[term]) {
                        let expected = if linear { 2.0 * b - a } else { factor * a };
                        let right = free || (c - expected).abs() <= 1e-12 * expected.abs();
                        assert!(right, "{}: {}, term {term}: {c} instead of {expected}", scene.id, parameter.key);
                    }
                }
            }
        }
    }

    #[test]
    fn a_scene_lists_a_key_once_and_has_a_time_step_and_methods() {
        for scene in SCENES {
            let keys: Vec<_> = scene.parameters.iter().map(|parameter| parameter.key).collect();
            assert!(keys.iter().all(|key| keys.iter().filter(|other| *other == key).count() == 1), "{}", scene.id);
            assert!(["timeStepSize", "method"].iter().all(|key| keys.contains(key)), "{}", scene.id);
        }
    }
}
