//! The exact solution that accompanies a run: its start, values and end.

use glam::{DMat2, DVec2, DVec3};
use springlab::{Simulation, Solution, Value, exact::planar_exponential, scenes::SCENES};

fn mass(solution: &Solution, i: usize) -> (DVec3, DVec3) {
    (solution.particles.positions[i], solution.particles.velocities[i])
}

/// Asserts that the exact solution starts now, from the present state.
fn assert_starts(simulation: &Simulation, what: &str) {
    let exact = simulation.exact().unwrap_or_else(|| panic!("{what}: there is none"));
    assert_eq!((exact.since, &exact.particles), (simulation.time(), simulation.particles()), "{what}");
}

#[test]
fn the_exact_solution_restarts_from_the_state_after_every_change_from_outside() {
    for scene in ["oscillator", "decay", "phase", "linear"] {
        let mut simulation = Simulation::new(scene).unwrap();
        assert_starts(&simulation, "opened");
        for (key, value) in [("timeStepSize", Value::Number(0.013)), ("method", "implicit-euler".into())] {
            simulation.step(7).unwrap();
            simulation.set(key, value).unwrap();
            assert_starts(&simulation, key);
        }
        simulation.step(7).unwrap();
        simulation.set_position(0, DVec3::new(0.3, 0.1, 0.0)).unwrap();
        assert_starts(&simulation, "moved");
        simulation.step(7).unwrap();
        simulation.hold(0, DVec3::new(0.1, 0.2, 0.0), 0.1).unwrap();
        simulation.step(7).unwrap();
        assert_eq!(simulation.exact(), None, "held");
        simulation.set("timeStepSize", 0.02).unwrap();
        assert_eq!(simulation.exact(), None, "held while a parameter is set");
        simulation.release(DVec3::ZERO).unwrap();
        assert_starts(&simulation, "released");
        simulation.step(7).unwrap();
        let snapshot = simulation.snapshot();
        simulation.step(7).unwrap();
        let (since, before) = simulation.exact().map(|exact| (exact.since, exact)).unwrap();
        assert!(since < simulation.time() && before.particles != *simulation.particles());
        assert!(simulation.set("timeStepSize", -1.0).is_err() && simulation.set_position(0, DVec3::NAN).is_err());
        assert_eq!(simulation.exact(), Some(before), "a refused change");
        simulation.restore(&snapshot).unwrap();
        assert_starts(&simulation, "restored");
        simulation.restart();
        assert_starts(&simulation, "restarted");
        assert_eq!(simulation.time(), 0.0);
    }
    let mut thrown = Simulation::new("oscillator").unwrap();
    thrown.step(7).unwrap();
    thrown.set_velocity(1, DVec3::new(1.0, 2.0, 3.0)).unwrap();
    assert_starts(&thrown, "thrown");
}

/// x = x_A + d₀ cos ωt + v₀ sin ωt/ω with ω² = 10/s², about a displaced anchor, in all three
/// coordinates.
#[test]
fn the_oscillator_swings_as_cosine_and_sine_about_its_anchor() {
    let mut simulation = simulation!("oscillator", method = "explicit-euler");
    let (anchor, v) = (DVec3::new(0.5, -0.2, 0.1), DVec3::new(1.0, 2.0, -1.0));
    simulation.step(3).unwrap();
    simulation.set_position(0, anchor).unwrap();
    simulation.set_velocity(1, v).unwrap();
    let (since, d, omega) = (simulation.time(), simulation.particles().positions[1] - anchor, 10.0_f64.sqrt());
    for _ in 0..20 {
        simulation.step(37).unwrap();
        let exact = simulation.exact().unwrap();
        let (sin, cos) = (omega * (simulation.time() - since)).sin_cos();
        let (x, rate) = (anchor + cos * d + sin / omega * v, cos * v - omega * sin * d);
        // ωt of up to 12 is rounded by 2e-15, and the motion has a few metres
        assert!(mass(&exact, 1).0.distance(x) < 1e-13 && mass(&exact, 1).1.distance(rate) < 1e-13, "{exact:?}");
        assert_eq!((mass(&exact, 0), exact.since), ((anchor, DVec3::ZERO), since));
    }
}

/// The error of Runge-Kutta 4 is about (|λ|h)⁴/120 of the motion: 2e-12 at 0.2 ms and rates up to
/// 18/s. The rounding of 15 000 steps is as large.
#[test]
fn the_exact_radial_motion_of_the_damper_is_that_of_runge_kutta_4_in_short_steps() {
    for damping in [0.0, 0.3, 10.0_f64.sqrt(), 9.0] {
        let mut simulation = simulation!("damper", method = "runge-kutta-4", timeStepSize = 0.0002);
        simulation.set("damping", damping).unwrap();
        // a hand leads it to an oblique place and throws it along the spring
        let n = DVec3::new(0.6, -0.64, 0.48);
        simulation.hold(1, 3.0 * n, 0.0).unwrap();
        simulation.release(4.0 * n).unwrap();
        for _ in 0..30 {
            simulation.step(500).unwrap();
            let exact = mass(&simulation.exact().unwrap(), 1);
            let (x, v) = (simulation.particles().positions[1], simulation.particles().velocities[1]);
            assert!(exact.0.distance(x) < 1e-10 && exact.1.distance(v) < 1e-10, "μ = {damping}: {exact:?}, {x}, {v}");
        }
    }
}

