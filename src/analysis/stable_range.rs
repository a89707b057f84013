//! The values of a parameter for which the present time step is stable.

use crate::{
    Error, Kind, Model, Simulation, System, Values,
    integrators::Tangent,
    integrators::{Limit, Stability},
    linear::{BlockMatrix, Largest, dot},
    scenes::{build, tune},
    spectrum::{ceiling, climb, linearise, tangent},
};
use glam::{DMat3, DVec3};

/// Ratio of neighbouring sample values, for a closed form, which takes 1 µs a value.
const CLOSE: f64 = 0.9;

/// Ratio of neighbouring sample values, for a polygon, which takes 1 ms a value.
const WIDE: f64 = 0.8;

/// Smallest sample value other than 0, relative to the largest.
const SMALLEST: f64 = 1e-7;

/// Relative precision of the ends of a range, for a closed form.
const EXACT: f64 = 1e-12;

/// Relative precision of the ends of a range, for a polygon, which is at best within 1 %.
const COARSE: f64 = 1e-4;

/// Most bisections to find an end.
const HALVINGS: u32 = 60;

/// Largest h²ω² + c hγ of a mode that counts as stable, relative to 4.
const SETTLED: f64 = 1.0 + 1e-7;

/// Most rounds of cuts, each with one cut at both ends; a cloth takes three.
const ROUNDS: usize = 20;

impl Simulation {
    /// Least and largest value of a number parameter, within its allowed range, for which the
    /// present time step does not explode in the present state, while all other parameters are
    /// kept: the step limit of the chosen method is then at least Δt. Both are NaN if no value is
    /// stable. If the present value is unstable, this is the range of the nearest stable values.
    /// `None` for parameters that the step limit does not depend on, and for those whose range is
    /// not known, like those of springs while time runs backwards with dampers. No Δt is stable if
    /// the exact motion itself grows, see [`growth_source`](Self::growth_source).
    ///
    /// - Δt: from the least value up to [`step_limit`](Self::step_limit) times the number of
    ///   substeps.
    /// - **With automatic substeps**: all values for which 1000 substeps are enough.
    /// - **One oscillator, or a field**: from the step limit in closed form, with a relative
    ///   precision of 1e-12. A range narrower than a few percent of its values may be missed.
    /// - **Masses and springs**, with a method that is stable while S = h²K + c hD has no
    ///   eigenvalue above 4 M: both sides are linear in the parameter p, so the stable values form
    ///   one interval. Each motion u excludes the values with uᵀS(p)u > 4 uᵀM(p)u. The search
    ///   starts with the fastest known mode. It goes on with the fastest mode of the system at
    ///   either end, until its eigenvalue there is 4 to 1e-7, or as precise as the search for the
    ///   mode gets, see [`Spectrum`](crate::Spectrum).
    /// - **Masses and springs**, with a Runge-Kutta method: from a polygon that contains all rates.
    ///   It is a bound: all values in the range are stable, and others may be. For stiffness,
    ///   damping, mass and density, contacts and air resistance are assumed to scale with the
    ///   springs. There is no range for these if drag slows unequal masses, and none for one of
    ///   several kinds of stiffness.
    ///
    /// # Errors
    /// [`Error::UnknownParameter`].
    ///
    /// ```
    /// use springlab::Simulation;
    ///
    /// let mut damper = Simulation::new("damper")?; // symplectic Euler: Δt²k + 2Δtμ < 4m
    /// let [least, most] = damper.stable_range("mass")?.unwrap();
    /// assert!((least / 1.25e-4 - 1.0).abs() < 1e-12 && most == 100.0);
    /// assert_eq!(damper.stable_range("restLength")?, None);
    /// # Ok::<(), springlab::Error>(())
    /// ```
    pub fn stable_range(&mut self, key: &str) -> Result<Option<[f64; 2]>, Error> {
        self.values.get(key)?;
        // air resistance depends on the speed relative to the air, which is not linear in the wind
        let Some([min, max]) = self.limiting(key).filter(|_| key != "wind") else { return Ok(None) };
        if key == "timeStepSize" {
            let kept = self.longest_kept();
            let limit = match (self.growth_source(), kept) {
                (Some(_), _) => 0.0,
                (None, Some(kept)) => kept,
                (None, None) => self.step_limit() * f64::from(self.substeps()),
            };
            return Ok(Some(if limit < min { [f64::NAN; 2] } else { [min, limit.min(max)] }));
        }
        if self.growth_source().is_some() && matches!(self.model, Model::Mechanical(_)) && self.oscillator().is_none() {
            return Ok(None);
        }
        if self.longest_kept().is_some() {
            return Ok(Some(self.by_substeps(key, [min, max])));
        }
        if self.oscillator().is_some() {
            return Ok(Some(self.by_oscillator(key, [min, max])));
        }
        Ok(match self.method().stability {
            Stability::Partitioned { limit: Limit::Sum(c), .. } => Some(self.by_cuts(key, [min, max], c)?),
            Stability::Polynomial(..) => self.by_polygon(key, [min, max])?,
            _ => Some([min, max]),
        })
    }

