//! RATTLE: velocity Verlet whose positions and velocities satisfy the links.
//!
//! v½ = v + ½ Δt a, x₊ = x + Δt v½ − W J(x)ᵀ λ with C(x₊) = 0; then v½ ← (x₊ − x)/Δt, a at the new
//! position and v₊ = v½ + ½ Δt a − W J(x₊)ᵀ μ with J(x₊) v₊ = 0, J = ∂C/∂x, W the inverse masses.
//! The pull of a link acts along its old direction in the first half and along its new one in the
//! second. This makes the method second-order, symplectic and its own inverse, so that a turning
//! rod keeps its energy. Without links and obstacles it is velocity Verlet. Forces that depend on
//! velocity are evaluated with 2 v½ − v.
//!
//! Links are satisfied to 1e-12 m for any number of sweeps. A string, C ≤ 0, pulls and never
//! pushes, and an obstacle pushes and never pulls. An active set finds out which of them act:
//! constraints that violate C ≤ 0 are added, those whose λ or μ would have the wrong sign are
//! removed, until all agree. A string that becomes taut within a step, or a particle that touches
//! an obstacle, loses its speed along J at the end of the step: an impact, whose energy is
//! recorded.
//!
//! λ and μ solve J W Jᵀ λ = C by conjugate gradients; λ takes several solves, as C is not linear. A
//! small part of the diagonal is added for constraints that depend on each other; this costs
//! further corrections but no accuracy. There is no solution if links are stretched out between
//! fixed ends or dragged beyond their reach. Such a step is finished by sweeps of projection, and
//! its residual shows.
//!
//! The pull T of a link acts along its old direction: sideways, a link of length ℓ is a spring T/ℓ.
//! The step limit is that of velocity Verlet on the motions that keep the links, with these
//! springs, see `Tangent` below. In a row of equal links it is Δt² T (w₁ + w₂)/ℓ < 2: a hanging
//! rope of n masses has T = n m g at its top, and so about Δt² < ℓ/(n g).
//!
//! A particle that is inside an obstacle when a step starts was put there, by hand or by a
//! parameter. It is moved out first, and links follow: positions by sweeps and then exactly by the
//! pulls of the links; from velocities only the part that would lead back in is removed. This
//! displacement counts neither for velocities nor for drag. The energy of the removed velocity is
//! recorded as impact; what the displacement changes of the potential energy is the method's own.
//!
//! A link that turns far in a step may have no solution along its old direction. Such a step is
//! taken in halves, down to 1/64.
//!
//! Source: H. C. Andersen, RATTLE: a velocity version of the SHAKE algorithm for molecular dynamics
//! calculations, 1983.

use super::{Integrator, Limit, Links, Method, Settings, Stability, velocity_verlet};
use crate::{
    Excitation, Impacts, Obstacle, Particles, Rule, System, Work,
    linear::{BlockMatrix, NotConverged, outer},
    models::Part,
};
use glam::{DMat3, DVec3};

/// Largest violation of a link that counts as satisfied, in m.
const POSITION_TOLERANCE: f64 = 1e-12;

/// Largest rate of a link that counts as satisfied, relative to the largest speed.
const VELOCITY_TOLERANCE: f64 = 1e-13;

/// A step in which a link turns so far that the cosine is below this is taken in halves, up to this
/// number of times.
const LEAST_COSINE: f64 = 0.9;
const HALVINGS: u32 = 6;

/// A correction has to reduce the violation below this part; after this many that do not, there is
/// no solution.
const REDUCTION: f64 = 0.7;
const MOST_STALLED: u32 = 8;

/// Limits of the active set: changes per step, and simultaneous changes that do not reduce the
/// number of wrong constraints.
const MOST_CHANGES: u32 = 60;
const PATIENCE: u32 = 4;

/// Part of the diagonal that is added to J W Jᵀ.
const REGULARISATION: f64 = 1e-7;

/// Part of the diagonal that is added to J W Jᵀ before it is factorised.
const DEPENDENCE: f64 = 1e-12;

/// Most numbers in a factor, 32 MB: that of a cloth of 120 × 120 links.
const LARGEST_FACTOR: usize = 4_000_000;

