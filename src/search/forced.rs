//! What a side can force by the end of the game, from one position: exact margins, goals in time, and wins where certain boards are draws.
//!
//! Thresholds say which leads win. They say nothing of a difference of *exactly* so many, of how soon the game is over, or of
//! a game in which boards of its history count (G12, K13). So here a state carries everything: the board, whether the seeker (the side that
//! wants something) is to move, its lead, and how many turns or sowings it has left. From the position all states that can
//! follow are collected. What can be forced is the least set that holds the ends that are as wanted, the seeker's states
//! with a move into the set, and the other's states whose moves all lead into it. It is found from the ends backwards, breadth first, so each state of the
//! set has its number of plies: the seeker hurries, the other delays.
//!
//! No state depends on a path. A board that comes up again is a draw, which the seeker never wants; and he never needs it: with fewest plies in mind he
//! plays at a board the same whenever he meets it (more turns left never harm him, and without a capture between the lead is the same), and the number of plies falls.
//! States outside the set are what the other side can keep the seeker in: there each seeker's move stays outside, and some move of the
//! other's does.

use super::batch::{BATCH, PARALLEL_FROM, in_parts};
use super::distances::{Collected, Expanded, UNSETTLED, settle};
use super::graph::canonical;
use super::transpositions::{Key, Transpositions, four};
use crate::board::{Ring, Side};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Position, RuleSet, Step};
use crate::value::{Required, Within};

/// A state of a game in which a seeker wants something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sought {
    /// The board as the player to move sees it.
    pub ring: Ring,
    /// Whether the seeker is to move.
    pub seeker_to_move: bool,
    /// Captured by the seeker minus captured by the other, -255 to 255.
    pub lead: i16,
    /// Turns or sowings that the seeker has left, the turn under way included; 0 where time does not matter.
    pub left: u8,
}

/// What a seeker wants.
#[derive(Debug, Clone)]
pub struct Seeking {
    rules: RuleSet,
    side: Side,
    required: Required,
    within: Option<Within>,
    /// Boards that are draws when they come up, with whether the seeker is to move there.
    avoided: Vec<(Ring, bool)>,
    /// The number of seeds on these boards.
    seeds: u32,
}

/// How a state is known to end without a look at its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certain {
    /// The game is over, as the seeker wants it.
    Reached,
    /// The game is over, and not as the seeker wants it.
    Missed,
    /// The seeker would have to move on and has no time left.
    TimeUp,
    /// Too few seeds are left for what the seeker wants, or he has too many already.
    OutOfReach,
}

impl Seeking {
    /// Asks what `side` can force from a position, before which the boards of `history` stood. With a history the position's own board
    /// counts as well.
    ///
    /// # Panics
    ///
    /// If no defeat is all that is required: that is what the other side cannot prevent, so ask what it can force. If a handicap is set.
    pub fn new(
        position: &Position,
        side: Side,
        required: Required,
        within: Option<Within>,
        history: &[Position],
    ) -> Seeking {
        assert_ne!(required, Required::NotLosing, "a side seeks an end");
        assert_eq!(position.handicap(side), 0, "leads are counted as they are");
        let own = (!history.is_empty()).then_some(position);
        let boards = history.iter().chain(own);
        Seeking {
            rules: *position.rules(),
            side,
            required,
            within,
            avoided: boards
                .map(|board| (*board.ring(), board.to_move() == side))
                .collect(),
            seeds: position.ring().seeds(),
        }
    }

    /// Returns the side that wants something.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns what it wants in the end.
    pub fn required(&self) -> Required {
        self.required
    }

    /// Returns how soon it wants it.
    pub fn within(&self) -> Option<Within> {
        self.within
    }

    /// Returns the state of a position, all turns and sowings left.
    pub fn start(&self, position: &Position) -> Sought {
        Sought {
            ring: *position.ring(),
            seeker_to_move: position.to_move() == self.side,
            lead: position.lead_of(self.side),
            left: self.within.map_or(0, Within::count),
        }
    }

    /// Returns who is to move in a state.
    pub fn mover(&self, state: &Sought) -> Side {
        match state.seeker_to_move {
            true => self.side,
            false => !self.side,
        }
    }

