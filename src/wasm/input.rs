//! Checks of input from JavaScript. Lists and objects are copies made by `engine.js`, so that
//! reading them runs no code of the caller.

use crate::{
    Error,
    base::check::{check_range, check_whole},
    base::text::{plain, short},
};
use glam::DVec3;
use wasm_bindgen::prelude::*;

/// A whole number in a range. JavaScript would convert null, "5" and true to numbers; here they are
/// refused.
pub fn whole(key: &str, value: &JsValue, [min, max]: [u32; 2]) -> Result<u32, Error> {
    match value.as_f64() {
        Some(number) => check_whole(key, number, [min, max]),
        None => Err(Error::NotWhole {
            key: key.into(),
            value: short(&text(value)),
            min: f64::from(min),
            max: f64::from(max),
        }),
    }
}

/// A finite number from −10⁹ to 10⁹.
pub fn number(key: &str, value: &JsValue) -> Result<f64, Error> {
    let number = value.as_f64().unwrap_or(f64::NAN);
    check_range(key, number, [-1e9, 1e9], "").map(|()| number)
}

/// Checks that all numbers are finite and from −10⁹ to 10⁹.
pub fn finite(key: &str, list: &[f64]) -> Result<(), Error> {
    list.iter().try_for_each(|&number| check_range(key, number, [-1e9, 1e9], ""))
}

/// A vector. Coordinates that are not numbers become NaN, which every range refuses.
pub fn vector(coordinates: [&JsValue; 3]) -> DVec3 {
    DVec3::from_array(coordinates.map(|value| value.as_f64().unwrap_or(f64::NAN)))
}

/// Vectors of a list with x y z for each of `count` particles.
pub fn vectors(key: &'static str, list: &[f64], count: usize) -> Result<Vec<DVec3>, Error> {
    if list.len() != 3 * count {
        return Err(Error::WrongLength { key, count, given: list.len() });
    }
    Ok(bytemuck::cast_slice(list).to_vec())
}

/// The text of a file in this format.
pub fn file(format: &'static str, value: &JsValue) -> Result<String, Error> {
    value.as_string().ok_or_else(|| {
        let reason = format!("the file has to be given as a text, and {} was given", text(value));
        Error::File { format, place: String::new(), reason }
    })
}

/// Returns a text unchanged, and other values as error messages show them.
pub fn text(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        text
    } else if let Some(number) = value.as_f64() {
        plain(number)
    } else if value.is_null() {
        "null".to_string()
    } else {
        value.js_typeof().as_string().unwrap_or_default()
    }
}
