//! Runs forwards and back: the methods that return to the start.

use glam::DVec3;
use springlab::{Method, Simulation, Value, integrators::Offer};

/// Largest distance in m from the start after `n` steps forwards and `n` back.
fn miss(simulation: &mut Simulation, n: u32) -> f64 {
    let start = simulation.particles().positions.clone();
    let time = simulation.time();
    simulation.step(n).unwrap();
    let gap = |now: &Simulation| {
        now.particles().positions.iter().zip(&start).map(|(x, y)| x.distance(*y)).fold(0.0_f64, f64::max)
    };
    assert!(gap(simulation) > 0.1, "it has moved by {} m only", gap(simulation));
    simulation.reverse();
    assert!(simulation.backwards() && simulation.time() > time);
    simulation.step(n).unwrap();
    assert!((simulation.time() - time).abs() < 1e-12, "the clock runs back to {time} s, not {} s", simulation.time());
    gap(simulation)
}

const RETURNING: [&str; 4] = ["verlet", "velocity-verlet", "leapfrog", "implicit-midpoint"];

/// 340 steps round by 1e-16 m, which the motion amplifies; Newton's residual is of that size, too.
#[test]
fn symmetric_methods_return_to_the_start_and_others_miss_it() {
    let scenes = [
        ("oscillator", &[("timeStepSize", Value::Number(0.02))][..]),
        (
            "chain",
            &[
                ("damping", 0.0.into()),
                ("stiffness", 20.0.into()),
                ("timeStepSize", 0.005.into()),
                ("particles", 6.0.into()),
                ("fixedParticles", "1".into()),
            ],
        ),
        ("pair", &[("damping", 0.0.into()), ("timeStepSize", 0.02.into())]),
    ];
    for (scene, changes) in scenes {
        for &Method { id, .. } in Offer::Forces.methods() {
            let returns = RETURNING.contains(&id);
            let mut simulation = simulation!(scene, ..changes);
            set!(simulation, method = id, solver = "newton");
            if scene == "pair" {
                simulation.set_position(0, DVec3::new(1.0, 0.8, 0.3)).unwrap();
                simulation.set_velocity(0, DVec3::new(0.0, 0.4, 0.7)).unwrap();
            }
            let miss = miss(&mut simulation, 170);
            let least = if id.starts_with("runge-kutta") { 1e-9 } else { 1e-5 };
            assert_eq!(miss < 1e-10, returns, "{scene}, {id}: {miss} m");
            assert!(returns || miss > least, "{scene}, {id}: {miss} m");
        }
    }
}

/// In a run back the same law of the dampers feeds energy in.
#[test]
fn implicit_midpoint_with_dampers_returns_to_the_start_with_no_heat() {
    let mut simulation =
        simulation!("chain", damping = 0.05, particles = 6.0, method = "implicit-midpoint", solver = "newton");
    let stored = simulation.energy().unwrap().stored();
    simulation.step(100).unwrap();
    let heat = simulation.energy().unwrap().work.heat();
    simulation.restart();
    let miss = miss(&mut simulation, 100);
    let energy = simulation.energy().unwrap();
    // the run back amplifies rounding as the dampers reduced the motion
    assert!(miss < 1e-8, "{miss} m");
    assert!(heat > 1e-4 && energy.work.heat().abs() < 1e-6 * heat, "{heat} J, and {} J are left", energy.work.heat());
    assert!((energy.stored() - stored).abs() < 1e-6 * heat);
}

#[test]
fn every_scene_and_method_runs_back_or_refuses() {
    for scene in springlab::scenes::SCENES {
        let methods = scene.parameters.iter().find(|parameter| parameter.key == "method").unwrap();
        for (id, _) in methods.kind.options() {
            let mut simulation = simulation!(scene.id, method = id);
            simulation.step(5).unwrap();
            let time = simulation.time();
            simulation.reverse();
            let outcome = simulation.step(3);
            assert!(outcome.is_err() || simulation.time() < time, "{}, {id}", scene.id);
            assert!(simulation.particles().positions.iter().all(|x| x.is_finite()), "{}, {id}", scene.id);
            if let Some(exact) = simulation.exact() {
                let gap = exact.particles.positions.iter().zip(&simulation.particles().positions);
                let gap = gap.map(|(x, y)| x.distance(*y)).fold(0.0_f64, f64::max);
                // error of three steps of first order with the scene's default time step
                assert!(gap < 1.0, "{}, {id}: {gap}", scene.id);
            }
        }
    }
}

#[test]
fn a_reversed_run_stays_reversed_through_parameters_snapshots_and_drags_until_a_restart() {
    let mut simulation = simulation!("pair", method = "velocity-verlet");
    simulation.step(100).unwrap();
    simulation.reverse();
    simulation.set("timeStepSize", 0.01).unwrap();
    simulation.step(10).unwrap();
    assert!((simulation.time() - 0.4).abs() < 1e-12 && simulation.time_step() == 0.01);
    let snapshot = simulation.snapshot();
    let mut other = Simulation::new("pair").unwrap();
    other.restore(&snapshot).unwrap();
    assert!(other.backwards());
    for each in [&mut simulation, &mut other] {
        each.step(7).unwrap();
    }
    assert!(simulation.particles() == other.particles());
    simulation.hold(0, DVec3::X * 3.0, 0.1).unwrap();
    simulation.step(10).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::X * 3.0, "a hand reaches its target");
    simulation.reverse();
    assert!(!simulation.backwards());
    simulation.reverse();
    simulation.restart();
    assert!(!simulation.backwards() && simulation.time() == 0.0);
}
