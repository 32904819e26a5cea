//! The rules of both games as data, and what they make of a board.
//!
//! Rule ids (`G…`, `K…`) are those of the games' rule page: `G7` is Giuthi's capture, `K11`
//! Kiothi's triple capture. Where the written sources leave a choice, the reading
//! taken is an option of the [`RuleSet`].
//!
//! [`RuleSet::sow`] plays one sowing on a bare [`Ring`](crate::board::Ring), [`RuleSet::expand`]
//! gives all continuations (the one door that every solver goes through), [`Position`]
//! adds who is to move and what was captured, [`Record`] adds the positions already seen. Kiothi's [`Opening`]
//! comes before; a [`Course`] is a whole game, from the opening or a [`RecordedSetup`] on.

mod course;
mod giuthi;
mod kiothi;
mod lap;
mod moves;
pub mod naive;
mod opening;
mod outcome;
mod perft;
mod position;
mod readings;
mod record;
mod recorded;
mod rule_set;
mod setup;
mod trace;
mod turn;

pub use course::{Course, CourseFault, Redistributed};
pub use lap::{GivenUp, GoOn};
pub use moves::{Direction, Move};
pub use opening::{Opening, OpeningFault, Redistribution, RedistributionFault, Stage};
pub use outcome::{Illegal, Next, Outcome, Sown};
pub use perft::perft;
pub use position::Position;
pub use record::{Ending, PlayError, Ply, PlyNext, Record};
pub use recorded::RecordedSetup;
pub use rule_set::{
    ChainGap, EmptyOpposite, EndlessSowing, Game, GiuthiRules, KiothiRules, OptionFault,
    OptionSpec, Preset, RuleSet, Start, Triple,
};
pub use setup::{MarkFault, Setup, SetupFault};
pub use trace::{Lap, Taken, Trace};
pub use turn::{Step, Turn};
