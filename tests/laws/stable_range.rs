//! Ranges of a parameter in which the present step is stable: closed forms, the step limit on both
//! sides of an end, and runs that explode.

use springlab::{
    Kind, Obstacle, Simulation,
    integrators::{METHODS, Stability},
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

/// All numbers marked as limiting in these scenes, with every method.
#[test]
fn the_step_limit_passes_the_step_at_each_end_of_a_range() {
    for (scene, changes) in [
        ("damper", &[("timeStepSize", 0.2), ("damping", 0.5)][..]),
        ("oscillator", &[("timeStepSize", 0.2)]),
        ("resonance", &[("timeStepSize", 0.2)]),
        ("follower", &[("timeStepSize", 0.03)]),
        ("phase", &[("timeStepSize", 0.5), ("damping", 0.5)]),
        ("pair", &[("timeStepSize", 0.2), ("damping", 0.3)]),
        ("chain", &[("timeStepSize", 0.004)]),
        ("cloth", &[("width", 8.0), ("height", 6.0)]),
        ("mesh", &[("timeStepSize", 0.01), ("drag", 0.1)]),
        ("drape", &[("substeps", 1.0), ("width", 6.0), ("height", 5.0), ("timeStepSize", 0.002), ("drag", 0.1)]),
    ] {
        let record = SCENES.iter().find(|record| record.id == scene).unwrap();
        let Some(Kind::Method { offer, .. }) =
            record.parameters.iter().find(|parameter| parameter.key == "method").map(|parameter| &parameter.kind)
        else {
            panic!("{scene} has methods")
        };
        for method in offer.methods() {
            let mut simulation = simulation!(scene, method = method.id, ..changes);
            let step = simulation.time_step();
            simulation.step(3).unwrap();
            for parameter in record.parameters {
                let Some(ends) = simulation.stable_range(parameter.key).unwrap() else { continue };
                let Kind::Number { min, max, .. } = parameter.kind else { panic!("a number") };
                let Ok(springlab::Value::Number(now)) = simulation.get(parameter.key).cloned() else { panic!("set") };
                for (end, outward) in ends.into_iter().zip([-1.0, 1.0]) {
                    // values beyond the bounds are refused; near 0 a relative distance is too small
                    if end.is_nan() || end <= min || end >= max || end.abs() < 1e-3 || parameter.key == "timeStepSize" {
                        continue;
                    }
                    let about = format!("{scene}, {}, {} at {end}", method.id, parameter.key);
                    let mut limit_at = |value: f64| {
                        simulation.set(parameter.key, value).unwrap();
                        let limit = simulation.step_limit();
                        simulation.set(parameter.key, now).unwrap();
                        limit
                    };
                    // the polygon that bounds the spectrum differs a little at every value: only
                    // the inside is certain
                    let polygon = matches!(scene, "pair" | "chain" | "cloth" | "mesh" | "drape")
                        && !matches!(method.stability, Stability::Partitioned { .. });
                    let part = if polygon { 0.1 } else { 1e-3 };
                    assert!(limit_at(end * (1.0 - outward * part)) >= step, "inside of {about}");
                    assert!(polygon || limit_at(end * (1.0 + outward * part)) < step, "outside of {about}");
                }
            }
        }
    }
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
                chain.set_position(particle, place + glam::DVec3::X * shift).unwrap();
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
                    chain.set_position(particle, place + glam::DVec3::X * shift).unwrap();
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
        ("friction", [("contactStiffness", 1000.0), ("contactDamping", 0.0)]),
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

/// Bounds of a number in its record.
fn limits(simulation: &Simulation, key: &str) -> [f64; 2] {
    let parameter = simulation.scene().parameters.iter().find(|parameter| parameter.key == key).unwrap();
    let Kind::Number { min, max, .. } = parameter.kind else { panic!("{key} is a number") };
    [min, max]
}

#[test]
fn a_number_that_is_not_marked_as_limiting_never_changes_the_step_limit() {
    for scene in SCENES {
        for parameter in scene.parameters.iter().filter(|parameter| !parameter.limiting && !parameter.restarts) {
            let Kind::Number { slider, .. } = parameter.kind else { continue };
            for method in METHODS {
                let mut simulation = Simulation::new(scene.id).unwrap();
                // a small cloth, for speed
                for size in ["width", "height"] {
                    let _ = simulation.set(size, 5.0);
                }
                if simulation.set("method", method.id).is_err() {
                    continue;
                }
                let before = simulation.step_limit();
                for end in slider.ends() {
                    simulation.set(parameter.key, end).unwrap();
                    let after = simulation.step_limit();
                    // the search for a mode ends at nine digits
                    let same = after == before || (after / before - 1.0).abs() < 1e-7;
                    assert!(same, "{}, {}: {} at {end}", scene.id, method.id, parameter.key);
                }
            }
        }
    }
}
