//! Step limits of the cloth, and other spectra with known values.

use crate::FULL;
use glam::DVec3;
use springlab::Simulation;
use std::f64::consts::PI;

/// λ is the largest eigenvalue with k = 1 and m = 1: ω² = λ k/m, γ = λ μ/m.
#[test]
fn the_largest_eigenvalue_at_rest_is_7_977() {
    let mut simulation = Simulation::new("cloth").unwrap();
    let spectrum = simulation.spectrum().unwrap();
    let [by_stiffness, by_damping] =
        [spectrum.angular_frequency().powi(2) * 0.5 / 5000.0, spectrum.damping_rate() * 0.5 / 10.0];
    assert!((by_stiffness - 7.977).abs() <= 0.001, "λ = {by_stiffness} from K");
    assert!((by_damping - 7.977).abs() <= 0.001, "λ = {by_damping} from D");
}

/// Symplectic Euler is stable while h²ω² + 2hγ < 4.
#[test]
fn defaults_use_3_59_of_the_4_of_symplectic_euler() {
    let mut simulation = Simulation::new("cloth").unwrap();
    let (h, spectrum) = (0.005, simulation.spectrum().unwrap());
    let used = (h * spectrum.angular_frequency()).powi(2) + 2.0 * h * spectrum.damping_rate();
    assert!((used - 3.59).abs() <= 0.005, "{used} of 4");
    let limit = spectrum.step_limit().seconds;
    // 7.977 (5000 h² + 20 h)/0.5 = 4
    assert!((limit - 0.005_358).abs() < 0.000_001, "limit {limit} s");
    // a second search continues from the first: the eigenvalue is known to about 1e-8
    assert!((simulation.step_limit() / limit - 1.0).abs() < 1e-7);
}

/// Remedies solve λ (k h² + 2 μ h)/m = 4 for one of k, μ and h. λ = 7.977 is known to 0.0005, so
/// they are known to a few parts in 10 000.
#[test]
fn remedies_of_symplectic_euler_are_those_of_the_formula() {
    let (lambda, h) = (7.977, 0.005);
    let by_stiffness = |k: f64, mu: f64| (4.0 * 0.5 / lambda - 2.0 * mu * h) / (k * h * h);
    let by_damping = |k: f64, mu: f64| (4.0 * 0.5 / lambda - k * h * h) / (2.0 * mu * h);
    let by_step = |k: f64, mu: f64| ((mu * mu + 4.0 * 0.5 / lambda * k).sqrt() - mu) / (k * h);
    for (k, mu) in [(5000.0, 10.0), (5000.0, 20.0), (5000.0, 30.0), (20_000.0, 10.0)] {
        let mut simulation = simulation!("cloth", stiffness = k, damping = mu);
        let spectrum = simulation.spectrum().unwrap();
        let sum = lambda * (k * h * h + 2.0 * mu * h) / 0.5;
        assert!((spectrum.sum() / sum - 1.0).abs() < 1e-4, "k = {k}, μ = {mu}: {} of 4", spectrum.sum());
        let remedies = spectrum.remedies();
        for (remedy, formula) in [
            (remedies.stiffness, by_stiffness(k, mu)),
            (remedies.damping, by_damping(k, mu)),
            (remedies.step, by_step(k, mu)),
        ] {
            let expected = (formula > 0.0).then_some(formula);
            assert_eq!(remedy.is_some(), expected.is_some(), "k = {k}, μ = {mu}");
            let error = remedy.unwrap_or(1.0) / expected.unwrap_or(1.0) - 1.0;
            assert!(error.abs() < 5e-4, "k = {k}, μ = {mu}: {remedy:?}, {expected:?}");
        }
    }
}

