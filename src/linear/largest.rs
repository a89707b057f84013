//! The largest eigenvalue of a symmetric matrix.

use super::{BlockMatrix, dot};
use glam::{DMat3, DVec3};

/// The iteration ends when the eigenvalue changes by less than this, relative to the size of the
/// matrix.
const TOLERANCE: f64 = 1e-9;

/// Fewest matrix products: this many are needed to leave an eigenvector that had the largest
/// eigenvalue in the last search.
const FEWEST: usize = 8;

/// Number of products after which the images are recomputed, to stop rounding errors from
/// accumulating.
const RECOMPUTATION: usize = 50;

/// Perturbation of the start vector of length 1.
const PERTURBATION: f64 = 1e-6;

/// Removes from a vector what no motion may have.
pub type Projection<'a> = &'a dyn Fn(&mut [DVec3]);

/// S = M^(−½) A M^(−½), symmetric, with the eigenvalues of M⁻¹A; P S P if links leave only part of
/// the motions.
pub(crate) struct Scaled<'a> {
    pub matrix: &'a BlockMatrix,
    pub inverse_masses: &'a [f64],
    /// The projection P onto the motions M^½ u that keep the links.
    pub projection: Option<Projection<'a>>,
}

impl Scaled<'_> {
    fn multiply(&self, pair: &mut Pair, scratch: &mut Vec<DVec3>) {
        scratch.clear();
        scratch.extend(pair.vector.iter().zip(self.inverse_masses).map(|(y, w)| w.sqrt() * *y));
        self.matrix.multiply(scratch, &mut pair.image);
        pair.image.iter_mut().zip(self.inverse_masses).for_each(|(image, w)| *image *= w.sqrt());
        self.project(&mut pair.image);
    }

    fn project(&self, y: &mut [DVec3]) {
        if let Some(projection) = self.projection {
            projection(y);
        }
    }

    /// yᵀS y
    pub fn quotient(&self, y: &[DVec3]) -> f64 {
        let scaled: Vec<DVec3> = y.iter().zip(self.inverse_masses).map(|(y, w)| w.sqrt() * *y).collect();
        let mut image = vec![DVec3::ZERO; y.len()];
        self.matrix.multiply(&scaled, &mut image);
        dot(&scaled, &image)
    }
}

/// A vector y and its image S y.
#[derive(Clone, Debug, Default)]
struct Pair {
    vector: Vec<DVec3>,
    image: Vec<DVec3>,
}

impl Pair {
    fn add(&mut self, factor: f64, other: &Self) {
        for (mine, others) in [(&mut self.vector, &other.vector), (&mut self.image, &other.image)] {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine += factor * *other);
        }
    }

    fn scale(&mut self, factor: f64) {
        self.vector.iter_mut().chain(&mut self.image).for_each(|entry| *entry *= factor);
    }

    /// Makes the vector orthogonal to the other unit vectors, and then a unit vector. Sets it to 0
    /// if little remains, as its image would be mostly rounding.
    fn orthonormalise(&mut self, others: &[&Self]) {
        let before = dot(&self.vector, &self.vector);
        for other in others {
            self.add(-dot(&self.vector, &other.vector), other);
        }
        let after = dot(&self.vector, &self.vector);
        self.scale(if after > 1e-4 * before { after.sqrt().recip() } else { 0.0 });
    }
}

/// Search for the largest eigenvalue and its eigenvector.
///
/// The largest eigenvalues of a cloth are close together: plain power iteration takes a thousand
/// products. Every step therefore maximises the Rayleigh quotient over the combinations of the
/// vector, its residual and the previous step (locally optimal, as in conjugate gradients). A step
/// still takes one product, and a search about 200 for the default cloth. A later search starts
/// from the last eigenvector and takes a few. The eigenvalue is approached from below.
///
/// Source: A. V. Knyazev, Toward the optimal preconditioned eigensolver: LOBPCG, 2001, for one
/// vector.
#[derive(Clone, Debug, Default)]
pub(crate) struct Largest {
    value: f64,
    best: Pair,
    residual: Pair,
    last: Pair,
    scratch: Vec<DVec3>,
    products: usize,
    settled: bool,
}

impl Largest {
    /// The eigenvalue: the largest yᵀS y/yᵀy found.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The eigenvector y, of length 1; 0 at fixed particles.
    pub fn vector(&self) -> &[DVec3] {
        &self.best.vector
    }

    /// Matrix products that the last search took.
    pub fn products(&self) -> usize {
        self.products
    }

