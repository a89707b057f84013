//! Parameters: their records, from which controls are built, and their values.

use crate::{Error, error::plain, integrators::METHODS};

/// One parameter of a scene: everything a control needs to know.
#[derive(Debug)]
pub struct Parameter {
    /// Name in the interface, in URLs and (as kebab-case) in attributes, e.g. `timeStepSize`.
    pub key: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// What raising or choosing it does, in a sentence.
    pub effect: &'static str,
    /// Number or choice.
    pub kind: Kind,
}

/// What values a parameter takes.
#[derive(Debug)]
pub enum Kind {
    /// A number in a range.
    Number {
        /// SI unit, or empty.
        unit: &'static str,
        /// Value at the start.
        default: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Increment of a control.
        step: f64,
        /// Exponent c of a slider: at the fraction p of its way the value is min + (max − min) pᶜ. Above 1 it leaves
        /// room for small values in a wide range.
        curve: f64,
    },
    /// One of [`METHODS`], by its id.
    Method {
        /// Id of the method at the start.
        default: &'static str,
    },
}

/// A parameter's value as it comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// The name of an option.
    Name(String),
    /// Anything else, described.
    Other(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(name: &str) -> Self {
        Self::Name(name.to_string())
    }
}

impl Value {
    /// The value as a sentence quotes it.
    fn quoted(&self) -> String {
        match self {
            Self::Number(number) => plain(*number),
            Self::Name(name) if name.trim().is_empty() => "nothing".to_string(),
            Self::Name(name) => format!("\"{name}\""),
            Self::Other(description) => description.clone(),
        }
    }
}

impl Parameter {
    /// The default value.
    #[must_use]
    pub fn default(&self) -> Value {
        match self.kind {
            Kind::Number { default, .. } => Value::Number(default),
            Kind::Method { default } => default.into(),
        }
    }

    /// Whether `value` is allowed.
    ///
    /// # Errors
    /// A sentence with the key, the value and the allowed range.
    pub fn check(&self, value: &Value) -> Result<(), Error> {
        let key = || self.key.to_string();
        match (&self.kind, value) {
            (&Kind::Number { min, max, unit, .. }, &Value::Number(value)) => {
                check_range(self.key, value, [min, max], unit)
            }
            (&Kind::Number { min, max, unit, .. }, value) => {
                Err(Error::NotANumber { key: key(), value: value.quoted(), min, max, unit })
            }
            (Kind::Method { .. }, Value::Name(name)) if METHODS.iter().any(|method| method.id == name) => Ok(()),
            (Kind::Method { .. }, value) => {
                let known = METHODS.iter().map(|method| method.id).collect();
                Err(Error::UnknownOption { key: key(), value: value.quoted(), known })
            }
        }
    }
}

/// Whether `value` lies in the range.
///
/// # Errors
/// [`Error::OutOfRange`], also for values that are not finite.
pub fn check_range(key: &str, value: f64, [min, max]: [f64; 2], unit: &'static str) -> Result<(), Error> {
    // NaN is in no range
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(Error::OutOfRange { key: key.into(), value, min, max, unit })
    }
}

/// `value` as a whole number from 0 to `max`.
///
/// # Errors
/// [`Error::NotWhole`].
pub fn check_whole(key: &'static str, value: f64, max: u32) -> Result<u32, Error> {
    if (0.0..=f64::from(max)).contains(&value) && value.fract() == 0.0 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // just checked
        Ok(value as u32)
    } else {
        Err(Error::NotWhole { key, value: plain(value), max: f64::from(max) })
    }
}

/// A checked value for each of a scene's parameters.
#[derive(Clone, Debug)]
pub struct Values {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

impl Values {
    /// The defaults.
    #[must_use]
    pub fn defaults(parameters: &'static [Parameter]) -> Self {
        Self { parameters, values: parameters.iter().map(Parameter::default).collect() }
    }

    /// The value of a key.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    pub fn get(&self, key: &str) -> Result<&Value, Error> {
        Ok(&self.values[self.index(key)?])
    }

    /// Takes a value if it is allowed.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`], or what [`Parameter::check`] says.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), Error> {
        let index = self.index(key)?;
        self.parameters[index].check(&value)?;
        self.values[index] = value;
        Ok(())
    }

    /// The number of a key that the scene's own parameters have.
    ///
    /// # Panics
    /// If there is no number of that name: a scene asks for its own.
    #[must_use]
    pub fn number(&self, key: &str) -> f64 {
        match self.get(key) {
            Ok(Value::Number(number)) => *number,
            _ => panic!("{key} is not a number of this scene"),
        }
    }

    /// The chosen name of a key that the scene's own parameters have.
    ///
    /// # Panics
    /// If there is no choice of that name: a scene asks for its own.
    #[must_use]
    pub fn name(&self, key: &str) -> &str {
        match self.get(key) {
            Ok(Value::Name(name)) => name,
            _ => panic!("{key} is not a choice of this scene"),
        }
    }

    fn index(&self, key: &str) -> Result<usize, Error> {
        self.parameters.iter().position(|parameter| parameter.key == key).ok_or_else(|| Error::UnknownParameter {
            key: key.to_string(),
            known: self.parameters.iter().map(|parameter| parameter.key).collect(),
        })
    }
}
