//! Solid bodies that keep particles out.

use crate::linear::outer;
use glam::{DMat3, DVec3};
use std::array::from_fn;

/// A body at rest, described by its signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obstacle {
    /// The half-space below a plane.
    Plane {
        /// A point of the plane in m.
        point: DVec3,
        /// Its normal, of length 1, on the free side.
        normal: DVec3,
    },
    /// A ball.
    Sphere {
        /// Centre in m.
        centre: DVec3,
        /// Radius in m.
        radius: f64,
    },
    /// A box with edges along the axes.
    Box {
        /// Centre in m.
        centre: DVec3,
        /// Half of the length of each edge in m.
        half: DVec3,
    },
}

impl Obstacle {
    /// True if x is outside, for a ball by more than rounding errors. It takes no square root,
    /// because most particles are outside in most steps.
    #[must_use]
    pub(crate) fn is_clear_of(&self, x: DVec3) -> bool {
        match *self {
            Self::Plane { point, normal } => normal.dot(x - point) >= 0.0,
            Self::Sphere { centre, radius } => x.distance_squared(centre) > radius * radius * (1.0 + 1e-15),
            Self::Box { centre, half } => ((x - centre).abs() - half).max_element() > 0.0,
        }
    }

    /// Corners in m of a box around the body, the lowest and the highest. The box of a half-space
    /// is unbounded, except at its plane if an axis is normal to it.
    #[must_use]
    pub(crate) fn bounds(&self) -> [DVec3; 2] {
        match *self {
            Self::Plane { point, normal } => {
                let bound = |sign: f64| {
                    let level = |c: usize| normal == sign * DVec3::AXES[c];
                    DVec3::from_array(from_fn(|c| if level(c) { point[c] } else { sign * f64::INFINITY }))
                };
                [bound(-1.0), bound(1.0)]
            }
            Self::Sphere { centre, radius } => [centre - radius, centre + radius],
            Self::Box { centre, half } => [centre - half, centre + half],
        }
    }

    /// True for a plane and a body on its free side: a particle moved out of one is then not inside
    /// the other.
    #[must_use]
    pub(crate) fn is_apart_from(&self, other: &Self) -> bool {
        let (Self::Plane { point, normal }, body) =
            (if let Self::Plane { .. } = self { (self, other) } else { (other, self) })
        else {
            return false;
        };
        match *body {
            Self::Plane { .. } => false,
            Self::Sphere { centre, radius } => normal.dot(centre - point) >= radius,
            Self::Box { centre, half } => normal.dot(centre - point) >= normal.abs().dot(half),
        }
    }

    /// True if the body pushes nothing out of the plane z = 0.
    #[must_use]
    pub(crate) fn is_upright(&self) -> bool {
        match *self {
            Self::Plane { normal, .. } => normal.z == 0.0,
            Self::Sphere { centre, .. } => centre.z == 0.0,
            Self::Box { centre, half } => centre.z == 0.0 && half.z >= half.x.min(half.y),
        }
    }

    /// Signed distance δ of x from the surface in m, negative inside, and its gradient n, the
    /// normal at the nearest point of the surface. If several points are nearest (at the centre of
    /// a sphere or box), one of them is taken.
    ///
    /// ```
    /// use glam::DVec3;
    /// use springlab::Obstacle;
    ///
    /// let ball = Obstacle::Sphere { centre: DVec3::ZERO, radius: 2.0 };
    /// assert_eq!(ball.distance(5.0 * DVec3::X), (3.0, DVec3::X));
    /// assert_eq!(ball.distance(-DVec3::Y), (-1.0, -DVec3::Y)); // 1 m deep
    /// ```
    #[must_use]
    pub fn distance(&self, x: DVec3) -> (f64, DVec3) {
        match *self {
            Self::Plane { point, normal } => (normal.dot(x - point), normal),
            Self::Sphere { centre, radius } => {
                let d = x - centre;
                (d.length() - radius, d.try_normalize().unwrap_or(DVec3::Y))
            }
            Self::Box { centre, half } => {
                let d = x - centre;
                let beyond = d.abs() - half;
                if beyond.max_element() > 0.0 {
                    let outside = beyond.max(DVec3::ZERO);
                    let n = (outside * d.signum()).normalize_or_zero();
                    (outside.length(), n)
                } else {
                    // the last one of several equally near faces, so that n lies in the plane z = 0
                    // if x does
                    let face = [DVec3::Z, DVec3::X, DVec3::Y]
                        .into_iter()
                        .max_by(|a, b| beyond.dot(*a).total_cmp(&beyond.dot(*b)))
                        .unwrap_or(DVec3::Y);
                    (beyond.max_element(), face * d.signum())
                }
            }
        }
    }

