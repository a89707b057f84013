//! Modes, rates and matrices of small systems against known spectra, differences of forces and a
//! second eigensolver.

use crate::common::Random;
use glam::DVec3;
use nalgebra::DMatrix;
use num_complex::Complex64;
use springlab::{Contact, Damper, Matrices, Mode, Obstacle, Particles, Simulation, System, Wind};
use std::f64::consts::PI;

/// The matrices at rest, without the turning of dampers and without friction.
fn still(simulation: &Simulation) -> Matrices {
    let mut system = simulation.system().unwrap().clone();
    system.particles.velocities.fill(DVec3::ZERO);
    Matrices::of(&system, true)
}

fn hanging(names: &[(&str, &str)]) -> Simulation {
    let mut simulation = simulation!("cloth", width = 5.0, height = 4.0, drag = 0.3, damping = 4.0, ..names);
    simulation.step(100).unwrap();
    simulation
}

/// Entry of a sparse matrix, 0 where none is stored.
fn at(triples: &[(u32, u32, f64)], row: u32, column: u32) -> f64 {
    triples.binary_search_by_key(&(row, column), |&(i, j, _)| (i, j)).map_or(0.0, |place| triples[place].2)
}

fn coordinate(i: u32) -> (usize, usize) {
    (i as usize / 3, i as usize % 3)
}

/// Moving masses on springs with dampers of one kind, pressed into a ball and a floor with
/// friction, in drag and gusts.
fn crowd(random: &mut Random, damper: Damper) -> System {
    let mut system = System {
        obstacles: vec![
            Obstacle::Sphere { centre: DVec3::new(0.3, 0.1, -0.2), radius: 1.0 },
            Obstacle::Plane { point: DVec3::NEG_Y, normal: DVec3::new(0.0, 0.8, 0.6) },
        ],
        contact: Contact { stiffness: 300.0, damping: 4.0, friction: 0.7, slip_speed: 0.3, ..Contact::default() },
        gravity: DVec3::NEG_Y,
        drag: 0.4,
        wind: Wind { resistance: 0.3, velocity: DVec3::new(2.0, 0.5, 1.0), gusts: 0.5, period: 1.0 },
        time: 0.2,
        ..System::default()
    };
    system.springs.damper = damper;
    for i in 0..8 {
        let weight = if i == 0 { 0.0 } else { random.between(0.5, 4.0) };
        let particle = system.particles.push(random.vector(1.5), weight);
        system.particles.velocities[particle] = if i % 3 == 1 { random.vector(0.1) } else { random.vector(2.0) };
    }
    for _ in 0..20 {
        let [i, j] = [(); 2].map(|()| random.between(0.0, 8.0) as u32);
        if i != j {
            system.springs.push([i, j], random.spring());
        }
    }
    system
}

