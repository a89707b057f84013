//! Elementary functions with the same bits on every platform, from the crate `libm`.
//!
//! The results of `f64::sin` and its like depend on the platform's C library, and those of
//! `Math.sin` on the browser. A state would then differ in its last bits from one to the other.
//! Physics therefore calls these functions instead; +, −, ·, / and √ are exact by IEEE 754.

pub use libm::{atan2, atanh, cos, exp, expm1, hypot, log as ln, sin};
