//! The fastest mode of a system as it is now.

use crate::{
    Method, System,
    exact::DampedOscillator,
    linear::{BlockMatrix, dot},
};
use glam::{DMat3, DVec3};

/// The iteration ends when the eigenvalue changes by less than this part …
const TOLERANCE: f64 = 1e-9;

/// … but not before this many products, as many as it takes to leave an eigenvector that was the highest last time …
const FEWEST: u32 = 8;

/// … or after this many products of a link with a vector, some 30 ms: a page must not freeze. …
const EFFORT: usize = 4_000_000;

/// Products that are taken however many links there are.
const LEAST: usize = 16;

/// After as many products the images are computed anew, so that their rounding errors don't add up.
const RENEWAL: u32 = 50;

/// A remedy that takes a smaller factor is none.
const LEAST_FACTOR: f64 = 1e-9;

/// A mode of length 1 is nudged by so much before it is improved.
const NUDGE: f64 = 1e-6;

/// Largest ω² of M⁻¹K and largest γ of M⁻¹D by power iteration, with the mode of the first.
///
/// The top of a cloth's spectrum is dense: plain power iteration takes a thousand products. Every step therefore takes
/// the best combination of the mode, its residual and the direction of the step before (locally optimal, as in conjugate
/// gradients), still with one product: some 200 for the default cloth. A later call starts from the modes of the one before
/// and takes a few.
///
/// K and D are those of springs, drag and, if they count, contacts; a spring's K is taken with its negative eigenvalues set to 0, as those don't
/// oscillate.
///
/// Source: A. V. Knyazev, Toward the optimal preconditioned eigensolver: LOBPCG, 2001, for one vector.
#[derive(Clone, Debug, Default)]
pub struct Spectrum {
    matrix: BlockMatrix,
    stiff: Mode,
    damped: Mode,
    /// Displacements of the stiff mode.
    shape: Vec<DVec3>,
}

impl Spectrum {
    /// Brings both eigenvalues up to date with the system, `contacts` among its forces or, for methods that project those, not.
    pub fn update(&mut self, system: &System, contacts: bool) {
        let particles = &system.particles;
        for (coefficients, mode) in [([1.0, 0.0], &mut self.stiff), ([0.0, 1.0], &mut self.damped)] {
            let (x, v) = (&particles.positions, &particles.velocities);
            if contacts {
                system.linearise(x, v, coefficients, &mut self.matrix);
            } else {
                system.linearise_freely(x, coefficients, &mut self.matrix);
            }
            mode.climb(&Scaled { matrix: &self.matrix, inverse_masses: &particles.inverse_masses });
        }
        let shape = self.stiff.best.vector.iter().zip(&particles.inverse_masses).map(|(y, w)| w.sqrt() * *y);
        self.shape.clear();
        self.shape.extend(shape);
        let length = dot(&self.shape, &self.shape).sqrt();
        self.shape.iter_mut().filter(|_| length > 0.0).for_each(|z| *z /= length);
    }

    /// Largest angular frequency ω_max in rad/s.
    #[must_use]
    pub fn angular_frequency(&self) -> f64 {
        self.stiff.value.sqrt()
    }

    /// Largest damping rate γ_max in 1/s.
    #[must_use]
    pub fn damping_rate(&self) -> f64 {
        self.damped.value
    }

    /// Displacement of each particle in the fastest mode, of length 1 in all.
    #[must_use]
    pub fn mode(&self) -> &[DVec3] {
        &self.shape
    }

    /// Products with the matrix that the last update took.
    #[must_use]
    pub fn products(&self) -> u32 {
        self.stiff.products + self.damped.products
    }

