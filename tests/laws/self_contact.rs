//! Self-contact of the cloth in space: forces by comparison of all pairs, the energy account,
//! folded sheets, step limits in every shape, and the same bits whenever pairs are searched.

use crate::common::{Random, SOLVED, run_with};
use glam::DVec3;
use springlab::{Contact, Particles, SelfContact, Simulation, System, integrators::Offer, linear::BlockMatrix};

/// Side of the sheet in m.
const SIDE: f64 = 2.0;

/// Random particles with random velocities, one of them fixed, in a cube with edges of 1 m.
fn crowd(seed: u64, diameter: f64) -> System {
    let mut random = Random(seed);
    let contact = Contact { stiffness: 900.0, damping: 7.0, friction: 0.4, slip_speed: 0.5, ..Contact::default() };
    let mut system = System { contact, self_contact: SelfContact { diameter }, ..System::default() };
    for i in 0..60 {
        let w = if i == 7 { 0.0 } else { random.between(0.5, 4.0) };
        system.particles.push(random.vector(0.5), w);
        system.particles.velocities[i] = if i == 7 { DVec3::ZERO } else { random.vector(1.0) };
    }
    system
}

/// All pairs nearer than a distance in m, by comparison of each particle with all others.
fn pairs(x: &[DVec3], distance: f64) -> impl Iterator<Item = [usize; 2]> {
    (0..x.len()).flat_map(|i| (0..i).map(move |j| [i, j])).filter(move |&[i, j]| x[i].distance(x[j]) < distance)
}

/// Smallest distance of two particles in m.
fn nearest(x: &[DVec3]) -> f64 {
    let squares = x.iter().enumerate().flat_map(|(i, one)| x[..i].iter().map(|other| one.distance_squared(*other)));
    squares.fold(f64::INFINITY, f64::min).sqrt()
}

#[test]
fn forces_are_those_of_all_pairs_by_the_law_of_contacts_with_their_reduced_masses() {
    for seed in 0..20 {
        let system = crowd(seed, 0.3);
        let (x, v) = (&system.particles.positions, &system.particles.velocities);
        let masses: Vec<f64> = system.particles.inverse_masses.iter().map(|w| w.recip()).collect();
        let Contact { stiffness, damping, friction, slip_speed, .. } = system.contact;
        let (mut expected, mut touching) = (vec![DVec3::ZERO; x.len()], 0);
        for [i, j] in pairs(x, 0.3) {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            let n = d.normalize();
            let slip = u - n.dot(u) * n;
            let pressure = (stiffness * (0.3 - d.length()) - damping * n.dot(u)).max(0.0);
            let force = pressure * n - damping.min(friction * pressure / slip.length().max(slip_speed)) * slip;
            let mass =
                if masses[j].is_infinite() { masses[i] } else { masses[i] * masses[j] / (masses[i] + masses[j]) };
            let mass = if masses[i].is_infinite() { masses[j] } else { mass };
            expected[i] += mass * force;
            expected[j] -= mass * force;
            touching += 1;
        }
        assert!(touching > 20, "{touching} pairs");
        let forces = system.forces();
        for i in system.particles.free().map(|(i, _)| i) {
            assert!(forces[i].distance(expected[i]) < 1e-12, "{i}: {} N instead of {} N", forces[i], expected[i]);
        }
    }
}

#[test]
fn forces_between_particles_sum_to_zero_and_without_friction_so_do_their_torques() {
    for seed in 0..20 {
        let mut system = crowd(seed, 0.3);
        system.particles.inverse_masses[7] = 1.0;
        let forces = system.forces();
        let (sum, size): (DVec3, f64) = (forces.iter().sum(), forces.iter().map(|force| force.length()).sum());
        assert!(sum.length() < 1e-14 * size, "{sum} N of {size} N");
        system.contact.friction = 0.0;
        let torque: DVec3 = system.particles.positions.iter().zip(system.forces()).map(|(x, f)| x.cross(f)).sum();
        assert!(torque.length() < 1e-14 * size, "{torque} N·m");
    }
}

