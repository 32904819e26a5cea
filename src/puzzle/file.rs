//! The puzzle file as types: the source of its schema.
//!
//! Reading goes through [`Puzzle::read`](super::Puzzle::read), which notes every fault at once; that both say the
//! same is held by tests.

#![allow(dead_code)]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GoalObject, SideName};

/// One puzzle. A file holds one, an array of them, or one a line (JSON Lines).
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Puzzle", title = "bonduc puzzle")]
pub(super) struct PuzzleFile {
    /// Unique in a run. Absent: the file's stem, with `#k` for the k-th of several.
    #[schemars(length(min = 1, max = 200))]
    id: Option<String>,
    /// Which game.
    game: GameName,
    /// The rule set: a preset, or a preset with options. Absent: the game's own.
    rules: Option<RulesField>,
    /// Pits a row. Absent: as many as the rows have.
    #[schemars(range(min = 2, max = 12))]
    pits: Option<u8>,
    /// North's seeds from left to right of the diagram.
    #[schemars(length(min = 2, max = 12), inner(range(min = 0, max = 255)))]
    north: Vec<u8>,
    /// South's seeds from left to right of the diagram; as many pits as North has.
    #[schemars(length(min = 2, max = 12), inner(range(min = 0, max = 255)))]
    south: Vec<u8>,
    /// Names of the nki boma (Kiothi only); each must be occupied.
    #[schemars(inner(regex(pattern = r"^[a-lA-L]$")))]
    marked: Option<Vec<String>>,
    /// Seeds captured so far. Absent: none.
    captured: Option<CapturedField>,
    /// Who is to move.
    to_move: SideName,
    /// Kiothi's opening (K3): the player to move redistributes, nothing is marked. Absent: sowings are chosen.
    phase: Option<PhaseName>,
    /// With `phase`: how many redistributions have been made.
    #[schemars(range(min = 0, max = 1))]
    redistributed: Option<u8>,
    /// Earlier positions that count for repetition, with as many seeds on the board.
    history: Option<Vec<EarlierPosition>>,
    /// What is to be reached.
    stipulation: Option<GoalObject>,
    /// Title.
    title: Option<String>,
    /// Who composed it.
    author: Option<String>,
    /// Where it was published.
    source: Option<String>,
    /// When it was published.
    #[schemars(range(min = -9999, max = 9999))]
    year: Option<i32>,
    /// Anything else.
    comment: Option<String>,
    /// Labels.
    tags: Option<Vec<String>>,
    /// The solution that the puzzle claims to have.
    solution: Option<ClaimField>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Game")]
enum GameName {
    Giuthi,
    Kiothi,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Phase")]
enum PhaseName {
    Opening,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Rules")]
enum RulesField {
    Preset(PresetName),
    Options(RuleOptions),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Preset")]
enum PresetName {
    Giuthi,
    GiuthiRuss,
    Kiothi,
}

/// Options on top of a preset; each belongs to one game, the last to both.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleOptions {
    /// Absent: the game's own preset.
    preset: Option<PresetName>,
    /// Giuthi, G7 when the opposite pit is empty.
    empty_opposite: Option<EmptyOppositeName>,
    /// Giuthi, G8 when an enemy pit opposite the run is empty.
    chain_gap: Option<ChainGapName>,
    /// Kiothi, K2; no bearing on play.
    setup: Option<SetupName>,
    /// Kiothi, K11.
    triple: Option<TripleName>,
    /// Kiothi, K10 only after a warrior fell into the enemy row.
    must_cross: Option<bool>,
    /// Both games: a sowing whose laps never end.
    endless_sowing: Option<EndlessName>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum EmptyOppositeName {
    TakeSeed,
    NoCapture,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ChainGapName {
    PassOver,
    Stop,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SetupName {
    Six,
    Five,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TripleName {
    AllThree,
    Run,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum EndlessName {
    Draw,
    Illegal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CapturedField {
    /// By South.
    #[schemars(range(min = 0, max = 255))]
    south: Option<u8>,
    /// By North.
    #[schemars(range(min = 0, max = 255))]
    north: Option<u8>,
}

/// An earlier position: a board and who was to move.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EarlierPosition {
    /// North's seeds from left to right of the diagram.
    #[schemars(length(min = 2, max = 12), inner(range(min = 0, max = 255)))]
    north: Vec<u8>,
    /// South's seeds from left to right of the diagram.
    #[schemars(length(min = 2, max = 12), inner(range(min = 0, max = 255)))]
    south: Vec<u8>,
    /// Names of the nki boma (Kiothi only).
    #[schemars(inner(regex(pattern = r"^[a-lA-L]$")))]
    marked: Option<Vec<String>>,
    /// Who was to move.
    to_move: SideName,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ClaimedSolution")]
enum ClaimField {
    Line(Vec<MoveText>),
    Tree(TreeField),
}

/// Giuthi: a pit and `+` or `-`, or `pass`. Kiothi: a boma and the number lifted.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Move")]
struct MoveText(#[schemars(regex(pattern = r"^([a-lA-L]([+-]|[1-9][0-9]{0,2})|pass)$"))] String);

/// A move of the solver with the replies to it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SolutionTree")]
struct TreeField {
    #[serde(rename = "move")]
    mv: MoveText,
    #[serde(default)]
    replies: Vec<ReplyField>,
}

/// A reply of the other side and how the solver goes on.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SolutionReply")]
struct ReplyField {
    #[serde(rename = "move")]
    mv: MoveText,
    then: Option<Box<TreeField>>,
}
