//! The falling cloth of the scene drape against the theory of sheets: counts, free fall, momentum,
//! masses, stiffness and damping in every mesh, weight at rest.

use crate::{FULL, common::Random};
use glam::DVec3;
use springlab::{Obstacle, Simulation, Spring, System, observed_order};
use std::f64::consts::PI;

/// Side of the sheet in m, and its height above the ground.
const SIDE: f64 = 2.0;
const HEIGHT: f64 = 1.4;

/// A sheet of width × height masses above the bare ground.
fn sheet(width: u32, height: u32, more: &[(&str, f64)]) -> Simulation {
    simulation!("drape", obstacle = "none", width = f64::from(width), height = f64::from(height), ..more)
}

fn system(simulation: &Simulation) -> &System {
    simulation.system().unwrap()
}

/// Places of the particles of the flat sheet after moving each from x to `place(x)`; the origin is
/// the middle.
fn places(simulation: &Simulation, place: impl Fn(DVec3) -> DVec3) -> Vec<DVec3> {
    system(simulation).particles.positions.iter().map(|x| place(x.with_y(0.0))).collect()
}

/// Elastic energy at these places.
fn energy(simulation: &Simulation, place: impl Fn(DVec3) -> DVec3) -> f64 {
    let x = places(simulation, place);
    system(simulation).springs.iter().map(|([i, j], spring)| spring.energy(x[i] - x[j])).sum()
}

/// Heat of the dampers in W while the particles move through these places, and the parameter of the
/// motion grows by 1 a second.
fn heat(simulation: &Simulation, place: impl Fn(DVec3, f64) -> DVec3, parameter: f64) -> f64 {
    let at = |parameter| places(simulation, |x| place(x, parameter));
    let (before, x, after) = (at(parameter - 1e-6), at(parameter), at(parameter + 1e-6));
    let v = |i: usize| (after[i] - before[i]) / 2e-6;
    system(simulation).springs.iter().map(|([i, j], spring)| spring.dissipation(x[i] - x[j], v(i) - v(j))).sum()
}

/// A sheet rolled on a cylinder of radius r, with neighbours as far apart as in the flat sheet.
fn rolled(spacing: f64, radius: f64) -> impl Fn(DVec3) -> DVec3 {
    let angle = 2.0 * (0.5 * spacing / radius).asin();
    move |x| {
        let phi = x.x / spacing * angle;
        DVec3::new(radius * phi.sin(), radius * phi.cos(), x.z)
    }
}

#[test]
fn every_pair_of_neighbours_has_its_structural_shear_or_bending_spring() {
    for [w, h] in [[60, 60], [2, 2], [3, 2], [2, 5], [7, 4]] {
        let simulation = sheet(w, h, &[]);
        let mut counts = [0; 3];
        for (ends, _) in system(&simulation).springs.iter() {
            let [a, b] = ends.map(|i| [i % w as usize, i / w as usize]);
            let mut offset = [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])];
            offset.sort_unstable();
            counts[match offset {
                [0, 1] => 0,
                [1, 1] => 1,
                [0, 2] => 2,
                _ => panic!("a spring goes from {a:?} to {b:?}"),
            }] += 1;
        }
        assert_eq!(counts, [2 * w * h - w - h, 2 * (w - 1) * (h - 1), (w - 2) * h + w * (h - 2)], "{w} × {h}");
    }
}

#[test]
fn the_sheet_starts_flat_and_unstretched_with_the_same_size_and_mass_at_every_resolution() {
    for [w, h] in [[60, 60], [2, 2], [17, 40]] {
        let simulation = sheet(w, h, &[("density", 0.3)]);
        let mass: f64 = simulation.masses().iter().sum();
        assert!((mass / (0.3 * SIDE * SIDE) - 1.0).abs() < 1e-12, "{mass} kg");
        // the mass of the part of the sheet that is nearest to it
        let [a, b] = [w, h].map(|count| SIDE / f64::from(count - 1));
        for (i, mass) in (0..).zip(simulation.masses()) {
            let lines = [[i % w, w], [i / w, h]];
            let halves = lines.iter().filter(|[index, count]| *index == 0 || index + 1 == *count).count();
            let expected = 0.3 * a * b / [1.0, 2.0, 4.0][halves];
            assert!((mass / expected - 1.0).abs() < 1e-12, "{w} × {h}, {i}: {mass} kg instead of {expected} kg");
        }
        let x = &simulation.particles().positions;
        let corners = [(0, [-1.0, -1.0]), (w - 1, [1.0, -1.0]), (w * h - 1, [1.0, 1.0])];
        for (i, [x_, z]) in corners {
            assert!(x[i as usize].distance(DVec3::new(x_, HEIGHT, z)) < 1e-14, "corner {i}");
        }
        assert!(energy(&simulation, |x| x) < 1e-25);
    }
}

