//! Laws of energy, momentum and drags, on random systems.

use crate::common::{method, random::*, run};
use glam::DVec3;
use proptest::{collection::vec, prop_oneof, sample::select, strategy::Strategy};
use springlab::{
    Contact, Damper, Energy, Obstacle, Scene, Settings, Simulation, Spring, System, Work, integrators::Offer,
    observed_order, scenes::SCENES,
};
use std::cell::Cell;

/// A corner of a grid of 1.5 m: displaced by up to 0.25 m in each coordinate, particles start at
/// least 1 m apart.
fn corner(i: usize) -> DVec3 {
    1.5 * DVec3::new((i % 2) as f64, (i / 2 % 2) as f64, (i / 4) as f64)
}

/// Two to eight free moving particles on a chain of springs and further springs.
fn free_system() -> impl Strategy<Value = System> {
    let spring = (0..8_usize, 1..8_usize, 1.0..50.0, 0.0..1.0, 0.5..2.0);
    let particles = vec((vector(0.25), vector(1.0), 0.3..3.0), 2..=8);
    (particles, vec(spring, 8..=16), select(vec![Damper::Axial, Damper::Isotropic])).prop_map(
        |(particles, springs, damper)| {
            let mut system = System::default();
            let n = particles.len();
            for (i, (shift, velocity, mass)) in particles.into_iter().enumerate() {
                system.particles.push(corner(i) + shift, 1.0_f64 / mass);
                system.particles.velocities[i] = velocity;
            }
            for (index, (i, offset, stiffness, damping, rest_length)) in springs.into_iter().enumerate() {
                // the first n − 1 springs form the chain
                let [i, offset] = if index + 1 < n { [index, 1] } else { [i % n, 1 + offset % (n - 1)] };
                let ends = [i, (i + offset) % n].map(|i| i as u32);
                system.springs.push(ends, Spring { stiffness, damping, rest_length, damper });
            }
            system.springs.damper = damper;
            system
        },
    )
}

/// A free system with gravity and drag, whose second particle moves at constant velocity, led by a
/// hand; others are fixed or led.
fn bound_system() -> impl Strategy<Value = System> {
    (free_system(), vec(0..5, 8), vector(10.0), 0.0..0.5).prop_map(|(mut system, holds, gravity, drag)| {
        let particles = &mut system.particles;
        for (i, hold) in holds.into_iter().enumerate().take(particles.len()).skip(1) {
            if i == 1 || hold < 2 {
                particles.inverse_masses[i] = 0.0;
            }
            if i > 1 && hold == 0 {
                particles.velocities[i] = DVec3::ZERO;
            }
        }
        let mut system = System { gravity, drag, ..system };
        system.open_account();
        system
    })
}

fn obstacle() -> impl Strategy<Value = Obstacle> {
    let size = || [0.3..1.0, 0.3..1.0, 0.3..1.0].prop_map(DVec3::from_array);
    prop_oneof![
        (vector(0.5), vector(1.0)).prop_map(|(point, n)| Obstacle::Plane { point, normal: n.normalize_or(DVec3::Y) }),
        (vector(1.5), 0.3..1.0).prop_map(|(centre, radius)| Obstacle::Sphere { centre, radius }),
        (vector(1.5), size()).prop_map(|(centre, half)| Obstacle::Box { centre, half }),
    ]
}

/// A bound system among one to three obstacles with friction. Many particles start inside.
fn obstructed_system() -> impl Strategy<Value = System> {
    let contact = (100.0..500.0, 0.0..2.0, 0.0..1.0).prop_map(|(stiffness, damping, friction)| Contact {
        stiffness,
        damping,
        friction,
        slip_speed: 0.1,
        ..Contact::default()
    });
    (bound_system(), vec(obstacle(), 1..=3), contact).prop_map(|(system, obstacles, contact)| {
        let mut system = System { obstacles, contact, ..system };
        system.open_account();
        system
    })
}

