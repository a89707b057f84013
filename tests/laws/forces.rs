//! Forces and their derivatives against finite differences of the energy, at random states in
//! space.

use crate::common::{Random, SOLVED, run_with};
use glam::{DMat3, DVec3};
use springlab::{Contact, Obstacle, Simulation, Spectrum, Spring, System, Wind, integrators::Offer, scenes::SCENES};

/// Step of central differences in m. Their error is 1e-10 of the third derivative and 1e-16/1e-5 =
/// 1e-11 by rounding, of values of about 100 N or 100 N/m.
const H: f64 = 1e-5;
const TOLERANCE: f64 = 1e-7;

/// Column j is the central difference of `f` along axis j.
fn derivative(f: impl Fn(DVec3) -> DVec3, at: DVec3) -> DMat3 {
    let column = |axis: DVec3| (f(at + H * axis) - f(at - H * axis)) / (2.0 * H);
    DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
}

fn assert_equal(actual: DMat3, expected: DMat3, what: &str) {
    let error = (actual - expected).to_cols_array().into_iter().fold(0.0, |max: f64, x| max.max(x.abs()));
    assert!(error < TOLERANCE, "{what}: {actual} instead of {expected}");
}

fn random_states() -> impl Iterator<Item = (Spring, DVec3, DVec3)> {
    let mut random = Random(1);
    std::iter::repeat_with(move || (random.spring(), random.vector(5.0), random.vector(3.0)))
        .filter(|(_, d, _)| d.length() > 0.5) // closer, the third derivative k L/‖d‖³ exceeds the tolerance
        .take(200)
}

#[test]
fn force_is_the_negative_gradient_of_the_energy() {
    for (spring, d, _) in random_states() {
        let slope = |axis: DVec3| (spring.energy(d + H * axis) - spring.energy(d - H * axis)) / (2.0 * H);
        let gradient = DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
        assert!((spring.force(d) + gradient).length() < TOLERANCE, "{spring:?} at {d}");
    }
}

#[test]
fn constraint_gradient_is_the_derivative_of_the_constraint() {
    for (spring, d, u) in random_states() {
        let rate = (spring.constraint(d + H * u) - spring.constraint(d - H * u)) / (2.0 * H);
        assert!((spring.constraint_rate(d, u) - rate).abs() < TOLERANCE, "{spring:?} at {d}");
    }
}

#[test]
fn stiffness_matrix_is_the_negative_derivative_of_the_force() {
    for (spring, d, _) in random_states() {
        assert_equal(spring.stiffness_matrix(d), -derivative(|d| spring.force(d), d), "K");
    }
}

#[test]
fn damping_matrix_is_the_negative_derivative_of_the_damping_force() {
    for (spring, d, u) in random_states() {
        assert_equal(spring.damping_matrix(d), -derivative(|u| spring.damping_force(d, u), u), "D");
    }
}

#[test]
fn the_convex_stiffness_matrix_drops_only_the_negative_part() {
    for (spring, d, u) in random_states() {
        let (k, convex) = (spring.stiffness_matrix(d), spring.convex_stiffness_matrix(d));
        assert!(u.dot(convex * u) >= -1e-12 * u.length_squared(), "{spring:?} at {d} is not convex");
        let along = spring.gradient(d);
        assert!(((k - convex) * along).length() < 1e-13 * spring.stiffness, "the stiffness along the spring changed");
        if d.length() > spring.rest_length {
            assert_eq!(k, convex, "a stretched spring changed");
        }
    }
}

#[test]
fn the_damping_force_never_does_positive_work() {
    for (spring, d, u) in random_states() {
        let power = spring.damping_force(d, u).dot(u);
        assert!(power <= 0.0, "{spring:?} at {d} with {u}: {power} W");
        assert!((spring.dissipation(d, u) + power).abs() <= 1e-14 * (1.0 - power));
    }
}

