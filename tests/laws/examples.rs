//! Output of the examples against references.

#[allow(dead_code)] // their main functions
#[path = "../../examples/cloth.rs"]
mod cloth;
#[allow(dead_code)]
#[path = "../../examples/one_spring.rs"]
mod one_spring;
#[allow(dead_code)]
#[path = "../../examples/own_method.rs"]
mod own_method;

use glam::{DMat2, DVec2};

/// Head and rows of a table.
fn table(csv: &[u8]) -> (String, Vec<Vec<String>>) {
    let text = String::from_utf8(csv.to_vec()).unwrap();
    let mut lines = text.lines();
    let head = lines.next().unwrap().to_owned();
    (head, lines.map(|line| line.split(',').map(str::to_owned).collect()).collect())
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap()
}

/// To 1e-9 of the length of each vector.
#[test]
fn the_example_cloth_follows_the_trajectories_of_the_original_page() {
    let mut csv = Vec::new();
    cloth::write(&mut csv).unwrap();
    let (head, rows) = table(&csv);
    assert_eq!(head, "time,particle,x,y,z,vx,vy,vz");
    assert_eq!(rows.len(), 10 * 1200);
    let reference: serde_json::Value = serde_json::from_str(include_str!("../reference/trajectories.json")).unwrap();
    let mut compared = 0;
    for sample in reference["cloth"]["samples"].as_array().unwrap() {
        let steps = sample[0].as_u64().unwrap();
        if steps % 10 != 0 {
            continue;
        }
        for particle in sample[1].as_array().unwrap() {
            let expected: Vec<f64> = particle.as_array().unwrap().iter().map(|cell| cell.as_f64().unwrap()).collect();
            let index = particle[0].to_string();
            let index = index.trim_end_matches(".0");
            let row = rows
                .iter()
                .find(|row| row[1] == index && (number(&row[0]) - 0.005 * steps as f64).abs() < 1e-9)
                .unwrap();
            for (actual, expected) in [([2, 3], [expected[1], expected[2]]), ([5, 6], [expected[3], expected[4]])] {
                let [actual, expected] = [DVec2::from(actual.map(|i| number(&row[i]))), DVec2::from(expected)];
                assert!(actual.distance(expected) <= 1e-9 * expected.length(), "{actual} is not {expected}");
                compared += 1;
            }
            assert_eq!([&row[4], &row[7]].map(|cell| number(cell)), [0.0; 2], "it stays in its plane");
        }
    }
    assert_eq!(compared, 16);
}

/// The matrix of a step of this length, acting on (u, v).
type Step<'a> = &'a dyn Fn(f64) -> DMat2;

/// A run is a power of a matrix on (u, v) with ü = −4 u, from u = 0.3 m at rest; the exact motion
/// is 0.3 cos 2t.
#[test]
fn errors_in_the_example_of_an_own_method_are_those_of_powers_of_step_matrices() {
    let mut csv = Vec::new();
    own_method::write(&mut csv).unwrap();
    let (head, rows) = table(&csv);
    assert_eq!(head, "method,Δt = 0.1 s,Δt = 0.05 s,Δt = 0.025 s,order");
    let field = DMat2::from_cols(DVec2::new(0.0, -4.0), DVec2::new(1.0, 0.0));
    let drift = |h: f64| DMat2::from_cols(DVec2::X, DVec2::new(h, 1.0));
    let kick = |h: f64| DMat2::from_cols(DVec2::new(1.0, -4.0 * h), DVec2::Y);
    let verlet = |h: f64| kick(0.5 * h) * drift(h) * kick(0.5 * h);
    let taylor = |h: f64| {
        let z = h * field;
        DMat2::IDENTITY + z + z * z * 0.5 + z * z * z * (1.0 / 6.0) + z * z * z * z * (1.0 / 24.0)
    };
    // as published: positions and velocities alternate, with coefficients from θ
    let theta = 1.0 / (2.0 - 2.0_f64.powf(1.0 / 3.0));
    let forest_ruth = |h: f64| {
        let (outer, inner) = (drift(0.5 * theta * h), drift(0.5 * (1.0 - theta) * h));
        outer * kick(theta * h) * inner * kick((1.0 - 2.0 * theta) * h) * inner * kick(theta * h) * outer
    };
    let matrices: [(&str, Step, f64); 3] =
        [("forest-ruth", &forest_ruth, 4.0), ("velocity-verlet", &verlet, 2.0), ("runge-kutta-4", &taylor, 4.0)];
    assert_eq!(rows.len(), matrices.len());
    for (row, (name, matrix, order)) in rows.iter().zip(matrices) {
        assert_eq!(row[0], name);
        for (cell, (h, count)) in row[1..4].iter().zip([(0.1, 120), (0.05, 240), (0.025, 480)]) {
            let u = (0..count).fold(DVec2::new(0.3, 0.0), |state, _| matrix(h) * state).x;
            let expected = u - 0.3 * 24_f64.cos();
            // rounding of 480 steps at positions of 1 m
            assert!((number(cell) - expected).abs() < 1e-13, "{name}, {h} s: {cell} is not {expected}");
        }
        // 0.05: the next term of the error
        assert!((number(&row[4]) - order).abs() < 0.05, "{name}: order {}", row[4]);
    }
}

/// The engine stores positions of up to 6 m, where a rounding is at most 4.4e-16 m, and rounds one
/// in each of 300 steps: u differs by at most 1.3e-13 m.
#[test]
fn the_example_of_one_spring_gives_the_same_numbers_by_hand_and_by_the_engine() {
    let mut out = Vec::new();
    one_spring::write(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let mut energies = Vec::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert!(number(cells[5]).abs() <= 1.3e-13, "{line}");
        // printed with nine digits, of which the last may be rounded the other way
        assert!((number(cells[1]) - number(cells[2])).abs() <= 1.001e-9, "{line}");
        assert!((number(cells[3]) - number(cells[4])).abs() <= 1.001e-9, "{line}");
        energies.push((cells[0], number(cells[3])));
    }
    let (_, exact) = *energies.last().unwrap();
    assert!((exact - 0.488_841_096).abs() < 1e-9);
    // without damping explicit Euler multiplies the energy by 1 + h²ω² = 1.001 per step and
    // implicit Euler divides it by that: ln(E/E_exact) = ±0.3; γ = 0.3 ω hardly changes this
    let growth = |name| (energies.iter().find(|&&(method, _)| method == name).unwrap().1 / exact).ln();
    assert!((growth("explicit-euler") - 0.3).abs() < 0.01);
    assert!((growth("implicit-euler") + 0.3).abs() < 0.01);
    assert!(growth("symplectic-euler").abs() < 0.01 && growth("runge-kutta-2").abs() < 0.001);
}
