//! Tearing of the falling cloth: the threads that tear, the time, the energy, and the pieces.

use glam::DVec3;
use springlab::{Own, Settings, Simulation, Spectrum, Springs, System, Value, integrators::METHODS};
use std::collections::BTreeSet;

fn system(simulation: &Simulation) -> &System {
    simulation.system().unwrap()
}

fn torn(simulation: &Simulation) -> BTreeSet<u32> {
    system(simulation).springs.torn.iter().copied().collect()
}

/// A heavy sheet that hangs at two corners and rips off, and further from there.
fn ripping(method: &str, more: &[(&str, Value)]) -> Option<Simulation> {
    // soft springs with methods that project
    let mut simulation = simulation!(
        "drape",
        width = 8.0,
        height = 7.0,
        pins = "2",
        density = 2.0,
        tear = 25.0,
        sweeps = 1.0,
        stiffnessFactor = 0.01
    );
    simulation.set("method", method).ok()?;
    set!(simulation, ..more);
    Some(simulation)
}

/// Row and column of both ends.
fn places(ends: [u32; 2], columns: u32) -> [[i64; 2]; 2] {
    ends.map(|i| [i64::from(i / columns), i64::from(i % columns)])
}

/// Springs that tear with a thread: the thread, the springs of twice its length on its line that
/// cover it, and the diagonals of the squares beside it.
fn torn_with(springs: &Springs, columns: u32, thread: [u32; 2]) -> BTreeSet<u32> {
    let [a, b] = places(thread, columns);
    let along = usize::from(a[0] == b[0]);
    let across = 1 - along;
    let covers = |ends: &[u32; 2]| {
        let [p, q] = places(*ends, columns);
        let [low, high] = [p[along].min(q[along]), p[along].max(q[along])];
        low <= a[along] && b[along] <= high && p[across] == a[across] && q[across] == a[across]
    };
    let is_diagonal_beside = |ends: &[u32; 2]| {
        let [p, q] = places(*ends, columns);
        let side = |end: [i64; 2]| end[across] - a[across];
        p[along] != q[along]
            && [p[along], q[along]].iter().all(|end| *end == a[along] || *end == b[along])
            && matches!([side(p), side(q)], [0, 1 | -1] | [1 | -1, 0])
    };
    (0..).zip(&springs.endpoints).filter(|(_, ends)| covers(ends) || is_diagonal_beside(ends)).map(|(n, _)| n).collect()
}

/// Springs that must be torn at the present positions, including those torn before.
fn expected(simulation: &Simulation, before: &BTreeSet<u32>, limit: f64) -> BTreeSet<u32> {
    let System { particles, springs, .. } = system(simulation);
    let Value::Number(columns) = simulation.get("width").unwrap() else { panic!("a width is a number") };
    let columns = *columns as u32;
    let mut all = before.clone();
    for (n, ends) in (0..).zip(&springs.endpoints) {
        let [[i, j], [k, l]] = places(*ends, columns);
        let [a, b] = ends.map(|i| particles.positions[i as usize]);
        let strain = (a - b).length() / springs.rest_lengths[n as usize] - 1.0;
        if (i - k).abs() + (j - l).abs() == 1 && strain > limit && !before.contains(&n) {
            all.extend(torn_with(springs, columns, *ends));
        }
    }
    all
}

