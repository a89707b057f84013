//! Step limits of a system in its present state, from its fastest modes.

pub mod modes;
mod range;

use crate::{
    Method, Particles, Settings, System,
    integrators::{Limit, Links, Stability, rattle::Tangent},
    linear::{BlockMatrix, Largest, Scaled, dot},
    oscillator::exact::DampedOscillator,
    oscillator::stability::{polynomial, rate_limit, rates},
};
use glam::{DMat3, DVec3};
use modes::Matrices;
use num_complex::Complex64;
use range::Range;
use std::borrow::Cow;

/// Products of a link with a vector that a search for one mode may take, about 10 ms: a page must
/// not freeze.
const EFFORT: usize = 2_000_000;

/// Products with the matrix that such a search may always take, however many links there are.
const LEAST: usize = 16;

/// Most free particles for which rates are computed one by one, in about 20 ms.
const SMALL: usize = 20;

/// First cuts around the modes of larger systems, as directions in units of the largest γ and ω².
/// They are tight if springs and dampers have the same modes.
const DIAGONALS: [[f64; 2]; 3] = [[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];

/// Number of further cuts, each at the worst remaining corner.
const CUTS: usize = 4;

/// Margin of cuts, in units of the largest γ and ω²: a search may end some 1e-6 below its value.
const SLACK: f64 = 1e-5;

/// Largest ρ ω² − γ that counts as none in the search for ρ, and least ρ that counts as some, both
/// for the largest γ and ω²; and the part of the ρ found that is safe.
const RETARDED: f64 = 1e-10;
const LEAST_RETARDATION: f64 = 1e-3;
const SAFE: f64 = 0.99;

/// The step limit has converged when its relative change is below this.
const SETTLED: f64 = 1e-9;

/// Remedies that need a smaller factor are not offered.
const LEAST_FACTOR: f64 = 1e-3;

/// The largest stable time step of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLimit {
    /// Limit in s: 0 if every step grows, infinite if none does.
    pub seconds: f64,
    /// True if it is only a lower bound: every step up to it is stable, and longer ones may be.
    pub bound: bool,
}

impl StepLimit {
    const NONE: Self = Self { seconds: f64::INFINITY, bound: false };
}

/// The fastest modes of a system in its present state, and the step limit of a method. The equation
/// of motion is M ü + D u̇ + K u = 0 with the true stiffness and damping matrices of springs,
/// dampers and drag, and of contacts if the method feels them.
///
/// - **Undamped**, or with a method that is stable while h²ω² + c hγ < 4: the largest eigenvalue of
///   M⁻¹K, or of M⁻¹(h²K + c hD), gives the exact limit. With such a method the factor z per step
///   solves det(a(z) M + b(z) hD + c(z) h²K) = 0 and leaves the unit circle only at z = −1, where
///   that determinant is det(4 M − c hD − h²K).
/// - **Runge-Kutta methods, up to 20 free particles**: all rates λ of the motion, one by one;
///   |R(hλ)| ≤ 1.
/// - **Runge-Kutta methods, more particles**: every rate solves λ² + dλ + k = 0 with
///   (d, k) = (uᵀDu, uᵀKu)/uᵀMu of its own mode u. All such points lie in a polygon, cut out by
///   the largest eigenvalues of some sums a K + b D, and by d ≥ ρ k if that holds for every single
///   spring. A step that is stable on all of the polygon is stable: a safe bound.
///
/// - **RATTLE**: the links that hold are springs T/ℓ across themselves with their present pulls T,
///   and only motions that keep them count, see the module `rattle`. Where links cannot be
///   satisfied there is no such stiffness: sweeps of projection end the step.
///
/// Rates with a positive real part, of a compressed system that is about to buckle, grow in the
/// exact motion as well, until the springs have turned, and limit no method. Growth without end,
/// by dampers while time runs backwards, makes the limit 0. Friction at obstacles is left out, see
/// [`friction`](Self::friction).
///
/// Modes are found from below by iteration, to about nine digits. If a search takes too long, it
/// ends before it has converged. The limit is then a bound from the blocks of single particles,
/// ω² ≤ max λ(T)/m (see [`BlockMatrix::bounds`]), within 1 % on a cloth.
#[derive(Clone, Debug, Default)]
pub struct Spectrum {
    matrix: BlockMatrix,
    /// Largest eigenvalues of K, of D, of h²K + c hD at the limit and at the present step, and of
    /// −K.
    stiff: Largest,
    damped: Largest,
    limiting: Largest,
    critical: Largest,
    softest: Largest,
    cuts: Vec<Largest>,
    method: Option<&'static Method>,
    settings: Settings,
    step: f64,
    range: Range,
    rates: Vec<Complex64>,
    /// h²ω² and c hγ of the critical mode.
    parts: [f64; 2],
    limit: Option<StepLimit>,
    settled: bool,
    /// Displacements of the critical mode.
    shape: Vec<DVec3>,
    /// Largest rate of friction in 1/s.
    friction: f64,
}