// The energy account

/// Depth of a point inside the obstacle in m, 0 outside.
fn depth(obstacle: &Obstacle, x: DVec3) -> f64 {
    let outside = match *obstacle {
        Obstacle::Plane { point, normal } => (x - point).dot(normal),
        Obstacle::Sphere { centre, radius } => x.distance(centre) - radius,
        Obstacle::Box { centre, half } => {
            let [x, y, z] = ((x - centre).abs() - half).to_array();
            x.max(y).max(z)
        }
    };
    (-outside).max(0.0)
}

/// Stored energies in J from positions and velocities alone: kinetic, elastic, gravity, contact.
fn stored(system: &System) -> [f64; 4] {
    let [mut kinetic, mut elastic, mut gravity, mut contact] = [0.0; 4];
    let particles = &system.particles;
    for ((x, v), w) in particles.positions.iter().zip(&particles.velocities).zip(&particles.inverse_masses) {
        if *w > 0.0 {
            kinetic += v.dot(*v) / w / 2.0;
            gravity -= system.gravity.dot(*x) / w;
            for obstacle in &system.obstacles {
                contact += system.contact.stiffness * depth(obstacle, *x).powi(2) / 2.0;
            }
        }
    }
    for ([i, j], spring) in system.springs.iter() {
        let stretch = particles.positions[i].distance(particles.positions[j]) - spring.rest_length;
        elastic += spring.stiffness * stretch * stretch / 2.0;
    }
    [kinetic, elastic, gravity, contact]
}

fn assert_account_closes(system: &System, start: f64, what: &str) {
    let Energy { kinetic, elastic, gravity, contact, .. } = system.energy();
    let (energy, expected) = (system.energy(), stored(system));
    let Work { damping, drag, friction, impact, tearing, hand, drive, wind } = system.work;
    let scale = expected
        .iter()
        .chain(&[start, damping, drag, friction, impact, tearing, hand, drive, wind])
        .map(|entry| entry.abs())
        .sum::<f64>();
    // sums of about thirty products in another order: tens of roundings of 1e-16
    let tolerance = 1e-13 * scale;
    for (actual, expected) in [kinetic, elastic, gravity, contact].into_iter().zip(expected) {
        assert!((actual - expected).abs() <= tolerance, "{what}: {actual} J instead of {expected} J");
    }
    let rest = expected.iter().sum::<f64>() - start + (damping + drag + friction + impact + tearing)
        - hand
        - drive
        - wind
        - energy.numerical();
    assert!(rest.abs() <= tolerance, "{what}: {rest} J of {scale} J are missing");
}

#[test]
fn the_account_closes_with_every_method() {
    check(60, &obstructed_system(), |system| {
        let start = stored(&system).iter().sum();
        for method in Offer::Mechanical.methods() {
            let mut system = system.clone();
            for _ in 0..10 {
                run(&mut system, method, 1e-3, 1);
                assert_account_closes(&system, start, method.id);
            }
        }
    });
}

/// Powers of heat and of the hand in W, from positions and velocities alone.
fn powers(system: &System) -> Work {
    let mut power = Work::default();
    let particles = &system.particles;
    let (x, v, w) = (&particles.positions, &particles.velocities, &particles.inverse_masses);
    for ([i, j], Spring { stiffness, damping, rest_length, damper }) in system.springs.iter() {
        let (n, u) = ((x[i] - x[j]) / x[i].distance(x[j]), v[i] - v[j]);
        let resisted = if damper == Damper::Axial { n.dot(u) * n } else { u };
        let pull = stiffness * (x[i].distance(x[j]) - rest_length) * n + damping * resisted;
        power.damping += damping * resisted.length_squared();
        for (end, force) in [(i, -pull), (j, pull)] {
            power.hand -= if w[end] == 0.0 { force.dot(v[end]) } else { 0.0 };
        }
    }
    for (i, _) in particles.free() {
        power.drag += system.drag * v[i].length_squared();
        system.obstacles.iter().for_each(|obstacle| add_contact(&mut power, &system.contact, obstacle, (x[i], v[i])));
    }
    power
}

