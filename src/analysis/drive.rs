//! The response of a scene to its drive.

use crate::{Measured, Resonance, Response, Simulation, Waveform, base::elementary::cos, fit_oscillation};

/// See [`Simulation::response`].
pub fn response(simulation: &Simulation, angular_frequency: f64) -> Option<Response> {
    let drive = simulation.excitation()?;
    let Response { amplitude, phase } = simulation.oscillator()?.transfer(drive.input, angular_frequency);
    Some(Response { amplitude: drive.amplitude.length() * amplitude, phase })
}

/// See [`Simulation::resonance`].
pub fn resonance(simulation: &Simulation) -> Option<Resonance> {
    let drive = simulation.excitation()?;
    let resonance = simulation.oscillator()?.resonance(drive.input);
    Some(Resonance { amplitude: drive.amplitude.length() * resonance.amplitude, ..resonance })
}

/// See [`Simulation::steady`].
pub fn steady(simulation: &Simulation) -> Option<f64> {
    let drive = simulation.excitation().filter(|drive| drive.waveform == Waveform::Cosine)?;
    let Response { amplitude, phase } = simulation.response(drive.angular_frequency)?;
    amplitude.is_finite().then(|| amplitude * cos(drive.phase_at(simulation.time()) + phase))
}

/// See [`Simulation::measure`].
pub fn measure(simulation: &Simulation, times: &[f64], values: &[f64]) -> Option<Measured> {
    let drive = simulation.excitation()?;
    fit_oscillation(times.iter().map(|&time| drive.phase_at(time)).zip(values.iter().copied()))
}
