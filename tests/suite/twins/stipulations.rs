//! What can be asked of a position, in time and with a history, against the brute-force twin; and the twin itself against what is known.

use bonduc::board::Side;
use bonduc::limits::Limits;
use bonduc::notation::{NamedMove, parse_position, position_text};
use bonduc::rules::{Game, Move, Position, Record, Setup};
use bonduc::solve::{
    Answer, AnswerLevel, Asked, Found, GoalLine, Length, LineEnd, Method, MoveAnswer, Request,
    Solver, Status, TableUse,
};
use bonduc::value::{Goal, Impossible, Kind, Stipulation, Target, Verdict, Within};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::brute::{After, Brute, End, TooMany, place};
use super::random::{rules_and_ring, side};
use crate::naive_solver::NaiveSolver;
use crate::support::{data, position};
use crate::values::{solved, solver};

/// States that the twin may look into for one question; a case that takes more is passed over.
const STATES: usize = 20_000;

/// Cases that are drawn before it is an error that there are not enough.
const DRAWN_AT_MOST: usize = 4_000;

/// What is asked of which position after what.
#[derive(Debug, Clone)]
struct Case {
    position: Position,
    history: Vec<Position>,
    asked: Stipulation,
}

/// How many cases of one game were compared, and how they turned out.
#[derive(Debug, Default)]
struct Tally {
    met: usize,
    failed: usize,
    /// What the history made different.
    changed: usize,
}

/// Random cases of a game, the same in every run.
struct Source {
    game: Game,
    runner: TestRunner,
}

impl Source {
    fn new(game: Game) -> Source {
        Source {
            game,
            runner: TestRunner::deterministic(),
        }
    }

    fn one<S: Strategy>(&mut self, of: S) -> S::Value {
        of.new_tree(&mut self.runner).unwrap().current()
    }

    /// A position from which most games can be played out.
    fn position(&mut self) -> Position {
        let game = self.game;
        let boards = |pits, seeds| rules_and_ring(game, pits..=pits, seeds);
        let boards = match game {
            Game::Giuthi => prop_oneof![boards(2, 3..=9), boards(3, 3..=6), boards(4, 3..=6)],
            Game::Kiothi => prop_oneof![boards(2, 2..=8), boards(3, 2..=5), boards(4, 2..=4)],
        };
        let (rules, ring) = self.one(boards);
        let captured = self.one([0u32..=3, 0..=3]);
        let south = Position::from_south(rules, &ring, captured);
        match self.one(side()) {
            Side::South => south,
            Side::North => {
                let turned = Setup {
                    to_move: Side::North,
                    ..south.to_setup()
                };
                Position::from_setup(&turned).unwrap()
            }
        }
    }

    fn asker(&mut self) -> Option<Side> {
        self.one(prop::option::of(side()))
    }

    /// A final difference of a side that the number of seeds does not exclude.
    fn difference(&mut self, position: &Position, side: Option<Side>) -> i16 {
        let lead = position.lead_of(side.unwrap_or(position.to_move()));
        let left = position.ring().seeds() as i16;
        lead - left + 2 * self.one(0..=left)
    }

    fn margin_at_least(&mut self, position: &Position, side: Option<Side>) -> Target {
        let odd = self.one(0i16..=1);
        Target::MarginAtLeast(self.difference(position, side) - odd)
    }

    fn margin_exactly(&mut self, position: &Position, side: Option<Side>) -> Target {
        Target::MarginExactly(self.difference(position, side))
    }

    fn captures(&mut self, position: &Position, side: Option<Side>) -> Target {
        let captured = position.captured(side.unwrap_or(position.to_move()));
        let left = position.ring().seeds() as u8;
        Target::CaptureAtLeast(captured + self.one(0..=left))
    }

