//! Damped springs: the law of one spring, and the list of all springs with their ends.

use crate::{
    Error, Versioned,
    base::check::check_range,
    linear::{BlockMatrix, outer, product},
    models::constraints::stretch,
};
use glam::{DMat3, DVec3};

/// Meaning of a stiffness k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elasticity {
    /// Hooke's law: the force is k times the elongation C, k in N/m.
    #[default]
    Hooke,
    /// The force is k times the relative elongation C/L, k in N: half of a spring pulls as hard at
    /// the same strain.
    Relative,
}

impl Elasticity {
    /// Hooke's stiffness in N/m of a spring with this law, `k` (N/m or N) and rest length L (m). A
    /// spring with L = 0 has no relative elongation; its k is in N/m with both laws.
    #[must_use]
    pub fn stiffness(self, k: f64, rest_length: f64) -> f64 {
        if self == Self::Relative && rest_length > 0.0 { k / rest_length } else { k }
    }
}

/// The part of the relative velocity u = v₁ − v₂ that a damper resists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Damper {
    /// The part along the spring: f^D = −μ Ċ n. Rotation of the pair is not resisted.
    #[default]
    Axial,
    /// All of it: f^D = −μ u. It also slows rotation, so angular momentum is not conserved.
    Isotropic,
}

/// A damped spring from the distance constraint C = ‖d‖ − L between two particles, with
/// d = x₁ − x₂.
///
/// At ‖d‖ = 0 the spring has no direction; n = 0 is used there, so that every result is finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spring {
    /// Stiffness k in N/m.
    pub stiffness: f64,
    /// Damping coefficient μ in N·s/m.
    pub damping: f64,
    /// Rest length L in m.
    pub rest_length: f64,
    /// The velocity that the damper resists.
    pub damper: Damper,
}

impl Spring {
    /// Compliance α = 1/k in m/N, infinite without stiffness.
    #[must_use]
    pub fn compliance(&self) -> f64 {
        self.stiffness.recip()
    }

    /// Elongation C = ‖d‖ − L in m.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// assert_eq!(spring.constraint(DVec3::new(3.0, 4.0, 0.0)), 4.0); // 5 − 1
    /// ```
    #[must_use]
    pub fn constraint(&self, d: DVec3) -> f64 {
        d.length() - self.rest_length
    }

    /// Constraint gradient ∂C/∂x₁ = n = d/‖d‖ (∂C/∂x₂ = −n), dimensionless; 0 at ‖d‖ = 0.
    #[must_use]
    pub fn gradient(&self, d: DVec3) -> DVec3 {
        d.normalize_or_zero()
    }

    /// Elastic energy E = k/2 C² in J.
    #[must_use]
    pub fn energy(&self, d: DVec3) -> f64 {
        0.5 * self.stiffness * self.constraint(d).powi(2)
    }

    /// Elastic force on particle 1, f = −k C n in N; particle 2 feels −f.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// assert_eq!(spring.force(2.0 * DVec3::X), DVec3::new(-8.0, 0.0, 0.0)); // −8 · (2 − 1)
    /// ```
    #[must_use]
    pub fn force(&self, d: DVec3) -> DVec3 {
        -self.stiffness * self.constraint(d) * self.gradient(d)
    }

    /// Rate of elongation Ċ = n·u in m/s, with u = v₁ − v₂.
    #[must_use]
    pub fn constraint_rate(&self, d: DVec3, u: DVec3) -> f64 {
        self.gradient(d).dot(u)
    }

    /// Damping force on particle 1 in N, f^D = −μ Ċ n (axial) or −μ u (isotropic); particle 2 feels
    /// −f^D.
    ///
    /// The coefficient is μ. The source of the axial law prints k in its place.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, damping: 2.0, ..Spring::default() };
    /// let (d, u) = (2.0 * DVec3::X, DVec3::new(3.0, 7.0, 0.0));
    /// assert_eq!(spring.damping_force(d, u), DVec3::new(-6.0, 0.0, 0.0)); // −2 · 3 along the spring
    /// ```
    #[must_use]
    pub fn damping_force(&self, d: DVec3, u: DVec3) -> DVec3 {
        -self.damping * self.resisted(d, u)
    }

    /// Power P = −f^D·u ≥ 0 in W that the damper turns into heat: μ Ċ² or μ ‖u‖².
    #[must_use]
    pub fn dissipation(&self, d: DVec3, u: DVec3) -> f64 {
        self.damping * self.resisted(d, u).dot(u)
    }

    fn resisted(&self, d: DVec3, u: DVec3) -> DVec3 {
        match self.damper {
            Damper::Axial => self.constraint_rate(d, u) * self.gradient(d),
            Damper::Isotropic => u,
        }
    }

