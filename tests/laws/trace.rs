//! Moments of a step against the step itself, and against the formulas of the methods.

use glam::{DVec2, DVec3};
use springlab::{
    Event, Model, Simulation, StepMoment,
    integrators::{METHODS, Stability, Tableau, runge_kutta_45},
    scenes::SCENES,
};

/// Relative tolerance of a formula whose terms are added in another order: a few roundings.
const ROUNDING: f64 = 1e-14;

fn number(moment: &StepMoment, name: &str) -> f64 {
    moment.numbers.iter().find(|(key, _)| *key == name).unwrap_or_else(|| panic!("no {name} in {moment:?}")).1
}

fn vector(moment: &StepMoment, name: &str, i: usize) -> DVec3 {
    moment.vectors.iter().find(|(key, _)| *key == name).unwrap_or_else(|| panic!("no {name} in {moment:?}")).1[i]
}

fn events(moments: &[StepMoment]) -> Vec<Event> {
    moments.iter().map(|moment| moment.event).collect()
}

fn near(one: DVec3, other: DVec3) -> bool {
    (one - other).length() <= ROUNDING * (1.0 + one.length())
}

/// Compares the last moment with the step of `simulation` that follows, and takes that step.
fn compare(simulation: &mut Simulation, what: &str) {
    let led = simulation.excitation().and_then(springlab::Excitation::led);
    let count = simulation.particles().len();
    let before = simulation.model().clone();
    let traces = [0, count - 1].map(|chosen| (chosen, simulation.inside_step(chosen)));
    assert!(*simulation.model() == before, "{what}: nothing has moved");
    let stepped = simulation.step(1);
    let next = &*simulation;
    for (chosen, inside) in traces {
        let (Ok(inside), Ok(())) = (&inside, &stepped) else {
            assert_eq!(inside.err(), stepped.clone().err(), "{what}");
            continue;
        };
        let (first, last) = (&inside[0], inside.last().unwrap());
        assert_eq!(first.event, Event::Start, "{what}");
        assert!((last.time - next.time()).abs() <= 1e-14 * (1.0 + next.time()), "{what}");
        let all = count <= 64;
        for (place, i) in if all { (0..count).map(|i| (i, i)).collect() } else { vec![(0, chosen)] } {
            // the simulation's clock places a led particle once more, at a time without rounding
            if led != Some(i) {
                let [x, v] = [&next.particles().positions, &next.particles().velocities].map(|list| list[i]);
                assert_eq!((last.positions[place], last.velocities[place]), (x, v), "{what}, particle {i}");
            }
        }
    }
}

/// A small version of each scene, at its start and after several steps, with each solver.
#[test]
fn the_last_moment_is_the_step_to_the_bit_with_every_method_of_every_scene() {
    for scene in SCENES {
        for method in METHODS.iter().map(|method| method.id) {
            for solver in ["linearised", "newton"] {
                let mut simulation = Simulation::new(scene.id).unwrap();
                for (key, value) in [("width", 6.0), ("height", 5.0), ("particles", 8.0)] {
                    let _ = simulation.set(key, value); // the other scenes refuse
                }
                if simulation.set("method", method).is_err()
                    || simulation.set("solver", solver).is_err() && solver == "newton"
                {
                    continue;
                }
                let _ = simulation.set("substeps", "1");
                for taken in [0, 1, 3] {
                    let _ = simulation.step(taken);
                    compare(&mut simulation, &format!("{} {method} {solver} after {taken}", scene.id));
                }
            }
        }
    }
}

