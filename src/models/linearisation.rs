//! Derivatives of the forces in a system, bounds of them, and whether they are linear and planar.

use super::{
    forces::{self, Body},
    retardation::retardation,
};
use crate::{Contact, Damper, Particles, Springs, System, linear::BlockMatrix};
use glam::{DMat3, DVec2, DVec3};

impl System {
    /// True if no particle leaves the plane z = 0.
    pub(crate) fn is_planar(&self) -> bool {
        let Particles { positions, velocities, .. } = &self.particles;
        let flat = |vectors: &[DVec3]| vectors.iter().all(|vector| vector.z == 0.0);
        forces::all(self, |force| force.is_planar()) && flat(positions) && flat(velocities)
    }

    /// True if all forces are linear in positions and velocities: springs with rest length 0,
    /// isotropic dampers or none, and linear forces. Scenes with self-contact have obstacles, whose
    /// forces are not linear.
    pub(crate) fn is_linear(&self) -> bool {
        let Springs { rest_lengths, stiffnesses, dampings, damper, .. } = &self.springs;
        let elastic = rest_lengths.iter().zip(stiffnesses).all(|(length, k)| length * k == 0.0);
        let damped = *damper == Damper::Isotropic || dampings.iter().all(|mu| *mu == 0.0);
        elastic && damped && forces::all(self, |force| force.is_linear())
    }

    /// Sets `matrix` to a K + b D with the derivatives K = −∂f/∂x and D = −∂f/∂v, where indefinite
    /// blocks are made semidefinite.
    pub fn linearise(&self, positions: &[DVec3], velocities: &[DVec3], [a, b]: [f64; 2], matrix: &mut BlockMatrix) {
        matrix.reset(&self.particles.inverse_masses);
        self.springs.add_blocks(positions, [a, b], matrix);
        self.add_blocks(true, self.time, [positions, velocities], [a, b, 0.0], matrix);
    }

    /// Adds a K + b D + c C of all forces but springs to `matrix`, see
    /// [`each_block`](Self::each_block).
    pub(crate) fn add_blocks(
        &self,
        projected: bool,
        time: f64,
        state: [&[DVec3]; 2],
        coefficients: [f64; 3],
        matrix: &mut BlockMatrix,
    ) {
        self.each_block(projected, time, state, coefficients, &mut |i, block| matrix.add_diagonal(i, block));
        if projected {
            self.add_touches(state, coefficients, false, matrix);
        }
    }

    /// Visits a K + b D + c C of each force on each particle at the given time (s), with or without
    /// the forces that projection replaces; see [`derivative`](super::forces::Force::derivative).
    pub(crate) fn each_block(
        &self,
        projected: bool,
        time: f64,
        state: [&[DVec3]; 2],
        coefficients: [f64; 3],
        visit: &mut dyn FnMut(usize, DMat3),
    ) {
        forces::each(self, projected, time, &mut |force| {
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
        self.add_blocks(contacts, self.time, [x, v], [a, b, a], matrix);
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
        forces::each(self, contacts, time, &mut |force| {
            for (i, body) in Body::all(inverse_masses, [x, v]) {
                let [k, d] = force.slopes(&body);
                matrix.add_diagonal(i, a * k + b * d);
            }
        });
        if contacts {
            self.add_touches([x, v], [a, b, 0.0], true, matrix);
        }
    }

    /// Upper bounds of γ (1/s) and ω² (1/s²) over all modes in any state, with these inverse masses
    /// (1/kg). As ‖u₁ − u₂‖² ≤ 2 ‖u₁‖² + 2 ‖u₂‖², a spring counts twice at each end, and once if
    /// its other end is fixed.
    pub(crate) fn ceilings(&self, projected: bool, weights: &[f64]) -> [f64; 2] {
        let mut sums = vec![DVec2::ZERO; weights.len()];
        self.springs.laws().add_ceilings(weights, &mut sums);
        let mut singly = DVec2::ZERO;
        forces::each(self, projected, self.time, &mut |force| singly += DVec2::from(force.ceilings()));
        let bounds = sums.iter().zip(weights).map(|(&sum, &w)| w * sum + self.single_weight(w) * singly);
        let touching = if projected { self.self_contact.ceilings(self.contact) } else { [0.0; 2] };
        (bounds.fold(DVec2::ZERO, DVec2::max) + DVec2::from(touching)).into()
    }

    /// A time ρ in s with D ≥ ρ K, in the state with these positions (m) or along the springs in
    /// any state, see [`retardation`]. Infinite without stiffness, 0 if none is known.
    pub(crate) fn retardation(&self, projected: bool, weights: &[f64], positions: Option<&[DVec3]>) -> f64 {
        let mut least = retardation(&self.springs, weights, positions);
        forces::each(self, projected, self.time, &mut |force| {
            let [d, k] = force.ceilings();
            least = if k > 0.0 { least.min(d / k) } else { least };
        });
        let Contact { damping, stiffness, .. } = self.contact;
        if projected && self.self_contact.acts() { least.min(damping / stiffness) } else { least }
    }

    /// True if a damper, drag or another force takes energy from the motion of a free particle now,
    /// or spheres with dampers may come into contact.
    pub(crate) fn is_damped(&self, projected: bool) -> bool {
        let Particles { positions, velocities, inverse_masses } = &self.particles;
        let mut damped = self
            .springs
            .iter()
            .any(|([i, j], spring)| spring.damping > 0.0 && (inverse_masses[i] > 0.0 || inverse_masses[j] > 0.0));
        self.each_block(projected, self.time, [positions, velocities], [0.0, 1.0, 0.0], &mut |_, block| {
            damped |= block != DMat3::ZERO;
        });
        damped || projected && self.self_contact.acts() && self.contact.damping > 0.0
    }
}
