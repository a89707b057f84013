//! A mechanical system: particles, springs and constraints between them, obstacles, gravity, drag
//! and wind.

use crate::{
    Constraints, Contact, Damper, Energy, Excitation, Obstacle, Particles, Springs, Tear, Wind, Work,
    integrators::FirstOrder,
    linear::BlockMatrix,
    models::constraints::{Impacts, project_out},
    models::forces::{self, Body, Force},
};
use glam::{DMat3, DVec2, DVec3};
use springlab_fast::Surroundings;
use std::borrow::Cow;

/// m dv/dt = f(t, x, v), dx/dt = v, with links and obstacles for the methods that project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct System {
    /// The point masses.
    pub particles: Particles,
    /// The springs between them.
    pub springs: Springs,
    /// The strain at which springs tear.
    pub tear: Tear,
    /// Links that some methods keep by projection; the others ignore them.
    pub constraints: Constraints,
    /// Bodies that keep particles out, by penalty forces or by projection, depending on the method.
    pub obstacles: Vec<Obstacle>,
    /// Law of the penalty forces.
    pub contact: Contact,
    /// Gravitational acceleration g in m/s².
    pub gravity: DVec3,
    /// Coefficient b of the drag −b v on every free particle in N·s/m.
    pub drag: f64,
    /// Velocity of the air and its resistance to every free particle.
    pub wind: Wind,
    /// False if contact, drag and wind act on every free particle alike, whatever its mass. True if
    /// their coefficients are per kilogram: a particle of the mass m then has m/kg times the force.
    pub per_kilogram: bool,
    /// The drive, if there is one.
    pub excitation: Option<Excitation>,
    /// Simulated time t in s. Every method advances it with the state; a simulation sets it after
    /// each step, so that rounding does not add up.
    pub time: f64,
    /// Heat and outside work since the start, integrated by every method with its own order.
    pub work: Work,
    /// Stored energy at the start in J, the reference of the energy account.
    pub start: f64,
    /// Largest violation of a link after the last step, in m.
    pub residual: f64,
    /// State that a multistep method keeps from the last step; empty before a first step. It is
    /// valid for one method and one step size, and must be cleared when these or the state change.
    pub history: Vec<DVec3>,
    /// The powers in W at the end of the last step, kept with the history.
    pub last_power: Work,
}

impl System {
    /// Writes the accelerations a = w f in m/s² at the given time (s), positions (m) and velocities
    /// (m/s), 0 for fixed and held particles. Returns the powers in W of heat, of the drive and of
    /// the hand, which bears the forces on what it holds.
    pub fn accelerate(
        &self,
        time: f64,
        positions: &[DVec3],
        velocities: &[DVec3],
        accelerations: &mut [DVec3],
    ) -> Work {
        self.accelerate_with(true, true, time, [positions, velocities], accelerations)
    }

    /// Writes the accelerations without the forces that projection replaces.
    pub(crate) fn accelerate_freely(
        &self,
        time: f64,
        positions: &[DVec3],
        velocities: &[DVec3],
        accelerations: &mut [DVec3],
    ) -> Work {
        self.accelerate_with(true, false, time, [positions, velocities], accelerations)
    }

    /// Writes the accelerations without these and without springs: by the drive and by forces on
    /// single particles.
    pub(crate) fn accelerate_singly(
        &self,
        time: f64,
        positions: &[DVec3],
        velocities: &[DVec3],
        accelerations: &mut [DVec3],
    ) -> Work {
        self.accelerate_with(false, false, time, [positions, velocities], accelerations)
    }

    fn accelerate_with(
        &self,
        springs: bool,
        projected: bool,
        time: f64,
        state: [&[DVec3]; 2],
        accelerations: &mut [DVec3],
    ) -> Work {
        let [positions, velocities] = state;
        accelerations.fill(DVec3::ZERO);
        let damping = if springs { self.springs.add_forces(positions, velocities, accelerations) } else { 0.0 };
        let power = self.accelerate_beside_springs(projected, time, state, accelerations);
        Work { damping: power.damping + damping, ..power }
    }