/// Spheres without spin: friction acts on their centres and not where they touch, so that its pair
/// of forces has a torque. The record of the scene's option says so.
#[test]
fn friction_of_self_contact_changes_angular_momentum_and_nothing_else_does() {
    let changes = [0.0, 0.3].map(|friction| {
        let still = [("gravity", 0.0), ("airResistance", 0.0), ("friction", friction)];
        let mut sheet = folded(8, &still);
        let (mut random, above) = (Random(3), DVec3::new(0.0, 3.0, 0.0));
        let x: Vec<_> = sheet.particles().positions.iter().map(|x| *x + above).collect();
        // it turns, and its layers move together
        let turn = |x: &DVec3| {
            DVec3::new(0.4, 0.8, -0.3).cross(*x - above) - DVec3::Y * 3.0 * (x.y - above.y) + random.vector(0.2)
        };
        let v: Vec<_> = x.iter().map(turn).collect();
        sheet.set_motion(&x, &v).unwrap();
        let spin = |sheet: &Simulation| {
            let (masses, Particles { positions, velocities, .. }) = (sheet.masses(), sheet.particles());
            let centre = masses.iter().zip(positions).map(|(m, x)| *m * *x).sum::<DVec3>() / masses.iter().sum::<f64>();
            let state = masses.iter().zip(positions.iter().zip(velocities));
            state.map(|(m, (x, v))| (*x - centre).cross(*m * *v)).sum::<DVec3>()
        };
        let momentum = |sheet: &Simulation| sheet.particles().momentum();
        let (before, drift) = (spin(&sheet), momentum(&sheet));
        sheet.step(200).unwrap();
        assert!(momentum(&sheet).distance(drift) < 1e-12 * drift.length().max(1.0), "momentum stays");
        spin(&sheet).distance(before) / before.length()
    });
    assert!(changes[0] < 1e-12, "{} without friction", changes[0]);
    // the record of decisions states this figure
    assert_eq!((100.0 * changes[1]).round(), 5.0, "{} with friction", changes[1]);
}

/// Without friction at rest, where K is symmetric, against central differences of the forces.
#[test]
fn the_stiffness_matrix_is_the_derivative_of_the_forces() {
    const H: f64 = 1e-6;
    for seed in 0..5 {
        let mut system = crowd(seed, 0.3);
        system.contact.friction = 0.0;
        system.particles.velocities.fill(DVec3::ZERO);
        let direction: Vec<DVec3> = (0..60).map(|_| Random(seed).vector(1.0)).collect();
        let forces = |sign: f64| {
            let mut moved = system.clone();
            moved.particles.positions.iter_mut().zip(&direction).for_each(|(x, u)| *x += sign * H * *u);
            moved.forces()
        };
        let (mut matrix, mut product) = (BlockMatrix::default(), vec![DVec3::ZERO; 60]);
        system.linearise_truly([1.0, 0.0], true, &mut matrix);
        matrix.multiply(&direction, &mut product);
        let (after, before) = (forces(1.0), forces(-1.0));
        for i in system.particles.free().map(|(i, _)| i) {
            let expected = (before[i] - after[i]) / (2.0 * H);
            assert!(product[i].distance(expected) < 1e-4, "{i}: {} N instead of {expected} N", product[i]);
        }
    }
}

/// A sheet of count × count masses in four layers on top of each other: it is folded in the middle,
/// and then once more in the same direction. Threads have nearly their rest lengths: masses are
/// moved at random by up to 5 % of it, or those of a layer would balance on those below.
fn folded(count: u32, more: &[(&str, f64)]) -> Simulation {
    let mut simulation = simulation!(
        "drape",
        width = f64::from(count),
        height = f64::from(count),
        obstacle = "none",
        selfContact = "on"
    );
    set!(simulation, ..more);
    let spacing = SIDE / f64::from(count - 1);
    let gap = 1.2 * simulation.system().unwrap().self_contact.diameter;
    let mut place = 0.0;
    let mut rows = vec![cross_section(gap, place)];
    while rows.len() < count as usize {
        // the next point of the curve at this distance
        let last = rows[rows.len() - 1];
        while cross_section(gap, place).distance(last) < spacing {
            place += 1e-5;
        }
        rows.push(cross_section(gap, place));
    }
    let across = |i: usize| -0.5 * SIDE + spacing * (i % count as usize) as f64;
    let mut random = Random(11);
    let mut place = |i: usize| rows[i / count as usize].with_x(across(i)) + random.vector(0.05 * spacing);
    let x: Vec<_> = (0..(count * count) as usize).map(&mut place).collect();
    simulation.set_motion(&x, &vec![DVec3::ZERO; x.len()]).unwrap();
    simulation
}

