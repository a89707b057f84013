//! The simulation as its users meet it: parameters, refusals, the hand, the clock and runs that explode.
#![cfg(not(target_arch = "wasm32"))]

use glam::DVec3;
use springlab::{Error, Kind, Simulation, Value, integrators::FORCE_BASED, scenes::SCENES};

fn damper() -> Simulation {
    Simulation::new("damper").unwrap()
}

#[test]
fn every_parameter_takes_its_bounds_and_refuses_what_lies_beyond() {
    for scene in SCENES {
        let mut simulation = Simulation::new(scene.id).unwrap();
        for parameter in scene.parameters {
            let Kind::Number { min, max, default, step, .. } = parameter.kind else { continue };
            assert!(min <= default && default <= max && step > 0.0, "{}", parameter.key);
            for allowed in [min, max, default] {
                simulation.set(parameter.key, allowed).unwrap();
                simulation.step(1).unwrap();
                simulation.restart();
            }
            for refused in [min - 1e-6, max + 1e-6, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let sentence = simulation.set(parameter.key, refused).unwrap_err().to_string();
                let value = if refused.is_infinite() { "Infinity".to_string() } else { refused.to_string() };
                for part in [parameter.key, &min.to_string(), &max.to_string(), &value] {
                    assert!(sentence.contains(part), "{sentence:?} lacks {part:?}");
                }
                assert_eq!(simulation.get(parameter.key), Ok(&Value::Number(default)), "the value before is kept");
            }
        }
    }
}

