//! Themes, difficulty and quality told again from their definitions in docs/generating.md, slowly: every position is solved by itself with its
//! whole graph, every sowing played seed by seed.

use std::collections::HashMap;
use std::sync::Arc;

use bonduc::board::Side;
use bonduc::limits::Limits;
use bonduc::puzzle::{Claim, Puzzle};
use bonduc::rules::naive::{self, NaiveBoard, NaiveOutcome};
use bonduc::rules::{Direction, Ending, Game, Move, Position, Turn};
use bonduc::solve::{AnswerLevel, Asked, Length, LineEnd, Request, Solved, Solver, Status};
use bonduc::value::{DrawsWithLead, Goal, Stipulation, Target, Verdict, WinsWithLead};

/// One ply of the main line.
struct Step {
    before: Position,
    mv: Move,
    captured: u32,
    after: Position,
}

/// A sowing played seed by seed.
struct Sowing {
    laps: usize,
    /// Cells, as the sower sees them, into which a seed fell.
    dropped: Vec<bool>,
    /// Cells that were lifted from.
    lifted: Vec<bool>,
    /// Cells with fewer seeds after the capture than before it.
    emptied: Vec<bool>,
}

/// A problem being told.
pub struct Twin {
    asked: Stipulation,
    /// Whether an exact margin is asked for.
    exact: bool,
    goal: Goal,
    handicap: i16,
    solver: Side,
    steps: Vec<Step>,
    ending: Option<Ending>,
    /// Plies of the solution.
    cut: usize,
    known: HashMap<String, Solved>,
}

/// Returns the tags that a generated puzzle should have, but for how far its solution is the only one.
pub fn tags(puzzle: &Puzzle) -> Vec<String> {
    Twin::new(puzzle).tags()
}

impl Twin {
    fn new(puzzle: &Puzzle) -> Twin {
        let asked = puzzle
            .stipulation
            .expect("a generated puzzle asks for something");
        let start = puzzle.position;
        let total = u32::from(start.captured(Side::South))
            + u32::from(start.captured(Side::North))
            + start.ring().seeds();
        let (goal, handicap) = match asked.target {
            Target::Draw => (Goal::Draw, 0),
            Target::Win | Target::MarginExactly(_) => (Goal::Win, 0),
            Target::MarginAtLeast(least) => (Goal::Win, 1 - least),
            Target::CaptureAtLeast(least) => (Goal::Win, 1 + total as i16 - 2 * i16::from(least)),
        };
        let Some(Claim::Line(claim)) = &puzzle.claim else {
            panic!("{}: a generated puzzle claims a line", puzzle.id);
        };
        let mut twin = Twin {
            asked,
            exact: matches!(asked.target, Target::MarginExactly(_)),
            goal,
            handicap,
            solver: start.to_move(),
            steps: Vec::new(),
            ending: None,
            cut: claim.len(),
            known: HashMap::new(),
        };
        twin.follow(&start);
        twin
    }

    /// Plays the main line.
    fn follow(&mut self, start: &Position) {
        let (plies, ending) = if self.exact {
            let asked = self.ask_exactly(start, &[]);
            let line = asked.line.expect("a line of an exact margin");
            let LineEnd::Over(ending) = line.end else {
                panic!("a line towards a margin ends with the game");
            };
            (line.plies, ending)
        } else {
            let line = self.solved(start).line.clone().expect("a line");
            (line.plies, line.ending)
        };
        let mut before = *start;
        for ply in plies {
            let after = ply.position.with_handicap(self.solver, 0);
            self.steps.push(Step {
                before,
                mv: ply.mv,
                captured: ply.captured.into(),
                after,
            });
            before = after;
        }
        self.ending = Some(ending);
    }

    fn ask_exactly(&self, position: &Position, stood: &[Position]) -> bonduc::solve::Found {
        let mut request = Request::new(*position);
        let seeds = position.ring().seeds();
        let as_many = stood.iter().filter(|stood| stood.ring().seeds() == seeds);
        request.history = as_many.copied().collect();
        request.stipulation = Some(self.asked);
        let answer = solver().solve(&request);
        match answer.asked {
            Some(Asked::Found(found)) => found,
            other => panic!("{position:?}: {other:?}"),
        }
    }