#[test]
fn the_last_moment_is_the_step_with_other_links_obstacles_dampers_and_a_hand() {
    for method in ["verlet", "xpbd", "position-based", "rattle"] {
        for (key, value) in [("shape", "cloth"), ("links", "maximum"), ("links", "springs"), ("obstacle", "sphere")] {
            let mut rope = simulation!("verlet", width = 6.0, height = 4.0, method = method, timeStepSize = 0.01);
            rope.set(key, value).unwrap();
            rope.step(20).unwrap();
            compare(&mut rope, &format!("{method} {key} {value}"));
            rope.hold(5, DVec3::new(1.0, 1.0, 0.0), 0.5).unwrap();
            compare(&mut rope, &format!("{method} {key} {value}, held"));
        }
    }
    for method in ["implicit-midpoint", "bdf2", "generalised-alpha", "velocity-verlet"] {
        let mut pair =
            simulation!("pair", damping = 0.5, method = method, timeStepSize = 0.1, dampingDirection = "axial");
        let _ = pair.set("solver", "newton");
        pair.step(2).unwrap();
        compare(&mut pair, method);
    }
}

/// With many springs the steps are those of the layouts for speed, of which moments are read.
#[test]
fn the_last_moment_is_the_step_of_a_large_cloth() {
    for method in ["symplectic-euler", "runge-kutta-4", "implicit-euler", "xpbd"] {
        for precision in ["double", "single"] {
            let mut cloth = simulation!("cloth", width = 30.0, height = 20.0, method = method, substeps = "2");
            let _ = cloth.set("precision", precision);
            cloth.set("substeps", "1").unwrap();
            cloth.step(2).unwrap();
            compare(&mut cloth, &format!("cloth {method} {precision}"));
        }
    }
}

#[test]
fn a_run_with_traces_in_between_has_the_same_bits() {
    for method in METHODS.iter().filter(|method| method.mechanical.is_some()) {
        let [mut traced, mut plain] = ["chain"; 2].map(|scene| Simulation::new(scene).unwrap());
        if traced.set("method", method.id).is_err() {
            continue;
        }
        plain.set("method", method.id).unwrap();
        for _ in 0..5 {
            traced.inside_step(3).unwrap();
            traced.step(2).unwrap();
            plain.step(2).unwrap();
        }
        assert!(traced.snapshot() == plain.snapshot(), "{}", method.id);
        assert_eq!(traced.effort(), plain.effort(), "{}", method.id);
    }
}

/// The first of n substeps is shown: it ends after Δt/n.
#[test]
fn with_substeps_the_first_is_shown() {
    let mut damper = simulation!("damper", timeStepSize = 0.1, substeps = "4");
    let inside = damper.inside_step(1).unwrap();
    assert_eq!(inside.last().unwrap().time, 0.025);
    set!(damper, timeStepSize = 0.025, substeps = "1");
    damper.step(1).unwrap();
    assert_eq!(inside.last().unwrap().positions, damper.particles().positions);
}

#[test]
fn symplectic_euler_kicks_then_drifts() {
    let mut damper = simulation!("damper", timeStepSize = 0.1); // 0.5 kg on 5 N/m, 2 m beyond its rest length
    damper.step(1).unwrap();
    let (x, v) = (damper.particles().positions[1].x, damper.particles().velocities[1].x);
    let inside = damper.inside_step(1).unwrap();
    assert_eq!(events(&inside), [Event::Start, Event::Evaluation, Event::Kick, Event::Drift]);
    let a = -10.0 * (x - 4.0);
    let state = |moment: &StepMoment| (moment.positions[1], moment.velocities[1]);
    assert!(near(vector(&inside[1], "a", 1), DVec3::X * a));
    assert_eq!(state(&inside[0]), state(&inside[1]));
    assert!(near(inside[2].velocities[1], DVec3::X * (v + 0.1 * a)));
    assert_eq!(inside[2].positions[1].x, x);
    assert!(near(inside[3].positions[1], DVec3::X * (x + 0.1 * (v + 0.1 * a))));
    assert_eq!(inside[3].velocities[1], inside[2].velocities[1]);
    assert_eq!([number(&inside[2], "h"), number(&inside[3], "h")], [0.1; 2]);
}

