//! The follower against its formulas, the exact follower and its step limit.

use glam::DVec3;
use springlab::{
    Constants, Follower, Path, Settings, Simulation, exact::DampedOscillator, integrators::METHODS, observed_order,
};

const LAW: DampedOscillator = DampedOscillator { mass: 1.0, stiffness: 600.0, damping: 35.0 };

/// After a step of Bob from 0 to 1 the state (p − 1, v) is the n-th power of the update matrix
/// times (−1, 0).
#[test]
fn the_follower_moves_by_powers_of_its_update_matrix() {
    let mut simulation = Simulation::new("follower").unwrap();
    let update = Constants::new([35.0, 600.0], 0.002).update();
    let mut power = glam::DMat2::IDENTITY;
    for n in 1..=200 {
        simulation.step(1).unwrap();
        power = update * power;
        let expected = power * glam::DVec2::new(-1.0, 0.0);
        let (p, v) = (simulation.particles().positions[1], simulation.particles().velocities[1]);
        // a rounding of 1e-16 a step, of values up to 1 m and 10 m/s
        assert!((p.x - 1.0 - expected.x).abs() < 1e-14 && (v.x - expected.y).abs() < 1e-12, "step {n}: {p}, {v}");
        assert_eq!((p.y, p.z), (0.0, 0.0));
    }
}

#[test]
fn one_step_is_that_of_the_published_formulas_in_every_coordinate() {
    let (m, k, b, h) = (2.0, 3.0, 0.7, 0.1);
    let constants = Constants::new([b / m, k / m], h);
    let [p, v, q, u] =
        [DVec3::new(1.0, 2.0, 3.0), DVec3::new(-1.0, 0.5, 2.0), DVec3::new(0.3, -4.0, 1.0), DVec3::new(2.0, 1.0, -0.5)];
    let (p1, v1) = constants.apply((p, v), (q, u));
    let a = -(k * (p - q) + b * (v - u)) / m;
    assert!(p1.distance(p + v * h + 0.5 * a * h * h) < 1e-15);
    assert!(v1.distance(v + a * h) < 1e-15);
}

/// Distances from the exact follower in position and velocity, with Bob on the circle.
fn errors(h: f64, steps: u32, drive: &str) -> [f64; 2] {
    let run = |method: &str| {
        let mut simulation = simulation!("follower", timeStepSize = h, path = "circle", method = method, drive = drive);
        simulation.set_position(1, DVec3::new(1.2, -0.1, 0.3)).unwrap();
        simulation.step(steps).unwrap();
        (simulation.particles().positions[1], simulation.particles().velocities[1])
    };
    let ((p, v), (exact_p, exact_v)) = (run("taylor"), run("exact"));
    [p.distance(exact_p), v.distance(exact_v)]
}

/// Errors of one step are Δt³ in p and Δt² in v. Over a fixed time the error of the velocity
/// reaches the position.
#[test]
fn erratum_3_one_step_is_of_order_2_in_p_and_1_in_v_and_a_run_is_of_order_1_in_both() {
    for drive in ["positions", "velocities"] {
        let steps = [0.002, 0.001, 0.0005, 0.00025];
        let single = steps.map(|h| errors(h, 1, drive));
        let [p, v] = [0, 1].map(|part| observed_order(&steps, &single.map(|error| error[part])).unwrap());
        assert!((p - 3.0).abs() < 0.1 && (v - 2.0).abs() < 0.1, "{drive}, one step: p {p}, v {v}");
        let run = steps.map(|h| errors(h, (0.4 / h).round() as u32, drive));
        let [p, v] = [0, 1].map(|part| observed_order(&steps, &run.map(|error| error[part])).unwrap());
        assert!((p - 1.0).abs() < 0.1 && (v - 1.0).abs() < 0.1, "{drive}, 0.4 s: p {p}, v {v}");
    }
}

/// At every step size.
#[test]
fn the_exact_follower_of_a_jump_of_bob_is_the_damped_oscillator() {
    for h in [0.002, 0.05, 0.7] {
        let mut simulation = simulation!("follower", timeStepSize = h, method = "exact");
        simulation.step(10).unwrap();
        let (s, rate) = LAW.motion((-1.0, 0.0), simulation.time());
        let (p, v) = (simulation.particles().positions[1].x, simulation.particles().velocities[1].x);
        assert!((p - 1.0 - s).abs() < 1e-13 && (v - rate).abs() < 1e-12, "{h} s: {p}, {v}");
    }
}

