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
    /// Whether a mask has any lane.
    fn any(self) -> bool;
    /// Each number one lane later; the first is the last of those before.
    fn after(self, before: Self) -> Self;
    /// The last number.
    fn last(self) -> Self::Number;
    /// Their sum.
    fn sum(self) -> f64;

    /// The first three numbers of as many records as there are lanes. `part(n, c)` is what record n has from its number c on.
    fn gather(part: impl Fn(usize, usize) -> Self) -> [Self; 3];
    /// The numbers of each lane as a record, in the same parts.
    fn scatter(numbers: [Self; 3], give: impl FnMut(usize, usize, Self));

    /// Fewer than there are lanes; the others are 0.
    fn load_some(numbers: &[Self::Number]) -> Self {
        let mut all = [Self::Number::default(); MOST];
        all[..numbers.len()].copy_from_slice(numbers);
        Self::load(&all[..Self::COUNT])
    }
}

macro_rules! lanes {
    ($lanes:ident, $number:ident, $count:literal, $after:expr, $gather:expr, $scatter:expr) => {
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
            #[allow(clippy::inline_always)] // of a loop
            #[inline(always)]
            fn gather(part: impl Fn(usize, usize) -> Self) -> [Self; 3] {
                $gather(part)
            }
            #[allow(clippy::inline_always)]
            #[inline(always)]
            fn scatter(numbers: [Self; 3], give: impl FnMut(usize, usize, Self)) {
                $scatter(numbers, give);
            }
            #[inline]
            fn sum(self) -> f64 {
                self.to_array().into_iter().map(Self::widen).sum()
            }
        }
    };
}

lanes!(f64x2, f64, 2, |[_, z], [a, _]| [z, a], gather_two, scatter_two);
lanes!(f32x4, f32, 4, |[.., z], [a, b, c, _]| [z, a, b, c], gather_four, scatter_four);

#[allow(clippy::inline_always)]
#[inline(always)]
fn gather_two(part: impl Fn(usize, usize) -> f64x2) -> [f64x2; 3] {
    let [[ax, ay], [az, _], [bx, by], [bz, _]] = [part(0, 0), part(0, 2), part(1, 0), part(1, 2)].map(f64x2::to_array);
    [[ax, bx], [ay, by], [az, bz]].map(f64x2::new)
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn scatter_two(numbers: [f64x2; 3], mut give: impl FnMut(usize, usize, f64x2)) {
    let [[ax, bx], [ay, by], [az, bz]] = numbers.map(f64x2::to_array);
    give(0, 0, f64x2::new([ax, ay]));
    give(0, 2, f64x2::new([az, 0.0]));
    give(1, 0, f64x2::new([bx, by]));
    give(1, 2, f64x2::new([bz, 0.0]));
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn gather_four(part: impl Fn(usize, usize) -> f32x4) -> [f32x4; 3] {
    let [x, y, z, _] = f32x4::transpose([0, 1, 2, 3].map(|n| part(n, 0)));
    [x, y, z]
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn scatter_four([x, y, z]: [f32x4; 3], mut give: impl FnMut(usize, usize, f32x4)) {
    for (n, record) in f32x4::transpose([x, y, z, f32x4::ZERO]).into_iter().enumerate() {
        give(n, 0, record);
    }
}
