//! Interventions between steps: particles are put elsewhere, held or thrown, links cut, springs
//! changed.

use super::{Simulation, clock::whole_steps, hand::Hand};
use crate::{
    Error, Excitation, Model, Own, Particles,
    base::check::{check_range, check_whole},
    models::{EnergyTerm, HAND, START},
};
use glam::DVec3;

/// Largest allowed speed in m/s for [`Simulation::set_velocity`].
const SPEED: f64 = 1e6;

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

    /// Removes link `index` of the scene's constraints, or of its springs if it has no constraints.
    /// The last link takes its index.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a scene without links, or [`Error::NotWhole`].
    pub fn cut(&mut self, index: usize) -> Result<(), Error> {
        let Some(last) = self.system()?.links().checked_sub(1) else {
            return Err(Error::NotInScene { what: "links", scene: self.scene.id });
        };
        check_whole("link", index as f64, [0, u32::try_from(last).unwrap_or(u32::MAX)])?;
        self.intervene(START, |model| {
            if let Model::Mechanical(system) = model {
                if system.constraints.is_empty() { system.springs.cut(index) } else { system.constraints.cut(index) }
            }
        });
        self.altered = true;
        self.changed();
        self.start_engine();
        Ok(())
    }

    /// Gives spring `index` its own stiffness, damping or rest length, which parameters no longer
    /// change; values left out are kept. A [`restart`](Self::restart) undoes it.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for a scene without springs, or one that is a single oscillator, whose
    /// spring is set by its parameters; [`Error::NotWhole`] or [`Error::OutOfRange`].
    pub fn set_spring(&mut self, index: usize, own: Own) -> Result<(), Error> {
        let Some(last) = self.system()?.springs.len().checked_sub(1).filter(|_| !self.scene.oscillator) else {
            return Err(Error::NotInScene { what: "springs to set one by one", scene: self.scene.id });
        };
        check_whole("spring", index as f64, [0, u32::try_from(last).unwrap_or(u32::MAX)])?;
        own.check()?;
        self.intervene(START, |model| {
            if let Model::Mechanical(system) = model {
                system.springs.give(index, own);
            }
        });
        self.altered = true;
        self.tune();
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// No scene has rods and springs, so springs are added to a rope of rods.
    #[test]
    fn cut_removes_a_rod_even_if_there_are_more_springs() {
        let chain = Simulation::new("chain").unwrap();
        let spring = chain.system().unwrap().springs.iter().next().unwrap().1;
        let mut rope = Simulation::new("verlet").unwrap();
        let Model::Mechanical(system) = &mut rope.model else { panic!("a rope is mechanical") };
        for _ in 0..100 {
            system.springs.push([0, 1], spring);
        }
        let (rods, springs) = (system.constraints.len(), system.springs.len());
        assert!(0 < rods && rods < springs);
        let sentence = rope.cut(rods).unwrap_err().to_string();
        assert_eq!(sentence, format!("link must be a whole number from 0 to {}; {rods} was given.", rods - 1));
        rope.cut(rods - 1).unwrap();
        let system = rope.system().unwrap();
        assert_eq!((system.constraints.len(), system.springs.len()), (rods - 1, springs));
        rope.step(1).unwrap();
    }
}