    /// Returns the state after a choice; `None` where that ends the game as a draw: an endless sowing, or a board that counts as one.
    pub fn after(&self, state: &Sought, step: Step) -> Option<Sought> {
        let own = state.seeker_to_move;
        let (ring, seeker_to_move, captured) = match step {
            Step::Endless => return None,
            Step::Keep(ring) => (ring, own, 0),
            Step::Turn { ring, captured } => (ring, !own, i16::from(captured)),
        };
        if self.avoided.contains(&(ring, seeker_to_move)) {
            return None;
        }
        let used = match self.within {
            None => false,
            Some(Within::Turns(_)) => own && !seeker_to_move,
            Some(Within::Sowings(_)) => own,
        };
        Some(Sought {
            ring,
            seeker_to_move,
            lead: if own {
                state.lead + captured
            } else {
                state.lead - captured
            },
            left: state.left.saturating_sub(u8::from(used)),
        })
    }

    /// Tells whether it is certain how a state ends; `over` is the difference to come for the player to move if the game is over there.
    fn certain(&self, state: &Sought, over: Option<i16>) -> Option<Certain> {
        if let Some(difference) = over {
            let difference = match state.seeker_to_move {
                true => difference,
                false => -difference,
            };
            return Some(match self.required.is_met_with(state.lead + difference) {
                true => Certain::Reached,
                false => Certain::Missed,
            });
        }
        if self.within.is_some() && state.seeker_to_move && state.left == 0 {
            return Some(Certain::TimeUp);
        }
        let in_reach = self.required.in_reach(state.lead, state.ring.seeds());
        (!in_reach).then_some(Certain::OutOfReach)
    }

    /// Says how a state is known to end without a look at its moves, if it is.
    pub fn certainly(&self, state: &Sought) -> Option<Certain> {
        let over = self.rules.expand(&state.ring, |_, _| {});
        self.certain(state, over)
    }

    fn key(&self, state: &Sought) -> Key {
        // Mirror images are one state but where certain boards count as they stand.
        let ring = match !self.avoided.is_empty() && state.ring.seeds() == self.seeds {
            true => state.ring,
            false => canonical(&self.rules, &state.ring),
        };
        let lead = (state.lead + LEAD_OFFSET) as u16;
        let own = u16::from(state.seeker_to_move) << 15;
        ring.words(own | lead << LEFT_BITS | u16::from(state.left))
    }
}

/// Bits of a key's number for what is left: up to [`Within::MAX`].
const LEFT_BITS: u16 = 6;

/// Leads lie between −255 and 255; this makes them numbers of nine bits.
const LEAD_OFFSET: i16 = 256;

/// Turns a key into its state.
fn state_of(key: Key) -> Sought {
    let (ring, number) = Ring::from_words(key);
    Sought {
        ring,
        seeker_to_move: number >> 15 == 1,
        lead: (number >> LEFT_BITS & 0x1ff) as i16 - LEAD_OFFSET,
        left: (number & ((1 << LEFT_BITS) - 1)) as u8,
    }
}

/// Everything that can follow from a position, with what the seeker can force.
#[derive(Debug)]
pub struct Forced {
    seeking: Seeking,
    states: Transpositions,
    /// Plies to the end where it is forced, or [`UNSETTLED`].
    plies: Vec<u32>,
    /// The numbers of states that were not looked into since they are hopeless, in their order.
    hopeless: Vec<u32>,
}

/// Tells of a state that the seeker cannot force what he wants from it, as far as somebody knows.
pub type Hopeless<'a> = &'a (dyn Fn(&Sought) -> bool + Sync);

/// What looking at some states gave: each of them, the edges of all, and which are hopeless.
#[derive(Default)]
struct Found {
    states: Vec<Expanded>,
    edges: Vec<Key>,
    hopeless: Vec<u32>,
}

