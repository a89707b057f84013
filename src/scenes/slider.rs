//! The scale of a slider.

/// The values around the default that a slider and its keys offer, in the unit of the number. Any
/// other allowed value can be typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slider {
    /// A linear scale, for numbers that may be 0 or negative.
    Linear {
        /// Value at the left end.
        from: f64,
        /// Value at the right end.
        to: f64,
        /// Increment of an arrow key.
        step: f64,
    },
    /// A logarithmic scale, for numbers whose ratios matter. An arrow key adds 1 to 2 %.
    Logarithmic {
        /// Value at the left end, above 0.
        from: f64,
        /// Value at the right end, at most about 125 times the left one: else one pixel of 280
        /// would change the value by more than 2 %.
        to: f64,
    },
}

impl Slider {
    /// A linear scale between two values.
    #[must_use]
    pub const fn even([from, to]: [f64; 2], step: f64) -> Self {
        Self::Linear { from, to, step }
    }

    /// A logarithmic scale between two values.
    #[must_use]
    pub const fn decades([from, to]: [f64; 2]) -> Self {
        Self::Logarithmic { from, to }
    }

    /// A logarithmic scale from a tenth of a value to ten times it.
    #[must_use]
    pub const fn around(value: f64) -> Self {
        Self::Logarithmic { from: value / 10.0, to: 10.0 * value }
    }

    /// Values at the left and the right end.
    #[must_use]
    pub const fn ends(self) -> [f64; 2] {
        match self {
            Self::Linear { from, to, .. } | Self::Logarithmic { from, to } => [from, to],
        }
    }

    /// Increment of an arrow key; `None` on a logarithmic scale.
    #[must_use]
    pub const fn step(self) -> Option<f64> {
        match self {
            Self::Linear { step, .. } => Some(step),
            Self::Logarithmic { .. } => None,
        }
    }
}
