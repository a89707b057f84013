//! Laws of the interface on random sequences of calls in every scene: no panic, refusals keep the
//! state, snapshots are exact.

use crate::{FULL, common::random::*};
use glam::DVec3;
use proptest::{
    collection::vec,
    num, prop_oneof,
    sample::select,
    strategy::{Just, Strategy},
};
use springlab::{Energy, Error, Kind, Mesh, Parameter, Scene, Simulation, Value, scenes::SCENES};
use std::cell::{Cell, RefCell};

/// A call that changes or inspects a simulation.
#[derive(Clone, Debug)]
enum Action {
    /// Sets the parameter of this index to an allowed value, at a fraction of the range.
    Set(usize, f64),
    /// Sets it to any value.
    SetAny(usize, Value),
    Position(usize, DVec3),
    Velocity(usize, DVec3),
    Hold(usize, DVec3, f64),
    Release(DVec3),
    Cut(usize),
    Step(u32),
    Restart,
    Inspect,
    Load,
}

/// Numbers of every size, finite and not.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        12 => -2.0..2.0,
        2 => -1e5..1e5,
        1 => num::f64::ANY,
        1 => select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e150, 1e-300]),
    ]
}

fn wild_vector() -> impl Strategy<Value = DVec3> {
    prop_oneof![3 => vector(2.0), 1 => [number(), number(), number()].prop_map(DVec3::from_array)]
}

fn index() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..3_usize, 8 => 3..36_usize, 1 => num::usize::ANY]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => number().prop_map(Value::Number),
        2 => select(vec!["", " ", "8", "none", "verlet", "cloth", "NaN"]).prop_map(Value::from),
        1 => Just(Value::Other("a list".to_string())),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let fraction = || prop_oneof![4 => 0.0..1.0, 1 => select(vec![0.0, 1.0])];
    prop_oneof![
        6 => (0..20_usize, fraction()).prop_map(|(key, fraction)| Action::Set(key, fraction)),
        1 => (0..20_usize, value()).prop_map(|(key, value)| Action::SetAny(key, value)),
        2 => (index(), wild_vector()).prop_map(|(i, x)| Action::Position(i, x)),
        2 => (index(), wild_vector()).prop_map(|(i, v)| Action::Velocity(i, v)),
        3 => (index(), wild_vector(), prop_oneof![0.0..0.1, number()]).prop_map(|(i, x, t)| Action::Hold(i, x, t)),
        2 => wild_vector().prop_map(Action::Release),
        2 => index().prop_map(Action::Cut),
        6 => (0..8_u32).prop_map(Action::Step),
        1 => Just(Action::Restart),
        1 => Just(Action::Inspect),
        1 => Just(Action::Load),
    ]
}

fn act(simulation: &mut Simulation, action: &Action, saved: &[u8]) -> Result<(), Error> {
    let parameters = simulation.parameters();
    match action {
        Action::Set(i, fraction) => {
            let parameter = &parameters[i % parameters.len()];
            simulation.set(parameter.key, allowed(parameter, *fraction))
        }
        Action::SetAny(i, value) => {
            let parameter = &parameters[i % parameters.len()];
            // skips large sizes, which would take long
            if matches!((&parameter.kind, value), (Kind::Count { .. }, Value::Number(n)) if *n > 6.0 && *n <= 1000.0) {
                return Ok(());
            }
            simulation.set(parameter.key, value.clone())
        }
        Action::Position(i, x) => simulation.set_position(*i, *x),
        Action::Velocity(i, v) => simulation.set_velocity(*i, *v),
        Action::Hold(i, x, time) => simulation.hold(*i, *x, *time),
        Action::Release(v) => simulation.release(*v),
        Action::Cut(i) => simulation.cut(*i),
        Action::Step(n) => simulation.step(*n),
        Action::Restart => {
            simulation.restart();
            Ok(())
        }
        Action::Inspect => {
            let (limit, steps) = (simulation.step_limit(), simulation.rehearse(2));
            // NaN in an exploded state, and where no limit is known
            assert!((limit >= 0.0 || limit.is_nan()) && steps <= 2, "limit {limit} s, {steps} steps");
            simulation.energy().map(|_| ())
        }
        Action::Load => simulation.restore(saved),
    }
}

