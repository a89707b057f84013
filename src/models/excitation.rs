//! Drives: a force on a particle, or a prescribed motion of a fixed one, as functions of simulated
//! time.

use crate::{
    Forcing, Input,
    base::elementary::{cos, sin},
    oscillator::exact::DampedOscillator,
};
use glam::DVec3;
use num_complex::Complex64;
use std::f64::consts::TAU;

/// The drive signal w(θ), a function of the phase θ in rad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waveform {
    /// w = cos θ.
    #[default]
    Cosine,
    /// w = 1 from the start.
    Step,
    /// w rises linearly from 0 to 1 while θ goes from 0 to 2π, and stays 1: the rise time is 2π/Ω.
    Ramp,
}

impl Waveform {
    /// w and dw/dθ at the phase θ (rad).
    #[must_use]
    pub fn at(self, phase: f64) -> (f64, f64) {
        match self {
            Self::Cosine => (cos(phase), -sin(phase)),
            Self::Ramp if phase < TAU => (phase / TAU, TAU.recip()),
            Self::Step | Self::Ramp => (1.0, 0.0),
        }
    }
}

/// A drive with the phase θ = Ω t + φ at the simulated time t.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Excitation {
    /// Force or motion.
    pub input: Input,
    /// Drive signal.
    pub waveform: Waveform,
    /// Index of the driven particle; it is fixed for [`Input::Motion`].
    pub particle: usize,
    /// F₀ in N or a₀ in m.
    pub amplitude: DVec3,
    /// Ω in rad/s.
    pub angular_frequency: f64,
    /// φ in rad: 0 until Ω changes.
    pub phase: f64,
    /// Rest position of the particle in m, for [`Input::Motion`].
    pub rest: DVec3,
}

impl Excitation {
    /// The phase θ = Ω t + φ in rad at the time t (s).
    #[must_use]
    pub fn phase_at(&self, time: f64) -> f64 {
        self.angular_frequency * time + self.phase
    }

    /// Force F₀ w in N or displacement a₀ w in m at the time t (s), and its rate in N/s or m/s.
    #[must_use]
    pub fn at(&self, time: f64) -> (DVec3, DVec3) {
        let (w, slope) = self.waveform.at(self.phase_at(time));
        (w * self.amplitude, slope * self.angular_frequency * self.amplitude)
    }

    /// The particle whose motion is prescribed, for [`Input::Motion`].
    #[must_use]
    pub fn led(&self) -> Option<usize> {
        (self.input == Input::Motion).then_some(self.particle)
    }

    /// The acceleration (m/s²) that a drive of amplitude 1 gives a mass on a spring, as a function
    /// of the time since t (s): w/m for a force, ω² w + γ ẇ for an anchor.
    fn forcing(&self, oscillator: &DampedOscillator, time: f64) -> Forcing {
        let (pull, drag) = match self.input {
            Input::Force => (oscillator.mass.recip(), 0.0),
            Input::Motion => (oscillator.omega_squared(), oscillator.damping_rate()),
        };
        let (phase, angular_frequency) = (self.phase_at(time), self.angular_frequency);
        let (w, slope) = self.waveform.at(phase);
        if self.waveform == Waveform::Cosine {
            let wave = Complex64::new(cos(phase), sin(phase)) * Complex64::new(pull, drag * angular_frequency);
            return Forcing { wave, angular_frequency, ..Forcing::default() };
        }
        let slope = slope * angular_frequency;
        Forcing { constant: pull * w + drag * slope, slope: pull * slope, ..Forcing::default() }
    }

    /// The exact motion of a mass on a spring: its offset from the anchor's rest position (m) and
    /// its velocity (m/s) at the second of two times (s), from `start` at the first. The second
    /// time may be earlier. A ramp has an end, so a motion across it is computed in two parts.
    pub(crate) fn motion(
        &self,
        oscillator: &DampedOscillator,
        start: (DVec3, DVec3),
        [since, time]: [f64; 2],
    ) -> (DVec3, DVec3) {
        let end = (TAU - self.phase) / self.angular_frequency;
        if self.waveform == Waveform::Ramp && (since - end) * (time - end) < 0.0 {
            let there = self.motion(oscillator, start, [since, end]);
            let beyond = self.forcing(oscillator, time);
            let forcing = Forcing { constant: beyond.constant + beyond.slope * (end - time), ..beyond };
            return oscillator.driven_motion_in_space(there, &forcing, self.amplitude, time - end);
        }
        oscillator.driven_motion_in_space(start, &self.forcing(oscillator, since), self.amplitude, time - since)
    }

    /// Changes Ω (rad/s) at the time t (s), and φ so that θ does not jump.
    pub fn retune(&mut self, angular_frequency: f64, time: f64) {
        self.phase += (self.angular_frequency - angular_frequency) * time;
        self.angular_frequency = angular_frequency;
    }

    /// Sets position and velocity of a particle whose motion is prescribed, at the time t (s).
    pub fn place(&self, time: f64, positions: &mut [DVec3], velocities: &mut [DVec3]) {
        if let Some(i) = self.led() {
            let (displacement, velocity) = self.at(time);
            (positions[i], velocities[i]) = (self.rest + displacement, velocity);
        }
    }

    /// Adds the driving force at the time t (s) to `forces` (N), or sets the force on a particle
    /// with a prescribed motion to zero, because the drive bears it. Returns the power of the drive
    /// in W.
    pub fn apply(&self, time: f64, velocities: &[DVec3], forces: &mut [DVec3]) -> f64 {
        let (force, velocity) = (&mut forces[self.particle], velocities[self.particle]);
        match self.input {
            Input::Force => {
                let push = self.at(time).0;
                *force += push;
                push.dot(velocity)
            }
            Input::Motion => -std::mem::take(force).dot(velocity),
        }
    }
}
