//! The particles of a mesh and the edges between them: vertices at the same place welded, edges
//! without length and vertices without an edge left out.

use super::{Diagonals, Mesh, Properties};
use crate::{Own, Spring, System};
use glam::DVec3;

/// Part of a piece's extent, from its top, that is fixed; a piece is flat if its height is a
/// smaller part of its largest extent.
const TOP: f64 = 0.05;

/// Particles of a mesh, and what links them, by indices of particles.
pub(crate) struct Net<'a> {
    mesh: &'a Mesh,
    positions: Vec<DVec3>,
    polygons: Vec<Vec<u32>>,
    lines: Vec<[u32; 2]>,
    pinned: Vec<u32>,
    /// Number of edges without length, which are left out.
    pub(super) empty: usize,
    /// Number of vertices without an edge, which are left out.
    pub(super) stray: usize,
    /// Number of vertices at the place of the one that became their particle.
    pub(super) welded: usize,
}

impl<'a> Net<'a> {
    pub(super) fn of(mesh: &'a Mesh, weld: bool) -> Self {
        let place = |i: u32| if weld { mesh.places[i as usize] } else { i };
        let apart = |&[i, j]: &[u32; 2]| mesh.vertices[i as usize].distance(mesh.vertices[j as usize]) > 0.0;
        let all = mesh.lines.iter().map(|ends| ends.map(place));
        let mut lines: Vec<[u32; 2]> = all.filter(apart).collect();
        let mut empty = mesh.lines.len() - lines.len();
        let mut polygons = Vec::new();
        for polygon in &mesh.polygons {
            let mut corners: Vec<u32> = polygon.iter().map(|&i| place(i)).collect();
            let without = sides(&corners).filter(|side| !apart(side)).count();
            empty += without;
            if without < corners.len() {
                corners.dedup();
                if corners.first() == corners.last() {
                    corners.pop();
                }
                polygons.push(corners);
            }
        }
        let mut used = vec![mesh.is_numbered(); mesh.vertices.len()];
        for &i in lines.as_flattened().iter().chain(polygons.iter().flatten()) {
            used[i as usize] = true;
        }
        let is_used = |&i: &u32| used[place(i) as usize];
        let kept = (0..).take(used.len()).filter(is_used);
        let (stray, welded) = (used.len() - kept.clone().count(), kept.filter(|&i| place(i) != i).count());
        // particles keep the order of the vertices
        let (mut index, mut positions) = (vec![0; used.len()], Vec::new());
        for (i, &vertex) in mesh.vertices.iter().enumerate().filter(|&(i, _)| used[i]) {
            index[i] = u32::try_from(positions.len()).unwrap_or(u32::MAX);
            positions.push(vertex);
        }
        for i in lines.as_flattened_mut().iter_mut().chain(polygons.iter_mut().flatten()) {
            *i = index[*i as usize];
        }
        let pinned = mesh.properties.pinned.iter().flatten().map(|&i| place(i) as usize);
        let pinned = pinned.filter(|&i| used[i]).map(|i| index[i]).collect();
        Self { mesh, positions, polygons, lines, pinned, empty, stray, welded }
    }

    /// See [`Mesh::edges`].
    pub(super) fn edges(&self, diagonals: Diagonals) -> Vec<[u32; 2]> {
        let mut larger = [(); 3].map(|()| vec![Vec::new(); self.positions.len()]);
        let [springs, lines, polygons] = &mut larger;
        let add = |to: &mut Vec<Vec<u32>>, i: u32, j: u32| to[i.min(j) as usize].push(i.max(j));
        self.mesh.properties.springs.iter().for_each(|&([i, j], _)| add(springs, i, j));
        self.lines.iter().for_each(|&[i, j]| add(lines, i, j));
        for polygon in &self.polygons {
            sides(polygon).for_each(|[i, j]| add(polygons, i, j));
            if diagonals != Diagonals::None {
                let others = polygon.iter().skip(2).take(polygon.len().saturating_sub(3));
                others.for_each(|&corner| add(polygons, polygon[0], corner));
            }
            if diagonals == Diagonals::Crossed && polygon.len() == 4 {
                add(polygons, polygon[1], polygon[3]);
            }
        }
        // for each particle j, the last particle i ≤ j linked to it by a spring of the JSON, and by
        // an edge: repeated pairs are found without a search
        let mut linked = [(); 2].map(|()| vec![u32::MAX; self.positions.len()]);
        let [by_spring, by_edge] = &mut linked;
        let mut edges = Vec::new();
        let apart = |i: u32, j: u32| self.positions[i as usize].distance(self.positions[j as usize]) > 0.0;
        for i in 0..u32::try_from(self.positions.len()).unwrap_or(u32::MAX) {
            let [springs, lines, polygons] = [&springs, &lines, &polygons].map(|of| &of[i as usize]);
            for &j in springs {
                by_spring[j as usize] = i;
            }
            for &j in lines.iter().filter(|&&j| by_spring[j as usize] != i) {
                by_edge[j as usize] = i;
                edges.push([i, j]);
            }
            for &j in polygons.iter().filter(|&&j| by_spring[j as usize] != i) {
                if std::mem::replace(&mut by_edge[j as usize], i) != i && apart(i, j) {
                    edges.push([i, j]);
                }
            }
        }
        edges
    }

