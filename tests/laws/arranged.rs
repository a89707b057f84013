//! Fast steps of symplectic Euler and Runge-Kutta 4, on springs in columns or in a sorted order,
//! against the formulas of single springs, for any number of steps a call.

use crate::common::random::seeded;
use glam::DVec3;
use proptest::{collection::vec, prelude::*, test_runner::TestCaseError};
use springlab::{
    Contact, Damper, Error, Obstacle, Settings, Simulation, Spring, System, Wind, Work,
    integrators::{RungeKutta, Stability, runge_kutta_4, symplectic_euler::METHOD},
};
use std::ops::Range;

/// A sheet of masses with springs along rows, columns and diagonals and to the second neighbour,
/// each with its own law, and up to two between random masses.
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
        let extra = (0..width * height, 1..width * height);
        (Just([width, height]), vec(particle, count), vec(law.clone(), 64), vec(extra, 0..3))
    });
    let air =
        (prop_oneof![Just(0.0), 0.01..0.1], prop_oneof![Just(0.0), Just(0.02)], prop_oneof![Just(0.0), Just(0.5)]);
    (size, body, air, any::<[bool; 3]>()).prop_map(
        |(
            ([width, height], particles, laws, extras),
            obstacles,
            (drag, resistance, gusts),
            [isotropic, planar, per_kilogram],
        )| {
            let flat = if planar { DVec3::new(1.0, 1.0, 0.0) } else { DVec3::ONE };
            let damper = if isotropic { Damper::Isotropic } else { Damper::Axial };
            let wind = Wind { resistance, velocity: DVec3::new(2.0, 0.5, 1.0) * flat, gusts, period: 1.0 };
            let gravity = DVec3::new(0.3, -9.81, 0.2) * flat;
            // friction that the steps resolve: Δt μ N/(m s) < 0.6
            let contact = Contact { stiffness: 300.0, slip_speed: 1.0, ..Contact::default() };
            let mut system = System { drag, wind, gravity, contact, obstacles, per_kilogram, ..System::default() };
            system.springs.damper = damper;
            for (i, (place, velocity, weight)) in (0..).zip(particles) {
                let grid = DVec3::new(f64::from(i % width), -f64::from(i / width), 0.0);
                system.particles.push(grid + place * flat, weight);
                // every second fixed particle is led
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
            for (i, offset) in extras {
                link(i, (i + offset) % count);
            }
            system
        },
    )
}

/// Narrow sheets, with springs in rows.
fn ribbons() -> impl Strategy<Value = System> {
    sheets(12..24, 2..6)
}

/// Sheets with masses and springs in random order.
fn shuffled(sheets: impl Strategy<Value = System>) -> impl Strategy<Value = System> {
    let order = |count| Just((0..count).collect::<Vec<usize>>()).prop_shuffle();
    sheets
        .prop_flat_map(move |sheet| {
            let counts = [sheet.particles.len(), sheet.springs.len()];
            (Just(sheet), order(counts[0]), order(counts[1]))
        })
        .prop_map(|(sheet, places, turns)| {
            let mut mesh = sheet.clone();
            for (i, &place) in places.iter().enumerate() {
                mesh.particles.positions[place] = sheet.particles.positions[i];
                mesh.particles.velocities[place] = sheet.particles.velocities[i];
                mesh.particles.inverse_masses[place] = sheet.particles.inverse_masses[i];
            }
            let springs: Vec<_> = sheet.springs.iter().collect();
            mesh.springs = springlab::Springs { damper: sheet.springs.damper, ..springlab::Springs::default() };
            for turn in turns {
                let (ends, spring) = springs[turn];
                mesh.springs.push(ends.map(|i| u32::try_from(places[i]).unwrap()), spring);
            }
            mesh
        })
}

/// Sheets of so many springs that a step has several stages, five in columns or twenty in a sorted
/// order, and that later steps start before earlier ones end.
fn large() -> impl Strategy<Value = System> {
    prop_oneof![sheets(60..64, 40..48), shuffled(sheets(60..64, 40..48))]
}

/// At least 256 springs: below that the engine does not sort them.
fn scattered() -> impl Strategy<Value = System> {
    shuffled(sheets(16..24, 6..9))
}

/// v ← v + h a, x ← x + h v, with accelerations from the formulas of single springs.
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
    // all other forces: those of the system without springs
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

