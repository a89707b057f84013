//! Runge-Kutta 45, the method that chooses its own steps.

use crate::common::Random;
use glam::DVec3;
use springlab::{
    Error, NotConverged, Simulation,
    integrators::{
        METHODS,
        runge_kutta_45::{DIFFERENCE, METHOD, TABLEAU},
    },
    observed_order,
};

// The formula

/// A rooted tree, given by the branches of its root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Tree(Vec<Tree>);

impl Tree {
    fn nodes(&self) -> usize {
        1 + self.0.iter().map(Self::nodes).sum::<usize>()
    }

    /// Butcher's γ: the number of nodes times the product of the branches' γ.
    fn gamma(&self) -> f64 {
        self.0.iter().fold(self.nodes() as f64, |product, branch| product * branch.gamma())
    }

    /// Φᵢ, the product over all branches of Σⱼ aᵢⱼ Φⱼ.
    fn weight(&self, i: usize) -> f64 {
        let inner = |branch: &Self| TABLEAU.a[i].iter().enumerate().map(|(j, a)| a * branch.weight(j)).sum::<f64>();
        self.0.iter().map(inner).product()
    }
}

/// All trees of `n` nodes: each adds a leaf to a node of a tree of n − 1.
fn trees(n: usize) -> Vec<Tree> {
    fn grown(tree: &Tree) -> Vec<Tree> {
        let more = Tree([&tree.0[..], &[Tree(Vec::new())]].concat());
        let within = tree.0.iter().enumerate().flat_map(|(i, branch)| {
            grown(branch).into_iter().map(move |grown| {
                let mut branches = tree.0.clone();
                branches[i] = grown;
                Tree(branches)
            })
        });
        [more]
            .into_iter()
            .chain(within)
            .map(|Tree(mut branches)| {
                branches.sort();
                Tree(branches)
            })
            .collect()
    }
    if n == 1 {
        return vec![Tree(Vec::new())];
    }
    let mut all: Vec<Tree> = trees(n - 1).iter().flat_map(grown).collect();
    all.sort();
    all.dedup();
    all
}

/// Largest error of the order conditions Σ bᵢ Φᵢ = 1/γ, for trees of one to six nodes.
fn errors(weights: &[f64; 7]) -> [f64; 6] {
    std::array::from_fn(|n| {
        let error = |tree: &Tree| {
            let sum: f64 = weights.iter().enumerate().map(|(i, b)| b * tree.weight(i)).sum();
            (sum - tree.gamma().recip()).abs()
        };
        trees(n + 1).iter().map(error).fold(0.0, f64::max)
    })
}

#[test]
fn the_formula_meets_all_conditions_of_order_5_and_the_embedded_one_those_of_order_4() {
    // the number of rooted trees: OEIS A000081
    assert_eq!([1, 2, 3, 4, 5, 6].map(|n| trees(n).len()), [1, 1, 2, 4, 9, 20]);
    let mut weights = [0.0; 7];
    weights[..6].copy_from_slice(TABLEAU.b);
    let embedded: [f64; 7] = std::array::from_fn(|i| weights[i] - DIFFERENCE[i]);
    let [fifth, fourth] = [errors(&weights), errors(&embedded)];
    // sums of a few products up to 12 in size
    assert!(fifth[..5].iter().all(|error| *error < 1e-15), "{fifth:?}");
    assert!(fourth[..4].iter().all(|error| *error < 1e-15), "{fourth:?}");
    assert!(fifth[5] > 1e-5 && fourth[4] > 1e-5, "a higher order: {fifth:?}, {fourth:?}");
    assert_eq!(TABLEAU.a[6], TABLEAU.b, "the last stage is the first of the next step");
}

// The error

