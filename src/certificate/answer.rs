//! A whole solution checked: what it says against the rules and against its certificate.

use super::goal::Asked;
use super::{Aim, Checked, Start};
use crate::board::Side;
use crate::notation::{NamedMove, parse_board, parse_position, position_text};
use crate::puzzle::{
    EndingObject, Fault, LeadObject, LeadWord, LinePly, MoveObject, PliesObject, Solution,
    StatusName,
};
use crate::rules::{Ending, Move, Ply, Position, Record};
use crate::value::{Goal, Verdict};

/// What of a solution is certain, and what only stands there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings {
    /// Shown by the certificate or by the rules alone.
    pub certified: Vec<Claim>,
    /// Said, without evidence; nothing contradicts it.
    pub stated: Vec<Claim>,
}

/// One thing that a solution says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The result for the side to move.
    Verdict,
    /// Which moves keep it, or reach the goal, and that no others do.
    Keys,
    /// The verdict of every move.
    Moves,
    /// That the game does not last longer if the winner hurries.
    PliesAtMost,
    /// That the loser can make it last so long.
    PliesAtLeast,
    /// The main line is legal and ends as it says.
    Line,
    /// How many plies the game lasts by each move.
    MovePlies,
    /// The leads with which the position and its moves are won and drawn.
    Leads,
    /// Variations, tries, set play, threats.
    Analysis,
    /// Whether a stipulation that the verdict does not answer can be met.
    Goal,
    /// That it can be met in so many plies.
    GoalPlies,
    /// The line towards it is legal and ends as it says.
    GoalLine,
    /// The lines of series or help play that are listed reach the goal.
    Solutions,
    /// There are as many such lines as it says, and no others.
    NoOthers,
    /// What other readings of the rules make of it.
    Readings,
}

impl Claim {
    /// Returns the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Verdict => "verdict",
            Claim::Keys => "keys",
            Claim::Moves => "moves",
            Claim::PliesAtMost => "plies_at_most",
            Claim::PliesAtLeast => "plies_at_least",
            Claim::Line => "line",
            Claim::MovePlies => "move_plies",
            Claim::Leads => "leads",
            Claim::Analysis => "analysis",
            Claim::Goal => "goal",
            Claim::GoalPlies => "goal_plies_at_most",
            Claim::GoalLine => "goal_line",
            Claim::Solutions => "solutions",
            Claim::NoOthers => "no_others",
            Claim::Readings => "readings",
        }
    }
}

/// Returns what a certificate has to show for a verdict: who forces what.
pub fn statements_for(
    position: &Position,
    verdict: Verdict,
    start: Start,
) -> Vec<(Side, Aim, Start)> {
    let (own, other) = (position.to_move(), !position.to_move());
    match verdict {
        Verdict::Win => vec![(own, Aim::Win, start)],
        Verdict::Loss => vec![(other, Aim::Win, start)],
        Verdict::Draw => vec![(own, Aim::Draw, start), (other, Aim::Draw, start)],
    }
}

/// Returns what a certificate has to show for a move that is, or is not, a key to a goal.
pub fn statement_for_key(
    position: &Position,
    mv: Move,
    goal: Goal,
    is_key: bool,
) -> (Side, Aim, Start) {
    let start = Start::After(mv);
    match (is_key, goal) {
        (true, goal) => (position.to_move(), goal.into(), start),
        (false, Goal::Win) => (!position.to_move(), Aim::Draw, start),
        (false, Goal::Draw) => (!position.to_move(), Aim::Win, start),
    }
}