    /// Allowed range of a number parameter, if the step limit depends on it.
    fn limiting(&self, key: &str) -> Option<[f64; 2]> {
        let parameter = self.scene.parameters.iter().find(|parameter| parameter.key == key && parameter.limiting)?;
        if let Kind::Number { min, max, .. } = parameter.kind { Some([min, max]) } else { None }
    }

    /// The parameters, with another value for one of them.
    fn with(&self, key: &str, value: f64) -> Values {
        let mut values = self.values.clone();
        // a value in its range is always accepted; `expect` would add Rust's number formatting to
        // the wasm
        let taken = values.set(key, value.into()).is_ok();
        debug_assert!(taken);
        values
    }

    /// All values for which 1000 substeps are enough. Larger values need more substeps, larger
    /// masses fewer, so the two ends are the only samples.
    fn by_substeps(&self, key: &str, [min, max]: [f64; 2]) -> [f64; 2] {
        let stable = |value: f64| {
            let mut model = self.model.clone();
            tune(self.scene, &self.with(key, value), self.mesh.as_deref(), &mut model);
            self.keeps(mechanical(&model))
        };
        stable_run(&stable, self.values.number(key), &[min, max], COARSE)
    }

    /// The range from the step limit of the scene's oscillator.
    fn by_oscillator(&self, key: &str, bounds: [f64; 2]) -> [f64; 2] {
        let step = self.substep();
        let stable = |value: f64| {
            let values = self.with(key, value);
            let oscillator = if let Some(oscillator) = self.scene.oscillator {
                oscillator(&values)
            } else if let Model::Flow(flow) = build(self.scene, &values, None) {
                flow.oscillator()
            } else {
                return true;
            };
            self.deciding(oscillator).all(|oscillator| step <= self.method().step_limit(&oscillator))
        };
        stable_run(&stable, self.values.number(key), &spread(bounds, CLOSE), EXACT)
    }

    /// Range from the polygon of the present rates: ω² is proportional to the stiffness, γ to the
    /// damping, both to 1/m, and drag slows all motion of equal masses at the rate b/m. A parameter
    /// that is 0 cannot be scaled; the polygon is then computed with its largest slider value.
    fn by_polygon(&mut self, key: &str, [min, max]: [f64; 2]) -> Result<Option<[f64; 2]>, Error> {
        let now = self.values.number(key);
        let factors: fn(f64) -> [f64; 2] = match key {
            // one of several kinds of springs
            "shearStiffness" | "bendingStiffness" => return Ok(None),
            "stiffness" if self.values.has("bendingStiffness") => return Ok(None),
            "stiffness" => |factor| [factor, 1.0],
            "damping" => |factor| [1.0, factor],
            "mass" | "density" => |factor| [factor.recip(); 2],
            "drag" => |_| [1.0; 2],
            _ => return self.by_blocks(key, [min, max]).map(Some),
        };
        let Some([drag, mass]) = self.drag_alike(key) else {
            return if key == "drag" { self.by_blocks(key, [min, max]).map(Some) } else { Ok(None) };
        };
        let (method, settings, step) = (self.method(), self.settings(), self.substep());
        let some = match self.values.parameter(key)?.kind {
            Kind::Number { slider, .. } if now == 0.0 && key != "drag" => slider.ends()[1],
            _ => now,
        };
        let drag_at_most = match key {
            "drag" => {
                let mut model = self.model.clone();
                tune(self.scene, &self.with(key, max), self.mesh.as_deref(), &mut model);
                mechanical(&model).drag
            }
            _ => drag,
        };
        // without drag, springs and dampers at rest have the same modes, and the polygon is a line
        self.spectrum()?;
        if some != now || drag > 0.0 {
            let mut spectrum = self.reference.take().unwrap_or_else(|| self.spectrum.clone());
            let mut model = self.model.clone();
            tune(self.scene, &self.with(key, some), self.mesh.as_deref(), &mut model);
            if let Model::Mechanical(system) = &mut model {
                system.drag = 0.0;
                spectrum.update(system, method, settings, step);
            }
            self.reference = Some(spectrum);
        }
        let reference = self.reference.as_ref().filter(|_| some != now || drag > 0.0);
        let spectrum = reference.unwrap_or(&self.spectrum);
        let stable = |value: f64| {
            let then = match key {
                "mass" | "density" => drag / mass * now / value,
                "drag" => drag_at_most * value / max / mass,
                _ => drag / mass,
            };
            spectrum.is_stable_scaled(factors(value / some), then)
        };
        Ok(Some(stable_run(&stable, now, &spread([min, max], WIDE), COARSE)))
    }

