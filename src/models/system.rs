//! A mechanical system: particles, springs and constraints between them, obstacles, gravity, drag
//! and wind.

use super::constraints::{Impacts, project_out};
use crate::{Constraints, Contact, Excitation, Obstacle, Particles, SelfContact, Springs, Tear, Wind, Work};
use glam::DVec3;
use std::borrow::Cow;

/// m dv/dt = f(t, x, v), dx/dt = v, with links and obstacles for the methods that project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct System {
    /// The point masses.
    pub particles: Particles,
    /// The springs between them.
    pub springs: Springs,
    /// The strain at which springs tear.
    pub tear: Tear,
    /// Links that some methods keep by projection; the others ignore them.
    pub constraints: Constraints,
    /// Bodies that keep particles out, by penalty forces or by projection, depending on the method.
    pub obstacles: Vec<Obstacle>,
    /// Law of the penalty forces.
    pub contact: Contact,
    /// Spheres that keep particles apart, by the same law per kilogram.
    pub self_contact: SelfContact,
    /// Gravitational acceleration g in m/s².
    pub gravity: DVec3,
    /// Coefficient b of the drag −b v on every free particle in N·s/m.
    pub drag: f64,
    /// Velocity of the air and its resistance to every free particle.
    pub wind: Wind,
    /// False if contact, drag and wind act on every free particle alike, whatever its mass. True if
    /// their coefficients are per kilogram: a particle of the mass m then has m/kg times the force.
    pub per_kilogram: bool,
    /// The drive, if there is one.
    pub excitation: Option<Excitation>,
    /// Simulated time t in s. Every method advances it with the state; a simulation sets it after
    /// each step, so that rounding does not add up.
    pub time: f64,
    /// Heat and outside work since the start, integrated by every method with its own order.
    pub work: Work,
    /// Stored energy at the start in J, the reference of the energy account.
    pub start: f64,
    /// Largest violation of a link after the last step, in m.
    pub residual: f64,
    /// State that a multistep method keeps from the last step; empty before a first step. It is
    /// valid for one method and one step size, and must be cleared when these or the state change.
    pub history: Vec<DVec3>,
    /// The powers in W at the end of the last step, kept with the history.
    pub last_power: Work,
}

impl System {
    /// Factor in 1/kg that turns coefficients of forces on single particles into rates of a
    /// particle with the inverse mass `w` in 1/kg: 1 for a free one if they are per
    /// kilogram, else w.
    pub(crate) fn single_weight(&self, w: f64) -> f64 {
        if self.per_kilogram && w > 0.0 { 1.0 } else { w }
    }

    /// The same system without friction. Beyond the step that resolves it, friction chatters within
    /// a bound and never makes a motion grow, so no step limit counts it.
    pub(crate) fn without_friction(&self) -> Cow<'_, Self> {
        if self.contact.friction == 0.0 || self.obstacles.is_empty() && !self.self_contact.acts() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self { contact: Contact { friction: 0.0, ..self.contact }, ..self.clone() })
    }

    /// Advances time by `h` (s) and moves a driven particle with it. To be called once a step,
    /// after the other positions have moved.
    pub fn advance(&mut self, h: f64) {
        self.set_time(self.time + h);
    }

    /// Sets the time (s) and puts a driven particle at its place at that time.
    pub fn set_time(&mut self, time: f64) {
        self.time = time;
        if let Some(excitation) = &self.excitation {
            excitation.place(time, &mut self.particles.positions, &mut self.particles.velocities);
        }
    }

    /// One sweep: moves the particles onto their links, one after the other, and out of the
    /// obstacles.
    pub fn project(&mut self, impacts: &mut Impacts) {
        self.constraints.project(&mut self.particles, impacts);
        project_out(&self.obstacles, &mut self.particles, impacts);
    }

    /// Number of sweeps needed: a single one if there are no links and obstacles are apart, because
    /// it moves every particle out of them.
    pub(crate) fn passes(&self, sweeps: u32) -> u32 {
        let apart = match &self.obstacles[..] {
            [] | [_] => true,
            [one, other] => one.is_apart_from(other),
            _ => false,
        };
        if self.constraints.is_empty() && apart { 1 } else { sweeps }
    }

    /// Tears the springs that are strained too far, and books what they stored as tearing. The
    /// history is cleared, so a multistep method takes a first step next. Returns true if any tore.
    pub fn tear(&mut self) -> bool {
        let x = &self.particles.positions;
        let torn = self.tear.torn(&self.springs, x);
        if torn.is_empty() {
            return false;
        }
        self.work.tearing += self.springs.tear(&torn, x);
        self.history.clear();
        true
    }

    /// Number of links that can be cut: the constraints, or the springs if there are none.
    pub(crate) fn links(&self) -> usize {
        if self.constraints.is_empty() { self.springs.len() } else { self.constraints.len() }
    }

    /// Relative stretch of all constraints together, or of all springs if there are none;
    /// dimensionless.
    #[must_use]
    pub fn stretch(&self) -> f64 {
        let x = &self.particles.positions;
        if self.constraints.is_empty() { self.springs.stretch(x) } else { self.constraints.stretch(x) }
    }
}
