//! What tears in a falling sheet, when, what that costs, and what becomes of the pieces.

use glam::DVec3;
use springlab::{Own, Settings, Simulation, Spectrum, Springs, System, Value, integrators::METHODS};
use std::collections::BTreeSet;

fn drape(changes: &[(&str, Value)]) -> Simulation {
    let mut simulation = Simulation::new("drape").unwrap();
    for (key, value) in changes {
        simulation.set(key, value.clone()).unwrap();
    }
    simulation
}

fn system(simulation: &Simulation) -> &System {
    simulation.system().unwrap()
}

fn torn(simulation: &Simulation) -> BTreeSet<u32> {
    system(simulation).springs.torn.iter().copied().collect()
}

/// A heavy sheet that hangs at two corners and rips off them, and on from there.
fn ripping(method: &str, more: &[(&str, Value)]) -> Option<Simulation> {
    let mut simulation = drape(&[
        ("width", 8.0.into()),
        ("height", 7.0.into()),
        ("pins", "2".into()),
        ("density", 2.0.into()),
        ("tear", 25.0.into()),
        // methods that project leave springs soft
        ("sweeps", 1.0.into()),
        ("stiffnessFactor", 0.01.into()),
    ]);
    simulation.set("method", method).ok()?;
    for (key, value) in more {
        simulation.set(key, value.clone()).unwrap();
    }
    Some(simulation)
}

/// Row and column of both ends.
fn places(ends: [u32; 2], columns: u32) -> [[i64; 2]; 2] {
    ends.map(|i| [i64::from(i / columns), i64::from(i % columns)])
}

/// The springs that go with a thread, as one would tell from a drawing: itself, the springs of twice its length on its line that cover it, and the diagonals of the
/// meshes at its sides.
fn go_with(springs: &Springs, columns: u32, thread: [u32; 2]) -> BTreeSet<u32> {
    let [a, b] = places(thread, columns);
    let along = usize::from(a[0] == b[0]);
    let across = 1 - along;
    let covers = |ends: &[u32; 2]| {
        let [p, q] = places(*ends, columns);
        let [low, high] = [p[along].min(q[along]), p[along].max(q[along])];
        low <= a[along] && b[along] <= high && p[across] == a[across] && q[across] == a[across]
    };
    let slants_beside = |ends: &[u32; 2]| {
        let [p, q] = places(*ends, columns);
        let side = |end: [i64; 2]| end[across] - a[across];
        p[along] != q[along]
            && [p[along], q[along]].iter().all(|end| *end == a[along] || *end == b[along])
            && matches!([side(p), side(q)], [0, 1 | -1] | [1 | -1, 0])
    };
    (0..).zip(&springs.endpoints).filter(|(_, ends)| covers(ends) || slants_beside(ends)).map(|(n, _)| n).collect()
}

/// What has to tear at these positions, of what has not.
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
            all.extend(go_with(springs, columns, *ends));
        }
    }
    all
}

