//! One damped oscillator: its exact motion, free and driven, and the steps that keep it stable.

pub mod driven;
pub mod exact;
pub mod stability;