    /// Solves a position, at its score with the handicap.
    fn solved(&mut self, position: &Position) -> &Solved {
        let name = bonduc::notation::position_text(position);
        let (solver_side, handicap) = (self.solver, self.handicap);
        self.known.entry(name).or_insert_with(|| {
            let mut request = Request::new(position.with_handicap(solver_side, handicap));
            request.level = Some(AnswerLevel::Full);
            match solver().solve(&request).status {
                Status::Solved(solved) => solved,
                other => panic!("{position:?}: {other:?}"),
            }
        })
    }

    fn start(&self) -> Position {
        self.steps[0].before
    }

    fn giuthi(&self) -> bool {
        self.start().rules().game() == Game::Giuthi
    }

    /// Returns how many plies from a number on are of one turn.
    fn turn(&self, from: usize) -> std::ops::Range<usize> {
        let side = self.steps[from].before.to_move();
        let rest = self.steps[from..].iter();
        from..from
            + rest
                .take_while(|step| step.before.to_move() == side)
                .count()
    }

    /// Returns the numbers of the solver's plies in the solution.
    fn own(&self) -> Vec<usize> {
        let own = |number: &usize| self.steps[*number].before.to_move() == self.solver;
        (0..self.cut).filter(own).collect()
    }

    /// Returns the moves in a position of the main line that keep the goal.
    fn keys(&mut self, number: usize) -> Vec<Move> {
        let before = self.steps[number].before;
        if self.exact {
            let stood: Vec<Position> = self.steps[..number].iter().map(|s| s.before).collect();
            return self.ask_exactly(&before, &stood).keys.expect("all moves");
        }
        let goal = self.goal;
        let moves = self.solved(&before).moves.iter();
        let keeps = moves.filter(|answer| goal.is_met_by(answer.verdict));
        keeps.map(|answer| answer.mv).collect()
    }

    fn is_only_move(&mut self, number: usize) -> bool {
        let legal = self.steps[number].before.legal_moves().len();
        legal > 1 && self.keys(number).len() == 1
    }

    fn captures(&self, plies: std::ops::Range<usize>) -> u32 {
        self.steps[plies].iter().map(|step| step.captured).sum()
    }

    /// Returns what every first move captures by its own sowing.
    fn first_captures(&self) -> Vec<(Move, u32)> {
        let start = self.start();
        let captured = |mv| match sow(&start, mv) {
            NaiveOutcome::Sown { captured, .. } => captured as u32,
            _ => 0,
        };
        let moves = start.legal_moves().into_iter();
        moves.map(|mv| (mv, captured(mv))).collect()
    }

    /// Returns the solver's result in a position of any side that has a sowing to choose.
    fn result(&mut self, position: &Position) -> Option<Verdict> {
        if self.exact || position.turn() != Turn::Sow {
            return None;
        }
        let verdict = self.solved(position).verdict;
        Some(if position.to_move() == self.solver {
            verdict
        } else {
            !verdict
        })
    }

    /// Returns the position after the key's turn as if the other side had passed, where that side could sow.
    fn after_key_passed(&self) -> Option<Position> {
        let last = self.turn(0).end - 1;
        let over = last + 1 == self.steps.len();
        let after = self.steps[last].after;
        (!over && after.turn() == Turn::Sow).then(|| turned(&after))
    }

    fn final_margin(&self) -> Option<i32> {
        match self.ending {
            Some(Ending::NoMoves { south, north }) => {
                let margin = i32::from(south) - i32::from(north);
                Some(if self.solver == Side::South {
                    margin
                } else {
                    -margin
                })
            }
            _ => None,
        }
    }

