//! Modified energy of a method, and the deviation of its oscillation from the exact one.

use crate::{
    Particles, Simulation, System,
    base::elementary::{atan2, ln},
    integrators::verlet,
    linear::outer,
    oscillator::stability::rates,
    scenes::shared::stepping::SOLVER,
};
use glam::{DMat3, DVec3};
use num_complex::Complex64;
use std::f64::consts::TAU;

/// Steps before a measurement, in which all motions of a method with memory but the oscillation die
/// out.
const LEAD: u32 = 60;

/// Intervals between samples in each half of a measurement.
const INTERVALS: usize = 9;

/// Most steps in an interval.
const MOST: f64 = 256.0;

/// Distance between two neighbouring runs, relative to their distance from the fixed point.
const APART: f64 = 1.0 / 16.0;

/// Difference between the motion e^(λ′t) that a method makes of an oscillation, and the exact
/// e^(λt).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// Numerical damping Re (λ − λ′) in 1/s; negative if the method feeds the oscillation.
    pub damping: f64,
    /// Frequency shift Im (λ′ − λ) in rad/s; negative if the method is late.
    pub frequency: f64,
    /// Uncertainties of both, 0 if they follow from theory.
    pub uncertainties: [f64; 2],
}

/// See [`Simulation::modified_energy`].
pub fn modified_energy(simulation: &Simulation) -> Result<f64, &'static str> {
    let system = simulation.system().map_err(|_| "its motion has no energy")?;
    let [c, d, e] = coefficients(simulation, system)?;
    let h = simulation.signed_substep();
    let x = &system.particles.positions;
    let mut v = system.particles.velocities.clone();
    if *simulation.method() == verlet::METHOD {
        verlet::centre_velocities(system, h, &mut v);
    }
    let mut a = vec![DVec3::ZERO; x.len()];
    system.accelerate(system.time, x, &v, &mut a);
    let of_mass = |(i, m): (usize, f64)| {
        m * (0.5 * v[i].length_squared() + c * h * a[i].dot(v[i]) + e * h * h * a[i].length_squared())
    };
    let energy = system.energy();
    let sum: f64 = system.particles.free().map(of_mass).sum();
    Ok(energy.elastic + energy.gravity + sum + d * h * h * curvature(system, &v))
}

/// Coefficients of the modified energy, or the reason why there is none.
fn coefficients(simulation: &Simulation, system: &System) -> Result<[f64; 3], &'static str> {
    let method = simulation.method();
    let coefficients = method.modified_energy.ok_or("the method is not symplectic")?;
    let solved = !method.settings.contains(&SOLVER.name) || simulation.is_linear() || simulation.settings().newton;
    let reasons = [
        (solved, "linearised equations are not symplectic"),
        (!simulation.is_held(), "a hand holds a mass"),
        (system.excitation.is_none_or(|drive| drive.amplitude == DVec3::ZERO), "a drive does work"),
        (system.constraints.is_empty(), "links hold the masses"),
        (system.obstacles.is_empty(), "obstacles may push"),
        (system.wind.resistance == 0.0 && !system.is_damped(true), "damping takes energy"),
    ];
    reasons.iter().find(|(holds, _)| !holds).map_or(Ok(coefficients), |(_, reason)| Err(*reason))
}

/// vᵀKv in W/s over all springs, with the stiffness matrix K = −∂f/∂x.
fn curvature(system: &System, v: &[DVec3]) -> f64 {
    let x = &system.particles.positions;
    let springs = system.springs.iter();
    springs.map(|([i, j], spring)| (v[i] - v[j]).dot(spring.stiffness_matrix(x[i] - x[j]) * (v[i] - v[j]))).sum()
}

/// See [`Simulation::predicted_deviation`].
pub fn predicted(simulation: &Simulation) -> Option<Deviation> {
    let factor = simulation.amplification()?;
    let angle = atan2(factor.im, factor.re);
    Some(deviation(rate(simulation)?, [0.5 * ln(factor.norm_sqr()), angle], simulation.signed_substep()))
}