/// Energy per area: ½ (k + kₛ) ε² stretched by ε along a side, without bending springs; ½ kₛ γ²
/// sheared by γ.
#[test]
fn stiffness_in_the_plane_does_not_depend_on_the_number_of_masses() {
    let (k, shear, strain) = (300.0, 70.0, 1e-6);
    for count in [2, 3, 20, 60] {
        let simulation = sheet(count, count, &[("stiffness", k), ("shearStiffness", shear), ("bendingStiffness", 0.0)]);
        let stretched = energy(&simulation, |x| x * DVec3::new(1.0 + strain, 1.0, 1.0));
        let sheared = energy(&simulation, |x| x + strain * x.z * DVec3::X);
        // diagonals at 45° to the strain take half of it; lengths round by 1e-16, of a strain of
        // 1e-6
        for (what, energy, stiffness) in [("stretched", stretched, k + shear), ("sheared", sheared, shear)] {
            let expected = 0.5 * stiffness * strain * strain * SIDE * SIDE;
            assert!((energy / expected - 1.0).abs() < 1e-5, "{count}, {what}: {energy} J instead of {expected}");
        }
    }
    // on rectangular meshes structural springs keep k along both sides, and shear springs kₛ
    for [w, h] in [[9, 3], [11, 31]] {
        let simulation = sheet(w, h, &[("stiffness", k), ("shearStiffness", 0.0), ("bendingStiffness", 0.0)]);
        for along in [DVec3::X, DVec3::Z] {
            let stretched = energy(&simulation, |x| x + strain * x.dot(along) * along);
            assert!((stretched / (0.5 * k * strain * strain * SIDE * SIDE) - 1.0).abs() < 1e-5, "{w} × {h}");
        }
        let simulation = sheet(w, h, &[("stiffness", 0.0), ("shearStiffness", shear), ("bendingStiffness", 0.0)]);
        let sheared = energy(&simulation, |x| x + strain * x.z * DVec3::X);
        assert!((sheared / (0.5 * shear * strain * strain * SIDE * SIDE) - 1.0).abs() < 1e-5, "{w} × {h}");
    }
}

/// Rolled on a cylinder of radius r, with neighbours as far apart as before: B ℓ⁴/512r⁴ per area, ℓ
/// = 0.1 m. No bending spring has its middle on the first or last line.
#[test]
fn the_bending_energy_on_a_cylinder_does_not_depend_on_the_number_of_masses() {
    let (bending, radius) = (5.0, 0.5_f64);
    let (spacings, errors): (Vec<_>, Vec<_>) = [[30, 60], [60, 60], [120, 20], [240, 3]]
        .map(|[w, h]| {
            let simulation = sheet(w, h, &[("bendingStiffness", bending), ("shearStiffness", 0.0)]);
            let spacing = SIDE / f64::from(w - 1);
            let middles = f64::from(w - 2) / f64::from(w - 1);
            let expected = bending * 0.1_f64.powi(4) / (512.0 * radius.powi(4)) * SIDE * SIDE * middles;
            let stored = energy(&simulation, rolled(spacing, radius));
            // chords turn by a/r (1 + (a/r)²/24); the energy goes with the fourth power
            let next = (spacing / radius).powi(2) / 6.0;
            assert!((stored / expected - 1.0).abs() < next, "{w} × {h}: {stored} J instead of {expected} J");
            (spacing, (stored / expected - 1.0).abs())
        })
        .into_iter()
        .unzip();
    let order = observed_order(&spacings, &errors).unwrap();
    assert!((order - 2.0).abs() < 0.05, "order {order}");
}

