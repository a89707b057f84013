//! Factor per step and step limit of a method on the damped oscillator.
//!
//! The rates λ = −γ/2 ± √(γ²/4 − ω²) (1/s) of m ü + μ u̇ + k u = 0 determine both: a Runge-Kutta
//! method with the stability function R multiplies each mode by R(hλ) a step, and is stable while
//! |R(hλ)| ≤ 1 for both.

use crate::oscillator::exact::DampedOscillator;
use glam::{DMat2, DMat3, DVec2, DVec3};
use num_complex::Complex64;

/// A rate grows only if its real part is above this part of its modulus; below, its sign is
/// rounding.
const DIRECTION: f64 = 1e-9;

/// The two rates λ in 1/s. Damping or stiffness may be negative, as in a linear field.
#[must_use]
pub fn rates(oscillator: &DampedOscillator) -> [Complex64; 2] {
    let half = 0.5 * oscillator.damping_rate();
    let omega_squared = oscillator.omega_squared();
    let discriminant = half * half - omega_squared;
    if discriminant > 0.0 {
        // the larger rate first; the other from their product, without cancellation
        let fast = -(half + discriminant.sqrt().copysign(half));
        [Complex64::from(fast), Complex64::from(omega_squared / fast)]
    } else {
        let rate = Complex64::new(-half, (-discriminant).sqrt());
        [rate, rate.conj()]
    }
}

/// √z with a real part of at least 0.
#[must_use]
pub fn square_root(z: Complex64) -> Complex64 {
    let size = z.norm_sqr().sqrt();
    // the larger part without cancellation, the other from Im z = 2 Re √z Im √z
    let larger = (0.5 * (size + z.re.abs())).sqrt();
    if larger == 0.0 {
        return Complex64::ZERO;
    }
    let smaller = 0.5 * z.im / larger;
    if z.re >= 0.0 { Complex64::new(larger, smaller) } else { Complex64::new(smaller.abs(), larger.copysign(z.im)) }
}

/// The larger of the two factors R(hλ) by which a step `h` (s) of a method with the stability
/// function `r` multiplies the modes. Of a conjugate pair it is the one with the argument from 0 to
/// π.
pub fn amplification(oscillator: &DampedOscillator, h: f64, r: impl Fn(Complex64) -> Complex64) -> Complex64 {
    let [one, other] = rates(oscillator).map(|rate| r(h * rate));
    larger(one, other)
}

fn larger(one: Complex64, other: Complex64) -> Complex64 {
    let largest = if other.norm_sqr() > one.norm_sqr() { other } else { one };
    Complex64::new(largest.re, largest.im.abs())
}

/// R(z) = Σ rₙ zⁿ for the coefficients `r` = [1, r₁, r₂, …] of an explicit Runge-Kutta method.
///
/// ```
/// use num_complex::Complex64;
/// use springlab::stability::polynomial;
///
/// let z = Complex64::new(-2.0, 0.0); // Runge-Kutta 2 at its limit: 1 + z + z²/2
/// assert_eq!(polynomial(&[1.0, 1.0, 0.5], z).re, 1.0);
/// ```
#[must_use]
pub fn polynomial(r: &[f64], z: Complex64) -> Complex64 {
    r.iter().rev().fold(Complex64::ZERO, |sum, &coefficient| sum * z + coefficient)
}

/// Step limit in s of an explicit Runge-Kutta method on the damped oscillator: the smaller one of
/// its two rates.
#[must_use]
pub fn polynomial_limit(r: &[f64], oscillator: &DampedOscillator) -> f64 {
    let [one, other] = rates(oscillator).map(|rate| rate_limit(r, rate));
    one.min(other)
}

/// Step limit in s of an explicit Runge-Kutta method on ẏ = λy: the largest h with |R(h′λ)| ≤ 1 for
/// all h′ ≤ h. 0 if every step grows; infinite for λ = 0.
///
/// With y = h|λ| and λ̂ = λ/|λ|, (|R(yλ̂)|² − 1)/y = Σ cₙ yⁿ⁻¹, where
/// cₙ = Σᵢ rᵢ rₙ₋ᵢ Re(λ̂ⁱ conj λ̂ⁿ⁻ⁱ), is a polynomial without the cancellation of |R|² − 1 at
/// small steps. The limit is where it first becomes positive.
#[must_use]
pub fn rate_limit(r: &[f64], rate: Complex64) -> f64 {
    match rate.norm_sqr().sqrt() {
        0.0 => f64::INFINITY,
        size => first_growth(&growth_coefficients(r, rate / size)) / size,
    }
}

