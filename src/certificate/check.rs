//! The checker: a certificate in, what it shows out, or the first fault.
//!
//! Every position of a proof is looked at by itself: its moves are played by the rules, and what comes of them is looked up among
//! the positions of the proof. Nothing is searched. One proof is held in memory at a time, about 120 bytes a position.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::BufRead;

use rayon::prelude::*;

use super::text::{Reader, TextFault, proved_text, terms_text};
use super::{Aim, FromLead, Proof, Proved, Start, Terms};
use crate::board::{Ring, Side};
use crate::notation::{NamedMove, push_board};
use crate::rules::{Illegal, Move, Position, RuleSet, Step, Turn};
use crate::value::Within;

/// What a certificate shows. Only [`check`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    position: Position,
    history: Vec<Position>,
    statements: Vec<Statement>,
    positions: u64,
}

/// One thing that a certificate shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// The side that forces something.
    pub side: Side,
    /// What it forces.
    pub aim: Aim,
    /// What that is about.
    pub terms: Terms,
    /// From where.
    pub start: Start,
    /// A win: the most plies to the end of the game. A delay: the fewest to a defeat. Both counted from the certificate's position.
    pub plies: Option<u32>,
}

impl Checked {
    /// Returns the position that the certificate is about.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the earlier positions that count for repetition.
    pub fn history(&self) -> &[Position] {
        &self.history
    }

    /// Returns what is shown, in the order of the certificate.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// Returns the number of positions in all proofs.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the statement that a side reaches an aim from somewhere; a win shows also that it does not lose.
    pub fn shows(&self, side: Side, aim: Aim, start: Start) -> Option<&Statement> {
        self.statements.iter().find(|statement| {
            let enough = statement.aim == aim || (statement.aim, aim) == (Aim::Win, Aim::Draw);
            let same = statement.side == side && statement.start == start;
            same && statement.terms == Terms::WIN && enough
        })
    }

    /// Returns the statement that a side reaches something, or keeps the other side from it, from somewhere. Who reaches an end with which the
    /// other cannot be content has kept it from what it wants.
    pub fn shows_terms(
        &self,
        side: Side,
        aim: Aim,
        terms: Terms,
        start: Start,
    ) -> Option<&Statement> {
        if terms == Terms::WIN {
            return self.shows(side, aim, start);
        }
        self.statements.iter().find(|statement| {
            let is = (statement.aim, statement.terms) == (aim, terms);
            let excludes = (statement.aim, aim) == (Aim::Win, Aim::Draw)
                && statement.terms.excludes(terms.required);
            let same = statement.side == side && statement.start == start;
            same && (is || excludes)
        })
    }
}

/// Why a certificate shows nothing.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Its text is not as it should be.
    #[error("{0}")]
    Text(#[from] TextFault),
    /// A proof has a fault.
    #[error("{0}")]
    Fault(Box<CheckFault>),
}

/// The first fault of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFault {
    /// The proof, from 1.
    pub proof: usize,
    /// The proof's side.
    pub side: Side,
    /// The proof's aim.
    pub aim: Aim,
    /// What it is about.
    pub terms: Terms,
    /// Where in the proof.
    pub place: Place,
    /// What is wrong there.
    pub why: Why,
}

/// A place in a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A start, from 1.
    Start(usize),
    /// A position, from 1, and its text.
    Position(usize, String),
}

