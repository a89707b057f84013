//! The law of a damped spring.

use crate::{
    Error,
    base::check::check_range,
    linear::{outer, product},
};
use glam::{DMat3, DVec3};

/// Meaning of a stiffness k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elasticity {
    /// Hooke's law: the force is k times the elongation C, k in N/m.
    #[default]
    Hooke,
    /// The force is k times the relative elongation C/L, k in N: half of a spring pulls as hard at
    /// the same strain.
    Relative,
}

impl Elasticity {
    /// Hooke's stiffness in N/m of a spring with this law, `k` (N/m or N) and rest length L (m). A
    /// spring with L = 0 has no relative elongation; its k is in N/m with both laws.
    #[must_use]
    pub fn stiffness(self, k: f64, rest_length: f64) -> f64 {
        if self == Self::Relative && rest_length > 0.0 { k / rest_length } else { k }
    }
}

/// The part of the relative velocity u = v₁ − v₂ that a damper resists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Damper {
    /// The part along the spring: f^D = −μ Ċ n. Rotation of the pair is not resisted.
    #[default]
    Axial,
    /// All of it: f^D = −μ u. It also slows rotation, so angular momentum is not conserved.
    Isotropic,
}

/// A damped spring from the distance constraint C = ‖d‖ − L between two particles, with
/// d = x₁ − x₂.
///
/// At ‖d‖ = 0 the spring has no direction; n = 0 is used there, so that every result is finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spring {
    /// Stiffness k in N/m.
    pub stiffness: f64,
    /// Damping coefficient μ in N·s/m.
    pub damping: f64,
    /// Rest length L in m.
    pub rest_length: f64,
    /// The velocity that the damper resists.
    pub damper: Damper,
}

impl Spring {
    /// Compliance α = 1/k in m/N, infinite without stiffness.
    #[must_use]
    pub fn compliance(&self) -> f64 {
        self.stiffness.recip()
    }

    /// Elongation C = ‖d‖ − L in m.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// assert_eq!(spring.constraint(DVec3::new(3.0, 4.0, 0.0)), 4.0); // 5 − 1
    /// ```
    #[must_use]
    pub fn constraint(&self, d: DVec3) -> f64 {
        d.length() - self.rest_length
    }

    /// Constraint gradient ∂C/∂x₁ = n = d/‖d‖ (∂C/∂x₂ = −n), dimensionless; 0 at ‖d‖ = 0.
    #[must_use]
    pub fn gradient(&self, d: DVec3) -> DVec3 {
        d.normalize_or_zero()
    }

    /// Elastic energy E = k/2 C² in J.
    #[must_use]
    pub fn energy(&self, d: DVec3) -> f64 {
        0.5 * self.stiffness * self.constraint(d).powi(2)
    }

    /// Elastic force on particle 1, f = −k C n in N; particle 2 feels −f.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// assert_eq!(spring.force(2.0 * DVec3::X), DVec3::new(-8.0, 0.0, 0.0)); // −8 · (2 − 1)
    /// ```
    #[must_use]
    pub fn force(&self, d: DVec3) -> DVec3 {
        -self.stiffness * self.constraint(d) * self.gradient(d)
    }

    /// Rate of elongation Ċ = n·u in m/s, with u = v₁ − v₂.
    #[must_use]
    pub fn constraint_rate(&self, d: DVec3, u: DVec3) -> f64 {
        self.gradient(d).dot(u)
    }

    /// Damping force on particle 1 in N, f^D = −μ Ċ n (axial) or −μ u (isotropic); particle 2 feels
    /// −f^D.
    ///
    /// The coefficient is μ. The source of the axial law prints k in its place.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, damping: 2.0, ..Spring::default() };
    /// let (d, u) = (2.0 * DVec3::X, DVec3::new(3.0, 7.0, 0.0));
    /// assert_eq!(spring.damping_force(d, u), DVec3::new(-6.0, 0.0, 0.0)); // −2 · 3 along the spring
    /// ```
    #[must_use]
    pub fn damping_force(&self, d: DVec3, u: DVec3) -> DVec3 {
        -self.damping * self.resisted(d, u)
    }

