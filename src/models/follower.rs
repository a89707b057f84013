//! The damped-spring follower: Bob (q, u) pulls Alice (p, v), who may be the Bob of the next one.

use super::trace;
use crate::{
    Event, Particles,
    base::elementary::{cos, sin},
    oscillator::exact::DampedOscillator,
};
use glam::{DMat2, DVec2, DVec3};
use std::f64::consts::TAU;

/// A state (position, velocity).
type State = (DVec3, DVec3);

/// The eight constants c₀ … c₇ of one step: p₁ = c₀ p₀ + c₁ q₀ + c₂ v₀ + c₃ u₀ and v₁ = c₄ p₀ + c₅
/// q₀ + c₆ v₀ + c₇ u₀ in every coordinate, from m p̈ = −k (p − q) − μ (ṗ − q̇):
///
/// c₀ = 1 − kΔt²/2m, c₁ = kΔt²/2m, c₂ = Δt − bΔt²/2m, c₃ = bΔt²/2m,
/// c₄ = −kΔt/m, c₅ = kΔt/m, c₆ = 1 − bΔt/m, c₇ = bΔt/m.
///
/// c₀, c₁, c₆ and c₇ are dimensionless, c₂ and c₃ are in s, c₄ and c₅ in 1/s. Any units of mass and
/// time work if k, μ and Δt share them. The values m ≈ 1000, k ≈ 0.6, b ≈ 35, Δt ≈ 2 published with
/// this scheme are in grams and milliseconds, that is 1 kg, 600 N/m, 35 N·s/m and 0.002 s
/// (ζ = 0.714, period 0.257 s). In seconds they would give a period of 256 s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants(pub [f64; 8]);

impl Constants {
    /// The constants for γ = μ/m (1/s), ω² = k/m (1/s²) and the step h (s).
    #[must_use]
    pub fn new([gamma, omega_squared]: [f64; 2], h: f64) -> Self {
        let (stiff, damp) = (omega_squared * h, gamma * h);
        Self([
            1.0 - 0.5 * stiff * h,
            0.5 * stiff * h,
            h - 0.5 * damp * h,
            0.5 * damp * h,
            -stiff,
            stiff,
            1.0 - damp,
            damp,
        ])
    }

    /// Alice's next state.
    #[must_use]
    pub fn apply(&self, (p, v): State, (q, u): State) -> State {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.0;
        (c0 * p + c1 * q + c2 * v + c3 * u, c4 * p + c5 * q + c6 * v + c7 * u)
    }

    /// The update matrix ((c₀, c₂), (c₄, c₆)) of (p, v) while Bob rests.
    #[must_use]
    pub fn update(&self) -> DMat2 {
        let [c0, _, c2, _, c4, _, c6, _] = self.0;
        DMat2::from_cols(DVec2::new(c0, c4), DVec2::new(c2, c6))
    }

    /// The largest step in s at which the spectral radius of [`update`](Self::update) is at most 1:
    /// min(2γ/ω², 2/γ).
    ///
    /// Its determinant is 1 − γh + ω²h²/2, at most 1 up to h = 2γ/ω². An eigenvalue passes −1 at
    /// h = 2/γ. Without damping the determinant is 1 + ω²h²/2, so every step gains energy, and the
    /// limit is 0.
    #[must_use]
    pub fn step_limit([gamma, omega_squared]: [f64; 2]) -> f64 {
        match (gamma > 0.0, omega_squared > 0.0) {
            (false, false) => f64::INFINITY,
            (false, true) => 0.0,
            (true, false) => 2.0 / gamma,
            (true, true) => (2.0 * gamma / omega_squared).min(2.0 / gamma),
        }
    }
}

/// Bob's prescribed motion while no hand leads him.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Path {
    /// He stays where he is.
    #[default]
    Rest,
    /// He jumps from the origin to (1, 0) m at t = 0.
    Step,
    /// A circle of radius 1 m with a period of 2 s.
    Circle,
    /// A horizontal figure eight, 2 m wide, with a period of 2 s.
    Eight,
}

impl Path {
    /// Bob's position (m) and velocity (m/s) at the time t ≥ 0 (s); `None` if he stays.
    #[must_use]
    pub fn at(self, t: f64) -> Option<State> {
        let (rate, angle) = (0.5 * TAU, 0.5 * TAU * t);
        let [(sin, cos), (sin2, cos2)] = [angle, 2.0 * angle].map(|angle| (sin(angle), cos(angle)));
        match self {
            Self::Rest => None,
            Self::Step => Some((DVec3::X, DVec3::ZERO)),
            Self::Circle => Some((DVec3::new(cos, sin, 0.0), rate * DVec3::new(-sin, cos, 0.0))),
            Self::Eight => Some((DVec3::new(sin, 0.5 * sin2, 0.0), rate * DVec3::new(cos, cos2, 0.0))),
        }
    }
}

/// The part of Bob's state that the path gives. The other part is computed, so that u is always the
/// velocity of q.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drive {
    /// q₁ is given, u₁ = (q₁ − q₀)/Δt.
    #[default]
    Positions,
    /// u₁ is given, q₁ = q₀ + u₁ Δt.
    Velocities,
}

