//! Damped springs: the law of one, and who is linked to whom.

use glam::{DMat3, DVec3};

/// A damped spring from the distance constraint C = ‖d‖ − L between two particles, with d = x₁ − x₂.
///
/// At ‖d‖ = 0 the spring has no direction. It is taken as n = 0 there, so that every result is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Stiffness k in N/m.
    pub stiffness: f64,
    /// Damping coefficient μ in N·s/m.
    pub damping: f64,
    /// Rest length L in m.
    pub rest_length: f64,
}

impl Spring {
    /// Elongation C = ‖d‖ − L in m.
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
    #[must_use]
    pub fn force(&self, d: DVec3) -> DVec3 {
        -self.stiffness * self.constraint(d) * self.gradient(d)
    }

    /// Rate of elongation Ċ = n·u in m/s, with u = v₁ − v₂.
    #[must_use]
    pub fn constraint_rate(&self, d: DVec3, u: DVec3) -> f64 {
        self.gradient(d).dot(u)
    }

    /// Damping force on particle 1, f^D = −μ Ċ n in N; particle 2 feels −f^D.
    ///
    /// The coefficient is μ. The page this law is taken from prints k in its place.
    #[must_use]
    pub fn damping_force(&self, d: DVec3, u: DVec3) -> DVec3 {
        -self.damping * self.constraint_rate(d, u) * self.gradient(d)
    }

    /// Power P = −f^D·u = μ Ċ² ≥ 0 in W that the damper turns into heat.
    #[must_use]
    pub fn dissipation(&self, d: DVec3, u: DVec3) -> f64 {
        self.damping * self.constraint_rate(d, u).powi(2)
    }

    /// Stiffness matrix K = −∂f/∂x₁ = k (n nᵀ + (1 − L/‖d‖)(I − n nᵀ)) in N/m, symmetric.
    ///
    /// Along the spring its eigenvalue is k; across, k (1 − L/‖d‖), which is negative while the spring is compressed:
    /// K is indefinite there. At ‖d‖ = 0 it is k I for L = 0 and 0 for L > 0, where f has no derivative.
    #[must_use]
    pub fn stiffness_matrix(&self, d: DVec3) -> DMat3 {
        self.stiffness_with(d, |across| across)
    }

    /// The positive semidefinite part of [`stiffness_matrix`](Self::stiffness_matrix): a negative eigenvalue across
    /// the spring becomes 0, max(0, 1 − L/‖d‖).
    #[must_use]
    pub fn convex_stiffness_matrix(&self, d: DVec3) -> DMat3 {
        self.stiffness_with(d, |across| across.max(0.0))
    }

    fn stiffness_with(&self, d: DVec3, across: impl Fn(f64) -> f64) -> DMat3 {
        let (k, l, r, n) = (self.stiffness, self.rest_length, d.length(), self.gradient(d));
        if n == DVec3::ZERO {
            return if l == 0.0 { DMat3::from_diagonal(DVec3::splat(k)) } else { DMat3::ZERO };
        }
        let along = outer(n);
        k * (along + across(1.0 - l / r) * (DMat3::IDENTITY - along))
    }

    /// Damping matrix D = −∂f^D/∂v₁ = μ n nᵀ in N·s/m, symmetric, positive semidefinite.
    #[must_use]
    pub fn damping_matrix(&self, d: DVec3) -> DMat3 {
        self.damping * outer(self.gradient(d))
    }
}

fn outer(n: DVec3) -> DMat3 {
    DMat3::from_cols(n * n.x, n * n.y, n * n.z)
}

/// Springs as parallel buffers of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Springs {
    /// Indices of the two particles of each spring.
    pub endpoints: Vec<[u32; 2]>,
    /// Rest lengths L in m.
    pub rest_lengths: Vec<f64>,
    /// Stiffnesses k in N/m.
    pub stiffnesses: Vec<f64>,
    /// Damping coefficients μ in N·s/m.
    pub dampings: Vec<f64>,
}

impl Springs {
    /// Links the particles `i` and `j`.
    pub fn push(&mut self, [i, j]: [u32; 2], spring: Spring) {
        debug_assert_ne!(i, j, "a spring needs two particles");
        self.endpoints.push([i, j]);
        self.rest_lengths.push(spring.rest_length);
        self.stiffnesses.push(spring.stiffness);
        self.dampings.push(spring.damping);
    }

    /// Every spring with the indices of its particles.
    pub fn iter(&self) -> impl Iterator<Item = ([usize; 2], Spring)> {
        self.endpoints.iter().enumerate().map(|(s, ends)| (ends.map(|i| i as usize), self.law(s)))
    }

    fn law(&self, s: usize) -> Spring {
        Spring { stiffness: self.stiffnesses[s], damping: self.dampings[s], rest_length: self.rest_lengths[s] }
    }

    /// Adds the elastic and damping force of every spring to `forces` (N) and returns the power Σ μ Ċ² in W that the
    /// dampers turn into heat.
    pub fn add_forces(&self, positions: &[DVec3], velocities: &[DVec3], forces: &mut [DVec3]) -> f64 {
        let mut heating = 0.0;
        for ([i, j], spring) in self.iter() {
            let (d, u) = (positions[i] - positions[j], velocities[i] - velocities[j]);
            let force = spring.force(d) + spring.damping_force(d, u);
            forces[i] += force;
            forces[j] -= force;
            heating += spring.dissipation(d, u);
        }
        heating
    }

    /// Elastic energy Σ E in J.
    #[must_use]
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        self.iter().map(|([i, j], spring)| spring.energy(positions[i] - positions[j])).sum()
    }

    /// Power Σ μ Ċ² in W that the dampers turn into heat.
    #[must_use]
    pub fn dissipation(&self, positions: &[DVec3], velocities: &[DVec3]) -> f64 {
        self.iter()
            .map(|([i, j], spring)| spring.dissipation(positions[i] - positions[j], velocities[i] - velocities[j]))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRING: Spring = Spring { stiffness: 5.0, damping: 0.5, rest_length: 4.0 };

    #[test]
    fn stretched_spring_pulls_and_compressed_spring_pushes() {
        assert_eq!(SPRING.force(DVec3::X * 6.0), DVec3::X * -10.0);
        assert_eq!(SPRING.force(DVec3::X * 3.0), DVec3::X * 5.0);
    }

    #[test]
    fn damping_force_is_proportional_to_mu_and_not_to_k() {
        let (d, u) = (DVec3::X * 6.0, DVec3::new(3.0, 7.0, 0.0));
        assert_eq!(SPRING.damping_force(d, u), DVec3::X * (-0.5 * 3.0));
        let stiffer = Spring { stiffness: 500.0, ..SPRING };
        assert_eq!(stiffer.damping_force(d, u), SPRING.damping_force(d, u));
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
}
