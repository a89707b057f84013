//! Tracers in a linear first-order field, which may vary in time.

use super::{FirstOrder, trace};
use crate::{
    Event, Particles,
    base::elementary::cos,
    oscillator::driven::{complex_exponential, exponential_difference},
    oscillator::exact::{DampedOscillator, planar_exponential},
    oscillator::stability::rates,
};
use glam::{DMat2, DVec2, DVec3};
use num_complex::Complex64;

/// ẋ = A x + b cos Ωt in the plane with tracers that it carries along: decay (A = −k in one
/// dimension), rotation, the phase plane of the damped oscillator, or any other linear field.
///
/// A tracer's velocity is the field at its place and time. A held tracer stands still.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    /// The field's matrix A in 1/s.
    pub matrix: DMat2,
    /// Amplitude b of the part that varies in time, in units of x per second.
    pub drive: DVec2,
    /// Its angular frequency Ω in rad/s.
    pub angular_frequency: f64,
    /// Time t in s.
    pub time: f64,
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

    /// The field ẋ at x and the time `t` in s, in units of x per second.
    #[must_use]
    pub fn rate(&self, x: DVec2, t: f64) -> DVec2 {
        self.matrix * x + self.wave(t)
    }

    /// b cos Ωt, the field at the origin, in units of x per second.
    pub(crate) fn wave(&self, t: f64) -> DVec2 {
        if self.drive == DVec2::ZERO { DVec2::ZERO } else { cos(self.angular_frequency * t) * self.drive }
    }

    /// The exact motion within `h` from the time `start` (s), x ← P x + q with P = exp(hA).
    ///
    /// q = Re e^(iΩt) φ(A) b is the way from the origin, with φ(λ) = ∫₀ʰ e^(λ(h−s)) e^(iΩs) ds =
    /// h exp[hλ, ihΩ]. Of a matrix with the eigenvalues λ₁ and λ₂, Newton's interpolation gives
    /// φ(A) = φ(λ₁) + φ[λ₁, λ₂] (A − λ₁), and φ[λ₁, λ₂] = h² exp[hλ₁, hλ₂, ihΩ]. Nothing is divided
    /// by zero at resonance, iΩ = λ₁, or at λ₁ = λ₂.
    pub(crate) fn exact(&self, start: f64, h: f64) -> (DMat2, DVec2) {
        let p = planar_exponential(self.matrix, h);
        if self.drive == DVec2::ZERO {
            return (p, DVec2::ZERO);
        }
        let [first, second] = rates(&self.oscillator());
        let turn = |t: f64| Complex64::new(0.0, self.angular_frequency * t);
        let phi = h * exponential_difference(&[h * first, turn(h)]);
        let slope = h * h * exponential_difference(&[h * first, h * second, turn(h)]);
        let phase = complex_exponential(turn(start));
        let q = |b: f64, ab: f64| (phase * (phi * b + slope * (ab - first * b))).re;
        let image = self.matrix * self.drive;
        (p, DVec2::new(q(self.drive.x, image.x), q(self.drive.y, image.y)))
    }

    /// x and ẋ at the present time (four numbers a sample) on a grid of `columns` × `rows` points
    /// over the rectangle from `low` to `high`, row by row from the low corner.
    #[must_use]
    pub fn samples(&self, [low, high]: [DVec2; 2], [columns, rows]: [u32; 2]) -> Vec<f64> {
        let at = |i: u32, n: u32| if n > 1 { f64::from(i) / f64::from(n - 1) } else { 0.5 };
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        points
            .map(|(column, row)| low + (high - low) * DVec2::new(at(column, columns), at(row, rows)))
            .flat_map(|x| [x.to_array(), self.rate(x, self.time).to_array()])
            .flatten()
            .collect()
    }

    /// The oscillator with the same rates: their sum is tr A = −γ, their product det A = ω².
    #[must_use]
    pub fn oscillator(&self) -> DampedOscillator {
        let trace = self.matrix.x_axis.x + self.matrix.y_axis.y;
        DampedOscillator { mass: 1.0, stiffness: self.matrix.determinant(), damping: -trace }
    }

    /// Takes a step `h` (s): applies `step` to the places of all tracers that are not held.
    pub(crate) fn advance(&mut self, h: f64, mut step: impl FnMut(&Self, usize, DVec2) -> DVec2) {
        for i in 0..self.particles.len() {
            if self.particles.inverse_masses[i] > 0.0 {
                self.particles.positions[i] = step(self, i, self.particles.positions[i].truncate()).extend(0.0);
            }
        }
        self.time += h;
        self.refresh();
        if trace::is_on() {
            let Particles { positions, velocities, .. } = &self.particles;
            trace::add(Event::Evaluation, self.time, [positions, velocities]);
        }
    }

    /// Reports that tracer `i` moves to x within h (s) at this rate, if it is the chosen one.
    pub(crate) fn report(&self, event: Event, i: usize, x: DVec2, [time, h, rate]: [f64; 3]) {
        if trace::is_on_for(i) {
            self.show(event, i, x, time);
            trace::number("h", h);
            trace::number("rate", rate);
        }
    }

    /// Reports that tracer `i` is at x at a time (s).
    pub(crate) fn show(&self, event: Event, i: usize, x: DVec2, time: f64) {
        let mut positions = self.particles.positions.clone();
        positions[i] = x.extend(0.0);
        trace::add(event, time, [&positions, &self.particles.velocities]);
        trace::particles(&[i]);
    }

    /// Sets the velocity of every tracer to the field at its place, 0 if it is held, and its z to
    /// 0.
    pub fn refresh(&mut self) {
        let wave = self.wave(self.time);
        let Particles { positions, velocities, inverse_masses } = &mut self.particles;
        for ((x, v), w) in positions.iter_mut().zip(velocities).zip(inverse_masses) {
            x.z = 0.0;
            *v = if *w > 0.0 { (self.matrix * x.truncate() + wave).extend(0.0) } else { DVec3::ZERO };
        }
    }
}