    /// Anything but a draw.
    fn target(&mut self, position: &Position, side: Option<Side>) -> Target {
        match self.one(0..4) {
            0 => Target::Win,
            1 => self.margin_at_least(position, side),
            2 => self.margin_exactly(position, side),
            _ => self.captures(position, side),
        }
    }

    fn turns(&mut self) -> Within {
        Within::Turns(self.one(1u8..=3))
    }

    fn sowings(&mut self) -> Within {
        Within::Sowings(self.one(1u8..=5))
    }

    fn within(&mut self) -> Within {
        match self.one(any::<bool>()) {
            true => self.turns(),
            false => self.sowings(),
        }
    }

    /// A position and boards that stood before: those that play went through on its way here, or some that can come up yet, so that there is
    /// something to keep off.
    fn with_history(&mut self) -> Option<(Position, Vec<Position>)> {
        let position = self.position();
        if self.one(0..4) > 0 {
            let ahead = ahead(&position, 4);
            if ahead.is_empty() {
                return None;
            }
            let most = ahead.len().min(3);
            let some = prop::sample::subsequence(ahead, 1..=most).prop_shuffle();
            return Some((position, self.one(some)));
        }
        let mut record = Record::new(position);
        let mut stood = Vec::new();
        for _ in 0..self.one(1..=6) {
            let here = *record.position();
            let moves = here.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = self.one(prop::sample::select(moves));
            let ply = record.play(mv).unwrap();
            if ply.next.ending().is_some() || ply.captured > 0 {
                break;
            }
            stood.push(here);
        }
        let position = record.position();
        let same = |before: &Position| place(before) == place(position);
        // An endless sowing or a repetition leaves the record where it may have been before.
        stood.retain(|before| !same(before) && before.ring().seeds() == position.ring().seeds());
        (!stood.is_empty()).then_some((*position, stood))
    }
}

/// Positions that can come up within some plies with no seed captured and the game not over.
fn ahead(position: &Position, plies: usize) -> Vec<Position> {
    let mut all = vec![*position];
    let mut last = all.clone();
    for _ in 0..plies {
        let mut next: Vec<Position> = Vec::new();
        for from in &last {
            for mv in from.legal_moves() {
                let ply = Record::new(*from).play(mv).unwrap();
                let known = all.contains(&ply.position) || next.contains(&ply.position);
                if ply.captured == 0 && ply.next.ending().is_none() && !known {
                    next.push(ply.position);
                }
            }
        }
        all.extend(&next);
        last = next;
    }
    all.split_off(1)
}

/// What the twin says of a case.
struct Truth {
    met: bool,
    plies: Option<u32>,
    keys: Vec<Move>,
}

impl Truth {
    fn of(case: &Case) -> Result<Truth, TooMany> {
        let mut brute = Brute::new(&case.position, &case.asked, STATES);
        let start = brute.start(&case.position, &case.history);
        let plies = brute.value(&start)?;
        let mut keys = Vec::new();
        if plies.is_some() {
            for (mv, after) in brute.moves(&start) {
                let after = as_answered(case, after);
                if brute.value_after(&after)?.is_some() {
                    keys.push(mv);
                }
            }
        }
        Ok(Truth {
            met: plies.is_some(),
            plies,
            keys,
        })
    }
}

/// What comes of a move of a case, as it is valued: without a history as a game that begins there, the position itself not having stood
/// before. A draw in time is valued by what stood before, so there it has.
fn as_answered(case: &Case, after: After) -> After {
    let draw_in_time = case.asked.target == Target::Draw && case.asked.within.is_some();
    match after {
        After::State(state) if case.history.is_empty() && !draw_in_time => {
            After::State(Brute::afresh(&state))
        }
        after => after,
    }
}

/// What the twin says of a position for the side to move: the result, and in how many plies it is won or lost.
type Worth = (Verdict, Option<u32>);

