//! Checkpoints of a run: the same steps from one give the same bits, whatever happened since.

use glam::DVec3;
use springlab::{Error, Own, Simulation, integrators::METHODS, scenes::SCENES};
use std::collections::HashMap;

/// The visible state of a run, to the bit.
fn state(simulation: &Simulation) -> (Vec<u8>, Option<f64>, String) {
    (simulation.snapshot(), simulation.exact().map(|exact| exact.since), format!("{:?}", simulation.energy().ok()))
}

/// States of a run with a drag and a change of the time step.
fn play(simulation: &mut Simulation) -> Vec<(Vec<u8>, Option<f64>, String)> {
    let mut states = Vec::new();
    for _ in 0..3 {
        let _ = simulation.step(4);
        states.push(state(simulation));
    }
    let last = simulation.particles().len() - 1;
    let place = simulation.particles().positions[last] + DVec3::new(0.1, 0.0, 0.0);
    let _ = simulation.hold(last, place, 0.05); // refused for a particle that the drive leads
    let _ = simulation.step(4);
    states.push(state(simulation));
    let _ = simulation.release(DVec3::ZERO);
    simulation.set("timeStepSize", 0.5 * simulation.time_step()).unwrap();
    let _ = simulation.step(4);
    states.push(state(simulation));
    states
}

#[test]
fn the_same_steps_from_a_checkpoint_give_the_same_bits_with_every_method_of_every_scene() {
    for scene in SCENES {
        let mut simulation = Simulation::new(scene.id).unwrap();
        for (key, value) in [("width", 6.0), ("height", 5.0)] {
            let _ = simulation.set(key, value); // the other scenes refuse
        }
        for method in METHODS.iter().map(|method| method.id) {
            simulation.restart();
            if simulation.set("method", method).is_err() {
                continue; // the scene does not offer it
            }
            let _ = simulation.step(5);
            let moment = simulation.moment();
            let before = state(&simulation);
            let first = play(&mut simulation);
            simulation.go_to(&moment).unwrap();
            assert_eq!(state(&simulation), before, "{} {method}", scene.id);
            assert!(play(&mut simulation) == first, "{} {method}", scene.id);
            simulation.go_to(&moment).unwrap();
        }
    }
}

#[test]
fn going_back_restores_cut_springs_parameters_drags_and_the_stop_after_an_explosion() {
    let mut cloth = Simulation::new("cloth").unwrap();
    cloth.step(10).unwrap();
    cloth.hold(40, DVec3::new(0.0, 1.0, 0.0), 0.5).unwrap();
    cloth.step(2).unwrap();
    let (moment, before) = (cloth.moment(), state(&cloth));
    cloth.cut(7).unwrap();
    cloth.set("stiffness", 123.0).unwrap();
    cloth.release(DVec3::X).unwrap();
    cloth.step(3).unwrap();
    cloth.set("width", 5.0).unwrap();
    assert_ne!(state(&cloth), before);
    cloth.go_to(&moment).unwrap();
    assert_eq!(state(&cloth), before);

    let mut damper = simulation!("damper", timeStepSize = 1.0);
    let calm = damper.moment();
    let explosion = damper.step(1_000).unwrap_err();
    assert!(matches!(explosion, Error::Explosion { .. }));
    let stopped = damper.moment();
    damper.go_to(&calm).unwrap();
    damper.step(1).unwrap();
    damper.go_to(&stopped).unwrap();
    assert_eq!(damper.step(1).unwrap_err(), explosion);
}

/// A scene is rebuilt from its parameters alone unless a change beyond them is known, so that a
/// snapshot has to hold the springs.
#[test]
fn a_checkpoint_after_a_change_of_springs_restores_them_after_a_restart_and_in_a_snapshot() {
    let changes: [fn(&mut Simulation); 2] = [
        |chain| chain.cut(3).unwrap(),
        |chain| chain.set_spring(3, Own { stiffness: Some(77.0), ..Own::default() }).unwrap(),
    ];
    for change in changes {
        let mut chain = Simulation::new("chain").unwrap();
        change(&mut chain);
        chain.step(5).unwrap();
        let (moment, before) = (chain.moment(), chain.snapshot());
        let springs = chain.system().unwrap().springs.clone();
        chain.restart();
        assert_ne!(chain.system().unwrap().springs, springs, "a restart builds the scene anew");
        chain.go_to(&moment).unwrap();
        assert_eq!(chain.snapshot(), before);
        let mut elsewhere = Simulation::new("chain").unwrap();
        elsewhere.restore(&chain.snapshot()).unwrap();
        assert_eq!(elsewhere.system().unwrap().springs, springs);
    }
}