    fn has(&mut self, theme: &str) -> bool {
        let start = self.start();
        let giuthi = self.giuthi();
        let own = self.own();
        let key = self.steps[0].mv;
        let sowings: Vec<Sowing> = own
            .iter()
            .filter_map(|&number| sowing(&self.steps[number].before, self.steps[number].mv))
            .collect();
        let n = start.row().pits();
        let enemy = |cells: &[bool]| cells[n..].iter().filter(|cell| **cell).count();
        match theme {
            "several-sowings" => own.iter().any(|&number| {
                let turn = self.turn(number);
                let sown = |at: &usize| self.steps[*at].mv != Move::Pass;
                giuthi && turn.filter(|at| *at < self.cut).filter(sown).count() >= 3
            }),
            "long-relay" => {
                let least = if giuthi { 6 } else { 3 };
                sowings.iter().any(|sowing| sowing.laps >= least)
            }
            "full-round" => sowings.iter().any(|sowing| enemy(&sowing.dropped) == n),
            "chain-capture" => giuthi && sowings.iter().any(|sowing| enemy(&sowing.emptied) >= 2),
            "triple-capture" => !giuthi && sowings.iter().any(|sowing| enemy(&sowing.emptied) == 4),
            "great-capture" => own.iter().any(|&number| {
                let step = &self.steps[number];
                step.captured >= 5 && 2 * step.captured >= step.before.ring().seeds()
            }),
            "forced-pass" => (0..self.cut).any(|number| {
                self.steps[number].mv == Move::Pass
                    && self.steps[number].before.to_move() != self.solver
            }),
            "own-pass" => own
                .iter()
                .any(|&number| self.steps[number].mv == Move::Pass),
            "quiet-key" => {
                let could = self
                    .first_captures()
                    .iter()
                    .any(|(_, captured)| *captured > 0);
                could && self.captures(self.turn(0)) == 0
            }
            "waiting-move" => match self.after_key_passed() {
                Some(passed) if !self.exact => {
                    let goal = self.goal;
                    !self
                        .result(&passed)
                        .is_some_and(|verdict| goal.is_met_by(verdict))
                }
                _ => false,
            },
            "mutual-zugzwang" => match self.after_key_passed() {
                Some(passed) => {
                    self.goal == Goal::Win && self.result(&passed) == Some(Verdict::Loss)
                }
                None => false,
            },
            "set-play" => {
                let goal = self.goal;
                let verdict = self.result(&turned(&start));
                verdict.is_some_and(|verdict| goal.is_met_by(verdict))
            }
            "sacrifice" => {
                let turn = self.turn(0);
                let reply = match turn.end < self.steps.len() {
                    true => self.captures(self.turn(turn.end)),
                    false => 0,
                };
                self.captures(turn) == 0 && reply >= if giuthi { 3 } else { 2 }
            }
            "refused-capture" => {
                let first = self.first_captures();
                let most = first.iter().map(|(_, captured)| *captured).max().unwrap();
                let own = first.iter().find(|(mv, _)| *mv == key).unwrap().1;
                most >= 2 && own < most
            }
            "avoid-repetition" => own.iter().any(|&number| {
                if self.exact || self.goal != Goal::Win || !self.is_only_move(number) {
                    return false;
                }
                let before = self.steps[number].before;
                self.solved(&before).moves.iter().any(|answer| {
                    answer.verdict == Verdict::Draw
                        && answer.thresholds.unwrap().wins() == WinsWithLead::Never
                })
            }),
            "repetition-draw" => {
                let repeats = matches!(self.ending, Some(Ending::Repetition { .. }));
                !self.exact && repeats && self.goal == Goal::Draw && {
                    let thresholds = self.solved(&start).thresholds.unwrap();
                    thresholds.draws() == DrawsWithLead::Always
                }
            }
            "endless-sowing" => {
                let mut others = start.legal_moves();
                others.retain(|mv| *mv != key);
                let endless = |mv: Move| sow(&start, mv) == NaiveOutcome::Endless;
                self.ending == Some(Ending::EndlessSowing) || others.into_iter().any(endless)
            }
            "equal-end" => self.goal == Goal::Draw && self.final_margin() == Some(0),
            "narrow-win" => match self.final_margin() {
                // Margins have the parity of all seeds.
                Some(margin) => margin == 1 || margin == 2,
                None => false,
            },
            "one-warrior" => !giuthi && self.asked.target == Target::MarginExactly(2),
            "from-behind" => {
                let behind = -i32::from(start.lead());
                let seeds = start.ring().seeds() as i32;
                self.goal == Goal::Win && behind >= 3 && 2 * behind >= seeds
            }
            "wrong-direction" => match key {
                Move::Sow { cell, direction } if !self.exact => {
                    let other = Move::Sow {
                        cell,
                        direction: direction.reversed(),
                    };
                    let moves = &self.solved(&start).moves;
                    let other = moves.iter().find(|answer| answer.mv == other);
                    other.is_some_and(|answer| answer.verdict == Verdict::Loss)
                }
                _ => false,
            },
            "measured-lift" => match key {
                Move::Lift { cell: own, .. } => {
                    let moves = start.legal_moves();
                    let same = |mv: &&Move| matches!(mv, Move::Lift { cell, .. } if *cell == own);
                    moves.iter().filter(same).count() >= 3
                }
                _ => false,
            },
            "nki-sacrifice" => own.iter().any(|&number| {
                let before = self.steps[number].before;
                let gives_up = |mv: Move| gives_up_a_mark(&before, mv);
                gives_up(self.steps[number].mv)
                    && before.legal_moves().into_iter().any(|mv| !gives_up(mv))
                    && self.is_only_move(number)
            }),
            "switchback" => {
                let least = if giuthi { 3 } else { 4 };
                (0..n as u8).any(|pit| {
                    let from = |number: &&usize| match self.steps[**number].mv {
                        Move::Sow { cell, .. } | Move::Lift { cell, .. } => cell == pit,
                        Move::Pass => false,
                    };
                    own.iter().filter(from).count() >= least
                })
            }
            "echo" => self.has_echo(),
            "marathon" => self.steps.len() >= 30,
            other => panic!("the twin knows no theme {other:?}"),
        }
    }