/// Compared after each step with an evaluation of all strains, with all methods and in both
/// precisions.
#[test]
fn threads_beyond_the_limit_tear_with_the_springs_across_them_and_no_others_do() {
    let single: Value = "single".into();
    for (method, more) in METHODS.iter().map(|method| (method.id, vec![])).chain([
        ("symplectic-euler", vec![("precision", single)]),
        ("symplectic-euler", vec![("width", 2.0.into())]),
        ("symplectic-euler", vec![("width", 3.0.into()), ("substeps", 20.0.into())]),
        ("velocity-verlet", vec![("height", 2.0.into()), ("shearStiffness", 0.0.into()), ("damping", 0.0.into())]),
    ]) {
        let Some(mut simulation) = ripping(method, &more) else { continue };
        // springs without stiffness and damping cannot tear
        let Springs { stiffnesses, dampings, .. } = system(&simulation).springs.clone();
        let pulls = |n: &u32| stiffnesses[*n as usize] > 0.0 || dampings[*n as usize] > 0.0;
        let (mut before, mut times) = (BTreeSet::new(), 0);
        for _ in 0..200 {
            simulation.step(1).unwrap();
            let now = torn(&simulation);
            let expected: BTreeSet<_> = expected(&simulation, &before, 0.25).into_iter().filter(pulls).collect();
            assert_eq!(now, expected, "{method} {more:?} at {} s", simulation.time());
            times += u32::from(now.len() > before.len());
            before = now;
        }
        assert!(times >= 1 && before.len() >= 6, "{method} {more:?}: {times} times, {} springs", before.len());
    }
}

/// All corners are held, so that the hand sets the length.
#[test]
fn a_thread_that_a_hand_pulls_tears_when_its_strain_passes_the_limit() {
    for (part, tears) in [(0.5, false), (1.0 - 1e-9, false), (1.0 + 1e-9, true), (1.5, true)] {
        let mut simulation =
            simulation!("drape", width = 2.0, height = 2.0, pins = "4", obstacle = "none", tear = 40.0);
        let corner = simulation.particles().positions[0];
        // 2 m long at rest; the thread of the column turns and hardly stretches
        simulation.hold(0, corner - part * 0.4 * 2.0 * DVec3::X, 0.01).unwrap();
        simulation.step(1).unwrap();
        assert!(torn(&simulation).is_empty(), "halfway");
        simulation.step(1).unwrap();
        // the thread and both diagonals of its only square
        let expected = if tears { 3 } else { 0 };
        let [a, b] = [0, 1].map(|i| simulation.particles().positions[i]);
        assert_eq!(torn(&simulation).len(), expected, "at a strain of {}", a.distance(b) / 2.0 - 1.0);
        simulation.step(5).unwrap();
        assert_eq!(torn(&simulation).len(), expected, "at rest");
    }
}

/// Two runs that differ only in the limit are equal to the bit until one tears. Then their energies
/// differ by the energy of the torn springs.
#[test]
fn the_energy_of_torn_springs_is_booked_as_tearing_with_every_method() {
    let mut methods = 0;
    for method in METHODS {
        let Some(mut tears) = ripping(method.id, &[]) else { continue };
        let mut lasts = ripping(method.id, &[("tear", 0.0.into())]).unwrap();
        while torn(&tears).is_empty() {
            assert_eq!(tears.particles(), lasts.particles(), "{}", method.id);
            tears.step(1).unwrap();
            lasts.step(1).unwrap();
            assert!(tears.time() < 2.0, "{}: nothing tears", method.id);
        }
        assert_eq!(tears.particles(), lasts.particles(), "{}", method.id);
        let x = &lasts.particles().positions;
        let law: Vec<_> = system(&lasts).springs.iter().collect();
        let stored: f64 = torn(&tears)
            .into_iter()
            .map(|n| {
                let ([i, j], spring) = law[n as usize];
                0.5 * spring.stiffness * (x[i].distance(x[j]) - spring.rest_length).powi(2)
            })
            .sum();
        let [mut after, before] = [&tears, &lasts].map(|simulation| simulation.energy().unwrap());
        let scale = 1e-13 * (before.kinetic + before.elastic + before.gravity.abs() + before.start.abs());
        assert!(stored > 0.01 && (after.work.tearing - stored).abs() < scale, "{}: {stored} J", method.id);
        assert!((before.elastic - after.elastic - stored).abs() < scale, "{}", method.id);
        assert!((before.numerical() - after.numerical()).abs() < scale, "{}", method.id);
        assert!((before.total() - after.total()).abs() < scale, "{}", method.id);
        after.work.tearing = 0.0;
        assert_eq!(after.work, before.work, "{}", method.id);
        methods += 1;
    }
    assert!(methods > 10);
}

