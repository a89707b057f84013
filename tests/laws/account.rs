//! The entries that every method books for every force, against a quadrature of the powers along
//! the run.

use crate::common::random::{check, vector};
use glam::DVec3;
use proptest::{collection::vec, sample::select, strategy::Strategy};
use springlab::{
    Contact, Damper, Method, Obstacle, SelfContact, Settings, Simulation, Spring, System, Wind, Work,
    integrators::Offer,
};
use std::{cell::RefCell, collections::BTreeMap, f64::consts::TAU};

/// Solves all equations to rounding.
const SOLVED: Settings = Settings {
    single: false,
    newton: true,
    tolerance: 1e-14,
    iterations: 1000,
    sweeps: 50,
    step_tolerance: 1e-6,
    spectral_radius: 0.8,
    stiffness_factor: 1.0,
};

/// Length of a step in s, and number of steps in a run.
const STEP: f64 = 0.001;
const STEPS: u32 = 300;

/// Forces on single particles and self-contact, each alone and all together.
const FORCES: [&str; 6] = ["gravity", "drag", "contact", "self-contact", "wind", "all"];

/// Diameter of the spheres of self-contact in m, by which neighbours in the chain may touch.
const DIAMETER: f64 = 1.1;

/// Entries of the account that are compared.
const ENTRIES: [&str; 5] = ["damping", "drag", "friction", "hand", "wind"];

/// Four to seven particles above the ground on a chain of damped springs and three further springs.
/// A hand leads the first, the second is fixed.
fn network() -> impl Strategy<Value = System> {
    let particle = (vector(0.2), vector(1.0), 0.3..2.0);
    let spring = (2..7_usize, 5.0..40.0, 0.05..0.5);
    let forces = (vector(8.0), 0.05..0.5, (200.0..500.0, 0.5..2.0, 0.1..0.8), (0.05..0.4, vector(6.0), 0.0..1.0));
    (vec(particle, 4..=7), vec(spring, 3), forces, select(vec![Damper::Axial, Damper::Isotropic])).prop_map(
        |(particles, springs, (gravity, drag, contact, wind), damper)| {
            let ground = Obstacle::Plane { point: DVec3::ZERO, normal: DVec3::Y };
            let contact = Contact {
                stiffness: contact.0,
                damping: contact.1,
                friction: contact.2,
                slip_speed: 0.5,
                ..Contact::default()
            };
            let wind = Wind { resistance: wind.0, velocity: wind.1, gusts: wind.2, period: 0.2 };
            let (obstacles, self_contact) = (vec![ground], SelfContact { diameter: DIAMETER });
            let mut system = System { gravity, drag, contact, self_contact, wind, obstacles, ..System::default() };
            let n = particles.len();
            for (i, (shift, velocity, mass)) in particles.into_iter().enumerate() {
                // a row that descends to the ground; its end falls onto it during the run
                let place = DVec3::new(i as f64, 0.3 + 0.4 * (n - 1 - i) as f64, 0.0);
                system.particles.push(place + shift, if i < 2 { 0.0 } else { f64::recip(mass) });
                let fall = if i == n - 1 { -3.0 * DVec3::Y } else { DVec3::ZERO };
                system.particles.velocities[i] = if i == 1 { DVec3::ZERO } else { velocity + fall };
            }
            for (index, (offset, stiffness, damping)) in (1..n).map(|_| (1, 20.0, 0.2)).chain(springs).enumerate() {
                let ends = [index % n, (index + offset) % n];
                if ends[0] != ends[1] {
                    system
                        .springs
                        .push(ends.map(|i| i as u32), Spring { stiffness, damping, rest_length: 1.0, damper });
                }
            }
            system.springs.damper = damper;
            system
        },
    )
}