    fn has_echo(&mut self) -> bool {
        let end = self.turn(0).end;
        if self.exact || end == self.steps.len() {
            return false;
        }
        let after_key = self.steps[end - 1].after;
        let mut answers: Vec<Vec<Move>> = Vec::new();
        for reply in after_key.legal_moves() {
            let mut record = bonduc::rules::Record::new(after_key);
            record.play(reply).unwrap();
            if record.ending().is_some() {
                continue;
            }
            let after = *record.position();
            let mut request = Request::new(after.with_handicap(self.solver, self.handicap));
            let stood = self.steps[..end].iter().map(|step| step.before);
            let stood = stood.chain([after_key]);
            let seeds = after.ring().seeds();
            request.history = stood.filter(|p| p.ring().seeds() == seeds).collect();
            let Status::Solved(solved) = solver().solve(&request).status else {
                panic!("{after:?}");
            };
            let mut side = after.to_move();
            let mut own = Vec::new();
            for ply in solved.line.expect("a line").plies {
                if side == self.solver && ply.mv != Move::Pass {
                    own.push(ply.mv);
                }
                side = ply.position.to_move();
            }
            if own.len() >= 3 && answers.contains(&own) {
                return true;
            }
            answers.push(own);
        }
        false
    }

    fn tags(mut self) -> Vec<String> {
        let mut tags = Vec::new();
        for theme in bonduc::generate::Theme::ALL {
            if self.has(theme.name()) {
                tags.push(theme.name().to_owned());
            }
        }
        let themes = tags.len() as u32;
        let start = self.start();
        let own = self.own();
        let key = self.steps[0].mv;
        let line = self.steps.len() as u32;
        // Difficulty.
        let only_moves = own
            .iter()
            .filter(|&&number| self.is_only_move(number))
            .count() as u32;
        let lengths: Vec<(Move, Length)> = match self.exact {
            true => start
                .legal_moves()
                .into_iter()
                .map(|mv| (mv, Length::Draw))
                .collect(),
            false => self
                .solved(&start)
                .moves
                .iter()
                .map(|m| (m.mv, m.length))
                .collect(),
        };
        let (mut tempting, mut late) = (0, 0);
        let (own_captured, own_again) = at_once(&start, key);
        for (mv, length) in lengths.into_iter().filter(|(mv, _)| *mv != key) {
            let lasts = match length {
                Length::Proved(plies) => plies,
                _ => line,
            };
            late = late.max(lasts);
            let (captured, again) = at_once(&start, mv);
            let no_less = captured >= own_captured;
            let plausible = no_less && (captured > 0 || again || !own_again);
            if plausible && lasts > 4 {
                tempting += 1;
            }
        }
        let laps: usize = own
            .iter()
            .filter_map(|&number| sowing(&self.steps[number].before, self.steps[number].mv))
            .map(|sowing| sowing.laps)
            .sum();
        let r = 6.0 * f64::from(only_moves - 1)
            + 3.0 * f64::from(tempting.min(6))
            + f64::from(late.min(40)) / 2.0
            + laps as f64 / 2.0;
        let difficulty = (100.0 * r / (r + 30.0)).floor() as u32;
        // Quality.
        let cells = start.row().cells();
        let bare = 15 - (15 * start.ring().seeds() as usize / (3 * cells)).min(15);
        let mut used = vec![false; cells];
        for number in 0..self.cut {
            let step = &self.steps[number];
            let Some(sowing) = sowing(&step.before, step.mv) else {
                continue;
            };
            let turned = step.before.to_move() != self.solver;
            for cell in 0..cells {
                let seen = if turned {
                    (cell + cells / 2) % cells
                } else {
                    cell
                };
                used[seen] |= sowing.dropped[cell] || sowing.lifted[cell] || sowing.emptied[cell];
            }
        }
        let occupied: Vec<usize> = (0..cells)
            .filter(|&c| start.ring().cells()[c] > 0)
            .collect();
        let used = occupied.iter().filter(|&&cell| used[cell]).count();
        let economy = (bare + 15 * used / occupied.len()) as u32;
        let length = (5 * (only_moves - 1)).min(25);
        let has = |name: &str| tags.iter().any(|tag| tag == name);
        let groups = [
            has("quiet-key"),
            has("waiting-move") || has("sacrifice"),
            has("refused-capture"),
        ];
        let wrong = start.legal_moves().len() - 1;
        let all_lose = !self.exact && {
            let moves = &self.solved(&start).moves;
            let mut wrong = moves.iter().filter(|answer| answer.mv != key);
            wrong.all(|answer| answer.verdict == Verdict::Loss)
        };
        let surprise = 7 * groups.iter().filter(|has| **has).count() as u32
            + if wrong >= 4 || all_lose { 4 } else { 0 };
        let quality = economy + length + surprise + (4 * themes).min(20);
        let level = match difficulty {
            0..35 => "easy",
            35..60 => "medium",
            _ => "hard",
        };
        tags.push(level.to_owned());
        let numbers = [
            ("difficulty", difficulty),
            ("only-moves", only_moves),
            ("tempting", tempting),
            ("late", late),
            ("laps", laps as u32),
            ("quality", quality),
            ("economy", economy),
            ("length", length),
            ("surprise", surprise),
            ("plies", line),
        ];
        tags.extend(numbers.map(|(name, number)| format!("{name}={number}")));
        tags
    }
}