/// Point at an arc length s (m) of a curve in the plane x = 0 with four straight parts, `gap`
/// apart. It runs in the lowest layer, around the others to the highest, and down to the third and
/// the second.
fn cross_section(gap: f64, s: f64) -> DVec3 {
    use std::f64::consts::PI;
    let straight = 0.36;
    let at = |layer: f64, z: f64| DVec3::new(0.0, gap * (layer + 1.0), z);
    // a half circle from one layer to another, on the side of this sign
    let turn = |[from, to]: [f64; 2], side: f64, s: f64| {
        let (radius, middle) = (0.5 * (to - from).abs() * gap, 0.5 * (from + to));
        let (angle, up) = (s / radius, (to - from).signum());
        at(middle, if side > 0.0 { straight } else { 0.0 })
            + radius * DVec3::new(0.0, -up * angle.cos(), side * angle.sin())
    };
    let parts = [straight, 1.5 * PI * gap, straight, 0.5 * PI * gap, straight, 0.5 * PI * gap];
    let mut left = s;
    for (n, length) in parts.into_iter().enumerate() {
        if left < length {
            return match n {
                0 => at(0.0, straight - left),
                1 => turn([0.0, 3.0], -1.0, left),
                2 => at(3.0, left),
                3 => turn([3.0, 2.0], 1.0, left),
                4 => at(2.0, straight - left),
                _ => turn([2.0, 1.0], -1.0, left),
            };
        }
        left -= length;
    }
    at(1.0, left)
}

/// Number of threads that pass through a mesh of the sheet, each of whose meshes is two triangles.
fn crossings(x: &[DVec3], count: usize) -> usize {
    let corners = |i: usize| [[i, i + 1, i + count], [i + 1, i + count + 1, i + count]];
    let meshes = (0..count - 1).flat_map(|row| (0..count - 1).map(move |column| row * count + column));
    let triangles: Vec<[usize; 3]> = meshes.flat_map(corners).collect();
    let rows =
        (0..count).flat_map(|row| (1..count).map(move |column| [row * count + column - 1, row * count + column]));
    let columns = (count..count * count).map(|i| [i - count, i]);
    let crosses = |[p, q]: [usize; 2], [a, b, c]: [usize; 3]| {
        let side = |p: usize, q: usize, r: usize, s: usize| (x[q] - x[p]).cross(x[r] - x[p]).dot(x[s] - x[p]) > 0.0;
        let apart = ![a, b, c].contains(&p) && ![a, b, c].contains(&q);
        let around = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
        apart && side(a, b, c, p) != side(a, b, c, q) && around[0] == around[1] && around[1] == around[2]
    };
    let threads: Vec<[usize; 2]> = rows.chain(columns).collect();
    threads.iter().filter(|&&thread| triangles.iter().any(|&triangle| crosses(thread, triangle))).count()
}

fn diameter(simulation: &Simulation) -> f64 {
    simulation.system().unwrap().self_contact.diameter
}

#[test]
fn spheres_of_a_flat_sheet_do_not_touch_and_have_four_fifths_of_the_smaller_spacing() {
    for [width, height] in [[24.0, 24.0], [50.0, 50.0], [9.0, 30.0], [2.0, 2.0]] {
        let mut sheet = simulation!("drape", width = width, height = height, selfContact = "on");
        let spacing = SIDE / (f64::max(width, height) - 1.0);
        assert!((diameter(&sheet) - 0.8 * spacing).abs() < 1e-15);
        assert_eq!(sheet.energy().unwrap().contact, 0.0);
        sheet.set("method", "verlet").unwrap();
        assert_eq!((diameter(&sheet), sheet.idle("selfContact").unwrap().is_some()), (0.0, true));
    }
}

