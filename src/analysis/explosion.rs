//! Causes of explosions.

use super::oscillator;
use crate::{
    Cause, Model, Simulation, Spectrum,
    scenes::{build, tune},
};

/// Cause with the present step. Limit and growth are those of the oscillator if the scene has one,
/// else of the scene at its start.
pub fn cause(simulation: &Simulation) -> Cause {
    let (method, settings, step) = (simulation.method(), simulation.settings(), simulation.substep());
    let source = simulation.growth_source();
    let (limit, growth) = if let Some(limit) = oscillator::limit(simulation) {
        (
            limit,
            oscillator::oscillators(simulation)
                .map(|oscillator| method.growth(&oscillator, step, &settings))
                .fold(0.0, f64::max),
        )
    } else {
        let mut model = build(simulation.scene, &simulation.values, simulation.mesh.as_deref());
        tune(simulation.scene, &simulation.values, simulation.mesh.as_deref(), &mut model);
        let mut spectrum = Spectrum::default();
        if let Model::Mechanical(system) = &model {
            spectrum.update(system, method, settings, simulation.signed_substep());
        }
        (spectrum.step_limit().seconds, spectrum.growth())
    };
    Cause { method: method.label, step, limit, growth, source }
}
