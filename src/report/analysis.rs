//! Analysis, as JSON and as text.

use super::diagram::{FAINT, STRONG};
use super::words::{ply_text, turns_text};
use crate::analysis::{Analysis, Branch, SetPlay, Threat, ThreatKind, Try};
use crate::notation::NamedMove;
use crate::puzzle::{AnalysisObject, BranchObject, SetPlayObject, ThreatObject, TryObject};
use crate::rules::{Ply, PlyNext, Position};

fn name(ply: &Ply) -> String {
    NamedMove::new(ply.mv, ply.side, ply.position.row()).to_string()
}

fn names(plies: &[Ply]) -> Vec<String> {
    plies.iter().map(name).collect()
}

/// Writes an analysis as other programs read it; the graph is not part of it.
pub fn analysis_object(analysis: &Analysis) -> AnalysisObject {
    let set_play = analysis.set_play.as_ref().and_then(Option::as_ref);
    AnalysisObject {
        tree: analysis
            .tree
            .as_ref()
            .map(|tree| tree.iter().map(branch_object).collect()),
        tries: analysis
            .tries
            .as_ref()
            .map(|tries| tries.iter().map(try_object).collect()),
        set_play: set_play.map(|set_play| SetPlayObject {
            reached: set_play.reached,
            zugzwang: set_play.is_zugzwang(),
            line: names(&set_play.line),
        }),
        threats: analysis
            .threats
            .as_ref()
            .map(|threats| threats.iter().map(threat_object).collect()),
    }
}

fn branch_object(branch: &Branch) -> BranchObject {
    BranchObject {
        mv: name(&branch.ply),
        captured: branch.ply.captured,
        next: branch.ply.next.name().to_owned(),
        only: branch.only,
        plies: branch.plies,
        then: branch.next.iter().map(branch_object).collect(),
    }
}

fn try_object(tried: &Try) -> TryObject {
    TryObject {
        mv: name(&tried.plies[0]),
        turn: names(&tried.plies[1..]),
        refutation: name(&tried.refutation),
        plies: tried.plies_to_loss,
        other_moves: tried.other_moves,
    }
}

fn threat_object(threat: &Threat) -> ThreatObject {
    let (kind, line) = match &threat.kind {
        ThreatKind::Threat(line) => ("threat", names(line)),
        ThreatKind::Waiting => ("waiting", Vec::new()),
        ThreatKind::Nothing => ("none", Vec::new()),
    };
    ThreatObject {
        key: name(&threat.turn[0]),
        turn: names(&threat.turn[1..]),
        kind: kind.to_owned(),
        line,
    }
}

/// Writes an analysis for people.
pub fn analysis_text(position: &Position, analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(tree) = &analysis.tree {
        text += "\nVariations\n";
        for branch in tree {
            push_branch(&mut text, branch, 1);
        }
    }
    if let Some(tries) = &analysis.tries {
        text += "\nTries\n";
        if tries.is_empty() {
            text += "  None: no wrong move fails to one defence only.\n";
        }
        for tried in tries {
            text += &try_text(tried);
        }
    }
    if let Some(set_play) = &analysis.set_play {
        text += "\nSet play\n";
        text += &set_play_text(position, set_play.as_ref());
    }
    if let Some(threats) = &analysis.threats {
        text += "\nThreats\n";
        if threats.is_empty() {
            text += "  None: there is no key.\n";
        }
        for threat in threats {
            text += &threat_text(threat);
        }
    }
    text
}

/// Writes a branch and what follows, one move a line; forced sequences stay on one.
fn push_branch(text: &mut String, branch: &Branch, depth: usize) {
    let mut line = String::new();
    let mut at = branch;
    loop {
        let mark = if at.only == Some(true) { "!" } else { "" };
        line += &format!("{STRONG}{}{mark}{STRONG:#}", ply_text(&at.ply));
        match &at.next[..] {
            [next] => {
                line += if next.ply.side == at.ply.side {
                    ","
                } else {
                    " "
                };
                at = next;
            }
            _ => break,
        }
    }
    let end = match (at.ply.next, at.plies) {
        (PlyNext::Over(_), _) => "ends the game".to_owned(),
        (PlyNext::Endless, _) => "never ends: a draw".to_owned(),
        (_, Some(1)) => "1 ply".to_owned(),
        (_, Some(plies)) if at.next.is_empty() => format!("{} plies to go", plies - 1),
        _ => String::new(),
    };
    let indent = "  ".repeat(depth);
    text.push_str(&format!("{indent}{line}"));
    if !end.is_empty() {
        text.push_str(&format!("  {FAINT}{end}{FAINT:#}"));
    }
    text.push('\n');
    if at.next.len() > 1 {
        for next in &at.next {
            push_branch(text, next, depth + 1);
        }
    }
}

fn try_text(tried: &Try) -> String {
    let moves: Vec<String> = tried.plies.iter().map(ply_text).collect();
    let moves = moves.join(",");
    let other = match tried.other_moves {
        1 => "the other move".to_owned(),
        others => format!("{others} others"),
    };
    let result = match tried.plies_to_loss {
        Some(plies) => format!("wins in {plies} plies"),
        None => "draws".to_owned(),
    };
    let refutation = ply_text(&tried.refutation);
    let side = tried.refutation.side;
    format!(
        "  {STRONG}{moves}?{STRONG:#} fails to {STRONG}{refutation}!{STRONG:#} alone, by which {side} {result}; \
         not to {other}\n"
    )
}

fn set_play_text(position: &Position, set_play: Option<&SetPlay>) -> String {
    let (own, other) = (position.to_move(), !position.to_move());
    let Some(set_play) = set_play else {
        return format!("  If {other} were to move, the game would be over.\n");
    };
    let line: Vec<String> = turns_text(&set_play.line)
        .into_iter()
        .map(|(side, moves)| format!("{side} {moves}"))
        .collect();
    let what = match (set_play.reached, set_play.reached_with_move) {
        (true, true) => format!("{own} would reach the goal too"),
        (true, false) => format!("{own} would reach the goal; having to move costs it (zugzwang)"),
        (false, true) => format!("{own} would not reach the goal: it needs the move"),
        (false, false) => format!("{own} would not reach the goal either"),
    };
    format!(
        "  If {other} were to move, {what}.\n  {}\n",
        line.join("; ")
    )
}

fn threat_text(threat: &Threat) -> String {
    let moves: Vec<String> = threat.turn.iter().map(ply_text).collect();
    let moves = moves.join(",");
    let what = match &threat.kind {
        ThreatKind::Threat(line) => {
            let own = line.iter().take_while(|ply| ply.side == line[0].side);
            let own: Vec<String> = own.map(ply_text).collect();
            let length = line.len();
            format!(
                "threatens {STRONG}{}{STRONG:#} (the goal in {length} plies)",
                own.join(",")
            )
        }
        ThreatKind::Waiting => "waits: it is having to move that hurts the other side".to_owned(),
        ThreatKind::Nothing => "leaves the other side nothing to choose".to_owned(),
    };
    format!("  {STRONG}{moves}{STRONG:#} {what}\n")
}
