//! Sums and bounds of vectors.

use glam::DVec3;
use wide::f64x2;

/// y ← y + c x, for as many x as there are y.
pub fn add_scaled(y: &mut [f64], c: f64, x: &[f64]) {
    let x = &x[..y.len()];
    let ((y, last), (x, end)) = (y.as_chunks_mut::<2>(), x.as_chunks::<2>());
    for (y, x) in y.iter_mut().zip(x) {
        *y = (f64x2::new(*y) + c * f64x2::new(*x)).to_array();
    }
    for (y, x) in last.iter_mut().zip(end) {
        *y += c * x;
    }
}

/// y ← y + h Σ cⱼ kⱼ, in blocks that fit into the fastest cache.
pub fn add_combination(y: &mut [f64], h: f64, coefficients: &[f64], rates: &[Vec<f64>]) {
    const BLOCK: usize = 512;
    for (n, y) in y.chunks_mut(BLOCK).enumerate() {
        for (c, rate) in coefficients.iter().zip(rates).filter(|&(&c, _)| c != 0.0) {
            add_scaled(y, h * c, &rate[n * BLOCK..]);
        }
    }
}

/// x ← x + h v: moves positions by velocities, or velocities by accelerations.
pub fn drift(x: &mut [DVec3], h: f64, v: &[DVec3]) {
    add_scaled(bytemuck::cast_slice_mut(x), h, bytemuck::cast_slice(v));
}

/// True if all are numbers from −bound to bound.
#[must_use]
pub fn within(numbers: &[f64], bound: f64) -> bool {
    // NaN is never within; without an early exit two numbers are compared at a time
    numbers.iter().fold(true, |all, x| all & (x.abs() <= bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_and_infinity_are_within_no_bound() {
        for at in 0..5 {
            for (value, inside) in [(2.0, true), (-2.0, true), (2.1, false), (f64::INFINITY, false), (f64::NAN, false)]
            {
                let mut numbers = [0.0; 5];
                numbers[at] = value;
                assert_eq!(within(&numbers, 2.0), inside, "{value}");
            }
        }
        assert!(!within(&[f64::INFINITY], f64::MAX));
    }

    #[test]
    fn combinations_are_right_across_blocks() {
        let rates = [1.0, 10.0, 100.0].map(|scale| (0..1300).map(|i| scale * f64::from(i)).collect());
        let mut y = vec![0.5; 1300];
        add_combination(&mut y, 2.0, &[1.0, 0.0, 3.0], &rates);
        assert!((0..1300).zip(y).all(|(i, y)| y == 0.5 + 602.0 * f64::from(i)));
    }
}
