//! Distance constraints (links) between particles, met by projection in sweeps.

use super::trace;
use crate::{Event, Obstacle, Particles};
use glam::DVec3;

/// Condition on the distance of a link's two particles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// ‖x₁ − x₂‖ = ℓ, a rod.
    #[default]
    Fixed,
    /// ‖x₁ − x₂‖ ≤ ℓ, a string.
    Maximum,
}

/// Links as parallel buffers of equal length. Empty in a scene that only has springs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Indices of the two particles of each link.
    pub endpoints: Vec<[u32; 2]>,
    /// Lengths ℓ in m.
    pub lengths: Vec<f64>,
    /// Condition of each link.
    pub rules: Vec<Rule>,
}

impl Constraints {
    /// Links the particles `i` and `j`.
    pub fn push(&mut self, [i, j]: [u32; 2], length: f64, rule: Rule) {
        debug_assert_ne!(i, j, "a link needs two particles");
        self.endpoints.push([i, j]);
        self.lengths.push(length);
        self.rules.push(rule);
    }

    /// Number of links.
    #[must_use]
    pub fn len(&self) -> usize {
        self.endpoints.len()
    }

    /// True if there are no links.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.endpoints.is_empty()
    }

    /// Removes link `index`; the last one gets its index.
    pub fn cut(&mut self, index: usize) {
        self.endpoints.swap_remove(index);
        self.lengths.swap_remove(index);
        self.rules.swap_remove(index);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = ([usize; 2], f64, Rule)> {
        let rows = self.endpoints.iter().zip(&self.lengths).zip(&self.rules);
        rows.map(|((ends, &length), &rule)| (ends.map(|i| i as usize), length, rule))
    }

    /// One Gauss-Seidel sweep: every link in turn moves its particles so that its condition holds,
    /// by Δxᵢ = ∓ wᵢ/(w₁ + w₂) C n. A heavy particle moves less, a fixed one not at all. A single
    /// link needs one sweep, particles with several links need many.
    pub fn project(&self, particles: &mut Particles, impacts: &mut Impacts) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = particles;
        let traced = trace::is_on();
        for (link, ([i, j], length, rule)) in self.iter().enumerate() {
            let (d, weight) = (x[i] - x[j], w[i] + w[j]);
            let distance = d.length();
            let excess = rule.excess(distance, length);
            if excess == 0.0 || weight == 0.0 || distance == 0.0 {
                continue;
            }
            let shift = excess / (weight * distance) * d;
            x[i] -= w[i] * shift;
            x[j] += w[j] * shift;
            if traced {
                let numbers =
                    [("before", excess), ("after", rule.excess(x[i].distance(x[j]), length)), ("length", length)];
                trace::add_correction(Event::Link, [x, v], (&[i, j], w), &numbers);
            }
            if let Some(pull) = &mut impacts.pulls[link] {
                *pull += shift;
                (impacts.met[i], impacts.met[j]) = (true, true);
            }
        }
    }

    /// Largest violation of a link in m, between particles that are not both fixed.
    #[must_use]
    pub fn residual(&self, particles: &Particles) -> f64 {
        let (x, w) = (&particles.positions, &particles.inverse_masses);
        self.iter()
            .filter(|&([i, j], ..)| w[i] + w[j] > 0.0)
            .map(|([i, j], length, rule)| rule.excess(x[i].distance(x[j]), length).abs())
            .fold(0.0, f64::max)
    }

    /// Relative stretch of all links together, dimensionless; 0 without links.
    #[must_use]
    pub fn stretch(&self, positions: &[DVec3]) -> f64 {
        stretch(&self.endpoints, &self.lengths, positions)
    }
}

/// Σ ‖x₁ − x₂‖/Σ ℓ − 1 with the rest lengths ℓ (m); 0 without lengths.
pub(crate) fn stretch(endpoints: &[[u32; 2]], lengths: &[f64], positions: &[DVec3]) -> f64 {
    let whole: f64 = lengths.iter().sum();
    let now: f64 = endpoints.iter().map(|[i, j]| positions[*i as usize].distance(positions[*j as usize])).sum();
    if whole > 0.0 { now / whole - 1.0 } else { 0.0 }
}

impl Rule {
    fn excess(self, distance: f64, length: f64) -> f64 {
        match self {
            Self::Fixed => distance - length,
            Self::Maximum => (distance - length).max(0.0),
        }
    }
}

/// Moves every free particle inside an obstacle to the nearest point of its surface.
pub fn project_out(obstacles: &[Obstacle], particles: &mut Particles, impacts: &mut Impacts) {
    let Particles { positions: x, velocities: v, inverse_masses: w } = particles;
    let traced = trace::is_on();
    for obstacle in obstacles {
        for i in (0..w.len()).filter(|&i| w[i] > 0.0) {
            if obstacle.is_clear_of(x[i]) {
                continue;
            }
            let (distance, n) = obstacle.distance(x[i]);
            if distance < 0.0 {
                x[i] -= distance * n;
                impacts.shifts[i] -= distance * n;
                impacts.met[i] = true;
                if traced {
                    let numbers = [("before", -distance), ("after", -obstacle.distance(x[i]).0)];
                    trace::add_correction(Event::Obstacle, [x, v], (&[i], w), &numbers);
                }
            }
        }
    }
}

