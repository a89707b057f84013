//! One mass on a damped spring of rest length 0, driven along a line by a force or by its anchor.
//! Particle 0 is the anchor, 1 the mass; both start at the origin, at rest.

use super::scene::{Blueprint, Scene};
use super::shared::{self, Choice, Number, Record, choice, restarting, springs, stepping, when};
use crate::{
    Damper, Excitation, Input, Model, Parameter, Situation, Slider, Spring, System, Values, Waveform,
    integrators::Offer,
};
use glam::DVec3;

const DRIVING_FREQUENCY: Number = Number::new("drivingFrequency");
const AMPLITUDE: Number = Number::new("amplitude");
const DRIVE: Choice = Choice::new("drive");
const WAVEFORM: Choice = Choice::new("waveform");

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
    oscillator: true,
};

fn tune(values: &Values, system: &mut System) {
    shared::tune(values, system);
    let before = system.excitation;
    system.excitation = excitation(values).map(|mut drive| {
        if let Some(before) = before {
            // a change of frequency keeps the phase
            (drive.angular_frequency, drive.phase) = (before.angular_frequency, before.phase);
            drive.retune(values.number(DRIVING_FREQUENCY), system.time);
        }
        drive
    });
    system.advance(0.0);
}

fn excitation(values: &Values) -> Option<Excitation> {
    let waveform = match values.name(WAVEFORM) {
        "cosine" => Waveform::Cosine,
        "step" => Waveform::Step,
        "ramp" => Waveform::Ramp,
        _ => return None,
    };
    let amplitude = values.number(AMPLITUDE);
    let (input, particle, amplitude) = match values.name(DRIVE) {
        "anchor" => (Input::Motion, 0, amplitude),
        _ => (Input::Force, 1, values.number(springs::STIFFNESS) * amplitude),
    };
    let (amplitude, angular_frequency) = (DVec3::X * amplitude, values.number(DRIVING_FREQUENCY));
    Some(Excitation { input, waveform, particle, amplitude, angular_frequency, ..Excitation::default() })
}

fn drive<'a>(situation: &Situation<'a>) -> Option<&'a Excitation> {
    let Model::Mechanical(system) = situation.model else { return None };
    system.excitation.as_ref()
}

const UNDRIVEN: &str = "nothing drives";
const MOTIONLESS: &str = "the amplitude is 0";

static PARAMETERS: [Parameter; 13] = [
    restarting(choice(
        DRIVE,
        ["Driven by", "A force on the mass, or the motion of the anchor."],
        "force",
        &[("force", "force on the mass"), ("anchor", "motion of the anchor")],
    ))
    .idle(|situation| when(drive(situation).is_none(), UNDRIVEN)),
    restarting(choice(
        WAVEFORM,
        [
            "Drive signal",
            "A ramp rises within 2π/Ω and stays. By hand nothing drives but who drags the anchor or the mass.",
        ],
        "cosine",
        &[("cosine", "cosine"), ("step", "step"), ("ramp", "ramp"), ("hand", "by hand")],
    ))
    // only the waveform of a force can have no effect: if the drive moves the anchor, even with the
    // amplitude 0, the anchor can't be dragged, and the waveform "by hand" changes that
    .idle(|situation| {
        let force = drive(situation).filter(|drive| drive.input == Input::Force)?;
        when(force.amplitude == DVec3::ZERO, MOTIONLESS)
    }),
    Record {
        key: DRIVING_FREQUENCY,
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
    .idle(|situation| {
        let Some(drive) = drive(situation) else { return Some(UNDRIVEN) };
        when(drive.amplitude == DVec3::ZERO, MOTIONLESS).or(when(drive.waveform == Waveform::Step, "a step has none"))
    }),
    Record {
        key: AMPLITUDE,
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
    .idle(|situation| {
        let Some(drive) = drive(situation) else { return Some(UNDRIVEN) };
        springs::without_stiffness(situation).filter(|_| drive.input == Input::Force)
    }),
    springs::stiffness(16.0, 1000.0),
    springs::damping(0.4, 8.0, 1000.0),
    springs::mass(1.0),
    stepping::time_step(0.01, [0.005, 0.6], 2.0),
    stepping::method("velocity-verlet", Offer::Forces),
    stepping::substeps(),
    stepping::tolerance(),
    stepping::spectral_radius(),
    stepping::solver(),
];
