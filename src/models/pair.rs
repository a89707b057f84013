//! Two nodes and one spring in space: energy, forces and stiffness as numbers and matrices.

use crate::{Spring, linear::outer};
use glam::{DMat3, DVec3};

/// Two nodes p₁, p₂ and the spring between them, with d = p₁ − p₂.
///
/// V = ½ k (‖d‖ − L)². Its gradient with respect to p₁ is F = k (‖d‖ − L) d/‖d‖; the force *on* p₁
/// is −F, that on p₂ is +F. The source writes "F = −∇V" for +∇V, but its signs of the two forces
/// are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Position of node 1 in m.
    pub p1: DVec3,
    /// Position of node 2 in m.
    pub p2: DVec3,
    /// The spring.
    pub spring: Spring,
}

/// An eigenvalue of K in N/m with its unit eigenvector.
pub type Eigen = (f64, DVec3);

/// Step of the finite differences relative to the distance: near ∛ε, where truncation and rounding
/// errors are equal.
const STEP: f64 = 6e-6;

impl Pair {
    /// d = p₁ − p₂ in m.
    #[must_use]
    pub fn difference(&self) -> DVec3 {
        self.p1 - self.p2
    }

    /// V in J.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::{Pair, Spring};
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// let pair = Pair { p1: 0.5 * DVec3::X, p2: DVec3::ZERO, spring };
    /// assert_eq!(pair.energy(), 1.0); // ½ · 8 · (½ − 1)²
    /// ```
    #[must_use]
    pub fn energy(&self) -> f64 {
        self.spring.energy(self.difference())
    }

    /// The forces (F₁₂, F₂₁) in N: on p₁ by p₂, and on p₂ by p₁. Their sum is 0.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::{Pair, Spring};
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// let pair = Pair { p1: 0.5 * DVec3::X, p2: DVec3::ZERO, spring };
    /// assert_eq!(pair.forces(), (4.0 * DVec3::X, -4.0 * DVec3::X)); // 8 · ½ apart
    /// ```
    #[must_use]
    pub fn forces(&self) -> (DVec3, DVec3) {
        let force = self.spring.force(self.difference());
        (force, -force)
    }

    /// K = ∂²V/∂p₁² = k (I − L (I/‖d‖ − d dᵀ/‖d‖³)) in N/m.
    #[must_use]
    pub fn stiffness(&self) -> DMat3 {
        self.spring.stiffness_matrix(self.difference())
    }

    /// The derivatives ∂fᵢ/∂pⱼ of the forces in N/m, ((−K, K), (K, −K)): the Jacobian of both
    /// forces, the negative Hessian of V. The source omits the last block.
    #[must_use]
    pub fn blocks(&self) -> [[DMat3; 2]; 2] {
        let k = self.stiffness();
        [[-k, k], [k, -k]]
    }

    /// Eigenvalues of K with their eigenvectors, the one along the spring first: k along the
    /// spring, twice k (1 − L/‖d‖) across.
    ///
    /// As ‖d‖ → 0 with L > 0, the eigenvalues across tend to −∞, because the spring's direction
    /// turns ever faster. At ‖d‖ = 0 there is no direction: K is taken as 0 (k I for L = 0) and the
    /// eigenvectors as the axes.
    #[must_use]
    pub fn eigen(&self) -> [Eigen; 3] {
        let k = self.stiffness();
        let n = self.spring.gradient(self.difference());
        if n == DVec3::ZERO {
            return [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (axis.dot(k * axis), axis));
        }
        let (across, other) = n.any_orthonormal_pair();
        let stiff = self.spring.stiffness;
        let turning = stiff * (1.0 - self.spring.rest_length / self.difference().length());
        [(stiff, n), (turning, across), (turning, other)]
    }

    /// True if K has a negative eigenvalue, that is, the spring is compressed. V is then not
    /// convex, M + Δt²K may be singular or indefinite, and an implicit solver with the true K may
    /// step uphill or fail.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::{Pair, Spring};
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// let pair = Pair { p1: 0.5 * DVec3::X, p2: DVec3::ZERO, spring };
    /// assert!(pair.is_indefinite());
    /// assert_eq!(pair.eigen().map(|(value, _)| value), [8.0, -8.0, -8.0]); // 8 · (1 − 1/½) across
    /// ```
    #[must_use]
    pub fn is_indefinite(&self) -> bool {
        self.eigen().iter().any(|&(value, _)| value < 0.0)
    }

    /// K by central differences of the force, as a check that uses no formula of K.
    ///
    /// The force turns within a length of about r = ‖d‖. Steps of h = 6·10⁻⁶ r ≈ ∛ε r therefore
    /// leave a truncation error of about (h/r)² and a rounding error of about ε r/h, both 4·10⁻¹¹
    /// of K's largest entry. At r = 0 the rest length replaces r; the force of a spring with a rest
    /// length jumps there, and the differences are its size over 2h.
    #[must_use]
    pub fn stiffness_by_differences(&self) -> DMat3 {
        let d = self.difference();
        let scale = [d.length(), self.spring.rest_length, 1.0].into_iter().find(|length| *length > 0.0).unwrap_or(1.0);
        let h = STEP * scale;
        // differences of d itself: far from the origin a position would round the step away
        let column = |axis: DVec3| (self.spring.force(d - h * axis) - self.spring.force(d + h * axis)) / (2.0 * h);
        DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
    }

    /// Σ λ v vᵀ over the eigenvalues λ and eigenvectors v, which is K again.
    #[must_use]
    pub fn reassembled(&self) -> DMat3 {
        self.eigen().into_iter().map(|(value, v)| value * outer(v)).fold(DMat3::ZERO, |sum, part| sum + part)
    }
}
