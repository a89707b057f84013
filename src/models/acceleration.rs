//! The forces in a system: accelerations of its particles, and the powers.

use super::forces;
use crate::{System, Work};
use glam::DVec3;
use springlab_fast::Surroundings;

/// Forces that act together.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Part {
    /// All forces.
    All,
    /// All forces but the springs, whose forces in N are already where accelerations are written.
    BesideSprings,
    /// All forces but those that projection replaces.
    Unprojected,
    /// The drive and forces on single particles, without those that projection replaces.
    Single,
}

impl System {
    /// Writes the accelerations a = w f in m/s² at the given time (s), positions (m) and velocities
    /// (m/s), 0 for fixed and held particles. Returns the powers in W of heat, of the drive and of
    /// the hand, which bears the forces on what it holds.
    pub fn accelerate(
        &self,
        time: f64,
        positions: &[DVec3],
        velocities: &[DVec3],
        accelerations: &mut [DVec3],
    ) -> Work {
        self.accelerate_by(Part::All, time, [positions, velocities], accelerations)
    }

    /// Writes the accelerations by a part of the forces, see [`accelerate`](Self::accelerate).
    pub(crate) fn accelerate_by(
        &self,
        part: Part,
        time: f64,
        state: [&[DVec3]; 2],
        accelerations: &mut [DVec3],
    ) -> Work {
        let ([positions, velocities], weights) = (state, &self.particles.inverse_masses);
        let (mut power, mut damping) = (Work::default(), 0.0);
        if part != Part::BesideSprings {
            accelerations.fill(DVec3::ZERO);
        }
        if matches!(part, Part::All | Part::Unprojected) {
            damping = self.springs.add_forces(positions, velocities, accelerations);
        }
        if let Some(excitation) = &self.excitation {
            power.drive += excitation.apply(time, velocities, accelerations);
        }
        let projected = matches!(part, Part::All | Part::BesideSprings);
        if projected {
            self.push_apart(state, accelerations, &mut power);
        }
        power = power + self.surroundings(projected, time).accelerate(accelerations, velocities, weights).into();
        forces::each(self, projected, time, &mut |force| force.accelerate(weights, state, accelerations, &mut power));
        Work { damping: power.damping + damping, ..power }
    }

    /// All forces that one common loop computes.
    pub(crate) fn surroundings(&self, projected: bool, time: f64) -> Surroundings {
        let mut surroundings = Surroundings::default();
        forces::each(self, projected, time, &mut |force| _ = force.surround(&mut surroundings));
        surroundings
    }

    /// Force on each particle now, in N: of springs, dampers and the drive, and on free particles
    /// also weight, contacts and all other forces on single particles. A fixed particle has no
    /// weight, because its support carries it.
    #[must_use]
    pub fn forces(&self) -> Vec<DVec3> {
        let (x, v) = (&self.particles.positions, &self.particles.velocities);
        let mut forces = vec![DVec3::ZERO; self.particles.len()];
        self.springs.add_forces(x, v, &mut forces);
        let mut accelerations = vec![DVec3::ZERO; self.particles.len()];
        self.accelerate_by(Part::BesideSprings, self.time, [x, v], &mut accelerations);
        for (i, m) in self.particles.free() {
            forces[i] += m * accelerations[i];
        }
        forces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Wind,
        models::forces::{Body, each},
    };

    /// Free and fixed particles, in pairs and the last one alone, to rounding.
    #[test]
    fn surroundings_accelerate_like_their_single_forces() {
        let air = Wind { resistance: 0.3, velocity: DVec3::new(2.0, -0.5, 1.0), gusts: 0.5, period: 1.0 };
        let (gravity, time) = (DVec3::new(0.1, -9.81, 0.2), 0.3);
        let systems = [
            System { drag: 0.7, ..System::default() },
            System { wind: air, ..System::default() },
            System { wind: air, drag: 0.7, gravity, ..System::default() },
            System { wind: air, drag: 0.7, gravity, per_kilogram: true, ..System::default() },
        ];
        let x = [DVec3::ZERO; 5];
        let v = [0.0, 1.0, -2.0, 0.5, 3.0].map(|speed| DVec3::new(speed, 0.3 - speed, 0.2));
        let w = [1.0, 0.0, 0.5, 2.0, 4.0];
        for system in systems {
            let (mut expected, mut work, mut forces) = ([DVec3::ZERO; 5], Work::default(), 0);
            each(&system, true, time, &mut |force| {
                assert!(force.surrounds());
                for (i, body) in Body::all(&w, [&x, &v]) {
                    expected[i] += force.acceleration(&body, &mut work);
                }
                forces += 1;
            });
            assert!(forces > 0);
            let mut a = [DVec3::ZERO; 5];
            let power = Work::from(system.surroundings(true, time).accelerate(&mut a, &v, &w));
            for (a, expected) in a.iter().zip(expected) {
                assert!(a.distance(expected) <= 1e-14 * expected.length(), "{a} instead of {expected}");
            }
            assert!((power.drag - work.drag).abs() <= 1e-14 * work.drag, "{} W instead of {}", power.drag, work.drag);
            assert!(
                (power.wind - work.wind).abs() <= 1e-14 * work.wind.abs(),
                "{} W instead of {}",
                power.wind,
                work.wind
            );
        }
    }
}
