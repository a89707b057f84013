//! Implicit steps: their solution and their effect on the energy.

use crate::common::{Random, distance, method, run_with, surfaces};
use glam::DVec3;
use springlab::{Contact, Damper, Iteration, Settings, Simulation, Spring, System};

/// Largest ‖M Δv − Δt f‖ at the new state, as a part of the impulse of a particle's weight.
fn residual(before: &System, after: &System, h: f64) -> f64 {
    let forces = after.forces();
    let off = after.particles.free().map(|(i, m)| {
        let change = after.particles.velocities[i] - before.particles.velocities[i];
        (m * change - h * forces[i]).length() / (m * h * 9.81)
    });
    off.fold(0.0, f64::max)
}

/// 4000 and 7200 vertices of 0.5 kg on springs of 1e5 N/m, held at two of them, in steps of 1/30 s.
/// A solver that drops the negative part of K reduces the residual by a few per cent an iteration
/// only, and fails.
#[test]
fn newtons_method_solves_stiff_surfaces_that_fold_up() {
    const STEP: f64 = 1.0 / 30.0;
    for ((name, obj, held), steps) in surfaces::all(10).into_iter().zip([1, 1, 2]) {
        let mut simulation =
            simulation!("mesh", method = "implicit-euler", solver = "newton", stiffness = 1e5, timeStepSize = STEP);
        simulation.load_mesh(&obj, &format!("{{\"pinned\": {held:?}}}")).unwrap();
        for step in 0..steps {
            let before = simulation.system().unwrap().clone();
            simulation.step(1).unwrap();
            let residual = residual(&before, simulation.system().unwrap(), STEP);
            // rounding by 1e-16 m of k: 1e-11 N of a weight of 5 N, on vertices with about ten
            // springs
            assert!(residual < 1e-9, "{name}, step {step}: {residual} of a weight's impulse is missing");
            assert_quadratic(simulation.solver().unwrap(), name);
        }
    }
}

/// Largest ‖M Δv − Δt f‖ of a step of implicit Euler, as a part of the impulse of a particle's
/// weight, with Hooke's law and axial dampers as written here.
fn residual_by_hand(before: &System, after: &System, h: f64) -> f64 {
    let (x, v) = (&after.particles.positions, &after.particles.velocities);
    let mut forces = vec![DVec3::ZERO; x.len()];
    for ([i, j], Spring { stiffness, damping, rest_length, .. }) in after.springs.iter() {
        let (d, u) = (x[i] - x[j], v[i] - v[j]);
        let n = d / d.length();
        let force = -(stiffness * (d.length() - rest_length) + damping * n.dot(u)) * n;
        forces[i] += force;
        forces[j] -= force;
    }
    let off = after.particles.free().map(|(i, m)| {
        let change = v[i] - before.particles.velocities[i];
        (m * change - h * (forces[i] + m * after.gravity)).length() / (m * h * 9.81)
    });
    off.fold(0.0, f64::max)
}

