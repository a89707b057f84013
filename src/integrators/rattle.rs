//! RATTLE: velocity Verlet whose positions and velocities satisfy the links.
//!
//! v½ = v + ½ Δt a, x₊ = x + Δt v½ − W J(x)ᵀ λ with C(x₊) = 0; then v½ ← (x₊ − x)/Δt, a at the new
//! position and v₊ = v½ + ½ Δt a − W J(x₊)ᵀ μ with J(x₊) v₊ = 0, J = ∂C/∂x, W the inverse masses.
//! The pull of a link acts along its old direction in the first half and along its new one in the
//! second. This makes the method second-order, symplectic and its own inverse, so that a turning
//! rod keeps its energy. Without links and obstacles it is velocity Verlet. Forces that depend on
//! velocity are evaluated with 2 v½ − v.
//!
//! Links are satisfied to 1e-12 m for any number of sweeps. A string, C ≤ 0, pulls and never
//! pushes, and an obstacle pushes and never pulls. An active set finds out which of them act:
//! constraints that violate C ≤ 0 are added, those whose λ or μ would have the wrong sign are
//! removed, until all agree. A string that becomes taut within a step, or a particle that touches
//! an obstacle, loses its speed along J at the end of the step: an impact, whose energy is
//! recorded.
//!
//! λ and μ solve J W Jᵀ λ = C by conjugate gradients; λ takes several solves, as C is not linear. A
//! small part of the diagonal is added for constraints that depend on each other; this costs
//! further corrections but no accuracy. There is no solution if links are stretched out between
//! fixed ends or dragged beyond their reach. Such a step is finished by sweeps of projection, and
//! its residual shows.
//!
//! The pull T of a link acts along its old direction: sideways, a link of length ℓ is a spring T/ℓ.
//! The step limit is that of velocity Verlet on the motions that keep the links, with these
//! springs, see `Tangent` below. In a row of equal links it is Δt² T (w₁ + w₂)/ℓ < 2: a hanging
//! rope of n masses has T = n m g at its top, and so about Δt² < ℓ/(n g).
//!
//! A particle that is inside an obstacle when a step starts was put there, by hand or by a
//! parameter. It is moved out first, and links follow: positions by sweeps and then exactly by the
//! pulls of the links; from velocities only the part that would lead back in is removed. This
//! displacement counts neither for velocities nor for drag. The energy of the removed velocity is
//! recorded as impact; what the displacement changes of the potential energy is the method's own.
//!
//! A link that turns far in a step may have no solution along its old direction. Such a step is
//! taken in halves, down to 1/64.
//!
//! Source: H. C. Andersen, RATTLE: a velocity version of the SHAKE algorithm for molecular dynamics
//! calculations, 1983.

use super::{
    Effort, Integrator, Limit, Links, Method, Settings, Stability,
    active_set::Solver,
    rows::{Constraint, Row},
    velocity_verlet,
};
use crate::{
    Event, Excitation, Impacts, Particles, System, Work,
    linear::NotConverged,
    models::{Part, trace},
};
use glam::DVec3;
use springlab_fast::drift;

/// Largest violation of a link that counts as satisfied, in m.
const POSITION_TOLERANCE: f64 = 1e-12;

/// Largest rate of a link that counts as satisfied, relative to the largest speed.
const VELOCITY_TOLERANCE: f64 = 1e-13;

/// A step in which a link turns so far that the cosine is below this is taken in halves, up to this
/// number of times.
const LEAST_COSINE: f64 = 0.9;
const HALVINGS: u32 = 6;

/// The method's record.
pub static METHOD: Method = Method {
    id: "rattle",
    label: "RATTLE",
    order: 2,
    stages: 1,
    symplectic: true,
    symmetric: true,
    modified_energy: velocity_verlet::MODIFIED_ENERGY,
    gains: "where links are tense or whip round in long steps",
    projects_contacts: true,
    links: Links::Only,
    settings: &["sweeps"],
    stability: Stability::Partitioned { update: velocity_verlet::update, limit: Limit::Sum(4.0) },
    formula: None,
    mechanical: Some(|system, settings| Box::new(Rattle::new(system.particles.len(), settings))),
    flow: None,
    follower: None,
};

/// The system's history holds the accelerations at the end of the last step.
struct Rattle {
    accelerations: Vec<DVec3>,
    /// Positions and velocities at the start of the step, and velocities before links change them.
    place: Vec<DVec3>,
    start: Vec<DVec3>,
    free: Vec<DVec3>,
    rows: Vec<Row>,
    solver: Solver,
    impacts: Impacts,
    sweeps: u32,
    /// Parts in which the last step was taken.
    parts: u32,
}

impl Rattle {
    fn new(particles: usize, settings: Settings) -> Self {
        let zeros = || vec![DVec3::ZERO; particles];
        Self {
            accelerations: zeros(),
            place: zeros(),
            start: zeros(),
            free: zeros(),
            rows: Vec::new(),
            solver: Solver::default(),
            impacts: Impacts::default(),
            sweeps: settings.sweeps,
            parts: 0,
        }
    }

