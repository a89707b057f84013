//! Surfaces of thousands of vertices as Wavefront OBJ, held at two vertices: a flag, a skirt, a
//! tower.

use glam::DVec3;
use std::f64::consts::TAU;
use std::fmt::Write;

/// A triangulated grid of `columns` × `rows` vertices at `place(u, v)`, u and v from 0 to 1;
/// `closed` joins the last column to the first.
fn grid([columns, rows]: [usize; 2], closed: bool, place: impl Fn(f64, f64) -> DVec3) -> String {
    let mut obj = String::new();
    let last = if closed { columns } else { columns - 1 };
    for row in 0..rows {
        for column in 0..columns {
            let x = place(column as f64 / last as f64, row as f64 / (rows - 1) as f64);
            writeln!(obj, "v {} {} {}", x.x, x.y, x.z).unwrap();
        }
    }
    let vertex = |column: usize, row: usize| 1 + row * columns + column % columns;
    for row in 0..rows - 1 {
        for column in 0..last {
            let [a, b] = [column, column + 1].map(|column| vertex(column, row));
            let [c, d] = [column, column + 1].map(|column| vertex(column, row + 1));
            writeln!(obj, "f {a} {b} {d}\nf {a} {d} {c}").unwrap();
        }
    }
    obj
}

/// A tube of 24 × 16 vertices, 1 m wide and `length` (m) long, downwards or along x.
pub fn tube(length: f64, lying: bool) -> String {
    grid([24, 16], true, |u, v| {
        let (sine, cosine) = (TAU * u).sin_cos();
        let (along, across) = (length * v, [0.5 * cosine, 0.5 * sine]);
        if lying { DVec3::new(along, across[0], across[1]) } else { DVec3::new(across[0], -along, across[1]) }
    })
}

/// Name, OBJ and the two held vertices, counted from 1.
pub fn all(size: usize) -> [(&'static str, String, [usize; 2]); 3] {
    let n = 10 * size;
    [
        // 2 m × 1.2 m with ripples of 1 cm, held at the corners of one side
        (
            "flag",
            grid([8 * size, 5 * size], false, |u, v| {
                DVec3::new(2.0 * u, -1.2 * v, 0.01 * (20.0 * u).sin() * (13.0 * v).cos())
            }),
            [1, 8 * size * (5 * size - 1) + 1],
        ),
        // 0.8 m long with twelve folds, held at both hips
        (
            "skirt",
            grid([n, 4 * size], true, |u, v| {
                let radius = 0.15 + 0.35 * v + 0.04 * v * (12.0 * TAU * u).cos();
                let (sine, cosine) = (TAU * u).sin_cos();
                DVec3::new(radius * cosine, -0.8 * v, radius * sine)
            }),
            [1, n / 2 + 1],
        ),
        // 3 m high, narrow at the top, held at two vertices of its foot: it topples and crumples
        (
            "tower",
            grid([6 * size, 12 * size], true, |u, v| {
                let radius = 0.1 + 0.5 * v * v;
                let (sine, cosine) = (TAU * u).sin_cos();
                DVec3::new(radius * cosine, 3.0 * (1.0 - v), radius * sine)
            }),
            [6 * size * (12 * size - 1) + 1, 6 * size * (12 * size - 1) + 1 + 3 * size],
        ),
    ]
}
