//! The springs of a system, with their ends.

use super::constraints::stretch;
use crate::{
    Damper, Own, Spring, Versioned,
    linear::{BlockMatrix, outer, product},
};
use glam::{DMat3, DVec3};

/// Springs as parallel buffers of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Springs {
    /// Indices of the two particles of each spring.
    pub endpoints: Versioned<Vec<[u32; 2]>>,
    /// Rest lengths L in m.
    pub rest_lengths: Versioned<Vec<f64>>,
    /// Stiffnesses k in N/m.
    pub stiffnesses: Versioned<Vec<f64>>,
    /// Damping coefficients μ in N·s/m.
    pub dampings: Versioned<Vec<f64>>,
    /// Own stiffness and damping of each spring, which parameters do not change; empty if no spring
    /// has any.
    pub own: Vec<[Option<f64>; 2]>,
    /// Indices of the torn springs, in the order in which they tore. They have neither stiffness
    /// nor damping, whatever is set.
    pub torn: Vec<u32>,
    /// The velocity that the dampers resist, the same for all springs.
    pub damper: Damper,
}

impl Springs {
    /// Links the particles `i` and `j`. The springs' common kind of damper applies, not the one of
    /// `spring`.
    pub fn push(&mut self, [i, j]: [u32; 2], spring: Spring) {
        debug_assert_ne!(i, j, "a spring needs two particles");
        self.endpoints.push([i, j]);
        self.rest_lengths.push(spring.rest_length);
        self.stiffnesses.push(spring.stiffness);
        self.dampings.push(spring.damping);
        if !self.own.is_empty() {
            self.own.push([None; 2]);
        }
    }

    /// Gives spring `index` properties of its own. Those left out stay.
    pub fn give(&mut self, index: usize, own: Own) {
        if let Some(rest_length) = own.rest_length {
            self.rest_lengths[index] = rest_length;
        }
        let given = [own.stiffness, own.damping];
        if given == [None; 2] {
            return;
        }
        self.own.resize(self.len(), [None; 2]);
        let values = [&mut self.stiffnesses[index], &mut self.dampings[index]];
        for ((own, given), value) in self.own[index].iter_mut().zip(given).zip(values) {
            *own = given.or(*own);
            *value = own.unwrap_or(*value);
        }
        self.slacken();
    }

    /// Sets stiffness and damping of every spring to `law` of its ends and rest length, except
    /// where a spring has its own. A list that does not change keeps its version.
    pub fn tune(&mut self, law: impl Fn([u32; 2], f64) -> [f64; 2]) {
        let Self { endpoints, rest_lengths, stiffnesses, dampings, own, .. } = self;
        let mut stay = [true; 2];
        stiffnesses.write(|stiffnesses| {
            dampings.write(|dampings| {
                let lists = stiffnesses.iter_mut().zip(dampings);
                for (i, ((ends, length), (k, mu))) in endpoints.iter().zip(&*rest_lengths).zip(lists).enumerate() {
                    let own = own.get(i).copied().unwrap_or_default();
                    let lawful = law(*ends, *length);
                    for (n, value) in [k, mu].into_iter().enumerate() {
                        let wanted = own[n].unwrap_or(lawful[n]);
                        // compared as bits, because 0 and −0 differ
                        stay[n] &= value.to_bits() == wanted.to_bits();
                        *value = wanted;
                    }
                }
                !stay[1]
            });
            !stay[0]
        });
        self.slacken();
    }

    /// True if the spring exerts a force: it has stiffness or damping.
    pub(crate) fn pulls(&self, index: usize) -> bool {
        self.stiffnesses[index] > 0.0 || self.dampings[index] > 0.0
    }