    /// True if a link that holds its particles has turned so far that the cosine is below this.
    fn turns(&self, x: &[DVec3], least_cosine: f64) -> bool {
        let links = self.rows.iter().filter(|row| !row.was_slack() && matches!(row.constraint, Constraint::Link(..)));
        links.map(|row| row.gradient.dot(row.constraint.at(x).1)).any(|cosine| cosine < least_cosine)
    }

    /// Moves the particles so that all constraints are satisfied; false if that fails.
    fn meet(&mut self, particles: &mut Particles) -> bool {
        let Particles { positions: x, inverse_masses: w, .. } = particles;
        // a constraint that becomes active within the step has its direction there
        for row in self.rows.iter_mut().filter(|row| row.was_slack()) {
            row.gradient = row.constraint.at(x).1;
        }
        let met = self.solver.meet(&mut self.rows, w, x, |row, x| row.constraint.at(x).0, POSITION_TOLERANCE);
        self.rows.retain(|row| row.active);
        met
    }

    /// Removes from the velocities the part that violates active constraints.
    fn project_velocities(&mut self, particles: &mut Particles) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = particles;
        for row in &mut self.rows {
            (row.gradient, row.multiplier) = (row.constraint.at(x).1, 0.0);
        }
        let speed = v.iter().map(|v| v.length()).fold(0.0, f64::max);
        self.solver.meet(&mut self.rows, w, v, Row::rate, VELOCITY_TOLERANCE * speed);
    }

    /// Records the work of the pulls of all rows, `scale` times their multipliers in N·s, at the
    /// mean of the velocities before and after: impacts of the rows that strike, and the work of a
    /// hand or a drive against all. Where a particle follows a round surface, a pull may add
    /// energy: the method's error, no impact.
    fn record_work(&self, system: &mut System, scale: f64, after: &[DVec3], strikes: impl Fn(&Row) -> bool) {
        let (mut impact, mut held) = (0.0, Work::default());
        let led = system.excitation.as_ref().and_then(Excitation::led);
        for row in self.rows.iter().filter(|row| row.active) {
            let pull = scale * row.multiplier;
            if strikes(row) {
                impact += 0.5 * pull * (row.rate(&self.free) + row.rate(after));
            }
            for (i, sign) in row.constraint.ends().filter(|&(i, _)| system.particles.inverse_masses[i] == 0.0) {
                let work = sign * pull * row.gradient.dot(after[i]);
                if led == Some(i) { held.drive += work } else { held.hand += work }
            }
        }
        system.work = system.work + Work { impact: impact.max(0.0), ..held };
    }
}

impl Integrator<System> for Rattle {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.parts = 0;
        self.step_or_halve(system, h, HALVINGS);
        system.residual = system.constraints.residual(&system.particles);
        Ok(())
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { evaluations: u64::from(self.parts), ..Effort::default() })
    }
}

impl Rattle {
    /// Takes a step, or two half steps if links turn too far, to a depth of `times`.
    fn step_or_halve(&mut self, system: &mut System, h: f64, times: u32) {
        let least_cosine = if times > 0 { LEAST_COSINE } else { f64::NEG_INFINITY };
        if self.advance(system, h, least_cosine) {
            self.parts += 1;
        } else {
            self.step_or_halve(system, 0.5 * h, times - 1);
            self.step_or_halve(system, 0.5 * h, times - 1);
        }
    }

    /// Takes a step. Restores the state and returns false if a link would turn so far that the
    /// cosine is below this.
    fn advance(&mut self, system: &mut System, h: f64, least_cosine: f64) -> bool {
        self.begin(system);
        drift(&mut system.particles.velocities, 0.5 * h, &system.history);
        system.kicked(0.5 * h, &system.history);
        drift(&mut system.particles.positions, h, &system.particles.velocities);
        let time = system.time;
        system.advance(h);
        system.drifted(h);
        self.free.copy_from_slice(&system.particles.velocities);
        let far = self.turns(&system.particles.positions, least_cosine);
        let met = !far && self.meet(&mut system.particles);
        if far || met && self.turns(&system.particles.positions, least_cosine) {
            if trace::is_on() {
                system.add_moment(Event::Rejected);
                trace::number("h", h);
            }
            self.restore(system, time);
            return false;
        }
        if !met {
            self.restore(system, time);
            self.sweep(system, h);
            return true;
        }
        let Particles { velocities: v, inverse_masses: w, .. } = &mut system.particles;
        for row in &self.rows {
            row.pull(row.multiplier / h, w, v);
        }
        self.show_links(system, false);
        self.record_work(system, h.recip(), &system.particles.velocities.clone(), Row::was_slack);
        for (i, w) in system.particles.inverse_masses.iter().enumerate() {
            let half = system.particles.velocities[i];
            self.free[i] = if *w > 0.0 { 2.0 * half - self.start[i] } else { half };
        }
        let x = &system.particles.positions;
        let power = system.accelerate_by(Part::Unprojected, system.time, [x, &self.free], &mut self.accelerations);
        system.evaluated(&self.free, &self.accelerations);
        drift(&mut system.particles.velocities, 0.5 * h, &self.accelerations);
        system.kicked(0.5 * h, &self.accelerations);
        system.history.copy_from_slice(&self.accelerations);
        self.free.copy_from_slice(&system.particles.velocities);
        self.project_velocities(&mut system.particles);
        self.show_links(system, true);
        if trace::is_on() {
            system.add_moment(Event::Velocities);
            trace::number("h", h);
        }
        self.record_work(system, 1.0, &system.particles.velocities.clone(), Row::was_slack);
        system.work = system.work + 0.5 * h * (system.last_power + power);
        system.last_power = power;
        true
    }

