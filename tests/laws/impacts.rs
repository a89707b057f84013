//! Heat of impacts with the methods that project, and their drag.

use crate::common::{Random, distance, method, random::*, run, run_with};
use glam::DVec3;
use proptest::sample::select;
use springlab::{Method, Obstacle, Rule, Settings, Simulation, System, Value, integrators::METHODS, observed_order};
use std::cell::Cell;

fn projecting() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().copied().filter(|method| method.projects_contacts)
}

/// A free mass, with its account opened.
fn mass_at(position: DVec3, velocity: DVec3, mass: f64, obstacles: Vec<Obstacle>) -> System {
    let mut system = System { obstacles, ..System::default() };
    system.particles.push(position, mass.recip());
    system.particles.velocities[0] = velocity;
    system.open_account();
    system
}

/// Ropes and cloths of rods, strings or springs, a net of springs and a mesh fall on every kind of
/// obstacle, while a hand drags a particle about, throws it, and time may run backwards.
#[test]
fn impacts_never_give_energy_back() {
    let scenes = select(vec![
        ("verlet", vec![("shape", "rope"), ("links", "fixed")]),
        ("verlet", vec![("shape", "rope"), ("links", "maximum")]),
        ("verlet", vec![("shape", "rope"), ("links", "springs")]),
        ("verlet", vec![("shape", "cloth"), ("links", "fixed")]),
        ("verlet", vec![("shape", "cloth"), ("links", "maximum")]),
        ("cloth", vec![("fixedParticles", "1")]),
        ("mesh", vec![]),
    ]);
    let obstacle = select(vec!["ground", "sphere", "box"]);
    let ids = select(projecting().map(|method| method.id).collect::<Vec<_>>());
    let hand = (0..1000_usize, vector(1.0), vector(5.0), 0.02..0.5);
    let (most, booked) = (Cell::new(0.0_f64), Cell::new(0));
    check(120, &(scenes, obstacle, ids, hand, 0.002..0.01_f64), |((scene, choices), obstacle, id, hand, step)| {
        let mut simulation = Simulation::new(scene).unwrap();
        let Ok(()) = simulation.set("method", id) else { return };
        for (key, value) in choices.into_iter().chain([("obstacle", obstacle)]) {
            simulation.set(key, value).unwrap();
        }
        for (key, value) in [("width", 6.0), ("height", 5.0), ("sweeps", 8.0)] {
            let _ = simulation.set(key, value); // a mesh has no size
        }
        let limit = simulation.step_limit();
        simulation.set("timeStepSize", step.min(0.5 * limit)).unwrap();
        let (particle, aside, throw, time) = hand;
        let particle = particle % simulation.particles().len();
        let mut last = 0.0;
        for i in 0..900 {
            match i {
                100 => simulation.hold(particle, simulation.particles().positions[particle] + aside, time).unwrap(),
                250 => simulation.hold(particle, simulation.particles().positions[particle] - aside, time).unwrap(),
                400 => simulation.release(throw).unwrap(),
                800 => simulation.reverse(),
                _ => {}
            }
            if simulation.step(1).is_err() {
                break; // a hand may tear a mesh out of range
            }
            let impact = simulation.energy().unwrap().work.impact;
            assert!(impact >= last, "{scene}, {obstacle}, {id}: {last} J, then {impact} J after {i} steps");
            last = impact;
        }
        booked.set(booked.get() + usize::from(last > 0.0));
        most.set(most.get().max(last));
    });
    assert!(booked.get() > 60 && most.get() > 1.0, "{} runs with impacts, of up to {} J", booked.get(), most.get());
}

/// Without other forces, at any angle: ½ m vₙ² is lost, and the velocity along the surface kept.
#[test]
fn an_impact_on_a_flat_face_takes_the_normal_velocity_and_its_energy() {
    let mut random = Random(5);
    for method in projecting() {
        for _ in 0..20 {
            let (mass, height, h) = (random.between(0.1, 3.0), random.between(0.01, 0.1), random.between(0.001, 0.02));
            let n = random.vector(1.0).normalize();
            let aside = random.vector(3.0);
            let (along, inwards) = (aside - n.dot(aside) * n, random.between(0.5, 4.0));
            let plane = Obstacle::Plane { point: DVec3::ZERO, normal: n };
            let mut mass_now = mass_at(height * n, along - inwards * n, mass, vec![plane]);
            run_with(&mut mass_now, method, Settings::default(), h, (0.5 / h) as usize);
            let (energy, lost) = (mass_now.energy(), 0.5 * mass * inwards * inwards);
            let scale = 1e-9 * (lost + energy.kinetic); // positions of about 1 m over 1 ms, rounded
            assert!((energy.work.impact - lost).abs() < scale, "{}: {} J of {lost} J", method.id, energy.work.impact);
            assert!(energy.numerical().abs() < scale, "{}: {energy:?}", method.id);
            assert!(mass_now.particles.velocities[0].distance(along) < 1e-9, "{}", method.id);
        }
    }
}

