//! The exact motion of a model from an earlier state, where a closed form is known.

use crate::{Damper, Model, Particles, Springs, System, models::forces, oscillator::exact::DampedOscillator};
use glam::DVec3;

/// The motion is radial if the velocity across the spring is below this part of the speeds in the
/// motion, and thus rounding.
const ROUNDING: f64 = 1e-10;

/// A state on the exact motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Simulated time in s of the model's state from which the motion starts.
    pub since: f64,
    /// Particles in the exact state.
    pub particles: Particles,
}

impl Solution {
    /// A motion that starts from the state of `model` at `time` (s); `None` for models without a
    /// closed form.
    pub(crate) fn starting(model: &Model, time: f64) -> Option<Self> {
        let known = match model {
            Model::Mechanical(system) => spring(system).is_some(),
            Model::Flow(_) => true,
            Model::Follower(_) => false,
        };
        known.then(|| Self { since: time, particles: model.particles().clone() })
    }

    /// The exact state at `time` (s), known for tracers in a linear field and for a mass on a
    /// spring to a fixed particle, without gravity, drag and air resistance, driven or not. `None`
    /// if the motion is not, or no longer, known.
    ///
    /// With a rest length L > 0, or a damper along the spring, only radial motion without a drive
    /// is known, d(t) = (L + u(t)) n. With L > 0 it is known until the mass reaches the fixed end,
    /// forwards and backwards in time. Backwards it ends where its numbers overflow.
    pub(crate) fn at(&self, model: &Model, time: f64) -> Option<Self> {
        let t = time - self.since;
        let mut now = self.clone();
        let Particles { positions, velocities, .. } = &mut now.particles;
        match model {
            Model::Mechanical(system) => {
                let (mass, anchor) = spring(system)?;
                let rest = system
                    .excitation
                    .filter(|drive| drive.led() == Some(anchor))
                    .map_or(positions[anchor], |drive| drive.rest);
                let (d, v) =
                    swing(system, [mass, anchor], (positions[mass] - rest, velocities[mass]), [self.since, time])?;
                (positions[mass], velocities[mass]) = (rest + d, v);
                if let Some(drive) = &system.excitation {
                    drive.place(time, positions, velocities);
                }
            }
            Model::Flow(flow) => {
                let (p, q) = flow.exact(self.since, t);
                for (x, v) in positions.iter_mut().zip(velocities) {
                    let place = p * x.truncate() + q;
                    (*x, *v) = (place.extend(0.0), flow.rate(place, time).extend(0.0));
                }
            }
            Model::Follower(_) => return None,
        }
        let finite = |list: &[DVec3]| list.iter().all(|vector| vector.is_finite());
        let finite = finite(&now.particles.positions) && finite(&now.particles.velocities);
        // exactly the starting state, to the bit
        if t == 0.0 { Some(self.clone()) } else { finite.then_some(now) }
    }
}

/// The free and the fixed particle of a system that consists of one mass on one spring. A drive may
/// be present: `swing` decides whether its motion is known. The energy account and a method's
/// history do not affect the motion.
fn spring(system: &System) -> Option<(usize, usize)> {
    let System {
        particles,
        springs,
        tear,
        constraints,
        obstacles,
        contact: _,      // of obstacles, and there are none
        self_contact: _, // only sheets, of four masses or more, have it
        gravity: _,      // a force
        drag: _,
        wind: _,
        per_kilogram: _,
        excitation: _,
        time: _,
        work: _,
        start: _,
        residual: _,
        history: _,
        last_power: _,
    } = system;
    let lasts = tear.strain == 0.0 && constraints.is_empty() && obstacles.is_empty();
    ends(particles, springs).filter(|_| lasts && forces::all(system, |_| false))
}

/// The free and the fixed end of a single spring between two particles.
fn ends(particles: &Particles, springs: &Springs) -> Option<(usize, usize)> {
    let ([i, j], _) = springs.iter().next()?;
    let free = |i: usize| particles.inverse_masses[i] > 0.0;
    let alone = particles.len() == 2 && springs.len() == 1 && free(i) != free(j);
    alone.then_some(if free(i) { (i, j) } else { (j, i) })
}

/// True if one mass moves across its spring with a rest length or an axial damper, so that it is no
/// linear oscillator.
pub(crate) fn circles(system: &System) -> bool {
    let Some((mass, anchor)) = ends(&system.particles, &system.springs) else { return false };
    let (x, v) = (&system.particles.positions, &system.particles.velocities);
    !system.is_linear() && !is_radial(system, mass, (x[mass] - x[anchor], v[mass] - v[anchor]))
}

/// True if the motion at the offset d (m) with the velocity v (m/s) is along the spring.
fn is_radial(system: &System, mass: usize, (d, v): (DVec3, DVec3)) -> bool {
    let omega = (system.springs.stiffnesses[0] * system.particles.inverse_masses[mass]).sqrt();
    let n = d.normalize_or_zero();
    n != DVec3::ZERO && (v - n.dot(v) * n).length() <= ROUNDING * (v.length() + omega * d.length())
}

/// Offset d (m) from the fixed end's rest position and velocity (m/s) at the second of two times
/// (s), from those at the first.
fn swing(
    system: &System,
    [mass, anchor]: [usize; 2],
    (d, v): (DVec3, DVec3),
    [since, time]: [f64; 2],
) -> Option<(DVec3, DVec3)> {
    let (_, spring) = system.springs.iter().next()?;
    let oscillator = DampedOscillator {
        mass: system.particles.inverse_masses[mass].recip(),
        stiffness: spring.stiffness,
        damping: spring.damping,
    };
    let (t, rest) = (time - since, spring.rest_length);
    let linear = rest == 0.0 && (spring.damping == 0.0 || spring.damper == Damper::Isotropic);
    if let Some(drive) = &system.excitation {
        let on = if drive.led().is_some() { anchor } else { mass };
        return (linear && drive.particle == on).then(|| drive.motion(&oscillator, (d, v), [since, time]));
    }
    if linear {
        return Some(oscillator.motion_in_space((d, v), t));
    }
    if !is_radial(system, mass, (d, v)) {
        return None;
    }
    let (r, n) = (d.length(), d.normalize_or_zero());
    let start = (r - rest, n.dot(v));
    let (u, rate) = oscillator.motion(start, t);
    let reaches = rest > 0.0 && rest + oscillator.least(start, t) <= 0.0;
    (!reaches).then_some(((rest + u) * n, rate * n))
}
