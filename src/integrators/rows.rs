//! Constraints of links and obstacles, as rows of the matrix J.

use crate::{Obstacle, Particles, Rule, System};
use glam::DVec3;

/// A string or an obstacle with at least this gap to its particles, in m, is slack.
pub(super) const SLACK: f64 = 1e-9;

/// A constraint C of a link or an obstacle.
#[derive(Clone, Copy)]
pub(super) enum Constraint {
    /// C = ‖x₁ − x₂‖ − ℓ
    Link([usize; 2], f64),
    /// C = −δ(x), with the signed distance δ from the obstacle.
    Obstacle(usize, Obstacle),
}

impl Constraint {
    /// C in m and ∂C/∂x of the first particle.
    pub fn at(self, x: &[DVec3]) -> (f64, DVec3) {
        match self {
            Self::Link([i, j], length) => {
                let d = x[i] - x[j];
                (d.length() - length, d.normalize_or_zero())
            }
            Self::Obstacle(i, obstacle) => {
                let (distance, n) = obstacle.distance(x[i]);
                (-distance, -n)
            }
        }
    }

    /// The particles of the constraint, with the sign of their gradient.
    pub fn ends(self) -> impl Iterator<Item = (usize, f64)> {
        let (first, second) = match self {
            Self::Link([i, j], _) => (i, Some(j)),
            Self::Obstacle(i, _) => (i, None),
        };
        std::iter::once((first, 1.0)).chain(second.map(|j| (j, -1.0)))
    }
}

/// A constraint in a step: a row of J with its multiplier, λ in kg·m or μ in kg·m/s.
pub(super) struct Row {
    pub constraint: Constraint,
    /// True for C ≤ 0, false for C = 0.
    pub one_sided: bool,
    pub gradient: DVec3,
    pub multiplier: f64,
    pub active: bool,
    /// C in m at the start of the step.
    pub initial_value: f64,
}

impl Row {
    /// Lists the constraints of the present system. Only rods are active.
    pub fn list(system: &System, rows: &mut Vec<Self>) {
        let Particles { positions: x, inverse_masses: w, .. } = &system.particles;
        let links = system.constraints.iter().map(|(ends, length, rule)| (Constraint::Link(ends, length), rule));
        let bodies = system
            .obstacles
            .iter()
            .flat_map(|obstacle| (0..w.len()).map(|i| (Constraint::Obstacle(i, *obstacle), Rule::Maximum)));
        rows.clear();
        rows.extend(links.chain(bodies).map(|(constraint, rule)| {
            let ((initial_value, gradient), one_sided) = (constraint.at(x), rule == Rule::Maximum);
            Self { constraint, one_sided, gradient, multiplier: 0.0, active: !one_sided, initial_value }
        }));
        rows.retain(|row| row.weight(w) > 0.0);
    }

    /// True if the constraint did not hold its particles at the start of the step.
    pub fn was_slack(&self) -> bool {
        self.one_sided && self.initial_value < -SLACK
    }

    /// True if the particle was inside an obstacle at the start of the step.
    pub fn was_inside(&self) -> bool {
        self.initial_value > SLACK && matches!(self.constraint, Constraint::Obstacle(..))
    }

    /// J u
    pub fn rate(&self, u: &[DVec3]) -> f64 {
        self.constraint.ends().map(|(i, sign)| sign * self.gradient.dot(u[i])).sum()
    }

    /// u −= W Jᵀ p
    pub fn pull(&self, p: f64, w: &[f64], u: &mut [DVec3]) {
        self.constraint.ends().for_each(|(i, sign)| u[i] -= sign * w[i] * p * self.gradient);
    }

    /// J̇ v, the second derivative of C along straight motion: ‖u⊥‖²/ℓ for a link with the velocity
    /// u⊥ across it, −v·(∂n/∂x) v for an obstacle.
    pub fn turning(&self, x: &[DVec3], v: &[DVec3]) -> f64 {
        match self.constraint {
            Constraint::Link([i, j], length) => {
                let u = v[i] - v[j];
                (u - self.gradient.dot(u) * self.gradient).length_squared() / length
            }
            Constraint::Obstacle(i, body) => -v[i].dot(body.curvature(x[i]) * v[i]),
        }
    }

    /// Diagonal entry of J W Jᵀ.
    pub fn weight(&self, w: &[f64]) -> f64 {
        self.gradient.length_squared() * self.constraint.ends().map(|(i, _)| w[i]).sum::<f64>()
    }
}
