//! Air resistance at rest, in wind and in gusts, against closed forms, orders and finite
//! differences.

use crate::common::{Random, SOLVED, after, distance, method, run_with};
use glam::{DMat3, DVec3};
use springlab::{
    Error, Settings, Simulation, Spring, System, Wind, integrators::Offer, linear::BlockMatrix, observed_order,
    scenes::SCENES,
};

/// One mass (kg) in air.
fn alone(mass: f64, velocity: DVec3, gravity: DVec3, wind: Wind) -> System {
    let mut system = System { gravity, wind, ..System::default() };
    system.particles.push(DVec3::ZERO, mass.recip());
    system.particles.velocities[0] = velocity;
    system.open_account();
    system
}

/// Order of a method here: without springs position-based dynamics is linearised implicit Euler.
fn order(method: &springlab::Method) -> f64 {
    f64::from(method.order.max(1))
}

/// The speed is v_t tanh(g t/v_t) and the distance v_t²/g ln cosh(g t/v_t) with v_t² = m g/c.
#[test]
fn every_method_falls_in_still_air_by_the_hyperbolic_tangent_to_its_order() {
    let (mass, g, c, time) = (0.4_f64, 9.81, 0.15, 0.8);
    let fastest = (mass * g / c).sqrt();
    let expected = [fastest * (g * time / fastest).tanh(), fastest * fastest / g * (g * time / fastest).cosh().ln()];
    assert!(expected[0] / fastest > 0.9, "near the terminal velocity: {} of {fastest} m/s", expected[0]);
    let start = alone(mass, DVec3::ZERO, -g * DVec3::Y, Wind { resistance: c, ..Wind::default() });
    for method in Offer::Mechanical.methods() {
        for newton in [true, false] {
            let error = |h: f64| {
                let end = after(&start, method.id, Settings { newton, ..SOLVED }, h, time);
                let [x, v] = [end.particles.positions[0], end.particles.velocities[0]];
                // still air does no work
                assert!(end.work.wind == 0.0 && end.work.drag > 0.3 * mass * g * expected[1], "{}", method.id);
                [(v.y + expected[0]).abs() + v.x.abs() + v.z.abs(), (x.y + expected[1]).abs()]
            };
            let steps = [0.04, 0.02, 0.01, 0.005];
            for part in [0, 1] {
                let errors = steps.map(|h| error(h)[part]);
                let observed = observed_order(&steps, &errors).unwrap();
                // higher orders contribute some tenths; a method may have a higher order on this
                // problem
                let what = format!("{}, newton {newton}, part {part}: order {observed}, errors {errors:?}", method.id);
                assert!(observed > order(method) - 0.3, "{what}");
                // in units of v_t and v_t/g the derivatives in the error are about 1
                let size = [fastest, fastest * fastest / g][part];
                let small = size * (g * steps[3] / fastest).powf(order(method).min(2.0));
                assert!(errors[3] < small, "{what}, beyond {small}");
            }
        }
    }
}

/// With r = u − v, m dr/dt = −c ‖r‖ r, so that r = r₀/(1 + c ‖r₀‖ t/m) → 0.
#[test]
fn a_mass_without_weight_approaches_the_velocity_of_the_wind() {
    let (mass, c) = (0.2, 0.5);
    let (velocity, u) = (DVec3::new(-1.0, 2.0, 0.5), DVec3::new(6.0, -3.0, 1.0));
    let start = alone(mass, velocity, DVec3::ZERO, Wind { resistance: c, velocity: u, ..Wind::default() });
    // relative change of the lag in the first step, the largest of all
    let (h, part) = (0.002, 0.002 * c * (u - velocity).length() / mass);
    let lag = (u - velocity) / (1.0 + c * (u - velocity).length() * 20.0 / mass);
    for method in Offer::Mechanical.methods() {
        let end = after(&start, method.id, SOLVED, h, 20.0);
        let v = end.particles.velocities[0];
        assert!(v.distance(u) < 0.003 * u.length(), "{}: {v} in a wind of {u}", method.id);
        // 1/‖r‖ grows linearly; its error is that of a few of the 10 000 steps
        let error = (u - v).distance(lag) / lag.length();
        assert!(error < 1e-3, "{}: by {error} of the lag", method.id);
        let energy = end.energy();
        let remainder = energy.numerical().abs() / energy.work.wind;
        assert!(remainder < part.powf(order(method).min(2.0)), "{}: {remainder}", method.id);
        let gained = 0.5 * mass * (u.length_squared() - velocity.length_squared());
        assert!(energy.work.drag > 0.0 && energy.work.wind > gained, "{}", method.id);
    }
}