/// Largest distance in m from the exact motion in `steps` time steps, and the numbers of accepted
/// and rejected steps.
fn run(simulation: &mut Simulation, steps: u32) -> (f64, usize, u32) {
    let (mut largest, mut accepted, mut rejected) = (0.0_f64, 0, 0);
    for _ in 0..steps {
        simulation.step(1).unwrap();
        let exact = simulation.exact().unwrap().particles;
        let gaps = exact.positions.iter().zip(&simulation.particles().positions).map(|(a, b)| a.distance(*b));
        largest = gaps.fold(largest, f64::max);
        accepted += simulation.accepted_steps().unwrap().len();
        rejected += simulation.rejected_steps().unwrap();
    }
    (largest, accepted, rejected)
}

const DECADES: [f64; 7] = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];

#[test]
fn the_error_on_the_oscillator_is_proportional_to_the_tolerance() {
    for step in [0.5, 2.0] {
        let runs = DECADES.map(|tolerance| {
            let mut simulation =
                simulation!("oscillator", method = METHOD.id, timeStepSize = step, tolerance = tolerance);
            run(&mut simulation, (10.0 / step).round() as u32)
        });
        let slope = observed_order(&DECADES, &runs.map(|(error, ..)| error)).unwrap();
        // its steps divide the time step, so that their number changes in jumps
        assert!((slope - 1.0).abs() < 0.1, "{step} s: slope {slope}, {runs:?}");
        // half a second has two steps at the largest tolerance: too few for a power
        let work = observed_order(&DECADES, &runs.map(|(_, accepted, _)| accepted as f64)).unwrap();
        assert!(
            (work + 0.2).abs() < 0.02 || step < 1.0,
            "{step} s: accepted steps with the power {work} of the tolerance"
        );
    }
}

/// Without damping the difference between two motions keeps its energy: errors of the steps add up
/// at most. Each error is below its estimate, that of the formula of lower order.
#[test]
fn the_error_of_an_undamped_oscillator_is_at_most_the_tolerance_times_the_number_of_steps() {
    let mut random = Random(45);
    for _ in 0..200 {
        let [stiffness, mass, step, length] =
            [(0.5, 100.0), (0.1, 5.0), (0.01, 2.0), (0.1, 4.0)].map(|(low, high)| random.between(low, high));
        let tolerance = 10.0_f64.powf(random.between(-9.0, -2.0));
        let changes = [("stiffness", stiffness), ("mass", mass), ("timeStepSize", step), ("initialLength", length)];
        let mut simulation = simulation!("oscillator", method = METHOD.id, ..changes);
        simulation.set("tolerance", tolerance).unwrap();
        let (error, accepted, _) = run(&mut simulation, 20);
        let bound = tolerance * length * accepted as f64;
        assert!(error <= bound, "{changes:?}, {tolerance}: {error} m, and {bound} m for {accepted} steps");
    }
}

#[test]
fn damped_and_driven_motions_keep_the_tolerance() {
    for drive in ["force", "anchor"] {
        for waveform in ["cosine", "step", "ramp"] {
            for damping in [0.0, 0.4, 8.0, 40.0] {
                for tolerance in [1e-4, 1e-6, 1e-8] {
                    let mut simulation = simulation!(
                        "resonance",
                        method = METHOD.id,
                        timeStepSize = 0.5,
                        tolerance = tolerance,
                        damping = damping
                    );
                    set!(simulation, drive = drive, waveform = waveform);
                    let start = simulation.energy().unwrap();
                    let (error, accepted, _) = run(&mut simulation, 20);
                    let energy = simulation.energy().unwrap();
                    let what = format!("{drive} {waveform} damping {damping} tolerance {tolerance}");
                    // the motion is about 0.2 m wide
                    let most = tolerance * accepted as f64;
                    assert!(error < 0.2 * most, "{what}: {error} m in {accepted} steps");
                    let scale = energy.stored() + energy.work.heat() + energy.work.drive.abs();
                    let numerical = energy.numerical() - start.numerical();
                    assert!(numerical.abs() < most * scale, "{what}: {numerical} J of {scale} J");
                }
            }
        }
    }
}