    /// Prepares a step: constraints, start state and accelerations.
    fn begin(&mut self, system: &mut System) {
        Row::list(system, &mut self.rows);
        if self.rows.iter().any(Row::was_inside) {
            self.leave_obstacles(system);
        }
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        self.place.copy_from_slice(x);
        self.start.copy_from_slice(v);
        if system.history.len() != x.len() {
            system.last_power = system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut self.accelerations);
            system.history.clear();
            system.history.extend_from_slice(&self.accelerations);
            system.evaluated(v, &self.accelerations);
        }
    }

    /// Reports the pulls of all active constraints, which are found together, with C in m
    /// afterwards, or its rate in m/s.
    fn show_links(&self, system: &System, rate: bool) {
        if !trace::is_on() {
            return;
        }
        let Particles { positions: x, velocities: v, inverse_masses: w } = &system.particles;
        for row in self.rows.iter().filter(|row| row.active) {
            let (event, ends) = match row.constraint {
                Constraint::Link(ends, _) => (Event::Link, ends.to_vec()),
                Constraint::Obstacle(i, _) => (Event::Obstacle, vec![i]),
            };
            let after = if rate { ("rate", row.rate(v)) } else { ("after", row.constraint.at(x).0) };
            let numbers = [("multiplier", row.multiplier), after];
            trace::add_correction(event, [x, v], (&ends, w), &numbers);
        }
    }

    /// Moves particles out of obstacles and onto their links, removes from their velocities the
    /// part that would violate these again, and records its energy as impact. Links that cannot be
    /// satisfied stay as the sweeps leave them, and the velocities are kept.
    fn leave_obstacles(&mut self, system: &mut System) {
        self.impacts.begin(&system.constraints, [&system.particles.positions; 2]);
        (0..system.passes(self.sweeps)).for_each(|_| system.project(&mut self.impacts));
        self.place.copy_from_slice(&system.particles.positions);
        Row::list(system, &mut self.rows);
        if self.meet(&mut system.particles) {
            Row::list(system, &mut self.rows);
            self.rows.retain(|row| !row.was_slack());
            self.free.copy_from_slice(&system.particles.velocities);
            self.project_velocities(&mut system.particles);
            self.record_work(system, 1.0, &system.particles.velocities.clone(), |_| true);
        } else {
            system.particles.positions.copy_from_slice(&self.place);
        }
        system.history.clear();
        Row::list(system, &mut self.rows);
    }

    fn restore(&self, system: &mut System, time: f64) {
        system.particles.positions.copy_from_slice(&self.place);
        system.particles.velocities.copy_from_slice(&self.start);
        system.set_time(time);
    }

    /// Takes a step whose links have no solution: Δt a at once, sweeps of projection,
    /// v ← (x₊ − x)/Δt. The next step is a first one.
    fn sweep(&mut self, system: &mut System, h: f64) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        for i in 0..x.len() {
            self.free[i] = x[i] - h * v[i];
            x[i] += h * (v[i] + if w[i] > 0.0 { h * system.history[i] } else { DVec3::ZERO });
        }
        self.impacts.begin(&system.constraints, [&self.free, &self.place]);
        system.advance(h);
        if trace::is_on() {
            system.add_moment(Event::Flight);
            trace::vectors("a", &system.history);
            trace::number("h", h);
        }
        (0..system.passes(self.sweeps)).for_each(|_| system.project(&mut self.impacts));
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        for i in (0..x.len()).filter(|&i| w[i] > 0.0) {
            v[i] = (x[i] - self.place[i]) / h;
        }
        if trace::is_on() {
            system.add_moment(Event::Velocities);
            trace::vectors("before", &self.place);
            trace::number("h", h);
        }
        let Particles { positions: x, velocities: v, inverse_masses: w } = &system.particles;
        let impact = self.impacts.energy(&system.constraints, w, [&self.free, x], h);
        let power = system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut self.accelerations);
        system.work = system.work + h * power + Work { impact, ..Work::default() };
        system.history.clear();
    }
}
