//! Matrix products with vectors in columns.

use super::BlockMatrix;
use glam::{DMat3, DVec3};
use springlab_fast::{Blocks, Links, dot};

/// Extra zeros at the end of columns: without them, columns a whole number of pages apart would
/// share cache lines.
const SPARE: usize = 16;

/// A [`BlockMatrix`] A and the blocks P of its diagonal, laid out for vectors in columns: one
/// column per coordinate, with the particles side by side. Plane systems have no z column. The
/// memory is reused for the next matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Product {
    /// Coordinates: 2 in the plane, 3 in space.
    dimensions: usize,
    /// Length of a column.
    length: usize,
    particles: Blocks,
    inverses: Blocks,
    /// Inverse diagonal blocks P⁻¹, before they are written into columns.
    diagonal: Vec<DMat3>,
    links: Links,
}

/// Upper bound of the numbers in a vector in space, for this number of particles.
pub(super) fn vector_capacity(particles: usize) -> usize {
    3 * length(particles)
}

fn length(particles: usize) -> usize {
    particles.next_multiple_of(2) + SPARE
}

impl Product {
    /// An empty product with memory for this number of particles and links.
    pub fn with_capacity(particles: usize, links: usize) -> Self {
        let mut product = Self { diagonal: Vec::with_capacity(particles), ..Self::default() };
        for (blocks, count) in [
            (&mut product.particles, length(particles)),
            (&mut product.inverses, length(particles)),
            (&mut product.links.blocks, links),
        ] {
            blocks.numbers.reserve_exact(6 * count + 1);
        }
        product
    }

    /// Lays out a matrix for products with the given vectors and with the results of such products.
    /// If all is in the plane, the z column is left out. The identity replaces a block P that is
    /// not positive definite.
    pub fn lay_out(&mut self, matrix: &BlockMatrix, vectors: [&[DVec3]; 2]) {
        let in_plane = |block: &DMat3| block.z_axis.x == 0.0 && block.z_axis.y == 0.0;
        let planar = self.links.order(&matrix.endpoints)
            && vectors.iter().all(|vectors| vectors.iter().all(|vector| vector.z == 0.0))
            && matrix.diagonal.iter().chain(&matrix.blocks).all(in_plane);
        self.dimensions = if planar { 2 } else { 3 };
        self.length = length(matrix.len());
        self.links.blocks.write(planar, &matrix.blocks, matrix.blocks.len());
        self.particles.write(planar, &matrix.diagonal, self.length);
        self.diagonal.resize(matrix.len(), DMat3::ZERO);
        matrix.invert_diagonal(&mut self.diagonal);
        for i in &matrix.fixed {
            self.diagonal[*i as usize] = DMat3::ZERO;
        }
        self.inverses.write(planar, &self.diagonal, self.length);
    }

    /// Writes vectors into columns.
    pub fn read(&self, vectors: &[DVec3], columns: &mut Vec<f64>) {
        self.clear(columns);
        for (axis, column) in columns.chunks_exact_mut(self.length).enumerate() {
            column.iter_mut().zip(vectors).for_each(|(number, vector)| *number = vector[axis]);
        }
    }

    /// Fills columns with zeros.
    pub fn clear(&self, columns: &mut Vec<f64>) {
        columns.clear();
        columns.resize(self.dimensions * self.length, 0.0);
    }

    /// Writes columns into vectors.
    pub fn write(&self, columns: &[f64], vectors: &mut [DVec3]) {
        for (axis, column) in columns.chunks_exact(self.length).enumerate() {
            vectors.iter_mut().zip(column).for_each(|(vector, number)| vector[axis] = *number);
        }
    }

    /// p ← z + β p and y ← A p, and returns p·y. z must be 0 at fixed particles; y may be any
    /// number there.
    pub fn turn(&self, matrix: &BlockMatrix, beta: f64, z: &[f64], [p, y]: [&mut [f64]; 2]) -> f64 {
        self.particles.combine([beta, 1.0], p, z, y);
        self.links.add_product(&matrix.endpoints, self.length, p, y);
        dot(p, y)
    }

    /// r ← r − α y and z ← P⁻¹ r, and returns r·z.
    pub fn advance(&self, alpha: f64, y: &[f64], [r, z]: [&mut [f64]; 2]) -> f64 {
        self.inverses.combine([1.0, -alpha], r, y, z)
    }
}
