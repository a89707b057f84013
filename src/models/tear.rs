//! Tearing of a woven cloth.

use crate::Springs;
use glam::DVec3;

/// The limit at which threads of a cloth tear. Its masses are numbered row by row; threads are the
/// springs between neighbours in a row or a column. Only threads are tested, so shear alone tears
/// nothing.
///
/// A torn thread takes with it every spring that spans it, that is, whose rectangle of rows and
/// columns contains the thread: nothing then holds the torn edges together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tear {
    /// The strain ε = ℓ/L − 1 beyond which a thread tears, dimensionless; 0 for never.
    pub strain: f64,
    /// Number of masses in a row.
    pub columns: u32,
}

impl Tear {
    /// Indices of the springs that tear at these positions (m). Springs without stiffness and
    /// damping are left out: they may have torn before.
    #[must_use]
    pub fn torn(self, springs: &Springs, positions: &[DVec3]) -> Vec<u32> {
        let (mut directions, mut torn) = (Vec::new(), Vec::new());
        if self.strain == 0.0 {
            return torn;
        }
        for (n, ends) in springs.endpoints.iter().enumerate() {
            if self.is_thread(*ends)
                && self.is_beyond(springs.rest_lengths[n], ends.map(|i| positions[i as usize]))
                && springs.pulls(n)
            {
                directions.resize(positions.len(), 0);
                self.each_under(*ends, &mut |first, direction| directions[first] |= direction);
            }
        }
        if directions.is_empty() {
            return torn;
        }
        for (n, ends) in (0..).zip(&springs.endpoints) {
            let mut tears = false;
            self.each_under(*ends, &mut |first, direction| tears |= directions[first] & direction > 0);
            if tears && springs.pulls(n as usize) {
                torn.push(n);
            }
        }
        torn
    }

    fn is_thread(self, [i, j]: [u32; 2]) -> bool {
        let stride = i.abs_diff(j);
        // consecutive numbers may also end one row and begin the next
        stride == self.columns || stride == 1 && !i.max(j).is_multiple_of(self.columns)
    }

    fn is_beyond(self, rest_length: f64, [a, b]: [DVec3; 2]) -> bool {
        let most = (1.0 + self.strain) * rest_length;
        a.distance_squared(b) > most * most
    }

    /// Visits the threads in a spring's rectangle: the index of their first mass, and 1 for a
    /// thread along a row or 2 for one along a column.
    fn each_under(self, [i, j]: [u32; 2], visit: &mut dyn FnMut(usize, u8)) {
        let [a, b] = [i % self.columns, j % self.columns];
        let (first, last) = (a.min(b), a.max(b));
        let [top, bottom] = [i.min(j) / self.columns, i.max(j) / self.columns];
        for row in top..=bottom {
            for column in first..=last {
                let mass = (row * self.columns + column) as usize;
                if column < last {
                    visit(mass, 1);
                }
                if row < bottom {
                    visit(mass, 2);
                }
            }
        }
    }
}