    /// Range from the polygon of the rates at the least value. Forces on single particles are
    /// linear in the value. They raise ω² and γ of any motion by at most their largest contribution
    /// on one particle.
    fn by_blocks(&mut self, key: &str, [min, max]: [f64; 2]) -> Result<[f64; 2], Error> {
        let (method, settings, step) = (self.method(), self.settings(), self.substep());
        let mut model = self.model.clone();
        let mut tuned = |value, visit: &mut dyn FnMut(&System)| {
            tune(self.scene, &self.with(key, value), self.mesh.as_deref(), &mut model);
            visit(&mechanical(&model).without_friction());
        };
        // largest increase of γ, by D, and of ω², by K
        let more = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]].map(|coefficients| {
            let mut blocks = vec![DMat3::ZERO; self.particles().len()];
            for (value, sign) in [(max, 1.0), (min, -1.0)] {
                tuned(value, &mut |system| {
                    let state = [&system.particles.positions[..], &system.particles.velocities];
                    let add = &mut |i: usize, block| blocks[i] += sign * block;
                    system.each_block(!method.projects_contacts, system.time, state, coefficients, add);
                });
            }
            self.particles().free().map(|(i, m)| ceiling(blocks[i], 20) / m).fold(0.0, f64::max)
        });
        if more.iter().all(|most| *most == 0.0) {
            // no contact, or no motion relative to the air: the value has no effect
            let stable = step <= self.spectrum()?.step_limit().seconds;
            return Ok(if stable { [min, max] } else { [f64::NAN; 2] });
        }
        tune(self.scene, &self.with(key, min), self.mesh.as_deref(), &mut model);
        let mut spectrum = self.reference.take().unwrap_or_else(|| self.spectrum.clone());
        spectrum.update(mechanical(&model), method, settings, step);
        let stable = |value: f64| spectrum.is_stable_widened(more.map(|most| most * (value - min) / (max - min)));
        let range = stable_run(&stable, self.values.number(key), &spread([min, max], WIDE), COARSE);
        self.reference = Some(spectrum);
        Ok(range)
    }

    /// Drag coefficient b and the mass m that it slows, if drag slows all motion at the same rate.
    fn drag_alike(&self, key: &str) -> Option<[f64; 2]> {
        let Model::Mechanical(system) = &self.model else { return None };
        let mut masses = system.particles.free().map(|(_, m)| system.single_weight(m.recip()).recip());
        let mass = masses.next()?;
        let alike = masses.all(|other| other == mass) || system.drag == 0.0 && key != "drag";
        alike.then_some([system.drag, mass])
    }

    /// Range by cuts: finds the fastest mode at each end and excludes the values for which it is
    /// unstable, until nothing more is excluded.
    fn by_cuts(&mut self, key: &str, ends: [f64; 2], c: f64) -> Result<[f64; 2], Error> {
        let step = self.substep();
        let known = self.spectrum()?.critical().clone();
        let Model::Mechanical(system) = &self.model else { return Ok(ends) };
        let mut cuts = Cuts {
            simulation: self,
            key,
            model: Model::Mechanical(system.clone()),
            matrix: BlockMatrix::default(),
            coefficients: [step * step, c * step],
            ends,
        };
        let now = self.values.number(key);
        cuts.cut(&known, now);
        let mut modes = [known.clone(), known];
        let mut settled = [false; 2];
        for _ in 0..ROUNDS {
            for (side, mode) in modes.iter_mut().enumerate() {
                let [low, high] = cuts.ends;
                if low > high {
                    return Ok([f64::NAN; 2]);
                }
                if !settled[side] {
                    cuts.climb(mode, cuts.ends[side]);
                    settled[side] = mode.value() <= 4.0 * SETTLED;
                    if !settled[side] {
                        cuts.cut(mode, cuts.ends[side]);
                        // a cut that excludes nothing ends the search as well
                        settled[side] = cuts.ends == [low, high];
                    }
                }
            }
        }
        Ok(cuts.ends)
    }
}

/// Search for the stable interval: every motion excludes the values for which it is unstable.
struct Cuts<'a> {
    simulation: &'a Simulation,
    key: &'a str,
    /// Copy of the system, tuned to a trial value.
    model: Model,
    matrix: BlockMatrix,
    /// Coefficients h² and c h of S.
    coefficients: [f64; 2],
    /// Ends of the interval that no motion has excluded so far.
    ends: [f64; 2],
}

