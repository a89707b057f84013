//! The energy account of a system.

/// Energies in J at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy Σ ½ m v².
    pub kinetic: f64,
    /// Elastic energy of the springs, Σ k/2 C².
    pub elastic: f64,
    /// Potential energy in the gravity field, −Σ m g·x, zero at the origin.
    pub gravity: f64,
    /// Heat from the dampers since the start, ∫ Σ μ Ċ² dt, by the method's own quadrature.
    pub dissipated: f64,
}

impl Energy {
    /// Everything together. The exact motion keeps it constant, so what it gains or loses is the error of the method – or
    /// the doing of somebody who moves a particle or changes a parameter.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.elastic + self.gravity + self.dissipated
    }
}