/// The system with this force alone, or with all that a method has, and a new account.
fn with(force: &str, method: &Method, all: &System) -> System {
    let mut system = all.clone();
    let only = |name| force == name || force == "all";
    if !only("gravity") {
        system.gravity = DVec3::ZERO;
    }
    if !only("drag") {
        system.drag = 0.0;
    }
    if !only("contact") {
        system.obstacles.clear();
    }
    if !only("self-contact") || method.projects_contacts {
        system.self_contact = SelfContact::default();
    }
    if !only("wind") {
        system.wind.resistance = 0.0;
    }
    system.open_account();
    system
}

/// Powers of a state in W by the textbook laws: heat of dampers, drag and friction, work of the
/// hand and of the wind. Contacts have none with methods that project particles out of obstacles;
/// position-based dynamics has no dampers, and its springs do not pull at a hand.
fn powers(system: &System, method: &Method) -> [f64; 5] {
    let [mut damping, mut drag, mut friction, mut hand, mut wind] = [0.0; 5];
    let (x, v, w) = (&system.particles.positions, &system.particles.velocities, &system.particles.inverse_masses);
    for ([i, j], spring) in system.springs.iter().filter(|_| method.id != "position-based") {
        let (d, u) = (x[i] - x[j], v[i] - v[j]);
        let n = d / d.length();
        let resisted = if spring.damper == Damper::Axial { n.dot(u) * n } else { u };
        let pull = spring.stiffness * (d.length() - spring.rest_length) * n + spring.damping * resisted;
        damping += spring.damping * resisted.dot(resisted);
        hand += [(i, pull), (j, -pull)]
            .into_iter()
            .filter(|&(end, _)| w[end] == 0.0)
            .map(|(end, f)| f.dot(v[end]))
            .sum::<f64>();
    }
    let u = system.wind.velocity * (1.0 + system.wind.gusts * (TAU * system.time / system.wind.period).sin());
    for i in (0..x.len()).filter(|&i| w[i] > 0.0) {
        let r = u - v[i];
        drag += system.drag * v[i].length_squared() + system.wind.resistance * r.length().powi(3);
        wind += system.wind.resistance * r.length() * r.dot(u);
        let depth = -x[i].y;
        if !system.obstacles.is_empty() && !method.projects_contacts && depth > 0.0 {
            let law = &system.contact;
            let pressure = (law.stiffness * depth - law.damping * v[i].y).max(0.0);
            damping += (law.stiffness * depth - pressure) * v[i].y;
            let slip = v[i].with_y(0.0).length();
            friction += law.friction * pressure * slip * (slip / law.slip_speed).min(1.0);
        }
    }
    if system.self_contact.acts() {
        for (i, j) in (0..x.len()).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|&(i, j)| w[i] + w[j] > 0.0) {
            let (d, u, law) = (x[i] - x[j], v[i] - v[j], &system.contact);
            let (n, depth, mass) = (d / d.length(), DIAMETER - d.length(), (w[i] + w[j]).recip());
            if depth > 0.0 {
                let pressure = (law.stiffness * depth - law.damping * n.dot(u)).max(0.0);
                let slip = u - n.dot(u) * n;
                let drag = law.damping.min(law.friction * pressure / slip.length().max(law.slip_speed)) * slip;
                damping += mass * (law.stiffness * depth - pressure) * n.dot(u);
                friction += mass * drag.dot(slip);
                let force = mass * (pressure * n - drag);
                hand -= [(i, force), (j, -force)]
                    .iter()
                    .filter(|(end, _)| w[*end] == 0.0)
                    .map(|(end, f)| f.dot(v[*end]))
                    .sum::<f64>();
            }
        }
    }
    [damping, drag, friction, hand, wind]
}

/// Energies of a run in J.
struct Booked {
    /// For each entry its booked value, and integrals of the power and of its size by the trapezoid
    /// rule.
    entries: [[f64; 3]; 5],
    /// Numerical remainder of the account, and the sum of the sizes of all energies in it.
    numerical: [f64; 2],
}