/// With Runge-Kutta 4 in short steps.
#[test]
fn the_energy_account_closes_in_a_run_that_tears() {
    let mut simulation =
        ripping("runge-kutta-4", &[("timeStepSize", 0.0005.into()), ("obstacle", "none".into())]).unwrap();
    simulation.step(1000).unwrap();
    let energy = simulation.energy().unwrap();
    assert!(energy.work.tearing > 0.1, "{} J", energy.work.tearing);
    assert!(energy.numerical().abs() < 1e-5 * energy.work.tearing, "{} J", energy.numerical());
}

/// The halves are moved apart, so that all threads between them tear; each keeps its own momentum.
#[test]
fn the_halves_of_a_torn_sheet_fall_independently() {
    let (width, height, gap) = (9, 6, 4);
    let mut simulation = simulation!(
        "drape",
        width = f64::from(width),
        height = f64::from(height),
        obstacle = "none",
        airResistance = 0.0,
        tear = 50.0,
        timeStepSize = 0.001
    );
    let is_right = |i: u32| i % width > gap;
    for i in (0..width * height).filter(|&i| is_right(i)) {
        let place = simulation.particles().positions[i as usize];
        simulation.set_position(i as usize, place + 0.3 * DVec3::X + 0.1 * DVec3::Y).unwrap();
        simulation.set_velocity(i as usize, DVec3::new(0.3, 1.0, -0.2)).unwrap();
    }
    simulation.step(1).unwrap();
    for (n, ends) in (0..).zip(&system(&simulation).springs.endpoints) {
        let across = is_right(ends[0]) != is_right(ends[1]);
        assert_eq!(torn(&simulation).contains(&n), across, "{ends:?}");
    }
    let masses = simulation.masses();
    let half = |simulation: &Simulation, right: bool| {
        let particles = simulation.particles();
        let mut sums = [DVec3::ZERO; 2];
        let mut mass = 0.0;
        for i in (0..width * height).filter(|&i| is_right(i) == right).map(|i| i as usize) {
            mass += masses[i];
            sums[0] += masses[i] * particles.positions[i];
            sums[1] += masses[i] * particles.velocities[i];
        }
        [sums[0] / mass, sums[1] / mass]
    };
    let before = [false, true].map(|right| half(&simulation, right));
    simulation.step(200).unwrap();
    // symplectic Euler falls by ½ g t (t + h)
    let (t, h) = (0.2, simulation.substep());
    for (right, [x, v]) in [false, true].into_iter().zip(before) {
        let [place, speed] = half(&simulation, right);
        let fallen = x + t * v - 0.5 * 9.81 * t * (t + h) * DVec3::Y;
        assert!(speed.distance(v - 9.81 * t * DVec3::Y) < 1e-12, "{speed} m/s");
        assert!(place.distance(fallen) < 1e-12, "{place} instead of {fallen}");
    }
    assert!(simulation.energy().unwrap().elastic > 1e-6, "the halves deform");
    assert_eq!(torn(&simulation).len(), system(&simulation).springs.torn.len(), "nothing tears twice");
}

/// A run continued from them tears as before, to the bit; from an earlier one the cloth is whole.
#[test]
fn snapshots_and_checkpoints_keep_torn_springs() {
    for method in METHODS {
        let Some(mut simulation) = ripping(method.id, &[]) else { continue };
        let mut whole = simulation.moment();
        while torn(&simulation).is_empty() {
            whole = simulation.moment();
            simulation.step(1).unwrap();
            assert!(simulation.time() < 2.0, "{}: nothing tears", method.id);
        }
        let (early, moment, snapshot) = (simulation.snapshot(), simulation.moment(), simulation.snapshot());
        simulation.step(150).unwrap();
        let later = simulation.snapshot();
        let substeps = simulation.substeps();
        assert!(torn(&simulation).len() > 6, "{}", method.id);
        simulation.go_to(&moment).unwrap();
        assert!(simulation.snapshot() == early, "{}", method.id);
        simulation.step(150).unwrap();
        assert!(simulation.snapshot() == later, "{}: from a checkpoint", method.id);
        let mut other = Simulation::new("drape").unwrap();
        other.restore(&snapshot).unwrap();
        other.step(150).unwrap();
        assert!(other.snapshot() == later, "{}: from a snapshot", method.id);
        assert_eq!(other.substeps(), substeps, "{}", method.id);
        simulation.go_to(&whole).unwrap();
        let springs = &system(&simulation).springs;
        assert!(springs.torn.is_empty() && springs.stiffnesses.iter().all(|k| *k > 0.0), "{}", method.id);
        simulation.step(1).unwrap();
        assert!(simulation.snapshot() == early, "{}: torn again", method.id);
    }
}

