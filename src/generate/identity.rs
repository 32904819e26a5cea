//! What a problem is called, and when two are one.

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_64;

use super::own_play::OwnPlay;
use super::rating::touch;
use crate::board::{Ring, Side};
use crate::notation::position_text;
use crate::puzzle::{Claim, Puzzle};
use crate::rules::{Move, Position, Record, RuleSet};
use crate::search::canonical;
use crate::value::{Goal, Stipulation, Target};

/// Makes the position of a board with South to move at a lead, of a game with so many seeds in all.
pub(super) fn position_for(rules: &RuleSet, ring: &Ring, total: u32, lead: i16) -> Position {
    let captured = (total - ring.seeds()) as i16;
    let south = (captured + lead) / 2;
    Position::from_south(*rules, ring, [south as u32, (captured - south) as u32])
}

/// Returns the id of a problem: its game, the board's size, what is asked, and ten letters and figures that come of the position and what is asked, and
/// of nothing else.
///
/// Fifty bits: among a million problems two with one id are found once in two thousand times; then the second is not taken.
pub fn id_of(position: &Position, asked: &Stipulation) -> String {
    let game = position.rules().game();
    let words = asked.words(game);
    let bits = xxh3_64(format!("{}\n{words}", position_text(position)).as_bytes());
    let what = match (asked.as_goal(position.to_move()), asked.target) {
        (Some(Goal::Win), _) => "win".to_owned(),
        (Some(Goal::Draw), _) => "draw".to_owned(),
        (None, Target::MarginExactly(by)) => format!("by-{by}"),
        (None, Target::MarginAtLeast(by)) => format!("by-{by}-up"),
        (None, _) => "captures".to_owned(),
    };
    let pits = position.row().pits();
    format!("{}-2x{pits}-{what}-{}", game.name(), letters(bits))
}

/// The figures and letters of Crockford's base 32, without those that are taken for others.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

fn letters(bits: u64) -> String {
    let letter = |place: u32| char::from(LETTERS[(bits >> (5 * place) & 31) as usize]);
    (0..10).rev().map(letter).collect()
}

/// The problems taken so far, as far as others may not repeat them.
///
/// A problem repeats another where, mirror images and sides taken as one and scores left aside, its board stands in the other's solution or
/// the other's in its own (the same line from a later start), where the boards at the end of the key's turns are the same (from another start), or
/// where the solutions are the same sowing for sowing from the same seeds, and the boards differ in pits alone that take no part in them; and where the
/// solver's part in it, two sowings at least, is the same from the same seeds of his own, if elsewhere along the row or on a board of another size; in one of fewer than
/// four with the same captures. So do two with one id.
#[derive(Debug, Default)]
pub struct Registry {
    ids: HashSet<String>,
    starts: HashSet<[u64; 4]>,
    /// Boards in solutions, the first apart, and the side to move.
    along: HashSet<[u64; 4]>,
    /// Boards at the end of key's turns.
    after_key: HashSet<[u64; 4]>,
    solutions: HashSet<u64>,
    /// The solver's play by itself.
    plays: HashSet<u64>,
}

/// What a problem must not share with others.
struct Marks {
    start: [u64; 4],
    along: Vec<[u64; 4]>,
    after_key: [u64; 4],
    solution: u64,
    play: Option<u64>,
}

impl Registry {
    /// Takes a problem in; returns false, and changes nothing, if it repeats one that is there.
    ///
    /// A claimed tree, or a line that cannot be played, counts by what can be played of its first line.
    pub fn take(&mut self, puzzle: &Puzzle) -> bool {
        let marks = marks(puzzle);
        let repeats = self.ids.contains(&puzzle.id)
            || self.starts.contains(&marks.start)
            || self.along.contains(&marks.start)
            || self.after_key.contains(&marks.after_key)
            || self.solutions.contains(&marks.solution)
            || marks.play.is_some_and(|play| self.plays.contains(&play))
            || marks.along.iter().any(|board| self.starts.contains(board));
        if repeats {
            return false;
        }
        self.ids.insert(puzzle.id.clone());
        self.starts.insert(marks.start);
        self.along.extend(marks.along);
        self.after_key.insert(marks.after_key);
        self.solutions.insert(marks.solution);
        self.plays.extend(marks.play);
        true
    }
}