/// Steps of 0.1 s, in which springs of 1e6 N/m swing 22 times. The path to the solution is a curved
/// valley: short steps that decrease the energy need more than 150 linear systems.
#[test]
fn newtons_method_solves_long_steps_of_stiff_tubes_and_cloths() {
    const STEP: f64 = 0.1;
    for (length, lying, pinned) in [(2.0, false, [1, 13]), (1.0, false, [1, 2]), (2.0, true, [7, 19])] {
        for (stiffness, damping) in [(1e6, 0.0), (1e6, 1.0), (1e5, 1.0)] {
            for method in ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"] {
                let mut simulation = simulation!("mesh", stiffness = stiffness, damping = damping, timeStepSize = STEP);
                set!(simulation, method = method, solver = "newton");
                let obj = surfaces::tube(length, lying);
                simulation.load_mesh(&obj, &format!("{{\"pinned\": {pinned:?}}}")).unwrap();
                let what = format!("{length} m, lying: {lying}, {stiffness} N/m, {damping} N·s/m, {method}");
                for _ in 0..2 {
                    let before = simulation.system().unwrap().clone();
                    simulation.step(1).unwrap_or_else(|error| panic!("{what}: {error}"));
                    if method == "implicit-euler" {
                        let residual = residual_by_hand(&before, simulation.system().unwrap(), STEP);
                        // 1e-16 m of rounding times 1e6 N/m, on six springs, of 5 N
                        assert!(residual < 1e-8, "{what}: {residual} of a weight's impulse is missing");
                    }
                }
            }
        }
    }
    for stiffness in [1e4, 1e6, 1e8] {
        let mut cloth = simulation!("cloth", stiffness = stiffness, damping = 0.0, timeStepSize = STEP, width = 12.0);
        set!(cloth, method = "implicit-euler", solver = "newton");
        for _ in 0..5 {
            let before = cloth.system().unwrap().clone();
            cloth.step(1).unwrap_or_else(|error| panic!("cloth, {stiffness} N/m: {error}"));
            let residual = residual_by_hand(&before, cloth.system().unwrap(), STEP);
            let rounding = 1e-14 * stiffness;
            assert!(residual < rounding.max(1e-8), "cloth, {stiffness} N/m: {residual} of a weight's impulse");
        }
    }
}

/// The step before is one of springs that are 30 kilometres too long.
#[test]
fn a_solved_step_depends_on_the_state_alone() {
    for method in ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"] {
        let mut chain = simulation!("chain", method = method, solver = "newton", timeStepSize = 0.02);
        chain.step(3).unwrap();
        let (snapshot, state) = (chain.snapshot(), chain.state());
        chain.set_position(3, 3e4 * DVec3::X).unwrap();
        let _ = chain.step(1);
        chain.set_state(&state).unwrap();
        let mut other = Simulation::new("chain").unwrap();
        other.restore(&snapshot).unwrap();
        for simulation in [&mut chain, &mut other] {
            simulation.step(3).unwrap();
        }
        assert_eq!(chain.snapshot(), other.snapshot(), "{method}");
    }
}

/// Hooke's law, dampers, weight and penalty contacts as written here, in N.
fn forces_by_hand(system: &System, x: &[DVec3], v: &[DVec3]) -> Vec<DVec3> {
    let mut forces = vec![DVec3::ZERO; x.len()];
    for ([i, j], Spring { stiffness, damping, rest_length, damper }) in system.springs.iter() {
        let (d, u) = (x[i] - x[j], v[i] - v[j]);
        let n = d / d.length();
        let resisted = if damper == Damper::Axial { n.dot(u) * n } else { u };
        let force = -stiffness * (d.length() - rest_length) * n - damping * resisted;
        forces[i] += force;
        forces[j] -= force;
    }
    let Contact { stiffness, damping, friction, slip_speed, .. } = system.contact;
    for (i, m) in system.particles.free() {
        forces[i] += m * system.gravity;
        let share = if system.per_kilogram { m } else { 1.0 };
        for body in &system.obstacles {
            let (distance, n) = body.distance(x[i]);
            let rate = n.dot(v[i]);
            let slip = v[i] - rate * n;
            let pressure = if distance < 0.0 { (-stiffness * distance - damping * rate).max(0.0) } else { 0.0 };
            forces[i] += share * pressure * (n - friction * slip / slip.length().max(slip_speed));
        }
    }
    forces
}

/// Largest ‖M Δv − Δt f‖ of a step at its end (θ = 1) or in its middle (θ = ½), relative to the
/// largest impulse.
fn missing(before: &System, after: &System, theta: f64, h: f64) -> f64 {
    let mean = |from: &[DVec3], to: &[DVec3]| -> Vec<DVec3> {
        from.iter().zip(to).map(|(from, to)| *from + theta * (*to - *from)).collect()
    };
    let (old, new) = (&before.particles, &after.particles);
    let forces = forces_by_hand(after, &mean(&old.positions, &new.positions), &mean(&old.velocities, &new.velocities));
    let (mut error, mut size) = (0.0_f64, 0.0_f64);
    for (i, m) in new.free() {
        let change = m * (new.velocities[i] - old.velocities[i]);
        error = error.max((change - h * forces[i]).length());
        size = size.max(change.length());
    }
    error / size
}

