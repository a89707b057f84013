//! Closed forms near critical damping and far from it, against a Taylor series with scaling and
//! squaring in double-double precision.

use crate::common::random::check;
use glam::DMat2;
use proptest::{
    prop_oneof,
    strategy::{Just, Strategy},
};
use springlab::exact::{DampedOscillator, planar_exponential};
use std::ops::{Add, Mul};

const CASES: u32 = 3000;

/// A number of about 32 digits: the sum of two, the second below a unit in the last place of the
/// first.
#[derive(Clone, Copy, Debug)]
struct Double(f64, f64);

impl Double {
    /// a + b without rounding.
    fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }

    /// a b without rounding.
    fn product(a: f64, b: f64) -> Self {
        let product = a * b;
        Self(product, a.mul_add(b, -product))
    }

    fn quotient(a: f64, b: f64) -> Self {
        let quotient = a / b;
        Self::sum(quotient, (-quotient).mul_add(b, a) / b)
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let Self(head, rest) = Self::sum(self.0, other.0);
        Self::sum(head, rest + self.1 + other.1)
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let Self(head, rest) = Self::product(self.0, other.0);
        Self::sum(head, rest + self.0 * other.1 + self.1 * other.0)
    }
}

/// A matrix by rows.
type Square = [[Double; 2]; 2];

fn times(a: Square, b: Square) -> Square {
    [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}

/// exp(a): the series of a/2ⁿ, squared n times. Its entries are below 1/4 and its term 20 below
/// 1e-30 of the first.
fn exponential(a: Square) -> Square {
    let mut size = a.as_flattened().iter().fold(0.0_f64, |size, entry| size.max(entry.0.abs()));
    let (mut halvings, mut part) = (0, a);
    while size > 0.25 {
        (halvings, size) = (halvings + 1, 0.5 * size);
        part = part.map(|row| row.map(|Double(head, rest)| Double(0.5 * head, 0.5 * rest)));
    }
    let identity = [[Double(1.0, 0.0), Double(0.0, 0.0)], [Double(0.0, 0.0), Double(1.0, 0.0)]];
    let (mut term, mut sum) = (identity, identity);
    for n in 1..=20 {
        let share = Double::quotient(1.0, f64::from(n));
        term = times(term, part).map(|row| row.map(|entry| entry * share));
        sum = [0, 1].map(|i| [0, 1].map(|j| sum[i][j] + term[i][j]));
    }
    (0..halvings).fold(sum, |power, _| times(power, power))
}

fn value(square: Square) -> [[f64; 2]; 2] {
    square.map(|row| row.map(|Double(head, rest)| head + rest))
}

/// Damping ratios on both sides of 1, at distances from a unit in the last place to 1000.
fn ratio() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => ((-16.0..-0.01), (-1.0..1.0)).prop_map(|(power, side): (f64, f64)| 1.0 + 10_f64.powf(power).copysign(side)),
        1 => (0.0..4.0).prop_map(|power: f64| 10_f64.powf(power - 1.0)),
        1 => Just(1.0),
    ]
}

/// Oscillators, and times with ωt up to 10: a change of γ by its last digit changes the motion by
/// (ωt)² ε/2 = 1e-14.
fn oscillator() -> impl Strategy<Value = (DampedOscillator, f64)> {
    (ratio(), -2.0..2.0, -2.0..3.0, -3.0..1.0).prop_map(|(zeta, mass, omega, turns): (f64, f64, f64, f64)| {
        let [mass, omega, turns] = [mass, omega, turns].map(|power| 10_f64.powf(power));
        let (stiffness, damping) = (mass * omega * omega, 2.0 * zeta * mass * omega);
        (DampedOscillator { mass, stiffness, damping }, turns / omega)
    })
}

const TOLERANCE: f64 = 1e-13;

fn assert_near(actual: f64, expected: f64, scale: f64, what: &str) {
    assert!((actual - expected).abs() <= TOLERANCE * scale.abs(), "{what}: {actual} instead of {expected}");
}