impl Cuts<'_> {
    /// Tunes the copy to this value.
    fn tuned(&mut self, value: f64) -> &System {
        let Simulation { scene, mesh, .. } = self.simulation;
        tune(scene, &self.simulation.with(self.key, value), mesh.as_deref(), &mut self.model);
        mechanical(&self.model)
    }

    /// Tunes the copy to this value and writes its S into `matrix`. Returns the links that the
    /// method integrates with.
    fn system(&mut self, value: f64) -> Option<Tangent> {
        self.tuned(value);
        let (method, system) = (self.simulation.method(), mechanical(&self.model).without_friction());
        let tangent = tangent(&system, method);
        linearise(&system, !method.projects_contacts, tangent.as_ref(), self.coefficients, &mut self.matrix);
        tangent
    }

    /// Improves `mode` towards the fastest mode of the system with this value.
    fn climb(&mut self, mode: &mut Largest, value: f64) {
        let tangent = self.system(value);
        climb(mode, &self.matrix, &mechanical(&self.model).particles.inverse_masses, tangent.as_ref(), 0.0);
    }

    /// Returns uᵀSu − 4 uᵀMu with S = h²K + c hD for this value of the parameter: positive if the
    /// motion u is unstable.
    fn excess(&mut self, u: &[DVec3], value: f64) -> f64 {
        self.system(value);
        let kinetic = mechanical(&self.model).particles.free().map(|(i, m)| m * u[i].length_squared()).sum::<f64>();
        let mut image = vec![DVec3::ZERO; u.len()];
        self.matrix.multiply(u, &mut image);
        dot(u, &image) - 4.0 * kinetic
    }

    /// Excludes the values for which `mode` is unstable. It was computed for `value`.
    fn cut(&mut self, mode: &Largest, value: f64) {
        let weights = &self.tuned(value).particles.inverse_masses;
        let u: Vec<DVec3> = mode.vector().iter().zip(weights).map(|(y, w)| w.sqrt() * *y).collect();
        let [low, high] = self.ends;
        let [first, last] = self.ends.map(|end| self.excess(&u, end));
        // the excess is linear in the value
        let root = low + first * (high - low) / (first - last);
        match (first > 0.0, last > 0.0) {
            (true, true) => self.ends = [f64::INFINITY, f64::NEG_INFINITY],
            (true, false) => self.ends = [root, high],
            (false, true) => self.ends = [low, root],
            (false, false) => {}
        }
    }
}

fn mechanical(model: &Model) -> &System {
    let Model::Mechanical(system) = model else { unreachable!("it was made of a system") };
    system
}

/// Sample values from `min` to `max`, both included, and 0. Neighbours of one sign have the ratio
/// `part`.
fn spread([min, max]: [f64; 2], part: f64) -> Vec<f64> {
    let largest = max.max(-min);
    let mut values = vec![min];
    let mut add = |value: f64| {
        if min < value && value < max {
            values.push(value);
        }
    };
    let mut size = largest;
    while min < 0.0 && size > SMALLEST * largest {
        add(-size);
        size *= part;
    }
    add(0.0);
    size = SMALLEST * largest;
    while size < max {
        add(size);
        size /= part;
    }
    values.push(max);
    values
}

/// Returns the ends of the stable interval around `value`; if that is unstable, around the nearest
/// stable one of the samples `values`. NaN if all are unstable. Bisects at each end down to the
/// relative `precision`.
fn stable_run(stable: &dyn Fn(f64) -> bool, value: f64, values: &[f64], precision: f64) -> [f64; 2] {
    let above = values.partition_point(|other| *other <= value);
    let below = values.partition_point(|other| *other < value);
    // alternates between both sides, away from the value
    let nearest = || {
        (0..values.len()).find_map(|n| {
            let left = below.checked_sub(n + 1).map(|i| values[i]);
            let right = values.get(above + n).copied();
            [left, right].into_iter().flatten().find(|other| stable(*other))
        })
    };
    let Some(start) = (if stable(value) { Some(value) } else { nearest() }) else { return [f64::NAN; 2] };
    let end = |outwards: &mut dyn Iterator<Item = f64>| {
        let mut last = start;
        for next in outwards {
            if !stable(next) {
                return bisect(stable, last, next, precision);
            }
            last = next;
        }
        last
    };
    let low = end(&mut values.iter().rev().copied().filter(|other| *other < start));
    let high = end(&mut values.iter().copied().filter(|other| *other > start));
    [low, high]
}

/// Bisects between a stable and an unstable value; returns the last stable one.
fn bisect(stable: &dyn Fn(f64) -> bool, mut inside: f64, mut outside: f64, precision: f64) -> f64 {
    // an end at 0 never reaches a relative precision
    for _ in 0..HALVINGS {
        if (outside - inside).abs() <= precision * inside.abs().max(outside.abs()) {
            break;
        }
        let middle = 0.5 * (inside + outside);
        *(if stable(middle) { &mut inside } else { &mut outside }) = middle;
    }
    inside
}
