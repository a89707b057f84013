//! Detection of explosions.

use super::Simulation;
use crate::{Error, Model, Particles, oscillator::stability::rates};
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

    /// True if all positions are in reach and all velocities finite.
    pub(crate) fn is_in_reach(&self) -> bool {
        let Particles { positions, velocities, .. } = self.model.particles();
        within(cast_slice(positions), self.reach) && within(cast_slice(velocities), f64::MAX)
    }

    /// The refusal of an analysis in an exploded state, which the analysis does not change.
    pub(crate) fn refuse_exploded(&self) -> Result<(), Error> {
        let refusal = || self.stopped.clone().unwrap_or(Error::Explosion { time: self.time(), cause: None });
        if self.is_in_reach() { Ok(()) } else { Err(refusal()) }
    }

    /// Checks that all positions are in reach and all velocities finite, and notes an explosion.
    pub(crate) fn check_state(&mut self) -> Result<(), Error> {
        if self.is_in_reach() {
            self.stopped = None;
            return Ok(());
        }
        if self.stopped.is_none() {
            let cause = (self.particles().len() <= MANY).then(|| self.cause());
            self.stopped = Some(Error::Explosion { time: self.time(), cause });
        }
        self.stopped.clone().map_or(Ok(()), Err)
    }
}
