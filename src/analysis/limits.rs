//! The step limit, and reasons why there is none.

use super::oscillator;
use crate::{Error, Model, Simulation, Spectrum, oscillator::stability::grows};

/// Clause about damping backwards in time.
const SOURCE: &str = "backwards in time, damping feeds energy into the motion";

/// See [`Simulation::spectrum`].
pub fn spectrum(simulation: &mut Simulation) -> Result<&Spectrum, Error> {
    let (method, settings) = (simulation.method(), simulation.settings());
    let step = simulation.signed_substep();
    simulation.refuse_exploded()?;
    match &simulation.model {
        Model::Mechanical(system) => simulation.spectrum.update(system, method, settings, step),
        _ => return Err(Error::NotInScene { what: "forces and energy", scene: simulation.scene.id }),
    }
    Ok(&simulation.spectrum)
}

/// See [`Simulation::growth_source`].
pub fn growth_source(simulation: &Simulation) -> Option<&'static str> {
    match &simulation.model {
        Model::Flow(_) => {
            oscillator::oscillators(simulation).any(|field| grows(&field)).then_some("the field itself grows")
        }
        Model::Mechanical(system) => {
            (simulation.backwards() && system.is_damped(!simulation.method().projects_contacts)).then_some(SOURCE)
        }
        Model::Follower(_) => {
            oscillator::oscillators(simulation).any(|oscillator| grows(&oscillator)).then_some(SOURCE)
        }
    }
}

/// See [`Simulation::step_limit`].
pub fn step_limit(simulation: &mut Simulation) -> f64 {
    oscillator::limit(simulation)
        .unwrap_or_else(|| simulation.spectrum().map_or(f64::NAN, |spectrum| spectrum.step_limit().seconds))
}
