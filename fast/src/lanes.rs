//! Several numbers in one register: two of 64 bits, or four of 32.

use std::{
    fmt::Debug,
    ops::{Add, AddAssign, BitAnd, BitOr, Mul, Sub},
};
use wide::{f32x4, f64x2};

/// Largest number of lanes.
pub(crate) const MOST: usize = 4;

/// Several numbers. In masks all bits of a lane are set, or none.
pub(crate) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + AddAssign
    + Send
    + Sync
{
    /// Type of one number.
    type Number: Copy + Debug + Default + AddAssign + Send + Sync;
    /// Number of lanes.
    const COUNT: usize;
    /// 0 in every lane.
    const ZERO: Self;

    /// The nearest number of this type.
    fn narrow(number: f64) -> Self::Number;
    /// The same number with 64 bits.
    fn widen(number: Self::Number) -> f64;
    /// The number in every lane.
    fn splat(number: f64) -> Self;
    /// Loads as many numbers as there are lanes.
    fn load(numbers: &[Self::Number]) -> Self;
    /// Stores as many numbers as there are lanes.
    fn store(self, numbers: &mut [Self::Number]);
    /// √a
    fn sqrt(self) -> Self;
    /// 1/a of numbers a ≥ 0, finite for a = 0.
    fn inverse(self) -> Self;
    /// Mask of a > 0.
    fn positive(self) -> Self;
    /// Mask of the lanes where |a| ≤ bound is false, NaN included.
    fn beyond(self, bound: Self) -> Self;
    /// Mask of low ≤ a ≤ high.
    fn between(self, low: Self, high: Self) -> Self;
    /// True if a mask has any lane set.
    fn any(self) -> bool;
    /// Shifts each number to the next lane; the first lane gets the last number of `before`.
    fn after(self, before: Self) -> Self;
    /// The number in the last lane.
    fn last(self) -> Self::Number;
    /// Sum of all lanes.
    fn sum(self) -> f64;

    /// Transposes a square of as many registers as there are lanes.
    fn transpose(registers: &mut [Self]);

    /// Loads one record per lane, and returns its numbers by index. `part(n, c)` is the part of
    /// record n that begins at its number c.
    #[allow(clippy::inline_always)] // called in inner loops
    #[inline(always)]
    fn gather<const N: usize>(part: impl Fn(usize, usize) -> Self) -> [Self; N] {
        let mut numbers = [Self::ZERO; N];
        for (c, numbers) in (0..N).step_by(Self::COUNT).zip(numbers.chunks_exact_mut(Self::COUNT)) {
            numbers.iter_mut().enumerate().for_each(|(n, record)| *record = part(n, c));
            Self::transpose(numbers);
        }
        numbers
    }

    /// Stores each lane as a record, in the same parts.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn scatter<const N: usize>(mut numbers: [Self; N], mut give: impl FnMut(usize, usize, Self)) {
        for (c, numbers) in (0..N).step_by(Self::COUNT).zip(numbers.chunks_exact_mut(Self::COUNT)) {
            Self::transpose(numbers);
            numbers.iter().enumerate().for_each(|(n, record)| give(n, c, *record));
        }
    }

    /// Loads fewer numbers than there are lanes; the other lanes are 0.
    fn load_some(numbers: &[Self::Number]) -> Self {
        let mut all = [Self::Number::default(); MOST];
        all[..numbers.len()].copy_from_slice(numbers);
        Self::load(&all[..Self::COUNT])
    }
}

macro_rules! lanes {
    ($lanes:ident, $number:ident, $count:literal, $after:expr, $transpose:expr) => {
        impl Lanes for $lanes {
            type Number = $number;
            const COUNT: usize = $count;
            const ZERO: Self = $lanes::ZERO;

            #[inline]
            #[allow(clippy::cast_possible_truncation)] // rounds to the nearest number of the type
            fn narrow(number: f64) -> $number {
                number as $number
            }
            #[inline]
            fn widen(number: $number) -> f64 {
                number.into()
            }
            #[inline]
            fn splat(number: f64) -> Self {
                $lanes::splat(Self::narrow(number))
            }
            #[inline]
            fn load(numbers: &[$number]) -> Self {
                let numbers: [$number; $count] = numbers.try_into().expect("one number a lane");
                numbers.into()
            }
            #[inline]
            fn store(self, numbers: &mut [$number]) {
                numbers.copy_from_slice(&self.to_array());
            }
            #[inline]
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            #[inline]
            fn inverse(self) -> Self {
                // the sum changes only numbers that are about as small
                $lanes::ONE / (self + $lanes::splat($number::MIN_POSITIVE))
            }
            #[inline]
            fn positive(self) -> Self {
                self.simd_gt($lanes::ZERO)
            }
            #[inline]
            fn beyond(self, bound: Self) -> Self {
                !self.abs().simd_le(bound)
            }
            #[inline]
            fn between(self, low: Self, high: Self) -> Self {
                self.simd_ge(low) & self.simd_le(high)
            }
            #[inline]
            fn any(self) -> bool {
                self.any()
            }
            #[inline]
            fn after(self, before: Self) -> Self {
                let shifted: fn([$number; $count], [$number; $count]) -> [$number; $count] = $after;
                shifted(before.to_array(), self.to_array()).into()
            }
            #[inline]
            fn last(self) -> $number {
                self.to_array()[$count - 1]
            }
            #[allow(clippy::inline_always)]
            #[inline(always)]
            fn transpose(registers: &mut [Self]) {
                let registers: &mut [Self; $count] = registers.try_into().expect("as many as there are lanes");
                *registers = $transpose(*registers);
            }
            #[inline]
            fn sum(self) -> f64 {
                self.to_array().into_iter().map(Self::widen).sum()
            }
        }
    };
}

lanes!(f64x2, f64, 2, |[_, z], [a, _]| [z, a], transpose_two);
lanes!(f32x4, f32, 4, |[.., z], [a, b, c, _]| [z, a, b, c], f32x4::transpose);

#[allow(clippy::inline_always)]
#[inline(always)]
fn transpose_two(registers: [f64x2; 2]) -> [f64x2; 2] {
    let [[a, b], [c, d]] = registers.map(f64x2::to_array);
    [[a, c], [b, d]].map(f64x2::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_and_infinity_are_beyond_every_bound() {
        for (value, beyond) in [(2.0, false), (-2.1, true), (f64::INFINITY, true), (f64::NAN, true)] {
            assert_eq!(f64x2::from([0.0, value]).beyond(f64x2::splat(2.0)).any(), beyond, "{value}");
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            let single = f32x4::from([0.0, 1.0, value as f32, 0.0]);
            assert_eq!(single.beyond(f32x4::splat(2.0)).any(), beyond, "{value}");
        }
    }
}
