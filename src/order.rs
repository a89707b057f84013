//! Observed order of a method.

/// The exponent p in error ≈ C Δt^p: the slope of log error over log step by least squares. `None` for fewer than two steps or
/// errors of 0.
#[must_use]
pub fn observed_order(steps: &[f64], errors: &[f64]) -> Option<f64> {
    let points: Vec<(f64, f64)> = steps.iter().zip(errors).map(|(h, e)| (h.ln(), e.ln())).collect();
    let n = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = covariance / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    (points.len() > 1 && slope.is_finite()).then_some(slope)
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
