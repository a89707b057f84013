//! Errors, each as one sentence that names the key, the value and the allowed range.

use crate::{
    base::not_converged::NotConverged,
    base::text::{plain, quoted, short, significant},
};
use std::fmt;

/// A refused input or a run that left its limits. The state before it is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// No scene has this id.
    UnknownScene {
        /// The id asked for.
        id: String,
        /// All known ids.
        known: Vec<&'static str>,
    },
    /// The scene has no such parameter.
    UnknownParameter {
        /// The key asked for.
        key: String,
        /// Keys of the scene's parameters.
        known: Vec<&'static str>,
    },
    /// A number outside its range, or not finite.
    OutOfRange {
        /// Name of the quantity.
        key: String,
        /// The number given.
        value: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Unit of all three.
        unit: &'static str,
    },
    /// A value that is not a number, where one is needed.
    NotANumber {
        /// Name of the quantity.
        key: String,
        /// The value given, as text.
        value: String,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Unit of both.
        unit: &'static str,
    },
    /// A name that is not one of the options.
    UnknownOption {
        /// The parameter's key.
        key: String,
        /// The value given, as text.
        value: String,
        /// All options.
        known: Vec<&'static str>,
    },
    /// A value that is not a whole number in the range: a particle's index, a number of steps.
    NotWhole {
        /// Name of the quantity.
        key: String,
        /// The value given, as text.
        value: String,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
    },
    /// Something that the scene does not have, e.g. springs in a flow.
    NotInScene {
        /// Name of the missing thing.
        what: &'static str,
        /// The scene's id.
        scene: &'static str,
    },
    /// A file with a mistake.
    File {
        /// Format of the file, e.g. "OBJ".
        format: &'static str,
        /// Place of the mistake, such as `line 3` or the path `springs[3].ends`; empty if the
        /// reason tells it.
        place: String,
        /// The mistake, as the rest of a sentence.
        reason: String,
    },
    /// Bytes that are not a snapshot of this scene.
    Snapshot {
        /// The reason, as the rest of a sentence.
        reason: String,
    },
    /// Bytes that are not a state of a simulation with the same scene, parameters, springs and
    /// links.
    State,
    /// Too little memory.
    NoMemory {
        /// Number of things that need memory.
        count: usize,
        /// Their name in the plural.
        what: &'static str,
        /// Memory in bytes that they may need.
        bytes: usize,
        /// The largest free piece of memory in bytes.
        left: usize,
    },
    /// A list of vectors that has not one for each particle.
    WrongLength {
        /// Name of the list.
        key: &'static str,
        /// Number of vectors needed.
        count: usize,
        /// Numbers given.
        given: usize,
    },
    /// The solver of an implicit method did not converge, or an adaptive method needs too many
    /// steps.
    NotConverged {
        /// Simulated time in s.
        time: f64,
        /// Name of the method.
        method: &'static str,
        /// Report of the solver.
        cause: NotConverged,
    },
    /// A step for which an implicit method would divide by 0.
    Pole {
        /// Name of the method.
        method: &'static str,
        /// The time step in s.
        step: f64,
        /// The rate of growth λ in 1/s for which hλ is a pole of the method's stability function.
        rate: f64,
    },
    /// A velocity for a fixed particle.
    FixedParticle {
        /// Its index.
        index: usize,
    },
    /// A position for a particle whose motion the drive prescribes.
    DrivenParticle {
        /// Its index.
        index: usize,
    },
    /// A state that is not finite, or too far from the scene to be meaningful.
    Explosion {
        /// Simulated time in s.
        time: f64,
        /// The cause, if there are few particles; else see
        /// [`Simulation::reason`](crate::Simulation::reason).
        cause: Option<Cause>,
    },
}

/// Cause of an explosion.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// Name of the method.
    pub method: &'static str,
    /// Time step in s.
    pub step: f64,
    /// Its limit in s for the scene as it started, NaN if none is known.
    pub limit: f64,
    /// Growth of the fastest growing motion per step, for the scene as it started.
    pub growth: f64,
    /// Reason why the exact motion itself grows, as a clause, see
    /// [`Simulation::growth_source`](crate::Simulation::growth_source).
    pub source: Option<&'static str>,
}