fn add_contact(power: &mut Work, contact: &Contact, obstacle: &Obstacle, (x, v): (DVec3, DVec3)) {
    let (depth, n) = (depth(obstacle, x), obstacle.distance(x).1);
    if depth > 0.0 {
        let sinking = -n.dot(v);
        let pressure = (contact.stiffness * depth + contact.damping * sinking).max(0.0);
        let slip = (v + sinking * n).length();
        power.damping += (pressure - contact.stiffness * depth) * sinking;
        power.friction += contact.friction * pressure * slip * (slip / contact.slip_speed).min(1.0);
    }
}

/// With explicit Euler, which books the powers at the start of each step.
#[test]
fn heat_and_work_are_the_sum_of_the_powers_of_forces_and_velocities() {
    check(100, &obstructed_system(), |mut system| {
        let (h, mut expected) = (1e-3, Work::default());
        for _ in 0..50 {
            expected = expected + h * powers(&system);
            run(&mut system, method("explicit-euler"), h, 1);
        }
        let entries = |work: Work| {
            [work.damping, work.drag, work.friction, work.impact, work.tearing, work.hand, work.drive, work.wind]
        };
        // terms of both signs in another order: a few roundings of the largest entry
        let scale = entries(expected).into_iter().fold(0.0, |sum: f64, entry| sum + entry.abs());
        for (actual, expected) in entries(system.work).into_iter().zip(entries(expected)) {
            assert!((actual - expected).abs() <= 1e-12 * scale, "{actual} J instead of {expected} J");
        }
    });
}

/// Largest numerical remainder of Runge-Kutta 4 over 0.3 s, the energy stored or brought in, and
/// the length of the shortest spring.
fn remainder(system: &System, h: f64) -> [f64; 3] {
    let mut system = system.clone();
    let (mut largest, mut shortest) = (0.0_f64, f64::MAX);
    let before = stored(&system).into_iter().map(f64::abs).sum::<f64>();
    for _ in 0..(0.3 / h).round() as u32 {
        run(&mut system, method("runge-kutta-4"), h, 1);
        largest = largest.max(system.energy().numerical().abs());
        let x = &system.particles.positions;
        shortest = system.springs.iter().fold(shortest, |least, ([i, j], _)| least.min(x[i].distance(x[j])));
    }
    [largest, before + system.work.heat() + system.work.hand.abs(), shortest]
}

/// Without contacts the forces are smooth unless a spring comes near length 0, where its direction
/// jumps.
#[test]
fn the_remainder_of_runge_kutta_4_shrinks_as_dt_to_the_fourth() {
    check(150, &bound_system(), |system| {
        let [[coarse, ..], [fine, energy, shortest]] = [0.004, 0.001].map(|h| remainder(&system, h));
        // by 256, less the effect of higher orders, down to the rounding of 300 steps
        let shrunk = fine <= coarse / 100.0 || fine <= 1e-12 * energy;
        assert!(shrunk || shortest < 0.3, "{coarse} J at 4 ms and {fine} J at 1 ms, of {energy} J");
    });
}

/// The force of a contact's damper starts with a jump at any phase of a step: an error of order Δt.
#[test]
fn the_remainder_of_runge_kutta_4_vanishes_with_the_step_among_obstacles() {
    check(30, &obstructed_system(), |system| {
        for h in [1e-4, 2e-5] {
            let [remainder, energy, _] = remainder(&system, h);
            // a damper of 2 N·s/m takes 2/m of its particle's energy in a second, and a step may
            // miss its share
            assert!(remainder <= 5.0 * h * energy, "{remainder} J of {energy} J at {h} s");
        }
    });
}

