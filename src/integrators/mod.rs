//! Time integration methods, one per file.

mod active_set;
mod arranged;
pub mod bdf2;
pub mod exact;
pub mod explicit_euler;
pub mod generalised_alpha;
pub mod heun;
mod implicit;
pub mod implicit_euler;
pub mod implicit_midpoint;
mod integrator;
pub mod leapfrog;
mod method;
mod offer;
pub mod position_based;
pub mod rattle;
mod rows;
mod runge_kutta;
pub mod runge_kutta_2;
pub mod runge_kutta_4;
pub mod runge_kutta_45;
pub mod symplectic_euler;
pub mod symplectic_euler_adjoint;
mod tangent;
pub mod taylor;
pub mod velocity_verlet;
pub mod verlet;
pub mod xpbd;

pub use crate::models::FirstOrder;
pub use integrator::{Effort, Integrator, Iteration, OwnSteps, Settings};
pub use method::{Formula, Limit, Links, Make, Method, Stability};
pub use offer::Offer;
use runge_kutta::Mechanical;
pub use runge_kutta::{RungeKutta, Tableau};
pub(crate) use tangent::Tangent;

/// All methods, in the order pages list them.
pub static METHODS: &[&Method] = &[
    &explicit_euler::METHOD,
    &symplectic_euler::METHOD,
    &symplectic_euler_adjoint::METHOD,
    &runge_kutta_2::METHOD,
    &heun::METHOD,
    &runge_kutta_4::METHOD,
    &runge_kutta_45::METHOD,
    &verlet::METHOD,
    &velocity_verlet::METHOD,
    &leapfrog::METHOD,
    &implicit_euler::METHOD,
    &implicit_midpoint::METHOD,
    &bdf2::METHOD,
    &generalised_alpha::METHOD,
    &position_based::METHOD,
    &xpbd::METHOD,
    &rattle::METHOD,
    &taylor::METHOD,
    &exact::METHOD,
];

impl Offer {
    /// The selected methods, in the order in which pages list them.
    pub fn methods(self) -> impl Iterator<Item = &'static Method> {
        METHODS.iter().copied().filter(move |method| self.has(method))
    }
}
