//! All modes of a small system: frequencies and shapes without its dampers, rates with them.

use crate::{System, linear::BlockMatrix};
use glam::DVec3;
use nalgebra::{DMatrix, Schur, SymmetricEigen};
use num_complex::Complex64;

/// Rates below this part of the fastest one are set to 0: a double rate of 0 is computed as the
/// root of a rounding error.
const DRIFT: f64 = 1e-7;

/// Real parts below this part of the fastest rate are rounding errors.
const ROUNDING: f64 = 1e-12;

/// Limit of sweeps for each rate, about five times the number needed.
const SWEEPS: usize = 30;

/// The matrices of a system in its present state, for its free particles: M ü + D u̇ + K u = 0, as
/// triples (row, column, value) with rows and columns 3 i + axis for particle i. M is diagonal. K
/// and D are symmetric at rest. In motion, K also contains the turning of axial dampers, and K and
/// D contain friction; both make them asymmetric.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrices {
    /// K = −∂f/∂x in N/m, of springs (indefinite if one is compressed), axial dampers and contacts.
    pub stiffness: Vec<(u32, u32, f64)>,
    /// Masses M in kg, diagonal.
    pub mass: Vec<(u32, u32, f64)>,
    /// D = −∂f/∂v in N·s/m, of dampers, drag, air and contacts.
    pub damping: Vec<(u32, u32, f64)>,
}

impl Matrices {
    /// The matrices of the present state, with contacts if `contacts` is set.
    #[must_use]
    pub fn of(system: &System, contacts: bool) -> Self {
        let [stiffness, damping] = [[1.0, 0.0], [0.0, 1.0]].map(|coefficients| {
            let mut matrix = BlockMatrix::default();
            let state = [&system.particles.positions[..], &system.particles.velocities];
            system.differentiate((system.time, state), coefficients, contacts, &mut matrix);
            matrix.triples()
        });
        let index = |i: usize| u32::try_from(3 * i).unwrap_or(u32::MAX);
        let mass = system.particles.free().flat_map(|(i, m)| (0..3).map(move |axis| (i, axis, m)));
        Self { stiffness, mass: mass.map(|(i, axis, m)| (index(i) + axis, index(i) + axis, m)).collect(), damping }
    }

    /// Index of a row of A among the rows of free particles.
    fn place(&self, row: u32) -> Option<usize> {
        self.mass.binary_search_by_key(&row, |&(row, ..)| row).ok()
    }

    /// M^(−½) A M^(−½) as a full matrix over the rows of free particles.
    fn full(&self, triples: &[(u32, u32, f64)]) -> DMatrix<f64> {
        let n = self.mass.len();
        let mut full = DMatrix::zeros(n, n);
        for &(row, column, value) in triples {
            if let (Some(i), Some(j)) = (self.place(row), self.place(column)) {
                full[(i, j)] = value / (self.mass[i].2 * self.mass[j].2).sqrt();
            }
        }
        full
    }

    /// The rows of free particles in groups that these matrices do not couple, for example motions
    /// in a plane and motions across it.
    fn groups(&self, matrices: &[&[(u32, u32, f64)]]) -> Vec<Vec<usize>> {
        let mut first: Vec<usize> = (0..self.mass.len()).collect();
        let find = |first: &[usize], mut i: usize| {
            while first[i] != i {
                i = first[i];
            }
            i
        };
        for &(row, column, _) in matrices.iter().copied().flatten() {
            if let (Some(i), Some(j)) = (self.place(row), self.place(column)) {
                let [i, j] = [i, j].map(|i| find(&first, i));
                first[i.max(j)] = i.min(j);
            }
        }
        let mut groups = vec![Vec::new(); first.len()];
        for i in 0..first.len() {
            groups[find(&first, i)].push(i);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// The rates λ in 1/s of all motions e^(λt), two for every coordinate: the eigenvalues of
    /// ((0, I), (−M⁻¹K, −M⁻¹D)). Rates of drifts are exactly 0, those of undamped motions have no
    /// real part. `None` if the iteration does not converge.
    ///
    /// The cost grows with the cube of the number of particles.
    #[must_use]
    pub fn rates(&self) -> Option<Vec<Complex64>> {
        let (k, d) = (self.full(&self.stiffness), self.full(&self.damping));
        let n = k.nrows();
        // u̇ is divided by s, so that all blocks have entries about as large as those of D
        let s = k.amax().sqrt().max(d.amax()).max(f64::MIN_POSITIVE);
        let rates: Vec<Complex64> = if self.damping.is_empty() {
            SymmetricEigen::new(k).eigenvalues.iter().flat_map(|&value| [swing(value), -swing(value)]).collect()
        } else {
            let mut rates = Vec::with_capacity(2 * n);
            // the iteration runs in a circle on equal rates that are not coupled
            for group in self.groups(&[&self.stiffness, &self.damping]) {
                let n = group.len();
                let matrix = DMatrix::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
                    (true, true) => 0.0,
                    (true, false) => f64::from(u8::from(i == j - n)) * s,
                    (false, true) => -k[(group[i - n], group[j])] / s,
                    (false, false) => -d[(group[i - n], group[j - n])],
                });
                let schur = Schur::try_new(matrix, f64::EPSILON, SWEEPS * 2 * n)?;
                rates.extend(eigenvalues(&schur.unpack().1));
            }
            rates
        };
        let fastest = rates.iter().map(|rate| rate.norm_sqr().sqrt()).fold(0.0, f64::max);
        Some(rates.into_iter().map(|rate| cleaned(rate, fastest)).collect())
    }

