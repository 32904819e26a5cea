//! Evidence: what a verdict rests on, as data, and a checker that believes nothing else.
//!
//! A *proof* is for a side X and an aim: to win, to draw at least, or to delay a defeat. It is a set of positions closed under play: where X
//! is to move, it names his move; where the other is to move, all his moves are followed. Every position after such a move is in the
//! set, or the game ends there as X needs it.
//!
//! - *To win.* Each position has a rank, and each move leads to a lower one. So the game comes to its end, without
//!   meeting a board twice, and at every end in the set X has more.
//! - *To draw at least.* No ranks: play that stays in the set for ever repeats a board, which is a draw (G12, K13), as is
//!   a sowing without end; and at every end in the set X has at least as much. Where X leads by as many seeds as are left on the board, nothing
//!   need follow: he cannot lose any more.
//! - *To delay.* A position of rank k says that the other side does not win in fewer than k plies. Each move leads to a position of rank
//!   k − 1 at least, if that is more than 0; at an end, X has at least as much, or the rank is 0.
//!
//! A position of a proof is a board, who is to move, and a least lead of X: it speaks for that lead and every greater one,
//! since with the same moves he ends up better by the difference. So a board need not stand there once for each score.
//!
//! A [`Certificate`] is a position with the proofs of what is claimed of it: a win is one proof, a draw is two, one
//! for each side; the rank of a win and a delay by the other side of as many plies show together how long it takes. The text form is specified at [`Reader`].
//!
//! This module knows boards, rules and files. It shares nothing with tables, search and solver, which a test enforces; so what
//! [`check`] lets pass does not rest on them.

mod answer;
mod check;
mod composed;
mod goal;
mod pack;
mod proof;
mod text;

pub use answer::{
    Claim, Findings, check_solution, solution_position, statement_for_key, statements_for,
};
pub use check::{CheckError, CheckFault, Checked, Place, Statement, Why, check};
pub use composed::{check_composed, composed_stipulation};
pub use pack::{pack, packed_name, unpack};
pub use proof::{Aim, Certificate, FromLead, Proof, Proved, Start, Terms};
pub use text::{Reader, TextFault, certificate_lines};
