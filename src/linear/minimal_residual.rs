//! Generalised minimal residuals, for matrices that are not symmetric.

use super::{BlockMatrix, dot};
use glam::{DMat3, DVec3};

/// Directions after which the method starts anew from its result.
const RESTART: usize = 60;

/// The method ends if such a start reduces the residual by less than this part of it.
const STALLED: f64 = 0.1;

/// Minimises ‖b − A x‖ over ever more directions, preconditioned with the inverse blocks of the
/// diagonal, until it is below `tolerance` ‖b‖ or cannot be reduced, with at most `limit` products.
/// Returns their number, and true if it is below. The residual is never larger than b, so that x
/// leads towards the solution of nonlinear equations with the derivative −A even if A is not
/// definite.
///
/// Source: Y. Saad, M. H. Schultz, GMRES, a generalized minimal residual algorithm for solving
/// nonsymmetric linear systems, 1986.
pub(crate) fn minimise_residual(
    a: &BlockMatrix,
    b: &[DVec3],
    x: &mut [DVec3],
    (tolerance, limit): (f64, u32),
) -> (u32, bool) {
    let mut inverses = vec![DMat3::ZERO; b.len()];
    a.sum_diagonal(&mut inverses);
    for block in &mut inverses {
        let inverse = block.inverse();
        *block = if inverse.is_finite() { inverse } else { DMat3::IDENTITY };
    }
    let (mut residual, mut image, mut direction) = (b.to_vec(), vec![DVec3::ZERO; b.len()], b.to_vec());
    x.fill(DVec3::ZERO);
    let mut size = dot(b, b).sqrt();
    let (goal, mut products) = (tolerance * size, 0);
    while size > goal && products < limit {
        scale(&mut residual, size.recip());
        let mut directions = Directions::from(residual.clone(), size);
        while directions.columns.len() < RESTART && products < limit && directions.residual() > goal {
            precondition(&inverses, directions.last(), &mut direction);
            a.multiply(&direction, &mut image);
            products += 1;
            if !directions.extend(&mut image) {
                break;
            }
        }
        directions.combine(&mut residual);
        precondition(&inverses, &residual, &mut direction);
        add(x, 1.0, &direction);
        a.multiply(x, &mut image);
        residual.copy_from_slice(b);
        add(&mut residual, -1.0, &image);
        let before = size;
        size = dot(&residual, &residual).sqrt();
        if size.is_nan() || size > (1.0 - STALLED) * before {
            break;
        }
    }
    (products, size <= goal)
}

/// Orthonormal vectors Q with A P⁻¹ Q = Q H.
struct Directions {
    basis: Vec<Vec<DVec3>>,
    /// The triangle that rotations make of H.
    columns: Vec<Vec<f64>>,
    rotations: Vec<[f64; 2]>,
    /// The rotated right-hand side. Its last entry is the residual.
    right: Vec<f64>,
}

impl Directions {
    /// The first direction, with its residual.
    fn from(first: Vec<DVec3>, size: f64) -> Self {
        Self { basis: vec![first], columns: vec![], rotations: vec![], right: vec![size] }
    }

    fn last(&self) -> &[DVec3] {
        &self.basis[self.columns.len()]
    }

    /// The residual of the best combination.
    fn residual(&self) -> f64 {
        self.right[self.columns.len()].abs()
    }

    /// Adds the part of A P⁻¹ q that is orthogonal to all directions, with the last one q. Returns
    /// false if there is none.
    fn extend(&mut self, image: &mut [DVec3]) -> bool {
        let mut column = Vec::with_capacity(self.basis.len());
        for q in &self.basis {
            column.push(dot(q, image));
            add(image, -column[column.len() - 1], q);
        }
        let beyond = dot(image, image).sqrt();
        for (i, &[c, s]) in self.rotations.iter().enumerate() {
            [column[i], column[i + 1]] = [c * column[i] + s * column[i + 1], c * column[i + 1] - s * column[i]];
        }
        let last = self.columns.len();
        let length = (column[last] * column[last] + beyond * beyond).sqrt();
        if !(length > 0.0 && length.is_finite()) {
            return false;
        }
        let [c, s] = [column[last] / length, beyond / length];
        column[last] = length;
        self.rotations.push([c, s]);
        self.right.push(-s * self.right[last]);
        self.right[last] *= c;
        self.columns.push(column);
        if beyond == 0.0 {
            return false;
        }
        scale(image, beyond.recip());
        self.basis.push(image.to_vec());
        true
    }

    /// Sets `sum` to the combination with the least residual.
    fn combine(mut self, sum: &mut [DVec3]) {
        sum.fill(DVec3::ZERO);
        for i in (0..self.columns.len()).rev() {
            let known: f64 = (i + 1..self.columns.len()).map(|j| self.columns[j][i] * self.right[j]).sum();
            self.right[i] = (self.right[i] - known) / self.columns[i][i];
            add(sum, self.right[i], &self.basis[i]);
        }
    }
}

/// y ← P⁻¹ x
fn precondition(inverses: &[DMat3], x: &[DVec3], y: &mut [DVec3]) {
    for ((y, x), inverse) in y.iter_mut().zip(x).zip(inverses) {
        *y = *inverse * *x;
    }
}

/// y ← y + s x
fn add(y: &mut [DVec3], s: f64, x: &[DVec3]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += s * *x);
}

/// x ← s x
fn scale(x: &mut [DVec3], s: f64) {
    for x in x {
        *x *= s;
    }
}