    /// All modes without the dampers, the slowest first, of the matrices of a system at rest. A
    /// mode moves only what K couples: even if several have the same frequency, the modes of a
    /// plane system lie in its plane or across it.
    #[must_use]
    pub fn modes(&self) -> Vec<Mode> {
        let stiffness = self.full(&self.stiffness);
        let mut modes = Vec::with_capacity(self.mass.len());
        for group in self.groups(&[&self.stiffness]) {
            let part = DMatrix::from_fn(group.len(), group.len(), |i, j| stiffness[(group[i], group[j])]);
            let SymmetricEigen { eigenvalues, eigenvectors } = SymmetricEigen::new(part);
            let pairs = eigenvalues.iter().zip(eigenvectors.column_iter());
            modes.extend(pairs.map(|(&value, y)| self.mode(value, &group, y.as_slice())));
        }
        modes.sort_unstable_by(|a, b| a.omega_squared.total_cmp(&b.omega_squared));
        modes
    }

    /// The mode of a unit eigenvector y: u = M^(−½) y, scaled to length 1, for all particles up to
    /// the last free one.
    fn mode(&self, omega_squared: f64, group: &[usize], y: &[f64]) -> Mode {
        let particles = self.mass.last().map_or(0, |&(row, ..)| row as usize / 3 + 1);
        let mut shape = vec![DVec3::ZERO; particles];
        for (&(row, _, mass), y) in group.iter().map(|&i| &self.mass[i]).zip(y) {
            shape[row as usize / 3][row as usize % 3] = y / mass.sqrt();
        }
        let part = |row: u32| shape.get(row as usize / 3).map_or(0.0, |u| u[row as usize % 3]);
        let damping_rate = self.damping.iter().map(|&(row, column, value)| part(row) * value * part(column)).sum();
        let length = shape.iter().map(|u| u.length_squared()).sum::<f64>().sqrt();
        for u in &mut shape {
            *u /= length;
        }
        Mode { omega_squared, damping_rate, shape }
    }
}

/// A motion u(t) = u cos ωt of all particles together, without dampers.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// ω² in 1/s²; negative if the state is unstable.
    pub omega_squared: f64,
    /// γ = uᵀDu/uᵀMu in 1/s: the mode decays as e^(−γt/2) if dampers are weak or have the same
    /// modes.
    pub damping_rate: f64,
    /// Displacement u of each particle, of length 1 in all.
    pub shape: Vec<DVec3>,
}

impl Mode {
    /// Largest number of free particles for which all modes are computed; the cost grows with its
    /// cube.
    pub const MOST: u32 = 300;

    /// Angular frequency ω in rad/s; 0 if the state is unstable.
    #[must_use]
    pub fn angular_frequency(&self) -> f64 {
        self.omega_squared.max(0.0).sqrt()
    }
}

/// √−x for a real x of either sign.
fn swing(x: f64) -> Complex64 {
    Complex64::new(x.min(0.0).abs().sqrt(), x.max(0.0).sqrt())
}

/// The eigenvalues of a matrix that is upper triangular except for 2 × 2 blocks on its diagonal.
/// Such a block may have two real ones.
fn eigenvalues(matrix: &DMatrix<f64>) -> Vec<Complex64> {
    let n = matrix.nrows();
    let mut all = Vec::with_capacity(n);
    while all.len() < n {
        let i = all.len();
        if i + 1 == n || matrix[(i + 1, i)] == 0.0 {
            all.push(matrix[(i, i)].into());
            continue;
        }
        let [mean, half] = [1.0, -1.0].map(|sign| f64::midpoint(matrix[(i, i)], sign * matrix[(i + 1, i + 1)]));
        let root = swing(-half * half - matrix[(i, i + 1)] * matrix[(i + 1, i)]);
        all.extend([mean + root, mean - root]);
    }
    all
}

fn cleaned(rate: Complex64, fastest: f64) -> Complex64 {
    let size = rate.norm_sqr().sqrt();
    if size <= DRIFT * fastest {
        Complex64::ZERO
    } else if rate.re.abs() <= ROUNDING * fastest {
        Complex64::new(0.0, rate.im)
    } else {
        rate
    }
}