#[test]
fn the_remainder_of_the_energy_account_keeps_the_tolerance() {
    for scene in ["damper", "oscillator", "pair", "chain", "cloth"] {
        for tolerance in [1e-3, 1e-5, 1e-7] {
            let mut simulation = simulation!(scene, method = METHOD.id, tolerance = tolerance, timeStepSize = 0.1);
            if scene == "pair" {
                simulation.set_velocity(1, DVec3::new(0.0, 2.0, 1.0)).unwrap();
            }
            let (mut accepted, mut size) = (0.0, 0.0_f64);
            for _ in 0..3 {
                simulation.step(1).unwrap();
                accepted += simulation.accepted_steps().unwrap().len() as f64;
                let energy = simulation.energy().unwrap();
                size = size.max(energy.kinetic + energy.elastic + energy.work.heat());
            }
            let numerical = simulation.energy().unwrap().numerical();
            // a relative error ε of the motion is one of 2ε of its energy
            let most = 2.0 * tolerance * accepted * size;
            assert!(numerical.abs() < most, "{scene}, {tolerance}: {numerical} J, at most {most} J");
        }
    }
}

// The steps

/// The point where |R| = 1 on the negative real axis, by bisection.
fn real_limit() -> f64 {
    let grows = |z: f64| METHOD.stability_function((-z).into()).unwrap().norm() > 1.0;
    let (mut low, mut high) = (3.0, 4.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if grows(middle) { &mut high } else { &mut low }) = middle;
    }
    low
}

/// The fast motion has decayed and the slow one remains: only stability keeps the steps short.
#[test]
fn steps_on_a_stiff_field_are_at_the_stability_limit() {
    let limit = real_limit();
    assert!((limit - 3.3066).abs() < 1e-4, "{limit}");
    for (slow, step) in [(0.1, 10.0), (1.0, 10.0), (0.1, 0.5)] {
        let diagonal = [("a11", -100.0), ("a12", 0.0), ("a21", 0.0), ("a22", -slow)];
        let mut simulation = simulation!("linear", method = METHOD.id, ..diagonal);
        simulation.set("timeStepSize", step).unwrap();
        simulation.set_position(0, DVec3::new(1.0, 1.0, 0.0)).unwrap();
        let (error, accepted, _) = run(&mut simulation, (10.0 / step).round() as u32);
        let mean = 100.0 * 10.0 / accepted as f64;
        // the controller stays a little below the limit
        assert!(mean > 0.9 * limit && mean < limit, "{slow}/s in {step} s: mean h|λ| {mean} of {limit}");
        assert!(error < 1e-6, "{error} m");
    }
}

#[test]
fn its_steps_add_up_to_the_time_step_forwards_and_backwards() {
    let mut simulation = simulation!("oscillator", method = METHOD.id, timeStepSize = 0.7);
    assert_eq!((simulation.accepted_steps(), simulation.rejected_steps()), (Some(&[][..]), Some(0)));
    for sign in [1.0, -1.0] {
        simulation.step(3).unwrap();
        let steps = simulation.accepted_steps().unwrap();
        assert!(steps.len() > 5 && steps.iter().all(|h| h * sign > 0.0), "{steps:?}");
        // each step rounds the remaining time
        assert!((steps.iter().sum::<f64>() - sign * 0.7).abs() < 1e-15, "{steps:?}");
        assert!(simulation.rejected_steps().unwrap() > 0);
        simulation.reverse();
    }
    assert!(simulation.time().abs() < 1e-15);
    for method in METHODS.iter().filter(|method| !method.is_adaptive() && method.mechanical.is_some()) {
        let mut chain = simulation!("chain", method = METHOD.id);
        if chain.set("method", method.id).is_ok() {
            chain.step(1).unwrap();
            assert_eq!((chain.accepted_steps(), chain.rejected_steps()), (None, None), "{}", method.id);
        }
    }
}

