//! Searches for single modes of a system, and bounds of all modes.

use crate::{
    Method, Particles, System,
    integrators::{Links, Stability, Tangent},
    linear::{BlockMatrix, Largest, Scaled},
};
use glam::{DMat3, DVec3};

/// Products of a link with a vector that a search for one mode may take, about 10 ms: a page must
/// not freeze.
const EFFORT: usize = 2_000_000;

/// Products with the matrix that such a search may always take, however many links there are.
const LEAST: usize = 16;

/// Largest ρ ω² − γ that counts as none in the search for ρ, and least ρ that counts as some, both
/// for the largest γ and ω²; and the part of the ρ found that is safe.
const RETARDED: f64 = 1e-10;
const LEAST_RETARDATION: f64 = 1e-3;
const SAFE: f64 = 0.99;

/// Search for modes of a system, for one method.
pub(super) struct Search<'a> {
    pub system: &'a System,
    pub contacts: bool,
    pub matrix: &'a mut BlockMatrix,
    /// The links that a method keeps.
    pub tangent: Option<Tangent>,
    pub settled: bool,
}

/// The constraints in the present state, for a method that integrates with their forces; sweeps of
/// projection have no step limit of their own.
pub(crate) fn tangent(system: &System, method: &Method) -> Option<Tangent> {
    integrates_links(method).then(|| Tangent::of(system))?
}

/// True if a method integrates with the pulls of links.
pub(crate) fn integrates_links(method: &Method) -> bool {
    matches!((method.links, &method.stability), (Links::Only, Stability::Partitioned { .. }))
}

/// Sets `matrix` to a K + b D as [`System::linearise_truly`], with the stiffness of the links'
/// pulls.
pub(crate) fn linearise(
    system: &System,
    contacts: bool,
    tangent: Option<&Tangent>,
    [a, b]: [f64; 2],
    matrix: &mut BlockMatrix,
) {
    system.linearise_truly([a, b], contacts, matrix);
    if let Some(tangent) = tangent {
        tangent.add_blocks(&system.particles.positions, a, false, matrix);
    }
}

