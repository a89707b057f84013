//! Laws that take minutes, with all their cases: `cargo test --test slow`. The fast tests of `laws`
//! run a selection of them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small counts and indices

#[macro_use]
#[path = "../common/mod.rs"]
mod common;

/// Set in the slow tests, which run all cases.
const FULL: bool = true;

mod every_drag;

#[path = "../laws/cloth.rs"]
mod cloth;
#[path = "../laws/drape.rs"]
mod drape;
#[path = "../laws/hold.rs"]
mod hold;
#[path = "../laws/idle.rs"]
mod idle;
#[path = "../laws/limits.rs"]
mod limits;
#[path = "../laws/random_use.rs"]
mod random_use;
#[path = "../laws/stable_range.rs"]
mod stable_range;