/// The state alone determines the next step.
#[test]
fn a_restored_run_takes_the_same_steps_to_the_bit() {
    for scene in ["oscillator", "cloth", "phase", "resonance"] {
        let mut one = simulation!(scene, method = METHOD.id, timeStepSize = 0.1, tolerance = 1e-8);
        one.step(5).unwrap();
        let mut other = Simulation::new(scene).unwrap();
        other.restore(&one.snapshot()).unwrap();
        for simulation in [&mut one, &mut other] {
            simulation.step(5).unwrap();
        }
        assert_eq!(one.model(), other.model(), "{scene}");
        assert_eq!(one.accepted_steps(), other.accepted_steps(), "{scene}");
    }
}

#[test]
fn a_chain_at_rest_to_rounding_takes_the_whole_time_step_at_once() {
    for both in ["1", "2"] {
        let mut chain =
            simulation!("chain", method = METHOD.id, gravity = 0.0, tolerance = 1e-10, stiffness = 1e4, damping = 0.0);
        chain.set("fixedParticles", both).unwrap();
        for _ in 0..20 {
            chain.step(1).unwrap();
            assert_eq!((chain.accepted_steps().unwrap().len(), chain.rejected_steps()), (1, Some(0)));
        }
    }
}

#[test]
fn a_time_step_that_needs_over_10_000_steps_is_refused_and_the_state_kept() {
    let mut simulation =
        simulation!("oscillator", method = METHOD.id, stiffness = 1000.0, mass = 1e-9, timeStepSize = 1e-3);
    simulation.step(1).unwrap();
    simulation.set("timeStepSize", 2.0).unwrap();
    let before = simulation.snapshot();
    let error = simulation.step(1).unwrap_err();
    let Error::NotConverged { cause: NotConverged::Steps { accepted, rejected, step }, .. } = &error else {
        panic!("{error}")
    };
    assert!(accepted + *rejected as usize == 10_000 && *step > 0.0 && *step < 1e-6, "{error}");
    assert_eq!(simulation.snapshot(), before);
    assert!(
        error.to_string().starts_with(&format!(
            "The run stopped at t = 0.001 s: Runge-Kutta 45 (adaptive) did not converge: within it {accepted} \
             steps of its own met the tolerance and {rejected} did not, and the next would be "
        )),
        "{error}"
    );
    simulation.restart();
    simulation.set("mass", 1.0).unwrap();
    simulation.step(1).unwrap();
}

#[test]
fn a_motion_that_overflows_is_refused() {
    let mut simulation = simulation!("linear", method = METHOD.id, a11 = 100.0, a22 = 100.0, timeStepSize = 10.0);
    // e^1000
    let error = simulation.step(1).unwrap_err();
    assert!(matches!(error, Error::NotConverged { cause: NotConverged::Steps { .. }, .. }), "{error}");
}

#[test]
fn runge_kutta_45_has_no_step_limit_and_no_factor_per_time_step() {
    for scene in ["oscillator", "damper", "cloth", "chain", "phase", "linear"] {
        let mut simulation = simulation!(scene, method = METHOD.id);
        assert_eq!((simulation.step_limit(), simulation.amplification()), (f64::INFINITY, None), "{scene}");
    }
}

#[test]
fn scenes_that_offer_runge_kutta_45_have_a_tolerance_from_1e_10_to_0_1() {
    for scene in springlab::scenes::SCENES {
        let has = |key: &str| scene.parameters.iter().find(|parameter| parameter.key == key);
        let offers = has("method").unwrap().kind.options().any(|(id, _)| id == METHOD.id);
        assert_eq!(has("tolerance").is_some(), offers, "{}", scene.id);
        if offers {
            let refused = Simulation::new(scene.id).unwrap().set("tolerance", 0.0).unwrap_err().to_string();
            assert_eq!(refused, "tolerance must be a number from 1e-10 to 0.1; 0 was given.");
        }
    }
}