/// From rest beside the top it slides, and leaves the sphere by itself where cos θ = ⅔ cos θ₀.
/// Pressed to the surface, it loses nothing by impact.
#[test]
fn a_mass_that_slides_down_a_sphere_loses_no_energy_to_impacts_as_the_step_shrinks() {
    let lean = 0.2_f64;
    let start = 2.0 * DVec3::new(lean.sin(), lean.cos(), 0.0);
    for method in projecting() {
        let slid = |h: f64| {
            let sphere = Obstacle::Sphere { centre: DVec3::ZERO, radius: 2.0 };
            let mut mass = mass_at(start, DVec3::ZERO, 1.0, vec![sphere]);
            mass.gravity = -9.81 * DVec3::Y;
            mass.open_account();
            run(&mut mass, method, h, (0.8 / h) as usize);
            let height = mass.particles.positions[0].y;
            assert!((1.4..1.8).contains(&height), "{}: {height} m", method.id);
            mass.energy()
        };
        let steps = [0.004, 0.002, 0.001];
        for (h, energy) in steps.map(|h| (h, slid(h))) {
            // the first contact of a step: half a step's fall g Δt along the normal
            assert!((0.0..10.0 * h).contains(&energy.work.impact), "{}, {h} s: {energy:?}", method.id);
            assert!(energy.kinetic > 3.0, "{}: {energy:?}", method.id);
        }
    }
}

/// Two masses fly apart until their string is taut: the energy of their relative motion is lost. A
/// hand takes one of them along at once, and loses the energy of the mass at the hand's speed.
#[test]
fn a_string_that_becomes_taut_takes_the_energy_of_the_relative_motion_also_in_a_hand() {
    let mut random = Random(7);
    for method in projecting() {
        for led in [false, true] {
            for _ in 0..10 {
                let (m1, m2, speed) = (random.between(0.1, 3.0), random.between(0.1, 3.0), random.between(0.5, 4.0));
                let (drift, h) = (random.between(-2.0, 2.0), random.between(0.001, 0.02));
                let n = random.vector(1.0).normalize();
                let mut pair = System::default();
                pair.particles.push(DVec3::ZERO, if led { 0.0 } else { m1.recip() });
                pair.particles.push(0.5 * n, m2.recip());
                pair.particles.velocities = vec![(drift - speed) * n, drift * n];
                pair.constraints.push([0, 1], 0.61, Rule::Maximum);
                pair.open_account();
                run(&mut pair, method, h, (0.5 / h) as usize);
                let reduced = if led { m2 } else { m1 * m2 / (m1 + m2) };
                let (lost, impact) = (0.5 * reduced * speed * speed, pair.work.impact);
                let scale = 1e-9 * (lost + pair.energy().kinetic);
                assert!((impact - lost).abs() < scale, "{}, led: {led}: {impact} J of {lost} J", method.id);
            }
        }
    }
}

/// Verlet projects particle by particle, RATTLE solves for all impulses together.
#[test]
fn verlet_and_rattle_find_the_same_heat_of_a_cloth_that_falls_on_a_sphere() {
    let fallen = |id: &str| {
        let mut cloth = Simulation::new("cloth").unwrap();
        for (key, value) in [("width", 10.0), ("height", 8.0), ("fixedParticles", 1.0), ("timeStepSize", 5e-4)] {
            cloth.set(key, if key == "fixedParticles" { Value::from("1") } else { value.into() }).unwrap();
        }
        cloth.set("obstacle", "sphere").unwrap();
        cloth.set("method", id).unwrap();
        cloth.step(4000).unwrap();
        cloth.energy().unwrap().work.impact
    };
    let [verlet, rattle] = ["verlet", "rattle"].map(fallen);
    assert!(verlet > 0.5 && (verlet / rattle - 1.0).abs() < 0.05, "{verlet} J and {rattle} J");
}

