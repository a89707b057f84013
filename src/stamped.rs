//! Values that tell whether they have changed.

use std::{
    ops::{Deref, DerefMut},
    sync::atomic::{AtomicU64, Ordering},
};

/// A value with a number that is another one whenever the value may be: whoever keeps what follows from it sees whether it is to be made anew.
///
/// ```
/// use springlab::Stamped;
///
/// let mut lengths = Stamped::from(vec![1.0, 2.0]);
/// let (same, stamp) = (lengths.clone(), lengths.stamp());
/// lengths[0] = 3.0;
/// assert_eq!(same.stamp(), stamp);
/// assert_ne!(lengths.stamp(), stamp);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stamped<T> {
    value: T,
    /// 0 is the default's.
    stamp: u64,
}

impl<T> Stamped<T> {
    /// Lets `write` write into the value; it says whether it has changed it.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut T) -> bool) {
        if write(&mut self.value) {
            self.stamp = next();
        }
    }

    /// The number: that of another value of this kind only where both are equal.
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }
}

/// One that no value has.
#[inline(never)] // in many places
fn next() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl<T> From<T> for Stamped<T> {
    fn from(value: T) -> Self {
        Self { value, stamp: next() }
    }
}

impl<T> Deref for Stamped<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Stamped<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.stamp = next();
        &mut self.value
    }
}

/// Only the values count.
impl<T: PartialEq> PartialEq for Stamped<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

#[allow(clippy::into_iter_without_iter)] // the value has one
impl<'a, T> IntoIterator for &'a Stamped<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.value.into_iter()
    }
}