fn solver() -> Solver {
    Solver::new(Limits::default(), Arc::default(), Arc::default())
}

/// Returns the same board and score with the other side to move.
fn turned(position: &Position) -> Position {
    let mut setup = position.to_setup();
    setup.to_move = !setup.to_move;
    Position::from_setup(&setup).unwrap()
}

/// Plays a move by the naive twin of the rules, South to move on the ring as it is seen.
fn sow(position: &Position, mv: Move) -> NaiveOutcome {
    let board = NaiveBoard::from_ring(position.ring(), Side::South);
    naive::play(position.rules(), &board, Side::South, mv)
}

/// Returns what a first move captures, and whether the side may sow again.
fn at_once(position: &Position, mv: Move) -> (usize, bool) {
    match sow(position, mv) {
        NaiveOutcome::Sown {
            captured, again, ..
        } => (captured, again),
        _ => (0, false),
    }
}

/// Tells whether a move takes a mark off a boma of the side that makes it.
fn gives_up_a_mark(position: &Position, mv: Move) -> bool {
    let before = NaiveBoard::from_ring(position.ring(), Side::South).south_nki;
    match sow(position, mv) {
        NaiveOutcome::Sown { board, .. } => before
            .iter()
            .zip(&board.south_nki)
            .any(|(was, is)| *was && !*is),
        _ => false,
    }
}

/// Plays a sowing seed by seed; `None` for a pass and one without end.
fn sowing(position: &Position, mv: Move) -> Option<Sowing> {
    let ring = position.ring();
    let m = ring.row().cells();
    let NaiveOutcome::Sown { board, laps, .. } = sow(position, mv) else {
        return None;
    };
    let (mut at, mut hand, mut ccw) = match mv {
        Move::Pass => return None,
        Move::Sow { cell, direction } => {
            let cell = usize::from(cell);
            (cell, ring.cells()[cell], direction == Direction::Ccw)
        }
        Move::Lift { cell, count } => (usize::from(cell), count, true),
    };
    let giuthi = position.rules().game() == Game::Giuthi;
    let mut cells = ring.cells().to_vec();
    let mut sowing = Sowing {
        laps: laps as usize,
        dropped: vec![false; m],
        lifted: vec![false; m],
        emptied: vec![false; m],
    };
    for _ in 0..laps {
        cells[at] -= hand;
        sowing.lifted[at] = true;
        for _ in 0..hand {
            at = if ccw { (at + 1) % m } else { (at + m - 1) % m };
            cells[at] += 1;
            sowing.dropped[at] = true;
        }
        hand = cells[at];
        ccw ^= giuthi;
    }
    // The rows as the diagram has them: North's runs the other way round the ring.
    let after: Vec<usize> = board
        .south
        .iter()
        .chain(board.north.iter().rev())
        .copied()
        .collect();
    for cell in 0..m {
        sowing.emptied[cell] = after[cell] < usize::from(cells[cell]);
    }
    Some(sowing)
}