/// A copy takes the steps, as a worker does in the background, and the run takes its states.
#[test]
fn a_state_contains_the_torn_springs() {
    let method = "velocity-verlet";
    let [mut run, mut alone] = [(); 2].map(|()| ripping(method, &[]).unwrap());
    let mut copy = Simulation::new("drape").unwrap();
    copy.restore(&run.snapshot()).unwrap();
    let start = run.state();
    for _ in 0..150 {
        copy.step(1).unwrap();
        run.set_state(&copy.state()).unwrap();
        alone.step(1).unwrap();
        let _ = run.moment();
        assert!(run.snapshot() == alone.snapshot() && system(&run).springs == system(&alone).springs);
    }
    assert!(torn(&run).len() > 6);
    let late = run.moment();
    run.set_state(&start).unwrap();
    let whole = system(&ripping(method, &[]).unwrap()).springs.clone();
    assert_eq!(system(&run).springs, whole);
    let early = run.moment();
    for (moment, springs) in [(late, &system(&alone).springs), (early, &whole)] {
        run.go_to(&moment).unwrap();
        assert_eq!(&system(&run).springs, springs);
    }
}

/// Also in a copy restored from a snapshot.
#[test]
fn torn_springs_do_not_count_in_the_number_of_substeps() {
    let mut simulation = simulation!(
        "drape",
        width = 2.0,
        height = 2.0,
        stiffness = 1.0,
        damping = 1.0,
        density = 0.01,
        obstacle = "none",
        method = "velocity-verlet",
        tear = 10.0
    );
    let before = simulation.substeps();
    for i in 0..4 {
        let place = simulation.particles().positions[i];
        simulation.set_position(i, place * DVec3::new(1.2, 1.0, 1.2)).unwrap();
    }
    simulation.step(1).unwrap();
    assert_eq!(torn(&simulation).len(), 6);
    assert!(simulation.substeps() < before, "{before}");
    let mut other = Simulation::new("drape").unwrap();
    other.restore(&simulation.snapshot()).unwrap();
    assert_eq!(simulation.substeps(), other.substeps());
    for run in [&mut simulation, &mut other] {
        run.step(20).unwrap();
    }
    assert!(simulation.snapshot() == other.snapshot());
}

#[test]
fn torn_springs_stay_torn_through_changes_of_parameters_until_a_restart() {
    let mut simulation = ripping("symplectic-euler", &[]).unwrap();
    simulation.step(100).unwrap();
    let before = torn(&simulation);
    assert!(!before.is_empty());
    let check = |simulation: &Simulation, k: f64, what: &str| {
        let springs = &system(simulation).springs;
        for n in 0..springs.len() {
            let pulls = springs.stiffnesses[n] > 0.0 || springs.dampings[n] > 0.0;
            assert_eq!(pulls, !before.contains(&(n as u32)), "{what}: spring {n}");
        }
        let most = springs.stiffnesses.iter().fold(0.0, |most: f64, k| most.max(*k));
        assert!(most >= k, "{what}: {most} N/m");
    };
    for (key, value) in
        [("stiffness", 500.0), ("shearStiffness", 30.0), ("bendingStiffness", 6.0), ("damping", 0.05), ("tear", 0.0)]
    {
        simulation.set(key, value).unwrap();
        check(&simulation, 100.0, key);
    }
    simulation.set("method", "bdf2").unwrap();
    check(&simulation, 500.0, "method");
    let one = *before.first().unwrap() as usize;
    simulation.set_spring(one, Own { stiffness: Some(900.0), ..Own::default() }).unwrap();
    check(&simulation, 500.0, "an own stiffness");
    simulation.step(20).unwrap();
    assert_eq!(torn(&simulation), before, "without a limit no more springs tear");
    let numerical = simulation.energy().unwrap();
    assert!(numerical.work.tearing > 0.0);
    simulation.restart();
    assert!(torn(&simulation).is_empty() && simulation.energy().unwrap().work.tearing == 0.0);
    assert!(system(&simulation).springs.stiffnesses.iter().all(|k| *k > 0.0));
}

