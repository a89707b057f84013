//! Checks of numbers.

use super::text::plain;
use crate::Error;

/// Checks that `value` lies in the range.
///
/// # Errors
/// [`Error::OutOfRange`], also for values that are not finite.
pub fn check_range(key: &str, value: f64, [min, max]: [f64; 2], unit: &'static str) -> Result<(), Error> {
    // no range contains NaN
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(Error::OutOfRange { key: key.into(), value, min, max, unit })
    }
}

/// Checks that `value` is a whole number in the range, and returns it.
///
/// # Errors
/// [`Error::NotWhole`].
pub fn check_whole(key: &str, value: f64, [min, max]: [u32; 2]) -> Result<u32, Error> {
    let [low, high] = [min, max].map(f64::from);
    if (low..=high).contains(&value) && value.fract() == 0.0 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked above
        Ok(value as u32)
    } else {
        Err(Error::NotWhole { key: key.into(), value: plain(value), min: low, max: high })
    }
}
