//! Functions that wasm has no instructions for. There the JavaScript engine computes them: it has them anyway, and Rust's own would be a
//! twentieth of the module. Both err by a unit in the last place at most, but not by the same one.

#[cfg(target_arch = "wasm32")]
pub use js_sys::Math::{atan2, atanh, cos, exp, expm1, log as ln, sin};

#[cfg(not(target_arch = "wasm32"))]
pub use native::{atan2, atanh, cos, exp, expm1, ln, sin};

#[cfg(not(target_arch = "wasm32"))]
mod native {
    pub fn sin(x: f64) -> f64 {
        x.sin()
    }

    pub fn cos(x: f64) -> f64 {
        x.cos()
    }

    pub fn exp(x: f64) -> f64 {
        x.exp()
    }

    /// exp(x) − 1
    pub fn expm1(x: f64) -> f64 {
        x.exp_m1()
    }

    /// The natural logarithm.
    pub fn ln(x: f64) -> f64 {
        x.ln()
    }

    pub fn atanh(x: f64) -> f64 {
        x.atanh()
    }

    pub fn atan2(y: f64, x: f64) -> f64 {
        y.atan2(x)
    }
}