#[test]
fn verlet_methods_and_leapfrog_report_their_halves() {
    use Event::{Drift, Evaluation, Flight, Kick, Start, Velocities};
    for (method, first, later) in [
        ("velocity-verlet", vec![Start, Evaluation, Kick, Drift, Evaluation, Kick], 1),
        ("leapfrog", vec![Start, Evaluation, Drift, Evaluation, Kick, Drift], 1),
        ("symplectic-euler-adjoint", vec![Start, Drift, Evaluation, Kick], 0),
        ("verlet", vec![Start, Flight, Velocities, Evaluation], 0),
    ] {
        let mut damper = simulation!("damper", method = method, timeStepSize = 0.1);
        assert_eq!(events(&damper.inside_step(1).unwrap()), first, "{method}");
        damper.step(1).unwrap();
        // the acceleration is known from the step before
        let rest: Vec<Event> = first.iter().copied().skip(1 + later).collect();
        assert_eq!(events(&damper.inside_step(1).unwrap())[1..], rest, "{method}");
    }
}

/// Stages of a moving pair in space: yᵢ = y + h Σ aᵢⱼ kⱼ with kⱼ = (vⱼ, a(xⱼ, vⱼ)).
#[test]
fn runge_kutta_stages_follow_the_tableau() {
    for method in METHODS {
        let Stability::Polynomial(_, Tableau { a, b }) = method.stability else { continue };
        let mut pair = simulation!("pair", method = method.id, timeStepSize = 0.2, damping = 0.3);
        pair.step(2).unwrap();
        let (system, h) = (pair.system().unwrap().clone(), 0.2);
        let inside = pair.inside_step(1).unwrap();
        assert_eq!(inside.len(), 2 + b.len(), "{}", method.id);
        let start = [&system.particles.positions, &system.particles.velocities];
        let mut rates: Vec<[Vec<DVec3>; 2]> = Vec::new();
        let combine = |row: &[f64], rates: &[[Vec<DVec3>; 2]]| {
            [0, 1].map(|part| {
                let sum = |i: usize| row.iter().zip(rates).map(|(c, k)| h * *c * k[part][i]).sum::<DVec3>();
                (0..2).map(|i| start[part][i] + sum(i)).collect::<Vec<_>>()
            })
        };
        for (row, moment) in a.iter().zip(&inside[1..]) {
            let [x, v] = combine(row, &rates);
            let mut acceleration = vec![DVec3::ZERO; 2];
            system.accelerate(0.0, &x, &v, &mut acceleration);
            assert_eq!((moment.event, moment.coefficients), (Event::Stage, *row), "{}", method.id);
            for i in 0..2 {
                assert!(near(moment.positions[i], x[i]) && near(moment.velocities[i], v[i]), "{}", method.id);
                assert!(near(vector(moment, "a", i), acceleration[i]), "{}", method.id);
            }
            rates.push([v, acceleration]);
        }
        let (last, [x, v]) = (inside.last().unwrap(), combine(b, &rates));
        assert_eq!((last.event, last.coefficients), (Event::Combination, b));
        assert!((0..2).all(|i| near(last.positions[i], x[i]) && near(last.velocities[i], v[i])), "{}", method.id);
    }
}

/// Decay at the rate 1/s with h = 0.1: x = 1, 1 − h/2, 1 − h/2 + h²/4, 1 − h + h²/2 − h³/4.
#[test]
fn stages_of_runge_kutta_4_on_decay_are_those_of_the_textbook() {
    let decay = simulation!("decay", method = "runge-kutta-4", timeStepSize = 0.1);
    let inside = decay.inside_step(0).unwrap();
    for (moment, x) in inside[1..5].iter().zip([1.0, 0.95, 0.9525, 0.90475]) {
        assert!((moment.positions[0].x - x).abs() < 1e-15, "{moment:?}");
        assert!((moment.velocities[0].x + x).abs() < 1e-15, "the rate of a tracer is its velocity");
    }
}

