//! The fastest modes of a system and its step limit; all modes; polygons that enclose all rates.

pub mod modes;
mod range;
mod remedies;
mod search;
mod step_limit;

pub(crate) use range::{oscillator, safe_step};
pub use remedies::Remedies;
pub(crate) use search::{climb, integrates_links, linearise, tangent};
pub(crate) use step_limit::SMALL;
pub use step_limit::{Spectrum, StepLimit};
