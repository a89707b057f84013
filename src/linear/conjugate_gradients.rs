//! Preconditioned conjugate gradients.

use super::{BlockMatrix, NotConverged};
use glam::{DMat3, DVec3};

/// What conjugate gradients did from their start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// How far they went, ‖x‖ in the preconditioner's norm √(xᵀ P x).
    pub length: f64,
    /// By how much ½ xᵀ A x − bᵀ x has fallen.
    pub decrease: f64,
    /// Whether the radius, or a negative curvature, ended them.
    pub limited: bool,
}

/// Solves A x = b for a symmetric positive definite A by conjugate gradients with the inverse blocks of the diagonal as
/// preconditioner, and keeps the vectors this needs.
///
/// Source: M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems, 1952.
#[derive(Clone, Debug, Default)]
pub struct ConjugateGradients {
    preconditioner: Vec<DMat3>,
    residual: Vec<DVec3>,
    direction: Vec<DVec3>,
    image: Vec<DVec3>,
    iterations: u32,
}

impl ConjugateGradients {
    /// Vectors for n particles.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let zeros = || vec![DVec3::ZERO; n];
        let preconditioner = vec![DMat3::ZERO; n];
        Self { preconditioner, residual: zeros(), direction: zeros(), image: zeros(), iterations: 0 }
    }

    /// Iterations of the last solve.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Improves `x` until ‖b − A x‖ ≤ `tolerance` ‖b‖ in the preconditioner's norm √(rᵀ P⁻¹ r).
    ///
    /// # Errors
    /// [`NotConverged`] after `limit` iterations; `x` is then the best that was reached.
    pub fn solve(
        &mut self,
        a: &BlockMatrix,
        b: &[DVec3],
        x: &mut [DVec3],
        control: (f64, u32),
    ) -> Result<(), NotConverged> {
        self.minimise(a, b, x, control, f64::INFINITY).map(|_| ())
    }

    /// The same for an A that may be indefinite, as the lowest place of ½ xᵀ A x − bᵀ x no farther than `radius` from the start: a way
    /// that would lead out of there, or has no lowest place, is followed to its edge and ends the iteration.
    ///
    /// # Errors
    /// [`NotConverged`] after `limit` iterations, or at a negative curvature without a radius.
    ///
    /// Source: T. Steihaug, The conjugate gradient method and trust regions in large scale optimization, 1983.
    pub fn minimise(
        &mut self,
        a: &BlockMatrix,
        b: &[DVec3],
        x: &mut [DVec3],
        (tolerance, limit): (f64, u32),
        radius: f64,
    ) -> Result<Way, NotConverged> {
        let mut way = Way { length: 0.0, decrease: 0.0, limited: false };
        a.invert_diagonal(&mut self.preconditioner);
        self.iterations = 0;
        let size = self.norm_squared(b);
        if !size.is_finite() {
            return Err(NotConverged::Residual { residual: size, iterations: 0 });
        }
        if size == 0.0 {
            x.fill(DVec3::ZERO);
            return Ok(way);
        }
        a.multiply(x, &mut self.image);
        for ((r, b), image) in self.residual.iter_mut().zip(b).zip(&self.image) {
            *r = *b - *image;
        }
        let mut rho = self.norm_squared(&self.residual);
        self.direction.fill(DVec3::ZERO);
        let mut beta = 0.0;
        // xᵀPx, xᵀPp and pᵀPp of the way x so far and the direction p
        let [mut xx, mut xp, mut pp] = [0.0; 3];
        while rho > tolerance * tolerance * size {
            if self.iterations == limit {
                return Err(NotConverged::Residual { residual: (rho / size).sqrt(), iterations: limit });
            }
            self.iterations += 1;
            for ((p, r), inverse) in self.direction.iter_mut().zip(&self.residual).zip(&self.preconditioner) {
                *p = *inverse * *r + beta * *p;
            }
            a.multiply(&self.direction, &mut self.image);
            pp = rho + beta * beta * pp;
            let curvature = dot(&self.direction, &self.image);
            let ahead = |alpha: f64| xx + alpha * (2.0 * xp + alpha * pp);
            let mut alpha = rho / curvature;
            way.limited = curvature <= 0.0 || ahead(alpha) > radius * radius;
            if way.limited {
                alpha = ((xp * xp + pp * (radius * radius - xx)).sqrt() - xp) / pp;
                if !alpha.is_finite() {
                    return Err(NotConverged::Residual { residual: (rho / size).sqrt(), iterations: self.iterations });
                }
            }
            way.decrease += alpha * (rho - 0.5 * alpha * curvature);
            xx = ahead(alpha);
            add_scaled(x, alpha, &self.direction);
            add_scaled(&mut self.residual, -alpha, &self.image);
            if way.limited {
                way.length = xx.sqrt();
                return Ok(way);
            }
            let next = self.norm_squared(&self.residual);
            beta = next / rho;
            xp = beta * (xp + alpha * pp);
            rho = next;
        }
        // NaN ends the loop above like success
        way.length = xx.sqrt();
        if rho.is_nan() { Err(NotConverged::Residual { residual: rho, iterations: self.iterations }) } else { Ok(way) }
    }

    /// rᵀ P⁻¹ r
    fn norm_squared(&self, r: &[DVec3]) -> f64 {
        r.iter().zip(&self.preconditioner).map(|(r, inverse)| r.dot(*inverse * *r)).sum()
    }
}

pub(crate) fn dot(x: &[DVec3], y: &[DVec3]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x.dot(*y)).sum()
}

fn add_scaled(x: &mut [DVec3], factor: f64, y: &[DVec3]) {
    for (x, y) in x.iter_mut().zip(y) {
        *x += factor * *y;
    }
}