/// The worth of a position after a history, and of each of its moves, all boards counting that stood before.
fn worths(
    position: &Position,
    history: &[Position],
) -> Result<(Worth, Vec<(Move, Worth)>), TooMany> {
    let to_move = position.to_move();
    let mut twins = [to_move, !to_move].map(|side| {
        let win = Stipulation {
            side: Some(side),
            ..Stipulation::plain(Goal::Win)
        };
        Brute::new(position, &win, STATES)
    });
    let starts = [0, 1].map(|index: usize| twins[index].start(position, history));
    let of = |wins: [Option<u32>; 2]| match wins {
        [Some(plies), None] => (Verdict::Win, Some(plies)),
        [None, Some(plies)] => (Verdict::Loss, Some(plies)),
        [None, None] => (Verdict::Draw, None),
        both => panic!("both sides force a win: {both:?}"),
    };
    let [own, other] = &mut twins;
    let worth = of([own.value(&starts[0])?, other.value(&starts[1])?]);
    let mut moves = Vec::new();
    let afters = own.moves(&starts[0]).into_iter();
    for ((mv, own_after), (_, other_after)) in afters.zip(other.moves(&starts[1])) {
        let wins = [
            own.value_after(&own_after)?,
            other.value_after(&other_after)?,
        ];
        moves.push((mv, of(wins)));
    }
    Ok((worth, moves))
}

/// Asks the solver.
fn answer(solver: &mut Solver, case: &Case) -> Answer {
    solver.solve(&Request {
        history: case.history.clone(),
        stipulation: Some(case.asked),
        level: Some(AnswerLevel::Moves),
        ..Request::new(case.position)
    })
}

/// How a case is named when it fails.
fn about(position: &Position, history: &[Position]) -> String {
    let history: Vec<String> = history.iter().map(position_text).collect();
    format!("{} after {history:?}", position_text(position))
}

/// Draws cases of both games until enough that are met, that fail, and that the history changes were compared.
fn agree(history_matters: bool, draw: impl Fn(&mut Source) -> Option<Case>) {
    const EACH: usize = 20;
    const CHANGED: usize = 12;
    let changed_enough = |tally: &Tally| !history_matters || tally.changed >= CHANGED;
    for game in Game::BOTH {
        let mut source = Source::new(game);
        let mut solver = solver();
        let mut tally = Tally::default();
        for _ in 0..DRAWN_AT_MOST {
            if tally.met >= EACH && tally.failed >= EACH && changed_enough(&tally) {
                break;
            }
            let Some(case) = draw(&mut source) else {
                continue;
            };
            let over = case.position.final_totals().is_some();
            if over || case.asked.impossible(&case.position).is_some() {
                continue;
            }
            let Ok(truth) = Truth::of(&case) else {
                continue;
            };
            let without = Case {
                history: Vec::new(),
                ..case.clone()
            };
            let changed = !case.history.is_empty()
                && Truth::of(&without).is_ok_and(|without| without.met != truth.met);
            // Enough is enough, unless it is of a kind that is still missing.
            let missing = changed && !changed_enough(&tally);
            let count = match truth.met {
                true => &mut tally.met,
                false => &mut tally.failed,
            };
            if *count >= EACH && !missing {
                continue;
            }
            *count += 1;
            tally.changed += usize::from(changed);
            agrees(&mut solver, &case, &truth);
        }
        assert!(
            tally.met >= EACH && tally.failed >= EACH,
            "{game:?} {tally:?}"
        );
        assert!(changed_enough(&tally), "{game:?} {tally:?}");
    }
}

/// Compares an answer with the truth.
fn agrees(solver: &mut Solver, case: &Case, truth: &Truth) {
    let Case {
        position,
        history,
        asked,
    } = case;
    let about = format!("{} {asked:?}", about(position, history));
    let answer = answer(solver, case);
    assert_eq!(answer.goal_met(), Some(truth.met), "{about}");
    assert_eq!(answer.keys(), Some(truth.keys.clone()), "{about}");
    if !history.is_empty() {
        verdicts_agree(&answer, &about);
    }
    let Some(Asked::Found(found)) = &answer.asked else {
        assert!(asked.as_goal(position.to_move()).is_some(), "{about}");
        return;
    };
    if let Some(line) = &found.line {
        line_agrees(case, truth, found, line, &about);
    }
    // A draw may have no length; everything else on boards so small has one.
    if asked.target != Target::Draw {
        assert_eq!(found.plies, truth.plies, "{about}");
    }
}

