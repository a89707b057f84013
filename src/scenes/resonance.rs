//! One mass on a damped spring of rest length 0, driven along a line by a force or by its anchor.
//! Particle 0 is the anchor, 1 the mass; both start at the origin, at rest.

use super::{Blueprint, Scene, idle, shared};
use crate::{
    Damper, Excitation, Input, Parameter, Slider, Spring, System, Values, Waveform, integrators::Offer,
    oscillator::exact::DampedOscillator,
};
use glam::DVec3;

/// The scene's record.
pub static SCENE: Scene = Scene {
    id: "resonance",
    title: "Driven Oscillator",
    parameters: &PARAMETERS,
    model: Blueprint::Mechanical {
        build: |_| {
            let mut system = System::default();
            system.particles.push(DVec3::ZERO, 0.0);
            system.particles.push(DVec3::ZERO, 1.0);
            // not axial: the spring has no direction when the mass passes the anchor
            system.springs.damper = Damper::Isotropic;
            system.springs.push([1, 0], Spring::default());
            system
        },
        tune,
    },
    oscillator: Some(|values| DampedOscillator {
        mass: values.number("mass"),
        stiffness: values.number("stiffness"),
        damping: values.number("damping"),
    }),
};

fn tune(values: &Values, system: &mut System) {
    shared::tune_springs(values, system);
    let before = system.excitation;
    system.excitation = excitation(values).map(|mut drive| {
        if let Some(before) = before {
            // a change of frequency keeps the phase
            (drive.angular_frequency, drive.phase) = (before.angular_frequency, before.phase);
            drive.retune(values.number("drivingFrequency"), system.time);
        }
        drive
    });
    system.advance(0.0);
}

fn excitation(values: &Values) -> Option<Excitation> {
    let waveform = match values.name("waveform") {
        "cosine" => Waveform::Cosine,
        "step" => Waveform::Step,
        "ramp" => Waveform::Ramp,
        _ => return None,
    };
    let amplitude = values.number("amplitude");
    let (input, particle, amplitude) = match values.name("drive") {
        "anchor" => (Input::Motion, 0, amplitude),
        _ => (Input::Force, 1, values.number("stiffness") * amplitude),
    };
    let (amplitude, angular_frequency) = (DVec3::X * amplitude, values.number("drivingFrequency"));
    Some(Excitation { input, waveform, particle, amplitude, angular_frequency, ..Excitation::default() })
}

static PARAMETERS: [Parameter; 13] = [
    shared::restarting(shared::choice(
        ["drive", "Driven by", "A force on the mass, or the motion of the anchor."],
        "force",
        &[("force", "force on the mass"), ("anchor", "motion of the anchor")],
    ))
    .idle(idle::drive),
    shared::restarting(shared::choice(
        [
            "waveform",
            "Course of the drive",
            "A ramp rises within 2π/Ω and stays. By hand nothing drives but who drags the anchor or the mass.",
        ],
        "cosine",
        &[("cosine", "cosine"), ("step", "step"), ("ramp", "ramp"), ("hand", "by hand")],
    ))
    .idle(idle::waveform),
    shared::Number {
        key: "drivingFrequency",
        label: "Driving frequency",
        symbol: "Ω",
        effect: "How fast the drive goes round; a change keeps its phase.",
        unit: "rad/s",
        default: 3.0,
        min: 0.0,
        max: 50.0,
        slider: Slider::even([0.0, 10.0], 0.1),
    }
    .parameter()
    .idle(idle::driving_frequency),
    shared::Number {
        key: "amplitude",
        label: "Amplitude",
        symbol: "a₀",
        effect: "How far the anchor goes, or how far the force would stretch the spring at rest: F₀ = k a₀.",
        unit: "m",
        default: 0.1,
        min: 0.0,
        max: 1.0,
        slider: Slider::even([0.0, 0.5], 0.01),
    }
    .parameter()
    .idle(idle::amplitude),
    shared::stiffness(16.0, 1000.0),
    shared::damping(0.4, 8.0, 1000.0),
    shared::mass(1.0),
    shared::time_step(0.01, [0.005, 0.6], 2.0),
    shared::method("velocity-verlet", Offer::Forces),
    shared::substeps(),
    shared::TOLERANCE,
    shared::SPECTRAL_RADIUS,
    shared::SOLVER,
];