    /// Stiffness matrix K = −∂f/∂x₁ = k (n nᵀ + (1 − L/‖d‖)(I − n nᵀ)) in N/m, symmetric.
    ///
    /// Its eigenvalue along the spring is k. Across the spring it is k (1 − L/‖d‖), which is
    /// negative while the spring is compressed; K is then indefinite. At ‖d‖ = 0, K is k I for
    /// L = 0 and 0 for L > 0, where f has no derivative.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Spring;
    ///
    /// let spring = Spring { stiffness: 8.0, rest_length: 1.0, ..Spring::default() };
    /// let k = spring.stiffness_matrix(2.0 * DVec3::X);
    /// assert_eq!(k.to_cols_array_2d(), [[8.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]); // across: 8 · (1 − ½)
    /// ```
    #[must_use]
    pub fn stiffness_matrix(&self, d: DVec3) -> DMat3 {
        self.stiffness_with(d, |across| across)
    }

    /// The positive semidefinite part of [`stiffness_matrix`](Self::stiffness_matrix): 1 − L/‖d‖
    /// across the spring is replaced by max(0, 1 − L/‖d‖).
    #[must_use]
    #[inline]
    pub fn convex_stiffness_matrix(&self, d: DVec3) -> DMat3 {
        self.stiffness_with(d, |across| across.max(0.0))
    }

    #[inline]
    fn stiffness_with(&self, d: DVec3, across: impl Fn(f64) -> f64) -> DMat3 {
        let (k, l, r, n) = (self.stiffness, self.rest_length, d.length(), self.gradient(d));
        if n == DVec3::ZERO {
            return if l == 0.0 { DMat3::from_diagonal(DVec3::splat(k)) } else { DMat3::ZERO };
        }
        let along = outer(n);
        k * (along + across(1.0 - l / r) * (DMat3::IDENTITY - along))
    }

    /// Derivative −∂f^D/∂x₁ in N/m, from the rotation of an axial damper's direction. With the part
    /// u⊥ of u across the spring it is μ/‖d‖ (n u⊥ᵀ + Ċ (I − n nᵀ)): not symmetric, and 0 at rest.
    #[must_use]
    pub fn turning_matrix(&self, d: DVec3, u: DVec3) -> DMat3 {
        let n = self.gradient(d);
        if self.damper == Damper::Isotropic || n == DVec3::ZERO {
            return DMat3::ZERO;
        }
        let rate = n.dot(u);
        self.damping / d.length() * (product(n, u - rate * n) + rate * (DMat3::IDENTITY - outer(n)))
    }

    /// Damping matrix D = −∂f^D/∂v₁ = μ n nᵀ or μ I in N·s/m, symmetric, positive semidefinite.
    #[must_use]
    #[inline]
    pub fn damping_matrix(&self, d: DVec3) -> DMat3 {
        match self.damper {
            Damper::Axial => self.damping * outer(self.gradient(d)),
            Damper::Isotropic => DMat3::from_diagonal(DVec3::splat(self.damping)),
        }
    }
}

/// A spring's own properties, which replace the scene's parameters and its length as built.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Own {
    /// Stiffness k in N/m, whatever the scene's spring law.
    pub stiffness: Option<f64>,
    /// Damping coefficient μ in N·s/m.
    pub damping: Option<f64>,
    /// Rest length L in m.
    pub rest_length: Option<f64>,
}

impl Own {
    /// Checks the ranges: k up to 10⁸ N/m, μ up to 10⁵ N·s/m and L up to 10⁶ m.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    pub fn check(&self) -> Result<(), Error> {
        let check = |key, value: Option<f64>, max, unit| {
            value.map_or(Ok(()), |value| check_range(key, value, [0.0, max], unit))
        };
        check("stiffness", self.stiffness, 1e8, "N/m")?;
        check("damping", self.damping, 1e5, "N·s/m")?;
        check("restLength", self.rest_length, 1e6, "m")
    }
}

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

