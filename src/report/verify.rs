//! What came of judging a claimed solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagram::{FAINT, STRONG};
use super::words::{ending_words, position_words, turns_text};
use crate::notation::NamedMove;
use crate::rules::Position;
use crate::value::{Goal, Verdict};
use crate::verify::{Asked, ComposedJudgement, Finding, Judgement, Kind};

/// How a judgement is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifyStyle {
    /// Whether the claim is a tree, so that findings need the path to them.
    pub is_tree: bool,
    /// Whether a claim with duals may be sound.
    pub duals_allowed: bool,
}

/// What `verify` answers to one puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VerifyReport {
    /// The puzzle's id.
    pub id: String,
    /// Whether the claim is right and complete and has the only key (and no duals, if asked so); null where a limit was reached first.
    pub sound: Option<bool>,
    /// What was found out, in the order of the claim.
    pub claims: Vec<ClaimFinding>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimFinding {
    /// How many plies were played before it.
    pub ply: usize,
    /// `right`, `wrong`, `cook`, `transposition`, `detour`, `dual`, `illegal`, `too_short` or `weak_defence`.
    pub kind: String,
    /// The move that it is about; absent where a claim is too short.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The moves that follow it: a refutation, how it reaches the goal too; after a weak defence the better one and what follows.
    pub line: Vec<String>,
    /// The moves from the start of the claim to it; only for trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// Why a move cannot be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl VerifyReport {
    /// Writes a judgement; with the path to each finding for a tree.
    pub fn new(id: &str, judgement: &Judgement, style: VerifyStyle) -> VerifyReport {
        let findings = judgement.findings.iter();
        VerifyReport {
            id: id.to_owned(),
            sound: Some(judgement.is_sound(style.duals_allowed)),
            claims: findings
                .map(|finding| claim_finding(finding, style.is_tree))
                .collect(),
        }
    }

    /// Writes a judgement of a claimed solution of series or help play.
    pub fn composed(id: &str, judgement: &ComposedJudgement) -> VerifyReport {
        let findings = judgement.findings.iter();
        VerifyReport {
            id: id.to_owned(),
            sound: Some(judgement.is_sound()),
            claims: findings
                .map(|finding| claim_finding(finding, false))
                .collect(),
        }
    }

    /// Writes that a limit was reached.
    pub fn unknown(id: &str) -> VerifyReport {
        VerifyReport {
            id: id.to_owned(),
            sound: None,
            claims: Vec::new(),
        }
    }
}

fn claim_finding(finding: &Finding, is_tree: bool) -> ClaimFinding {
    let names = |moves: &[NamedMove]| moves.iter().map(NamedMove::to_string).collect();
    let plies = finding.line.iter();
    ClaimFinding {
        ply: finding.path.len(),
        kind: finding.kind.name().to_owned(),
        mv: finding.mv.map(|mv| mv.to_string()),
        line: plies
            .map(|ply| NamedMove::new(ply.mv, ply.side, ply.position.row()).to_string())
            .collect(),
        path: is_tree.then(|| names(&finding.path)),
        reason: finding.reason.clone(),
    }
}

/// Writes a judgement for people.
pub fn verify_text(
    id: &str,
    position: &Position,
    judgement: &Judgement,
    style: VerifyStyle,
) -> String {
    let side = position.to_move();
    let mut text = format!("{STRONG}{id}{STRONG:#}  {}\n", position_words(position));
    text += &match judgement.asked {
        Asked::Plain(goal, verdict) => {
            let goal = match goal {
                Goal::Win => "to win",
                Goal::Draw => "to draw at least",
            };
            let verdict = match verdict {
                Verdict::Win => "it wins",
                Verdict::Draw => "it draws, no more",
                Verdict::Loss => "it loses",
            };
            format!("Claimed: how {side} is {goal}. With best play {verdict}.\n")
        }
        Asked::Stipulated(stipulation, met) => {
            let side = stipulation.side(position);
            let what = stipulation.words(position.rules().game());
            let can = if met { "can" } else { "cannot" };
            format!("Claimed: how {side} {what}. {side} {can} force it.\n")
        }
    };
    for finding in &judgement.findings {
        text += &finding_text(finding, position, style.is_tree);
    }
    let kinds = judgement.findings.iter().map(|finding| finding.kind);
    let duals = match kinds.filter(|kind| *kind == Kind::Dual).count() {
        0 => "no duals".to_owned(),
        1 => "1 dual".to_owned(),
        duals => format!("{duals} duals"),
    };
    text += &match judgement.faults(style.duals_allowed) {
        0 if judgement.findings.is_empty() => {
            format!("{STRONG}Sound{STRONG:#}: nothing is left to play, and nothing is claimed.\n")
        }
        0 => {
            format!("{STRONG}Sound{STRONG:#}: the claim is right and has the only key; {duals}.\n")
        }
        1 => format!("{STRONG}Unsound{STRONG:#}: 1 fault.\n"),
        faults => format!("{STRONG}Unsound{STRONG:#}: {faults} faults.\n"),
    };
    text
}

pub(super) fn finding_text(finding: &Finding, start: &Position, is_tree: bool) -> String {
    let path: Vec<String> = finding.path.iter().map(NamedMove::to_string).collect();
    let place = match (is_tree, path.is_empty()) {
        (true, false) => format!("after {}", path.join(" ")),
        _ => format!("{}.", path.len() + 1),
    };
    let mv = finding.mv.map_or("…".to_owned(), |mv| mv.to_string());
    let what = match finding.kind {
        Kind::Right => "right",
        Kind::Wrong => "WRONG: the goal is lost",
        Kind::Cook => "COOK: reaches the goal, in a way of its own",
        Kind::Transposition => "reaches the goal, but only through a position of the claim",
        Kind::Detour => "wins only by going back to where play was, which is a draw",
        Kind::Dual => "dual: reaches the goal, in a way of its own",
        Kind::Illegal => "ILLEGAL",
        Kind::TooShort => "TOO SHORT: the solver has still to choose",
        Kind::WeakDefence => "a weak defence",
    };
    let mut text = format!("  {place:>3} {STRONG}{mv:<5}{STRONG:#} {what}");
    if let Some(reason) = &finding.reason {
        text += &format!(": {reason}");
    }
    text.push('\n');
    if !finding.line.is_empty() {
        let lead = match finding.kind {
            Kind::WeakDefence => "better",
            Kind::TooShort => "as",
            _ => "then",
        };
        let turns: Vec<String> = turns_text(&finding.line)
            .into_iter()
            .map(|(side, moves)| format!("{side} {moves}"))
            .collect();
        text += &format!("            {lead} {}\n", turns.join("; "));
    }
    if let Some(ending) = finding.ending {
        let last = finding.line.last().map_or(start, |ply| &ply.position);
        text += &format!(
            "            {FAINT}{}{FAINT:#}\n",
            ending_words(ending, last)
        );
    }
    text
}
