//! Particles that the user holds, puts elsewhere or throws.

use super::{Simulation, clock::whole_steps};
use crate::{
    Error, Excitation, Model, Particles,
    models::{EnergyTerm, HAND, START},
    scenes::parameters::{check_range, check_whole},
};
use glam::DVec3;

/// Largest allowed speed in m/s for [`Simulation::set_velocity`].
const SPEED: f64 = 1e6;

/// Relative difference up to which two velocities of a hand count as equal. Each is the remaining
/// distance over the remaining time, so they differ by rounding errors.
const SAME: f64 = 1e-9;

/// A held particle. While it is held it counts as fixed, but has a velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hand {
    /// Index of the held particle.
    pub particle: usize,
    /// Inverse mass in 1/kg, restored on release.
    pub inverse_mass: f64,
    /// Position in m that the particle moves to.
    pub target: DVec3,
    /// Number of steps until it is there.
    pub steps: u32,
}

impl Simulation {
    /// Puts a particle at `position` (m), at once. Its velocity is kept.
    ///
    /// # Errors
    /// [`Error::NotWhole`], [`Error::OutOfRange`], or [`Error::DrivenParticle`] for the particle
    /// moved by the drive.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set_position(1, DVec3::new(0.0, 5.0, 0.0))?;
    /// assert_eq!(damper.energy()?.elastic, 2.5); // ½ · 5 N/m · (1 m)²
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn set_position(&mut self, particle: usize, position: DVec3) -> Result<(), Error> {
        self.check_movable(particle)?;
        check_vector("position", position, self.reach, "m")?;
        self.intervene(HAND, |model| model.particles_mut().positions[particle] = position);
        if let Some(hand) = self.hand.as_mut().filter(|hand| hand.particle == particle) {
            (hand.target, hand.steps) = (position, 0);
        }
        Ok(())
    }

    /// Sets the velocity of a particle in m/s, up to 10⁶ m/s along each axis.
    ///
    /// # Errors
    /// [`Error::NotWhole`], [`Error::FixedParticle`] (also for a held one), [`Error::OutOfRange`],
    /// or [`Error::NotInScene`] for a tracer, which has the velocity of the field.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set_velocity(1, DVec3::new(0.0, 2.0, 0.0))?;
    /// assert_eq!(damper.energy()?.kinetic, 1.0); // ½ · 0.5 kg · (2 m/s)²
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn set_velocity(&mut self, particle: usize, velocity: DVec3) -> Result<(), Error> {
        self.check_particle(particle)?;
        check_vector("velocity", velocity, SPEED, "m/s")?;
        self.check_free_velocities()?;
        if self.particles().inverse_masses[particle] == 0.0 {
            return Err(Error::FixedParticle { index: particle });
        }
        self.intervene(HAND, |model| model.particles_mut().velocities[particle] = velocity);
        Ok(())
    }