    /// Tears springs, which exert no force from then on. Returns the energy in J that they stored.
    pub fn tear(&mut self, springs: &[u32], positions: &[DVec3]) -> f64 {
        let mut stored = 0.0;
        for &spring in springs {
            let index = spring as usize;
            let [a, b] = self.endpoints[index].map(|i| positions[i as usize]);
            let elongation = a.distance(b) - self.rest_lengths[index];
            stored += 0.5 * self.stiffnesses[index] * elongation * elongation;
            self.torn.push(spring);
        }
        self.slacken();
        stored
    }

    /// Sets stiffness and damping of torn springs to 0.
    fn slacken(&mut self) {
        if self.torn.is_empty() {
            return;
        }
        let (stiffnesses, dampings) = (&mut *self.stiffnesses, &mut *self.dampings);
        for index in self.torn.iter().map(|&index| index as usize) {
            (stiffnesses[index], dampings[index]) = (0.0, 0.0);
        }
    }

    /// Removes spring `index`; the last one gets its index.
    pub fn cut(&mut self, index: usize) {
        self.endpoints.swap_remove(index);
        self.rest_lengths.swap_remove(index);
        self.stiffnesses.swap_remove(index);
        self.dampings.swap_remove(index);
        if !self.own.is_empty() {
            self.own.swap_remove(index);
        }
        let [cut, last] = [index, self.len()].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
        self.torn.retain(|&torn| torn != cut);
        for torn in self.torn.iter_mut().filter(|torn| **torn == last) {
            *torn = cut;
        }
    }

