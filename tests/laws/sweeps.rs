//! Loops over two springs or particles at a time, against the formulas of single ones.

use crate::common::random::seeded;
use glam::DVec3;
use proptest::{collection::vec, prelude::*};
use springlab::{Damper, Spring, Springs, System};

/// Springs in typical orders: far apart, side by side, end to end, and in chains that share
/// particles.
fn networks() -> impl Strategy<Value = (Vec<DVec3>, Vec<DVec3>, Springs)> {
    let vector = || [-2.0..2.0, -2.0..2.0, -2.0..2.0f64].prop_map(DVec3::from);
    let run = (0..40u32, 0..40u32, 1..6u32, any::<bool>());
    let law =
        (0.0..1e4, 0.0..10.0, 0.0..3.0).prop_map(|(stiffness, damping, rest_length)| (stiffness, damping, rest_length));
    let damper = prop_oneof![Just(Damper::Axial), Just(Damper::Isotropic)];
    (vec(vector(), 50), vec(vector(), 50), vec(run, 0..12), vec(law, 80), damper).prop_map(
        |(x, v, runs, laws, damper)| {
            let mut springs = Springs { damper, ..Springs::default() };
            for (i, j, length, chained) in runs {
                let j = if chained { i + 1 } else { j };
                for n in (0..length).filter(|_| i != j) {
                    let (stiffness, damping, rest_length) = laws[springs.len()];
                    springs.push([i + n, j + n], Spring { stiffness, damping, rest_length, damper });
                }
            }
            (x, v, springs)
        },
    )
}

proptest! {
    #![proptest_config(seeded(256))]

    #[test]
    fn forces_of_springs_are_sums_of_the_formulas_of_single_ones((mut x, v, springs) in networks(), together in 0..50usize) {
        // one spring may have length 0
        x[together] = x[(together + 1) % 50];
        let mut forces = vec![DVec3::ONE; x.len()];
        let heating = springs.add_forces(&x, &v, &mut forces);
        let (mut alone, mut size) = (vec![DVec3::ONE; x.len()], 1.0);
        for ([i, j], spring) in springs.iter() {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            let force = spring.force(d) + spring.damping_force(d, u);
            alone[i] += force;
            alone[j] -= force;
            size += force.length();
        }
        // rounding of sums of a few forces
        let bound = 1e-14 * size;
        for (force, alone) in forces.iter().zip(&alone) {
            prop_assert!(force.distance(*alone) <= bound, "{force} instead of {alone}");
        }
        let expected = springs.dissipation(&x, &v);
        prop_assert!((heating - expected).abs() <= 1e-13 * expected, "{heating} W instead of {expected}");
    }

    #[test]
    fn the_bits_of_a_force_do_not_depend_on_neighbouring_springs((x, v, springs) in networks()) {
        let mut together = vec![DVec3::ZERO; x.len()];
        springs.add_forces(&x, &v, &mut together);
        let mut alone = vec![DVec3::ZERO; x.len()];
        for (ends, spring) in springs.iter() {
            let mut one = Springs { damper: springs.damper, ..Springs::default() };
            one.push(ends.map(|i| u32::try_from(i).expect("fifty particles")), spring);
            one.add_forces(&x, &v, &mut alone);
        }
        prop_assert_eq!(together, alone);
    }

    #[test]
    fn accelerations_are_force_over_mass_plus_gravity_and_0_for_fixed_particles(
        weights in vec(prop_oneof![Just(0.0), 0.1..10.0], 1..12),
        seed in vec([-2.0..2.0, -2.0..2.0, -2.0..2.0f64].prop_map(DVec3::from), 36),
    ) {
        let count = weights.len();
        let mut system = System { gravity: DVec3::new(1.0, -9.81, 2.0), ..System::default() };
        for (position, &w) in seed.iter().zip(&weights) {
            system.particles.push(*position, w);
        }
        for i in 1..count {
            let ends = [i - 1, i].map(|i| u32::try_from(i).expect("some particles"));
            system.springs.push(ends, Spring { stiffness: 10.0, rest_length: 1.0, ..Spring::default() });
        }
        let velocities = &seed[12..12 + count];
        let mut accelerations = vec![DVec3::ZERO; count];
        let power = system.accelerate(0.0, &system.particles.positions, velocities, &mut accelerations);
        let mut forces = vec![DVec3::ZERO; count];
        system.springs.add_forces(&system.particles.positions, velocities, &mut forces);
        let mut hand = 0.0;
        for i in 0..count {
            let fixed = weights[i] == 0.0;
            let expected = if fixed { DVec3::ZERO } else { weights[i] * forces[i] + system.gravity };
            prop_assert_eq!(accelerations[i], expected);
            hand -= if fixed { forces[i].dot(velocities[i]) } else { 0.0 };
        }
        // rounding of a sum
        prop_assert!((power.hand - hand).abs() <= 1e-12 * (1.0 + hand.abs()));
    }
}