/// The action with its steps one by one.
fn single(action: &Action) -> Vec<Action> {
    if let Action::Step(n) = action { vec![Action::Step(1); *n as usize] } else { vec![action.clone()] }
}

/// True if an action sets a parameter that rebuilds the scene.
fn restarts(scene: &Scene, action: &Action) -> bool {
    matches!(action, Action::Set(i, _) | Action::SetAny(i, _) if scene.parameters[i % scene.parameters.len()].restarts)
}

fn assert_sentence(error: &Error) {
    let text = error.to_string();
    let one = text.ends_with('.') && !text.ends_with("..") && !text.trim_end_matches('.').contains(". ");
    assert!(one && !text.contains("NaNe"), "{text:?} of {error:?} is no sentence");
}

#[test]
fn no_use_of_a_scene_panics_and_every_refusal_keeps_the_state() {
    for scene in SCENES {
        for method in methods(scene) {
            check(if FULL { 200 } else { 50 }, &vec(action(), 1..20), |actions| {
                let mut simulation = small(scene, method);
                let saved = simulation.snapshot();
                for action in actions.iter().flat_map(single) {
                    let before = simulation.snapshot();
                    let Err(error) = act(&mut simulation, &action, &saved) else { continue };
                    assert_sentence(&error);
                    let kept = simulation.snapshot() == before || matches!(error, Error::Explosion { .. });
                    assert!(kept, "{}, {method}, {action:?}: {error}, and the state changed", scene.id);
                }
            });
        }
    }
}

/// Stiffnesses and dampings down to the smallest number: the search for the limit ends. A thread
/// reports each case, so that the failure names the one that does not end.
#[test]
fn the_slowest_motions_have_a_step_limit() {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for (scene, method) in
            SCENES.iter().copied().flat_map(|scene| methods(scene).map(move |method| (scene, method)))
        {
            for least in [0.0, 5e-324, 1e-310, 1e-160] {
                let mut simulation = small(scene, method);
                for key in ["stiffness", "damping", "drag", "gravity", "a11", "a12", "a21", "a22"] {
                    let _ = simulation.set(key, least);
                }
                send.send((scene.id, method, least, f64::NAN)).unwrap();
                let limit = simulation.step_limit();
                send.send((scene.id, method, least, limit)).unwrap();
            }
        }
    });
    // milliseconds on a quiet machine
    let (mut last, wait) = (("", "", 0.0, 0.0), std::time::Duration::from_secs(300));
    loop {
        match receive.recv_timeout(wait) {
            Ok(answer) => last = answer,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("no step limit of {last:?}"),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
        }
        assert!(last.3.is_nan() || last.3 >= 0.0, "{last:?}");
    }
    assert!(!last.3.is_nan(), "no step limit of {last:?}");
}

/// Words of a format, joined at random.
fn file(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    vec(select(words), 0..40).prop_map(|words| words.concat())
}

