//! The damped oscillator under a drive: exact motion, steady state and resonance.

use crate::{
    base::elementary::{atan2, cos, exp, hypot, sin},
    oscillator::exact::DampedOscillator,
    oscillator::stability::rates,
};
use glam::{DMat3, DVec3};
use num_complex::Complex64;
use std::f64::consts::FRAC_PI_2;

/// The kind of a drive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// A force F₀ w(θ) on a particle.
    #[default]
    Force,
    /// A motion a₀ w(θ) of a fixed particle about its rest position. The drive bears the forces on
    /// it.
    Motion,
}

/// An acceleration from outside, f(t) = c + s t + Re(w e^(iΩt)) in m/s², with t since the motion
/// starts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forcing {
    /// c in m/s².
    pub constant: f64,
    /// s in m/s³.
    pub slope: f64,
    /// w in m/s²: its modulus is the amplitude, its argument the phase at the start.
    pub wave: Complex64,
    /// Ω in rad/s.
    pub angular_frequency: f64,
}

impl Forcing {
    fn times(&self, factor: f64) -> Self {
        let Self { constant, slope, wave, angular_frequency } = *self;
        Self { constant: factor * constant, slope: factor * slope, wave: factor * wave, angular_frequency }
    }
}

/// A steady oscillation A cos(θ + ψ) under a drive with the phase θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// A in m, or per unit of the drive.
    pub amplitude: f64,
    /// ψ in rad, from −π to π; negative where the motion lags behind the drive.
    pub phase: f64,
}

/// The resonance of the oscillator under a drive of given amplitude.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resonance {
    /// Ω of the largest amplitude in rad/s; 0 if the amplitude falls from the start.
    pub angular_frequency: f64,
    /// The largest amplitude per unit of the drive, in m/N or dimensionless; infinite without
    /// damping.
    pub amplitude: f64,
    /// Lowest and highest Ω in rad/s at which the power, the square of the amplitude, is at least
    /// half of the largest.
    pub band: [f64; 2],
}

/// Fit of u = mean + A cos(θ + ψ) to samples u of a motion under a drive with the phase θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// A in m and ψ in rad.
    pub response: Response,
    /// Mean in m.
    pub mean: f64,
    /// Root mean square of the residual in m: the motion that is not at the drive's frequency.
    pub rest: f64,
}

impl DampedOscillator {
    /// Elongation and its rate (u, u̇) in m and m/s at the time `t` (s) for m ü + μ u̇ + k u = m
    /// f(t), from u₀ and u̇₀ at t = 0.
    ///
    /// This is the free [`motion`](Self::motion) plus the response to f from rest. With the roots
    /// λ₁, λ₂ of λ² + γλ + ω² = 0, the response to e^(zt) is t² exp[λ₁t, λ₂t, zt], where exp[…] is
    /// the divided difference of the exponential at these nodes, and its rate is t exp[λ₁t,
    /// λ₂t] + z t² exp[…]. The constant c is e^(zt) with z = 0; s t gives t³ exp[λ₁t, λ₂t, 0, 0].
    /// Nothing is divided by zero, neither at resonance without damping, where the amplitude grows
    /// as t/2ω, nor at critical damping.
    #[must_use]
    pub fn driven_motion(&self, start: (f64, f64), forcing: &Forcing, t: f64) -> (f64, f64) {
        let (u, rate) = self.motion(start, t);
        let roots = rates(self).map(|root| root * t);
        let zero = Complex64::default();
        let nodes = |others: &[Complex64]| exponential_difference(&[&roots[..], others].concat());
        let impulse = t * nodes(&[]);
        let z = Complex64::new(0.0, forcing.angular_frequency);
        let wave = t * t * nodes(&[z * t]);
        let (step, ramp) = ((t * t * nodes(&[zero])).re, (t * t * t * nodes(&[zero, zero])).re);
        (
            u + forcing.constant * step + forcing.slope * ramp + (forcing.wave * wave).re,
            rate + forcing.constant * impulse.re + forcing.slope * step + (forcing.wave * (impulse + z * wave)).re,
        )
    }