/// A string or an obstacle with at least this gap to its particles, in m, is slack.
const SLACK: f64 = 1e-9;

/// The method's record.
pub static METHOD: Method = Method {
    id: "rattle",
    label: "RATTLE",
    order: 2,
    stages: 1,
    symplectic: true,
    symmetric: true,
    gains: "where links are tense or whip round in long steps",
    projects_contacts: true,
    links: Links::Only,
    settings: &["sweeps"],
    stability: Stability::Partitioned { update: velocity_verlet::update, limit: Limit::Sum(4.0) },
    formula: None,
    mechanical: Some(|system, settings| Box::new(Rattle::new(system.particles.len(), settings))),
    flow: None,
    follower: None,
};

/// The system's history holds the accelerations at the end of the last step.
struct Rattle {
    accelerations: Vec<DVec3>,
    /// Positions and velocities at the start of the step, and velocities before links change them.
    place: Vec<DVec3>,
    start: Vec<DVec3>,
    free: Vec<DVec3>,
    rows: Vec<Row>,
    solver: Solver,
    impacts: Impacts,
    sweeps: u32,
}

/// A constraint C of a link or an obstacle.
#[derive(Clone, Copy)]
enum Constraint {
    /// C = ‖x₁ − x₂‖ − ℓ
    Link([usize; 2], f64),
    /// C = −δ(x), with the signed distance δ from the obstacle.
    Obstacle(usize, Obstacle),
}

impl Constraint {
    /// C in m and ∂C/∂x of the first particle.
    fn at(self, x: &[DVec3]) -> (f64, DVec3) {
        match self {
            Self::Link([i, j], length) => {
                let d = x[i] - x[j];
                (d.length() - length, d.normalize_or_zero())
            }
            Self::Obstacle(i, obstacle) => {
                let (distance, n) = obstacle.distance(x[i]);
                (-distance, -n)
            }
        }
    }

    /// The particles of the constraint, with the sign of their gradient.
    fn ends(self) -> impl Iterator<Item = (usize, f64)> {
        let (first, second) = match self {
            Self::Link([i, j], _) => (i, Some(j)),
            Self::Obstacle(i, _) => (i, None),
        };
        std::iter::once((first, 1.0)).chain(second.map(|j| (j, -1.0)))
    }
}

/// A constraint in a step: a row of J with its multiplier, λ in kg·m or μ in kg·m/s.
struct Row {
    constraint: Constraint,
    /// True for C ≤ 0, false for C = 0.
    one_sided: bool,
    gradient: DVec3,
    multiplier: f64,
    active: bool,
    /// C in m at the start of the step.
    initial_value: f64,
}

impl Row {
    /// True if the constraint did not hold its particles at the start of the step.
    fn was_slack(&self) -> bool {
        self.one_sided && self.initial_value < -SLACK
    }

    /// True if the particle was inside an obstacle at the start of the step.
    fn was_inside(&self) -> bool {
        self.initial_value > SLACK && matches!(self.constraint, Constraint::Obstacle(..))
    }

    /// J u
    fn rate(&self, u: &[DVec3]) -> f64 {
        self.constraint.ends().map(|(i, sign)| sign * self.gradient.dot(u[i])).sum()
    }

    /// u −= W Jᵀ p
    fn pull(&self, p: f64, w: &[f64], u: &mut [DVec3]) {
        self.constraint.ends().for_each(|(i, sign)| u[i] -= sign * w[i] * p * self.gradient);
    }

    /// J̇ v, the second derivative of C along straight motion: ‖u⊥‖²/ℓ for a link with the velocity
    /// u⊥ across it, −v·(∂n/∂x) v for an obstacle.
    fn turning(&self, x: &[DVec3], v: &[DVec3]) -> f64 {
        match self.constraint {
            Constraint::Link([i, j], length) => {
                let u = v[i] - v[j];
                (u - self.gradient.dot(u) * self.gradient).length_squared() / length
            }
            Constraint::Obstacle(i, body) => -v[i].dot(body.curvature(x[i]) * v[i]),
        }
    }

