//! Numbers side by side in one register: two of 64 bits, or four of 32.

use std::{
    fmt::Debug,
    ops::{Add, AddAssign, BitAnd, BitOr, Mul, Sub},
};
use wide::{f32x4, f64x2};

/// How many there are at most.
pub(crate) const MOST: usize = 4;

/// Some numbers at once. Masks have all bits of a lane, or none.
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
    /// One of them.
    type Number: Copy + Debug + Default + AddAssign + Send + Sync;
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
    /// 1/a of numbers from 0 on, and finite where a is 0.
    fn inverse(self) -> Self;
    /// Where a > 0.
    fn positive(self) -> Self;
    /// Where |a| ≤ bound is not so; NaN is never within.
    fn beyond(self, bound: Self) -> Self;
    /// Where low ≤ a ≤ high.
    fn between(self, low: Self, high: Self) -> Self;
    /// Whether a mask has any lane.
    fn any(self) -> bool;
    /// Each number one lane later; the first is the last of those before.
    fn after(self, before: Self) -> Self;
    /// The last number.
    fn last(self) -> Self::Number;
    /// Their sum.
    fn sum(self) -> f64;

    /// Makes lanes of registers, and registers of lanes: there are as many of the ones as of the others.
    fn transpose(registers: &mut [Self]);

    /// The numbers of as many records as there are lanes. `part(n, c)` is what record n has from its number c on.
    #[allow(clippy::inline_always)] // of loops
    #[inline(always)]
    fn gather<const N: usize>(part: impl Fn(usize, usize) -> Self) -> [Self; N] {
        let mut numbers = [Self::ZERO; N];
        for (c, numbers) in (0..N).step_by(Self::COUNT).zip(numbers.chunks_exact_mut(Self::COUNT)) {
            numbers.iter_mut().enumerate().for_each(|(n, record)| *record = part(n, c));
            Self::transpose(numbers);
        }
        numbers
    }

    /// The numbers of each lane as a record, in the same parts.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn scatter<const N: usize>(mut numbers: [Self; N], mut give: impl FnMut(usize, usize, Self)) {
        for (c, numbers) in (0..N).step_by(Self::COUNT).zip(numbers.chunks_exact_mut(Self::COUNT)) {
            Self::transpose(numbers);
            numbers.iter().enumerate().for_each(|(n, record)| give(n, c, *record));
        }
    }

    /// Fewer than there are lanes; the others are 0.
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
                // changes no number that is not about as small
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
