//! Eigenvalues of full matrices, kept as a list of columns.
//!
//! Source: Golub & Van Loan, Matrix Computations, 4th edition, sections 7.4, 7.5 and 8.3.

use num_complex::Complex64;
use springlab_fast::{add_scaled, rotate};

/// Sweeps for each eigenvalue, some ten times what they take.
const SWEEPS: usize = 30;

/// After so many sweeps for one eigenvalue the next shift is another one: there are matrices that the usual one leads in a circle.
const CIRCLE: usize = 10;

/// Eigenvalues of a symmetric matrix, and eigenvectors of length 1: QR with Wilkinson's shift on the tridiagonal form.
pub fn symmetric(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let mut q: Vec<Vec<f64>> = (0..n).map(|j| (0..n).map(|i| f64::from(u8::from(i == j))).collect()).collect();
    reduce(&mut a, &mut q);
    let mut d: Vec<f64> = (0..n).map(|i| a[i][i]).collect();
    let mut e: Vec<f64> = (1..n).map(|i| a[i - 1][i]).collect();
    let mut end = e.len();
    while end > 0 {
        // NaN couples nothing
        let couples = |i: usize| e[i].abs() > f64::EPSILON * (d[i].abs() + d[i + 1].abs());
        if !couples(end - 1) {
            end -= 1;
            continue;
        }
        let start = (0..end).rev().take_while(|&i| couples(i)).last().unwrap_or(end);
        sweep(start, &mut d[..=end], &mut e[..end], &mut q);
    }
    (d, q)
}

/// A sweep over the rows from `start` on of the symmetric matrix with the diagonals d and e. The columns of q turn with it.
fn sweep(start: usize, d: &mut [f64], e: &mut [f64], q: &mut [Vec<f64>]) {
    let end = e.len();
    let half = 0.5 * (d[end - 1] - d[end]);
    let off = e[end - 1];
    let shift = d[end] - off * off / (half + (half * half + off * off).sqrt().copysign(half));
    let (mut x, mut z) = (d[start] - shift, e[start]);
    for i in start..end {
        let r = (x * x + z * z).sqrt();
        let (c, s) = if r > 0.0 { (x / r, z / r) } else { (1.0, 0.0) };
        if i > start {
            e[i - 1] = r;
        }
        let (a, b, w) = (d[i], e[i], d[i + 1]);
        d[i] = c * c * a + 2.0 * c * s * b + s * s * w;
        d[i + 1] = s * s * a - 2.0 * c * s * b + c * c * w;
        e[i] = c * s * (w - a) + (c * c - s * s) * b;
        if i + 1 < end {
            (x, z) = (e[i], s * e[i + 1]);
            e[i + 1] *= c;
        }
        if let [p, q] = &mut q[i..i + 2] {
            rotate(p, q, [c, s]);
        }
    }
}

/// Eigenvalues of any square matrix: QR with Wilkinson's shift on the Hessenberg form, in complex numbers. `None` where the iteration does not end.
pub fn general(mut a: Vec<Vec<f64>>) -> Option<Vec<Complex64>> {
    reduce(&mut a, &mut []);
    let mut h: Vec<Vec<Complex64>> = a.iter().map(|column| column.iter().map(|&x| x.into()).collect()).collect();
    let mut sweeps = 0;
    for end in (1..h.len()).rev() {
        for n in 1.. {
            let couples = |i: usize| size(h[i][i + 1]) > f64::EPSILON * (size(h[i][i]) + size(h[i + 1][i + 1]));
            let start = (0..end).rev().take_while(|&i| couples(i)).last().unwrap_or(end);
            if start == end {
                break;
            }
            sweeps += 1;
            if sweeps > SWEEPS * h.len() {
                return None;
            }
            let shift = if n % CIRCLE == 0 { size(h[end - 1][end]).into() } else { wilkinson(&h, end) };
            turn(start, end, shift, &mut h);
        }
    }
    Some((0..h.len()).map(|i| h[i][i]).collect())
}

/// The eigenvalue of the last 2 × 2 block that is closer to the last entry.
fn wilkinson(h: &[Vec<Complex64>], end: usize) -> Complex64 {
    let last = h[end][end];
    let half = 0.5 * (h[end - 1][end - 1] - last);
    let product = h[end][end - 1] * h[end - 1][end];
    let root = (half * half + product).sqrt();
    let far = if (half.conj() * root).re < 0.0 { half - root } else { half + root };
    if size(far) > 0.0 { last - product / far } else { last }
}

