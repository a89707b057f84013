//! Substeps: equal parts of a time step.

use crate::{
    Damper, Method, System,
    spectrum::{integrates_links, safe_step},
};

/// Largest automatic substep, relative to the longest step known to be stable. Rotating springs
/// excite modes that are close to their limit.
const PART: f64 = 0.9;

/// Most substeps, so that a page doesn't freeze.
pub const MOST: u32 = 1000;

/// Number of substeps of a time step. It depends on the parameters and on which springs have torn,
/// but not on the rest of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Substeps {
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
    pub fn count(self, step: f64) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Within { longest, always } => {
                let enough = (step.abs() / longest).ceil().max(1.0);
                if enough > f64::from(MOST) && !always { 1 } else { enough.min(f64::from(MOST)) as u32 }
            }
        }
    }

    /// Longest time step (s) for which [`MOST`] substeps are enough; `None` for a fixed number.
    pub fn longest_step(self) -> Option<f64> {
        if let Self::Within { longest, .. } = self { Some(f64::from(MOST) * longest) } else { None }
    }

    /// Substeps that keep the step limit of a method in a system with these inverse masses (1/kg);
    /// one if there is no limit, or if it is 0.
    pub fn within_limit(method: &Method, system: &System, weights: &[f64]) -> Self {
        if method.is_adaptive() || integrates_links(method) && !system.constraints.is_empty() {
            return Self::Number(1);
        }
        let contacts = !method.projects_contacts;
        let bounds = system.ceilings(contacts, weights);
        let slowed = weights.iter().filter(|w| **w > 0.0).map(|w| system.single_weight(*w));
        let least = system.drag * slowed.fold(f64::INFINITY, f64::min);
        let along = || safe_step(method, bounds, least, system.retardation(contacts, weights, None));
        let isotropic = system.springs.damper == Damper::Isotropic;
        let whole = if isotropic { along() } else { safe_step(method, bounds, least, 0.0) };
        let always = whole > 0.0;
        let limit = if always || isotropic { whole } else { along() };
        if limit > 0.0 && limit < f64::INFINITY {
            Self::Within { longest: PART * limit, always }
        } else {
            Self::Number(1)
        }
    }
}