/// Heat per area: 2 μ ε̇² stretched at the rate ε̇ along a side, by structural and shear dampers,
/// and μ γ̇² slanted at the rate γ̇. Bending takes none, because neighbours stay as far apart.
#[test]
fn the_heat_of_dampers_does_not_depend_on_the_number_of_masses() {
    let damping = 0.03;
    for count in [2, 3, 20, 60] {
        let simulation = sheet(count, count, &[("damping", damping)]);
        let stretched = heat(&simulation, |x, strain| x * DVec3::new(1.0 + strain, 1.0, 1.0), 0.0);
        let slanted = heat(&simulation, |x, angle| x + angle * x.z * DVec3::X, 0.0);
        for (what, heat, expected) in [("stretched", stretched, 2.0 * damping), ("slanted", slanted, damping)] {
            let expected = expected * SIDE * SIDE;
            // speeds are differences over 2e-6, of places that round by 1e-16
            assert!((heat / expected - 1.0).abs() < 1e-8, "{count}, {what}: {heat} W instead of {expected} W");
        }
        let spacing = SIDE / f64::from(count - 1);
        let bent = heat(&simulation, |x, curvature| rolled(spacing, curvature.recip())(x), 0.7);
        assert!(bent < 1e-16, "{count}: {bent} W");
    }
}

/// The acceleration of every particle in a random state around the ball, in the first step from
/// rest: −∂E/∂x/m, with the energy of springs, weight and contacts.
#[test]
fn a_step_accelerates_every_particle_down_the_slope_of_the_energy() {
    // an inner particle, one at each edge, and the corners
    const PLACES: [usize; 9] = [17, 2, 14, 23, 33, 0, 6, 28, 34];
    let more = [("density", 0.3), ("timeStepSize", 5e-4), ("airResistance", 0.0), ("friction", 0.0)];
    let mut simulation = simulation!("drape", width = 7.0, height = 5.0, substeps = 1.0, ..more);
    let mut random = Random(3);
    for i in 0..35 {
        // all touch the ball, or the ground, or both
        let place = DVec3::new(0.0, 0.1, 0.0) + random.vector(0.3);
        simulation.set_position(i, place).unwrap();
    }
    let stored = |simulation: &Simulation| simulation.energy().unwrap().stored();
    let slopes = PLACES.map(|i| {
        let place = simulation.particles().positions[i];
        let mut at = |x: DVec3| {
            simulation.set_position(i, x).unwrap();
            stored(&simulation)
        };
        let slope = DVec3::AXES.map(|axis| (at(place + 1e-6 * axis) - at(place - 1e-6 * axis)) / 2e-6);
        at(place);
        DVec3::from(slope)
    });
    let masses = simulation.masses();
    simulation.step(1).unwrap();
    for (i, slope) in PLACES.into_iter().zip(slopes) {
        let acceleration = simulation.particles().velocities[i] / 5e-4;
        let expected = -slope / masses[i];
        assert!(expected.length() > 10.0, "{i} is pushed");
        // energies of some 100 J round by 1e-14, over 2e-6 m and a mass of 8 g
        let error = acceleration.distance(expected) / expected.length();
        assert!(error < 1e-5, "{i}: {acceleration} m/s² instead of {expected} m/s²");
    }
}

/// Without air every particle falls with g, and the sheet stays flat.
#[test]
fn the_sheet_falls_freely_until_it_touches() {
    let mut simulation = sheet(20, 20, &[("airResistance", 0.0)]);
    let steps = 100;
    simulation.step(steps).unwrap();
    // symplectic Euler falls by ½ g t (t + h)
    let (t, h) = (simulation.time(), simulation.substep());
    let expected = HEIGHT - 0.5 * 9.81 * t * (t + h);
    for (x, v) in simulation.particles().positions.iter().zip(&simulation.particles().velocities) {
        assert!((x.y - expected).abs() < 1e-12 && v.distance(-9.81 * t * DVec3::Y) < 1e-12, "{x}, {v}");
    }
    assert!(system(&simulation).energy().elastic < 1e-20);
}

/// In air the speed tends to √(ρ g/c).
#[test]
fn in_air_the_sheet_falls_as_the_hyperbolic_tangent_says() {
    let (density, c, time) = (0.2_f64, 0.5, 0.5_f64);
    for count in [2, 15] {
        let mut simulation =
            sheet(count, count, &[("density", density), ("airResistance", c), ("timeStepSize", 0.001)]);
        simulation.step(500).unwrap();
        let fastest = (density * 9.81 / c).sqrt();
        let expected = fastest * (9.81 * time / fastest).tanh();
        let velocities = &simulation.particles().velocities;
        for v in velocities {
            // an error of first order: at most 1 ms of g
            assert!((v.y + expected).abs() < 0.01 && v.x.abs() + v.z.abs() < 1e-12, "{v} instead of {expected} m/s");
            assert!((v.y - velocities[0].y).abs() < 1e-12, "no edge lags behind: {v}, {}", velocities[0]);
        }
    }
}

