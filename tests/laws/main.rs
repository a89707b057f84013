//! Laws of the engine through its public interface, one module per subject.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small counts and indices

#[macro_use]
#[path = "../common/mod.rs"]
mod common;

/// Set in the slow tests, which run all cases.
const FULL: bool = false;

mod account;
mod adaptive;
mod amplification;
mod arranged;
mod checkpoints;
mod cloth;
mod conserved;
mod constraints;
mod drape;
mod drawing;
mod driven;
mod effort;
mod energy;
mod exact;
mod examples;
mod exponential;
mod flows;
mod follower;
mod forces;
mod hold;
mod idle;
mod impacts;
mod implicit;
mod limits;
mod modes;
mod motion;
mod orders;
mod pair;
mod portable;
mod random_systems;
mod random_use;
mod rattle;
mod region;
mod reversal;
mod self_contact;
mod simulation;
mod solver;
mod stable_range;
mod substeps;
mod sweeps;
mod tear;
mod trace;
mod wind;
