//! Checkpoints of a run, called moments: quick to take and to return to while the run exists. A
//! [`Simulation::snapshot`] outlives it.

use super::{Simulation, clock::Clock, hand::Hand};
use crate::{Constraints, Error, Mesh, Model, Solution, Springs, Values};
use std::{mem, sync::Arc};

/// A checkpoint of a simulation. Parts that seldom change are shared with earlier ones.
#[derive(Clone, Debug)]
pub struct Moment {
    scene: &'static str,
    mesh: Option<Arc<Mesh>>,
    setup: Arc<Setup>,
    /// The model without the springs and links of the set-up.
    model: Model,
    clock: Clock,
    hand: Option<Hand>,
    start: Option<Solution>,
    stopped: Option<Error>,
    reach: f64,
    bytes: usize,
}

/// Parts that neither steps nor hands change.
#[derive(Debug)]
pub(super) struct Setup {
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

    /// Memory in bytes that this moment takes in addition to the earlier ones, up to a few hundred
    /// bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Simulation {
    /// The present moment, for [`go_to`](Self::go_to).
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

    /// Goes to a moment of this simulation, with the parameters, springs and links of that time.
    /// The same steps then give the same bits, and the exact motion is the one of that time.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for a moment of another scene. The simulation is then as before.
    pub fn go_to(&mut self, moment: &Moment) -> Result<(), Error> {
        if moment.scene != self.scene.id {
            let reason = format!("it is of the scene \"{}\", and this is \"{}\"", moment.scene, self.scene.id);
            return Err(Error::Snapshot { reason });
        }
        // all fields are named, so that the compiler reports new ones
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

/// Puts springs and links into a mechanical model and returns those that it had.
fn swap(model: &mut Model, springs: Springs, constraints: Constraints) -> (Springs, Constraints) {
    match model {
        Model::Mechanical(system) => {
            (mem::replace(&mut system.springs, springs), mem::replace(&mut system.constraints, constraints))
        }
        Model::Flow(_) | Model::Follower(_) => (springs, constraints),
    }
}

/// Memory in bytes of positions, velocities, masses and the method's history.
pub(super) fn moving_bytes(model: &Model) -> usize {
    let history = match model {
        Model::Mechanical(system) => system.history.len(),
        Model::Flow(flow) => flow.history.len(),
        Model::Follower(_) => 0,
    };
    size_of::<f64>() * (7 * model.particles().len() + 3 * history) + size_of::<Moment>()
}