#[test]
fn no_mesh_file_panics_and_a_refused_one_keeps_the_state() {
    const OBJ: [&str; 20] = [
        "v 0 0 0\n",
        "v 1 0 0\n",
        "v 0 1e-9 2\n",
        "v 1 0 0\n",
        "f 1 2 3\n",
        "l 1 2\n",
        "f -1 -2 -3 1/2/3\n",
        "l 3 4 1 2\n",
        "v ",
        "f ",
        "l ",
        "1 ",
        "-1 ",
        "/",
        "\\\n",
        "\n",
        "#",
        "nan ",
        "1e9 ",
        "é",
    ];
    const JSON: [&str; 30] = [
        "\"springs\":[",
        "{\"ends\":[1,2],",
        "\"k\":5",
        "\"b\":[2]",
        "\"restLength\":0",
        "\"velocities\":[[1,2,3],[0,0,0],[0,0,0]]",
        "\"prestrain\":0.5",
        "\"obj\":\"a.obj\"",
        "[1,2]",
        "{\"springs\":[[1,2],{\"a\":2,\"b\":3,\"k\":7}],",
        "\\",
        "null",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"mass\":",
        "\"masses\":[1,2,3]",
        "\"pinned\":[1]",
        "\"stiffness\":",
        "1",
        "-1",
        "1e9",
        "\n",
        " ",
        "\"",
        "é",
        "{\"mass\":1,",
    ];
    check(3000, &(file(&OBJ), file(&JSON)), |(obj, json)| {
        if let Err(error) = Mesh::parse(&obj, &json) {
            assert_sentence(&error);
        }
    });
    check(300, &(file(&OBJ[..8]), file(&JSON)), |(obj, json)| {
        let mut simulation = Simulation::new("mesh").unwrap();
        let before = simulation.snapshot();
        match simulation.load_mesh(&obj, &json) {
            Ok(_) => drop(simulation.step(5)),
            Err(error) => {
                assert_sentence(&error);
                assert!(simulation.snapshot() == before, "{error}, and the state changed");
            }
        }
    });
}

/// Values that the parameter does not take.
fn refused(parameter: &Parameter) -> impl Strategy<Value = Value> {
    let (low, high, whole) = match parameter.kind {
        Kind::Number { min, max, .. } => (min, max, false),
        Kind::Count { min, max, .. } => (f64::from(min), f64::from(max), true),
        // any number is refused
        Kind::Choice { .. } | Kind::Method { .. } => (-1.0, 1e3, true),
    };
    let number = prop_oneof![
        select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
        (0.0..300.0).prop_map(move |power: f64| low - 1e-3 * 10_f64.powf(power)),
        (0.0..300.0).prop_map(move |power: f64| high + 1e-3 * 10_f64.powf(power)),
        (0.01..0.99).prop_map(move |part| if whole { low + part } else { f64::NAN }),
    ];
    prop_oneof![
        3 => number.prop_map(Value::Number),
        1 => select(vec!["", " ", "8", "fast", "Verlet", "none "]).prop_map(Value::from),
        1 => select(vec!["a list", "nothing"]).prop_map(|text| Value::Other(text.to_string())),
    ]
}

#[test]
fn a_refused_value_is_named_by_its_parameter_in_a_sentence() {
    for scene in SCENES {
        let simulation = RefCell::new(small(scene, methods(scene).next().unwrap()));
        let state = simulation.borrow().snapshot();
        for parameter in scene.parameters {
            check(40, &refused(parameter), |value| {
                let mut simulation = simulation.borrow_mut();
                let error = simulation.set(parameter.key, value.clone()).expect_err("the value was accepted");
                let sentence = error.to_string();
                assert_sentence(&error);
                assert!(sentence.starts_with(parameter.key), "{sentence:?} of {value:?}");
                assert!(simulation.snapshot() == state, "{value:?} was refused, and the state changed");
            });
        }
        for key in ["", "Mass", "stifness", "time step size"] {
            let error = simulation.borrow_mut().set(key, 1.0).unwrap_err();
            assert!(error.to_string().contains(&format!("\"{key}\"")), "{error}");
            assert_sentence(&error);
        }
    }
}

// Snapshots

/// A run after random actions, refused or not.
fn used(scene: &Scene, method: &str, actions: &[Action]) -> Simulation {
    let mut simulation = small(scene, method);
    let saved = simulation.snapshot();
    for action in actions {
        let _ = act(&mut simulation, action, &saved);
    }
    simulation
}

#[test]
fn a_restored_run_continues_to_the_bit() {
    for scene in SCENES {
        for method in methods(scene) {
            check(if FULL { 10 } else { 3 }, &vec(action(), 1..12), |actions| {
                let mut original = used(scene, method, &actions);
                let mut restored = Simulation::new(scene.id).unwrap();
                restored.restore(&original.snapshot()).unwrap();
                for step in 0..=50 {
                    let same = original.snapshot() == restored.snapshot();
                    assert!(same, "{}, {method}: another state after {step} steps", scene.id);
                    assert_eq!(original.step(1).is_err(), restored.step(1).is_err(), "{}, {method}", scene.id);
                }
            });
        }
    }
}