    /// True if the last search ended because the value had converged, false if it reached its limit
    /// of products.
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// Maximises the Rayleigh quotient yᵀS y/yᵀy from the last eigenvector, with at most `most`
    /// products. `size` is the scale of a matrix that is not semidefinite: changes that are small
    /// relative to it count as converged.
    pub fn climb(&mut self, s: &Scaled, size: f64, most: usize) {
        self.perturb();
        self.begin(s);
        self.settled = true;
        for products in 2..=most {
            self.products = products;
            let before = self.value;
            if products % RECOMPUTATION == 0 {
                self.begin(s);
            }
            self.take_step(s);
            if !self.value.is_finite() {
                self.value = 0.0;
                return;
            }
            if products > FEWEST && (self.value - before).abs() <= TOLERANCE * self.value.abs().max(size) {
                return;
            }
        }
        self.settled = false;
    }

    /// Perturbs the last eigenvector: if the matrix has changed, it may now be the eigenvector of a
    /// smaller eigenvalue, where the gradient of the quotient is zero.
    fn perturb(&mut self) {
        for (y, offset) in self.best.vector.iter_mut().zip(scattered()) {
            *y += PERTURBATION * offset;
        }
    }

    fn begin(&mut self, s: &Scaled) {
        let count = s.inverse_masses.len();
        if self.best.vector.len() != count || !self.best.vector.iter().all(|y| y.is_finite()) || self.value == 0.0 {
            self.best.vector = scattered().take(count).collect();
        }
        for pair in [&mut self.best, &mut self.residual, &mut self.last] {
            pair.vector.resize(count, DVec3::ZERO);
            pair.image.resize(count, DVec3::ZERO);
        }
        self.last.scale(0.0);
        s.matrix.clear_fixed(&mut self.best.vector);
        s.project(&mut self.best.vector);
        self.best.image.fill(DVec3::ZERO);
        self.best.orthonormalise(&[]);
        s.multiply(&mut self.best, &mut self.scratch);
        self.value = dot(&self.best.vector, &self.best.image);
    }

    /// Replaces y by the combination of y, its residual S y − λ y and the last step that has the
    /// largest Rayleigh quotient.
    fn take_step(&mut self, s: &Scaled) {
        let Self { best, residual, last, scratch, value, .. } = self;
        for ((r, y), image) in residual.vector.iter_mut().zip(&best.vector).zip(&best.image) {
            *r = *image - *value * *y;
        }
        residual.orthonormalise(&[best]);
        s.multiply(residual, scratch);
        last.orthonormalise(&[best, residual]);
        let basis = [&*best, &*residual, &*last];
        let entry = |i: usize, j: usize| dot(&basis[i].vector, &basis[j].image);
        let column = |j| DVec3::new(entry(0, j), entry(1, j), entry(2, j));
        let [c, d, e] = largest_eigenvector(DMat3::from_cols(column(0), column(1), column(2))).to_array();
        last.scale(e);
        last.add(d, residual);
        best.scale(c);
        best.add(1.0, last);
        let length = dot(&best.vector, &best.vector);
        *value = if length > 0.0 { dot(&best.vector, &best.image) / length } else { 0.0 };
    }
}

/// Unit eigenvector of the largest eigenvalue of a symmetric matrix. Basis directions 2 and 3 may
/// be missing; their columns are then zero. The matrix is shifted so that the other directions have
/// no negative eigenvalue, and squared forty times; its largest column is then the eigenvector.
fn largest_eigenvector(matrix: DMat3) -> DVec3 {
    let size = |m: &DMat3| m.to_cols_array().into_iter().fold(0.0, |max: f64, entry| max.max(entry.abs()));
    let shift = 3.0 * size(&matrix);
    let shift_of = |column: DVec3| if column == DVec3::ZERO { 0.0 } else { shift };
    let mut power = matrix + DMat3::from_diagonal(DVec3::new(shift, shift_of(matrix.y_axis), shift_of(matrix.z_axis)));
    for _ in 0..40 {
        let size = size(&power);
        if size == 0.0 {
            return DVec3::X;
        }
        power *= size.recip();
        power = power * power;
    }
    let columns = [power.x_axis, power.y_axis, power.z_axis];
    let largest = columns
        .into_iter()
        .fold(DVec3::ZERO, |best, column| if column.length_squared() > best.length_squared() { column } else { best });
    largest.normalize_or(DVec3::X)
}

/// A vector with a component along every eigenvector: the fractional parts of multiples of
/// irrational numbers.
fn scattered() -> impl Iterator<Item = DVec3> {
    let spread = DVec3::new(0.754_877_666_246_692_7, 0.569_840_290_998_053_2, 0.438_579_021_012_345_6);
    (1..).map(move |i| (f64::from(i) * spread).fract() - DVec3::splat(0.5))
}
