//! Constraints by projection, position-based dynamics and XPBD.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // counts of steps

mod common;

use common::{after, distance, method, run_with};
use glam::DVec3;
use springlab::{Obstacle, Rule, Settings, Simulation, Spring, System, integrators::MECHANICAL};

/// Six masses of 0.1 kg in a level row of links of 0.2 m, held at the left.
fn rope(link: impl Fn(&mut System, [u32; 2])) -> System {
    let mut system = System { gravity: DVec3::Y * -9.81, ..System::default() };
    for i in 0..6_u32 {
        system.particles.push(DVec3::X * 0.2 * f64::from(i), if i == 0 { 0.0 } else { 10.0 });
    }
    (1..6).for_each(|i| link(&mut system, [i - 1, i]));
    system
}

fn springs(stiffness: f64, damping: f64) -> System {
    rope(|system, ends| {
        system.springs.push(ends, Spring { stiffness, damping, rest_length: 0.2, ..Spring::default() });
    })
}

fn rods() -> System {
    rope(|system, ends| system.constraints.push(ends, 0.2, Rule::Fixed))
}

fn settings(sweeps: u32, stiffness_factor: f64) -> Settings {
    Settings { newton: true, sweeps, stiffness_factor, ..Settings::default() }
}

/// Largest relative elongation of a spring.
fn stretch(system: &System) -> f64 {
    let x = &system.particles.positions;
    system
        .springs
        .iter()
        .map(|([i, j], spring)| (x[i].distance(x[j]) / spring.rest_length - 1.0).abs())
        .fold(0.0, f64::max)
}

/// A rod that turns: a constraint that needs no sweep but one. The projection goes along the new direction of the rod and
/// falls short by (ωΔt)³ a step, so that ω slows as dω/dt = −ω³Δt, ω = ω₀/√(1 + 2ω₀²Δt t): the angle is known.
#[test]
fn erratum_7_one_constraint_is_met_by_one_projection() {
    let (h, omega) = (0.001, 0.5_f64);
    let mut system = System::default();
    system.particles.push(DVec3::ZERO, 0.0);
    system.particles.push(DVec3::X * 2.0, 1.0);
    system.particles.velocities[1] = DVec3::Y * 2.0 * omega;
    system.constraints.push([0, 1], 2.0, Rule::Fixed);
    run_with(&mut system, method("verlet"), settings(1, 1.0), h, 2000);
    assert!(system.residual < 1e-15, "{} m", system.residual);
    let angle = ((1.0 + 2.0 * omega * omega * h * 2.0).sqrt() - 1.0) / (omega * h);
    let expected = 2.0 * DVec3::new(angle.cos(), angle.sin(), 0.0);
    // the next term is smaller by another ωΔt
    assert!(system.particles.positions[1].distance(expected) < 1e-6, "{}", system.particles.positions[1]);
}

#[test]
fn erratum_7_several_constraints_need_sweeps_and_their_number_changes_the_apparent_stiffness() {
    let hanging = |sweeps: u32| {
        let mut system = after(&rods(), "verlet", settings(sweeps, 1.0), 0.01, 0.01);
        system.drag = 0.5; // so that it comes to rest
        run_with(&mut system, method("verlet"), settings(sweeps, 1.0), 0.01, 3000);
        (system.residual, system.constraints.stretch(&system.particles.positions))
    };
    let results = [1, 4, 16, 64].map(hanging);
    for pair in results.windows(2) {
        assert!(pair[1].0 < 0.7 * pair[0].0, "residuals over sweeps: {results:?}");
        assert!(pair[1].1.abs() < 0.7 * pair[0].1.abs(), "stretch over sweeps: {results:?}");
    }
    assert!(results[0].1 > 1e-3, "with one sweep the rope is visibly longer: {results:?}");
}

