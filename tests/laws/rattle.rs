//! RATTLE: constraints on positions and velocities.

use crate::common::{Ball, Random, after, distance, method, random::check, rods, run, run_with};
use glam::DVec3;
use proptest::strategy::{Just, Strategy};
use springlab::{Damper, Obstacle, Rule, Settings, Simulation, Spring, System, Wind, observed_order};

const G: f64 = 9.81;

/// Two masses (kg) on two rods (m). A state is two angles (rad) from straight down and their rates
/// (rad/s).
#[derive(Clone, Copy)]
struct DoublePendulum {
    masses: [f64; 2],
    lengths: [f64; 2],
}

impl DoublePendulum {
    /// State (θ₁, θ₂, ω₁, ω₂) after `time` (s): Lagrange's equations by Runge-Kutta 4 with steps of
    /// 0.1 ms.
    fn truth(&self, state: [f64; 4], time: f64) -> [f64; 4] {
        let h = 1e-4;
        let add = |y: [f64; 4], f: f64, k: [f64; 4]| [0, 1, 2, 3].map(|i| y[i] + f * k[i]);
        let mut y = state;
        for _ in 0..(time / h).round() as u32 {
            let k1 = self.rate(y);
            let k2 = self.rate(add(y, 0.5 * h, k1));
            let k3 = self.rate(add(y, 0.5 * h, k2));
            let k4 = self.rate(add(y, h, k3));
            y = [0, 1, 2, 3].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        }
        y
    }

    /// (m₁ + m₂) l₁ ω̇₁ + m₂ l₂ cos δ ω̇₂ = −m₂ l₂ sin δ ω₂² − (m₁ + m₂) g sin θ₁ and
    /// l₂ ω̇₂ + l₁ cos δ ω̇₁ = l₁ sin δ ω₁² − g sin θ₂, δ = θ₁ − θ₂.
    fn rate(&self, [a, b, p, q]: [f64; 4]) -> [f64; 4] {
        let ([m, n], [l, r]) = (self.masses, self.lengths);
        let (sin, cos) = (a - b).sin_cos();
        let [[e, f], [g, h]] = [[(m + n) * l, n * r * cos], [l * cos, r]];
        let [s, t] = [-n * r * sin * q * q - (m + n) * G * a.sin(), l * sin * p * p - G * b.sin()];
        let det = e * h - f * g;
        [p, q, (s * h - f * t) / det, (e * t - s * g) / det]
    }

    fn system(&self, [a, b, p, q]: [f64; 4]) -> System {
        let mut system = System { gravity: DVec3::Y * -G, ..System::default() };
        let along = |angle: f64| DVec3::new(angle.sin(), -angle.cos(), 0.0);
        let across = |angle: f64| DVec3::new(angle.cos(), angle.sin(), 0.0);
        let [one, two] = [self.lengths[0] * along(a), self.lengths[1] * along(b)];
        system.particles.push(DVec3::ZERO, 0.0);
        system.particles.push(one, self.masses[0].recip());
        system.particles.push(one + two, self.masses[1].recip());
        let [u, v] = [self.lengths[0] * p * across(a), self.lengths[1] * q * across(b)];
        system.particles.velocities = vec![DVec3::ZERO, u, u + v];
        system.constraints.push([0, 1], self.lengths[0], Rule::Fixed);
        system.constraints.push([1, 2], self.lengths[1], Rule::Fixed);
        system.open_account();
        system
    }
}