fn marks(puzzle: &Puzzle) -> Marks {
    let start = &puzzle.position;
    let rules = start.rules();
    let key = |position: &Position| canonical(rules, position.ring()).words(0);
    let mut record = Record::new(*start);
    let mut along = Vec::new();
    let mut after_key = None;
    let mut told = Told::new(start);
    let mut play = OwnPlay::new(start);
    for mv in line(puzzle) {
        let side = record.position().to_move();
        let before = *record.position();
        let Some(Ok(ply)) = mv.for_side(side, start.row()).map(|mv| record.play(mv)) else {
            break;
        };
        along.push(key(&ply.position));
        if after_key.is_none() && ply.position.to_move() != start.to_move() {
            after_key = Some(key(&ply.position));
        }
        told.tell(&before, ply.mv, ply.captured);
        play.tell(&before, ply.mv, ply.captured);
    }
    Marks {
        start: key(start),
        after_key: after_key.or(along.last().copied()).unwrap_or(key(start)),
        along,
        solution: told.hash(start),
        play: play.mark(start),
    }
}

fn line(puzzle: &Puzzle) -> Vec<crate::notation::NamedMove> {
    match &puzzle.claim {
        Some(Claim::Line(moves)) => moves.clone(),
        Some(Claim::Tree(tree)) => {
            let mut moves = vec![tree.mv];
            let mut tree = tree;
            while let Some(reply) = tree.replies.first() {
                moves.push(reply.mv);
                let Some(then) = &reply.then else { break };
                moves.push(then.mv);
                tree = then;
            }
            moves
        }
        None => Vec::new(),
    }
}

/// A solution as it looks from both ends of the board.
struct Told {
    solver: Side,
    mirrored: bool,
    straight: String,
    image: String,
    touched: Vec<bool>,
}

impl Told {
    fn new(start: &Position) -> Told {
        Told {
            solver: start.to_move(),
            mirrored: start.rules().has_reflection(),
            straight: String::new(),
            image: String::new(),
            touched: vec![false; start.row().cells()],
        }
    }

    fn tell(&mut self, before: &Position, mv: Move, captured: u8) {
        let last = before.row().pits() as u8 - 1;
        let who = if before.to_move() == self.solver {
            's'
        } else {
            'o'
        };
        let (straight, image) = match mv {
            Move::Sow { cell, direction } => (
                format!("{cell}{direction:?}"),
                format!("{}{:?}", last - cell, direction.reversed()),
            ),
            Move::Lift { cell, count } => (format!("{cell}/{count}"), String::new()),
            Move::Pass => ("pass".to_owned(), "pass".to_owned()),
        };
        self.straight += &format!("{who}{straight}x{captured};");
        self.image += &format!("{who}{image}x{captured};");
        if let Some(trace) = before.rules().trace(before.ring(), mv) {
            touch(&trace, before.to_move() != self.solver, &mut self.touched);
        }
    }

    /// Puts the solution together with what lay in the pits that take part.
    fn hash(self, start: &Position) -> u64 {
        let ring = start.ring();
        let (n, m) = (ring.row().pits(), ring.row().cells());
        let content = |cell: usize| match self.touched[cell] {
            true => format!(
                "{}{}",
                ring.cells()[cell],
                if ring.is_nki(cell) { "*" } else { "" }
            ),
            false => "-".to_owned(),
        };
        let mirror = |cell: usize| {
            if cell < n {
                n - 1 - cell
            } else {
                m + n - 1 - cell
            }
        };
        let straight: Vec<String> = (0..m).map(content).collect();
        let image: Vec<String> = (0..m).map(|cell| content(mirror(cell))).collect();
        let straight = xxh3_64(format!("{}{}", self.straight, straight.join(",")).as_bytes());
        match self.mirrored {
            true => straight.min(xxh3_64(
                format!("{}{}", self.image, image.join(",")).as_bytes(),
            )),
            false => straight,
        }
    }
}
