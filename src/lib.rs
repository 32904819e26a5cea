//! Exact answers for endgame puzzles of two Kenyan mancala games, Giuthi and Kiothi.
//!
//! Data flows one way: a module uses only modules above it in this list.
//!
//! | module | is about |
//! |---|---|
//! | [`board`] | pits, rows, the ring, sides |
//! | [`rules`] | rule sets, sowing, captures, ends, positions, games under way |
pub mod board;
pub mod rules;