#[test]
fn springs_and_dampers_of_a_fluttering_sheet_keep_momentum_and_angular_momentum() {
    let mut simulation = sheet(12, 9, &[("gravity", 0.0), ("airResistance", 0.0)]);
    for (i, kick) in [(5, DVec3::new(0.3, 0.2, -0.1)), (50, DVec3::new(-0.2, 0.5, 0.3))] {
        simulation.set_velocity(i, kick).unwrap();
    }
    let sums = |simulation: &Simulation| {
        let (masses, particles) = (simulation.masses(), simulation.particles());
        let state = masses.iter().zip(particles.positions.iter().zip(&particles.velocities));
        state.fold([DVec3::ZERO; 2], |[p, l], (m, (x, v))| [p + m * v, l + x.cross(m * v)])
    };
    let before = sums(&simulation);
    simulation.step(100).unwrap();
    for (before, after) in before.iter().zip(sums(&simulation)) {
        assert!(before.distance(after) < 1e-13, "{before} becomes {after}");
    }
    assert!(system(&simulation).energy().work.heat() > 1e-5, "it flutters");
}

/// Falling in wind, pinned and free.
#[test]
fn the_energy_account_of_a_falling_sheet_closes_to_a_percent() {
    for (obstacle, pins) in [("sphere", "none"), ("box", "2"), ("table", "none"), ("none", "edge")] {
        let mut simulation = simulation!("drape", width = 20.0, height = 20.0, obstacle = obstacle, pins = pins);
        set!(simulation, wind = 1.0, timeStepSize = 0.001, friction = 0.0, method = "runge-kutta-4");
        let start = simulation.energy().unwrap().stored();
        simulation.step(1500).unwrap();
        let energy = simulation.energy().unwrap();
        let moved = (start - energy.gravity).abs();
        // errors of first order at each contact with a surface or an edge
        assert!(energy.numerical().abs() < 0.01 * moved, "{obstacle}: {} J of {moved} J", energy.numerical());
        assert!(energy.work.heat() > 0.0 && energy.work.wind > 0.0);
    }
}

/// The default scene with 40 × 40 masses, run until it rests.
fn rested(obstacle: &str) -> Simulation {
    let mut simulation = simulation!("drape", width = 40.0, height = 40.0, obstacle = obstacle);
    simulation.step(1600).unwrap();
    simulation
}

/// Masses sink at most 6 mm. The force is a mean over 200 steps because friction chatters at edges.
#[test]
fn at_rest_obstacles_carry_the_weight() {
    // a box has faces and edges
    let obstacles = if FULL { &["none", "sphere", "box", "table"][..] } else { &["box"] };
    for &obstacle in obstacles {
        let mut simulation = rested(obstacle);
        let (mut carried, mut deepest, samples) = (DVec3::ZERO, 0.0_f64, 200);
        for _ in 0..samples {
            simulation.step(1).unwrap();
            let System { particles, obstacles, contact, .. } = system(&simulation);
            for ((x, v), m) in particles.positions.iter().zip(&particles.velocities).zip(simulation.masses()) {
                for body in obstacles {
                    let place = body.distance(*x);
                    // the law is that of a kilogram
                    let force = contact.force(place, *v).map_or(DVec3::ZERO, |touch| m * touch.force);
                    carried += force / f64::from(samples);
                    deepest = deepest.max(-place.0);
                }
            }
        }
        let weight = 0.2 * SIDE * SIDE * 9.81;
        assert!(carried.distance(weight * DVec3::Y) < 0.03 * weight, "{obstacle}: {carried} N of {weight} N");
        assert!(deepest < 0.006, "{obstacle}: {deepest} m deep");
    }
}

#[test]
fn cloth_at_rest_covers_the_upper_half_of_the_sphere() {
    let simulation = rested("sphere");
    let System { particles, obstacles, .. } = system(&simulation);
    let Obstacle::Sphere { centre, radius } = obstacles[1] else { panic!("a sphere lies on the ground") };
    assert_eq!(centre.y, radius);
    for (polar, around) in (0..5).flat_map(|i| (0..12).map(move |j| (0.1 * PI * f64::from(i), PI / 6.0 * f64::from(j))))
    {
        let direction = DVec3::new(polar.sin() * around.cos(), polar.cos(), polar.sin() * around.sin());
        let over = |x: &&DVec3| (**x - centre).normalize().dot(direction) > 0.97;
        let cloth = particles.positions.iter().filter(over).count();
        assert!(cloth > 0, "no cloth towards {direction}");
    }
}