/// Central differences with a step h of 1e-6: rounding of 1e-16 of 1000 N over h, truncation h² f‴,
/// where f‴ is 1e4 times f at the shortest distances. The force has kinks: columns are left out
/// where the differences to both sides disagree.
#[test]
fn the_matrices_of_moving_systems_are_the_derivatives_of_all_forces() {
    let mut random = Random(17);
    let (mut compared, mut kinks, mut asymmetry) = (0, 0, 0.0_f64);
    for trial in 0..60 {
        let system = crowd(&mut random, if trial % 2 == 0 { Damper::Axial } else { Damper::Isotropic });
        let Matrices { stiffness, mass, damping } = Matrices::of(&system, true);
        let here = system.forces();
        for &(column, ..) in &mass {
            let (j, axis) = coordinate(column);
            for (name, matrix) in [("K", &stiffness), ("D", &damping)] {
                let [plus, minus] = [1e-6, -1e-6].map(|h| {
                    let mut system = system.clone();
                    let Particles { positions, velocities, .. } = &mut system.particles;
                    (if name == "K" { positions } else { velocities })[j][axis] += h;
                    system.forces()
                });
                let bend = |i: usize| (plus[i] + minus[i] - 2.0 * here[i]).length() / 1e-6;
                if (0..here.len()).any(|i| bend(i) > 0.1) {
                    kinks += 1;
                    continue;
                }
                for &(row, ..) in &mass {
                    let (i, along) = coordinate(row);
                    let slope = -(plus[i] - minus[i])[along] / 2e-6;
                    let (entry, other) = (at(matrix, row, column), at(matrix, column, row));
                    assert!(
                        (entry - slope).abs() < 1e-5 * (1.0 + slope.abs()),
                        "{trial}, {name} at {row}, {column}: {entry}, not {slope}"
                    );
                    asymmetry = asymmetry.max((entry - other).abs());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 40_000 && kinks < 60 && asymmetry > 1.0, "{compared} entries, {kinks} kinks, {asymmetry}");
}

/// Central differences with a step of 1e-6 m: truncation h² f‴/6 ≈ 1e-12 k/L², rounding 1e-16 k L/h
/// ≈ 1e-7 of forces of about 10 N.
#[test]
fn the_matrices_at_rest_are_the_derivatives_of_the_forces() {
    let mut draped = hanging(&[("obstacle", "sphere")]);
    // without friction, whose derivative is not symmetric
    set!(draped, friction = 0.0, stiffness = 200.0, drag = 2.0);
    draped.step(2000).unwrap();
    let touching =
        |system: &System| system.particles.positions.iter().any(|x| system.obstacles[0].distance(*x).0 < 0.0);
    assert!(touching(draped.system().unwrap()), "the cloth lies on the sphere");
    let hanging = |damper| hanging(&[("dampingDirection", damper)]);
    for simulation in [hanging("axial"), hanging("isotropic"), draped] {
        let mut system = simulation.system().unwrap().clone();
        let Matrices { stiffness, mass, damping } = still(&simulation);
        // at rest, where a turn of a damper's direction changes no force
        system.particles.velocities.fill(DVec3::ZERO);
        for &(row, column, value) in &mass {
            let (i, _) = coordinate(row);
            assert_eq!((row, value), (column, system.particles.inverse_masses[i].recip()));
        }
        for &(column, ..) in &mass {
            let (j, axis) = coordinate(column);
            let derivative = |of: fn(&mut System) -> &mut Vec<DVec3>| {
                let [plus, minus] = [1e-6, -1e-6].map(|h| {
                    let mut system = system.clone();
                    of(&mut system)[j][axis] += h;
                    system.forces()
                });
                move |row: u32| -(plus[coordinate(row).0] - minus[coordinate(row).0])[coordinate(row).1] / 2e-6
            };
            let [k, d] = [
                derivative(|system| &mut system.particles.positions),
                derivative(|system| &mut system.particles.velocities),
            ];
            for &(row, ..) in &mass {
                assert!((at(&stiffness, row, column) - k(row)).abs() < 1e-3, "K at {row}, {column}: of 5000 N/m");
                assert!((at(&damping, row, column) - d(row)).abs() < 1e-6, "D at {row}, {column}: of 4 N·s/m");
            }
        }
    }
}

/// Eigenvalues of a symmetric matrix, the smallest first, by cyclic Jacobi rotations (Golub and Van
/// Loan, *Matrix Computations*, §8.5). The engine's solver makes the matrix tridiagonal instead.
fn eigenvalues(mut a: DMatrix<f64>) -> Vec<f64> {
    // quadratic convergence: eight sweeps reach rounding for 54 rows
    for _ in 0..12 {
        for (p, q) in (0..a.nrows()).flat_map(|p| (0..p).map(move |q| (p, q))) {
            if a[(p, q)] == 0.0 {
                continue;
            }
            let tau = (a[(q, q)] - a[(p, p)]) / (2.0 * a[(p, q)]);
            let tangent = tau.signum() / (tau.abs() + tau.hypot(1.0));
            let cosine = tangent.hypot(1.0).recip();
            let rotation = DMatrix::from_row_slice(2, 2, &[cosine, tangent * cosine, -tangent * cosine, cosine]);
            let columns = a.select_columns(&[p, q]) * &rotation;
            a.set_column(p, &columns.column(0));
            a.set_column(q, &columns.column(1));
            let rows = rotation.transpose() * a.select_rows(&[p, q]);
            a.set_row(p, &rows.row(0));
            a.set_row(q, &rows.row(1));
        }
    }
    let mut values: Vec<f64> = a.diagonal().iter().copied().collect();
    values.sort_by(f64::total_cmp);
    values
}

#[test]
fn modes_are_those_of_a_second_eigensolver_and_solve_their_equation() {
    let simulation = hanging(&[]);
    let matrices = still(&simulation);
    let n = matrices.mass.len();
    let scaled = DMatrix::from_fn(n, n, |i, j| {
        let [(row, _, a), (column, _, b)] = [matrices.mass[i], matrices.mass[j]];
        at(&matrices.stiffness, row, column) / (a * b).sqrt()
    });
    let expected = eigenvalues(scaled);
    let modes = simulation.modes().unwrap();
    assert_eq!(modes.len(), n);
    let largest = expected[n - 1];
    for (mode, expected) in modes.iter().zip(&expected) {
        assert!((mode.omega_squared - expected).abs() < 1e-12 * largest, "{} and {expected}", mode.omega_squared);
        // K u = ω² M u
        for &(row, _, mass) in &matrices.mass {
            let product: f64 = matrices
                .stiffness
                .iter()
                .filter(|(i, ..)| *i == row)
                .map(|&(_, j, value)| value * mode.shape[coordinate(j).0][coordinate(j).1])
                .sum();
            let (i, axis) = coordinate(row);
            assert!((product - mode.omega_squared * mass * mode.shape[i][axis]).abs() < 1e-10 * largest);
        }
        let length: f64 = mode.shape.iter().map(|u| u.length_squared()).sum();
        assert!((length - 1.0).abs() < 1e-12);
    }
}

/// A hanging rope swings in its plane and across it at the same frequencies, so that any mixture
/// would be a mode, too.
#[test]
fn modes_of_a_plane_system_are_in_its_plane_or_across_it() {
    let mut rope = simulation!("verlet", links = "springs", drag = 0.5);
    rope.step(3000).unwrap();
    for simulation in [rope, hanging(&[])] {
        let across = simulation.modes().unwrap().into_iter().filter(|mode| {
            let [plane, normal] = [[0, 1].as_slice(), &[2]]
                .map(|axes| mode.shape.iter().any(|u| axes.iter().any(|&axis| u[axis] != 0.0)));
            assert!(plane != normal, "ω² = {} moves both ways", mode.omega_squared);
            normal
        });
        assert_eq!(3 * across.count(), simulation.matrices().unwrap().mass.len());
    }
}

/// γ = uᵀDu/uᵀMu and ω² = uᵀKu/uᵀMu.
#[test]
fn damping_rates_and_frequencies_are_quotients_of_the_matrices() {
    let simulation = hanging(&[]);
    let Matrices { stiffness, mass, damping } = still(&simulation);
    let modes = simulation.modes().unwrap();
    let largest = modes.last().unwrap().omega_squared;
    for Mode { omega_squared, damping_rate, shape } in &modes {
        let part = |row: u32| shape[coordinate(row).0][coordinate(row).1];
        let form = |triples: &[(u32, u32, f64)]| -> f64 {
            triples.iter().map(|&(row, column, value)| part(row) * value * part(column)).sum()
        };
        let [k, m, d] = [&stiffness, &mass, &damping].map(|triples| form(triples));
        assert!((d / m - damping_rate).abs() < 1e-12 * d / m, "{damping_rate}");
        assert!((k / m - omega_squared).abs() < 1e-12 * largest, "{omega_squared}");
    }
}

/// Along a straight chain between two walls ω_j = 2 √(k/m) sin(jπ/2(n + 1)) for n free masses;
/// across it ω = 0.
#[test]
fn the_modes_of_a_chain_are_the_textbook_ones() {
    let mut simulation = Simulation::new("chain").unwrap();
    let (n, k, m) = (18_u32, 2000.0_f64, 0.1);
    simulation.set("damping", 0.0).unwrap();
    let modes = simulation.modes().unwrap();
    let frequencies: Vec<f64> = modes.iter().map(Mode::angular_frequency).collect();
    for j in 1..=n {
        let expected = 2.0 * (k / m).sqrt() * (f64::from(j) * PI / (2.0 * f64::from(n + 1))).sin();
        let closest = frequencies.iter().map(|omega| (omega - expected).abs()).fold(f64::INFINITY, f64::min);
        assert!(closest < 1e-10 * expected, "mode {j}: {expected} rad/s is missed by {closest}");
    }
    assert_eq!(frequencies.iter().filter(|omega| **omega < 1e-5).count(), 36, "up and down, and across");
    let rates = simulation.matrices().unwrap().rates().unwrap();
    assert_eq!((rates.len(), rates.iter().filter(|rate| rate.re == 0.0).count()), (108, 108));
}

/// λ² + γλ + ω² = 0 along the spring; across it the mass only drifts.
#[test]
fn the_rates_of_one_damped_spring_are_those_of_the_oscillator() {
    for damping in [0.5, 3.0, 30.0] {
        let mut simulation = simulation!("damper", damping = damping);
        simulation.set_position(1, DVec3::X * 4.0).unwrap();
        let rates = simulation.matrices().unwrap().rates().unwrap();
        let expected = springlab::stability::rates(&simulation.oscillator().unwrap());
        for rate in expected {
            let error = rates.iter().map(|other| (other - rate).norm_sqr().sqrt()).fold(f64::INFINITY, f64::min);
            // a double rate, near μ = 3, would have the square root of this accuracy
            assert!(error < 1e-12 * expected[0].norm_sqr().sqrt(), "μ = {damping}: {rate} is missed by {error}");
        }
        assert_eq!(rates.iter().filter(|rate| rate.norm_sqr() == 0.0).count(), 4, "drifts");
    }
}

/// Rounding decides whether two close real rates become a complex pair. All rates have the sum −tr
/// D, and their squares the sum tr D² − 2 tr K, for masses of 1 kg.
#[test]
fn rates_of_a_damped_pair_are_finite_at_every_place() {
    let mut pair = simulation!("pair", damping = 30.0);
    let start = pair.particles().positions.clone();
    for seed in 0..20_000 {
        // the first seed: places at which the QR iteration leaves such a pair undecided
        let mut random = Random(if seed == 0 { 14_926_268_978_542_325_381 } else { seed });
        for (i, &place) in start.iter().enumerate() {
            pair.set_position(i, place + random.vector(1.231_513_245_031_261_8)).unwrap();
        }
        let matrices = pair.matrices().unwrap();
        let rates = matrices.rates().unwrap();
        let (mut d, mut squares) = (0.0, 0.0);
        for &(row, column, value) in &matrices.damping {
            d += if row == column { value } else { 0.0 };
            squares += value * value;
        }
        let k: f64 = matrices.stiffness.iter().filter(|(row, column, _)| row == column).map(|(.., value)| value).sum();
        let sum: Complex64 = rates.iter().sum();
        let square: Complex64 = rates.iter().map(|rate| rate * rate).sum();
        assert!((sum + d).norm() < 1e-9 * d, "{rates:?}");
        assert!((square - (squares - 2.0 * k)).norm() < 1e-9 * squares, "{rates:?}");
    }
}

#[test]
fn modes_of_more_than_300_particles_are_refused_in_a_sentence() {
    let error = Simulation::new("cloth").unwrap().modes().unwrap_err().to_string();
    assert_eq!(error, "number of free particles must be a whole number from 0 to 300; 1198 was given.");
    assert!(Simulation::new("rotation").unwrap().matrices().is_err());
}

/// Flat cloths move in their plane and across it without coupling, with many equal rates: 2 n rates
/// with Σ λ = −tr M⁻¹D and Σ λ² = tr (M⁻¹D)² − 2 tr M⁻¹K, to rounding of the fastest.
#[test]
fn the_rates_of_flat_cloths_are_found_and_have_the_sums_of_their_matrices() {
    for (damping, drag) in [(0.1, 0.0), (3.0, 0.0), (3.0, 3.0), (10.0, 0.5), (0.0, 1.0)] {
        for (law, gravity) in [("relative", 0.0), ("hooke", 0.0), ("hooke", -9.81)] {
            for (width, height) in [(5.0, 4.0), (3.0, 5.0), (6.0, 3.0)] {
                let numbers = [("damping", damping), ("drag", drag), ("gravity", gravity), ("stiffness", 900.0)];
                let mut cloth = simulation!("cloth", springLaw = law, ..numbers);
                set!(cloth, width = width, height = height);
                let what = format!("{numbers:?}, {law}, {width} × {height}");
                let matrices = Matrices::of(cloth.system().unwrap(), true);
                let rates = matrices.rates().unwrap_or_else(|| panic!("{what}: no rates"));
                assert_eq!(rates.len(), 2 * matrices.mass.len(), "{what}");
                let mass = |row: u32| at(&matrices.mass, row, row);
                let trace = |list: &[(u32, u32, f64)]| {
                    list.iter().filter(|(row, column, _)| row == column).map(|(row, _, value)| value / mass(*row)).sum()
                };
                let d = &matrices.damping;
                let square: f64 = d.iter().map(|&(i, j, value)| value * at(d, j, i) / (mass(i) * mass(j))).sum();
                let (k_trace, d_trace): (f64, f64) = (trace(&matrices.stiffness), trace(d));
                let sums = [rates.iter().sum::<Complex64>(), rates.iter().map(|rate| rate * rate).sum()];
                let fastest = rates.iter().map(|rate| rate.norm()).fold(0.0, f64::max);
                for (sum, expected, size) in
                    [(sums[0], -d_trace, fastest), (sums[1], square - 2.0 * k_trace, fastest * fastest)]
                {
                    let off = (sum - expected).norm();
                    // drifts below 1e-7 of the fastest rate count as 0
                    assert!(off < 1e-6 * size, "{what}: {sum}, not {expected}");
                }
            }
        }
    }
}
