//! Substeps: equal parts of a time step.

use super::Simulation;
use crate::{Model, System, linear::NotConverged, spectrum::safe_step};
use std::borrow::Cow;

/// Length of a substep relative to the longest step that is stable for certain. Closer to the
/// limit, springs that turn would excite vibrations.
const PART: f64 = 0.9;

/// Most substeps: a page must not wait for more.
const MOST: u32 = 1000;

/// Number of substeps. It depends on the parameters and on which springs have torn, but on nothing
/// else of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Substeps {
    /// A fixed number.
    Number(u32),
    /// The fewest substeps that are at most this long, in s.
    Within(f64),
}

impl Substeps {
    /// Number of substeps of a step in s.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 1 and MOST
    fn count(self, step: f64) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Within(longest) => (step.abs() / longest).ceil().clamp(1.0, f64::from(MOST)) as u32,
        }
    }

    /// The longest time step (s) for which 1000 substeps suffice; `None` if their number is fixed.
    fn reach(self) -> Option<f64> {
        if let Self::Within(longest) = self { Some(f64::from(MOST) * longest) } else { None }
    }
}

impl Simulation {
    /// Number of equal parts in which the chosen method takes a time step: the parameter
    /// `substeps`, 1 in scenes without it. A method that chooses its own steps takes the whole.
    ///
    /// Automatic substeps follow from bounds for every state, however far springs are stretched and
    /// wherever they point: ω² ≤ max Σ 2 k/m and γ ≤ max Σ 2 μ/m, summed over the springs of a
    /// particle of mass m, where a spring to a fixed particle counts once instead of twice.
    /// Contacts, drag and air resistance in the strongest wind are added. A substep is at most 0.9
    /// of the longest step that is stable on all of [0, γ] × [0, ω²]. Compressed springs that
    /// buckle have ω² < 0 across: one of their rates grows in the exact motion, the other has no
    /// bound, so no substep is short enough for all. There are at most 1000 substeps, and a single
    /// one for a method without such a step, like explicit Euler.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("timeStepSize", 2.0)?;
    /// assert_eq!(damper.substeps(), 1);
    /// damper.set("substeps", "automatic")?;
    /// assert_eq!(damper.substeps(), 4); // 2 s within 0.9 · 2/√10 s
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn substeps(&self) -> u32 {
        self.substeps.count(self.clock.step)
    }

    /// Length h of a substep in s, the step that the chosen method takes.
    #[must_use]
    pub fn substep(&self) -> f64 {
        self.time_step() / f64::from(self.substeps())
    }

    /// True if automatic substeps, at most 1000, keep the step limit whatever the parameters.
    #[must_use]
    pub fn keeps_limit(&self) -> bool {
        self.longest_kept().is_some_and(|longest| self.time_step() <= longest)
    }

    /// Number of substeps with which the present time step keeps the limit of the chosen method in
    /// every state, whatever `substeps` is now. `None` if not even 1000 do, or if there is no
    /// limit.
    #[must_use]
    pub fn enough_substeps(&self) -> Option<u32> {
        let found = self.automatic();
        found.reach().is_some_and(|longest| self.time_step() <= longest).then(|| found.count(self.clock.step))
    }

    /// Substeps for the parameters and the present model.
    pub(super) fn find_substeps(&self) -> Substeps {
        if !self.values.has("substeps") || self.method().is_adaptive() {
            return Substeps::Number(1);
        }
        match self.values.name("substeps") {
            "large" if !self.is_large() => Substeps::Number(1),
            "automatic" | "large" => self.automatic(),
            // all other options are numbers
            number => Substeps::Number(number.bytes().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))),
        }
    }

    /// Substeps for the step limit; a single one if there is no limit, or if it is 0.
    fn automatic(&self) -> Substeps {
        let (Model::Mechanical(system), false) = (&self.model, self.method().is_adaptive()) else {
            return Substeps::Number(1);
        };
        let mut weights = Cow::from(&system.particles.inverse_masses);
        if let Some(hand) = self.hand {
            weights.to_mut()[hand.particle] = hand.inverse_mass;
        }
        self.automatic_in(system, &weights)
    }

    /// Automatic substeps of a system with these inverse masses (1/kg).
    fn automatic_in(&self, system: &System, weights: &[f64]) -> Substeps {
        let method = self.method();
        let limit = safe_step(method, system.ceilings(!method.projects_contacts, weights));
        if limit > 0.0 && limit < f64::INFINITY { Substeps::Within(PART * limit) } else { Substeps::Number(1) }
    }

    /// Takes up to `most` time steps in substeps and returns how many.
    pub(super) fn advance(&mut self, most: u32) -> Result<u32, NotConverged> {
        let parts = self.substeps();
        if parts == 1 {
            return self.engine.steps(&mut self.model, self.clock.step, most, self.reach);
        }
        let h = self.clock.step / f64::from(parts);
        // if a substep has no solution, the state goes back to the one before the step
        let before = self.engine.iterations().is_some().then(|| self.model.clone());
        let asked = if before.is_some() { parts } else { parts * most.min(u32::MAX / parts) };
        let mut taken = 0;
        while taken == 0 || taken % parts != 0 {
            match self.engine.steps(&mut self.model, h, asked - taken, self.reach) {
                Ok(more) => taken += more,
                Err(cause) => {
                    if let Some(before) = before {
                        self.model = before;
                    }
                    return Err(cause);
                }
            }
        }
        Ok(taken / parts)
    }

    /// The longest time step (s) that automatic substeps keep within the limit; `None` for other
    /// substeps.
    pub(super) fn longest_kept(&self) -> Option<f64> {
        self.substeps.reach()
    }

    /// True if substeps keep the present time step within the limit, in a system with other
    /// parameters.
    pub(super) fn keeps(&self, system: &System) -> bool {
        let longest = self.automatic_in(system, &system.particles.inverse_masses).reach();
        longest.is_none_or(|longest| self.time_step() <= longest)
    }
}
