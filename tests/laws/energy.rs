//! Contact, friction, drag, the hand, and the energy account.

use crate::common::{method, run};
use glam::DVec3;
use springlab::{Contact, Elasticity, Kind, Obstacle, Simulation, Spring, System, Work, scenes::SCENES};

fn on_the_ground(contact: Contact) -> System {
    let ground = Obstacle::Plane { point: DVec3::ZERO, normal: DVec3::Y };
    let mut system = System { gravity: DVec3::Y * -10.0, obstacles: vec![ground], contact, ..System::default() };
    system.particles.push(DVec3::ZERO, 0.5); // 2 kg
    system
}

/// k d = m g.
#[test]
fn a_resting_mass_sinks_by_its_weight_over_the_stiffness() {
    let mut system = on_the_ground(Contact { stiffness: 2000.0, damping: 40.0, ..Contact::default() });
    run(&mut system, method("symplectic-euler"), 0.001, 5000);
    let depth = -system.particles.positions[0].y;
    assert!((depth - 0.01).abs() < 1e-9, "{depth} m");
}

/// The distance is v²/2μg, and the kinetic energy becomes heat of friction.
#[test]
fn a_sliding_mass_stops_after_the_distance_of_coulombs_law() {
    let mut system = on_the_ground(Contact {
        stiffness: 2000.0,
        damping: 40.0,
        friction: 0.4,
        slip_speed: 0.01,
        ..Contact::default()
    });
    system.particles.positions[0].y = -0.01;
    system.particles.velocities[0] = DVec3::X * 4.0;
    system.open_account();
    run(&mut system, method("runge-kutta-4"), 0.0005, 4000);
    let distance = system.particles.positions[0].x;
    // below the slip speed s the mass creeps on by s²/μg = (0.01 m/s)²/(4 m/s²)
    assert!((distance - 16.0 / 8.0).abs() < 5e-5, "{distance} m instead of 2 m");
    let energy = system.energy();
    assert!((energy.work.friction - 16.0).abs() < 1e-3, "{} J of heat from 16 J", energy.work.friction);
    assert!(energy.numerical().abs() < 1e-6, "{energy:?}");
}

/// Below the angle of friction a mass creeps more slowly than the slip speed; above, it accelerates
/// by g (sin − μ cos).
#[test]
fn friction_holds_on_a_gentle_slope_and_yields_on_a_steep_one() {
    for (angle, holds) in [(0.3_f64, true), (0.5, false)] {
        let normal = DVec3::new(angle.sin(), angle.cos(), 0.0);
        let mut system = on_the_ground(Contact {
            stiffness: 2000.0,
            damping: 40.0,
            friction: 0.4,
            slip_speed: 0.01,
            ..Contact::default()
        });
        system.obstacles = vec![Obstacle::Plane { point: DVec3::ZERO, normal }];
        run(&mut system, method("runge-kutta-4"), 0.0005, 2000);
        let speed = system.particles.velocities[0].length();
        let expected = if holds { 0.01 } else { 10.0 * (angle.sin() - 0.4 * angle.cos()) };
        assert!(if holds { speed < expected } else { (speed / expected - 1.0).abs() < 0.02 }, "{angle}: {speed} m/s");
    }
}

/// A spring-damper has the restitution e^(−πζ/√(1 − ζ²)); a contact has slightly more, because it
/// never pulls.
#[test]
fn a_bouncing_mass_loses_the_energy_that_its_contact_damps() {
    let contact = Contact { stiffness: 2e5, damping: 126.5, friction: 0.0, ..Contact::default() }; // ζ = 0.1
    let mut system = on_the_ground(contact);
    system.gravity = DVec3::ZERO;
    system.particles.positions[0].y = 0.01;
    system.particles.velocities[0] = DVec3::Y * -3.0;
    system.open_account();
    run(&mut system, method("runge-kutta-4"), 1e-5, 3000);
    let restitution = system.particles.velocities[0].y / 3.0;
    assert!((0.73..0.78).contains(&restitution), "{restitution}"); // e^(−0.1π/√0.99) = 0.729
    let energy = system.energy();
    let lost = 9.0 * (1.0 - restitution * restitution);
    assert!((energy.work.damping - lost).abs() < 1e-4, "{} J of heat for {lost} J lost", energy.work.damping);
}