/// Compares what an answer says beside the goal, of a position after a history: verdicts and lengths.
fn verdicts_agree(answer: &Answer, about: &str) {
    let Ok(((verdict, plies), moves)) = worths(&answer.position, &answer.history) else {
        return;
    };
    let found = solved(answer);
    let is_length = |length, plies: Option<u32>| match length {
        Length::Proved(found) => plies == Some(found),
        Length::Draw => plies.is_none(),
        Length::Unknown => true,
    };
    assert_eq!(found.verdict, verdict, "{about}");
    assert!(is_length(found.length, plies), "{about}");
    let found_moves = found.moves.iter().map(|answer| (answer.mv, answer.verdict));
    let true_moves = moves.iter().map(|&(mv, (verdict, _))| (mv, verdict));
    assert!(
        found_moves.eq(true_moves),
        "{about} {:?} {moves:?}",
        found.moves
    );
    for (MoveAnswer { mv, length, .. }, (_, (_, plies))) in found.moves.iter().zip(&moves) {
        let plies = plies.map(|plies| plies + 1);
        assert!(
            is_length(*length, plies),
            "{about} {mv:?} {length:?} {plies:?}"
        );
    }
}

/// A line is legal play that keeps the truth at every ply, begins with a key where the goal is met, and ends as it says.
fn line_agrees(case: &Case, truth: &Truth, found: &Found, line: &GoalLine, about: &str) {
    let mut brute = Brute::new(&case.position, &case.asked, STATES);
    let mut state = brute.start(&case.position, &case.history);
    let mut ended = brute.end(&state);
    for (index, ply) in line.plies.iter().enumerate() {
        let left = (line.plies.len() - index) as u32;
        assert_eq!(ended, None, "{about}");
        // A line may leave what had to be looked at for the truth, for more than the twin may look at.
        if let Ok(value) = brute.value(&state) {
            assert_eq!(value.is_some(), truth.met, "{about} {index}");
            if found.plies.is_some() {
                assert_eq!(value, Some(left), "{about} {index}");
            }
        }
        let moves = brute.moves(&state);
        let (_, after) = moves.into_iter().find(|(mv, _)| *mv == ply.mv).unwrap();
        ended = match after {
            After::Endless => Some(End::Drawn),
            After::State(next) => {
                state = next;
                brute.end(&state)
            }
        };
    }
    match line.end {
        LineEnd::Over(_) => {
            let wanted = brute.is_wanted(ended.expect("an end of the game"));
            assert_eq!(wanted, truth.met, "{about}");
        }
        LineEnd::TimeUp => {
            assert!(
                !truth.met && ended.is_none() && brute.is_late(&state),
                "{about}"
            );
        }
        LineEnd::OutOfReach => {
            assert_eq!((truth.met, ended), (false, None), "{about}");
            let last = line.plies.last().map_or(case.position, |ply| ply.position);
            let asked = Stipulation {
                side: Some(case.asked.side(&case.position)),
                ..case.asked
            };
            assert!(asked.impossible(&last).is_some(), "{about}");
        }
    }
    if let (true, Some(first), Some(keys)) = (truth.met, line.plies.first(), &found.keys) {
        assert!(keys.contains(&first.mv), "{about}");
    }
}

/// A case without a history.
fn plain(position: Position, side: Option<Side>, target: Target, within: Option<Within>) -> Case {
    Case {
        position,
        history: Vec::new(),
        asked: Stipulation {
            target,
            side,
            within,
            kind: Kind::Direct,
        },
    }
}