#[test]
fn projection_of_a_free_rope_keeps_its_momentum() {
    let mut system = rods();
    system.particles.inverse_masses[0] = 4.0;
    system.particles.velocities[5] = DVec3::new(0.0, 3.0, 1.0);
    let falling = |system: &System| system.particles.momentum();
    let before = falling(&system);
    run_with(&mut system, method("verlet"), settings(7, 1.0), 0.01, 100);
    let weight = system.particles.free().map(|(_, m)| m).sum::<f64>() * system.gravity;
    // Verlet's reported velocity lags behind the corrections of a step by half of them
    assert!((falling(&system) - before - weight).length() < 1e-2 * weight.length());
    let centre =
        |system: &System| system.particles.free().map(|(i, m)| m * system.particles.positions[i]).sum::<DVec3>();
    let mut start = rods();
    start.particles.inverse_masses[0] = 4.0;
    start.particles.velocities[5] = DVec3::new(0.0, 3.0, 1.0);
    let expected = centre(&start) + before + 0.5 * weight; // x₀ + v₀ t + ½ g t², t = 1 s, which Verlet takes exactly
    assert!((centre(&system) - expected).length() < 1e-12);
}

#[test]
fn a_string_stays_slack_and_a_rod_does_not() {
    for (rule, slack) in [("maximum", true), ("fixed", false)] {
        let mut simulation = Simulation::new("verlet").unwrap();
        simulation.set("links", rule).unwrap();
        simulation.set("sweeps", 200.0).unwrap();
        simulation.set("gravity", 0.0).unwrap();
        let end = simulation.particles().positions[19];
        simulation.set_position(19, end - DVec3::X * 0.15).unwrap();
        simulation.step(100).unwrap();
        let x = &simulation.particles().positions;
        let length = x[19].distance(x[18]);
        assert_eq!(length < 0.1, slack, "{rule}: the last link is {length} m long");
    }
}

#[test]
fn obstacles_are_not_entered_by_projected_particles() {
    for obstacle in ["ground", "sphere", "box"] {
        for id in ["verlet", "position-based", "xpbd"] {
            let mut simulation = Simulation::new("verlet").unwrap();
            simulation.set("obstacle", obstacle).unwrap();
            simulation.set("method", id).unwrap();
            for _ in 0..30 {
                simulation.step(10).unwrap();
                let system = simulation.system().unwrap();
                let depth = system.particles.positions.iter().map(|x| system.obstacles[0].distance(*x).0);
                let deepest = depth.fold(f64::INFINITY, f64::min);
                assert!(deepest > -1e-12, "{id}: {deepest} m inside the {obstacle}");
            }
        }
    }
}

/// What a penalty would do means nothing where particles are put out: to the limit and to what holds.
#[test]
fn the_step_limit_of_methods_that_project_contacts_leaves_the_penalty_out() {
    for method in MECHANICAL {
        for (obstacle, scene) in [("ground", "cloth"), ("sphere", "cloth"), ("box", "mesh"), ("ground", "mesh")] {
            let limit = |contact_stiffness: f64, contact_damping: f64| {
                let mut simulation = Simulation::new(scene).unwrap();
                simulation.set("obstacle", obstacle).unwrap();
                simulation.set("method", method.id).unwrap();
                simulation.set("contactStiffness", contact_stiffness).unwrap();
                simulation.set("contactDamping", contact_damping).unwrap();
                let inside = simulation.system().unwrap().obstacles[0];
                // half a micrometre deep
                let x = simulation.particles().positions[3] - DVec3::Y * 100.0;
                let surface = x - (inside.distance(x).0 + 5e-7) * inside.distance(x).1;
                simulation.set_position(3, surface).unwrap();
                simulation.step_limit()
            };
            let [soft, hard] = [limit(1.0, 0.0), limit(1e6, 1e3)];
            let told = format!("{}, {obstacle}: {soft} s and {hard} s", method.id);
            // explicit Euler and Runge-Kutta 2 say 0, implicit methods that there is none
            let counts = !method.projects_contacts && soft > 0.0 && soft < f64::INFINITY;
            assert_eq!(hard < soft, counts, "{told}");
        }
    }
}

/// A heap on the ground that Verlet takes with steps of 16 ms, of which the penalty's stiffness would allow one part in ten.
#[test]
fn verlet_keeps_a_heap_on_hard_ground_up_to_the_limit_of_its_springs() {
    let mut simulation = Simulation::new("mesh").unwrap();
    for (key, value) in [("damping", 0.0), ("contactStiffness", 1e6), ("stiffness", 1000.0), ("timeStepSize", 0.016)] {
        simulation.set(key, value).unwrap();
    }
    simulation.set("obstacle", "ground").unwrap();
    simulation.set("method", "verlet").unwrap();
    let limit = simulation.step_limit();
    assert!((0.016..0.03).contains(&limit), "{limit} s");
    for _ in 0..100 {
        simulation.step(10).unwrap();
        let now = simulation.step_limit();
        assert!((0.9..1.2).contains(&(now / limit)), "{now} s at {} s, {limit} s at first", simulation.time());
    }
}

