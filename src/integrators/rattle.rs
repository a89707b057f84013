//! RATTLE: velocity Verlet with the links met in positions and in velocities.
//!
//! v½ = v + ½ Δt a, x₊ = x + Δt v½ − W J(x)ᵀ λ with C(x₊) = 0; then v½ ← (x₊ − x)/Δt, a at the new position and
//! v₊ = v½ + ½ Δt a − W J(x₊)ᵀ μ with J(x₊) v₊ = 0, J = ∂C/∂x, W the inverse masses. The pull of a link goes along its old direction in
//! the first half and along its new one in the second: order 2, symplectic, and its own inverse, so that a rod that turns keeps its energy. Without links and
//! obstacles it is velocity Verlet, with the same limit. Forces that depend on velocity are evaluated with 2 v½ − v.
//!
//! Links are met to 1e-12 m whatever the number of sweeps. A string, C ≤ 0, pulls and never pushes, and an obstacle pushes and never pulls: those
//! that would break C ≤ 0 are taken in, those whose λ or μ would have the wrong sign are left out, and so on until all agree. What becomes
//! taut or touches within a step loses its speed along J at the end of it: an impact, whose energy is booked.
//!
//! λ and μ solve J W Jᵀ λ = C by conjugate gradients, λ again and again as C is not linear; a small part of the diagonal is added for demands that
//! depend on each other, which costs corrections and no exactness. Links that are stretched out between fixed ends, or
//! led by a hand beyond their reach, leave no room for a solution. Such a step is finished by sweeps of projection, and its residual shows.
//!
//! The pull T of a link is taken in its old direction: across itself a tense link of length ℓ is a spring T/ℓ, which an explicit method takes up
//! to a step of Δt² T (w₁ + w₂)/ℓ < 2 in a row of equal ones. A rope of n masses that hangs has T = n m g at its top, and so Δt² < ℓ/(n g).
//!
//! What is inside an obstacle when a step starts was put there. It is put out first, and links meet it: positions by sweeps and to the last digit by their
//! pulls, velocities without what would lead back in. That is no motion: no velocity comes of the way, and drag does not feel it. What it changes of the
//! stored energy is booked as impact.
//!
//! A link that turns far in a step may have no place to go along its old direction. Such a step is taken in halves, down to a sixty-fourth.
//!
//! Source: H. C. Andersen, RATTLE: a velocity version of the SHAKE algorithm for molecular dynamics calculations, 1983.

use super::{Integrator, Limit, Links, Method, Settings, Stability, velocity_verlet};
use crate::{Excitation, Impacts, Obstacle, Particles, Rule, System, Work, linear::NotConverged};
use glam::DVec3;

/// Links are met when none is violated by more than this, in m.
const MET: f64 = 1e-12;

/// Rates of links are met when none is violated by more than this part of the speeds.
const STEADY: f64 = 1e-13;

/// A step in which a link turns farther than with this cosine is taken in halves, so many times over.
const TURN: f64 = 0.9;
const HALVINGS: u32 = 6;

/// A correction helps that leaves less than this part; after so many that don't there is no solution.
const HELPS: f64 = 0.7;
const TRIES: u32 = 8;

/// Changes of what is at work, and those all at once that may be in vain.
const CHANGES: u32 = 60;
const PATIENCE: u32 = 4;

/// Part of the diagonal that is added to J W Jᵀ.
const YIELD: f64 = 1e-7;

/// A string or an obstacle this far from its particles, in m, does not hold them.
const AWAY: f64 = 1e-9;

