//! The report on the reading of a mesh, with one sentence for each thing.

use crate::base::text::plain;
use glam::DVec3;

/// Length of a list of names in characters, from which no more are added.
const LONG: usize = 80;

/// The support of a mesh at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// The JSON tells what is fixed, or how the vertices move.
    #[default]
    Given,
    /// The topmost vertices of each piece are fixed.
    Hangs,
    /// No particle is fixed, and the obstacle touches the mesh from below.
    Stands,
    /// No particle is fixed, and there is no obstacle.
    Falls,
}

/// A report on the reading of a mesh: changes, things passed over, and findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshReport {
    /// The support at the start.
    pub support: Support,
    /// Number of pieces that no spring joins.
    pub pieces: usize,
    /// Number of vertices welded to another one at the same place.
    pub welded: usize,
    /// Number of vertices that are not welded to another one at the same place.
    pub doubled: usize,
    /// Number of vertices without an edge, which are left out.
    pub stray: usize,
    /// Number of edges without length, which are left out.
    pub empty: usize,
    /// Vector in m that was subtracted from all positions.
    pub shift: DVec3,
    /// Statements of the OBJ besides vertices, faces and lines.
    pub skipped: Skipped,
    /// Unknown keys of the JSON.
    pub keys: Skipped,
}

/// Things that were passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Its number.
    pub count: usize,
    /// Its first names, separated by commas.
    pub names: String,
}

impl Skipped {
    pub(super) fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() + name.len() < LONG && !self.names.split(',').any(|known| known.trim_ascii() == name) {
            let comma = if self.names.is_empty() { "" } else { ", " };
            self.names.push_str(comma);
            self.names.push_str(name);
        }
    }
}

impl MeshReport {
    /// One sentence for each thing worth knowing; none for a mesh that was read as it is.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let Self { support, pieces, welded, doubled, stray, empty, shift, skipped, keys } = self;
        let mut all = Vec::new();
        let mut count = |count: usize, one: &str, more: &str, end: &str| {
            if count > 0 {
                all.push(format!("{count} {}{end}.", if count == 1 { one } else { more }));
            }
        };
        count(*welded, "vertex was", "vertices were", " welded to another at the same place");
        count(*doubled, "vertex is", "vertices are", " at the place of another and not welded to it");
        count(*stray, "vertex without an edge was", "vertices without an edge were", " left out");
        count(*empty, "edge without length was", "edges without length were", " left out");
        let statements = ["statement of another kind was", "statements of other kinds were"];
        count(skipped.count, statements[0], statements[1], &format!(" passed over: {}", skipped.names));
        let unknown = ["unknown key of the JSON was", "unknown keys of the JSON were"];
        count(keys.count, unknown[0], unknown[1], &format!(" passed over: {}", keys.names));
        if *shift != DVec3::ZERO {
            let [x, y, z] = shift.to_array().map(plain);
            all.push(format!(
                "The mesh was far from the origin: ({x}, {y}, {z}) m were subtracted from its positions."
            ));
        }
        if *pieces > 1 {
            all.insert(0, format!("The mesh has {pieces} pieces that no spring joins."));
        }
        let held = match support {
            Support::Given => return all,
            Support::Hangs => "No vertex is pinned, so the mesh hangs by its topmost ones.",
            Support::Stands => "No vertex is pinned, and the obstacle is right below the mesh.",
            Support::Falls => "No vertex is pinned, and there is no obstacle, so the mesh falls.",
        };
        all.insert(0, held.to_string());
        all
    }
}
