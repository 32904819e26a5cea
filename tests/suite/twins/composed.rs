//! Series and help play against a twin that plays every line, by the naive rules, with all boards that stood before.

use bonduc::board::{Ring, Side};
use bonduc::limits::Control;
use bonduc::rules::naive::{NaiveBoard, NaiveOutcome};
use bonduc::rules::{Game, Move, Position, RuleSet};
use bonduc::search::composed_lines;
use bonduc::solve::find_solutions;
use bonduc::value::{Composed, ComposedPlay, ComposedState, Kind, Stipulation, Target};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::random::{position, ring, rules_and_ring, side};
use crate::naive_solver::sowings;

/// All lines of a stipulation, one after another, nothing left out and nothing remembered but the boards of the line.
struct Twin {
    rules: RuleSet,
    /// Whether the other side is skipped.
    series: bool,
    side: Side,
    target: Target,
    moves: usize,
    lines: Vec<Vec<Move>>,
    /// Boards that it may still look at.
    left: usize,
    /// Lines that ended by a repetition.
    repetitions: usize,
}

/// What is captured, South's first.
type Captured = [i32; 2];

impl Twin {
    /// Whether the game is over where this side is to move, and what then falls to South and North.
    fn over(&self, board: &NaiveBoard, to_move: Side) -> Option<[i32; 2]> {
        if !sowings(&self.rules, board, to_move).is_empty() {
            return None;
        }
        let row = |row: &[usize]| row.iter().sum::<usize>() as i32;
        let rows = [row(&board.south), row(&board.north)];
        let other_can = !sowings(&self.rules, board, !to_move).is_empty();
        match (self.rules.game(), other_can) {
            (Game::Giuthi, true) => None,
            (Game::Kiothi, true) => {
                let mut all = [0; 2];
                all[(!to_move).index()] = rows[0] + rows[1];
                Some(all)
            }
            (_, false) => Some(rows),
        }
    }

    fn meets(&self, totals: Captured) -> bool {
        let own = totals[self.side.index()];
        let difference = own - totals[(!self.side).index()];
        match self.target {
            Target::Win => difference > 0,
            Target::Draw => difference >= 0,
            Target::MarginAtLeast(least) => difference >= i32::from(least),
            Target::MarginExactly(exactly) => difference == i32::from(exactly),
            Target::CaptureAtLeast(least) => own >= i32::from(least),
        }
    }

    /// Plays everything from a board at which a side chooses; `None` if that is too much.
    fn play(
        &mut self,
        (board, side): (&NaiveBoard, Side),
        captured: Captured,
        stood: &[(NaiveBoard, Side)],
        done: usize,
        line: &[Move],
    ) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let mut choices = sowings(&self.rules, board, side);
        if choices.is_empty() && !self.series && self.over(board, side).is_none() {
            let pass = NaiveOutcome::Sown {
                board: board.clone(),
                captured: 0,
                again: false,
                laps: 0,
            };
            choices.push((Move::Pass, pass));
        }
        for (mv, outcome) in choices {
            let line = [line, &[mv]].concat();
            let NaiveOutcome::Sown {
                board: after,
                captured: taken,
                again,
                ..
            } = outcome
            else {
                if done + 1 == self.moves && self.target == Target::Draw {
                    self.lines.push(line);
                }
                continue;
            };
            let mut captured = captured;
            captured[side.index()] += taken as i32;
            let to_move = if again { side } else { !side };
            let chooser = if self.series { side } else { to_move };
            let ended = done + 1;
            let here = (after, chooser);
            if stood.contains(&here) {
                self.repetitions += 1;
                if ended == self.moves && self.target == Target::Draw {
                    self.lines.push(line);
                }
            } else if let Some(dealt) = self.over(&here.0, to_move) {
                let totals = [captured[0] + dealt[0], captured[1] + dealt[1]];
                if ended == self.moves && self.meets(totals) {
                    self.lines.push(line);
                }
            } else {
                let done = match self.series || to_move != side {
                    true => ended,
                    false => done,
                };
                if done == self.moves {
                    let capture = matches!(self.target, Target::CaptureAtLeast(_));
                    if capture && self.meets(captured) {
                        self.lines.push(line);
                    }
                    continue;
                }
                let stood = [stood, std::slice::from_ref(&here)].concat();
                self.play((&here.0, chooser), captured, &stood, done, &line)?;
            }
        }
        Some(())
    }
}