    /// [`driven_motion`](Self::driven_motion) of each coordinate, with the forcing times that
    /// coordinate of `amplitude`.
    #[must_use]
    pub fn driven_motion_in_space(
        &self,
        (d, v): (DVec3, DVec3),
        forcing: &Forcing,
        amplitude: DVec3,
        t: f64,
    ) -> (DVec3, DVec3) {
        let [x, y, z] = [(d.x, v.x, amplitude.x), (d.y, v.y, amplitude.y), (d.z, v.z, amplitude.z)]
            .map(|(d, v, part)| self.driven_motion((d, v), &forcing.times(part), t));
        (DVec3::new(x.0, y.0, z.0), DVec3::new(x.1, y.1, z.1))
    }

    /// The steady oscillation under the unit drive cos Ωt, with Ω in rad/s.
    ///
    /// For a force H = 1/(k − mΩ² + iμΩ) in m/N, for a moving anchor H = (k + iμΩ)/(k − mΩ² + iμΩ).
    /// The amplitude is |H|, infinite at resonance without damping. The phase is arg H; for a force
    /// it goes from 0 through −π/2 to −π.
    ///
    /// ```
    /// use springlab::Input;
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.2 };
    /// let response = oscillator.transfer(Input::Force, 4.0); // at Ω = ω the damper alone holds against it: 1/(μ Ω)
    /// assert!((response.amplitude - 1.25).abs() < 1e-15);
    /// assert!((response.phase + std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn transfer(&self, input: Input, angular_frequency: f64) -> Response {
        let loss = self.damping * angular_frequency;
        let spring = self.stiffness - self.mass * angular_frequency * angular_frequency;
        let lag = if spring == 0.0 { FRAC_PI_2 } else { atan2(loss, spring) };
        let against = hypot(spring, loss);
        match input {
            Input::Force => Response { amplitude: against.recip(), phase: -lag },
            Input::Motion => {
                Response { amplitude: hypot(self.stiffness, loss) / against, phase: atan2(loss, self.stiffness) - lag }
            }
        }
    }

    /// Quality factor Q = ω/γ = √(k m)/μ; infinite without damping. At Ω = ω a force moves the mass
    /// Q times as far as the same static force would.
    ///
    /// ```
    /// use springlab::exact::DampedOscillator;
    ///
    /// let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 0.2 };
    /// assert_eq!(oscillator.quality_factor(), 10.0); // 4/0.4
    /// ```
    #[must_use]
    pub fn quality_factor(&self) -> f64 {
        self.angular_frequency() / self.damping_rate()
    }

    /// Frequency and size of the largest amplitude, and the width of the curve at half power.
    ///
    /// With s = Ω², |H|² is proportional to (ω⁴ + n s)/((s − ω²)² + γ² s), where n = 0 for a force
    /// and n = γ² for a moving anchor. The maximum is at s = ω² − γ²/2, or at
    /// s = 2ω⁴/(ω² + √(ω⁴ + 2γ²ω²)). The half-power points are the roots of
    /// s² − 2 b s + ω⁴ (1 − 2r) with b = ω² − γ²/2 + n r and the reciprocal r of the maximum: the
    /// larger one in size from a sum, the other from their product, so that neither cancels.
    #[must_use]
    pub fn resonance(&self, input: Input) -> Resonance {
        let (omega_squared, gamma_squared) = (self.omega_squared(), self.damping_rate() * self.damping_rate());
        let n0 = omega_squared * omega_squared;
        let middle = omega_squared - 0.5 * gamma_squared;
        let (n, peak) = match input {
            Input::Force => (0.0, middle.max(0.0)),
            Input::Motion => {
                (gamma_squared, 2.0 * n0 / (omega_squared + (n0 + 2.0 * gamma_squared * omega_squared).sqrt()))
            }
        };
        let off = peak - omega_squared;
        let r = (off * off + gamma_squared * peak) / (n0 + n * peak);
        let (b, product) = (middle + n * r, n0 * (1.0 - 2.0 * r));
        let square = if product < 0.0 {
            b * b - product
        } else {
            // b² − ω⁴ (1 − 2r) without the ω⁴ of both
            let c_squared = gamma_squared * (omega_squared - 0.25 * gamma_squared);
            n * r * n * r - c_squared + 2.0 * r * (n0 + n * middle)
        };
        let larger = b + square.max(0.0).sqrt().copysign(b);
        let other = if larger == 0.0 { 0.0 } else { product / larger };
        Resonance {
            angular_frequency: peak.sqrt(),
            amplitude: self.transfer(input, peak.sqrt()).amplitude,
            band: [larger.min(other), larger.max(other)].map(|s| s.max(0.0).sqrt()),
        }
    }
}

