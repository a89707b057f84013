//! Numbers side by side in one register: two of 64 bits, or four of 32.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Mul, Sub};
use wide::{f32x4, f64x2};

/// Some numbers at once. Masks have all bits of a lane, or none.
pub(crate) trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + AddAssign
{
    /// One of them.
    type Number: Copy + Default + AddAssign;
    /// How many there are.
    const COUNT: usize;
    /// All of them 0.
    const ZERO: Self;

    /// The nearest number.
    fn narrow(number: f64) -> Self::Number;
    /// The same number.
    fn widen(number: Self::Number) -> f64;
    /// The same in every lane.
    fn splat(number: f64) -> Self;
    /// As many as there are lanes.
    fn load(numbers: &[Self::Number]) -> Self;
    /// To as many.
    fn store(self, numbers: &mut [Self::Number]);
    /// √a
    fn sqrt(self) -> Self;
    /// 1/a, and 0 where a is 0 or less.
    fn inverse(self) -> Self;
    /// Where a > 0.
    fn positive(self) -> Self;
    /// Where |a| ≤ bound is not so; NaN is never within.
    fn beyond(self, bound: Self) -> Self;
    /// Whether a mask has any lane.
    fn any(self) -> bool;
    /// Each number one lane later; the first is the last of those before.
    fn after(self, before: Self) -> Self;
    /// The last number.
    fn last(self) -> Self::Number;
    /// Their sum.
    fn sum(self) -> f64;

    /// Fewer than there are lanes; the others are 0.
    fn load_some(numbers: &[Self::Number]) -> Self {
        let mut all = [Self::Number::default(); 4];
        all[..numbers.len()].copy_from_slice(numbers);
        Self::load(&all[..Self::COUNT])
    }
}

macro_rules! lanes {
    ($lanes:ident, $number:ident, $count:literal, $after:expr) => {
        impl Lanes for $lanes {
            type Number = $number;
            const COUNT: usize = $count;
            const ZERO: Self = $lanes::ZERO;

            #[inline]
            #[allow(clippy::cast_possible_truncation)] // what 32 bits hold of it
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
                self.positive() & ($lanes::ONE / self)
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
            #[inline]
            fn sum(self) -> f64 {
                self.to_array().into_iter().map(Self::widen).sum()
            }
        }
    };
}

lanes!(f64x2, f64, 2, |[_, z], [a, _]| [z, a]);
lanes!(f32x4, f32, 4, |[.., z], [a, b, c, _]| [z, a, b, c]);
