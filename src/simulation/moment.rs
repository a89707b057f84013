//! Checkpoints in memory: quick to take and to return to, while the simulation exists. Unlike them,
//! a [`Simulation::snapshot`] can be stored.

use super::{Simulation, clock::Clock, hand::Hand};
use crate::{Constraints, Error, Mesh, Model, Solution, Springs, Values};
use std::{mem, sync::Arc};

/// A checkpoint of a simulation. It shares rarely changed data with the other ones.
#[derive(Clone, Debug)]
pub struct Moment {
    scene: &'static str,
    mesh: Option<Arc<Mesh>>,
    setup: Arc<Setup>,
    /// The model without springs and links, which are in the setup.
    model: Model,
    clock: Clock,
    hand: Option<Hand>,
    start: Option<Solution>,
    stopped: Option<Error>,
    reach: f64,
    bytes: usize,
}

/// Parameters, springs and links, which moments share until they change.
#[derive(Debug)]
pub(crate) struct Setup {
    altered: bool,
    values: Values,
    springs: Springs,
    constraints: Constraints,
}

impl Moment {
    /// Simulated time in s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Memory in bytes that this moment needs in addition to earlier ones, to within a few hundred
    /// bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Simulation {
    /// Takes a checkpoint of the present state, for [`go_to`](Self::go_to).
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?;
    /// damper.step(100)?;
    /// let moment = damper.moment();
    /// damper.step(100)?;
    /// let later = damper.particles().positions[1];
    /// damper.go_to(&moment)?;
    /// assert_eq!(damper.time(), 1.0);
    /// damper.step(100)?;
    /// assert_eq!(damper.particles().positions[1], later); // to the bit
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn moment(&mut self) -> Moment {
        let (springs, constraints) = swap(&mut self.model, Springs::default(), Constraints::default());
        let known = self.setup.take();
        let mut bytes = moving_bytes(&self.model);
        let setup = known.unwrap_or_else(|| {
            bytes += size_of::<f64>() * (6 * springs.len() + 2 * constraints.len()) + size_of_val(&springs.torn[..]);
            let (springs, constraints) = (springs.clone(), constraints.clone());
            Arc::new(Setup { altered: self.altered, values: self.values.clone(), springs, constraints })
        });
        let moment = Moment {
            scene: self.scene.id,
            mesh: self.mesh.clone(),
            setup: Arc::clone(&setup),
            model: self.model.clone(),
            clock: self.clock,
            hand: self.hand,
            start: self.start.clone(),
            stopped: self.stopped.clone(),
            reach: self.reach,
            bytes,
        };
        self.setup = Some(setup);
        swap(&mut self.model, springs, constraints);
        moment
    }

    /// Returns to a moment of this simulation, earlier or later, with the parameters, springs and
    /// links that it had then: the same steps give the same bits, and the exact solution is
    /// restored.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for a moment of another scene; the simulation is then unchanged.
    pub fn go_to(&mut self, moment: &Moment) -> Result<(), Error> {
        if moment.scene != self.scene.id {
            let reason = format!("it is of the scene \"{}\", and this is \"{}\"", moment.scene, self.scene.id);
            return Err(Error::Snapshot { reason });
        }
        // fields are named, so that a new one must be handled here
        let Moment { scene: _, mesh, setup, model, clock, hand, start, stopped, reach, bytes: _ } = moment.clone();
        let Setup { altered, values, springs, constraints } = &*setup;
        (self.values, self.mesh, self.altered) = (values.clone(), mesh, *altered);
        self.changes += 1;
        self.model = model;
        swap(&mut self.model, springs.clone(), constraints.clone());
        (self.clock, self.hand, self.start, self.stopped, self.reach) = (clock, hand, start, stopped, reach);
        self.start_engine();
        self.setup = Some(setup);
        Ok(())
    }
}

/// Replaces springs and links of a mechanical model and returns the old ones.
fn swap(model: &mut Model, springs: Springs, constraints: Constraints) -> (Springs, Constraints) {
    match model {
        Model::Mechanical(system) => {
            (mem::replace(&mut system.springs, springs), mem::replace(&mut system.constraints, constraints))
        }
        Model::Flow(_) | Model::Follower(_) => (springs, constraints),
    }
}

/// Bytes of positions, velocities, inverse masses and the method's history.
pub(crate) fn moving_bytes(model: &Model) -> usize {
    let history = match model {
        Model::Mechanical(system) => system.history.len(),
        Model::Flow(flow) => flow.history.len(),
        Model::Follower(_) => 0,
    };
    size_of::<f64>() * (7 * model.particles().len() + 3 * history) + size_of::<Moment>()
}