/// What is wrong at a place of a proof.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The same board, mover and lead stood before.
    #[error("the position stands there twice")]
    Twice,
    /// The proof's side is to move, but no move is named.
    #[error("{0} is to move, but no move is named")]
    NoMove(Side),
    /// A move is named for the other side.
    #[error("a move is named, but {0} is to move, whose moves are all followed")]
    OtherSidesMove(Side),
    /// A move is named, or asked for, where the game is over.
    #[error("a move is named, but the game is over there")]
    MoveAfterEnd,
    /// The named move cannot be played.
    #[error("{mv} cannot be played: {why}")]
    Illegal {
        /// The move.
        mv: NamedMove,
        /// Why not.
        why: Illegal,
    },
    /// The game ends, and not as the proof needs it.
    #[error("the game is over there with a difference of {0}, which will not do")]
    NotEnough(i16),
    /// The game ends where the position speaks for any lead.
    #[error("the game is over there, so its lead cannot be any")]
    AnyLeadAtEnd,
    /// A sowing without end where a win is to be shown.
    #[error("{0} is a sowing that never ends, which is a draw")]
    Endless(NamedMove),
    /// A move that leads to the certificate's position again or to one of the history, where a win is to be shown.
    #[error("{0} repeats a position that stood before, which is a draw")]
    Repeats(NamedMove),
    /// A position that has to be there is not.
    #[error("{} {board} is not among the positions of the proof", after(.mv))]
    Missing {
        /// The move that leads there; `None`: it is the certificate's own position.
        mv: Option<NamedMove>,
        /// The board.
        board: String,
    },
    /// It is there, but only for greater leads.
    #[error("{} {board} does not stand there for a lead of {lead}", after(.mv))]
    LeadTooSmall {
        /// The move that leads there.
        mv: Option<NamedMove>,
        /// The board.
        board: String,
        /// The lead for which it is needed.
        lead: Shown,
    },
    /// It is there for the lead, but not with a rank that will do.
    #[error("{} {board} stands there with the rank {found}, which should be {} {needed}", after(.mv), bound(.aim))]
    Rank {
        /// The proof's aim.
        aim: Aim,
        /// The move that leads there.
        mv: Option<NamedMove>,
        /// The board.
        board: String,
        /// The best rank that it has.
        found: u32,
        /// The greatest rank that will do for a win, the least for a delay.
        needed: u32,
    },
    /// The proof's side is to move, with no turn or sowing left.
    #[error("the game is not over there, and no {0} is left")]
    TimeUp(&'static str),
    /// A win with a rank of 0 that is no end.
    #[error("the rank is 0, but the game is not over there")]
    RankZero,
}

/// A lead in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown(pub FromLead);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            FromLead::Any => f.write_str("any"),
            FromLead::At(lead) => write!(f, "{lead}"),
        }
    }
}

fn bound(aim: &Aim) -> &'static str {
    match aim {
        Aim::Delay => "at least",
        Aim::Win | Aim::Draw => "at most",
    }
}

fn after(mv: &Option<NamedMove>) -> String {
    mv.map_or("the position itself,".to_owned(), |mv| {
        format!("after {mv},")
    })
}

impl fmt::Display for CheckFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match (self.aim, self.terms) {
            (Aim::Win, Terms::WIN) => "wins".to_owned(),
            (Aim::Draw, Terms::WIN) => "draws at least".to_owned(),
            (Aim::Win, terms) => format!("reaches {}", terms_text(terms)),
            (Aim::Draw, terms) => format!("prevents {}", terms_text(terms)),
            (Aim::Delay, _) => "delays".to_owned(),
        };
        write!(f, "proof {} ({} {what}), ", self.proof, self.side)?;
        match &self.place {
            Place::Start(number) => write!(f, "start {number}: ")?,
            Place::Position(number, text) => write!(f, "position {number}, {text}: ")?,
        }
        write!(f, "{}", self.why)
    }
}

/// Reads a certificate and checks every proof in it. More than `most` positions are not taken.
///
/// # Errors
///
/// The first fault: of the text, or else of the first proof that has one, at its first start or position.
pub fn check(source: impl BufRead, most: u64) -> Result<Checked, CheckError> {
    let mut reader = Reader::new(source, most)?;
    let position = *reader.position();
    let history = reader.history().to_vec();
    let mut checked = Checked {
        position,
        history: history.clone(),
        statements: Vec::new(),
        positions: 0,
    };
    let mut number = 0;
    while let Some(proof) = reader.next_proof()? {
        number += 1;
        let statements = check_proof(&position, &history, &proof).map_err(|(place, why)| {
            CheckError::Fault(Box::new(CheckFault {
                proof: number,
                side: proof.side,
                aim: proof.aim,
                terms: proof.terms,
                place,
                why,
            }))
        })?;
        checked.statements.extend(statements);
        checked.positions += proof.positions.len() as u64;
    }
    Ok(checked)
}