/// 0° is straight down.
#[test]
fn gravity_acts_in_its_direction_and_a_chain_comes_to_rest_along_it() {
    for scene in
        SCENES.iter().filter(|scene| scene.parameters.iter().any(|parameter| parameter.key == "gravityDirection"))
    {
        let mut simulation = Simulation::new(scene.id).unwrap();
        assert_eq!(simulation.system().unwrap().gravity, DVec3::new(0.0, -9.81, 0.0), "{}", scene.id);
        for (angle, direction) in [
            (90.0_f64, DVec3::X),
            (-90.0, DVec3::NEG_X),
            (180.0, DVec3::Y),
            (30.0, DVec3::new(0.5, -0.75_f64.sqrt(), 0.0)),
        ] {
            simulation.set("gravityDirection", angle).unwrap();
            let gravity = simulation.system().unwrap().gravity;
            assert!(gravity.distance(9.81 * direction) < 1e-14, "{}, {angle}°: {gravity}", scene.id);
        }
        assert!(simulation.set("gravityDirection", 181.0).is_err());
    }
    let mut chain = simulation!("chain", particles = 2.0, fixedParticles = "1", drag = 1.0, gravityDirection = 120.0);
    // drag damps the swing by e^(−5) a second
    chain.step(10_000).unwrap();
    let [hook, mass] = [0, 1].map(|i| chain.particles().positions[i]);
    // rest length 0.2 m, elongation m g/k
    let expected = (0.2 + 0.1 * 9.81 / 2000.0) * DVec3::new(0.75_f64.sqrt(), 0.5, 0.0);
    assert!((mass - hook).distance(expected) < 1e-9, "{mass}");
    let energy = chain.energy().unwrap();
    assert!((energy.gravity + 0.1 * 9.81 * mass.dot(DVec3::new(0.75_f64.sqrt(), 0.5, 0.0))).abs() < 1e-12);
}

/// A mass on a spring that falls on a ball in wind and drag. Coefficients per kilogram equal m/kg
/// times these coefficients per particle: for every method, in state, account and step limit.
#[test]
fn coefficients_per_kilogram_give_forces_that_are_m_times_as_large() {
    let mass = 0.3;
    let system = |share: f64, per_kilogram: bool| {
        let mut system = System {
            obstacles: vec![Obstacle::Sphere { centre: DVec3::NEG_Y, radius: 1.0 }],
            contact: Contact {
                stiffness: share * 900.0,
                damping: share * 3.0,
                friction: 0.4,
                slip_speed: 0.2,
                ..Contact::default()
            },
            gravity: DVec3::NEG_Y * 9.81,
            drag: share * 0.4,
            wind: Wind { resistance: share * 0.3, velocity: DVec3::new(2.0, 0.0, 1.0), gusts: 0.5, period: 0.3 },
            per_kilogram,
            ..System::default()
        };
        system.particles.push(DVec3::new(0.1, 1.0, 0.0), 0.0);
        system.particles.push(DVec3::new(0.05, 0.02, 0.1), f64::recip(mass));
        system.particles.velocities[1] = DVec3::new(0.5, -1.0, 0.3);
        system.springs.push([0, 1], Spring { stiffness: 20.0, damping: 0.1, rest_length: 0.8, ..Spring::default() });
        system.open_account();
        system
    };
    for method in Offer::Mechanical.methods() {
        let [mut told, mut plain] = [system(1.0, true), system(mass, false)];
        let [limit, other] = [&told, &plain].map(|system| {
            let mut spectrum = Spectrum::default();
            spectrum.update(system, method, SOLVED, 1e-3);
            spectrum.step_limit().seconds
        });
        let near = |a: f64, b: f64| a == b || (a / b - 1.0).abs() < 1e-9;
        assert!(near(limit, other), "{}: {limit} s, not {other} s", method.id);
        run_with(&mut told, method, SOLVED, 1e-3, 200);
        run_with(&mut plain, method, SOLVED, 1e-3, 200);
        let ([x, y], [a, b]) = ([&told, &plain].map(|s| s.particles.positions[1]), [told.energy(), plain.energy()]);
        // 200 steps of some roundings each; equations are solved to 1e-15 of their size
        assert!(x.distance(y) < 1e-11, "{}: {x} instead of {y}", method.id);
        let entries = [
            [a.stored(), b.stored()],
            [a.contact, b.contact],
            [a.work.drag, b.work.drag],
            [a.work.wind, b.work.wind],
            [a.work.damping, b.work.damping],
            [a.work.friction, b.work.friction],
        ];
        for [one, other] in entries {
            assert!((one - other).abs() < 1e-11, "{}: {one} J instead of {other} J", method.id);
        }
        assert!(a.work.drag > 0.05, "{}: it meets air", method.id);
        assert!(method.projects_contacts || a.work.friction > 1e-3, "{}: it touches", method.id);
    }
}
