//! Checkpoints in memory: quick to take and to return to, while the simulation exists. Unlike them,
//! a [`Simulation::snapshot`] can be stored.

use super::{Simulation, setup::Setup, state::State};
use crate::{Error, Solution};
use std::{mem, sync::Arc};

/// A checkpoint of a simulation: a setup, which it shares with other ones, and a state.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    setup: Arc<Setup>,
    /// State from which the exact solution starts.
    start: Option<Arc<Solution>>,
    /// The [`state`](Simulation::state) as bytes.
    state: Vec<u8>,
    time: f64,
    bytes: usize,
}

impl Checkpoint {
    /// Simulated time in s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Memory in bytes that this checkpoint needs in addition to earlier ones, to within a few
    /// hundred bytes.
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
    pub fn moment(&mut self) -> Checkpoint {
        let state = self.state();
        let known = self.setup.clone();
        let own = state.capacity() + size_of::<Checkpoint>();
        let setup = known.clone().unwrap_or_else(|| Arc::new(self.new_setup()));
        let bytes = if known.is_some() { own } else { own + setup.bytes() };
        self.setup = Some(Arc::clone(&setup));
        Checkpoint { setup, start: self.start.clone(), state, time: self.time(), bytes }
    }

    /// Returns to a checkpoint of this simulation, earlier or later, with the parameters, springs
    /// and links that it had then: the same steps give the same bits, and the exact solution is
    /// restored.
    ///
    /// # Errors
    /// [`Error::Snapshot`] for a checkpoint of another scene; the simulation is then unchanged.
    pub fn go_to(&mut self, moment: &Checkpoint) -> Result<(), Error> {
        let Checkpoint { setup, start, state, .. } = moment;
        if setup.scene.id != self.scene.id {
            let reason = format!("it is of the scene \"{}\", and this is \"{}\"", setup.scene.id, self.scene.id);
            return Err(Error::Snapshot { reason });
        }
        let state = State::read(state).ok_or(Error::State)?;
        if self.setup.as_ref().is_some_and(|own| Arc::ptr_eq(own, setup)) {
            self.apply(state);
            self.engine.begin();
        } else {
            self.take_up(setup);
            self.apply(state);
            self.start_engine();
        }
        self.start.clone_from(start);
        self.changes += 1;
        Ok(())
    }

    /// The present setup. The model is copied without its particles and history.
    fn new_setup(&mut self) -> Setup {
        let particles = mem::take(self.model.particles_mut());
        let history = self.model.history_mut().map(mem::take);
        let model = self.model.clone();
        *self.model.particles_mut() = particles;
        if let (Some(place), Some(history)) = (self.model.history_mut(), history) {
            *place = history;
        }
        let (values, mesh) = (self.values.clone(), self.mesh.clone());
        Setup { scene: self.scene, values, mesh, model, reach: self.reach, altered: self.altered }
    }

    /// Copies a setup. The particles are the present ones until a state is applied.
    fn take_up(&mut self, setup: &Arc<Setup>) {
        let Setup { scene: _, values, mesh, model, reach, altered } = &**setup;
        let particles = mem::take(self.model.particles_mut());
        (self.values, self.mesh, self.model) = (values.clone(), mesh.clone(), model.clone());
        *self.model.particles_mut() = particles;
        (self.reach, self.altered) = (*reach, *altered);
        self.setup = Some(Arc::clone(setup));
    }
}
