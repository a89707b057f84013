//! Closed-form solutions.

use crate::base::elementary::{atan2, atanh, cos, exp, expm1, sin};
use glam::{DMat2, DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// The linear oscillator m ü + μ u̇ + k u = 0: the radial motion u = r − L of one mass on a damped
/// spring, until the mass passes the anchor (r = 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DampedOscillator {
    /// Mass m > 0 in kg.
    pub mass: f64,
    /// Stiffness k ≥ 0 in N/m.
    pub stiffness: f64,
    /// Damping coefficient μ ≥ 0 in N·s/m.
    pub damping: f64,
}

impl DampedOscillator {
    /// Undamped angular frequency ω = √(k/m) in rad/s.
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.0 };
    /// assert_eq!(oscillator.angular_frequency(), 4.0); // √(8/0.5)
    /// ```
    #[must_use]
    pub fn angular_frequency(&self) -> f64 {
        (self.stiffness / self.mass).sqrt()
    }

    /// ω² = k/m in 1/s².
    #[must_use]
    pub fn omega_squared(&self) -> f64 {
        self.stiffness / self.mass
    }

    /// Period T = 2π/ω of the undamped oscillation in s; `None` without a spring (k = 0).
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.0 };
    /// assert_eq!(oscillator.period(), Some(std::f64::consts::FRAC_PI_2)); // 2π/4
    /// ```
    #[must_use]
    pub fn period(&self) -> Option<f64> {
        (self.stiffness > 0.0).then(|| TAU / self.angular_frequency())
    }

    /// Damping rate γ = μ/m in 1/s.
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.2 };
    /// assert_eq!(oscillator.damping_rate(), 0.4); // 0.2/0.5
    /// ```
    #[must_use]
    pub fn damping_rate(&self) -> f64 {
        self.damping / self.mass
    }

    /// Damping ratio ζ = μ / (2 √(k m)): under-damped below 1, critically damped at 1, over-damped
    /// above. `None` without a spring (k = 0), where nothing oscillates.
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 4.0 };
    /// assert_eq!(oscillator.damping_ratio(), Some(1.0)); // 4/(2 √(8 · 0.5)): critical
    /// ```
    #[must_use]
    pub fn damping_ratio(&self) -> Option<f64> {
        (self.stiffness > 0.0).then(|| self.damping / (2.0 * (self.stiffness * self.mass).sqrt()))
    }

    /// Elongation and its rate (u, u̇) in m and m/s at the time `t` (s), from u₀ and u̇₀ at t = 0.
    ///
    /// With h = γ/2 and the solutions C, S of C″ = (h² − ω²) C with C(0) = 1, C′(0) = 0 and
    /// S(0) = 0, S′(0) = 1 (cosine and sine, 1 and t, or hyperbolic cosine and sine):
    ///
    /// u = e^(−ht) (u₀ C + (u̇₀ + h u₀) S),
    /// u̇ = e^(−ht) (u̇₀ C − (ω² u₀ + h u̇₀) S).
    ///
    /// The over-damped case is written with a slow and a fast exponential, E₁ = e^(−at) and
    /// E₂ = e^(−2κt) E₁, with κ = √(h² − ω²) and a = ω²/(h + κ):
    ///
    /// e^(−ht) S = (E₁ − E₂)/2κ,
    /// e^(−ht) (C + h S) = E₁ + a e^(−ht) S,
    /// e^(−ht) (C − h S) = E₂ − a e^(−ht) S.
    ///
    /// Nothing overflows and nothing cancels, whether the two are nearly equal or far apart.
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 4.0 };
    /// let (u, _) = oscillator.motion((1.0, 0.0), 0.25); // critical: u = (1 + ωt) e^(−ωt), here at ωt = 1
    /// assert!((u - 2.0 * (-1_f64).exp()).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn motion(&self, (u, rate): (f64, f64), t: f64) -> (f64, f64) {
        let (half, omega_squared) = (0.5 * self.damping_rate(), self.omega_squared());
        let discriminant = half * half - omega_squared;
        if discriminant > 0.0 {
            let kappa = discriminant.sqrt();
            let a = omega_squared / (half + kappa);
            let slow = exp(-a * t);
            let (fast, s) = (slow * exp(-2.0 * kappa * t), -0.5 * slow * expm1(-2.0 * kappa * t) / kappa);
            return (u * (slow + a * s) + rate * s, rate * (fast - a * s) - omega_squared * u * s);
        }
        let (omega_d, decay) = ((-discriminant).sqrt(), exp(-half * t));
        let angle = omega_d * t;
        let (c, s) = (decay * cos(angle), decay * if angle == 0.0 { t } else { sin(angle) / omega_d });
        (u * c + (rate + half * u) * s, rate * c - (omega_squared * u + half * rate) * s)
    }

    /// [`motion`](Self::motion) of each coordinate: a mass on a damped spring of rest length 0 with
    /// isotropic damping, at the offset d (m) from its anchor, with the velocity v (m/s).
    #[must_use]
    pub fn motion_in_space(&self, (d, v): (DVec3, DVec3), t: f64) -> (DVec3, DVec3) {
        let [x, y, z] = [(d.x, v.x), (d.y, v.y), (d.z, v.z)].map(|start| self.motion(start, t));
        (DVec3::new(x.0, y.0, z.0), DVec3::new(x.1, y.1, z.1))
    }

    /// The least elongation in m within the time `t` (s), from u₀ and u̇₀ at its start; backwards
    /// in time if t < 0.
    ///
    /// It is reached at the start, at the end or at a minimum: the first one, because later minima
    /// are less deep, or the last one backwards in time. That motion is the one with −μ and −u̇₀.
    #[must_use]
    pub fn least(&self, start: (f64, f64), t: f64) -> f64 {
        let (oscillator, start) =
            if t < 0.0 { (Self { damping: -self.damping, ..*self }, (start.0, -start.1)) } else { (*self, start) };
        let (t, first) = (t.abs(), oscillator.first_minimum(start));
        let omega_d = (self.omega_squared() - 0.25 * self.damping_rate().powi(2)).max(0.0).sqrt();
        let later = if oscillator.damping < 0.0 && omega_d > 0.0 && t > first {
            ((t - first) * omega_d / TAU).floor() * TAU / omega_d
        } else {
            0.0
        };
        let at = |t: f64| oscillator.motion(start, t).0;
        start.0.min(at(t)).min(at(t.min(first + later)))
    }

    /// The first time t ≥ 0 in s at which u̇ = 0 and rising; infinite if there is none.
    ///
    /// u̇ is a decaying exponential times u̇₀ C − w S with w = ω² u₀ + h u̇₀ (see
    /// [`motion`](Self::motion)). This is a cosine, or, without oscillation, 0 only if
    /// S/C = tanh(κt)/κ equals u̇₀/w.
    fn first_minimum(&self, (u, rate): (f64, f64)) -> f64 {
        let half = 0.5 * self.damping_rate();
        let discriminant = half * half - self.omega_squared();
        let w = self.omega_squared() * u + half * rate;
        if discriminant < 0.0 {
            let omega_d = (-discriminant).sqrt();
            let angle = 1.5 * PI - atan2(w / omega_d, rate);
            return if angle < TAU { angle } else { angle - TAU } / omega_d;
        }
        let (kappa, ratio) = (discriminant.sqrt(), rate / w);
        if rate < 0.0 && w < 0.0 && kappa * ratio < 1.0 {
            if kappa == 0.0 { ratio } else { atanh(kappa * ratio) / kappa }
        } else {
            f64::INFINITY
        }
    }

    /// Energy ½ m u̇² + ½ k u² in J. The damper turns its loss into heat.
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.0 };
    /// assert_eq!(oscillator.energy((0.5, 2.0)), 2.0); // ½ · 0.5 · 2² + ½ · 8 · 0.5²
    /// ```
    #[must_use]
    pub fn energy(&self, (u, rate): (f64, f64)) -> f64 {
        0.5 * (self.mass * rate * rate + self.stiffness * u * u)
    }
}

