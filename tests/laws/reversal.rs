//! Runs forwards and back: the methods that return to the start.

use crate::common::{method, random::offers};
use glam::DVec3;
use springlab::{Method, Simulation, Value, integrators::METHODS};

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

/// Records name the methods that return. 340 steps round by 1e-16 m, which the motion amplifies;
/// Newton's residual is of that size, too.
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
        let of_scene = simulation!(scene, ..changes).scene();
        let offered = METHODS.iter().filter(|method| offers(of_scene, method.id));
        for (&&Method { id, symmetric: returns, .. }, solver) in
            offered.flat_map(|method| ["newton", "linearised"].map(|solver| (method, solver)))
        {
            let mut simulation = simulation!(scene, ..changes);
            set!(simulation, method = id);
            let _ = simulation.set("solver", solver); // a single oscillator is linear
            if scene == "pair" {
                simulation.set_position(0, DVec3::new(1.0, 0.8, 0.3)).unwrap();
                simulation.set_velocity(0, DVec3::new(0.0, 0.4, 0.7)).unwrap();
            }
            let miss = miss(&mut simulation, 170);
            let least = if id.starts_with("runge-kutta") { 1e-9 } else { 1e-5 };
            assert_eq!(miss < 1e-10, returns, "{scene}, {id}, {solver}: {miss} m");
            assert!(returns || miss > least, "{scene}, {id}, {solver}: {miss} m");
        }
    }
}

/// A rope of rods with RATTLE, solved to 1e-12 m a step, which the whip of its free end amplifies;
/// Verlet projects onto the new direction of a rod and does not return.
#[test]
fn of_the_methods_on_rods_only_rattle_returns_to_the_start() {
    for id in ["rattle", "verlet"] {
        let mut rope = simulation!("verlet", method = id, width = 6.0, timeStepSize = 0.002);
        let miss = miss(&mut rope, 150);
        assert!(if id == "rattle" { miss < 1e-8 } else { miss > 1e-4 }, "{id}: {miss} m");
    }
    assert!(method("rattle").symmetric);
}

/// In a run back the same law of the dampers feeds energy in.
#[test]
fn implicit_midpoint_with_dampers_returns_to_the_start_with_no_heat_solved_or_linearised() {
    for solver in ["newton", "linearised"] {
        let mut simulation =
            simulation!("chain", damping = 0.05, particles = 6.0, method = "implicit-midpoint", solver = solver);
        let stored = simulation.energy().unwrap().stored();
        simulation.step(100).unwrap();
        let heat = simulation.energy().unwrap().work.heat();
        simulation.restart();
        let miss = miss(&mut simulation, 100);
        let energy = simulation.energy().unwrap();
        // the run back amplifies rounding as the dampers reduced the motion
        assert!(miss < 1e-8, "{solver}: {miss} m");
        let left = energy.work.heat();
        assert!(heat > 1e-4 && left.abs() < 1e-6 * heat, "{solver}: {heat} J, and {left} J are left");
        assert!((energy.stored() - stored).abs() < 1e-6 * heat, "{solver}");
    }
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

/// The exact motion after a reversal is the one that led there, with the energy that the dampers
/// took; it ends where the mass would have passed the anchor.
#[test]
fn the_exact_solution_of_a_damped_spring_goes_on_backwards() {
    for damping in [0.0, 0.3, 3.0, 8.0] {
        let mut damper = simulation!("damper", damping = damping, method = "runge-kutta-4");
        damper.step(100).unwrap();
        damper.reverse();
        damper.step(1).unwrap();
        for _ in 0..99 {
            damper.step(1).unwrap();
            let exact = damper.exact().expect("it is known at every step");
            let miss = exact.particles.positions[1].distance(damper.particles().positions[1]);
            // Runge-Kutta 4 errs by about (λΔt)⁵ a step, with λ up to 16/s
            assert!(miss < 1e-4, "μ = {damping}: {miss} m at {} s", damper.time());
        }
        let start = damper.exact().unwrap().particles.positions[1];
        assert!((start.x - 6.0).abs() < 1e-4, "μ = {damping}: {start}");
    }
    // backwards the amplitude grows until the mass reaches the anchor, at 0 m
    let mut damper = simulation!("damper", damping = 0.5, method = "runge-kutta-4");
    damper.reverse();
    while damper.particles().positions[1].x > 0.1 && damper.time() > -20.0 {
        assert!(damper.exact().is_some(), "known until it passes the anchor, at {} s", damper.time());
        damper.step(1).unwrap();
    }
    assert!(damper.time() > -20.0, "it comes near the anchor");
    damper.step(10).unwrap();
    assert!(damper.exact().is_none());
}

#[test]
fn backwards_dampers_are_a_source_and_no_step_is_stable() {
    for (scene, method) in [("damper", "symplectic-euler"), ("cloth", "velocity-verlet"), ("chain", "runge-kutta-4")] {
        let mut simulation = simulation!(scene, method = method);
        for (key, value) in [("width", 6.0), ("height", 5.0)] {
            let _ = simulation.set(key, value); // refused without such a parameter
        }
        simulation.set("damping", 0.0).unwrap();
        let _ = simulation.set("drag", 0.0);
        simulation.reverse();
        let undamped = simulation.step_limit();
        assert!(undamped > 0.0 && simulation.growth_source().is_none(), "{scene}: {undamped} s");
        simulation.set("damping", 2.0).unwrap();
        assert_eq!(simulation.growth_source(), Some("backwards in time, damping feeds energy into the motion"));
        assert_eq!(simulation.step_limit(), 0.0, "{scene}");
        assert!(simulation.stable_range("timeStepSize").unwrap().unwrap()[0].is_nan(), "{scene}");
        let energy = simulation.energy().unwrap().stored();
        let sentence = simulation.step(100_000).unwrap_err().to_string();
        assert!(sentence.contains(": backwards in time, damping feeds energy into the motion, at every"), "{sentence}");
        let now = simulation.energy().unwrap().stored();
        assert!(now.is_nan() || now > energy, "{scene}");
        // a snapshot of the stopped run tells the same
        let stopped = simulation.snapshot();
        let mut restored = Simulation::new(scene).unwrap();
        restored.restore(&stopped).unwrap();
        assert_eq!(restored.step(1).unwrap_err().to_string(), sentence);
        simulation.reverse();
        assert_eq!(simulation.growth_source(), None, "{scene}: forwards again");
    }
}
