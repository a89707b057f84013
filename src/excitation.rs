//! What drives a system from outside as simulated time goes on: a force on a particle, or a fixed particle led along a path.

use crate::{
    Forcing,
    elementary::{cos, sin},
    exact::DampedOscillator,
};
use glam::DVec3;
use num_complex::Complex64;
use std::f64::consts::TAU;

/// How the drive acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// A force F₀ w(θ) on a particle.
    #[default]
    Force,
    /// A motion a₀ w(θ) of a fixed particle about its place of rest: the drive carries whatever pulls at it.
    Motion,
}

/// The course w(θ) of a drive, a function of its phase θ in rad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waveform {
    /// w = cos θ.
    #[default]
    Cosine,
    /// w = 1 from the start.
    Step,
    /// w rises evenly from 0 to 1 while θ goes once round, and stays: a rise within 2π/Ω.
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

/// A drive with the phase θ = Ω t + φ, t the simulated time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Excitation {
    /// Whether it pulls or leads.
    pub input: Input,
    /// Its course.
    pub waveform: Waveform,
    /// The particle that it acts on; fixed for [`Input::Motion`].
    pub particle: usize,
    /// F₀ in N or a₀ in m.
    pub amplitude: DVec3,
    /// Ω in rad/s.
    pub angular_frequency: f64,
    /// φ in rad: 0 from the start on, until Ω changes.
    pub phase: f64,
    /// Where the particle rests without the drive, in m, for [`Input::Motion`].
    pub rest: DVec3,
}

impl Excitation {
    /// The phase θ = Ω t + φ in rad at the time t (s).
    #[must_use]
    pub fn phase_at(&self, time: f64) -> f64 {
        self.angular_frequency * time + self.phase
    }

    /// Force F₀ w in N or displacement a₀ w in m, and its rate in N/s or m/s.
    #[must_use]
    pub fn at(&self, time: f64) -> (DVec3, DVec3) {
        let (w, slope) = self.waveform.at(self.phase_at(time));
        (w * self.amplitude, slope * self.angular_frequency * self.amplitude)
    }

    /// The particle that it leads, if it leads one.
    #[must_use]
    pub fn led(&self) -> Option<usize> {
        (self.input == Input::Motion).then_some(self.particle)
    }

    /// What a drive of amplitude 1 makes of a mass on a spring, from the time t (s) on: an acceleration in m/s², counted from then.
    /// A force gives w/m, an anchor ω² w + γ ẇ.
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

    /// Where a mass on a spring is, from `start` at the first of two times (s), at the second: distance from where the anchor rests
    /// and velocity. Exact, also back in time; a ramp has an end, so its motion
    /// has two parts.
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

    /// The same drive with another Ω (rad/s) from the time t (s) on: φ changes with it, so that θ does not jump.
    pub fn retune(&mut self, angular_frequency: f64, time: f64) {
        self.phase += (self.angular_frequency - angular_frequency) * time;
        self.angular_frequency = angular_frequency;
    }

    /// Puts a led particle where it is at the time t (s), with its velocity there.
    pub fn place(&self, time: f64, positions: &mut [DVec3], velocities: &mut [DVec3]) {
        if let Some(i) = self.led() {
            let (displacement, velocity) = self.at(time);
            (positions[i], velocities[i]) = (self.rest + displacement, velocity);
        }
    }

    /// Adds the force at the time t (s) to `forces` (N), or takes what pulls at a led particle on itself; returns the power in W
    /// that the drive puts in.
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