/// exp(tA), the matrix that maps x(0) to x(t) for ẋ = A x.
///
/// With h = ½ tr A, and C, S as in [`DampedOscillator::motion`] for C″ = (h² − det A) C:
/// exp(tA) = e^(ht) (C I + S (A − h I)). For real eigenvalues h ± κ it is computed from the
/// exponential of the larger one, the only factor that may be large, and from e^(−2κt) − 1, which
/// keeps its digits if the eigenvalues are nearly equal.
///
/// ```
/// use glam::{DMat2, DVec2};
/// use springlab::exact::planar_exponential;
///
/// let turning = DMat2::from_cols(DVec2::Y, -DVec2::X); // ẋ = −y, ẏ = x: one radian in a second
/// let quarter = planar_exponential(turning, std::f64::consts::FRAC_PI_2);
/// assert!((quarter * DVec2::X).abs_diff_eq(DVec2::Y, 1e-15));
/// ```
#[must_use]
pub fn planar_exponential(a: DMat2, t: f64) -> DMat2 {
    let half = 0.5 * (a.x_axis.x + a.y_axis.y);
    let rest = a - DMat2::from_diagonal(DVec2::splat(half));
    // h² − det A without cancellation
    let discriminant = rest.x_axis.x * rest.x_axis.x + rest.x_axis.y * rest.y_axis.x;
    let kappa = discriminant.abs().sqrt();
    let (c, s) = if discriminant > 0.0 {
        // a slow decay next to a fast one would lose its digits in the difference h + κ
        let larger = if half < 0.0 { a.determinant() / (half - kappa) } else { half + kappa };
        let (grow, apart) = (exp(larger * t), -2.0 * kappa * t);
        (0.5 * grow * (1.0 + exp(apart)), -0.5 * grow * expm1(apart) / kappa)
    } else {
        let (grow, angle) = (exp(half * t), kappa * t);
        (grow * cos(angle), grow * if angle == 0.0 { t } else { sin(angle) / kappa })
    };
    DMat2::from_diagonal(DVec2::splat(c)) + s * rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNDAMPED: DampedOscillator = DampedOscillator { mass: 0.5, stiffness: 5.0, damping: 0.0 };

    /// The oscillator with the damping μ = 2 ζ √(k m).
    fn with_damping_ratio(zeta: f64) -> DampedOscillator {
        DampedOscillator { damping: zeta * 2.0 * 2.5_f64.sqrt(), ..UNDAMPED }
    }

    #[test]
    fn undamped_motion_is_a_cosine() {
        for t in [0.0, 0.3, 1.0, 10.0] {
            let (u, rate) = UNDAMPED.motion((2.0, 0.0), t);
            let omega = 10.0_f64.sqrt();
            assert!((u - 2.0 * (omega * t).cos()).abs() < 1e-14, "u({t}) = {u}");
            assert!((rate + 2.0 * omega * (omega * t).sin()).abs() < 1e-13, "u̇({t}) = {rate}");
        }
    }

    /// Residual of the differential equation by central differences. Their truncation error is
    /// h² u⁗/12 ≈ 1e-6 at h = 1e-4.
    #[test]
    fn every_damping_solves_the_differential_equation() {
        let (h, start) = (1e-4, (2.0, -3.0));
        for zeta in [0.0, 0.1, 0.999_999, 1.0, 1.000_001, 3.0] {
            let oscillator = with_damping_ratio(zeta);
            assert_eq!(oscillator.motion(start, 0.0), start);
            for t in [0.1, 0.5, 2.0] {
                let [(before, _), (u, rate), (after, _)] = [t - h, t, t + h].map(|t| oscillator.motion(start, t));
                let acceleration = (after - 2.0 * u + before) / (h * h);
                let residual = 0.5 * acceleration + oscillator.damping * rate + 5.0 * u;
                assert!(residual.abs() < 1e-5, "ζ = {zeta}, t = {t}: residual {residual}");
                assert!(((after - before) / (2.0 * h) - rate).abs() < 1e-5, "ζ = {zeta}, t = {t}: rate {rate}");
            }
        }
    }

    #[test]
    fn critical_damping_is_the_limit_from_both_sides() {
        let at = |zeta| with_damping_ratio(zeta).motion((2.0, 1.0), 0.7).0;
        for epsilon in [1e-6, 1e-9, 1e-12] {
            assert!((at(1.0 + epsilon) - at(1.0)).abs() < 4.0 * epsilon + 1e-14);
            assert!((at(1.0 - epsilon) - at(1.0)).abs() < 4.0 * epsilon + 1e-14);
        }
    }

    /// Compared with samples every 1 ms: the true minimum is at most ½ ü (½ ms)² < 1e-5 m below a
    /// sample.
    #[test]
    fn the_least_elongation_is_that_of_all_samples() {
        for zeta in [0.0, 0.1, 0.9, 1.0, 1.5, 10.0] {
            let oscillator = with_damping_ratio(zeta);
            for start in
                [(2.0, 0.0), (-2.0, 0.0), (0.0, 3.0), (0.0, -3.0), (1.0, -9.0), (-1.0, 9.0), (-1.0, -2.0), (2.0, 5.0)]
            {
                let mut least = f64::INFINITY;
                for sample in 0..4000 {
                    let t = 1e-3 * f64::from(sample);
                    least = least.min(oscillator.motion(start, t).0);
                    let stated = oscillator.least(start, t);
                    assert!(
                        stated <= least && least - stated < 1e-5,
                        "ζ = {zeta}, {start:?}, {t} s: {stated}, {least}"
                    );
                }
            }
        }
    }

    #[test]
    fn strong_damping_neither_overflows_nor_loses_the_slow_decay() {
        let oscillator = DampedOscillator { damping: 1e6, ..UNDAMPED };
        let (u, _) = oscillator.motion((2.0, 0.0), 1e5);
        let slow_rate = 5.0 / 1e6; // k/μ, the slow root to first order in m k/μ² ≈ 1e-12
        assert!((u / (2.0 * (-slow_rate * 1e5_f64).exp()) - 1.0).abs() < 1e-10, "u = {u}");
    }

    /// Compared with samples in steps of 1 ms, whose least is at most ½ ω² u Δt² = 1e-4 m higher.
    #[test]
    fn the_least_elongation_is_that_of_the_samples_forwards_and_backwards() {
        for zeta in [0.0, 0.05, 0.7, 1.0, 2.5] {
            for (start, t) in [(2.0, 1.0), (-0.3, 4.0), (0.5, -6.0), (0.0, 0.0)]
                .into_iter()
                .flat_map(|start| [0.3, 2.0, 4.0].into_iter().flat_map(move |t| [(start, t), (start, -t)]))
            {
                let oscillator = with_damping_ratio(zeta);
                let samples = (0..=4000).map(|i| oscillator.motion(start, t * f64::from(i) / 4000.0).0);
                let (sampled, least) = (samples.fold(f64::INFINITY, f64::min), oscillator.least(start, t));
                let size = 1.0 + sampled.abs();
                assert!(
                    least <= sampled + 1e-12 * size && least > sampled - 1e-3 * size,
                    "ζ = {zeta}, {start:?} for {t} s: {least} m, sampled {sampled} m"
                );
            }
        }
    }

    #[test]
    fn damping_ratio_separates_oscillation_from_creep() {
        assert_eq!(with_damping_ratio(1.0).damping_ratio(), Some(1.0));
        assert_eq!(DampedOscillator { stiffness: 0.0, ..UNDAMPED }.damping_ratio(), None);
        let crosses = |zeta| (1..400).any(|i| with_damping_ratio(zeta).motion((1.0, 0.0), f64::from(i) * 0.1).0 < 0.0);
        assert!(crosses(0.5) && !crosses(1.0) && !crosses(2.0));
    }

    /// d/dt exp(tA) = A exp(tA) by central differences of step 1e-5 (truncation 1e-10, rounding
    /// 1e-11), and exp(0) = I.
    #[test]
    fn the_planar_exponential_solves_its_equation() {
        for a in [[0.0, 1.0, -1.0, 0.0], [-2.0, 0.0, 0.0, 0.0], [0.3, 1.0, 2.0, -0.7], [1.0, 1.0, 0.0, 1.0]] {
            let a = DMat2::from_cols_array(&a);
            assert_eq!(planar_exponential(a, 0.0), DMat2::IDENTITY);
            let rate = (planar_exponential(a, 0.7 + 1e-5) - planar_exponential(a, 0.7 - 1e-5)) * (0.5 / 1e-5);
            let error = rate - a * planar_exponential(a, 0.7);
            assert!(error.to_cols_array().into_iter().all(|e| e.abs() < 1e-8), "{a}: {error}");
        }
    }

    #[test]
    fn the_planar_exponential_of_the_rotation_is_cosine_and_sine() {
        let turned = planar_exponential(DMat2::from_cols_array(&[0.0, 1.0, -1.0, 0.0]), 0.5) * DVec2::X;
        assert!((turned - DVec2::new(0.5_f64.cos(), 0.5_f64.sin())).length() < 1e-15);
    }
}
