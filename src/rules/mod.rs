//! The rules of both games as data, and what they make of a board.
//!
//! Rule ids (`G…`, `K…`) are those of the games' rule page: `G7` is Giuthi's capture, `K11`
//! Kiothi's triple capture. Where the written sources leave a choice, the reading
//! taken is an option of the [`RuleSet`].
//!
//! [`RuleSet::sow`] plays one sowing on a bare [`Ring`](crate::board::Ring), [`RuleSet::expand`]
//! gives all continuations (the one door that every solver goes through), [`Position`]
//! adds who is to move and what was captured, [`Record`] adds the positions already seen.

mod giuthi;
mod kiothi;
mod lap;
mod moves;
pub mod naive;
mod outcome;
mod perft;
mod position;
mod readings;
mod record;
mod rule_set;
mod setup;
mod turn;

pub use lap::{GivenUp, GoOn};
pub use moves::{Direction, Move};
pub use outcome::{Illegal, Next, Outcome, Sown};
pub use perft::perft;
pub use position::Position;
pub use record::{Ending, PlayError, Ply, PlyNext, Record};
pub use rule_set::{
    ChainGap, EmptyOpposite, EndlessSowing, Game, GiuthiRules, KiothiRules, OptionFault,
    OptionSpec, Preset, RuleSet, Start, Triple,
};
pub use setup::{MarkFault, Setup, SetupFault};
pub use turn::{Step, Turn};
