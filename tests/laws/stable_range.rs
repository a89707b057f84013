//! Ranges of a parameter in which the present step is stable: closed forms, the step limit on both
//! sides of an end, and runs that explode.

use crate::{FULL, common::Random};
use glam::DVec3;
use springlab::{
    Kind, Method, Obstacle, Scales, Scene, Simulation, Value,
    integrators::{Limit, METHODS, Stability},
    scenes::SCENES,
};

fn range(simulation: &mut Simulation, key: &str) -> [f64; 2] {
    simulation.stable_range(key).unwrap().unwrap()
}

#[track_caller]
fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual / expected - 1.0).abs() < tolerance, "{actual} instead of {expected}");
}

/// h²k + c hμ < 4 m, solved for each of the four.
#[test]
fn ranges_of_one_oscillator_are_the_closed_forms() {
    let [h, k, mu, m] = [0.1, 8.0, 0.4, 0.5];
    for (method, c) in [("symplectic-euler", 2.0), ("verlet", 4.0), ("velocity-verlet", 4.0)] {
        let changes = [("timeStepSize", h), ("stiffness", k), ("damping", mu), ("mass", m)];
        let mut damper = simulation!("damper", method = method, ..changes);
        // bisection ends at 1e-12
        assert_close(range(&mut damper, "stiffness")[1], (4.0 * m - c * h * mu) / (h * h), 1e-11);
        assert_close(range(&mut damper, "damping")[1], (4.0 * m - h * h * k) / (c * h), 1e-11);
        assert_close(range(&mut damper, "mass")[0], (h * h * k + c * h * mu) / 4.0, 1e-11);
        assert_eq!(range(&mut damper, "stiffness")[0], 0.0);
        assert_eq!(range(&mut damper, "mass")[1], 100.0);
        let limit = damper.step_limit();
        assert_eq!(range(&mut damper, "timeStepSize"), [1e-6, limit]);
    }
}

/// Explicit Euler needs damping, γ > hω², but not too much: h|λ| < 2 with λ = −γ/2 ± √(γ²/4 − ω²).
#[test]
fn the_range_of_damping_with_explicit_euler_ends_on_both_sides() {
    let [h, k, m] = [0.1, 8.0, 0.5];
    let mut damper = simulation!("damper", method = "explicit-euler", timeStepSize = h, stiffness = k, damping = 2.0);
    let [low, high] = range(&mut damper, "damping");
    assert_close(low, h * k, 1e-11);
    // (2/h)² − (2/h) γ + ω² = 0
    assert_close(high, m * (2.0 / h + 0.5 * h * k / m), 1e-11);
    // the range is the same from a value outside of it; without damping only stiffness 0 is stable
    damper.set("damping", 0.1).unwrap();
    assert_eq!(range(&mut damper, "damping"), [low, high]);
    damper.set("damping", 0.0).unwrap();
    assert_eq!(range(&mut damper, "stiffness"), [0.0, 0.0]);
    assert!(range(&mut damper, "mass").iter().all(|end| end.is_nan()));
    assert!(range(&mut damper, "timeStepSize").iter().all(|end| end.is_nan()));
}

#[test]
fn ranges_of_a_field_are_the_closed_forms() {
    let mut decay = simulation!("decay", method = "explicit-euler", timeStepSize = 0.4);
    assert_close(range(&mut decay, "rate")[1], 2.0 / 0.4, 1e-11);
    let mut field = simulation!("linear", method = "runge-kutta-2", timeStepSize = 0.5);
    set!(field, a12 = 0.0, a21 = 0.0, a22 = -1.0);
    // the rates are a11 and −1: a11 from −2/h to 0, above which the exact motion grows
    let [low, high] = range(&mut field, "a11");
    assert_close(low, -2.0 / 0.5, 1e-11);
    assert!(high.abs() < 1e-5, "{high}");
}