/// Reads the position of a solved solution.
///
/// # Errors
///
/// If it has none, or says something else of it.
pub fn solution_position(solution: &Solution) -> Result<Position, Fault> {
    let text = solution.position.as_deref().unwrap_or_default();
    let position = parse_position(text)
        .map_err(|error| Fault::new("$.position", format!("{text:?}"), error.to_string()))?;
    let same = |path: &str, found: &Option<String>, expected: &str| match found {
        Some(found) if found == expected => Ok(()),
        found => {
            let found = format!("{:?}", found.as_deref().unwrap_or_default());
            Err(Fault::new(path, found, format!("{expected:?}")))
        }
    };
    same("$.position", &solution.position, &position_text(&position))?;
    same("$.game", &solution.game, position.rules().game().name())?;
    same("$.to_move", &solution.to_move, position.to_move().name())?;
    Ok(position)
}

/// Reads the earlier positions of a solution, about which it says that they count for repetition.
///
/// # Errors
///
/// If one is no board of the position's kind, or not written as the program writes it.
pub fn solution_history(solution: &Solution, position: &Position) -> Result<Vec<Position>, Fault> {
    let texts = solution.history.as_deref().unwrap_or_default();
    let read = |(index, text): (usize, &String)| {
        parse_board(text, position).ok_or_else(|| {
            let path = format!("$.history[{index}]");
            let expected = "a board and who was to move, as 0,0,3/2,0,0 s";
            Fault::new(path, format!("{text:?}"), expected)
        })
    };
    texts.iter().enumerate().map(read).collect()
}

