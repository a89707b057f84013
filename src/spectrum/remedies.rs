//! Changes that make a step stable.

/// Remedies that need a smaller factor are not offered.
const LEAST_FACTOR: f64 = 1e-3;

/// Factors on the present stiffness, damping and time step. Each is the largest that makes the step
/// stable if it alone is changed; `None` if there is none. With methods that are stable while
/// h²ω² + c hγ < 4 a factor above 1 is the margin left; with others factors are at most 1. ω² is
/// taken as proportional to the stiffness and γ to the damping, which neglects contacts and drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remedies {
    /// Factor on the stiffness.
    pub stiffness: Option<f64>,
    /// Factor on the damping.
    pub damping: Option<f64>,
    /// Factor on the time step.
    pub step: Option<f64>,
}

/// The largest stable factor of at most 1. Stable factors need not begin at 0: with Runge-Kutta 4 a
/// spring can be too soft for its damper, whose rate rises as the oscillation slows. They are
/// therefore searched downwards, in steps of 10 % and by bisection.
pub(super) fn largest(stable: &dyn Fn(f64) -> bool) -> Option<f64> {
    let mut unstable = 1.0;
    if stable(unstable) {
        return Some(unstable);
    }
    while !stable(0.9 * unstable) {
        unstable *= 0.9;
        if unstable < LEAST_FACTOR {
            return None;
        }
    }
    let mut factor = 0.9 * unstable;
    for _ in 0..40 {
        let middle = 0.5 * (factor + unstable);
        *(if stable(middle) { &mut factor } else { &mut unstable }) = middle;
    }
    Some(factor)
}