    /// x, or the nearest point of the surface if x is inside, in m.
    #[must_use]
    pub fn outside(&self, x: DVec3) -> DVec3 {
        let (distance, n) = self.distance(x);
        x - distance.min(0.0) * n
    }

    /// Derivative of the normal, ∂n/∂x in 1/m, inside the body: (I − n nᵀ)/‖x − c‖ in a ball, 0
    /// below a plane and behind the face of a box.
    #[must_use]
    pub fn curvature(&self, x: DVec3) -> DMat3 {
        let Self::Sphere { centre, .. } = *self else { return DMat3::ZERO };
        let r = x.distance(centre);
        if r > 0.0 { r.recip() * (DMat3::IDENTITY - outer(self.distance(x).1)) } else { DMat3::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODIES: [Obstacle; 3] = [
        Obstacle::Plane { point: DVec3::new(0.0, -2.0, 0.0), normal: DVec3::new(0.6, 0.8, 0.0) },
        Obstacle::Sphere { centre: DVec3::new(1.0, 0.5, -1.0), radius: 1.5 },
        Obstacle::Box { centre: DVec3::new(-1.0, 0.0, 2.0), half: DVec3::new(1.0, 0.5, 2.0) },
    ];

    /// Near the surface, where rounding decides, and farther off: a place that is clear has no
    /// depth, and one that is 1e-12 m deep is not clear.
    #[test]
    fn points_clear_of_a_body_are_outside() {
        for body in BODIES {
            for x in [DVec3::new(3.1, 2.7, 5.3), DVec3::new(-1.3, 0.1, 2.2), DVec3::new(0.4, 0.2, -0.7)] {
                let (distance, n) = body.distance(x);
                let surface = x - distance * n;
                for offset in (-20..=20).map(|i| f64::from(i) * f64::EPSILON / 4.0).chain([-1.0, -1e-12, 1e-12, 1.0]) {
                    let place = surface + offset * n;
                    let depth = -body.distance(place).0;
                    assert!(!body.is_clear_of(place) || depth <= 0.0, "{body:?} at {offset:e}: {depth} m deep");
                    assert!(
                        offset.abs() < 1e-13 || body.is_clear_of(place) == (offset > 0.0),
                        "{body:?} at {offset:e}"
                    );
                }
            }
        }
    }

    /// Half-spaces in all directions, a ball and a box, with places in and around them.
    #[test]
    fn a_body_lies_within_its_bounds() {
        let sides = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
        let level = sides.clone().map(|normal| Obstacle::Plane { point: DVec3::new(0.5, -1.0, 2.0), normal });
        for body in level.chain(BODIES) {
            let [low, high] = body.bounds();
            let within = |x: DVec3| x.cmpge(low).all() && x.cmple(high).all();
            let numbers = || (-8..=8).map(|n| 0.5 * f64::from(n));
            for x in numbers().flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| DVec3::new(x, y, z)))) {
                assert!(within(x) || body.distance(x).0 >= 0.0, "{body:?} at {x}");
            }
        }
        for normal in sides {
            let half_space = Obstacle::Plane { point: DVec3::ZERO, normal };
            let [low, high] = half_space.bounds();
            assert!(!(normal.cmpge(low).all() && normal.cmple(high).all()), "what lies above {normal} is clear");
        }
    }

    /// Central differences of step 1e-6 have rounding errors of 1e-10. The points are not at edges,
    /// where n jumps.
    #[test]
    fn the_normal_is_the_gradient_of_the_distance_and_leads_to_the_surface() {
        for body in BODIES {
            for x in [DVec3::new(3.1, 2.7, 5.3), DVec3::new(-1.3, 0.1, 2.2), DVec3::new(0.4, 0.2, -0.7)] {
                let (distance, n) = body.distance(x);
                let slope = |axis: DVec3| (body.distance(x + 1e-6 * axis).0 - body.distance(x - 1e-6 * axis).0) / 2e-6;
                let gradient = DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
                assert!((gradient - n).length() < 1e-8, "{body:?} at {x}: {n} instead of {gradient}");
                assert!(body.distance(x - distance * n).0.abs() < 1e-14, "{body:?} at {x}: δ = {distance}");
            }
        }
    }

    /// Central differences as above, at points inside.
    #[test]
    fn the_curvature_is_the_derivative_of_the_normal_inside() {
        for body in BODIES {
            for x in [DVec3::new(1.3, -0.1, -0.4), DVec3::new(-1.3, 0.1, 2.2)]
                .into_iter()
                .filter(|x| body.distance(*x).0 < 0.0)
            {
                for axis in DVec3::AXES {
                    let slope = (body.distance(x + 1e-6 * axis).1 - body.distance(x - 1e-6 * axis).1) / 2e-6;
                    let miss = (body.curvature(x) * axis - slope).length();
                    assert!(miss < 1e-8, "{body:?} at {x} along {axis}: {miss}");
                }
            }
        }
    }

    /// At the centre of a box all faces are equally near.
    #[test]
    fn upright_bodies_push_nothing_out_of_the_plane() {
        let upright = Obstacle::is_upright;
        assert_eq!(BODIES.map(|body| upright(&body)), [true, false, false]);
        let centre = DVec3::new(1.0, 0.5, 0.0);
        let bodies = [
            BODIES[0],
            Obstacle::Sphere { centre, radius: 1.5 },
            Obstacle::Box { centre, half: DVec3::ONE },
            Obstacle::Box { centre, half: DVec3::new(2.0, 1.0, 1.0) },
        ];
        for body in bodies {
            for place in [DVec3::ZERO, DVec3::X, 0.3 * DVec3::Y].map(|offset| centre + offset) {
                assert!(upright(&body) && body.distance(place).1.z == 0.0, "{body:?} at {place}");
            }
        }
        assert!(!upright(&Obstacle::Box { centre, half: DVec3::new(1.0, 1.0, 0.9) }));
    }

    #[test]
    fn bodies_on_the_free_side_of_a_plane_are_apart_from_it() {
        let ground = Obstacle::Plane { point: DVec3::Y, normal: DVec3::Y };
        let ball = |y| Obstacle::Sphere { centre: DVec3::new(3.0, y, 1.0), radius: 0.5 };
        let block = |y| Obstacle::Box { centre: DVec3::new(3.0, y, 1.0), half: DVec3::new(1.0, 0.5, 2.0) };
        for (body, apart) in [(ball(1.5), true), (ball(1.49), false), (block(1.5), true), (block(1.49), false)] {
            assert_eq!(ground.is_apart_from(&body), apart, "{body:?}");
            assert_eq!(body.is_apart_from(&ground), apart, "{body:?}");
        }
        assert!(!ground.is_apart_from(&ground) && !ball(1.5).is_apart_from(&block(9.0)));
    }

    #[test]
    fn the_normal_is_defined_at_the_centre_of_a_body() {
        for body in [BODIES[1], BODIES[2]] {
            let (Obstacle::Sphere { centre, .. } | Obstacle::Box { centre, .. }) = body else { unreachable!() };
            let (distance, n) = body.distance(centre);
            assert!(distance < 0.0 && n.length() == 1.0, "{body:?}: {distance}, {n}");
        }
    }
}
