//! Products with symmetric blocks, one per particle and one per link between two particles, in
//! columns of numbers.

use crate::runs::{self, Run};
use glam::DMat3;
use std::{
    array::from_fn,
    ops::{Add, Mul},
};
use wide::f64x2;

/// Index in a block's numbers, by row and column.
const INDEX: [[usize; 3]; 3] = [[0, 1, 3], [1, 2, 4], [3, 4, 5]];

/// Mask of the first lane, for the last link of an odd run.
const FIRST_LANE: f64x2 = f64x2::new([f64::from_bits(u64::MAX), 0.0]);

/// Symmetric blocks of the plane or of space: one column each for their numbers xx, xy, yy and, in
/// space, xz, yz, zz.
///
/// Vectors have a column for each coordinate, as long as the columns of blocks per particle. This
/// length is even.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// True for blocks of the plane.
    planar: bool,
    /// The columns, one after the other.
    pub numbers: Vec<f64>,
    /// Length of a column.
    length: usize,
}

impl Blocks {
    /// Copies blocks, padded with zeros to `length` blocks, and appends one more zero.
    ///
    /// # Panics
    /// If so many numbers exceed the address space.
    pub fn write(&mut self, planar: bool, blocks: &[DMat3], length: usize) {
        let count = if planar { 3 } else { 6 };
        (self.planar, self.length) = (planar, length);
        self.numbers.clear();
        let size = length.checked_mul(count).and_then(|size| size.checked_add(1)).expect("blocks fit into memory");
        self.numbers.resize(size, 0.0);
        let mut columns = self.numbers.chunks_exact_mut(length.max(1));
        for at in [0, 1, 4, 2, 5, 8].into_iter().take(count) {
            let Some(column) = columns.next() else { break };
            column.iter_mut().zip(blocks).for_each(|(number, block)| *number = block.as_ref()[at]);
        }
    }

    /// u ← s u + c v and w ← each block times the vector u of its particle, and returns u·w.
    pub fn combine(&self, [s, c]: [f64; 2], u: &mut [f64], v: &[f64], w: &mut [f64]) -> f64 {
        if self.planar { self.combine_in::<2, 3>([s, c], u, v, w) } else { self.combine_in::<3, 6>([s, c], u, v, w) }
    }

    fn combine_in<const D: usize, const N: usize>(
        &self,
        factors: [f64; 2],
        u: &mut [f64],
        v: &[f64],
        w: &mut [f64],
    ) -> f64 {
        let count = self.length / 2;
        let blocks: [_; N] = from_fn(|number| &self.numbers[number * self.length..].as_chunks().0[..count]);
        let [u, w] = [u, w].map(|vector| {
            let mut columns = vector.chunks_exact_mut(self.length);
            from_fn::<_, D, _>(|_| &mut columns.next().expect("D columns").as_chunks_mut().0[..count])
        });
        let v: [_; D] = from_fn(|axis| &v[axis * self.length..].as_chunks().0[..count]);
        let ([s, c], mut sum) = (factors.map(f64x2::splat), f64x2::ZERO);
        for n in 0..count {
            let vector: [_; D] = from_fn(|axis| s * f64x2::new(u[axis][n]) + c * f64x2::new(v[axis][n]));
            let image = times(blocks.map(|column| f64x2::new(column[n])), vector);
            for axis in 0..D {
                u[axis][n] = vector[axis].to_array();
                w[axis][n] = image[axis].to_array();
                sum += vector[axis] * image[axis];
            }
        }
        sum.reduce_add()
    }
}

/// Links between particles with a block each, for Σ (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ ⊗ B.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// The blocks B, with one extra number at the end.
    pub blocks: Blocks,
    /// Runs of adjacent links; empty if the links do not lie in rows.
    runs: Vec<Run>,
    /// Number of links.
    count: usize,
    /// Least length of columns: two more than the number of particles that the links require. No
    /// length is enough if it exceeds the address space.
    least: Option<usize>,
}

