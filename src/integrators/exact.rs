//! Exact steps for models with a closed-form solution: the linear oscillator, linear fields, and a
//! follower whose Bob moves uniformly within a step. The only error is rounding, at every step
//! size.

use super::{Formula, Integrator, Links, Method, Stability};
use crate::{
    Event, Flow, Follower, System, linear::NotConverged, models::trace, oscillator::driven::complex_exponential,
    oscillator::exact::DampedOscillator,
};
use glam::{DMat2, DVec2, DVec3};

/// The method's record.
pub static METHOD: Method = Method {
    id: "exact",
    label: "Exact",
    order: u32::MAX,
    stages: 0,
    symplectic: true,
    symmetric: true,
    modified_energy: Some([0.0; 3]),
    gains: "",
    projects_contacts: false,
    links: Links::Springs,
    settings: &[],
    stability: Stability::Unconditional(complex_exponential),
    formula: Some(Formula { step: r"\mathrm e^z", amplification: "1", phase_error: "0" }),
    mechanical: Some(|_, _| Box::new(ExactOscillator)),
    flow: Some(|_, _| Box::new(FlowMap(|flow, h| flow.exact(flow.time, h)))),
    follower: Some(|_, _| Box::new(ExactFollower)),
};

/// Steps free particles on undamped springs of rest length 0 to fixed or held particles, with at
/// most one spring each and without gravity, drag and obstacles: every coordinate oscillates by
/// itself about an anchor that moves uniformly.
struct ExactOscillator;

impl Integrator<System> for ExactOscillator {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let before = system.energy().stored();
        let start = system.particles.clone();
        let particles = &mut system.particles;
        for (x, v) in particles.positions.iter_mut().zip(&particles.velocities) {
            *x += h * *v;
        }
        for ([i, anchor], spring) in system.springs.iter() {
            if start.inverse_masses[i] == 0.0 {
                continue;
            }
            let mass = start.inverse_masses[i].recip();
            let oscillator = DampedOscillator { mass, stiffness: spring.stiffness, damping: 0.0 };
            let u = start.velocities[anchor];
            let (d, v) = (start.positions[i] - start.positions[anchor], start.velocities[i] - u);
            let (d, v) = oscillator.motion_in_space((d, v), h);
            particles.positions[i] = particles.positions[anchor] + d;
            particles.velocities[i] = u + v;
        }
        system.time += h;
        // the energy of an exact motion changes only if a moving anchor does work
        if start.inverse_masses.iter().zip(&start.velocities).any(|(w, v)| *w == 0.0 && *v != DVec3::ZERO) {
            system.work.hand += system.energy().stored() - before;
        }
        if trace::is_on() {
            let i = trace::particle();
            let chosen = system.springs.iter().find(|(ends, _)| ends.contains(&i));
            let omega = chosen.map_or(0.0, |(_, spring)| (spring.stiffness * start.inverse_masses[i]).sqrt());
            system.add_moment(Event::Motion);
            trace::number("h", h);
            trace::number("omega", omega);
        }
        Ok(())
    }
}

/// x ← P x + q, for methods whose step on a linear field is one affine map.
pub(super) struct FlowMap(pub fn(&Flow, f64) -> (DMat2, DVec2));

impl Integrator<Flow> for FlowMap {
    fn step(&mut self, flow: &mut Flow, h: f64) -> Result<(), NotConverged> {
        let (p, q) = (self.0)(flow, h);
        flow.advance(h, |flow, i, x| {
            let place = p * x + q;
            if trace::is_on_for(i) {
                flow.show(Event::Map, i, place, flow.time + h);
                let numbers = [p.x_axis.x, p.y_axis.x, p.x_axis.y, p.y_axis.y, q.x, q.y];
                ["p11", "p12", "p21", "p22", "q1", "q2"]
                    .into_iter()
                    .zip(numbers)
                    .for_each(|(name, number)| trace::number(name, number));
            }
            place
        });
        Ok(())
    }
}

/// The distance s = p − q of a follower from its Bob obeys m s̈ + b ṡ + k s = 0 while Bob moves
/// uniformly: exact for the first follower. Each later one treats its leader as moving uniformly
/// within a step, which gives order 2.
struct ExactFollower;

impl Integrator<Follower> for ExactFollower {
    fn step(&mut self, follower: &mut Follower, h: f64) -> Result<(), NotConverged> {
        let law = follower.law;
        follower.advance(h, |(p, v), (q, _), (next_q, _)| {
            let u: DVec3 = (next_q - q) / h;
            let (s, rate) = law.motion_in_space((p - q, v - u), h);
            (next_q + s, u + rate)
        });
        Ok(())
    }
}
