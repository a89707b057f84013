//! Systems take their steps laid out, in columns where springs lie in rows, else in an order of their own. They come to what the formulas say, however many are
//! taken at a time.

use crate::common::random::seeded;
use glam::DVec3;
use proptest::{collection::vec, prelude::*, test_runner::TestCaseError};
use springlab::{
    Contact, Damper, Error, Obstacle, Settings, Simulation, Spring, System, Wind, Work,
    integrators::{RungeKutta, Stability, runge_kutta_4, symplectic_euler::METHOD},
};
use std::ops::Range;

/// A sheet of masses with springs along the rows and columns, across and over two meshes, each with its own law, and a few between any two.
fn sheets(width: Range<u32>, height: Range<u32>) -> impl Strategy<Value = System> {
    let law = (10.0..200.0, 0.0..0.5, 0.9..1.1f64);
    let place = || [-0.2..0.2, -0.2..0.2, -0.2..0.2f64].prop_map(DVec3::from);
    let body = prop_oneof![
        Just(vec![]),
        Just(vec![Obstacle::Plane { point: DVec3::Y * -2.0, normal: DVec3::Y }]),
        Just(vec![Obstacle::Sphere { centre: DVec3::new(3.0, -2.0, 0.0), radius: 1.5 }]),
        Just(vec![Obstacle::Sphere { centre: DVec3::new(3.0, -2.0, 0.5), radius: 1.5 }]),
        Just(vec![Obstacle::Box { centre: DVec3::new(3.0, -2.0, 0.0), half: DVec3::ONE }]),
    ];
    let size = (width, height).prop_flat_map(move |(width, height)| {
        let count = (width * height) as usize;
        let particle = (place(), place(), prop_oneof![1 => Just(0.0), 9 => 0.5..3.0]);
        let stray = (0..width * height, 1..width * height);
        (Just([width, height]), vec(particle, count), vec(law.clone(), 64), vec(stray, 0..3))
    });
    let air =
        (prop_oneof![Just(0.0), 0.01..0.1], prop_oneof![Just(0.0), Just(0.02)], prop_oneof![Just(0.0), Just(0.5)]);
    (size, body, air, any::<bool>(), any::<bool>()).prop_map(
        |(([width, height], particles, laws, strays), obstacles, (drag, resistance, gusts), isotropic, planar)| {
            let flat = if planar { DVec3::new(1.0, 1.0, 0.0) } else { DVec3::ONE };
            let damper = if isotropic { Damper::Isotropic } else { Damper::Axial };
            let wind = Wind { resistance, velocity: DVec3::new(2.0, 0.5, 1.0) * flat, gusts, period: 1.0 };
            let gravity = DVec3::new(0.3, -9.81, 0.2) * flat;
            // friction that steps resolve: Δt μ N/(m s) is below 0.6
            let contact = Contact { stiffness: 300.0, slip_speed: 1.0, ..Contact::default() };
            let mut system = System { drag, wind, gravity, contact, obstacles, ..System::default() };
            system.springs.damper = damper;
            for (i, (place, velocity, weight)) in (0..).zip(particles) {
                let grid = DVec3::new(f64::from(i % width), -f64::from(i / width), 0.0);
                system.particles.push(grid + place * flat, weight);
                // of what is fixed, some are led
                let still = weight == 0.0 && i % 2 == 0;
                system.particles.velocities[i as usize] = if still { DVec3::ZERO } else { velocity * flat };
            }
            let mut link = |i: u32, j: u32| {
                let (stiffness, damping, tightness) = laws[system.springs.len() % laws.len()];
                let [x, y] = [i, j].map(|i| system.particles.positions[i as usize]);
                let rest_length = tightness * x.distance(y);
                system.springs.push([i, j], Spring { stiffness, damping, rest_length, damper });
            };
            for row in 0..height {
                for [right, down] in [[1, 0], [2, 0], [0, 1], [1, 1]] {
                    if row + down < height {
                        (row * width..(row + 1) * width - right).for_each(|i| link(i, i + right + down * width));
                    }
                }
            }
            let count = width * height;
            for (i, way) in strays {
                link(i, (i + way) % count);
            }
            system
        },
    )
}

/// Sheets that are no longer than a ribbon, in rows.
fn ribbons() -> impl Strategy<Value = System> {
    sheets(12..24, 2..6)
}