fn growth_coefficients(r: &[f64], direction: Complex64) -> Vec<f64> {
    let powers: Vec<Complex64> =
        std::iter::successors(Some(Complex64::ONE), |power| Some(power * direction)).take(r.len()).collect();
    let mut coefficients = vec![0.0; 2 * r.len() - 2];
    for (i, a) in r.iter().zip(&powers).enumerate() {
        for (j, b) in r.iter().zip(&powers).enumerate().filter(|&(j, _)| i + j > 0) {
            coefficients[i + j - 1] += a.0 * b.0 * (a.1 * b.1.conj()).re;
        }
    }
    // Terms that cancel exactly leave rounding errors of about 1e-17; the smallest true term of RK4
    // is 1/576.
    coefficients.iter().map(|&c| if c.abs() < 1e-15 { 0.0 } else { c }).collect()
}

/// The smallest y ≥ 0 beyond which Σ cₙ yⁿ⁻¹ is positive, by a search in steps of 1 % and a
/// bisection to rounding. The search starts where the first coefficient, which is negative, still
/// outweighs all others together.
fn first_growth(coefficients: &[f64]) -> f64 {
    let Some(lowest) = coefficients.iter().position(|&c| c != 0.0) else { return 0.0 };
    let (first, others) = (-coefficients[lowest], &coefficients[lowest + 1..]);
    if first < 0.0 || coefficients.iter().any(|c| !c.is_finite()) {
        return 0.0;
    }
    let grows = |y: f64| others.iter().rev().fold(0.0, |sum, &c| (sum + c) * y) > first;
    let mut stable = (first / others.iter().map(|c| c.abs()).sum::<f64>()).min(1.0) * (1.0 - 1e-12);
    while !grows(1.01 * stable) {
        stable *= 1.01;
    }
    let mut unstable = 1.01 * stable;
    loop {
        let middle = 0.5 * (stable + unstable);
        if middle <= stable || middle >= unstable {
            return stable;
        }
        if grows(middle) { unstable = middle } else { stable = middle }
    }
}

/// True if the exact motion itself grows, Re λ > 0, so that no step of any method is stable.
#[must_use]
pub fn grows(oscillator: &DampedOscillator) -> bool {
    rates(oscillator).into_iter().any(|rate| rate.re > DIRECTION * rate.norm_sqr().sqrt())
}

/// R(hA) with hA = [[0, 1], [−h²ω², −hγ]]: the matrix on (u, h u̇) of a step `h` (s) by a method
/// with the stability function `r`. Damping and stiffness may be negative.
#[must_use]
pub fn step_matrix([gamma, omega_squared]: [f64; 2], h: f64, r: impl Fn(Complex64) -> Complex64) -> DMat2 {
    let (half, stiff) = (-0.5 * h * gamma, h * h * omega_squared);
    let square = half * half - stiff;
    // R(z) on both rates is constant + slope z; where they coincide, the slope is R′, by an
    // imaginary step
    let root = square.abs().sqrt().max(1e-100);
    let (z, factor, slope) = if square > 0.0 {
        let [factor, next] = [half - root, half + root].map(|z| r(z.into()).re);
        (half - root, factor, (next - factor) / (2.0 * root))
    } else {
        let factor = r(Complex64::new(half, root));
        (half, factor.re, factor.im / root)
    };
    let constant = factor - slope * z;
    DMat2::from_cols(DVec2::new(constant, -slope * stiff), DVec2::new(slope, constant - slope * h * gamma))
}

/// A 2 × 2 matrix as the corner of a 3 × 3 one of zeros.
#[must_use]
pub fn planar(matrix: DMat2) -> DMat3 {
    DMat3::from_mat2(matrix) - DMat3::from_diagonal(DVec3::Z)
}

