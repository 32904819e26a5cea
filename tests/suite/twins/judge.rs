//! The judge again: short, slow and obviously right; the twin of the real one.
//!
//! Whether a move still wins in the game as it stands is looked up in the least set of won states in which every
//! board that stood there before is a draw, worked out afresh each time.

use bonduc::board::{Pit, Side};
use bonduc::limits::Limits;
use bonduc::notation::NamedMove;
use bonduc::puzzle::Claim;
use bonduc::rules::naive::NaiveBoard;
use bonduc::rules::{Direction, Ending, Game, Move, Position, Record};
use bonduc::solve::Solver;
use bonduc::value::{Goal, Verdict};
use bonduc::verify::{self, Asked, Finding, Kind};
use proptest::prelude::*;
use proptest::sample::Index;

use super::random::{position, rules_and_ring, side};
use crate::naive_solver::{After, Choice, NaiveSolver, Place};

/// The number of plies before it, the kind, the move.
pub type Found = (usize, &'static str, Option<NamedMove>);

/// A game under way.
#[derive(Clone)]
struct State {
    place: Place,
    south_lead: i32,
    /// All places so far, this one last.
    stood: Vec<Place>,
    /// South's final difference once the game has ended.
    ended: Option<i32>,
}

struct NaiveJudge {
    solver: NaiveSolver,
    goal: Goal,
    /// Who is to reach it.
    side: Side,
    start: State,
    found: Vec<Found>,
}

/// What is found of a claimed line; without a goal it is held to the position's own verdict.
pub fn judge(position: &Position, goal: Option<Goal>, line: &[NamedMove]) -> Vec<Found> {
    let mut judge = NaiveJudge::new(position, goal);
    judge.line(line);
    judge.found
}

impl NaiveJudge {
    fn new(position: &Position, goal: Option<Goal>) -> NaiveJudge {
        let side = position.to_move();
        let place = (NaiveBoard::from_ring(position.ring(), side), side);
        let captured = |side| i32::from(position.captured(side));
        let south_lead = captured(Side::South) - captured(Side::North);
        let solver = NaiveSolver::new(*position.rules(), [(place.clone(), south_lead)]);
        let goal = goal.unwrap_or(match solver.verdict(&place, south_lead).0 {
            Verdict::Win => Goal::Win,
            Verdict::Draw | Verdict::Loss => Goal::Draw,
        });
        let mut start = State {
            stood: vec![place.clone()],
            place,
            south_lead,
            ended: None,
        };
        start.ended = over(&solver, &start);
        NaiveJudge {
            solver,
            goal,
            side,
            start,
            found: Vec::new(),
        }
    }

    fn line(&mut self, line: &[NamedMove]) {
        let mut here = self.start.clone();
        if line.is_empty() && here.ended.is_some() && !self.reaches_by_itself(&here) {
            self.found.push((0, "wrong", None));
        }
        for (ply, &mv) in line.iter().enumerate() {
            let after = self.play(&here, mv);
            if here.ended.is_some() {
                self.found.push((ply, "illegal", Some(mv)));
                return;
            }
            if here.place.1 != self.side {
                let Some(after) = after else {
                    self.found.push((ply, "illegal", Some(mv)));
                    return;
                };
                let best = self.best_defences(&here).contains(&mv);
                let kind = if best { "right" } else { "weak_defence" };
                self.found.push((ply, kind, Some(mv)));
                here = after;
                continue;
            }
            let right = after.as_ref().map(|after| self.is_right(&here, after));
            let kind = match right {
                None => "illegal",
                Some(true) => "right",
                Some(false) => "wrong",
            };
            self.found.push((ply, kind, Some(mv)));
            let after = after.filter(|_| right == Some(true));
            for other in self.moves(&here) {
                if other != mv
                    && let Some(kind) = self.other(&here, other, after.as_ref(), &line[ply + 1..])
                {
                    let kind = match (kind, ply) {
                        ("own", 0) => "cook",
                        ("own", _) => "dual",
                        _ => kind,
                    };
                    self.found.push((ply, kind, Some(other)));
                }
            }
            match after {
                Some(after) => here = after,
                None => return,
            }
        }
        if here.ended.is_none() && here.place.1 == self.side && line.len() != 1 {
            let all_right = self.moves(&here).into_iter().all(|mv| {
                let after = self.play(&here, mv).unwrap();
                self.is_right(&here, &after)
            });
            if !all_right {
                self.found.push((line.len(), "too_short", None));
            }
        }
    }

    /// What another move of the solver's is: `own` if it reaches the goal in a way of its own.
    fn other(
        &self,
        here: &State,
        mv: NamedMove,
        claimed: Option<&State>,
        rest: &[NamedMove],
    ) -> Option<&'static str> {
        let after = self.play(here, mv).unwrap();
        if !self.reaches_by_itself(&after) {
            return None;
        }
        let same = |claimed: &State| {
            (&claimed.place, claimed.south_lead) == (&after.place, after.south_lead)
        };
        if after.ended.is_some() {
            return Some("own");
        }
        if claimed.is_some_and(same) {
            return Some("transposition");
        }
        if self.goal == Goal::Draw {
            return Some("own");
        }
        if !self.wins_without(&after, &here.stood) {
            return Some("detour");
        }
        let mut off = here.stood.clone();
        if let Some(claimed) = claimed {
            let mut claimed = claimed.clone();
            let mut rest = rest.iter();
            while claimed.ended.is_none() {
                off.push(claimed.place.clone());
                if claimed.place.1 != self.side {
                    break;
                }
                let Some(next) = rest.next().and_then(|&mv| self.play(&claimed, mv)) else {
                    break;
                };
                claimed = next;
            }
        }
        match self.wins_without(&after, &off) {
            true => Some("own"),
            false => Some("transposition"),
        }
    }

    /// Whether the solver reaches the goal in the game as it stands.
    fn is_right(&self, before: &State, after: &State) -> bool {
        match (self.goal, after.ended) {
            (Goal::Win, None) => self.wins_without(after, &before.stood),
            _ => self.reaches_by_itself(after),
        }
    }

    /// Whether the end, or else the position as if the game began there, is good enough.
    fn reaches_by_itself(&self, after: &State) -> bool {
        let result = match after.ended {
            Some(difference) => {
                let own = if self.side == Side::South { 1 } else { -1 };
                Verdict::of_difference((own * difference) as i16)
            }
            None => self.result(after, self.side),
        };
        match self.goal {
            Goal::Win => result == Verdict::Win,
            Goal::Draw => result != Verdict::Loss,
        }
    }

    fn wins_without(&self, at: &State, off: &[Place]) -> bool {
        self.solver
            .wins_without(self.side, &at.place, at.south_lead, off)
    }

    /// A side's result as if the game began there.
    fn result(&self, at: &State, side: Side) -> Verdict {
        let (verdict, _) = self.solver.verdict(&at.place, at.south_lead);
        if at.place.1 == side {
            verdict
        } else {
            !verdict
        }
    }

    /// The other side's moves of the best result; if it is lost anyway, the longest.
    fn best_defences(&self, here: &State) -> Vec<NamedMove> {
        let side = here.place.1;
        let fresh = State {
            stood: Vec::new(),
            ..here.clone()
        };
        let worth = |mv: &NamedMove| {
            let after = self.play(&fresh, *mv).unwrap();
            let endless = after.ended.is_some() && after.place == here.place;
            if endless {
                return (Verdict::Draw, 0);
            }
            let (_, plies) = self.solver.verdict(&after.place, after.south_lead);
            match self.result(&after, side) {
                Verdict::Loss => (Verdict::Loss, plies.unwrap()),
                result => (result, 0),
            }
        };
        let moves = self.moves(here);
        let best = moves.iter().map(worth).max();
        let best = |mv: &NamedMove| Some(worth(mv)) == best;
        moves.into_iter().filter(best).collect()
    }

    /// All that can be played, in the fixed order.
    fn moves(&self, here: &State) -> Vec<NamedMove> {
        match (here.ended, self.solver.choice(&here.place)) {
            (None, Choice::Moves(moves)) => moves
                .iter()
                .map(|(mv, _)| named(*mv, &here.place))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The game after a move; `None` if it cannot be played.
    fn play(&self, here: &State, mv: NamedMove) -> Option<State> {
        let Choice::Moves(moves) = self.solver.choice(&here.place) else {
            return None;
        };
        let is_it = |(it, _): &&(Move, After)| named(*it, &here.place) == mv;
        let (_, after) = moves.iter().find(is_it)?;
        let mut next = here.clone();
        match *after {
            After::Endless => next.ended = Some(0),
            After::Place { number, captured } => {
                next.place = self.solver.place(number).clone();
                next.south_lead += match here.place.1 {
                    Side::South => captured,
                    Side::North => -captured,
                };
                next.ended = match here.stood.contains(&next.place) {
                    true => Some(0),
                    false => over(&self.solver, &next),
                };
                next.stood.push(next.place.clone());
            }
        }
        Some(next)
    }
}

/// South's final difference if the game is over at a place (G11, K12).
fn over(solver: &NaiveSolver, at: &State) -> Option<i32> {
    match solver.choice(&at.place) {
        Choice::Over { south, north } => Some(at.south_lead + south - north),
        Choice::Moves(_) => None,
    }
}

/// A move with its pit named as on the diagram.
fn named(mv: Move, (board, side): &Place) -> NamedMove {
    let pit = |cell: u8| {
        let columns = board.south.len() as u8;
        let column = match side {
            Side::South => cell,
            Side::North => columns - 1 - cell,
        };
        Pit {
            side: *side,
            column,
        }
    };
    match mv {
        Move::Sow { cell, direction } => NamedMove::Sow {
            pit: pit(cell),
            direction,
        },
        Move::Lift { cell, count } => NamedMove::Lift {
            pit: pit(cell),
            count,
        },
        Move::Pass => NamedMove::Pass,
    }
}

/// How a ply of a random claim is chosen.
#[derive(Debug, Clone, Copy)]
enum Wish {
    /// One of the right moves, or of the best defences.
    Good,
    /// One that can be played.
    Legal,
    /// Any pit of the board, whoever owns it.
    Wild,
}

fn wishes() -> impl Strategy<Value = Vec<(Wish, Index)>> {
    let wish = prop_oneof![
        16 => Just(Wish::Good),
        4 => Just(Wish::Legal),
        1 => Just(Wish::Wild),
    ];
    prop::collection::vec((wish, any::<Index>()), 0..=12)
}

fn goal() -> impl Strategy<Value = Option<Goal>> {
    prop_oneof![Just(None), Just(Some(Goal::Win)), Just(Some(Goal::Draw))]
}

/// A line of moves chosen as wished.
fn claim(judge: &NaiveJudge, game: Game, wishes: &[(Wish, Index)]) -> Vec<NamedMove> {
    let mut here = judge.start.clone();
    let mut line = Vec::new();
    for (wish, index) in wishes {
        let moves = judge.moves(&here);
        let good: Vec<NamedMove> = match here.place.1 == judge.side {
            true => moves
                .iter()
                .copied()
                .filter(|&mv| judge.is_right(&here, &judge.play(&here, mv).unwrap()))
                .collect(),
            false => judge.best_defences(&here),
        };
        let from = match wish {
            Wish::Good if !good.is_empty() => good,
            Wish::Good | Wish::Legal => moves,
            Wish::Wild => wild(here.place.0.south.len(), game),
        };
        if from.is_empty() {
            break;
        }
        let mv = *index.get(&from);
        line.push(mv);
        match judge.play(&here, mv) {
            Some(after) if here.ended.is_none() => here = after,
            _ => break,
        }
    }
    line
}

/// What can be written as a move, some of it.
fn wild(columns: usize, game: Game) -> Vec<NamedMove> {
    let mut moves = Vec::new();
    for side in Side::BOTH {
        for column in 0..columns as u8 {
            let pit = Pit { side, column };
            match game {
                Game::Giuthi => {
                    moves.extend(Direction::BOTH.map(|direction| NamedMove::Sow { pit, direction }))
                }
                Game::Kiothi => moves.extend([1, 2, 3].map(|count| NamedMove::Lift { pit, count })),
            }
        }
    }
    if game == Game::Giuthi {
        moves.push(NamedMove::Pass);
    }
    moves
}

/// Judges a random claim twice and compares.
fn judges_agree(position: Position, goal: Option<Goal>, wishes: &[(Wish, Index)]) {
    let game = position.rules().game();
    let mut twin = NaiveJudge::new(&position, goal);
    let line = claim(&twin, game, wishes);
    twin.line(&line);
    let mut solver = Solver::new(Limits::default(), Default::default(), Default::default());
    let study = solver.study(&position).unwrap();
    let judgement = verify::judge(&study, goal, &Claim::Line(line.clone())).unwrap();
    let Asked::Plain(own, verdict) = judgement.asked else {
        panic!("a plain goal");
    };
    assert_eq!(own, twin.goal);
    let found: Vec<Found> = judgement
        .findings
        .iter()
        .map(|finding| (finding.path.len(), finding.kind.name(), finding.mv))
        .collect();
    let text: Vec<String> = line.iter().map(NamedMove::to_string).collect();
    assert_eq!(found, twin.found, "{text:?}");
    for finding in &judgement.findings {
        assert!(line.starts_with(&finding.path));
        line_fits(position, own, verdict, finding);
    }
}

/// What is shown of a finding can be played, and ends as its kind says.
fn line_fits(start: Position, goal: Goal, verdict: Verdict, finding: &Finding) {
    let mut record = Record::new(start);
    let play = |record: &mut Record, named: NamedMove| {
        let here = record.position();
        let mv = named.for_side(here.to_move(), here.row()).unwrap();
        record.play(mv).unwrap()
    };
    for &named in &finding.path {
        play(&mut record, named);
    }
    // A better defence stands in place of the claimed one.
    let follows = !matches!(
        finding.kind,
        Kind::Right | Kind::Illegal | Kind::TooShort | Kind::WeakDefence
    );
    if let Some(named) = finding.mv.filter(|_| follows) {
        play(&mut record, named);
    }
    if matches!(finding.kind, Kind::Right | Kind::Illegal) {
        assert_eq!((finding.line.len(), finding.ending), (0, None));
        return;
    }
    let before = record.position().to_move();
    for ply in &finding.line {
        assert_eq!(record.play(ply.mv), Ok(*ply));
    }
    let ending = finding.ending.expect("how it ends");
    assert_eq!(record.ending(), Some(ending), "{finding:?}");
    let difference = match ending {
        Ending::NoMoves { south, north } => south as i16 - north as i16,
        Ending::Repetition { .. } | Ending::EndlessSowing => 0,
    };
    let own = if start.to_move() == Side::South {
        1
    } else {
        -1
    };
    let reached = goal.is_met_by(Verdict::of_difference(own * difference));
    match finding.kind {
        Kind::Wrong => assert!(!reached, "{finding:?}"),
        Kind::Cook | Kind::Dual | Kind::Transposition => assert!(reached, "{finding:?}"),
        Kind::Detour => assert!(matches!(ending, Ending::Repetition { .. }), "{finding:?}"),
        Kind::TooShort => {
            let can_be = goal.is_met_by(verdict);
            assert!(
                before == start.to_move() && reached == can_be,
                "{finding:?}"
            );
        }
        Kind::WeakDefence => {
            let named = NamedMove::new(finding.line[0].mv, before, start.row());
            assert!(Some(named) != finding.mv && reached, "{finding:?}");
        }
        Kind::Right | Kind::Illegal => unreachable!(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn verify_agrees_in_giuthi(
        (rules, ring) in rules_and_ring(Game::Giuthi, 2..=4, 2..=8),
        side in side(),
        lead in -3..=3,
        goal in goal(),
        wishes in wishes(),
    ) {
        judges_agree(position(rules, &ring, side, lead), goal, &wishes);
    }

    #[test]
    fn verify_agrees_in_kiothi(
        (rules, ring) in rules_and_ring(Game::Kiothi, 2..=5, 2..=6),
        side in side(),
        lead in -3..=3,
        goal in goal(),
        wishes in wishes(),
    ) {
        judges_agree(position(rules, &ring, side, lead), goal, &wishes);
    }
}
