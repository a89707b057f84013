//! Simulated time, counted in steps.

/// Simulated time as whole steps since the step size last changed, so that rounding errors don't
/// add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Clock {
    /// Time of the last change of the step size, in s.
    pub origin: f64,
    /// Number of steps since then.
    pub steps: u32,
    /// Step size in s, negative if time runs backwards.
    pub step: f64,
}

impl Clock {
    pub(crate) fn time(&self) -> f64 {
        self.origin + f64::from(self.steps) * self.step
    }

    pub(crate) fn restarted_at(origin: f64, step: f64) -> Self {
        Self { origin, steps: 0, step }
    }

    pub(crate) fn tick(&mut self, steps: u32) {
        *self = match self.steps.checked_add(steps) {
            Some(steps) => Self { steps, ..*self },
            None => Self { origin: self.time(), steps, ..*self },
        };
    }
}

/// Number of steps of size `step` in `time` (s), rounded up. The time is at most about 1000 s. A
/// quotient within 1e-12 of a whole number counts as whole.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 10⁹, as no step is below 1 µs
pub(crate) fn whole_steps(time: f64, step: f64) -> u32 {
    (time / step * (1.0 - 1e-12)).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_continues_when_the_number_of_steps_overflows() {
        let mut clock = Clock { origin: 2.0, steps: u32::MAX, step: 0.5 };
        let before = clock.time();
        clock.tick(4);
        assert_eq!(clock.time(), before + 2.0);
    }
}
