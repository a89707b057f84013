//! Regions of stability against known numbers, and the rates that should lie in them.

use glam::DVec3;
use num_complex::Complex64;
use springlab::{Plane, Simulation};
use std::f64::consts::{PI, TAU};

fn damper(method: &str) -> Simulation {
    simulation!("damper", method = method)
}

/// |R(z)| of a method.
fn factor(method: &str, re: f64, im: f64) -> f64 {
    damper(method).stability_factor(Complex64::new(re, im)).unwrap()
}

/// Growth per step of a method at one point (hγ, hω).
fn growth(method: &str, point: [f64; 2]) -> f64 {
    damper(method).growth_map(Plane::Oscillators, point, [0.0; 2], [1, 1]).unwrap()[0]
}

#[test]
fn regions_end_on_the_axes_where_textbooks_say() {
    // by the real root of 1 + z/2 + z²/6 + z³/24 = 0 for Runge-Kutta 4
    let ends = [("explicit-euler", 2.0), ("runge-kutta-2", 2.0), ("runge-kutta-4", 2.785_293_563_405_282)];
    for (method, end) in ends {
        assert!((factor(method, -end, 0.0) - 1.0).abs() < 1e-14, "{method}");
        assert!(factor(method, -0.999 * end, 0.0) < 1.0 && factor(method, -1.001 * end, 0.0) > 1.0, "{method}");
    }
    let end = 8.0_f64.sqrt();
    assert!((factor("runge-kutta-4", 0.0, end) - 1.0).abs() < 1e-14);
    assert!(factor("runge-kutta-4", 0.0, 0.999 * end) < 1.0 && factor("runge-kutta-4", 0.0, 1.001 * end) > 1.0);
    for method in ["explicit-euler", "runge-kutta-2"] {
        for y in [0.01, 0.1, 1.0, 3.0] {
            assert!(factor(method, 0.0, y) > 1.0, "{method}: {y}");
        }
    }
    for method in ["symplectic-euler", "verlet", "leapfrog", "generalised-alpha"] {
        assert_eq!(damper(method).stability_factor(Complex64::I), None, "{method}");
    }
}

/// Symplectic Euler is stable within h²ω² + 2hγ = 4, the Verlet family within h²ω² + 4hγ = 4.
#[test]
fn regions_of_partitioned_methods_end_at_their_law() {
    for (method, c) in [("symplectic-euler", 2.0), ("verlet", 4.0), ("velocity-verlet", 4.0), ("leapfrog", 4.0)] {
        for part in [0.05, 0.3, 0.6, 0.9] {
            let damping = part * 4.0 / c;
            let end = f64::sqrt(4.0 - c * damping);
            for (y, stable) in [(0.999 * end, true), (1.001 * end, false)] {
                let factor = growth(method, [damping, y]);
                assert_eq!(factor <= 1.0, stable, "{method}, ({damping}, {y}): {factor}");
            }
        }
    }
}

#[test]
fn implicit_methods_are_stable_wherever_the_motion_is() {
    for method in ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"] {
        // 1e-8 to 1e8, and without damping
        let sizes = [0.0].into_iter().chain((-8..=8).map(|n| 10_f64.powi(n)));
        for damping in sizes {
            for omega in (-8..=8).map(|n| 10_f64.powi(n)) {
                let factor = growth(method, [damping, omega]);
                // the eigenvalue of largest modulus is found to about 1e-8 where two coincide
                assert!(factor <= 1.0 + 1e-7, "{method}, ({damping}, {omega}): {factor}");
            }
        }
    }
    for method in ["implicit-euler", "implicit-midpoint"] {
        for angle in (0..=20).map(|n| PI * (0.5 + f64::from(n) / 20.0)) {
            for size in [1e-6, 0.1, 1.0, 10.0, 1e6] {
                let z = Complex64::from_polar(size, angle);
                assert!(factor(method, z.re.min(0.0), z.im) <= 1.0 + 1e-15, "{method}: {z}");
            }
        }
    }
}

