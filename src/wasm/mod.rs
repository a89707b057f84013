//! Interface to JavaScript.

#[macro_use]
mod record;

mod analysis;
mod bindings;
mod canvas;
mod hand;
mod history;
mod input;
mod memory;
mod records;
mod system;

use crate::{Error, base::text::short, integrators::METHODS, scenes::SCENES};
use input::{number, text};
use num_complex::Complex64;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const DISPOSABLE: &str = "\
// `using` frees simulations and moments. Older TypeScript libraries lack these declarations.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}";

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Records of all scenes.
#[wasm_bindgen(js_name = sceneRecords)]
pub fn scene_records() -> Vec<records::Scene> {
    SCENES.iter().map(|scene| records::Scene::new(scene)).collect()
}

/// Records of all methods.
#[wasm_bindgen(js_name = methodRecords)]
pub fn method_records() -> Vec<records::Method> {
    METHODS.iter().map(|method| records::Method::new(method)).collect()
}

/// The stability function R(z) of a method at z = x + iy, as [Re R, Im R]; undefined for a method
/// that needs positions and velocities.
#[wasm_bindgen(js_name = stabilityFunction, unchecked_return_type = "Float64Array | undefined")]
pub fn stability_function(
    #[wasm_bindgen(unchecked_param_type = "string")] method: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
) -> Result<Option<Vec<f64>>, JsError> {
    let id = text(method);
    let Some(method) = METHODS.iter().find(|method| method.id == id) else {
        let known = METHODS.iter().map(|method| method.id).collect();
        return Err(Error::UnknownOption { key: "method".into(), value: short(&id), known }.into());
    };
    let z = Complex64::new(number("x", x)?, number("y", y)?);
    Ok(method.stability_function(z).map(|r| vec![r.re, r.im]))
}