    /// Diagonal entry of J W Jᵀ.
    fn weight(&self, w: &[f64]) -> f64 {
        self.gradient.length_squared() * self.constraint.ends().map(|(i, _)| w[i]).sum::<f64>()
    }
}

impl Rattle {
    fn new(particles: usize, settings: Settings) -> Self {
        let zeros = || vec![DVec3::ZERO; particles];
        Self {
            accelerations: zeros(),
            place: zeros(),
            start: zeros(),
            free: zeros(),
            rows: Vec::new(),
            solver: Solver::default(),
            impacts: Impacts::default(),
            sweeps: settings.sweeps,
        }
    }

    /// Lists the constraints of the present system. Only rods are active.
    fn list(&mut self, system: &System) {
        let Particles { positions: x, inverse_masses: w, .. } = &system.particles;
        let links = system.constraints.iter().map(|(ends, length, rule)| (Constraint::Link(ends, length), rule));
        let bodies = system
            .obstacles
            .iter()
            .flat_map(|obstacle| (0..w.len()).map(|i| (Constraint::Obstacle(i, *obstacle), Rule::Maximum)));
        self.rows.clear();
        self.rows.extend(links.chain(bodies).map(|(constraint, rule)| {
            let ((initial_value, gradient), one_sided) = (constraint.at(x), rule == Rule::Maximum);
            Row { constraint, one_sided, gradient, multiplier: 0.0, active: !one_sided, initial_value }
        }));
        self.rows.retain(|row| row.weight(w) > 0.0);
    }

    /// True if a link that holds its particles has turned so far that the cosine is below this.
    fn turns(&self, x: &[DVec3], least_cosine: f64) -> bool {
        let links = self.rows.iter().filter(|row| !row.was_slack() && matches!(row.constraint, Constraint::Link(..)));
        links.map(|row| row.gradient.dot(row.constraint.at(x).1)).any(|cosine| cosine < least_cosine)
    }

    /// Moves the particles so that all constraints are satisfied; false if that fails.
    fn meet(&mut self, particles: &mut Particles) -> bool {
        let Particles { positions: x, inverse_masses: w, .. } = particles;
        // a constraint that becomes active within the step has its direction there
        for row in self.rows.iter_mut().filter(|row| row.was_slack()) {
            row.gradient = row.constraint.at(x).1;
        }
        let met = self.solver.meet(&mut self.rows, w, x, |row, x| row.constraint.at(x).0, POSITION_TOLERANCE);
        self.rows.retain(|row| row.active);
        met
    }

    /// Removes from the velocities the part that violates active constraints.
    fn project_velocities(&mut self, particles: &mut Particles) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = particles;
        for row in &mut self.rows {
            (row.gradient, row.multiplier) = (row.constraint.at(x).1, 0.0);
        }
        let speed = v.iter().map(|v| v.length()).fold(0.0, f64::max);
        self.solver.meet(&mut self.rows, w, v, Row::rate, VELOCITY_TOLERANCE * speed);
    }

    /// Records the work of the pulls of all rows, `scale` times their multipliers in N·s, at the
    /// mean of the velocities before and after: impacts of the rows that strike, and the work of a
    /// hand or a drive against all. Where a particle follows a round surface, a pull may add
    /// energy: the method's error, no impact.
    fn record_work(&self, system: &mut System, scale: f64, after: &[DVec3], strikes: impl Fn(&Row) -> bool) {
        let (mut impact, mut held) = (0.0, Work::default());
        let led = system.excitation.as_ref().and_then(Excitation::led);
        for row in self.rows.iter().filter(|row| row.active) {
            let pull = scale * row.multiplier;
            if strikes(row) {
                impact += 0.5 * pull * (row.rate(&self.free) + row.rate(after));
            }
            for (i, sign) in row.constraint.ends().filter(|&(i, _)| system.particles.inverse_masses[i] == 0.0) {
                let work = sign * pull * row.gradient.dot(after[i]);
                if led == Some(i) { held.drive += work } else { held.hand += work }
            }
        }
        system.work = system.work + Work { impact: impact.max(0.0), ..held };
    }
}

