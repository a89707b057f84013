//! Tracers in a linear first-order field.

use crate::{
    Particles,
    exact::DampedOscillator,
    integrators::{FirstOrder, RungeKutta, Tableau},
};
use glam::{DMat2, DVec2, DVec3};

/// ẋ = A x in the plane with tracers that it carries along: decay (A = −k in one dimension),
/// rotation, the phase plane of the damped oscillator, or any other linear field.
///
/// A tracer's velocity is the field at its place. A held tracer stands still.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    /// The field's matrix A in 1/s.
    pub matrix: DMat2,
    /// The tracers, z = 0.
    pub particles: Particles,
    /// State that a multistep method keeps from the last step. Changes from outside clear it.
    pub history: Vec<DVec3>,
}

impl Flow {
    /// A field with tracers at the given places.
    #[must_use]
    pub fn new(matrix: DMat2, tracers: impl IntoIterator<Item = DVec2>) -> Self {
        let mut flow = Self { matrix, ..Self::default() };
        for place in tracers {
            flow.particles.push(place.extend(0.0), 1.0);
        }
        flow.refresh();
        flow
    }

    /// The field ẋ at x, in units of x per second.
    #[must_use]
    pub fn rate(&self, x: DVec2) -> DVec2 {
        self.matrix * x
    }

    /// x and ẋ (four numbers a sample) on a grid of `columns` × `rows` points over the rectangle
    /// from `low` to `high`, row by row from the low corner.
    #[must_use]
    pub fn samples(&self, [low, high]: [DVec2; 2], [columns, rows]: [u32; 2]) -> Vec<f64> {
        let at = |i: u32, n: u32| if n > 1 { f64::from(i) / f64::from(n - 1) } else { 0.5 };
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        points
            .map(|(column, row)| low + (high - low) * DVec2::new(at(column, columns), at(row, rows)))
            .flat_map(|x| [x.to_array(), self.rate(x).to_array()])
            .flatten()
            .collect()
    }

    /// The stages of one step `h` (s) of a Runge-Kutta method from tracer `i`, without taking it: x
    /// and ẋ, four numbers a stage.
    #[must_use]
    pub fn stages(&self, i: usize, tableau: Tableau, h: f64) -> Vec<f64> {
        let mut alone = Self { matrix: self.matrix, ..Self::default() };
        alone.particles.push(self.particles.positions[i], self.particles.inverse_masses[i]);
        let mut stages = Vec::new();
        RungeKutta::new(tableau, &alone).evaluate(&alone, h, |place, rate| stages.extend([place, rate].concat()));
        stages
    }

    /// The oscillator with the same rates: their sum is tr A = −γ, their product det A = ω².
    #[must_use]
    pub fn oscillator(&self) -> DampedOscillator {
        let trace = self.matrix.x_axis.x + self.matrix.y_axis.y;
        DampedOscillator { mass: 1.0, stiffness: self.matrix.determinant(), damping: -trace }
    }

    /// Applies `step` to the places of all tracers that are not held.
    pub(crate) fn map(&mut self, step: impl Fn(DVec2) -> DVec2) {
        let Particles { positions, inverse_masses, .. } = &mut self.particles;
        for (x, _) in positions.iter_mut().zip(inverse_masses).filter(|(_, w)| **w > 0.0) {
            *x = step(x.truncate()).extend(0.0);
        }
        self.refresh();
    }

    /// Sets the velocity of every tracer to the field at its place, 0 if it is held, and its z to
    /// 0.
    pub fn refresh(&mut self) {
        let Particles { positions, velocities, inverse_masses } = &mut self.particles;
        for ((x, v), w) in positions.iter_mut().zip(velocities).zip(inverse_masses) {
            x.z = 0.0;
            *v = if *w > 0.0 { (self.matrix * x.truncate()).extend(0.0) } else { DVec3::ZERO };
        }
    }
}

/// The state consists of the tracers' x and y, one after the other.
impl FirstOrder for Flow {
    fn dimension(&self) -> usize {
        2 * self.particles.len()
    }

    fn read(&self, y: &mut [f64]) {
        for (pair, x) in y.chunks_exact_mut(2).zip(&self.particles.positions) {
            pair.copy_from_slice(&[x.x, x.y]);
        }
    }

    fn rate(&self, y: &[f64], rate: &mut [f64]) {
        for ((pair, rate), w) in y.chunks_exact(2).zip(rate.chunks_exact_mut(2)).zip(&self.particles.inverse_masses) {
            let field = if *w > 0.0 { self.matrix * DVec2::new(pair[0], pair[1]) } else { DVec2::ZERO };
            rate.copy_from_slice(&field.to_array());
        }
    }

    fn write(&mut self, y: &[f64]) {
        for (pair, x) in y.chunks_exact(2).zip(&mut self.particles.positions) {
            *x = DVec3::new(pair[0], pair[1], 0.0);
        }
        self.refresh();
    }
}
