//! The interface of a simulation: parameters, refusals, drags, time, explosions, meshes and
//! snapshots.

use glam::DVec3;
use springlab::{
    Cause, Checkpoint, Error, Kind, Own, Simulation, Slider, Spring, Value, integrators::Offer, scenes::SCENES,
};
use std::thread;

fn damper() -> Simulation {
    Simulation::new("damper").unwrap()
}

#[test]
fn every_number_accepts_its_bounds_and_refuses_values_beyond_them() {
    for scene in SCENES {
        let mut simulation = Simulation::new(scene.id).unwrap();
        for parameter in scene.parameters {
            let Kind::Number { min, max, default, .. } = parameter.kind else { continue };
            for allowed in [min, max, default] {
                simulation.set(parameter.key, allowed).unwrap();
                // with the smallest mass the step is far above its limit
                let outcome = simulation.step(1);
                assert!(outcome.is_ok() || parameter.key == "mass" && allowed == min, "{outcome:?}");
                simulation.restart();
            }
            for refused in [min - 1e-6, max + 1e-6, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let sentence = simulation.set(parameter.key, refused).unwrap_err().to_string();
                let text = |number: f64| match number.abs() {
                    f64::INFINITY => "Infinity".to_string(),
                    size if size > 0.0 && size < 1e-6 => format!("{number:e}"),
                    _ => number.to_string(),
                };
                for part in [parameter.key, &text(min), &text(max), &text(refused)] {
                    assert!(sentence.contains(part), "{sentence:?} lacks {part:?}");
                }
                assert_eq!(simulation.get(parameter.key), Ok(&Value::Number(default)), "the refused value was set");
            }
        }
    }
}

/// Symbols of parameters in the formulas of the pages.
const SYMBOLS: [&str; 18] =
    ["", "ε", "k", "kₛ", "B", "μ", "ρ", "b", "m", "Δt", "L", "g", "ρ∞", "x₀", "Ω", "a₀", "b₁", "b₂"];

/// Travel of a slider's thumb in px on the narrowest supported phone.
const TRAVEL: f64 = 280.0;

/// Largest addition to the change of a pixel by rounding to readable values.
const ROUNDING: f64 = 0.0025;

#[test]
fn sliders_span_allowed_values_around_the_default_in_pixels_of_at_most_2_percent() {
    for parameter in SCENES.iter().flat_map(|scene| scene.parameters) {
        let ([default, min, max], slider) = match parameter.kind {
            Kind::Number { default, min, max, slider, .. } => ([default, min, max], slider),
            Kind::Count { default, min, max, slider } => ([default, min, max].map(f64::from), slider),
            Kind::Choice { .. } | Kind::Method { .. } => continue,
        };
        let (key, [from, to]) = (parameter.key, slider.ends());
        assert!(min <= from && from <= default && default <= to && to <= max && from < to, "{key}");
        let readable = match slider {
            Slider::Linear { step, .. } => step > 0.0 && step <= 0.1 * (to - from),
            Slider::Logarithmic { .. } => from > 0.0 && (to / from).powf(TRAVEL.recip()) <= 1.02 - ROUNDING,
        };
        assert!(readable, "{key}: {slider:?}");
        assert!(SYMBOLS.contains(&parameter.symbol), "{key}: {}", parameter.symbol);
    }
}

