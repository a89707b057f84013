//! Linear systems.

use glam::DMat3;
use std::ops::Range;

/// A dense symmetric positive definite matrix A with the solution of A x = b by Cholesky's factorisation A = L Lᵀ.
///
/// For small systems: n³/3 operations a solve, n² numbers, nothing allocated after [`new`](Self::new).
#[derive(Clone, Debug)]
pub struct Cholesky {
    n: usize,
    a: Vec<f64>,
}

impl Cholesky {
    /// The zero matrix of n rows.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self { n, a: vec![0.0; n * n] }
    }

    /// Sets all entries to 0.
    pub fn clear(&mut self) {
        self.a.fill(0.0);
    }

    /// Adds `block` to the 3 × 3 block in block row i and block column j.
    pub fn add_block(&mut self, [i, j]: [usize; 2], block: &DMat3) {
        for row in 0..3 {
            for column in 0..3 {
                self.a[(3 * i + row) * self.n + 3 * j + column] += block.col(column)[row];
            }
        }
    }

    /// Makes the given rows and columns those of the identity.
    pub fn set_identity(&mut self, rows: Range<usize>) {
        for row in rows {
            for k in 0..self.n {
                self.a[row * self.n + k] = 0.0;
                self.a[k * self.n + row] = 0.0;
            }
            self.a[row * self.n + row] = 1.0;
        }
    }

    /// Replaces `b` by A⁻¹ b and A by its factor L. Only the lower triangle of A is read.
    ///
    /// A matrix that is not positive definite gives NaN, which the caller's check of its state finds.
    pub fn solve(&mut self, b: &mut [f64]) {
        debug_assert_eq!(b.len(), self.n);
        self.factorise();
        for i in 0..self.n {
            let sum: f64 = (0..i).map(|k| self.at(i, k) * b[k]).sum();
            b[i] = (b[i] - sum) / self.at(i, i);
        }
        for i in (0..self.n).rev() {
            let sum: f64 = (i + 1..self.n).map(|k| self.at(k, i) * b[k]).sum();
            b[i] = (b[i] - sum) / self.at(i, i);
        }
    }

    fn factorise(&mut self) {
        for j in 0..self.n {
            for i in j..self.n {
                let sum: f64 = (0..j).map(|k| self.at(i, k) * self.at(j, k)).sum();
                let rest = self.at(i, j) - sum;
                self.a[i * self.n + j] = if i == j { rest.sqrt() } else { rest / self.at(j, j) };
            }
        }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.a[row * self.n + column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn solution_reproduces_the_right_hand_side() {
        let block = DMat3::from_cols(DVec3::new(4.0, 1.0, 0.5), DVec3::new(1.0, 3.0, -1.0), DVec3::new(0.5, -1.0, 5.0));
        let link = DMat3::from_diagonal(DVec3::new(-0.3, -0.7, 0.2));
        let mut matrix = Cholesky::new(6);
        for (place, entry) in [([0, 0], block), ([1, 1], 2.0 * block), ([0, 1], link), ([1, 0], link)] {
            matrix.add_block(place, &entry);
        }
        let (a, b) = (matrix.a.clone(), [1.0, -2.0, 3.0, 0.5, 0.0, -1.0]);
        let mut x = b;
        matrix.solve(&mut x);
        for row in 0..6 {
            let product: f64 = (0..6).map(|k| a[row * 6 + k] * x[k]).sum();
            assert!((product - b[row]).abs() < 1e-14, "row {row}: {product} instead of {}", b[row]);
        }
    }
}