impl Integrator<System> for Rattle {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.step_or_halve(system, h, HALVINGS);
        system.residual = system.constraints.residual(&system.particles);
        Ok(())
    }
}

impl Rattle {
    /// Takes a step, or two half steps if links turn too far, to a depth of `times`.
    fn step_or_halve(&mut self, system: &mut System, h: f64, times: u32) {
        let least_cosine = if times > 0 { LEAST_COSINE } else { f64::NEG_INFINITY };
        if !self.advance(system, h, least_cosine) {
            self.step_or_halve(system, 0.5 * h, times - 1);
            self.step_or_halve(system, 0.5 * h, times - 1);
        }
    }

    /// Takes a step. Restores the state and returns false if a link would turn so far that the
    /// cosine is below this.
    fn advance(&mut self, system: &mut System, h: f64, least_cosine: f64) -> bool {
        self.begin(system);
        let Particles { positions: x, velocities: v, .. } = &mut system.particles;
        for ((x, v), a) in x.iter_mut().zip(v).zip(&system.history) {
            *v += 0.5 * h * *a;
            *x += h * *v;
        }
        let time = system.time;
        system.advance(h);
        self.free.copy_from_slice(&system.particles.velocities);
        let far = self.turns(&system.particles.positions, least_cosine);
        let met = !far && self.meet(&mut system.particles);
        if far || met && self.turns(&system.particles.positions, least_cosine) {
            self.restore(system, time);
            return false;
        }
        if !met {
            self.restore(system, time);
            self.sweep(system, h);
            return true;
        }
        let Particles { velocities: v, inverse_masses: w, .. } = &mut system.particles;
        for row in &self.rows {
            row.pull(row.multiplier / h, w, v);
        }
        self.record_work(system, h.recip(), &system.particles.velocities.clone(), Row::was_slack);
        for (i, w) in system.particles.inverse_masses.iter().enumerate() {
            let half = system.particles.velocities[i];
            self.free[i] = if *w > 0.0 { 2.0 * half - self.start[i] } else { half };
        }
        let x = &system.particles.positions;
        let power = system.accelerate_by(Part::Unprojected, system.time, [x, &self.free], &mut self.accelerations);
        for ((v, a), old) in system.particles.velocities.iter_mut().zip(&self.accelerations).zip(&mut system.history) {
            *v += 0.5 * h * *a;
            *old = *a;
        }
        self.free.copy_from_slice(&system.particles.velocities);
        self.project_velocities(&mut system.particles);
        self.record_work(system, 1.0, &system.particles.velocities.clone(), Row::was_slack);
        system.work = system.work + 0.5 * h * (system.last_power + power);
        system.last_power = power;
        true
    }

