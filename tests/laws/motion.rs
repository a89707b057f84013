//! Motion against reference trajectories, closed forms and conservation laws.

use crate::common::{Random, method, run};
use glam::DVec3;
use springlab::{Simulation, Spring, System, exact::DampedOscillator, integrators::Offer};

fn oscillator(damping: f64) -> DampedOscillator {
    DampedOscillator { mass: 0.5, stiffness: 5.0, damping }
}

fn damper(method: &str) -> Simulation {
    simulation!("damper", method = method)
}

#[test]
fn damper_follows_the_reference_trajectories() {
    crate::common::assert_mass_follows_the_reference("damper");
}

#[test]
fn oscillator_follows_the_reference_trajectories() {
    crate::common::assert_mass_follows_the_reference("oscillator");
}

#[test]
fn cloth_follows_the_reference_trajectories() {
    crate::common::assert_cloth_follows_the_reference();
}

/// Distances from x₀ cos ωt over ten seconds, to the four digits of the original page.
#[test]
fn largest_errors_of_the_oscillator_are_those_of_the_original_page() {
    for (id, expected) in [
        ("explicit-euler", 0.5644),
        ("symplectic-euler", 0.0164),
        ("runge-kutta-2", 0.0025),
        ("implicit-euler", 0.4399),
        ("exact", 0.0),
    ] {
        let mut simulation = simulation!("oscillator", method = id);
        let mut largest = 0.0_f64;
        for _ in 0..2000 {
            simulation.step(1).unwrap();
            let exact = 2.0 * (10.0_f64.sqrt() * simulation.time()).cos();
            largest = largest.max((simulation.particles().positions[1].x - exact).abs());
        }
        assert!((largest - expected).abs() <= 0.000_05, "{id}: {largest} m instead of {expected} m");
    }
}

#[test]
fn symplectic_euler_keeps_its_energy_between_the_bounds_of_the_original_page() {
    let mut simulation = damper("symplectic-euler");
    let (mut low, mut high) = (f64::MAX, 0.0_f64);
    for _ in 0..1000 {
        simulation.step(1).unwrap();
        let total = simulation.energy().unwrap().total();
        (low, high) = (low.min(total), high.max(total));
    }
    assert!((low - 9.844).abs() <= 0.0005 && (high - 10.161).abs() <= 0.0005, "{low} … {high} J");
}

/// With one pair for all methods: Runge-Kutta 45 has a negative weight, and lets the heat of other
/// pairs decrease within its tolerance.
#[test]
fn the_heat_of_dampers_never_decreases() {
    for method in Offer::Forces.methods() {
        let mut system = Random(3).free_pair();
        let mut heat = 0.0;
        for _ in 0..200 {
            run(&mut system, method, 0.05, 1);
            assert!(system.work.heat() >= heat, "{}: {heat} J fell to {} J", method.id, system.work.heat());
            heat = system.work.heat();
        }
    }
}

#[test]
fn free_fall_is_a_parabola_and_keeps_its_energy() {
    let mut system = System { gravity: DVec3::Y * -9.81, ..System::default() };
    let ball = system.particles.push(DVec3::ZERO, 0.5);
    system.particles.velocities[ball] = DVec3::new(3.0, 4.0, 0.0);
    run(&mut system, method("runge-kutta-4"), 0.01, 100);
    let expected = DVec3::new(3.0, 4.0 - 0.5 * 9.81, 0.0);
    assert!((system.particles.positions[ball] - expected).length() < 1e-12);
    assert!((system.energy().total() - 25.0).abs() < 1e-12); // ½ · 2 kg · 25 m²/s²
}

#[test]
fn strong_damping_stays_bounded_with_implicit_euler() {
    for damping in [101.0, 1000.0] {
        let mut simulation = damper("implicit-euler");
        simulation.set("damping", damping).unwrap();
        simulation.set_velocity(1, DVec3::new(5.0, 5.0, 0.0)).unwrap();
        let start = simulation.energy().unwrap().total();
        for _ in 0..2000 {
            simulation.step(1).unwrap();
            let energy = simulation.energy().unwrap();
            assert!(energy.kinetic + energy.elastic <= start, "μ = {damping}: {energy:?} from {start} J");
        }
    }
}

