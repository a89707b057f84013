//! Orders, time reversal, conserved areas and growth of every method.

use crate::common::{SOLVED, after, distance, method, run_with};
use glam::{DMat2, DMat4, DVec2, DVec3};
use springlab::{
    Damper, Settings, Simulation, Spring, System, exact::DampedOscillator, integrators::Offer, observed_order,
};

/// Two masses that orbit each other in the plane on an oscillating spring.
fn pair(damper: Damper, damping: f64) -> System {
    let mut system = System::default();
    system.particles.push(DVec3::new(1.2, 0.1, 0.0), 0.5);
    system.particles.push(DVec3::new(-0.9, 0.3, 0.0), 2.0);
    system.particles.velocities = vec![DVec3::new(0.3, 1.4, 0.0), DVec3::new(-0.2, -0.5, 0.0)];
    system.springs.damper = damper;
    system.springs.push([0, 1], Spring { stiffness: 6.0, damping, rest_length: 1.0, ..Spring::default() });
    system
}

/// The reference is Runge-Kutta 4 with steps of 0.1 ms, with an error of about 1e-15.
#[test]
fn every_method_has_its_order_on_a_planar_pair() {
    for (damper, damping) in [(Damper::Axial, 0.0), (Damper::Axial, 0.8), (Damper::Isotropic, 0.8)] {
        let start = pair(damper, damping);
        let truth = after(&start, "runge-kutta-4", SOLVED, 1e-4, 1.6);
        let solved = Offer::Mechanical.methods().filter(|method| method.order > 0).map(|method| (method, SOLVED));
        let linearised = ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"];
        let linearised = linearised.iter().map(|id| (method(id), Settings { newton: false, ..SOLVED }));
        for (method, settings) in solved.chain(linearised) {
            // BDF2: errors of Δt² of its first step and of all others nearly cancel; in longer
            // steps Δt³ dominates
            let largest = match method.id {
                "bdf2" => 0.001,
                _ if method.order == 1 => 0.002,
                _ if method.order == 5 => 0.01,
                _ => 0.02,
            };
            // order 5: shorter steps would be more accurate than the reference, and in these the
            // next term of the error is up to a third of the leading one
            let (parts, most) =
                if method.order == 5 { ([1.0, 0.8, 0.5, 0.4], 0.35) } else { ([1.0, 0.5, 0.25, 0.125], 0.15) };
            let steps = parts.map(|part| part * largest);
            let errors = steps.map(|h| distance(&after(&start, method.id, settings, h, 1.6), &truth));
            let order = observed_order(&steps, &errors).unwrap();
            let what = format!("{} {settings:?}, {damper:?} damping {damping}", method.id);
            assert!((order - f64::from(method.order)).abs() < most, "{what}: order {order}, errors {errors:?}");
        }
    }
}

#[test]
fn velocities_of_verlet_methods_are_of_second_order() {
    let start = pair(Damper::Axial, 0.0);
    let truth = after(&start, "runge-kutta-4", SOLVED, 1e-4, 1.6);
    for id in ["verlet", "velocity-verlet"] {
        let steps = [0.02, 0.01, 0.005];
        let errors = steps.map(|h| {
            let end = after(&start, id, SOLVED, h, 1.6);
            end.particles.velocities[0].distance(truth.particles.velocities[0])
        });
        let order = observed_order(&steps, &errors).unwrap();
        assert!((order - 2.0).abs() < 0.15, "{id}: order {order}");
    }
}

/// x + h v + ½ h² a; without the last term the run would keep an error of the velocity.
#[test]
fn the_first_step_of_verlet_is_the_taylor_step() {
    let mut system = pair(Damper::Axial, 0.0);
    let (x, v) = (system.particles.positions[0], system.particles.velocities[0]);
    let a = 0.5 * system.forces()[0];
    let h = 0.05;
    run_with(&mut system, method("verlet"), SOLVED, h, 1);
    assert!(system.particles.positions[0].distance(x + h * v + 0.5 * h * h * a) < 1e-15);
}

#[test]
fn both_forms_of_verlet_have_the_same_positions() {
    let start = pair(Damper::Axial, 0.0);
    let [positions, velocities] = ["verlet", "velocity-verlet"].map(|id| after(&start, id, SOLVED, 0.05, 10.0));
    let gap = distance(&positions, &velocities);
    // the position form rounds Δt² a against x, by about 1e-16 in each of 200 steps, which grows
    // linearly with time
    assert!(gap < 1e-11, "{gap} m apart");
}