    /// Prepares a step: constraints, start state and accelerations.
    fn begin(&mut self, system: &mut System) {
        self.list(system);
        if self.rows.iter().any(Row::was_inside) {
            self.leave_obstacles(system);
        }
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        self.place.copy_from_slice(x);
        self.start.copy_from_slice(v);
        if system.history.len() != x.len() {
            system.last_power = system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut self.accelerations);
            system.history.clear();
            system.history.extend_from_slice(&self.accelerations);
        }
    }

    /// Moves particles out of obstacles and onto their links, removes from their velocities the
    /// part that would violate these again, and records its energy as impact. Links that cannot be
    /// satisfied stay as the sweeps leave them, and the velocities are kept.
    fn leave_obstacles(&mut self, system: &mut System) {
        self.impacts.begin(&system.constraints, [&system.particles.positions; 2]);
        (0..system.passes(self.sweeps)).for_each(|_| system.project(&mut self.impacts));
        self.place.copy_from_slice(&system.particles.positions);
        self.list(system);
        if self.meet(&mut system.particles) {
            self.list(system);
            self.rows.retain(|row| !row.was_slack());
            self.free.copy_from_slice(&system.particles.velocities);
            self.project_velocities(&mut system.particles);
            self.record_work(system, 1.0, &system.particles.velocities.clone(), |_| true);
        } else {
            system.particles.positions.copy_from_slice(&self.place);
        }
        system.history.clear();
        self.list(system);
    }

    fn restore(&self, system: &mut System, time: f64) {
        system.particles.positions.copy_from_slice(&self.place);
        system.particles.velocities.copy_from_slice(&self.start);
        system.set_time(time);
    }

    /// Takes a step whose links have no solution: Δt a at once, sweeps of projection,
    /// v ← (x₊ − x)/Δt. The next step is a first one.
    fn sweep(&mut self, system: &mut System, h: f64) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        for i in 0..x.len() {
            self.free[i] = x[i] - h * v[i];
            x[i] += h * (v[i] + if w[i] > 0.0 { h * system.history[i] } else { DVec3::ZERO });
        }
        self.impacts.begin(&system.constraints, [&self.free, &self.place]);
        system.advance(h);
        (0..system.passes(self.sweeps)).for_each(|_| system.project(&mut self.impacts));
        let Particles { positions: x, velocities: v, inverse_masses: w } = &mut system.particles;
        for i in (0..x.len()).filter(|&i| w[i] > 0.0) {
            v[i] = (x[i] - self.place[i]) / h;
        }
        let Particles { positions: x, velocities: v, inverse_masses: w } = &system.particles;
        let impact = self.impacts.energy(&system.constraints, w, [&self.free, x], h);
        let power = system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut self.accelerations);
        system.work = system.work + h * power + Work { impact, ..Work::default() };
        system.history.clear();
    }
}

/// The constraints that act on a system in its present state, with their forces, and the motions u
/// that keep them: J u = 0.
///
/// The forces T solve J (a − W Jᵀ T) + J̇ v = 0. They turn with their constraints: this adds the
/// stiffness Σ T/ℓ (I − n nᵀ) over links, which is negative in compressed rods, and −T ∂n/∂x over
/// obstacles. On motions with J u = 0, RATTLE is velocity Verlet with this and all other stiffness.
pub(crate) struct Tangent {
    rows: Vec<Row>,
    /// √w of each particle.
    roots: Vec<f64>,
    factor: Factor,
}

impl Tangent {
    /// `None` without constraints that act, for links that no step can satisfy, which sweeps keep
    /// without this stiffness, and for more links than can be factorised.
    pub fn of(system: &System) -> Option<Self> {
        let Particles { positions: x, velocities: v, inverse_masses: w } = &system.particles;
        let mut rattle = Rattle::new(x.len(), Settings::default());
        rattle.list(system);
        let mut rows = rattle.rows;
        let speed = v.iter().map(|v| v.length()).fold(0.0, f64::max);
        // strings and obstacles that hold nothing, or are being left
        rows.retain(|row| !row.one_sided || !row.was_slack() && row.rate(v) >= -SLACK * speed);
        if rows.is_empty() || system.constraints.residual(&system.particles) > SLACK {
            return None;
        }
        system.accelerate_by(Part::Unprojected, system.time, [x, v], &mut rattle.accelerations);
        let turning: Vec<f64> = rows.iter().map(|row| row.turning(x, v)).collect();
        for (row, turning) in rows.iter_mut().zip(turning) {
            row.initial_value = turning;
        }
        let size = rattle.accelerations.iter().map(|a| a.length()).fold(f64::MIN_POSITIVE, f64::max);
        let value = |row: &Row, a: &[DVec3]| row.rate(a) + row.initial_value;
        if !rattle.solver.meet(&mut rows, w, &mut rattle.accelerations, value, SLACK * size) {
            return None;
        }
        rows.retain(|row| row.active);
        let factor = Factor::of(&mut rows, w)?;
        Some(Self { rows, roots: w.iter().map(|w| w.sqrt()).collect(), factor })
    }

    /// Adds a K of the constraints' forces to the matrix; only its positive part if `convex`.
    pub fn add_blocks(&self, positions: &[DVec3], a: f64, convex: bool, matrix: &mut BlockMatrix) {
        for row in &self.rows {
            match row.constraint {
                Constraint::Link(ends, length) => {
                    let pull = if convex { row.multiplier.max(0.0) } else { row.multiplier };
                    matrix.add_link(ends, a * pull / length * (DMat3::IDENTITY - outer(row.gradient)));
                }
                Constraint::Obstacle(i, body) if !convex => {
                    matrix.add_diagonal(i, -a * row.multiplier * body.curvature(positions[i]));
                }
                Constraint::Obstacle(..) => {}
            }
        }
    }