/// Bob (particle 0) and a row of followers (particles 1, 2, …), each pulled by the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Follower {
    /// Bob and the followers. Bob's inverse mass is 0 because no force acts on him.
    pub particles: Particles,
    /// m, k and μ of the followers.
    pub law: DampedOscillator,
    /// Largest speed in m/s of a follower at the end of a step; faster ones are slowed down to it.
    pub maximum_speed: f64,
    /// Bob's path.
    pub path: Path,
    /// The part of Bob's state that the path gives.
    pub drive: Drive,
    /// Time on the path in s.
    pub time: f64,
    /// Set while a hand leads Bob, who then moves with his own velocity.
    pub led: bool,
}

impl Follower {
    /// Bob at the start of his path, and `followers` at rest at the origin.
    #[must_use]
    pub fn new(law: DampedOscillator, followers: usize, path: Path) -> Self {
        let mut particles = Particles::default();
        let (q, u) = path.at(0.0).unwrap_or_default();
        particles.push(q, 0.0);
        particles.velocities[0] = u;
        for _ in 0..followers {
            particles.push(DVec3::ZERO, law.mass.recip());
        }
        Self { particles, law, maximum_speed: f64::INFINITY, path, drive: Drive::default(), time: 0.0, led: false }
    }

    /// The eight constants for the step h in s.
    #[must_use]
    pub fn constants(&self, h: f64) -> Constants {
        Constants::new([self.law.damping_rate(), self.law.omega_squared()], h)
    }

    /// Takes one step. `next` computes a follower's new state from its old one and from the old and
    /// the new state of the one before it.
    pub(crate) fn advance(&mut self, h: f64, next: impl Fn(State, State, State) -> State) {
        let bob = self.state(0);
        let new_bob = self.next_bob(h);
        let (mut leader, mut new_leader) = (bob, new_bob);
        for i in 1..self.particles.len() {
            let old = self.state(i);
            // a held follower moves with the hand's velocity
            let new = if self.particles.inverse_masses[i] > 0.0 {
                let (p, v) = next(old, leader, new_leader);
                (p, v.clamp_length_max(self.maximum_speed))
            } else {
                (old.0 + h * old.1, old.1)
            };
            self.place(i, new);
            (leader, new_leader) = (old, new);
        }
        self.place(0, new_bob);
        self.time += h;
        if trace::is_on() {
            let Particles { positions, velocities, .. } = &self.particles;
            trace::add(Event::Motion, self.time, [positions, velocities]);
            trace::number("h", h);
        }
    }

    fn next_bob(&self, h: f64) -> State {
        let (q, u) = self.state(0);
        if self.led {
            return (q + h * u, u);
        }
        match (self.path.at(self.time + h), self.drive) {
            (None, _) => (q, DVec3::ZERO),
            (Some((next, _)), Drive::Positions) => (next, (next - q) / h),
            (Some((_, rate)), Drive::Velocities) => (q + h * rate, rate),
        }
    }

    fn state(&self, i: usize) -> State {
        (self.particles.positions[i], self.particles.velocities[i])
    }

    fn place(&mut self, i: usize, (x, v): State) {
        self.particles.positions[i] = x;
        self.particles.velocities[i] = v;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: DampedOscillator = DampedOscillator { mass: 1.0, stiffness: 600.0, damping: 35.0 };

    #[test]
    fn erratum_2_the_suggested_constants_hold_in_milliseconds() {
        let in_milliseconds = DampedOscillator { mass: 1000.0, stiffness: 0.6, damping: 35.0 };
        let constants = |law: &DampedOscillator, h: f64| Constants::new([law.damping_rate(), law.omega_squared()], h).0;
        for (c, (ms, s)) in constants(&in_milliseconds, 2.0).into_iter().zip(constants(&LAW, 0.002)).enumerate() {
            let unit = [1.0, 1.0, 1e-3, 1e-3, 1e3, 1e3, 1.0, 1.0][c];
            assert!((s / (unit * ms) - 1.0).abs() < 1e-13, "c{c}: {s} instead of {}", unit * ms);
        }
        assert!((in_milliseconds.period().unwrap() - 256.5).abs() < 0.05);
        assert!((LAW.period().unwrap() - 0.2565).abs() < 0.000_05);
        assert!((LAW.damping_ratio().unwrap() - 0.714).abs() < 0.0005);
    }

    #[test]
    fn erratum_3_the_step_limit_is_where_the_spectral_radius_passes_one() {
        for (gamma, omega_squared) in [(35.0, 600.0), (3.0, 600.0), (80.0, 600.0), (5.0, 0.0)] {
            let limit = Constants::step_limit([gamma, omega_squared]);
            let radius = |h: f64| {
                let update = Constants::new([gamma, omega_squared], h).update();
                crate::oscillator::stability::largest_eigenvalue(crate::oscillator::stability::planar(update)).norm()
            };
            assert!(radius(0.999 * limit) <= 1.0 + 1e-12, "γ = {gamma}: {}", radius(0.999 * limit));
            assert!(radius(1.001 * limit) > 1.0, "γ = {gamma}: {}", radius(1.001 * limit));
        }
        assert_eq!(Constants::step_limit([0.0, 600.0]), 0.0, "without damping every step gains");
        assert!((Constants::step_limit([35.0, 600.0]) - 2.0 / 35.0).abs() < 1e-16);
    }

    #[test]
    fn a_path_moves_with_its_velocity() {
        for path in [Path::Circle, Path::Eight, Path::Step] {
            for t in [0.3, 1.1, 1.9] {
                let [(before, _), (_, u), (after, _)] = [t - 1e-6, t, t + 1e-6].map(|t| path.at(t).unwrap());
                assert!(((after - before) / 2e-6 - u).length() < 1e-8, "{path:?} at {t} s");
            }
        }
    }
}