/// Four layers fall on the ground. All pairs of masses are compared, and all threads with all
/// meshes. Air resistance hardly slows what is slow, so there is drag. With the default friction of
/// 0.3, layers still creep into each other's meshes after 20 s.
#[test]
fn a_sheet_folded_twice_comes_to_rest_without_a_pair_nearer_than_nine_tenths_of_a_diameter() {
    let mut sheet = folded(24, &[("drag", 0.5), ("friction", 0.1)]);
    let (mut largest, mut closest) = (0.0_f64, f64::INFINITY);
    for second in 0..20 {
        for _ in 0..40 {
            sheet.step(5).unwrap();
            largest = largest.max(sheet.energy().unwrap().kinetic);
            closest = closest.min(nearest(&sheet.particles().positions));
        }
        assert_eq!(crossings(&sheet.particles().positions, 24), 0, "after {second} s");
    }
    let kinetic = sheet.energy().unwrap().kinetic;
    assert!(kinetic < 1e-6 * largest && largest > 0.1, "{kinetic} J of {largest} J");
    assert!(closest > 0.9 * diameter(&sheet), "{closest} m");
    assert!(sheet.energy().unwrap().contact > 1e-5, "layers lie on each other");
}

/// Thrown down at 4 m/s; without self-contact, folds on the ball go through each other.
#[test]
fn on_the_ball_no_pair_comes_nearer_than_nine_tenths_of_a_diameter_and_no_thread_passes_a_mesh() {
    for contact in ["on", "off"] {
        let mut sheet = simulation!("drape", width = 24.0, height = 24.0, selfContact = contact);
        let x = sheet.particles().positions.clone();
        sheet.set_motion(&x, &vec![-4.0 * DVec3::Y; x.len()]).unwrap();
        let mut closest = f64::INFINITY;
        for _ in 0..100 {
            sheet.step(10).unwrap();
            closest = closest.min(nearest(&sheet.particles().positions));
        }
        let crossings = crossings(&sheet.particles().positions, 24);
        let apart = closest > 0.9 * 0.8 * SIDE / 23.0 && crossings == 0;
        assert_eq!(apart, contact == "on", "{contact}: {closest} m, {crossings} crossings");
    }
}

/// Runge-Kutta 4 with 0.5 ms: errors of first order at each contact that begins or ends.
#[test]
fn the_energy_account_of_a_folded_sheet_closes_to_a_percent() {
    for friction in [0.0, 0.3] {
        let mut sheet = folded(12, &[("friction", friction), ("timeStepSize", 5e-4)]);
        set!(sheet, method = "runge-kutta-4");
        let start = sheet.energy().unwrap();
        sheet.step(3000).unwrap();
        let energy = sheet.energy().unwrap();
        let moved = start.stored() - energy.stored();
        assert!(energy.numerical().abs() < 0.01 * moved, "{friction}: {} J of {moved} J", energy.numerical());
        assert!(energy.work.damping > 0.1 && energy.contact > 0.0);
        assert_eq!(energy.work.friction > 0.0, friction > 0.0);
    }
}

/// Sheets that crumple on their edge, with all methods that have a step limit: automatic substeps
/// are within the limit of every shape.
#[test]
fn automatic_substeps_keep_the_step_limit_in_every_shape() {
    for method in ["symplectic-euler", "velocity-verlet", "runge-kutta-4"] {
        let mut sheet = simulation!("drape", width = 16.0, height = 16.0, obstacle = "none", selfContact = "on");
        set!(sheet, method = method, airResistance = 0.0, bendingStiffness = 0.0);
        // upright, and a little out of plane
        let mut random = Random(3);
        let upright = |x: &DVec3| DVec3::new(x.x, x.z + 1.05, 0.0);
        let x: Vec<_> = sheet.particles().positions.iter().map(|x| upright(x) + random.vector(0.01)).collect();
        sheet.set_motion(&x, &vec![-3.0 * DVec3::Y; x.len()]).unwrap();
        let (mut least, mut touching) = (f64::INFINITY, 0);
        for _ in 0..60 {
            sheet.step(5).unwrap();
            least = least.min(sheet.step_limit());
            touching = touching.max(pairs(&sheet.particles().positions, diameter(&sheet)).count());
        }
        assert!(sheet.keeps_limit() && sheet.substep() <= least, "{method}: {} s of {least} s", sheet.substep());
        assert!(touching > 60, "{method}: {touching} pairs touch");
    }
}

