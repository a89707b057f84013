//! Observed order of a method.

use super::exact::exact_at;
use crate::{
    Error, Simulation,
    base::check::{check_range, check_whole},
    base::elementary::ln,
};
use glam::DVec3;

/// Number of step sizes in [`Simulation::convergence`].
const SIZES: usize = 4;

/// Relative rounding error of a position in one step.
const ROUNDING: f64 = f64::EPSILON;
/// Factor by which an error must exceed the rounding of all steps to count.
const CLEAR: f64 = 10.0;
/// Largest error that counts, relative to the extent of the motion: beyond it, the next powers of
/// the step outweigh the first one, or the run explodes.
const SMALL: f64 = 0.05;

/// The exponent p in error ≈ C Δt^p: the slope of log error over log step by least squares. `None`
/// for fewer than two steps or errors of 0.
///
/// ```
/// use springlab::observed_order;
///
/// let order = observed_order(&[0.4, 0.2, 0.1], &[1.6, 0.4, 0.1]).unwrap(); // half the step, a quarter of the error
/// assert!((order - 2.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn observed_order(steps: &[f64], errors: &[f64]) -> Option<f64> {
    let points: Vec<(f64, f64)> = steps.iter().zip(errors).map(|(h, e)| (ln(*h), ln(*e))).collect();
    let n = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = covariance / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    (points.len() > 1 && slope.is_finite()).then_some(slope)
}

/// Errors of a run with several step sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// Step sizes in s, each half of the previous one.
    pub steps: [f64; SIZES],
    /// Error with each step size: the largest distance in m of a particle from its reference
    /// position, at any of the times that the longest step reaches.
    pub errors: [f64; SIZES],
    /// True if the reference is the exact solution. Else it is the run with half of the step, and
    /// the errors are the changes by halving.
    pub exact: bool,
    /// The [`observed_order`] of those errors that are clear of rounding and below a twentieth of
    /// the largest distance of a particle from its start. `None` for fewer than two.
    pub order: Option<f64>,
}

/// See [`Simulation::convergence`].
pub fn convergence(simulation: &Simulation, time: f64, steps: u32) -> Result<Convergence, Error> {
    check_range("time", time, [1e-6, 1000.0], "s")?;
    check_whole("number of steps", f64::from(steps), [1, 10_000])?;
    let sizes: [f64; SIZES + 1] = std::array::from_fn(|level| time / f64::from(steps << level));
    let mut runs: Vec<Simulation> = sizes.iter().map(|step| simulation.copy(*step)).collect();
    let exact = exact_at(&runs[0], simulation.time() + time).is_some();
    if exact {
        runs.pop();
    }
    let start = &simulation.particles().positions;
    let (mut errors, mut size, mut extent) = ([0.0_f64; SIZES], 0.0_f64, 0.0_f64);
    for _ in 0..steps {
        for (level, run) in runs.iter_mut().enumerate() {
            run.step(1 << level)?;
        }
        for (level, error) in errors.iter_mut().enumerate() {
            let solution = if exact { runs[level].exact() } else { None };
            let reference = solution.as_ref().map_or_else(|| runs[level + 1].particles(), |exact| &exact.particles);
            *error = error.max(gap(&runs[level].particles().positions, &reference.positions));
        }
        let finest = &runs[runs.len() - 1].particles().positions;
        extent = extent.max(gap(finest, start));
        size = finest.iter().map(|x| x.length()).fold(size, f64::max);
    }
    let rounding = |level: usize| ROUNDING * size * f64::from(steps << level);
    let counts = |level: &usize| errors[*level] > CLEAR * rounding(*level) && errors[*level] < SMALL * extent;
    let counting: Vec<usize> = (0..SIZES).filter(counts).collect();
    let [h, e] = [&sizes[..], &errors[..]].map(|list| counting.iter().map(|&level| list[level]).collect::<Vec<_>>());
    Ok(Convergence { steps: std::array::from_fn(|level| sizes[level]), errors, exact, order: observed_order(&h, &e) })
}

/// The largest distance in m between particles of the same index.
fn gap(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_power_is_its_exponent() {
        let steps = [0.1, 0.05, 0.025];
        let order = observed_order(&steps, &steps.map(|h| 7.0 * h * h * h)).unwrap();
        assert!((order - 3.0).abs() < 1e-12);
        assert_eq!(observed_order(&[0.1], &[0.1]), None);
        assert_eq!(observed_order(&[0.1, 0.2], &[0.0, 0.1]), None);
    }
}
