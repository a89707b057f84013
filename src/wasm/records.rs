//! Records for JavaScript as plain objects: the interfaces of types.d.ts.

use crate::{
    Convergence, Deviation, Effort, Energy, Excitation, Iteration, Kind, Matrices, Measured, MeshReport, Method, Mode,
    Obstacle, Pair, Parameter, Rates, Remedies, Resonance, Response, Scene, Slider, Solution, Spectrum, StepMoment,
    Support, UnitWith,
    base::elementary::atan2,
    integrators::{Formula, Limit, Stability, Tableau},
    scenes::Blueprint,
};
use glam::{DMat3, DVec3};
use js_sys::{Array, Float64Array, Object, Reflect, Uint32Array};
use num_complex::Complex64;
use wasm_bindgen::prelude::*;

pub fn scene(scene: &Scene) -> JsValue {
    let parameters: Array = scene.parameters.iter().map(parameter).collect();
    let model = match scene.model {
        Blueprint::Mechanical { .. } => "mechanical",
        Blueprint::Flow { .. } => "flow",
        Blueprint::Follower { .. } => "follower",
    };
    record(&[
        ("id", scene.id.into()),
        ("title", scene.title.into()),
        ("model", model.into()),
        ("parameters", parameters.into()),
    ])
}

fn parameter(parameter: &Parameter) -> JsValue {
    let mut fields: Vec<(&str, JsValue)> = vec![
        ("key", parameter.key.into()),
        ("label", parameter.label.into()),
        ("symbol", parameter.symbol.into()),
        ("effect", parameter.effect.into()),
        ("restarts", parameter.restarts.into()),
        ("limiting", parameter.limiting().into()),
    ];
    match parameter.kind {
        Kind::Number { unit, default, min, max, slider } => {
            fields.extend(number_fields(unit, false, [default, min, max], slider));
            if let Some(UnitWith { key, option, unit }) = parameter.unit_with {
                let texts = [("key", key), ("option", option), ("unit", unit)].map(|(key, text)| (key, text.into()));
                fields.push(("unitWith", record(&texts)));
            }
        }
        Kind::Count { default, min, max, slider } => {
            fields.extend(number_fields("", true, [default, min, max].map(f64::from), slider));
        }
        Kind::Choice { default, .. } | Kind::Method { default, .. } => {
            let option = |(value, label): (&str, &str)| record(&[("value", value.into()), ("label", label.into())]);
            let options: Array = parameter.kind.options().map(option).collect();
            fields.extend([("default", default.into()), ("options", options.into())]);
        }
    }
    record(&fields)
}

fn number_fields(
    unit: &str,
    whole: bool,
    [default, min, max]: [f64; 3],
    slider: Slider,
) -> impl Iterator<Item = (&'static str, JsValue)> {
    let [from, to] = slider.ends();
    let numbers = [("default", default), ("min", min), ("max", max), ("from", from), ("to", to)];
    let numbers = numbers.into_iter().map(|(key, number)| (key, number.into()));
    let kinds = [("unit", unit.into()), ("whole", whole.into()), ("step", slider.step().into())];
    kinds.into_iter().chain(numbers)
}

pub fn method(method: &Method) -> JsValue {
    let order = if method.order == u32::MAX { f64::INFINITY } else { f64::from(method.order) };
    let mut fields: Vec<(&str, JsValue)> = vec![
        ("value", method.id.into()),
        ("label", method.label.into()),
        ("order", order.into()),
        ("stages", method.stages.into()),
        ("symplectic", method.symplectic.into()),
        ("symmetric", method.symmetric.into()),
        ("gains", method.gains.into()),
        ("projectsContacts", method.projects_contacts.into()),
    ];
    if let Stability::Partitioned { limit: Limit::Sum(c), .. } = method.stability {
        fields.push(("dampers", c.into()));
    }
    if let Stability::Polynomial(_, Tableau { b, .. }) = method.stability {
        fields.push(("weights", Float64Array::from(b).into()));
    }
    if let Some(Formula { step, amplification, phase_error }) = method.formula {
        let formula = [("step", step), ("amplification", amplification), ("phaseError", phase_error)]
            .map(|(key, tex)| (key, tex.into()));
        fields.push(("formula", record(&formula)));
    }
    record(&fields)
}

pub fn energy(energy: &Energy) -> JsValue {
    numbers(&[
        ("kinetic", energy.kinetic),
        ("elastic", energy.elastic),
        ("gravity", energy.gravity),
        ("contact", energy.contact),
        ("damping", energy.work.damping),
        ("drag", energy.work.drag),
        ("friction", energy.work.friction),
        ("impact", energy.work.impact),
        ("tearing", energy.work.tearing),
        ("dissipated", energy.work.heat()),
        ("hand", energy.work.hand),
        ("drive", energy.work.drive),
        ("wind", energy.work.wind),
        ("start", energy.start),
        ("numerical", energy.numerical()),
        ("total", energy.total()),
    ])
}

