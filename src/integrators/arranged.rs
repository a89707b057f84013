//! Systems in a layout for fast steps: in columns where springs lie in rows, as in a cloth, else in
//! an order of their own.

use crate::{
    Event, Particles, System, Work,
    models::{FirstOrder, forces, trace},
};
use glam::DVec3;
use springlab_fast::{Arrangement, Double, Powers, Rest, Singly};

/// Lays a system out. Returns false if that does not pay, or if something drives the system.
pub(crate) fn lay_out(arrangement: &mut dyn Arrangement, system: &System) -> bool {
    let Particles { velocities, inverse_masses, .. } = &system.particles;
    let planar = || system.is_planar();
    system.excitation.is_none() && arrangement.lay_out(&planar, &system.springs.laws(), velocities, inverse_masses)
}

/// Most steps computed in one call. If one of them leaves the reach, they are computed again up to
/// that step.
const TOGETHER: u32 = 32;

/// Takes up to `most` steps h (s) of symplectic Euler in the layout and returns how many it took. A
/// step that leaves `reach` (m) is the last. A trace shows one step: the new velocities, which the
/// layout computes together with the accelerations, then the new positions.
pub(crate) fn march(arrangement: &mut dyn Arrangement, system: &mut System, h: f64, most: u32, reach: f64) -> u32 {
    // gusts depend on the time, which the simulation's clock sets exactly after each call; spheres
    // need the positions of all particles at the same time
    let steps = if system.wind.is_steady() && !system.self_contact.acts() { most.min(TOGETHER) } else { 1 };
    let (forces, power) = push_apart(system);
    arrangement.start([&system.particles.positions, &system.particles.velocities, &forces]);
    let mut taken = 0;
    let mut powers = with_singly(system, system.time, steps as usize, &mut |singly, powers| {
        taken = arrangement.steps(&system.springs.laws(), singly, [h, reach], powers);
    });
    if taken < powers.len() {
        // so that the step that leaves the reach is the last
        let most = u32::try_from(taken).expect("fewer steps than asked for");
        return march(arrangement, system, h, most, reach);
    }
    powers[0] = powers[0] + power;
    let start = trace::is_on().then(|| (system.time, system.particles.positions.clone()));
    arrangement.stop([&mut system.particles.positions, &mut system.particles.velocities]);
    if let Some((time, x)) = start {
        trace::add(Event::Kick, time, [&x, &system.particles.velocities]);
        trace::number("h", h);
    }
    system.work = powers.into_iter().fold(system.work, |work, power| work + h * power);
    system.advance(f64::from(steps) * h);
    system.drifted(h);
    steps
}

/// Forces in N of spheres in contact and their powers; no forces if there are no spheres.
fn push_apart(system: &System) -> (Vec<DVec3>, Work) {
    let Particles { positions, velocities, .. } = &system.particles;
    let count = if system.self_contact.acts() { positions.len() } else { 0 };
    let (mut forces, mut power) = (vec![DVec3::ZERO; count], Work::default());
    system.push_apart([positions, velocities], &mut forces, &mut power);
    (forces, power)
}

/// A system in its layout as a first-order system y = (x, v, W, t), with x and v in columns.
pub(crate) struct Rows<'a> {
    pub columns: &'a Double,
    pub system: &'a mut System,
}

impl FirstOrder for Rows<'_> {
    fn dimension(&self) -> usize {
        self.columns.dimension() + Work::LENGTH + 1
    }

    fn read(&self, y: &mut [f64]) {
        let (state, rest) = y.split_at_mut(self.columns.dimension());
        self.columns.read([&self.system.particles.positions, &self.system.particles.velocities], state);
        let (work, time) = rest.split_at_mut(Work::LENGTH);
        work.copy_from_slice(&self.system.work.to_array());
        time.fill(self.system.time);
    }

    fn rate(&self, y: &[f64], rate: &mut [f64]) {
        let (state, rest) = y.split_at(self.columns.dimension());
        let (state_rate, rest_rate) = rate.split_at_mut(state.len());
        let power = with_singly(self.system, rest[Work::LENGTH], 1, &mut |singly, powers| {
            powers[0] = self.columns.rate(&self.system.springs.laws(), singly, state, state_rate);
        })[0];
        let (power_rate, time_rate) = rest_rate.split_at_mut(Work::LENGTH);
        power_rate.copy_from_slice(&power.to_array());
        time_rate.fill(1.0);
    }

    fn show(&self, y: &[f64], rate: Option<&[f64]>) -> (f64, [Vec<DVec3>; 3]) {
        let n = self.columns.dimension();
        let vectors = |list: &[f64]| {
            let [mut x, mut v] = [(); 2].map(|()| vec![DVec3::ZERO; self.system.particles.len()]);
            self.columns.write(&list[..n], [&mut x, &mut v]);
            [x, v]
        };
        let [x, v] = vectors(y);
        let [_, a] = rate.map_or_else(Default::default, vectors);
        (y[n + Work::LENGTH], [x, v, a])
    }

    fn write(&mut self, y: &[f64]) {
        let (state, rest) = y.split_at(self.columns.dimension());
        let Particles { positions, velocities, .. } = &mut self.system.particles;
        self.columns.write(state, [positions, velocities]);
        let (work, time) = rest.split_first_chunk().expect("the work stands behind the state");
        self.system.work = Work::from_array(*work);
        self.system.set_time(time[0]);
    }
}

/// Calls `act` with the forces on single free particles at a time (s). Returns all powers of each
/// step.
fn with_singly(system: &System, time: f64, steps: usize, act: &mut dyn FnMut(&mut Singly, &mut [Powers])) -> Vec<Work> {
    let (mut works, mut powers) = (vec![Work::default(); steps], vec![Powers::default(); steps]);
    let mut bounds = Vec::new();
    forces::each(system, true, time, &mut |force| bounds.extend(force.bounds()));
    let mut accelerate = |step: usize, w: &[f64], state: [&[_]; 2], a: &mut [_]| {
        forces::each(system, true, time, &mut |force| force.accelerate(w, state, a, &mut works[step]));
    };
    let rest = if bounds.is_empty() { None } else { Some(Rest { bounds, accelerate: &mut accelerate }) };
    act(&mut Singly::new(system.surroundings(true, time), rest), &mut powers);
    works.iter_mut().zip(powers).for_each(|(work, powers)| *work = *work + powers.into());
    works
}
