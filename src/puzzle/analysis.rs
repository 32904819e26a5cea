//! Analysis as part of an answer: only there where it was asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What composers ask about a position.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Analysis")]
pub struct AnalysisObject {
    /// The variation tree: the keys (or, in a lost position, all moves) with what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Vec<BranchObject>>,
    /// First moves that miss the goal because of one defence only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<TryObject>>,
    /// What would happen if the other side were to move; absent too where the game would be over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_play: Option<SetPlayObject>,
    /// What each key threatens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Vec<ThreatObject>>,
}

/// A move of the variation tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Branch")]
pub struct BranchObject {
    /// The move in text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Seeds that its sowing takes.
    pub captured: u8,
    /// `again`, `opponent`, `over` or `endless`.
    pub next: String,
    /// Whether it is the only move there that reaches the goal; absent for the other side's moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<bool>,
    /// Plies to the end by it, itself included; absent for draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// What follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<BranchObject>,
}

/// A try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Try")]
pub struct TryObject {
    /// The first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The sowings that follow it in the same turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turn: Vec<String>,
    /// The one move that refutes it.
    pub refutation: String,
    /// Plies to the other side's win by it, itself included; absent if it only draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// How many moves do not refute it.
    pub other_moves: usize,
}

/// Set play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SetPlay")]
pub struct SetPlayObject {
    /// Whether the goal would be reached if the other side were to move.
    pub reached: bool,
    /// Whether having to move costs the goal.
    pub zugzwang: bool,
    /// Best play with the other side to move.
    pub line: Vec<String>,
}

/// What a key threatens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Threat")]
pub struct ThreatObject {
    /// The key.
    pub key: String,
    /// The sowings that follow it in the same turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turn: Vec<String>,
    /// `threat`: if the other side did not move, `line` would reach the goal; `waiting`: nothing would; `none`: the game is over, or it
    /// has to pass.
    pub kind: String,
    /// The threat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}