#[test]
fn the_adjoint_reverses_every_step_of_symplectic_euler() {
    let start = pair(Damper::Axial, 0.0);
    let mut system = start.clone();
    run_with(&mut system, method("symplectic-euler"), SOLVED, 0.05, 200);
    run_with(&mut system, method("symplectic-euler-adjoint"), SOLVED, -0.05, 200);
    let gap = distance(&system, &start);
    assert!(gap < 1e-12, "{gap} m from the start");
    let mut again = start.clone();
    run_with(&mut again, method("symplectic-euler"), SOLVED, 0.05, 200);
    run_with(&mut again, method("symplectic-euler"), SOLVED, -0.05, 200);
    assert!(distance(&again, &start) > 1e-3, "symplectic Euler is not its own adjoint");
}

/// The state (u, v) after one step of an undamped oscillator with ω² = 10.
fn step_of_oscillator(id: &str, state: DVec2, h: f64) -> DVec2 {
    let mut system = System::default();
    system.particles.push(DVec3::ZERO, 0.0);
    system.particles.push(DVec3::X * state.x, 2.0);
    system.particles.velocities[1] = DVec3::X * state.y;
    system.springs.push([1, 0], Spring { stiffness: 5.0, ..Spring::default() });
    run_with(&mut system, method(id), SOLVED, h, 1);
    DVec2::new(system.particles.positions[1].x, system.particles.velocities[1].x)
}

/// A step is linear here: the images of two unit states are the columns of its matrix. The velocity
/// that the position form of Verlet reports is not a part of its state.
#[test]
fn symplectic_methods_keep_the_area_of_phase_space_on_the_mechanical_oscillator() {
    for method in Offer::Forces.methods().filter(|method| method.id != "verlet") {
        let columns = [DVec2::X, DVec2::Y].map(|state| step_of_oscillator(method.id, state, 0.1));
        let change = (DMat2::from_cols(columns[0], columns[1]).determinant() - 1.0).abs();
        assert_eq!(change < 1e-12, method.symplectic, "{}: the area changes by {change}", method.id);
    }
}

/// Largest entry of JᵀΩJ − Ω, and |J| − 1, with the Jacobian J of a step by central differences. A
/// mass hangs between two anchors, hω = 0.6 with each; the state is (x, y, ẋ, ẏ).
fn defects_of_a_step(id: &str, newton: bool) -> [f64; 2] {
    let step = |state: [f64; 4]| {
        let [x, y, u, v] = state;
        let mut system = System::default();
        system.particles.push(DVec3::ZERO, 0.0);
        system.particles.push(2.0 * DVec3::X, 0.0);
        system.particles.push(DVec3::new(x, y, 0.0), 1.0);
        system.particles.velocities[2] = DVec3::new(u, v, 0.0);
        for anchor in [0, 1] {
            system.springs.push([2, anchor], Spring { stiffness: 9.0, rest_length: 1.0, ..Spring::default() });
        }
        run_with(&mut system, method(id), Settings { newton, ..SOLVED }, 0.2, 1);
        let (x, v) = (system.particles.positions[2], system.particles.velocities[2]);
        [x.x, x.y, v.x, v.y]
    };
    let start = [1.2, 0.9, -0.4, 0.9];
    let columns: [[f64; 4]; 4] = std::array::from_fn(|column| {
        let end = |shift: f64| step(std::array::from_fn(|i| start[i] + if i == column { shift } else { 0.0 }));
        let (after, before) = (end(1e-4), end(-1e-4));
        std::array::from_fn(|i| (after[i] - before[i]) / 2e-4)
    });
    let product = |a: [f64; 4], b: [f64; 4]| a[0] * b[2] + a[1] * b[3] - a[2] * b[0] - a[3] * b[1];
    let unit = |i: usize| std::array::from_fn(|j| f64::from(u8::from(i == j)));
    let pairs = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
    let form = pairs.map(|(i, j)| (product(columns[i], columns[j]) - product(unit(i), unit(j))).abs());
    let volume = DMat4::from_cols_array_2d(&columns).determinant() - 1.0;
    [form.fold(0.0, f64::max), volume.abs()]
}