/// A parameter is stable at 0.999 of its remedy and not at 1.001. The known eigenvalues rise by
/// about 1e-7 with a second search.
#[test]
fn remedies_of_all_methods_are_the_largest_stable_values() {
    let [width, height] = if FULL { [40.0, 30.0] } else { [20.0, 15.0] };
    for id in ["symplectic-euler", "runge-kutta-4", "velocity-verlet", "verlet", "implicit-euler", "xpbd"] {
        for (k, mu) in [(5000.0, 10.0), (20_000.0, 5.0), (50_000.0, 0.0), (30_000.0, 45.0), (5000.0, 60.0)] {
            let mut simulation = simulation!("cloth", width = width, height = height, stiffness = k, damping = mu);
            simulation.set("method", id).unwrap();
            // a search may stop before it settles; the next one continues
            while !simulation.spectrum().unwrap().is_settled() {}
            let remedies = simulation.spectrum().unwrap().remedies();
            for (key, before, factor) in [
                ("stiffness", k, remedies.stiffness),
                ("damping", mu, remedies.damping),
                ("timeStepSize", 0.005, remedies.step),
            ] {
                let mut stable = |factor: f64| {
                    simulation.set(key, factor * before).unwrap();
                    while !simulation.spectrum().unwrap().is_settled() {}
                    let limit = simulation.step_limit();
                    let step = simulation.time_step();
                    simulation.set(key, before).unwrap();
                    step <= limit
                };
                match factor {
                    Some(1.0) => assert!(stable(1.0), "{id}, {key}, k = {k}, μ = {mu}"),
                    Some(factor) => {
                        assert!(stable(0.999 * factor), "{id}, {key} · {factor}, k = {k}, μ = {mu}");
                        assert!(!stable(1.001 * factor), "{id}, {key} · {factor}, k = {k}, μ = {mu}");
                    }
                    None => assert!(
                        key != "timeStepSize" && (1..=20).all(|i| !stable(0.05 * f64::from(i))),
                        "{id}, {key}, k = {k}, μ = {mu}"
                    ),
                }
            }
        }
    }
}

/// Stretched springs of a hanging cloth swing sideways without damping, and these methods amplify
/// every undamped mode. At the start no spring is stretched, and a damper acts on every mode.
#[test]
fn a_hanging_cloth_has_no_remedy_with_methods_that_amplify_undamped_modes() {
    for id in ["explicit-euler", "runge-kutta-2"] {
        let mut simulation = Simulation::new("cloth").unwrap();
        simulation.step(100).unwrap();
        simulation.set("method", id).unwrap();
        let remedies = simulation.spectrum().unwrap().remedies();
        assert_eq!([remedies.stiffness, remedies.damping, remedies.step], [None; 3], "{id}");
    }
}

/// Number of cloths, of eight, that survive ten seconds; they differ in the place of one particle
/// by a nanometre each. Close to its limit the cloth shivers chaotically, and the last digits
/// decide whether and when it explodes.
fn survivors(key: &str, value: f64) -> usize {
    let survives = |nudge: u32| {
        let mut simulation = simulation!("cloth", ..[(key, value)]);
        let place = simulation.particles().positions[620] + DVec3::X * 1e-9 * f64::from(nudge);
        simulation.set_position(620, place).unwrap();
        let step = if key == "timeStepSize" { value } else { 0.005 };
        simulation.step((10.0 / step) as u32).is_ok()
    };
    (0..8).filter(|&nudge| survives(nudge)).count()
}

#[test]
fn time_step_of_5_2_ms_holds_and_5_5_ms_explodes() {
    assert_eq!([0.0052, 0.0055].map(|step| survivors("timeStepSize", step)), [8, 0]);
}

/// At 5900 N/m six of forty cloths survive.
#[test]
fn stiffness_of_5500_holds_and_6000_explodes() {
    assert_eq!([5500.0, 6000.0].map(|stiffness| survivors("stiffness", stiffness)), [8, 0]);
}

/// At 12.5 N·s/m the cloth at rest is still within the limit, 3.99 of 4: it explodes only if it
/// shivers violently.
#[test]
fn damping_of_12_holds_and_12_5_explodes() {
    let [at_12, at_12_5] = [12.0, 12.5].map(|damping| survivors("damping", damping));
    assert!(at_12 == 8 && at_12_5 < 8, "of eight cloths {at_12} hold at 12 and {at_12_5} at 12.5");
}

