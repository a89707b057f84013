//! The step limit of a system in its present state, from its fastest modes.

use super::{
    Remedies,
    modes::Matrices,
    range::{Range, mode_limit, oscillator, range_limit},
    remedies::largest,
    search::{Search, ceiling, tangent},
};
use crate::{
    Method, Particles, Settings, System,
    integrators::{Limit, Stability},
    linear::{BlockMatrix, Largest, dot},
    oscillator::stability::{polynomial, rate_limit},
};
use glam::DVec3;
use num_complex::Complex64;
use std::borrow::Cow;

/// Most free particles for which rates are computed one by one, in about 20 ms.
pub(crate) const SMALL: usize = 20;

/// First cuts around the modes of larger systems, as directions in units of the largest γ and ω².
/// They are tight if springs and dampers have the same modes.
const DIAGONALS: [[f64; 2]; 3] = [[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];

/// Number of further cuts, each at the worst remaining corner.
const CUTS: usize = 4;

/// Margin of cuts, in units of the largest γ and ω²: a search may end some 1e-6 below its value.
const SLACK: f64 = 1e-5;

/// The step limit has converged when its relative change is below this.
const SETTLED: f64 = 1e-9;

/// The largest stable time step of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLimit {
    /// Limit in s: 0 if every step grows, infinite if none does, NaN if no limit is known.
    pub seconds: f64,
    /// True if it is only a lower bound: every step up to it is stable, and longer ones may be.
    pub bound: bool,
}

impl StepLimit {
    const NONE: Self = Self { seconds: f64::INFINITY, bound: false };

    /// A lower bound in s. One of 0 tells nothing: no limit is known then.
    fn at_least(seconds: f64) -> Self {
        Self { seconds: if seconds > 0.0 { seconds } else { f64::NAN }, bound: true }
    }
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
///   the largest eigenvalues of some sums a K + b D, and by d ≥ ρ k with a ρ that holds for all
///   springs together. A step that is stable on all of the polygon is stable: a safe bound. Methods
///   that grow on all undamped motion need such a ρ. If none is known, neither is a limit.
///
/// - **RATTLE**: the links that hold are springs T/ℓ across themselves with their present pulls T,
///   and only motions that keep them count, see `integrators/tangent.rs`. Where links cannot be
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
        let [gamma, omega_squared] =
            if search.settled { [self.damped.value(), self.stiff.value()] } else { search.ceilings() };
        self.range = Range::rectangle([0.0, gamma], [0.0, omega_squared]);
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

    /// Corners (γ, ω²) of a polygon that encloses the points of all motions of the system of the
    /// last update, also of those with ω² < 0.
    pub(crate) fn all_corners(&mut self, system: &System) -> &[[f64; 2]] {
        let Some(method) = self.method else { return &[] };
        let is_complete = matches!(method.stability, Stability::Polynomial(..)) && self.damped.value() > 0.0;
        if !is_complete {
            let system = &*system.without_friction();
            let mut matrix = std::mem::take(&mut self.matrix);
            let (contacts, tangent) = (!method.projects_contacts, tangent(system, method));
            let mut search = Search { system, contacts, matrix: &mut matrix, tangent, settled: self.settled };
            self.enclose(&mut search);
            self.cut_diagonally(&mut search);
            self.matrix = matrix;
        }
        self.range.corners()
    }

