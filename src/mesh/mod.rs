//! Vertices and edges from a Wavefront OBJ, with stiffness, masses and pinned vertices from an
//! accompanying JSON file.

mod files;
mod json;
mod net;
mod obj;
mod places;
mod properties;
mod report;
#[cfg(test)]
mod tests;

pub use files::Mesh;
pub use net::Diagonals;
pub use report::{MeshReport, Skipped, Support};
