//! The stiffness of constraints in a system's present state, and the motions that keep them.

use super::{
    active_set::{Solver, dot},
    rows::{Constraint, Row, SLACK},
};
use crate::{
    Particles, System,
    linear::{BlockMatrix, outer},
    models::Part,
};
use glam::{DMat3, DVec3};

/// Part of the diagonal that is added to J W Jᵀ before it is factorised.
const DEPENDENCE: f64 = 1e-12;

/// Most numbers in a factor, 32 MB: that of a cloth of 120 × 120 links.
const LARGEST_FACTOR: usize = 4_000_000;

/// The constraints that act on a system in its present state, with their forces, and the motions u
/// that keep them: J u = 0.
///
/// The forces T solve J (a − W Jᵀ T) + J̇ v = 0. They turn with their constraints: this adds the
/// stiffness Σ T/ℓ (I − n nᵀ) over links, which is negative in compressed rods, and −T ∂n/∂x over
/// obstacles. On motions with J u = 0, RATTLE is velocity Verlet with this and all other stiffness.
pub(crate) struct Tangent {
    rows: Vec<Row>,
    /// √w of each particle.
    roots: Vec<f64>,
    factor: Factor,
}

impl Tangent {
    /// `None` without constraints that act, for links that no step can satisfy, which sweeps keep
    /// without this stiffness, and for more links than can be factorised.
    pub fn of(system: &System) -> Option<Self> {
        let Particles { positions: x, velocities: v, inverse_masses: w } = &system.particles;
        let (mut rows, mut accelerations) = (Vec::new(), vec![DVec3::ZERO; x.len()]);
        Row::list(system, &mut rows);
        let speed = v.iter().map(|v| v.length()).fold(0.0, f64::max);
        // strings and obstacles that hold nothing, or are being left
        rows.retain(|row| !row.one_sided || !row.was_slack() && row.rate(v) >= -SLACK * speed);
        if rows.is_empty() || system.constraints.residual(&system.particles) > SLACK {
            return None;
        }
        system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut accelerations);
        let turning: Vec<f64> = rows.iter().map(|row| row.turning(x, v)).collect();
        for (row, turning) in rows.iter_mut().zip(turning) {
            row.initial_value = turning;
        }
        let size = accelerations.iter().map(|a| a.length()).fold(f64::MIN_POSITIVE, f64::max);
        let value = |row: &Row, a: &[DVec3]| row.rate(a) + row.initial_value;
        if !Solver::default().meet(&mut rows, w, &mut accelerations, value, SLACK * size) {
            return None;
        }
        rows.retain(|row| row.active);
        let factor = Factor::of(&mut rows, w)?;
        Some(Self { rows, roots: w.iter().map(|w| w.sqrt()).collect(), factor })
    }

    /// Adds a K of the constraints' forces to the matrix; only its positive part if `convex`.
    pub fn add_blocks(&self, positions: &[DVec3], a: f64, convex: bool, matrix: &mut BlockMatrix) {
        for row in &self.rows {
            match row.constraint {
                Constraint::Link(ends, length) => {
                    let pull = if convex { row.multiplier.max(0.0) } else { row.multiplier };
                    matrix.add_link(ends, a * pull / length * (DMat3::IDENTITY - outer(row.gradient)));
                }
                Constraint::Obstacle(i, body) if !convex => {
                    matrix.add_diagonal(i, -a * row.multiplier * body.curvature(positions[i]));
                }
                Constraint::Obstacle(..) => {}
            }
        }
    }

    /// Projects y = M^½ u onto motions that keep the constraints: y −= W^½ Jᵀ (J W Jᵀ)⁻¹ J W^½ y.
    pub fn project(&self, y: &mut [DVec3]) {
        let ends = |row: &Row| row.constraint.ends();
        let rate = |row: &Row| ends(row).map(|(i, sign)| sign * self.roots[i] * row.gradient.dot(y[i])).sum();
        let mut p: Vec<f64> = self.rows.iter().map(rate).collect();
        self.factor.solve(&mut p);
        for (row, p) in self.rows.iter().zip(&p) {
            ends(row).for_each(|(i, sign)| y[i] -= sign * self.roots[i] * p * row.gradient);
        }
    }
}

/// J W Jᵀ = L Lᵀ with a lower triangle L. Each row is stored from its first nonzero entry on, since
/// a row couples only to rows that share a particle with it.
struct Factor {
    /// Column of the first entry of each row, and the entries up to the diagonal.
    rows: Vec<(usize, Vec<f64>)>,
}

impl Factor {
    /// Sorts the rows so that coupled ones are near each other, and factorises their matrix. A
    /// small part of the diagonal is added for rows that depend on each other. `None` if the factor
    /// would be too large.
    fn of(rows: &mut [Row], w: &[f64]) -> Option<Self> {
        rows.sort_unstable_by_key(|row| row.constraint.ends().map(|(i, _)| i).max());
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); w.len()];
        let mut factor: Vec<(usize, Vec<f64>)> = Vec::with_capacity(rows.len());
        let mut size = 0;
        for (i, row) in rows.iter().enumerate() {
            let free = || row.constraint.ends().filter(|&(particle, _)| w[particle] > 0.0);
            free().for_each(|(particle, _)| at[particle].push(i));
            let first = free().map(|(particle, _)| at[particle][0]).min().unwrap_or(i);
            size += i - first + 1;
            if size > LARGEST_FACTOR {
                return None;
            }
            let mut entries = vec![0.0; i - first + 1];
            for (particle, sign) in free() {
                for &j in &at[particle] {
                    let (_, other) = rows[j].constraint.ends().find(|&(other, _)| other == particle)?;
                    entries[j - first] += sign * other * w[particle] * row.gradient.dot(rows[j].gradient);
                }
            }
            entries[i - first] *= 1.0 + DEPENDENCE;
            for j in first..i {
                let (start, others) = &factor[j];
                let begin = first.max(*start);
                let sum = dot(&entries[begin - first..j - first], &others[begin - start..j - start]);
                entries[j - first] = (entries[j - first] - sum) / others[j - start];
            }
            let (diagonal, left) = entries.split_last_mut()?;
            let least = DEPENDENCE * *diagonal;
            *diagonal = (*diagonal - dot(left, left)).max(least).sqrt();
            factor.push((first, entries));
        }
        Some(Self { rows: factor })
    }

    /// p ← (J W Jᵀ)⁻¹ p
    fn solve(&self, p: &mut [f64]) {
        for (i, (first, entries)) in self.rows.iter().enumerate() {
            let n = i - first;
            p[i] = (p[i] - dot(&entries[..n], &p[*first..i])) / entries[n];
        }
        for (i, (first, entries)) in self.rows.iter().enumerate().rev() {
            let n = i - first;
            p[i] /= entries[n];
            let (before, last) = p.split_at_mut(i);
            before[*first..].iter_mut().zip(&entries[..n]).for_each(|(p, entry)| *p -= entry * last[0]);
        }
    }
}