/// Checks one proof.
fn check_proof(
    position: &Position,
    history: &[Position],
    proof: &Proof,
) -> Result<Vec<Statement>, (Place, Why)> {
    let own = (!history.is_empty()).then_some(position);
    let stood = history.iter().chain(own);
    let stood = stood
        .map(|board| key(board.ring(), board.to_move()))
        .collect();
    let table = Table::new(position.rules(), stood, proof).map_err(|index| {
        let text = proved_text(&proof.positions[index], proof.aim, proof.terms);
        (Place::Position(index + 1, text), Why::Twice)
    })?;
    // 1. The starts.
    let mut statements = Vec::new();
    for (index, &start) in proof.starts.iter().enumerate() {
        let found = table.start(position, start);
        statements.push(found.map_err(|why| (Place::Start(index + 1), why))?);
    }
    // 2. Every position; of several faults the first.
    let fault = proof
        .positions
        .par_iter()
        .enumerate()
        .find_map_first(|(index, proved)| {
            let why = table.position(proved).err()?;
            let text = proved_text(proved, proof.aim, proof.terms);
            Some((Place::Position(index + 1, text), why))
        });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(statements),
    }
}

/// The positions of a proof, to be found by board and mover.
struct Table<'a> {
    rules: &'a RuleSet,
    /// Boards and movers that stood before, so that they are draws when they come up.
    stood: HashSet<[u64; 4]>,
    proof: &'a Proof,
    /// For each board and mover the first position.
    first: HashMap<[u64; 4], u32>,
    /// For each position the next one with the same board and mover.
    next: Vec<Option<u32>>,
}

