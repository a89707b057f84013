//! The oscillator that a scene is.

use crate::{Model, Simulation, System, models::solution, oscillator::exact::DampedOscillator};
use num_complex::Complex64;

/// See [`Simulation::oscillator`].
pub fn oscillator(simulation: &Simulation) -> Option<DampedOscillator> {
    of(simulation, &simulation.model)
}

/// The oscillator that a model of the simulation's scene is, read off what was built, so that no
/// parameter can be forgotten.
fn of(simulation: &Simulation, model: &Model) -> Option<DampedOscillator> {
    match model {
        Model::Flow(flow) => Some(flow.oscillator()),
        Model::Follower(follower) => Some(follower.law),
        Model::Mechanical(system) => simulation.scene.oscillator.then(|| on_a_spring(system)),
    }
}

/// One mass on one spring, with the drag of the air. A spring that is cut exerts no force.
fn on_a_spring(system: &System) -> DampedOscillator {
    let mass = system.particles.free().map(|(_, mass)| mass).sum();
    let forces = system.springs.iter().map(|(_, spring)| [spring.stiffness, spring.damping]);
    let [stiffness, damping] =
        forces.fold([0.0, system.drag], |[k, b], [stiffness, damping]| [k + stiffness, b + damping]);
    DampedOscillator { mass, stiffness, damping }
}

/// The oscillators that determine the step limit: the scene's own, and a second one without the
/// damper if the mass moves across a spring with a rest length or an axial damper. A damper does
/// not resist such motion.
pub fn oscillators(simulation: &Simulation) -> impl Iterator<Item = DampedOscillator> {
    deciding(simulation, &simulation.model)
}

/// The oscillators that would determine the step limit if this were the scene's model. Backwards in
/// time dampers and drag have the opposite sign.
pub fn deciding(simulation: &Simulation, model: &Model) -> impl Iterator<Item = DampedOscillator> + use<> {
    let circles = simulation.system().is_ok_and(solution::circles);
    let drag = if let Model::Mechanical(system) = model { system.drag } else { 0.0 };
    let sign = if simulation.backwards() { -1.0 } else { 1.0 };
    let signed = |oscillator: DampedOscillator, damping| DampedOscillator { damping: sign * damping, ..oscillator };
    let along = of(simulation, model);
    let across = along.filter(|_| circles).map(|oscillator| signed(oscillator, drag));
    along.map(|oscillator| signed(oscillator, oscillator.damping)).into_iter().chain(across)
}

/// Step limit in s of the chosen method for the scene's oscillator.
pub fn limit(simulation: &Simulation) -> Option<f64> {
    oscillators(simulation).map(|oscillator| simulation.method().step_limit(&oscillator)).reduce(f64::min)
}

/// See [`Simulation::amplification`].
pub fn amplification(simulation: &Simulation) -> Option<Complex64> {
    let oscillator = simulation.oscillator().filter(|oscillator| oscillator.stiffness != 0.0)?;
    simulation.method().amplification(&oscillator, simulation.signed_substep(), &simulation.settings())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Parameter, Values,
        integrators::Offer,
        scenes::{
            Blueprint, Scene, damper,
            shared::{self, springs, stepping, surroundings},
        },
    };
    use glam::DVec3;

    /// The damper with a parameter more, which only its list of parameters names.
    static DRAGGED: Scene = Scene {
        id: "dragged",
        title: "",
        parameters: &PARAMETERS,
        model: Blueprint::Mechanical {
            build: |values| match damper::SCENE.model {
                Blueprint::Mechanical { build, .. } => build(values),
                _ => System::default(),
            },
            tune: |values, system| {
                system.springs.rest_lengths.fill(4.0);
                shared::tune(values, system);
            },
        },
        oscillator: true,
    };

    static PARAMETERS: [Parameter; 6] = [
        stepping::time_step(0.01, [0.008, 1.0], 2.0),
        springs::stiffness(5.0, 1000.0),
        springs::damping(0.5, 10.0, 1000.0),
        springs::mass(0.5),
        surroundings::drag(),
        stepping::method("explicit-euler", Offer::Forces),
    ];

    #[test]
    fn drag_is_in_damping_ratio_step_limit_and_stable_ranges_without_a_word_about_it() {
        let mut simulation = Simulation::of(&DRAGGED, Values::defaults(&PARAMETERS), None).unwrap();
        simulation.set("drag", 0.25).unwrap();
        let (k, both) = (5.0, 0.75);
        assert_eq!(simulation.oscillator(), Some(DampedOscillator { mass: 0.5, stiffness: k, damping: both }));
        assert!((simulation.step_limit() - both / k).abs() < 1e-12, "γ/ω² of explicit Euler");
        let [_, most] = simulation.stable_range("stiffness").unwrap().unwrap();
        assert!((most - both / 0.01).abs() < 1e-6, "{most} N/m");
        // across the spring only the drag slows the mass
        simulation.set_velocity(1, DVec3::Y).unwrap();
        assert!((simulation.step_limit() - 0.25 / k).abs() < 1e-12, "{} s", simulation.step_limit());
        simulation.set("drag", 0.0).unwrap();
        assert_eq!(simulation.step_limit(), 0.0);
    }
}