#[test]
fn wins_of_the_other_side() {
    agree(false, |source| {
        let position = source.position();
        Some(plain(
            position,
            Some(!position.to_move()),
            Target::Win,
            None,
        ))
    });
}

#[test]
fn draws_of_the_other_side() {
    agree(false, |source| {
        let position = source.position();
        Some(plain(
            position,
            Some(!position.to_move()),
            Target::Draw,
            None,
        ))
    });
}

#[test]
fn margins_at_least() {
    agree(false, |source| {
        let (position, side) = (source.position(), source.asker());
        let target = source.margin_at_least(&position, side);
        Some(plain(position, side, target, None))
    });
}

#[test]
fn margins_exactly() {
    agree(false, |source| {
        let (position, side) = (source.position(), source.asker());
        let target = source.margin_exactly(&position, side);
        Some(plain(position, side, target, None))
    });
}

#[test]
fn captures_at_least() {
    agree(false, |source| {
        let (position, side) = (source.position(), source.asker());
        let target = source.captures(&position, side);
        Some(plain(position, side, target, None))
    });
}

#[test]
fn in_so_many_turns() {
    agree(false, |source| {
        let (position, side) = (source.position(), source.asker());
        let (target, within) = (source.target(&position, side), source.turns());
        Some(plain(position, side, target, Some(within)))
    });
}

#[test]
fn in_so_many_sowings() {
    agree(false, |source| {
        let (position, side) = (source.position(), source.asker());
        let (target, within) = (source.target(&position, side), source.sowings());
        Some(plain(position, side, target, Some(within)))
    });
}

#[test]
fn draws_in_time() {
    agree(false, |source| {
        let (position, side, within) = (source.position(), source.asker(), source.within());
        Some(plain(position, side, Target::Draw, Some(within)))
    });
}

#[test]
fn wins_and_draws_with_a_history() {
    agree(true, |source| {
        let (position, history) = source.with_history()?;
        let target = source.one(prop::sample::select(vec![Target::Win, Target::Draw]));
        let side = source.asker();
        Some(Case {
            history,
            ..plain(position, side, target, None)
        })
    });
}

#[test]
fn margins_and_captures_with_a_history() {
    agree(true, |source| {
        let (position, history) = source.with_history()?;
        let side = source.asker();
        let target = source.target(&position, side);
        Some(Case {
            history,
            ..plain(position, side, target, None)
        })
    });
}

#[test]
fn in_time_with_a_history() {
    agree(true, |source| {
        let (position, history) = source.with_history()?;
        let (side, within) = (source.asker(), source.within());
        let target = source.target(&position, side);
        Some(Case {
            history,
            ..plain(position, side, target, Some(within))
        })
    });
}

#[test]
fn draws_in_time_with_a_history() {
    agree(true, |source| {
        let (position, history) = source.with_history()?;
        let (side, within) = (source.asker(), source.within());
        Some(Case {
            history,
            ..plain(position, side, Target::Draw, Some(within))
        })
    });
}

