//! Regions of stability, and the rates of a system that should lie in them.

use super::oscillator::oscillators;
use crate::{
    Error, Matrices, Method, Simulation,
    integrators::Settings,
    oscillator::stability::rates,
    spectrum::{SMALL, oscillator},
};
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
    /// True if these are all. Otherwise they belong to the corners of a polygon in (γ, ω²) that
    /// encloses the points of all motions.
    pub all: bool,
}

/// See [`Simulation::rates`].
pub fn all_rates(simulation: &mut Simulation) -> Result<Rates, Error> {
    let single: Vec<_> = oscillators(simulation).map(|one| [one.damping_rate(), one.omega_squared()]).collect();
    if !single.is_empty() {
        return Ok(of(single, true));
    }
    let system = simulation.system()?;
    if system.particles.free().count() <= SMALL {
        let matrices = Matrices::of(system, !simulation.method().projects_contacts);
        if let Some(values) = matrices.rates() {
            let oscillators = matrices.modes().iter().map(|mode| [mode.damping_rate, mode.omega_squared]).collect();
            return Ok(Rates { values, oscillators, all: true });
        }
    }
    Ok(of(simulation.spectrum()?.corners().to_vec(), false))
}

/// The rates of oscillators.
fn of(oscillators: Vec<[f64; 2]>, all: bool) -> Rates {
    let values = oscillators.iter().flat_map(|&point| rates(&oscillator(point))).collect();
    Rates { values, oscillators, all }
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