/// The method's record.
pub static METHOD: Method = Method {
    id: "rattle",
    label: "RATTLE",
    order: 2,
    stages: 1,
    symplectic: true,
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

/// What one demand C of a link or an obstacle is on.
#[derive(Clone, Copy)]
enum Demand {
    /// ‖x₁ − x₂‖ − ℓ
    Link([usize; 2], f64),
    /// −δ(x)
    Obstacle(usize, Obstacle),
}

impl Demand {
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

    /// Its particles with the sign of their gradient.
    fn ends(self) -> impl Iterator<Item = (usize, f64)> {
        let (first, second) = match self {
            Self::Link([i, j], _) => (i, Some(j)),
            Self::Obstacle(i, _) => (i, None),
        };
        std::iter::once((first, 1.0)).chain(second.map(|j| (j, -1.0)))
    }
}

/// A demand at work in a step: a row of J with its multiplier, λ in kg·m or μ in kg·m/s.
struct Row {
    demand: Demand,
    /// Whether it demands C ≤ 0 only.
    one_sided: bool,
    gradient: DVec3,
    multiplier: f64,
    active: bool,
    /// C in m when the step began.
    excess: f64,
}

impl Row {
    /// Whether it did not hold its particles when the step began.
    fn is_fresh(&self) -> bool {
        self.one_sided && self.excess < -AWAY
    }

    /// Whether its particle was inside an obstacle when the step began.
    fn is_inside(&self) -> bool {
        self.excess > AWAY && matches!(self.demand, Demand::Obstacle(..))
    }

    /// J u
    fn rate(&self, u: &[DVec3]) -> f64 {
        self.demand.ends().map(|(i, sign)| sign * self.gradient.dot(u[i])).sum()
    }

    /// u −= W Jᵀ p
    fn pull(&self, p: f64, w: &[f64], u: &mut [DVec3]) {
        self.demand.ends().for_each(|(i, sign)| u[i] -= sign * w[i] * p * self.gradient);
    }

    /// J W Jᵀ on its own
    fn weight(&self, w: &[f64]) -> f64 {
        self.gradient.length_squared() * self.demand.ends().map(|(i, _)| w[i]).sum::<f64>()
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

    /// The demands of the system as it is, none at work but those of rods.
    fn list(&mut self, system: &System) {
        let Particles { positions: x, inverse_masses: w, .. } = &system.particles;
        let links = system.constraints.iter().map(|(ends, length, rule)| (Demand::Link(ends, length), rule));
        let bodies = system
            .obstacles
            .iter()
            .flat_map(|obstacle| (0..w.len()).map(|i| (Demand::Obstacle(i, *obstacle), Rule::Maximum)));
        self.rows.clear();
        self.rows.extend(links.chain(bodies).map(|(demand, rule)| {
            let ((excess, gradient), one_sided) = (demand.at(x), rule == Rule::Maximum);
            Row { demand, one_sided, gradient, multiplier: 0.0, active: !one_sided, excess }
        }));
        self.rows.retain(|row| row.weight(w) > 0.0);
    }

    /// Whether a link that holds its particles has turned by more than this cosine.
    fn turns(&self, x: &[DVec3], turn: f64) -> bool {
        let links = self.rows.iter().filter(|row| !row.is_fresh() && matches!(row.demand, Demand::Link(..)));
        links.map(|row| row.gradient.dot(row.demand.at(x).1)).any(|cosine| cosine < turn)
    }

    /// Moves the particles so that all demands are met, if they can be.
    fn meet(&mut self, particles: &mut Particles) -> bool {
        let Particles { positions: x, inverse_masses: w, .. } = particles;
        // what is met within the step has its direction there
        for row in self.rows.iter_mut().filter(|row| row.is_fresh()) {
            row.gradient = row.demand.at(x).1;
        }
        let met = self.solver.meet(&mut self.rows, w, x, |row, x| row.demand.at(x).0, MET);
        self.rows.retain(|row| row.active);
        met
    }

    /// Takes from the velocities what would break demands that are at work.
    fn steady(&mut self, particles: &mut Particles) {
        let Particles { positions: x, velocities: v, inverse_masses: w } = particles;
        for row in &mut self.rows {
            (row.gradient, row.multiplier) = (row.demand.at(x).1, 0.0);
        }
        let speed = v.iter().map(|v| v.length()).fold(0.0, f64::max);
        self.solver.meet(&mut self.rows, w, v, Row::rate, STEADY * speed);
    }

    /// Books what the pulls P of all rows, in N·s, did at the mean of the velocities before and after: impacts of the fresh ones, and what a hand does
    /// against them.
    fn book(&self, system: &mut System, scale: f64, after: &[DVec3]) {
        let (mut impact, mut held) = (0.0, Work::default());
        let led = system.excitation.as_ref().and_then(Excitation::led);
        for row in self.rows.iter().filter(|row| row.active) {
            let pull = scale * row.multiplier;
            if row.is_fresh() {
                impact += 0.5 * pull * (row.rate(&self.free) + row.rate(after));
            }
            for (i, sign) in row.demand.ends().filter(|&(i, _)| system.particles.inverse_masses[i] == 0.0) {
                let work = sign * pull * row.gradient.dot(after[i]);
                if led == Some(i) { held.drive += work } else { held.hand += work }
            }
        }
        system.work = system.work + Work { impact, ..held };
    }
}

impl Integrator<System> for Rattle {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        self.halve(system, h, HALVINGS);
        system.residual = system.constraints.residual(&system.particles);
        Ok(())
    }
}

impl Rattle {
    /// A step, or two of half the size where links turn too far in it: so many times over at most.
    fn halve(&mut self, system: &mut System, h: f64, times: u32) {
        let turn = if times > 0 { TURN } else { f64::NEG_INFINITY };
        if !self.advance(system, h, turn) {
            self.halve(system, 0.5 * h, times - 1);
            self.halve(system, 0.5 * h, times - 1);
        }
    }

    /// Takes a step; leaves the state as it was, and says no, if a link would turn by more than this cosine.
    fn advance(&mut self, system: &mut System, h: f64, turn: f64) -> bool {
        self.begin(system);
        let Particles { positions: x, velocities: v, .. } = &mut system.particles;
        for ((x, v), a) in x.iter_mut().zip(v).zip(&system.history) {
            *v += 0.5 * h * *a;
            *x += h * *v;
        }
        let time = system.time;
        system.advance(h);
        self.free.copy_from_slice(&system.particles.velocities);
        let far = self.turns(&system.particles.positions, turn);
        let met = !far && self.meet(&mut system.particles);
        if far || met && self.turns(&system.particles.positions, turn) {
            self.take_back(system, time);
            return false;
        }
        if !met {
            self.take_back(system, time);
            self.sweep(system, h);
            return true;
        }
        let Particles { velocities: v, inverse_masses: w, .. } = &mut system.particles;
        for row in &self.rows {
            row.pull(row.multiplier / h, w, v);
        }
        self.book(system, h.recip(), &system.particles.velocities.clone());
        for (i, w) in system.particles.inverse_masses.iter().enumerate() {
            let half = system.particles.velocities[i];
            self.free[i] = if *w > 0.0 { 2.0 * half - self.start[i] } else { half };
        }
        let x = &system.particles.positions;
        let power = system.accelerate_freely(system.time, x, &self.free, &mut self.accelerations);
        for ((v, a), old) in system.particles.velocities.iter_mut().zip(&self.accelerations).zip(&mut system.history) {
            *v += 0.5 * h * *a;
            *old = *a;
        }
        self.free.copy_from_slice(&system.particles.velocities);
        self.steady(&mut system.particles);
        self.book(system, 1.0, &system.particles.velocities.clone());
        system.work = system.work + 0.5 * h * (system.last_power + power);
        system.last_power = power;
        true
    }

    /// What a step starts from.
    fn begin(&mut self, system: &mut System) {
        self.list(system);
        if self.rows.iter().any(Row::is_inside) {
            self.put_out(system);
        }
        let Particles { positions: x, velocities: v, .. } = &system.particles;
        self.place.copy_from_slice(x);
        self.start.copy_from_slice(v);
        if system.history.len() != x.len() {
            system.last_power = system.accelerate_freely(system.time, x, v, &mut self.accelerations);
            system.history.clear();
            system.history.extend_from_slice(&self.accelerations);
        }
    }

    /// Puts the particles out of obstacles and onto their links, takes from their velocities what would break that again, and books what it changes
    /// of the energy. Links that have no room stay as the sweeps leave them, and the velocities as they are.
    fn put_out(&mut self, system: &mut System) {
        let unexplained = system.energy().numerical();
        self.impacts.begin(&system.constraints, [&system.particles.positions; 2]);
        (0..system.passes(self.sweeps)).for_each(|_| system.project(&mut self.impacts));
        self.place.copy_from_slice(&system.particles.positions);
        self.list(system);
        if self.meet(&mut system.particles) {
            self.list(system);
            self.rows.retain(|row| !row.is_fresh());
            self.steady(&mut system.particles);
            self.book(system, 1.0, &system.particles.velocities.clone());
        } else {
            system.particles.positions.copy_from_slice(&self.place);
        }
        system.work.impact -= system.energy().numerical() - unexplained;
        system.history.clear();
        self.list(system);
    }

    fn take_back(&self, system: &mut System, time: f64) {
        system.particles.positions.copy_from_slice(&self.place);
        system.particles.velocities.copy_from_slice(&self.start);
        system.set_time(time);
    }

    /// A step without a solution: all of Δt a at once, sweeps of projection, v ← (x₊ − x)/Δt. The next step is a first one.
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
        let impact = self.impacts.energy(w, [&self.free, x], h);
        let power = system.accelerate_freely(system.time, x, v, &mut self.accelerations);
        system.work = system.work + h * power + Work { impact, ..Work::default() };
        system.history.clear();
    }
}

