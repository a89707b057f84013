//! Preconditioned conjugate gradients.

use super::{
    BlockMatrix, NotConverged,
    product::{Product, vector_capacity},
};
use glam::DVec3;
use springlab_fast::add_scaled;
use std::array::from_fn;

/// Solves A x = b for a symmetric positive definite A by conjugate gradients, preconditioned with
/// the inverse blocks of the diagonal. Keeps the vectors it needs.
///
/// Source: M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems,
/// 1952.
#[derive(Clone, Debug, Default)]
pub struct ConjugateGradients {
    product: Product,
    solution: Vec<f64>,
    residual: Vec<f64>,
    /// Preconditioned residual P⁻¹ r.
    slope: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
    iterations: u32,
}

impl ConjugateGradients {
    /// Allocates vectors for this number of particles, and a matrix with this number of links.
    #[must_use]
    pub fn with_capacity(particles: usize, links: usize) -> Self {
        let [solution, residual, slope, direction, image] = from_fn(|_| Vec::with_capacity(vector_capacity(particles)));
        let product = Product::with_capacity(particles, links);
        Self { product, solution, residual, slope, direction, image, iterations: 0 }
    }

    /// Iterations of the last solve.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Improves `x` until ‖b − A x‖ ≤ `tolerance` ‖b‖ in the preconditioner's norm √(rᵀ P⁻¹ r).
    ///
    /// # Errors
    /// [`NotConverged`] after `limit` iterations or if A is indefinite; `x` is then the best result
    /// so far.
    pub fn solve(
        &mut self,
        a: &BlockMatrix,
        b: &[DVec3],
        x: &mut [DVec3],
        control: (f64, u32),
    ) -> Result<(), NotConverged> {
        if self.solve_definite(a, b, x, control)? {
            return Ok(());
        }
        Err(NotConverged::Residual { residual: f64::NAN, iterations: self.iterations })
    }

    /// Solves like [`solve`](Self::solve), but returns false at the first direction along which A
    /// is not positive definite.
    pub(crate) fn solve_definite(
        &mut self,
        a: &BlockMatrix,
        b: &[DVec3],
        x: &mut [DVec3],
        control: (f64, u32),
    ) -> Result<bool, NotConverged> {
        self.product.lay_out(a, [b, x]);
        self.product.read(b, &mut self.residual);
        for vector in [&mut self.solution, &mut self.slope, &mut self.direction, &mut self.image] {
            self.product.clear(vector);
        }
        self.iterations = 0;
        let size = self.advance(0.0);
        if !size.is_finite() {
            return Err(NotConverged::Residual { residual: size, iterations: 0 });
        }
        if size == 0.0 {
            x.fill(DVec3::ZERO);
            return Ok(true);
        }
        let mut rho = size;
        if x.iter().any(|x| *x != DVec3::ZERO) {
            self.product.read(x, &mut self.slope);
            self.turn(a, 0.0);
            rho = self.advance(1.0);
        }
        let definite = self.descend(a, [rho, size], control);
        self.product.write(&self.solution, x);
        definite
    }

    fn descend(
        &mut self,
        a: &BlockMatrix,
        [mut rho, size]: [f64; 2],
        (tolerance, limit): (f64, u32),
    ) -> Result<bool, NotConverged> {
        let mut beta = 0.0;
        while rho > tolerance * tolerance * size {
            if self.iterations == limit {
                return Err(NotConverged::Residual { residual: (rho / size).sqrt(), iterations: limit });
            }
            self.iterations += 1;
            let curvature = self.turn(a, beta);
            if curvature <= 0.0 {
                return Ok(false);
            }
            let next = self.advance(rho / curvature);
            beta = next / rho;
            rho = next;
        }
        // NaN ends the loop above like success
        if rho.is_nan() { Err(NotConverged::Residual { residual: rho, iterations: self.iterations }) } else { Ok(true) }
    }

    /// p ← z + β p and y ← A p; returns p·y.
    fn turn(&mut self, a: &BlockMatrix, beta: f64) -> f64 {
        self.product.turn(a, beta, &self.slope, [&mut self.direction, &mut self.image])
    }

    /// x ← x + α p, r ← r − α y and z ← P⁻¹ r; returns rᵀ P⁻¹ r.
    fn advance(&mut self, alpha: f64) -> f64 {
        add_scaled(&mut self.solution, alpha, &self.direction);
        self.product.advance(alpha, &self.image, [&mut self.residual, &mut self.slope])
    }
}
