//! Two vectors in the lanes of three registers.

use glam::DVec3;
use std::ops::{Add, Mul, Sub};
use wide::f64x2;

/// The vectors a and b as (aₓ, bₓ), (a_y, b_y), (a_z, b_z).
#[derive(Clone, Copy)]
pub(crate) struct Pair(pub [f64x2; 3]);

impl Pair {
    /// Combines two vectors.
    #[inline]
    pub fn gather(a: DVec3, b: DVec3) -> Self {
        Self([lanes(a.x, b.x), lanes(a.y, b.y), lanes(a.z, b.z)])
    }

    /// Splits into two vectors.
    #[inline]
    pub fn scatter(self) -> [DVec3; 2] {
        let [x, y, z] = self.0.map(f64x2::to_array);
        [DVec3::new(x[0], y[0], z[0]), DVec3::new(x[1], y[1], z[1])]
    }

    /// Dot products a·a′ and b·b′.
    #[inline]
    pub fn dot(self, other: Self) -> f64x2 {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        x * p + y * q + z * r
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Self([x + p, y + q, z + r])
    }
}

/// Each vector times the number in its lane.
impl Mul<Pair> for f64x2 {
    type Output = Pair;
    #[inline]
    fn mul(self, pair: Pair) -> Pair {
        Pair(pair.0.map(|lane| self * lane))
    }
}

/// Two vectors a and b in their order in memory: (aₓ, a_y), (a_z, bₓ), (b_y, b_z).
#[derive(Clone, Copy)]
pub(crate) struct Row([f64x2; 3]);

impl Row {
    /// Loads the vectors at `i` and `i + 1`.
    #[inline]
    pub fn load(vectors: &[DVec3], i: usize) -> Self {
        let numbers: &[[f64; 2]] = bytemuck::cast_slice(&vectors[i..i + 2]);
        Self([0, 1, 2].map(|n| lanes(numbers[n][0], numbers[n][1])))
    }

    /// Combines two vectors.
    #[inline]
    pub fn of([a, b]: [DVec3; 2]) -> Self {
        Self([lanes(a.x, a.y), lanes(a.z, b.x), lanes(b.y, b.z)])
    }

    /// Each vector times the number in its lane.
    #[inline]
    pub fn scaled(self, factors: f64x2) -> Self {
        let ([x, y, z], [a, b]) = (self.0, factors.to_array());
        Self([x * lanes(a, a), y * factors, z * lanes(b, b)])
    }

    /// Stores at `i` and `i + 1`.
    #[inline]
    pub fn store(self, vectors: &mut [DVec3], i: usize) {
        let numbers: &mut [[f64; 2]] = bytemuck::cast_slice_mut(&mut vectors[i..i + 2]);
        for (number, lane) in numbers.iter_mut().zip(self.0) {
            *number = lane.to_array();
        }
    }
}

impl Add for Row {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Self([x + p, y + q, z + r])
    }
}

impl Sub for Row {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        let ([x, y, z], [p, q, r]) = (self.0, other.0);
        Self([x - p, y - q, z - r])
    }
}

impl From<Row> for Pair {
    #[inline]
    fn from(row: Row) -> Self {
        let [[ax, ay], [az, bx], [by, bz]] = row.0.map(f64x2::to_array);
        Self([lanes(ax, bx), lanes(ay, by), lanes(az, bz)])
    }
}

impl From<Pair> for Row {
    #[inline]
    fn from(pair: Pair) -> Self {
        let [[ax, bx], [ay, by], [az, bz]] = pair.0.map(f64x2::to_array);
        Self([lanes(ax, ay), lanes(az, bx), lanes(by, bz)])
    }
}

/// Puts one number into each lane.
#[inline]
pub(crate) fn lanes(a: f64, b: f64) -> f64x2 {
    f64x2::new([a, b])
}