    /// Turns the springs' forces (N) into accelerations (m/s²) and adds those of all other forces.
    /// Returns the powers without that of the springs' dampers.
    pub(crate) fn accelerate_beside_springs(
        &self,
        projected: bool,
        time: f64,
        state: [&[DVec3]; 2],
        accelerations: &mut [DVec3],
    ) -> Work {
        let velocities = state[1];
        let mut power = Work::default();
        if let Some(excitation) = &self.excitation {
            power.drive += excitation.apply(time, velocities, accelerations);
        }
        let weights = &self.particles.inverse_masses;
        power = power + self.surroundings(projected, time).accelerate(accelerations, velocities, weights).into();
        self.accelerate_one_by_one(projected, time, weights, state, accelerations, &mut power);
        power
    }

    /// Adds the accelerations by all forces that are not part of the surroundings, for particles
    /// with these inverse masses (1/kg), positions and velocities. Adds their powers as well.
    pub(crate) fn accelerate_one_by_one(
        &self,
        projected: bool,
        time: f64,
        weights: &[f64],
        state: [&[DVec3]; 2],
        accelerations: &mut [DVec3],
        power: &mut Work,
    ) {
        self.each_force(projected, time, &mut |force| force.accelerate(weights, state, accelerations, power));
    }

    /// True if no particle leaves the plane z = 0.
    pub(crate) fn is_planar(&self) -> bool {
        let Particles { positions, velocities, .. } = &self.particles;
        let flat = |vectors: &[DVec3]| vectors.iter().all(|vector| vector.z == 0.0);
        self.obstacles.iter().all(Obstacle::is_upright)
            && self.gravity.z == 0.0
            && self.wind.velocity.z == 0.0
            && flat(positions)
            && flat(velocities)
    }

    /// All forces that one common loop computes.
    pub(crate) fn surroundings(&self, projected: bool, time: f64) -> Surroundings {
        let mut surroundings = Surroundings::default();
        self.each_force(projected, time, &mut |force| _ = force.surround(&mut surroundings));
        surroundings
    }

    /// Visits the forces on single particles that act at this time (s), with or without those that
    /// projection replaces.
    fn each_force(&self, projected: bool, time: f64, visit: &mut dyn FnMut(&dyn Force)) {
        forces::each(self, time, &mut |force| {
            if projected || !force.is_projected() {
                visit(force);
            }
        });
    }

    /// Factor in 1/kg that turns coefficients of forces on single particles into rates of a
    /// particle with the inverse mass `w` in 1/kg: 1 for a free one if they are per
    /// kilogram, else w.
    pub(crate) fn single_weight(&self, w: f64) -> f64 {
        if self.per_kilogram && w > 0.0 { 1.0 } else { w }
    }

    /// Upper bounds of γ (1/s) and ω² (1/s²) over all modes in any state, with these inverse masses
    /// (1/kg). As ‖u₁ − u₂‖² ≤ 2 ‖u₁‖² + 2 ‖u₂‖², a spring counts twice at each end, and once if
    /// its other end is fixed.
    pub(crate) fn ceilings(&self, projected: bool, weights: &[f64]) -> [f64; 2] {
        let mut sums = vec![DVec2::ZERO; weights.len()];
        self.springs.laws().add_ceilings(weights, &mut sums);
        let mut singly = DVec2::ZERO;
        self.each_force(projected, self.time, &mut |force| singly += DVec2::from(force.ceilings()));
        let bounds = sums.iter().zip(weights).map(|(&sum, &w)| w * sum + self.single_weight(w) * singly);
        bounds.fold(DVec2::ZERO, DVec2::max).into()
    }

    /// A time ρ in s with D ≥ ρ K, in the state with these positions (m) or along the springs in
    /// any state, see [`Springs::retardation`]. Infinite without stiffness.
    pub(crate) fn retardation(&self, projected: bool, weights: &[f64], positions: Option<&[DVec3]>) -> f64 {
        let mut least = self.springs.retardation(weights, positions);
        self.each_force(projected, self.time, &mut |force| {
            let [d, k] = force.ceilings();
            least = if k > 0.0 { least.min(d / k) } else { least };
        });
        least
    }