/// With these methods there is no penalty force that could store energy.
#[test]
fn a_particle_put_inside_an_obstacle_stores_no_contact_energy_where_it_is_projected() {
    for method in projecting() {
        let mut cloth = Simulation::new("cloth").unwrap();
        for (key, value) in [("method", method.id), ("obstacle", "sphere"), ("gravity", "")] {
            let value = if value.is_empty() { Value::from(0.0) } else { value.into() };
            cloth.set(key, value).unwrap();
        }
        cloth.set("stiffness", 0.0).unwrap();
        cloth.set("damping", 0.0).unwrap();
        let Obstacle::Sphere { centre, radius } = cloth.system().unwrap().obstacles[0] else { panic!("a sphere") };
        cloth.set_position(5, centre + 0.9 * radius * DVec3::Y).unwrap();
        let energy = cloth.energy().unwrap();
        assert_eq!((energy.contact, energy.work.hand), (0.0, 0.0), "{}", method.id);
        cloth.step(20).unwrap();
        let energy = cloth.energy().unwrap();
        // Verlet and position-based dynamics throw it out: their own gain
        assert_eq!((energy.contact, energy.work.impact), (0.0, 0.0), "{}: {energy:?}", method.id);
        let thrown = energy.kinetic > 1.0;
        assert_eq!(thrown, method.id != "rattle", "{}: {energy:?}", method.id);
        assert!((energy.numerical() - energy.kinetic).abs() < 1e-9 * (1.0 + energy.kinetic), "{energy:?}");
    }
}

// Drag of position-based methods

const BASED: [&str; 2] = ["position-based", "xpbd"];

/// v = v₀ e^(−bt/m), however long the step is.
#[test]
fn drag_of_position_based_methods_is_exact_in_free_flight() {
    for id in BASED {
        for (drag, mass, h) in [(0.3, 2.0, 0.01), (5.0, 0.1, 0.05), (80.0, 0.02, 0.01)] {
            let velocity = DVec3::new(3.0, -1.0, 2.0);
            let mut flight = mass_at(DVec3::ZERO, velocity, mass, vec![]);
            flight.drag = drag;
            run(&mut flight, method(id), h, 10);
            let expected = (-drag * 10.0 * h / mass).exp() * velocity;
            // velocities are differences of positions of up to 1 m
            let gap = flight.particles.velocities[0].distance(expected);
            assert!(gap < 1e-13, "{id}, {drag}, {mass}, {h}: {gap} m/s");
        }
    }
}

/// Gravity acts for a whole step, and drag on the velocity from before: v = Δt g/(1 − e^(−γΔt)),
/// which is g/γ to the first order.
#[test]
fn a_fall_in_drag_tends_to_its_terminal_speed_to_the_first_order() {
    for id in BASED {
        let (drag, mass, g) = (2.0, 0.5, 9.81);
        let terminal = |h: f64| {
            let mut fall = mass_at(DVec3::ZERO, DVec3::ZERO, mass, vec![]);
            (fall.drag, fall.gravity) = (drag, -g * DVec3::Y);
            run(&mut fall, method(id), h, (10.0 / h) as usize);
            -fall.particles.velocities[0].y
        };
        let steps = [0.02, 0.01, 0.005];
        let speeds = steps.map(terminal);
        for (h, speed) in steps.into_iter().zip(speeds) {
            let expected = h * g / -(-drag / mass * h).exp_m1();
            assert!((speed - expected).abs() < 1e-10, "{id}, {h} s: {speed} m/s, not {expected} m/s");
        }
        let order = observed_order(&steps, &speeds.map(|speed| speed - g * mass / drag)).unwrap();
        assert!((order - 1.0).abs() < 0.05, "{id}: order {order}");
    }
}

/// Few sweeps leave a stretch of the weight's sinking in a step, which drag must not shorten.
#[test]
fn the_stretch_of_a_cloth_at_rest_does_not_depend_on_drag() {
    for id in BASED {
        for sweeps in [2.0, 20.0] {
            let hanging = |drag: f64| {
                let mut cloth = Simulation::new("cloth").unwrap();
                for (key, value) in [("width", 8.0), ("height", 6.0), ("sweeps", sweeps), ("drag", drag)] {
                    cloth.set(key, value).unwrap();
                }
                cloth.set("method", id).unwrap();
                cloth.step(20_000).unwrap();
                cloth.system().unwrap().clone()
            };
            let [light, heavy] = [0.5, 5.0].map(hanging);
            let (gap, stretch) = (distance(&light, &heavy), light.stretch());
            assert!(stretch > 1e-5 && gap < 1e-7, "{id}, {sweeps} sweeps: {gap} m apart, stretch {stretch}");
        }
    }
}