/// The last own step ends where the step ends, and an attempt starts where the last good one ended.
#[test]
fn attempts_of_runge_kutta_45_sum_to_the_step_and_count_the_rejected() {
    let mut chain = simulation!("chain", method = "runge-kutta-45", timeStepSize = 0.1, tolerance = 1e-8);
    chain.step(3).unwrap();
    let inside = chain.inside_step(3).unwrap();
    chain.step(1).unwrap();
    let of = |event| inside.iter().filter(move |moment| moment.event == event);
    let lengths: Vec<f64> = of(Event::Accepted).map(|moment| number(moment, "h")).collect();
    assert_eq!(lengths, chain.accepted_steps().unwrap());
    assert!((lengths.iter().sum::<f64>() - 0.1).abs() < 1e-15 * 10.0 * lengths.len() as f64);
    assert_eq!(of(Event::Rejected).count() as u32, chain.rejected_steps().unwrap());
    assert!(of(Event::Rejected).count() > 0, "the first attempt is the whole step");
    assert!(of(Event::Accepted).all(|moment| number(moment, "error") <= 1.0));
    assert!(of(Event::Rejected).all(|moment| number(moment, "error") > 1.0));
    let attempts = of(Event::Accepted).count() + of(Event::Rejected).count();
    assert_eq!(of(Event::Stage).count(), 1 + 6 * attempts);
    for stage in of(Event::Stage) {
        let i = number(stage, "stage") as usize;
        assert_eq!(stage.coefficients, runge_kutta_45::TABLEAU.a[i]);
    }
}

/// M w − σ f from the forces of the system at the iterate, relative to M w and σ f.
#[test]
fn iterates_of_newton_have_the_residuals_they_report_which_fall_to_the_last_one() {
    for method in ["implicit-euler", "implicit-midpoint", "bdf2", "generalised-alpha"] {
        let mut pair = simulation!("pair", method = method, timeStepSize = 0.3, solver = "newton");
        pair.set_velocity(0, DVec3::new(2.0, -1.5, 1.0)).unwrap(); // across the spring: it turns
        pair.step(2).unwrap();
        let inside = pair.inside_step(1).unwrap();
        let guess = inside.iter().find(|moment| moment.event == Event::Guess).unwrap();
        let [sigma, tau] = ["sigma", "tau"].map(|name| number(guess, name));
        let iterates: Vec<_> = inside.iter().filter(|moment| moment.event == Event::Iteration).collect();
        assert!(iterates.len() > 2, "{method}: {}", iterates.len());
        let system = pair.system().unwrap();
        for moment in &iterates {
            let mut a = vec![DVec3::ZERO; 2];
            system.accelerate(moment.time, &moment.positions, &moment.velocities, &mut a);
            let (mut error, mut size) = (0.0, 0.0);
            for (i, a) in a.into_iter().enumerate() {
                let (w, impulse) = (vector(moment, "w", i), sigma * a); // both masses are 1 kg
                assert!(near(moment.velocities[i], guess.velocities[i] + w), "{method}");
                assert!(near(moment.positions[i], guess.positions[i] + tau * w), "{method}");
                assert!((vector(moment, "r", i) - (impulse - w)).length() <= ROUNDING * (1.0 + w.length()), "{method}");
                error += (impulse - w).length_squared();
                size += impulse.length_squared() + w.length_squared();
            }
            assert!((number(moment, "residual") - (error / size).sqrt()).abs() < ROUNDING, "{method}");
        }
        pair.step(1).unwrap();
        let reported: Vec<f64> = pair.solver().unwrap().iter().map(|iteration| iteration.residual).collect();
        let shown: Vec<f64> = iterates.iter().map(|moment| number(moment, "residual")).collect();
        assert_eq!(shown, reported, "{method}");
        assert!(shown[shown.len() - 1] < 1e-9 * shown[0], "{method}: {shown:?}");
    }
}