/// Two masses that orbit each other on a spring, in steady gusts.
fn pair_in_gusts() -> System {
    let velocity = DVec3::new(3.0, 1.0, 0.5);
    let wind = Wind { resistance: 0.3, velocity, gusts: 0.6, period: 0.9 };
    let mut system = System { wind, ..System::default() };
    system.particles.push(DVec3::new(1.2, 0.1, 0.0), 0.5);
    system.particles.push(DVec3::new(-0.9, 0.3, 0.0), 2.0);
    system.particles.velocities = vec![DVec3::new(0.3, 1.4, 0.0), DVec3::new(-0.2, -0.5, 0.0)];
    system.springs.push([0, 1], Spring { stiffness: 6.0, damping: 0.2, rest_length: 1.0, ..Spring::default() });
    system.open_account();
    system
}

/// Against Runge-Kutta 4 with steps of 0.1 ms, for positions, work and heat. A force evaluated at
/// another time than that of its stage would reduce the order to 1.
#[test]
fn every_method_keeps_its_order_in_gusts() {
    let start = pair_in_gusts();
    let time = 1.2;
    let truth = after(&start, "runge-kutta-4", SOLVED, 1e-4, time);
    assert!(truth.work.wind > 1.0 && truth.work.drag > 1.0, "{:?}", truth.work);
    let solved = Offer::Mechanical.methods().filter(|method| method.order > 0).map(|method| (method, SOLVED));
    let linearised = ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"];
    let linearised = linearised.map(|id| (method(id), Settings { newton: false, ..SOLVED }));
    for (method, settings) in solved.chain(linearised) {
        // longer steps for orders 4 and 5, whose errors would be rounding
        let longest = if method.order > 2 { 0.04 } else { 0.01 };
        let steps = [1.0, 0.5, 0.25].map(|part| part * longest);
        let ends = steps.map(|h| after(&start, method.id, settings, h, time));
        let errors = [
            ends.each_ref().map(|end| distance(end, &truth)),
            ends.each_ref().map(|end| (end.work.wind - truth.work.wind).abs()),
            ends.each_ref().map(|end| (end.work.drag - truth.work.drag).abs()),
        ];
        for (what, errors) in ["place", "work", "heat"].into_iter().zip(errors) {
            let observed = observed_order(&steps, &errors).unwrap();
            // terms of opposite sign may cancel at one of the steps, which shows a higher order,
            // never a lower one
            let values = format!("{} {settings:?}, {what}: order {observed}, errors {errors:?}", method.id);
            assert!(observed > order(method) - 0.3, "{values}");
        }
    }
}