/// The velocity that the position form of Verlet reports is not a part of its state.
#[test]
fn symplectic_methods_are_so_between_two_springs_and_the_others_are_not() {
    for method in Offer::Forces.methods().filter(|method| method.id != "verlet") {
        let [form, _] = defects_of_a_step(method.id, true);
        // differences over 2e-4: their own error is 1e-8
        assert!(if method.symplectic { form < 1e-7 } else { form > 1e-6 }, "{}: {form}", method.id);
    }
}

/// A linearised step is a drift, a kick that depends on the position alone, and a drift. It keeps
/// volumes, but no potential gives that kick.
#[test]
fn linearised_implicit_midpoint_keeps_volumes_and_is_not_symplectic() {
    let [form, volume] = defects_of_a_step("implicit-midpoint", false);
    assert!(form > 1e-5 && volume < 1e-7, "form {form}, volume {volume}");
}

/// The state is (x, x₋), two successive positions.
#[test]
fn the_position_form_of_verlet_keeps_the_area_of_pairs_of_positions() {
    let step = |x: f64, previous: f64| {
        let mut system = System::default();
        system.particles.push(DVec3::ZERO, 0.0);
        system.particles.push(DVec3::X * x, 2.0);
        system.springs.push([1, 0], Spring { stiffness: 5.0, ..Spring::default() });
        let a = DVec3::X * (-10.0 * x);
        system.history = vec![DVec3::ZERO, DVec3::X * previous, DVec3::ZERO, a];
        run_with(&mut system, method("verlet"), SOLVED, 0.1, 1);
        DVec2::new(system.particles.positions[1].x, system.history[1].x)
    };
    let determinant = DMat2::from_cols(step(1.0, 0.0), step(0.0, 1.0)).determinant();
    assert!((determinant - 1.0).abs() < 1e-12, "{determinant}");
}

/// Largest coordinate in 4000 steps of a damped oscillator with ω² = 10/s², started at 1 m.
fn reach(id: &str, gamma: f64, h: f64) -> f64 {
    let mut system = System::default();
    system.particles.push(DVec3::ZERO, 0.0);
    system.particles.push(DVec3::X, 1.0);
    system.springs.damper = Damper::Isotropic;
    system.springs.push([1, 0], Spring { stiffness: 10.0, damping: gamma, ..Spring::default() });
    let mut largest = 0.0_f64;
    for _ in 0..40 {
        run_with(&mut system, method(id), SOLVED, h, 1);
        let mut integrator = method(id).mechanical.unwrap()(&system, SOLVED);
        (0..100).for_each(|_| integrator.step(&mut system, h).unwrap());
        largest = largest.max(system.particles.positions[1].x.abs());
    }
    largest
}

#[test]
fn the_limits_of_verlet_methods_and_the_adjoint_separate_bounded_from_exploding_runs() {
    for id in ["verlet", "velocity-verlet", "symplectic-euler-adjoint"] {
        for gamma in [0.0, 0.5, 4.0, 20.0] {
            let oscillator = DampedOscillator { mass: 1.0, stiffness: 10.0, damping: gamma };
            let limit = method(id).step_limit(&oscillator);
            let [below, above] = [0.99, 1.01].map(|part| reach(id, gamma, part * limit));
            assert!(below < 20.0 && above > 1e6, "{id}, γ = {gamma}: limit {limit} s, reach {below} and {above}");
            let growth = method(id).growth(&oscillator, limit, &SOLVED);
            assert!((growth - 1.0).abs() < 1e-6, "{id}, γ = {gamma}: growth {growth} at the limit");
        }
        if id != "symplectic-euler-adjoint" {
            let undamped = DampedOscillator { mass: 1.0, stiffness: 10.0, damping: 0.0 };
            let limit = method(id).step_limit(&undamped);
            assert!((limit * 10.0_f64.sqrt() / 2.0 - 1.0).abs() < 1e-8, "{id}: {limit} s instead of Δt ω = 2");
        }
    }
}