    /// Whether the last update ended because both eigenvalues had settled, and not because it had taken its time. One that has
    /// not settled is too low; further updates go on from there.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.stiff.settled && self.damped.settled
    }

    /// h²ω² + 2hγ of ω_max and γ_max with the step `h` in s, dimensionless: symplectic Euler is stable below 4.
    #[must_use]
    pub fn sum(&self, h: f64) -> f64 {
        h * (h * self.stiff.value + 2.0 * self.damped.value)
    }

    /// Two oscillators with ω_max: one damped by γ_max and one not at all.
    fn extremes(&self) -> [DampedOscillator; 2] {
        self.scaled([1.0, 1.0])
    }

    /// The same for as many times the stiffness and the damping.
    fn scaled(&self, [stiffness, damping]: [f64; 2]) -> [DampedOscillator; 2] {
        let (stiffness, damping) = (stiffness * self.stiff.value, damping * self.damped.value);
        [damping, 0.0].map(|damping| DampedOscillator { mass: 1.0, stiffness, damping })
    }

    /// Step limit in s of a method on modes up to ω_max with a damping rate of γ_max or of 0, the smaller of the two: exactly
    /// that of a cloth at rest, where the same mode has both, for methods with which damping costs step size. Modes that no damper
    /// sees, such as a chain's swinging to the side, make it 0 for methods that let every undamped mode grow.
    #[must_use]
    pub fn step_limit(&self, method: &Method) -> f64 {
        let [damped, undamped] = self.extremes().map(|oscillator| method.step_limit(&oscillator));
        damped.min(undamped)
    }

    /// What makes the step `h` (s) one that the method can take, in the sense of [`step_limit`](Self::step_limit).
    #[must_use]
    pub fn remedies(&self, method: &Method, h: f64) -> Remedies {
        let stable = |factors| self.scaled(factors).iter().all(|oscillator| h <= method.step_limit(oscillator));
        let step = (self.step_limit(method) / h).min(1.0);
        Remedies {
            stiffness: largest(&|factor| stable([factor, 1.0])),
            // the oscillator without damping is always one of the two
            damping: if stable([1.0, 0.0]) { largest(&|factor| stable([1.0, factor])) } else { None },
            step: (step > 0.0).then_some(step),
        }
    }

    /// Growth per step of the motion with the step `h` in s, the larger on the same two.
    #[must_use]
    pub fn growth(&self, method: &Method, h: f64) -> f64 {
        let [damped, undamped] = self.extremes().map(|oscillator| method.growth(&oscillator, h));
        damped.max(undamped)
    }
}

/// Factors of at most 1 on what there is now, each the largest that makes a step stable if it alone is changed: 1 where the step is stable
/// already, `None` where there is none. ω² is taken as in proportion to the stiffness and γ to the damping, which leaves out contacts and
/// drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remedies {
    /// On the stiffness.
    pub stiffness: Option<f64>,
    /// On the damping.
    pub damping: Option<f64>,
    /// On the time step.
    pub step: Option<f64>,
}

/// The largest factor of at most 1 that is stable. The stable ones need not begin at 0: with Runge-Kutta 4 a softer spring can be too soft
/// for its damper, whose rate is the higher the less it swings. So they are looked for downwards, in steps of 10 % and by bisection.
fn largest(stable: &dyn Fn(f64) -> bool) -> Option<f64> {
    let mut unstable = 1.0;
    if stable(unstable) {
        return Some(unstable);
    }
    while !stable(0.9 * unstable) {
        unstable *= 0.9;
        if unstable < LEAST_FACTOR {
            return None;
        }
    }
    let mut factor = 0.9 * unstable;
    for _ in 0..40 {
        let middle = 0.5 * (factor + unstable);
        *(if stable(middle) { &mut factor } else { &mut unstable }) = middle;
    }
    Some(factor)
}

/// S = M^(−½) A M^(−½), symmetric, with the eigenvalues of M⁻¹A.
struct Scaled<'a> {
    matrix: &'a BlockMatrix,
    inverse_masses: &'a [f64],
}

impl Scaled<'_> {
    fn multiply(&self, pair: &mut Pair, scratch: &mut Vec<DVec3>) {
        scratch.clear();
        scratch.extend(pair.vector.iter().zip(self.inverse_masses).map(|(y, w)| w.sqrt() * *y));
        self.matrix.multiply(scratch, &mut pair.image);
        pair.image.iter_mut().zip(self.inverse_masses).for_each(|(image, w)| *image *= w.sqrt());
    }
}

/// A vector y and its image S y.
#[derive(Clone, Debug, Default)]
struct Pair {
    vector: Vec<DVec3>,
    image: Vec<DVec3>,
}

impl Pair {
    fn add(&mut self, factor: f64, other: &Self) {
        for (mine, others) in [(&mut self.vector, &other.vector), (&mut self.image, &other.image)] {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine += factor * *other);
        }
    }

    fn scale(&mut self, factor: f64) {
        self.vector.iter_mut().chain(&mut self.image).for_each(|entry| *entry *= factor);
    }

    /// Takes out its part along unit vectors and makes it one itself; 0 if little is left, whose image would be rounding.
    fn orthonormalise(&mut self, others: &[&Self]) {
        let before = dot(&self.vector, &self.vector);
        for other in others {
            self.add(-dot(&self.vector, &other.vector), other);
        }
        let after = dot(&self.vector, &self.vector);
        self.scale(if after > 1e-4 * before { after.sqrt().recip() } else { 0.0 });
    }
}

