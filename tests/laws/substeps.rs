//! Substeps: their effect on a run, and their number, which keeps every state stable.

use crate::common::{Random, random::seeded};
use glam::DVec3;
use proptest::prelude::*;
use springlab::{Error, Simulation, Value, integrators::METHODS, scenes::SCENES};

fn scenes() -> impl Iterator<Item = &'static str> {
    SCENES.iter().map(|scene| scene.id).filter(|id| Simulation::new(id).unwrap().get("substeps").is_ok())
}

/// Largest distance of a particle between two runs in m.
fn distance(one: &Simulation, other: &Simulation) -> f64 {
    let pairs = one.particles().positions.iter().zip(&other.particles().positions);
    pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

#[test]
fn every_scene_with_springs_has_substeps_and_no_other() {
    let with_springs = SCENES
        .iter()
        .map(|scene| scene.id)
        .filter(|id| Simulation::new(id).unwrap().system().is_ok_and(|system| !system.springs.is_empty()));
    assert!(scenes().eq(with_springs));
}

/// Up to the rounding of their length. A method that chooses its own steps has no substeps.
#[test]
fn four_substeps_are_four_steps_of_a_quarter_with_every_method_of_every_scene() {
    for scene in scenes() {
        for method in METHODS {
            let small = |settings: &[(&str, f64)]| {
                let mut simulation = Simulation::new(scene).unwrap();
                for (key, value) in [("width", 6.0), ("height", 5.0)] {
                    let _ = simulation.set(key, value); // refused without such a parameter
                }
                let offered = simulation.set("method", method.id).is_ok();
                set!(simulation, ..settings);
                offered.then_some(simulation)
            };
            let Some(mut whole) = small(&[("timeStepSize", 0.001), ("substeps", 4.0)]) else { continue };
            let mut parts = small(&[("timeStepSize", 0.00025), ("substeps", 1.0)]).unwrap();
            let last = whole.particles().len() - 1;
            let hand = whole.particles().positions[last] + DVec3::new(0.05, 0.02, 0.0);
            for simulation in [&mut whole, &mut parts] {
                // refused for a particle that the drive leads
                let _ = simulation.hold(last, hand, 0.01);
            }
            whole.step(20).unwrap();
            parts.step(80).unwrap();
            assert!((whole.time() - parts.time()).abs() < 1e-15 && whole.time() > 0.0, "{scene}");
            let apart = distance(&whole, &parts);
            if method.is_adaptive() {
                assert_eq!(whole.substeps(), 1, "{scene}");
                assert!(whole.idle("substeps").unwrap().is_some(), "{scene}");
            } else {
                assert_eq!(whole.substeps(), 4, "{scene} {}", method.id);
                // implicit methods stop at a residual of 1e-6, and stretched springs transmit the
                // error
                assert!(apart < 1e-8, "{scene} {}: {apart} m", method.id);
            }
            let [one, other] = [&whole, &parts].map(|simulation| simulation.energy().unwrap());
            assert!((one.total() - other.total()).abs() < 1e-6 * (1.0 + one.total().abs()), "{scene} {}", method.id);
        }
    }
}

#[test]
fn an_oscillator_takes_substeps_of_at_most_nine_tenths_of_its_limit() {
    for (method, c) in [("symplectic-euler", 2.0), ("velocity-verlet", 4.0)] {
        let [k, mu, m] = [8.0, 0.4, 0.5];
        let mut damper = simulation!("damper", method = method, stiffness = k, damping = mu, mass = m);
        damper.set("substeps", "automatic").unwrap();
        // h²k + c hμ = 4 m
        let limit = (-c * mu + (c * c * mu * mu + 16.0 * m * k).sqrt()) / (2.0 * k);
        for step in [0.1, 0.9 * limit * (1.0 - 1e-12), 0.9 * limit * (1.0 + 1e-12), 1.0, 2.0] {
            damper.set("timeStepSize", step).unwrap();
            assert_eq!(f64::from(damper.substeps()), (step / (0.9 * limit)).ceil(), "{method} {step}");
            assert!(damper.substep() < damper.step_limit());
        }
    }
}

#[test]
fn a_method_without_a_step_limit_or_with_the_limit_0_takes_whole_steps() {
    for method in METHODS {
        let mut chain = Simulation::new("chain").unwrap();
        if chain.set("method", method.id).is_err() {
            continue;
        }
        set!(chain, damping = 0.0, timeStepSize = 0.1, substeps = "automatic");
        let limit = chain.step_limit();
        let limited = limit > 0.0 && limit < f64::INFINITY;
        assert_eq!(chain.substeps() > 1, limited, "{}: {limit} s", method.id);
        let enough = limited.then(|| chain.substeps());
        chain.set("substeps", 1.0).unwrap();
        assert_eq!((chain.substeps(), chain.enough_substeps()), (1, enough), "{}", method.id);
    }
}

/// A limit that damping alone gives: γ/ω² = μ/k of the springs.
#[test]
fn methods_that_need_damping_take_automatic_substeps_where_it_is_there() {
    for method in ["explicit-euler", "runge-kutta-2", "heun"] {
        for (scene, direction) in [("damper", ""), ("chain", ""), ("cloth", "isotropic"), ("cloth", "axial")] {
            let mut simulation = simulation!(scene, damping = 2.0, timeStepSize = 0.1, method = method);
            if !direction.is_empty() {
                simulation.set("dampingDirection", direction).unwrap();
                simulation.set("gravity", 0.0).unwrap();
            }
            simulation.set("substeps", "automatic").unwrap();
            let limit = simulation.step_limit();
            assert!(simulation.substep() <= limit || limit == 0.0, "{method} {scene}: limit {limit} s");
            let mu_over_k = 2.0 / if let Ok(Value::Number(k)) = simulation.get("stiffness") { *k } else { f64::NAN };
            if method == "explicit-euler" {
                assert!(simulation.substep() <= 0.9 * mu_over_k, "{scene}: {} s", simulation.substep());
            }
            let enough = (0.1 / (0.9 * mu_over_k)).ceil();
            assert!(simulation.substeps() > 1 || enough < 2.0, "{method} {scene}: {}", simulation.substeps());
            assert_eq!(simulation.keeps_limit(), direction == "isotropic", "{method} {scene} {direction}");
        }
    }
}

#[test]
fn there_are_at_most_1000_substeps_and_a_run_that_needs_more_explodes() {
    let mut cloth = simulation!("cloth", method = "symplectic-euler", stiffness = 1e8, timeStepSize = 0.1, mass = 1e-3);
    cloth.set("substeps", "automatic").unwrap();
    assert_eq!((cloth.substeps(), cloth.enough_substeps()), (1000, None));
    assert!(cloth.substep() > cloth.step_limit());
    assert!(cloth.step(10).is_err());
}

#[test]
fn cloths_larger_than_the_default_have_automatic_substeps_by_default() {
    let [mut demo, mut larger] =
        [30.0, 31.0].map(|height| simulation!("cloth", method = "symplectic-euler", height = height));
    for (cloth, parts) in [(&mut demo, 1), (&mut larger, 2)] {
        assert_eq!((cloth.get("substeps").unwrap(), cloth.substeps()), (&"large".into(), parts));
        cloth.set("substeps", "automatic").unwrap();
        assert_eq!(cloth.substeps(), 2);
        cloth.set("substeps", 3.0).unwrap();
        assert_eq!(cloth.substeps(), 3);
    }
    let sentence = demo.set("substeps", 1.5).unwrap_err().to_string();
    assert!(
        sentence.starts_with("substeps must be one of large, automatic, 1, 2, 3")
            && sentence.ends_with("1.5 was given.")
    );
    assert_eq!(demo.substeps(), 3, "a refused value changes nothing");
}

/// In steps of 5 ms, in which it explodes without substeps.
#[test]
fn a_cloth_of_200_by_200_with_substeps_hangs_is_dragged_and_falls_on_a_sphere() {
    let size = [("width", 200.0), ("height", 200.0)];
    let mut plain = simulation!("cloth", method = "symplectic-euler", ..size);
    plain.set("substeps", 1.0).unwrap();
    assert!(matches!(plain.step(400), Err(Error::Explosion { .. })));
    let mut cloth = simulation!("cloth", method = "symplectic-euler", ..size);
    set!(cloth, obstacle = "sphere", fixedParticles = 1.0);
    cloth.step(100).unwrap();
    for (particle, shift) in [(20_100, DVec3::new(8.0, 3.0, 0.0)), (39_999, DVec3::new(-10.0, 12.0, 0.0))] {
        let place = cloth.particles().positions[particle];
        cloth.hold(particle, place + shift, 0.1).unwrap();
        cloth.step(40).unwrap();
        cloth.release(DVec3::new(20.0, 10.0, 0.0)).unwrap();
        cloth.step(40).unwrap();
    }
    cloth.set("stiffness", 20_000.0).unwrap();
    assert!(cloth.substeps() > 2);
    cloth.step(120).unwrap();
    let touched = cloth.energy().unwrap().contact;
    assert!(touched > 0.0, "it reached the sphere");
    let energy = cloth.energy().unwrap();
    // measured: 3 % of the energy in motion, after throws and a change of the stiffness close to
    // the limit
    let moved = energy.work.heat() + energy.kinetic + energy.elastic;
    assert!(energy.numerical().abs() < 0.05 * moved, "{} J of {moved} J", energy.numerical());
}

proptest! {
    #![proptest_config(seeded(256))]

    /// Springs are stretched, compressed and turned at random.
    #[test]
    fn a_substep_is_stable_for_every_mode_of_any_state(
        seed in any::<u64>(), scene in prop::sample::select(vec!["cloth", "chain", "mesh", "pair"]),
        method in prop::sample::select(vec!["symplectic-euler", "velocity-verlet", "runge-kutta-4"]),
        damping in prop::sample::select(vec![0.0, 1.0, 30.0]), spread in 0.01..3.0,
        obstacle in prop::sample::select(vec!["none", "sphere", "ground"]),
    ) {
        let mut simulation = Simulation::new(scene).unwrap();
        for (key, value) in [("width", 7.0), ("height", 4.0), ("particles", 9.0)] {
            let _ = simulation.set(key, value); // refused without such a parameter
        }
        // without friction, which has a bound of its own: it chatters and does not explode
        let _ = simulation.set("friction", 0.0);
        let _ = simulation.set("obstacle", obstacle);
        let _ = simulation.set("drag", 0.3);
        set!(simulation, method = method, damping = damping, substeps = "automatic");
        simulation.set("timeStepSize", 2.0).or_else(|_| simulation.set("timeStepSize", 0.1)).unwrap();
        let mut random = Random(seed);
        for i in 0..simulation.particles().len() {
            let place = simulation.particles().positions[i] + random.vector(spread);
            simulation.set_position(i, place).unwrap();
        }
        let limit = simulation.step_limit();
        prop_assert!(simulation.substeps() > 1);
        let h = simulation.substep();
        prop_assert!(h <= limit || method == "runge-kutta-4", "{h} s, limit {limit} s");
        if method == "runge-kutta-4" {
            // real rates beyond the dampers' belong to buckling springs, with ω² < 0: those motions
            // truly grow and have no bound
            let gamma = 1.000_001 * simulation.spectrum().unwrap().damping_rate();
            let rates = simulation.matrices().unwrap().rates().unwrap();
            for rate in rates.into_iter().filter(|rate| rate.re <= 0.0 && (rate.im != 0.0 || rate.re >= -gamma)) {
                let z = h * rate;
                let factor = (1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)))).norm();
                prop_assert!(factor <= 1.0 + 1e-9, "{factor} a substep of {h} s with λ = {rate}/s");
            }
        }
    }
}