/// Asserts equality up to the rounding of sums; h²ω² < 4e-6 · 16 · 200 N/m · 3/kg = 0.04 is far
/// below the limit of 4.
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

/// Takes all steps, as many in a call as the method allows.
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
    fn fast_steps_are_those_of_the_formulas(start in prop_oneof![ribbons(), scattered()]) {
        let (mut system, mut expected) = (start.clone(), start);
        march(&mut system, Settings::default());
        (0..STEPS).for_each(|_| step_by_formula(&mut expected, H));
        assert_same(&system, &expected)?;
    }

    /// Numbers of 32 bits, positions up to 24 m. Without obstacles: where a contact starts the
    /// force jumps, and a mass may arrive a step later.
    #[test]
    fn steps_in_single_precision_are_right_to_five_digits(start in prop_oneof![ribbons(), scattered()]) {
        let start = System { obstacles: vec![], ..start };
        let (mut system, mut expected) = (start.clone(), start);
        let mut method = METHOD.mechanical.unwrap()(&system, Settings { single: true, ..Settings::default() });
        (0..STEPS).for_each(|_| method.step(&mut system, H).unwrap());
        (0..STEPS).for_each(|_| step_by_formula(&mut expected, H));
        let place = distance(&system.particles.positions, &expected.particles.positions);
        prop_assert!(place < 24e-5, "{place} m");
        // the state itself has 32 bits
        let narrow = |x: &DVec3| x.to_array().into_iter().all(|x| f64::from(x as f32) == x);
        prop_assert!(system.particles.positions.iter().all(narrow));
        let entries = |work: Work| [work.damping, work.drag, work.wind];
        for (power, right) in entries(system.work).into_iter().zip(entries(expected.work)) {
            prop_assert!((power - right).abs() < 1e-4 * right.abs() + 1e-5, "{power} J instead of {right} J");
        }
    }

    #[test]
    fn runge_kutta_steps_in_columns_are_those_of_the_plain_method(start in ribbons()) {
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

    /// To the bit: snapshots, seeking and steps ahead rely on it.
    #[test]
    fn many_steps_in_one_call_are_as_many_single_ones(start in prop_oneof![ribbons(), scattered()], single in any::<bool>()) {
        let settings = Settings { single, ..Settings::default() };
        let (mut together, mut alone) = (start.clone(), start);
        march(&mut together, settings);
        let mut method = METHOD.mechanical.unwrap()(&alone, settings);
        (0..STEPS).for_each(|_| method.step(&mut alone, H).unwrap());
        prop_assert_eq!(together.particles, alone.particles);
        prop_assert_eq!(together.work, alone.work);
    }

    /// A method that has kept its layout from earlier calls takes the same steps, to the bit, as a
    /// new one.
    #[test]
    fn the_kept_layout_follows_every_change_between_calls(start in prop_oneof![ribbons(), scattered()], single in any::<bool>()) {
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

    /// Springs are changed and cut between calls.
    #[test]
    fn steps_in_a_sorted_order_are_those_of_the_formulas(start in scattered(), cut in 0..256usize) {
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
    // about 10 000 springs each
    #![proptest_config(seeded(24))]

    /// To the bit, up to the first step that leaves the reach.
    #[test]
    fn steps_that_overlap_are_those_taken_one_after_another(start in large(), single in any::<bool>(), margin in 0.0..4e-3) {
        const MOST: u32 = 20;
        let settings = Settings { single, ..Settings::default() };
        let create = METHOD.mechanical.unwrap();
        let farthest = |system: &System| system.particles.positions.iter().map(|x| x.abs().max_element()).fold(0.0, f64::max);
        // rounded to 32 bits, so that it is the same in both precisions
        let reach = f64::from((farthest(&start) + margin) as f32);
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

/// Seven steps of motion, and 23 with the hand at rest.
#[test]
fn a_hand_leads_as_far_in_one_call_as_in_single_steps() {
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
fn an_explosion_in_one_call_stops_at_the_same_step_as_in_single_steps() {
    let exploding = || simulation!("cloth", damping = 20.0);
    let (mut together, mut single) = (exploding(), exploding());
    let refusal = together.step(5000).unwrap_err();
    let alone = (0..5000).find_map(|_| single.step(1).err()).unwrap();
    assert!(matches!(refusal, Error::Explosion { .. }), "{refusal}");
    assert_eq!(refusal.to_string(), alone.to_string());
    assert_eq!(together.time(), single.time());
    assert_eq!(together.particles(), single.particles());
}
