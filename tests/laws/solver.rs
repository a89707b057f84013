//! Conjugate gradients and the search for the fastest mode against dense linear algebra; Newton's
//! method against the equations.

use crate::common::{Random, method, run_with};
use glam::{DMat3, DVec3};
use nalgebra::{DMatrix, DVector};
use springlab::{
    NotConverged, Particles, Settings, Simulation, Spectrum, Spring, Springs, System,
    linear::{BlockMatrix, ConjugateGradients},
};

const STEP: f64 = 1.0 / 60.0;
const SIZES: [[f64; 2]; 2] = [[8.0, 6.0], [12.0, 9.0]];
const STIFFNESSES: [f64; 2] = [5e3, 5e5];

/// A cloth after a swing of 20 steps.
fn hanging([width, height]: [f64; 2], stiffness: f64) -> System {
    let mut simulation = simulation!(
        "cloth",
        width = width,
        height = height,
        stiffness = stiffness,
        timeStepSize = STEP,
        drag = 0.1,
        method = "implicit-euler"
    );
    simulation.step(20).unwrap();
    simulation.system().unwrap().clone()
}

/// The system with all positions scaled by a factor and scattered by 5 mm, in random motion.
fn scaled(system: &System, factor: f64) -> System {
    let (mut system, mut random) = (system.clone(), Random(7));
    for x in &mut system.particles.positions {
        *x = factor * *x + random.vector(0.005);
    }
    for (i, _) in system.clone().particles.free() {
        system.particles.velocities[i] = random.vector(1.0);
    }
    system
}

/// Cloths of every size and stiffness, hanging and crumpled to four fifths, where K is indefinite.
fn cloths() -> impl Iterator<Item = (String, System)> {
    let kinds = SIZES.into_iter().flat_map(|size| STIFFNESSES.map(|stiffness| (size, stiffness)));
    kinds.flat_map(|(size, stiffness)| {
        let hanging = hanging(size, stiffness);
        let crumpled = scaled(&hanging, 0.8);
        [("hanging", hanging), ("crumpled", crumpled)]
            .map(|(state, system)| (format!("{state}, {size:?}, k = {stiffness} N/m"), system))
    })
}

/// a K + b D.
fn linearise(system: &System, coefficients: [f64; 2]) -> BlockMatrix {
    let mut matrix = BlockMatrix::default();
    let (x, v) = (&system.particles.positions, &system.particles.velocities);
    system.linearise(x, v, coefficients, &mut matrix);
    matrix
}

/// M + Δt D + Δt² K and Δt (f − Δt K v) at x: the linear system for Δv of a linearised step of
/// implicit Euler.
fn implicit_euler_step(system: &System) -> (BlockMatrix, Vec<DVec3>) {
    let mut matrix = linearise(system, [STEP * STEP, STEP]);
    for (i, m) in system.particles.free() {
        matrix.add_diagonal(i, DMat3::from_diagonal(DVec3::splat(m)));
    }
    let mut pull = vec![DVec3::ZERO; matrix.len()];
    linearise(system, [1.0, 0.0]).multiply(&system.particles.velocities, &mut pull);
    let mut b: Vec<_> = system.forces().iter().zip(pull).map(|(f, pull)| STEP * (*f - STEP * pull)).collect();
    matrix.clear_fixed(&mut b);
    (matrix, b)
}

/// M + θΔt D + θ²Δt² K and Δt f at x + θΔt v: the linear system for Δv; that of implicit midpoint
/// for θ = ½.
fn implicit_step(system: &System, theta: f64) -> (BlockMatrix, Vec<DVec3>) {
    let (mut system, step) = (system.clone(), theta * STEP);
    for (x, v) in system.particles.positions.iter_mut().zip(&system.particles.velocities) {
        *x += step * *v;
    }
    let mut matrix = linearise(&system, [step * step, step]);
    for (i, m) in system.particles.free() {
        matrix.add_diagonal(i, DMat3::from_diagonal(DVec3::splat(m)));
    }
    let mut b: Vec<_> = system.forces().iter().map(|f| STEP * *f).collect();
    matrix.clear_fixed(&mut b);
    (matrix, b)
}

/// Particle and axis of each coordinate of the free particles.
fn free_places(system: &System) -> Vec<(usize, usize)> {
    system.particles.free().flat_map(|(i, _)| (0..3).map(move |axis| (i, axis))).collect()
}