#[test]
fn a_linearised_step_is_one_iteration() {
    let pair = simulation!("pair", method = "implicit-euler", timeStepSize = 0.3);
    let inside = pair.inside_step(0).unwrap();
    assert_eq!(events(&inside), [Event::Start, Event::Guess, Event::Iteration, Event::Solution]);
}

/// A link moves its ends by ∓ w/(w₁ + w₂) C n, so that C = 0 afterwards; the others stay.
#[test]
fn projection_meets_one_link_at_a_time() {
    let mut rope = simulation!("verlet", timeStepSize = 0.02, sweeps = 3.0, width = 6.0);
    rope.step(5).unwrap();
    let inside = rope.inside_step(2).unwrap();
    let links: Vec<usize> = (0..inside.len()).filter(|&i| inside[i].event == Event::Link).collect();
    assert_eq!(links.len(), 15, "five links in three sweeps");
    for &at in &links {
        let ([before, after], &[i, j]) = ([&inside[at - 1], &inside[at]], &inside[at].particles[..]) else {
            panic!("a link has two ends")
        };
        let length = |moment: &StepMoment| moment.positions[i].distance(moment.positions[j]) - 0.2;
        assert!((number(after, "before") - length(before)).abs() < 1e-15);
        assert!((number(after, "after") - length(after)).abs() < 1e-15);
        assert!(length(after).abs() < 1e-15, "{}", length(after));
        assert_eq!([number(after, "w1"), number(after, "w2")], [if i == 0 { 0.0 } else { 10.0 }, 10.0]);
        for k in (0..6).filter(|k| ![i, j].contains(k)) {
            assert_eq!(after.positions[k], before.positions[k]);
        }
    }
}

/// XPBD, one axial spring: Δλ = −(k h² C + λ)/(1 + k h² (w₁ + w₂)) without a damper.
#[test]
fn projection_of_springs_follows_their_formulas() {
    for method in ["xpbd", "position-based"] {
        let mut rope = simulation!("verlet", method = method, timeStepSize = 0.02, sweeps = 2.0, width = 4.0);
        set!(rope, links = "springs", damping = 0.0);
        rope.step(3).unwrap();
        let inside = rope.inside_step(2).unwrap();
        let springs: Vec<_> = inside.iter().filter(|moment| moment.event == Event::Spring).collect();
        assert_eq!(springs.len(), 6, "three springs in two sweeps");
        for moment in springs {
            let [before, after, w1, w2] = ["before", "after", "w1", "w2"].map(|name| number(moment, name));
            if method == "xpbd" {
                let [lambda, change, k, h] = ["lambda", "change", "stiffness", "h"].map(|name| number(moment, name));
                let stiff = k * h * h;
                let expected = -(stiff * before + lambda) / (1.0 + stiff * (w1 + w2));
                assert!((change - expected).abs() <= ROUNDING * stiff, "{change} {expected}");
                assert!((after - (before + (w1 + w2) * change)).abs() < 1e-15, "the spring does not turn");
            } else {
                assert!(after.abs() < 1e-15, "with the stiffness factor 1 a spring gets its rest length: {after}");
            }
        }
    }
}

/// RATTLE finds all pulls together: afterwards no link is stretched, and no rate is left.
#[test]
fn rattle_shows_its_links_once_for_positions_and_once_for_velocities() {
    let mut rope = simulation!("verlet", method = "rattle", timeStepSize = 0.005, width = 6.0);
    rope.step(5).unwrap();
    let inside = rope.inside_step(2).unwrap();
    let links: Vec<_> = inside.iter().filter(|moment| moment.event == Event::Link).collect();
    assert_eq!(links.len(), 10);
    assert!(links[..5].iter().all(|moment| number(moment, "after").abs() < 1e-12));
    assert!(links[5..].iter().all(|moment| number(moment, "rate").abs() < 1e-12));
    assert_eq!(inside.last().unwrap().event, Event::Velocities);
}