#[test]
fn verdicts_with_a_history() {
    const COMPARED: usize = 40;
    const CHANGED: usize = 12;
    for game in Game::BOTH {
        let mut source = Source::new(game);
        let mut solver = solver();
        let (mut compared, mut changed) = (0, 0);
        // Losses, draws and wins.
        let mut each = [0; 3];
        for _ in 0..DRAWN_AT_MOST {
            if compared >= COMPARED && changed >= CHANGED && each.iter().all(|&each| each >= 5) {
                break;
            }
            let Some((position, history)) = source.with_history() else {
                continue;
            };
            let Ok(((verdict, _), moves)) = worths(&position, &history) else {
                continue;
            };
            let Ok(((fresh, _), _)) = worths(&position, &[]) else {
                continue;
            };
            if position.final_totals().is_some() || compared >= COMPARED && verdict == fresh {
                continue;
            }
            compared += 1;
            changed += usize::from(verdict != fresh);
            each[verdict as usize] += 1;
            let about = about(&position, &history);
            let answer = solver.solve(&Request {
                history,
                level: Some(AnswerLevel::Moves),
                ..Request::new(position)
            });
            verdicts_agree(&answer, &about);
            let is_key = |worth: &Worth| worth.0 == verdict && verdict != Verdict::Loss;
            let keys = moves.iter().filter(|(_, worth)| is_key(worth));
            let keys: Vec<Move> = keys.map(|(mv, _)| *mv).collect();
            assert_eq!(answer.keys(), Some(keys), "{about}");
        }
        let found = format!("{game:?} {compared} {changed} {each:?}");
        assert!(compared >= COMPARED && changed >= CHANGED, "{found}");
        assert!(each.iter().all(|&each| each >= 5), "{found}");
    }
}

/// Where graphs are too large, a search without the history answers if its evidence holds beside it.
#[test]
fn searches_hold_beside_a_history() {
    const SEARCHED: usize = 60;
    for game in Game::BOTH {
        let mut source = Source::new(game);
        let mut whole = solver();
        let mut each = [0; 3];
        for number in 0..DRAWN_AT_MOST as u64 {
            if each.iter().sum::<usize>() >= SEARCHED && each.iter().all(|&each| each >= 3) {
                break;
            }
            let Some((position, history)) = source.with_history() else {
                continue;
            };
            let about = about(&position, &history);
            let request = Request {
                history,
                level: Some(AnswerLevel::Moves),
                ..Request::new(position)
            };
            let limits = Limits {
                nodes: Some(5 + number % 40),
                ..Limits::default()
            };
            let tables = TableUse {
                up_to: 0,
                build: false,
                ..TableUse::default()
            };
            let mut searcher =
                Solver::new(limits, Default::default(), Default::default()).with_tables(tables);
            let searched = searcher.solve(&request);
            let (Method::Search, Status::Solved(found)) = (searched.method, &searched.status)
            else {
                continue;
            };
            let answer = whole.solve(&request);
            let Status::Solved(known) = &answer.status else {
                panic!("{about}");
            };
            each[known.verdict as usize] += 1;
            assert_eq!(found.verdict, known.verdict, "{about}");
            assert_eq!(searched.keys(), answer.keys(), "{about}");
            for (found, known) in found.moves.iter().zip(&known.moves) {
                let is = (found.mv, found.verdict, found.captured, found.next);
                let must = (known.mv, known.verdict, known.captured, known.next);
                assert_eq!(is, must, "{about}");
            }
            if let Some(line) = &found.line {
                let mut record = Record::with_history(position, &request.history);
                for ply in &line.plies {
                    assert_eq!(record.play(ply.mv), Ok(*ply), "{about}");
                }
                assert_eq!(record.ending(), Some(line.ending), "{about}");
            }
        }
        let enough = each.iter().sum::<usize>() >= SEARCHED && each.iter().all(|&each| each >= 3);
        assert!(enough, "{game:?} {each:?}");
    }
}

#[test]
fn what_numbers_exclude_is_not_met() {
    let mut kinds = [0; 3];
    for game in Game::BOTH {
        let mut source = Source::new(game);
        let mut solver = solver();
        for _ in 0..400 {
            let position = source.position();
            let (side, number) = (source.asker(), source.one(-12i16..=12));
            let target = match source.one(0..3) {
                0 => Target::MarginAtLeast(number),
                1 => Target::MarginExactly(number),
                _ => Target::CaptureAtLeast(number.unsigned_abs() as u8),
            };
            let case = plain(position, side, target, None);
            let Some(why) = case.asked.impossible(&position) else {
                continue;
            };
            kinds[match why {
                Impossible::TooMuch { .. } => 0,
                Impossible::TooLittle { .. } => 1,
                Impossible::Parity { .. } => 2,
            }] += 1;
            let about = format!("{} {why}", position_text(&position));
            assert!(Truth::of(&case).map_or(true, |truth| !truth.met), "{about}");
            let answer = answer(&mut solver, &case);
            assert_eq!(answer.goal_met(), Some(false), "{about}");
            assert_eq!(answer.keys(), Some(Vec::new()), "{about}");
        }
    }
    assert!(kinds.iter().all(|&kind| kind >= 30), "{kinds:?}");
}