/// After a snapshot, the state alone is enough to follow a copy that has taken steps.
#[test]
fn a_run_continues_to_the_bit_from_the_state_of_a_copy() {
    for scene in SCENES {
        for method in methods(scene) {
            check(if FULL { 10 } else { 5 }, &vec(action(), 1..12), |actions| {
                let mut original = used(scene, method, &actions);
                let mut follows = Simulation::new(scene.id).unwrap();
                follows.restore(&original.snapshot()).unwrap();
                for _ in 0..3 {
                    let _ = original.step(5);
                    follows.set_state(&original.state()).unwrap();
                    let same = original.snapshot() == follows.snapshot();
                    assert!(same, "{}, {method}: another state", scene.id);
                    assert_eq!(original.step(1).is_err(), follows.step(1).is_err(), "{}, {method}", scene.id);
                    assert!(original.snapshot() == follows.snapshot(), "{}, {method}: another step", scene.id);
                    let _ = follows.release(DVec3::ZERO); // the next state brings the drag back
                }
            });
        }
    }
}

#[test]
fn damaged_snapshots_are_refused_and_the_state_is_kept() {
    let damage = (num::usize::ANY, 1..=255_u8, vec(num::u8::ANY, 0..200));
    for scene in SCENES {
        check(20, &(vec(action(), 0..4), damage.clone()), |(actions, (place, flip, noise))| {
            let mut simulation = used(scene, methods(scene).next().unwrap(), &actions);
            let good = simulation.snapshot();
            let mut flipped = good.clone();
            flipped[place % good.len()] ^= flip;
            let marked = [&good[..4], &noise].concat();
            for bad in [&flipped[..], &good[..place % good.len()], &noise, &marked] {
                let error = simulation.restore(bad).expect_err("it was accepted");
                assert!(matches!(error, Error::Snapshot { .. }), "{error:?}");
                assert_sentence(&error);
                assert!(simulation.snapshot() == good, "{error}, and the state changed");
            }
        });
    }
}

/// Last eight bytes of a snapshot: FNV-1a with 64 bits over numbers of 64 bits and the remaining
/// bytes.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let (numbers, rest) = bytes.as_chunks();
    let numbers = numbers.iter().map(|number| u64::from_le_bytes(*number));
    let sum = numbers
        .chain(rest.iter().map(|byte| u64::from(*byte)))
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, number| (sum ^ number).wrapping_mul(0x0100_0000_01b3));
    sum.to_le_bytes()
}

/// Snapshots with a valid checksum and changed bytes, as a file may hold them.
#[test]
fn forged_snapshots_never_panic() {
    let bytes = prop_oneof![
        num::u8::ANY.prop_map(|byte| vec![byte]),
        number().prop_map(|number| number.to_le_bytes().to_vec()),
        (0..9_u32).prop_map(|count| count.to_le_bytes().to_vec()),
    ];
    for scene in SCENES {
        let inputs = (num::usize::ANY, vec(action(), 0..6), vec((num::usize::ANY, bytes.clone()), 1..3));
        check(60, &inputs, |(which, actions, changes)| {
            let method = methods(scene).nth(which % methods(scene).count()).unwrap();
            let good = used(scene, method, &actions).snapshot();
            let mut forged = good[..good.len() - 8].to_vec();
            for (place, bytes) in changes {
                let place = place % (forged.len() - bytes.len());
                forged[place..place + bytes.len()].copy_from_slice(&bytes);
            }
            forged.extend(checksum(&forged));
            let mut simulation = small(scene, method);
            match simulation.restore(&forged) {
                Ok(()) => actions.iter().chain(&[Action::Step(3), Action::Release(DVec3::X)]).for_each(|action| {
                    let _ = act(&mut simulation, action, &good);
                }),
                Err(error) => assert_sentence(&error),
            }
        });
    }
}

