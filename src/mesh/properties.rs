//! The JSON that accompanies an OBJ: stiffness, masses, pinned vertices, springs and velocities.

use super::{
    MeshReport,
    json::{self, Entry, Value},
};
use crate::{
    Error, Own,
    base::check::{check_range, check_whole},
    base::text,
};
use glam::DVec3;

/// Largest absolute value of a coordinate in m, and of a velocity component in m/s.
pub(super) const LARGEST: f64 = 1e6;

/// Allowed masses in kg.
const MASSES: [f64; 2] = [1e-9, 1e6];

/// Keys of the JSON: name, long name and accepted value. The name of the OBJ has no effect.
const KEYS: Names = &[
    ("stiffness", "stiffness", NUMBER),
    ("k", "stiffness", NUMBER),
    ("damping", "damping", NUMBER),
    ("mass", "mass", "a number or a list of numbers"),
    ("m", "mass", "a number or a list of numbers"),
    ("masses", "masses", "a list of numbers"),
    ("pinned", "pinned", "a list of numbers"),
    ("b", "pinned", "a list of numbers"),
    ("springs", "springs", "a list of springs"),
    ("prestrain", "prestrain", NUMBER),
    ("velocities", "velocities", "a list with [x, y, z] for every vertex"),
    ("obj", "obj", ""),
];

/// Keys of a spring, in the same form.
const SPRING_KEYS: Names = &[
    ("ends", "ends", "two vertices"),
    ("a", "a", NUMBER),
    ("b", "b", NUMBER),
    ("stiffness", "stiffness", NUMBER),
    ("k", "stiffness", NUMBER),
    ("damping", "damping", NUMBER),
    ("restLength", "restLength", NUMBER),
];

const NUMBER: &str = "a number";

type Names = &'static [(&'static str, &'static str, &'static str)];

/// The path of a value in the JSON, such as `springs[3].ends`, and the reason for refusing it.
type Refusal = (String, String);

/// Long name of a key, the name used in the file, and the value.
type Property = (&'static str, &'static str, Value);

/// Contents of the JSON file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Properties {
    /// Parameters of the scene: key, value, and the name used in the file.
    pub(super) parameters: Vec<(&'static str, f64, &'static str)>,
    /// One mass in kg for every vertex, instead of the parameter; empty if not given.
    pub(super) masses: Vec<f64>,
    /// Indices of the fixed vertices, if given.
    pub(super) pinned: Option<Vec<u32>>,
    /// Springs with their ends.
    pub(super) springs: Vec<([u32; 2], Own)>,
    /// Fraction by which springs without a given rest length are shorter than the distance of their
    /// vertices.
    pub(super) prestrain: f64,
    /// One velocity in m/s for every vertex; empty if not given.
    pub(super) velocities: Vec<DVec3>,
}

impl Properties {
    /// Reads the JSON of a mesh with these vertices. Unknown keys and springs without length are
    /// counted in the report.
    pub(super) fn read(json: &str, vertices: &[DVec3], report: &mut MeshReport) -> Result<Self, Error> {
        if json.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        let refuse = |(path, reason)| Error::File { format: "JSON", place: path, reason };
        let entries = json::read(json).map_err(|reason| refuse((String::new(), reason)))?;
        let mut reader = Reader { vertices, report, properties: Self::default() };
        for (key, given, value) in reader.canonical(entries, KEYS, "").map_err(refuse)? {
            reader.take_property(key, given, value).map_err(refuse)?;
        }
        let Self { pinned, velocities, .. } = &reader.properties;
        match pinned.iter().flatten().find(|&&i| velocities.get(i as usize).is_some_and(|v| *v != DVec3::ZERO)) {
            Some(&i) => {
                Err(refuse((entry("velocities", i as usize), format!("the pinned vertex {} has a velocity", i + 1))))
            }
            None => Ok(reader.properties),
        }
    }
}

/// Reading of the properties.
struct Reader<'a> {
    vertices: &'a [DVec3],
    report: &'a mut MeshReport,
    properties: Properties,
}

