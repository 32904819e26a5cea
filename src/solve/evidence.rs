//! The certificate of an answer: its proofs, taken from the values.
//!
//! *A win* follows best play: the winner's move is one of the fastest, so lengths serve as ranks. A *held draw* has no ranks
//! to go by; every move that keeps it will do, and which are chosen decides how large the closed set becomes. So moves into the set
//! come first, and each board is entered only for the leads that are needed: when a smaller one turns up, the board is
//! looked at again. A *delay* follows the loser's longest resistance for as many plies as the win is said to take; moves by which the
//! winner lets the win slip have to be met for that long, too.

use std::collections::HashMap;

use super::{MoveAnswer, Values};
use crate::board::{Ring, Side};
use crate::certificate::{
    Aim, Certificate, FromLead, Proof, Proved, Start, Terms, statement_for_key, statements_for,
};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Move, Position, RuleSet, Step};
use crate::search::Distances;
use crate::value::{DrawsWithLead, Goal, Verdict, WinsWithLead};

/// What a certificate is to show beside the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Certify {
    /// That the keys reach what they are said to reach, and that all other moves fail.
    pub keys: bool,
    /// The verdict of every move.
    pub moves: bool,
    /// That a win does not come sooner than it is said to. (That it does not come later is shown with the verdict.)
    pub length: bool,
}

/// What a certificate is made of.
pub(super) struct Evidence<'a> {
    pub(super) position: &'a Position,
    pub(super) goal: Option<Goal>,
    pub(super) verdict: Verdict,
    pub(super) moves: &'a [MoveAnswer],
    pub(super) values: &'a Values<'a>,
    /// Lengths from the position and from what comes of each move.
    pub(super) distances: &'a Distances,
    pub(super) control: &'a Control,
}

impl Evidence<'_> {
    /// Makes the certificate.
    pub(super) fn certificate(&self, certify: Certify) -> Result<Certificate, Stop> {
        self.control.progress().begin(Phase::Certifying, 0);
        // 1. What has to be shown.
        let mut proofs =
            proofs_to_make(self.position, self.goal, self.verdict, self.moves, certify);
        // 2. The proofs.
        let mut held = self.values.memory() + self.distances.memory();
        for proof in &mut proofs {
            let mut builder = Builder::new(self, proof.side, proof.aim, held);
            let boards = builder.build(&proof.starts)?;
            proof.positions = builder.needed(&boards);
            held += (proof.positions.len() * size_of::<Proved>()) as u64;
        }
        Ok(Certificate {
            position: *self.position,
            history: Vec::new(),
            proofs,
        })
    }
}

/// Returns the proofs that a certificate needs, by side and aim in a fixed order, without positions.
pub(super) fn proofs_to_make(
    position: &Position,
    goal: Option<Goal>,
    verdict: Verdict,
    moves: &[MoveAnswer],
    certify: Certify,
) -> Vec<Proof> {
    let mut statements = statements_for(position, verdict, Start::Here);
    let reached = Goal::asked(goal, verdict);
    if let Some(goal) = reached.filter(|goal| goal.is_met_by(verdict))
        && certify.keys
    {
        statements.extend(moves.iter().map(|answer| {
            statement_for_key(position, answer.mv, goal, goal.is_met_by(answer.verdict))
        }));
    }
    if certify.moves {
        statements.extend(
            moves.iter().flat_map(|answer| {
                statements_for(position, answer.verdict, Start::After(answer.mv))
            }),
        );
    }
    if certify.length {
        let winners = statements_for(position, verdict, Start::Here).into_iter();
        let winners = winners.filter(|(_, aim, _)| *aim == Aim::Win);
        statements.extend(winners.map(|(winner, _, start)| (!winner, Aim::Delay, start)));
    }
    // A move that repeats the position draws at once, whatever the position is worth: no proof could say otherwise.
    statements.retain(|(_, aim, start)| *aim == Aim::Draw || !repeats(position, *start));
    let mut proofs: Vec<Proof> = Vec::new();
    for (side, aim, start) in statements {
        let same = |proof: &&mut Proof| proof.side == side && proof.aim == aim;
        match proofs.iter_mut().find(same) {
            Some(proof) if proof.starts.contains(&start) => {}
            Some(proof) => proof.starts.push(start),
            None => proofs.push(Proof {
                side,
                aim,
                terms: Terms::WIN,
                starts: vec![start],
                positions: Vec::new(),
            }),
        }
    }
    proofs
}