/// The dense matrix, one product for each column.
fn dense(matrix: &BlockMatrix, system: &System) -> DMatrix<f64> {
    let places = free_places(system);
    let mut full = DMatrix::zeros(places.len(), places.len());
    let (mut unit, mut image) = (vec![DVec3::ZERO; matrix.len()], vec![DVec3::ZERO; matrix.len()]);
    for (column, &(i, axis)) in places.iter().enumerate() {
        unit[i][axis] = 1.0;
        matrix.multiply(&unit, &mut image);
        unit[i][axis] = 0.0;
        for (row, &(i, axis)) in places.iter().enumerate() {
            full[(row, column)] = image[i][axis];
        }
    }
    full
}

fn flat(vectors: &[DVec3], system: &System) -> DVector<f64> {
    DVector::from_iterator(
        3 * system.particles.free().count(),
        free_places(system).into_iter().map(|(i, axis)| vectors[i][axis]),
    )
}

/// Eigenvalues of a symmetric matrix, the smallest first.
fn eigenvalues(full: &DMatrix<f64>) -> Vec<f64> {
    let mut values: Vec<f64> = full.symmetric_eigenvalues().iter().copied().collect();
    values.sort_by(f64::total_cmp);
    values
}

fn assert_near(actual: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((actual - expected).abs() <= tolerance * expected.abs(), "{what}: {actual} instead of {expected}");
}

#[test]
fn the_matrix_of_an_implicit_step_is_symmetric_with_eigenvalues_of_at_least_the_mass() {
    for (what, system) in cloths() {
        let full = dense(&implicit_step(&system, 1.0).0, &system);
        // each entry is a sum of a few products
        let asymmetry = (&full - full.transpose()).amax() / full.amax();
        assert!(asymmetry < 1e-15, "{what}: parts of {asymmetry} are not symmetric");
        // all masses are 0.5 kg; eigenvalues have errors of a few roundings of the largest
        let values = eigenvalues(&full);
        let (least, largest) = (values[0], values[values.len() - 1]);
        assert!(least >= 0.5 - 1e-14 * largest, "{what}: eigenvalues from {least} kg to {largest} kg");
    }
}

/// Without the projection the matrix has no Cholesky factor.
#[test]
fn the_projection_of_indefinite_blocks_makes_the_matrix_of_a_crumpled_cloth_definite() {
    let system = scaled(&hanging(SIZES[0], 5e5), 0.8);
    let mut matrix = BlockMatrix::default();
    matrix.reset(&system.particles.inverse_masses);
    for (i, m) in system.particles.free() {
        matrix.add_diagonal(i, DMat3::from_diagonal(DVec3::splat(m)));
    }
    for ([i, j], spring) in system.springs.iter() {
        let d = system.particles.positions[i] - system.particles.positions[j];
        matrix.add_link([i, j], STEP * STEP * spring.stiffness_matrix(d) + STEP * spring.damping_matrix(d));
    }
    let original = dense(&matrix, &system);
    assert!(eigenvalues(&original)[0] < 0.0, "least eigenvalue {} kg", eigenvalues(&original)[0]);
    assert!(original.cholesky().is_none());
    assert!(dense(&implicit_step(&system, 1.0).0, &system).cholesky().is_some());
}

#[test]
fn conjugate_gradients_find_the_solutions_of_cholesky_and_lu() {
    for (what, system) in cloths() {
        for theta in [1.0, 0.5] {
            let (matrix, b) = implicit_step(&system, theta);
            let (full, right) = (dense(&matrix, &system), flat(&b, &system));
            let mut x = vec![DVec3::ZERO; b.len()];
            ConjugateGradients::default().solve(&matrix, &b, &mut x, (1e-13, 10_000)).unwrap();
            let x = flat(&x, &system);
            for (other, expected) in
                [("Cholesky", full.clone().cholesky().unwrap().solve(&right)), ("LU", full.lu().solve(&right).unwrap())]
            {
                // the condition number is up to a few thousand
                let error = (&x - &expected).norm() / expected.norm();
                assert!(error < 1e-10, "{what}, θ = {theta}: a relative error of {error} against {other}");
            }
        }
    }
}

#[test]
fn a_linearised_step_changes_the_velocities_by_the_solution_of_cholesky() {
    for (what, before) in cloths() {
        for (id, (matrix, b)) in
            [("implicit-euler", implicit_euler_step(&before)), ("implicit-midpoint", implicit_step(&before, 0.5))]
        {
            let expected = dense(&matrix, &before).cholesky().unwrap().solve(&flat(&b, &before));
            let mut after = before.clone();
            run_with(&mut after, method(id), Settings::default(), STEP, 1);
            let change = flat(&after.particles.velocities, &before) - flat(&before.particles.velocities, &before);
            // at rest large forces cancel to a rounding of 1e-13 m/s
            let (error, size) = ((&change - &expected).norm(), expected.norm());
            assert!(error < 1e-10 * size + 1e-12, "{what}, {id}: {error} of {size} m/s off");
        }
    }
}