/// A spring longer than its rest length by less than this part of it counts as unstretched.
const ROUNDING: f64 = 1e-9;

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

    /// A time ρ in s with D ≥ ρ K for the matrices of every single spring, and so of all together:
    /// the least μ/k of those with a free end. An axial damper does not slow motion across its
    /// spring, so a stretched one has ρ = 0. Without positions (m) this is left out. Infinite
    /// without stiffness.
    pub(crate) fn retardation(&self, weights: &[f64], positions: Option<&[DVec3]>) -> f64 {
        let stiff = self.iter().filter(|&([i, j], s)| s.stiffness > 0.0 && (weights[i] > 0.0 || weights[j] > 0.0));
        let of = |([i, j], spring): ([usize; 2], Spring)| {
            let stretched = |x: &[DVec3]| x[i].distance(x[j]) > (1.0 + ROUNDING) * spring.rest_length;
            let across = spring.damper == Damper::Axial && positions.is_some_and(stretched);
            if across { 0.0 } else { spring.damping / spring.stiffness }
        };
        stiff.map(of).fold(f64::INFINITY, f64::min)
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

    const SPRING: Spring = Spring { stiffness: 5.0, damping: 0.5, rest_length: 4.0, damper: Damper::Axial };

    #[test]
    fn stretched_spring_pulls_and_compressed_spring_pushes() {
        assert_eq!(SPRING.force(DVec3::X * 6.0), DVec3::X * -10.0);
        assert_eq!(SPRING.force(DVec3::X * 3.0), DVec3::X * 5.0);
    }

    #[test]
    fn erratum_1_damping_force_is_proportional_to_mu_and_not_to_k() {
        let (d, u) = (DVec3::X * 6.0, DVec3::new(3.0, 7.0, 0.0));
        assert_eq!(SPRING.damping_force(d, u), DVec3::X * (-0.5 * 3.0));
        let stiffer = Spring { stiffness: 500.0, ..SPRING };
        assert_eq!(stiffer.damping_force(d, u), SPRING.damping_force(d, u));
    }

    #[test]
    fn isotropic_damping_also_resists_turning_and_axial_damping_does_not() {
        let (d, u) = (DVec3::X * 6.0, DVec3::Y * 7.0);
        assert_eq!(SPRING.damping_force(d, u), DVec3::ZERO);
        assert_eq!(Spring { damper: Damper::Isotropic, ..SPRING }.damping_force(d, u), DVec3::Y * -3.5);
    }

    #[test]
    fn relative_elongation_makes_half_a_spring_pull_as_hard_at_the_same_strain() {
        let pull = |rest_length: f64| {
            let stiffness = Elasticity::Relative.stiffness(20.0, rest_length);
            Spring { stiffness, rest_length, ..Spring::default() }.force(DVec3::X * 1.25 * rest_length).x
        };
        assert_eq!([pull(4.0), pull(2.0)], [-5.0, -5.0]); // 20 N · 0.25
    }

    #[test]
    fn everything_is_finite_where_the_spring_has_no_direction() {
        for rest_length in [0.0, 4.0] {
            let spring = Spring { rest_length, ..SPRING };
            assert_eq!(spring.force(DVec3::ZERO), DVec3::ZERO);
            assert_eq!(spring.damping_force(DVec3::ZERO, DVec3::ONE), DVec3::ZERO);
            assert!(spring.stiffness_matrix(DVec3::ZERO).is_finite());
        }
        assert_eq!(
            Spring { rest_length: 0.0, ..SPRING }.stiffness_matrix(DVec3::ZERO),
            DMat3::from_diagonal(DVec3::splat(5.0)),
            "without rest length f = −k d has the derivative −k I everywhere"
        );
    }

    #[test]
    fn stiffness_across_a_compressed_spring_is_negative_and_its_convex_part_zero() {
        let d = DVec3::X * 2.0;
        assert_eq!(SPRING.stiffness_matrix(d), DMat3::from_diagonal(DVec3::new(5.0, -5.0, -5.0)));
        assert_eq!(SPRING.convex_stiffness_matrix(d), DMat3::from_diagonal(DVec3::new(5.0, 0.0, 0.0)));
        let stretched = DVec3::new(5.0, 1.0, -2.0);
        assert_eq!(SPRING.convex_stiffness_matrix(stretched), SPRING.stiffness_matrix(stretched));
    }

    /// Central differences of step 1e-5 m have an error of 1e-10 times the third derivative, and
    /// rounding errors of 1e-16/1e-5.
    #[test]
    fn the_turning_matrix_is_the_dampers_derivative() {
        let (d, u) = (DVec3::new(2.0, -1.0, 0.5), DVec3::new(0.3, 0.7, -1.1));
        for damper in [Damper::Axial, Damper::Isotropic] {
            let spring = Spring { damper, ..SPRING };
            let slope = |axis: DVec3| {
                let force = |step: f64| spring.damping_force(d + step * axis, u);
                (force(-1e-5) - force(1e-5)) * 0.5e5
            };
            let whole = DMat3::from_cols(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
            let error = whole - spring.turning_matrix(d, u);
            let largest = error.to_cols_array().into_iter().fold(0.0, |max: f64, entry| max.max(entry.abs()));
            assert!(largest < 1e-9, "{damper:?}: {error}");
        }
    }

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
        springs.push([0, 1], SPRING);
        let from = [DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO];
        for to in [[DVec3::new(3.0, -4.0, 1.0), DVec3::Y], [DVec3::ZERO, DVec3::ZERO], [from[0] * 2.0, DVec3::ZERO]] {
            let [d, e] = [from, to].map(|ends| ends[0] - ends[1]);
            let work = -0.5 * (SPRING.force(d) + SPRING.force(e)).dot(e - d);
            let expected = SPRING.energy(e) - SPRING.energy(d) - work;
            assert!((springs.excess(&from, &to) - expected).abs() < 1e-13, "{to:?}: {expected} J");
        }
    }
}