fn gap(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

#[test]
fn positions_and_velocities_of_a_double_pendulum_are_of_second_order() {
    let mut random = Random(7);
    for _ in 0..8 {
        let mut between = |low, high| random.between(low, high);
        let pendulum = DoublePendulum {
            masses: [(); 2].map(|()| between(0.2, 2.0)),
            lengths: [(); 2].map(|()| between(0.3, 1.0)),
        };
        let start = [between(-1.5, 1.5), between(-1.5, 1.5), between(-2.0, 2.0), between(-2.0, 2.0)];
        let truth = pendulum.system(pendulum.truth(start, 1.0));
        let steps = [0.005, 0.0025, 0.00125];
        let ends = steps.map(|h| after(&pendulum.system(start), "rattle", Settings::default(), h, 1.0));
        let positions = ends.each_ref().map(|end| gap(&end.particles.positions, &truth.particles.positions));
        let velocities = ends.each_ref().map(|end| gap(&end.particles.velocities, &truth.particles.velocities));
        let energies = ends.each_ref().map(|end| end.energy().numerical().abs());
        for errors in [positions, velocities] {
            let order = observed_order(&steps, &errors).unwrap();
            // the method is symmetric: the next term is of order 4, and some tenths where the
            // masses whip round
            assert!((order - 2.0).abs() < 0.25, "order {order}, {errors:?}");
        }
        assert!(energies[2] < 0.3 * energies[1] || energies[2] < 1e-6, "{energies:?} J");
        assert!(ends.iter().all(|end| end.residual < 2e-12));
    }
}

/// Projection of positions alone slows the rod by dω/dt = −ω³Δt, here to 0.45 of ω in 10 s.
#[test]
fn a_turning_rod_keeps_its_energy_with_rattle_and_loses_half_with_verlet() {
    let turning = |id: &str| {
        let mut system = System::default();
        system.particles.push(DVec3::ZERO, 0.0);
        system.particles.push(DVec3::X * 2.0, 1.0);
        system.particles.velocities[1] = DVec3::Y * 8.0;
        system.constraints.push([0, 1], 2.0, Rule::Fixed);
        system.open_account();
        run_with(&mut system, method(id), Settings::default(), 0.01, 1000);
        system
    };
    let [kept, lost] = ["rattle", "verlet"].map(|id| turning(id).energy().numerical());
    assert!(kept.abs() < 1e-9, "{kept} J of 32 J"); // 1000 steps, each with lengths correct to 1e-12 m
    assert!(lost < -15.0, "{lost} J of 32 J");
    let velocity = turning("rattle").particles.velocities[1];
    assert!((velocity.length() - 8.0).abs() < 1e-10, "{velocity}");
}

#[test]
fn a_rope_of_rods_runs_back_to_the_start() {
    let start = rods();
    let mut system = start.clone();
    run(&mut system, method("rattle"), 0.002, 150);
    assert!(distance(&system, &start) > 0.3);
    system.particles.velocities.iter_mut().for_each(|v| *v = -*v);
    system.history.clear();
    run(&mut system, method("rattle"), 0.002, 150);
    // lengths are correct to 1e-12 m, and the whip of the free end amplifies the error
    assert!(distance(&system, &start) < 1e-8, "{} m from the start", distance(&system, &start));
}

#[test]
fn without_links_rattle_is_velocity_verlet() {
    let mut random = Random(3);
    for _ in 0..20 {
        let mut system = random.free_pair();
        system.drag = random.unit();
        system.gravity = random.vector(10.0);
        let [rattle, verlet] =
            ["rattle", "velocity-verlet"].map(|id| after(&system, id, Settings::default(), 0.01, 1.0));
        assert!(distance(&rattle, &verlet) < 1e-12, "{} m apart", distance(&rattle, &verlet));
        assert!((rattle.work.heat() - verlet.work.heat()).abs() < 1e-12 * (1.0 + verlet.work.heat()));
    }
}

/// A ball that hits the floor or tightens its string loses its energy within that step.
#[test]
fn impacts_are_booked_to_the_error_of_one_step_of_fall() {
    let mut random = Random(4);
    for on_a_string in [false, true] {
        for _ in 0..20 {
            let Ball { system: mut ball, fall, mass, g, .. } = random.ball(on_a_string);
            let h = random.between(0.001, 0.02);
            let fastest = (2.0 * fall / mass).sqrt();
            run(&mut ball, method("rattle"), h, (3.0 / h) as usize);
            let energy = ball.energy();
            // the step of the impact is free fall for a part of it
            let step = 0.5 * mass * g * h * (fastest + g * h);
            assert!((energy.work.impact - fall).abs() <= step, "{} J of {fall} J", energy.work.impact);
            assert!(energy.numerical().abs() <= step && energy.kinetic < 1e-20, "{energy:?}");
            assert!(ball.particles.positions[0].y.abs() < 1e-11);
        }
    }
}

/// Without gravity: ½ m v² of the normal component, to rounding.
#[test]
fn an_impact_stops_the_normal_velocity_and_keeps_the_tangential_one() {
    let mut ball =
        System { obstacles: vec![Obstacle::Plane { point: DVec3::ZERO, normal: DVec3::Y }], ..System::default() };
    ball.particles.push(DVec3::Y * 0.0137, 0.5);
    ball.particles.velocities[0] = DVec3::new(3.0, -4.0, 0.0);
    ball.open_account();
    run(&mut ball, method("rattle"), 0.01, 3);
    assert!((ball.work.impact - 16.0).abs() < 1e-12 && ball.energy().numerical().abs() < 1e-12, "{:?}", ball.energy());
    assert!(ball.particles.velocities[0].distance(DVec3::X * 3.0) < 1e-12);
}

#[test]
fn a_rope_at_rest_has_no_velocity_and_no_heat_of_drag() {
    let mut rope = simulation!("verlet", drag = 0.1, width = 6.0, method = "rattle");
    rope.step(10_000).unwrap();
    let heat = rope.energy().unwrap().work.drag;
    rope.step(500).unwrap();
    let fastest = rope.particles().velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
    let warming = rope.energy().unwrap().work.drag - heat;
    assert!(fastest < 1e-9 && warming < 1e-15, "{fastest} m/s, {warming} J");
    assert!(rope.system().unwrap().residual < 2e-12);
}

/// A hand leads a rope of rods with drag and damped springs across it.
#[test]
fn heat_and_the_work_of_a_hand_on_rods_are_booked_to_second_order() {
    for damper in [Damper::Axial, Damper::Isotropic] {
        let remainder = |h: f64| {
            let mut system = rods();
            system.drag = 0.2;
            system.springs.damper = damper;
            for ends in [[0, 2], [1, 4], [2, 5]] {
                system
                    .springs
                    .push(ends, Spring { stiffness: 30.0, damping: 0.3, rest_length: 0.3, ..Spring::default() });
            }
            // across the rods; along them it would be an impact
            system.particles.velocities[0] = DVec3::new(0.0, 0.7, 0.2);
            system.open_account();
            let end = after(&system, "rattle", Settings::default(), h, 0.4);
            assert!(end.work.damping > 0.001 && end.work.drag > 0.01 && end.work.hand > 0.1, "{:?}", end.work);
            end.energy().numerical().abs()
        };
        let steps = [0.002, 0.001, 0.0005];
        let errors = steps.map(remainder);
        let order = observed_order(&steps, &errors).unwrap();
        assert!(order > 1.7, "{damper:?}: order {order}, {errors:?} J");
    }
}

#[test]
fn ropes_of_rods_and_strings_fall_on_obstacles_and_keep_their_lengths() {
    for links in ["fixed", "maximum"] {
        for obstacle in ["none", "ground", "sphere", "box"] {
            let mut scene = simulation!("verlet", width = 8.0, links = links, obstacle = obstacle, method = "rattle");
            for _ in 0..300 {
                scene.step(1).unwrap();
                let system = scene.system().unwrap();
                assert!(system.residual < 2e-12, "{links}, {obstacle}: {} m", system.residual);
                let depth = system
                    .obstacles
                    .iter()
                    .flat_map(|body| system.particles.positions.iter().map(|x| -body.distance(*x).0));
                assert!(depth.fold(0.0, f64::max) < 1e-9, "{links}: inside the {obstacle}");
            }
            let energy = scene.energy().unwrap();
            // 0.7 kg convert about 5 J; impacts have errors of one step of 10 ms
            assert!(energy.numerical().abs() < 0.3, "{links}, {obstacle}: {energy:?}");
            assert!(
                (energy.work.impact > 0.5) == (obstacle != "none") || links == "maximum",
                "{links}, {obstacle}: {energy:?}"
            );
        }
    }
}

/// A row stretched between fixed ends cannot sag, and a hand may go farther than the rope is long:
/// no tension solves that. Sweeps of projection take over, nothing flies apart, and lengths are
/// kept again once that is possible.
#[test]
fn impossible_lengths_are_approximated_and_kept_again_once_they_are_possible() {
    for links in ["fixed", "maximum"] {
        let mut cloth =
            simulation!("verlet", shape = "cloth", links = links, method = "rattle", width = 6.0, height = 4.0);
        cloth.step(200).unwrap();
        let energy = cloth.energy().unwrap();
        assert!(energy.numerical() < 0.1 && energy.kinetic < 5.0, "{links}: {energy:?}");
        assert!(cloth.system().unwrap().residual < 0.02, "{links}: {} m", cloth.system().unwrap().residual);
        let mut rope = simulation!("verlet", links = links, method = "rattle", width = 6.0);
        rope.hold(5, DVec3::X * 1.3, 0.1).unwrap();
        rope.step(30).unwrap();
        assert!(rope.system().unwrap().residual > 0.01, "{links}: 1 m of rope cannot reach 1.3 m");
        rope.hold(5, DVec3::X * 0.6, 0.1).unwrap();
        rope.step(100).unwrap();
        assert!(rope.system().unwrap().residual < 2e-12, "{links}: {} m", rope.system().unwrap().residual);
        assert!(rope.energy().unwrap().kinetic < 5.0, "{links}: {:?}", rope.energy().unwrap());
    }
}

/// Δt² T (w₁ + w₂)/ℓ < 2 with the tension T = n m g: a straight hanging rope is stable below √(ℓ/(n
/// g)), and not in steps twice as long.
#[test]
fn the_tension_of_a_rope_limits_the_step() {
    for links in [5_u32, 10, 19] {
        let limit = (0.2 / (f64::from(links) * G)).sqrt();
        let largest = |h: f64| {
            let mut rope = simulation!("verlet", method = "rattle", timeStepSize = h, width = f64::from(links + 1));
            let mut random = Random(5);
            for i in 1..=links {
                let place = DVec3::new(random.between(-1e-6, 1e-6), -0.2 * f64::from(i), 0.0);
                rope.set_position(i as usize, place).unwrap();
            }
            let offsets = (0..600).map_while(|_| rope.step(1).is_ok().then(|| rope.particles().positions[1].x.abs()));
            offsets.fold(0.0, f64::max)
        };
        let [below, above] = [largest(0.9 * limit), largest((2.0 * limit).min(0.1))];
        assert!(below < 1e-4 && above > 1e-3, "{links} links: {below} m and {above} m sideways");
    }
}

fn direction() -> impl Strategy<Value = DVec3> {
    let coordinate = || -1.0..1.0;
    [coordinate(), coordinate(), coordinate()].prop_map(|n| DVec3::from_array(n).normalize_or(DVec3::Y))
}

/// An obstacle around the origin, and the vector from there to its surface: from the shape, not
/// from the distance that the engine computes.
fn around_the_origin() -> impl Strategy<Value = (Obstacle, DVec3)> {
    (direction(), 0.001..0.5_f64, 0.0..1.0_f64, 0..3_u8).prop_map(|(n, depth, more, kind)| match kind {
        0 => (Obstacle::Plane { point: depth * n, normal: n }, depth * n),
        1 => (Obstacle::Sphere { centre: -more * n, radius: depth + more }, depth * n),
        _ => {
            let out = depth * DVec3::X * n.x.signum();
            (Obstacle::Box { centre: -more * out, half: DVec3::new((1.0 + more) * depth, 2.0, 2.0) }, out)
        }
    })
}

/// A mass inside an obstacle continues from the surface without its inward velocity. It moves like
/// a mass that starts there, also in drag and wind.
#[test]
fn a_mass_inside_an_obstacle_is_moved_to_the_surface_without_velocity_or_heat_of_drag() {
    let forces = (0.0..2.0, 0.2..3.0, 0.0..0.5, (-1.0..1.0, direction()));
    check(
        64,
        &(around_the_origin(), direction(), 0.0..3.0, forces, 0.001..0.02),
        |((body, out), v, speed, forces, h)| {
            let (drag, mass, resistance, (gravity, air)) = forces;
            let wind = Wind { resistance, velocity: 4.0 * air, ..Wind::default() };
            let mass_at = |x: DVec3, v: DVec3| {
                let gravity = 9.81 * gravity * DVec3::Y;
                let mut system = System { gravity, drag, wind, obstacles: vec![body], ..System::default() };
                system.particles.push(x, f64::recip(mass));
                system.particles.velocities[0] = v;
                system.open_account();
                system
            };
            let n = out.normalize();
            let velocity = speed * v;
            let kept = velocity - n.dot(velocity).min(0.0) * n;
            let [mut inside, mut outside] = [mass_at(DVec3::ZERO, velocity), mass_at(out, kept)];
            let stored = [inside.energy().stored(), outside.energy().stored()];
            for system in [&mut inside, &mut outside] {
                run(system, method("rattle"), h, 20);
            }
            let [a, b] = [inside.energy(), outside.energy()];
            let scale = stored[0].abs() + stored[1].abs() + b.kinetic + b.work.heat().abs() + b.work.wind.abs();
            // the surface is found to 1e-12 m, and 20 steps hardly amplify that
            let near = |x: f64, y: f64| (x - y).abs() <= 1e-9 * (1e-3 + scale);
            assert!(distance(&inside, &outside) < 1e-9, "{body:?}: {} m apart", distance(&inside, &outside));
            assert!(inside.particles.velocities[0].distance(outside.particles.velocities[0]) < 1e-9, "{body:?}");
            assert!(near(a.work.drag, b.work.drag), "{body:?}: {} J of drag, not {} J", a.work.drag, b.work.drag);
            assert!(near(a.work.wind, b.work.wind), "{body:?}: {} J of wind, not {} J", a.work.wind, b.work.wind);
            let impact = b.work.impact + stored[0] - stored[1];
            assert!(near(a.work.impact, impact), "{body:?}: {} J of impact, not {impact} J", a.work.impact);
            assert!(near(a.numerical(), b.numerical()), "{body:?}: {} J and {} J", a.numerical(), b.numerical());
        },
    );
}

/// Without gravity; the lengths of all links are kept.
#[test]
fn a_rope_at_rest_that_starts_inside_a_sphere_is_moved_out_of_it_and_stays_at_rest() {
    let rule = proptest::bool::ANY.prop_map(|rod| if rod { Rule::Fixed } else { Rule::Maximum });
    let body = (0.4..0.9, -0.1..0.1, -0.1..0.1).prop_map(|(x, y, z)| DVec3::new(x, y, z));
    check(64, &(rule, body, 0.12..0.3, 0.1..2.0, Just(0.005)), |(rule, centre, radius, drag, h)| {
        let mut system = System { drag, obstacles: vec![Obstacle::Sphere { centre, radius }], ..rods() };
        system.gravity = DVec3::ZERO;
        system.constraints.rules.fill(rule);
        system.open_account();
        run(&mut system, method("rattle"), h, 20);
        let depth = system.particles.positions.iter().map(|x| radius - x.distance(centre)).fold(0.0, f64::max);
        let fastest = system.particles.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
        let energy = system.energy();
        assert!(depth < 2e-12 && system.residual < 2e-12, "{depth} m deep, links {} m off", system.residual);
        assert!(fastest < 1e-12 && energy.work.drag < 1e-20, "{fastest} m/s, {} J", energy.work.drag);
        assert!(energy.numerical().abs() < 1e-12 * (1.0 + system.start), "{energy:?}");
    });
}