#[test]
fn values_of_the_wrong_type_are_refused_in_a_sentence() {
    let mut simulation = damper();
    let methods = Offer::Forces.methods().map(|method| method.id).collect::<Vec<_>>().join(", ");
    for (key, value, sentence) in [
        ("stiffness", "fast", r#"stiffness must be a number from 0 to 1000 N/m; "fast" was given."#),
        ("stiffness", " ", "stiffness must be a number from 0 to 1000 N/m; nothing was given."),
        (
            "stifness",
            "8",
            r#"There is no parameter "stifness"; known: timeStepSize, restLength, stiffness, damping, mass, method, substeps, tolerance, spectralRadius."#,
        ),
        ("method", "frog", &format!(r#"method must be one of {methods}; "frog" was given."#)),
    ] {
        assert_eq!(simulation.set(key, value).unwrap_err().to_string(), sentence);
    }
    assert_eq!(
        simulation.set("method", 3.0).unwrap_err().to_string(),
        format!("method must be one of {methods}; 3 was given.")
    );
    assert_eq!(
        Simulation::new("dampr").err().unwrap().to_string(),
        format!(
            r#"There is no scene "dampr"; known: {}."#,
            SCENES.iter().map(|scene| scene.id).collect::<Vec<_>>().join(", ")
        )
    );
}

#[test]
fn positions_and_velocities_out_of_range_are_refused() {
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
    assert_eq!(*simulation.system().unwrap().springs.stiffnesses, [8.0]);
}

#[test]
fn time_accumulates_no_rounding_and_continues_through_a_change_of_step() {
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
fn a_held_mass_rests_at_its_place_and_is_released_with_the_given_velocity() {
    for method in Offer::Forces.methods() {
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
fn an_explosion_stops_the_run_and_names_the_exceeded_limit() {
    for (id, limit) in
        [("explicit-euler", 0.0), ("symplectic-euler", 0.4_f64.sqrt()), ("runge-kutta-4", 0.8_f64.sqrt())]
    {
        let mut simulation = damper();
        set!(simulation, method = id, timeStepSize = 2.0);
        let error = simulation.step(1_000_000).unwrap_err();
        let Error::Explosion { time, cause: Some(cause) } = error.clone() else { panic!("{error}") };
        let Cause { step, limit: stated, growth, .. } = cause;
        assert!((stated - limit).abs() < 1e-12 && step == 2.0 && growth > 1.0, "{error:?}");
        assert!(time < 100.0, "{id} was detected only at {time} s");
        assert!(simulation.step(1).is_err() && simulation.time() == time, "it continued after the stop");
        set!(simulation, timeStepSize = 0.01, method = "implicit-euler");
        assert_eq!(simulation.step(1), Err(error), "the reason changed after the stop");
        simulation.restart();
        simulation.step(100).unwrap();
    }
}

#[test]
fn a_snapshot_of_an_exploded_run_stays_stopped() {
    // with many particles the cause is not known immediately
    for (width, known) in [(3.0, true), (40.0, false)] {
        let mut simulation = simulation!("cloth", width = width, timeStepSize = 0.05);
        let error = simulation.step(10_000).unwrap_err();
        assert!(matches!(&error, Error::Explosion { cause, .. } if cause.is_some() == known), "{error}");
        let mut copy = Simulation::new("cloth").unwrap();
        copy.restore(&simulation.snapshot()).unwrap();
        assert_eq!(copy.step(1), Err(error));
        assert_eq!(copy.snapshot(), simulation.snapshot());
    }
}

#[test]
fn implicit_euler_is_stable_in_the_steps_that_explode_other_methods() {
    let mut simulation = damper();
    set!(simulation, method = "implicit-euler", timeStepSize = 2.0);
    simulation.step(1000).unwrap();
    assert_eq!(simulation.step_limit(), f64::INFINITY);
}

#[test]
fn a_rehearsal_counts_stable_steps_and_leaves_the_state_unchanged() {
    let mut simulation = damper();
    simulation.step(10).unwrap();
    let before = simulation.system().unwrap().clone();
    assert_eq!(simulation.rehearse(500), 500);
    assert_eq!((simulation.system().unwrap(), simulation.time()), (&before, 0.1));
    simulation.set("timeStepSize", 2.0).unwrap();
    assert!(simulation.rehearse(1000) < 1000, "an exploding rehearsal ends there");
}

#[test]
fn counts_and_choices_accept_listed_values_and_refuse_others() {
    let mut simulation = simulation!("cloth", width = 7.0, fixedParticles = 4.0);
    assert_eq!(simulation.get("fixedParticles"), Ok(&Value::Name("4".into())), "a number can name an option");
    assert_eq!(simulation.particles().inverse_masses.iter().filter(|w| **w == 0.0).count(), 4);
    for (key, value, sentence) in [
        ("width", Value::Number(7.5), "width must be a whole number from 2 to 1000; 7.5 was given."),
        ("width", Value::Number(1e9), "width must be a whole number from 2 to 1000; 1000000000 was given."),
        ("width", "".into(), "width must be a whole number from 2 to 1000; nothing was given."),
        ("fixedParticles", Value::Number(3.0), "fixedParticles must be one of 1, 2, 4; 3 was given."),
        ("obstacle", "cube".into(), r#"obstacle must be one of none, ground, sphere, box; "cube" was given."#),
    ] {
        assert_eq!(simulation.set(key, value).unwrap_err().to_string(), sentence);
    }
    assert_eq!(simulation.particles().len(), 7 * 30);
}

#[test]
fn the_initial_length_restarts_the_scene_and_the_mass_does_not() {
    let mut simulation = Simulation::new("oscillator").unwrap();
    simulation.step(10).unwrap();
    simulation.set("mass", 1.0).unwrap();
    assert!(simulation.time() > 0.0);
    simulation.set("initialLength", 3.0).unwrap();
    assert_eq!((simulation.time(), simulation.particles().positions[1]), (0.0, DVec3::X * 3.0));
}

/// Compared with a simulation restored from a snapshot, whose method has no past: snapshots are
/// equal to the bit some steps after every change, and no earlier iterations or accepted steps are
/// reported. A method keeps only its buffers.
#[test]
fn after_a_change_of_a_parameter_a_method_continues_without_its_past() {
    for scene in SCENES {
        let methods = scene.parameters.iter().find(|parameter| parameter.key == "method");
        for (method, _) in methods.into_iter().flat_map(|parameter| parameter.kind.options()) {
            let [mut simulation, mut twin] = [(); 2].map(|()| Simulation::new(scene.id).unwrap());
            for key in ["width", "height"] {
                let _ = simulation.set(key, 9.0); // refused without such a parameter
            }
            simulation.set("method", method).unwrap();
            for parameter in scene.parameters.iter().filter(|parameter| !parameter.restarts) {
                let Ok(Value::Number(value)) = simulation.get(parameter.key).cloned() else { continue };
                let Kind::Number { min, max, .. } = parameter.kind else { continue };
                let case = format!("{} of {} with {method}", parameter.key, scene.id);
                let stopped = simulation.step(3);
                twin.restore(&simulation.snapshot()).unwrap();
                for one in [&mut simulation, &mut twin] {
                    one.set(parameter.key, (1.01 * value + 0.001).clamp(min, max)).unwrap();
                    assert_eq!(
                        (one.solver().unwrap_or(&[]), one.accepted_steps().unwrap_or(&[])),
                        (&[][..], &[][..]),
                        "{case}"
                    );
                }
                assert_eq!(simulation.step(3), twin.step(3), "{case}");
                assert!(simulation.snapshot() == twin.snapshot(), "{case}");
                if stopped.is_err() {
                    simulation.restart();
                }
            }
        }
    }
}

#[test]
fn particles_of_the_cloth_are_numbered_row_by_row_from_the_top_left() {
    let simulation = Simulation::new("cloth").unwrap();
    let particles = simulation.particles();
    for (i, place) in [(0, [0.0, 0.0]), (39, [7.8, 0.0]), (40, [0.0, -0.2]), (1199, [7.8, -5.8])] {
        assert!(particles.positions[i].distance(DVec3::new(place[0], place[1], 0.0)) < 1e-12, "particle {i}");
    }
    let fixed: Vec<usize> = (0..1200).filter(|&i| particles.inverse_masses[i] == 0.0).collect();
    assert_eq!(fixed, [0, 39]);
}

const TENT: &str = "v 0 0 0\nv 2 0 0\nv 2 0 2\nv 0 0 2\nv 1 1 1\nf 1 2 3 4\nf 1 2 5\nf 3 4 5\n";

#[test]
fn a_mesh_is_read_from_obj_and_json_and_kept_after_a_restart() {
    let mut simulation = Simulation::new("mesh").unwrap();
    simulation.load_mesh(TENT, r#"{ "pinned": [1, 2], "stiffness": 90, "masses": [1, 1, 2, 2, 4] }"#).unwrap();
    for _ in 0..2 {
        let system = simulation.system().unwrap();
        assert_eq!(system.particles.inverse_masses, [0.0, 0.0, 0.5, 0.5, 0.25]);
        assert_eq!(system.springs.len(), 9, "4 edges and a diagonal of the floor, 4 to the top");
        assert_eq!(system.springs.stiffnesses[0], 90.0);
        simulation.step(100).unwrap();
        simulation.restart();
    }
    simulation.set("polygons", "edges").unwrap();
    assert_eq!(simulation.system().unwrap().springs.len(), 8);
}

#[test]
fn a_bad_mesh_is_refused_and_the_previous_one_kept() {
    let mut simulation = Simulation::new("mesh").unwrap();
    simulation.load_mesh(TENT, "").unwrap();
    simulation.step(10).unwrap();
    let before = simulation.snapshot();
    for (obj, json, sentence) in [
        ("v 0 0\n", "", "OBJ, line 1: a vertex needs 3 coordinates, and has 2; write 0 for one that is missing."),
        (TENT, "{\n\"pinned\": [6]}", "JSON, pinned[0]: there is no vertex 6; they are numbered from 1 to 5."),
        (
            TENT,
            "{\"stiffness\": -1}",
            "JSON, stiffness: stiffness must be a number from 0 to 100000000 N/m; -1 was given.",
        ),
    ] {
        assert_eq!(simulation.load_mesh(obj, json).unwrap_err().to_string(), sentence);
        assert_eq!(simulation.snapshot(), before);
    }
    let refused = Simulation::new("cloth").unwrap().load_mesh(TENT, "").unwrap_err().to_string();
    assert_eq!(refused, r#"The scene "cloth" has no mesh."#);
}

#[test]
fn a_bad_or_foreign_snapshot_is_refused_and_the_state_kept() {
    let mut simulation = Simulation::new("damper").unwrap();
    simulation.step(10).unwrap();
    let before = simulation.snapshot();
    let mut damaged = before.clone();
    damaged[60] ^= 1;
    let foreign = Simulation::new("decay").unwrap().snapshot();
    for (bytes, sentence) in [
        (&b""[..], "The snapshot was refused: the bytes are not a snapshot."),
        (b"a picture, perhaps", "The snapshot was refused: the bytes are not a snapshot."),
        (&damaged, "The snapshot was refused: it is damaged."),
        (&before[..before.len() - 9], "The snapshot was refused: it is damaged."),
        (&foreign, r#"The snapshot was refused: it is of the scene "decay", and this is "damper"."#),
    ] {
        assert_eq!(simulation.restore(bytes).unwrap_err().to_string(), sentence);
        assert_eq!(simulation.snapshot(), before);
    }
}

#[test]
fn flows_and_followers_refuse_energy_and_spectrum_in_a_sentence() {
    for scene in ["decay", "follower"] {
        let mut simulation = Simulation::new(scene).unwrap();
        let sentence = simulation.energy().unwrap_err().to_string();
        assert_eq!(sentence, format!("The scene \"{scene}\" has no forces and energy."));
        assert!(simulation.spectrum().is_err());
    }
    assert!(Simulation::new("cloth").unwrap().flow().is_err());
}

/// A file in the format of another program: light masses and stiff springs.
#[test]
fn values_of_single_springs_in_a_mesh_file_survive_parameters_cuts_and_snapshots() {
    const JSON: &str = r#"{
        "obj": "tent.obj", "k": 1e6, "m": [8e-6, 8e-6, 1, 2, 4], "b": [1, 2], "prestrain": 0.1,
        "springs": [{"ends": [1, 3], "stiffness": 1e8, "damping": 0.5, "restLength": 2}, [5, 1]],
        "velocities": [[0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]]
    }"#;
    let mut simulation = Simulation::new("mesh").unwrap();
    simulation.load_mesh(TENT, JSON).unwrap();
    let ends = |simulation: &Simulation, i: usize| simulation.system().unwrap().springs.endpoints[i];
    let spring = |simulation: &Simulation, i: usize| simulation.system().unwrap().springs.iter().nth(i).unwrap().1;
    assert_eq!((ends(&simulation, 0), ends(&simulation, 1)), ([0, 2], [4, 0]));
    let own = spring(&simulation, 0);
    assert_eq!((own.stiffness, own.damping, own.rest_length), (1e8, 0.5, 2.0));
    let length = |simulation: &Simulation, i: usize| {
        let [a, b] = ends(simulation, i).map(|end| simulation.particles().positions[end as usize]);
        a.distance(b)
    };
    let count = simulation.system().unwrap().springs.len();
    for i in 1..count {
        let shared = spring(&simulation, i);
        assert_eq!((shared.stiffness, shared.rest_length), (1e6, (1.0 - 0.1) * length(&simulation, i)));
    }
    assert_eq!(simulation.masses(), [f64::INFINITY, f64::INFINITY, 1.0, 2.0, 4.0]);
    assert_eq!(simulation.particles().velocities[2], DVec3::Y);
    assert!(simulation.energy().unwrap().kinetic == 0.5);
    // parameters do not change a spring's own values
    set!(simulation, stiffness = 50.0, damping = 0.25, springLaw = "relative");
    assert_eq!(spring(&simulation, 0), own);
    assert_eq!(spring(&simulation, 1).stiffness, 50.0 / spring(&simulation, 1).rest_length);
    simulation.set_spring(1, Own { stiffness: Some(7.0), rest_length: Some(0.0), ..Own::default() }).unwrap();
    simulation.set("timeStepSize", 5e-5).unwrap();
    assert_eq!(spring(&simulation, 1), Spring { stiffness: 7.0, damping: 0.25, rest_length: 0.0, ..own });
    simulation.set_spring(2, Own { rest_length: Some(0.0), ..Own::default() }).unwrap();
    assert_eq!(spring(&simulation, 2).stiffness, 50.0, "without a rest length there is no relative elongation");
    // the last spring takes the index of the cut one and keeps its values
    simulation.cut(0).unwrap();
    let moved = spring(&simulation, 0);
    simulation.set("stiffness", 60.0).unwrap();
    assert_eq!(spring(&simulation, 0).stiffness, 60.0 / moved.rest_length);
    assert_eq!(spring(&simulation, 1).stiffness, 7.0);
    let snapshot = simulation.snapshot();
    let mut other = Simulation::new("mesh").unwrap();
    other.restore(&snapshot).unwrap();
    assert!(other.system().unwrap().springs == simulation.system().unwrap().springs && other.snapshot() == snapshot);
    other.set("stiffness", 70.0).unwrap();
    assert_eq!((spring(&other, 1).stiffness, other.masses()), (7.0, simulation.masses()));
    simulation.restart();
    assert_eq!((spring(&simulation, 0), simulation.system().unwrap().springs.len()), (own, count));
}

/// Steps must be below 2/√(k Σ 1/m).
#[test]
fn the_stiffest_springs_and_lightest_masses_run_stably_in_steps_of_half_the_limit() {
    let mut simulation = Simulation::new("mesh").unwrap();
    for (k, mass) in [(1e8, 0.5), (100.0, 8e-6)] {
        set!(simulation, stiffness = k, mass = mass, damping = 0.0);
        let limit = simulation.step_limit();
        assert!((1e-6..1e-3).contains(&limit), "{limit}");
        simulation.set("timeStepSize", 0.5 * limit).unwrap();
        simulation.restart();
        simulation.step(2000).unwrap();
        simulation.hold(0, DVec3::ZERO, 1000.0).unwrap();
        simulation.step(1).unwrap();
    }
}

#[test]
fn values_of_single_springs_are_refused_without_such_a_spring_and_out_of_range() {
    let mut simulation = Simulation::new("chain").unwrap();
    let before = simulation.snapshot();
    let sentence = |simulation: &mut Simulation, index, own| simulation.set_spring(index, own).unwrap_err().to_string();
    let stiff = Own { stiffness: Some(-1.0), ..Own::default() };
    assert_eq!(
        sentence(&mut simulation, 0, stiff),
        "stiffness must be a number from 0 to 100000000 N/m; -1 was given."
    );
    let long = Own { stiffness: Some(1.0), rest_length: Some(f64::NAN), ..Own::default() };
    assert_eq!(sentence(&mut simulation, 0, long), "restLength must be a number from 0 to 1000000 m; NaN was given.");
    assert_eq!(
        sentence(&mut simulation, 19, Own::default()),
        "spring must be a whole number from 0 to 18; 19 was given."
    );
    assert!(simulation.snapshot() == before);
    for (scene, end) in [("damper", "no springs to set one by one."), ("rotation", "no forces and energy.")] {
        let sentence = sentence(&mut Simulation::new(scene).unwrap(), 0, Own::default());
        assert!(sentence.ends_with(end), "{sentence}");
    }
    // the own stiffness is kept in a run
    simulation.set_spring(3, Own { stiffness: Some(500.0), ..Own::default() }).unwrap();
    simulation.step(200).unwrap();
    let springs = &simulation.system().unwrap().springs;
    assert_eq!((springs.stiffnesses[3], springs.stiffnesses[4]), (500.0, 2000.0));
}

#[test]
fn a_hand_stops_at_the_surface_of_an_obstacle() {
    for (obstacle, inside) in [("ground", [1.0, -20.0]), ("sphere", [4.0, -9.0]), ("box", [4.0, -9.0])] {
        let mut cloth = simulation!("cloth", obstacle = obstacle);
        cloth.set("stiffness", 1.0).unwrap(); // so that the cloth does not explode
        let body = cloth.system().unwrap().obstacles[0];
        let (inside, outside) = (DVec3::new(inside[0], inside[1], 0.0), DVec3::new(3.0, 2.0, 0.0));
        let surface = inside - body.distance(inside).0 * body.distance(inside).1; // along the normal
        assert!(body.distance(inside).0 < -0.5 && body.distance(surface).0.abs() < 1e-14, "{obstacle}: {body:?}");
        for time in [0.0, 0.1] {
            for (target, place) in [(inside, surface), (outside, outside)] {
                cloth.hold(700, target, time).unwrap();
                cloth.step(20).unwrap();
                assert_eq!(cloth.particles().positions[700], place, "{obstacle}, {target}, {time} s");
            }
        }
    }
}

#[test]
fn a_simulation_can_be_opened_in_one_thread_run_in_another_and_read_in_all() {
    fn open_to_all<T: Send + Sync>() {}
    open_to_all::<Checkpoint>();

    let mut simulation = damper();
    let simulation = thread::spawn(move || {
        simulation.step(100).unwrap();
        simulation
    });
    let simulation = simulation.join().unwrap();
    let times =
        thread::scope(|scope| [(); 2].map(|()| scope.spawn(|| simulation.time())).map(|time| time.join().unwrap()));
    assert_eq!(times, [1.0; 2]);
}

/// F = k (ℓ − L)/L has k in N.
#[test]
fn the_unit_of_the_stiffness_follows_the_spring_law() {
    for scene in ["chain", "cloth", "mesh"] {
        let mut simulation = Simulation::new(scene).unwrap();
        for (law, unit) in [("hooke", "N/m"), ("relative", "N"), ("hooke", "N/m")] {
            simulation.set("springLaw", law).unwrap();
            for (key, unit) in [("stiffness", unit), ("damping", "N·s/m")] {
                let error = simulation.set(key, -1.0).unwrap_err().to_string();
                assert!(error.ends_with(&format!(" {unit}; -1 was given.")), "{scene}, {law}: {error}");
            }
        }
    }
}