/// The masses and springs of sheets in any order.
fn nets(sheets: impl Strategy<Value = System>) -> impl Strategy<Value = System> {
    let shuffled = |count| Just((0..count).collect::<Vec<usize>>()).prop_shuffle();
    sheets
        .prop_flat_map(move |sheet| {
            let counts = [sheet.particles.len(), sheet.springs.len()];
            (Just(sheet), shuffled(counts[0]), shuffled(counts[1]))
        })
        .prop_map(|(sheet, places, turns)| {
            let mut net = sheet.clone();
            for (i, &place) in places.iter().enumerate() {
                net.particles.positions[place] = sheet.particles.positions[i];
                net.particles.velocities[place] = sheet.particles.velocities[i];
                net.particles.inverse_masses[place] = sheet.particles.inverse_masses[i];
            }
            let springs: Vec<_> = sheet.springs.iter().collect();
            net.springs = springlab::Springs { damper: sheet.springs.damper, ..springlab::Springs::default() };
            for turn in turns {
                let (ends, spring) = springs[turn];
                net.springs.push(ends.map(|i| u32::try_from(places[i]).unwrap()), spring);
            }
            net
        })
}

/// Of so many springs that parts of steps overtake others: five in columns, twenty in an order of their own.
fn large() -> impl Strategy<Value = System> {
    prop_oneof![sheets(60..64, 40..48), nets(sheets(60..64, 40..48))]
}

/// Of 256 springs and more, from which on an order is found.
fn scattered() -> impl Strategy<Value = System> {
    nets(sheets(16..24, 6..9))
}

/// v ← v + h a, x ← x + h v with the accelerations that the formulas of single springs give.
fn step_by_formula(system: &mut System, h: f64) {
    let count = system.particles.len();
    let forces = {
        let mut forces = vec![DVec3::ZERO; count];
        let (x, v) = (&system.particles.positions, &system.particles.velocities);
        let mut power = 0.0;
        for ([i, j], spring) in system.springs.iter() {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            let force = spring.force(d) + spring.damping_force(d, u);
            power += spring.dissipation(d, u);
            forces[i] += force;
            forces[j] -= force;
        }
        system.work.damping += h * power;
        let led = (0..count).filter(|&i| system.particles.inverse_masses[i] == 0.0);
        system.work.hand -= h * led.map(|i| forces[i].dot(v[i])).sum::<f64>();
        forces
    };
    // all else is what a system without springs feels
    let alone = System { springs: springlab::Springs::default(), ..system.clone() };
    let mut accelerations = vec![DVec3::ZERO; count];
    let (x, v) = (&system.particles.positions, &system.particles.velocities);
    system.work = system.work + h * alone.accelerate(system.time, x, v, &mut accelerations);
    for i in 0..count {
        system.particles.velocities[i] += h * (accelerations[i] + system.particles.inverse_masses[i] * forces[i]);
        let velocity = system.particles.velocities[i];
        system.particles.positions[i] += h * velocity;
    }
    system.advance(h);
}

