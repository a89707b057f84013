//! Laws that hold for every system and every input, on random ones.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small counts

mod common;

use common::{method, run};
use glam::DVec3;
use proptest::{
    collection::vec,
    num, prop_oneof,
    sample::select,
    strategy::{Just, Strategy},
    test_runner::{Config, RngSeed, TestRunner},
};
use springlab::{
    Contact, Damper, Energy, Error, Kind, Mesh, Obstacle, Parameter, Scene, Settings, Simulation, Slider, Spring,
    System, Value, Work, integrators::Offer, observed_order, scenes::SCENES,
};
use std::{
    cell::{Cell, RefCell},
    fmt::Debug,
};

/// Tries a law on that many random inputs, the same in every run, and reports the smallest that breaks it.
fn check<S: Strategy>(cases: u32, inputs: &S, law: impl Fn(S::Value))
where
    S::Value: Debug,
{
    let rng_seed = RngSeed::Fixed(1);
    let config = Config { cases, rng_seed, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() };
    let outcome = TestRunner::new(config).run(inputs, |input| {
        law(input);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

// Random systems

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// A corner of a grid of 1.5 m: with up to 0.25 m aside in each coordinate, particles start at least 1 m apart.
fn corner(i: usize) -> DVec3 {
    1.5 * DVec3::new((i % 2) as f64, (i / 2 % 2) as f64, (i / 4) as f64)
}

/// Two to eight free particles with velocities, on a chain of springs and some more.
fn free_system() -> impl Strategy<Value = System> {
    let spring = (0..8_usize, 1..8_usize, 1.0..50.0, 0.0..1.0, 0.5..2.0);
    let particles = vec((vector(0.25), vector(1.0), 0.3..3.0), 2..=8);
    (particles, vec(spring, 8..=16), select(vec![Damper::Axial, Damper::Isotropic])).prop_map(
        |(particles, springs, damper)| {
            let mut system = System::default();
            let n = particles.len();
            for (i, (aside, velocity, mass)) in particles.into_iter().enumerate() {
                system.particles.push(corner(i) + aside, 1.0_f64 / mass);
                system.particles.velocities[i] = velocity;
            }
            for (index, (i, way, stiffness, damping, rest_length)) in springs.into_iter().enumerate() {
                // the first ones make the chain
                let [i, way] = if index + 1 < n { [index, 1] } else { [i % n, 1 + way % (n - 1)] };
                let ends = [i, (i + way) % n].map(|i| i as u32);
                system.springs.push(ends, Spring { stiffness, damping, rest_length, damper });
            }
            system.springs.damper = damper;
            system
        },
    )
}

/// The same with gravity and drag, the second particle led by a hand at its even velocity, and others fixed or led.
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

/// The same among one to three obstacles with friction. Many particles start inside.
fn obstructed_system() -> impl Strategy<Value = System> {
    let contact = (100.0..500.0, 0.0..2.0, 0.0..1.0).prop_map(|(stiffness, damping, friction)| Contact {
        stiffness,
        damping,
        friction,
        slip_speed: 0.1,
    });
    (bound_system(), vec(obstacle(), 1..=3), contact).prop_map(|(system, obstacles, contact)| {
        let mut system = System { obstacles, contact, ..system };
        system.open_account();
        system
    })
}

// The energy account

/// How deep a point is inside.
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

/// The stored energies from positions and velocities alone: kinetic, elastic, gravity, contact.
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
    let Work { damping, drag, friction, impact, hand, drive, wind } = system.work;
    let scale = expected
        .iter()
        .chain(&[start, damping, drag, friction, impact, hand, drive, wind])
        .map(|entry| entry.abs())
        .sum::<f64>();
    // sums of some thirty products, in another order: some tens of roundings of 1e-16
    let tolerance = 1e-13 * scale;
    for (actual, expected) in [kinetic, elastic, gravity, contact].into_iter().zip(expected) {
        assert!((actual - expected).abs() <= tolerance, "{what}: {actual} J instead of {expected} J");
    }
    let rest = expected.iter().sum::<f64>() - start + (damping + drag + friction + impact)
        - hand
        - drive
        - wind
        - energy.numerical();
    assert!(rest.abs() <= tolerance, "{what}: {rest} J are left of {scale} J");
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

/// Powers of heat and of the hand from positions and velocities alone.
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

/// Explicit Euler books its powers at the start of each step.
#[test]
fn heat_and_work_are_the_sum_of_the_powers_of_forces_and_velocities() {
    check(100, &obstructed_system(), |mut system| {
        let (h, mut expected) = (1e-3, Work::default());
        for _ in 0..50 {
            expected = expected + h * powers(&system);
            run(&mut system, method("explicit-euler"), h, 1);
        }
        let entries =
            |work: Work| [work.damping, work.drag, work.friction, work.impact, work.hand, work.drive, work.wind];
        // terms of both signs in another order: some roundings of the largest entry
        let scale = entries(expected).into_iter().fold(0.0, |sum: f64, entry| sum + entry.abs());
        for (actual, expected) in entries(system.work).into_iter().zip(entries(expected)) {
            assert!((actual - expected).abs() <= 1e-12 * scale, "{actual} J instead of {expected} J");
        }
    });
}

/// Largest numerical remainder of Runge-Kutta 4 over 0.3 s, the energy that was there or came, and the length of the
/// shortest spring.
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

/// Without contacts the forces are smooth as long as no spring comes near the length 0, where it would turn at once.
#[test]
fn the_remainder_of_runge_kutta_4_shrinks_as_dt_to_the_fourth() {
    check(150, &bound_system(), |system| {
        let [[coarse, ..], [fine, energy, shortest]] = [0.004, 0.001].map(|h| remainder(&system, h));
        // 256-fold and more but for the terms of higher order, down to the rounding of 300 steps
        let shrunk = fine <= coarse / 100.0 || fine <= 1e-12 * energy;
        assert!(shrunk || shortest < 0.3, "{coarse} J at 4 ms and {fine} J at 1 ms, of {energy} J");
    });
}

/// A contact's damper sets in with a jump, which a step may meet anywhere: what is left is of the size of Δt there.
#[test]
fn the_remainder_of_runge_kutta_4_vanishes_with_the_step_among_obstacles() {
    check(30, &obstructed_system(), |system| {
        for h in [1e-4, 2e-5] {
            let [remainder, energy, _] = remainder(&system, h);
            // a damper of 2 N·s/m takes 2/m of its particle's energy in a second, and a step may miss that of its length
            assert!(remainder <= 5.0 * h * energy, "{remainder} J of {energy} J at {h} s");
        }
    });
}

/// A small scene with the method, a step small enough for every explicit one, and damping and drag where there are any.
fn lively(scene: &str, method: &str, step: f64) -> Simulation {
    let mut simulation = small(SCENES.iter().find(|known| known.id == scene).unwrap(), method);
    for (key, value) in [("stiffness", 50.0), ("damping", 0.2), ("drag", 0.1), ("timeStepSize", step)] {
        // not every scene has all of them
        let _ = simulation.set(key, value);
    }
    simulation
}

/// Scenes of a mechanical system.
fn mechanical_scenes() -> impl Iterator<Item = &'static Scene> {
    SCENES.iter().copied().filter(|scene| Simulation::new(scene.id).unwrap().system().is_ok())
}

/// Largest numerical remainder while a hand leads the second mass of a chain up and down and lets go, with a step.
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

/// The hand changes its velocity at once, but only between two steps.
#[test]
fn every_method_books_the_work_of_a_hand_with_its_order() {
    for method in Offer::Forces.methods().filter(|method| !method.is_adaptive()) {
        let steps = [0.002, 0.001, 0.0005];
        let order = observed_order(&steps, &steps.map(|step| remainder_of_a_hand(method.id, step))).unwrap();
        let expected = f64::from(method.order);
        // the terms of higher order have some tenths here
        assert!((order - expected).abs() <= 0.2, "{}: order {order}", method.id);
    }
}

/// A hand leads and throws a particle; with Runge-Kutta 4 at 0.1 ms nothing but its work and heat changes the stored energy.
#[test]
fn what_a_hand_does_is_booked_as_its_work() {
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
            // Δt⁴ω⁴ is some 1e-9; a short spring turns faster than its ω
            assert!(numerical.abs() <= 1e-6 * exchanged, "{}: {numerical} J of {exchanged} J", scene.id);
        });
    }
}