#[test]
fn the_spectrum_is_that_of_the_system_without_torn_springs() {
    let mut simulation = ripping("symplectic-euler", &[]).unwrap();
    simulation.step(120).unwrap();
    assert!(torn(&simulation).len() > 6);
    let mut cut = system(&simulation).clone();
    let mut indices: Vec<_> = torn(&simulation).into_iter().collect();
    while let Some(index) = indices.pop() {
        cut.springs.cut(index as usize);
    }
    assert!(cut.springs.torn.is_empty());
    let (method, step) = (simulation.method(), simulation.substep());
    // each search continues the one before
    let searches = 50;
    let mut spectrum = Spectrum::default();
    for _ in 0..searches {
        simulation.spectrum().unwrap();
        spectrum.update(&cut, method, Settings::default(), step);
    }
    let fastest = simulation.spectrum().unwrap().angular_frequency();
    assert!((fastest / spectrum.angular_frequency() - 1.0).abs() < 1e-8, "{fastest} rad/s");
}

/// The last spring takes the index of the cut one.
#[test]
fn cutting_a_spring_keeps_the_others_torn() {
    let mut simulation = ripping("symplectic-euler", &[]).unwrap();
    simulation.step(100).unwrap();
    let ends = |simulation: &Simulation| -> BTreeSet<[u32; 2]> {
        let springs = &system(simulation).springs;
        springs.torn.iter().map(|&n| springs.endpoints[n as usize]).collect()
    };
    let last = (system(&simulation).springs.len() - 1) as u32;
    for index in [0, *torn(&simulation).first().unwrap(), last - 2] {
        let mut expected = ends(&simulation);
        expected.remove(&system(&simulation).springs.endpoints[index as usize]);
        simulation.cut(index as usize).unwrap();
        assert_eq!(ends(&simulation), expected);
        let springs = &system(&simulation).springs;
        assert!(springs.torn.iter().all(|&n| springs.stiffnesses[n as usize] == 0.0));
    }
}

#[test]
fn a_torn_last_spring_stays_torn_when_it_takes_the_index_of_another_one() {
    let mut springs = system(&simulation!("drape", width = 6.0, height = 6.0)).springs.clone();
    let last = springs.len() - 1;
    let ends = springs.endpoints[last];
    springs.torn = vec![last as u32];
    springs.cut(1);
    assert_eq!(springs.endpoints[1], ends, "the last spring takes index 1");
    assert_eq!(springs.torn, [1]);
    springs.cut(1);
    assert!(springs.torn.is_empty() && springs.len() == last - 1);
}

/// Every spring is torn before all are cut one after the other, the last one too.
#[test]
fn all_springs_of_a_torn_cloth_can_be_cut_and_parameters_changed_after_each() {
    let mut simulation = simulation!("drape", width = 6.0, height = 6.0, pins = "4", tear = 1.0, gravity = 60.0);
    simulation.step(60).unwrap();
    let last = system(&simulation).springs.len() - 1;
    assert!(torn(&simulation).contains(&(last as u32)), "the last of {last} springs is torn");
    for stiffness in [300.0, 310.0, 320.0] {
        simulation.cut(1).unwrap();
        simulation.set("stiffness", stiffness).unwrap();
        let springs = &system(&simulation).springs;
        assert!(springs.torn.iter().all(|&n| (n as usize) < springs.len()));
        assert!(springs.torn.iter().all(|&n| springs.stiffnesses[n as usize] == 0.0));
    }
}