/// A string is slack if it is shorter than its length by this relative amount, and not just
/// rounded.
const SLACK: f64 = 1e-9;

/// Impacts in the sweeps of a step: all that obstacles push, and the pulls of strings that were
/// slack at its start or one step before. An impact takes two steps: the first one ends on the
/// obstacle or with the string taut, the second one stops the remaining velocity.
///
/// The pull of a rod, or of a string that stays taut, turns the motion and takes no energy from it.
/// Energy that it takes all the same is the method's error.
#[derive(Clone, Debug, Default)]
pub struct Impacts {
    /// Shift of each particle by obstacles, in m.
    shifts: Vec<DVec3>,
    /// Impulse times Δt of each string that was slack, in kg·m; `None` for other links.
    pulls: Vec<Option<DVec3>>,
    /// Set for the particles that have had an impact.
    met: Vec<bool>,
}

impl Impacts {
    /// Forgets all impacts, for a step from `start` before which the particles were at `before`
    /// (m).
    pub fn begin(&mut self, links: &Constraints, [before, start]: [&[DVec3]; 2]) {
        self.shifts.clear();
        self.shifts.resize(start.len(), DVec3::ZERO);
        self.met.clear();
        self.met.resize(start.len(), false);
        self.pulls.clear();
        self.pulls.extend(links.iter().map(|([i, j], length, rule)| {
            let slack = |x: &[DVec3]| x[i].distance(x[j]) < (1.0 - SLACK) * length;
            (rule == Rule::Maximum && (slack(before) || slack(start))).then_some(DVec3::ZERO)
        }));
    }

    /// True if the particle has had an impact.
    #[must_use]
    pub fn met(&self, particle: usize) -> bool {
        self.met[particle]
    }

    /// Energy in J lost to impacts in a step that ends at `end`. Each impact takes −p · (v + v′)/2
    /// from the motion along its impulse p, with the mean of the velocities before and after,
    /// (x(t + Δt) − x(t − Δt))/2Δt, between the ends of a string their difference. For a particle
    /// without other forces that is ½ m (v² − v′²).
    ///
    /// A body at rest does no work. Where a particle follows a round surface, or is thrown out of
    /// an obstacle that it was put in, the projection adds energy: the method's error, no impact.
    #[must_use]
    pub fn energy(&self, links: &Constraints, weights: &[f64], [before, end]: [&[DVec3]; 2], h: f64) -> f64 {
        let way = |i: usize| end[i] - before[i];
        let taken = |impulse: DVec3, way: DVec3| (-impulse.dot(way)).max(0.0);
        let hit = (0..end.len()).filter(|&i| self.shifts[i] != DVec3::ZERO);
        let stopped: f64 = hit.map(|i| taken(self.shifts[i] / weights[i], way(i))).sum();
        let strings = links.iter().zip(&self.pulls);
        let tightened: f64 = strings.filter_map(|(([i, j], ..), pull)| pull.map(|p| taken(-p, way(i) - way(j)))).sum();
        (stopped + tightened) / (2.0 * h * h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn particles<const N: usize>(list: [(f64, f64); N]) -> Particles {
        let mut particles = Particles::default();
        for (x, mass) in list {
            particles.push(DVec3::X * x, if mass == 0.0 { 0.0 } else { 1.0 / mass });
        }
        particles
    }

    fn project(links: &Constraints, particles: &mut Particles) {
        let (mut impacts, x) = (Impacts::default(), particles.positions.clone());
        impacts.begin(links, [&x, &x]);
        links.project(particles, &mut impacts);
    }

    #[test]
    fn equal_masses_share_the_correction_half_and_half() {
        let mut pair = particles([(0.0, 2.0), (3.0, 2.0)]);
        let mut link = Constraints::default();
        link.push([0, 1], 2.0, Rule::Fixed);
        project(&link, &mut pair);
        assert_eq!(pair.positions, [DVec3::X * 0.5, DVec3::X * 2.5]);
    }

    #[test]
    fn masses_weigh_the_correction_and_fixed_particles_stay() {
        let mut link = Constraints::default();
        link.push([0, 1], 2.0, Rule::Fixed);
        let mut pair = particles([(0.0, 3.0), (6.0, 1.0)]);
        project(&link, &mut pair);
        assert_eq!(pair.positions, [DVec3::X, DVec3::X * 3.0], "the centre of mass stays at 1.5 m");
        let mut anchored = particles([(0.0, 0.0), (6.0, 1.0)]);
        project(&link, &mut anchored);
        assert_eq!(anchored.positions, [DVec3::ZERO, DVec3::X * 2.0]);
    }

    #[test]
    fn a_string_pulls_and_does_not_push() {
        let mut link = Constraints::default();
        link.push([0, 1], 2.0, Rule::Maximum);
        let mut slack = particles([(0.0, 1.0), (1.5, 1.0)]);
        project(&link, &mut slack);
        assert_eq!((slack.positions[1], link.residual(&slack)), (DVec3::X * 1.5, 0.0));
        let mut taut = particles([(0.0, 1.0), (4.0, 1.0)]);
        assert_eq!(link.residual(&taut), 2.0);
        project(&link, &mut taut);
        assert_eq!(link.residual(&taut), 0.0);
    }
}