/// Exact steps err by rounding alone, also while a hand draws the mass out and up.
#[test]
fn exact_steps_book_the_work_of_a_hand_to_rounding() {
    for particle in [0, 1] {
        let mut simulation = lively("oscillator", "exact", 0.001);
        let target = simulation.particles().positions[particle] + DVec3::new(0.3, 0.2, 0.0);
        simulation.hold(particle, target, 0.1).unwrap();
        simulation.step(200).unwrap();
        let energy = simulation.energy().unwrap();
        // 200 steps of some roundings each
        let numerical = energy.numerical();
        assert!(numerical.abs() <= 1e-12 * energy.stored(), "{particle}: {numerical} J of {} J", energy.stored());
    }
}

#[test]
fn a_led_particle_goes_evenly_to_its_target() {
    for scene in SCENES.iter().copied().filter(|scene| Simulation::new(scene.id).unwrap().flow().is_err()) {
        for method in methods(scene) {
            check(2, &vector(0.3), |aside| {
                let start = lively(scene.id, method, 0.001);
                (0..start.particles().len()).for_each(|particle| assert_goes_evenly(scene, method, particle, aside));
            });
        }
    }
}

fn assert_goes_evenly(scene: &Scene, method: &str, particle: usize, aside: DVec3) {
    let mut simulation = lively(scene.id, method, 0.001);
    let start = simulation.particles().positions[particle];
    simulation.hold(particle, start + aside, 0.02).unwrap();
    for way in [0.25, 0.5, 0.75, 1.0, 1.0] {
        simulation.step(5).unwrap();
        let (place, expected) = (simulation.particles().positions[particle], start + way * aside);
        // 20 roundings of the place
        let near = place.distance(expected) < 1e-14;
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
    assert_eq!((simulation.time(), place), (1.0, DVec3::Y), "after the second that it was to take");
}

#[test]
fn a_held_tracer_stays_in_the_plane() {
    let mut simulation = Simulation::new("rotation").unwrap();
    simulation.hold(0, DVec3::ONE, 0.0).unwrap();
    simulation.step(2).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::new(1.0, 1.0, 0.0));
}