    /// True if a damper, drag or another force takes energy from the motion of a free particle now.
    pub(crate) fn is_damped(&self, projected: bool) -> bool {
        let Particles { positions, velocities, inverse_masses } = &self.particles;
        let mut damped = self
            .springs
            .iter()
            .any(|([i, j], spring)| spring.damping > 0.0 && (inverse_masses[i] > 0.0 || inverse_masses[j] > 0.0));
        self.each_block(projected, self.time, [positions, velocities], [0.0, 1.0, 0.0], &mut |_, block| {
            damped |= block != DMat3::ZERO;
        });
        damped
    }

    /// The same system without friction. Beyond the step that resolves it, friction chatters within
    /// a bound and never makes a motion grow, so no step limit counts it.
    pub(crate) fn without_friction(&self) -> Cow<'_, Self> {
        if self.contact.friction == 0.0 || self.obstacles.is_empty() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self { contact: Contact { friction: 0.0, ..self.contact }, ..self.clone() })
    }

    /// Advances time by `h` (s) and moves a driven particle with it. To be called once a step,
    /// after the other positions have moved.
    pub fn advance(&mut self, h: f64) {
        self.set_time(self.time + h);
    }

    /// Sets the time (s) and puts a driven particle at its place at that time.
    pub fn set_time(&mut self, time: f64) {
        self.time = time;
        if let Some(excitation) = &self.excitation {
            excitation.place(time, &mut self.particles.positions, &mut self.particles.velocities);
        }
    }

    /// Force on each particle now, in N: of springs, dampers and the drive, and on free particles
    /// also weight, contact and all other forces on single particles. A fixed particle has no
    /// weight, because its support carries it.
    #[must_use]
    pub fn forces(&self) -> Vec<DVec3> {
        let (x, v) = (&self.particles.positions, &self.particles.velocities);
        let mut forces = vec![DVec3::ZERO; self.particles.len()];
        self.springs.add_forces(x, v, &mut forces);
        let mut accelerations = vec![DVec3::ZERO; self.particles.len()];
        self.accelerate_with(false, true, self.time, [x, v], &mut accelerations);
        for (i, m) in self.particles.free() {
            forces[i] += m * accelerations[i];
        }
        forces
    }

    /// Sets `matrix` to a K + b D with the derivatives K = −∂f/∂x and D = −∂f/∂v, where indefinite
    /// blocks are made semidefinite.
    pub fn linearise(&self, positions: &[DVec3], velocities: &[DVec3], [a, b]: [f64; 2], matrix: &mut BlockMatrix) {
        matrix.reset(&self.particles.inverse_masses);
        self.springs.add_blocks(positions, [a, b], matrix);
        self.each_block(true, self.time, [positions, velocities], [a, b, 0.0], &mut |i, block| {
            matrix.add_diagonal(i, block);
        });
    }

    /// Visits a K + b D + c C (see [`Force::derivative`]) of each force on each particle at the
    /// given time (s), with or without the forces that projection replaces.
    pub(crate) fn each_block(
        &self,
        projected: bool,
        time: f64,
        state: [&[DVec3]; 2],
        coefficients: [f64; 3],
        visit: &mut dyn FnMut(usize, DMat3),
    ) {
        self.each_force(projected, time, &mut |force| {
            if !force.is_uniform() {
                for (i, body) in Body::all(&self.particles.inverse_masses, state) {
                    visit(i, force.derivative(&body, coefficients));
                }
            }
        });
    }

    /// Sets `matrix` to a K + b D in the present state with the true derivatives, also for
    /// compressed springs, and for contacts if a method feels them. The rotation of a damper's
    /// direction is left out; at rest its term is 0.
    pub fn linearise_truly(&self, [a, b]: [f64; 2], contacts: bool, matrix: &mut BlockMatrix) {
        let (x, v) = (&self.particles.positions, &self.particles.velocities);
        matrix.reset(&self.particles.inverse_masses);
        self.springs.add_true_blocks(x, [a, b], matrix);
        self.each_block(contacts, self.time, [x, v], [a, b, a], &mut |i, block| matrix.add_diagonal(i, block));
    }

    /// Sets `matrix` to a K + b D at a time in s and a state with the whole derivatives K = −∂f/∂x
    /// and D = −∂f/∂v, which are asymmetric in motion, with contacts if `contacts` is set.
    pub(crate) fn differentiate(
        &self,
        (time, [x, v]): (f64, [&[DVec3]; 2]),
        [a, b]: [f64; 2],
        contacts: bool,
        matrix: &mut BlockMatrix,
    ) {
        let inverse_masses = &self.particles.inverse_masses;
        matrix.reset(inverse_masses);
        for ([i, j], spring) in self.springs.iter() {
            let (d, u) = (x[i] - x[j], v[i] - v[j]);
            let stiffness = spring.stiffness_matrix(d) + spring.turning_matrix(d, u);
            matrix.add_link([i, j], a * stiffness + b * spring.damping_matrix(d));
        }
        self.each_force(contacts, time, &mut |force| {
            for (i, body) in Body::all(inverse_masses, [x, v]) {
                let [k, d] = force.slopes(&body);
                matrix.add_diagonal(i, a * k + b * d);
            }
        });
    }

    /// One sweep: moves the particles onto their links, one after the other, and out of the
    /// obstacles.
    pub fn project(&mut self, impacts: &mut Impacts) {
        self.constraints.project(&mut self.particles, impacts);
        project_out(&self.obstacles, &mut self.particles, impacts);
    }

    /// Number of sweeps needed: a single one if there are no links and obstacles are apart, because
    /// it moves every particle out of them.
    pub(crate) fn passes(&self, sweeps: u32) -> u32 {
        let apart = match &self.obstacles[..] {
            [] | [_] => true,
            [one, other] => one.is_apart_from(other),
            _ => false,
        };
        if self.constraints.is_empty() && apart { 1 } else { sweeps }
    }

    /// True if all forces are linear in positions and velocities: springs with rest length 0,
    /// isotropic dampers or none, and at most gravity and drag besides.
    pub(crate) fn is_linear(&self) -> bool {
        let Springs { rest_lengths, stiffnesses, dampings, damper, .. } = &self.springs;
        let elastic = rest_lengths.iter().zip(stiffnesses).all(|(length, k)| length * k == 0.0);
        let damped = *damper == Damper::Isotropic || dampings.iter().all(|mu| *mu == 0.0);
        elastic && damped && self.obstacles.is_empty() && self.wind.resistance == 0.0
    }

    /// Tears the springs that are strained too far, and books what they stored as tearing. The
    /// history is cleared, so a multistep method takes a first step next. Returns true if any tore.
    pub fn tear(&mut self) -> bool {
        let x = &self.particles.positions;
        let torn = self.tear.torn(&self.springs, x);
        if torn.is_empty() {
            return false;
        }
        self.work.tearing += self.springs.tear(&torn, x);
        self.history.clear();
        true
    }

    /// Number of links that can be cut: the constraints, or the springs if there are none.
    pub(crate) fn links(&self) -> usize {
        if self.constraints.is_empty() { self.springs.len() } else { self.constraints.len() }
    }

    /// Relative stretch of all constraints together, or of all springs if there are none;
    /// dimensionless.
    #[must_use]
    pub fn stretch(&self) -> f64 {
        let x = &self.particles.positions;
        if self.constraints.is_empty() { self.springs.stretch(x) } else { self.constraints.stretch(x) }
    }

    /// The energy account now, in J.
    #[must_use]
    pub fn energy(&self) -> Energy {
        self.energy_with(self.springs.energy(&self.particles.positions))
    }

    /// The energy account with a known energy of the springs (J).
    pub(crate) fn energy_with(&self, elastic: f64) -> Energy {
        let Particles { positions, velocities, .. } = &self.particles;
        Energy { work: self.work, start: self.start, ..self.stored(elastic, self.time, [positions, velocities]) }
    }

    /// Energy stored in a state, with a known energy of the springs (J).
    fn stored(&self, elastic: f64, time: f64, state: [&[DVec3]; 2]) -> Energy {
        let mut stored = Energy { kinetic: self.kinetic_energy(state[1]), elastic, ..Energy::default() };
        self.each_force(true, time, &mut |force| {
            force.store_all(&self.particles.inverse_masses, state, &mut stored);
        });
        stored
    }

    /// Kinetic energy in J of the free particles with these velocities (m/s).
    fn kinetic_energy(&self, velocities: &[DVec3]) -> f64 {
        self.particles.free().fold(0.0, |energy, (i, m)| energy + 0.5 * m * velocities[i].length_squared())
    }

    /// Restarts the account: the energy stored now is the start.
    pub fn open_account(&mut self) {
        self.work = Work::default();
        self.start = self.energy().stored();
    }
}