/// v = v₀ e^(−bt/m).
#[test]
fn drag_slows_a_free_mass_exponentially_and_heats() {
    let mut system = System { drag: 0.6, ..System::default() };
    system.particles.push(DVec3::ZERO, 0.5);
    system.particles.velocities[0] = DVec3::new(1.0, -2.0, 0.5);
    system.open_account();
    let before = system.particles.velocities[0];
    run(&mut system, method("runge-kutta-4"), 0.01, 100);
    let expected = before * (-0.3_f64).exp();
    assert!((system.particles.velocities[0] - expected).length() < 1e-11);
    assert!(system.energy().numerical().abs() < 1e-11 && system.work.drag > 1.0);
}

/// Dampers act on the velocity of a led particle.
#[test]
fn a_led_particle_has_the_velocity_of_the_hand_and_stops_at_its_target() {
    let mut simulation = simulation!("damper", damping = 2.0);
    simulation.hold(1, DVec3::new(7.0, 0.0, 0.0), 0.5).unwrap();
    simulation.step(20).unwrap();
    assert!(simulation.particles().velocities[1].distance(DVec3::X * 2.0) < 1e-12);
    let force = simulation.system().unwrap().forces()[0].x;
    // 5 N/m · 2.4 m + 2 N·s/m · 2 m/s on the anchor
    assert!((force - 16.0).abs() < 1e-10, "{force} N");
    simulation.step(31).unwrap();
    let particles = simulation.particles();
    assert_eq!((particles.positions[1], particles.velocities[1]), (DVec3::new(7.0, 0.0, 0.0), DVec3::ZERO));
}

/// The numerical entry is then the error of the method alone.
#[test]
fn a_hand_does_work_and_a_changed_parameter_moves_the_start() {
    let mut simulation = simulation!("damper", method = "runge-kutta-4", damping = 0.3);
    simulation.step(100).unwrap();
    simulation.set("stiffness", 9.0).unwrap();
    assert_eq!(simulation.energy().unwrap().work.hand, 0.0);
    simulation.hold(1, DVec3::new(3.0, 4.5, 0.0), 0.3).unwrap();
    simulation.step(100).unwrap();
    simulation.set("mass", 2.0).unwrap();
    simulation.release(DVec3::new(1.0, 2.0, 0.0)).unwrap();
    simulation.step(100).unwrap();
    simulation.set_velocity(1, DVec3::ZERO).unwrap();
    simulation.set_position(1, DVec3::new(0.0, -5.0, 0.0)).unwrap();
    simulation.step(100).unwrap();
    let energy = simulation.energy().unwrap();
    // 400 steps of Runge-Kutta 4 with hω ≤ 0.04, each with an error of at most (hω)⁵ ≈ 1e-7 of
    // about 10 J
    assert!(energy.numerical().abs() < 1e-5 && energy.work.hand.abs() > 1.0, "{energy:?}");
}

#[test]
fn the_numerical_entry_is_the_gain_of_explicit_euler() {
    let mut simulation = simulation!("damper", method = "explicit-euler");
    simulation.step(500).unwrap();
    let gain = 10.0 * ((1.0 + 1e-4 * 10.0_f64).powi(500) - 1.0);
    let energy = simulation.energy().unwrap();
    assert!((energy.numerical() - gain).abs() < 1e-10, "{} J instead of {gain} J", energy.numerical());
}

