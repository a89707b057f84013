//! Factors by which a step multiplies an oscillation, and its matrix, against runs. The referee
//! has closed forms.

use num_complex::Complex64;
use springlab::{
    Particles, Settings, Simulation,
    glam::{DMat2, DVec3},
    integrators::Offer,
};

/// Factor of a run: distances obey uₙ₊₁ = 2b uₙ − c uₙ₋₁ when all but two modes have decayed, with
/// eigenvalues b ± √(b² − c).
fn observed(simulation: &mut Simulation) -> Complex64 {
    // the other modes shrink to a third a step with BDF2, and to half with generalised-α; explicit
    // Euler would explode
    let steps = match simulation.method().id {
        "bdf2" => 36,
        "generalised-alpha" => 60,
        _ => 16,
    };
    simulation.step(steps).unwrap();
    let u = [(); 4].map(|()| {
        simulation.step(1).unwrap();
        simulation.particles().positions[1].x
    });
    let determinant = u[1] * u[1] - u[0] * u[2];
    let b = 0.5 * (u[1] * u[2] - u[0] * u[3]) / determinant;
    let c = (u[2] * u[2] - u[1] * u[3]) / determinant;
    let root = Complex64::from(b * b - c).sqrt();
    if b < 0.0 && root.im == 0.0 { b - root } else { b + root }
}

#[test]
fn factors_of_all_methods_are_those_of_their_runs() {
    for method in Offer::Oscillator.methods().filter(|method| !method.is_adaptive()) {
        for h in [0.02, 0.1, 0.3] {
            let mut simulation = simulation!("oscillator", method = method.id, timeStepSize = h);
            let (factor, observed) = (simulation.amplification().unwrap(), observed(&mut simulation));
            // rounding by 1e-16 of the second differences (ωh)² u
            assert!((factor - observed).norm() < 1e-11, "{}, {h} s: {factor}, {observed}", method.id);
        }
    }
}

/// With rest length 0 the damper is linear, even when the mass passes through the anchor. The third
/// mode of Verlet methods, due to their predicted velocity, decays by about hγ ≤ 0.1 a step.
#[test]
fn factors_with_damping_are_those_of_the_runs() {
    for method in Offer::Forces.methods().filter(|method| !method.is_adaptive()) {
        for (damping, h) in [(0.2, 0.05), (1.0, 0.05), (0.5, 0.1), (4.0, 0.01)] {
            let mut simulation =
                simulation!("damper", method = method.id, restLength = 0.0, damping = damping, timeStepSize = h);
            let (factor, observed) = (simulation.amplification().unwrap(), observed(&mut simulation));
            assert!((factor - observed).norm() < 1e-10, "{}, {damping}, {h} s: {factor}, {observed}", method.id);
        }
    }
}

/// Powers of the matrix on (u, h u̇, h² ü), with damping and the third number of Verlet methods.
#[test]
fn step_matrices_take_the_steps_of_the_runs() {
    let h = 0.05;
    for method in Offer::Forces.methods().filter(|method| !matches!(method.id, "verlet" | "bdf2" | "runge-kutta-45")) {
        let mut simulation =
            simulation!("damper", method = method.id, restLength = 0.0, damping = 1.0, timeStepSize = h);
        let [omega_squared, gamma] = [10.0, 2.0]; // of 5 N/m, 1 N·s/m and 0.5 kg
        let matrix = simulation.step_matrix([gamma, omega_squared], h).unwrap();
        let start = simulation.particles().positions[1].x;
        let mut state = DVec3::new(start, 0.0, -h * h * omega_squared * start);
        for n in 1..=20 {
            simulation.step(1).unwrap();
            state = matrix * state;
            let Particles { positions, velocities, .. } = simulation.particles();
            let off = (positions[1].x - state.x).abs().max((h * velocities[1].x - state.y).abs());
            assert!(off < 1e-12 * start, "{}, step {n}: {off}", method.id);
        }
    }
}