/// A sweep over a diagonal block of a Hessenberg matrix: H − μI = QR becomes RQ + μI.
fn turn(start: usize, end: usize, shift: Complex64, h: &mut [Vec<Complex64>]) {
    for (i, column) in h.iter_mut().enumerate().take(end + 1).skip(start) {
        column[i] -= shift;
    }
    let mut turns = Vec::with_capacity(end - start);
    for k in start..end {
        let (x, z) = (h[k][k], h[k][k + 1]);
        let r = (x.norm_sqr() + z.norm_sqr()).sqrt();
        let (c, s) = if r > 0.0 { (x / r, z / r) } else { (1.0.into(), 0.0.into()) };
        for column in &mut h[k..=end] {
            let (x, z) = (column[k], column[k + 1]);
            (column[k], column[k + 1]) = (c.conj() * x + s.conj() * z, c * z - s * x);
        }
        turns.push((c, s));
    }
    for (k, (c, s)) in (start..).zip(turns) {
        if let [left, right] = &mut h[k..k + 2] {
            for (x, z) in left[start..=k + 1].iter_mut().zip(&mut right[start..]) {
                (*x, *z) = (c * *x + s * *z, c.conj() * *z - s.conj() * *x);
            }
        }
    }
    for (i, column) in h.iter_mut().enumerate().take(end + 1).skip(start) {
        column[i] += shift;
    }
}

fn size(z: Complex64) -> f64 {
    z.norm_sqr().sqrt()
}

/// Makes A a Hessenberg matrix HᵀA H, which is tridiagonal where A is symmetric, by reflections H, and Q to Q H; Q can be left out.
fn reduce(a: &mut [Vec<f64>], q: &mut [Vec<f64>]) {
    for k in 2..a.len() {
        let mut v = a[k - 2][k - 1..].to_vec();
        v[0] += dot(&v, &v).sqrt().copysign(v[0]);
        let square = dot(&v, &v);
        if square == 0.0 {
            continue;
        }
        for column in &mut a[k - 2..] {
            let factor = -2.0 * dot(&v, &column[k - 1..]) / square;
            add_scaled(&mut column[k - 1..], factor, &v);
        }
        let mut sum = vec![0.0; a.len()];
        for columns in [&mut *a, &mut *q] {
            sum.fill(0.0);
            for (column, factor) in columns.iter().skip(k - 1).zip(&v) {
                add_scaled(&mut sum, *factor, column);
            }
            for (column, factor) in columns.iter_mut().skip(k - 1).zip(&v) {
                add_scaled(column, -2.0 * factor / square, &sum);
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from −0.5 to 0.5.
    fn arbitrary(n: usize) -> Vec<Vec<f64>> {
        (0..n)
            .map(|j| (0..n).map(|i| ((i * i + 7 * i * j + 3 * j) as f64 * 0.618_034).fract() - 0.5).collect())
            .collect()
    }

    #[test]
    fn eigenvectors_take_a_symmetric_matrix_apart() {
        let numbers = arbitrary(9);
        let mixed = (0..9).map(|j| (0..9).map(|i| numbers[i][j] + numbers[j][i]).collect()).collect();
        for a in [
            mixed,
            vec![vec![1.0; 5]; 5],
            vec![vec![0.0; 3]; 3],
            vec![vec![0.0, 2.0], vec![2.0, 0.0]],
            vec![vec![7.0]],
            vec![],
        ] {
            let (values, vectors) = symmetric(a.clone());
            for (j, column) in a.iter().enumerate() {
                for (i, expected) in column.iter().enumerate() {
                    let sum: f64 = values.iter().zip(&vectors).map(|(value, y)| value * y[i] * y[j]).sum();
                    assert!((sum - expected).abs() < 1e-14, "{sum} for {expected}");
                    let product = dot(&vectors[i], &vectors[j]) - f64::from(u8::from(i == j));
                    assert!(product.abs() < 1e-14, "{product} of {i} and {j}");
                }
            }
        }
    }

    /// Σ λᵖ is the trace of Aᵖ.
    #[test]
    fn powers_of_eigenvalues_add_up_to_the_trace() {
        let a = arbitrary(12);
        let values = general(a.clone()).unwrap();
        let mut power = a.clone();
        for p in 1..=4 {
            let trace: f64 = (0..12).map(|i| power[i][i]).sum();
            let sum: Complex64 = values.iter().map(|value| value.powi(p)).sum();
            assert!(size(sum - trace) < 1e-12, "{sum} for {trace}");
            power = power.iter().map(|x| (0..12).map(|i| (0..12).map(|j| a[j][i] * x[j]).sum()).collect()).collect();
        }
        assert_eq!(general(vec![]), Some(vec![]));
    }

    /// On the matrix that moves every coordinate on by one, Wilkinson's shift is 0, and changes nothing.
    #[test]
    fn a_matrix_that_goes_round_has_the_roots_of_unity() {
        for n in [2, 3, 7] {
            let a = (0..n).map(|j| (0..n).map(|i| f64::from(u8::from((j + 1) % n == i))).collect()).collect();
            let values = general(a).unwrap();
            for (i, value) in values.iter().enumerate() {
                let power = value.powi(n);
                assert!(size(power - 1.0) < 1e-13, "{value}");
                assert!(values[..i].iter().all(|other| size(other - value) > 0.5), "{value} comes twice");
            }
        }
    }
}
