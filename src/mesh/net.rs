//! The particles of a mesh and the edges between them: vertices at the same place welded, edges
//! without length and vertices without an edge left out.

use super::{Mesh, MeshReport, Support, files::sides, properties::Properties};
use crate::{Own, Spring, System};
use glam::DVec3;

/// Part of a piece's extent, from its top, that is fixed; a piece is flat if its height is a
/// smaller part of its largest extent.
const TOP: f64 = 0.05;

/// Choice of diagonals of polygons that become springs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// No diagonals.
    None,
    /// The diagonals from the first corner.
    Fan,
    /// Both diagonals of a quadrilateral; those from the first corner of a polygon with more
    /// corners.
    Crossed,
}

/// Particles of a mesh, and what links them, by indices of particles.
pub(crate) struct Net<'a> {
    mesh: &'a Mesh,
    positions: Vec<DVec3>,
    polygons: Vec<Vec<u32>>,
    lines: Vec<[u32; 2]>,
    pinned: Vec<u32>,
    /// Number of edges without length, which are left out.
    empty: usize,
    /// Number of vertices without an edge, which are left out.
    stray: usize,
    /// Number of vertices at the place of the one that became their particle.
    welded: usize,
}

impl Mesh {
    /// The edges between particles that no spring of the JSON links: all segments of lines, and
    /// each edge and diagonal of polygons once, unless it is a segment of a line. An edge has its
    /// smaller index first, and edges are sorted by it; for equal indices, lines come first.
    ///
    /// ```
    /// use springlab::{Diagonals, Mesh};
    ///
    /// assert_eq!(Mesh::cube().edges(Diagonals::None).len(), 12);
    /// ```
    #[must_use]
    pub fn edges(&self, diagonals: Diagonals) -> Vec<[u32; 2]> {
        self.net(true).edges(diagonals)
    }

    /// The particles and edges, with vertices at the same place welded or not.
    pub(crate) fn net(&self, weld: bool) -> Net<'_> {
        Net::of(self, weld && !self.is_numbered())
    }

    /// Report on the files, and on the particles with or without welding. `support` is that of a
    /// mesh whose files give none.
    pub(crate) fn report(&self, weld: bool, support: Support) -> MeshReport {
        let weld = weld && !self.is_numbered();
        let net = self.net(weld);
        let support = if self.needs_support() { support } else { Support::Given };
        MeshReport {
            welded: net.welded,
            doubled: if weld { 0 } else { self.doubled() },
            stray: net.stray,
            empty: self.reading.empty + net.empty,
            pieces: net.pieces().iter().zip(0..).filter(|&(&first, i)| first == i).count(),
            support,
            ..self.reading.clone()
        }
    }
}

impl<'a> Net<'a> {
    fn of(mesh: &'a Mesh, weld: bool) -> Self {
        let place = |i: u32| if weld { mesh.places[i as usize] } else { i };
        let apart = |[i, j]: [u32; 2]| mesh.vertices[i as usize].distance(mesh.vertices[j as usize]) > 0.0;
        let mut used = vec![mesh.is_numbered(); mesh.vertices.len()];
        let (mut lines, mut polygons, mut empty) = (Vec::new(), Vec::new(), 0);
        for ends in &mesh.lines {
            let ends = ends.map(place);
            if apart(ends) {
                lines.push(ends);
                for i in ends {
                    used[i as usize] = true;
                }
            } else {
                empty += 1;
            }
        }
        for polygon in &mesh.polygons {
            let mut corners = polygon.clone();
            for i in &mut corners {
                *i = place(*i);
            }
            let without = sides(&corners).filter(|&side| !apart(side)).count();
            empty += without;
            if without < corners.len() {
                corners.dedup();
                if corners.first() == corners.last() {
                    corners.pop();
                }
                for &i in &corners {
                    used[i as usize] = true;
                }
                polygons.push(corners);
            }
        }
        // particles keep the order of the vertices
        let (mut index, mut positions) = (Vec::new(), Vec::new());
        let (mut stray, mut welded) = (0, 0);
        for (&x, i) in mesh.vertices.iter().zip(0..) {
            index.push(u32::try_from(positions.len()).unwrap_or(u32::MAX));
            let kept = used[place(i) as usize];
            stray += usize::from(!kept);
            if kept && place(i) == i {
                positions.push(x);
            } else if kept {
                welded += 1;
            }
        }
        for i in lines.as_flattened_mut().iter_mut().chain(polygons.iter_mut().flatten()) {
            *i = index[*i as usize];
        }
        let mut pinned = mesh.properties.pinned.clone().unwrap_or_default();
        pinned.retain(|&i| used[place(i) as usize]);
        for i in &mut pinned {
            *i = index[place(*i) as usize];
        }
        Self { mesh, positions, polygons, lines, pinned, empty, stray, welded }
    }

    /// See [`Mesh::edges`].
    fn edges(&self, diagonals: Diagonals) -> Vec<[u32; 2]> {
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

    /// For each particle the first one of its piece. No spring joins two pieces.
    fn pieces(&self) -> Vec<u32> {
        let mut above: Vec<u32> = (0..).take(self.positions.len()).collect();
        // shortens the path for later calls
        let first = |above: &mut [u32], mut i: u32| {
            while above[i as usize] != i {
                above[i as usize] = above[above[i as usize] as usize];
                i = above[i as usize];
            }
            i
        };
        let mut join = |[i, j]: [u32; 2]| {
            let (i, j) = (first(&mut above, i), first(&mut above, j));
            above[i.max(j) as usize] = i.min(j);
        };
        self.mesh.properties.springs.iter().for_each(|&(ends, _)| join(ends));
        self.edges(Diagonals::None).into_iter().for_each(join);
        // an index is at most that of the one above it
        for i in 0..above.len() {
            above[i] = above[above[i] as usize];
        }
        above
    }

    /// The topmost particles of each piece. A flat piece has the foremost ones, and a piece along
    /// the x axis those on the right.
    fn tops(&self) -> Vec<u32> {
        let pieces = self.pieces();
        let mut bounds = vec![[DVec3::INFINITY, DVec3::NEG_INFINITY]; self.positions.len()];
        for (x, &piece) in self.positions.iter().zip(&pieces) {
            let [low, high] = &mut bounds[piece as usize];
            (*low, *high) = (low.min(*x), high.max(*x));
        }
        let mut tops = Vec::new();
        for ((x, &piece), i) in self.positions.iter().zip(&pieces).zip(0..) {
            let [low, high] = bounds[piece as usize];
            let size = high - low;
            let is_flat = |axis: usize| size[axis] < TOP * size.max_element();
            let axis = if !is_flat(1) {
                1
            } else if !is_flat(2) {
                2
            } else {
                0
            };
            if x[axis] >= high[axis] - TOP * size[axis] {
                tops.push(i);
            }
        }
        tops
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
