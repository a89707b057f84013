//! Parameters that several scenes share. Each file holds the keys and records of some of them, the
//! rules for when they are idle, and the function that writes them into a system.

pub mod contact;
pub mod grid;
pub mod record;
pub mod springs;
pub mod stepping;
pub mod surroundings;

pub use super::parameters::{Choice, Count, Number};
use crate::{System, Values};
pub use record::{Record, choice, count, restarting, when};

/// Writes the parameters of springs, masses, surroundings and contacts into a system.
pub fn tune(values: &Values, system: &mut System) {
    springs::tune(values, system);
    springs::tune_masses(values, system);
    surroundings::tune(values, system);
    contact::tune(values, system);
}