    /// Projects y = M^½ u onto motions that keep the constraints: y −= W^½ Jᵀ (J W Jᵀ)⁻¹ J W^½ y.
    pub fn project(&self, y: &mut [DVec3]) {
        let ends = |row: &Row| row.constraint.ends();
        let rate = |row: &Row| ends(row).map(|(i, sign)| sign * self.roots[i] * row.gradient.dot(y[i])).sum();
        let mut p: Vec<f64> = self.rows.iter().map(rate).collect();
        self.factor.solve(&mut p);
        for (row, p) in self.rows.iter().zip(&p) {
            ends(row).for_each(|(i, sign)| y[i] -= sign * self.roots[i] * p * row.gradient);
        }
    }
}

/// J W Jᵀ = L Lᵀ with a lower triangle L. Each row is stored from its first nonzero entry on, since
/// a row couples only to rows that share a particle with it.
struct Factor {
    /// Column of the first entry of each row, and the entries up to the diagonal.
    rows: Vec<(usize, Vec<f64>)>,
}

impl Factor {
    /// Sorts the rows so that coupled ones are near each other, and factorises their matrix. A
    /// small part of the diagonal is added for rows that depend on each other. `None` if the factor
    /// would be too large.
    fn of(rows: &mut [Row], w: &[f64]) -> Option<Self> {
        rows.sort_unstable_by_key(|row| row.constraint.ends().map(|(i, _)| i).max());
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); w.len()];
        let mut factor: Vec<(usize, Vec<f64>)> = Vec::with_capacity(rows.len());
        let mut size = 0;
        for (i, row) in rows.iter().enumerate() {
            let free = || row.constraint.ends().filter(|&(particle, _)| w[particle] > 0.0);
            free().for_each(|(particle, _)| at[particle].push(i));
            let first = free().map(|(particle, _)| at[particle][0]).min().unwrap_or(i);
            size += i - first + 1;
            if size > LARGEST_FACTOR {
                return None;
            }
            let mut entries = vec![0.0; i - first + 1];
            for (particle, sign) in free() {
                for &j in &at[particle] {
                    let (_, other) = rows[j].constraint.ends().find(|&(other, _)| other == particle)?;
                    entries[j - first] += sign * other * w[particle] * row.gradient.dot(rows[j].gradient);
                }
            }
            entries[i - first] *= 1.0 + DEPENDENCE;
            for j in first..i {
                let (start, others) = &factor[j];
                let begin = first.max(*start);
                let sum = dot(&entries[begin - first..j - first], &others[begin - start..j - start]);
                entries[j - first] = (entries[j - first] - sum) / others[j - start];
            }
            let (diagonal, left) = entries.split_last_mut()?;
            let least = DEPENDENCE * *diagonal;
            *diagonal = (*diagonal - dot(left, left)).max(least).sqrt();
            factor.push((first, entries));
        }
        Some(Self { rows: factor })
    }

    /// p ← (J W Jᵀ)⁻¹ p
    fn solve(&self, p: &mut [f64]) {
        for (i, (first, entries)) in self.rows.iter().enumerate() {
            let n = i - first;
            p[i] = (p[i] - dot(&entries[..n], &p[*first..i])) / entries[n];
        }
        for (i, (first, entries)) in self.rows.iter().enumerate().rev() {
            let n = i - first;
            p[i] /= entries[n];
            let (before, last) = p.split_at_mut(i);
            before[*first..].iter_mut().zip(&entries[..n]).for_each(|(p, entry)| *p -= entry * last[0]);
        }
    }
}

/// Active-set solver with conjugate gradients on the active rows, preconditioned by their weights.
#[derive(Default)]
struct Solver {
    solution: Vec<f64>,
    residual: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
    /// W Jᵀ p
    shifts: Vec<DVec3>,
}