/// Relative to each of the four responses. The response of u̇ to u̇₀ passes 0: relative to the two
/// terms whose difference it is if overdamped, to the amplitude if not.
#[test]
fn the_damped_motion_is_exact_on_both_sides_of_critical_damping() {
    check(CASES, &oscillator(), |(oscillator, t)| {
        let DampedOscillator { mass, stiffness, damping } = oscillator;
        let minus_t = Double(-t, 0.0);
        let truth = value(exponential([
            [Double(0.0, 0.0), Double(t, 0.0)],
            [Double::quotient(stiffness, mass) * minus_t, Double::quotient(damping, mass) * minus_t],
        ]));
        let (omega, zeta) = (oscillator.angular_frequency(), oscillator.damping_ratio().unwrap());
        let [(uu, ru), (ur, rr)] = [(1.0, 0.0), (0.0, 1.0)].map(|start| oscillator.motion(start, t));
        let amplitude = if zeta < 1.0 { (-zeta * omega * t).exp() } else { 0.0 };
        let what = format!("ζ = {zeta}, ω = {omega}, t = {t}");
        assert_near(uu, truth[0][0], truth[0][0].abs().max(amplitude), &what);
        assert_near(ur, truth[0][1], truth[0][1].abs().max(amplitude / omega), &what);
        assert_near(ru, truth[1][0], truth[1][0].abs().max(amplitude * omega), &what);
        let slow = omega / (zeta + (zeta * zeta - 1.0).max(0.0).sqrt());
        assert_near(rr, truth[1][1], truth[1][1].abs() + slow * truth[0][1].abs() + amplitude, &what);
    });
}

/// Asserts equality relative to the largest entry, in units of length that make the off-diagonal
/// entries equal in size.
fn assert_exponential(a: DMat2, t: f64, what: &str) {
    let entry = |row: usize, column: usize| a.col(column)[row];
    let truth = value(exponential([0, 1].map(|i| [0, 1].map(|j| Double::product(entry(i, j), t)))));
    let unit = Some((entry(1, 0) / entry(0, 1)).abs().sqrt()).filter(|unit| *unit > 0.0).unwrap_or(1.0);
    let scaled = |i: usize, j: usize, entry: f64| entry * unit.powi(i32::from(j == 1) - i32::from(i == 1));
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let size = places.iter().fold(0.0_f64, |size, &(i, j)| size.max(scaled(i, j, truth[i][j]).abs()));
    let found = planar_exponential(a, t);
    for (i, j) in places {
        assert_near(
            scaled(i, j, found.col(j)[i]),
            scaled(i, j, truth[i][j]),
            size,
            &format!("{what}, row {i}, column {j}"),
        );
    }
}

#[test]
fn the_planar_exponential_is_exact_just_above_critical_damping() {
    for t in [0.01, 0.7, 5.0] {
        assert_exponential(DMat2::from_cols_array(&[0.0, -2.0, 1.0, -2.0 * 2_f64.sqrt()]), t, "μ = 2√2");
    }
}

#[test]
fn the_planar_exponential_is_exact_on_both_sides_of_critical_damping() {
    check(CASES, &oscillator(), |(oscillator, t)| {
        let a = DMat2::from_cols_array(&[0.0, -oscillator.omega_squared(), 1.0, -oscillator.damping_rate()]);
        assert_exponential(a, t, &format!("{oscillator:?}, t = {t}"));
    });
}

/// Fields h I + B with B² = ±κ² I in all proportions, also near a double eigenvalue.
#[test]
fn the_planar_exponential_of_any_field_is_exact() {
    let fields = (-3.0..3.0, -1.0..1.0, -1.0..1.0, ratio(), 0.01..3.0);
    check(CASES, &fields, |(half, x, y, ratio, t): (f64, f64, f64, f64, f64)| {
        let off = if y.abs() > 1e-3 { y } else { 1e-3 };
        let a = DMat2::from_cols_array(&[half + x, -x * x * ratio / off, off, half - x]);
        assert_exponential(a, t, &format!("{a}, t = {t}"));
    });
}

#[test]
fn long_times_neither_overflow_nor_lose_the_slow_decay() {
    let stiff = DMat2::from_cols_array(&[0.0, -10.0, 1.0, -2e6]);
    let slow = (-10.0 / 2e6 * 1e5_f64).exp(); // the slow root, ω²/γ to first order in ω²/γ² ≈ 1e-12
    let found = planar_exponential(stiff, 1e5);
    assert!((found.x_axis.x / slow - 1.0).abs() < 1e-11 && found.is_finite(), "{found}");
    assert_eq!(planar_exponential(stiff, 1e9), DMat2::ZERO);
    let oscillator = DampedOscillator { mass: 1.0, stiffness: 10.0, damping: 2e6 };
    assert!((oscillator.motion((1.0, 0.0), 1e5).0 / slow - 1.0).abs() < 1e-11);
    assert_eq!(oscillator.motion((1.0, -1.0), 1e12), (0.0, 0.0));
}
