//! The mesh that a user loads.

use super::{Simulation, memory};
use crate::{Error, Mesh, MeshReport, scenes::mesh};
use std::sync::Arc;

impl Simulation {
    /// Loads the vertices and edges of a Wavefront OBJ into a scene that is made of a mesh, with
    /// the properties in an accompanying JSON file, and restarts. See [`Mesh::parse`]. If the JSON
    /// has neither pinned vertices nor velocities, the parameter `support` tells what keeps the
    /// mesh in place. Returns a report on what was changed and passed over.
    ///
    /// # Errors
    /// [`Error::NotInScene`], [`Error::File`] also for a JSON value that [`set`](Self::set)
    /// refuses, or [`Error::NoMemory`]; mesh and parameters are then unchanged.
    pub fn load_mesh(&mut self, obj: &str, json: &str) -> Result<MeshReport, Error> {
        if self.scene.id != "mesh" {
            return Err(Error::NotInScene { what: "mesh", scene: self.scene.id });
        }
        memory::check_text(obj.len() + json.len())?;
        let mesh = Mesh::parse(obj, json)?;
        let mut values = self.values.clone();
        for (key, value, given) in mesh.parameters() {
            let refused =
                |error: Error| Error::File { format: "JSON", place: given.to_string(), reason: error.clause() };
            values.set(key, value.into()).map_err(refused)?;
        }
        let report = mesh::report(&values, &mesh);
        (self.values, self.mesh) = (values, Some(Arc::new(mesh)));
        self.restart();
        Ok(report)
    }

    /// The mesh that was loaded.
    pub(crate) fn mesh(&self) -> Option<&Mesh> {
        self.mesh.as_deref()
    }

    /// Report on the loaded mesh with the present parameters; `None` if none was loaded.
    #[must_use]
    pub fn mesh_report(&self) -> Option<MeshReport> {
        Some(mesh::report(&self.values, self.mesh()?))
    }
}