    fn find_limit(&mut self, search: &mut Search, method: &Method) -> StepLimit {
        if self.stiff.value() <= 0.0 && self.damped.value() <= 0.0 && search.settled {
            return StepLimit::NONE;
        }
        match method.stability {
            Stability::Partitioned { limit: Limit::None, .. } => StepLimit::NONE,
            Stability::Partitioned { limit, .. } => self.find_partitioned(search, limit),
            Stability::Polynomial(r, _) if self.damped.value() == 0.0 => {
                let limit = |omega_squared: f64| rate_limit(r, Complex64::new(0.0, omega_squared.sqrt()));
                let seconds = limit(self.stiff.value().max(0.0));
                // the mode found is one of the system's
                if search.settled || seconds == 0.0 {
                    StepLimit { seconds, bound: false }
                } else {
                    StepLimit::at_least(limit(search.ceilings()[1]))
                }
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
        StepLimit::at_least(self.range.worst(&|point| mode_limit(r, point)).value)
    }

    /// Makes the range a rectangle around all motions, also those with ω² < 0. Returns the largest
    /// γ and ω².
    fn enclose(&mut self, search: &mut Search) -> [f64; 2] {
        search.climb(&mut self.softest, [-1.0, 0.0], self.stiff.value());
        let [gamma, omega_squared] =
            if search.settled { [self.damped.value(), self.stiff.value()] } else { search.ceilings() };
        let least = search.least_damping_rate().min(gamma);
        let softest = if search.settled { self.softest.value().max(0.0) } else { search.depth() };
        self.range = Range::rectangle([least, gamma], [-softest, omega_squared]);
        [gamma, omega_squared]
    }

    /// Makes the range enclose all motions, and cuts it down where it is worst.
    fn narrow(&mut self, search: &mut Search, value: &dyn Fn([f64; 2]) -> f64) {
        let [gamma, omega_squared] = self.enclose(search);
        // with a method that is stable on undamped motion, ρ excludes nothing
        if value([0.0, omega_squared]) == 0.0 {
            self.range.retard(search.retardation(&self.stiff, gamma));
        }
        self.cut_diagonally(search);
        for i in DIAGONALS.len()..DIAGONALS.len() + CUTS {
            let Some(direction) = self.range.worst(value).direction else { break };
            self.cut(search, i, direction);
        }
    }

    fn cut_diagonally(&mut self, search: &mut Search) {
        let [gamma, omega_squared] = [self.damped.value(), self.stiff.value()];
        for (i, [a, b]) in DIAGONALS.into_iter().enumerate() {
            self.cut(search, i, [a / gamma, b / omega_squared]);
        }
    }

    /// Cuts the range in this direction, as far as no motion is lost.
    fn cut(&mut self, search: &mut Search, index: usize, [a, b]: [f64; 2]) {
        self.cuts.resize_with(DIAGONALS.len() + CUTS, Largest::default);
        let size = a.abs() * self.damped.value() + b.abs() * self.stiff.value();
        let [a, b] = [a / size, b / size];
        if search.settled && a.is_finite() && b.is_finite() {
            search.climb(&mut self.cuts[index], [b, a], 1.0);
            if search.settled {
                self.range.cut([a, b], self.cuts[index].value() + SLACK);
            }
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

    /// Corners (γ, ω²) of a polygon that encloses the points of all motions with ω² ≥ 0, in 1/s and
    /// 1/s². [`Simulation::rates`](crate::Simulation::rates) encloses the others, too.
    #[must_use]
    pub fn corners(&self) -> &[[f64; 2]] {
        self.range.corners()
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
        if seconds.is_nan() || seconds == 0.0 {
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

/// The largest rate in 1/s at which friction may slow a particle in the present state.
fn grip(system: &System) -> f64 {
    let smooth = system.without_friction();
    if matches!(smooth, Cow::Borrowed(_)) {
        return 0.0;
    }
    let Particles { positions, velocities, inverse_masses } = &system.particles;
    let mut matrix = BlockMatrix::default();
    let mut bounds = |system: &System| {
        matrix.reset(inverse_masses);
        system.add_blocks(true, system.time, [positions, velocities], [0.0, 1.0, 0.0], &mut matrix);
        matrix.bounds()
    };
    let (rough, smooth) = (bounds(system), bounds(&smooth));
    system.particles.free().map(|(i, m)| ceiling(rough[i] - smooth[i], 20) / m).fold(0.0, f64::max)
}
