//! A square sheet that falls in space on a body on the ground: springs to the neighbours in rows
//! and columns (structural), across the meshes (shear), and to the second neighbours (bending).
//!
//! The number of masses is only the resolution: size, mass, stiffness and damping of the sheet and
//! its surroundings do not depend on it. A particle has the mass of its part of the sheet, ρ a b,
//! half of it at an edge and a quarter in a corner, and the same part of drag, air resistance and
//! contacts, which are stated per square metre. A spring has the stiffness of the strip that it
//! represents:
//!
//! - structural, of length a in a strip b wide: k b/a, half of it at an edge. The sheet stretched
//!   by ε then stores ½ k ε² per area.
//! - shear, of length √(a² + b²): kₛ (a² + b²)/2ab. Sheared by γ, the sheet stores ½ kₛ γ² per
//!   area.
//! - bending, of length 2a: B (ℓ/2a)⁴ b/a with ℓ = 0.1 m, half of it at an edge. Bent with the
//!   curvature κ, the sheet is shortened between the spring's ends by κ²a³/4 and stores B ℓ⁴κ⁴/512
//!   per area. The energy grows with κ⁴, as bending a flat sheet takes no force at first.
//!
//! Stretching the sheet also stretches the bending springs, which add ½ · 4 B (ℓ/2a)⁴ ε²: more in a
//! finer mesh. Square meshes have a = b, so that the springs have the stiffnesses k and kₛ
//! themselves.
//!
//! Structural and shear dampers have μ times the same shares of a strip. A sheet stretched at the
//! rate ε̇ produces the heat 2 μ ε̇² per area, sheared at the rate γ̇ the heat μ γ̇². Bending
//! springs have no dampers: these would have to grow with 1/a⁴ like the stiffnesses, or their heat
//! would depend on the mesh.
//!
//! With self-contact, spheres of the diameter 0.8 min(a, b) around the masses push each other
//! apart, by the law of contacts with the reduced mass of each pair.

use super::scene::{Blueprint, Scene};
use super::shared::{
    Choice, Number, Record, choice, contact, count, grid, restarting, springs, stepping, surroundings, when,
};
use crate::{
    Obstacle, Parameter, Scales, SelfContact, Slider, Spring, Springs, System, Tear, Values,
    base::elementary::{cos, sin},
    integrators::Offer,
};
use glam::{DVec2, DVec3};

/// Side length of the sheet in m.
const SIDE: f64 = 2.0;

/// Initial height of the sheet above the ground in m.
const HEIGHT: f64 = 1.4;

/// Height of a flag's upper edge in m.
const TOP: f64 = 3.0;

/// Radius in m of the arc on which a flag starts: a flat one would stay in its plane and never
/// fold. Chords are shorter than rest lengths, by less than 3e-6 of them with 50 masses in a row.
const ARC: f64 = 10.0;

/// Length in m at which a bending spring has the bending stiffness B.
const BENDING_LENGTH: f64 = 0.1;

/// Slip speed in m/s: a resting cloth creeps by less than this.
const SLIP_SPEED: f64 = 0.01;

/// Diameter of the spheres of self-contact, relative to the smaller distance of neighbours. Below
/// 1, neighbours in a flat sheet don't touch; above 1/√2, a mass can't pass through a square mesh
/// without touching its four corners.
const DIAMETER: f64 = 0.8;

const SHEAR_STIFFNESS: Number = Number::new("shearStiffness");
const BENDING_STIFFNESS: Number = Number::new("bendingStiffness");
const TEAR: Number = Number::new("tear");
const DENSITY: Number = Number::new("density");
const PINS: Choice = Choice::new("pins");
const SELF_CONTACT: Choice = Choice::new("selfContact");

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "drape",
    title: "Falling Cloth",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical { build, tune },
    oscillator: false,
};