/// Momentum is mass × velocity; it changes by external forces only, because the forces of a pair
/// cancel.
#[test]
fn erratum_5_momentum_is_mass_times_velocity_and_its_rate_the_force() {
    let mut system = System { gravity: DVec3::Y * -9.81, ..System::default() };
    system.particles.push(DVec3::ZERO, 0.25);
    system.particles.push(DVec3::X * 2.0, 0.5);
    system.particles.velocities = vec![DVec3::new(1.0, 2.0, 0.0), DVec3::new(0.0, -1.0, 3.0)];
    system.springs.push([0, 1], Spring { stiffness: 30.0, damping: 1.0, rest_length: 1.0, ..Spring::default() });
    let before = system.particles.momentum();
    assert_eq!(before, DVec3::new(4.0, 8.0 - 2.0, 6.0));
    run(&mut system, method("symplectic-euler"), 0.01, 100);
    let weight = DVec3::Y * (-9.81 * 6.0);
    assert!((system.particles.momentum() - before - weight).length() < 1e-12, "it grows by force × time");
}

/// Four springs in a row are as stiff as one of four times the length if the law is one of relative
/// elongation; by Hooke's law they are a quarter as stiff.
#[test]
fn the_relative_law_does_not_depend_on_how_a_spring_is_divided() {
    let pull = |law: Elasticity, pieces: u32| {
        let rest_length = 2.0 / f64::from(pieces);
        let stiffness = law.stiffness(12.0, rest_length);
        // a chain of equal springs, stretched to 3 m
        Spring { stiffness, rest_length, ..Spring::default() }.force(DVec3::X * 3.0 / f64::from(pieces)).x
    };
    assert_eq!(pull(Elasticity::Relative, 1), pull(Elasticity::Relative, 4));
    assert_eq!(pull(Elasticity::Hooke, 1), 4.0 * pull(Elasticity::Hooke, 4));
    let simulation = simulation!("cloth", springLaw = "relative");
    let springs = &simulation.system().unwrap().springs;
    assert!((springs.stiffnesses[0] - 25_000.0).abs() < 1e-9, "5000 N over 0.2 m");
}

#[test]
fn exact_steps_have_no_remainder_while_a_hand_leads_the_mass_or_its_anchor() {
    let mut simulation = simulation!("oscillator", method = "exact");
    simulation.hold(1, DVec3::X * 3.0, 0.5).unwrap();
    simulation.step(100).unwrap();
    let energy = simulation.energy().unwrap();
    assert!(
        (energy.work.hand - 12.5).abs() < 1e-12 && energy.numerical().abs() < 1e-12,
        "½ · 5 · (9 − 4) J: {energy:?}"
    );
    simulation.release(DVec3::ZERO).unwrap();
    simulation.hold(0, DVec3::new(1.0, 1.0, 0.0), 1.0).unwrap();
    simulation.step(100).unwrap();
    assert!(simulation.particles().positions[0].distance(DVec3::new(0.5, 0.5, 0.0)) < 1e-12);
    let mut other = simulation!("oscillator", method = "runge-kutta-4");
    other.set_position(1, DVec3::X * 3.0).unwrap();
    other.hold(0, DVec3::new(1.0, 1.0, 0.0), 1.0).unwrap();
    other.step(100).unwrap();
    let gap = simulation.particles().positions[1].distance(other.particles().positions[1]);
    assert!(gap < 1e-7, "{gap} m from Runge-Kutta 4"); // (hω)⁴ = 6e-8 of a motion of some metres
    assert!(simulation.energy().unwrap().numerical().abs() < 1e-12);
}

#[test]
fn the_remainder_of_verlet_methods_is_of_second_order_while_a_hand_starts_stops_and_turns() {
    for id in ["verlet", "velocity-verlet"] {
        let remainder = |h: f64| {
            let mut simulation = simulation!("damper", method = id, damping = 2.0, timeStepSize = h);
            simulation.hold(0, DVec3::X, 0.4).unwrap();
            let steps = |time: f64| (time / h).round() as u32;
            simulation.step(steps(0.8)).unwrap();
            simulation.hold(0, DVec3::new(-0.5, 0.5, 0.0), 0.4).unwrap();
            simulation.step(steps(1.2)).unwrap();
            simulation.energy().unwrap().numerical().abs()
        };
        let steps = [0.008, 0.004, 0.002, 0.001];
        let order = springlab::observed_order(&steps, &steps.map(remainder)).unwrap();
        assert!(order > 1.7, "{id}: order {order}, {:?} J", steps.map(remainder));
    }
}