/// Checks what a solved solution says, by the rules and by what its certificate shows.
///
/// # Errors
///
/// The first thing that is wrong, or that has to be shown and is not.
pub fn check_solution(solution: &Solution, checked: &Checked) -> Result<Findings, Fault> {
    let position = solution_position(solution)?;
    let fault = |path: &str, found: &str, expected: &str| Err(Fault::new(path, found, expected));
    if solution.status != StatusName::Solved {
        return fault("$.status", "no solved puzzle", "\"solved\"");
    }
    if solution.verdict_at_least.is_some() || solution.verdict_at_most.is_some() {
        let expected = "a verdict alone, where the puzzle is solved";
        return fault("$.verdict_at_least", "bounds of the verdict", expected);
    }
    let history = solution_history(solution, &position)?;
    if checked.history() != history {
        let found = format!("a history of {}", checked.history().len());
        let expected = format!("the {} of the solution", history.len());
        return fault("$.certificate", &found, &expected);
    }
    if *checked.position() != position {
        let found = position_text(checked.position());
        let expected = position_text(&position);
        return fault("$.certificate", &found, &expected);
    }
    let mut findings = Findings::default();
    // 1. The verdict, and the goal that hangs on it.
    let Some(verdict) = solution.verdict.map(Verdict::from) else {
        return fault("$.verdict", "nothing", "a verdict");
    };
    let is_shown = |(side, aim, start)| checked.shows(side, aim, start).is_some();
    for needed in statements_for(&position, verdict, Start::Here) {
        if !is_shown(needed) {
            let (side, aim, _) = needed;
            let what = match aim {
                Aim::Win => "a proof that it wins",
                Aim::Draw | Aim::Delay => "a proof that it does not lose",
            };
            return fault("$.certificate", "none", &format!("for {side} {what}"));
        }
    }
    findings.certified.push(Claim::Verdict);
    let asked = Asked::read(&position, &history, solution)?;
    match &asked {
        Some(asked) => asked.check(checked, &mut findings)?,
        None => {
            let goal = plain_goal(solution, &position);
            if solution.goal_met != goal.map(|goal| goal.is_met_by(verdict)) {
                let found = format!("{:?}", solution.goal_met);
                return fault("$.goal_met", &found, "what the verdict says");
            }
            let said = solution.goal_plies.is_some()
                || solution.goal_line.is_some()
                || solution.goal_ending.is_some()
                || solution.goal_impossible.is_some();
            if said {
                let expected = "no more than goal_met, which the verdict answers";
                return fault("$.goal", "goal_plies, goal_line or more", expected);
            }
        }
    }
    // 2. Moves and keys.
    if let Some(moves) = &solution.moves {
        let own = check_moves(&position, &history, verdict, moves)?;
        check_move_lengths(&position, verdict, solution.plies, &own, checked)?;
        let needed = own.iter().flat_map(|(mv, object)| {
            statements_for(&position, object.verdict.into(), Start::After(*mv))
        });
        let all = needed.into_iter().all(is_shown);
        findings.put(Claim::Moves, all);
        let has_length = |object: &MoveObject| object.plies.flatten().is_some();
        if moves.iter().any(has_length) {
            findings.stated.push(Claim::MovePlies);
        }
    }
    if let Some(keys) = solution.keys.as_ref().filter(|_| asked.is_none()) {
        findings.put(
            Claim::Keys,
            check_keys(&position, solution, verdict, keys, checked)?,
        );
    }
    // 3. The length.
    if solution.plies == Some(None) && verdict != Verdict::Draw {
        return fault(
            "$.plies",
            "null",
            "a number, or nothing where it is not known",
        );
    }
    if let Some(most) = solution.plies_at_most {
        let (winner, aim, start) = statements_for(&position, verdict, Start::Here)[0];
        let known = solution.plies.flatten().is_some_and(|plies| plies > most);
        if verdict == Verdict::Draw || known {
            let expected = "an upper bound of the plies of a win";
            return fault("$.plies_at_most", &most.to_string(), expected);
        }
        let shown = checked
            .shows(winner, aim, start)
            .and_then(|shown| shown.plies);
        findings.put(Claim::PliesAtMost, shown.is_some_and(|shown| shown <= most));
    }
    if let Some(Some(plies)) = solution.plies {
        if verdict == Verdict::Draw {
            return fault("$.plies", &plies.to_string(), "null, for a draw");
        }
        let (winner, ..) = statements_for(&position, verdict, Start::Here)[0];
        let shown = |side, aim| checked.shows(side, aim, Start::Here)?.plies;
        let (most, least) = (shown(winner, Aim::Win), shown(!winner, Aim::Delay));
        let contradicts = |expected: String| {
            let expected = format!("{expected}, as the certificate shows");
            Err(Fault::new("$.plies", plies.to_string(), expected))
        };
        if let Some(most) = most.filter(|&most| most < plies) {
            return contradicts(format!("at most {most}"));
        }
        if let Some(least) = least.filter(|&least| least > plies) {
            return contradicts(format!("at least {least}"));
        }
        if solution.plies_at_most.is_none() {
            findings.put(Claim::PliesAtMost, most == Some(plies));
        }
        findings.put(Claim::PliesAtLeast, plies == 0 || least == Some(plies));
    }
    // 4. The line.
    if let Some(line) = &solution.line {
        check_line(&position, &history, verdict, solution, line)?;
        findings.certified.push(Claim::Line);
    } else if let Some(ending) = solution.ending {
        return fault("$.ending", &json(&ending), "a line that ends so");
    }
    // 5. Leads: held against the verdicts and each other.
    let own = [solution.wins_with_lead, solution.draws_with_lead];
    check_leads("$", position.lead(), verdict, own)?;
    if let Some(moves) = &solution.moves {
        check_move_leads(&position, moves, own)?;
    }
    if own.iter().any(Option::is_some) {
        findings.stated.push(Claim::Leads);
    }
    if solution.analysis.is_some() {
        findings.stated.push(Claim::Analysis);
    }
    if solution.readings.is_some() {
        findings.stated.push(Claim::Readings);
    }
    Ok(findings)
}

/// Returns the goal of a solution that its verdict answers: a win or a draw for the side to move.
fn plain_goal(solution: &Solution, position: &Position) -> Option<Goal> {
    let stipulation = solution.goal?.stipulation()?;
    stipulation.as_goal(position.to_move())
}

impl Findings {
    pub(super) fn put(&mut self, claim: Claim, certified: bool) {
        match certified {
            true => self.certified.push(claim),
            false => self.stated.push(claim),
        }
    }
}