impl Reader<'_> {
    fn take_property(&mut self, key: &'static str, given: &'static str, value: Value) -> Result<(), Refusal> {
        let at = |reason| (given.to_string(), reason);
        let within_list = |i: usize| move |reason| (entry(given, i), reason);
        match (key, value) {
            ("stiffness" | "damping" | "mass", Value::Number(number)) => {
                self.properties.parameters.push((key, number, given));
            }
            ("mass" | "masses", Value::Numbers(masses)) => {
                self.count("masses", masses.len()).map_err(at)?;
                for (i, &mass) in masses.iter().enumerate() {
                    within("mass", mass, MASSES, "kg").map_err(within_list(i))?;
                }
                self.properties.masses = masses;
            }
            ("pinned", Value::Numbers(numbers)) => {
                let mut pinned = Vec::new();
                for (i, number) in numbers.into_iter().enumerate() {
                    pinned.push(self.numbered(number).map_err(within_list(i))?);
                }
                self.properties.pinned = Some(pinned);
            }
            ("prestrain", Value::Number(number)) => {
                within("prestrain", number, [-10.0, 1.0], "").map_err(at)?;
                self.properties.prestrain = number;
            }
            ("velocities", Value::List(list)) => {
                self.count("velocities", list.len()).map_err(at)?;
                for (i, value) in list.iter().enumerate() {
                    self.properties.velocities.push(velocity(value).map_err(within_list(i))?);
                }
            }
            ("springs", Value::List(list)) => {
                for (i, value) in list.into_iter().enumerate() {
                    match self.spring(value).map_err(|(key, reason)| (entry(given, i) + &key, reason))? {
                        Some(spring) => self.properties.springs.push(spring),
                        None => self.report.empty += 1,
                    }
                }
            }
            ("springs", Value::Numbers(list)) if list.is_empty() => {}
            ("obj", _) => {}
            (key, value) => return Err(at(misfit(KEYS, key, &value))),
        }
        Ok(())
    }

    /// Reads a spring of the JSON; `None` if it has no length. The path of a refusal is relative to
    /// the spring.
    fn spring(&mut self, value: Value) -> Result<Option<([u32; 2], Own)>, Refusal> {
        let whole = |reason| (String::new(), reason);
        let (entries, is_pair) = match value {
            Value::Numbers(_) => (vec![("ends".to_string(), value)], true),
            Value::Object(entries) => (entries, false),
            value => {
                let given = value.kind();
                return Err(whole(format!("a spring is [1, 2] or an object with \"ends\", and {given} was given")));
            }
        };
        let (mut own, mut ends) = (Own::default(), [None; 2]);
        for (key, given, value) in self.canonical(entries, SPRING_KEYS, ".")? {
            let at = |reason| (if is_pair { String::new() } else { format!(".{given}") }, reason);
            match (key, value) {
                ("ends", Value::Numbers(pair)) if pair.len() == 2 => {
                    for (end, number) in ends.iter_mut().zip(pair) {
                        *end = Some(self.numbered(number).map_err(at)?);
                    }
                }
                ("a", Value::Number(number)) => ends[0] = Some(self.numbered(number).map_err(at)?),
                ("b", Value::Number(number)) => ends[1] = Some(self.numbered(number).map_err(at)?),
                ("stiffness", Value::Number(number)) => own.stiffness = Some(number),
                ("damping", Value::Number(number)) => own.damping = Some(number),
                ("restLength", Value::Number(number)) => own.rest_length = Some(number),
                (key, value) => return Err(at(misfit(SPRING_KEYS, key, &value))),
            }
            own.check().map_err(|error| at(error.clause()))?;
        }
        let [Some(i), Some(j)] = ends else { return Err(whole("a spring lacks an end".to_string())) };
        let apart = own.rest_length.is_some() || self.vertices[i as usize].distance(self.vertices[j as usize]) > 0.0;
        Ok((i != j && apart).then_some(([i, j], own)))
    }

    /// Checks that a list has one value for every vertex.
    fn count(&self, what: &str, count: usize) -> Result<(), String> {
        let vertices = self.vertices.len();
        if count == vertices { Ok(()) } else { Err(format!("there are {count} {what} for {vertices} vertices")) }
    }

    /// Index, from 0, of the vertex with this number, from 1.
    fn numbered(&self, number: f64) -> Result<u32, String> {
        let count = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        check_whole("vertex", number, [1, count])
            .map(|number| number - 1)
            .map_err(|_| format!("there is no vertex {}; they are numbered from 1 to {count}", text::plain(number)))
    }

    /// The entries under their long names; others are counted. The path of a refusal is the key
    /// after `prefix`.
    fn canonical(&mut self, entries: Vec<Entry>, names: Names, prefix: &str) -> Result<Vec<Property>, Refusal> {
        let mut known: Vec<Property> = Vec::new();
        for (key, value) in entries {
            let Some(&(name, long, _)) = names.iter().find(|(name, ..)| key == *name) else {
                self.report.keys.add(&key);
                continue;
            };
            if known.iter().any(|(known, ..)| *known == long) {
                return Err((format!("{prefix}{key}"), format!("\"{long}\" is given twice")));
            }
            known.push((long, name, value));
        }
        Ok(known)
    }
}

/// Path of an item in a list.
fn entry(list: &str, i: usize) -> String {
    format!("{list}[{i}]")
}

fn misfit(names: Names, key: &str, value: &Value) -> String {
    let wanted = names.iter().find(|(name, ..)| key == *name).map_or("", |(.., wanted)| wanted);
    format!("\"{key}\" takes {wanted}, and {} was given", value.kind())
}

fn velocity(value: &Value) -> Result<DVec3, String> {
    match value {
        Value::Numbers(numbers) if numbers.len() == 3 => {
            numbers.iter().try_for_each(|&number| within("velocity", number, [-LARGEST, LARGEST], "m/s"))?;
            Ok(DVec3::from_slice(numbers))
        }
        value => Err(format!("a velocity is [x, y, z], and {} was given", value.kind())),
    }
}

fn within(key: &str, number: f64, range: [f64; 2], unit: &'static str) -> Result<(), String> {
    check_range(key, number, range, unit).map_err(|error| error.clause())
}