#[test]
fn a_parameter_set_before_the_first_step_opens_the_account_of_a_scene_built_with_it() {
    let mut others = 0;
    for id in SCENES.iter().map(|scene| scene.id) {
        let new = || Simulation::new(id).unwrap();
        let Ok(usual) = new().energy() else { continue };
        for parameter in new().parameters().iter().filter(|parameter| !parameter.restarts) {
            let Kind::Number { default, min, max, .. } = parameter.kind else { continue };
            let mut simulation = new();
            let other = if default == 0.0 { 0.5 * (min + max) } else { (1.5 * default).clamp(min, max) };
            simulation.set(parameter.key, other).unwrap();
            let set = simulation.energy().unwrap();
            simulation.restart();
            let built = simulation.energy().unwrap();
            assert_eq!(set.work, Work::default(), "{id}, {} = {other}", parameter.key);
            // sums of up to some thousand numbers
            let size = set.stored().abs() + usual.stored().abs();
            assert!((set.start - built.start).abs() <= 1e-12 * size, "{id}, {} = {other}: {set:?}", parameter.key);
            others += usize::from(set.start != usual.start);
        }
    }
    assert!(others >= 10, "{others} parameters change the energy at the start");
}

/// Stored energy, heat and work change by nothing else than what is stored more, also in a hand.
#[test]
fn a_change_of_parameters_springs_or_links_is_no_work_of_the_hand_and_moves_the_start() {
    for (scene, changes) in [
        ("chain", [("stiffness", 900.0), ("mass", 0.7), ("gravity", -3.0), ("damping", 0.7)]),
        ("cloth", [("stiffness", 900.0), ("mass", 0.7), ("gravity", -3.0), ("contactStiffness", 100.0)]),
        ("verlet", [("drag", 1.0), ("gravity", -3.0), ("sweeps", 3.0), ("timeStepSize", 0.002)]),
    ] {
        for held in [false, true] {
            let mut simulation = Simulation::new(scene).unwrap();
            let _ = simulation.set("width", 5.0); // a chain has none
            let _ = simulation.set("height", 4.0);
            simulation.step(50).unwrap();
            if held {
                simulation.hold(3, simulation.particles().positions[3] + 0.1 * DVec3::X, 0.5).unwrap();
                simulation.step(7).unwrap();
            }
            let mut check = |change: &str, act: &dyn Fn(&mut Simulation)| {
                let before = simulation.energy().unwrap();
                act(&mut simulation);
                let after = simulation.energy().unwrap();
                let size = before.start.abs() + before.stored().abs() + after.stored().abs();
                let gained = after.stored() - before.stored();
                let moved = after.start - before.start;
                let what = format!("{scene}, {change}, held: {held}: {gained} J more, the start {moved} J");
                assert_eq!(after.work, before.work, "{what}");
                // sums of some hundred numbers
                assert!((moved - gained).abs() < 1e-12 * size, "{what}");
            };
            for (key, value) in changes {
                check(key, &|simulation| simulation.set(key, value).unwrap());
            }
            check("cut", &|simulation| simulation.cut(2).unwrap());
            if scene != "verlet" {
                let own = springlab::Own { stiffness: Some(77.0), ..springlab::Own::default() };
                check("a spring", &|simulation| simulation.set_spring(1, own).unwrap());
            }
        }
    }
}

#[test]
fn xpbd_books_the_work_of_a_hand_on_its_springs() {
    let mut simulation =
        simulation!("chain", particles = 4.0, gravity = 0.0, sweeps = 200.0, timeStepSize = 0.0005, method = "xpbd");
    simulation.hold(3, DVec3::X * 0.7, 0.5).unwrap();
    simulation.step(1500).unwrap();
    let energy = simulation.energy().unwrap();
    // three springs of 2000 N/m stretched by 0.1 m store ½ · 2000/3 · 0.01 J; the rest still swings
    assert!((energy.work.hand - 3.33).abs() < 0.1, "{energy:?}");
    assert!(energy.numerical().abs() < 0.1, "{energy:?}"); // first order: steps of 0.5 ms on springs of 0.04 s
}