/// The original matrix is singular across the spring where h²k(L/‖d‖ − 1) = m: here k = m/h² and
/// ‖d‖ = L/2.
#[test]
fn implicit_euler_makes_no_jump_at_a_compressed_spring() {
    let mut simulation = damper("implicit-euler");
    set!(simulation, timeStepSize = 0.1, stiffness = 50.0, mass = 0.5);
    simulation.set_position(1, DVec3::X * 2.0).unwrap();
    simulation.set_velocity(1, DVec3::Y * 1e-3).unwrap();
    for _ in 0..100 {
        simulation.step(1).unwrap();
        let distance = simulation.particles().positions[1].length();
        assert!(distance < 6.1, "the mass jumped to {distance} m");
    }
}

/// A step that leaves the scene, 60 km wide, is an error.
#[test]
fn implicit_euler_stays_bounded_in_the_plane_at_long_steps() {
    let mut random = Random(4);
    for _ in 0..200 {
        let mut simulation = damper("implicit-euler");
        for (key, low, high) in [("timeStepSize", 0.1, 2.0), ("stiffness", 0.1, 1000.0), ("damping", 0.0, 5.0)] {
            simulation.set(key, random.between(low, high)).unwrap();
        }
        let [place, velocity] = [random.vector(5.0), random.vector(5.0)];
        simulation.set_position(1, place.with_z(0.0)).unwrap();
        simulation.set_velocity(1, velocity.with_z(0.0)).unwrap();
        simulation.step(300).unwrap();
    }
}

#[test]
fn a_mass_on_the_anchor_stays_finite_with_every_method() {
    for method in Offer::Forces.methods() {
        for rest_length in [0.0, 4.0] {
            let mut simulation = damper(method.id);
            set!(simulation, restLength = rest_length, damping = 0.5);
            simulation.set_position(1, DVec3::ZERO).unwrap();
            simulation.set_velocity(1, DVec3::Y).unwrap();
            simulation.step(500).unwrap();
            assert!(simulation.energy().unwrap().total().is_finite(), "{}, L = {rest_length}", method.id);
        }
    }
}

#[test]
fn step_limit_separates_bounded_from_exploding_runs() {
    for (id, damping) in [
        ("symplectic-euler", 0.0),
        ("symplectic-euler", 0.5),
        ("symplectic-euler", 10.0),
        ("runge-kutta-4", 0.0),
        ("runge-kutta-4", 0.5),
        ("explicit-euler", 0.5),
        ("runge-kutta-2", 0.5),
    ] {
        let limit = method(id).step_limit(&oscillator(damping));
        for (factor, holds) in [(0.99, true), (1.01, false)] {
            let mut system = System::default();
            system.particles.push(DVec3::ZERO, 0.0);
            let mass = system.particles.push(DVec3::X * 2.0, 2.0);
            system.springs.push(
                [mass, 0].map(|i| i as u32),
                Spring { stiffness: 5.0, damping, rest_length: 0.0, ..Spring::default() },
            );
            // without rest length and sideways motion the spring is the linear oscillator
            run(&mut system, method(id), factor * limit, 5000);
            let energy = system.energy();
            let bounded = energy.kinetic + energy.elastic < 1e3;
            assert_eq!(bounded, holds, "{id}, μ = {damping}, {factor} of the limit {limit} s");
        }
    }
}

/// The loop that a lecture calls explicit Euler: v += Δt f/m, then x += Δt v with the new v.
#[test]
fn erratum_6_the_loop_of_the_lecture_is_symplectic_euler_and_not_explicit_euler() {
    let (k, m, h) = (5.0, 0.5, 0.01);
    let (mut x, mut v) = (6.0_f64, 0.0);
    let runs = ["symplectic-euler", "explicit-euler"].map(|id| {
        let mut simulation = damper(id);
        simulation.step(100).unwrap();
        simulation.particles().positions[1].x
    });
    for _ in 0..100 {
        v += h * (-k * (x - 4.0)) / m;
        x += h * v;
    }
    assert!((x - runs[0]).abs() < 1e-13, "{x} m, and symplectic Euler has {} m", runs[0]);
    assert!((x - runs[1]).abs() > 1e-2, "{x} m, and explicit Euler has {} m", runs[1]);
}