/// On a small circle about 0, R(z) e^(−z) − 1 is C zᵖ⁺¹: the method of order p grows more than the
/// exact motion in p + 1 sectors, the fingers of its order star.
#[test]
fn the_order_star_has_one_finger_more_than_the_order() {
    let fingers = |method: &str| {
        let more = |n: u32| {
            let z = Complex64::from_polar(0.1, TAU * (f64::from(n) + 0.37) / 720.0);
            factor(method, z.re, z.im) > z.re.exp()
        };
        (0..720).filter(|&n| more(n) && !more((n + 1) % 720)).count()
    };
    let orders = [("explicit-euler", 1), ("heun", 2), ("runge-kutta-2", 2), ("runge-kutta-4", 4)];
    for (method, order) in orders.into_iter().chain([("implicit-euler", 1), ("implicit-midpoint", 2)]) {
        assert_eq!(fingers(method), order + 1, "{method}");
    }
}

#[test]
fn a_map_has_the_factors_of_its_points_row_by_row() {
    let [x, y, dx, dy] = [-3.0, -1.0, 0.25, 0.5];
    let euler = damper("implicit-euler");
    let map = euler.growth_map(Plane::Rates, [x, y], [dx, dy], [5, 3]).unwrap();
    let expected = [0.0_f64, 1.0, 2.0].into_iter().flat_map(|j| [0.0, 1.0, 2.0, 3.0, 4.0].map(|i| (i, j)));
    for (value, (i, j)) in map.iter().zip(expected) {
        let (re, im): (f64, f64) = (x + i * dx, y + j * dy);
        assert!((value * (1.0 - re).hypot(im) - 1.0).abs() < 1e-15); // 1/|1 − z|
    }
    assert_eq!(map.len(), 15);
    // of a damped oscillator it is the factor of the scene's motion
    for method in ["explicit-euler", "symplectic-euler", "runge-kutta-4", "bdf2", "generalised-alpha"] {
        let (h, k, mu, m) = (0.3, 4.0, 0.7, 0.5_f64);
        let numbers = [("stiffness", k), ("damping", mu), ("mass", m), ("timeStepSize", h)];
        let damper = simulation!("damper", method = method, ..numbers);
        let factor = damper.amplification().unwrap().norm();
        assert!((growth(method, [h * mu / m, h * (k / m).sqrt()]) / factor - 1.0).abs() < 1e-12, "{method}");
    }
    let cloth = simulation!("cloth", method = "position-based");
    assert_eq!(cloth.growth_map(Plane::Oscillators, [0.0; 2], [1.0; 2], [2, 2]), None);
}

/// Along the spring a mass obeys λ² + γλ + ω² = 0, across it λ² + (1 − L/r) ω² = 0 in both
/// directions. Corners of a large system reach as far as its modes, and no farther.
#[test]
fn rates_are_those_of_all_motions() {
    let mut decay = simulation!("decay", rate = 3.0);
    let rates = decay.rates().unwrap();
    assert!(rates.all && rates.values.iter().any(|rate| (rate + 3.0).norm() < 1e-12), "{rates:?}");
    for (rest_length, across) in [(0.0, 16.0), (4.0, 16.0 / 3.0), (8.0, -16.0 / 3.0)] {
        let mut damper = simulation!("damper", stiffness = 8.0, damping = 1.0, mass = 0.5, restLength = rest_length);
        let along = damper.rates().unwrap();
        assert_eq!(
            (along.all, along.enclosing, along.left_out),
            (false, false, Some("motion across the spring")),
            "{rest_length}"
        );
        assert_eq!(along.values.len(), 2, "it moves along the spring");
        damper.set_velocity(1, 1e-6 * DVec3::Y).unwrap();
        let rates = damper.rates().unwrap();
        assert!(rates.all && !rates.enclosing && rates.left_out.is_none() && rates.values.len() == 6);
        for (damping_rate, omega_squared, count) in [(2.0, 16.0, 2), (0.0, across, 4)] {
            let solves = |rate: &&Complex64| (**rate * **rate + damping_rate * **rate + omega_squared).norm() < 1e-8;
            assert_eq!(rates.values.iter().filter(solves).count(), count, "{rest_length}: {rates:?}");
        }
        // backwards in time the damper feeds the motion along the spring
        damper.reverse();
        let reversed = damper.rates().unwrap().values;
        assert!(rates.values.iter().all(|rate| reversed.iter().any(|other| (rate + other).norm() < 1e-12)));
    }
    let mut undamped = simulation!("damper", stiffness = 8.0, restLength = 0.0);
    assert!(undamped.rates().unwrap().all, "without rest length and damper all directions are alike");
    let mut cloth = simulation!("cloth", width = 6.0, height = 5.0, method = "symplectic-euler", damping = 2.0);
    let (modes, rates) = (cloth.modes().unwrap(), cloth.rates().unwrap());
    assert!(!rates.all);
    let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let gamma = largest(&mut modes.iter().map(|mode| mode.damping_rate));
    let omega_squared = largest(&mut modes.iter().map(|mode| mode.omega_squared));
    let corner = [0, 1].map(|axis| largest(&mut rates.oscillators.iter().map(|point| point[axis])));
    // the search for a mode ends at nine digits
    assert!((corner[0] / gamma - 1.0).abs() < 1e-7 && (corner[1] / omega_squared - 1.0).abs() < 1e-7, "{corner:?}");
    let mut small = simulation!("cloth", width = 4.0, height = 4.0, method = "symplectic-euler");
    assert!(small.rates().unwrap().all);
}