/// Checks that the moves are all legal moves in the fixed order, with what they capture and what follows, and that the best
/// of them has the verdict.
fn check_moves<'a>(
    position: &Position,
    history: &[Position],
    verdict: Verdict,
    moves: &'a [MoveObject],
) -> Result<Vec<(Move, &'a MoveObject)>, Fault> {
    let legal = position.legal_moves();
    let names: Vec<String> = legal.iter().map(|&mv| named(position, mv)).collect();
    let found: Vec<&str> = moves.iter().map(|object| object.mv.as_str()).collect();
    if found != names {
        let found = format!("the moves {}", found.join(" "));
        let expected = format!("the legal moves {}", names.join(" "));
        return Err(Fault::new("$.moves", found, expected));
    }
    for (index, (&mv, object)) in legal.iter().zip(moves).enumerate() {
        let mut record = Record::with_history(*position, history);
        let ply = record.play(mv).expect("a legal move");
        let is = (object.captured, object.next.as_str());
        let must = (ply.captured, ply.next.name());
        if is != must {
            let path = format!("$.moves[{index}]");
            return Err(Fault::new(path, format!("{is:?}"), format!("{must:?}")));
        }
    }
    let best = moves
        .iter()
        .map(|object| Verdict::from(object.verdict))
        .max();
    if best.is_some_and(|best| best != verdict) {
        let found = format!("a best move with the verdict {}", best.unwrap_or(verdict));
        return Err(Fault::new("$.moves", found, format!("{verdict}")));
    }
    Ok(legal.into_iter().zip(moves).collect())
}

/// Checks that the keys are legal moves, and those that the moves say; tells whether the certificate shows that they and no others are.
fn check_keys(
    position: &Position,
    solution: &Solution,
    verdict: Verdict,
    keys: &[String],
    checked: &Checked,
) -> Result<bool, Fault> {
    let goal = plain_goal(solution, position);
    let is_key = |of: Verdict| match goal {
        Some(goal) => goal.is_met_by(of),
        None => of == verdict && verdict != Verdict::Loss,
    };
    if let Some(moves) = &solution.moves {
        let expected: Vec<&String> = moves
            .iter()
            .filter(|object| is_key(object.verdict.into()))
            .map(|object| &object.mv)
            .collect();
        if keys.iter().collect::<Vec<_>>() != expected {
            let (found, expected) = (json(&keys), format!("{}, as in moves", json(&expected)));
            return Err(Fault::new("$.keys", found, expected));
        }
    }
    let legal = position.legal_moves();
    let ordered: Vec<String> = legal
        .iter()
        .map(|&mv| named(position, mv))
        .filter(|name| keys.contains(name))
        .collect();
    if keys != ordered {
        let (found, expected) = (json(&keys), "legal moves in their order, once each");
        return Err(Fault::new("$.keys", found, expected));
    }
    // What a key reaches: the goal, or else the verdict. For a loss there is none, which the verdict itself shows.
    let reached = Goal::asked(goal, verdict);
    let Some(reached) = reached.filter(|goal| goal.is_met_by(verdict)) else {
        return match keys {
            [] => Ok(true),
            _ => {
                let expected = "none, as the verdict says";
                Err(Fault::new("$.keys", json(&keys), expected))
            }
        };
    };
    let mut all = true;
    for mv in legal {
        let name = named(position, mv);
        let is_key = keys.contains(&name);
        let shown = |is_key| {
            let (side, aim, start) = statement_for_key(position, mv, reached, is_key);
            checked.shows(side, aim, start).is_some()
        };
        all &= shown(is_key);
        if shown(!is_key) {
            let (found, expected) = match is_key {
                true => (
                    name,
                    "only moves that the certificate does not show to fail",
                ),
                false => (
                    format!("no {name}"),
                    "every move that the certificate shows to be a key",
                ),
            };
            return Err(Fault::new("$.keys", found, expected));
        }
    }
    Ok(all)
}