impl Links {
    /// Finds the runs of adjacent links, and returns true if the links lie in rows.
    pub fn order(&mut self, endpoints: &[[u32; 2]]) -> bool {
        self.runs = runs::find(endpoints);
        self.count = endpoints.len();
        let last = endpoints.as_flattened().iter().max();
        self.least = last.map_or(Some(0), |&last| (last as usize).checked_add(3));
        !self.runs.is_empty()
    }

    /// Adds the product with p to y. Both have columns of this length, at least two longer than the
    /// number of particles. Blocks of the plane are allowed only for links in rows.
    ///
    /// # Panics
    /// If columns are too short.
    pub fn add_product(&self, endpoints: &[[u32; 2]], length: usize, p: &[f64], y: &mut [f64]) {
        if self.blocks.planar {
            self.add_in_rows::<2, 3>(length, p, y);
        } else if !self.runs.is_empty() {
            self.add_in_rows::<3, 6>(length, p, y);
        } else {
            self.add_one_by_one(endpoints, length, p, y);
        }
    }

    fn add_in_rows<const D: usize, const N: usize>(&self, length: usize, p: &[f64], y: &mut [f64]) {
        let Blocks { numbers, length: links, .. } = &self.blocks;
        // products and sums that overflow would pass for short columns
        let fits = |columns: usize, length: usize, size: usize| length.checked_mul(columns).is_some_and(|n| n <= size);
        assert!(
            self.least.is_some_and(|least| least <= length)
                && fits(D, length, p.len().min(y.len()))
                && self.count <= *links
                && fits(N, *links, numbers.len().saturating_sub(1)),
            "columns are long enough"
        );
        // every run lies within the columns, with one number after it
        let product = unsafe { RowProduct::<D, N>::new([numbers, p], y, [*links, length]) };
        self.runs.iter().for_each(|run| product.pull(*run));
    }

    fn add_one_by_one(&self, endpoints: &[[u32; 2]], length: usize, p: &[f64], y: &mut [f64]) {
        // slices of equal lengths, so that the compiler checks an index only once for all
        let numbers: [_; 6] = from_fn(|n| &self.blocks.numbers[n * self.blocks.length..][..endpoints.len()]);
        let p: [_; 3] = from_fn(|axis| &p[axis * length..][..length]);
        let (x, rest) = y.split_at_mut(length);
        let (y, z) = rest.split_at_mut(length);
        let mut y = [x, &mut y[..length], &mut z[..length]];
        for (n, ends) in endpoints.iter().enumerate() {
            let [i, j] = ends.map(|i| i as usize);
            let difference: [_; 3] = from_fn(|axis| p[axis][i] - p[axis][j]);
            let product = times(numbers.map(|column| column[n]), difference);
            for (y, product) in y.iter_mut().zip(product) {
                y[i] += product;
                y[j] -= product;
            }
        }
    }
}

/// A product that adds run by run, two links at a time.
struct RowProduct<const D: usize, const N: usize> {
    numbers: *const f64,
    p: *const f64,
    y: *mut f64,
    /// Lengths of the columns of blocks and of vectors.
    lengths: [usize; 2],
}

impl<const D: usize, const N: usize> RowProduct<D, N> {
    /// # Safety
    /// `numbers` has N columns of the first length, and `p` and `y` have D of the second, while
    /// runs are added. Each run lies within them, with one number after it.
    unsafe fn new([numbers, p]: [&[f64]; 2], y: &mut [f64], lengths: [usize; 2]) -> Self {
        Self { numbers: numbers.as_ptr(), p: p.as_ptr(), y: y.as_mut_ptr(), lengths }
    }