/// Tells whether a start's move leads to the same board with the same player to move.
fn repeats(position: &Position, start: Start) -> bool {
    let step = match start {
        Start::Here => return false,
        Start::After(mv) => position.rules().step(position.ring(), mv),
    };
    step == Ok(Step::Keep(*position.ring()))
}

/// Returns the board after a start, who is to move, and the lead of a proof's side; `None` after an endless sowing.
pub(super) fn board_of(
    position: &Position,
    start: Start,
    side: Side,
) -> Option<(Ring, Side, FromLead)> {
    let to_move = position.to_move();
    let lead = FromLead::At(position.lead_of(side));
    match start {
        Start::Here => Some((*position.ring(), to_move, lead)),
        Start::After(mv) => {
            let step = position.rules().step(position.ring(), mv);
            board_after(step.expect("a legal first move"), to_move, lead, side)
        }
    }
}

/// Returns board, mover and least lead of a proof's side after a choice; `None` after an endless sowing.
pub(super) fn board_after(
    step: Step,
    to_move: Side,
    from: FromLead,
    side: Side,
) -> Option<(Ring, Side, FromLead)> {
    match step {
        Step::Endless => None,
        Step::Keep(ring) => Some((ring, to_move, from)),
        Step::Turn { ring, captured } => {
            let captured = i16::from(captured);
            let gain = if to_move == side { captured } else { -captured };
            Some((ring, !to_move, from.after(gain)))
        }
    }
}

/// Returns the certificate of a position at which the game is over.
pub(super) fn over_certificate(position: &Position, verdict: Verdict) -> Certificate {
    let proofs = statements_for(position, verdict, Start::Here).into_iter();
    let proofs = proofs.map(|(side, aim, start)| Proof {
        side,
        aim,
        terms: Terms::WIN,
        starts: vec![start],
        positions: vec![Proved {
            ring: *position.ring(),
            to_move: position.to_move(),
            from: FromLead::At(position.lead_of(side)),
            rank: 0,
            left: 0,
            mv: None,
        }],
    });
    Certificate {
        position: *position,
        history: Vec::new(),
        proofs: proofs.collect(),
    }
}

/// Returns positions from which a side wins all that is asked for, by values and lengths; ranks are plies to the end. `held` bytes of memory are
/// held beside values and lengths.
///
/// # Errors
///
/// If a limit is reached.
pub(super) fn wins_from(
    evidence: &Evidence,
    side: Side,
    from: &[(Ring, Side, FromLead)],
    held: u64,
) -> Result<Vec<Proved>, Stop> {
    let held = held + evidence.values.memory() + evidence.distances.memory();
    let builder = Builder::new(evidence, side, Aim::Win, held);
    Ok(builder.run_from(from)?.positions)
}

/// Returns positions by which a side holds at least the draw on all boards asked for, by values; where it leads by all that is left, nothing
/// follows. `held` bytes of memory are held beside values and lengths.
///
/// # Errors
///
/// If a limit is reached.
pub(super) fn held_from(
    evidence: &Evidence,
    side: Side,
    from: &[(Ring, Side, FromLead)],
    held: u64,
) -> Result<Vec<Proved>, Stop> {
    let held = held + evidence.values.memory() + evidence.distances.memory();
    let mut builder = Builder::new(evidence, side, Aim::Draw, held);
    builder.ends_early = true;
    Ok(builder.run_from(from)?.needed(from))
}

/// Collects the positions of one proof.
struct Builder<'a> {
    rules: &'a RuleSet,
    evidence: &'a Evidence<'a>,
    side: Side,
    aim: Aim,
    /// Bytes of memory that are held beside it.
    held: u64,
    /// Whether to leave out what follows where a draw cannot be lost any more.
    ends_early: bool,
    positions: Vec<Proved>,
    /// The positions of each board and mover.
    at: HashMap<[u64; 4], Vec<u32>>,
    /// Positions to be looked at, by their rank: the greatest come first, so that what a delay asks for of a board is the most at once.
    open: Vec<Vec<u32>>,
}

/// Bytes for each position: itself twice, its key and place, its turn to be looked at.
const POSITION_BYTES: u64 = 2 * size_of::<Proved>() as u64 + 100;

