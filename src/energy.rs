//! The energy account of a system.

use springlab_fast::Powers;
use std::ops::{Add, Mul};

/// Energies in J that have left or entered the motion since the start, or the powers in W at which they do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Heat of the dampers, those of contacts included.
    pub damping: f64,
    /// Heat of the drag, and of the resistance of air.
    pub drag: f64,
    /// Heat of the friction at obstacles.
    pub friction: f64,
    /// What impacts have taken: of what obstacles stop and strings that become taut jerk, with methods that project. They are inelastic. With it what
    /// was stored by being inside an obstacle, which those methods put particles out of.
    pub impact: f64,
    /// What springs had stored when they tore.
    pub tearing: f64,
    /// Work done on the system from outside: by the hand, and by whoever moves a particle, or changes a parameter after the first step.
    pub hand: f64,
    /// Work of the drive: of its force, or of what leads a driven particle.
    pub drive: f64,
    /// Work of the wind: what moving air brings, of which a part becomes heat.
    pub wind: f64,
}

impl From<Powers> for Work {
    fn from(Powers { damping, led, drag, wind }: Powers) -> Self {
        Self { damping, drag, wind, hand: -led, ..Self::default() }
    }
}

impl Work {
    /// All heat together, with what impacts and tears have taken.
    #[must_use]
    pub fn heat(&self) -> f64 {
        self.damping + self.drag + self.friction + self.impact + self.tearing
    }

    /// All work from outside together: of the hand, of the drive and of the wind.
    #[must_use]
    pub fn outside(&self) -> f64 {
        self.hand + self.drive + self.wind
    }

    pub(crate) const LENGTH: usize = 8;

    pub(crate) fn to_array(self) -> [f64; Self::LENGTH] {
        let Self { damping, drag, friction, impact, tearing, hand, drive, wind } = self;
        [damping, drag, friction, impact, tearing, hand, drive, wind]
    }

    pub(crate) fn from_array(
        [damping, drag, friction, impact, tearing, hand, drive, wind]: [f64; Self::LENGTH],
    ) -> Self {
        Self { damping, drag, friction, impact, tearing, hand, drive, wind }
    }
}

impl Add for Work {
    type Output = Self;
    #[inline(never)] // every method adds some a step
    fn add(self, other: Self) -> Self {
        let mut sum = self.to_array();
        sum.iter_mut().zip(other.to_array()).for_each(|(sum, entry)| *sum += entry);
        Self::from_array(sum)
    }
}

impl Mul<Work> for f64 {
    type Output = Work;
    #[inline(never)]
    fn mul(self, work: Work) -> Work {
        Work::from_array(work.to_array().map(|entry| self * entry))
    }
}

/// Energies in J at one moment, and what became of the rest since the start.
///
/// [`stored`](Self::stored) − start + heat − hand − drive − wind − [`numerical`](Self::numerical) = 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy Σ ½ m v².
    pub kinetic: f64,
    /// Elastic energy of the springs, Σ k/2 C².
    pub elastic: f64,
    /// Potential energy in the gravity field, −Σ m g·x, zero at the origin.
    pub gravity: f64,
    /// Elastic energy of contacts, Σ k/2 p².
    pub contact: f64,
    /// Heat and outside work since the start, ∫ power dt, by the method's own quadrature.
    pub work: Work,
    /// [`stored`](Self::stored) energy at the start.
    pub start: f64,
}

impl Energy {
    /// Energy that can become motion: kinetic + elastic + gravity + contact.
    #[must_use]
    pub fn stored(&self) -> f64 {
        self.kinetic + self.elastic + self.gravity + self.contact
    }

    /// The part of it that has a zero of its own, and is a size: all but that of gravity, of which only differences count.
    pub(crate) fn absolute(&self) -> f64 {
        self.kinetic + self.elastic + self.contact
    }

    /// Everything together: stored energy and heat. The exact motion keeps it constant, so what it gains or loses is the
    /// error of the method – or the doing of a drive, of the wind, or of somebody who moves a particle or changes a parameter.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.stored() + self.work.heat()
    }

    /// What remains: the energy that the method itself has put in (positive) or lost (negative) since the start.
    ///
    /// ```
    /// use springlab::{Energy, Work};
    ///
    /// let work = Work { damping: 3.0, hand: 1.0, ..Work::default() };
    /// let energy = Energy { kinetic: 6.0, elastic: 2.5, start: 10.0, work, ..Energy::default() };
    /// assert_eq!(energy.numerical(), 0.5); // 8.5 stored and 3 of heat, of 10 from the start and 1 from the hand
    /// ```
    #[must_use]
    pub fn numerical(&self) -> f64 {
        self.total() - self.start - self.work.outside()
    }
}