#[test]
fn values_of_the_wrong_type_are_refused_in_a_sentence() {
    let mut simulation = damper();
    for (key, value, sentence) in [
        ("stiffness", "fast", r#"stiffness must be a number from 0 to 1000 N/m; "fast" was given."#),
        ("stiffness", " ", "stiffness must be a number from 0 to 1000 N/m; nothing was given."),
        (
            "stifness",
            "8",
            r#"There is no parameter "stifness"; known: timeStepSize, restLength, stiffness, damping, mass, method."#,
        ),
        (
            "method",
            "leapfrog",
            r#"method must be one of explicit-euler, symplectic-euler, symplectic-euler-adjoint, runge-kutta-2, runge-kutta-4, verlet, velocity-verlet, implicit-euler, implicit-midpoint; "leapfrog" was given."#,
        ),
    ] {
        assert_eq!(simulation.set(key, value).unwrap_err().to_string(), sentence);
    }
    assert_eq!(
        simulation.set("method", 3.0).unwrap_err().to_string(),
        "method must be one of explicit-euler, symplectic-euler, symplectic-euler-adjoint, runge-kutta-2, runge-kutta-4, verlet, velocity-verlet, implicit-euler, implicit-midpoint; 3 was given."
    );
    assert_eq!(
        Simulation::new("dampr").err().unwrap().to_string(),
        r#"There is no scene "dampr"; known: damper, oscillator, cloth, chain, follower, pair, decay, rotation, phase, linear, verlet, mesh."#
    );
}

#[test]
fn positions_and_velocities_out_of_reach_are_refused() {
    let mut simulation = damper();
    let before = simulation.system().unwrap().clone();
    assert!(simulation.set_position(2, DVec3::ZERO).is_err());
    assert!(simulation.set_position(1, DVec3::new(0.0, f64::NAN, 0.0)).is_err());
    assert!(simulation.set_position(1, DVec3::X * 1e9).is_err());
    assert!(simulation.set_velocity(1, DVec3::X * f64::INFINITY).is_err());
    assert_eq!(
        simulation.set_velocity(0, DVec3::X).unwrap_err().to_string(),
        "particle 0 is fixed and has no velocity."
    );
    assert_eq!(*simulation.system().unwrap(), before);
}

#[test]
fn restart_returns_to_the_start_with_the_parameters_kept() {
    let mut simulation = damper();
    let start = simulation.system().unwrap().clone();
    simulation.set("stiffness", 8.0).unwrap();
    simulation.step(100).unwrap();
    simulation.restart();
    assert_eq!(simulation.time(), 0.0);
    assert_eq!(*simulation.particles(), start.particles);
    assert_eq!(simulation.get("stiffness"), Ok(&Value::Number(8.0)));
    assert_eq!(simulation.system().unwrap().springs.stiffnesses, [8.0]);
}

#[test]
fn time_has_no_accumulated_rounding_and_survives_a_change_of_step() {
    let mut simulation = damper();
    simulation.step(100_000).unwrap();
    assert_eq!(simulation.time(), 1000.0);
    simulation.set("timeStepSize", 0.5).unwrap();
    simulation.step(3).unwrap();
    assert_eq!(simulation.time(), 1001.5);
}

#[test]
fn the_same_steps_give_the_same_bits_however_they_are_grouped() {
    let [mut one, mut many] = [damper(), damper()];
    one.step(1000).unwrap();
    (0..100).for_each(|_| many.step(10).unwrap());
    assert_eq!(one.system(), many.system());
}

#[test]
fn a_held_mass_rests_whatever_pulls_and_leaves_with_the_given_velocity() {
    for method in FORCE_BASED {
        let mut simulation = damper();
        simulation.set("method", method.id).unwrap();
        simulation.step(30).unwrap();
        let place = DVec3::new(5.0, 2.0, 0.0);
        simulation.hold(1, place, 0.0).unwrap();
        simulation.set("mass", 2.0).unwrap();
        simulation.step(50).unwrap();
        let particles = &simulation.particles();
        assert_eq!((particles.positions[1], particles.velocities[1]), (place, DVec3::ZERO), "{}", method.id);
        simulation.release(DVec3::Y).unwrap();
        let particles = &simulation.particles();
        assert_eq!((particles.velocities[1], particles.inverse_masses[1]), (DVec3::Y, 0.5));
    }
}

#[test]
fn a_run_that_explodes_stops_and_names_the_limit_it_broke() {
    for (id, limit) in
        [("explicit-euler", 0.0), ("symplectic-euler", 0.4_f64.sqrt()), ("runge-kutta-4", 0.8_f64.sqrt())]
    {
        let mut simulation = damper();
        simulation.set("method", id).unwrap();
        simulation.set("timeStepSize", 2.0).unwrap();
        let error = simulation.step(1_000_000).unwrap_err();
        let Error::Runaway { time, step, limit: stated, growth, .. } = error.clone() else { panic!("{error}") };
        assert!((stated - limit).abs() < 1e-12 && step == 2.0 && growth > 1.0, "{error:?}");
        assert!(time < 100.0, "{id} was found out only at {time} s");
        assert!(simulation.step(1).is_err() && simulation.time() == time, "it went on after it had stopped");
        simulation.set("timeStepSize", 0.01).unwrap();
        simulation.set("method", "implicit-euler").unwrap();
        assert_eq!(simulation.step(1), Err(error), "the reason it stopped for changed afterwards");
        simulation.restart();
        simulation.step(100).unwrap();
    }
}

#[test]
fn implicit_euler_takes_the_step_that_explodes_the_others() {
    let mut simulation = damper();
    simulation.set("method", "implicit-euler").unwrap();
    simulation.set("timeStepSize", 2.0).unwrap();
    simulation.step(1000).unwrap();
    assert_eq!(simulation.step_limit(), f64::INFINITY);
}

#[test]
fn a_rehearsal_takes_its_steps_and_leaves_no_trace() {
    let mut simulation = damper();
    simulation.step(10).unwrap();
    let before = simulation.system().unwrap().clone();
    assert_eq!(simulation.rehearse(500), 500);
    assert_eq!((simulation.system().unwrap(), simulation.time()), (&before, 0.1));
    simulation.set("timeStepSize", 2.0).unwrap();
    assert!(simulation.rehearse(1000) < 1000, "a rehearsal that runs away ends there");
}
