//! The state of a system as one vector.

use super::FirstOrder;
use crate::{System, Work};
use glam::DVec3;

/// The state is y = (x, v, W, t), its rate ẏ = (v, a(t, x, v), powers, 1). The size of a deviation
/// (δx, δv) is its energy ½ Σ m δv² + ½ Σ k |δxᵢ − δxⱼ|² in J, which is compared with the energy of
/// motion, springs and contacts. W and t are only integrated.
impl FirstOrder for System {
    fn dimension(&self) -> usize {
        6 * self.particles.len() + Work::LENGTH + 1
    }

    fn read(&self, y: &mut [f64]) {
        let (x, v, work, time) = split_mut(y);
        x.copy_from_slice(&self.particles.positions);
        v.copy_from_slice(&self.particles.velocities);
        (*work, *time) = (self.work.to_array(), self.time);
    }

    fn prescribe(&self, y: &mut [f64]) {
        if let Some(excitation) = &self.excitation {
            let (x, v, _, time) = split_mut(y);
            excitation.place(*time, x, v);
        }
    }

    fn rate(&self, y: &[f64], rate: &mut [f64]) {
        let (x, v, _, time) = split(y);
        let (x_rate, v_rate, power, time_rate) = split_mut(rate);
        x_rate.copy_from_slice(v);
        *power = self.accelerate(time, x, v, v_rate).to_array();
        *time_rate = 1.0;
    }

    fn show(&self, y: &[f64], rate: Option<&[f64]>) -> (f64, [Vec<DVec3>; 3]) {
        let (x, v, _, time) = split(y);
        (time, [x, v, rate.map_or(&[], |rate| split(rate).1)].map(<[DVec3]>::to_vec))
    }

    fn write(&mut self, y: &[f64]) {
        let (x, v, work, time) = split(y);
        self.particles.positions.copy_from_slice(x);
        self.particles.velocities.copy_from_slice(v);
        self.work = Work::from_array(*work);
        self.set_time(time);
    }

    fn deviation(&self, d: &[f64]) -> f64 {
        let (x, v, ..) = split(d);
        let springs = self.springs.endpoints.iter().zip(&self.springs.stiffnesses);
        let elastic = springs.map(|([i, j], k)| 0.5 * k * x[*i as usize].distance_squared(x[*j as usize]));
        elastic.fold(self.kinetic_energy(v), |sum, energy| sum + energy)
    }

    fn size(&self, y: &[f64]) -> f64 {
        let (x, v, _, time) = split(y);
        self.stored(self.springs.energy(x), time, [x, v]).absolute()
    }
}

fn split(y: &[f64]) -> (&[DVec3], &[DVec3], &[f64; Work::LENGTH], f64) {
    let (rest, &[time]) = y.split_last_chunk().expect("the time stands last");
    let (xv, work) = rest.split_last_chunk().expect("the work stands before it");
    let xv: &[DVec3] = bytemuck::cast_slice(xv);
    let (x, v) = xv.split_at(xv.len() / 2);
    (x, v, work, time)
}

fn split_mut(y: &mut [f64]) -> (&mut [DVec3], &mut [DVec3], &mut [f64; Work::LENGTH], &mut f64) {
    let (rest, [time]) = y.split_last_chunk_mut().expect("the time stands last");
    let (xv, work) = rest.split_last_chunk_mut().expect("the work stands before it");
    let xv: &mut [DVec3] = bytemuck::cast_slice_mut(xv);
    let (x, v) = xv.split_at_mut(xv.len() / 2);
    (x, v, work, time)
}