/// The rope of rods by Verlet with 400 sweeps and steps of 0.25 ms is the inextensible one to some 1e-4 m.
#[test]
fn position_based_dynamics_tends_to_the_inextensible_rope_whatever_its_factor() {
    let truth = after(&rods(), "verlet", settings(400, 1.0), 0.00025, 0.4);
    for factor in [0.2, 0.5, 1.0] {
        let over_sweeps = [1, 5, 25, 125].map(|sweeps| {
            let end = after(&springs(1.0, 0.0), "position-based", settings(sweeps, factor), 0.01, 0.4);
            stretch(&end)
        });
        assert!(over_sweeps.windows(2).all(|pair| pair[1] < 0.7 * pair[0]), "s = {factor}: stretch {over_sweeps:?}");
        assert!(over_sweeps[3] < 2e-3, "s = {factor}: stretch {over_sweeps:?}");
        let over_steps = [0.01, 0.005, 0.0025, 0.00125]
            .map(|h| distance(&after(&springs(1.0, 0.0), "position-based", settings(125, factor), h, 0.4), &truth));
        assert!(over_steps.windows(2).all(|pair| pair[1] < 0.7 * pair[0]), "s = {factor}: distance {over_steps:?} m");
        assert!(over_steps[3] < 0.01, "s = {factor}: distance {over_steps:?} m");
    }
}

/// The stiffness in N/m means nothing to position-based dynamics.
#[test]
fn position_based_dynamics_does_not_know_stiffness() {
    let [soft, hard] = [1.0, 1e6].map(|k| after(&springs(k, 0.0), "position-based", settings(5, 0.7), 0.01, 0.4));
    assert_eq!(soft.particles, hard.particles);
}

#[test]
fn xpbd_tends_to_implicit_euler_for_stiffness_1_over_compliance() {
    for (stiffness, damping) in [(200.0, 0.0), (200.0, 0.5), (5e4, 0.0)] {
        for h in [0.01, 0.0025] {
            let start = springs(stiffness, damping);
            let truth = after(&start, "implicit-euler", settings(1, 1.0), h, 0.4);
            let over_sweeps =
                [1, 8, 64, 512].map(|sweeps| distance(&after(&start, "xpbd", settings(sweeps, 1.0), h, 0.4), &truth));
            let what = format!("k = {stiffness} N/m, μ = {damping} N·s/m, Δt = {h} s: {over_sweeps:?} m");
            assert!(over_sweeps.windows(2).all(|pair| pair[1] < 0.7 * pair[0] || pair[1] < 1e-11), "{what}");
            assert!(over_sweeps[3] < 1e-9, "{what}");
        }
    }
}

/// α = 1/k in m/N, also in the drag of the air.
#[test]
fn xpbd_in_drag_is_implicit_euler_too() {
    let mut start = springs(200.0, 0.3);
    start.drag = 1.0;
    let [implicit, xpbd] = ["implicit-euler", "xpbd"].map(|id| after(&start, id, settings(512, 1.0), 0.01, 0.4));
    assert!(distance(&implicit, &xpbd) < 1e-9, "{} m apart", distance(&implicit, &xpbd));
    assert!((implicit.work.drag - xpbd.work.drag).abs() < 1e-9 && implicit.work.drag > 0.01, "the same heat");
    assert!(start.springs.iter().all(|(_, spring)| spring.compliance() == 0.005));
}

/// Methods that project put particles onto the surface; nothing of the penalty law is left.
#[test]
fn friction_means_nothing_to_projected_particles() {
    for id in ["verlet", "position-based", "xpbd"] {
        let run = |friction: f64| {
            let mut start = rods();
            start.obstacles = vec![Obstacle::Sphere { centre: DVec3::new(0.6, -0.5, 0.0), radius: 0.4 }];
            start.contact.friction = friction;
            after(&start, id, settings(20, 1.0), 0.01, 2.0)
        };
        let [smooth, rough] = [0.0, 2.0].map(run);
        assert_eq!(smooth.particles, rough.particles, "{id}");
        assert_eq!(rough.work.friction, 0.0);
    }
}

