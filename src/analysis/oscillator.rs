//! The oscillator that a scene is.

use crate::{Model, Simulation, models::solution, oscillator::exact::DampedOscillator};
use num_complex::Complex64;

/// See [`Simulation::oscillator`].
pub fn oscillator(simulation: &Simulation) -> Option<DampedOscillator> {
    match (simulation.scene.oscillator, &simulation.model) {
        (Some(oscillator), _) => Some(oscillator(&simulation.values)),
        (None, Model::Flow(flow)) => Some(flow.oscillator()),
        (None, _) => None,
    }
}

/// The oscillators that determine the step limit: the scene's own, and a second one without the
/// damper if the mass moves across a spring with a rest length or an axial damper. A damper does
/// not resist such motion.
pub fn oscillators(simulation: &Simulation) -> impl Iterator<Item = DampedOscillator> {
    simulation.oscillator().into_iter().flat_map(|oscillator| deciding(simulation, oscillator))
}

/// The oscillators that would determine the step limit if this were the scene's oscillator.
/// Backwards in time a damper has −μ.
pub fn deciding(
    simulation: &Simulation,
    mut oscillator: DampedOscillator,
) -> impl Iterator<Item = DampedOscillator> + use<> {
    let circles = simulation.system().is_ok_and(solution::circles);
    if simulation.backwards() {
        oscillator.damping = -oscillator.damping;
    }
    let undamped = DampedOscillator { damping: 0.0, ..oscillator };
    [Some(oscillator), circles.then_some(undamped)].into_iter().flatten()
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