/// Cloths half in a ball or a box and half in the ground, all in random motion. The derivative of
/// friction is asymmetric; with its symmetric part alone one of eight such runs was refused.
/// Dampers of contacts are left out or weak: their force jumps at the surface, so that some steps
/// have no solution.
#[test]
fn newtons_method_solves_steps_of_cloths_that_slide_in_contacts() {
    let mut random = Random(23);
    let mut systems = Vec::new();
    for run in 0..60 {
        let h = [5e-4, 2e-3, 5e-3][run % 3];
        let numbers = [
            ("width", random.between(3.0, 7.0).floor()),
            ("height", random.between(3.0, 6.0).floor()),
            ("stiffness", 30.0 * random.between(1.0, 30.0)),
            ("shearStiffness", random.between(3.0, 100.0)),
            ("density", random.between(0.3, 3.0)),
            ("contactStiffness", 1e4 * random.between(1.0, 10.0)),
            ("contactDamping", if run % 2 == 0 { 0.0 } else { random.between(0.0, 3.0) }),
            ("friction", random.between(0.0, 1.0)),
            ("drag", 0.0),
            ("airResistance", 0.0),
            ("timeStepSize", h),
        ];
        let obstacle = ["sphere", "box"][run % 2];
        let direction = ["axial", "isotropic"][run / 2 % 2];
        for method in ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"] {
            let mut drape = simulation!("drape", method = method, solver = "newton", obstacle = obstacle, ..numbers);
            set!(drape, dampingDirection = direction);
            let free: Vec<usize> = drape.system().unwrap().particles.free().map(|(i, _)| i).collect();
            for i in free {
                let x = drape.particles().positions[i];
                let low = if x.x > 0.0 { 0.55 } else { 1.42 };
                drape.set_position(i, x - low * DVec3::Y + random.vector(0.05)).unwrap();
                drape.set_velocity(i, random.vector(2.0)).unwrap();
            }
            let what = format!("{numbers:?}, {obstacle}, {direction}, {method}");
            for step in 0..2 {
                let before = drape.system().unwrap().clone();
                drape.step(1).unwrap_or_else(|error| panic!("{what}: {error}"));
                systems.push(drape.solver().unwrap().len());
                let theta = match (method, step) {
                    ("implicit-euler", _) | ("bdf2", 0) => 1.0,
                    ("implicit-midpoint", _) => 0.5,
                    _ => continue,
                };
                let missing = missing(&before, drape.system().unwrap(), theta, h);
                // Newton's end, and the rounding of stiff contacts
                assert!(missing < 1e-8, "{what}: {missing} of the largest impulse is missing");
            }
        }
    }
    systems.sort_unstable();
    assert!(systems[systems.len() - 1] < 100, "up to {} linear systems", systems[systems.len() - 1]);
}

/// Dampers of 100 N·s/m, whose turning is far from symmetric in steps of 0.1 s.
#[test]
fn newtons_method_solves_long_steps_of_strongly_damped_tubes() {
    const STEP: f64 = 0.1;
    for (length, lying, pinned) in [(2.0, false, [1, 13]), (1.0, false, [1, 2]), (2.0, true, [7, 19])] {
        for stiffness in [1e3, 1e4] {
            for (method, theta) in [("implicit-euler", 1.0), ("implicit-midpoint", 0.5)] {
                let mut tube = simulation!("mesh", stiffness = stiffness, damping = 100.0, timeStepSize = STEP);
                set!(tube, method = method, solver = "newton");
                tube.load_mesh(&surfaces::tube(length, lying), &format!("{{\"pinned\": {pinned:?}}}")).unwrap();
                for step in 0..4 {
                    let what = format!("{length} m, lying: {lying}, {stiffness} N/m, {method}, step {step}");
                    let before = tube.system().unwrap().clone();
                    tube.step(1).unwrap_or_else(|error| panic!("{what}: {error}"));
                    let missing = missing(&before, tube.system().unwrap(), theta, STEP);
                    // rounding of 1e-16 m times k
                    assert!(missing < 1e-8, "{what}: {missing} of the largest impulse is missing");
                }
            }
        }
    }
}