/// Largest numerical remainder in steps of this length, while a hand leads the second mass of a
/// chain up and down and releases it.
fn remainder_of_a_hand(method: &str, step: f64) -> f64 {
    let mut simulation = lively("chain", method, step);
    let steps = (0.1 / step).round() as u32;
    let place = simulation.particles().positions[1];
    let mut largest = 0.0_f64;
    for (height, rounds) in [(Some(0.2), 1), (Some(-0.2), 2), (None, 1)] {
        match height {
            Some(height) => simulation.hold(1, place + height * DVec3::Y, 0.1).unwrap(),
            None => simulation.release(DVec3::ZERO).unwrap(),
        }
        for _ in 0..rounds * steps {
            simulation.step(1).unwrap();
            largest = largest.max(simulation.energy().unwrap().numerical().abs());
        }
    }
    largest
}

/// The velocity of the hand jumps, but only between two steps.
#[test]
fn every_method_books_the_work_of_a_hand_with_its_order() {
    for method in Offer::Forces.methods().filter(|method| !method.is_adaptive()) {
        let steps = [5e-4, 2.5e-4, 1.25e-4];
        let order = observed_order(&steps, &steps.map(|step| remainder_of_a_hand(method.id, step))).unwrap();
        let expected = f64::from(method.order);
        // higher orders contribute up to a tenth here
        assert!((order - expected).abs() <= 0.15, "{}: order {order}", method.id);
    }
}

/// With Runge-Kutta 4 at 0.1 ms the remainder is 1e-6 of the work and heat.
#[test]
fn the_energy_of_leading_and_throwing_a_particle_is_booked_as_work_of_the_hand() {
    let inputs = (0..12_usize, vector(0.3), 0.01..0.1, vector(1.0));
    for scene in mechanical_scenes().filter(|scene| offers(scene, "runge-kutta-4")) {
        check(3, &inputs, |(particle, aside, time, throw)| {
            let mut simulation = lively(scene.id, "runge-kutta-4", 1e-4);
            let particle = particle % simulation.particles().len();
            let target = simulation.particles().positions[particle] + aside;
            simulation.step(100).unwrap();
            simulation.hold(particle, target, time).unwrap();
            simulation.step(1500).unwrap();
            simulation.release(throw).unwrap();
            simulation.step(100).unwrap();
            let energy = simulation.energy().unwrap();
            let (numerical, exchanged) = (energy.numerical(), energy.work.heat() + energy.work.hand.abs());
            // Δt⁴ω⁴ is about 1e-9; a short spring turns faster than its ω
            assert!(numerical.abs() <= 1e-6 * exchanged, "{}: {numerical} J of {exchanged} J", scene.id);
        });
    }
}

#[test]
fn a_led_particle_moves_uniformly_to_its_target() {
    for scene in SCENES.iter().copied().filter(|scene| Simulation::new(scene.id).unwrap().flow().is_err()) {
        for method in methods(scene) {
            check(2, &vector(0.3), |aside| {
                let start = lively(scene.id, method, 0.001);
                (0..start.particles().len())
                    .for_each(|particle| assert_moves_uniformly(scene, method, particle, aside));
            });
        }
    }
}

fn assert_moves_uniformly(scene: &Scene, method: &str, particle: usize, aside: DVec3) {
    let mut simulation = lively(scene.id, method, 0.001);
    let start = simulation.particles().positions[particle];
    simulation.hold(particle, start + aside, 0.02).unwrap();
    for fraction in [0.25, 0.5, 0.75, 1.0, 1.0] {
        simulation.step(5).unwrap();
        let (place, expected) = (simulation.particles().positions[particle], start + fraction * aside);
        // 20 roundings of the position, in every substep
        let near = place.distance(expected) < 1e-14 * f64::from(simulation.substeps());
        assert!(near, "{}, {method}: particle {particle} is at {place} instead of {expected}", scene.id);
    }
}

