//! An answer as JSON: what `solve` prints, one object a line, and writes to solution files.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{AnalysisObject, Fault, GoalObject};
use crate::notation::{NamedMove, position_text};
use crate::rules::{Ending, Ply};
use crate::value::Verdict;

/// The answer to one puzzle.
///
/// Fields that are not known, or that do not apply, are absent. A solution file has `program` and `position` in front and
/// no `seconds`, so that the same answer is the same file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "bonduc solution")]
pub struct Solution {
    /// Solution files: the program and version that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Solution files: the position in one line of text, with its rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Solution files: earlier positions that count for repetition, each a board and who was to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<String>>,
    /// The puzzle's id.
    pub id: String,
    /// `giuthi` or `kiothi`; absent when refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// `south` or `north`; absent when refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
    /// Whether it was solved.
    pub status: StatusName,
    /// What is wrong with the puzzle, when refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<Vec<Fault>>,
    /// The result for the side to move at the puzzle's own score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictName>,
    /// Unsolved: the result is no worse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_at_least: Option<VerdictName>,
    /// Unsolved: the result is no better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_at_most: Option<VerdictName>,
    /// The puzzle's stipulation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalObject>,
    /// Whether it can be met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_met: Option<bool>,
    /// Where the rules make it impossible, as numbers alone show: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_impossible: Option<String>,
    /// Stipulations other than a win or a draw for the side to move: plies to the end of the game if the side for which it is hurries and the
    /// other delays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_plies: Option<u32>,
    /// Stipulations other than a win or a draw for the side to move: how the goal is reached or, where it cannot be, kept off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_line: Option<Vec<LinePly>>,
    /// How that line ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_ending: Option<EndingObject>,
    /// The least lead with which the side to move can force a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_with_lead: Option<LeadObject>,
    /// The least lead with which it can force at least a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws_with_lead: Option<LeadObject>,
    /// Every legal move in the fixed order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveObject>>,
    /// The moves that keep the verdict, or after which the goal is still forced. Series and help play: the first moves of all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// Sowings and passes to the end of the game when the winner hurries and the loser delays; null for draws.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    #[schemars(with = "Option<u32>")]
    pub plies: PliesObject,
    /// An upper bound of that which is not proved to be the least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_at_most: Option<u32>,
    /// Whether the line has the proved length; true for draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// The principal variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<LinePly>>,
    /// How the line ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingObject>,
    /// Series and help play: the lines that reach the goal, which are answered in place of verdict, moves and line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<SolutionsObject>,
    /// What was asked about it beside: variations, tries, set play, threats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<AnalysisObject>,
    /// What each reading of the rules makes of it, if that was asked for: all combinations of the options that bear on play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readings: Option<Vec<ReadingObject>>,
    /// The options on which verdict, keys or goal hang: some two readings that differ in this option alone differ there. Readings that a
    /// limit left unanswered do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hangs_on: Option<Vec<String>>,
    /// Solution files: the evidence for the verdict, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateObject>,
    /// How the values were found: `graph`, `layers`, `search`, `tables` or `rules`; `series` or `help` for play of these kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Positions valued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Time taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The solutions of series or help play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Solutions")]
pub struct SolutionsObject {
    /// How many different lines of plies reach the goal.
    pub count: u64,
    /// Whether these are all; otherwise a limit was reached, and there may be more.
    pub complete: bool,
    /// How many are intended, where the puzzle says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<u32>,
    /// The first of them in the fixed order of moves, move by move; in a series, those of one side alone.
    pub lines: Vec<Vec<String>>,
}

/// What one reading of the rules makes of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Reading")]
pub struct ReadingObject {
    /// The rule set as the one-line text of a position has it, such as `chain_gap=stop`; empty for the game's own.
    pub rules: String,
    /// Whether it was solved.
    pub status: StatusName,
    /// The result for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictName>,
    /// Whether the puzzle's stipulation can be met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_met: Option<bool>,
    /// The keys; absent where not every move was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// Plies to the end of the game; null for draws, absent where that was not worked out.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    #[schemars(with = "Option<u32>")]
    pub plies: PliesObject,
    /// Plies to the goal, where it is another than a win or a draw of the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_plies: Option<u32>,
    /// Series and help play: how many solutions there are, as far as they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
}

/// A length: absent, null (a draw has none) or a number.
pub type PliesObject = Option<Option<u32>>;

/// Tells a null from an absent field.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PliesObject, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Whether a puzzle was solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Status")]
pub enum StatusName {
    /// All that is said is exact.
    Solved,
    /// A limit was reached first.
    Unsolved,
    /// The puzzle is faulty.
    Refused,
}

/// A verdict by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Verdict")]
pub enum VerdictName {
    /// The side to move wins.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The other side wins.
    Loss,
}

impl From<Verdict> for VerdictName {
    fn from(verdict: Verdict) -> VerdictName {
        match verdict {
            Verdict::Win => VerdictName::Win,
            Verdict::Draw => VerdictName::Draw,
            Verdict::Loss => VerdictName::Loss,
        }
    }
}

impl From<VerdictName> for Verdict {
    fn from(name: VerdictName) -> Verdict {
        match name {
            VerdictName::Win => Verdict::Win,
            VerdictName::Draw => Verdict::Draw,
            VerdictName::Loss => Verdict::Loss,
        }
    }
}

/// Where a certificate stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Certificate")]
pub enum CertificateObject {
    /// Here, line by line.
    Lines(Vec<String>),
    /// In a file of its own beside the solution.
    File(CertificateFile),
}

/// A file with a certificate: its lines, compressed by zstd.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateFile {
    /// The name of the file, in the same folder.
    pub file: String,
    /// How many positions its proofs have.
    pub positions: u64,
}