/// A spring that pushes, a damper that drives, and two equal rates.
#[test]
fn step_matrices_are_polynomials_of_any_stiffness_and_damping() {
    for oscillator @ [gamma, omega_squared] in [[0.0, -9.0], [-1.0, 4.0], [4.0, 4.0], [0.0, 0.0], [3.0, 1.0]] {
        let h = 0.1;
        let a = DMat2::from_cols_array(&[0.0, -h * h * omega_squared, 1.0, -h * gamma]);
        let heun = DMat2::IDENTITY + a + 0.5 * (a * a);
        let implicit = (DMat2::IDENTITY - a).inverse();
        for (method, expected) in [("heun", heun), ("implicit-euler", implicit)] {
            let matrix = simulation!("damper", method = method).step_matrix(oscillator, h).unwrap();
            let off = DMat2::from_mat3(matrix) - expected;
            assert!(off.to_cols_array().iter().all(|x| x.abs() < 1e-14), "{method}, {oscillator:?}: {off}");
        }
    }
    assert_eq!(simulation!("damper", method = "runge-kutta-45").step_matrix([0.0, 1.0], 0.1), None);
}

#[test]
fn growth_is_the_modulus_of_the_factor_also_for_a_field() {
    for (scene, method) in [("phase", "symplectic-euler"), ("rotation", "explicit-euler"), ("follower", "taylor")] {
        let simulation = simulation!(scene, method = method, timeStepSize = 0.03);
        let growth = simulation.method().growth(&simulation.oscillator().unwrap(), 0.03, &Settings::default());
        assert!((simulation.amplification().unwrap().norm() / growth - 1.0).abs() < 1e-15, "{scene}");
    }
    let rotation = simulation!("rotation", method = "explicit-euler", timeStepSize = 0.03).amplification().unwrap();
    assert!((rotation - Complex64::new(1.0, 0.03)).norm() < 1e-16);
}

#[test]
fn a_scene_without_an_oscillator_or_stiffness_has_no_factor() {
    for scene in ["cloth", "chain", "pair", "verlet", "mesh", "decay"] {
        assert_eq!(Simulation::new(scene).unwrap().amplification(), None, "{scene}");
    }
    assert_eq!(simulation!("damper", method = "symplectic-euler", stiffness = 0.0).amplification(), None);
}

const RADII: [f64; 5] = [0.0, 0.2, 0.5, 0.8, 1.0];

/// In the limit hω → ∞ all three factors are −ρ∞. At finite hω the equation differs by (hω)⁻², and
/// its roots lie about (hω)^(−2/3) apart.
#[test]
fn the_factor_of_generalised_alpha_tends_to_minus_its_spectral_radius_for_long_steps() {
    for radius in RADII {
        for (mass, apart) in [(1e-3, 1e3_f64), (1e-9, 1e6)].map(|(mass, z)| (mass, 2.0 * z.powf(-2.0 / 3.0))) {
            let numbers = [("stiffness", 1000.0), ("mass", mass), ("timeStepSize", 1.0), ("spectralRadius", radius)];
            let factor = simulation!("oscillator", method = "generalised-alpha", ..numbers).amplification().unwrap();
            // at ρ∞ = 1 the angle is 4/hω less than π
            assert!((factor + radius).norm() < apart, "ρ∞ = {radius}, {mass} kg: {factor}");
            assert!(
                (factor.norm() - radius).abs() < if radius == 1.0 { 1e-12 } else { apart },
                "ρ∞ = {radius}: {factor}"
            );
        }
    }
}

#[test]
fn generalised_alpha_is_stable_for_every_spectral_radius_damping_and_step() {
    for radius in RADII {
        for damping in [0.0, 1e-3, 0.1, 1.0, 30.0, 1000.0] {
            for h in [1e-5, 1e-3, 0.03, 0.3, 2.0] {
                let numbers = [("damping", damping), ("timeStepSize", h), ("spectralRadius", radius)];
                let mut simulation = simulation!("damper", method = "generalised-alpha", ..numbers);
                let growth = simulation.amplification().unwrap().norm();
                assert!(growth < 1.0 + 1e-13, "ρ∞ = {radius}, {damping} N·s/m, {h} s: {growth}");
                assert_eq!(simulation.step_limit(), f64::INFINITY);
            }
        }
        let numbers = [("restLength", 0.0), ("damping", 0.2), ("timeStepSize", 0.05), ("spectralRadius", radius)];
        let mut simulation = simulation!("damper", method = "generalised-alpha", ..numbers);
        let (factor, observed) = (simulation.amplification().unwrap(), observed(&mut simulation));
        assert!((factor - observed).norm() < 1e-10, "ρ∞ = {radius}: {factor}, {observed}");
    }
}