/// Eigenvalue of largest modulus of a 3 × 3 update matrix: the factor per step on the motion. Of a
/// conjugate pair it is the one with the argument from 0 to π.
///
/// One real root of the characteristic polynomial λ³ − tλ² + sλ − d is found by bisection, the
/// other two from the quadratic that remains.
#[must_use]
pub fn largest_eigenvalue(p: DMat3) -> Complex64 {
    let [x, y, z] = [p.x_axis, p.y_axis, p.z_axis];
    let (t, d) = (x.x + y.y + z.z, p.determinant());
    let s = x.x * y.y - x.y * y.x + x.x * z.z - x.z * z.x + y.y * z.z - y.z * z.y;
    let value = |root: f64| ((root - t) * root + s) * root - d;
    let bound = 1.0 + t.abs() + s.abs() + d.abs();
    let (mut low, mut high) = (-bound, bound);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if value(middle) < 0.0 { low = middle } else { high = middle }
    }
    let root = if d == 0.0 { 0.0 } else { high };
    // λ² − 2bλ + c
    let (b, c) = (0.5 * (t - root), s + root * (root - t));
    let discriminant = b * b - c;
    let pair = if discriminant > 0.0 {
        Complex64::from(b + discriminant.sqrt().copysign(b))
    } else {
        Complex64::new(b, (-discriminant).sqrt())
    };
    larger(pair, root.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oscillator(stiffness: f64, damping: f64) -> DampedOscillator {
        DampedOscillator { mass: 0.5, stiffness, damping }
    }

    fn assert_close(actual: f64, expected: f64) {
        assert!((actual / expected - 1.0).abs() < 1e-12, "{actual} instead of {expected}");
    }

    #[test]
    fn rates_solve_the_characteristic_equation() {
        for damping in [0.0, 0.5, 3.0, 1e6] {
            let (gamma, omega_squared) = (damping / 0.5, 10.0);
            for rate in rates(&oscillator(5.0, damping)) {
                let residual = rate * rate + gamma * rate + omega_squared;
                assert!(residual.norm() <= 1e-14 * (rate.norm_sqr() + omega_squared), "μ = {damping}: {residual}");
            }
        }
    }

    /// For 1 + z, |1 + hλ| ≤ 1 up to h = −2 Re λ/|λ|²: γ/ω² if under-damped, 2/|λ| of the fast rate
    /// if over-damped.
    #[test]
    fn explicit_euler_limit_is_the_textbook_one() {
        assert_eq!(polynomial_limit(&[1.0, 1.0], &oscillator(5.0, 0.0)), 0.0);
        for damping in [1e-6, 0.5, 3.0] {
            assert_close(polynomial_limit(&[1.0, 1.0], &oscillator(5.0, damping)), damping / 0.5 / 10.0);
        }
        let over = oscillator(5.0, 30.0);
        assert_close(polynomial_limit(&[1.0, 1.0], &over), 2.0 / rates(&over)[0].norm());
    }

    /// On the imaginary axis RK2 grows at every step and RK4 is stable up to |hλ| = √8. On the
    /// negative axis RK2 is stable up to 2.
    #[test]
    fn runge_kutta_limits_on_the_axes_are_the_textbook_ones() {
        let (rk2, rk4) = ([1.0, 1.0, 0.5], [1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0]);
        let undamped = oscillator(5.0, 0.0);
        assert_eq!(polynomial_limit(&rk2, &undamped), 0.0);
        assert_close(polynomial_limit(&rk4, &undamped), (8.0_f64 / 10.0).sqrt());
        let creeping = oscillator(0.0, 5.0);
        assert_close(polynomial_limit(&rk2, &creeping), 2.0 / 10.0);
        assert_close(polynomial_limit(&rk4, &creeping), 2.785_293_563_405_282 / 10.0);
    }

    #[test]
    fn growth_passes_one_exactly_at_the_limit() {
        let rk4 = [1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0];
        for damping in [0.0, 0.5, 3.0, 30.0] {
            let oscillator = oscillator(5.0, damping);
            let limit = polynomial_limit(&rk4, &oscillator);
            let at = |h: f64| amplification(&oscillator, h, |z| polynomial(&rk4, z)).norm();
            assert!(at(0.999 * limit) < 1.0 && at(1.001 * limit) > 1.0, "μ = {damping}");
        }
    }

    #[test]
    fn without_spring_and_damper_every_step_is_stable() {
        assert_eq!(polynomial_limit(&[1.0, 1.0], &oscillator(0.0, 0.0)), f64::INFINITY);
    }

    #[test]
    fn the_largest_eigenvalue_is_that_of_known_matrices() {
        let rotation = largest_eigenvalue(DMat3::from_cols_array(&[0.6, 0.8, 0.0, -0.8, 0.6, 0.0, 0.0, 0.0, 0.5]));
        assert_close(rotation.re, 0.6);
        assert_close(rotation.im, 0.8);
        assert_close(largest_eigenvalue(DMat3::from_diagonal([0.1, -3.0, 2.0].into())).re, -3.0);
        assert_eq!(largest_eigenvalue(DMat3::ZERO), Complex64::ZERO);
        let defective = DMat3::from_cols_array(&[2.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
        assert_close(largest_eigenvalue(defective).re, 2.0);
    }
}