pub fn iteration(iteration: &Iteration) -> JsValue {
    record(&[
        ("residual", iteration.residual.into()),
        ("products", iteration.products.into()),
        ("halvings", iteration.halvings.into()),
        ("convexified", iteration.convexified.into()),
        ("limited", iteration.limited.into()),
    ])
}

pub fn step_moment(moment: &StepMoment) -> JsValue {
    let copy = |list: &[DVec3]| JsValue::from(Float64Array::from(bytemuck::cast_slice(list)));
    let particles: Vec<f64> = moment.particles.iter().map(|i| *i as f64).collect();
    let vectors: Vec<_> = moment.vectors.iter().map(|(name, list)| (*name, copy(list))).collect();
    record(&[
        ("event", moment.event.name().into()),
        ("time", moment.time.into()),
        ("positions", copy(&moment.positions)),
        ("velocities", copy(&moment.velocities)),
        ("vectors", record(&vectors)),
        ("numbers", numbers(&moment.numbers)),
        ("coefficients", Float64Array::from(moment.coefficients).into()),
        ("particles", Float64Array::from(&particles[..]).into()),
    ])
}

/// The effort of steps (s).
pub fn effort(effort: Effort, step: f64) -> JsValue {
    record(&[
        ("time", (effort.steps as f64 * step).into()),
        ("evaluations", (effort.evaluations as f64).into()),
        ("solves", (effort.solves as f64).into()),
    ])
}

pub fn exact(solution: &Solution) -> JsValue {
    let copy = |vectors: &[DVec3]| JsValue::from(Float64Array::from(bytemuck::cast_slice(vectors)));
    record(&[
        ("since", solution.since.into()),
        ("positions", copy(&solution.particles.positions)),
        ("velocities", copy(&solution.particles.velocities)),
    ])
}

pub fn convergence(convergence: &Convergence) -> JsValue {
    let list = |numbers: &[f64]| JsValue::from(Float64Array::from(numbers));
    record(&[
        ("stepSizes", list(&convergence.steps)),
        ("errors", list(&convergence.errors)),
        ("reference", if convergence.exact { "exact" } else { "halved step" }.into()),
        ("order", convergence.order.into()),
    ])
}

pub fn amplification(factor: Complex64) -> JsValue {
    numbers(&[("modulus", factor.norm_sqr().sqrt()), ("angle", atan2(factor.im, factor.re))])
}

pub fn deviation(Deviation { damping, frequency, uncertainties }: Deviation) -> JsValue {
    let [of_damping, of_frequency] = uncertainties;
    numbers(&[
        ("damping", damping),
        ("frequency", frequency),
        ("dampingUncertainty", of_damping),
        ("frequencyUncertainty", of_frequency),
    ])
}

pub fn drive(drive: &Excitation, time: f64) -> JsValue {
    numbers(&[("phase", drive.phase_at(time)), ("amplitude", drive.amplitude.x), ("value", drive.at(time).0.x)])
}

pub fn response(Response { amplitude, phase }: Response) -> JsValue {
    numbers(&[("amplitude", amplitude), ("phase", phase)])
}

pub fn resonance(Resonance { angular_frequency, amplitude, band: [low, high] }: Resonance, quality: f64) -> JsValue {
    numbers(&[
        ("angularFrequency", angular_frequency),
        ("amplitude", amplitude),
        ("low", low),
        ("high", high),
        ("quality", quality),
    ])
}

pub fn measured(Measured { response: Response { amplitude, phase }, mean, rest }: Measured) -> JsValue {
    numbers(&[("amplitude", amplitude), ("phase", phase), ("mean", mean), ("rest", rest)])
}

pub fn spectrum(spectrum: &Spectrum, kept: bool) -> JsValue {
    let Remedies { stiffness, damping, step } = spectrum.remedies();
    let remedies = [("stiffness", stiffness), ("damping", damping), ("timeStepSize", step)];
    let remedies: Vec<_> = remedies.into_iter().filter_map(|(key, factor)| Some((key, factor?))).collect();
    let limit = spectrum.step_limit();
    record(&[
        ("angularFrequency", spectrum.angular_frequency().into()),
        ("dampingRate", spectrum.damping_rate().into()),
        ("stepLimit", limit.seconds.into()),
        ("bound", limit.bound.into()),
        ("kept", kept.into()),
        ("settled", spectrum.is_settled().into()),
        ("sum", spectrum.sum().into()),
        ("friction", spectrum.friction().into()),
        ("parts", spectrum.parts().map_or(JsValue::UNDEFINED, |parts| Float64Array::from(&parts[..]).into())),
        ("remedies", numbers(&remedies)),
    ])
}

