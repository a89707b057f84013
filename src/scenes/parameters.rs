//! Parameters: their records, from which controls are built, and their values.

pub use super::{
    key::{Choice, Count, Key, Number},
    scales::Scales,
    slider::Slider,
};
use crate::{
    Error, Mesh, Method, Model, System,
    base::{
        check::{check_range, check_whole},
        text::{plain, quoted},
    },
    integrators::{METHODS, Offer},
};

/// The methods of the scene, by their ids.
pub const METHOD: Choice = Choice::new("method");

/// One parameter of a scene: everything a control needs to know.
#[derive(Debug)]
pub struct Parameter {
    /// Name in the interface, in URLs and (as kebab-case) in attributes, e.g. `timeStepSize`.
    pub key: &'static str,
    /// Name on the page.
    pub label: &'static str,
    /// Symbol in the formulas of the scene's page, e.g. `k`; empty if there is none.
    pub symbol: &'static str,
    /// Effect of raising or choosing it, in a sentence.
    pub effect: &'static str,
    /// Number or choice.
    pub kind: Kind,
    /// True if a change rebuilds the scene at t = 0; else it acts from the next step on.
    pub restarts: bool,
    /// The terms of the equation of motion that it scales.
    pub scales: Scales,
    /// Its unit while a choice has a certain value; `None` if the unit is always that of `kind`.
    pub unit_with: Option<UnitWith>,
    /// Tells when a change would not alter a single bit of the motion, whatever the state.
    pub idle: Idle,
}

/// Unit of a number while a choice of the same scene has a certain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitWith {
    /// Key of the choice.
    pub key: &'static str,
    /// Value of the choice.
    pub option: &'static str,
    /// SI unit of the number then.
    pub unit: &'static str,
}

/// Reason why a parameter has no effect with the present values of the others, as a clause in the
/// words of the page. `None` if it has an effect. A rule holds in every state of motion, with or
/// without a drag by hand.
pub type Idle = fn(&Situation) -> Option<&'static str>;

/// Everything that decides whether a parameter has an effect.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// Values of the scene's parameters.
    pub values: &'a Values,
    /// The model that they were written into.
    pub model: &'a Model,
    /// The mesh that the model was made of, if one was loaded.
    pub mesh: Option<&'a Mesh>,
}

impl Situation<'_> {
    /// The mechanical system, if the scene has one.
    #[must_use]
    pub fn system(&self) -> Option<&System> {
        if let Model::Mechanical(system) = self.model { Some(system) } else { None }
    }

    /// True if the number is 0, or the scene has no parameter with this key.
    #[must_use]
    pub fn is_zero(&self, key: Number) -> bool {
        self.values.number_or(key, 0.0) == 0.0
    }

    /// True if the chosen method reads this setting.
    #[must_use]
    pub fn has_setting(&self, setting: impl AsRef<str>) -> bool {
        self.values.method().settings.contains(&setting.as_ref())
    }
}

/// Values that a parameter may take.
#[derive(Debug)]
pub enum Kind {
    /// A number in a range.
    Number {
        /// SI unit, or empty.
        unit: &'static str,
        /// Initial value.
        default: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Values offered by a slider.
        slider: Slider,
    },
    /// A whole number in a range.
    Count {
        /// Initial value.
        default: u32,
        /// Smallest allowed value.
        min: u32,
        /// Largest allowed value.
        max: u32,
        /// Values offered by a slider.
        slider: Slider,
    },
    /// One of several options, by its value.
    Choice {
        /// Initial value.
        default: &'static str,
        /// All options, as (value, name on the page).
        options: &'static [(&'static str, &'static str)],
    },
    /// One of the scene's methods, by its id.
    Method {
        /// Id of the initial method.
        default: &'static str,
        /// The methods of the scene.
        offer: Offer,
    },
}

impl Kind {
    /// Values and names of all options; none for a number.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let (options, offer): (&[_], Option<Offer>) = match self {
            Self::Choice { options, .. } => (options, None),
            Self::Method { offer, .. } => (&[], Some(*offer)),
            Self::Number { .. } | Self::Count { .. } => (&[], None),
        };
        let methods = offer.into_iter().flat_map(Offer::methods);
        options.iter().copied().chain(methods.map(|method| (method.id, method.label)))
    }
}

/// A parameter's value as given from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// The name of an option.
    Name(String),
    /// A description of anything else.
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
    /// The name, or an empty text for other values.
    fn text(&self) -> &str {
        if let Self::Name(name) = self { name } else { "" }
    }

    /// The value as quoted in an error.
    fn quoted(&self) -> String {
        match self {
            Self::Number(number) => plain(*number),
            Self::Name(name) if name.trim_ascii().is_empty() => "nothing".to_string(),
            Self::Name(name) => quoted(name),
            Self::Other(description) => description.clone(),
        }
    }
}

impl Parameter {
    /// The same parameter, marked with the terms that it scales.
    pub(crate) const fn scaling(self, scales: Scales) -> Self {
        Self { scales, ..self }
    }

    /// True if the step limit depends on it.
    #[must_use]
    pub fn limiting(&self) -> bool {
        self.scales != Scales::Nothing
    }

    /// The same parameter with another unit while a choice has a certain value.
    pub(crate) const fn measured(self, unit_with: UnitWith) -> Self {
        Self { unit_with: Some(unit_with), ..self }
    }