/// The history holds two vectors a particle with Verlet, and one with velocity Verlet.
#[test]
fn a_snapshot_with_the_history_of_another_method_is_refused_or_runs() {
    let text = |text: &str| [&u32::try_from(text.len()).unwrap().to_le_bytes(), text.as_bytes()].concat();
    for scene in mechanical_scenes() {
        for (from, to) in methods(scene).flat_map(|from| methods(scene).map(move |to| (from, to))) {
            let mut simulation = small(scene, from);
            let _ = simulation.step(2);
            let good = simulation.snapshot();
            let (name, body) = (text(from), &good[..good.len() - 8]);
            let place = body.windows(name.len()).position(|window| window == name).unwrap();
            let mut forged = [&body[..place], &text(to), &body[place + name.len()..]].concat();
            forged.extend(checksum(&forged));
            if simulation.restore(&forged).is_ok() {
                let _ = simulation.step(2);
            }
        }
    }
}

// Steps that do not converge

/// A scene with a far drag, displaced particles and long steps, solved by Newton's method.
fn strained(
    scene: &Scene,
    method: &str,
    (step, stiffness, held, target): (f64, f64, usize, DVec3),
    places: &[(usize, DVec3)],
) -> Simulation {
    let mut simulation = small(scene, method);
    simulation.set("solver", "newton").unwrap();
    for (key, fraction) in [("timeStepSize", step), ("stiffness", stiffness)] {
        let parameter = scene.parameters.iter().find(|known| known.key == key).unwrap();
        simulation.set(key, allowed(parameter, fraction)).unwrap();
    }
    let count = simulation.particles().len();
    for &(i, x) in places {
        simulation.set_position(i % count, x).unwrap();
    }
    simulation.hold(held % count, target, 5.0).unwrap();
    simulation
}

#[test]
fn a_step_that_does_not_converge_leaves_the_state_before_it() {
    let unsolved = Cell::new(0);
    let inputs = ((0.2..1.0, 0.2..1.0, 0..36_usize, vector(3.0)), vec((0..36_usize, vector(1.0)), 6));
    for scene in SCENES.iter().copied().filter(|scene| scene.parameters.iter().any(|known| known.key == "solver")) {
        for method in ["implicit-euler", "implicit-midpoint"] {
            check(20, &inputs, |(choice, places)| {
                let mut simulation = strained(scene, method, choice, &places);
                for _ in 0..10 {
                    let before = simulation.snapshot();
                    if let Err(error @ Error::NotConverged { .. }) = simulation.step(1) {
                        unsolved.set(unsolved.get() + 1);
                        let kept = simulation.snapshot() == before;
                        assert!(kept, "{}, {method}: {error}, and the state changed", scene.id);
                    }
                }
            });
        }
    }
    assert!(unsolved.get() > 10, "only {} steps did not converge", unsolved.get());
}

#[test]
fn a_change_from_outside_leaves_the_numerical_remainder_as_it_was() {
    for scene in mechanical_scenes() {
        for method in methods(scene) {
            check(4, &vec(action(), 1..8), |actions| {
                let mut simulation = lively(scene.id, method, 1e-3);
                simulation.step(20).unwrap();
                let mut before = simulation.energy().unwrap();
                for action in actions {
                    if matches!(action, Action::Step(_) | Action::Restart | Action::Load) || restarts(scene, &action) {
                        continue;
                    }
                    let _ = act(&mut simulation, &action, &[]);
                    let after = simulation.energy().unwrap();
                    let size = |energy: &Energy| {
                        let parts = [energy.kinetic, energy.elastic, energy.gravity, energy.contact, energy.work.hand];
                        parts.into_iter().fold(0.0, |sum: f64, part| sum + part.abs())
                    };
                    let change = after.numerical() - before.numerical();
                    // several sums, each rounded by the largest entry
                    let tolerance = 1e-13 * (size(&before) + size(&after));
                    assert!(change.abs() <= tolerance, "{}, {method}, {action:?}: {change} J", scene.id);
                    before = after;
                }
            });
        }
    }
}

// Momentum
