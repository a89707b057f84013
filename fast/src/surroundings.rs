//! Forces that act on all particles alike.

use crate::{
    lanes::Lanes,
    pairs::{Pair, Row, lanes},
    sweep::dot,
};
use glam::DVec3;
use std::array::from_fn;
use wide::f64x2;

/// Gravity, and a medium that slows all particles: a = g + w f for a free particle with the inverse
/// mass w, f = −b v + c ‖r‖ r with r = u − v. The medium produces the heat b ‖v‖² + c ‖r‖³, and
/// does the work c ‖r‖ r·u from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surroundings {
    /// Gravitational acceleration g in m/s².
    pub gravity: DVec3,
    /// Linear drag b in N·s/m.
    pub drag: f64,
    /// Air resistance c in kg/m.
    pub resistance: f64,
    /// Air velocity u in m/s.
    pub wind: DVec3,
    /// True if b and c are per kilogram: a particle of the mass m then has m/kg times the force,
    /// heat and work.
    pub per_kilogram: bool,
}

impl Surroundings {
    /// Turns forces in N into accelerations: a ← w f + a(v) with the inverse masses w (1/kg), and
    /// a = 0 if w = 0. Returns the powers.
    pub fn accelerate(&self, f: &mut [DVec3], v: &[DVec3], w: &[f64]) -> Powers {
        let mut led = 0.0;
        let uniform = Row::of([self.gravity; 2]);
        let (pairs, last) = f.as_chunks_mut::<2>();
        for ((f, w), v) in pairs.iter_mut().zip(w.as_chunks::<2>().0).zip(v.as_chunks::<2>().0) {
            if w[0] > 0.0 && w[1] > 0.0 {
                (Row::load(f, 0).scaled(f64x2::new(*w)) + uniform).store(f, 0);
            } else {
                led += (0..2).map(|i| self.accelerate_one(&mut f[i], v[i], w[i])).sum::<f64>();
            }
        }
        if let ([f], Some(v), Some(w)) = (last, v.last(), w.last()) {
            led += self.accelerate_one(f, *v, *w);
        }
        let mut powers = Powers { led, ..Powers::default() };
        if let Some(medium) = Medium::of(self) {
            medium.accelerate(f, v, w, &mut powers);
        }
        powers
    }

    #[inline(never)]
    fn accelerate_one(&self, f: &mut DVec3, v: DVec3, w: f64) -> f64 {
        if w > 0.0 {
            *f = w * *f + self.gravity;
            0.0
        } else {
            std::mem::take(f).dot(v)
        }
    }
}

/// The medium with its numbers in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Medium<L> {
    drag: L,
    resistance: L,
    wind: [L; 3],
    blows: bool,
    per_kilogram: bool,
}

/// Powers in W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// Heat of the dampers.
    pub damping: f64,
    /// Σ f·v of the springs' forces on led particles: fixed ones that a hand or a drive moves.
    pub led: f64,
    /// Heat of the medium, by linear drag and air resistance.
    pub drag: f64,
    /// Work that the wind does.
    pub wind: f64,
}

impl Powers {
    /// Adds heat and work of the medium, summed over the lanes.
    pub(crate) fn add<L: Lanes>(&mut self, [heat, work]: [L; 2]) {
        self.drag += heat.sum();
        self.wind += work.sum();
    }
}

impl<L: Lanes> Medium<L> {
    /// The medium, or `None` if it exerts no force.
    pub fn of(&Surroundings { drag, resistance, wind, per_kilogram, .. }: &Surroundings) -> Option<Self> {
        let blows = resistance != 0.0;
        let wind = wind.to_array().map(L::splat);
        let medium = Self { drag: L::splat(drag), resistance: L::splat(resistance), wind, blows, per_kilogram };
        (drag != 0.0 || blows).then_some(medium)
    }

    /// The forces on particles with the inverse masses w and the velocities v, and their heat and
    /// outside work, which count only in the lanes of free particles.
    #[allow(clippy::inline_always)] // called in inner loops
    #[inline(always)]
    pub fn force(&self, w: L, v: [L; 3]) -> ([L; 3], [L; 2]) {
        let mut force = v.map(|v| L::ZERO - self.drag * v);
        let mut powers = [self.drag * dot(v, v), L::ZERO];
        if self.blows {
            let against = from_fn(|c| self.wind[c] - v[c]);
            let squared = dot(against, against);
            let grip = self.resistance * squared.sqrt();
            force = from_fn(|c| force[c] + grip * against[c]);
            powers = [powers[0] + grip * squared, grip * dot(against, self.wind)];
        }
        let free = w.positive();
        if self.per_kilogram {
            let mass = free & w.inverse();
            return (force.map(|force| mass * force), powers.map(|power| mass * power));
        }
        (force, powers.map(|power| free & power))
    }
}

impl Medium<f64x2> {
    /// Adds the medium's accelerations and powers.
    #[inline(never)]
    pub fn accelerate(&self, a: &mut [DVec3], v: &[DVec3], w: &[f64], powers: &mut Powers) {
        let mut sums = [f64x2::ZERO; 2];
        let (pairs, last) = a.as_chunks_mut::<2>();
        for ((a, v), w) in pairs.iter_mut().zip(v.as_chunks::<2>().0).zip(w.as_chunks::<2>().0) {
            let w = f64x2::new(*w);
            let (force, power) = self.force(w, Pair::from(Row::load(v, 0)).0);
            (Row::load(a, 0) + (w * Pair(force)).into()).store(a, 0);
            sums = [sums[0] + power[0], sums[1] + power[1]];
        }
        if let ([a], Some(v), Some(w)) = (last, v.last(), w.last()) {
            let (force, power) = self.force(lanes(*w, 0.0), Pair::gather(*v, DVec3::ZERO).0);
            *a += *w * Pair(force).scatter()[0];
            sums = [sums[0] + power[0], sums[1] + power[1]];
        }
        powers.add(sums);
    }
}
