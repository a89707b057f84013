//! Substeps: equal parts of a time step.

use super::Simulation;
use crate::{
    Damper, Model, System,
    linear::NotConverged,
    spectrum::{integrates_links, safe_step},
};
use std::borrow::Cow;

/// Largest automatic substep, relative to the longest step known to be stable. Rotating springs
/// excite modes that are close to their limit.
const PART: f64 = 0.9;

/// Most substeps, so that a page doesn't freeze.
const MOST: u32 = 1000;

/// Number of substeps of a time step. It depends on the parameters and on which springs have torn,
/// but not on the rest of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Substeps {
    /// A fixed number.
    Number(u32),
    /// The smallest number with which no substep is longer than `longest` (s).
    Within {
        longest: f64,
        /// True if such a substep is stable in every state, not only for motion along the springs.
        always: bool,
    },
}

impl Substeps {
    /// Number of substeps of a time step (s).
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 1 and MOST
    fn count(self, step: f64) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Within { longest, always } => {
                let enough = (step.abs() / longest).ceil().max(1.0);
                if enough > f64::from(MOST) && !always { 1 } else { enough.min(f64::from(MOST)) as u32 }
            }
        }
    }

    /// Longest time step (s) for which [`MOST`] substeps are enough; `None` for a fixed number.
    fn longest_step(self) -> Option<f64> {
        if let Self::Within { longest, .. } = self { Some(f64::from(MOST) * longest) } else { None }
    }
}

impl Simulation {
    /// Number of equal substeps in which the chosen method takes a time step: the parameter
    /// `substeps`, or 1 in scenes without it. A method that chooses its own steps takes the whole
    /// time step.
    ///
    /// Automatic substeps follow from a bound for every state, however long the springs are and
    /// wherever they point: ω² ≤ max Σ 2k/m and γ ≤ max Σ 2μ/m over the springs of a particle of
    /// mass m, where a spring to a fixed particle counts with 1 in place of 2. Contacts, drag and
    /// air resistance at the strongest wind are added. A substep is at most 0.9 of the longest step
    /// that is stable on all of [b/m, γ] × [0, ω²], with the drag b. Explicit Euler and methods of
    /// order 2 are stable there for damped motion only: the springs' dampers give γ ≥ ω² min μ/k,
    /// in every state if they are isotropic. Axial ones do not slow motion across stretched
    /// springs, for which no substep is short enough; the substeps are then those for motion along
    /// springs, or one if that takes more than 1000. Compressed springs may have ω² < 0 across them
    /// and buckle. Of the two rates of such a motion, one grows physically; for the other, no
    /// substep is short enough in every state. There are at most 1000 substeps. There is one for a
    /// method without such a step, like explicit Euler without damping, and for RATTLE with links,
    /// whose pulls have no bound.
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

    /// Length h of a substep in s: the step that the chosen method takes.
    #[must_use]
    pub fn substep(&self) -> f64 {
        self.time_step() / f64::from(self.substeps())
    }

    /// True if automatic substeps, at most 1000, keep the present time step within the step limit.
    #[must_use]
    pub fn keeps_limit(&self) -> bool {
        matches!(self.substeps, Substeps::Within { always: true, .. })
            && self.longest_kept().is_some_and(|longest| self.time_step() <= longest)
    }

    /// Number of substeps of the present time step that keep the step limit of the chosen method in
    /// every state, for any value of `substeps`. `None` if more than 1000 would be needed, or if no
    /// number does.
    #[must_use]
    pub fn enough_substeps(&self) -> Option<u32> {
        let found = self.automatic();
        let Substeps::Within { longest, always: true } = found else { return None };
        (self.time_step() <= f64::from(MOST) * longest).then(|| found.count(self.clock.step))
    }

    /// Substeps according to the parameters, in the present model.
    pub(crate) fn find_substeps(&self) -> Substeps {
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

    /// Substeps that keep the step limit; one if there is no limit, or if it is 0.
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

    /// Substeps that keep the step limit in another system with these inverse masses (1/kg).
    fn automatic_in(&self, system: &System, weights: &[f64]) -> Substeps {
        let method = self.method();
        if integrates_links(method) && !system.constraints.is_empty() {
            return Substeps::Number(1);
        }
        let contacts = !method.projects_contacts;
        let bounds = system.ceilings(contacts, weights);
        let slowed = weights.iter().filter(|w| **w > 0.0).map(|w| system.single_weight(*w));
        let least = system.drag * slowed.fold(f64::INFINITY, f64::min);
        let along = system.retardation(contacts, weights, None);
        let always = if system.springs.damper == Damper::Isotropic { along } else { 0.0 };
        let safe = [always, along].map(|rho| safe_step(method, bounds, least, rho));
        match safe.into_iter().find(|limit| *limit > 0.0) {
            Some(limit) if limit < f64::INFINITY => Substeps::Within { longest: PART * limit, always: safe[0] > 0.0 },
            _ => Substeps::Number(1),
        }
    }

    /// Takes up to `most` time steps in substeps, and returns how many.
    pub(crate) fn advance(&mut self, most: u32) -> Result<u32, NotConverged> {
        let parts = self.substeps();
        if parts == 1 {
            return self.engine.steps(&mut self.model, self.clock.step, most, self.reach);
        }
        let h = self.clock.step / f64::from(parts);
        // a substep may not converge; the state before the time step is then restored
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

    /// Longest time step (s) that automatic substeps keep within the limit; `None` for a fixed
    /// number.
    pub(crate) fn longest_kept(&self) -> Option<f64> {
        self.substeps.longest_step()
    }

    /// True if substeps keep the present time step within the limit of a system with other
    /// parameters.
    pub(crate) fn keeps(&self, system: &System) -> bool {
        let longest = self.automatic_in(system, &system.particles.inverse_masses).longest_step();
        longest.is_none_or(|longest| self.time_step() <= longest)
    }
}