/// Sizes, and values that put a scene at rest without changing what limits its step. Dampers and
/// drag are not 0, except in scenes that have none.
const REST: [(&str, Value); 15] = [
    ("width", Value::Number(4.0)),
    ("height", Value::Number(6.0)),
    ("particles", Value::Number(8.0)),
    ("followers", Value::Number(1.0)),
    ("tracers", Value::Number(3.0)),
    ("substeps", Value::Number(1.0)),
    ("gravity", Value::Number(0.0)),
    ("amplitude", Value::Number(0.0)),
    ("b1", Value::Number(0.0)),
    ("a11", Value::Number(-0.5)),
    ("a22", Value::Number(-0.2)),
    ("a12", Value::Number(0.3)),
    ("a21", Value::Number(0.2)),
    ("drag", Value::Number(0.1)),
    ("sweeps", Value::Number(2.0)),
];

/// A scene at rest, with 0.7 of the largest stable step.
fn at_rest(scene: &Scene, method: &Method) -> Simulation {
    let mut simulation = simulation!(scene.id, method = method.id);
    for (key, value) in REST {
        // refused where the scene has no such parameter
        let _ = simulation.set(key, value);
    }
    for (key, name) in [("path", "rest"), ("links", "springs")] {
        let _ = simulation.set(key, name);
    }
    // the lengths at which the springs start
    for (id, length) in [("damper", 6.0), ("pair", 2.5)] {
        if scene.id == id {
            set!(simulation, restLength = length);
        }
    }
    if let Some(Kind::Number { default, slider, .. }) = kind(scene, "damping") {
        set!(simulation, damping = if *default == 0.0 { 0.1 * slider.ends()[1] } else { *default });
    }
    let step = 0.7 * simulation.step_limit();
    if step > 0.0 {
        let [least, most] = limits(&simulation, "timeStepSize");
        set!(simulation, timeStepSize = step.clamp(least, most));
    }
    simulation
}

fn kind(scene: &Scene, key: &str) -> Option<&'static Kind> {
    scene.parameters.iter().find(|parameter| parameter.key == key).map(|parameter| &parameter.kind)
}

/// True if the method has a step limit.
fn is_limited(method: &Method) -> bool {
    match method.stability {
        Stability::Partitioned { limit, .. } => !matches!(limit, Limit::None),
        Stability::Polynomial(..) => true,
        _ => false,
    }
}

/// Methods with different laws of stability; in the slow tests all methods.
fn examples(scene: &Scene) -> Vec<&'static Method> {
    let Some(Kind::Method { offer, .. }) = kind(scene, "method") else { panic!("{} has methods", scene.id) };
    let law = |method: &Method| match method.stability {
        Stability::Partitioned { limit: Limit::Sum(c), .. } => (0, c),
        Stability::Partitioned { .. } => (1, 0.0),
        Stability::Polynomial(r, _) => (2, r.len() as f64),
        _ => (3, 0.0),
    };
    let mut laws = Vec::new();
    offer
        .methods()
        .filter(|method| {
            FULL || !laws.contains(&law(method)) && {
                laws.push(law(method));
                true
            }
        })
        .collect()
}

/// Factor by which a small disturbance of a scene at rest grows. `None` if the scene is not at
/// rest, as a cloth in the wind.
fn growth(simulation: &mut Simulation) -> Option<f64> {
    simulation.restart();
    let linear = simulation.flow().is_ok() || simulation.scene().id == "oscillator";
    let start = simulation.particles().positions.clone();
    let masses = simulation.masses();
    let free = (0..masses.len()).filter(|&i| masses[i].is_finite());
    let apart = |simulation: &Simulation| {
        let places = simulation.particles().positions.iter().zip(&start);
        let length = |(place, start): (&DVec3, &DVec3)| place.distance(if linear { DVec3::ZERO } else { *start });
        places.map(length).fold(0.0, f64::max)
    };
    let mut random = Random(5);
    if !linear {
        let _ = simulation.step(2);
        if apart(simulation) > 1e-12 {
            return None;
        }
        simulation.restart();
        for i in free.filter(|&i| i > 0 || masses.len() > 2 || masses[0].is_finite()) {
            let shift = 1e-9 * (random.vector(1.0) * DVec3::new(1.0, 0.1, 0.0));
            // refused for Bob, whose place is given
            let _ = simulation.set_position(i, start[i] + shift);
        }
    }
    let before = apart(simulation);
    Some(simulation.step(2000).map_or(f64::INFINITY, |()| apart(simulation) / before))
}