/// With every method that has contact forces, to the bit: from a checkpoint and a snapshot, where
/// nothing is known of earlier searches, and in calls of single steps.
#[test]
fn steps_do_not_depend_on_when_pairs_were_searched() {
    for method in Offer::Mechanical.methods().filter(|method| !method.projects_contacts) {
        let mut sheet = folded(8, &[("timeStepSize", 1e-3)]);
        if method.id == "explicit-euler" || sheet.set("method", method.id).is_err() {
            continue; // its limit is far below this step
        }
        sheet.step(60).unwrap();
        let (moment, snapshot) = (sheet.moment(), sheet.snapshot());
        sheet.step(40).unwrap();
        let end = sheet.snapshot();
        sheet.restart();
        sheet.go_to(&moment).unwrap();
        (0..40).for_each(|_| sheet.step(1).unwrap());
        assert!(sheet.snapshot() == end, "{}: from a checkpoint", method.id);
        let mut other = Simulation::new("drape").unwrap();
        other.restore(&snapshot).unwrap();
        other.step(40).unwrap();
        assert!(other.snapshot() == end, "{}: from a snapshot", method.id);
        assert!(sheet.energy().unwrap().work.damping > 0.0, "{}", method.id);
    }
}

/// In columns and in single precision, too.
#[test]
fn without_self_contact_a_sheet_moves_as_if_there_was_no_such_option() {
    for count in [8.0, 40.0] {
        let mut sheets = [(); 2].map(|()| simulation!("drape", width = count, height = count));
        sheets[1].set("selfContact", "on").unwrap();
        sheets[1].step(150).unwrap();
        sheets[1].set("selfContact", "off").unwrap();
        sheets[1].restart();
        for sheet in &mut sheets {
            sheet.step(150).unwrap();
        }
        assert!(sheets[0].snapshot() == sheets[1].snapshot(), "{count}");
    }
}

/// Fast steps in columns, in a sorted order and in place against the accelerations of the system.
#[test]
fn fast_steps_with_self_contact_are_those_of_the_formulas() {
    for (single, bound) in [(false, 1e-12), (true, 1e-4)] {
        let mut sheet = folded(20, &[("gravity", -40.0)]);
        sheet.step(30).unwrap();
        let start = sheet.system().unwrap();
        let (mut fast, mut expected) = (start.clone(), start.clone());
        let h = 1e-4;
        run_with(
            &mut fast,
            &springlab::integrators::symplectic_euler::METHOD,
            springlab::Settings { single, ..SOLVED },
            h,
            5,
        );
        for _ in 0..5 {
            let mut a = vec![DVec3::ZERO; expected.particles.len()];
            let (x, v) = (&expected.particles.positions, &expected.particles.velocities);
            let power = expected.accelerate(expected.time, x, v, &mut a);
            expected.work = expected.work + h * power;
            for (i, a) in a.iter().enumerate() {
                expected.particles.velocities[i] += h * *a;
                let v = expected.particles.velocities[i];
                expected.particles.positions[i] += h * v;
            }
            expected.advance(h);
        }
        let speeds = fast.particles.velocities.iter().zip(&expected.particles.velocities);
        let apart = speeds.map(|(one, other)| one.distance(*other)).fold(0.0, f64::max);
        assert!(apart < bound, "{single}: {apart} m/s apart");
        let [one, other] = [&fast, &expected].map(|system| system.work.damping);
        assert!((one / other - 1.0).abs() < 100.0 * bound, "{single}: {one} J of damping instead of {other} J");
        assert!(pairs(&start.particles.positions, start.self_contact.diameter).count() > 50);
    }
}
