//! Preconditioned conjugate gradients.

use super::{
    BlockMatrix, NotConverged,
    product::{Product, vector_capacity},
};
use glam::DVec3;
use springlab_fast::add_scaled;
use std::array::from_fn;

/// Outcome of a run of conjugate gradients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Distance from the start, ‖x‖ in the preconditioner's norm √(xᵀ P x).
    pub length: f64,
    /// Decrease of ½ xᵀ A x − bᵀ x.
    pub decrease: f64,
    /// True if the radius, or a negative curvature, ended the run.
    pub limited: bool,
}

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
    /// [`NotConverged`] after `limit` iterations; `x` is then the best result so far.
    pub fn solve(
        &mut self,
        a: &BlockMatrix,
        b: &[DVec3],
        x: &mut [DVec3],
        control: (f64, u32),
    ) -> Result<(), NotConverged> {
        self.minimise(a, b, x, control, f64::INFINITY).map(|_| ())
    }

    /// Minimises ½ xᵀ A x − bᵀ x within `radius` of the start; A may be indefinite. A direction
    /// that would leave this ball, or along which there is no minimum, is followed to its surface
    /// and ends the run.
    ///
    /// # Errors
    /// [`NotConverged`] after `limit` iterations, or at a negative curvature without a radius.
    ///
    /// Source: T. Steihaug, The conjugate gradient method and trust regions in large scale
    /// optimization, 1983.
    pub fn minimise(
        &mut self,
        a: &BlockMatrix,
        b: &[DVec3],
        x: &mut [DVec3],
        control: (f64, u32),
        radius: f64,
    ) -> Result<Outcome, NotConverged> {
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
            return Ok(Outcome { length: 0.0, decrease: 0.0, limited: false });
        }
        let mut rho = size;
        if x.iter().any(|x| *x != DVec3::ZERO) {
            self.product.read(x, &mut self.slope);
            self.turn(a, 0.0);
            rho = self.advance(1.0);
        }
        let outcome = self.descend(a, [rho, size], control, radius);
        self.product.write(&self.solution, x);
        outcome
    }

    fn descend(
        &mut self,
        a: &BlockMatrix,
        [mut rho, size]: [f64; 2],
        (tolerance, limit): (f64, u32),
        radius: f64,
    ) -> Result<Outcome, NotConverged> {
        let mut outcome = Outcome { length: 0.0, decrease: 0.0, limited: false };
        let mut beta = 0.0;
        // xᵀPx, xᵀPp and pᵀPp of the present x, measured from the start, and the direction p
        let [mut xx, mut xp, mut pp] = [0.0; 3];
        while rho > tolerance * tolerance * size {
            if self.iterations == limit {
                return Err(NotConverged::Residual { residual: (rho / size).sqrt(), iterations: limit });
            }
            self.iterations += 1;
            let curvature = self.turn(a, beta);
            pp = rho + beta * beta * pp;
            let ahead = |alpha: f64| xx + alpha * (2.0 * xp + alpha * pp);
            let mut alpha = rho / curvature;
            outcome.limited = curvature <= 0.0 || ahead(alpha) > radius * radius;
            if outcome.limited {
                alpha = ((xp * xp + pp * (radius * radius - xx)).sqrt() - xp) / pp;
                if !alpha.is_finite() {
                    return Err(NotConverged::Residual { residual: (rho / size).sqrt(), iterations: self.iterations });
                }
            }
            outcome.decrease += alpha * (rho - 0.5 * alpha * curvature);
            xx = ahead(alpha);
            let next = self.advance(alpha);
            if outcome.limited {
                outcome.length = xx.sqrt();
                return Ok(outcome);
            }
            beta = next / rho;
            xp = beta * (xp + alpha * pp);
            rho = next;
        }
        // NaN ends the loop above like success
        outcome.length = xx.sqrt();
        if rho.is_nan() {
            Err(NotConverged::Residual { residual: rho, iterations: self.iterations })
        } else {
            Ok(outcome)
        }
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
