//! Exact answers for endgame puzzles of two Kenyan mancala games, Giuthi and Kiothi.
//!
//! Data flows one way: a module uses only modules above it in this list.
//!
//! | module | is about |
//! |---|---|
//! | [`board`] | pits, rows, the ring, sides |
//! | [`rules`] | rule sets, sowing, captures, ends, positions, games under way, set-ups and the opening |
//! | [`notation`] | moves, positions and rule sets as text |
//! | [`value`] | verdicts, leads, the two thresholds and their fixpoint, what a puzzle may ask |
//! | [`limits`] | how much time, memory and work an answer may cost; progress |
//! | [`puzzle`] | puzzle and solution files, schemas, faults |
//! | [`certificate`] | evidence and its checker, which knows rules and files only |
//! | [`index`] | numbering the boards of a layer |
//! | [`tables`] | whole layers of thresholds |
//! | [`search`] | the graph of a position's continuations |
//! | [`solve`] | the front door: position, goal and limits in, answer out |
//! | [`analysis`] | variations, tries, set play, threats, graphs |
//! | [`verify`] | claimed solutions judged |
//! | [`generate`] | new problems: candidates, themes, difficulty, sets without repeats |
//! | [`report`] | answers and games as JSON and as text |
//! | [`serve`] | a local page to explore positions, and its JSON interface |
//!
//! # Example
//!
//! ```
//! use bonduc::limits::Limits;
//! use bonduc::notation::parse_position;
//! use bonduc::solve::{Request, Solver, Status};
//! use bonduc::value::Verdict;
//!
//! let position = parse_position("giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16")?;
//! let mut solver = Solver::new(Limits::default(), Default::default(), Default::default());
//! let answer = solver.solve(&Request::new(position));
//! let Status::Solved(solved) = &answer.status else { panic!("a small position") };
//! assert_eq!(solved.verdict, Verdict::Win);
//! assert_eq!(answer.keys().unwrap().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod board;
pub mod certificate;
pub mod generate;
pub mod index;
pub mod limits;
pub mod notation;
pub mod puzzle;
pub mod report;
pub mod rules;
pub mod search;
pub mod serve;
pub mod solve;
pub mod tables;
pub mod value;
pub mod verify;