/// Central differences with a step of 1e-5 m/s: truncation 1e-10, rounding of forces of about 10 N
/// 1e-10. Where a mass moves with the wind the law is not smooth, and both are 0.
#[test]
fn the_damping_matrix_is_the_derivative_of_the_force() {
    const H: f64 = 1e-5;
    let mut random = Random(7);
    for round in 0..100 {
        let wind = Wind { resistance: random.between(0.1, 1.0), velocity: random.vector(5.0), gusts: 0.5, period: 2.0 };
        let velocity = if round == 0 { wind.at(0.3) } else { random.vector(5.0) };
        let mut system = alone(random.between(0.1, 2.0), velocity, DVec3::ZERO, wind);
        system.time = 0.3;
        let force = |velocity: DVec3| {
            let mut moved = system.clone();
            moved.particles.velocities[0] = velocity;
            moved.forces()[0]
        };
        let column = |axis: DVec3| (force(velocity - H * axis) - force(velocity + H * axis)) / (2.0 * H);
        let expected = DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z));
        let (x, v) = (&system.particles.positions, &system.particles.velocities);
        let mut matrices = [BlockMatrix::default(), BlockMatrix::default()];
        system.linearise(x, v, [0.0, 1.0], &mut matrices[0]);
        system.linearise_truly([0.0, 1.0], true, &mut matrices[1]);
        for matrix in &matrices {
            for (axis, expected) in DVec3::AXES.into_iter().zip([expected.x_axis, expected.y_axis, expected.z_axis]) {
                let mut column = [DVec3::ZERO];
                matrix.multiply(&[axis], &mut column);
                // in the first round, with the wind, differences of c h² over h are c h
                let gap = (column[0] - expected).length();
                assert!(gap < if round == 0 { 2e-5 } else { 1e-8 }, "{gap} N·s/m at {velocity} in {wind:?}");
            }
        }
    }
}

#[test]
fn strength_direction_and_gusts_of_the_wind_are_those_of_the_parameters_in_every_scene() {
    let scenes = SCENES.iter().filter(|scene| scene.parameters.iter().any(|parameter| parameter.key == "wind"));
    let mut count = 0;
    for scene in scenes {
        count += 1;
        let mut simulation = Simulation::new(scene.id).unwrap();
        assert_eq!(simulation.system().unwrap().wind.at(1.0), DVec3::ZERO, "{}", scene.id);
        set!(simulation, wind = 8.0, windDirection = 30.0, gusts = 0.25, gustPeriod = 2.0, airResistance = 0.01);
        let system = simulation.system().unwrap();
        // the falling cloth has wind along the ground and a resistance per m²; its last mass, in a
        // corner, has a quarter of a mesh
        let corner = 0.25 * (2.0 / 49.0_f64).powi(2);
        let (left, share) = if scene.id == "drape" { (DVec3::NEG_Z, corner) } else { (DVec3::Y, 1.0) };
        let mean = 8.0 * (0.75_f64.sqrt() * DVec3::X + 0.5 * left);
        for (time, strength) in [(0.0, 1.0), (0.5, 1.25), (1.0, 1.0), (1.5, 0.75), (8.5, 1.25)] {
            // rounding of the angle 2π t/T
            assert!(system.wind.at(time).distance(strength * mean) < 1e-13, "{}, {time} s", scene.id);
        }
        let (masses, at_rest) = (system.particles.len(), system.forces());
        let free = system.particles.free().last().unwrap().0;
        simulation.set("airResistance", 0.0).unwrap();
        let pull = at_rest[free] - simulation.system().unwrap().forces()[free];
        assert!(pull.distance(share * 0.01 * 8.0 * mean) < 1e-12, "{}: {pull} N on one of {masses} masses", scene.id);
        for (key, value) in [("wind", -1.0), ("gusts", 1.5), ("gustPeriod", 0.0), ("airResistance", f64::NAN)] {
            let refused = simulation.set(key, value).unwrap_err();
            assert!(matches!(&refused, Error::OutOfRange { key: named, .. } if named == key), "{refused}");
        }
    }
    assert!(count >= 5);
}

/// Along r the damping is D = 2 c ‖r‖; symplectic Euler without springs needs 2 Δt γ < 4 with γ =
/// D/m.
#[test]
fn the_step_limit_counts_air_resistance() {
    let mut chain = simulation!(
        "chain",
        stiffness = 0.0,
        damping = 0.0,
        gravity = 0.0,
        wind = 5.0,
        windDirection = 40.0,
        airResistance = 0.2
    );
    let limit = chain.step_limit();
    assert!((limit - 2.0 / (2.0 * 0.2 * 5.0 / 0.1)).abs() < 1e-9, "{limit} s"); // accuracy of the search for a mode
    let mut wild = chain.system().unwrap().clone();
    run_with(&mut wild, method("symplectic-euler"), SOLVED, 0.9 * limit, 100);
    assert!(wild.particles.velocities[1].length() < 6.0, "{}", wild.particles.velocities[1]);
}