    /// Number of springs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.endpoints.len()
    }

    /// True if there are no springs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.endpoints.is_empty()
    }

    /// All springs with the indices of their particles.
    pub fn iter(&self) -> impl Iterator<Item = ([usize; 2], Spring)> {
        let laws = self.stiffnesses.iter().zip(&self.dampings).zip(&self.rest_lengths);
        self.endpoints.iter().zip(laws).map(|(ends, ((&stiffness, &damping), &rest_length))| {
            (ends.map(|i| i as usize), Spring { stiffness, damping, rest_length, damper: self.damper })
        })
    }

    /// Adds the elastic and damping forces of all springs to `forces` (N). Returns the power in W
    /// that the dampers turn into heat.
    pub fn add_forces(&self, positions: &[DVec3], velocities: &[DVec3], forces: &mut [DVec3]) -> f64 {
        self.laws().add_forces(positions, velocities, forces)
    }

    /// The lists as the vectorised loops take them.
    pub(crate) fn laws(&self) -> springlab_fast::Springs<'_> {
        let Self { endpoints, rest_lengths, stiffnesses, dampings, damper, .. } = self;
        springlab_fast::Springs {
            endpoints,
            rest_lengths,
            stiffnesses,
            dampings,
            isotropic: *damper == Damper::Isotropic,
            versions: [endpoints.version(), rest_lengths.version(), stiffnesses.version(), dampings.version()],
        }
    }

    /// Adds a K + b D of every spring to `matrix`, with the convex part of K: the derivatives of
    /// the forces for implicit methods and for bounds of the spectrum.
    pub fn add_blocks(&self, positions: &[DVec3], [a, b]: [f64; 2], matrix: &mut BlockMatrix) {
        for ([i, j], spring) in self.iter() {
            let d = positions[i] - positions[j];
            matrix.add_link([i, j], a * spring.convex_stiffness_matrix(d) + b * spring.damping_matrix(d));
        }
    }

    /// Adds a (K + T) + b D of every spring to `matrix`, with the share `kept` of what makes it
    /// indefinite: the symmetric part of the turning of its damper, and a negative stiffness across
    /// the spring. That is F/‖d‖ with the force F (N) of spring and damper as in `tensions`.
    pub(crate) fn add_derivatives(
        &self,
        [positions, velocities]: [&[DVec3]; 2],
        (tensions, kept): (&[f64], f64),
        [a, b]: [f64; 2],
        matrix: &mut BlockMatrix,
    ) {
        for (([i, j], spring), &tension) in self.iter().zip(tensions) {
            let (d, u) = (positions[i] - positions[j], velocities[i] - velocities[j]);
            let n = spring.gradient(d);
            let stiffness = if n == DVec3::ZERO {
                spring.stiffness_matrix(d)
            } else {
                let (along, turn) = (outer(n), kept * axial(&spring) / d.length() * product(n, u - n.dot(u) * n));
                let across = tension.max(kept * tension) / d.length();
                spring.stiffness * along + across * (DMat3::IDENTITY - along) + 0.5 * (turn + turn.transpose())
            };
            matrix.add_link([i, j], a * stiffness + b * spring.damping_matrix(d));
        }
    }

    /// Moves `tensions` (N) by the fraction `part` towards those that linear laws of the springs at
    /// `from` predict for the whole motion, of which `part` leads to `to`.
    pub(crate) fn predict_tensions(&self, from: [&[DVec3]; 2], to: [&[DVec3]; 2], part: f64, tensions: &mut [f64]) {
        for (([i, j], spring), tension) in self.iter().zip(tensions) {
            let [[d, u], [e, w]] = [from, to].map(|state| state.map(|list| list[i] - list[j]));
            let n = spring.gradient(d);
            let elongation = spring.constraint(d) + n.dot(e - d) / part;
            let rate = n.dot(u + (w - u) / part);
            *tension += part * (spring.stiffness * elongation + axial(&spring) * rate - *tension);
        }
    }

    /// Adds a K + b D of every spring at `here` to `matrix`, with the convex part of K. Adds to
    /// `forces` (N) the forces on this tangent at other places and velocities, f(here) − K
    /// (places − here), with the dampers' directions at `here`.
    pub(crate) fn add_tangents(
        &self,
        here: &[DVec3],
        state: [&[DVec3]; 2],
        coefficients: [f64; 2],
        matrix: &mut BlockMatrix,
        forces: &mut [DVec3],
    ) {
        self.laws().add_tangents(here, state, coefficients, matrix.link(&self.endpoints), forces);
    }

    /// Change of the springs' energy in J between two states, less the work ½ (k C n + k C′
    /// n′)·(d′ − d) of the trapezoid rule: 0 for linear springs. The change of length is
    /// (d′ − d)·(d′ + d)/(‖d′‖ + ‖d‖), without cancellation.
    pub(crate) fn excess(&self, from: &[DVec3], to: &[DVec3]) -> f64 {
        let of = |([i, j], spring): ([usize; 2], Spring)| {
            let (d, e) = (from[i] - from[j], to[i] - to[j]);
            let (change, lengths) = (e - d, d.length() + e.length());
            if lengths == 0.0 {
                return 0.0;
            }
            let (before, after) = (spring.constraint(d), spring.constraint(e));
            let work = (before * spring.gradient(d) + after * spring.gradient(e)).dot(change);
            0.5 * spring.stiffness * (change.dot(d + e) / lengths * (before + after) - work)
        };
        self.iter().map(of).sum()
    }

    /// Adds a K + b D of every spring to `matrix` with the true K, indefinite if the spring is
    /// compressed.
    pub fn add_true_blocks(&self, positions: &[DVec3], [a, b]: [f64; 2], matrix: &mut BlockMatrix) {
        for ([i, j], spring) in self.iter() {
            let d = positions[i] - positions[j];
            matrix.add_link([i, j], a * spring.stiffness_matrix(d) + b * spring.damping_matrix(d));
        }
    }

    /// Relative stretch of all springs together, dimensionless; 0 without rest lengths.
    #[must_use]
    pub fn stretch(&self, positions: &[DVec3]) -> f64 {
        stretch(&self.endpoints, &self.rest_lengths, positions)
    }

    /// Elastic energy Σ E in J.
    #[must_use]
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        self.laws().energy(positions)
    }

    /// Power in W that the dampers turn into heat.
    #[must_use]
    pub fn dissipation(&self, positions: &[DVec3], velocities: &[DVec3]) -> f64 {
        self.iter()
            .map(|([i, j], spring)| spring.dissipation(positions[i] - positions[j], velocities[i] - velocities[j]))
            .sum()
    }
}