/// In the plane and in space, an odd and an even number of springs, with bending springs that
/// overlap in their row.
#[test]
fn the_solution_of_conjugate_gradients_does_not_depend_on_the_order_of_springs() {
    let mut random = Random(5);
    for (size, space) in [([13, 10], false), ([40, 5], false), ([13, 10], true), ([300, 2], true)] {
        let [width, height] = size;
        let mut system = scaled(&hanging(size.map(f64::from), 5e4), 0.9);
        for row in 0..height {
            for column in 0..width - 2 {
                let ends = [column, column + 2].map(|column| row * width + column);
                system.springs.push(ends, Spring { stiffness: 1e3, rest_length: 0.4, ..Spring::default() });
            }
        }
        if !space {
            let Particles { positions, velocities, .. } = &mut system.particles;
            positions.iter_mut().chain(velocities).for_each(|vector| vector.z = 0.0);
        }
        let mut shuffled = system.clone();
        shuffled.springs = Springs { damper: system.springs.damper, ..Springs::default() };
        let mut springs: Vec<_> = system.springs.iter().map(|spring| (random.between(0.0, 1.0), spring)).collect();
        springs.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, (ends, spring)) in springs {
            shuffled.springs.push(ends.map(|i| i as u32), spring);
        }
        let [x, y] = [&system, &shuffled].map(|system| {
            let (matrix, b) = implicit_step(system, 1.0);
            let mut x = vec![DVec3::ZERO; b.len()];
            ConjugateGradients::default().solve(&matrix, &b, &mut x, (1e-13, 10_000)).unwrap();
            let mut image = vec![DVec3::ZERO; b.len()];
            matrix.multiply(&x, &mut image);
            let error = (flat(&image, system) - flat(&b, system)).norm() / flat(&b, system).norm();
            assert!(error < 1e-11, "{size:?}, {space}: a relative residual of {error}");
            flat(&x, system)
        });
        let error = (&x - &y).norm() / y.norm();
        assert!(error < 1e-10, "{size:?}, {space}: a relative difference of {error}");
    }
}

#[test]
fn conjugate_gradients_converge_from_any_start() {
    let system = hanging(SIZES[0], 5e3);
    let (matrix, b) = implicit_step(&system, 1.0);
    let mut solver = ConjugateGradients::default();
    let mut random = Random(11);
    let mut start: Vec<_> = b.iter().map(|_| random.vector(10.0)).collect();
    matrix.clear_fixed(&mut start);
    let solutions = [vec![DVec3::ZERO; b.len()], start].map(|mut x| {
        solver.solve(&matrix, &b, &mut x, (1e-13, 10_000)).unwrap();
        flat(&x, &system)
    });
    let error = (&solutions[0] - &solutions[1]).norm() / solutions[0].norm();
    assert!(error < 1e-10, "a part of {error} depends on the start");
}

/// ‖r‖/‖b‖ in the norm of the inverse diagonal blocks.
fn relative_residual(matrix: &BlockMatrix, b: &[DVec3], x: &[DVec3]) -> f64 {
    let (mut image, mut inverses) = (vec![DVec3::ZERO; b.len()], vec![DMat3::ZERO; b.len()]);
    matrix.multiply(x, &mut image);
    matrix.invert_diagonal(&mut inverses);
    let size = |list: &[DVec3]| list.iter().zip(&inverses).map(|(r, inverse)| r.dot(*inverse * *r)).sum::<f64>();
    let residual: Vec<_> = b.iter().zip(&image).map(|(b, image)| *b - *image).collect();
    (size(&residual) / size(b)).sqrt()
}

#[test]
fn conjugate_gradients_stopped_early_report_residual_and_iterations() {
    let (matrix, b) = implicit_step(&hanging(SIZES[0], 5e5), 1.0);
    let (mut x, mut solver) = (vec![DVec3::ZERO; b.len()], ConjugateGradients::default());
    let NotConverged::Residual { residual, iterations } = solver.solve(&matrix, &b, &mut x, (1e-13, 3)).unwrap_err()
    else {
        panic!("another failure")
    };
    assert_eq!((iterations, solver.iterations()), (3, 3));
    // the residual is updated in each iteration, not computed by its definition
    assert_near(residual, relative_residual(&matrix, &b, &x), 1e-12, "residual");
    assert!(residual > 1e-13, "{residual} after three iterations");
}

