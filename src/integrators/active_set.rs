//! Multipliers of constraints, some of which act on one side only.

use super::rows::Row;
use glam::DVec3;

/// A correction has to reduce the violation below this part; after this many that do not, there is
/// no solution.
const REDUCTION: f64 = 0.7;
const MOST_STALLED: u32 = 8;

/// Limits of the active set: changes per step, and simultaneous changes that do not reduce the
/// number of wrong constraints.
const MOST_CHANGES: u32 = 60;
const PATIENCE: u32 = 4;

/// Part of the diagonal that is added to J W Jᵀ.
const REGULARISATION: f64 = 1e-7;

/// Active-set solver with conjugate gradients on the active rows, preconditioned by their weights.
#[derive(Default)]
pub(super) struct Solver {
    solution: Vec<f64>,
    residual: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
    /// W Jᵀ p
    shifts: Vec<DVec3>,
}

impl Solver {
    /// Corrects u −= W Jᵀ p until no C(u), active or not, exceeds the tolerance and no one-sided
    /// row has a multiplier of the wrong sign.
    ///
    /// All rows on the wrong side change at once. If that does not reduce their number, they change
    /// one by one, which terminates for any matrix with positive principal minors. Source: J. J.
    /// Júdice, F. M. Pires, A block principal pivoting algorithm for large-scale strictly monotone
    /// linear complementarity problems, 1994.
    pub fn meet(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> bool {
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for _ in 0..MOST_CHANGES {
            if !self.settle(rows, w, u, &value, met) {
                return false;
            }
            let is_wrong = |row: &Row| if row.active { row.multiplier < 0.0 } else { value(row, u) > met };
            let wrong: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].one_sided && is_wrong(&rows[i])).collect();
            let Some(last) = wrong.last() else { return true };
            if wrong.len() < fewest {
                (fewest, patience) = (wrong.len(), PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
            let changed = if patience > 0 { &wrong[..] } else { std::slice::from_ref(last) };
            for &i in changed {
                rows[i].pull(-rows[i].multiplier, w, u);
                (rows[i].active, rows[i].multiplier) = (!rows[i].active, 0.0);
            }
        }
        false
    }

    /// Corrects u until the active constraints are satisfied; gives up when corrections no longer
    /// help.
    fn settle(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: &impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> bool {
        let (mut least, mut stalled) = (f64::INFINITY, 0);
        while let Some(worst) = self.solve(rows, w, u, value, met) {
            // false for NaN as well
            if worst < REDUCTION * least {
                (least, stalled) = (worst, 0);
            } else {
                stalled += 1;
            }
            if stalled > MOST_STALLED {
                return false;
            }
        }
        true
    }

    /// Makes one correction u −= W Jᵀ p with J W Jᵀ p = C(u) and adds p to the multipliers. Returns
    /// the largest |C| before it, or `None` if none exceeds the tolerance.
    fn solve(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: &impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> Option<f64> {
        self.residual.clear();
        self.residual.extend(rows.iter().map(|row| if row.active { value(row, u) } else { 0.0 }));
        let worst = self.residual.iter().fold(0.0, |worst: f64, r| if r.abs() <= worst { worst } else { r.abs() });
        if worst <= met {
            return None;
        }
        for list in [&mut self.solution, &mut self.direction, &mut self.image] {
            list.clear();
            list.resize(rows.len(), 0.0);
        }
        self.shifts.resize(u.len(), DVec3::ZERO);
        let mut last = f64::INFINITY;
        let mut first = 0.0;
        for iteration in 0..rows.len() + 10 {
            let size: f64 = self.residual.iter().zip(rows.iter()).map(|(r, row)| r * r / row.weight(w)).sum();
            if iteration == 0 {
                first = size;
            }
            if size <= 1e-24 * first || size == 0.0 {
                break;
            }
            for ((p, r), row) in self.direction.iter_mut().zip(&self.residual).zip(rows.iter()) {
                *p = r / row.weight(w) + size / last * *p;
            }
            last = size;
            self.multiply(rows, w);
            let step = size / dot(&self.direction, &self.image);
            for i in 0..rows.len() {
                self.solution[i] += step * self.direction[i];
                self.residual[i] -= step * self.image[i];
            }
        }
        for (row, p) in rows.iter_mut().zip(&self.solution).filter(|(row, _)| row.active) {
            row.pull(*p, w, u);
            row.multiplier += p;
        }
        Some(worst)
    }

    /// image = (J W Jᵀ + a part of its diagonal) direction
    fn multiply(&mut self, rows: &[Row], w: &[f64]) {
        self.shifts.fill(DVec3::ZERO);
        for (row, p) in rows.iter().zip(&self.direction).filter(|(row, _)| row.active) {
            row.pull(-p, w, &mut self.shifts);
        }
        for ((image, row), p) in self.image.iter_mut().zip(rows).zip(&self.direction) {
            *image = if row.active { row.rate(&self.shifts) + REGULARISATION * row.weight(w) * p } else { 0.0 };
        }
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
