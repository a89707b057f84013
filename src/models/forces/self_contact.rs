//! Self-contact: spheres around the particles push each other apart.

use super::{
    contact,
    force::{Body, Force, PerKilogram},
};
use crate::{Contact, Obstacle, models::neighbours::Neighbours};
use glam::DVec3;
use std::cell::RefCell;

/// Largest eigenvalue of Σ n nᵀ over the contacts of a sphere, for the step limit. Twelve equal
/// spheres around one, the most there can be, have 4 in the densest packing, and other arrangements
/// at most 4.5. Spheres that are pressed into each other leave space for more.
const CROWD: f64 = 5.0;

/// Spheres of the same diameter D around all particles, which push each other apart.
///
/// A particle nearer than D to another one is in contact with a ball of the radius D around that
/// one, and moves with the velocity v = v₁ − v₂ relative to it. The force is that of the system's
/// [`Contact`], whose coefficients are those of a kilogram of the reduced mass
/// m = m₁m₂/(m₁ + m₂). With d = x₁ − x₂, n = d/‖d‖, p = D − ‖d‖ and t = v − (n·v) n it is
/// f₁ = −f₂ = m (N n − min(c, μ N/max(‖t‖, s)) t), N = max(0, k p + c ṗ).
/// The pair of forces acts at the centres. Without friction it is central and keeps angular
/// momentum; friction has the torque d × f₁, which spheres with spin would take up.
/// An undamped pair oscillates with ω² = k, whatever its masses. As the grip of friction is at most
/// c, steps that resolve the damper resolve friction, too, in a stack of layers that presses hard.
///
/// As m (a − b)² ≤ m₁a² + m₂b², all pairs together have ω² ≤ λk and γ ≤ λc, where λ is the largest
/// eigenvalue of Σ n nᵀ over the contacts of any one particle.
///
/// Methods that project particles out of obstacles have no such forces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelfContact {
    /// Diameter D in m; 0 for no spheres.
    pub diameter: f64,
}

impl SelfContact {
    /// True if there are spheres.
    #[must_use]
    pub fn acts(self) -> bool {
        self.diameter > 0.0
    }

    /// Visits all spheres in contact, with this law, in a fixed order. Pairs of fixed or held
    /// particles are left out.
    pub(crate) fn each_touch(self, law: Contact, w: &[f64], [x, v]: [&[DVec3]; 2], visit: &mut Visit) {
        if !self.acts() {
            return;
        }
        let radius = self.diameter;
        let law = Contact { largest_grip: law.damping, ..law };
        NEIGHBOURS.with_borrow_mut(|neighbours| {
            for ends in neighbours.within(radius, x).iter().map(|pair| pair.map(|i| i as usize)) {
                let [i, j] = ends;
                let body = Body { inverse_mass: w[i] + w[j], position: x[i], velocity: v[i] - v[j] };
                if x[i].distance_squared(x[j]) < radius * radius && body.inverse_mass > 0.0 {
                    let ball = [Obstacle::Sphere { centre: x[j], radius }];
                    visit(ends, &PerKilogram(&contact::at(law, &ball)), &body);
                }
            }
        });
    }

    /// Upper bounds of γ (1/s) and ω² (1/s²) of spheres in contact with this law.
    pub(crate) fn ceilings(self, law: Contact) -> [f64; 2] {
        let crowd = if self.acts() { CROWD } else { 0.0 };
        [crowd * law.damping, crowd * law.stiffness]
    }
}

thread_local! {
    /// Pairs of the last evaluation, kept for the next one. Forces do not depend on what is kept.
    static NEIGHBOURS: RefCell<Neighbours> = const { RefCell::new(Neighbours::new()) };
}

/// Arguments: the indices of two particles, the force of the second one's ball, and the first one
/// as a body with the reduced mass and the relative velocity.
pub(crate) type Visit<'a> = dyn FnMut([usize; 2], &dyn Force, &Body) + 'a;