/// The twin's verdicts and lengths are those of the naive solver, which knows nothing of what stood before.
#[test]
fn the_twin_agrees_with_the_naive_solver() {
    for game in Game::BOTH {
        let mut source = Source::new(game);
        let mut compared = [0; 3];
        for _ in 0..300 {
            let position = source.position();
            let Ok((worth, _)) = worths(&position, &[]) else {
                continue;
            };
            let lead = i32::from(position.lead_of(Side::South));
            let naive = NaiveSolver::new(*position.rules(), [(place(&position), lead)]);
            let about = position_text(&position);
            assert_eq!(worth, naive.verdict(&place(&position), lead), "{about}");
            compared[worth.0 as usize] += 1;
            // At least a draw is what the other side's win is not.
            let not_losing = plain(position, None, Target::Draw, None);
            if let Ok(truth) = Truth::of(&not_losing) {
                assert_eq!(truth.met, worth.0 != Verdict::Loss, "{about}");
            }
        }
        assert!(
            compared.iter().all(|&each| each >= 15),
            "{game:?} {compared:?}"
        );
    }
}

/// The twin gives the right answers for exact margins, where it can play all games out.
#[test]
fn the_twin_knows_exact_margins() {
    let (mut met, mut failed) = (0, 0);
    for line in data("exact-margin.jsonl") {
        let position = position(&line);
        let exactly = line["stipulation"]["exactly"].as_i64().unwrap() as i16;
        let case = plain(position, None, Target::MarginExactly(exactly), None);
        let Ok(truth) = Truth::of(&case) else {
            continue;
        };
        assert_eq!(line["goal_met"], truth.met, "{line}");
        let name = |mv| NamedMove::new(mv, position.to_move(), position.row()).to_string();
        let keys: Vec<String> = truth.keys.into_iter().map(name).collect();
        assert_eq!(line["keys"], serde_json::json!(keys), "{line}");
        *(if truth.met { &mut met } else { &mut failed }) += 1;
    }
    assert!(met >= 5 && failed >= 5, "{met} {failed}");
}

/// What the twin says of a position in the one-line text: in how many plies the side forces it.
fn by_twin(
    text: &str,
    history: &[&str],
    side: Side,
    target: Target,
    within: Option<Within>,
) -> Option<u32> {
    let case = Case {
        history: history
            .iter()
            .map(|text| parse_position(text).unwrap())
            .collect(),
        ..plain(parse_position(text).unwrap(), Some(side), target, within)
    };
    Truth::of(&case).unwrap().plies
}

#[test]
fn the_twin_knows_giuthi_by_hand() {
    use Target::{CaptureAtLeast, Draw, MarginAtLeast, MarginExactly, Win};
    use Within::{Sowings, Turns};
    // a+ drops into b and B, so each has one; a- into A and B, so North has both. Then nobody can sow.
    let two = |target| by_twin("giuthi 0,0/2,0 s 0-0", &[], Side::South, target, None);
    assert_eq!(two(Draw), Some(1));
    assert_eq!(two(Win), None);
    assert_eq!(two(CaptureAtLeast(1)), Some(1));
    assert_eq!(two(MarginExactly(0)), Some(1));
    assert_eq!(two(MarginExactly(-2)), Some(1));
    assert_eq!(two(MarginAtLeast(1)), None);
    // South passes. A+ drops into a and b, A- into B and C, after which North would be again, but nobody can sow.
    let pass =
        |side, target, within| by_twin("giuthi 2,0,0/0,0,0 s 0-0", &[], side, target, within);
    assert_eq!(
        pass(Side::North, CaptureAtLeast(2), Some(Turns(1))),
        Some(2)
    );
    assert_eq!(
        pass(Side::South, MarginAtLeast(-2), Some(Sowings(1))),
        Some(2)
    );
    assert_eq!(pass(Side::South, MarginExactly(-2), None), None);
    assert_eq!(pass(Side::North, MarginExactly(-2), None), Some(2));
}