#[test]
fn implicit_midpoint_keeps_the_energy_of_a_linear_oscillator_at_every_step() {
    for h in [0.1, 1.0, 10.0] {
        let mut state = DVec2::new(1.0, -2.0);
        let energy = |state: DVec2| 0.5 * (state.y * state.y + 10.0 * state.x * state.x);
        let before = energy(state);
        (0..100).for_each(|_| state = step_of_oscillator("implicit-midpoint", state, h));
        assert!((energy(state) / before - 1.0).abs() < 1e-12, "{h} s: {} J from {before} J", energy(state));
    }
}

/// Against the exact solution, or against shorter steps. Steps are so short that the next term of
/// the error changes the order by less than 0.05; on the stiff mesh implicit Euler needs more steps
/// for that.
#[test]
fn a_simulation_measures_the_order_of_its_method() {
    for (scene, time, steps) in [("damper", 0.5, 60), ("phase", 1.0, 40), ("linear", 1.0, 40), ("mesh", 0.1, 100)] {
        let parameters = Simulation::new(scene).unwrap().parameters();
        let methods = parameters.iter().find(|parameter| parameter.key == "method").unwrap();
        for (id, _) in methods.kind.options().filter(|(id, _)| !["position-based", "xpbd", "exact"].contains(id)) {
            let mut simulation = simulation!(scene, method = id);
            simulation.set("timeStepSize", 0.002).unwrap(); // does not matter
            simulation.step(10).unwrap();
            let before = simulation.snapshot();
            let known = f64::from(method(id).order);
            // order 5: rounding in shorter steps, the next term of the error in longer ones
            let (steps, most) = if known == 5.0 { (steps / 5, 0.15) } else { (steps, 0.05) };
            let found = simulation.convergence(time, steps).unwrap();
            let order = found.order.unwrap();
            assert!((order - known).abs() < most, "{scene}, {id}: {order}, {:?}", found.errors);
            assert_eq!((found.exact, found.steps[0]), (scene != "mesh", time / f64::from(steps)));
            assert!(simulation.snapshot() == before, "the measurement changed the state");
        }
    }
}

#[test]
fn an_exact_method_has_no_measured_order_and_an_explosion_during_a_measurement_is_reported() {
    let mut simulation = simulation!("oscillator", method = "exact");
    let found = simulation.convergence(1.0, 50).unwrap();
    assert!(found.order.is_none() && found.errors[3] < 1e-13, "{found:?}");
    simulation.set("method", "explicit-euler").unwrap();
    let sentence = simulation.convergence(1000.0, 500).unwrap_err().to_string();
    assert!(sentence.contains("exceeds Explicit Euler's limit"), "{sentence}");
    assert!(simulation.step(1).is_ok(), "only the copies exploded");
    let refused = |time, steps| simulation.convergence(time, steps).unwrap_err().to_string();
    assert_eq!(refused(f64::NAN, 5), "time must be a number from 0.000001 to 1000 s; NaN was given.");
    assert_eq!(refused(1.0, 0), "number of steps must be a whole number from 1 to 10000; 0 was given.");
}

/// With the longest step the fastest motion of a chain grows beyond all others, and the error says
/// nothing about the order.
#[test]
fn errors_of_an_exploding_run_do_not_count_for_the_order() {
    let mut chain = simulation!("chain", method = "explicit-euler", particles = 5.0);
    for damping in [0.0, 0.5] {
        chain.set("damping", damping).unwrap();
        let found = chain.convergence(1.0, 1000).unwrap();
        assert!(found.errors[0] > 1.0 && found.errors[1] < 0.02, "the longest step alone explodes: {found:?}");
        // the next term of the error changes the slope by less than this
        assert!((found.order.unwrap() - 1.0).abs() < 0.1, "{found:?}");
    }
    assert!(chain.convergence(2.0, 4000).unwrap().order.is_none(), "one small error gives no slope");
}

/// The hand of the measured copies stays at its place.
#[test]
fn an_order_is_measured_with_a_held_particle_at_rest() {
    let mut simulation = Simulation::new("pair").unwrap();
    simulation.hold(0, DVec3::new(1.0, 0.5, 0.0), 0.0).unwrap();
    simulation.hold(0, DVec3::X * 50.0, 1.0).unwrap();
    simulation.step(1).unwrap();
    let found = simulation.convergence(0.5, 100).unwrap();
    assert!((found.order.unwrap() - f64::from(simulation.method().order)).abs() < 0.05, "{found:?}");
}