/// A threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Lead")]
pub enum LeadObject {
    /// Exactly this lead.
    At(i16),
    /// No lead, or any.
    Word(LeadWord),
    /// Known only to lie between two.
    Between(BoundsObject),
}

/// A threshold that is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeadWord {
    /// With no lead.
    Never,
    /// With any lead.
    Always,
}

/// Bounds of a threshold that is not exactly known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Bounds")]
pub struct BoundsObject {
    /// It is at least this.
    pub from: LeadEnd,
    /// It is at most this.
    pub to: LeadEnd,
}

/// One end of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum LeadEnd {
    /// A lead.
    At(i16),
    /// No lead, or any.
    Word(LeadWord),
}

/// One legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Move")]
pub struct MoveObject {
    /// The move in text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The result that the side to move gets by it.
    pub verdict: VerdictName,
    /// The least lead, before its capture, with which it wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_with_lead: Option<LeadObject>,
    /// The least lead, before its capture, with which it draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws_with_lead: Option<LeadObject>,
    /// Plies to the end by it, itself included.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    #[schemars(with = "Option<u32>")]
    pub plies: PliesObject,
    /// Seeds that its sowing takes.
    pub captured: u8,
    /// `again`, `opponent`, `over` or `endless`.
    pub next: String,
}

/// One ply of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinePly {
    /// Who plays it: `south` or `north`.
    pub side: String,
    /// The move in text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Seeds that its sowing takes.
    pub captured: u8,
    /// `again`, `opponent`, `over` or `endless`.
    pub next: String,
    /// The board after it, in one line of text.
    pub position: String,
}

impl From<&Ply> for LinePly {
    fn from(ply: &Ply) -> LinePly {
        LinePly {
            side: ply.side.name().to_owned(),
            mv: NamedMove::new(ply.mv, ply.side, ply.position.row()).to_string(),
            captured: ply.captured,
            next: ply.next.name().to_owned(),
            position: position_text(&ply.position),
        }
    }
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "Ending")]
pub enum EndingObject {
    /// No one can move; the final totals.
    NoMoves {
        /// South's total.
        south: u16,
        /// North's total.
        north: u16,
    },
    /// A position came up again.
    Repetition {
        /// Plies played before the position stood there first; null if that was in the history.
        first_ply: Option<u32>,
        /// Plies played when it stood there again.
        again_ply: u32,
    },
    /// A sowing that never ends.
    EndlessSowing,
}

impl From<Ending> for EndingObject {
    fn from(ending: Ending) -> EndingObject {
        match ending {
            Ending::NoMoves { south, north } => EndingObject::NoMoves { south, north },
            Ending::Repetition {
                first_ply,
                again_ply,
            } => EndingObject::Repetition {
                first_ply: first_ply.map(|ply| ply as u32),
                again_ply: again_ply as u32,
            },
            Ending::EndlessSowing => EndingObject::EndlessSowing,
        }
    }
}

/// Seeds captured by each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Captured")]
pub struct CapturedObject {
    /// By South.
    pub south: u8,
    /// By North.
    pub north: u8,
}