/// The state is y = (x, t), with x₁ and x₂ of one tracer after the other; its rate is
/// (A x + b cos Ωt, 1). Errors are compared in x alone.
impl FirstOrder for Flow {
    fn dimension(&self) -> usize {
        2 * self.particles.len() + 1
    }

    fn read(&self, y: &mut [f64]) {
        y[2 * self.particles.len()] = self.time;
        for (pair, x) in y.chunks_exact_mut(2).zip(&self.particles.positions) {
            pair.copy_from_slice(&[x.x, x.y]);
        }
    }

    fn rate(&self, y: &[f64], rate: &mut [f64]) {
        let last = 2 * self.particles.len();
        let wave = self.wave(y[last]);
        rate[last] = 1.0;
        for ((pair, rate), w) in y.chunks_exact(2).zip(rate.chunks_exact_mut(2)).zip(&self.particles.inverse_masses) {
            let field = if *w > 0.0 { self.matrix * DVec2::new(pair[0], pair[1]) + wave } else { DVec2::ZERO };
            rate.copy_from_slice(&field.to_array());
        }
    }

    fn show(&self, y: &[f64], _: Option<&[f64]>) -> (f64, [Vec<DVec3>; 3]) {
        let mut rate = vec![0.0; y.len()];
        FirstOrder::rate(self, y, &mut rate);
        let vectors = |list: &[f64]| list.chunks_exact(2).map(|pair| DVec3::new(pair[0], pair[1], 0.0)).collect();
        (y[y.len() - 1], [vectors(y), vectors(&rate), Vec::new()])
    }

    fn write(&mut self, y: &[f64]) {
        for (pair, x) in y.chunks_exact(2).zip(&mut self.particles.positions) {
            *x = DVec3::new(pair[0], pair[1], 0.0);
        }
        self.time = y[2 * self.particles.len()];
        self.refresh();
    }

    fn deviation(&self, d: &[f64]) -> f64 {
        d[..2 * self.particles.len()].iter().map(|d| d * d).sum()
    }
}