/// On an arc of 10 m, whose chords are shorter than itself by (a/R)²/24, in bending springs by
/// (2a/R)²/24 of 2a.
#[test]
fn a_flag_starts_upright_at_its_pole_above_the_ground_a_little_bent() {
    let flag = simulation!("drape", obstacle = "none", pins = "pole", width = 21.0, height = 5.0);
    let System { particles, springs, .. } = system(&flag);
    let x = &particles.positions;
    for ([i, j], spring) in springs.iter() {
        let shorter = 1.0 - x[i].distance(x[j]) / spring.rest_length;
        assert!((-1e-14..1.01 * 0.02_f64.powi(2) / 24.0).contains(&shorter), "{i} to {j}: by {shorter}");
    }
    for row in 0..5 {
        let [hoist, fly] = [x[21 * row], x[21 * row + 20]];
        assert!(hoist.distance(DVec3::new(-1.0, 3.0 - 0.5 * row as f64, 0.0)) < 1e-14, "{hoist}");
        let place = DVec3::new(10.0 * 0.2_f64.sin(), 0.0, 10.0 * (1.0 - 0.2_f64.cos()));
        assert!(fly.distance(hoist + place) < 1e-13, "{fly}");
    }
}

/// A sheet that stays in its plane would sag by its shear stiffness alone.
#[test]
fn without_wind_a_flag_folds_and_hangs_down_its_pole() {
    let mut flag = simulation!("drape", obstacle = "none", pins = "pole", width = 24.0, height = 24.0, drag = 0.5);
    flag.step(1200).unwrap();
    let x = &flag.particles().positions;
    let [top, bottom] = [x[23], x[24 * 24 - 1]];
    assert!(top.y < 1.6 && bottom.y < 0.3, "the free corners are at {top} and {bottom}");
}

#[test]
fn pins_fix_the_corners_the_edge_or_the_side_that_they_name() {
    for (pins, held) in [
        ("none", vec![]),
        ("1", vec![0]),
        ("2", vec![0, 4]),
        ("4", vec![0, 4, 15, 19]),
        ("edge", vec![0, 1, 2, 3, 4]),
        ("pole", vec![0, 5, 10, 15]),
    ] {
        let simulation = simulation!("drape", width = 5.0, height = 4.0, pins = pins);
        let fixed: Vec<_> = (0..20).filter(|&i| simulation.masses()[i].is_infinite()).collect();
        assert_eq!(fixed, held, "{pins}");
    }
}

/// The direction turns anticlockwise as seen from above; y is up, and 90° points away from the
/// viewer.
#[test]
fn the_wind_blows_along_the_ground_in_its_direction() {
    for (angle, direction) in [(0.0, DVec3::X), (90.0, DVec3::NEG_Z), (180.0, DVec3::NEG_X)] {
        let simulation = sheet(4, 4, &[("wind", 3.0), ("windDirection", angle)]);
        assert!(system(&simulation).wind.velocity.distance(3.0 * direction) < 1e-12, "{angle}°");
    }
}

/// ω_max of a flat sheet is that of an infinite one, with λ = 4 (k + kₛ): stiffnesses stay, masses
/// are ρ a². At the edges shear springs push masses sideways, which changes it by less than 1/n².
#[test]
fn the_fastest_mode_is_inversely_proportional_to_the_spacing() {
    for count in [10, 20, 40] {
        let mut simulation = sheet(count, count, &[("bendingStiffness", 0.0), ("damping", 0.0)]);
        while !simulation.spectrum().unwrap().is_settled() {}
        let fastest = simulation.spectrum().unwrap().angular_frequency();
        let mass = 0.2 * (SIDE / f64::from(count - 1)).powi(2);
        let infinite = (4.0 * (200.0 + 20.0) / mass).sqrt();
        let error = (fastest / infinite - 1.0).abs();
        assert!(error < f64::from(count).powi(-2), "{count}: {fastest} rad/s instead of {infinite} rad/s");
    }
}

#[test]
fn a_spring_with_a_stiffness_of_its_own_keeps_it_when_the_parameter_changes() {
    let mut simulation = sheet(5, 4, &[]);
    let stiffness =
        |simulation: &Simulation, i: usize| -> Spring { system(simulation).springs.iter().nth(i).unwrap().1 };
    simulation.set_spring(7, springlab::Own { stiffness: Some(3.0), ..Default::default() }).unwrap();
    simulation.set("stiffness", 77.0).unwrap();
    assert_eq!(stiffness(&simulation, 7).stiffness, 3.0);
}
