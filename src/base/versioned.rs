//! Values that know whether they have changed.

use std::{
    ops::{Deref, DerefMut},
    sync::atomic::{AtomicU64, Ordering},
};

/// A value with a version that changes on every mutable access, so that caches know when to
/// rebuild.
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
    /// 0 for default values.
    version: u64,
}

impl<T> Versioned<T> {
    /// Lets `write` modify the value. The version changes only if `write` returns true.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut T) -> bool) {
        if write(&mut self.value) {
            self.version = next();
        }
    }

    /// The version. Two values of this kind have the same one only if they are equal.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }
}

/// A version that no value has had.
#[inline(never)] // called in many places
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

/// Compares the values only.
impl<T: PartialEq> PartialEq for Versioned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

#[allow(clippy::into_iter_without_iter)] // the value has `iter`
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