/// Implicit Euler with Newton's method on extremely stiff springs.
#[test]
fn a_step_that_does_not_converge_leaves_the_state_before_its_first_substep() {
    let mut unsolved = 0;
    for seed in 0..200 {
        let mut chain =
            simulation!("chain", method = "implicit-euler", particles = 6.0, timeStepSize = 0.1, substeps = 3.0);
        set!(chain, stiffness = 1e8, solver = "newton");
        let mut random = Random(seed);
        for i in 0..6 {
            let place = chain.particles().positions[i] + random.vector(0.3);
            chain.set_position(i, place).unwrap();
        }
        for _ in 0..5 {
            let before = chain.snapshot();
            if let Err(error) = chain.step(1) {
                assert!(matches!(error, Error::NotConverged { .. }), "{error}");
                assert!(chain.snapshot() == before, "seed {seed}");
                unsolved += 1;
                break;
            }
        }
    }
    assert!(unsolved > 5, "only {unsolved} steps did not converge");
}

#[test]
fn a_drive_and_gusts_are_evaluated_at_the_time_of_each_substep() {
    let driven = |settings: &[(&str, f64)]| {
        let mut resonance = simulation!("resonance", method = "runge-kutta-4", ..settings);
        resonance.step(if settings.len() == 2 { 10 } else { 40 }).unwrap();
        resonance
    };
    let [whole, parts] = [&[("timeStepSize", 0.2), ("substeps", 4.0)][..], &[("timeStepSize", 0.05)]].map(driven);
    assert!(distance(&whole, &parts) < 1e-12);
    let mut cloth =
        simulation!("cloth", method = "symplectic-euler", width = 50.0, airResistance = 0.01, wind = 10.0, gusts = 1.0);
    cloth.step(3).unwrap();
    let half = cloth.snapshot();
    cloth.step(5).unwrap();
    let end = cloth.snapshot();
    cloth.restore(&half).unwrap();
    cloth.step(5).unwrap();
    assert!(cloth.snapshot() == end && cloth.substeps() == 2);
}