/// Asserts quadratic convergence: the first residual below 1e-9 is less than a tenth of the one
/// before.
fn assert_quadratic(iterations: &[Iteration], what: &str) {
    let residuals: Vec<f64> = iterations.iter().map(|iteration| iteration.residual).collect();
    let best = residuals.iter().position(|&residual| residual < 1e-9).unwrap();
    assert!(residuals[best] < 0.1 * residuals[best - 1], "{what}: {residuals:?}");
    assert!(iterations.len() < 100 && iterations[best].convexified == 0, "{what}: {iterations:?}");
}

/// Linearised at the state of free flight the first chain made 99 kJ in 200 s. Now turning springs
/// store more than their tangents by 5.7 J and 10.6 J at most for the first two, of about 40 J that
/// the fall loses.
#[test]
fn gains_of_linearised_implicit_euler_on_a_falling_chain_are_small_and_temporary() {
    for (particles, stiffness, step, most) in
        [(20.0, 2000.0, 0.1, 15.0), (4.0, 2000.0, 0.1, 15.0), (12.0, 1e4, 0.05, 15.0), (20.0, 2000.0, 0.02, 0.0)]
    {
        let numbers = [("particles", particles), ("stiffness", stiffness), ("timeStepSize", step)];
        for (solver, most) in [("linearised", most), ("newton", 0.0)] {
            let mut simulation =
                simulation!("chain", fixedParticles = "1", method = "implicit-euler", solver = solver, ..numbers);
            let mut largest = f64::MIN;
            for _ in 0..2000 {
                simulation.step(1).unwrap();
                largest = largest.max(simulation.energy().unwrap().numerical());
            }
            let last = simulation.energy().unwrap().numerical();
            assert!(largest <= most && last < 0.0, "{numbers:?}, {solver}: up to {largest} J, {last} J at the end");
        }
    }
}

/// The reason that the record states in `gains`. Sideways a straight compressed pair of springs is
/// an oscillator with ω² = −κ, and a step multiplies the energy by 1/(1 − h²κ).
#[test]
fn solved_implicit_euler_gains_while_a_spring_buckles() {
    let mut system = System::default();
    for (x, w) in [(-0.9, 0.0), (0.0, 10.0), (0.9, 0.0)] {
        system.particles.push(DVec3::X * x, w);
    }
    for ends in [[0, 1], [1, 2]] {
        system.springs.push(ends, Spring { stiffness: 2.5, rest_length: 1.0, ..Spring::default() });
    }
    system.particles.velocities[1] = DVec3::Y * 1e-3;
    system.open_account();
    run_with(&mut system, method("implicit-euler"), Settings { newton: true, ..Settings::default() }, 0.1, 1);
    let kinetic = 0.5 * 0.1 * 1e-6;
    let kappa: f64 = 2.0 * 2.5 * (1.0 / 0.9 - 1.0) / 0.1;
    let expected = kinetic * (1.0 / (1.0 - 0.01 * kappa) - 1.0);
    let gained = system.energy().numerical();
    // the motion of 1e-4 m is linear to (1e-4/0.9)²; the elastic energy of 0.025 J is rounded by
    // 3e-18 J
    assert!((gained / expected - 1.0).abs() < 1e-6 && expected > 0.0, "{gained} J instead of {expected} J");
    assert!(method("implicit-euler").gains.contains("buckle"));
}