#[test]
fn an_exploding_cloth_names_its_limit() {
    let mut simulation = simulation!("cloth", damping = 20.0);
    let sentence = simulation.step(2000).unwrap_err().to_string();
    assert!(sentence.ends_with(" s: the motion left the scene."), "{sentence}");
    let reason = simulation.reason();
    assert!(reason.contains("times Symplectic Euler's limit of 0.00413"), "{reason}");
    simulation.restart();
    simulation.set("damping", 10.0).unwrap();
    simulation.step(100).unwrap();
}

/// Stretched springs of the hanging cloth also resist turning.
#[test]
fn hanging_lowers_the_limit_by_a_few_per_cent() {
    let mut simulation = Simulation::new("cloth").unwrap();
    let at_rest = simulation.step_limit();
    simulation.step(2000).unwrap();
    let hanging = simulation.step_limit();
    assert!(hanging < 0.995 * at_rest && hanging > 0.9 * at_rest, "{at_rest} s at rest, {hanging} s hanging");
}

/// Along a straight chain between two walls ω_j = 2 √(k/m) sin(jπ/2(n + 1)) for n free masses.
#[test]
fn fastest_mode_of_a_chain_is_the_textbook_one() {
    let mut simulation = Simulation::new("chain").unwrap();
    let (free, k, m) = (18.0, 2000.0_f64, 0.1);
    let expected = 2.0 * (k / m).sqrt() * (free * PI / (2.0 * (free + 1.0))).sin();
    let spectrum = simulation.spectrum().unwrap();
    // the iteration ends at relative changes of ω² of 1e-9, and converges by 1 % a product here:
    // 1e-7
    assert!((spectrum.angular_frequency() / expected - 1.0).abs() < 1e-6, "{} rad/s", spectrum.angular_frequency());
    let mode = spectrum.mode();
    assert!(mode.iter().all(|z| z.y.abs() < 1e-6), "the mode runs along the chain");
    assert!((1..18).all(|i| mode[i].x * mode[i + 1].x < 0.0), "neighbours move against each other");
}

#[test]
fn a_second_search_for_the_spectrum_takes_a_tenth_of_the_products() {
    let mut simulation = Simulation::new("cloth").unwrap();
    let first = simulation.spectrum().unwrap().products();
    simulation.step(1).unwrap();
    let second = simulation.spectrum().unwrap().products();
    assert!(second * 10 < first, "{first} products, then {second}");
}

#[test]
fn a_cloth_of_stiffness_5e7_is_stable_with_implicit_euler_at_60_steps_a_second() {
    let mut simulation = simulation!("cloth", stiffness = 5e7, timeStepSize = 1.0 / 60.0);
    simulation.set("method", "implicit-euler").unwrap();
    let start = simulation.energy().unwrap().total();
    simulation.step(if FULL { 3600 } else { 300 }).unwrap();
    let (energy, system) = (simulation.energy().unwrap(), simulation.system().unwrap());
    assert!(energy.stored() <= start, "{} J from {start} J", energy.stored());
    let longest = system.springs.iter().map(|([i, j], spring)| {
        spring.constraint(system.particles.positions[i] - system.particles.positions[j]) / spring.rest_length
    });
    // the whole weight on one spring would stretch it by 1200 · 0.5 kg · 9.81 m/s² / 5e7 N/m = 0.1
    // mm of 0.2 m
    let strain = longest.fold(0.0, f64::max);
    assert!(strain < 6e-4, "a spring is stretched by {strain}");
}