impl<'a> Table<'a> {
    /// Enters all positions of a proof; fails with the place of one that stood before.
    fn new(
        rules: &'a RuleSet,
        stood: HashSet<[u64; 4]>,
        proof: &'a Proof,
    ) -> Result<Table<'a>, usize> {
        let count = proof.positions.len();
        let mut table = Table {
            rules,
            stood,
            proof,
            first: HashMap::with_capacity(count),
            next: vec![None; count],
        };
        for (index, proved) in proof.positions.iter().enumerate() {
            let stood = table
                .all(&proved.ring, proved.to_move)
                .any(|other| (other.from, other.left) == (proved.from, proved.left));
            if stood {
                return Err(index);
            }
            let key = key(&proved.ring, proved.to_move);
            table.next[index] = table.first.insert(key, index as u32);
        }
        Ok(table)
    }

    /// Returns all positions with this board and mover.
    fn all(&self, ring: &Ring, to_move: Side) -> impl Iterator<Item = &'a Proved> {
        let first = self.first.get(&key(ring, to_move)).copied();
        let positions = &self.proof.positions;
        std::iter::successors(first, |&index| self.next[index as usize])
            .map(|index| &positions[index as usize])
    }

    /// Checks a start.
    fn start(&self, position: &Position, start: Start) -> Result<Statement, Why> {
        let Proof { side, aim, .. } = *self.proof;
        let to_move = position.to_move();
        let lead = FromLead::At(position.lead_of(side));
        let left = self.proof.terms.within.map_or(0, Within::count);
        let plies = match start {
            Start::Here => self.find(None, position.ring(), to_move, (lead, left), None)?,
            Start::After(mv) => {
                let named = NamedMove::new(mv, to_move, position.row());
                let step = self.play(position.ring(), to_move, mv)?;
                let again = matches!(step, Step::Keep(ring) if ring == *position.ring());
                match (again, aim) {
                    (true, Aim::Draw) => 0,
                    (true, _) => return Err(Why::Repeats(named)),
                    (false, _) => 1 + self.follow(step, named, to_move, (lead, left), None)?,
                }
            }
        };
        Ok(Statement {
            side,
            aim,
            terms: self.proof.terms,
            start,
            plies: aim.has_ranks().then_some(plies),
        })
    }

    /// Checks a position.
    fn position(&self, proved: &Proved) -> Result<(), Why> {
        let Proof { side, aim, .. } = *self.proof;
        let Proved { ring, to_move, .. } = proved;
        let (to_move, row) = (*to_move, ring.row());
        // 1. The end of the game.
        let over = self.rules.turn(ring);
        if let Turn::Over { own, other } = over {
            let difference = i16::from(own) - i16::from(other);
            return match proved.mv {
                Some(_) => Err(Why::MoveAfterEnd),
                None if to_move == side => self.enough(proved, difference),
                None => self.enough(proved, -difference),
            };
        }
        // 2. What the other side cannot reach any more, however play goes on.
        if aim == Aim::Draw && proved.mv.is_none() && self.is_safe(proved) {
            return Ok(());
        }
        // No time is left to the side that wants something.
        let time = match self.proof.terms.within {
            Some(Within::Turns(_)) => Some("turn"),
            Some(Within::Sowings(_)) => Some("sowing"),
            None => None,
        };
        if let Some(time) = time.filter(|_| proved.left == 0) {
            match aim {
                Aim::Win if to_move == side => return Err(Why::TimeUp(time)),
                Aim::Draw if to_move != side => {
                    return match proved.mv {
                        Some(_) => Err(Why::OtherSidesMove(to_move)),
                        None => Ok(()),
                    };
                }
                _ => {}
            }
        }
        // 3. The rank that every move has to lead to.
        let needed = match (aim, proved.rank) {
            (Aim::Draw, _) => None,
            (Aim::Win, 0) => return Err(Why::RankZero),
            (Aim::Win | Aim::Delay, rank) => Some(rank.saturating_sub(1)),
        };
        // 4. The proof's side makes its move; all of the other's are followed.
        if to_move == side {
            let mv = proved.mv.ok_or(Why::NoMove(side))?;
            let step = self.play(ring, to_move, mv)?;
            let named = NamedMove::new(mv, to_move, row);
            self.follow(step, named, to_move, (proved.from, proved.left), needed)?;
            return Ok(());
        }
        if proved.mv.is_some() {
            return Err(Why::OtherSidesMove(to_move));
        }
        let mut fault = None;
        self.rules.expand(ring, |mv, step| {
            if fault.is_none() {
                let named = NamedMove::new(mv, to_move, row);
                let from = (proved.from, proved.left);
                let followed = self.follow(step, named, to_move, from, needed);
                fault = followed.err();
            }
        });
        fault.map_or(Ok(()), Err)
    }

    /// Tells whether the other side cannot reach what is to be prevented, whatever is played from a position.
    fn is_safe(&self, proved: &Proved) -> bool {
        match (self.proof.terms, proved.from) {
            (Terms::WIN, from) => from.holds_whatever(&proved.ring),
            (_, FromLead::Any) => false,
            (terms, FromLead::At(lead)) => !terms.required.in_reach(-lead, proved.ring.seeds()),
        }
    }

    /// Returns how many turns or sowings are left to the side that wants something after a move.
    fn left_after(&self, left: u8, mover: Side, passes_turn: bool) -> u8 {
        let seeker = match self.proof.aim {
            Aim::Win => self.proof.side,
            Aim::Draw | Aim::Delay => !self.proof.side,
        };
        let uses = match self.proof.terms.within {
            None => false,
            Some(Within::Turns(_)) => mover == seeker && passes_turn,
            Some(Within::Sowings(_)) => mover == seeker,
        };
        left.saturating_sub(u8::from(uses))
    }

    /// Plays a named move.
    fn play(&self, ring: &Ring, to_move: Side, mv: Move) -> Result<Step, Why> {
        self.rules.step(ring, mv).map_err(|why| {
            let named = NamedMove::new(mv, to_move, ring.row());
            match self.rules.turn(ring) {
                Turn::Over { .. } => Why::MoveAfterEnd,
                _ => Why::Illegal { mv: named, why },
            }
        })
    }

    /// Looks up what comes of a move; gives its rank.
    fn follow(
        &self,
        step: Step,
        mv: NamedMove,
        mover: Side,
        (from, left): (FromLead, u8),
        needed: Option<u32>,
    ) -> Result<u32, Why> {
        let stood = match step {
            Step::Endless => false,
            Step::Keep(ring) => self.stood.contains(&key(&ring, mover)),
            Step::Turn { ring, .. } => self.stood.contains(&key(&ring, !mover)),
        };
        match step {
            _ if stood && self.proof.aim == Aim::Win => Err(Why::Repeats(mv)),
            _ if stood => Ok(needed.unwrap_or(0)),
            Step::Endless if self.proof.aim == Aim::Win => Err(Why::Endless(mv)),
            // A draw, so there is no defeat, however many plies are asked for.
            Step::Endless => Ok(needed.unwrap_or(0)),
            // A delay of no plies is no more than the rules.
            _ if (self.proof.aim, needed) == (Aim::Delay, Some(0)) => Ok(0),
            Step::Keep(ring) => {
                let left = self.left_after(left, mover, false);
                self.find(Some(mv), &ring, mover, (from, left), needed)
            }
            Step::Turn { ring, captured } => {
                let captured = i16::from(captured);
                let gain = match mover == self.proof.side {
                    true => captured,
                    false => -captured,
                };
                let left = self.left_after(left, mover, true);
                self.find(Some(mv), &ring, !mover, (from.after(gain), left), needed)
            }
        }
    }

    /// Finds a position that speaks for a lead, with a rank of at most (to win) or at least (to delay) another; gives the best such
    /// rank.
    fn find(
        &self,
        mv: Option<NamedMove>,
        ring: &Ring,
        to_move: Side,
        (lead, left): (FromLead, u8),
        needed: Option<u32>,
    ) -> Result<u32, Why> {
        let Proof { aim, terms, .. } = *self.proof;
        let speaks = |proved: &&Proved| {
            let lead_will_do = match terms.is_monotone() {
                true => proved.from <= lead,
                false => proved.from == lead,
            };
            lead_will_do && proved.left == left
        };
        let speaking = self
            .all(ring, to_move)
            .filter(speaks)
            .map(|proved| proved.rank);
        let best = match aim {
            Aim::Win | Aim::Draw => speaking.min(),
            Aim::Delay => speaking.max(),
        };
        let board = || {
            let mut text = String::new();
            push_board(&mut text, ring, to_move);
            text
        };
        let Some(found) = best else {
            let board = board();
            return Err(match self.all(ring, to_move).next() {
                None => Why::Missing { mv, board },
                Some(_) => Why::LeadTooSmall {
                    mv,
                    board,
                    lead: Shown(lead),
                },
            });
        };
        let enough = needed.is_none_or(|needed| match aim {
            Aim::Win | Aim::Draw => found <= needed,
            Aim::Delay => found >= needed,
        });
        match (enough, needed) {
            (false, Some(needed)) => Err(Why::Rank {
                aim,
                mv,
                board: board(),
                found,
                needed,
            }),
            _ => Ok(found),
        }
    }

    /// Checks the end of a game: the lead so far and what is dealt out, as the proof's side sees it.
    fn enough(&self, proved: &Proved, difference: i16) -> Result<(), Why> {
        let Proof { aim, terms, .. } = *self.proof;
        if aim == Aim::Delay && proved.rank == 0 {
            return Ok(());
        }
        let FromLead::At(difference) = proved.from.after(difference) else {
            return Err(Why::AnyLeadAtEnd);
        };
        let enough = match aim {
            Aim::Win => terms.required.is_met_with(difference),
            Aim::Draw | Aim::Delay => !terms.required.is_met_with(-difference),
        };
        match enough {
            true => Ok(()),
            false => Err(Why::NotEnough(difference)),
        }
    }
}

fn key(ring: &Ring, to_move: Side) -> [u64; 4] {
    ring.words(to_move.index() as u16)
}