#[test]
fn a_mass_that_is_cut_loose_flies_straight_on() {
    for scene in ["damper", "oscillator"].map(|id| SCENES.iter().copied().find(|scene| scene.id == id).unwrap()) {
        for method in methods(scene) {
            let mut simulation = lively(scene.id, method, 0.01);
            simulation.step(10).unwrap();
            simulation.cut(0).unwrap();
            let (x, v) = (simulation.particles().positions[1], simulation.particles().velocities[1]);
            simulation.step(10).unwrap();
            let (place, expected) = (simulation.particles().positions[1], x + 0.1 * v);
            // ten roundings of the place
            assert!(place.distance(expected) < 1e-13, "{}, {method}: {place} instead of {expected}", scene.id);
        }
    }
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
                    // several sums of roundings of the largest entry
                    let tolerance = 1e-13 * (size(&before) + size(&after));
                    assert!(change.abs() <= tolerance, "{}, {method}, {action:?}: {change} J", scene.id);
                    before = after;
                }
            });
        }
    }
}

// Momentum

#[test]
fn momentum_is_kept_by_every_method() {
    check(40, &free_system(), |system| {
        for method in Offer::Mechanical.methods() {
            let (mut system, before) = (system.clone(), system.particles.momentum());
            run(&mut system, method, 5e-3, 100);
            let (after, masses) = (system.particles.momentum(), system.particles.free().map(|(_, m)| m).sum::<f64>());
            // positions of some metres over Δt have roundings of 1e-13 m/s, and so has each of the 100 solved systems
            let tolerance = 1e-11 * (masses + before.length());
            assert!((after - before).length() <= tolerance, "{}: {after} instead of {before} kg·m/s", method.id);
        }
    });
}

#[test]
fn axial_dampers_turn_nothing_and_isotropic_ones_slow_the_turning() {
    check(200, &free_system(), |system| {
        let (x, v) = (&system.particles.positions, &system.particles.velocities);
        let (mut expected, mut size) = (DVec3::ZERO, 0.0);
        for ([i, j], spring) in system.springs.iter() {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            expected -= if spring.damper == Damper::Isotropic { spring.damping * d.cross(u) } else { DVec3::ZERO };
            size += (x[i].length() + x[j].length()) * (spring.force(d).length() + spring.damping_force(d, u).length());
        }
        let torque = x.iter().zip(system.forces()).map(|(x, f)| x.cross(f)).sum::<DVec3>();
        // some roundings of each term
        assert!((torque - expected).length() <= 1e-14 * size, "{torque} instead of {expected} N·m");
    });
}

// Random use of every scene

/// What somebody may do to a simulation.
#[derive(Clone, Debug)]
enum Action {
    /// An allowed value, this far into the range, for the parameter of this number.
    Set(usize, f64),
    /// Any value.
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

/// An allowed value, small where it is the size of a scene.
fn allowed(parameter: &Parameter, fraction: f64) -> Value {
    match parameter.kind {
        Kind::Number { min, max, slider: Slider::Logarithmic { .. }, .. } => {
            Value::Number((min + (max - min) * fraction.powi(3)).min(max))
        }
        Kind::Number { min, max, .. } => Value::Number(min + (max - min) * fraction),
        Kind::Count { min, max, .. } => {
            let most = f64::from(max.min(6) - min);
            Value::Number(f64::from(min) + (fraction * most).round())
        }
        Kind::Choice { .. } | Kind::Method { .. } => {
            let options: Vec<_> = parameter.kind.options().collect();
            options[((fraction * options.len() as f64) as usize).min(options.len() - 1)].0.into()
        }
    }
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
            // a size that happens to be allowed may take long
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
            assert!(limit >= 0.0 && steps <= 2, "limit {limit} s, {steps} steps");
            simulation.energy().map(|_| ())
        }
        Action::Load => simulation.restore(saved),
    }
}