impl Solver {
    /// Corrects u −= W Jᵀ p until no C(u), active or not, exceeds the tolerance and no one-sided
    /// row has a multiplier of the wrong sign.
    ///
    /// All rows on the wrong side change at once. If that does not reduce their number, they change
    /// one by one, which terminates for any matrix with positive principal minors. Source: J. J.
    /// Júdice, F. M. Pires, A block principal pivoting algorithm for large-scale strictly monotone
    /// linear complementarity problems, 1994.
    fn meet(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> bool {
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for _ in 0..MOST_CHANGES {
            if !self.settle(rows, w, u, &value, met) {
                return false;
            }
            let is_wrong = |row: &Row| if row.active { row.multiplier < 0.0 } else { value(row, u) > met };
            let wrong: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].one_sided && is_wrong(&rows[i])).collect();
            let Some(last) = wrong.last() else { return true };
            if wrong.len() < fewest {
                (fewest, patience) = (wrong.len(), PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
            let changed = if patience > 0 { &wrong[..] } else { std::slice::from_ref(last) };
            for &i in changed {
                rows[i].pull(-rows[i].multiplier, w, u);
                (rows[i].active, rows[i].multiplier) = (!rows[i].active, 0.0);
            }
        }
        false
    }

    /// Corrects u until the active constraints are satisfied; gives up when corrections no longer
    /// help.
    fn settle(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: &impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> bool {
        let (mut least, mut stalled) = (f64::INFINITY, 0);
        while let Some(worst) = self.solve(rows, w, u, value, met) {
            // false for NaN as well
            if worst < REDUCTION * least {
                (least, stalled) = (worst, 0);
            } else {
                stalled += 1;
            }
            if stalled > MOST_STALLED {
                return false;
            }
        }
        true
    }

    /// Makes one correction u −= W Jᵀ p with J W Jᵀ p = C(u) and adds p to the multipliers. Returns
    /// the largest |C| before it, or `None` if none exceeds the tolerance.
    fn solve(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: &impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> Option<f64> {
        self.residual.clear();
        self.residual.extend(rows.iter().map(|row| if row.active { value(row, u) } else { 0.0 }));
        let worst = self.residual.iter().fold(0.0, |worst: f64, r| if r.abs() <= worst { worst } else { r.abs() });
        if worst <= met {
            return None;
        }
        for list in [&mut self.solution, &mut self.direction, &mut self.image] {
            list.clear();
            list.resize(rows.len(), 0.0);
        }
        self.shifts.resize(u.len(), DVec3::ZERO);
        let mut last = f64::INFINITY;
        let mut first = 0.0;
        for iteration in 0..rows.len() + 10 {
            let size: f64 = self.residual.iter().zip(rows.iter()).map(|(r, row)| r * r / row.weight(w)).sum();
            if iteration == 0 {
                first = size;
            }
            if size <= 1e-24 * first || size == 0.0 {
                break;
            }
            for ((p, r), row) in self.direction.iter_mut().zip(&self.residual).zip(rows.iter()) {
                *p = r / row.weight(w) + size / last * *p;
            }
            last = size;
            self.multiply(rows, w);
            let step = size / dot(&self.direction, &self.image);
            for i in 0..rows.len() {
                self.solution[i] += step * self.direction[i];
                self.residual[i] -= step * self.image[i];
            }
        }
        for (row, p) in rows.iter_mut().zip(&self.solution).filter(|(row, _)| row.active) {
            row.pull(*p, w, u);
            row.multiplier += p;
        }
        Some(worst)
    }

    /// image = (J W Jᵀ + a part of its diagonal) direction
    fn multiply(&mut self, rows: &[Row], w: &[f64]) {
        self.shifts.fill(DVec3::ZERO);
        for (row, p) in rows.iter().zip(&self.direction).filter(|(row, _)| row.active) {
            row.pull(-p, w, &mut self.shifts);
        }
        for ((image, row), p) in self.image.iter_mut().zip(rows).zip(&self.direction) {
            *image = if row.active { row.rate(&self.shifts) + REGULARISATION * row.weight(w) * p } else { 0.0 };
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