/// The cause as a clause.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { method, step, limit, growth, source } = self;
        if let Some(source) = source {
            return write!(f, "{source}, at every time step");
        }
        let [step_text, limit_text] = [*step, *limit].map(significant);
        let growth = if *growth < 1.1 {
            format!("by {} %", significant(100.0 * (growth - 1.0)))
        } else {
            format!("{}-fold", significant(*growth))
        };
        if *limit == f64::INFINITY {
            write!(f, "the motion left the scene, although {method} had no step limit for the scene as it started")
        } else if limit.is_nan() {
            write!(f, "the motion left the scene, and no step limit of {method} is known for the scene as it started")
        } else if step <= limit {
            write!(
                f,
                "the motion left the scene, although the time step of {step_text} s keeps {method}'s limit, {limit_text} s \
                 for the scene as it started"
            )
        } else if *limit == 0.0 {
            write!(
                f,
                "the time step of {step_text} s exceeds {method}'s limit, 0 s for the scene as it started: a motion grows at every \
                 step size, here {growth} per step"
            )
        } else {
            let times = significant(step / limit);
            write!(
                f,
                "the time step of {step_text} s is {times} times {method}'s limit of {limit_text} s for the scene as it started, \
                 where a motion grows {growth} per step"
            )
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The sentence without its full stop, as a part of another one.
    pub(crate) fn clause(&self) -> String {
        let mut text = self.to_string();
        text.pop();
        text
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::UnknownScene { id, known } => {
                write!(f, "There is no scene {}; known: {}.", quoted(id), known.join(", "))
            }
            Self::UnknownParameter { key, known } => {
                write!(f, "There is no parameter {}; known: {}.", quoted(key), known.join(", "))
            }
            Self::OutOfRange { key, value, min, max, unit } => write_range(f, (key, *min, *max, unit), &plain(*value)),
            Self::NotANumber { key, value, min, max, unit } => write_range(f, (key, *min, *max, unit), value),
            Self::UnknownOption { key, value, known } => {
                write!(f, "{key} must be one of {}; {value} was given.", known.join(", "))
            }
            Self::NotWhole { key, value, min, max } => {
                let [min, max] = [*min, *max].map(plain);
                write!(f, "{key} must be a whole number from {min} to {max}; {value} was given.")
            }
            Self::NotInScene { what, scene } => write!(f, "The scene \"{scene}\" has no {what}."),
            Self::File { format, place, reason } => {
                let comma = if place.is_empty() { "" } else { ", " };
                write!(f, "{format}{comma}{}: {reason}.", short(place))
            }
            Self::Snapshot { reason } => write!(f, "The snapshot was refused: {reason}."),
            Self::State => {
                write!(
                    f,
                    "The state was refused: it is not from a simulation with these parameters, springs and links."
                )
            }
            Self::NoMemory { count, what, bytes, left } => {
                let [bytes, left] = [bytes, left].map(|bytes| bytes.div_ceil(1_000_000));
                write!(f, "{count} {what} may take {bytes} MB of memory, and {left} MB are left.")
            }
            Self::NotConverged { time, method, cause } => {
                let time = significant(*time);
                write!(f, "The run stopped at t = {time} s: {method} did not converge: {cause}.")
            }
            Self::Pole { method, step, rate } => {
                let [product, step, rate] = [step * rate, *step, *rate].map(significant);
                write!(
                    f,
                    "{method} has no step of {step} s in this field: for motion that grows with λ = {rate}/s, \
                     hλ = {product}, it would divide by 0; choose another timeStepSize."
                )
            }
            Self::WrongLength { key, count, given } => write!(
                f,
                "{key} must be a list of {} numbers, x y z for each of {count} particles; {given} were given.",
                3 * count
            ),
            Self::FixedParticle { index } => write!(f, "particle {index} is fixed and has no velocity."),
            Self::DrivenParticle { index } => {
                write!(f, "particle {index} is driven and goes where the drive leads it.")
            }
            Self::Explosion { time, cause } => {
                write!(f, "The run stopped at t = {} s: ", significant(*time))?;
                match cause {
                    Some(cause) => write!(f, "{cause}."),
                    None => f.write_str("the motion left the scene."),
                }
            }
        }
    }
}

fn write_range(f: &mut fmt::Formatter, (key, min, max, unit): (&str, f64, f64, &str), value: &str) -> fmt::Result {
    let [min, max] = [min, max].map(plain);
    write!(f, "{key} must be a number from {min} to {max}{}; {value} was given.", spaced(unit))
}

fn spaced(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_key_value_and_range() {
        let error = Error::OutOfRange { key: "mass".into(), value: -1.0, min: 0.01, max: 100.0, unit: "kg" };
        assert_eq!(error.to_string(), "mass must be a number from 0.01 to 100 kg; -1 was given.");
    }

    #[test]
    fn an_explosion_names_the_limit_and_by_how_much_it_was_exceeded() {
        let cause = Cause { method: "Symplectic Euler", step: 2.0, limit: 0.632_455, growth: 37.97, source: None };
        let stopped = Error::Explosion { time: 14.0, cause: Some(cause) };
        assert_eq!(
            stopped.to_string(),
            "The run stopped at t = 14 s: the time step of 2 s is 3.16 times Symplectic Euler's limit of 0.632 s for the \
             scene as it started, where a motion grows 38-fold per step."
        );
        let crept = Cause { method: "Explicit Euler", step: 0.1, limit: 0.0, growth: 1.004_987_562, source: None };
        assert!(
            crept.to_string().ends_with("a motion grows at every step size, here by 0.499 % per step"),
            "√(1 + 0.1²)"
        );
        let unlimited = Cause { method: "Verlet", step: 0.01, limit: f64::INFINITY, growth: 1.0, source: None };
        assert!(unlimited.to_string().ends_with("although Verlet had no step limit for the scene as it started"));
        let unknown = Cause { limit: f64::NAN, ..unlimited };
        assert!(unknown.to_string().ends_with("no step limit of Verlet is known for the scene as it started"));
    }
}