    /// Sets the positions (m) and velocities (m/s) of all particles at once, as
    /// [`set_position`](Self::set_position) and [`set_velocity`](Self::set_velocity) do for each. A
    /// fixed or held particle keeps its velocity; 0 or this velocity must be given for it. For the
    /// particle moved by the drive, its present position must be given.
    ///
    /// # Errors
    /// [`Error::WrongLength`], [`Error::OutOfRange`], [`Error::FixedParticle`],
    /// [`Error::DrivenParticle`], or [`Error::NotInScene`] for tracers, which have the velocity of
    /// the field; the state is then unchanged.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set_motion(&[DVec3::ZERO, 5.0 * DVec3::X], &[DVec3::ZERO, 2.0 * DVec3::Y])?;
    /// assert_eq!(damper.energy()?.elastic, 2.5); // ½ · 5 N/m · (1 m)²
    /// assert_eq!(damper.energy()?.kinetic, 1.0); // ½ · 0.5 kg · (2 m/s)²
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn set_motion(&mut self, positions: &[DVec3], velocities: &[DVec3]) -> Result<(), Error> {
        let Particles { positions: x, velocities: v, inverse_masses } = self.particles();
        for (key, list) in [("positions", positions), ("velocities", velocities)] {
            if list.len() != x.len() {
                return Err(Error::WrongLength { key, count: x.len(), given: 3 * list.len() });
            }
        }
        self.check_free_velocities()?;
        let led = self.excitation().and_then(Excitation::led);
        for (index, (&position, &velocity)) in positions.iter().zip(velocities).enumerate() {
            check_vector("position", position, self.reach, "m")?;
            check_vector("velocity", velocity, SPEED, "m/s")?;
            if led == Some(index) && position != x[index] {
                return Err(Error::DrivenParticle { index });
            }
            if inverse_masses[index] == 0.0 && velocity != DVec3::ZERO && velocity != v[index] {
                return Err(Error::FixedParticle { index });
            }
        }
        self.intervene(HAND, |model| {
            let Particles { positions: x, velocities: v, inverse_masses } = model.particles_mut();
            x.copy_from_slice(positions);
            for ((v, velocity), _) in v.iter_mut().zip(velocities).zip(inverse_masses).filter(|(_, w)| **w > 0.0) {
                *v = *velocity;
            }
        });
        if let Some(hand) = &mut self.hand {
            (hand.target, hand.steps) = (positions[hand.particle], 0);
        }
        Ok(())
    }

    /// Checks that velocities can be set: tracers have that of the field.
    fn check_free_velocities(&self) -> Result<(), Error> {
        match self.model {
            Model::Flow(_) => Err(Error::NotInScene { what: "velocities to set", scene: self.scene.id }),
            _ => Ok(()),
        }
    }

