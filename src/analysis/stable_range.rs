//! The values of a parameter for which the present time step is stable.

use super::oscillator::deciding;
use crate::{
    Error, Kind, Model, Scales, Simulation, System, Value, Values,
    integrators::Tangent,
    integrators::{Limit, Stability},
    linear::{BlockMatrix, Largest, dot},
    scenes::tune,
    spectrum::{Spectrum, climb, linearise, tangent},
};
use glam::DVec3;

/// Ratio of neighbouring sample values, for a closed form, which takes 1 µs a value.
const CLOSE: f64 = 0.9;

/// Ratio of neighbouring sample values, for a polygon, which takes 1 ms a value.
const WIDE: f64 = 0.8;

/// Smallest sample value other than 0, relative to the largest.
const SMALLEST: f64 = 1e-7;

/// Relative precision of the ends of a range, for a closed form.
const EXACT: f64 = 1e-12;

/// Ratio of neighbouring sample values, for a search for modes, which takes up to 100 ms a value,
/// and relative precision of the ends.
const FAR: f64 = 0.1;
const ROUGH: f64 = 1e-3;

/// Most trial values to find an end, and the least part by which each shortens the interval.
const TRIALS: u32 = 40;
const LEAST_PART: f64 = 1e-6;

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
    /// `None` for parameters that the step limit does not depend on, see [`Scales`], and on masses
    /// and springs while time runs backwards with dampers; and where no limit is known, so that no
    /// value is known to be stable. No Δt is stable if the exact motion itself grows, see
    /// [`growth_source`](Self::growth_source).
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
    ///   mode gets, see [`Spectrum`].
    /// - **Masses and springs**, with a Runge-Kutta method: from a polygon that contains all rates.
    ///   It is a bound: all values in the range are stable, and others may be. For parameters of
    ///   all springs, dampers or masses, contacts and air resistance are assumed to scale with the
    ///   springs. For parameters of some forces, and if drag slows unequal masses, every trial
    ///   value has a polygon of its own.
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
        let parameter = self.values.parameter(key)?;
        let (scales, &Value::Number(now)) = (parameter.scales, self.values.get(key)?) else { return Ok(None) };
        let Kind::Number { min, max, slider, .. } = parameter.kind else { return Ok(None) };
        let varied = Varied { key: parameter.key, now, some: slider.ends()[1], bounds: [min, max] };
        if scales == Scales::Nothing {
            return Ok(None);
        }
        let kept = self.longest_kept();
        if scales == Scales::TimeStep {
            let limit = match (self.growth_source(), kept) {
                (Some(_), _) => 0.0,
                (None, Some(kept)) => kept,
                (None, None) => self.step_limit() * f64::from(self.substeps()),
            };
            let range = if limit < min { [f64::NAN; 2] } else { [min, limit.min(max)] };
            return Ok((!limit.is_nan()).then_some(range));
        }
        if self.growth_source().is_some() && matches!(self.model, Model::Mechanical(_)) && self.oscillator().is_none() {
            return Ok(None);
        }
        if kept.is_some() {
            return Ok(Some(self.by_substeps(&varied)));
        }
        if self.oscillator().is_some() {
            return Ok(Some(self.by_oscillator(&varied)));
        }
        if !self.is_in_reach() {
            return Ok(None);
        }
        let range = match (&self.method().stability, scales) {
            (Stability::Partitioned { limit: Limit::None | Limit::Law(_), .. }, _) => varied.bounds,
            (Stability::Partitioned { .. } | Stability::Polynomial(..), Scales::Other) => self.by_trials(&varied),
            (&Stability::Partitioned { limit: Limit::Sum(c), .. }, _) => self.by_cuts(&varied, c)?,
            (Stability::Polynomial(..), _) => self.by_polygon(&varied, scales)?,
            _ => varied.bounds,
        };
        let unknown = range[0].is_nan() && self.step_limit().is_nan();
        Ok((!unknown).then_some(range))
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

    /// Tunes a copy of the model to another value of a parameter.
    fn tuned<'a>(&self, key: &str, value: f64, model: &'a mut Model) -> &'a System {
        tune(self.scene, &self.with(key, value), self.mesh.as_deref(), model);
        mechanical(model)
    }

    /// All values for which 1000 substeps are enough. Larger values need more substeps, larger
    /// masses fewer, so the two ends are the only samples.
    fn by_substeps(&self, varied: &Varied) -> [f64; 2] {
        let mut model = self.model.clone();
        let mut stable = |value| self.keeps(self.tuned(varied.key, value, &mut model));
        stable_run(&mut stable, varied.now, &varied.bounds, COARSE)
    }

    /// The range from the step limit of the scene's oscillator.
    fn by_oscillator(&self, varied: &Varied) -> [f64; 2] {
        let step = self.substep();
        let mut model = self.model.clone();
        let mut stable = |value| {
            tune(self.scene, &self.with(varied.key, value), self.mesh.as_deref(), &mut model);
            deciding(self, &model).all(|oscillator| step <= self.method().step_limit(&oscillator))
        };
        stable_run(&mut stable, varied.now, &spread(varied.bounds, CLOSE), EXACT)
    }

    /// Range from the step limit of the system with every trial value. The values between two
    /// stable ones are taken as stable.
    fn by_trials(&mut self, varied: &Varied) -> [f64; 2] {
        let (method, settings, step) = (self.method(), self.settings(), self.substep());
        let (mut model, mut spectrum) = (self.model.clone(), self.take_reference());
        // positive if unstable; linear in a value that multiplies the forces of the fastest mode
        let mut excess = |value| {
            spectrum.update(self.tuned(varied.key, value, &mut model), method, settings, step);
            (step / spectrum.step_limit().seconds).powi(2) - 1.0
        };
        let mut last = 0.0;
        let mut stable = |value| {
            last = excess(value);
            last <= 0.0
        };
        let start = nearest(&mut stable, varied.now, &spread(varied.bounds, FAR));
        let range = start.map_or([f64::NAN; 2], |start| varied.bounds.map(|b| find_end(&mut excess, [start, last], b)));
        self.reference = Some(spectrum);
        range
    }

    /// Range from the polygon of the present rates: ω² is proportional to the stiffness, γ to the
    /// damping, both to 1/m, and drag slows all motion of equal masses at the rate b/m. A parameter
    /// that is 0 cannot be scaled; the polygon is then computed with its largest slider value.
    fn by_polygon(&mut self, varied: &Varied, scales: Scales) -> Result<[f64; 2], Error> {
        let &Varied { key, now, bounds: [_, max], .. } = varied;
        let factors: fn(f64) -> [f64; 2] = match scales {
            Scales::Springs => |factor| [factor, 1.0],
            Scales::Dampers => |factor| [1.0, factor],
            Scales::Masses => |factor| [factor.recip(); 2],
            Scales::Drag => |_| [1.0; 2],
            _ => return Ok(self.by_trials(varied)),
        };
        let is_drag = scales == Scales::Drag;
        let Some([drag, mass]) = self.drag_alike(is_drag).filter(|_| is_drag || !self.has_own_values()) else {
            return Ok(self.by_trials(varied));
        };
        let (method, settings, step) = (self.method(), self.settings(), self.substep());
        let some = if now == 0.0 && !is_drag { varied.some } else { now };
        let mut model = self.model.clone();
        let drag_at_most = if is_drag { self.tuned(key, max, &mut model).drag } else { drag };
        // without drag, springs and dampers at rest have the same modes, and the polygon is a line
        self.spectrum()?;
        if some != now || drag > 0.0 {
            let mut spectrum = self.take_reference();
            self.tuned(key, some, &mut model);
            if let Model::Mechanical(system) = &mut model {
                system.drag = 0.0;
                spectrum.update(system, method, settings, step);
            }
            self.reference = Some(spectrum);
        }
        let reference = self.reference.as_ref().filter(|_| some != now || drag > 0.0);
        let spectrum = reference.unwrap_or(&self.spectrum);
        let mut stable = |value: f64| {
            let then = match scales {
                Scales::Masses => drag / mass * now / value,
                Scales::Drag => drag_at_most * value / max / mass,
                _ => drag / mass,
            };
            spectrum.is_stable_scaled(factors(value / some), then)
        };
        Ok(stable_run(&mut stable, now, &spread(varied.bounds, WIDE), COARSE))
    }

    /// A spectrum from which a search in a modified system starts.
    fn take_reference(&mut self) -> Spectrum {
        self.reference.take().unwrap_or_else(|| self.spectrum.clone())
    }

    /// True if the parameters leave out some springs or masses, which have values of their own.
    fn has_own_values(&self) -> bool {
        let own = self.mesh.as_ref().is_some_and(|mesh| mesh.gives_masses());
        own || matches!(&self.model, Model::Mechanical(system) if !system.springs.own.is_empty())
    }

    /// Drag coefficient b and the mass m that it slows, if drag slows all motion at the same rate,
    /// or there is none and it does not `vary`.
    fn drag_alike(&self, varies: bool) -> Option<[f64; 2]> {
        let Model::Mechanical(system) = &self.model else { return None };
        let mut masses = system.particles.free().map(|(_, m)| system.single_weight(m.recip()).recip());
        let mass = masses.next()?;
        let alike = masses.all(|other| other == mass) || system.drag == 0.0 && !varies;
        alike.then_some([system.drag, mass])
    }

    /// Range by cuts: finds the fastest mode at each end and excludes the values for which it is
    /// unstable, until nothing more is excluded.
    fn by_cuts(&mut self, varied: &Varied, c: f64) -> Result<[f64; 2], Error> {
        let step = self.substep();
        let known = self.spectrum()?.critical().clone();
        let Model::Mechanical(system) = &self.model else { return Ok(varied.bounds) };
        let mut cuts = Cuts {
            simulation: self,
            key: varied.key,
            model: Model::Mechanical(system.clone()),
            matrix: BlockMatrix::default(),
            coefficients: [step * step, c * step],
            ends: varied.bounds,
        };
        cuts.cut(&known, varied.now);
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

/// The number whose range is sought.
struct Varied {
    key: &'static str,
    now: f64,
    /// A value other than 0: the largest of its slider.
    some: f64,
    /// Least and largest allowed value.
    bounds: [f64; 2],
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
        self.simulation.tuned(self.key, value, &mut self.model)
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
fn stable_run(stable: &mut dyn FnMut(f64) -> bool, value: f64, values: &[f64], precision: f64) -> [f64; 2] {
    let Some(start) = nearest(stable, value, values) else { return [f64::NAN; 2] };
    let mut end = |outwards: &mut dyn Iterator<Item = f64>| {
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

/// The value if it is stable, else the nearest stable one of the samples `values`; none if all are
/// unstable.
fn nearest(stable: &mut dyn FnMut(f64) -> bool, value: f64, values: &[f64]) -> Option<f64> {
    if stable(value) {
        return Some(value);
    }
    let above = values.partition_point(|other| *other <= value);
    let below = values.partition_point(|other| *other < value);
    // alternates between both sides, away from the value
    (0..values.len()).find_map(|n| {
        let left = below.checked_sub(n + 1).map(|i| values[i]);
        let right = values.get(above + n).copied();
        [left, right].into_iter().flatten().find(|other| stable(*other))
    })
}

/// Finds the end of a range between a stable value, given with its excess, and a bound by regula
/// falsi (the Illinois variant). Returns the last stable value.
fn find_end(excess: &mut dyn FnMut(f64) -> f64, mut inside: [f64; 2], bound: f64) -> f64 {
    let mut outside = [bound, excess(bound)];
    if outside[1] <= 0.0 {
        return bound;
    }
    let mut before = None;
    for _ in 0..TRIALS {
        let [[x, f], [y, g]] = [inside, outside];
        if (y - x).abs() <= ROUGH * x.abs().max(y.abs()) {
            break;
        }
        let part = if g.is_finite() { (f / (f - g)).clamp(LEAST_PART, 1.0 - LEAST_PART) } else { 0.5 };
        let next = x + part * (y - x);
        let value = excess(next);
        let (moved, kept) = if value <= 0.0 { (&mut inside, &mut outside) } else { (&mut outside, &mut inside) };
        *moved = [next, value];
        // an end that stays counts half, so that the next value lies on its side
        if before == Some(value <= 0.0) {
            kept[1] *= 0.5;
        }
        before = Some(value <= 0.0);
    }
    inside[0]
}

/// Bisects between a stable and an unstable value; returns the last stable one.
fn bisect(stable: &mut dyn FnMut(f64) -> bool, mut inside: f64, mut outside: f64, precision: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Parameter, Scene, Spring,
        base::elementary::{cos, sin},
        integrators::Offer,
        scenes::{
            Blueprint,
            parameters::{Count, Number, Scales, Slider},
            shared::{
                record::{Record, count},
                springs::{self, DAMPING},
                stepping,
            },
        },
    };
    use std::f64::consts::TAU;

    /// A wheel: masses on a ring around a hub, particle 0. The record of a parameter is all that
    /// tells what it scales.
    static WHEEL: Scene = Scene {
        id: "wheel",
        title: "Wheel",
        parameters: &PARAMETERS,
        model: Blueprint::Mechanical {
            build: |values| {
                let rim = values.count(RIM);
                let angle = |i: u32| TAU * f64::from(i) / f64::from(rim);
                let mut system = System::default();
                system.particles.push(DVec3::ZERO, 1.0);
                for i in 0..rim {
                    system.particles.push(DVec3::new(cos(angle(i)), sin(angle(i)), 0.0), 1.0);
                }
                for i in 0..rim {
                    let [this, next] = [i, (i + 1) % rim].map(|i| i + 1);
                    for ends in [[0, this], [this, next]] {
                        let [a, b] = ends.map(|i| system.particles.positions[i as usize]);
                        system.springs.push(ends, Spring { rest_length: a.distance(b), ..Spring::default() });
                    }
                }
                system
            },
            tune: |values, system| {
                let [rim, spokes] = [RIM_STIFFNESS, SPOKE_STIFFNESS].map(|key| values.number(key));
                let damping = values.number(DAMPING) + values.number(ROUGHNESS).powi(2);
                system.springs.tune(|[a, _], _| [if a == 0 { spokes } else { rim }, damping]);
                springs::tune_masses(values, system);
            },
        },
        oscillator: false,
    };

    const RIM: Count = Count::new("rim");
    const RIM_STIFFNESS: Number = Number::new("rimStiffness");
    const SPOKE_STIFFNESS: Number = Number::new("spokeStiffness");
    const ROUGHNESS: Number = Number::new("roughness");

    static PARAMETERS: [Parameter; 8] = [
        count(RIM, ["# masses", ""], 8, [3, 100], Slider::decades([3.0, 100.0])),
        stepping::time_step(0.002, [0.0002, 0.02], 0.1),
        number(RIM_STIFFNESS, 1000.0, 1e6, Scales::SomeForces),
        number(SPOKE_STIFFNESS, 1000.0, 1e6, Scales::SomeForces),
        springs::damping(0.5, 10.0, 1e5),
        number(ROUGHNESS, 0.0, 1e3, Scales::Other),
        springs::mass(0.1),
        stepping::method("runge-kutta-4", Offer::Mechanical),
    ];

    const fn number(key: Number, default: f64, max: f64, scales: Scales) -> Parameter {
        let slider = Slider::decades([1.0, 100.0]);
        Record { key, label: "", symbol: "", effect: "", unit: "", default, min: 0.0, max, slider }
            .parameter()
            .scaling(scales)
    }

    /// Factor by which a disturbance of a wheel at rest grows in 3000 steps.
    fn growth(wheel: &mut Simulation, key: &str, value: f64) -> f64 {
        wheel.set(key, value).unwrap();
        wheel.restart();
        let start = wheel.particles().positions.clone();
        let shift = |i: usize| 1e-9 * DVec3::new((3 * i % 7) as f64 - 3.0, (2 * i % 5) as f64 - 2.0, 0.0);
        for (i, place) in start.iter().enumerate() {
            wheel.set_position(i, *place + shift(i)).unwrap();
        }
        let apart = |wheel: &Simulation| {
            let places = wheel.particles().positions.iter().zip(&start);
            places.map(|(place, start)| place.distance(*start)).fold(0.0, f64::max)
        };
        let before = apart(wheel);
        wheel.step(3000).map_or(f64::INFINITY, |()| apart(wheel) / before)
    }

    /// With few masses, all rates are known; with more, a polygon bounds them. In a step of 2 ms a
    /// wheel with spokes of 10⁶ N/m explodes.
    #[test]
    fn a_limiting_parameter_gets_its_range_from_its_record_alone() {
        for (method, rim, damping) in [
            ("runge-kutta-4", 8.0, 0.0),
            ("runge-kutta-4", 8.0, 0.5),
            ("runge-kutta-4", 30.0, 0.5),
            ("heun", 8.0, 0.5),
            ("symplectic-euler", 30.0, 0.5),
        ] {
            let mut wheel = Simulation::of(&WHEEL, Values::defaults(WHEEL.parameters), None).unwrap();
            wheel.set("method", method).unwrap();
            wheel.set("rim", rim).unwrap();
            wheel.set("damping", damping).unwrap();
            for parameter in PARAMETERS.iter().filter(|parameter| parameter.limiting()) {
                let key = parameter.key;
                let Ok(Value::Number(now)) = wheel.get(key).cloned() else { panic!("{key} is a number") };
                let Kind::Number { min, max, .. } = parameter.kind else { panic!("{key} is a number") };
                let [low, high] = wheel.stable_range(key).unwrap().unwrap();
                let about = format!("{method}, {rim} masses, damping {damping}: {key} from {low} to {high}");
                assert!(low <= now && now <= high, "{about}");
                for (end, outward, bound) in [(low, -1.0, min), (high, 1.0, max)] {
                    let within = growth(&mut wheel, key, end * (1.0 - 0.02 * outward));
                    assert!(within < 100.0, "{about}: {within} at {end}");
                    // beyond the limit of Heun, a step multiplies by little more than 1
                    if end != bound && method != "heun" {
                        // a polygon may end the range a few percent too early
                        let beyond = growth(&mut wheel, key, end * (1.0 + 0.1 * outward));
                        assert!(beyond > 1e4, "{about}: {beyond} beyond {end}");
                    }
                }
                if parameter.scales == Scales::SomeForces {
                    assert_eq!(growth(&mut wheel, key, max), f64::INFINITY, "{about}");
                    wheel.restart();
                    let [_, again] = wheel.stable_range(key).unwrap().unwrap();
                    assert!((again / high - 1.0).abs() < 2e-3, "{about}, from {max} to {again}");
                }
                wheel.set(key, now).unwrap();
                wheel.restart();
            }
        }
    }
}