#[test]
fn xpbd_with_isotropic_dampers_is_implicit_euler_too() {
    let mut start = springs(200.0, 0.3);
    start.springs.damper = springlab::Damper::Isotropic;
    let truth = after(&start, "implicit-euler", settings(1, 1.0), 0.01, 0.4);
    let gap = distance(&after(&start, "xpbd", settings(512, 1.0), 0.01, 0.4), &truth);
    assert!(gap < 1e-9, "{gap} m apart");
}

/// With few sweeps XPBD's springs are softer than k; its steps are those of implicit Euler only when it has converged.
#[test]
fn the_same_scenes_run_with_all_three_families() {
    for scene in ["chain", "cloth", "mesh", "verlet"] {
        for id in ["position-based", "xpbd"] {
            let mut simulation = Simulation::new(scene).unwrap();
            simulation.set("method", id).unwrap();
            let start = simulation.energy().unwrap().total();
            simulation.step(200).unwrap();
            let energy = simulation.energy().unwrap();
            // both take energy, neither gives any; what falls moves
            assert!(energy.kinetic > 0.0 && energy.gravity < start, "{scene}, {id}: {energy:?}");
            assert!(energy.total() < start + 1e-9 * energy.kinetic, "{scene}, {id}: {energy:?} from {start} J");
        }
    }
}

#[test]
fn a_cut_link_lets_go() {
    let mut simulation = Simulation::new("verlet").unwrap();
    simulation.cut(9).unwrap();
    simulation.step(50).unwrap();
    let x = &simulation.particles().positions;
    assert!(x[9].distance(x[10]) > 0.5, "{} m apart after half a second of fall", x[9].distance(x[10]));
    assert_eq!(simulation.cut(18).unwrap_err().to_string(), "link must be a whole number from 0 to 17; 18 was given.");
    assert!(Simulation::new("decay").unwrap().cut(0).is_err());
}

#[test]
fn a_ball_on_a_plane_is_a_distance_of_zero() {
    let ground = Obstacle::Plane { point: DVec3::ZERO, normal: DVec3::Y };
    let mut system = System { gravity: DVec3::Y * -9.81, obstacles: vec![ground], ..System::default() };
    system.particles.push(DVec3::Y, 1.0);
    run_with(&mut system, method("verlet"), settings(1, 1.0), 0.01, 200);
    assert!(system.particles.positions[0].y.abs() < 1e-12, "{}", system.particles.positions[0]);
}

/// The figures that ARCHITECTURE.md states, to their two digits.
#[test]
fn figures_over_sweeps_and_steps_are_those_of_the_architecture() {
    let truth = after(&rods(), "verlet", settings(400, 1.0), 0.00025, 0.4);
    let near = |figures: [f64; 4], stated: [f64; 4]| {
        // a figure of 1e-13 is rounding: only its size counts
        let near = |figure: f64, stated: f64| (figure / stated - 1.0).abs() < if stated > 1e-12 { 0.05 } else { 0.9 };
        let same = figures.iter().zip(&stated).all(|(figure, stated)| near(*figure, *stated));
        assert!(same, "{figures:?}, and {stated:?} is stated");
    };
    for (factor, stretches, distances) in [
        (0.2, [0.27, 0.065, 0.0126, 0.00116], [0.0141, 0.0073, 0.0037, 0.0019]),
        (1.0, [0.0385, 0.0071, 0.000_267, 5.7e-10], [0.0138, 0.0072, 0.0037, 0.0019]),
    ] {
        let end = |sweeps, h| after(&springs(1.0, 0.0), "position-based", settings(sweeps, factor), h, 0.4);
        near([1, 5, 25, 125].map(|sweeps| stretch(&end(sweeps, 0.01))), stretches);
        near([0.01, 0.005, 0.0025, 0.00125].map(|h| distance(&end(125, h), &truth)), distances);
    }
    let start = springs(5e4, 0.0);
    for (h, stated) in [(0.01, [0.0300, 0.0059, 0.000_41, 1.86e-7]), (0.0025, [0.0021, 0.000_22, 4.6e-7, 1e-13])] {
        let truth = after(&start, "implicit-euler", settings(1, 1.0), h, 0.4);
        let gap = |sweeps| distance(&after(&start, "xpbd", settings(sweeps, 1.0), h, 0.4), &truth);
        near([1, 4, 16, 64].map(gap), stated);
    }
}