pub fn rates(Rates { values, oscillators, all, enclosing, left_out }: &Rates) -> JsValue {
    let parts: Vec<f64> = values.iter().flat_map(|rate| [rate.re, rate.im]).collect();
    record(&[
        ("values", Float64Array::from(&parts[..]).into()),
        ("oscillators", Float64Array::from(oscillators.as_flattened()).into()),
        ("all", (*all).into()),
        ("enclosing", (*enclosing).into()),
        ("leftOut", left_out.map_or(JsValue::UNDEFINED, JsValue::from)),
    ])
}

pub fn matrices(matrices: &Matrices) -> JsValue {
    record(&[
        ("stiffness", triples(&matrices.stiffness)),
        ("mass", triples(&matrices.mass)),
        ("damping", triples(&matrices.damping)),
    ])
}

fn triples(triples: &[(u32, u32, f64)]) -> JsValue {
    let rows: Vec<u32> = triples.iter().map(|&(row, ..)| row).collect();
    let columns: Vec<u32> = triples.iter().map(|&(_, column, _)| column).collect();
    let values: Vec<f64> = triples.iter().map(|&(.., value)| value).collect();
    record(&[
        ("rows", Uint32Array::from(&rows[..]).into()),
        ("columns", Uint32Array::from(&columns[..]).into()),
        ("values", Float64Array::from(&values[..]).into()),
    ])
}

pub fn mode(mode: &Mode) -> JsValue {
    record(&[
        ("angularFrequency", mode.angular_frequency().into()),
        ("omegaSquared", mode.omega_squared.into()),
        ("dampingRate", mode.damping_rate.into()),
        ("shape", Float64Array::from(bytemuck::cast_slice(&mode.shape)).into()),
    ])
}

pub fn obstacle(obstacle: &Obstacle) -> JsValue {
    let list = |vector: DVec3| JsValue::from(Float64Array::from(&vector.to_array()[..]));
    let (shape, fields) = match *obstacle {
        Obstacle::Plane { point, normal } => ("plane", [("point", list(point)), ("normal", list(normal))]),
        Obstacle::Sphere { centre, radius } => ("sphere", [("centre", list(centre)), ("radius", radius.into())]),
        Obstacle::Box { centre, half } => ("box", [("centre", list(centre)), ("half", list(half))]),
    };
    let [one, other] = fields;
    record(&[("shape", shape.into()), one, other])
}

pub fn mesh_report(report: &MeshReport) -> JsValue {
    let MeshReport { support, pieces, welded, doubled, stray, empty, shift, skipped, keys } = report;
    let support = match support {
        Support::Given => "given",
        Support::Hangs => "hangs",
        Support::Stands => "stands",
        Support::Falls => "falls",
    };
    let number = |count: usize| JsValue::from(count as f64);
    let sentences = Array::new();
    for sentence in report.sentences() {
        sentences.push(&sentence.into());
    }
    record(&[
        ("sentences", sentences.into()),
        ("support", support.into()),
        ("pieces", number(*pieces)),
        ("welded", number(*welded)),
        ("doubled", number(*doubled)),
        ("stray", number(*stray)),
        ("empty", number(*empty)),
        ("skipped", number(skipped.count)),
        ("keys", number(keys.count)),
        ("shift", Float64Array::from(&shift.to_array()[..]).into()),
    ])
}

pub fn pair(pair: &Pair) -> JsValue {
    let (force12, force21) = pair.forces();
    let list = |numbers: &[f64]| JsValue::from(numbers.iter().map(|number| JsValue::from(*number)).collect::<Array>());
    let rows = |matrix: DMat3| list(&matrix.transpose().to_cols_array());
    let blocks = pair.blocks();
    let entry = |row: usize, column: usize| blocks[row / 3][column / 3].col(column % 3)[row % 3];
    let jacobian: Vec<f64> = (0..36).map(|place| entry(place / 6, place % 6)).collect();
    let eigen = pair.eigen();
    record(&[
        ("energy", pair.energy().into()),
        ("force12", list(&force12.to_array())),
        ("force21", list(&force21.to_array())),
        ("stiffness", rows(pair.stiffness())),
        ("jacobian", list(&jacobian)),
        ("eigenvalues", list(&eigen.map(|(value, _)| value))),
        ("eigenvectors", eigen.iter().map(|(_, vector)| list(&vector.to_array())).collect::<Array>().into()),
        ("differences", rows(pair.stiffness_by_differences())),
        ("indefinite", pair.is_indefinite().into()),
    ])
}

fn numbers(fields: &[(&str, f64)]) -> JsValue {
    let fields: Vec<(&str, JsValue)> = fields.iter().map(|&(key, number)| (key, number.into())).collect();
    record(&fields)
}

fn record(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in fields {
        Reflect::set(&object, &(*key).into(), value).expect("a plain object takes any property");
    }
    object.into()
}