#[test]
fn a_right_hand_side_of_0_has_the_solution_0_and_one_of_nan_is_refused() {
    let (matrix, mut b) = implicit_step(&hanging(SIZES[0], 5e3), 1.0);
    let (mut x, mut solver) = (vec![DVec3::ONE; b.len()], ConjugateGradients::default());
    b[7].y = f64::NAN;
    let error = solver.solve(&matrix, &b, &mut x, (1e-13, 100)).unwrap_err();
    assert!(error.to_string().ends_with("residual is NaN"), "{error}");
    b.fill(DVec3::ZERO);
    solver.solve(&matrix, &b, &mut x, (1e-13, 100)).unwrap();
    assert_eq!(x, b);
}

/// Central differences with a step of 1e-6: errors of 1e-12 of the third derivative and 1e-16/1e-6
/// by rounding, of forces up to 1e4 N over some cm; K and D are 1e3 … 1e5.
#[test]
fn the_matrix_of_a_stretched_cloth_is_the_derivative_of_its_forces() {
    let system = scaled(&hanging(SIZES[0], 5e3), 1.2);
    let short = |([i, j], spring): ([usize; 2], Spring)| {
        system.particles.positions[i].distance(system.particles.positions[j]) < spring.rest_length
    };
    assert!(!system.springs.iter().any(short), "a spring is not stretched");
    for (name, coefficients) in [("D", [0.0, 1.0]), ("K", [1.0, 0.0])] {
        let full = dense(&linearise(&still(&system, name), coefficients), &system);
        for (column, &(i, axis)) in free_places(&system).iter().enumerate().step_by(7) {
            let forces = |step: f64| {
                let mut moved = still(&system, name);
                let particles = &mut moved.particles;
                let list = if name == "K" { &mut particles.positions } else { &mut particles.velocities };
                list[i][axis] += step;
                flat(&moved.forces(), &system)
            };
            let slope = (forces(-1e-6) - forces(1e-6)) * 0.5e6;
            let error = (slope - full.column(column)).amax() / full.amax();
            assert!(error < 1e-7, "{name}, column {column}: a relative error of {error}");
        }
    }
}

/// The system, at rest for K, which leaves out the turn of a damper's direction on purpose.
fn still(system: &System, matrix: &str) -> System {
    let mut system = system.clone();
    if matrix == "K" {
        system.particles.velocities.fill(DVec3::ZERO);
    }
    system
}

/// Largest eigenvalue of M^(−½) A M^(−½), with the original K.
fn largest_eigenvalue(system: &System, coefficients: [f64; 2]) -> f64 {
    let mut matrix = BlockMatrix::default();
    system.linearise_truly(coefficients, true, &mut matrix);
    let full = dense(&matrix, system);
    let root = |at: usize| system.particles.inverse_masses[free_places(system)[at].0].sqrt();
    let roots: Vec<_> = (0..full.nrows()).map(root).collect();
    let scaled = DMatrix::from_fn(full.nrows(), full.nrows(), |i, j| roots[i] * full[(i, j)] * roots[j]);
    *eigenvalues(&scaled).last().unwrap()
}

fn assert_fastest_modes(spectrum: &Spectrum, system: &System, what: &str) {
    let stiff = largest_eigenvalue(system, [1.0, 0.0]);
    assert_near(spectrum.angular_frequency().powi(2), stiff, 1e-6, &format!("{what}: ω²"));
    let damped = largest_eigenvalue(system, [0.0, 1.0]);
    assert_near(spectrum.damping_rate(), damped, 1e-6, &format!("{what}: γ"));
}

#[test]
fn the_fastest_modes_are_those_of_the_dense_matrices() {
    for (what, mut system) in cloths() {
        // different masses from 0.25 kg to 1 kg
        let mut random = Random(3);
        system.particles.inverse_masses.iter_mut().for_each(|w| *w *= random.between(0.5, 2.0));
        let mut spectrum = Spectrum::default();
        spectrum.update(&system, method("symplectic-euler"), Settings::default(), STEP);
        assert_fastest_modes(&spectrum, &system, &what);
    }
}