impl Forced {
    /// Finds out what can be forced from a position, and from everything that can follow.
    ///
    /// `held` is the number of bytes of memory that the caller holds already. States that are `hopeless` are not looked into, which makes the work less and
    /// leaves what can be forced as it is; but nothing is then known of how the other side keeps what follows from them off.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(
        seeking: Seeking,
        position: &Position,
        hopeless: Option<Hopeless>,
        held: u64,
        control: &Control,
    ) -> Result<Forced, Stop> {
        control.progress().begin(Phase::Exploring, 0);
        let mut forced = Forced {
            states: Transpositions::new(4),
            plies: Vec::new(),
            hopeless: Vec::new(),
            seeking,
        };
        let start = forced.seeking.start(position);
        forced.states.insert(&forced.seeking.key(&start));
        // What comes of each first move is asked for too, even where the other side has a draw at hand and its other moves matter no more.
        let mut steps = Vec::new();
        let over = (forced.seeking.rules).expand(&start.ring, |_, step| steps.push(step));
        if forced.seeking.certain(&start, over).is_none() {
            for step in steps {
                if let Some(next) = forced.seeking.after(&start, step) {
                    forced.states.insert(&forced.seeking.key(&next));
                }
            }
        }
        let mut collected = Collected::default();
        let mut next = 0;
        while next < forced.states.len() {
            control.check()?;
            let batch = next..forced.states.len().min(next + BATCH);
            next = batch.end;
            let found = in_parts(batch.clone(), PARALLEL_FROM, |part| {
                forced.expand(part, hopeless, control)
            });
            for some in found {
                let found = some?;
                collected.states.extend(found.states);
                forced.hopeless.extend(found.hopeless);
                for key in found.edges {
                    let to = forced.states.insert(&key);
                    collected.targets.push(to);
                }
            }
            // Edges once each way, 8; a state's expansion, length, counter, starts, queue: 3 + 4 + 1 + 4 + 4.
            let (states, edges) = (forced.states.len() as u64, collected.targets.len() as u64);
            let bytes = forced.states.memory_with(0) + 8 * edges + 16 * states;
            control.check_memory(held + bytes)?;
            if edges >= u64::from(u32::MAX - u32::from(u16::MAX))
                || forced.states.len() + BATCH * 512 > Transpositions::MAX_STATES
            {
                return Err(Stop::Memory);
            }
            control.check_nodes(states)?;
            control.progress().advance(batch.len() as u64);
        }
        control.progress().begin(Phase::Settling, next as u64);
        forced.plies = settle(&collected, forced.states.len(), control)?;
        Ok(forced)
    }

    /// Plays all moves of some states.
    fn expand(
        &self,
        numbers: std::ops::Range<usize>,
        hopeless: Option<Hopeless>,
        control: &Control,
    ) -> Result<Found, Stop> {
        let go_on = || control.check().is_ok();
        let mut found = Found::default();
        let Found {
            states: expanded,
            edges,
            hopeless: pruned,
        } = &mut found;
        let mut steps = Vec::new();
        for number in numbers {
            if number.is_multiple_of(64) {
                control.check()?;
            }
            let state = state_of(four(self.states.key(number as u32)));
            steps.clear();
            let rules = &self.seeking.rules;
            let over = rules.expand_while(&state.ring, &go_on, |_, step| steps.push(step));
            let over = over.map_err(|_| control.why_given_up())?;
            let leaf = |reached: bool| Expanded {
                edges: 0,
                winner: state.seeker_to_move,
                avoided: !reached,
            };
            if let Some(certain) = self.seeking.certain(&state, over) {
                expanded.push(leaf(certain == Certain::Reached));
                continue;
            }
            if hopeless.is_some_and(|hopeless| hopeless(&state)) {
                pruned.push(number as u32);
                expanded.push(leaf(false));
                continue;
            }
            let before = edges.len();
            let mut escapes = false;
            for &step in &steps {
                match self.seeking.after(&state, step) {
                    Some(next) => edges.push(self.seeking.key(&next)),
                    None => escapes = true,
                }
            }
            // A draw at hand is an escape for the other side, and nothing for the seeker.
            if escapes && !state.seeker_to_move || edges.len() == before {
                edges.truncate(before);
                expanded.push(leaf(false));
                continue;
            }
            expanded.push(Expanded {
                edges: (edges.len() - before) as u8,
                winner: state.seeker_to_move,
                avoided: false,
            });
        }
        Ok(found)
    }

    /// Tells whether a state was not looked into since it is hopeless.
    pub fn is_hopeless(&self, state: &Sought) -> bool {
        let number = self.states.find(&self.seeking.key(state));
        number.is_some_and(|number| self.hopeless.binary_search(&number).is_ok())
    }

    /// Returns what was asked.
    pub fn seeking(&self) -> &Seeking {
        &self.seeking
    }

    /// Returns in how many plies the seeker forces from a state what he wants; `None` if he does not, or the state cannot follow.
    pub fn plies(&self, state: &Sought) -> Option<u32> {
        let number = self.states.find(&self.seeking.key(state))?;
        let plies = self.plies[number as usize];
        (plies != UNSETTLED).then_some(plies)
    }

    /// Returns in how many plies, this one included, he forces it after a choice in a state.
    pub fn plies_after(&self, state: &Sought, step: Step) -> Option<u32> {
        let next = self.seeking.after(state, step)?;
        self.plies(&next).map(|plies| plies + 1)
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Tells whether there are none; there is always the first.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the bytes of memory held.
    pub fn memory(&self) -> u64 {
        self.states.memory_with(0) + 4 * self.plies.len() as u64
    }
}