    /// The same parameter with a rule for when it has no effect.
    pub(crate) const fn idle(self, idle: Idle) -> Self {
        Self { idle, ..self }
    }

    /// The default value.
    #[must_use]
    pub fn default(&self) -> Value {
        match self.kind {
            Kind::Number { default, .. } => Value::Number(default),
            Kind::Count { default, .. } => Value::Number(f64::from(default)),
            Kind::Choice { default, .. } | Kind::Method { default, .. } => default.into(),
        }
    }

    /// Checks `value` and returns it as this parameter stores it. A choice among numbers accepts a
    /// number as well as its name.
    ///
    /// # Errors
    /// A sentence with the key, the value and the allowed range.
    pub fn check(&self, value: Value) -> Result<Value, Error> {
        self.check_in(if let Kind::Number { unit, .. } = self.kind { unit } else { "" }, value)
    }

    fn check_in(&self, unit: &'static str, value: Value) -> Result<Value, Error> {
        let key = || self.key.to_string();
        match (&self.kind, value) {
            (&Kind::Number { min, max, .. }, Value::Number(number)) => {
                check_range(self.key, number, [min, max], unit)?;
                Ok(Value::Number(number))
            }
            (&Kind::Number { min, max, .. }, value) => {
                Err(Error::NotANumber { key: key(), value: value.quoted(), min, max, unit })
            }
            (&Kind::Count { min, max, .. }, Value::Number(number)) => {
                check_whole(self.key, number, [min, max])?;
                Ok(Value::Number(number))
            }
            (&Kind::Count { min, max, .. }, value) => {
                Err(Error::NotWhole { key: key(), value: value.quoted(), min: f64::from(min), max: f64::from(max) })
            }
            (kind, value) => {
                let name = if let Value::Number(number) = value { plain(number) } else { value.text().to_string() };
                if let Some((option, _)) = kind.options().find(|(option, _)| *option == name) {
                    return Ok(option.into());
                }
                let known = kind.options().map(|(option, _)| option).collect();
                Err(Error::UnknownOption { key: key(), value: value.quoted(), known })
            }
        }
    }
}

/// A checked value for each of a scene's parameters.
#[derive(Clone, Debug)]
pub struct Values {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

impl Values {
    /// The default values.
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

    /// The chosen method.
    pub(crate) fn method(&self) -> &'static Method {
        let id = self.name(METHOD);
        METHODS.iter().find(|method| method.id == id).expect("a checked value is the id of a method")
    }

    /// The record of a key.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    pub fn parameter(&self, key: &str) -> Result<&'static Parameter, Error> {
        Ok(&self.parameters[self.index(key)?])
    }

    /// Sets a value if it is allowed, and returns the record of its parameter.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`], or the errors of [`Parameter::check`].
    pub fn set(&mut self, key: &str, value: Value) -> Result<&'static Parameter, Error> {
        let index = self.index(key)?;
        let parameter = &self.parameters[index];
        self.values[index] = parameter.check_in(self.unit(parameter), value)?;
        Ok(parameter)
    }

    /// Present unit of a number; empty if it has none, and for other kinds.
    #[must_use]
    pub fn unit(&self, parameter: &Parameter) -> &'static str {
        match (&parameter.kind, parameter.unit_with) {
            (_, Some(UnitWith { key, option, unit })) if self.get(key) == Ok(&option.into()) => unit,
            (Kind::Number { unit, .. }, _) => unit,
            _ => "",
        }
    }

    /// True if the scene has a parameter with this key.
    #[must_use]
    pub fn has(&self, key: impl AsRef<str>) -> bool {
        self.parameters.iter().any(|parameter| parameter.key == key.as_ref())
    }

    /// All keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.parameters.iter().map(|parameter| parameter.key).zip(&self.values)
    }

    /// The number of one of the scene's own parameters.
    ///
    /// # Panics
    /// If the scene has no number with this key.
    #[must_use]
    pub fn number(&self, key: Number) -> f64 {
        self.own_number(key.name)
    }

    /// The number of one of the scene's own parameters, or `other` if it has none with this key.
    #[must_use]
    pub fn number_or(&self, key: Number, other: f64) -> f64 {
        if self.has(key) { self.number(key) } else { other }
    }

    /// The whole number of one of the scene's own parameters.
    ///
    /// # Panics
    /// If the scene has no whole number with this key.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked when it was set
    pub fn count(&self, key: Count) -> u32 {
        self.own_number(key.name) as u32
    }

    /// The chosen option of one of the scene's own parameters.
    ///
    /// # Panics
    /// If the scene has no choice with this key.
    #[must_use]
    pub fn name(&self, key: Choice) -> &str {
        match self.get(key.name) {
            Ok(Value::Name(name)) => name,
            _ => panic!("{} is not a choice of this scene", key.name),
        }
    }

    fn own_number(&self, key: &str) -> f64 {
        match self.get(key) {
            Ok(Value::Number(number)) => *number,
            _ => panic!("{key} is not a number of this scene"),
        }
    }

    fn index(&self, key: &str) -> Result<usize, Error> {
        self.parameters.iter().position(|parameter| parameter.key == key).ok_or_else(|| Error::UnknownParameter {
            key: key.to_string(),
            known: self.parameters.iter().map(|parameter| parameter.key).collect(),
        })
    }
}
