//! The pair of nodes: energy, forces and stiffness against finite differences; errata of the
//! source.

use crate::common::Random;
use glam::{DMat3, DVec3};
use springlab::{Pair, Simulation, Spring};

fn pairs() -> impl Iterator<Item = Pair> {
    let mut random = Random(7);
    std::iter::repeat_with(move || Pair { p1: random.vector(3.0), p2: random.vector(3.0), spring: random.spring() })
        .filter(|pair| pair.difference().length() > 0.5) // closer, higher derivatives exceed the tolerance
        .take(200)
}

fn size(matrix: DMat3) -> f64 {
    matrix.to_cols_array().into_iter().fold(0.0, |max: f64, entry| max.max(entry.abs()))
}

/// Error of central differences with step 1e-5: 1e-10 of the third derivative, and 1e-11 by
/// rounding of values up to 100.
const TOLERANCE: f64 = 1e-7;

#[test]
fn erratum_4_the_force_on_node_1_is_minus_the_gradient_of_v_and_on_node_2_the_opposite() {
    for pair in pairs() {
        let slope = |node: usize, axis: DVec3| {
            let at = |step: f64| {
                let mut moved = pair;
                *(if node == 1 { &mut moved.p1 } else { &mut moved.p2 }) += step * axis;
                moved.energy()
            };
            (at(1e-5) - at(-1e-5)) / 2e-5
        };
        let gradient = |node| DVec3::new(slope(node, DVec3::X), slope(node, DVec3::Y), slope(node, DVec3::Z));
        let (f12, f21) = pair.forces();
        assert!((f12 + gradient(1)).length() < TOLERANCE, "{pair:?}: {f12} is not −∇₁V");
        assert!((f21 + gradient(2)).length() < TOLERANCE, "{pair:?}: {f21} is not −∇₂V");
        assert_eq!(f12, -f21);
        // F = k (‖d‖ − L) d/‖d‖ of the source is +∇V: the force on node 1 is −F
        let printed = pair.spring.stiffness * pair.spring.constraint(pair.difference()) * pair.difference().normalize();
        assert!((f12 + printed).length() < 1e-12 && (f21 - printed).length() < 1e-12);
    }
}

#[test]
fn erratum_4_the_four_blocks_are_the_derivatives_of_the_forces() {
    for pair in pairs() {
        let blocks = pair.blocks();
        for (force, node) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let column = |axis: DVec3| {
                let at = |step: f64| {
                    let mut moved = pair;
                    *(if node == 0 { &mut moved.p1 } else { &mut moved.p2 }) += step * axis;
                    let (f12, f21) = moved.forces();
                    if force == 0 { f12 } else { f21 }
                };
                (at(1e-5) - at(-1e-5)) / 2e-5
            };
            let differences = DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z));
            let block: DMat3 = blocks[force][node];
            assert!(size(block - differences) < TOLERANCE, "∂f{}/∂p{}: {block}", force + 1, node + 1);
        }
        assert_eq!(blocks[1][1], -pair.stiffness(), "K₂₂ = −K");
    }
}

/// The stated error is 4e-11 of the largest entry; the third derivative and the rounding of forces
/// multiply it by a few.
#[test]
fn k_by_differences_has_the_stated_accuracy_from_nanometres_to_thousands_of_kilometres() {
    for (i, pair) in pairs().enumerate() {
        for power in -8..=6 {
            let scale = 10_f64.powi(power) / pair.difference().length();
            // near the rest length, and with a rest length of metres at any distance
            for rest_length in [pair.spring.rest_length * scale, pair.spring.rest_length] {
                let spring = Spring { rest_length, ..pair.spring };
                let scaled = Pair { p1: scale * pair.p1, p2: scale * pair.p2, spring };
                let (k, differences) = (scaled.stiffness(), scaled.stiffness_by_differences());
                let error = size(k - differences) / size(k);
                assert!(error < 2e-10, "pair {i}, {power}, L = {rest_length}: {error}");
            }
        }
    }
}

#[test]
fn k_by_differences_is_finite_at_distance_zero_and_exact_without_rest_length() {
    let at_rest = |rest_length| Pair {
        p1: DVec3::ONE,
        p2: DVec3::ONE,
        spring: Spring { stiffness: 7.0, rest_length, ..Spring::default() },
    };
    assert!(size(at_rest(0.0).stiffness_by_differences() - DMat3::from_diagonal(DVec3::splat(7.0))) < 1e-14);
    // the force jumps by 2 k L over 2h: k (1 − L/h), h = 6e-6 L
    let jump = at_rest(2.0).stiffness_by_differences().x_axis.x;
    assert!((jump / (7.0 * (1.0 - 6e-6_f64.recip())) - 1.0).abs() < 1e-12, "{jump}");
}

