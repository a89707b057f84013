//! Verlet, the position form: x(t + Δt) = 2 x(t) − x(t − Δt) + Δt² a, with the first step
//! x(Δt) = x(0) + Δt v(0) + ½ Δt² a(0).
//!
//! Order 2, with one force evaluation per step; without damping it preserves phase-space area, can
//! be run backwards, and is stable while Δt ω < 2. The formula contains no velocities. The
//! velocities that are reported and that dampers use are
//! v(t + Δt) = (3 x(t + Δt) − 4 x(t) + x(t − Δt))/2Δt, the slope of the parabola through the last
//! three positions: without links (x(t + Δt) − x(t))/Δt + ½ Δt a(t). With damping it is stable
//! while Δt²ω² + 4Δtγ < 4, as the velocity form.
//!
//! Projected positions give velocities that include the effect of links and obstacles: a resting
//! particle has none. After an impact a parabola does not fit, so a particle that has hit something
//! gets the mean velocity of its step, (x(t + Δt) − x(t))/Δt.
//!
//! Positions may be corrected after a step without changing velocities, which makes constraints
//! easy: sweeps of projection satisfy the links of a system, and particles inside an obstacle are
//! put on its surface. The projection acts along the new direction of a link and takes some energy:
//! a turning rod slows down by dω/dt = −ω³ Δt.

use super::{Formula, Integrator, Limit, Links, Method, Settings, Stability, velocity_verlet};
use crate::{
    Event, Particles, System, Work,
    linear::NotConverged,
    models::{Impacts, Part, trace},
};
use glam::{DMat3, DVec3};

/// The method's record.
pub static METHOD: Method = Method {
    id: "verlet",
    label: "Verlet",
    order: 2,
    stages: 1,
    symplectic: true,
    symmetric: true,
    modified_energy: velocity_verlet::MODIFIED_ENERGY,
    gains: "",
    projects_contacts: true,
    links: Links::Kept,
    settings: &["sweeps"],
    stability: Stability::Partitioned { update, limit: Limit::Sum(4.0) },
    formula: Some(Formula { step: r"x_{n+1} = (2 - y^2)\, x_n - x_{n-1}", amplification: "1", phase_error: "+y^3/24" }),
    mechanical: Some(|system, settings| Box::new(Verlet::new(system.particles.len(), settings))),
    flow: None,
    follower: None,
};

/// Update matrix of (u, u − u₋, h u̇): with h²a = −h²ω² u − hγ h u̇, u′ = u + (u − u₋) + h²a and
/// h u̇′ = (u′ − u) + ½ h²a.
fn update([gamma, omega_squared]: [f64; 2], h: f64, _: &Settings) -> DMat3 {
    let (stiff, damp) = (h * h * omega_squared, h * gamma);
    DMat3::from_cols(
        DVec3::new(1.0 - stiff, -stiff, -1.5 * stiff),
        DVec3::new(1.0, 1.0, 1.0),
        DVec3::new(-damp, -damp, -1.5 * damp),
    )
}

/// The system's history holds x(t − Δt), then a(t).
struct Verlet {
    /// Positions x(t − Δt) during a step.
    before: Vec<DVec3>,
    impacts: Impacts,
    sweeps: u32,
}

impl Verlet {
    fn new(particles: usize, settings: Settings) -> Self {
        Self { before: vec![DVec3::ZERO; particles], impacts: Impacts::default(), sweeps: settings.sweeps }
    }

    /// Sets x(−Δt) = x(0) − Δt v(0) + ½ Δt² a(0), with which the formula of all steps yields the
    /// first one.
    fn begin(system: &mut System, h: f64) {
        system.history = vec![DVec3::ZERO; 2 * system.particles.len()];
        system.last_power = Self::accelerate(system);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        let (previous, a) = system.history.split_at_mut(x.len());
        for (((previous, x), v), a) in previous.iter_mut().zip(x).zip(v).zip(a) {
            *previous = *x - h * *v + 0.5 * h * h * *a;
        }
    }

