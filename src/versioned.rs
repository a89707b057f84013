//! Values that tell whether they have changed.

use std::{
    ops::{Deref, DerefMut},
    sync::atomic::{AtomicU64, Ordering},
};

/// A value with a number that is another one whenever the value may be: whoever keeps what follows from it sees whether it is to be made anew.
///
/// ```
/// use springlab::Versioned;
///
/// let mut lengths = Versioned::from(vec![1.0, 2.0]);
/// let (same, version) = (lengths.clone(), lengths.version());
/// lengths[0] = 3.0;
/// assert_eq!(same.version(), version);
/// assert_ne!(lengths.version(), version);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Versioned<T> {
    value: T,
    /// 0 is the default's.
    version: u64,
}

impl<T> Versioned<T> {
    /// Lets `write` write into the value; it says whether it has changed it.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut T) -> bool) {
        if write(&mut self.value) {
            self.version = next();
        }
    }

    /// The number: that of another value of this kind only where both are equal.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }
}

/// One that no value has.
#[inline(never)] // in many places
fn next() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl<T> From<T> for Versioned<T> {
    fn from(value: T) -> Self {
        Self { value, version: next() }
    }
}

impl<T> Deref for Versioned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Versioned<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.version = next();
        &mut self.value
    }
}

/// Only the values count.
impl<T: PartialEq> PartialEq for Versioned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

#[allow(clippy::into_iter_without_iter)] // the value has one
impl<'a, T> IntoIterator for &'a Versioned<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.value.into_iter()
    }
}
