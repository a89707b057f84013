//! What can go wrong, each as one sentence that names the key, the value and the allowed range.

use std::fmt;

/// An input that was refused or a run that left its limits. The state before it is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// No scene has this id.
    UnknownScene {
        /// The id asked for.
        id: String,
        /// The ids there are.
        known: Vec<&'static str>,
    },
    /// The scene has no such parameter.
    UnknownParameter {
        /// The key asked for.
        key: String,
        /// The keys there are.
        known: Vec<&'static str>,
    },
    /// A number outside its range, or not finite.
    OutOfRange {
        /// What the number is for.
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
    /// Something that is not a number where one is needed.
    NotANumber {
        /// What the number is for.
        key: String,
        /// What was given, as text.
        value: String,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Unit of both.
        unit: &'static str,
    },
    /// A name that is not among the options.
    UnknownOption {
        /// The parameter's key.
        key: String,
        /// What was given, as text.
        value: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// Something else than a whole number in range: a particle's index, a number of steps.
    NotWhole {
        /// What the number is for.
        key: &'static str,
        /// What was given, as text.
        value: String,
        /// Largest allowed value; the smallest is 0.
        max: f64,
    },
    /// A fixed particle was asked to move by itself.
    FixedParticle {
        /// Its index.
        index: usize,
    },
    /// The state left the range in which it means anything, or is not finite.
    Runaway {
        /// Simulated time in s.
        time: f64,
        /// Name of the method.
        method: &'static str,
        /// Time step in s.
        step: f64,
        /// Its limit in s.
        limit: f64,
        /// Growth of the motion per step.
        growth: f64,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::UnknownScene { id, known } => write!(f, "There is no scene \"{id}\"; known: {}.", known.join(", ")),
            Self::UnknownParameter { key, known } => {
                write!(f, "There is no parameter \"{key}\"; known: {}.", known.join(", "))
            }
            Self::OutOfRange { key, value, min, max, unit } => {
                write!(f, "{key} must be a number from {min} to {max}{}; {} was given.", spaced(unit), plain(*value))
            }
            Self::NotANumber { key, value, min, max, unit } => {
                write!(f, "{key} must be a number from {min} to {max}{}; {value} was given.", spaced(unit))
            }
            Self::UnknownOption { key, value, known } => {
                write!(f, "{key} must be one of {}; {value} was given.", known.join(", "))
            }
            Self::NotWhole { key, value, max } => {
                write!(f, "{key} must be a whole number from 0 to {max}; {value} was given.")
            }
            Self::FixedParticle { index } => write!(f, "particle {index} is fixed and has no velocity."),
            Self::Runaway { time, method, step, limit, growth } => {
                write!(f, "The run stopped at t = {} s: ", significant(*time))?;
                write_cause(f, method, *step, *limit, *growth)
            }
        }
    }
}

fn write_cause(f: &mut fmt::Formatter, method: &str, step: f64, limit: f64, growth: f64) -> fmt::Result {
    let [step_text, limit_text, growth_text] = [step, limit, growth].map(significant);
    if step <= limit {
        write!(f, "the motion left the scene, although the time step of {step_text} s keeps {method}'s limit.")
    } else if limit == 0.0 {
        write!(
            f,
            "the time step of {step_text} s exceeds {method}'s limit, which is 0 s here: \
             it grows at every step size, now {growth_text}-fold per step."
        )
    } else {
        write!(
            f,
            "the time step of {step_text} s is {} times {method}'s limit of {limit_text} s; \
             the motion grew {growth_text}-fold per step.",
            significant(step / limit)
        )
    }
}

fn spaced(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

/// A number as JavaScript writes it.
pub(crate) fn plain(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_string();
    }
    if value.abs() < 1e21 { value.to_string() } else { format!("{value:e}") }
}

/// Three significant digits, without trailing zeros.
fn significant(value: f64) -> String {
    let (mut scale, mut unit) = (1.0, 1.0);
    while value != 0.0 && (value * scale).abs() < 99.95 && scale < 1e12 {
        scale *= 10.0;
    }
    while value.is_finite() && (value / unit).abs() >= 999.5 {
        unit *= 10.0;
    }
    let rounded = (value * scale / unit).round() * unit / scale;
    if rounded.abs() < 1e6 { plain(rounded) } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_sentences_have_three_significant_digits() {
        for (value, text) in [
            (0.632_455, "0.632"),
            (2.0, "2"),
            (6.403, "6.4"),
            (6_656.2, "6660"),
            (0.0, "0"),
            (0.99999, "1"),
            (6.656e9, "6.66e9"),
        ] {
            assert_eq!(significant(value), text);
        }
    }

    #[test]
    fn numbers_too_long_to_read_have_an_exponent() {
        assert_eq!([1e300, 1e12, f64::INFINITY, -0.5].map(plain), ["1e300", "1000000000000", "Infinity", "-0.5"]);
    }

    #[test]
    fn a_refusal_names_key_value_and_range() {
        let error = Error::OutOfRange { key: "mass".into(), value: -1.0, min: 0.01, max: 100.0, unit: "kg" };
        assert_eq!(error.to_string(), "mass must be a number from 0.01 to 100 kg; -1 was given.");
    }

    #[test]
    fn a_runaway_names_the_limit_and_by_how_much_it_was_exceeded() {
        let stopped =
            Error::Runaway { time: 14.0, method: "Symplectic Euler", step: 2.0, limit: 0.632_455, growth: 37.97 };
        assert_eq!(
            stopped.to_string(),
            "The run stopped at t = 14 s: the time step of 2 s is 3.16 times Symplectic Euler's limit of 0.632 s; \
             the motion grew 38-fold per step."
        );
    }
}
