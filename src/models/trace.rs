//! The inside of a step: moments that a method reports from its own code while a trace is on.

use glam::DVec3;
use std::cell::Cell;

/// Largest number of particles of which a trace watches all; of more it watches only one.
const WATCHED: usize = 64;

/// Most moments of a trace.
const MOST: usize = 1000;

/// Action of a method at a moment of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// State before the step.
    Start,
    /// Accelerations a at time, positions and velocities of the moment; in a flow the field there.
    Evaluation,
    /// v ← v + h a
    Kick,
    /// x ← x + h v
    Drift,
    /// Stage y + h Σⱼ aᵢⱼ kⱼ of a Runge-Kutta method; its rate k is (v, a), in a flow v.
    Stage,
    /// y ← y + h Σᵢ bᵢ kᵢ
    Combination,
    /// End of an own step whose error is within the tolerance.
    Accepted,
    /// End of an own step that is taken again with a shorter one.
    Rejected,
    /// State X and V at w = 0 of an implicit equation M w = σ f(X + τ w, V + w).
    Guess,
    /// State after a linear system of an implicit method.
    Iteration,
    /// Return to the best iterate so far.
    Return,
    /// State that follows from the solution of an implicit equation.
    Solution,
    /// Positions before constraints are met.
    Flight,
    /// Correction of one spring.
    Spring,
    /// Correction of one link.
    Link,
    /// Correction of one particle by an obstacle.
    Obstacle,
    /// Velocities that follow from corrected positions, or meet the constraints.
    Velocities,
    /// First coordinate of a tracer moves.
    First,
    /// Second coordinate of a tracer moves.
    Second,
    /// Affine map x ← P x + q of a tracer.
    Map,
    /// Exact motion, or the follower's step with eight constants.
    Motion,
}

impl Event {
    /// Name in JavaScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Evaluation => "evaluation",
            Self::Kick => "kick",
            Self::Drift => "drift",
            Self::Stage => "stage",
            Self::Combination => "combination",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Guess => "guess",
            Self::Iteration => "iteration",
            Self::Return => "return",
            Self::Solution => "solution",
            Self::Flight => "flight",
            Self::Spring => "spring",
            Self::Link => "link",
            Self::Obstacle => "obstacle",
            Self::Velocities => "velocities",
            Self::First => "first",
            Self::Second => "second",
            Self::Map => "map",
            Self::Motion => "motion",
        }
    }
}

/// A moment of a step. Vectors are those of all particles, or of the chosen one if there are more
/// than 64.
#[derive(Clone, Debug, PartialEq)]
pub struct StepMoment {
    /// Action that leads to this state.
    pub event: Event,
    /// Time in s.
    pub time: f64,
    /// Positions in m.
    pub positions: Vec<DVec3>,
    /// Velocities in m/s.
    pub velocities: Vec<DVec3>,
    /// Other vectors by name, as the acceleration `a` in m/s².
    pub vectors: Vec<(&'static str, Vec<DVec3>)>,
    /// Numbers by name, in SI units.
    pub numbers: Vec<(&'static str, f64)>,
    /// Coefficients aᵢⱼ or bᵢ of a Runge-Kutta method.
    pub coefficients: &'static [f64],
    /// Indices of the particles that a correction moves; empty if it is all of them.
    pub particles: Vec<usize>,
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static PARTICLE: Cell<usize> = const { Cell::new(0) };
    static MOMENTS: Cell<Vec<StepMoment>> = const { Cell::new(Vec::new()) };
}

/// True while a trace is on. Methods ask it before they report anything.
#[inline]
pub(crate) fn is_on() -> bool {
    ON.get()
}

/// True while a trace is on that has chosen this particle.
#[inline]
pub(crate) fn is_on_for(particle: usize) -> bool {
    is_on() && PARTICLE.get() == particle
}

/// The chosen particle of the trace.
pub(crate) fn particle() -> usize {
    PARTICLE.get()
}

/// Calls `step` with a trace on. Returns its result and the moments that it reported.
pub(crate) fn record<T>(particle: usize, step: impl FnOnce() -> T) -> (T, Vec<StepMoment>) {
    change(&mut Vec::clear);
    PARTICLE.set(particle);
    ON.set(true);
    let result = step();
    ON.set(false);
    let mut moments = Vec::new();
    change(&mut |reported| std::mem::swap(&mut moments, reported));
    (result, moments)
}

/// Changes the moments. Not inlined, as it is rarely needed and there are many reports.
#[inline(never)]
fn change(act: &mut dyn FnMut(&mut Vec<StepMoment>)) {
    MOMENTS.with(|cell| {
        let mut moments = cell.take();
        act(&mut moments);
        cell.set(moments);
    });
}

fn change_last(act: &mut dyn FnMut(&mut StepMoment)) {
    change(&mut |moments| {
        moments.last_mut().map(&mut *act);
    });
}

/// Adds a moment with this state of all particles. If there are [`MOST`], it replaces the last.
#[inline(never)]
pub(crate) fn add(event: Event, time: f64, [x, v]: [&[DVec3]; 2]) {
    change(&mut |moments| {
        moments.truncate(MOST - 1);
        let [positions, velocities] = [x, v].map(watched);
        let (vectors, numbers, coefficients, particles) = (Vec::new(), Vec::new(), &[][..], Vec::new());
        moments.push(StepMoment { event, time, positions, velocities, vectors, numbers, coefficients, particles });
    });
}

/// Adds a vector of each particle to the last moment.
#[inline(never)]
pub(crate) fn vectors(name: &'static str, list: &[DVec3]) {
    change_last(&mut |moment| moment.vectors.push((name, watched(list))));
}

/// Adds a number to the last moment.
#[inline(never)]
pub(crate) fn number(name: &'static str, value: f64) {
    change_last(&mut |moment| moment.numbers.push((name, value)));
}

/// Sets the coefficients of the last moment.
pub(crate) fn coefficients(list: &'static [f64]) {
    change_last(&mut |moment| moment.coefficients = list);
}

/// Sets the particles that the last moment corrects.
pub(crate) fn particles(list: &[usize]) {
    change_last(&mut |moment| moment.particles = list.to_vec());
}

/// Adds the correction of one or two of all particles, whose inverse masses are w, at the time of
/// the moment before; nothing if none of them is watched.
#[inline(never)]
pub(crate) fn add_correction(
    event: Event,
    state: [&[DVec3]; 2],
    (of, w): (&[usize], &[f64]),
    numbers: &[(&'static str, f64)],
) {
    if w.len() > WATCHED && !of.contains(&particle()) {
        return;
    }
    let mut time = 0.0;
    change_last(&mut |moment| time = moment.time);
    add(event, time, state);
    particles(of);
    for (name, value) in numbers {
        number(name, *value);
    }
    for (name, i) in ["w1", "w2"].into_iter().zip(of) {
        number(name, w[*i]);
    }
}

/// The vectors of all particles, or of the chosen one of many.
fn watched(list: &[DVec3]) -> Vec<DVec3> {
    if list.len() <= WATCHED { list.to_vec() } else { vec![list[particle()]] }
}