/// See [`Simulation::measured_deviation`].
pub fn measured(simulation: &Simulation) -> Option<Deviation> {
    let exact = rate(simulation)?;
    simulation.exact()?;
    let step = simulation.time_step();
    let stride = (1.0 / (step * exact.norm_sqr().sqrt())).clamp(1.0, MOST).round();
    let time = stride * step;
    let near = predicted(simulation).map_or(0.0, |deviation| deviation.frequency) + exact.im;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to MOST")]
    let samples = differences(simulation, stride as u32)?;
    let of = |samples: &[f64]| {
        let log = logarithm(samples, near * time)?;
        Some(deviation(exact, log, time.copysign(simulation.signed_substep())))
    };
    let [one, other] = [of(&samples[..=INTERVALS])?, of(&samples[INTERVALS..])?];
    Some(Deviation {
        damping: 0.5 * (one.damping + other.damping),
        frequency: 0.5 * (one.frequency + other.frequency),
        uncertainties: [one.damping - other.damping, one.frequency - other.frequency].map(|gap| 0.5 * gap.abs()),
    })
}

/// Rate λ of the exact oscillation; `None` if nothing oscillates.
fn rate(simulation: &Simulation) -> Option<Complex64> {
    let [rate, _] = rates(&simulation.oscillator()?);
    (rate.im > 0.0).then_some(rate)
}

/// Deviation from the exact rate, from the logarithm and the angle of the factor in a time (s).
fn deviation(exact: Complex64, [log, angle]: [f64; 2], time: f64) -> Deviation {
    Deviation { damping: exact.re - log / time, frequency: angle / time.abs() - exact.im, uncertainties: [0.0; 2] }
}

/// Differences in m between two runs from neighbouring states, every `stride` steps. In a linear
/// motion they obey the equation without drive and rest length.
fn differences(simulation: &Simulation, stride: u32) -> Option<[f64; 2 * INTERVALS + 1]> {
    let Particles { positions, velocities, inverse_masses } = simulation.particles();
    let mass = inverse_masses.iter().position(|w| *w > 0.0)?;
    let anchor = inverse_masses.iter().position(|w| *w == 0.0);
    let d = positions[mass] - anchor.map_or(DVec3::ZERO, |anchor| positions[anchor]);
    let size = d.length() + velocities[mass].length() / simulation.oscillator()?.angular_frequency();
    let apart = APART * if size > 0.0 { size } else { 1.0 };
    let n = d.normalize_or(DVec3::X);
    let mut runs = [simulation.twin(), simulation.twin()];
    for (run, part) in runs.iter_mut().zip([0.0, apart]) {
        run.set_position(mass, positions[mass] + part * n).ok()?;
    }
    let (mut samples, mut steps) = ([0.0; 2 * INTERVALS + 1], LEAD);
    for sample in &mut samples {
        for run in &mut runs {
            run.step(steps).ok()?;
        }
        let [one, other] = &runs;
        *sample = n.dot(other.particles().positions[mass] - one.particles().positions[mass]);
        steps = stride;
    }
    Some(samples)
}

/// Logarithm and angle of the factor G between equidistant samples of an oscillation, whose angle
/// is near a known one. They obey x₊ − 2x + x₋ = −a x − b (x − x₋) with a = |1 − G|² and
/// b = 1 − |G|², which are small for short intervals and found by least squares. `None` if no
/// oscillation fits.
#[inline(never)] // two copies would make the engine larger
fn logarithm(samples: &[f64], near: f64) -> Option<[f64; 2]> {
    let squares = samples.windows(3).fold(DMat3::ZERO, |sum, x| {
        let change = x[1] - x[0];
        sum + outer(DVec3::new(x[1], change, change - (x[2] - x[1])))
    });
    let [now, change, bend] = [squares.x_axis, squares.y_axis, squares.z_axis];
    let determinant = now.x * change.y - now.y * change.x;
    let a = (bend.x * change.y - bend.y * change.x) / determinant;
    let b = (now.x * bend.y - now.y * bend.x) / determinant;
    let cosine = 1.0 - 0.5 * (a + b);
    let sine = (a - 0.25 * (a + b) * (a + b)).sqrt();
    let turns = TAU * (near / TAU).round();
    let angle = turns + atan2(sine, cosine).copysign(near - turns);
    angle.is_finite().then(|| [0.5 * ln(1.0 - b), angle])
}