/// Least-squares fit of mean + A cos(θ + ψ) to samples (θ, u) in rad and m. `None` if the samples
/// do not determine it: fewer than three, or all at the same phase.
#[must_use]
pub fn fit_oscillation(samples: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Measured> {
    let terms = |phase: f64| DVec3::new(1.0, cos(phase), sin(phase));
    let (mut matrix, mut right, mut count) = (DMat3::ZERO, DVec3::ZERO, 0.0);
    for (phase, u) in samples.clone() {
        let row = terms(phase);
        matrix += DMat3::from_cols(row.x * row, row.y * row, row.z * row);
        right += u * row;
        count += 1.0;
    }
    // over whole periods the determinant is n³/4
    let known = matrix.determinant() > 1e-6 * count * count * count;
    known.then(|| {
        let found = matrix.inverse() * right;
        let rest: f64 = samples.map(|(phase, u)| (u - terms(phase).dot(found)).powi(2)).sum();
        Measured {
            response: Response { amplitude: hypot(found.y, found.z), phase: atan2(-found.z, found.y) },
            mean: found.x,
            rest: (rest / count).sqrt(),
        }
    })
}

/// e^z
pub(crate) fn complex_exponential(z: Complex64) -> Complex64 {
    exp(z.re) * Complex64::new(cos(z.im), sin(z.im))
}

/// The series about the mean converges quickly for nodes at most this far apart. Nodes farther
/// apart can be divided by their distance.
const NEAR: f64 = 2.0;

/// exp[z₀, …, zₙ], the divided difference of the exponential: e^z at one node, (e^a − e^b)/(a − b)
/// at two, and so on; the integral of exp(Σ sᵢzᵢ) over the simplex.
pub(crate) fn exponential_difference(nodes: &[Complex64]) -> Complex64 {
    let distance = |i: usize, j: usize| (nodes[i] - nodes[j]).norm_sqr();
    let mut far = (0, 0);
    for i in 0..nodes.len() {
        for j in 0..i {
            if distance(i, j) > distance(far.0, far.1) {
                far = (i, j);
            }
        }
    }
    // comparisons with NaN are false, so NaN ends here too
    if far == (0, 0) || distance(far.0, far.1) <= NEAR * NEAR {
        return near_difference(nodes);
    }
    let without = |left_out: usize| {
        let rest: Vec<Complex64> =
            nodes.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, node)| *node).collect();
        exponential_difference(&rest)
    };
    (without(far.1) - without(far.0)) / (nodes[far.0] - nodes[far.1])
}

/// The divided difference as e^c Σₖ hₖ(z₀ − c, …, zₙ − c)/(k + n)!, with the mean c of the nodes
/// and the sum hₖ of all their products of k factors.
fn near_difference(nodes: &[Complex64]) -> Complex64 {
    let centre = nodes.iter().sum::<Complex64>() / nodes.len() as f64;
    let mut products = vec![Complex64::from(1.0); nodes.len()];
    let mut factorial: f64 = (1..nodes.len()).map(|i| i as f64).product();
    let mut sum = Complex64::default();
    // 2³⁰/30! is 4e-24
    for k in 0..30 {
        sum += products[nodes.len() - 1] / factorial;
        let mut last = Complex64::default();
        for (product, node) in products.iter_mut().zip(nodes) {
            last += (node - centre) * *product;
            *product = last;
        }
        factorial *= (nodes.len() + k) as f64;
    }
    complex_exponential(centre) * sum
}
