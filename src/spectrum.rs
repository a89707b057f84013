//! The fastest mode of a system as it is now.

use crate::{
    System,
    exact::DampedOscillator,
    linear::{BlockMatrix, dot},
};
use glam::DVec3;

/// The iteration ends when the eigenvalue changes by less than this part …
const TOLERANCE: f64 = 1e-9;

/// … or after this many products.
const ITERATIONS: u32 = 4000;

/// Largest ω² of M⁻¹K and largest γ of M⁻¹D by power iteration, with the mode of the first.
///
/// The springs' K is taken with its negative eigenvalues set to 0: those don't oscillate. A later call starts from the modes
/// of the one before, and takes a few products where the first takes hundreds.
#[derive(Clone, Debug, Default)]
pub struct Spectrum {
    matrix: BlockMatrix,
    image: Vec<DVec3>,
    stiff: Mode,
    damped: Mode,
}

/// An eigenvalue with its vector, and the products it took.
#[derive(Clone, Debug, Default)]
struct Mode {
    value: f64,
    shape: Vec<DVec3>,
    products: u32,
}

impl Spectrum {
    /// Brings both eigenvalues up to date with the system.
    pub fn update(&mut self, system: &System) {
        for (coefficients, which) in [([1.0, 0.0], 0), ([0.0, 1.0], 1)] {
            let (x, v) = (&system.particles.positions, &system.particles.velocities);
            self.image.resize(x.len(), DVec3::ZERO);
            system.linearise(x, v, coefficients, &mut self.matrix, &mut self.image);
            let mode = if which == 0 { &mut self.stiff } else { &mut self.damped };
            mode.iterate(&self.matrix, &system.particles.inverse_masses, &mut self.image);
        }
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
        &self.stiff.shape
    }

    /// Products with the matrix that the last update took.
    #[must_use]
    pub fn products(&self) -> u32 {
        self.stiff.products + self.damped.products
    }

    /// The oscillator with ω_max and γ_max, on which a method's step limit is that of the system: exactly where the same mode
    /// has both, as in a cloth at rest, and on the safe side elsewhere.
    #[must_use]
    pub fn oscillator(&self) -> DampedOscillator {
        DampedOscillator { mass: 1.0, stiffness: self.stiff.value, damping: self.damped.value }
    }
}

impl Mode {
    /// z ← W A z, normalised, with the Rayleigh quotient zᵀA z/zᵀM z as the eigenvalue.
    fn iterate(&mut self, a: &BlockMatrix, w: &[f64], image: &mut [DVec3]) {
        if self.shape.len() != w.len() || !self.shape.iter().all(|z| z.is_finite()) {
            self.shape = scattered(w.len());
        }
        a.clear_fixed(&mut self.shape);
        self.value = 0.0;
        for products in 1..=ITERATIONS {
            self.products = products;
            a.multiply(&self.shape, image);
            let mass: f64 =
                self.shape.iter().zip(w).filter(|&(_, &w)| w > 0.0).map(|(z, w)| z.length_squared() / w).sum();
            let value = dot(&self.shape, image) / mass;
            for ((z, image), w) in self.shape.iter_mut().zip(&*image).zip(w) {
                *z = *w * *image;
            }
            let length = dot(&self.shape, &self.shape).sqrt();
            if !(length > 0.0 && value.is_finite()) {
                *self = Self { products, ..Self::default() };
                self.shape = scattered(w.len());
                return;
            }
            self.shape.iter_mut().for_each(|z| *z /= length);
            let settled = (value - self.value).abs() <= TOLERANCE * value;
            self.value = value;
            if settled {
                return;
            }
        }
    }
}

/// A vector with a part in every direction: the fractional parts of multiples of irrational numbers.
fn scattered(n: usize) -> Vec<DVec3> {
    let spread = DVec3::new(0.754_877_666_246_692_7, 0.569_840_290_998_053_2, 0.438_579_021_012_345_6);
    (1..=n).map(|i| (i as f64 * spread).fract() - DVec3::splat(0.5)).collect()
}