#[test]
fn the_twin_knows_kiothi_by_hand() {
    use Target::{Draw, MarginAtLeast, MarginExactly, Win};
    use Within::{Sowings, Turns};
    // Each choice is the only one: a1, A1 to a, b1 to B, and B1 captures a from A: no warrior is left.
    let start = "kiothi 1,0/1,0 s 0-0";
    let ask = |side, target, within| by_twin(start, &[], side, target, within);
    assert_eq!(ask(Side::North, Win, None), Some(4));
    assert_eq!(ask(Side::North, MarginExactly(2), Some(Turns(2))), Some(4));
    assert_eq!(ask(Side::North, MarginExactly(2), Some(Turns(1))), None);
    assert_eq!(ask(Side::North, Win, Some(Sowings(2))), Some(4));
    assert_eq!(ask(Side::North, Win, Some(Sowings(1))), None);
    assert_eq!(ask(Side::South, MarginAtLeast(-2), Some(Turns(2))), Some(4));
    assert_eq!(ask(Side::South, MarginAtLeast(-2), Some(Turns(1))), None);
    assert_eq!(ask(Side::South, MarginAtLeast(-1), None), None);
    // Had the board after A1 stood before, the game would be drawn there, after a turn of each.
    let stood = ["kiothi 0,0/1,1 s 0-0"];
    let ask = |side, target, within| by_twin(start, &stood, side, target, within);
    assert_eq!(ask(Side::North, Win, None), None);
    assert_eq!(ask(Side::South, MarginAtLeast(-2), None), None);
    assert_eq!(ask(Side::South, Draw, Some(Turns(1))), Some(2));
    assert_eq!(ask(Side::North, Draw, Some(Sowings(1))), Some(2));
    // With the other side to move it is another board.
    let other = ["kiothi 0,0/1,1 n 0-0"];
    assert_eq!(by_twin(start, &other, Side::North, Win, None), Some(4));
}

/// More time never harms, as many turns are no less than as many sowings, and time enough is no limit.
#[test]
fn the_twin_counts_time() {
    for game in Game::BOTH {
        let mut source = Source::new(game);
        let (mut compared, mut apart) = (0, 0);
        for _ in 0..400 {
            let (position, side) = (source.position(), source.asker());
            let target = source.target(&position, side);
            let met = |within| Truth::of(&plain(position, side, target, within));
            let Ok(Truth {
                plies: Some(plies), ..
            }) = met(None)
            else {
                continue;
            };
            let least = |within: fn(u8) -> Within| {
                let mut counts = 1..=Within::MAX;
                counts.find(|&count| met(Some(within(count))).is_ok_and(|truth| truth.met))
            };
            let (Some(turns), Some(sowings)) = (least(Within::Turns), least(Within::Sowings))
            else {
                panic!("{} {target:?}", position_text(&position));
            };
            assert!(turns <= sowings && u32::from(sowings) <= plies.max(1));
            let longer = met(Some(Within::Turns(turns + 1))).unwrap();
            assert!(longer.met && longer.plies >= Some(plies));
            compared += 1;
            apart += usize::from(turns < sowings);
        }
        assert!(compared >= 50, "{game:?} {compared}");
        // Only in Giuthi has a turn several sowings (G6).
        assert_eq!(apart > 0, game == Game::Giuthi, "{apart}");
    }
}