#[test]
fn the_fastest_modes_are_followed_through_a_motion() {
    let mut simulation = simulation!("cloth", width = 8.0, height = 6.0, timeStepSize = 0.002);
    for moment in 0..6 {
        simulation.step(100).unwrap();
        let spectrum = simulation.spectrum().unwrap().clone();
        assert_fastest_modes(&spectrum, simulation.system().unwrap(), &format!("after {moment} × 0.2 s"));
    }
}

/// After a turn the previous mode is still a mode, but not the fastest.
#[test]
fn the_fastest_modes_of_a_pair_are_found_again_when_it_is_turned() {
    for scene in ["pair", "damper"] {
        let mut simulation = simulation!(scene, damping = 0.5);
        simulation.set_position(0, DVec3::ZERO).unwrap();
        for place in [DVec3::X * 3.0, DVec3::Y * 3.0, DVec3::Z * 3.0, DVec3::new(4.0, 4.0, -5.0), DVec3::X * 5.0] {
            simulation.set_position(1, place).unwrap();
            let spectrum = simulation.spectrum().unwrap().clone();
            assert_fastest_modes(&spectrum, simulation.system().unwrap(), &format!("{scene} along {place}"));
        }
    }
}

#[test]
fn newtons_method_solves_the_equation_of_implicit_euler() {
    for stiffness in STIFFNESSES {
        let before = hanging(SIZES[0], stiffness);
        let mut after = before.clone();
        let settings = Settings { newton: true, ..Settings::default() };
        run_with(&mut after, method("implicit-euler"), settings, STEP, 1);
        let forces = after.forces();
        let (mut error, mut size) = (0.0_f64, STEP * 0.5 * 9.81);
        for (i, m) in after.particles.free() {
            let change = m * (after.particles.velocities[i] - before.particles.velocities[i]);
            error = error.max((change - STEP * forces[i]).length());
            size = size.max(change.length());
        }
        // M Δv = Δt f at the new state; rounding by 1e-16 m of k is about 1e-11 of the impulse of a
        // weight
        assert!(error <= 1e-9 * size, "k = {stiffness} N/m: {error} of {size} N·s");
    }
}

/// Forces at rest cancel to rounding, so that no residual is small relative to them.
#[test]
fn newtons_method_converges_when_a_system_comes_to_rest() {
    for scene in ["oscillator", "pair", "chain", "mesh", "cloth"] {
        for method in ["implicit-euler", "implicit-midpoint"] {
            let mut simulation = Simulation::new(scene).unwrap();
            for (key, value) in
                [("width", 6.0), ("height", 5.0), ("particles", 6.0), ("timeStepSize", 0.05), ("damping", 10.0)]
            {
                // refused without such a parameter
                let _ = simulation.set(key, value);
            }
            set!(simulation, method = method, solver = "newton");
            if let Err(error) = simulation.step(1000) {
                panic!("{scene}, {method}: {error}");
            }
        }
    }
}

/// Implicit Euler removes most of the motion in every step, down to numbers whose squares are 0.
#[test]
fn newtons_method_follows_a_decay_to_the_smallest_numbers() {
    for (stiffness, step, mass) in [(1000.0, 0.2, 0.1), (50.0, 0.1, 0.5), (500.0, 0.05, 0.5)] {
        let mut simulation = simulation!(
            "oscillator",
            stiffness = stiffness,
            timeStepSize = step,
            mass = mass,
            method = "implicit-euler",
            solver = "newton"
        );
        if let Err(error) = simulation.step(1500) {
            panic!("k = {stiffness} N/m: {error} It is {} m long.", simulation.particles().positions[1].x);
        }
    }
}

/// Its quadratic form has no minimum.
#[test]
fn conjugate_gradients_refuse_an_indefinite_matrix() {
    let system = scaled(&hanging(SIZES[0], 5e5), 0.8);
    let mut matrix = BlockMatrix::default();
    matrix.reset(&system.particles.inverse_masses);
    for (i, m) in system.particles.free() {
        matrix.add_diagonal(i, DMat3::from_diagonal(DVec3::splat(m)));
    }
    for ([i, j], spring) in system.springs.iter() {
        let d = system.particles.positions[i] - system.particles.positions[j];
        matrix.add_link([i, j], STEP * STEP * spring.stiffness_matrix(d));
    }
    assert!(eigenvalues(&dense(&matrix, &system))[0] < 0.0);
    let mut b: Vec<_> = system.forces().iter().map(|f| STEP * *f).collect();
    matrix.clear_fixed(&mut b);
    let mut x = vec![DVec3::ZERO; b.len()];
    assert!(ConjugateGradients::default().solve(&matrix, &b, &mut x, (1e-10, 1000)).is_err());
}