/// The twin's lines of a stipulation.
fn twin(position: &Position, history: &[Position], stipulation: &Stipulation) -> Option<Twin> {
    let side = stipulation.side(position);
    let (series, composed) = match stipulation.kind {
        Kind::Series(composed) => (true, composed),
        Kind::Help(composed) => (false, composed),
        Kind::Direct => panic!("composed play"),
    };
    let mut twin = Twin {
        rules: *position.rules(),
        series,
        side,
        target: stipulation.target,
        moves: composed.moves.into(),
        lines: Vec::new(),
        left: 20_000,
        repetitions: 0,
    };
    let board = NaiveBoard::from_ring(position.ring(), position.to_move());
    if twin.over(&board, position.to_move()).is_some() {
        return Some(twin);
    }
    let chooser = if series { side } else { position.to_move() };
    let mut stood: Vec<_> = history
        .iter()
        .map(|before| {
            let to_move = before.to_move();
            (NaiveBoard::from_ring(before.ring(), to_move), to_move)
        })
        .collect();
    stood.push((board.clone(), chooser));
    let captured = Side::BOTH.map(|side| i32::from(position.captured(side)));
    twin.play((&board, chooser), captured, &stood, 0, &[])?;
    Some(twin)
}

/// What a random stipulation is made of.
fn stipulations(series: bool) -> impl Strategy<Value = Stipulation> {
    let targets = prop_oneof![
        Just(Target::Win),
        Just(Target::Draw),
        (-4i16..=4).prop_map(Target::MarginAtLeast),
        (-6i16..=6).prop_map(Target::MarginExactly),
        (0u8..=8).prop_map(Target::CaptureAtLeast),
    ];
    let moves = if series { 1u8..=5 } else { 1u8..=6 };
    (targets, prop::option::of(side()), moves).prop_map(move |(target, side, moves)| {
        let composed = Composed {
            moves,
            solutions: None,
        };
        Stipulation {
            target,
            side,
            within: None,
            kind: match series {
                true => Kind::Series(composed),
                false => Kind::Help(composed),
            },
        }
    })
}

/// Boards that stand on some line from a position, to be taken for its history.
fn boards_ahead(position: &Position, choices: &[u8]) -> Vec<Position> {
    let mut at = vec![*position];
    let mut record = bonduc::rules::Record::new(*position);
    for &choice in choices {
        let moves = record.position().legal_moves();
        if record.ending().is_some() || moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        if record.play(mv).is_ok() {
            at.push(*record.position());
        }
    }
    let seeds = position.ring().seeds();
    let mut ahead: Vec<Position> = at.split_off(1);
    ahead.retain(|board| board.ring().seeds() == seeds && board.ring() != position.ring());
    ahead
}

/// At least so many positions with solutions for each game and kind, and as many again without.
const WANTED: usize = 40;

fn compare(game: Game, series: bool) {
    let mut runner = TestRunner::deterministic();
    let boards = match game {
        Game::Giuthi => rules_and_ring(game, 2..=4, 3..=10).boxed(),
        Game::Kiothi => rules_and_ring(game, 2..=5, 2..=6).boxed(),
    };
    let all = (
        boards,
        side(),
        -3i32..=3,
        stipulations(series),
        prop::collection::vec(any::<u8>(), 3),
        any::<bool>(),
    );
    let control = Control::unlimited();
    let (mut with, mut without, mut repeated, mut several) = (0, 0, 0, 0);
    while with < WANTED || without < WANTED || repeated < 10 || several < 10 {
        let ((rules, ring), to_move, lead, stipulation, choices, has_history) =
            all.new_tree(&mut runner).unwrap().current();
        let position = position(rules, &ring, to_move, lead);
        let history = match has_history {
            true => boards_ahead(&position, &choices),
            false => Vec::new(),
        };
        let Some(twin) = twin(&position, &history, &stipulation) else {
            continue;
        };
        let what = format!("{position:?} {history:?} {stipulation:?}");
        for list in [0, 1, 3, usize::MAX] {
            let found = composed_lines(&position, &history, &stipulation, list, &control);
            assert!(found.complete && found.stop.is_none());
            assert_eq!(found.count, twin.lines.len() as u64, "{what}");
            let listed = &twin.lines[..list.min(twin.lines.len())];
            assert_eq!(found.lines, listed, "{what}");
            let mut firsts: Vec<Move> = twin.lines.iter().map(|line| line[0]).collect();
            firsts.dedup();
            assert_eq!(found.firsts, firsts, "{what}");
        }
        // What numbers call impossible has no line.
        if stipulation.impossible(&position).is_some() {
            assert!(twin.lines.is_empty(), "{what}");
        }
        let found = find_solutions(&position, &history, &stipulation, 5, &control);
        assert_eq!(found.count, twin.lines.len() as u64, "{what}");
        with += usize::from(!twin.lines.is_empty());
        without += usize::from(twin.lines.is_empty());
        repeated += usize::from(twin.repetitions > 0);
        several += usize::from(twin.lines.len() > 5);
    }
}

