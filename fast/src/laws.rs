//! What springs are like, as an arrangement has it.

use crate::{Springs, lanes::Lanes};
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
    /// Takes those of other or changed springs over, filled up with 0 to `length`.
    pub fn take(&mut self, springs: &Springs, length: usize, take: impl Fn(&[f64], &mut Vec<L::Number>)) {
        if self.stamps == Some(springs.stamps) {
            return;
        }
        let laws = [springs.rest_lengths, springs.stiffnesses, springs.dampings];
        for (own, numbers) in self.numbers.iter_mut().zip(laws) {
            own.clear();
            take(numbers, own);
            own.resize(length, L::Number::default());
        }
        self.stamps = Some(springs.stamps);
    }
}
