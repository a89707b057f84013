//! Position-based dynamics: particles fly freely for a step, then every spring in turn moves its
//! ends towards its rest length by the part s of its elongation, whatever its stiffness in N/m; s
//! is the stiffness factor. Sweeps repeat this; v ← (x − x₀)/Δt.
//!
//! It is stable at every step size, but solves no differential equation: more sweeps and shorter
//! steps make every spring stiffer, in the limit rigid, for every factor s > 0. Dampers are
//! ignored. The work of a hand is unknown and appears as gain or loss of the method. Order 0.
//!
//! Source: M. Müller, B. Heidelberger, M. Hennix, J. Ratcliff, Position based dynamics, 2007.

use super::{Integrator, Links, Method, Settings, Stability};
use crate::{
    Event, Particles, System,
    base::elementary::exp,
    linear::NotConverged,
    models::{Impacts, Part, trace},
};
use glam::{DMat3, DVec3};

/// The method's record.
pub static METHOD: Method = Method {
    id: "position-based",
    label: "Position-based dynamics",
    order: 0,
    stages: 1,
    symplectic: false,
    symmetric: false,
    modified_energy: None,
    gains: "where too few sweeps leave stiff springs stretched",
    projects_contacts: true,
    links: Links::Only,
    settings: &["sweeps", "stiffnessFactor"],
    stability: Stability::Projection,
    formula: None,
    mechanical: Some(|system, settings| Box::new(PositionBased { flight: Flight::new(system), settings })),
    flow: None,
    follower: None,
};

/// Free flight, and the velocities that follow from the corrected positions. Shared by
/// position-based methods.
pub(super) struct Flight {
    /// Positions x − Δt v, one step back along the velocity.
    before: Vec<DVec3>,
    pub start: Vec<DVec3>,
    /// Effective inverse masses w/(1 + w r): forces that resist motion add inertia r.
    pub weights: Vec<f64>,
    pub accelerations: Vec<DVec3>,
    /// Sum of the forces' resistances r in kg: for each, the largest eigenvalue of Δt²K + Δt D.
    resistances: Vec<f64>,
    pub impacts: Impacts,
}

impl Flight {
    pub fn new(system: &System) -> Self {
        let zeros = || vec![DVec3::ZERO; system.particles.len()];
        Self {
            before: zeros(),
            start: zeros(),
            weights: vec![0.0; system.particles.len()],
            accelerations: zeros(),
            resistances: vec![0.0; system.particles.len()],
            impacts: Impacts::default(),
        }
    }

    /// Takes a step without springs and obstacles, with drag and the other forces on single
    /// particles.
    ///
    /// Drag b slows down the velocity that a particle brings along, v ← e^(−Δt w b) v: exactly, in
    /// free flight. It leaves alone what gravity adds in this step, so that a body at rest sinks by
    /// Δt² g before the sweeps lift it, in drag or not. In drag a particle falls at the speed
    /// Δt g/(1 − e^(−Δt w b)), which is m g/b to the first order.
    ///
    /// Then v ← v + Δt a(t + Δt, x + Δt v, v)/(1 + w r), x ← x + Δt v, with the resistance r of all
    /// forces but drag: linearised implicit Euler, if r is isotropic. Otherwise all directions get
    /// the largest resistance, which costs an error of Δt².
    pub fn fly(&mut self, system: &mut System, h: f64) {
        let time = system.time + h;
        let drag = std::mem::take(&mut system.drag);
        self.start.copy_from_slice(&system.particles.positions);
        for (i, before) in self.before.iter_mut().enumerate() {
            let slowing = system.single_weight(system.particles.inverse_masses[i]) * drag;
            let Particles { positions: x, velocities: v, .. } = &mut system.particles;
            *before = x[i] - h * v[i];
            if drag > 0.0 {
                v[i] *= exp(-h * slowing);
            }
            x[i] += h * v[i];
        }
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        system.accelerate_by(Part::Single, time, [x, v], &mut self.accelerations);
        self.resistances.fill(0.0);
        let resist = &mut |i: usize, block| self.resistances[i] += largest(block);
        system.each_block(false, time, [x, v], [h * h, h, 0.0], resist);
        system.drag = drag;
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        for (i, resistance) in self.resistances.iter().enumerate() {
            let heavier = 1.0 + w[i] * resistance;
            let change = h / heavier * self.accelerations[i];
            self.weights[i] = w[i] / heavier;
            v[i] += change;
            x[i] += h * change;
        }
        self.impacts.begin(&system.constraints, [&self.before, &self.start]);
        system.advance(h);
        if trace::is_on() {
            system.add_moment(Event::Flight);
            trace::vectors("a", &self.accelerations);
            trace::number("h", h);
        }
    }