    /// The pieces that no spring joins.
    pub(super) fn pieces(&self) -> Groups {
        let mut groups = Groups::new(self.positions.len());
        let springs = self.mesh.properties.springs.iter().map(|(ends, _)| *ends);
        springs.chain(self.edges(Diagonals::None)).for_each(|[i, j]| groups.join(i, j));
        groups
    }

    /// The topmost particles of each piece. A flat piece has the foremost ones, and a piece along
    /// the x axis those on the right.
    fn tops(&self) -> Vec<u32> {
        const AXES: [usize; 3] = [1, 2, 0];
        let mut pieces = self.pieces();
        let mut bounds = vec![(DVec3::INFINITY, DVec3::NEG_INFINITY); self.positions.len()];
        let piece: Vec<usize> = (0..).take(self.positions.len()).map(|i| pieces.first(i) as usize).collect();
        for (x, &piece) in self.positions.iter().zip(&piece) {
            let (low, high) = bounds[piece];
            bounds[piece] = (low.min(*x), high.max(*x));
        }
        let is_top = |&i: &u32| {
            let (x, (low, high)) = (self.positions[i as usize], bounds[piece[i as usize]]);
            let size = high - low;
            let axis = AXES.into_iter().find(|&axis| size[axis] >= TOP * size.max_element()).unwrap_or(1);
            x[axis] >= high[axis] - TOP * size[axis]
        };
        (0..).take(self.positions.len()).filter(is_top).collect()
    }

    /// Builds particles at the vertices, the springs of the JSON in their order, then springs along
    /// the edges. A mesh that hangs has fixed particles at its top instead of those of the JSON.
    pub(crate) fn system(&self, diagonals: Diagonals, hangs: bool) -> System {
        let Properties { springs, prestrain, velocities, .. } = &self.mesh.properties;
        let mut system = System::default();
        for &x in &self.positions {
            system.particles.push(x, 1.0);
        }
        for (v, velocity) in system.particles.velocities.iter_mut().zip(velocities) {
            *v = *velocity;
        }
        for i in if hangs { self.tops() } else { self.pinned.clone() } {
            system.particles.inverse_masses[i as usize] = 0.0;
        }
        let edges = self.edges(diagonals).into_iter().map(|ends| (ends, Own::default()));
        for (ends, own) in springs.iter().copied().chain(edges) {
            let [x, y] = ends.map(|i| self.positions[i as usize]);
            let rest_length = (1.0 - prestrain) * x.distance(y);
            system.springs.push(ends, Spring { rest_length, ..Spring::default() });
            system.springs.give(system.springs.len() - 1, own);
        }
        system
    }
}

/// The sides of a polygon.
fn sides(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(&i, &j)| [i, j])
}

/// For each vertex the first one at its place, among those in `used`.
pub(super) fn welded(vertices: &[DVec3], mut used: Vec<u32>, tolerance: f64) -> Vec<u32> {
    // in the order along a direction that no mesh has, vertices at the same place are neighbours
    let direction = DVec3::new(0.602, 0.533, 0.594);
    let along = |i: u32| vertices[i as usize].dot(direction);
    used.sort_by(|&i, &j| along(i).total_cmp(&along(j)));
    let mut groups = Groups::new(vertices.len());
    for (at, &i) in used.iter().enumerate() {
        for &j in used[at + 1..].iter().take_while(|&&j| along(j) - along(i) <= tolerance) {
            if vertices[i as usize].distance(vertices[j as usize]) <= tolerance {
                groups.join(i, j);
            }
        }
    }
    (0..).take(vertices.len()).map(|i| groups.first(i)).collect()
}

/// Groups of indices, each a tree with its smallest index at the root.
pub(super) struct Groups(Vec<u32>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..).take(count).collect())
    }

    /// The smallest index in the group of `i`.
    fn first(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            let above = self.0[self.0[i as usize] as usize];
            self.0[i as usize] = above; // shortens the path for later calls
            i = above;
        }
        i
    }

    fn join(&mut self, i: u32, j: u32) {
        let (i, j) = (self.first(i), self.first(j));
        self.0[i.max(j) as usize] = i.min(j);
    }

    /// Number of groups.
    pub(super) fn count(&self) -> usize {
        self.0.iter().zip(0..).filter(|&(&above, i)| above == i).count()
    }
}