/// Search for modes of a system, for one method.
struct Search<'a> {
    system: &'a System,
    contacts: bool,
    matrix: &'a mut BlockMatrix,
    /// The links that a method keeps.
    tangent: Option<Tangent>,
    settled: bool,
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
    fn climb(&mut self, mode: &mut Largest, coefficients: [f64; 2], size: f64) {
        linearise(self.system, self.contacts, self.tangent.as_ref(), coefficients, self.matrix);
        climb(mode, self.matrix, &self.system.particles.inverse_masses, self.tangent.as_ref(), size);
        self.settled &= mode.is_settled();
    }

    /// (γ, ω²) = (yᵀDy, yᵀKy) of the mode y that was found for a K + b D, with a > 0.
    fn point(&mut self, mode: &Largest, [a, b]: [f64; 2]) -> [f64; 2] {
        self.system.linearise_truly([0.0, 1.0], self.contacts, self.matrix);
        let inverse_masses = &self.system.particles.inverse_masses;
        let scaled = Scaled { matrix: self.matrix, inverse_masses, projection: None };
        let gamma = scaled.quotient(mode.vector());
        [gamma, (mode.value() - b * gamma) / a]
    }

    /// A lower bound of γ over all modes: the smallest rate at which forces on single particles
    /// slow a particle.
    fn least_damping_rate(&self) -> f64 {
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
    fn retardation(&mut self, stiff: &Largest, gamma: f64) -> f64 {
        let Particles { positions, inverse_masses, .. } = &self.system.particles;
        let certain = self.system.retardation(self.contacts, inverse_masses, Some(positions));
        let [d, k] = self.point(stiff, [1.0, 0.0]);
        let mut rho = d / k;
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

    /// Upper bounds of γ and ω² that need no mode.
    fn ceilings(&mut self) -> [f64; 2] {
        let System { particles, .. } = self.system;
        [[0.0, 1.0], [1.0, 0.0]].map(|coefficients| {
            self.system.linearise(&particles.positions, &particles.velocities, coefficients, self.matrix);
            if let Some(tangent) = &self.tangent {
                tangent.add_blocks(&particles.positions, coefficients[0], true, self.matrix);
            }
            let blocks = self.matrix.bounds();
            let bounds = blocks.iter().zip(&particles.inverse_masses).map(|(block, w)| w * ceiling(*block, 10));
            bounds.fold(0.0, f64::max)
        })
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

impl Spectrum {
    /// Updates the modes for the system, a method with these settings and the time step `h` in s,
    /// which is negative backwards in time.
    pub fn update(&mut self, system: &System, method: &'static Method, settings: Settings, h: f64) {
        let backwards = h < 0.0;
        let h = h.abs();
        (self.method, self.settings, self.step) = (Some(method), settings, h);
        let contacts = !method.projects_contacts;
        self.friction = if contacts { grip(system) } else { 0.0 };
        let system = &*system.without_friction();
        let mut matrix = std::mem::take(&mut self.matrix);
        let tangent = tangent(system, method);
        let mut search = Search { system, contacts, matrix: &mut matrix, tangent, settled: true };
        search.climb(&mut self.stiff, [1.0, 0.0], 0.0);
        search.climb(&mut self.damped, [0.0, 1.0], 0.0);
        self.range = Range::rectangle([0.0, self.damped.value()], [0.0, self.stiff.value()]);
        self.rates.clear();
        self.limit = Some(if backwards && self.damped.value() > 0.0 {
            StepLimit { seconds: 0.0, bound: false }
        } else {
            self.find_limit(&mut search, method)
        });
        let c = self.sum_factor();
        self.compare(&mut search, c, h);
        self.settled = search.settled;
        self.matrix = matrix;
        self.update_shape(system);
    }

    fn find_limit(&mut self, search: &mut Search, method: &Method) -> StepLimit {
        if self.stiff.value() <= 0.0 && self.damped.value() <= 0.0 && search.settled {
            return StepLimit::NONE;
        }
        match method.stability {
            Stability::Partitioned { limit: Limit::None, .. } => StepLimit::NONE,
            Stability::Partitioned { limit, .. } => self.find_partitioned(search, limit),
            Stability::Polynomial(r, _) if self.damped.value() == 0.0 => {
                let omega_squared = if search.settled { self.stiff.value() } else { search.ceilings()[1] };
                let seconds = rate_limit(r, Complex64::new(0.0, omega_squared.sqrt()));
                StepLimit { seconds, bound: !search.settled }
            }
            Stability::Polynomial(r, _) => self.find_polynomial(search, r),
            _ => StepLimit::NONE,
        }
    }

    /// The step h at which the largest eigenvalue of h²K + c hD is 4. Every single mode gives a
    /// longer step, so the iteration decreases to h.
    fn find_partitioned(&mut self, search: &mut Search, limit: Limit) -> StepLimit {
        let stiff = self.stiff.value() > 0.0;
        let first = if stiff { search.point(&self.stiff, [1.0, 0.0]) } else { [self.damped.value(), 0.0] };
        let mut seconds = limit.step(first);
        if let Limit::Sum(c) = limit {
            for _ in 0..20 {
                search.climb(&mut self.limiting, [seconds * seconds, c * seconds], 0.0);
                let next = limit.step(search.point(&self.limiting, [seconds * seconds, c * seconds])).min(seconds);
                let change = seconds - next;
                seconds = next;
                if change <= SETTLED * seconds || !search.settled {
                    break;
                }
            }
            self.range.cut([c * seconds, seconds * seconds], 4.0);
        }
        if search.settled {
            return StepLimit { seconds, bound: false };
        }
        let [gamma, omega_squared] = search.ceilings();
        self.range = Range::rectangle([0.0, gamma], [0.0, omega_squared]);
        StepLimit { seconds: limit.step([gamma, omega_squared]), bound: true }
    }

    fn find_polynomial(&mut self, search: &mut Search, r: &[f64]) -> StepLimit {
        self.narrow(search, &|point| mode_limit(r, point));
        if search.system.particles.free().count() <= SMALL
            && let Some(rates) = Matrices::of(search.system, search.contacts).rates()
        {
            self.rates = rates;
            let damped = self.rates.iter().filter(|rate| rate.re <= 0.0);
            let seconds = damped.map(|&rate| rate_limit(r, rate)).fold(f64::INFINITY, f64::min);
            return StepLimit { seconds, bound: false };
        }
        StepLimit { seconds: self.range.worst(&|point| mode_limit(r, point)).value, bound: true }
    }

    /// Cuts the range down where it is worst.
    fn narrow(&mut self, search: &mut Search, value: &dyn Fn([f64; 2]) -> f64) {
        search.climb(&mut self.softest, [-1.0, 0.0], self.stiff.value());
        let [gamma, omega_squared] =
            if search.settled { [self.damped.value(), self.stiff.value()] } else { search.ceilings() };
        let least = search.least_damping_rate().min(gamma);
        // with a method that is stable on undamped motion, ρ excludes nothing
        let needed = value([0.0, omega_squared]) == 0.0;
        let rho = if needed { search.retardation(&self.stiff, gamma) } else { 0.0 };
        let softest = if search.settled { self.softest.value().max(0.0) } else { omega_squared };
        self.range = Range::rectangle([least, gamma], [-softest, omega_squared]);
        self.range.retard(rho);
        self.cuts.resize_with(DIAGONALS.len() + CUTS, Largest::default);
        for (i, mode) in self.cuts.iter_mut().enumerate() {
            let diagonal = DIAGONALS.get(i).map(|[a, b]| [a / gamma, b / omega_squared]);
            let Some([a, b]) = diagonal.or_else(|| self.range.worst(value).direction) else { break };
            let size = a.abs() * gamma + b.abs() * omega_squared;
            let [a, b] = [a / size, b / size];
            if !(a.is_finite() && b.is_finite()) {
                break;
            }
            search.climb(mode, [b, a], 1.0);
            if !search.settled {
                break;
            }
            self.range.cut([a, b], mode.value() + SLACK);
        }
    }

    /// Finds the critical mode of the present step and its share of the limit 4.
    fn compare(&mut self, search: &mut Search, c: f64, h: f64) {
        search.climb(&mut self.critical, [h * h, c * h], 0.0);
        let [gamma, omega_squared] = search.point(&self.critical, [h * h, c * h]);
        self.parts = [h * h * omega_squared, c * h * gamma];
    }

    fn update_shape(&mut self, system: &System) {
        let shape = self.critical.vector().iter().zip(&system.particles.inverse_masses).map(|(y, w)| w.sqrt() * *y);
        self.shape.clear();
        self.shape.extend(shape);
        let length = dot(&self.shape, &self.shape).sqrt();
        self.shape.iter_mut().filter(|_| length > 0.0).for_each(|z| *z /= length);
    }

    /// Largest angular frequency ω_max in rad/s.
    #[must_use]
    pub fn angular_frequency(&self) -> f64 {
        self.stiff.value().max(0.0).sqrt()
    }

    /// Largest damping rate γ_max in 1/s.
    #[must_use]
    pub fn damping_rate(&self) -> f64 {
        self.damped.value()
    }

    /// Displacements of the particles in the critical mode, the one with the largest
    /// [`sum`](Self::sum). Their length is 1 in all.
    #[must_use]
    pub fn mode(&self) -> &[DVec3] {
        &self.shape
    }

    /// Products with a matrix in the last update.
    #[must_use]
    pub fn products(&self) -> usize {
        let modes = [&self.stiff, &self.damped, &self.limiting, &self.critical];
        modes.into_iter().map(Largest::products).sum()
    }

    /// True if the searches of the last update converged. Values that have not converged are too
    /// low; further updates continue from them.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// h²ω² and c hγ of the mode with the largest sum of both, dimensionless, for a method that is
    /// stable while the sum is below 4.
    #[must_use]
    pub fn parts(&self) -> Option<[f64; 2]> {
        let stability = self.method.map(|method| &method.stability);
        matches!(stability, Some(Stability::Partitioned { limit: Limit::Sum(_), .. })).then_some(self.parts)
    }

    /// The largest h²ω² + c hγ of all modes, see [`parts`](Self::parts); c = 2 for methods without
    /// parts.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.parts[0] + self.parts[1]
    }

    /// Bound of the c hγ that friction at obstacles adds, dimensionless; 0 for methods that project
    /// contacts. No limit counts friction: beyond 4 it chatters within a bound, and nothing grows.
    #[must_use]
    pub fn friction(&self) -> f64 {
        self.sum_factor() * self.step * self.friction
    }

    /// The c of h²ω² + c hγ; 2 for methods without such a sum.
    fn sum_factor(&self) -> f64 {
        match self.method.map(|method| &method.stability) {
            Some(Stability::Partitioned { limit: Limit::Sum(c), .. }) => *c,
            _ => 2.0,
        }
    }

    /// The step limit of the method.
    #[must_use]
    pub fn step_limit(&self) -> StepLimit {
        self.limit.unwrap_or(StepLimit::NONE)
    }

    /// Changes that make the present step stable, for all modes that the system may have.
    #[must_use]
    pub fn remedies(&self) -> Remedies {
        let StepLimit { seconds, .. } = self.step_limit();
        if let Some(Stability::Partitioned { limit: Limit::Sum(c), .. }) = self.method.map(|method| &method.stability) {
            return self.headroom(*c, seconds);
        }
        if self.step <= seconds {
            return Remedies { stiffness: Some(1.0), damping: Some(1.0), step: Some(1.0) };
        }
        if seconds == 0.0 {
            return Remedies { stiffness: None, damping: None, step: None };
        }
        let stable = |factors| self.step <= self.range_limit(&self.range.scaled(factors));
        Remedies {
            stiffness: largest(&|factor| stable([factor, 1.0])),
            damping: largest(&|factor| stable([1.0, factor])),
            step: Some(seconds / self.step),
        }
    }

    /// The factors with which every corner of the range keeps h²ω² + c hγ ≤ 4.
    fn headroom(&self, c: f64, seconds: f64) -> Remedies {
        let h = self.step;
        let least = |factor: &dyn Fn([f64; 2]) -> f64| {
            let least = self.range.worst(&|[d, k]| factor([c * h * d, h * h * k])).value;
            (least > 0.0 && least.is_finite()).then_some(least)
        };
        Remedies {
            stiffness: least(&|[damper, spring]| if spring > 0.0 { (4.0 - damper) / spring } else { f64::INFINITY }),
            damping: least(&|[damper, spring]| if damper > 0.0 { (4.0 - spring) / damper } else { f64::INFINITY }),
            step: seconds.is_finite().then_some(seconds / h),
        }
    }

    fn range_limit(&self, range: &Range) -> f64 {
        self.method.map_or(f64::INFINITY, |method| range_limit(method, range))
    }

    /// True if the present step is stable with stiffness and damping multiplied by these factors
    /// and all motion slowed at an additional rate (1/s), for all rates in the polygon.
    pub(crate) fn is_stable_scaled(&self, factors: [f64; 2], slowing: f64) -> bool {
        self.step <= self.range_limit(&self.range.scaled(factors).moved(slowing))
    }

    /// True if the present step is stable after adding up to this much to γ and ω² of any motion,
    /// for all rates in the polygon.
    pub(crate) fn is_stable_widened(&self, more: [f64; 2]) -> bool {
        self.step <= self.range_limit(&self.range.widened(more))
    }

    /// The mode of the largest [`sum`](Self::sum), for unit masses.
    pub(crate) fn critical(&self) -> &Largest {
        &self.critical
    }

    /// Growth per step of the motion with the present step: the largest of all rates if they are
    /// known, else of all modes that the system may have.
    #[must_use]
    pub fn growth(&self) -> f64 {
        let Some(method) = self.method else { return 1.0 };
        if let (Stability::Polynomial(r, _), false) = (&method.stability, self.rates.is_empty()) {
            return self.rates.iter().map(|rate| polynomial(r, self.step * rate).norm_sqr().sqrt()).fold(0.0, f64::max);
        }
        -self.range.worst(&|point| -method.growth(&oscillator(point), self.step, &self.settings)).value
    }
}

fn oscillator([damping, stiffness]: [f64; 2]) -> DampedOscillator {
    DampedOscillator { mass: 1.0, stiffness, damping }
}

/// Step limit in s of the Runge-Kutta method R on ü + γ u̇ + ω² u = 0. Rates that grow in the exact
/// motion are left out.
fn mode_limit(r: &[f64], point: [f64; 2]) -> f64 {
    let rates = rates(&oscillator(point)).into_iter().filter(|rate| rate.re <= 0.0);
    rates.map(|rate| rate_limit(r, rate)).fold(f64::INFINITY, f64::min)
}

/// A step in s up to which a method is stable on every oscillator with γ from `least` up to a
/// bound, with ω² up to a bound, and with γ ≥ ρ ω²: 0 if there is none, infinite if all are stable.
pub(crate) fn safe_step(method: &Method, [gamma, omega_squared]: [f64; 2], least: f64, rho: f64) -> f64 {
    let mut range = Range::rectangle([least.min(gamma), gamma], [0.0, omega_squared]);
    range.retard(rho);
    range_limit(method, &range)
}

/// The largest rate in 1/s at which friction may slow a particle in the present state.
fn grip(system: &System) -> f64 {
    let smooth = system.without_friction();
    let state = [&system.particles.positions[..], &system.particles.velocities];
    let mut blocks = vec![DMat3::ZERO; system.particles.len()];
    if !matches!(smooth, Cow::Borrowed(_)) {
        for (system, sign) in [(system, 1.0), (&*smooth, -1.0)] {
            let add = &mut |i: usize, block| blocks[i] += sign * block;
            system.each_block(true, system.time, state, [0.0, 1.0, 0.0], add);
        }
    }
    system.particles.free().map(|(i, m)| ceiling(blocks[i], 20) / m).fold(0.0, f64::max)
}

/// The step limit in s of a method on all of a range.
fn range_limit(method: &Method, range: &Range) -> f64 {
    match method.stability {
        Stability::Partitioned { limit, .. } => range.worst(&|point| limit.step(point)).value,
        Stability::Polynomial(r, _) => range.worst(&|point| mode_limit(r, point)).value,
        _ => f64::INFINITY,
    }
}

/// Factors on the present stiffness, damping and time step. Each is the largest that makes the step
/// stable if it alone is changed; `None` if there is none. With methods that are stable while
/// h²ω² + c hγ < 4 a factor above 1 is the margin left; with others factors are at most 1. ω² is
/// taken as proportional to the stiffness and γ to the damping, which neglects contacts and drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remedies {
    /// Factor on the stiffness.
    pub stiffness: Option<f64>,
    /// Factor on the damping.
    pub damping: Option<f64>,
    /// Factor on the time step.
    pub step: Option<f64>,
}

/// The largest stable factor of at most 1. Stable factors need not begin at 0: with Runge-Kutta 4 a
/// spring can be too soft for its damper, whose rate rises as the oscillation slows. They are
/// therefore searched downwards, in steps of 10 % and by bisection.
fn largest(stable: &dyn Fn(f64) -> bool) -> Option<f64> {
    let mut unstable = 1.0;
    if stable(unstable) {
        return Some(unstable);
    }
    while !stable(0.9 * unstable) {
        unstable *= 0.9;
        if unstable < LEAST_FACTOR {
            return None;
        }
    }
    let mut factor = 0.9 * unstable;
    for _ in 0..40 {
        let middle = 0.5 * (factor + unstable);
        *(if stable(middle) { &mut factor } else { &mut unstable }) = middle;
    }
    Some(factor)
}