    fn pull(&self, Run { first, length, ends: [i, j], .. }: Run) {
        // each link begins where the one before ends
        let chained = j == i + 1;
        let [links, particles] = self.lengths;
        let load = |numbers: *const f64, at: usize| unsafe { f64x2::new(numbers.add(at).cast::<[f64; 2]>().read()) };
        let mut last = [0.0; D];
        for n in (0..length).step_by(2) {
            let difference: [_; D] =
                from_fn(|axis| load(self.p, axis * particles + i + n) - load(self.p, axis * particles + j + n));
            let mut product =
                times(from_fn::<_, N, _>(|number| load(self.numbers, number * links + first + n)), difference);
            if n + 1 == length {
                product = product.map(|both| both & FIRST_LANE);
            }
            for axis in 0..D {
                let add = |at: usize, change: f64x2| {
                    let place = unsafe { self.y.add(axis * particles + at).cast::<[f64; 2]>() };
                    unsafe { place.write((f64x2::new(place.read()) + change).to_array()) };
                };
                if chained {
                    let [a, b] = product[axis].to_array();
                    add(i + n, product[axis] - f64x2::new([last[axis], a]));
                    last[axis] = b;
                } else {
                    add(i + n, product[axis]);
                    add(j + n, f64x2::ZERO - product[axis]);
                }
            }
        }
        if chained {
            for (axis, last) in last.into_iter().enumerate() {
                unsafe { *self.y.add(axis * particles + i + length.next_multiple_of(2)) -= last };
            }
        }
    }
}

/// A block times a vector.
#[allow(clippy::inline_always)]
#[inline(always)]
fn times<T: Copy + Add<Output = T> + Mul<Output = T>, const D: usize, const N: usize>(
    numbers: [T; N],
    vector: [T; D],
) -> [T; D] {
    from_fn(|row| {
        let entry = |column: usize| numbers[INDEX[row][column]] * vector[column];
        (1..D).fold(entry(0), |sum, column| sum + entry(column))
    })
}

/// x·y of vectors of an even length.
#[must_use]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let pairs = x.as_chunks().0.iter().zip(y.as_chunks().0);
    pairs.fold(f64x2::ZERO, |sum, (x, y)| sum + f64x2::new(*x) * f64x2::new(*y)).reduce_add()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight links in a row from `first` on, with columns for `particles` and blocks for `links`.
    fn add_row(first: [u32; 2], particles: usize, links: usize) -> Vec<f64> {
        let endpoints: [[u32; 2]; 8] = from_fn(|n| first.map(|end| end + u32::try_from(n).unwrap()));
        let mut product = Links::default();
        assert!(product.order(&endpoints));
        product.blocks.write(true, &[DMat3::IDENTITY; 8], links);
        let (p, mut y) = ((0..40).map(f64::from).collect::<Vec<_>>(), vec![0.0; 40]);
        product.add_product(&endpoints, particles, &p, &mut y);
        y
    }

    #[test]
    fn columns_two_longer_than_the_number_of_particles_are_enough() {
        let y = add_row([0, 10], 20, 8);
        // each link subtracts the numbers of particles that are ten apart
        assert_eq!(y[..8], [-10.0; 8]);
        assert_eq!(y[10..18], [10.0; 8]);
        assert_eq!(add_row([0, 1], 20, 8)[..9], [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    #[should_panic(expected = "columns are long enough")]
    fn a_link_beyond_the_columns_is_refused() {
        add_row([0, 11], 20, 8);
    }

    #[test]
    #[should_panic(expected = "columns are long enough")]
    fn columns_for_fewer_blocks_than_links_are_refused() {
        add_row([0, 10], 20, 7);
    }

    /// The number of particles is one more than the last index, which 32-bit machines wrap to 0.
    #[test]
    #[should_panic(expected = "columns are long enough")]
    fn a_link_to_the_last_index_of_32_bits_is_refused() {
        add_row([0, u32::MAX - 7], 20, 8);
    }

    /// Two columns of half the address space have a length of 0 in wrapping numbers.
    #[test]
    #[should_panic(expected = "columns are long enough")]
    fn columns_as_long_as_half_the_address_space_are_refused() {
        add_row([0, 10], usize::MAX / 2 + 1, 8);
    }

    #[test]
    #[should_panic(expected = "blocks fit into memory")]
    fn more_blocks_than_the_address_space_holds_are_refused() {
        Blocks::default().write(false, &[], usize::MAX / 6 + 1);
    }
}