    /// Power P = −f^D·u ≥ 0 in W that the damper turns into heat: μ Ċ² or μ ‖u‖².
    #[must_use]
    pub fn dissipation(&self, d: DVec3, u: DVec3) -> f64 {
        self.damping * self.resisted(d, u).dot(u)
    }

    fn resisted(&self, d: DVec3, u: DVec3) -> DVec3 {
        match self.damper {
            Damper::Axial => self.constraint_rate(d, u) * self.gradient(d),
            Damper::Isotropic => u,
        }
    }

    /// Stiffness matrix K = −∂f/∂x₁ = k (n nᵀ + (1 − L/‖d‖)(I − n nᵀ)) in N/m, symmetric.
    ///
    /// Its eigenvalue along the spring is k. Across the spring it is k (1 − L/‖d‖), which is
    /// negative while the spring is compressed; K is then indefinite. At ‖d‖ = 0, K is k I for
    /// L = 0 and 0 for L > 0, where f has no derivative.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// let k = spring.stiffness_matrix(2.0 * DVec3::X);
    /// assert_eq!(k.to_cols_array_2d(), [[8.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]); // across: 8 · (1 − ½)
    /// ```
    #[must_use]
    pub fn stiffness_matrix(&self, d: DVec3) -> DMat3 {
        self.stiffness_with(d, |across| across)
    }

    /// The positive semidefinite part of [`stiffness_matrix`](Self::stiffness_matrix): 1 − L/‖d‖
    /// across the spring is replaced by max(0, 1 − L/‖d‖).
    #[must_use]
    #[inline]
    pub fn convex_stiffness_matrix(&self, d: DVec3) -> DMat3 {
        self.stiffness_with(d, |across| across.max(0.0))
    }

    #[inline]
    fn stiffness_with(&self, d: DVec3, across: impl Fn(f64) -> f64) -> DMat3 {
        let (k, l, r, n) = (self.stiffness, self.rest_length, d.length(), self.gradient(d));
        if n == DVec3::ZERO {
            return if l == 0.0 { DMat3::from_diagonal(DVec3::splat(k)) } else { DMat3::ZERO };
        }
        let along = outer(n);
        k * (along + across(1.0 - l / r) * (DMat3::IDENTITY - along))
    }

    /// Derivative −∂f^D/∂x₁ in N/m, from the rotation of an axial damper's direction. With the part
    /// u⊥ of u across the spring it is μ/‖d‖ (n u⊥ᵀ + Ċ (I − n nᵀ)): not symmetric, and 0 at rest.
    #[must_use]
    pub fn turning_matrix(&self, d: DVec3, u: DVec3) -> DMat3 {
        let n = self.gradient(d);
        if self.damper == Damper::Isotropic || n == DVec3::ZERO {
            return DMat3::ZERO;
        }
        let rate = n.dot(u);
        self.damping / d.length() * (product(n, u - rate * n) + rate * (DMat3::IDENTITY - outer(n)))
    }

    /// Damping matrix D = −∂f^D/∂v₁ = μ n nᵀ or μ I in N·s/m, symmetric, positive semidefinite.
    #[must_use]
    #[inline]
    pub fn damping_matrix(&self, d: DVec3) -> DMat3 {
        match self.damper {
            Damper::Axial => self.damping * outer(self.gradient(d)),
            Damper::Isotropic => DMat3::from_diagonal(DVec3::splat(self.damping)),
        }
    }
}

/// A spring's own properties, which replace the scene's parameters and its length as built.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Own {
    /// Stiffness k in N/m, whatever the scene's spring law.
    pub stiffness: Option<f64>,
    /// Damping coefficient μ in N·s/m.
    pub damping: Option<f64>,
    /// Rest length L in m.
    pub rest_length: Option<f64>,
}