impl Search<'_> {
    /// Iterates towards the largest eigenvalue of M⁻¹(a K + b D). `size` is its order of magnitude
    /// if it may be negative.
    pub fn climb(&mut self, mode: &mut Largest, coefficients: [f64; 2], size: f64) {
        linearise(self.system, self.contacts, self.tangent.as_ref(), coefficients, self.matrix);
        climb(mode, self.matrix, &self.system.particles.inverse_masses, self.tangent.as_ref(), size);
        self.settled &= mode.is_settled();
    }

    /// (γ, ω²) = (yᵀDy, yᵀKy) of the mode y that was found for a K + b D, with a > 0.
    pub fn point(&mut self, mode: &Largest, [a, b]: [f64; 2]) -> [f64; 2] {
        self.system.linearise_truly([0.0, 1.0], self.contacts, self.matrix);
        let inverse_masses = &self.system.particles.inverse_masses;
        let scaled = Scaled { matrix: self.matrix, inverse_masses, projection: None };
        let gamma = scaled.quotient(mode.vector());
        [gamma, (mode.value() - b * gamma) / a]
    }

    /// A lower bound of γ over all modes: the smallest rate at which forces on single particles
    /// slow a particle.
    pub fn least_damping_rate(&self) -> f64 {
        let System { particles, time, .. } = self.system;
        let mut floors = vec![0.0; particles.len()];
        let state = [&particles.positions[..], &particles.velocities];
        let add = &mut |i: usize, block| floors[i] += floor(block);
        self.system.each_block(self.contacts, *time, state, [0.0, 1.0, 0.0], add);
        particles.free().map(|(i, m)| floors[i] / m).fold(f64::INFINITY, f64::min)
    }

    /// A time ρ in s with γ ≥ ρ ω² for all motions, at least 0: that of the single springs, or the
    /// least γ/ω² of the system if that is longer. Each mode of ρK − D with a positive value lowers
    /// ρ to its own γ/ω², so ρ decreases quickly to the least one.
    pub fn retardation(&mut self, stiff: &Largest, gamma: f64) -> f64 {
        let Particles { positions, inverse_masses, .. } = &self.system.particles;
        let certain = self.system.retardation(self.contacts, inverse_masses, Some(positions));
        let [d, k] = self.point(stiff, [1.0, 0.0]);
        let (mut rho, settled) = (d / k, self.settled);
        for _ in 0..12 {
            let relevant = rho * stiff.value() > LEAST_RETARDATION * gamma; // false for NaN as well
            if !relevant {
                return certain;
            }
            let coefficients = [rho / gamma, -gamma.recip()];
            // soft modes lie close together near 0: the search goes on to the last digits, and
            // would not leave an earlier mode
            let mut mode = Largest::default();
            self.climb(&mut mode, coefficients, 1e-5);
            if !mode.is_settled() {
                self.settled = settled; // what is certain needs no search
                return certain;
            }
            if mode.value() <= RETARDED {
                return certain.max(SAFE * rho);
            }
            let [d, k] = self.point(&mode, coefficients);
            rho = d / k;
        }
        certain
    }

    /// Upper bound of −ω² that needs no mode, from the part of K that implicit methods leave out.
    pub fn depth(&mut self) -> f64 {
        let System { particles, springs, time, .. } = self.system;
        let state = [&particles.positions[..], &particles.velocities];
        linearise(self.system, self.contacts, self.tangent.as_ref(), [-1.0, 0.0], self.matrix);
        springs.add_blocks(&particles.positions, [1.0, 0.0], self.matrix);
        self.system.add_blocks(self.contacts, *time, state, [1.0, 0.0, 0.0], self.matrix);
        if let Some(tangent) = &self.tangent {
            tangent.add_blocks(&particles.positions, 1.0, true, self.matrix);
        }
        self.largest_bound()
    }

    /// Upper bounds of γ and ω² that need no mode.
    pub fn ceilings(&mut self) -> [f64; 2] {
        let System { particles, .. } = self.system;
        [[0.0, 1.0], [1.0, 0.0]].map(|coefficients| {
            self.system.linearise(&particles.positions, &particles.velocities, coefficients, self.matrix);
            if let Some(tangent) = &self.tangent {
                tangent.add_blocks(&particles.positions, coefficients[0], true, self.matrix);
            }
            self.largest_bound()
        })
    }

    /// Upper bound of the eigenvalues of M⁻¹A for the present matrix A.
    fn largest_bound(&self) -> f64 {
        let blocks = self.matrix.bounds();
        let bounds = blocks.iter().zip(&self.system.particles.inverse_masses);
        bounds.map(|(block, w)| w * ceiling(*block, 10)).fold(0.0, f64::max)
    }
}

/// Iterates towards the largest eigenvalue of M⁻¹A on the motions that keep the links, see
/// [`Largest::climb`].
pub(crate) fn climb(mode: &mut Largest, a: &BlockMatrix, inverse_masses: &[f64], tangent: Option<&Tangent>, size: f64) {
    let project = tangent.map(|tangent| |y: &mut [DVec3]| tangent.project(y));
    let projection = project.as_ref().map(|project| project as &dyn Fn(&mut [DVec3]));
    mode.climb(&Scaled { matrix: a, inverse_masses, projection }, size, products(a));
}

/// Products with a matrix that a search for one mode may take.
fn products(matrix: &BlockMatrix) -> usize {
    (EFFORT / (matrix.links() + matrix.len())).max(LEAST)
}

/// An upper bound of the largest eigenvalue of a positive semidefinite matrix, at most 3^(1/p)
/// times too large with p = 2^`squarings`: λ ≤ (tr Aᵖ)^(1/p).
pub(crate) fn ceiling(matrix: DMat3, squarings: u32) -> f64 {
    let trace = matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z;
    if squarings == 0 || trace <= 0.0 {
        return trace.max(0.0);
    }
    let unit = matrix * trace.recip();
    trace * ceiling(unit * unit, squarings - 1).sqrt()
}

/// A lower bound of the smallest eigenvalue of a positive semidefinite matrix A: s minus the
/// largest eigenvalue of s I − A, for an s above all eigenvalues. It is accurate to 1e-12 if all
/// are equal.
fn floor(matrix: DMat3) -> f64 {
    let most = ceiling(matrix, 20);
    (most - ceiling(DMat3::from_diagonal(DVec3::splat(most)) - matrix, 20)).max(0.0)
}