    /// Holds a particle and moves it to `target` (m) within `time` (s of simulated time), at a
    /// constant velocity and whatever forces act on it; the dampers of its springs feel this
    /// velocity. Then it rests until it is moved on or released. With the time 0 it is there at
    /// once. For a target inside an obstacle the nearest point of its surface is used. Only one
    /// particle is held at a time: holding another one releases the first, at rest.
    ///
    /// # Errors
    /// As [`set_position`](Self::set_position), and [`Error::OutOfRange`] for a time above 1000 s.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.hold(1, DVec3::new(7.0, 0.0, 0.0), 0.1)?;
    /// damper.step(10)?; // 0.1 s
    /// assert!((damper.particles().positions[1].x - 7.0).abs() < 1e-12);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn hold(&mut self, particle: usize, target: DVec3, time: f64) -> Result<(), Error> {
        self.check_movable(particle)?;
        check_vector("position", target, self.reach, "m")?;
        check_range("time", time, [0.0, 1000.0], "s")?;
        let target =
            self.system().map_or(target, |system| system.obstacles.iter().fold(target, |x, body| body.outside(x)));
        if self.hand.is_none_or(|hand| hand.particle != particle) {
            self.release(DVec3::ZERO)?;
            self.grip(HAND, particle, self.particles().positions[particle], 0);
        }
        let steps = whole_steps(time, self.time_step());
        if steps == 0 {
            self.set_position(particle, target)?;
            self.model.particles_mut().velocities[particle] = DVec3::ZERO;
        }
        if let Some(hand) = &mut self.hand {
            (hand.target, hand.steps) = (target, steps);
        }
        Ok(())
    }

    /// Holds a particle, which will reach `target` after `steps` steps. The energy that it had goes
    /// to `term`.
    pub(crate) fn grip(&mut self, term: EnergyTerm, particle: usize, target: DVec3, steps: u32) {
        let inverse_mass = self.intervene(term, |model| {
            let particles = model.particles_mut();
            particles.velocities[particle] = DVec3::ZERO;
            std::mem::take(&mut particles.inverse_masses[particle])
        });
        self.hand = Some(Hand { particle, inverse_mass, target, steps });
        self.update_bob();
    }

    /// Tells a follower model whether a hand leads Bob.
    fn update_bob(&mut self) {
        if let Model::Follower(follower) = &mut self.model {
            follower.led = self.hand.is_some_and(|hand| hand.particle == 0);
        }
    }

    /// Releases the held particle with a `velocity` in m/s, nonzero to throw it. Does nothing if no
    /// particle is held.
    ///
    /// # Errors
    /// [`Error::OutOfRange`]; the particle is then still held.
    pub fn release(&mut self, velocity: DVec3) -> Result<(), Error> {
        check_vector("velocity", velocity, SPEED, "m/s")?;
        if let Some(hand) = self.hand.take() {
            self.intervene(HAND, |model| {
                let Particles { velocities, inverse_masses, .. } = model.particles_mut();
                inverse_masses[hand.particle] = hand.inverse_mass;
                velocities[hand.particle] = if hand.inverse_mass > 0.0 { velocity } else { DVec3::ZERO };
            });
            self.update_bob();
        }
        Ok(())
    }

    /// Ends the hold and restores the particle's mass, so that parameters can set the masses. Its
    /// energy comes from the start's, to which [`grip`](Self::grip) returns it. Returns the hand.
    pub(crate) fn let_go(&mut self) -> Option<Hand> {
        let hand = self.hand.take()?;
        self.intervene(START, |model| model.particles_mut().inverse_masses[hand.particle] = hand.inverse_mass);
        Some(hand)
    }

    /// Sets the velocity that takes the held particle to its target in time, 0 if it is there;
    /// returns the previous one.
    pub(crate) fn set_hand_velocity(&mut self) -> DVec3 {
        let Some(Hand { particle, target, steps, .. }) = self.hand else { return DVec3::ZERO };
        let offset = target - self.particles().positions[particle];
        self.set_held_velocity(if steps > 0 { offset / (f64::from(steps) * self.clock.step) } else { DVec3::ZERO })
    }

    /// Sets the velocity of the held particle and returns the previous one.
    pub(crate) fn set_held_velocity(&mut self, velocity: DVec3) -> DVec3 {
        let Some(Hand { particle, .. }) = self.hand else { return velocity };
        let before = std::mem::replace(&mut self.model.particles_mut().velocities[particle], velocity);
        if let Model::Mechanical(system) = &mut self.model
            && (velocity - before).length() > SAME * velocity.length()
        {
            system.history.clear();
        }
        before
    }

    /// Counts a step. After the last one it puts the held particle exactly at its target. A tracer
    /// is moved here at every step, because it has no own velocity.
    pub(crate) fn arrive(&mut self) {
        let Some(hand) = &mut self.hand else { return };
        let left = hand.steps;
        hand.steps = left.saturating_sub(1);
        let position = &mut self.model.particles_mut().positions[hand.particle];
        if left <= 1 {
            *position = hand.target;
        }
        if let Model::Flow(flow) = &mut self.model {
            let position = &mut flow.particles.positions[hand.particle];
            *position += (hand.target - *position) / f64::from(left.max(1));
            flow.refresh();
        }
    }

    fn check_movable(&self, particle: usize) -> Result<(), Error> {
        self.check_particle(particle)?;
        let led = self.excitation().and_then(Excitation::led);
        if led == Some(particle) { Err(Error::DrivenParticle { index: particle }) } else { Ok(()) }
    }

    pub(crate) fn check_particle(&self, particle: usize) -> Result<(), Error> {
        let last = u32::try_from(self.particles().len() - 1).unwrap_or(u32::MAX);
        check_whole("particle", particle as f64, [0, last]).map(|_| ())
    }
}

fn check_vector(key: &str, vector: DVec3, bound: f64, unit: &'static str) -> Result<(), Error> {
    vector.to_array().into_iter().try_for_each(|value| check_range(key, value, [-bound, bound], unit))
}