impl Own {
    /// Checks the ranges: k up to 10⁸ N/m, μ up to 10⁵ N·s/m and L up to 10⁶ m.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn check(&self) -> Result<(), Error> {
        let check = |key, value: Option<f64>, max, unit| {
            value.map_or(Ok(()), |value| check_range(key, value, [0.0, max], unit))
        };
        check("stiffness", self.stiffness, 1e8, "N/m")?;
        check("damping", self.damping, 1e5, "N·s/m")?;
        check("restLength", self.rest_length, 1e6, "m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRING: Spring = Spring { stiffness: 5.0, damping: 0.5, rest_length: 4.0, damper: Damper::Axial };

    #[test]
    fn stretched_spring_pulls_and_compressed_spring_pushes() {
        assert_eq!(SPRING.force(DVec3::X * 6.0), DVec3::X * -10.0);
        assert_eq!(SPRING.force(DVec3::X * 3.0), DVec3::X * 5.0);
    }

    #[test]
    fn erratum_1_damping_force_is_proportional_to_mu_and_not_to_k() {
        let (d, u) = (DVec3::X * 6.0, DVec3::new(3.0, 7.0, 0.0));
        assert_eq!(SPRING.damping_force(d, u), DVec3::X * (-0.5 * 3.0));
        let stiffer = Spring { stiffness: 500.0, ..SPRING };
        assert_eq!(stiffer.damping_force(d, u), SPRING.damping_force(d, u));
    }

    #[test]
    fn isotropic_damping_also_resists_turning_and_axial_damping_does_not() {
        let (d, u) = (DVec3::X * 6.0, DVec3::Y * 7.0);
        assert_eq!(SPRING.damping_force(d, u), DVec3::ZERO);
        assert_eq!(Spring { damper: Damper::Isotropic, ..SPRING }.damping_force(d, u), DVec3::Y * -3.5);
    }

    #[test]
    fn relative_elongation_makes_half_a_spring_pull_as_hard_at_the_same_strain() {
        let pull = |rest_length: f64| {
            let stiffness = Elasticity::Relative.stiffness(20.0, rest_length);
            Spring { stiffness, rest_length, ..Spring::default() }.force(DVec3::X * 1.25 * rest_length).x
        };
        assert_eq!([pull(4.0), pull(2.0)], [-5.0, -5.0]); // 20 N · 0.25
    }

    #[test]
    fn everything_is_finite_where_the_spring_has_no_direction() {
        for rest_length in [0.0, 4.0] {
            let spring = Spring { rest_length, ..SPRING };
            assert_eq!(spring.force(DVec3::ZERO), DVec3::ZERO);
            assert_eq!(spring.damping_force(DVec3::ZERO, DVec3::ONE), DVec3::ZERO);
            assert!(spring.stiffness_matrix(DVec3::ZERO).is_finite());
        }
        assert_eq!(
            Spring { rest_length: 0.0, ..SPRING }.stiffness_matrix(DVec3::ZERO),
            DMat3::from_diagonal(DVec3::splat(5.0)),
            "without rest length f = −k d has the derivative −k I everywhere"
        );
    }

    #[test]
    fn stiffness_across_a_compressed_spring_is_negative_and_its_convex_part_zero() {
        let d = DVec3::X * 2.0;
        assert_eq!(SPRING.stiffness_matrix(d), DMat3::from_diagonal(DVec3::new(5.0, -5.0, -5.0)));
        assert_eq!(SPRING.convex_stiffness_matrix(d), DMat3::from_diagonal(DVec3::new(5.0, 0.0, 0.0)));
        let stretched = DVec3::new(5.0, 1.0, -2.0);
        assert_eq!(SPRING.convex_stiffness_matrix(stretched), SPRING.stiffness_matrix(stretched));
    }

    /// Central differences of step 1e-5 m have an error of 1e-10 times the third derivative, and
    /// rounding errors of 1e-16/1e-5.
    #[test]
    fn the_turning_matrix_is_the_dampers_derivative() {
        let (d, u) = (DVec3::new(2.0, -1.0, 0.5), DVec3::new(0.3, 0.7, -1.1));
        for damper in [Damper::Axial, Damper::Isotropic] {
            let spring = Spring { damper, ..SPRING };
            let slope = |axis: DVec3| {
                let force = |step: f64| spring.damping_force(d + step * axis, u);
                (force(-1e-5) - force(1e-5)) * 0.5e5
            };
            let whole = DMat3::from_cols(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
            let error = whole - spring.turning_matrix(d, u);
            let largest = error.to_cols_array().into_iter().fold(0.0, |max: f64, entry| max.max(entry.abs()));
            assert!(largest < 1e-9, "{damper:?}: {error}");
        }
    }
}