fn booked(start: &System, method: &Method) -> Booked {
    let mut system = start.clone();
    let mut integrator = method.mechanical.unwrap()(&system, SOLVED);
    let mut last = powers(&system, method);
    let [mut sum, mut size] = [[0.0; 5]; 2];
    for _ in 0..STEPS {
        integrator.step(&mut system, STEP).unwrap();
        let now = powers(&system, method);
        for i in 0..5 {
            sum[i] += 0.5 * STEP * (last[i] + now[i]);
            size[i] += 0.5 * STEP * (last[i].abs() + now[i].abs());
        }
        last = now;
    }
    let energy = system.energy();
    let Work { damping, drag, friction, impact, tearing, hand, drive, wind } = energy.work;
    assert_eq!([tearing, drive], [0.0; 2], "{}: nothing tears or drives", method.id);
    let entries = [damping, drag, friction, hand, wind];
    let stored = [energy.kinetic, energy.elastic, energy.gravity, energy.contact, energy.start, impact];
    let scale = stored.iter().chain(&entries).map(|entry| entry.abs()).sum();
    Booked { entries: [0, 1, 2, 3, 4].map(|i| [entries[i], sum[i], size[i]]), numerical: [energy.numerical(), scale] }
}

/// Largest relative error of an account: powers change by a factor of about 30 a second here, and
/// the trapezoid rule is of order 2. The force of a contact's damper starts with a jump and an
/// impact ends with one, at any phase of a step.
fn allowed(method: &Method, force: &str) -> f64 {
    let smooth = matches!(force, "gravity" | "drag" | "wind");
    (30.0 * STEP).powi(if method.order > 1 && smooth { 2 } else { 1 })
}

/// Heat booked twice or not at all would be an error of 100 %.
#[test]
fn every_method_books_the_power_of_every_force_exactly_once() {
    let seen = RefCell::new(BTreeMap::<(&str, &str), f64>::new());
    check(12, &network(), |network| {
        for force in FORCES {
            for method in Offer::Mechanical.methods() {
                let start = with(force, method, &network);
                let Booked { entries, numerical: [numerical, scale] } = booked(&start, method);
                let allowed = allowed(method, force);
                for (name, [entry, sum, size]) in ENTRIES.into_iter().zip(entries) {
                    let values = format!("{}, {force}: {entry} J of {name}, {sum} J by its power", method.id);
                    // an entry without a power is exactly 0
                    assert!((entry - sum).abs() <= allowed * size, "{values}");
                    let most = &mut *seen.borrow_mut();
                    let most = most.entry((force, name)).or_default();
                    *most = most.max(entry.abs());
                }
                // order 0: springs of position-based dynamics have no force law
                let what = format!("{}, {force}: {numerical} J of {scale} J are unexplained", method.id);
                assert!(method.order == 0 || numerical.abs() <= allowed * scale, "{what}");
            }
        }
    });
    // every force has contributed to its entries
    let own = [("drag", "drag"), ("contact", "friction"), ("contact", "damping"), ("wind", "drag"), ("wind", "wind")];
    let own = own.into_iter().chain([("self-contact", "friction"), ("self-contact", "damping")]);
    for fed in own.chain(ENTRIES.map(|entry| ("all", entry))) {
        assert!(seen.borrow()[&fed] > 0.05, "{fed:?}: {} J", seen.borrow()[&fed]);
    }
}

/// The account is that since it was opened, whatever was booked before.
#[test]
fn an_account_that_is_opened_again_starts_with_no_work() {
    let mut chain = simulation!("chain", damping = 2.0, drag = 0.5, method = "symplectic-euler");
    chain.step(200).unwrap();
    let mut system = chain.system().unwrap().clone();
    let before = system.energy();
    assert!(before.work.heat() > 0.1, "{before:?}");
    system.open_account();
    let after = system.energy();
    assert_eq!((after.work.heat(), after.work.outside()), (0.0, 0.0));
    assert!(after.numerical().abs() < 1e-12 * after.kinetic, "{after:?}");
}
