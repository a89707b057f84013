//! What reading a mesh changed, passed over and found, one sentence for each.

use crate::text::plain;
use glam::DVec3;

/// Most names in a sentence.
const MOST: usize = 10;

/// What keeps a mesh in place at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// The JSON tells what is fixed, or how the vertices move.
    #[default]
    Given,
    /// The topmost vertices of each piece are fixed.
    Hangs,
    /// Nothing is fixed, and the obstacle touches the mesh from below.
    Stands,
    /// Nothing is fixed, and there is no obstacle.
    Falls,
}

/// What reading a mesh changed, passed over and found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshReport {
    /// What keeps it in place.
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
    /// What the OBJ has besides vertices, faces and lines, each with its number.
    pub skipped: Vec<(String, usize)>,
    /// Unknown keys of the JSON, each with its number.
    pub keys: Vec<(String, usize)>,
}

impl MeshReport {
    /// One sentence for each thing worth knowing; none for a mesh that was read as it is.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let pieces = self.pieces;
        let whole = match (self.support, pieces) {
            (Support::Given, _) => None,
            (Support::Hangs, ..=1) => Some("No vertex is pinned, so the mesh hangs by its topmost ones."),
            (Support::Hangs, _) => Some("No vertex is pinned, so each piece of the mesh hangs by its topmost ones."),
            (Support::Stands, _) => Some("No vertex is pinned, and the mesh stands on the obstacle."),
            (Support::Falls, _) => Some("No vertex is pinned, and there is no obstacle, so the mesh falls."),
        };
        let joined = (pieces > 1).then(|| format!("The mesh has {pieces} pieces that no spring joins."));
        let [welded, doubled, stray, empty] = [
            (self.welded, ["vertex was", "vertices were"], "welded to another at the same place"),
            (self.doubled, ["vertex is", "vertices are"], "at the place of another and not welded to it"),
            (self.stray, ["vertex without an edge was", "vertices without an edge were"], "left out"),
            (self.empty, ["edge without length was", "edges without length were"], "left out"),
        ]
        .map(|(count, subject, what)| {
            (count > 0).then(|| format!("{count} {} {what}.", subject[usize::from(count > 1)]))
        });
        let skipped = names(&self.skipped).map(|names| format!("Not needed and passed over: {names}."));
        let keys =
            names(&self.keys).map(|names| format!("Keys of the JSON that are not known and passed over: {names}."));
        let [x, y, z] = self.shift.to_array().map(plain);
        let shifted = (self.shift != DVec3::ZERO).then(|| {
            format!("The mesh was far from the origin: ({x}, {y}, {z}) m were subtracted from its coordinates.")
        });
        let all = [whole.map(str::to_string), joined, welded, doubled, stray, empty, shifted, skipped, keys];
        all.into_iter().flatten().collect()
    }
}

/// Counts one more thing of this name.
pub(super) fn count(names: &mut Vec<(String, usize)>, name: &str) {
    const OTHERS: &str = "others";
    let name: String = name.chars().take(20).collect();
    let name = if names.len() < MOST || names.iter().any(|(known, _)| *known == name) { name } else { OTHERS.into() };
    match names.iter_mut().find(|(known, _)| *known == name) {
        Some((_, number)) => *number += 1,
        None => names.push((name, 1)),
    }
}

/// The names with their numbers, if there are any.
fn names(names: &[(String, usize)]) -> Option<String> {
    let each: Vec<String> = names.iter().map(|(name, number)| format!("{number} {name}")).collect();
    (!each.is_empty()).then(|| each.join(", "))
}
