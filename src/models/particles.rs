//! State of n point masses.

use glam::DVec3;

/// Positions, velocities and inverse masses of n particles, as parallel buffers of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Particles {
    /// Positions x in m.
    pub positions: Vec<DVec3>,
    /// Velocities v in m/s. A fixed particle rests; a held one moves with the hand.
    pub velocities: Vec<DVec3>,
    /// Inverse masses w = 1/m in 1/kg; 0 means fixed.
    pub inverse_masses: Vec<f64>,
}

impl Particles {
    /// Adds a particle at rest at `position` (m) with `inverse_mass` (1/kg, 0 = fixed) and returns
    /// its index.
    pub fn push(&mut self, position: DVec3, inverse_mass: f64) -> usize {
        debug_assert!(position.is_finite() && inverse_mass >= 0.0 && inverse_mass.is_finite());
        self.positions.push(position);
        self.velocities.push(DVec3::ZERO);
        self.inverse_masses.push(inverse_mass);
        self.positions.len() - 1
    }

    /// Fixed particles at the origin, for a state that is written next.
    pub(crate) fn blank(count: usize) -> Self {
        let vectors = vec![DVec3::ZERO; count];
        Self { positions: vectors.clone(), velocities: vectors, inverse_masses: vec![0.0; count] }
    }

    /// Number of particles n.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True if there are no particles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Kinetic energy T = Σ ½ m v² in J. Fixed particles have none.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Particles;
    ///
    /// let mut particles = Particles::default();
    /// particles.push(DVec3::X, 0.5); // 2 kg
    /// particles.velocities[0] = 3.0 * DVec3::Y;
    /// assert_eq!(particles.kinetic_energy(), 9.0); // ½ · 2 · 3²
    /// ```
    #[must_use]
    pub fn kinetic_energy(&self) -> f64 {
        self.free().map(|(i, m)| 0.5 * m * self.velocities[i].length_squared()).sum()
    }

    /// Momentum p = Σ m v of the free particles in kg·m/s.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Particles;
    ///
    /// let mut particles = Particles::default();
    /// particles.push(DVec3::X, 0.5); // 2 kg
    /// particles.velocities[0] = 3.0 * DVec3::Y;
    /// assert_eq!(particles.momentum(), DVec3::new(0.0, 6.0, 0.0)); // 2 · 3
    /// ```
    #[must_use]
    pub fn momentum(&self) -> DVec3 {
        self.free().map(|(i, m)| m * self.velocities[i]).sum()
    }

    /// Angular momentum L = Σ m x × v of the free particles about the origin in kg·m²/s.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Particles;
    ///
    /// let mut particles = Particles::default();
    /// particles.push(DVec3::X, 0.5); // 2 kg
    /// particles.velocities[0] = 3.0 * DVec3::Y;
    /// assert_eq!(particles.angular_momentum(), DVec3::new(0.0, 0.0, 6.0)); // 1 · 2 · 3
    /// ```
    #[must_use]
    pub fn angular_momentum(&self) -> DVec3 {
        self.free().map(|(i, m)| m * self.positions[i].cross(self.velocities[i])).sum()
    }

    /// Indices and masses m (kg) of all particles that are not fixed.
    pub fn free(&self) -> impl Iterator<Item = (usize, f64)> {
        self.inverse_masses.iter().enumerate().filter(|&(_, &w)| w > 0.0).map(|(i, w)| (i, w.recip()))
    }
}