/// Damping coefficient μ in N·s/m of an axial damper; 0 for an isotropic one, which does not turn.
fn axial(spring: &Spring) -> f64 {
    if spring.damper == Damper::Axial { spring.damping } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// Compressed and stretched springs, and some without direction.
    #[test]
    fn tangents_are_what_the_formulas_say() {
        let numbers = |seed: u32| (0..8).map(move |i| DVec3::new(1.0, -0.3, 0.7) * f64::from((seed * i + i * i) % 11));
        let [mut here, places, speeds] = [3, 5, 7].map(|seed| numbers(seed).collect::<Vec<_>>());
        here[7] = here[6];
        for damper in [Damper::Axial, Damper::Isotropic] {
            let mut springs = Springs { damper, ..Springs::default() };
            for (n, ends) in [[0, 1], [1, 2], [2, 3], [6, 7], [5, 0], [7, 6], [4, 1]].into_iter().enumerate() {
                let rest_length = [4.0, 9.0, 0.5, 0.0, 6.0, 3.0, 1.0][n];
                springs.push(ends, Spring { stiffness: 5.0 + n as f64, damping: 0.5, rest_length, damper });
            }
            let [mut matrix, mut expected] = [BlockMatrix::default(), BlockMatrix::default()];
            let [mut forces, mut expected_forces] = [vec![DVec3::ONE; 8], vec![DVec3::ONE; 8]];
            for matrix in [&mut matrix, &mut expected] {
                matrix.reset(&[1.0; 8]);
            }
            springs.add_tangents(&here, [&places, &speeds], [0.3, 0.7], &mut matrix, &mut forces);
            springs.add_blocks(&here, [0.3, 0.7], &mut expected);
            for ([i, j], spring) in springs.iter() {
                let [d, ahead, u] = [&here, &places, &speeds].map(|list| list[i] - list[j]);
                let bent = spring.convex_stiffness_matrix(d) * (ahead - d);
                let force = spring.force(d) - bent + spring.damping_force(d, u);
                expected_forces[i] += force;
                expected_forces[j] -= force;
            }
            let [triples, expected] = [matrix, expected].map(|matrix| matrix.triples());
            assert_eq!(triples.len(), expected.len());
            for ((row, column, number), expected) in triples.into_iter().zip(expected) {
                assert_eq!((row, column), (expected.0, expected.1));
                assert!((number - expected.2).abs() < 1e-13, "{damper:?}: {number}, not {}", expected.2);
            }
            let near = |(force, expected): (&DVec3, &DVec3)| force.abs_diff_eq(*expected, 1e-12);
            assert!(forces.iter().zip(&expected_forces).all(near), "{damper:?}: {forces:?}, not {expected_forces:?}");
        }
    }

    #[test]
    fn the_excess_is_the_energy_beyond_the_trapezoid_rule() {
        let mut springs = Springs::default();
        let spring = Spring { stiffness: 5.0, damping: 0.5, rest_length: 4.0, damper: Damper::Axial };
        springs.push([0, 1], spring);
        let from = [DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO];
        for to in [[DVec3::new(3.0, -4.0, 1.0), DVec3::Y], [DVec3::ZERO, DVec3::ZERO], [from[0] * 2.0, DVec3::ZERO]] {
            let [d, e] = [from, to].map(|ends| ends[0] - ends[1]);
            let work = -0.5 * (spring.force(d) + spring.force(e)).dot(e - d);
            let expected = spring.energy(e) - spring.energy(d) - work;
            assert!((springs.excess(&from, &to) - expected).abs() < 1e-13, "{to:?}: {expected} J");
        }
    }
}