/// The state is y = (x, v, W, t), its rate ẏ = (v, a(t, x, v), powers, 1). The size of a deviation
/// (δx, δv) is its energy ½ Σ m δv² + ½ Σ k |δxᵢ − δxⱼ|² in J, which is compared with the energy of
/// motion, springs and contacts. W and t are only integrated.
impl FirstOrder for System {
    fn dimension(&self) -> usize {
        6 * self.particles.len() + Work::LENGTH + 1
    }

    fn read(&self, y: &mut [f64]) {
        let (x, v, work, time) = split_mut(y);
        x.copy_from_slice(&self.particles.positions);
        v.copy_from_slice(&self.particles.velocities);
        (*work, *time) = (self.work.to_array(), self.time);
    }

    fn prescribe(&self, y: &mut [f64]) {
        if let Some(excitation) = &self.excitation {
            let (x, v, _, time) = split_mut(y);
            excitation.place(*time, x, v);
        }
    }

    fn rate(&self, y: &[f64], rate: &mut [f64]) {
        let (x, v, _, time) = split(y);
        let (x_rate, v_rate, power, time_rate) = split_mut(rate);
        x_rate.copy_from_slice(v);
        *power = self.accelerate(time, x, v, v_rate).to_array();
        *time_rate = 1.0;
    }

