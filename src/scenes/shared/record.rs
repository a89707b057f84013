//! Constructors of parameters' records.

use crate::scenes::parameters::{Choice, Count, Key, Kind, Number, Parameter, Scales, Slider};

/// Description of a numeric parameter; see [`Kind::Number`].
pub struct Record {
    pub key: Number,
    pub label: &'static str,
    pub symbol: &'static str,
    pub effect: &'static str,
    pub unit: &'static str,
    pub default: f64,
    pub min: f64,
    pub max: f64,
    pub slider: Slider,
}

impl Record {
    /// Makes a parameter that acts from the next step on and does not affect the step limit.
    pub const fn parameter(self) -> Parameter {
        let Self { key, label, symbol, effect, unit, default, min, max, slider } = self;
        let kind = Kind::Number { unit, default, min, max, slider };
        Parameter { symbol, ..plain(key, [label, effect], kind) }
    }
}

/// A whole number, with its label and effect, whose change rebuilds the scene.
pub const fn count(
    key: Count,
    texts: [&'static str; 2],
    default: u32,
    [min, max]: [u32; 2],
    slider: Slider,
) -> Parameter {
    restarting(plain(key, texts, Kind::Count { default, min, max, slider }))
}

/// A choice, with its label and effect, that acts from the next step on.
pub const fn choice(
    key: Choice,
    texts: [&'static str; 2],
    default: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Parameter {
    plain(key, texts, Kind::Choice { default, options })
}

/// The same parameter, but a change rebuilds the scene.
pub const fn restarting(parameter: Parameter) -> Parameter {
    Parameter { restarts: true, ..parameter }
}

/// A parameter without a symbol that acts from the next step on and does not affect the step limit.
pub const fn plain<T: Copy>(key: Key<T>, [label, effect]: [&'static str; 2], kind: Kind) -> Parameter {
    Parameter {
        key: key.name,
        label,
        symbol: "",
        effect,
        kind,
        restarts: false,
        scales: Scales::Nothing,
        unit_with: None,
        idle: |_| None,
    }
}

/// The reason, if the parameter is idle.
pub fn when(idle: bool, reason: &'static str) -> Option<&'static str> {
    idle.then_some(reason)
}