/// Plays a line that stands at `path`, which has to be as it says; returns its plies, and how the game ends with it.
pub(super) fn play_line(
    position: &Position,
    history: &[Position],
    line: &[LinePly],
    path: &str,
) -> Result<(Vec<Ply>, Option<Ending>), Fault> {
    let mut record = Record::with_history(*position, history);
    let mut plies = Vec::new();
    for (index, ply) in line.iter().enumerate() {
        let path = format!("{path}[{index}]");
        let here = record.position();
        let game = here.rules().game();
        let mv = NamedMove::parse_for(&ply.mv, game, here.row(), here.to_move());
        let mv =
            mv.map_err(|error| Fault::new(&path, format!("{:?}", ply.mv), error.to_string()))?;
        let played: Ply = record
            .play(mv)
            .map_err(|error| Fault::new(&path, format!("{:?}", ply.mv), error.to_string()))?;
        plies.push(played);
        let played = LinePly::from(&played);
        if played != *ply {
            return Err(Fault::new(path, json(ply), json(&played)));
        }
    }
    Ok((plies, record.ending()))
}

/// Plays the line, which has to be as it says, and to end as the verdict says.
fn check_line(
    position: &Position,
    history: &[Position],
    verdict: Verdict,
    solution: &Solution,
    line: &[LinePly],
) -> Result<(), Fault> {
    let (_, ending) = play_line(position, history, line, "$.line")?;
    // The keys of another stipulation are another matter.
    let own_keys = solution.goal.is_none() || plain_goal(solution, position).is_some();
    if let (Some(keys), Some(first)) = (&solution.keys, line.first())
        && own_keys
        && !keys.is_empty()
        && !keys.contains(&first.mv)
    {
        let expected = format!("a key: {}", keys.join(", "));
        return Err(Fault::new("$.line[0]", format!("{:?}", first.mv), expected));
    }
    if ending.map(EndingObject::from) != solution.ending {
        let expected = ending.map(EndingObject::from);
        return Err(Fault::new(
            "$.ending",
            json(&solution.ending),
            json(&expected),
        ));
    }
    let Some(ending) = ending else {
        let found = "a line that does not end";
        return Err(Fault::new("$.line", found, "the end of the game"));
    };
    let result = Verdict::of_ending(ending, position.to_move());
    if result != verdict {
        let found = format!("a line that ends in a {result}");
        return Err(Fault::new("$.line", found, format!("a {verdict}")));
    }
    match solution.plies {
        Some(Some(plies)) if plies as usize != line.len() => {
            let found = format!("{} plies", line.len());
            Err(Fault::new("$.line", found, format!("{plies}, as in plies")))
        }
        _ => Ok(()),
    }
}

/// Checks that the lengths of the moves can be: by their verdicts, by the position's length and by what is shown.
fn check_move_lengths(
    position: &Position,
    verdict: Verdict,
    plies: PliesObject,
    moves: &[(Move, &MoveObject)],
    checked: &Checked,
) -> Result<(), Fault> {
    let text = |plies: Option<u32>| plies.map_or("null".to_owned(), |plies| plies.to_string());
    for (index, (mv, object)) in moves.iter().enumerate() {
        let Some(said) = object.plies else {
            continue;
        };
        let fault = |expected: &str| {
            let path = format!("$.moves[{index}].plies");
            Err(Fault::new(path, text(said), expected))
        };
        let winner = match Verdict::from(object.verdict) {
            Verdict::Win => position.to_move(),
            Verdict::Loss => !position.to_move(),
            Verdict::Draw if said.is_some() => return fault("null, for a draw"),
            Verdict::Draw => continue,
        };
        let Some(said) = said else {
            return fault("a number, or nothing where it is not known");
        };
        let shown = checked.shows(winner, Aim::Win, Start::After(*mv));
        let most = shown.and_then(|statement| statement.plies);
        if let Some(most) = most.filter(|&most| most < said) {
            return fault(&format!("at most {most}, as the certificate shows"));
        }
    }
    let kept = moves.iter().map(|(_, object)| object);
    let kept = kept.filter(|object| Verdict::from(object.verdict) == verdict);
    let lengths: Option<Vec<u32>> = kept.map(|object| object.plies.flatten()).collect();
    let best = lengths.and_then(|lengths| match verdict {
        Verdict::Win => lengths.into_iter().min(),
        Verdict::Loss => lengths.into_iter().max(),
        Verdict::Draw => None,
    });
    match (plies, best) {
        (Some(said), Some(best)) if said != Some(best) => {
            let expected = format!("{best}, as in moves");
            Err(Fault::new("$.plies", text(said), expected))
        }
        _ => Ok(()),
    }
}