impl<'a> Builder<'a> {
    fn new(evidence: &'a Evidence<'a>, side: Side, aim: Aim, held: u64) -> Builder<'a> {
        Builder {
            rules: evidence.position.rules(),
            evidence,
            side,
            aim,
            held,
            ends_early: false,
            positions: Vec::new(),
            at: HashMap::new(),
            open: Vec::new(),
        }
    }

    /// Turns the lead of who is to move into that of the proof's side, and back.
    fn own_lead(&self, to_move: Side, lead: i16) -> i16 {
        if to_move == self.side { lead } else { -lead }
    }

    /// Collects what some starts need; returns their boards.
    fn build(&mut self, starts: &[Start]) -> Result<Vec<(Ring, Side, FromLead)>, Stop> {
        let (position, side) = (self.evidence.position, self.side);
        let boards = starts.iter();
        let boards: Vec<_> = boards
            .filter_map(|&start| board_of(position, start, side))
            .collect();
        for &(ring, to_move, from) in &boards {
            // How long a defeat takes is what is to be shown.
            let rank = match self.aim {
                Aim::Delay => self.plies(&ring, to_move, from).expect("a lost position"),
                Aim::Win | Aim::Draw => 0,
            };
            self.need(&ring, to_move, from, rank);
        }
        self.run()?;
        Ok(boards)
    }

    /// Tells whether nothing need follow on a board.
    fn is_over_early(&self, ring: &Ring, from: FromLead) -> bool {
        self.ends_early && self.aim == Aim::Draw && from.holds_whatever(ring)
    }

    /// Sees to it that positions are there for some boards and leads, and for all that they need.
    fn run_from(mut self, boards: &[(Ring, Side, FromLead)]) -> Result<Self, Stop> {
        for (ring, to_move, lead) in boards {
            self.need(ring, *to_move, *lead, 0);
        }
        self.run()?;
        Ok(self)
    }

    /// Looks at positions until none is open.
    fn run(&mut self) -> Result<(), Stop> {
        let mut count = 0u32;
        while let Some(rank) = self.open.len().checked_sub(1) {
            let Some(index) = self.open[rank].pop() else {
                self.open.pop();
                continue;
            };
            count = count.wrapping_add(1);
            if count.is_multiple_of(256) {
                let control = self.evidence.control;
                control.check()?;
                control.check_memory(self.held + self.positions.len() as u64 * POSITION_BYTES)?;
                control.progress().advance(256);
            }
            self.look(index);
        }
        Ok(())
    }

    /// Chooses a move or follows all moves of one position.
    fn look(&mut self, index: u32) {
        let Proved {
            ring,
            to_move,
            from,
            rank,
            ..
        } = self.positions[index as usize];
        if self.is_over_early(&ring, from) {
            return;
        }
        let needed = rank.saturating_sub(1);
        let mut steps = Vec::new();
        let over = self.rules.expand(&ring, |mv, step| steps.push((mv, step)));
        if over.is_some() {
            return;
        }
        if to_move != self.side {
            for (_, step) in steps {
                if let Some((ring, mover, from)) = self.after(step, to_move, from) {
                    self.need(&ring, mover, from, needed);
                }
            }
            return;
        }
        steps.sort_by(|a, b| a.0.order(b.0, to_move));
        let (mv, step) = match self.aim {
            Aim::Win => self.fastest(index, &steps),
            Aim::Draw | Aim::Delay => self.cheapest(index, &steps),
        };
        self.positions[index as usize].mv = Some(mv);
        if let Some((ring, mover, from)) = self.after(step, to_move, from) {
            self.need(&ring, mover, from, needed);
        }
    }

    /// Returns board, mover and least lead after a choice; `None` after an endless sowing.
    fn after(&self, step: Step, to_move: Side, from: FromLead) -> Option<(Ring, Side, FromLead)> {
        board_after(step, to_move, from, self.side)
    }

    /// Picks one of the fastest wins, one that leads into the set if there is one.
    fn fastest(&self, index: u32, steps: &[(Move, Step)]) -> (Move, Step) {
        let Proved {
            to_move,
            from,
            rank,
            ..
        } = self.positions[index as usize];
        let is_fast = |(ring, mover, from): (Ring, Side, FromLead)| {
            // A lost position has a length, too.
            let not_lost = self.least_lead(&ring, mover) <= from;
            not_lost && self.plies(&ring, mover, from) == Some(rank - 1)
        };
        let fast = steps
            .iter()
            .filter(|(_, step)| self.after(*step, to_move, from).is_some_and(is_fast));
        let mut fast = fast.copied().peekable();
        let first = *fast
            .peek()
            .expect("a winning move one ply nearer to the end");
        fast.find(|(_, step)| {
            let after = self.after(*step, to_move, from);
            after.is_some_and(|(ring, mover, from)| self.has(&ring, mover, from, rank - 1))
        })
        .unwrap_or(first)
    }

    /// Picks a move that holds the draw or delays for long enough; of several, one that seems to ask for few new positions.
    fn cheapest(&self, index: u32, steps: &[(Move, Step)]) -> (Move, Step) {
        let Proved {
            ring, from, rank, ..
        } = self.positions[index as usize];
        let needed = rank.saturating_sub(1);
        // From a position that is held, only moves that hold it: lengths are known of what the win leads over alone.
        let held = self.least_lead(&ring, self.side) <= from;
        let mut best: Option<(i64, (Move, Step))> = None;
        for &(mv, step) in steps {
            let Some((ring, mover, from)) = self.after(step, self.side, from) else {
                // A sowing without end ends the game.
                return (mv, step);
            };
            let holds = self.least_lead(&ring, mover) <= from;
            if !holds && (held || !self.lasts(&ring, mover, from, needed)) {
                continue;
            }
            let cost = if self.has(&ring, mover, from, needed) {
                i64::MIN
            } else if self.at.contains_key(&key(&ring, mover)) {
                // The board would have to be looked at again.
                i64::MAX
            } else {
                self.cost(&ring, mover, from)
            };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, (mv, step)));
            }
        }
        best.expect("a move that holds").1
    }

    /// Tells whether a lost position on the way of the win lasts for so many plies.
    ///
    /// Lengths are exact for all that lies within the plies asked for; one that is not known is longer.
    fn lasts(&self, ring: &Ring, to_move: Side, from: FromLead, needed: u32) -> bool {
        self.plies(ring, to_move, from)
            .is_none_or(|plies| plies >= needed)
    }

    /// Guesses how much has to be held on a new board, in tenths of a seed.
    ///
    /// Little where much can happen without harm: where the lead is far above those that are needed for a draw and for a win; and
    /// where few seeds and replies are left. On the shipped puzzles this made the largest certificate a hundred times smaller than
    /// counting replies alone.
    fn cost(&self, ring: &Ring, mover: Side, from: FromLead) -> i64 {
        /// More than so much makes no difference.
        const FAR: i64 = 20;
        if self.is_over_early(ring, from) {
            return i64::MIN + 1;
        }
        let mut replies = 0;
        if self.rules.expand(ring, |_, _| replies += 1).is_some() {
            return i64::MIN + 1;
        }
        let lead = match from {
            FromLead::Any => 0,
            FromLead::At(lead) => i64::from(lead),
        };
        let above = |least: Option<i16>, otherwise: i64| {
            least.map_or(otherwise, |least| (lead - i64::from(least)).min(FAR))
        };
        let thresholds = self.evidence.values.of(ring);
        let own = mover == self.side;
        let (wins, draws) = match (thresholds.wins(), thresholds.draws()) {
            (WinsWithLead::Never, DrawsWithLead::Always) => (None, None),
            (WinsWithLead::At(wins), DrawsWithLead::Always) => (Some(wins), None),
            (WinsWithLead::Never, DrawsWithLead::At(draws)) => (None, Some(draws)),
            (WinsWithLead::At(wins), DrawsWithLead::At(draws)) => (Some(wins), Some(draws)),
        };
        // Seen by the other side, who wins what is not drawn and draws what is not won.
        let turned = |least: Option<i16>| least.map(|least| 1 - least);
        let (to_draw, to_win) = match own {
            true => (draws, wins),
            false => (turned(wins), turned(draws)),
        };
        let comfort = above(to_draw, FAR) + above(to_win, lead - 50);
        let replies = if own { 0 } else { replies };
        10 * (i64::from(ring.seeds()) - comfort) + replies
    }

    /// Returns the least lead at which the proof's side holds the draw.
    fn least_lead(&self, ring: &Ring, to_move: Side) -> FromLead {
        let thresholds = self.evidence.values.of(ring);
        if to_move == self.side {
            match thresholds.draws() {
                DrawsWithLead::Always => FromLead::Any,
                DrawsWithLead::At(lead) => FromLead::At(lead),
            }
        } else {
            // The other side wins from its lead on, so not with one less.
            match thresholds.wins() {
                WinsWithLead::Never => FromLead::Any,
                WinsWithLead::At(lead) => FromLead::At(1 - lead),
            }
        }
    }

    /// Returns how many plies a decided position lasts, as far as that is known.
    fn plies(&self, ring: &Ring, to_move: Side, from: FromLead) -> Option<u32> {
        let FromLead::At(lead) = from else {
            return None;
        };
        let lead = self.own_lead(to_move, lead);
        self.evidence.distances.plies(ring, lead)
    }

    /// Tells whether the set has a position that speaks for these leads, with a rank that will do.
    fn has(&self, ring: &Ring, to_move: Side, from: FromLead, rank: u32) -> bool {
        let there = self.at.get(&key(ring, to_move));
        let will_do = |proved: &Proved| match self.aim {
            Aim::Win => proved.rank <= rank,
            Aim::Draw => true,
            Aim::Delay => proved.rank >= rank,
        };
        (self.aim == Aim::Delay && rank == 0)
            || there.is_some_and(|there| {
                let mut positions = there.iter().map(|&index| &self.positions[index as usize]);
                positions.any(|proved| proved.from <= from && will_do(proved))
            })
    }

    /// Sees to it that a position is there for these leads; to delay, for so many plies.
    fn need(&mut self, ring: &Ring, to_move: Side, from: FromLead, plies: u32) {
        let rank = match self.aim {
            Aim::Win => self.plies(ring, to_move, from).expect("a won position"),
            Aim::Draw => 0,
            Aim::Delay => plies,
        };
        if self.has(ring, to_move, from, rank) {
            return;
        }
        let least = (self.aim == Aim::Draw).then(|| self.least_lead(ring, to_move));
        let there = self.at.entry(key(ring, to_move)).or_default();
        // 1. A board that is there already, for too few leads or plies, is looked at again.
        let again = match self.aim {
            Aim::Win => None,
            Aim::Draw => there.first().copied(),
            Aim::Delay => there.iter().copied().find(|&index| {
                let proved = &self.positions[index as usize];
                from <= proved.from && rank >= proved.rank
            }),
        };
        let index = match again {
            Some(index) => {
                let proved = &mut self.positions[index as usize];
                // For all leads, if that can be had, so that it does not come up once more.
                proved.from = match least {
                    Some(FromLead::Any) => FromLead::Any,
                    _ => from,
                };
                proved.rank = rank;
                index
            }
            // 2. A new one.
            None => {
                let index = self.positions.len() as u32;
                there.push(index);
                self.positions.push(Proved {
                    ring: *ring,
                    to_move,
                    from,
                    rank,
                    left: 0,
                    mv: None,
                });
                index
            }
        };
        let rank = rank as usize;
        if self.open.len() <= rank {
            self.open.resize_with(rank + 1, Vec::new);
        }
        self.open[rank].push(index);
    }

    /// Returns the positions that these boards need, breadth first: others were passed over in the end.
    fn needed(&self, boards: &[(Ring, Side, FromLead)]) -> Vec<Proved> {
        let mut seen = vec![false; self.positions.len()];
        let mut queue: Vec<u32> = Vec::new();
        for (ring, mover, from) in boards {
            queue.extend(self.reach(&mut seen, ring, *mover, *from));
        }
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            let Proved {
                ring,
                to_move,
                from,
                rank,
                mv,
                ..
            } = self.positions[index as usize];
            if (self.aim == Aim::Delay && rank <= 1) || self.is_over_early(&ring, from) {
                continue;
            }
            let mut follow = |step| {
                if let Some((ring, mover, from)) = self.after(step, to_move, from) {
                    queue.extend(self.reach(&mut seen, &ring, mover, from));
                }
            };
            match mv {
                Some(mv) => follow(self.rules.step(&ring, mv).expect("a legal move")),
                None => {
                    self.rules.expand(&ring, |_, step| follow(step));
                }
            }
        }
        let positions = queue.into_iter();
        positions
            .map(|index| self.positions[index as usize])
            .collect()
    }

    /// Returns the position of the set that a board with these leads comes to, unless it was seen before.
    fn reach(&self, seen: &mut [bool], ring: &Ring, mover: Side, from: FromLead) -> Option<u32> {
        let there = self.at[&key(ring, mover)].iter().copied();
        let speaking = there.filter(|&index| self.positions[index as usize].from <= from);
        let rank = |&index: &u32| self.positions[index as usize].rank;
        let index = match self.aim {
            Aim::Win | Aim::Draw => speaking.min_by_key(rank),
            Aim::Delay => speaking.max_by_key(rank),
        };
        let index = index.expect("a position of the set");
        let new = !std::mem::replace(&mut seen[index as usize], true);
        new.then_some(index)
    }
}

fn key(ring: &Ring, to_move: Side) -> [u64; 4] {
    ring.words(to_move.index() as u16)
}
