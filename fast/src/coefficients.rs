//! Coefficients of springs in the order of an arrangement.

use crate::{
    Springs,
    lanes::{self, Lanes},
};
use std::array::from_fn;

/// Rest lengths L, stiffnesses k and dampings μ of springs, in the order and number type of an
/// arrangement, cached until they change.
#[derive(Debug)]
pub(crate) struct Coefficients<L: Lanes> {
    /// All L, then all k, then all μ, each padded with zeros. In one buffer their distances do not
    /// depend on the allocator, which might put them where they evict each other from the cache.
    numbers: Vec<L::Number>,
    /// Length of each of the three.
    count: usize,
    /// Versions of the springs' buffers from which they were copied.
    versions: Option<[u64; 4]>,
}

impl<L: Lanes> Default for Coefficients<L> {
    fn default() -> Self {
        Self { numbers: Vec::new(), count: 0, versions: None }
    }
}

impl<L: Lanes> Coefficients<L> {
    /// L, k and μ.
    pub fn each(&self) -> [&[L::Number]; 3] {
        from_fn(|n| &self.numbers[n * self.count..][..self.count])
    }

    /// Copies the coefficients of other or changed springs. `turns` lists the springs in the wanted
    /// order. Each of the three is padded with 0 to a whole number of registers of any kind.
    #[inline(never)]
    pub fn take(&mut self, springs: &Springs, turns: Option<&[u32]>) {
        if self.versions == Some(springs.versions) {
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
        self.versions = Some(springs.versions);
    }
}