    fn write(&mut self, y: &[f64]) {
        let (x, v, work, time) = split(y);
        self.particles.positions.copy_from_slice(x);
        self.particles.velocities.copy_from_slice(v);
        self.work = Work::from_array(*work);
        self.set_time(time);
    }

    fn deviation(&self, d: &[f64]) -> f64 {
        let (x, v, ..) = split(d);
        let springs = self.springs.endpoints.iter().zip(&self.springs.stiffnesses);
        let elastic = springs.map(|([i, j], k)| 0.5 * k * x[*i as usize].distance_squared(x[*j as usize]));
        elastic.fold(self.kinetic_energy(v), |sum, energy| sum + energy)
    }

    fn size(&self, y: &[f64]) -> f64 {
        let (x, v, _, time) = split(y);
        self.stored(self.springs.energy(x), time, [x, v]).absolute()
    }
}

fn split(y: &[f64]) -> (&[DVec3], &[DVec3], &[f64; Work::LENGTH], f64) {
    let (rest, &[time]) = y.split_last_chunk().expect("the time stands last");
    let (xv, work) = rest.split_last_chunk().expect("the work stands before it");
    let xv: &[DVec3] = bytemuck::cast_slice(xv);
    let (x, v) = xv.split_at(xv.len() / 2);
    (x, v, work, time)
}

fn split_mut(y: &mut [f64]) -> (&mut [DVec3], &mut [DVec3], &mut [f64; Work::LENGTH], &mut f64) {
    let (rest, [time]) = y.split_last_chunk_mut().expect("the time stands last");
    let (xv, work) = rest.split_last_chunk_mut().expect("the work stands before it");
    let xv: &mut [DVec3] = bytemuck::cast_slice_mut(xv);
    let (x, v) = xv.split_at_mut(xv.len() / 2);
    (x, v, work, time)
}
