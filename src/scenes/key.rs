//! Typed keys, by which scenes read the values of their parameters.

use std::marker::PhantomData;

/// Key of a parameter with values of type `T`. A constant for each key makes the compiler find
/// misspelt ones.
#[derive(Clone, Copy, Debug)]
pub struct Key<T> {
    /// Name in the interface, e.g. `timeStepSize`.
    pub name: &'static str,
    values: PhantomData<T>,
}

/// Key of a number.
pub type Number = Key<f64>;

/// Key of a whole number.
pub type Count = Key<u32>;

/// Key of a choice, whose values are names of options.
pub type Choice = Key<&'static str>;

impl<T> Key<T> {
    /// The key with this name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, values: PhantomData }
    }
}

impl<T> AsRef<str> for Key<T> {
    fn as_ref(&self) -> &str {
        self.name
    }
}
