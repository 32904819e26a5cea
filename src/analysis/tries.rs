//! Tries: plausible first moves that fail to one defence only.

use std::collections::VecDeque;

use super::Hero;
use crate::limits::Stop;
use crate::rules::{Ply, Record};

/// A first move that misses the aim because of a single defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    /// The hero's sowings up to the defence; the first of them is the try.
    pub plies: Vec<Ply>,
    /// The one move that refutes it.
    pub refutation: Ply,
    /// In how many plies the other side then wins, the refutation included; `None` if it only draws.
    pub plies_to_loss: Option<u32>,
    /// How many moves do not refute it.
    pub other_moves: usize,
}

/// The most ways through a turn that are looked at for each first move.
const MOST_WAYS: usize = 1000;

/// Returns the tries, in the fixed order of their first moves.
///
/// The hero has to be to move and to have a key. A first move that is no key is a try if after it, or after some further sowings in the same turn
/// (the fewest are shown), the other side has at least two moves and exactly one of them denies the aim.
pub(super) fn tries(hero: &Hero) -> Result<Vec<Try>, Stop> {
    let start = Record::new(*hero.study.position());
    let mut tries = Vec::new();
    if !hero.is_to_move(start.position()) || hero.keys(&start).is_empty() {
        return Ok(tries);
    }
    for (ply, after) in hero.moves(&start) {
        if !hero.reaches(&after) {
            tries.extend(try_from(hero, ply, after)?);
        }
    }
    Ok(tries)
}

/// Goes through the hero's turn, breadth first, to where a single defence refutes him.
fn try_from(hero: &Hero, first: Ply, after: Record) -> Result<Option<Try>, Stop> {
    let mut ways = VecDeque::from([(vec![first], after)]);
    let mut looked_at = 0;
    while let Some((plies, record)) = ways.pop_front() {
        looked_at += 1;
        if looked_at > MOST_WAYS {
            break;
        }
        let moves = hero.moves(&record);
        if hero.is_to_move(record.position()) {
            for (ply, after) in moves {
                let mut plies = plies.clone();
                plies.push(ply);
                ways.push_back((plies, after));
            }
            continue;
        }
        let count = moves.len();
        let mut refutations = moves.into_iter().filter(|(_, after)| !hero.reaches(after));
        let (first, second) = (refutations.next(), refutations.next());
        if let (Some((refutation, after)), None, 2..) = (first, second, count) {
            return Ok(Some(Try {
                plies,
                refutation,
                plies_to_loss: hero.plies(&after)?.map(|plies| plies + 1),
                other_moves: count - 1,
            }));
        }
    }
    Ok(None)
}
