//! Regions of stability, and the rates of a system that should lie in them.

use super::oscillator::oscillators;
use crate::{
    Damper, Error, Matrices, Method, Model, Simulation,
    integrators::Settings,
    oscillator::stability::rates,
    spectrum::{SMALL, oscillator},
};
use glam::DVec3;
use num_complex::Complex64;

/// A plane of motions, each multiplied by the step h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// The point z = hλ of ẏ = λy: for methods with a stability function R(z).
    Rates,
    /// The point (hγ, hω) of ü + γ u̇ + ω² u = 0: for all methods with a fixed factor per step.
    Oscillators,
}

/// Rates of a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    /// Rates λ in 1/s. Those of an oscillation are a conjugate pair.
    pub values: Vec<Complex64>,
    /// The oscillators ü + γ u̇ + ω² u = 0 with these motions, as (γ, ω²) in 1/s and 1/s². Those of
    /// a small system are its modes without dampers, and the damping of each: exact if the dampers
    /// do not couple the modes.
    pub oscillators: Vec<[f64; 2]>,
    /// True if these are the rates of all motions.
    pub all: bool,
    /// True if these belong to the corners of a polygon in (γ, ω²) that encloses the points of all
    /// motions. If neither is true, they are those of a single mass along its spring.
    pub enclosing: bool,
    /// Motions or forces that are left out, as a noun phrase: motion across the spring of a single
    /// mass that moves along it; from a polygon, friction and the turning of dampers with their
    /// springs, unless they have no effect in the present state.
    pub left_out: Option<&'static str>,
}

/// See [`Simulation::rates`].
pub fn all_rates(simulation: &mut Simulation) -> Result<Rates, Error> {
    let single: Vec<_> = oscillators(simulation).map(|one| [one.damping_rate(), one.omega_squared()]).collect();
    let along = simulation.system().is_ok_and(|system| !system.is_linear());
    if single.len() == 1 || !single.is_empty() && !along {
        return Ok(Rates { left_out: along.then_some("motion across the spring"), all: !along, ..of(single) });
    }
    let (system, contacts) = (simulation.system()?, !simulation.method().projects_contacts);
    let mut rates = None;
    if system.particles.free().count() <= SMALL {
        let matrices = Matrices::of(system, contacts);
        let oscillators = || matrices.modes().iter().map(|mode| [mode.damping_rate, mode.omega_squared]).collect();
        rates = matrices.rates().map(|values| Rates { values, all: true, ..of(oscillators()) });
    }
    let mut rates = if let Some(rates) = rates { rates } else { enclosing(simulation)? };
    if simulation.backwards() {
        rates.values.iter_mut().for_each(|rate| *rate = -*rate);
        rates.oscillators.iter_mut().for_each(|[damping, _]| *damping = -*damping);
    }
    Ok(rates)
}

/// The rates of the corners of a polygon around all motions.
fn enclosing(simulation: &mut Simulation) -> Result<Rates, Error> {
    simulation.spectrum()?;
    let Simulation { spectrum, model: Model::Mechanical(system), .. } = simulation else { return Ok(of(Vec::new())) };
    let moves = system.particles.velocities.iter().any(|v| *v != DVec3::ZERO);
    let turns = moves && system.springs.damper == Damper::Axial && system.springs.dampings.iter().any(|mu| *mu > 0.0);
    let left_out = match (spectrum.friction() > 0.0, turns) {
        (true, true) => Some("friction and the turning of dampers"),
        (true, false) => Some("friction"),
        (false, true) => Some("the turning of dampers"),
        (false, false) => None,
    };
    Ok(Rates { left_out, enclosing: true, ..of(spectrum.all_corners(system).to_vec()) })
}

fn of(oscillators: Vec<[f64; 2]>) -> Rates {
    let values = oscillators.iter().flat_map(|&point| rates(&oscillator(point))).collect();
    Rates { values, oscillators, all: false, enclosing: false, left_out: None }
}

/// Growth per step of a method at a point of a plane; `None` where it has no factor.
pub fn growth(method: &Method, settings: &Settings, plane: Plane, [x, y]: [f64; 2]) -> Option<f64> {
    let size = |factor: Complex64| factor.norm_sqr().sqrt();
    match plane {
        Plane::Rates => method.stability_function(Complex64::new(x, y)).map(size),
        Plane::Oscillators => {
            let oscillator = oscillator([x, y * y]);
            let by_rates = || {
                let factors = rates(&oscillator).map(|z| method.stability_function(z).map(size));
                factors.into_iter().try_fold(0.0, |most: f64, factor| Some(most.max(factor?)))
            };
            by_rates().or_else(|| method.amplification(&oscillator, 1.0, settings).map(size))
        }
    }
}