fn distance(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

/// Rounding of sums, over steps well inside the limit: h²ω² is below 4e-6 · 16 · 200 N/m · 3/kg = 0.04.
fn assert_same(system: &System, expected: &System) -> Result<(), TestCaseError> {
    let [x, y] = [system, expected].map(|system| &system.particles);
    let (place, speed) = (distance(&x.positions, &y.positions), distance(&x.velocities, &y.velocities));
    prop_assert!(place < 1e-12 && speed < 1e-11, "{place} m, {speed} m/s");
    prop_assert!((system.time - expected.time).abs() < 1e-12);
    let entries = |work: Work| [work.damping, work.drag, work.friction, work.hand, work.wind];
    for (a, b) in entries(system.work).into_iter().zip(entries(expected.work)) {
        prop_assert!((a - b).abs() < 1e-10 * (1.0 + b.abs()), "{a} J instead of {b} J");
    }
    Ok(())
}

const STEPS: u32 = 100;
const H: f64 = 2e-3;

/// All of them, as many at a time as the method takes.
fn march(system: &mut System, settings: Settings) {
    let mut method = METHOD.mechanical.unwrap()(system, settings);
    let mut left = STEPS;
    while left > 0 {
        left -= method.steps(system, H, left, 1e6).unwrap();
    }
}

proptest! {
    #![proptest_config(seeded(64))]

    #[test]
    fn steps_are_those_of_the_formulas(start in prop_oneof![ribbons(), scattered()]) {
        let (mut system, mut expected) = (start.clone(), start);
        march(&mut system, Settings::default());
        (0..STEPS).for_each(|_| step_by_formula(&mut expected, H));
        assert_same(&system, &expected)?;
    }

    /// With numbers of 32 bits, of positions of up to 24 m. Where a contact's force begins is left out: it jumps there, and a mass may come a step later.
    #[test]
    fn steps_in_single_precision_are_right_to_five_digits(start in prop_oneof![ribbons(), scattered()]) {
        let start = System { obstacles: vec![], ..start };
        let (mut system, mut expected) = (start.clone(), start);
        let mut method = METHOD.mechanical.unwrap()(&system, Settings { single: true, ..Settings::default() });
        (0..STEPS).for_each(|_| method.step(&mut system, H).unwrap());
        (0..STEPS).for_each(|_| step_by_formula(&mut expected, H));
        let place = distance(&system.particles.positions, &expected.particles.positions);
        prop_assert!(place < 24e-5, "{place} m");
        // … and they are of 32 bits, where they were laid out
        let narrow = |x: &DVec3| x.to_array().into_iter().all(|x| f64::from(x as f32) == x);
        prop_assert!(system.particles.positions.iter().all(narrow));
        let entries = |work: Work| [work.damping, work.drag, work.wind];
        for (power, right) in entries(system.work).into_iter().zip(entries(expected.work)) {
            prop_assert!((power - right).abs() < 1e-4 * right.abs() + 1e-5, "{power} J instead of {right} J");
        }
    }

    /// The same method on the system as it is, not laid out.
    #[test]
    fn runge_kutta_steps_in_columns_are_those_of_the_system(start in ribbons()) {
        let (mut system, mut expected) = (start.clone(), start);
        let Stability::Polynomial(_, tableau) = runge_kutta_4::METHOD.stability else { unreachable!("it is such a method") };
        let mut method = runge_kutta_4::METHOD.mechanical.unwrap()(&system, Settings::default());
        let mut plain = RungeKutta::new(tableau, &expected);
        for _ in 0..STEPS {
            method.step(&mut system, H).unwrap();
            plain.advance(&mut expected, H);
        }
        assert_same(&system, &expected)?;
    }

    /// To the bit: snapshots, the bar of time and steps taken elsewhere rely on it.
    #[test]
    fn many_steps_are_as_many_single_ones(start in prop_oneof![ribbons(), scattered()], single in any::<bool>()) {
        let settings = Settings { single, ..Settings::default() };
        let (mut together, mut alone) = (start.clone(), start);
        march(&mut together, settings);
        let mut method = METHOD.mechanical.unwrap()(&alone, settings);
        (0..STEPS).for_each(|_| method.step(&mut alone, H).unwrap());
        prop_assert_eq!(together.particles, alone.particles);
        prop_assert_eq!(together.work, alone.work);
    }

    /// What is kept from call to call, and made anew where it no longer fits, is what a new method makes. To the bit, after each of these changes.
    #[test]
    fn every_change_between_calls_is_seen(start in prop_oneof![ribbons(), scattered()], single in any::<bool>()) {
        let changes: [fn(&mut System); 11] = [
            |_| (),
            |system| system.springs.stiffnesses[3] *= 0.5,
            |system| system.springs.dampings.fill(0.1),
            |system| system.springs.rest_lengths.iter_mut().for_each(|length| *length *= 1.01),
            |system| system.springs.endpoints[5].reverse(),
            |system| system.springs.tune(|_, length| [50.0 / length.max(0.5), 0.2]),
            |system| system.springs.damper = Damper::Isotropic,
            |system| system.particles.inverse_masses[7] = 0.75,
            |system| system.springs.push([0, 11], Spring { stiffness: 30.0, rest_length: 2.0, ..Spring::default() }),
            |system| system.springs.cut(2),
            |system| {
                system.springs = system.springs.clone();
                system.springs.endpoints.swap(0, 9);
            },
        ];
        let settings = Settings { single, ..Settings::default() };
        let create = METHOD.mechanical.unwrap();
        let (mut system, mut expected) = (start.clone(), start);
        let mut kept = create(&system, settings);
        for (n, change) in changes.iter().enumerate() {
            change(&mut system);
            change(&mut expected);
            kept.steps(&mut system, H, 3, 1e6).unwrap();
            create(&expected, settings).steps(&mut expected, H, 3, 1e6).unwrap();
            prop_assert_eq!(&system.particles, &expected.particles, "after change {}", n);
            prop_assert_eq!(system.work, expected.work, "after change {}", n);
        }
    }

    /// With other springs set and cut between two calls.
    #[test]
    fn steps_in_an_order_of_their_own_are_those_of_the_formulas(start in scattered(), cut in 0..256usize) {
        let (mut system, mut expected) = (start.clone(), start);
        let mut method = METHOD.mechanical.unwrap()(&system, Settings::default());
        for _ in 0..3 {
            prop_assert_eq!(method.steps(&mut system, H, 10, 1e6).unwrap(), if system.wind.is_steady() { 10 } else { 1 });
            while system.time < expected.time + 9.5 * H {
                method.steps(&mut system, H, 1, 1e6).unwrap();
            }
            (0..10).for_each(|_| step_by_formula(&mut expected, H));
            for springs in [&mut system.springs, &mut expected.springs] {
                springs.cut(cut);
                springs.stiffnesses[cut] *= 0.5;
            }
        }
        assert_same(&system, &expected)?;
    }
}

proptest! {
    // of some 10 000 springs each
    #![proptest_config(seeded(24))]

    /// Steps close behind one another, up to the first that leaves the reach, are the same to the bit as one after another.
    #[test]
    fn no_step_overtakes_the_one_before(start in large(), single in any::<bool>(), way in 0.0..4e-3) {
        const MOST: u32 = 20;
        let settings = Settings { single, ..Settings::default() };
        let create = METHOD.mechanical.unwrap();
        let farthest = |system: &System| system.particles.positions.iter().map(|x| x.abs().max_element()).fold(0.0, f64::max);
        // one that 32 bits hold, which is the same for both precisions
        let reach = f64::from((farthest(&start) + way) as f32);
        let (mut together, mut alone) = (start.clone(), start);
        let taken = create(&together, settings).steps(&mut together, H, MOST, reach).unwrap();
        prop_assert!(taken == MOST || !alone.wind.is_steady() || farthest(&together) > reach);
        let mut method = create(&alone, settings);
        for step in 0..taken {
            prop_assert!(step == 0 || farthest(&alone) <= reach, "{} steps were one too many", step + 1);
            method.step(&mut alone, H).unwrap();
        }
        prop_assert_eq!(together.particles, alone.particles);
        prop_assert_eq!(together.work, alone.work);
    }
}

/// Seven steps of the way, and 23 with a hand that rests.
#[test]
fn a_hand_leads_as_far_in_one_call_as_in_many() {
    let held = || {
        let mut cloth = Simulation::new("cloth").unwrap();
        cloth.step(20).unwrap();
        cloth.hold(620, DVec3::new(4.0, -3.0, 0.0), 0.035).unwrap();
        cloth
    };
    let (mut together, mut single) = (held(), held());
    together.step(30).unwrap();
    (0..30).for_each(|_| single.step(1).unwrap());
    assert_eq!(together.particles(), single.particles());
    assert_eq!(together.particles().positions[620], DVec3::new(4.0, -3.0, 0.0));
    assert!(together.energy().unwrap().work.hand.abs() > 1.0);
}

#[test]
fn an_explosion_stops_at_its_step() {
    let wild = || {
        let mut cloth = Simulation::new("cloth").unwrap();
        cloth.set("damping", 20.0).unwrap();
        cloth
    };
    let (mut together, mut single) = (wild(), wild());
    let refusal = together.step(5000).unwrap_err();
    let alone = (0..5000).find_map(|_| single.step(1).err()).unwrap();
    assert!(matches!(refusal, Error::Runaway { .. }), "{refusal}");
    assert_eq!(refusal.to_string(), alone.to_string());
    assert_eq!(together.time(), single.time());
    assert_eq!(together.particles(), single.particles());
}