/// With a second evaluation of all strains, step after step, until some tens have torn; with all methods, and in both precisions.
#[test]
fn threads_beyond_the_limit_tear_with_what_goes_over_them_and_nothing_else_does() {
    let single: Value = "single".into();
    for (method, more) in METHODS.iter().map(|method| (method.id, vec![])).chain([
        ("symplectic-euler", vec![("precision", single)]),
        ("symplectic-euler", vec![("width", 2.0.into())]),
        ("symplectic-euler", vec![("width", 3.0.into()), ("substeps", 20.0.into())]),
        ("velocity-verlet", vec![("height", 2.0.into()), ("shearStiffness", 0.0.into()), ("damping", 0.0.into())]),
    ]) {
        let Some(mut simulation) = ripping(method, &more) else { continue };
        // what has neither stiffness nor damping can't tear
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

/// All corners held: the length of a thread is that of two places.
#[test]
fn a_thread_that_a_hand_pulls_tears_when_its_strain_passes_the_limit() {
    for (part, tears) in [(0.5, false), (1.0 - 1e-9, false), (1.0 + 1e-9, true), (1.5, true)] {
        let mut simulation = drape(&[
            ("width", 2.0.into()),
            ("height", 2.0.into()),
            ("pins", "4".into()),
            ("obstacle", "none".into()),
            ("tear", 40.0.into()),
        ]);
        let corner = simulation.particles().positions[0];
        // 2 m long at rest; the thread down the column is turned, by so little that it stays far below
        simulation.hold(0, corner - part * 0.4 * 2.0 * DVec3::X, 0.01).unwrap();
        simulation.step(1).unwrap();
        assert!(torn(&simulation).is_empty(), "half-way");
        simulation.step(1).unwrap();
        // the thread and both diagonals of its only mesh
        let expected = if tears { 3 } else { 0 };
        let [a, b] = [0, 1].map(|i| simulation.particles().positions[i]);
        assert_eq!(torn(&simulation).len(), expected, "at a strain of {}", a.distance(b) / 2.0 - 1.0);
        simulation.step(5).unwrap();
        assert_eq!(torn(&simulation).len(), expected, "at rest");
    }
}

/// Two runs that differ in the limit alone are the same to the bit until one tears. What it then has less is what the torn springs stored, by their law, and is
/// booked; nothing else is.
#[test]
fn what_springs_stored_when_they_tear_is_lost_to_tearing_with_every_method() {
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

/// Runge-Kutta 4 in short steps errs by next to nothing, however much tears: the account of the whole run is closed.
#[test]
fn the_account_closes_through_a_run_that_tears() {
    let mut simulation =
        ripping("runge-kutta-4", &[("timeStepSize", 0.0005.into()), ("obstacle", "none".into())]).unwrap();
    simulation.step(1000).unwrap();
    let energy = simulation.energy().unwrap();
    assert!(energy.work.tearing > 0.1, "{} J", energy.work.tearing);
    assert!(energy.numerical().abs() < 1e-5 * energy.work.tearing, "{} J", energy.numerical());
}

/// The halves of a sheet are moved apart, so that all threads between them tear: then each falls by itself, with its own momentum, whatever the other one does.
#[test]
fn what_is_torn_in_two_falls_as_two_bodies() {
    let (width, height, gap) = (9, 6, 4);
    let mut simulation = drape(&[
        ("width", f64::from(width).into()),
        ("height", f64::from(height).into()),
        ("obstacle", "none".into()),
        ("airResistance", 0.0.into()),
        ("tear", 50.0.into()),
        ("timeStepSize", 0.001.into()),
    ]);
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
    assert!(simulation.energy().unwrap().elastic > 1e-6, "within the halves there is motion");
    assert_eq!(torn(&simulation).len(), system(&simulation).springs.torn.len(), "nothing tears twice");
}

/// Going on from a snapshot or a moment in the midst of tearing gives the same bits; going back makes the cloth whole.
#[test]
fn snapshots_and_moments_keep_what_is_torn() {
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
        assert!(simulation.snapshot() == later, "{}: from a moment", method.id);
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

/// As steps are taken by a copy in a worker: the state has what tore, and what had not torn then is whole again.
#[test]
fn a_state_has_what_is_torn() {
    let method = "velocity-verlet";
    let [mut run, mut alone] = [(); 2].map(|()| ripping(method, &[]).unwrap());
    let mut ahead = Simulation::new("drape").unwrap();
    ahead.restore(&run.snapshot()).unwrap();
    let start = run.state();
    for _ in 0..150 {
        ahead.step(1).unwrap();
        run.set_state(&ahead.state()).unwrap();
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

/// Nothing of it is left: the number of substeps is that of the springs that are, as one finds from a snapshot too.
#[test]
fn where_all_has_torn_nothing_limits_the_step() {
    let mut simulation = drape(&[
        ("width", 2.0.into()),
        ("height", 2.0.into()),
        ("stiffness", 1.0.into()),
        ("damping", 1.0.into()),
        ("density", 0.01.into()),
        ("obstacle", "none".into()),
        ("method", "velocity-verlet".into()),
        ("tear", 10.0.into()),
    ]);
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
fn what_is_torn_stays_so_whatever_is_set_until_a_restart() {
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
    check(&simulation, 500.0, "one of its own");
    simulation.step(20).unwrap();
    assert_eq!(torn(&simulation), before, "without a limit nothing more tears");
    let numerical = simulation.energy().unwrap();
    assert!(numerical.work.tearing > 0.0);
    simulation.restart();
    assert!(torn(&simulation).is_empty() && simulation.energy().unwrap().work.tearing == 0.0);
    assert!(system(&simulation).springs.stiffnesses.iter().all(|k| *k > 0.0));
}

/// The modes are those of a system without the torn springs.
#[test]
fn the_spectrum_is_that_of_what_holds() {
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
    // a search goes on where the one before ended
    let looks = 50;
    let mut spectrum = Spectrum::default();
    for _ in 0..looks {
        simulation.spectrum().unwrap();
        spectrum.update(&cut, method, Settings::default(), step);
    }
    let told = simulation.spectrum().unwrap().angular_frequency();
    assert!((told / spectrum.angular_frequency() - 1.0).abs() < 1e-8, "{told} rad/s");
}

/// The last spring gets the index of the one that is cut.
#[test]
fn a_cut_leaves_the_others_torn() {
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
