//! The energy account of a system.

use springlab_fast::Powers;
use std::ops::{Add, Mul};

/// Energies in J that have left or entered the motion since the start, or their rates in W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Heat of the dampers, including those of contacts.
    pub damping: f64,
    /// Heat of drag and air resistance.
    pub drag: f64,
    /// Heat of friction at contacts.
    pub friction: f64,
    /// Energy lost in inelastic impacts, with methods that project: particles stopped by obstacles,
    /// strings that become taut. It never decreases.
    pub impact: f64,
    /// Energy that springs had stored when they tore.
    pub tearing: f64,
    /// Work of the hand that moves, holds or throws a particle.
    pub hand: f64,
    /// Work of the drive: of its force, or of the prescribed motion.
    pub drive: f64,
    /// Work of moving air, part of which becomes heat.
    pub wind: f64,
}

impl From<Powers> for Work {
    fn from(Powers { damping, led, drag, wind }: Powers) -> Self {
        Self { damping, drag, wind, hand: -led, ..Self::default() }
    }
}

impl Work {
    /// All heat, including the energy lost in impacts and tearing.
    #[must_use]
    pub fn heat(&self) -> f64 {
        self.damping + self.drag + self.friction + self.impact + self.tearing
    }

    /// All work from outside: of the hand, the drive and the wind.
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
    #[inline(never)] // every method adds works in each step
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

/// Energies in J now, and heat and work since the start.
///
/// [`stored`](Self::stored) − start + heat − hand − drive − wind −
/// [`numerical`](Self::numerical) = 0.
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
    /// [`stored`](Self::stored) energy at the start, plus the changes of it by parameters, springs
    /// or links that were changed since.
    pub start: f64,
}

impl Energy {
    /// Energy that can become motion: kinetic + elastic + gravity + contact.
    #[must_use]
    pub fn stored(&self) -> f64 {
        self.kinetic + self.elastic + self.gravity + self.contact
    }

    /// Stored energy with an absolute zero, a scale for errors: all but that of gravity, of which
    /// only differences matter.
    pub(crate) fn absolute(&self) -> f64 {
        self.kinetic + self.elastic + self.contact
    }

    /// Stored energy and heat. The exact motion keeps their sum constant, so a change is the
    /// method's error – or the work of a hand, a drive or the wind, or a changed parameter.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.stored() + self.work.heat()
    }

    /// The remainder: the energy that the method itself has added (positive) or lost (negative)
    /// since the start.
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
