//! What springs are like, as an arrangement has it.

use crate::{
    Springs,
    lanes::{self, Lanes},
};
use std::array::from_fn;

/// L, k and μ of springs in an order and with numbers of an arrangement's own, kept for as long as they don't change.
#[derive(Debug)]
pub(crate) struct Laws<L: Lanes> {
    /// All L, all k and all μ, each with zeros behind them. In one buffer no allocator decides how far apart they lie, and whether caches take them for the same.
    numbers: Vec<L::Number>,
    /// How many there are of each.
    count: usize,
    /// Those of the springs that they are of.
    stamps: Option<[u64; 4]>,
}

impl<L: Lanes> Default for Laws<L> {
    fn default() -> Self {
        Self { numbers: Vec::new(), count: 0, stamps: None }
    }
}

impl<L: Lanes> Laws<L> {
    /// L, k and μ.
    pub fn each(&self) -> [&[L::Number]; 3] {
        from_fn(|n| &self.numbers[n * self.count..][..self.count])
    }

    /// Takes those of other or changed springs over, in an order, and filled up with 0 to a whole number of registers of any kind.
    #[inline(never)]
    pub fn take(&mut self, springs: &Springs, turns: Option<&[u32]>) {
        if self.stamps == Some(springs.stamps) {
            return;
        }
        let count = turns.map_or(springs.endpoints.len(), <[_]>::len);
        let turn = |n: usize| turns.map_or(n, |turns| turns[n] as usize);
        self.count = count.next_multiple_of(lanes::MOST);
        self.numbers.clear();
        self.numbers.reserve_exact(3 * self.count);
        for numbers in [springs.rest_lengths, springs.stiffnesses, springs.dampings] {
            self.numbers.extend((0..count).map(|n| L::narrow(numbers[turn(n)])));
            self.numbers.resize(self.numbers.len().next_multiple_of(lanes::MOST), L::Number::default());
        }
        self.stamps = Some(springs.stamps);
    }
}