/// A cloth that is pushed together buckles out of its plane. Every mode has its point (γ, ω²) in
/// the polygon, for methods with a sum, with a stability function and without a limit.
#[test]
fn corners_enclose_all_modes_and_those_about_to_buckle() {
    for method in ["symplectic-euler", "runge-kutta-2", "runge-kutta-4", "implicit-euler"] {
        for damping in [0.0, 2.0] {
            let mut cloth = simulation!("cloth", width = 6.0, height = 5.0, method = method, damping = damping);
            for i in 0..cloth.particles().len() {
                let x = cloth.particles().positions[i];
                cloth.set_position(i, DVec3::new(0.9 * x.x, x.y, x.z)).unwrap();
            }
            let modes = cloth.modes().unwrap();
            let buckling = modes.iter().filter(|mode| mode.omega_squared < -1.0).count();
            assert!(buckling > 5, "only {buckling} modes buckle");
            let rates = cloth.rates().unwrap();
            assert!(rates.enclosing && !rates.all && rates.left_out.is_none(), "{method}: {:?}", rates.left_out);
            let corners = &rates.oscillators;
            let [widest, highest] =
                [0, 1].map(|axis| corners.iter().map(|corner| corner[axis].abs()).fold(1e-9, f64::max));
            for (i, corner) in corners.iter().enumerate() {
                let next = corners[(i + 1) % corners.len()];
                for mode in &modes {
                    let [dx, dy] = [(next[0] - corner[0]) / widest, (next[1] - corner[1]) / highest];
                    let [x, y] = [(mode.damping_rate - corner[0]) / widest, (mode.omega_squared - corner[1]) / highest];
                    // corners go anticlockwise
                    assert!(dx * y - dy * x > -1e-7, "{method}, damping {damping}: {mode:?} beyond {corner:?}");
                }
            }
            let growth = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
            let told = growth(&mut rates.values.iter().map(|rate| rate.re));
            let softest = growth(&mut modes.iter().map(|mode| -mode.omega_squared));
            assert!(told > 0.9999 * softest.sqrt() - 0.5 * damping / 0.5 * 8.0 && told > 1.0, "{method}: {told}/s");
        }
    }
}

/// Friction at the ground and dampers that turn with their springs are no part of a polygon.
#[test]
fn a_polygon_says_what_it_leaves_out() {
    let mut cloth = simulation!("drape", width = 8.0, height = 8.0, method = "runge-kutta-4");
    assert_eq!(cloth.rates().unwrap().left_out, None);
    cloth.step(1).unwrap();
    assert_eq!(cloth.rates().unwrap().left_out, Some("the turning of dampers"));
    cloth.step(300).unwrap();
    assert_eq!(cloth.rates().unwrap().left_out, Some("friction and the turning of dampers"));
    cloth.set("damping", 0.0).unwrap();
    assert_eq!(cloth.rates().unwrap().left_out, Some("friction"));
}