/// The same, with its steps one by one.
fn single(action: &Action) -> Vec<Action> {
    if let Action::Step(n) = action { vec![Action::Step(1); *n as usize] } else { vec![action.clone()] }
}

/// Whether an action sets a parameter that builds the scene anew.
fn restarts(scene: &Scene, action: &Action) -> bool {
    matches!(action, Action::Set(i, _) | Action::SetAny(i, _) if scene.parameters[i % scene.parameters.len()].restarts)
}

fn methods(scene: &Scene) -> impl Iterator<Item = &'static str> {
    let method = scene.parameters.iter().find(|parameter| parameter.key == "method").unwrap();
    method.kind.options().map(|(id, _)| id)
}

fn offers(scene: &Scene, method: &str) -> bool {
    methods(scene).any(|id| id == method)
}

/// The scene in a small size.
fn small(scene: &Scene, method: &str) -> Simulation {
    let mut simulation = Simulation::new(scene.id).unwrap();
    for parameter in scene.parameters.iter().filter(|parameter| matches!(parameter.kind, Kind::Count { .. })) {
        simulation.set(parameter.key, allowed(parameter, 0.6)).unwrap();
    }
    simulation.set("method", method).unwrap();
    simulation
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
            check(200, &vec(action(), 1..20), |actions| {
                let mut simulation = small(scene, method);
                let saved = simulation.snapshot();
                for action in actions.iter().flat_map(single) {
                    let before = simulation.snapshot();
                    let Err(error) = act(&mut simulation, &action, &saved) else { continue };
                    assert_sentence(&error);
                    let kept = simulation.snapshot() == before || matches!(error, Error::Runaway { .. });
                    assert!(kept, "{}, {method}, {action:?}: {error}, and the state changed", scene.id);
                }
            });
        }
    }
}

/// What every method says of motion that takes longer than there are numbers for, within ten seconds.
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
    let (mut last, wait) = (("", "", 0.0, 0.0), std::time::Duration::from_secs(10));
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

/// Words of the two formats, joined at random.
fn file(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    vec(select(words), 0..40).prop_map(|words| words.concat())
}

#[test]
fn no_file_panics_and_one_that_is_refused_keeps_the_state() {
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
            Ok(()) => drop(simulation.step(5)),
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
        // no option is a number like these
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
fn every_value_that_a_parameter_does_not_take_is_refused_by_its_name() {
    for scene in SCENES {
        let simulation = RefCell::new(small(scene, methods(scene).next().unwrap()));
        let state = simulation.borrow().snapshot();
        for parameter in scene.parameters {
            check(40, &refused(parameter), |value| {
                let mut simulation = simulation.borrow_mut();
                let error = simulation.set(parameter.key, value.clone()).expect_err("it was taken");
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

/// A run after random actions, whatever they answered.
fn used(scene: &Scene, method: &str, actions: &[Action]) -> Simulation {
    let mut simulation = small(scene, method);
    let saved = simulation.snapshot();
    for action in actions {
        let _ = act(&mut simulation, action, &saved);
    }
    simulation
}

#[test]
fn a_restored_run_goes_on_to_the_bit() {
    for scene in SCENES {
        for method in methods(scene) {
            check(10, &vec(action(), 1..12), |actions| {
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
                let error = simulation.restore(bad).expect_err("it was taken");
                assert!(matches!(error, Error::Snapshot { .. }), "{error:?}");
                assert_sentence(&error);
                assert!(simulation.snapshot() == good, "{error}, and the state changed");
            }
        });
    }
}

/// FNV-1a with 64 bits, which ends a snapshot.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    sum.to_le_bytes()
}

/// A snapshot may come from a file that somebody made.
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

/// Verlet's memory holds two vectors a particle, that of velocity Verlet one.
#[test]
fn a_snapshot_with_the_memory_of_another_method_is_refused_or_runs() {
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

// Steps without a solution

#[test]
fn an_implicit_step_without_a_solution_leaves_no_trace() {
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
    assert!(unsolved.get() > 100, "only {} steps had no solution", unsolved.get());
}

/// A scene whose hand and neighbours are torn about, with Newton's method and long steps.
fn torn(
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
fn a_run_without_a_solution_stops_as_it_was_before_the_step() {
    let unsolved = Cell::new(0);
    let inputs = ((0.2..1.0, 0.2..1.0, 0..36_usize, vector(3.0)), vec((0..36_usize, vector(1.0)), 6));
    for scene in SCENES.iter().copied().filter(|scene| scene.parameters.iter().any(|known| known.key == "solver")) {
        for method in ["implicit-euler", "implicit-midpoint"] {
            check(20, &inputs, |(choice, places)| {
                let mut simulation = torn(scene, method, choice, &places);
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
    assert!(unsolved.get() > 10, "only {} steps had no solution", unsolved.get());
}