#[test]
fn k_is_the_formula_of_the_source() {
    for pair in pairs() {
        let (d, Spring { stiffness, rest_length, .. }) = (pair.difference(), pair.spring);
        let r = d.length();
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        let printed = stiffness * (DMat3::IDENTITY - rest_length * (DMat3::IDENTITY * r.recip() - outer * r.powi(-3)));
        assert!(size(pair.stiffness() - printed) < 1e-12 * stiffness * (1.0 + rest_length / r));
    }
}

#[test]
fn eigenvectors_lie_along_and_across_the_spring() {
    for pair in pairs() {
        let k = pair.stiffness();
        let eigen = pair.eigen();
        for (value, vector) in eigen {
            assert!((k * vector - value * vector).length() < 1e-12 * pair.spring.stiffness * 10.0, "{pair:?}");
            assert!((vector.length() - 1.0).abs() < 1e-14);
        }
        assert!((eigen[0].1.dot(pair.difference().normalize()) - 1.0).abs() < 1e-14, "the first is along the spring");
        assert!((0..3).all(|i| eigen[i].1.dot(eigen[(i + 1) % 3].1).abs() < 1e-14), "orthogonal");
        assert!(size(pair.reassembled() - k) < 1e-12 * pair.spring.stiffness * 10.0);
    }
}

#[test]
fn erratum_4_k_is_indefinite_exactly_while_the_spring_is_compressed() {
    for pair in pairs() {
        let compressed = pair.difference().length() < pair.spring.rest_length;
        assert_eq!(pair.is_indefinite(), compressed, "{pair:?}");
    }
}

/// M + Δt²K is singular where Δt² k (L/‖d‖ − 1) = m: with the original K the smallest push sideways
/// becomes a jump, with the projected K the mass gains the speed of the push.
#[test]
fn erratum_4_an_implicit_step_with_the_indefinite_k_is_singular() {
    let spring = Spring { stiffness: 50.0, rest_length: 4.0, ..Spring::default() };
    let (d, h, m) = (DVec3::X * 2.000_001, 0.1, 0.5); // Δt² k (L/‖d‖ − 1) = 0.4999995 kg
    let push = h * DVec3::Y * 1e-3;
    let change = |k: DMat3| (DMat3::from_diagonal(DVec3::splat(m)) + h * h * k).inverse() * push;
    let [raw, projected] = [spring.stiffness_matrix(d), spring.convex_stiffness_matrix(d)].map(change);
    assert!(raw.y.abs() > 100.0, "{} m/s from a push of 1 mN for a tenth of a second", raw.y);
    assert!((projected.y - push.y / m).abs() < 1e-15, "{} m/s", projected.y);
}

/// The eigenvalues of K across the spring tend to −∞.
#[test]
fn towards_length_zero_k_diverges_while_energy_and_forces_stay_finite() {
    let spring = Spring { stiffness: 5.0, rest_length: 2.0, ..Spring::default() };
    let at = |length: f64| Pair { p1: DVec3::X * length, p2: DVec3::ZERO, spring };
    for length in [1e-3, 1e-6, 1e-9] {
        let pair = at(length);
        let expected = 5.0 * (1.0 - 2.0 / length);
        assert!((pair.eigen()[1].0 / expected - 1.0).abs() < 1e-12 && pair.eigen()[0].0 == 5.0);
        assert!(
            (pair.energy() - 10.0).abs() < 20.0 * length && (pair.forces().0.length() - 10.0).abs() < 10.0 * length
        );
    }
    let pair = at(0.0);
    assert_eq!((pair.forces().0, pair.energy(), pair.is_indefinite()), (DVec3::ZERO, 10.0, false));
    let slack = Pair { spring: Spring { rest_length: 0.0, ..spring }, ..pair };
    assert_eq!(slack.eigen().map(|(value, _)| value), [5.0; 3], "K = k I without rest length");
}

#[test]
fn the_scene_pair_keeps_momentum_zero_and_its_energy() {
    let mut simulation = Simulation::new("pair").unwrap();
    simulation.step(500).unwrap();
    let particles = simulation.particles();
    assert!(particles.momentum().length() < 1e-13, "{}", particles.momentum());
    assert!(simulation.energy().unwrap().numerical().abs() < 1e-3);
}
