//! What springs are like, as an arrangement has it.

use crate::{
    Springs,
    lanes::{self, Lanes},
};
use std::array::from_fn;

/// L, k and μ of springs in an order and with numbers of an arrangement's own, kept for as long as they don't change.
#[derive(Debug)]
pub(crate) struct Laws<L: Lanes> {
    pub numbers: [Vec<L::Number>; 3],
    /// Those of the springs that they are of.
    stamps: Option<[u64; 4]>,
}

impl<L: Lanes> Default for Laws<L> {
    fn default() -> Self {
        Self { numbers: from_fn(|_| Vec::new()), stamps: None }
    }
}

impl<L: Lanes> Laws<L> {
    /// Takes those of other or changed springs over, in an order, and filled up with 0 to a whole number of registers of any kind.
    #[inline(never)]
    pub fn take(&mut self, springs: &Springs, turns: Option<&[u32]>) {
        if self.stamps == Some(springs.stamps) {
            return;
        }
        let laws = [springs.rest_lengths, springs.stiffnesses, springs.dampings];
        for (own, numbers) in self.numbers.iter_mut().zip(laws) {
            own.clear();
            let count = turns.map_or(numbers.len(), <[_]>::len);
            let turn = |n: usize| turns.map_or(n, |turns| turns[n] as usize);
            own.extend((0..count).map(|n| L::narrow(numbers[turn(n)])));
            own.resize(own.len().next_multiple_of(lanes::MOST), L::Number::default());
        }
        self.stamps = Some(springs.stamps);
    }
}