#[test]
fn a_led_particle_arrives_in_time_although_the_step_changes() {
    let mut simulation = Simulation::new("damper").unwrap();
    simulation.hold(1, DVec3::Y, 1.0).unwrap();
    simulation.step(50).unwrap();
    simulation.set("timeStepSize", 0.05).unwrap();
    simulation.step(10).unwrap();
    let place = simulation.particles().positions[1];
    assert_eq!((simulation.time(), place), (1.0, DVec3::Y), "after one second, the time of the drag");
}

#[test]
fn a_held_tracer_stays_in_the_plane() {
    let mut simulation = Simulation::new("rotation").unwrap();
    simulation.hold(0, DVec3::ONE, 0.0).unwrap();
    simulation.step(2).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::new(1.0, 1.0, 0.0));
}

#[test]
fn a_mass_whose_spring_is_cut_flies_straight_on() {
    for scene in ["damper", "oscillator"].map(|id| SCENES.iter().copied().find(|scene| scene.id == id).unwrap()) {
        for method in methods(scene) {
            let mut simulation = lively(scene.id, method, 0.01);
            simulation.step(10).unwrap();
            simulation.cut(0).unwrap();
            let (x, v) = (simulation.particles().positions[1], simulation.particles().velocities[1]);
            simulation.step(10).unwrap();
            let (place, expected) = (simulation.particles().positions[1], x + 0.1 * v);
            // ten roundings of the position
            assert!(place.distance(expected) < 1e-13, "{}, {method}: {place} instead of {expected}", scene.id);
        }
    }
}

#[test]
fn momentum_is_kept_by_every_method() {
    check(40, &free_system(), |system| {
        for method in Offer::Mechanical.methods() {
            let (mut system, before) = (system.clone(), system.particles.momentum());
            run(&mut system, method, 5e-3, 100);
            let (after, masses) = (system.particles.momentum(), system.particles.free().map(|(_, m)| m).sum::<f64>());
            // 1e-13 m/s: rounding of positions of some metres over Δt, and of each of the 100
            // solved systems
            let tolerance = 1e-11 * (masses + before.length());
            assert!((after - before).length() <= tolerance, "{}: {after} instead of {before} kg·m/s", method.id);
        }
    });
}

#[test]
fn axial_dampers_exert_no_torque_and_isotropic_ones_that_of_their_damping() {
    check(200, &free_system(), |system| {
        let (x, v) = (&system.particles.positions, &system.particles.velocities);
        let (mut expected, mut size) = (DVec3::ZERO, 0.0);
        for ([i, j], spring) in system.springs.iter() {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            expected -= if spring.damper == Damper::Isotropic { spring.damping * d.cross(u) } else { DVec3::ZERO };
            size += (x[i].length() + x[j].length()) * (spring.force(d).length() + spring.damping_force(d, u).length());
        }
        let torque = x.iter().zip(system.forces()).map(|(x, f)| x.cross(f)).sum::<DVec3>();
        // a few roundings of each term
        assert!((torque - expected).length() <= 1e-14 * size, "{torque} instead of {expected} N·m");
    });
}

#[test]
fn an_implicit_step_that_does_not_converge_leaves_the_system_unchanged() {
    let unsolved = Cell::new(0);
    check(100, &(obstructed_system(), 0..4_u32, 0.01..0.5), |(system, iterations, h)| {
        for (id, newton) in ["implicit-euler", "implicit-midpoint"].into_iter().flat_map(|id| [(id, false), (id, true)])
        {
            let settings = Settings { iterations, newton, ..Settings::default() };
            let (mut system, before) = (system.clone(), &system);
            let mut integrator = method(id).mechanical.unwrap()(&system, settings);
            if let Err(cause) = integrator.step(&mut system, h) {
                unsolved.set(unsolved.get() + 1);
                assert!(system == *before, "{id}: {cause}, and the state changed");
            }
        }
    });
    assert!(unsolved.get() > 100, "only {} steps did not converge", unsolved.get());
}