/// With L = 4 m and ω² = 10/s², thrown inwards from r = 6 m with speed s the mass reaches the
/// anchor when 2 cos ωt − s/ω sin ωt = −4, if 4 + s²/10 > 16.
#[test]
fn the_exact_solution_of_the_damper_ends_where_the_mass_reaches_the_anchor() {
    let (omega, speed) = (10.0_f64.sqrt(), 12.0_f64);
    let amplitude = (speed / omega).hypot(2.0);
    let end = ((-4.0 / amplitude).acos() - (speed / omega / 2.0).atan()) / omega;
    let mut simulation = simulation!("damper", timeStepSize = 0.0001);
    simulation.set_velocity(1, -speed * DVec3::X).unwrap();
    while simulation.time() < end - 0.0001 {
        simulation.step(1).unwrap();
        assert!(simulation.exact().is_some(), "at {} of {end} s", simulation.time());
    }
    simulation.step(1).unwrap();
    for _ in 0..40 {
        simulation.step(500).unwrap();
        assert_eq!(simulation.exact(), None, "at {} of {end} s", simulation.time());
    }
    simulation.set("stiffness", 5.0).unwrap();
    assert_starts(&simulation, "restarted by a change, on either side of the anchor");
    // a slower mass turns before it reaches the anchor: the solution does not end
    simulation.restart();
    simulation.set_velocity(1, -10.9 * DVec3::X).unwrap();
    for _ in 0..40 {
        simulation.step(500).unwrap();
        assert!(simulation.exact().is_some(), "at {} s", simulation.time());
    }
}

#[test]
fn the_damper_has_an_exact_solution_for_radial_motion_or_without_rest_length_and_damping() {
    let mut simulation = Simulation::new("damper").unwrap();
    simulation.set_velocity(1, DVec3::Y).unwrap();
    simulation.step(1).unwrap();
    assert_eq!(simulation.exact(), None);
    simulation.restart();
    simulation.set("restLength", 0.0).unwrap();
    simulation.set_velocity(1, DVec3::Y).unwrap();
    simulation.step(300).unwrap();
    let (sin, cos) = (10.0_f64.sqrt() * simulation.time()).sin_cos();
    let x = DVec3::new(6.0 * cos, sin / 10.0_f64.sqrt(), 0.0);
    assert!(mass(&simulation.exact().unwrap(), 1).0.distance(x) < 1e-13);
    simulation.set("damping", 1.0).unwrap();
    simulation.step(1).unwrap();
    assert_eq!(simulation.exact(), None, "a damper along the spring couples the coordinates");
}

#[test]
fn tracers_follow_the_exact_flow_of_their_field() {
    let mut simulation = simulation!("decay", rate = 0.7, timeStepSize = 0.1);
    simulation.step(31).unwrap();
    let exact = simulation.exact().unwrap();
    let x = (-0.7 * simulation.time()).exp();
    assert!((mass(&exact, 0).0.x / x - 1.0).abs() < 1e-14 && (mass(&exact, 0).1.x / (-0.7 * x) - 1.0).abs() < 1e-14);

    let mut simulation = Simulation::new("rotation").unwrap();
    simulation.step(31).unwrap();
    let (sin, cos) = simulation.time().sin_cos();
    let (x, v) = mass(&simulation.exact().unwrap(), 0);
    assert!(x.distance(DVec3::new(cos, sin, 0.0)) < 1e-14 && v.distance(DVec3::new(-sin, cos, 0.0)) < 1e-14);

    // A = ((1, 2), (2, 1)): along (1, 1) by e^(3t), along (1, −1) by e^(−t)
    let mut simulation = simulation!("linear", a11 = 1.0, a12 = 2.0, a21 = 2.0, a22 = 1.0);
    simulation.step(20).unwrap();
    let (grow, fade) = ((3.0 * simulation.time()).exp(), (-simulation.time()).exp());
    let x = 0.5 * DVec3::new(grow + fade, grow - fade, 0.0);
    assert!(mass(&simulation.exact().unwrap(), 0).0.distance(x) < 1e-13 * grow);

    let mut simulation = simulation!("phase", damping = 0.4);
    let ring = simulation.particles().positions.clone();
    simulation.step(40).unwrap();
    let p = planar_exponential(DMat2::from_cols(DVec2::new(0.0, -2.0), DVec2::new(1.0, -0.4)), simulation.time());
    for (x, start) in simulation.exact().unwrap().particles.positions.iter().zip(ring) {
        assert_eq!(x.truncate(), p * start.truncate());
    }
}

#[test]
fn seven_scenes_have_an_exact_solution_and_no_other_and_no_cut_spring() {
    let known = ["damper", "oscillator", "resonance", "decay", "rotation", "phase", "linear"];
    for scene in SCENES {
        let mut simulation = Simulation::new(scene.id).unwrap();
        simulation.step(2).unwrap();
        assert_eq!(simulation.exact().is_some(), known.contains(&scene.id), "{}", scene.id);
    }
    let mut cut = Simulation::new("damper").unwrap();
    cut.cut(0).unwrap();
    assert_eq!(cut.exact(), None);
}