/// A restart builds the scene from the mesh again.
#[test]
fn going_back_restores_the_mesh_of_a_checkpoint() {
    let mut simulation = Simulation::new("mesh").unwrap();
    simulation.load_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "").unwrap();
    let moment = simulation.moment();
    simulation.load_mesh("v 0 0 0\nv 1 0 0\nl 1 2\n", "").unwrap();
    assert_eq!(simulation.particles().len(), 2);
    simulation.go_to(&moment).unwrap();
    simulation.restart();
    assert_eq!(simulation.particles().len(), 3);
}

#[test]
fn checkpoints_share_unchanged_springs_and_report_their_own_bytes() {
    let mut cloth = Simulation::new("cloth").unwrap();
    let first = cloth.moment();
    cloth.step(1).unwrap();
    let second = cloth.moment();
    let (particles, springs) = (cloth.particles().len(), cloth.system().unwrap().springs.len());
    // seven numbers a particle: position, velocity and inverse mass; at least the ends and three
    // numbers a spring
    assert!((56 * particles..56 * particles + 2_000).contains(&second.bytes()), "{}", second.bytes());
    assert!(first.bytes() - second.bytes() >= 32 * springs);
    cloth.set("stiffness", 500.0).unwrap();
    assert!(cloth.moment().bytes() > second.bytes(), "the springs have changed");
}

#[test]
fn a_checkpoint_of_another_scene_is_refused() {
    let (mut damper, mut pair) = (Simulation::new("damper").unwrap(), Simulation::new("pair").unwrap());
    let (moment, before) = (pair.moment(), damper.snapshot());
    let sentence = damper.go_to(&moment).unwrap_err().to_string();
    assert_eq!(sentence, "The snapshot was refused: it is of the scene \"pair\", and this is \"damper\".");
    assert_eq!(damper.snapshot(), before);
}

/// A copy with the same count takes the states of the original, so every change of springs must be
/// counted.
#[test]
fn changes_count_parameters_and_springs_but_not_states() {
    type Act = fn(&mut Simulation) -> Result<(), Error>;
    let steps: [Act; 5] = [
        |cloth| cloth.step(2),
        |cloth| cloth.hold(40, DVec3::new(0.0, 1.0, 0.0), 0.5),
        |cloth| cloth.release(DVec3::X),
        |cloth| cloth.set_position(50, DVec3::Y),
        |cloth| cloth.set_velocity(50, DVec3::Y),
    ];
    let changes: [Act; 6] = [
        |cloth| cloth.set("damping", 2.0),
        |cloth| cloth.cut(3),
        |cloth| cloth.set_spring(3, Own { stiffness: Some(7.0), ..Own::default() }),
        |cloth| cloth.restore(&Simulation::new("cloth")?.snapshot()),
        |cloth| {
            let moment = cloth.moment();
            cloth.go_to(&moment)
        },
        |cloth| {
            cloth.restart();
            Ok(())
        },
    ];
    let mut cloth = Simulation::new("cloth").unwrap();
    for act in steps {
        let before = cloth.changes();
        act(&mut cloth).unwrap();
        assert_eq!(cloth.changes(), before);
    }
    for act in changes {
        let before = cloth.changes();
        act(&mut cloth).unwrap();
        assert!(cloth.changes() > before);
    }
}

/// Snapshots that an earlier build of this version of the format wrote: with cut, own and torn
/// springs, hands, drives, histories, reversed time, an explosion and a mesh.
#[test]
fn stored_snapshots_are_restored_bit_for_bit() {
    let stored: HashMap<String, String> = serde_json::from_str(include_str!("../reference/snapshots.json")).unwrap();
    assert_eq!(stored.len(), 8);
    for (scene, digits) in stored {
        let bytes: Vec<u8> =
            (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap()).collect();
        let mut simulation = Simulation::new(&scene).unwrap();
        simulation.restore(&bytes).unwrap();
        assert!(simulation.snapshot() == bytes, "{scene}");
        let moment = simulation.moment();
        let stopped = simulation.step(3);
        assert_eq!(stopped.is_err(), scene == "damper", "{scene}: {stopped:?}");
        simulation.go_to(&moment).unwrap();
        assert!(simulation.snapshot() == bytes, "{scene}: from a checkpoint");
    }
}

/// Torn springs are in the state, so a tear does not copy the others.
#[test]
fn checkpoints_share_springs_across_a_tear() {
    let mut cloth = simulation!("drape", pins = "edge", obstacle = "none", tear = 10.0, timeStepSize = 0.001);
    let whole = cloth.moment();
    let last = cloth.particles().len() - 1;
    let place = cloth.particles().positions[last] + DVec3::new(0.5, -0.5, 0.0);
    cloth.hold(last, place, 0.05).unwrap();
    while cloth.system().unwrap().springs.torn.is_empty() {
        assert!(cloth.time() < 0.2, "nothing tears");
        cloth.step(1).unwrap();
    }
    assert!(cloth.moment().bytes() < whole.bytes() / 2);
}