/// With dampers, drag and a hand, whose powers are booked at the mean state x̄, v̄ of a step.
#[test]
fn the_numerical_remainder_of_implicit_methods_is_of_their_order() {
    for (id, order) in [("implicit-euler", 1), ("implicit-midpoint", 2), ("bdf2", 2), ("generalised-alpha", 2)] {
        for solver in ["linearised", "newton"] {
            let numerical = [0.004, 0.002, 0.001].map(|step| {
                let numbers = [("timeStepSize", step), ("particles", 6.0), ("drag", 0.05), ("damping", 2.0)];
                let mut simulation = simulation!("chain", method = id, solver = solver, ..numbers);
                simulation.set("stiffness", 200.0).unwrap();
                simulation.hold(0, DVec3::new(0.1, 0.2, 0.1), 0.4).unwrap();
                simulation.step((0.4 / step).round() as u32).unwrap();
                let energy = simulation.energy().unwrap();
                assert!(energy.work.damping > 0.0 && energy.work.drag > 0.0 && energy.work.hand != 0.0);
                energy.numerical()
            });
            let falls = [numerical[0] / numerical[1], numerical[1] / numerical[2]];
            let expected = f64::from(1 << order);
            // terms of Δt² of BDF2 nearly cancel here, so that terms of Δt³ matter
            let most = if id == "bdf2" { 2.0 * expected } else { 1.2 * expected };
            assert!(falls.iter().all(|fall| (0.8 * expected..most).contains(fall)), "{id}, {solver}: {numerical:?}");
        }
    }
}

/// One record for a linearised step, one for each linear system of a solved step, none for other
/// methods.
#[test]
fn the_solver_reports_the_iterations_of_the_last_step() {
    let mut random = Random(5);
    let mut simulation =
        simulation!("cloth", method = "implicit-midpoint", solver = "linearised", width = 5.0, height = 4.0);
    assert_eq!(simulation.solver().unwrap(), &[]);
    for i in 6..20 {
        simulation.set_velocity(i, random.vector(3.0)).unwrap();
    }
    simulation.step(3).unwrap();
    let [linear] = simulation.solver().unwrap() else { panic!("one system a step") };
    assert!(linear.residual > 1e-9 && linear.residual < 1.0 && linear.products > 3, "{linear:?}");
    simulation.set("solver", "newton").unwrap();
    simulation.step(3).unwrap();
    let history = simulation.solver().unwrap();
    assert!(history.len() > 1 && history.last().unwrap().residual < 1e-11, "{history:?}");
    simulation.set("method", "velocity-verlet").unwrap();
    assert_eq!(simulation.solver(), None);
}

/// R → 0 for long steps; slow motion keeps its energy to (hω)⁴.
#[test]
fn bdf2_damps_stiff_motion_and_hardly_slow_motion_and_restarts_after_a_change_of_the_hand() {
    let energy_after = |stiffness: f64, mass: f64, step: f64, steps: u32| {
        let numbers = [("stiffness", stiffness), ("mass", mass), ("timeStepSize", step)];
        let mut simulation = simulation!("oscillator", method = "bdf2", solver = "linearised", ..numbers);
        let start = simulation.energy().unwrap().total();
        simulation.step(steps).unwrap();
        simulation.energy().unwrap().total() / start
    };
    // hω = 0.1: (1 − (hω)⁴/4)² a step. The lasting mode has 3/2 of the first step's loss; the mode
    // of factor ⅓ has −½ of it
    let slow = energy_after(100.0, 1.0, 0.01, 100);
    let expected = 1.01_f64.powf(-1.5) * (1.0 - 0.5e-4_f64).powi(99);
    assert!((slow - expected).abs() < 1e-3, "{slow} is left, {expected} expected");
    // hω = 20: |R| = (2hω)^(−½), a factor of 0.025 a step for the energy
    let stiff = energy_after(1000.0, 0.1, 0.2, 10);
    assert!(stiff < 1e-12, "{stiff} is left");

    let mut simulation = simulation!("chain", method = "bdf2", solver = "newton", timeStepSize = 0.02, particles = 5.0);
    simulation.step(3).unwrap();
    assert_eq!(simulation.system().unwrap().history.len(), 10);
    simulation.hold(2, DVec3::Y * 0.3, 0.5).unwrap();
    assert!(simulation.system().unwrap().history.is_empty());
    let snapshot = simulation.snapshot();
    simulation.step(5).unwrap();
    let expected = simulation.particles().clone();
    simulation.restore(&snapshot).unwrap();
    simulation.step(5).unwrap();
    assert_eq!(*simulation.particles(), expected);
}