/// An eigenvalue with its vector, and what the search for it needs.
#[derive(Clone, Debug, Default)]
struct Mode {
    value: f64,
    best: Pair,
    residual: Pair,
    last: Pair,
    scratch: Vec<DVec3>,
    products: u32,
    settled: bool,
}

impl Mode {
    /// Climbs the Rayleigh quotient yᵀS y/yᵀy from the vector of the last time.
    fn climb(&mut self, s: &Scaled) {
        self.nudge();
        self.begin(s);
        self.settled = true;
        let most = (EFFORT / (s.matrix.links() + s.matrix.len())).max(LEAST);
        for products in 2..=u32::try_from(most).unwrap_or(u32::MAX) {
            self.products = products;
            let before = self.value;
            if products % RENEWAL == 0 {
                self.begin(s);
            }
            self.take_step(s);
            if !(self.value.is_finite() && self.value > 0.0) {
                self.value = 0.0;
                return;
            }
            if products > FEWEST && (self.value - before).abs() <= TOLERANCE * self.value {
                return;
            }
        }
        self.settled = false;
    }

    /// The mode of the last time may be another eigenvector now, from which no slope leads away.
    fn nudge(&mut self) {
        for (y, offset) in self.best.vector.iter_mut().zip(scattered()) {
            *y += NUDGE * offset;
        }
    }

    fn begin(&mut self, s: &Scaled) {
        let count = s.inverse_masses.len();
        if self.best.vector.len() != count || !self.best.vector.iter().all(|y| y.is_finite()) || self.value == 0.0 {
            self.best.vector = scattered().take(count).collect();
        }
        for pair in [&mut self.best, &mut self.residual, &mut self.last] {
            pair.vector.resize(count, DVec3::ZERO);
            pair.image.resize(count, DVec3::ZERO);
        }
        self.last.scale(0.0);
        s.matrix.clear_fixed(&mut self.best.vector);
        self.best.image.fill(DVec3::ZERO);
        self.best.orthonormalise(&[]);
        s.multiply(&mut self.best, &mut self.scratch);
        self.value = dot(&self.best.vector, &self.best.image);
    }

    /// The best combination of y, its residual S y − λ y and the last step.
    fn take_step(&mut self, s: &Scaled) {
        let Self { best, residual, last, scratch, value, .. } = self;
        for ((r, y), image) in residual.vector.iter_mut().zip(&best.vector).zip(&best.image) {
            *r = *image - *value * *y;
        }
        residual.orthonormalise(&[best]);
        s.multiply(residual, scratch);
        last.orthonormalise(&[best, residual]);
        let basis = [&*best, &*residual, &*last];
        let entry = |i: usize, j: usize| dot(&basis[i].vector, &basis[j].image);
        let column = |j| DVec3::new(entry(0, j), entry(1, j), entry(2, j));
        let [c, d, e] = top(DMat3::from_cols(column(0), column(1), column(2))).to_array();
        last.scale(e);
        last.add(d, residual);
        best.scale(c);
        best.add(1.0, last);
        *value = dot(&best.vector, &best.image) / dot(&best.vector, &best.vector);
    }
}

/// Unit eigenvector of the largest eigenvalue of a symmetric positive semidefinite matrix: by squaring it forty times its
/// largest column becomes that vector.
fn top(matrix: DMat3) -> DVec3 {
    let mut power = matrix;
    for _ in 0..40 {
        let size = power.to_cols_array().into_iter().fold(0.0, |max: f64, entry| max.max(entry.abs()));
        if size == 0.0 {
            return DVec3::X;
        }
        power *= size.recip();
        power = power * power;
    }
    let columns = [power.x_axis, power.y_axis, power.z_axis];
    let largest = columns
        .into_iter()
        .fold(DVec3::ZERO, |best, column| if column.length_squared() > best.length_squared() { column } else { best });
    largest.normalize_or(DVec3::X)
}

/// A vector with a part in every direction: the fractional parts of multiples of irrational numbers.
fn scattered() -> impl Iterator<Item = DVec3> {
    let spread = DVec3::new(0.754_877_666_246_692_7, 0.569_840_290_998_053_2, 0.438_579_021_012_345_6);
    (1..).map(move |i| (f64::from(i) * spread).fract() - DVec3::splat(0.5))
}