    /// v ← (x − x₀)/Δt
    pub fn land(&self, system: &mut System, h: f64) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        for i in (0..x.len()).filter(|&i| w[i] > 0.0) {
            v[i] = (x[i] - self.start[i]) / h;
        }
        system.work.impact += self.impacts.energy(&system.constraints, &self.weights, [&self.before, x], h);
        system.residual = system.constraints.residual(&system.particles);
        if trace::is_on() {
            system.add_moment(Event::Velocities);
            trace::vectors("before", &self.start);
            trace::number("h", h);
        }
    }
}

/// An upper bound of the largest eigenvalue of a symmetric matrix A, exact if the other two are
/// equal: ā + √(⅔) ‖A − ā I‖, with the mean ā of the eigenvalues and the Frobenius norm.
fn largest(a: DMat3) -> f64 {
    let mean = (a.x_axis.x + a.y_axis.y + a.z_axis.z) / 3.0;
    let DMat3 { x_axis, y_axis, z_axis } = a - DMat3::from_diagonal(DVec3::splat(mean));
    mean + (2.0 / 3.0 * (x_axis.length_squared() + y_axis.length_squared() + z_axis.length_squared())).sqrt()
}

struct PositionBased {
    flight: Flight,
    settings: Settings,
}

impl Integrator<System> for PositionBased {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.flight.fly(system, h);
        for _ in 0..self.settings.sweeps {
            self.shorten(system);
            system.project(&mut self.flight.impacts);
        }
        self.flight.land(system, h);
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        let power = system.accelerate_by(Part::Single, system.time, [x, v], &mut self.flight.accelerations);
        system.work = system.work + h * power;
        Ok(())
    }
}

impl PositionBased {
    /// Δxᵢ = ∓ s wᵢ/(w₁ + w₂) C n for every spring that has a stiffness.
    fn shorten(&self, system: &mut System) {
        let (Particles { positions: x, velocities: v, .. }, w) = (&mut system.particles, &self.flight.weights);
        let (factor, traced) = (self.settings.stiffness_factor, trace::is_on());
        for ([i, j], spring) in system.springs.iter() {
            let (d, weight) = (x[i] - x[j], w[i] + w[j]);
            if weight > 0.0 && spring.stiffness > 0.0 {
                let before = spring.constraint(d);
                let shift = factor / weight * before * spring.gradient(d);
                x[i] -= w[i] * shift;
                x[j] += w[j] * shift;
                if traced {
                    let numbers = [("before", before), ("after", spring.constraint(x[i] - x[j])), ("factor", factor)];
                    trace::add_correction(Event::Spring, [x, v], (&[i, j], w), &numbers);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::outer;

    /// Isotropic drag, drag along a direction, drag across it, and three different values.
    #[test]
    fn the_bound_is_exact_for_drag_along_or_across_a_direction() {
        let n = DVec3::new(0.6, -0.48, 0.64);
        for (a, b) in [(3.0, 0.0), (0.0, 2.0), (1.5, 1.5), (0.0, 0.0)] {
            let found = largest(DMat3::from_diagonal(DVec3::splat(a)) + b * outer(n));
            assert!((found - (a + b)).abs() < 1e-15 * 10.0, "{found} of {a} I + {b} n nᵀ");
        }
        let found = largest(DMat3::from_diagonal(DVec3::new(1.0, 2.0, 4.0)));
        assert!((4.0..5.0).contains(&found), "{found}");
    }
}
