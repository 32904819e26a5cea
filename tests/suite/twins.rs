//! Proof by comparison: every fast way against a slow and obvious one, on random positions.

mod analysis;
mod brute;
mod composed;
mod graphs;
mod growing;
mod history;
pub mod judge;
mod lines;
pub mod random;
mod searching;
mod solving;
mod sowing;
mod stipulations;
mod threads;