/// The step limit at both sides of each end, and runs there. All numbers of all scenes.
#[test]
fn a_disturbance_stays_small_within_a_range_and_explodes_beyond_it() {
    let mut wrong = Vec::new();
    for scene in SCENES {
        for method in examples(scene) {
            let mut simulation = at_rest(scene, method);
            let step = simulation.time_step();
            // the polygon that bounds the spectrum differs a little at every value
            let polygon = matches!(method.stability, Stability::Polynomial(..)) && simulation.oscillator().is_none();
            // beyond their limit, other methods and fields that grow multiply by little more than 1
            let explodes = match method.stability {
                Stability::Partitioned { .. } => simulation.flow().is_err(),
                Stability::Polynomial(r, _) => r.len() > 4 && simulation.flow().is_err(),
                _ => false,
            };
            for parameter in scene.parameters.iter().filter(|parameter| parameter.key != "timeStepSize") {
                let about = format!("{}, {}, {}", scene.id, method.id, parameter.key);
                let Some(ends) = simulation.stable_range(parameter.key).unwrap() else {
                    assert!(!parameter.limiting(), "{about}");
                    continue;
                };
                let [min, max] = limits(&simulation, parameter.key);
                if !is_limited(method) && simulation.flow().is_err() {
                    assert_eq!(ends, [min, max], "{about}");
                    continue;
                }
                let Ok(Value::Number(now)) = simulation.get(parameter.key).cloned() else { panic!("a number") };
                for (end, outward) in ends.into_iter().zip([-1.0, 1.0]) {
                    // near 0 a relative distance is too small
                    if end.is_nan() || end.abs() < 1e-3 {
                        continue;
                    }
                    let mut at = |part: f64| {
                        simulation.set(parameter.key, (end + part * outward * end.abs()).clamp(min, max)).unwrap();
                        let (limit, growth) = (simulation.step_limit(), growth(&mut simulation));
                        simulation.set(parameter.key, now).unwrap();
                        simulation.restart();
                        (limit, growth)
                    };
                    let (limit, growth) = at(if polygon { -0.1 } else { -0.02 });
                    if limit < step || growth.is_some_and(|growth| growth > 100.0) {
                        wrong.push(format!("{growth:?} within {about} to {end}, limit {limit} of {step}"));
                    }
                    if end > min && end < max {
                        let (limit, growth) = at(if polygon { 0.3 } else { 0.05 });
                        if limit >= step || explodes && growth.is_some_and(|growth| growth < 1e3) {
                            wrong.push(format!("{growth:?} beyond {about} to {end}, limit {limit} of {step}"));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A small disturbance of a chain at rest.
#[test]
fn runs_of_symplectic_euler_explode_beyond_the_end_of_a_range() {
    for (key, others) in [
        ("stiffness", [("damping", 0.5), ("mass", 0.1)]),
        ("damping", [("stiffness", 500.0), ("mass", 0.1)]),
        ("mass", [("stiffness", 2000.0), ("damping", 0.2)]),
    ] {
        let mut chain = simulation!("chain", method = "symplectic-euler", ..others);
        set!(chain, gravity = 0.0, timeStepSize = 0.005, particles = 8.0);
        let ends = range(&mut chain, key);
        let (end, outward) = if key == "mass" { (ends[0], -1.0) } else { (ends[1], 1.0) };
        let mut energy = |part: f64| {
            chain.set(key, end * (1.0 + outward * part)).unwrap();
            chain.restart();
            for particle in 1..7 {
                let place = chain.particles().positions[particle];
                let shift = 1e-9 * (if particle % 2 == 0 { 1.0 } else { -1.0 });
                chain.set_position(particle, place + DVec3::X * shift).unwrap();
            }
            let before = chain.energy().unwrap();
            chain.step(3000).map_or(f64::INFINITY, |()| {
                let after = chain.energy().unwrap();
                (after.kinetic + after.elastic) / (before.kinetic + before.elastic)
            })
        };
        // 2 % inside, undamped modes move on ellipses with axes in the ratio √50; 2 % beyond, a
        // step multiplies by at least 1.1
        let (within, beyond) = (energy(-0.02), energy(0.02));
        assert!(within < 1e3 && beyond > 1e6, "{key}: {within} within, {beyond} beyond");
    }
}

/// With and without drag, and from values of 0. Springs and dampers of a chain at rest have the
/// same modes, and drag has the same rate for all of them, so that the polygon around the spectrum
/// is exact.
#[test]
fn runs_of_runge_kutta_4_explode_beyond_the_end_of_a_range() {
    for (key, now, others) in [
        ("stiffness", 500.0, [("damping", 0.5), ("drag", 0.0)]),
        ("stiffness", 500.0, [("damping", 0.5), ("drag", 5.0)]),
        ("stiffness", 0.0, [("damping", 0.5), ("drag", 0.3)]),
        ("damping", 1.0, [("stiffness", 2000.0), ("drag", 5.0)]),
        ("damping", 0.0, [("stiffness", 2000.0), ("drag", 0.3)]),
        ("drag", 0.0, [("stiffness", 2000.0), ("damping", 1.0)]),
        ("drag", 2.0, [("stiffness", 2000.0), ("damping", 1.0)]),
        ("mass", 0.1, [("stiffness", 2000.0), ("drag", 1.0)]),
    ] {
        for (method, particles) in [("runge-kutta-4", 8.0), ("runge-kutta-4", 40.0)] {
            let mut chain =
                simulation!("chain", method = method, gravity = 0.0, timeStepSize = 0.005, particles = particles);
            set!(chain, ..others, ..[(key, now)]);
            let ends = range(&mut chain, key);
            let (end, outward) = if key == "mass" { (ends[0], -1.0) } else { (ends[1], 1.0) };
            let free = 1..chain.particles().len() - 1;
            let mut growth = |part: f64| {
                chain.set(key, end * (1.0 + outward * part)).unwrap();
                chain.restart();
                for particle in free.clone() {
                    let place = chain.particles().positions[particle];
                    let shift = 1e-9 * (if particle % 2 == 0 { 1.0 } else { -1.0 });
                    chain.set_position(particle, place + DVec3::X * shift).unwrap();
                }
                let mut speed = |steps| {
                    chain.step(steps).map_or(f64::INFINITY, |()| {
                        chain.particles().velocities.iter().map(|v| v.length()).fold(0.0, f64::max)
                    })
                };
                let before = speed(3);
                speed(3000) / before
            };
            let (within, beyond) = (growth(-0.03), growth(0.03));
            // 3 % beyond, a step multiplies by at least 1.01, 3000 steps by 1e13 until the motion
            // is large
            let about = format!("{method}, {particles} particles, {key} from {now} to {end}");
            assert!(within < 10.0 && beyond > 1e3, "{about}: {within} within, {beyond} beyond");
        }
    }
}

/// In steps of 5 ms the default cloth uses 3.59 of the 4 of symplectic Euler: masses down to m ·
/// 3.59/4 are stable.
#[test]
fn the_least_mass_of_a_cloth_is_in_proportion_to_the_part_of_the_limit_in_use() {
    let mut cloth = Simulation::new("cloth").unwrap();
    let sum = cloth.spectrum().unwrap().sum();
    assert_close(range(&mut cloth, "mass")[0], 0.5 * sum / 4.0, 1e-6);
    assert_eq!(range(&mut cloth, "contactStiffness"), [1.0, 1e6], "nothing touches");
    cloth.set("method", "runge-kutta-4").unwrap();
    assert_eq!(range(&mut cloth, "contactStiffness"), [1.0, 1e6], "nothing touches");
    cloth.set("timeStepSize", 0.02).unwrap();
    assert!(range(&mut cloth, "contactStiffness").iter().all(|end| end.is_nan()), "above the limit in any case");
    set!(cloth, timeStepSize = 0.005, method = "symplectic-euler");
    assert_eq!(cloth.stable_range("gravity"), Ok(None));
    assert_eq!(cloth.stable_range("method"), Ok(None));
    assert!(cloth.stable_range("stifness").is_err());
}

#[test]
fn contact_stiffness_is_limited_where_a_mass_touches_the_ground() {
    let mut mesh = simulation!("mesh", method = "symplectic-euler", contactStiffness = 1000.0, friction = 0.0);
    mesh.set("obstacle", "ground").unwrap();
    let deep = mesh.system().unwrap().particles.positions.iter().map(|x| x.y).fold(f64::INFINITY, f64::min);
    assert_eq!(range(&mut mesh, "contactStiffness"), [1.0, 1e6]);
    let lowest = (0..mesh.particles().len()).find(|&i| mesh.particles().positions[i].y == deep).unwrap();
    let place = mesh.particles().positions[lowest];
    let ground = mesh.system().unwrap().obstacles[0];
    let Obstacle::Plane { point, .. } = ground else { panic!("the ground is a plane") };
    mesh.set_position(lowest, place.with_y(point.y - 0.05)).unwrap();
    // h²k + 2 hμ < 4 m for a mass on a contact alone; springs of the mesh take a part of it
    let [low, high] = range(&mut mesh, "contactStiffness");
    let alone = (4.0 * 0.5 - 2.0 * 0.005 * 10.0) / (0.005 * 0.005);
    assert!(low == 1.0 && high > 0.5 * alone && high < alone, "{high} of {alone}");
}

/// At the end of the range the step limit is the step, at most 2 % above it: forces on the two
/// corners enter as a bound.
#[test]
fn forces_on_single_particles_limit_runge_kutta_4_to_their_range() {
    let step = 0.005;
    for (key, changes) in [
        ("contactStiffness", [("contactDamping", 0.0), ("friction", 0.0)]),
        ("contactDamping", [("contactStiffness", 1000.0), ("friction", 0.0)]),
        ("airResistance", [("wind", 30.0), ("friction", 0.0)]),
    ] {
        let mut cloth = simulation!("cloth", width = 8.0, height = 6.0, stiffness = 500.0, damping = 0.5);
        set!(cloth, timeStepSize = step, method = "runge-kutta-4", obstacle = "ground", ..changes);
        let Obstacle::Plane { point, .. } = cloth.system().unwrap().obstacles[0] else {
            panic!("the ground is a plane")
        };
        for corner in [40, 47] {
            let x = cloth.particles().positions[corner];
            cloth.set_position(corner, x.with_y(point.y - 0.2)).unwrap();
        }
        let [low, high] = range(&mut cloth, key);
        let [least, most] = limits(&cloth, key);
        assert!(low == least && high < most, "{key}: {low} to {high}");
        cloth.set(key, high).unwrap();
        let limit = cloth.step_limit();
        assert!(limit > 0.999 * step && limit < 1.02 * step, "{key} up to {high}: {limit}");
        // the range is the same from a value outside of it
        cloth.set(key, (2.0 * high).min(most)).unwrap();
        assert_close(range(&mut cloth, key)[1], high, 1e-3);
    }
}

/// For every limiting parameter of every scene, in wind, on dampers and in drag. At the end of a
/// range the limit may be longer than the step: it falls at once where a rate leaves the stability
/// region between two of its bulges.
#[test]
fn the_step_limit_of_runge_kutta_4_falls_below_the_step_at_the_end_of_every_range() {
    let (mut wrong, mut ends_met) = (Vec::new(), 0);
    for scene in SCENES {
        let Some(Kind::Method { offer, .. }) = kind(scene, "method") else { panic!("{} has methods", scene.id) };
        for method in offer.methods().filter(|method| method.id == "runge-kutta-4") {
            let mut simulation = at_rest(scene, method);
            for (key, value) in [("width", 5.0), ("height", 5.0), ("airResistance", 0.2), ("wind", 3.0)] {
                let _ = simulation.set(key, value); // refused without such a parameter
            }
            let step = 0.7 * simulation.step_limit();
            let [least, most] = limits(&simulation, "timeStepSize");
            set!(simulation, timeStepSize = step.clamp(least, most));
            for parameter in scene.parameters.iter().filter(|parameter| parameter.limiting()) {
                // a polygon that is scaled with springs or dampers takes air resistance for a part
                // of them, and may end the range far too early
                let scaled = matches!(parameter.scales, Scales::Springs | Scales::Dampers | Scales::Masses);
                let far = if scaled { None } else { Some(0.3) };
                wrong.extend(wrong_ends(&mut simulation, parameter.key, far, &mut ends_met));
            }
        }
    }
    assert!(ends_met > 30, "only {ends_met} ends");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Drag b slows a mass m at the rate b/m, so that smaller masses are slowed more.
#[test]
fn drag_counts_for_the_least_mass_as_it_slows_that_mass() {
    for (drag, particles) in [(5.0, 8.0), (20.0, 8.0), (20.0, 40.0)] {
        let chain = simulation!("chain", method = "runge-kutta-4", drag = drag, particles = particles, gravity = 0.0);
        let mut ends = 0;
        let wrong = wrong_ends(&mut { chain }, "mass", Some(0.02), &mut ends);
        assert!(wrong.is_empty() && ends == 2, "drag {drag}: {}", wrong.join("\n"));
    }
}

/// Ends of a parameter's range at which the step exceeds the limit by more than 1 %, or a part
/// `far` beyond which it is still within it.
fn wrong_ends(simulation: &mut Simulation, key: &'static str, far: Option<f64>, ends_met: &mut u32) -> Vec<String> {
    let mut wrong = Vec::new();
    let Ok(Value::Number(now)) = simulation.get(key).cloned() else { return wrong };
    let Some(ends) = simulation.stable_range(key).unwrap() else { return wrong };
    let ([min, max], scene) = (limits(simulation, key), simulation.scene().id);
    let mut part = |value: f64| {
        simulation.set(key, value.clamp(min, max)).unwrap();
        let part = simulation.step_limit() / simulation.substep();
        simulation.set(key, now).unwrap();
        part
    };
    for (end, outward) in ends.into_iter().zip([-1.0, 1.0]) {
        let at = part(end);
        *ends_met += 1;
        // near 0 a relative distance is too small
        let far = far.filter(|_| end > min && end < max && end.abs() > 1e-3);
        let beyond = far.map_or(0.0, |far| part(end + far * outward * end.abs()));
        if at.is_nan() || at < 0.99 || beyond >= 1.0 {
            wrong.push(format!("{scene}, {key}: {at} of the step at {end}, {beyond} beyond"));
        }
    }
    wrong
}

/// Bounds of a number in its record.
fn limits(simulation: &Simulation, key: &str) -> [f64; 2] {
    let parameter = simulation.scene().parameters.iter().find(|parameter| parameter.key == key).unwrap();
    let Kind::Number { min, max, .. } = parameter.kind else { panic!("{key} is a number") };
    [min, max]
}

#[test]
fn a_number_that_is_not_marked_as_limiting_never_changes_the_step_limit() {
    for scene in SCENES {
        for parameter in scene.parameters.iter().filter(|parameter| !parameter.limiting() && !parameter.restarts) {
            let Kind::Number { slider, .. } = parameter.kind else { continue };
            for method in METHODS {
                let mut simulation = Simulation::new(scene.id).unwrap();
                // a small cloth, for speed, in wind where there is air
                for (key, value) in [("width", 5.0), ("height", 5.0), ("airResistance", 0.1), ("wind", 20.0)] {
                    let _ = simulation.set(key, value);
                }
                if simulation.set("method", method.id).is_err() {
                    continue;
                }
                let before = simulation.step_limit();
                for end in slider.ends() {
                    simulation.set(parameter.key, end).unwrap();
                    let after = simulation.step_limit();
                    // the search for a mode ends at nine digits
                    let same = after.total_cmp(&before).is_eq() || (after / before - 1.0).abs() < 1e-7;
                    assert!(same, "{}, {}: {} at {end}", scene.id, method.id, parameter.key);
                }
            }
        }
    }
}
