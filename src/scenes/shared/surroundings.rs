//! Gravity, drag and wind.

use super::record::{Record, when};
use crate::{
    System, Values, Wind,
    base::elementary::{cos, sin},
    scenes::parameters::{Number, Parameter, Scales, Situation, Slider},
};
use glam::DVec3;

pub const GRAVITY: Number = Number::new("gravity");
pub const GRAVITY_DIRECTION: Number = Number::new("gravityDirection");
pub const DRAG: Number = Number::new("drag");
pub const AIR_RESISTANCE: Number = Number::new("airResistance");
pub const WIND: Number = Number::new("wind");
pub const WIND_DIRECTION: Number = Number::new("windDirection");
pub const GUSTS: Number = Number::new("gusts");
pub const GUST_PERIOD: Number = Number::new("gustPeriod");

pub const fn gravity(default: f64) -> Parameter {
    Record {
        key: GRAVITY,
        label: "Gravity",
        symbol: "g",
        effect: "Acceleration upwards; negative pulls down.",
        unit: "m/s²",
        default,
        min: -100.0,
        max: 100.0,
        slider: Slider::even([-20.0, 20.0], 0.1),
    }
    .parameter()
}

pub const fn gravity_direction() -> Parameter {
    Record {
        key: GRAVITY_DIRECTION,
        label: "Gravity direction",
        symbol: "",
        effect: "Turns gravity in the plane, anticlockwise: at 90° what fell down falls to the right.",
        unit: "°",
        default: 0.0,
        min: -180.0,
        max: 180.0,
        slider: Slider::even([-180.0, 180.0], 1.0),
    }
    .parameter()
    .idle(|situation| when(situation.is_zero(GRAVITY), "there is no gravity"))
}

pub const fn drag() -> Parameter {
    Record {
        key: DRAG,
        label: "Drag",
        symbol: "b",
        effect: "Slows every particle against the air at rest, in proportion to its speed.",
        unit: "N·s/m",
        default: 0.0,
        min: 0.0,
        max: 100.0,
        slider: Slider::even([0.0, 1.0], 0.01),
    }
    .parameter()
    .scaling(Scales::Drag)
}

pub const fn air_resistance() -> Parameter {
    Record {
    key: AIR_RESISTANCE,
    label: "Air resistance",
    symbol: "",
    effect: "Slows every particle against the air, in proportion to the square of their relative speed; the wind blows with it.",
    unit: "kg/m",
    default: 0.0,
    min: 0.0,
    max: 100.0,
    slider: Slider::even([0.0, 0.1], 0.001),
}.parameter().scaling(Scales::SomeForces)
}

pub const fn wind() -> Parameter {
    Record {
        key: WIND,
        label: "Wind",
        symbol: "",
        effect: "Speed of the air. It pulls at what resists it: see the air resistance.",
        unit: "m/s",
        default: 0.0,
        min: 0.0,
        max: 100.0,
        slider: Slider::even([0.0, 30.0], 0.5),
    }
    .parameter()
    .scaling(Scales::Other)
    .idle(without_resistance)
}

pub const fn wind_direction() -> Parameter {
    Record {
        key: WIND_DIRECTION,
        label: "Wind direction",
        symbol: "",
        effect: "Where the wind blows to, in the plane, anticlockwise: at 0° to the right, at 90° upwards.",
        unit: "°",
        default: 0.0,
        min: -180.0,
        max: 180.0,
        slider: Slider::even([-180.0, 180.0], 1.0),
    }
    .parameter()
    .scaling(Scales::Other)
    .idle(without_wind)
}

pub const fn gusts() -> Parameter {
    Record {
        key: GUSTS,
        label: "Gusts",
        symbol: "",
        effect: "By which part of its speed the wind rises and falls: at 1 it dies down to nothing.",
        unit: "",
        default: 0.0,
        min: 0.0,
        max: 1.0,
        slider: Slider::even([0.0, 1.0], 0.05),
    }
    .parameter()
    .scaling(Scales::Other)
    .idle(without_wind)
}

pub const fn gust_period() -> Parameter {
    Record {
        key: GUST_PERIOD,
        label: "Gust period",
        symbol: "",
        effect: "The time from one gust to the next.",
        unit: "s",
        default: 4.0,
        min: 0.01,
        max: 1000.0,
        slider: Slider::around(4.0),
    }
    .parameter()
    .idle(|situation| without_wind(situation).or(when(situation.is_zero(GUSTS), "there are no gusts")))
}

/// Air resistance is 0.
pub fn without_resistance(situation: &Situation) -> Option<&'static str> {
    when(situation.is_zero(AIR_RESISTANCE), "nothing resists the air")
}

/// The air is at rest, or nothing resists it.
pub fn without_wind(situation: &Situation) -> Option<&'static str> {
    without_resistance(situation).or(when(situation.is_zero(WIND), "there is no wind"))
}

/// Writes gravity, drag and wind into the system, as far as the scene has them.
pub fn tune(values: &Values, system: &mut System) {
    let angle = values.number_or(GRAVITY_DIRECTION, 0.0).to_radians();
    system.gravity = values.number_or(GRAVITY, 0.0) * DVec3::new(-sin(angle), cos(angle), 0.0);
    system.drag = values.number_or(DRAG, 0.0);
    let (angle, calm) = (values.number_or(WIND_DIRECTION, 0.0).to_radians(), Wind::default());
    system.wind = Wind {
        resistance: values.number_or(AIR_RESISTANCE, calm.resistance),
        velocity: values.number_or(WIND, 0.0) * DVec3::new(cos(angle), sin(angle), 0.0),
        gusts: values.number_or(GUSTS, calm.gusts),
        period: values.number_or(GUST_PERIOD, calm.period),
    };
}
