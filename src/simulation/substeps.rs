//! The parts in which a time step is taken.

use super::Simulation;
use crate::{Model, System, linear::NotConverged, spectrum::safe_step};
use std::borrow::Cow;

/// Which part of the longest step that is sure to be stable a substep may take: springs that turn shake what is close to its limit.
const PART: f64 = 0.9;

/// Most substeps: a page must not wait for more.
const MOST: u32 = 1000;

/// In how many parts a time step is taken. It depends on the parameters and on which springs have torn, and on nothing else of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Substeps {
    /// In so many.
    Number(u32),
    /// In as few as let none of them be longer than this, in s.
    Within(f64),
}

impl Substeps {
    /// The parts of a step in s.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 1 and MOST
    fn count(self, step: f64) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Within(longest) => (step.abs() / longest).ceil().clamp(1.0, f64::from(MOST)) as u32,
        }
    }

    /// The longest time step (s) with parts that are not too many; `None` where they don't look at the limit.
    fn reach(self) -> Option<f64> {
        if let Self::Within(longest) = self { Some(f64::from(MOST) * longest) } else { None }
    }
}

impl Simulation {
    /// In how many parts of the same length the chosen method takes a time step: those of the parameter `substeps`, 1 in scenes without. A method that
    /// chooses its own steps takes the whole.
    ///
    /// As many as the step limit asks for are found from a bound that holds for every state, however far springs are stretched and wherever they point:
    /// with the links of a particle of mass m to others, ω² ≤ max Σ 2 k/m and γ ≤ max Σ 2 μ/m, where a fixed particle counts once and not twice, contacts,
    /// drag and air at the speed of the strongest wind beside. A substep is at most 0.9 of the longest one that is stable on all of [0, γ] × [0, ω²]; springs so short that they
    /// buckle have ω² < 0 across, where one rate grows in truth and no substep is short enough for every other. There are 1000 at most; for a method that has
    /// no such step, as explicit Euler, there is one.
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

    /// The length h of a substep in s: the step that the chosen method takes.
    #[must_use]
    pub fn substep(&self) -> f64 {
        self.time_step() / f64::from(self.substeps())
    }

    /// Whether automatic substeps keep the step limit, whatever the parameters: 1000 of them at most.
    #[must_use]
    pub fn keeps_limit(&self) -> bool {
        self.longest_kept().is_some_and(|longest| self.time_step() <= longest)
    }

    /// How many substeps of the present time step keep the limit of the chosen method in every state, whatever `substeps` is now; `None` where no number up to
    /// 1000 does, or where there is no limit to keep.
    #[must_use]
    pub fn enough_substeps(&self) -> Option<u32> {
        let found = self.automatic();
        found.reach().is_some_and(|longest| self.time_step() <= longest).then(|| found.count(self.clock.step))
    }

    /// What the parameters ask for, in the model as it is.
    pub(super) fn find_substeps(&self) -> Substeps {
        if !self.values.has("substeps") || self.method().is_adaptive() {
            return Substeps::Number(1);
        }
        match self.values.name("substeps") {
            "large" if !self.is_large() => Substeps::Number(1),
            "automatic" | "large" => self.automatic(),
            // all others are numbers
            number => Substeps::Number(number.bytes().fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))),
        }
    }

    /// As many as the step limit asks for; one where there is none, and where it is 0.
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

    /// The same in a system with other parameters and these inverse masses.
    fn automatic_in(&self, system: &System, weights: &[f64]) -> Substeps {
        let method = self.method();
        let limit = safe_step(method, system.ceilings(!method.projects_contacts, weights));
        if limit > 0.0 && limit < f64::INFINITY { Substeps::Within(PART * limit) } else { Substeps::Number(1) }
    }

    /// Takes up to `most` time steps, each in its parts, and returns how many.
    pub(super) fn advance(&mut self, most: u32) -> Result<u32, NotConverged> {
        let parts = self.substeps();
        if parts == 1 {
            return self.engine.steps(&mut self.model, self.clock.step, most, self.reach);
        }
        let h = self.clock.step / f64::from(parts);
        // a part may have no solution, and the state is then that before the step
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

    /// The longest time step (s) that substeps keep within the limit. `None` where they don't look at it.
    pub(super) fn longest_kept(&self) -> Option<f64> {
        self.substeps.reach()
    }

    /// Whether substeps keep the present time step within the limit, in a system with other parameters.
    pub(super) fn keeps(&self, system: &System) -> bool {
        let longest = self.automatic_in(system, &system.particles.inverse_masses).reach();
        longest.is_none_or(|longest| self.time_step() <= longest)
    }
}
