//! Exact answers for endgame puzzles of two Kenyan mancala games, Giuthi and Kiothi.
//!
//! Data flows one way: a module uses only modules above it in this list.
//!
//! | module | is about |
//! |---|---|
//! | [`board`] | pits, rows, the ring, sides |
//! | [`rules`] | rule sets, sowing, captures, ends, positions, games under way |
//! | [`notation`] | moves, positions and rule sets as text |
//! | [`value`] | verdicts, leads, the two thresholds and their fixpoint |
//! | [`limits`] | how much time, memory and work an answer may cost; progress |
//! | [`index`] | numbering the boards of a layer |
//! | [`tables`] | whole layers of thresholds |
//! | [`search`] | the graph of a position's continuations |
//! | [`solve`] | the front door: position, goal and limits in, answer out |
pub mod board;
pub mod index;
pub mod limits;
pub mod notation;
pub mod rules;
pub mod search;
pub mod solve;
pub mod tables;
pub mod value;