#[test]
fn generalised_alpha_is_implicit_midpoint_exactly_for_the_spectral_radius_1() {
    for solver in ["linearised", "newton"] {
        let run = |id: &str, radius: f64| {
            let numbers = [("timeStepSize", 0.01), ("particles", 6.0), ("damping", 0.5), ("spectralRadius", radius)];
            let mut simulation = simulation!("chain", method = id, solver = solver, ..numbers);
            simulation.step(200).unwrap();
            simulation
        };
        let midpoint = run("implicit-midpoint", 1.0);
        let heat = midpoint.energy().unwrap().work.damping;
        for (radius, same) in [(1.0, true), (0.9, false)] {
            let alpha = run("generalised-alpha", radius);
            let gap = distance(alpha.system().unwrap(), midpoint.system().unwrap());
            let gap = gap.max((alpha.energy().unwrap().work.damping - heat).abs() / heat);
            // the residual of Newton's method is 1e-13 of a step's momentum
            assert_eq!(gap < 1e-10, same, "{solver}, ρ∞ = {radius}: {gap} m");
        }
    }
}

#[test]
fn generalised_alpha_damps_fast_motion_by_its_spectral_radius_and_keeps_slow_motion() {
    for radius in [0.0, 0.3, 0.8_f64] {
        let left = |stiffness: f64, mass: f64, step: f64, steps: u32| {
            let numbers =
                [("stiffness", stiffness), ("mass", mass), ("timeStepSize", step), ("spectralRadius", radius)];
            let mut simulation =
                simulation!("oscillator", method = "generalised-alpha", solver = "linearised", ..numbers);
            let start = simulation.energy().unwrap().total();
            simulation.step(steps).unwrap();
            simulation.energy().unwrap().total() / start
        };
        let s = (1.0 - radius) / (1.0 + radius);
        // hω = 0.1, and |R| = 1 − ½ s³ (hω)⁴
        let slow = left(100.0, 1.0, 0.01, 1000);
        let expected = (1.0 - 0.5e-4 * s.powi(3)).powi(2000);
        // the decaying modes have a part of about (hω)² after the first step
        assert!((slow / expected - 1.0).abs() < 0.01, "ρ∞ = {radius}: {slow} is left, {expected} expected");
        // hω = 2e6: three factors close to −ρ∞ make (a + b n + c n²) ρ∞ⁿ, where the polynomial
        // changes the rate a little
        let [earlier, later] = [60, 90].map(|steps| left(1000.0, 1e-9, 2.0, steps));
        let factor = (later / earlier).sqrt().powf(1.0 / 30.0);
        assert!(earlier == 0.0 || (factor / radius - 1.0).abs() < 0.1, "ρ∞ = {radius}: {factor}, {earlier} is left");
        // the first step overshoots
        let mut simulation = simulation!(
            "oscillator",
            method = "generalised-alpha",
            solver = "linearised",
            mass = 1e-9,
            timeStepSize = 2.0,
            stiffness = 1000.0,
            spectralRadius = radius
        );
        let acceleration = simulation.system().unwrap().forces()[1].x / 1e-9;
        simulation.step(1).unwrap();
        let velocity = simulation.particles().velocities[1].x;
        let expected = 0.25 * (1.0 - radius).powi(2) * 2.0 * acceleration;
        // neglected terms are (hω)⁻² = 2.5e-13 of it
        assert!((velocity / expected - 1.0).abs() < 1e-10, "ρ∞ = {radius}: {velocity} m/s instead of {expected} m/s");
    }
}
