//! Readings of a simulation's model and method.

use super::Simulation;
use crate::{Effort, Error, Excitation, Flow, Follower, Iteration, Model, Solution};
use std::borrow::Cow;

impl Simulation {
    /// The flow in its present state.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models.
    pub fn flow(&self) -> Result<&Flow, Error> {
        match &self.model {
            Model::Flow(flow) => Ok(flow),
            _ => Err(Error::NotInScene { what: "field", scene: self.scene.id }),
        }
    }

    /// Bob and his followers in their present state.
    ///
    /// # Errors
    /// [`Error::NotInScene`] for other models.
    pub fn follower(&self) -> Result<&Follower, Error> {
        match &self.model {
            Model::Follower(follower) => Ok(follower),
            _ => Err(Error::NotInScene { what: "follower", scene: self.scene.id }),
        }
    }

    /// The drive of the scene, if it has one.
    #[must_use]
    pub fn excitation(&self) -> Option<&Excitation> {
        self.system().ok()?.excitation.as_ref()
    }

    /// Statistics of each linear system that an implicit method solved in the last step, in turn; a
    /// single one if the equations are linearised. Empty before the first step, `None` for other
    /// methods.
    #[must_use]
    pub fn solver(&self) -> Option<&[Iteration]> {
        self.engine.iterations()
    }

    /// Lengths in s of the method's own steps within the last time step, negative if time ran
    /// backwards. Empty before the first step, `None` for methods that choose none.
    #[must_use]
    pub fn accepted_steps(&self) -> Option<&[f64]> {
        self.engine.own_steps().map(|own| &own.accepted[..])
    }

    /// Number of own steps within the last time step whose error exceeded the tolerance; `None` for
    /// methods that choose none.
    #[must_use]
    pub fn rejected_steps(&self) -> Option<u32> {
        self.engine.own_steps().map(|own| own.rejected)
    }

    /// Force evaluations and linear systems of the steps since a restart or the last change of a
    /// parameter.
    ///
    /// ```
    /// use springlab::{Effort, Simulation};
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.set("method", "runge-kutta-4")?;
    /// damper.step(100)?;
    /// assert_eq!(damper.effort(), Effort { steps: 100, evaluations: 400, solves: 0 });
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Masses in kg, infinite for fixed particles. A held particle has its own mass.
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let damper = Simulation::new("damper")?;
    /// assert_eq!(damper.masses(), [f64::INFINITY, 0.5]);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    #[must_use]
    pub fn masses(&self) -> Vec<f64> {
        self.weights().iter().map(|w| w.recip()).collect()
    }

    /// State from which the exact solution starts; `None` if none is known, or while a hand holds a
    /// particle.
    pub(crate) fn exact_start(&self) -> Option<&Solution> {
        self.start.as_deref().filter(|_| self.hand.is_none())
    }

    /// True while a hand holds a particle.
    pub(crate) fn is_held(&self) -> bool {
        self.hand.is_some()
    }

    /// Inverse masses in 1/kg, 0 for fixed particles. A held particle has its own.
    pub(crate) fn weights(&self) -> Cow<'_, [f64]> {
        let mut weights = Cow::from(&self.particles().inverse_masses);
        if let Some(hand) = self.hand {
            weights.to_mut()[hand.particle] = hand.inverse_mass;
        }
        weights
    }

    /// Indices of the fixed particles. A held particle is included only if it is fixed without the
    /// hand, too.
    pub fn fixed(&self) -> impl Iterator<Item = usize> {
        let held = self.hand.filter(|hand| hand.inverse_mass > 0.0).map(|hand| hand.particle);
        let weights = self.particles().inverse_masses.iter().enumerate();
        weights.filter(move |&(i, &weight)| weight == 0.0 && held != Some(i)).map(|(i, _)| i)
    }
}