/// Where leads to win and to draw are said.
const LEAD_FIELDS: [&str; 2] = ["wins_with_lead", "draws_with_lead"];

/// Checks that the leads to win and to draw agree with the verdict at a lead.
fn check_leads(
    path: &str,
    lead: i16,
    verdict: Verdict,
    objects: [Option<LeadObject>; 2],
) -> Result<(), Fault> {
    let said = [verdict == Verdict::Win, verdict != Verdict::Loss];
    for ((field, object), said) in LEAD_FIELDS.into_iter().zip(objects).zip(said) {
        let Some(least) = object.and_then(least_lead) else {
            continue;
        };
        if (i32::from(lead) >= least) != said {
            let expected = format!("what makes a lead of {lead} a {verdict}");
            let path = format!("{path}.{field}");
            return Err(Fault::new(path, lead_text(object), expected));
        }
    }
    Ok(())
}

/// Checks that the leads of the moves agree with their verdicts, and that the position has the least of them.
fn check_move_leads(
    position: &Position,
    moves: &[MoveObject],
    own: [Option<LeadObject>; 2],
) -> Result<(), Fault> {
    let of = |object: &MoveObject| [object.wins_with_lead, object.draws_with_lead];
    for (index, object) in moves.iter().enumerate() {
        let path = format!("$.moves[{index}]");
        check_leads(&path, position.lead(), object.verdict.into(), of(object))?;
    }
    for (which, field) in LEAD_FIELDS.into_iter().enumerate() {
        let all: Option<Vec<i32>> = moves
            .iter()
            .map(|object| of(object)[which].and_then(least_lead))
            .collect();
        let least = all.and_then(|all| all.into_iter().min());
        let said = own[which].and_then(least_lead);
        if let (Some(least), Some(said)) = (least, said)
            && least != said
        {
            let expected = "the least of the moves";
            let path = format!("$.{field}");
            return Err(Fault::new(path, lead_text(own[which]), expected));
        }
    }
    Ok(())
}

/// Returns the least lead as a number, one out of reach for none or any; `None` if it is not exactly known.
fn least_lead(object: LeadObject) -> Option<i32> {
    match object {
        LeadObject::At(least) => Some(least.into()),
        LeadObject::Word(LeadWord::Always) => Some(i32::MIN),
        LeadObject::Word(LeadWord::Never) => Some(i32::MAX),
        LeadObject::Between(_) => None,
    }
}

fn lead_text(object: Option<LeadObject>) -> String {
    match object {
        Some(LeadObject::At(least)) => least.to_string(),
        Some(LeadObject::Word(LeadWord::Always)) => "\"always\"".to_owned(),
        Some(LeadObject::Word(LeadWord::Never)) => "\"never\"".to_owned(),
        Some(LeadObject::Between(_)) | None => "no exact lead".to_owned(),
    }
}

/// Writes a part of a file as it would stand there, its end left out where it is long.
pub(super) fn json(part: &impl serde::Serialize) -> String {
    const ENOUGH: usize = 300;
    let text = serde_json::to_string(part).unwrap_or_default();
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

pub(super) fn named(position: &Position, mv: Move) -> String {
    NamedMove::new(mv, position.to_move(), position.row()).to_string()
}