#[test]
fn obstacles_hold_the_cloth_outside() {
    for obstacle in ["ground", "sphere", "box"] {
        for id in ["symplectic-euler", "implicit-euler", "xpbd"] {
            let mut simulation = simulation!("cloth", width = 12.0, height = 10.0, timeStepSize = 0.002);
            set!(simulation, fixedParticles = 1.0, obstacle = obstacle, method = id);
            simulation.step(1500).unwrap();
            let system = simulation.system().unwrap();
            let deepest = |x: &DVec3| system.obstacles[0].distance(*x).0;
            let depth = system.particles.positions.iter().map(deepest).fold(f64::INFINITY, f64::min);
            // 120 particles of 0.5 kg press with at most 600 N in all on contacts of 5000 N/m:
            // below 0.12 m
            assert!(depth > -0.12 && depth < 0.1, "{id}, {obstacle}: the nearest particle is at {depth} m");
        }
    }
}

/// Cloths and chains that swing, hang and come to rest, soft to very stiff, with steps of 5 to 100
/// ms.
#[test]
fn newton_solves_every_step_of_implicit_methods_on_cloths_and_chains() {
    for (scene, sizes) in [("cloth", [("width", 8.0), ("height", 7.0)]), ("chain", [("particles", 15.0); 2])] {
        for id in ["implicit-euler", "implicit-midpoint"] {
            for (stiffness, step) in
                [(5e3, 0.005), (5e3, 1.0 / 60.0), (1e3, 0.1), (1e5, 0.1), (5e7, 1.0 / 60.0), (1e7, 0.05)]
            {
                let mut simulation = simulation!(scene, stiffness = stiffness, timeStepSize = step, ..sizes);
                set!(simulation, drag = 0.5, method = id, solver = "newton");
                let result = simulation.step(300);
                assert!(result.is_ok(), "{scene}, {id}, k = {stiffness} N/m, Δt = {step} s: {result:?}");
            }
        }
    }
}

/// Unconditional stability is proved for linear oscillators only. On a pair that turns within a
/// step, hω = 22, implicit Euler loses energy and implicit midpoint gains it, linearised or solved.
#[test]
fn in_steps_far_beyond_the_period_implicit_midpoint_gains_energy_and_implicit_euler_loses_it() {
    for solver in ["linearised", "newton"] {
        let [euler, midpoint] = ["implicit-euler", "implicit-midpoint"].map(|id| {
            let mut simulation =
                simulation!("pair", stiffness = 1000.0, timeStepSize = 0.5, method = id, solver = solver);
            simulation.set_velocity(0, DVec3::new(0.3, -0.4, 0.5)).unwrap();
            simulation.step(2000).unwrap();
            simulation.energy().unwrap().numerical()
        });
        assert!(euler < 0.0 && midpoint > 1e3, "{solver}: implicit Euler {euler} J, implicit midpoint {midpoint} J");
    }
}

/// Axial dampers do not damp the sideways swing of a hanging chain: no step of explicit Euler is
/// stable.
#[test]
fn modes_without_a_damper_count_in_the_step_limit() {
    let mut simulation = Simulation::new("chain").unwrap();
    simulation.step(100).unwrap();
    simulation.set("method", "explicit-euler").unwrap();
    assert_eq!(simulation.step_limit(), 0.0);
}

#[test]
fn a_search_for_the_spectrum_of_a_large_cloth_is_unsettled_at_first_and_continues_the_next_time() {
    let side = if FULL { 200.0 } else { 120.0 };
    let mut simulation = simulation!("cloth", width = side, height = side);
    let mut estimates = Vec::new();
    for _ in 0..12 {
        let spectrum = simulation.spectrum().unwrap();
        estimates.push((spectrum.angular_frequency().powi(2) * 1e-4, spectrum.is_settled()));
    }
    assert!(!estimates[0].1, "{estimates:?}");
    assert!(estimates.windows(2).all(|pair| pair[1].0 >= pair[0].0 * (1.0 - 1e-9)), "it rises: {estimates:?}");
    assert!(estimates[11].0 > 7.9 && estimates[11].0 < 8.0, "towards the 8 of an endless cloth: {estimates:?}");
}