#[test]
fn series_in_giuthi() {
    compare(Game::Giuthi, true);
}

#[test]
fn series_in_kiothi() {
    compare(Game::Kiothi, true);
}

#[test]
fn help_in_giuthi() {
    compare(Game::Giuthi, false);
}

#[test]
fn help_in_kiothi() {
    compare(Game::Kiothi, false);
}

/// Lines played at random by the rules come out as solutions if, and only if, the twin has them.
#[test]
fn lines_are_judged_rightly() {
    let mut runner = TestRunner::deterministic();
    for game in Game::BOTH {
        for series in [true, false] {
            let boards = (rules_and_ring(game, 2..=4, 3..=7), side(), -3i32..=3);
            let all = (
                boards,
                stipulations(series),
                prop::collection::vec(any::<u8>(), 30),
            );
            let (mut reached, mut missed) = (0, 0);
            while reached < 30 || missed < 30 {
                let (((rules, ring), to_move, lead), stipulation, choices) =
                    all.new_tree(&mut runner).unwrap().current();
                let position = position(rules, &ring, to_move, lead);
                let Some(twin) = twin(&position, &[], &stipulation) else {
                    continue;
                };
                let mut play = ComposedPlay::new(&position, &[], &stipulation).unwrap();
                let mut line = Vec::new();
                for choice in choices {
                    if play.state() != ComposedState::Going {
                        break;
                    }
                    let moves = play.position().legal_moves();
                    let mv = moves[usize::from(choice) % moves.len()];
                    play.play(mv).unwrap();
                    line.push(mv);
                }
                let is_solution = matches!(play.state(), ComposedState::Reached(_));
                assert_eq!(is_solution, twin.lines.contains(&line), "{position:?}");
                if play.state() != ComposedState::Going {
                    assert!(play.play(Move::Pass).is_err());
                }
                reached += usize::from(is_solution);
                missed += usize::from(!is_solution);
            }
        }
    }
}

/// Limits end the count, and what was found by then is no more than there is.
#[test]
fn limits_leave_a_part() {
    use bonduc::limits::{Limits, Stop};
    let ring = Ring::from_cells(&[2, 3, 0, 2, 1, 3]);
    let position = position(Game::Kiothi.defaults(), &ring, Side::South, 0);
    let stipulation = Stipulation {
        target: Target::CaptureAtLeast(2),
        side: None,
        within: None,
        kind: Kind::Help(Composed {
            moves: 5,
            solutions: None,
        }),
    };
    let whole = composed_lines(&position, &[], &stipulation, 2, &Control::unlimited());
    assert!(whole.complete && whole.count > 10, "{whole:?}");
    let mut parts = 0;
    for nodes in 0..whole.positions {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let control = Control::start(limits, Default::default(), Default::default());
        let part = composed_lines(&position, &[], &stipulation, 2, &control);
        assert_eq!((part.complete, part.stop), (false, Some(Stop::Nodes)));
        assert!(part.count <= whole.count);
        parts += usize::from(part.count > 0 && part.count < whole.count);
    }
    assert!(parts > 0);
}

/// Without memory nothing is remembered, and the count is the same.
#[test]
fn memory_changes_nothing() {
    use bonduc::limits::Limits;
    let mut runner = TestRunner::deterministic();
    let mut remembered = 0;
    for game in Game::BOTH {
        let boards = (
            prop_oneof![ring(game, 3..=4, 5..=9)],
            stipulations(game == Game::Giuthi),
        );
        for _ in 0..40 {
            let (ring, stipulation) = boards.new_tree(&mut runner).unwrap().current();
            let position = position(game.defaults(), &ring, Side::South, 0);
            if twin(&position, &[], &stipulation).is_none() {
                continue;
            }
            let limits = Limits {
                // Room for one board, and for none to be remembered.
                memory: Limits::BASE_MEMORY,
                ..Limits::default()
            };
            let poor = Control::start(limits, Default::default(), Default::default());
            let [rich, poor] = [&Control::unlimited(), &poor]
                .map(|control| composed_lines(&position, &[], &stipulation, 0, control));
            if poor.complete {
                assert_eq!((rich.count, &rich.firsts), (poor.count, &poor.firsts));
                remembered += usize::from(rich.positions < poor.positions);
            }
        }
    }
    assert!(remembered > 5, "{remembered}");
}
