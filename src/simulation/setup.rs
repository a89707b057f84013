//! Data of a simulation that steps and hands do not change.

use crate::{Mesh, Model, Scene, System, Values};
use std::sync::Arc;

/// Parameters, mesh, springs and links of a simulation. Checkpoints share them until they change.
#[derive(Debug)]
pub(crate) struct Setup {
    pub scene: &'static Scene,
    pub values: Values,
    pub mesh: Option<Arc<Mesh>>,
    /// The model without particles and history, which are in the state.
    pub model: Model,
    /// Largest allowed coordinate in m.
    pub reach: f64,
    /// True if springs or links differ from those that the parameters produce.
    pub altered: bool,
}

impl Setup {
    /// Memory in bytes of springs and links.
    pub fn bytes(&self) -> usize {
        let Model::Mechanical(System { springs, constraints, .. }) = &self.model else { return 0 };
        size_of::<f64>() * (6 * springs.len() + 2 * constraints.len())
    }
}
