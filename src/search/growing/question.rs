//! What is asked of a state, and what is known of it.

use crate::board::Ring;
use crate::rules::{Game, RuleSet};

/// A question: a state's number, doubled, and whether it is about the other side's win.
pub(super) type Question = u32;

/// The answer no.
pub(super) const NO: u32 = u32::MAX;

/// The answer yes.
pub(super) const YES: u32 = 0;

/// Tells whether a number is an answer.
#[inline]
pub(super) fn is_answer(number: u32) -> bool {
    matches!(number, YES | NO)
}

/// What a ply costs, a seed that is still to be had, a pit that the other side may choose from, and a child that is not won yet.
///
/// With these and a part of what the children beside the worst ask for, random positions (2x8 with 48 seeds, Kiothi with 24 warriors) took about half of the
/// states that plies, half seeds and pits at 1, 1 and 2 without that part did, and these a tenth of what the same guess for all did.
const PLY: u32 = 2;
const SEED: u32 = 6;
const PIT: u32 = 32;
const CHILD: u32 = 1;

/// The part of what the children beside the worst ask for, as a divisor; and the most that it may come to, so that numbers do not grow beyond all
/// bounds with the depth.
const BESIDE: u64 = 4;
const MOST_BESIDE: u64 = 1 << 16;

/// Guesses how much has to be done for a yes to either question of a state that was not looked into: the seeds that the winner has still to get, and
/// for a choice of the other side's the pits that he may choose from. Who leads by all that is left does not lose, who trails by as much does not
/// win.
pub(super) fn first_numbers(rules: &RuleSet, ring: &Ring, lead: i16) -> [u32; 2] {
    let seeds = ring.seeds() as i16;
    let least = match rules.game() {
        Game::Giuthi => 2,
        Game::Kiothi => 1,
    };
    let own = &ring.cells()[..ring.row().pits()];
    let pits = own.iter().filter(|&&content| content >= least).count() as u32;
    let needed = |lead: i16| SEED * ((seeds - lead) / 2 + 1).max(0) as u32;
    [
        if lead <= -seeds {
            NO
        } else {
            PLY + needed(lead)
        },
        if lead >= seeds {
            NO
        } else {
            PLY + needed(-lead) + PIT * pits
        },
    ]
}

/// Makes a question's number of its children's: of the best one, where the side that is to win chooses; of all, where the other does, the worst before the
/// others.
pub(super) fn combined(question: Question, children: impl Iterator<Item = u32>) -> u32 {
    let more = |number: u32, by: u32| number.saturating_add(by).min(NO - 1);
    if question & 1 == 0 {
        return match children.min() {
            None | Some(NO) => NO,
            Some(YES) => YES,
            Some(least) => more(least, PLY),
        };
    }
    let (mut worst, mut open, mut sum) = (YES, 0, 0);
    for number in children {
        worst = worst.max(number);
        open += u32::from(number != YES);
        sum += u64::from(number);
    }
    match worst {
        YES | NO => worst,
        worst => {
            let beside = (sum - u64::from(worst)) / BESIDE;
            more(worst, CHILD * open + beside.min(MOST_BESIDE) as u32)
        }
    }
}