    /// Writes a(t) into the history and returns the powers.
    fn accelerate(system: &mut System) -> Work {
        let mut history = std::mem::take(&mut system.history);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        let power = system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut history[x.len()..]);
        system.history = history;
        power
    }

    /// Projects onto links and obstacles, and sets the velocities that follow from the new
    /// positions.
    fn project(&mut self, system: &mut System, h: f64) {
        let start = &system.history[..self.before.len()];
        self.impacts.begin(&system.constraints, [&self.before, start]);
        (0..system.passes(self.sweeps)).for_each(|_| system.project(&mut self.impacts));
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        system.work.impact += self.impacts.energy(&system.constraints, w, [&self.before, x], h);
        let places = x.iter().zip(&system.history).zip(&self.before);
        for (i, ((v, w), ((x, previous), before))) in v.iter_mut().zip(w).zip(places).enumerate() {
            if *w > 0.0 {
                let [last, displacement] = [*previous - *before, *x - *previous];
                *v = if self.impacts.met(i) { displacement / h } else { slope([last, displacement], h) };
            }
        }
        system.residual = system.constraints.residual(&system.particles);
    }
}

/// Slope in m/s at the end of the parabola through three positions, from its two displacements (m),
/// each within h.
fn slope([last, displacement]: [DVec3; 2], h: f64) -> DVec3 {
    (1.5 * displacement - 0.5 * last) * h.recip()
}

/// Replaces the reported velocities (m/s) by those that belong to the positions in phase space,
/// (x(t + h) − x(t − h))/2h, which are those of velocity Verlet. The reported ones are about
/// ½ h² M⁻¹Kv larger, except before a first step, where both are the given ones.
pub(crate) fn centre_velocities(system: &System, h: f64, velocities: &mut [DVec3]) {
    let x = &system.particles.positions;
    if system.history.len() == 2 * x.len() {
        let (previous, a) = system.history.split_at(x.len());
        for (((v, x), previous), a) in velocities.iter_mut().zip(x).zip(previous).zip(a) {
            *v = (*x - *previous) / h + 0.5 * h * *a;
        }
    }
}

impl Integrator<System> for Verlet {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        if system.history.len() != 2 * system.particles.len() {
            Self::begin(system, h);
        }
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        let (previous, a) = system.history.split_at_mut(x.len());
        let history = previous.iter_mut().zip(&mut self.before).zip(a);
        for (((x, v), w), ((previous, before), a)) in x.iter_mut().zip(v).zip(w).zip(history) {
            (*before, *previous) = (*previous, *x);
            if *w > 0.0 {
                let last = *x - *before;
                let displacement = last + h * h * *a;
                *x += displacement;
                *v = slope([last, displacement], h);
            } else {
                *x += h * *v;
            }
        }
        system.advance(h);
        if trace::is_on() {
            system.add_moment(Event::Flight);
            trace::vectors("before", &self.before);
            trace::vectors("a", &system.history[self.before.len()..]);
            trace::number("h", h);
        }
        if !(system.constraints.is_empty() && system.obstacles.is_empty()) {
            self.project(system, h);
        }
        if trace::is_on() {
            system.add_moment(Event::Velocities);
            trace::vectors("before", &self.before);
            trace::number("h", h);
        }
        let power = Self::accelerate(system);
        system.work = system.work + 0.5 * h * (system.last_power + power);
        system.last_power = power;
        system.evaluated(&system.particles.velocities, &system.history[self.before.len()..]);
        Ok(())
    }

    /// x(t + Δt) = 2 x(t) − x(t − Δt) + Δt² a(t) replaces x(t − Δt): from there the formula goes
    /// back in time.
    fn turn(&mut self, system: &mut System, h: f64) {
        let x = &system.particles.positions;
        if system.history.len() == 2 * x.len() {
            let (previous, a) = system.history.split_at_mut(x.len());
            for ((previous, x), a) in previous.iter_mut().zip(x).zip(a) {
                *previous = 2.0 * *x - *previous + h * h * *a;
            }
        }
    }
}