/// Tracers: the coordinates move one after the other, and maps are affine.
#[test]
fn flows_show_how_the_chosen_tracer_moves() {
    use Event::{Evaluation, First, Map, Second, Start};
    for (id, expected) in [
        ("symplectic-euler", vec![Start, Second, First, Evaluation]),
        ("symplectic-euler-adjoint", vec![Start, First, Second, Evaluation]),
        ("leapfrog", vec![Start, First, Second, First, Evaluation]),
        ("implicit-euler", vec![Start, Map, Evaluation]),
        ("exact", vec![Start, Map, Evaluation]),
    ] {
        let mut phase = simulation!("phase", method = id, timeStepSize = 0.3, damping = 0.2);
        phase.step(2).unwrap();
        let inside = phase.inside_step(5).unwrap();
        assert_eq!(events(&inside), expected, "{id}");
        let at = |moment: &StepMoment| moment.positions[5].truncate();
        for (before, moment) in inside.iter().zip(&inside[1..inside.len() - 1]) {
            if moment.event == Map {
                let [a, b, c, d, p, q] = ["p11", "p12", "p21", "p22", "q1", "q2"].map(|name| number(moment, name));
                let x = at(before);
                let mapped = DVec2::new(a * x.x + b * x.y + p, c * x.x + d * x.y + q);
                assert!((at(moment) - mapped).length() < ROUNDING, "{id}");
            } else {
                let moved = number(moment, "h") * number(moment, "rate");
                let by = if moment.event == First { DVec2::X } else { DVec2::Y };
                assert!((at(moment) - at(before) - moved * by).length() < ROUNDING, "{id}");
            }
        }
    }
}

#[test]
fn followers_show_their_constants() {
    let mut follower = simulation!("follower", method = "taylor");
    follower.step(3).unwrap();
    let inside = follower.inside_step(1).unwrap();
    let Model::Follower(model) = follower.model() else { panic!("a follower") };
    let constants = model.constants(follower.time_step()).0;
    let last = inside.last().unwrap();
    for (i, name) in ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"].into_iter().enumerate() {
        assert_eq!(number(last, name), constants[i]);
    }
}

/// One of 600 masses is watched, with the springs that move it.
#[test]
fn of_many_particles_only_the_chosen_one_is_shown() {
    let cloth = simulation!("cloth", width = 30.0, height = 20.0, method = "xpbd", sweeps = 4.0);
    let inside = cloth.inside_step(95).unwrap();
    assert!(inside.iter().all(|moment| moment.positions.len() == 1));
    let touched = |moment: &&StepMoment| moment.event == Event::Spring;
    assert!(inside.iter().filter(touched).all(|moment| moment.particles.contains(&95)));
    let system = cloth.system().unwrap();
    let springs = system.springs.endpoints.iter().filter(|ends| ends.contains(&95)).count();
    assert_eq!(inside.iter().filter(touched).count(), 4 * springs);
}

#[test]
fn bad_requests_are_refused_with_a_sentence() {
    let damper = Simulation::new("damper").unwrap();
    let refused = damper.inside_step(2).unwrap_err().to_string();
    assert_eq!(refused, "particle must be a whole number from 0 to 1; 2 was given.");
    let mut exploded = simulation!("damper", timeStepSize = 2.0);
    let cause = exploded.step(10_000).unwrap_err();
    assert_eq!(exploded.inside_step(1).unwrap_err(), cause);
}

/// A step with more moments keeps the first ones and the last.
#[test]
fn a_thousand_moments_are_kept_at_most() {
    let mut rope = simulation!("verlet", width = 60.0, sweeps = 100.0);
    let inside = rope.inside_step(3).unwrap();
    assert_eq!(inside.len(), 1000);
    rope.step(1).unwrap();
    assert_eq!(inside[999].positions, rope.particles().positions);
    assert_eq!(inside[999].event, Event::Evaluation);
}