/// Bob moves along chords of a circle.
#[test]
fn two_half_steps_of_the_exact_follower_along_a_chord_are_one_step() {
    let mut state = (DVec3::new(0.2, 0.0, 0.0), DVec3::ZERO);
    let mut halves = state;
    let chord = |t: f64| DVec3::new((3.0 * t).cos(), (3.0 * t).sin(), 0.0);
    for n in 0..50 {
        let (q, next) = (chord(f64::from(n) * 0.1), chord(f64::from(n + 1) * 0.1));
        let u = (next - q) / 0.1;
        let step = |(p, v): (DVec3, DVec3), q: DVec3, h: f64| {
            let (s, rate) = LAW.motion_in_space((p - q, v - u), h);
            (q + h * u + s, u + rate)
        };
        state = step(state, q, 0.1);
        halves = step(step(halves, q, 0.05), q + 0.05 * u, 0.05);
    }
    assert!(state.0.distance(halves.0) < 1e-13 && state.1.distance(halves.1) < 1e-12);
}

/// Distance of Alice from the origin after 5000 steps, without the maximum speed, which would bound
/// her.
fn reach(law: DampedOscillator, h: f64) -> f64 {
    let mut follower = Follower::new(law, 1, Path::Step);
    let mut integrator =
        METHODS.iter().find(|method| method.id == "taylor").unwrap().follower.unwrap()(&follower, Settings::default());
    (0..5000).for_each(|_| integrator.step(&mut follower, h).unwrap());
    follower.particles.positions[1].length()
}

#[test]
fn the_step_limit_separates_bounded_from_unbounded_runs_within_a_per_cent() {
    for damping in [35.0, 10.0, 90.0] {
        let law = DampedOscillator { damping, ..LAW };
        let limit = simulation!("follower", damping = damping).step_limit();
        let expected = (2.0 * damping / 600.0).min(2.0 / damping);
        assert!((limit / expected - 1.0).abs() < 1e-14, "b = {damping}: {limit} s instead of {expected} s");
        let [below, above] = [0.99, 1.01].map(|part| reach(law, part * limit));
        assert!(below < 10.0 && above > 100.0, "b = {damping}: Alice at {below} m below {limit} s, at {above} m above");
    }
}

#[test]
fn the_follower_never_exceeds_its_maximum_speed() {
    let mut simulation = simulation!("follower", maximumSpeed = 0.5);
    for _ in 0..1000 {
        simulation.step(1).unwrap();
        assert!(simulation.particles().velocities[1].length() <= 0.5 + 1e-15);
    }
}

/// With either of them given.
#[test]
fn the_velocity_of_bob_is_the_difference_of_his_positions() {
    for drive in ["positions", "velocities"] {
        let mut simulation = simulation!("follower", path = "eight", drive = drive);
        for _ in 0..100 {
            let before = simulation.particles().positions[0];
            simulation.step(1).unwrap();
            let (q, u) = (simulation.particles().positions[0], simulation.particles().velocities[0]);
            assert!((q - before - 0.002 * u).length() < 1e-15, "{drive}");
        }
    }
}

#[test]
fn each_follower_in_a_row_follows_the_one_before() {
    let mut row = simulation!("follower", followers = 3.0, path = "circle");
    let constants = Constants::new([35.0, 600.0], 0.002);
    for _ in 0..300 {
        let before = row.particles().clone();
        row.step(1).unwrap();
        let state = |i: usize| (before.positions[i], before.velocities[i]);
        for i in 1..=3 {
            let (p, v) = constants.apply(state(i), state(i - 1));
            assert_eq!((row.particles().positions[i], row.particles().velocities[i]), (p, v), "follower {i}");
        }
    }
}

#[test]
fn bob_led_by_a_hand_has_its_velocity_and_a_released_bob_at_rest_stays() {
    let mut simulation = simulation!("follower", path = "rest");
    simulation.hold(0, DVec3::new(1.0, 0.5, 0.0), 0.1).unwrap();
    simulation.step(25).unwrap();
    assert!(simulation.particles().velocities[0].distance(DVec3::new(10.0, 5.0, 0.0)) < 1e-12);
    assert!(simulation.particles().positions[0].distance(DVec3::new(0.5, 0.25, 0.0)) < 1e-13);
    simulation.step(25).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::new(1.0, 0.5, 0.0));
    simulation.step(1).unwrap();
    assert_eq!(simulation.particles().velocities[0], DVec3::ZERO);
    simulation.release(DVec3::ZERO).unwrap();
    simulation.step(2000).unwrap();
    assert!(simulation.particles().positions[1].distance(DVec3::new(1.0, 0.5, 0.0)) < 1e-12, "Alice has arrived");
}
