//! The matrix of a mass-spring system.

use glam::{DMat3, DVec3};

/// A = diag(Aᵢ) + Σ (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ ⊗ B over links (i, j): the symmetric matrix of masses,
/// springs and dampers, stored as one 3 × 3 block per particle and one per link, and never
/// assembled.
///
/// Rows and columns of fixed particles are left out: vectors are 0 there.
#[derive(Clone, Debug, Default)]
pub struct BlockMatrix {
    pub(super) diagonal: Vec<DMat3>,
    pub(super) endpoints: Vec<[u32; 2]>,
    pub(super) blocks: Vec<DMat3>,
    pub(super) fixed: Vec<u32>,
}

impl BlockMatrix {
    /// An empty matrix with memory for this number of particles and links.
    #[must_use]
    pub fn with_capacity(particles: usize, links: usize) -> Self {
        Self {
            diagonal: Vec::with_capacity(particles),
            endpoints: Vec::with_capacity(links),
            blocks: Vec::with_capacity(links),
            fixed: Vec::new(),
        }
    }

    /// Resets to the zero matrix for particles with these inverse masses (0 = fixed). Keeps its
    /// memory.
    pub fn reset(&mut self, inverse_masses: &[f64]) {
        self.endpoints.clear();
        self.blocks.clear();
        self.diagonal.clear();
        self.diagonal.resize(inverse_masses.len(), DMat3::ZERO);
        self.fixed.clear();
        self.fixed.extend((0..).zip(inverse_masses).filter(|&(_, &w)| w == 0.0).map(|(i, _)| i));
    }

    /// Number of particles n; vectors have n entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.diagonal.len()
    }

    /// Number of links.
    #[must_use]
    pub fn links(&self) -> usize {
        self.blocks.len()
    }

    /// True if there are no particles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.diagonal.is_empty()
    }

    /// Adds a symmetric block to the diagonal.
    pub fn add_diagonal(&mut self, i: usize, block: DMat3) {
        self.diagonal[i] += block;
    }

    /// Adds the symmetric block B to both diagonal blocks of the link and −B off the diagonal.
    #[allow(clippy::cast_possible_truncation)] // indices of particles are u32 everywhere else
    pub fn add_link(&mut self, [i, j]: [usize; 2], block: DMat3) {
        self.endpoints.push([i as u32, j as u32]);
        self.blocks.push(block);
    }

    /// Appends links without blocks, and returns the list to which the caller appends the blocks.
    pub(crate) fn link(&mut self, endpoints: &[[u32; 2]]) -> &mut Vec<DMat3> {
        self.endpoints.extend_from_slice(endpoints);
        &mut self.blocks
    }

    /// y ← A x, with x = 0 at fixed particles.
    pub fn multiply(&self, x: &[DVec3], y: &mut [DVec3]) {
        for ((y, x), block) in y.iter_mut().zip(x).zip(&self.diagonal) {
            *y = *block * *x;
        }
        for ([i, j], block) in self.endpoints.iter().zip(&self.blocks) {
            let (i, j) = (*i as usize, *j as usize);
            let product = *block * (x[i] - x[j]);
            y[i] += product;
            y[j] -= product;
        }
        self.clear_fixed(y);
    }

    /// Sets the entries of fixed particles to 0.
    pub fn clear_fixed(&self, x: &mut [DVec3]) {
        for &i in &self.fixed {
            x[i as usize] = DVec3::ZERO;
        }
    }

    /// The nonzero entries as (row, column, value), sorted by row and column. Particle i has the
    /// rows and columns 3 i + axis.
    #[must_use]
    pub fn triples(&self) -> Vec<(u32, u32, f64)> {
        let mut rows: Vec<Vec<(u32, DMat3)>> = (0..).zip(&self.diagonal).map(|(i, a)| vec![(i, *a)]).collect();
        for (&[i, j], &block) in self.endpoints.iter().zip(&self.blocks) {
            for (row, column, block) in [(i, i, block), (j, j, block), (i, j, -block), (j, i, -block)] {
                add(&mut rows[row as usize], column, block);
            }
        }
        let free = |i: u32| self.fixed.binary_search(&i).is_err();
        let mut triples = Vec::new();
        for (i, row) in (0..).zip(&rows).filter(|&(i, _)| free(i)) {
            for axis in 0..3 {
                for &(j, block) in row.iter().filter(|&&(j, _)| free(j)) {
                    let entries = (0..).zip(block.row(axis as usize).to_array()).filter(|&(_, value)| value != 0.0);
                    triples.extend(entries.map(|(other, value)| (3 * i + axis, 3 * j + other, value)));
                }
            }
        }
        triples
    }

    /// Upper bound of A: blocks Tᵢ, one per particle, with A ≤ diag(Tᵢ), because
    /// ‖u₁ − u₂‖² ≤ 2 ‖u₁‖² + 2 ‖u₂‖². A link between free particles counts twice, a link to a
    /// fixed particle once. The blocks of A must be positive semidefinite.
    #[must_use]
    pub fn bounds(&self) -> Vec<DMat3> {
        let mut bounds = self.diagonal.clone();
        let fixed = |i: &u32| self.fixed.binary_search(i).is_ok();
        for ([i, j], block) in self.endpoints.iter().zip(&self.blocks) {
            let times = if fixed(i) || fixed(j) { 1.0 } else { 2.0 };
            bounds[*i as usize] += times * *block;
            bounds[*j as usize] += times * *block;
        }
        bounds
    }

    /// The blocks on the diagonal.
    pub(super) fn sum_diagonal(&self, sums: &mut [DMat3]) {
        sums.copy_from_slice(&self.diagonal);
        for ([i, j], block) in self.endpoints.iter().zip(&self.blocks) {
            sums[*i as usize] += *block;
            sums[*j as usize] += *block;
        }
    }

    /// The inverses of the blocks on the diagonal, for Jacobi's preconditioner; the identity in
    /// place of a block that is not positive definite.
    pub fn invert_diagonal(&self, inverses: &mut [DMat3]) {
        self.sum_diagonal(inverses);
        for block in inverses {
            let inverse = inverse(block);
            *block = if inverse.is_finite() { inverse } else { DMat3::IDENTITY };
        }
    }
}

/// Adds a block to a row of blocks sorted by column.
fn add(row: &mut Vec<(u32, DMat3)>, column: u32, block: DMat3) {
    let place = row.iter().position(|&(other, _)| other >= column).unwrap_or(row.len());
    match row.get_mut(place) {
        Some((other, sum)) if *other == column => *sum += block,
        _ => row.insert(place, (column, block)),
    }
}

/// x·y
pub(crate) fn dot(x: &[DVec3], y: &[DVec3]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x.dot(*y)).sum()
}

/// n nᵀ
pub(crate) fn outer(n: DVec3) -> DMat3 {
    product(n, n)
}

/// a bᵀ
pub(crate) fn product(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// The inverse of a positive definite block; NaN for other blocks.
fn inverse(DMat3 { x_axis: x, y_axis: y, z_axis: z }: &DMat3) -> DMat3 {
    let [a, b, c] = [y.cross(*z), z.cross(*x), x.cross(*y)];
    let determinant = z.dot(c);
    let definite = x.x > 0.0 && c.z > 0.0 && determinant > 0.0;
    let scale = if definite { determinant.recip() } else { f64::NAN };
    DMat3::from_cols(scale * a, scale * b, scale * c)
}