#[test]
fn the_measured_errors_are_those_of_the_substeps() {
    let mut damper = simulation!("damper", method = "runge-kutta-4", damping = 0.5, substeps = 3.0);
    let thirds = damper.convergence(1.0, 10).unwrap();
    damper.set("substeps", 1.0).unwrap();
    let whole = damper.convergence(1.0, 30).unwrap();
    assert_eq!(thirds.steps.map(|step| step / 3.0).map(|h| (h * 1e9).round()), whole.steps.map(|h| (h * 1e9).round()));
    for (one, other) in thirds.errors.iter().zip(whole.errors) {
        assert!((one / other - 1.0).abs() < 0.01, "the same steps: {one} and {other}");
    }
}

#[test]
fn stable_ranges_are_those_of_a_substep() {
    let mut damper = simulation!("damper", method = "symplectic-euler", timeStepSize = 0.1, stiffness = 8.0);
    let [_, whole] = damper.stable_range("timeStepSize").unwrap().unwrap();
    damper.set("substeps", 4.0).unwrap();
    let [_, quarters] = damper.stable_range("timeStepSize").unwrap().unwrap();
    assert!((quarters - (4.0 * whole).min(2.0)).abs() < 1e-12);
    let [_, most] = damper.stable_range("damping").unwrap().unwrap();
    // h²k + 2hμ = 4m with h = 25 ms
    assert!((most - (4.0 * 0.5 - 0.025 * 0.025 * 8.0) / (2.0 * 0.025)).abs() < 1e-9, "{most}");
    damper.set("substeps", "automatic").unwrap();
    assert_eq!(damper.stable_range("stiffness").unwrap(), Some([0.0, 1000.0]));
    let mut cloth = simulation!("cloth", method = "symplectic-euler", timeStepSize = 0.1, width = 8.0, height = 6.0);
    cloth.set("substeps", "automatic").unwrap();
    let [least, most] = cloth.stable_range("damping").unwrap().unwrap();
    assert_eq!(least, 0.0);
    for (damping, most_parts) in [(0.98 * most, false), (1.02 * most, true)] {
        cloth.set("damping", damping).unwrap();
        assert_eq!(cloth.substeps() == 1000, most_parts, "{damping}");
    }
}

/// Air resistance brakes most where the wind is strongest. The masses are at rest at the peak of a
/// gust, a quarter of its period after the start.
#[test]
fn automatic_substeps_are_stable_at_the_peak_of_a_gust() {
    for method in ["symplectic-euler", "velocity-verlet", "runge-kutta-4"] {
        let mut chain = simulation!("chain", method = method, timeStepSize = 0.05, substeps = "automatic");
        set!(chain, damping = 0.0, airResistance = 0.5, wind = 30.0, gusts = 1.0, gustPeriod = 0.2);
        let (places, calm) = (chain.particles().positions.clone(), chain.step_limit());
        chain.step(1).unwrap();
        for (i, place) in places.into_iter().enumerate() {
            chain.set_position(i, place).unwrap();
            let _ = chain.set_velocity(i, DVec3::ZERO); // refused for a fixed particle
        }
        let (h, limit) = (chain.substep(), chain.step_limit());
        assert!(limit < 0.9 * calm, "{method}: the gust shortens the limit, {calm} s, to {limit} s");
        assert!(h <= limit, "{method}: substeps of {h} s beyond the limit of {limit} s");
    }
}