/// Conjugate gradients on the rows that are at work, with their weights as preconditioner.
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
    /// Corrects u −= W Jᵀ p until no demand C(u) at work is above `met`, no other one either, and nothing one-sided has the wrong sign.
    ///
    /// All that are on the wrong side change it at once; where that does not help, one by one, which ends for any matrix with positive principal minors.
    /// Source: J. J. Júdice, F. M. Pires, A block principal pivoting algorithm for large-scale strictly monotone linear
    /// complementarity problems, 1994.
    fn meet(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> bool {
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for _ in 0..CHANGES {
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

    /// Corrects u until the demands at work are met; gives up where corrections no longer help.
    fn settle(
        &mut self,
        rows: &mut [Row],
        w: &[f64],
        u: &mut [DVec3],
        value: &impl Fn(&Row, &[DVec3]) -> f64,
        met: f64,
    ) -> bool {
        let (mut least, mut vain) = (f64::INFINITY, 0);
        while let Some(worst) = self.solve(rows, w, u, value, met) {
            // also where it is no number
            if worst < HELPS * least {
                (least, vain) = (worst, 0);
            } else {
                vain += 1;
            }
            if vain > TRIES {
                return false;
            }
        }
        true
    }

    /// One correction u −= W Jᵀ p with J W Jᵀ p = C(u), added to the multipliers; the largest |C| before it, `None` where none is above `met`.
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
            *image = if row.active { row.rate(&self.shifts) + YIELD * row.weight(w) * p } else { 0.0 };
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