static PARAMETERS: [Parameter; 31] = [
    count(grid::WIDTH, ["Width", "Particles in a row of the sheet, which is 2 m wide."], 50, [2, 1000], grid::PARTICLES),
    count(grid::HEIGHT, ["Height", "Particles in a column of the sheet, which is 2 m long."], 50, [2, 1000], grid::PARTICLES),
    restarting(choice(contact::OBSTACLE, ["Obstacle", "What lies on the ground under the cloth."],
        "sphere",
        &[("none", "none"), ("sphere", "sphere"), ("box", "box"), ("table", "table edge")],
    )),
    restarting(choice(PINS, ["Pins", "What holds the cloth: corners, the edge at the back, or a pole at the left, where it starts upright as a flag."],
        "none",
        &[("none", "none"), ("1", "one corner"), ("2", "two corners"), ("4", "four corners"), ("edge", "an edge"), ("pole", "a pole")],
    )),
    stepping::time_step(0.005, [0.0005, 0.05], 0.1),
    springs::stiffness(200.0, 1e6).scaling(Scales::SomeForces),
    Record {
        key: SHEAR_STIFFNESS,
        label: "Shear stiffness",
        symbol: "kₛ",
        effect: "How hard it is to make the meshes of the cloth slant.",
        unit: "N/m",
        default: 20.0,
        min: 0.0,
        max: 1e6,
        slider: Slider::around(20.0),
    }
    .parameter()
    .scaling(Scales::SomeForces)
    .idle(springs::without_springs),
    Record {
        key: BENDING_STIFFNESS,
        label: "Bending stiffness",
        symbol: "B",
        effect: "Of a bending spring 10 cm long; shorter ones are stiffer, with the fourth power, so that a finer mesh bends no more easily.",
        unit: "N/m",
        default: 5.0,
        min: 0.0,
        max: 1e4,
        slider: Slider::around(5.0),
    }
    .parameter()
    .scaling(Scales::SomeForces)
    .idle(|situation| {
        let masses = Sheet::of(situation.values).masses();
        when(masses == 4, "no three masses lie in a row")
            .or(when(masses == 6 && situation.values.name(PINS) == "4", "all that bends is pinned"))
            .or(springs::without_springs(situation))
    }),
    springs::damping(0.02, 0.1, 1.0),
    Record {
        key: TEAR,
        label: "Tear at",
        symbol: "ε",
        effect: "Strain ε = ℓ/L − 1 beyond which a thread tears for good, and with it all that goes over it; at 0 none does.",
        unit: "%",
        default: 0.0,
        min: 0.0,
        max: 100.0,
        slider: Slider::even([0.0, 100.0], 1.0),
    }
    .parameter()
    .idle(|situation| {
        let Springs { stiffnesses, dampings, .. } = &situation.system()?.springs;
        let undamped = springs::ignores_law(situation) || springs::is_all_zero(dampings);
        when(undamped && springs::is_all_zero(stiffnesses), "no spring pulls")
    }),
    surroundings::gravity(-9.81),
    Record {
        key: DENSITY,
        label: "Density",
        symbol: "ρ",
        effect: "Mass of a square metre of cloth. A heavier one swings slower and allows longer steps.",
        unit: "kg/m²",
        default: 0.2,
        min: 1e-3,
        max: 100.0,
        slider: Slider::around(0.2),
    }
    .parameter()
    .scaling(Scales::Masses),
    Record {
        key: surroundings::DRAG,
        label: "Drag",
        symbol: "b",
        effect: "Slows every square metre of cloth against the air at rest, in proportion to its speed.",
        unit: "N·s/m³",
        default: 0.0,
        min: 0.0,
        max: 100.0,
        slider: Slider::even([0.0, 1.0], 0.01),
    }
    .parameter()
    .scaling(Scales::Drag),
    Record {
        key: surroundings::AIR_RESISTANCE,
        label: "Air resistance",
        symbol: "",
        effect: "Slows every square metre of cloth against the air, in proportion to the square of their relative speed; the wind blows with it.",
        unit: "kg/m³",
        default: 0.5,
        min: 0.0,
        max: 100.0,
        slider: Slider::even([0.0, 2.0], 0.02),
    }
    .parameter()
    .scaling(Scales::SomeForces),
    Record {
        key: surroundings::WIND,
        label: "Wind",
        symbol: "",
        effect: "Speed of the air, which blows along the ground. It pulls at what resists it: see the air resistance.",
        unit: "m/s",
        default: 0.0,
        min: 0.0,
        max: 100.0,
        slider: Slider::even([0.0, 5.0], 0.1),
    }
    .parameter()
    .scaling(Scales::Other)
    .idle(surroundings::without_resistance),
    Record {
        key: surroundings::WIND_DIRECTION,
        label: "Wind direction",
        symbol: "",
        effect: "Where the wind blows to, seen from above, anticlockwise: at 0° to the right, at 90° to the back.",
        unit: "°",
        default: 0.0,
        min: -180.0,
        max: 180.0,
        slider: Slider::even([-180.0, 180.0], 1.0),
    }
    .parameter()
    .idle(surroundings::without_wind),
    surroundings::gusts(),
    surroundings::gust_period(),
    springs::damping_direction(),
    Record {
        key: contact::CONTACT_STIFFNESS,
        label: "Contact stiffness",
        symbol: "",
        effect: "How hard a body pushes back at a square metre of cloth for each metre of depth.",
        unit: "N/m³",
        default: 2e5,
        min: 1.0,
        max: 1e8,
        slider: Slider::around(2e5),
    }
    .parameter()
    .scaling(Scales::SomeForces)
    .idle(contact::without_contact),
    Record {
        key: contact::CONTACT_DAMPING,
        label: "Contact damping",
        symbol: "",
        effect: "Takes the bounce out of bodies, for a square metre of cloth.",
        unit: "N·s/m³",
        default: 50.0,
        min: 0.0,
        max: 1e5,
        slider: Slider::even([0.0, 500.0], 5.0),
    }
    .parameter()
    .scaling(Scales::SomeForces)
    .idle(contact::without_contact),
    contact::friction(),
    choice(SELF_CONTACT, ["Self-contact",
            "Spheres around the masses push each other apart, so that folds don't go through each other. It takes about twice the computing time. Their friction changes angular momentum, because masses cannot spin.",
        ],
        "off",
        &[("off", "off"), ("on", "on")],
    )
    .idle(contact::without_contact),
    stepping::method("symplectic-euler", Offer::Mechanical),
    stepping::automatic_substeps(),
    stepping::precision_if_large(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
    stepping::sweeps(),
    springs::stiffness_factor(),
];

/// The sheet, row by row, from the back left to the front right; of a flag, from the top of the
/// pole down.
#[derive(Clone, Copy)]
struct Sheet {
    width: u32,
    height: u32,
}

impl Sheet {
    fn of(values: &Values) -> Self {
        Self { width: values.count(grid::WIDTH), height: values.count(grid::HEIGHT) }
    }

    fn masses(self) -> u32 {
        self.width * self.height
    }

    /// Distances in m of neighbours in a row and in a column.
    fn spacings(self) -> [f64; 2] {
        [self.width, self.height].map(|count| SIDE / f64::from(count - 1))
    }

    /// Row and column of a particle.
    fn place(self, i: u32) -> [u32; 2] {
        [i / self.width, i % self.width]
    }

    /// Share of a strip or mesh width that belongs to a line of masses: half at the edge.
    fn share([index, count]: [u32; 2]) -> f64 {
        if index == 0 || index + 1 == count { 0.5 } else { 1.0 }
    }

    /// Numbers of columns and rows that a spring spans, and the ratio of width to length of its
    /// strip.
    fn strip(self, ends: [u32; 2]) -> ([u32; 2], f64) {
        let ([[row, column], [other_row, other_column]], [a, b]) = (ends.map(|i| self.place(i)), self.spacings());
        let span = [column.abs_diff(other_column), row.abs_diff(other_row)];
        (
            span,
            match span {
                [_, 0] => b / a * Self::share([row, self.height]),
                [0, _] => a / b * Self::share([column, self.width]),
                _ => 0.5 * (a / b + b / a),
            },
        )
    }

    fn pins(self, name: &str) -> Vec<u32> {
        let Self { width, height } = self;
        let corners = [0, width - 1, width * (height - 1), width * height - 1];
        match name {
            "1" => corners[..1].to_vec(),
            "2" => corners[..2].to_vec(),
            "4" => corners.to_vec(),
            "edge" => (0..width).collect(),
            "pole" => (0..height).map(|row| row * width).collect(),
            _ => Vec::new(),
        }
    }
}

fn build(values: &Values) -> System {
    let sheet = Sheet::of(values);
    let (Sheet { width, height }, [a, b]) = (sheet, sheet.spacings());
    let mut system = System::default();
    let (pins, upright) = (sheet.pins(values.name(PINS)), values.name(PINS) == "pole");
    for i in 0..sheet.masses() {
        let [row, column] = sheet.place(i).map(f64::from);
        let (down, angle) = (b * row, a * column / ARC);
        let place = if upright {
            DVec3::new(ARC * sin(angle) - 0.5 * SIDE, TOP - down, ARC * (1.0 - cos(angle)))
        } else {
            DVec3::new(a * column - 0.5 * SIDE, HEIGHT, down - 0.5 * SIDE)
        };
        system.particles.push(place, if pins.contains(&i) { 0.0 } else { 1.0 });
    }
    let mut link = |first: u32, [columns, rows]: [i32; 2], count: u32| {
        let rest_length = DVec2::new(a * f64::from(columns), b * f64::from(rows)).length();
        for i in first..first + count {
            let other = i.wrapping_add_signed(columns + rows * width.cast_signed());
            system.springs.push([i, other], Spring { rest_length, ..Spring::default() });
        }
    };
    // row by row, and in each row one kind after the other: adjacent springs are processed
    // together, from memory that was just used.
    for row in 0..height {
        let first = row * width;
        link(first, [1, 0], width - 1);
        link(first, [2, 0], width - 2);
        if row + 1 < height {
            link(first, [0, 1], width);
            link(first, [1, 1], width - 1);
            link(first + 1, [-1, 1], width - 1);
        }
        if row + 2 < height {
            link(first, [0, 2], width);
        }
    }
    system.obstacles = obstacles(values.name(contact::OBSTACLE));
    system
}

/// The ground and the body on it.
fn obstacles(name: &str) -> Vec<Obstacle> {
    let mut bodies = vec![Obstacle::Plane { point: DVec3::ZERO, normal: DVec3::Y }];
    let on_ground = |x: f64, half: DVec3| Obstacle::Box { centre: DVec3::new(x, half.y, 0.0), half };
    match name {
        "sphere" => bodies.push(Obstacle::Sphere { centre: DVec3::new(0.0, 0.45, 0.0), radius: 0.45 }),
        "box" => bodies.push(on_ground(0.0, DVec3::splat(0.4))),
        "table" => bodies.push(on_ground(-0.8, DVec3::new(1.2, 0.4, 1.3))),
        _ => {}
    }
    bodies
}

fn tune(values: &Values, system: &mut System) {
    let sheet = Sheet::of(values);
    let [k, shear, bending] = [springs::STIFFNESS, SHEAR_STIFFNESS, BENDING_STIFFNESS].map(|key| values.number(key));
    let damping = values.number(springs::DAMPING);
    system.springs.tune(|ends, rest_length| {
        let (span, share) = sheet.strip(ends);
        let stiffness = match span {
            [1, 1] => shear,
            [0, 1] | [1, 0] => k,
            _ => return [share * bending * (BENDING_LENGTH / rest_length).powi(2).powi(2), 0.0],
        };
        [share * stiffness, share * damping]
    });
    system.tear = Tear { strain: 0.01 * values.number(TEAR), columns: sheet.width };
    springs::tune_damper(values, system);
    surroundings::tune(values, system);
    contact::tune(values, system);
    let (density, [a, b]) = (values.number(DENSITY), sheet.spacings());
    for (i, w) in (0..).zip(&mut system.particles.inverse_masses).filter(|(_, w)| **w > 0.0) {
        let [row, column] = sheet.place(i);
        *w = (density * a * b * Sheet::share([row, sheet.height]) * Sheet::share([column, sheet.width])).recip();
    }
    // from square metres to kilograms
    system.per_kilogram = true;
    system.drag /= density;
    system.contact.stiffness /= density;
    system.contact.damping /= density;
    system.contact.slip_speed = SLIP_SPEED;
    let touches = values.name(SELF_CONTACT) == "on" && !values.method().projects_contacts;
    system.self_contact = SelfContact { diameter: if touches { DIAMETER * a.min(b) } else { 0.0 } };
    let angle = values.number(surroundings::WIND_DIRECTION).to_radians();
    system.wind.resistance /= density;
    system.wind.velocity = values.number(surroundings::WIND) * DVec3::new(cos(angle), 0.0, -sin(angle));
}
