//! Detection of explosions, and their causes.

use super::Simulation;
use crate::{
    Cause, Error, Model, Particles, Spectrum,
    oscillator::stability::rates,
    scenes::{build, tune},
};
use bytemuck::cast_slice;
use num_complex::Complex64;
use springlab_fast::within;

/// Most particles for which an explosion computes its cause at once. With more, the modes would
/// take seconds and freeze the page.
const MANY: usize = 300;

impl Simulation {
    /// Refuses a step of a flow for which an implicit method would divide by 0: hλ = 1 for implicit
    /// Euler, hλ = 2 for implicit midpoint.
    pub(crate) fn check_pole(&self) -> Result<(), Error> {
        let Model::Flow(flow) = &self.model else { return Ok(()) };
        let (method, step) = (self.method(), self.clock.step);
        let finite = |z| method.stability_function(z).is_none_or(|r| r.norm_sqr().is_finite());
        // if R is infinite nearby as well, it has overflowed, and there is no pole
        let pole = |rate: &Complex64| !finite(step * rate) && finite(1.000_001 * step * rate);
        match rates(&flow.oscillator()).into_iter().find(pole) {
            Some(rate) if rate.im == 0.0 => Err(Error::Pole { method: method.label, step, rate: rate.re }),
            _ => Ok(()),
        }
    }

    /// Checks that all positions are in reach and all velocities finite.
    pub(crate) fn check_state(&mut self) -> Result<(), Error> {
        let Particles { positions, velocities, .. } = self.model.particles();
        if within(cast_slice(positions), self.reach) && within(cast_slice(velocities), f64::MAX) {
            self.stopped = None;
            return Ok(());
        }
        if self.stopped.is_none() {
            let cause = (self.particles().len() <= MANY).then(|| self.cause());
            self.stopped = Some(Error::Runaway { time: self.time(), cause });
        }
        self.stopped.clone().map_or(Ok(()), Err)
    }

    /// Cause of an explosion with the present step, as a clause: what makes the exact motion itself
    /// grow, or the step, its limit and the growth per step, for the scene at its start. With many
    /// particles this takes seconds; [`step`](Self::step) then reports an explosion without a
    /// cause.
    #[must_use]
    pub fn reason(&self) -> String {
        self.cause().to_string()
    }

    /// Cause with the present step. Limit and growth are those of the oscillator if the scene has
    /// one, else of the scene at its start.
    fn cause(&self) -> Cause {
        let (method, settings, step) = (self.method(), self.settings(), self.substep());
        let source = self.growth_source();
        let (limit, growth) = if let Some(limit) = self.oscillator_limit() {
            (
                limit,
                self.oscillators().map(|oscillator| method.growth(&oscillator, step, &settings)).fold(0.0, f64::max),
            )
        } else {
            let mut model = build(self.scene, &self.values, self.mesh.as_deref());
            tune(self.scene, &self.values, self.mesh.as_deref(), &mut model);
            let mut spectrum = Spectrum::default();
            if let Model::Mechanical(system) = &model {
                spectrum.update(system, method, settings, step.copysign(self.clock.step));
            }
            (spectrum.step_limit().seconds, spectrum.growth())
        };
        Cause { method: method.label, step, limit, growth, source }
    }
}
