//! What a stipulation asks for, by brute force: short, slow and obviously right; the twin of the solver of stipulations.
//!
//! A state is a whole game: the board as the diagram shows it, the side to move, both captured totals, how many of its turns or sowings the
//! side has used up, and all boards that stood before. Every game that can be played is played out; one that comes back to a board that
//! stood before is over (G12, K13). Nothing is concluded about boards, no order of work, no thresholds, no sets that are closed under play.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use bonduc::board::Side;
use bonduc::rules::naive::{NaiveBoard, NaiveOutcome};
use bonduc::rules::{Game, Move, Position, RuleSet};
use bonduc::value::{Stipulation, Target, Within};

use crate::naive_solver::{Place, sowings};

/// A game under way. Boards are known by their numbers in the [`Brute`] that made it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The board and who is to move.
    place: usize,
    /// What South and North have captured.
    captured: [i32; 2],
    /// How many turns or sowings the side has used up; 0 where no one counts.
    used: u32,
    /// What stood before and can come up again.
    before: BTreeSet<usize>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With these totals of South and North (G11, K12).
    Totals([i32; 2]),
    /// By a repetition or an endless sowing.
    Drawn,
}

/// What comes of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum After {
    /// An endless sowing.
    Endless,
    /// The game goes on from here, if it is not over.
    State(State),
}

/// More games can be played than the twin may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

/// What can be done at a place.
enum Choice {
    /// Nothing: so many seeds fall to South and to North.
    Over([i32; 2]),
    /// One of these: what is captured, and where it leads, nowhere if it is endless.
    Moves(Vec<(Move, Option<(i32, usize)>)>),
}

/// Says whether a side can force what it wants, and how soon.
pub struct Brute {
    rules: RuleSet,
    side: Side,
    target: Target,
    within: Option<Within>,
    places: Vec<Place>,
    numbers: HashMap<Place, usize>,
    choices: HashMap<usize, Rc<Choice>>,
    known: HashMap<State, Option<u32>>,
    /// States that it may still look into.
    left: usize,
}

impl Brute {
    /// Takes up what a position asks for, with so many states to look into.
    pub fn new(position: &Position, asked: &Stipulation, states: usize) -> Brute {
        Brute {
            rules: *position.rules(),
            side: asked.side.unwrap_or(position.to_move()),
            target: asked.target,
            within: asked.within,
            places: Vec::new(),
            numbers: HashMap::new(),
            choices: HashMap::new(),
            known: HashMap::new(),
            left: states,
        }
    }

    /// The game at a position, before which others stood.
    pub fn start(&mut self, position: &Position, history: &[Position]) -> State {
        let captured = Side::BOTH.map(|side| i32::from(position.captured(side)));
        let before = history.iter().map(|stood| self.enter(place(stood)));
        let before = before.collect();
        State {
            place: self.enter(place(position)),
            captured,
            used: 0,
            before,
        }
    }

    /// The same state in a game that begins there.
    pub fn afresh(state: &State) -> State {
        State {
            before: BTreeSet::new(),
            ..state.clone()
        }
    }

    /// How the game ended here, if it did.
    pub fn end(&mut self, state: &State) -> Option<End> {
        if state.before.contains(&state.place) {
            return Some(End::Drawn);
        }
        match *self.choice(state.place) {
            Choice::Over([south, north]) => {
                let [had_south, had_north] = state.captured;
                Some(End::Totals([had_south + south, had_north + north]))
            }
            Choice::Moves(_) => None,
        }
    }

    /// Whether a game that ended so, in time, is what the side wants.
    pub fn is_wanted(&self, end: End) -> bool {
        let End::Totals([south, north]) = end else {
            return self.target == Target::Draw;
        };
        let (own, other) = match self.side {
            Side::South => (south, north),
            Side::North => (north, south),
        };
        match self.target {
            Target::Win => own > other,
            Target::Draw => own >= other,
            Target::MarginAtLeast(least) => own - other >= i32::from(least),
            Target::MarginExactly(exactly) => own - other == i32::from(exactly),
            Target::CaptureAtLeast(least) => own >= i32::from(least),
        }
    }

    /// Whether the side would have to choose here with all its turns or sowings used up. The game must not be over.
    pub fn is_late(&self, state: &State) -> bool {
        let to_move = self.places[state.place].1;
        self.within
            .is_some_and(|within| to_move == self.side && state.used >= u32::from(within.count()))
    }

    /// All moves in the fixed order and what comes of each. None if the totals say that the game is over.
    pub fn moves(&mut self, state: &State) -> Vec<(Move, After)> {
        match &*self.choice(state.place) {
            Choice::Over(_) => Vec::new(),
            Choice::Moves(moves) => moves
                .iter()
                .map(|&(mv, leads)| match leads {
                    None => (mv, After::Endless),
                    Some((captured, next)) => (mv, After::State(self.next(state, captured, next))),
                })
                .collect(),
        }
    }

    /// In how many plies the side forces what it wants, if it hurries and the other delays; nothing if it cannot be forced.
    pub fn value(&mut self, state: &State) -> Result<Option<u32>, TooMany> {
        if let Some(&known) = self.known.get(state) {
            return Ok(known);
        }
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let value = match self.end(state) {
            Some(end) => self.is_wanted(end).then_some(0),
            None if self.is_late(state) => None,
            None if self.places[state.place].1 == self.side => {
                let mut least = None;
                for (_, after) in self.moves(state) {
                    let by_it = self.value_after(&after)?;
                    least = [least, by_it].into_iter().flatten().min();
                }
                least.map(|plies| plies + 1)
            }
            None => {
                let mut most = Some(0);
                for (_, after) in self.moves(state) {
                    let by_it = self.value_after(&after)?;
                    most = most.zip(by_it).map(|(most, plies)| most.max(plies));
                    if most.is_none() {
                        break;
                    }
                }
                most.map(|plies| plies + 1)
            }
        };
        self.known.insert(state.clone(), value);
        Ok(value)
    }

    /// The same for what comes of a move.
    pub fn value_after(&mut self, after: &After) -> Result<Option<u32>, TooMany> {
        match after {
            After::Endless => Ok(self.is_wanted(End::Drawn).then_some(0)),
            After::State(state) => self.value(state),
        }
    }

    /// The state after a move of `state` that captured so many and led to a place.
    fn next(&self, state: &State, captured: i32, next: usize) -> State {
        let mover = self.places[state.place].1;
        let (ref board, to_move) = self.places[next];
        let mut total = state.captured;
        total[mover.index()] += captured;
        let counts = match self.within {
            None => false,
            Some(Within::Turns(_)) => mover == self.side && to_move != mover,
            Some(Within::Sowings(_)) => mover == self.side,
        };
        // Captured seeds do not come back (G9, K10), nor do marks (K8).
        let can_come_up = |before: &usize| {
            let before = &self.places[*before].0;
            seeds(before) <= seeds(board) && marks(before) <= marks(board)
        };
        let before = state.before.iter().chain([&state.place]).copied();
        State {
            place: next,
            captured: total,
            used: state.used + u32::from(counts),
            before: before.filter(can_come_up).collect(),
        }
    }

    fn enter(&mut self, place: Place) -> usize {
        let number = self.places.len();
        let number = *self.numbers.entry(place.clone()).or_insert(number);
        if number == self.places.len() {
            self.places.push(place);
        }
        number
    }

    fn choice(&mut self, place: usize) -> Rc<Choice> {
        if let Some(choice) = self.choices.get(&place) {
            return choice.clone();
        }
        let choice = Rc::new(self.find_choice(place));
        self.choices.insert(place, choice.clone());
        choice
    }

    fn find_choice(&mut self, place: usize) -> Choice {
        let (board, side) = self.places[place].clone();
        let own = sowings(&self.rules, &board, side);
        if !own.is_empty() {
            let moves = own.into_iter().map(|(mv, outcome)| match outcome {
                NaiveOutcome::Illegal => unreachable!("only legal sowings are listed"),
                NaiveOutcome::Endless => (mv, None),
                NaiveOutcome::Sown {
                    board,
                    captured,
                    again,
                    ..
                } => {
                    let next = self.enter((board, if again { side } else { !side }));
                    (mv, Some((captured as i32, next)))
                }
            });
            return Choice::Moves(moves.collect());
        }
        let [south, north] = [&board.south, &board.north].map(|row| row.iter().sum::<usize>());
        let (south, north) = (south as i32, north as i32);
        let other_can = !sowings(&self.rules, &board, !side).is_empty();
        match (self.rules.game(), side) {
            // G10.
            (Game::Giuthi, _) if other_can => {
                Choice::Moves(vec![(Move::Pass, Some((0, self.enter((board, !side)))))])
            }
            // K12.
            (Game::Kiothi, Side::South) if other_can => Choice::Over([0, south + north]),
            (Game::Kiothi, Side::North) if other_can => Choice::Over([south + north, 0]),
            // G11, and K12 where endless sowings are illegal.
            _ => Choice::Over([south, north]),
        }
    }
}

/// The board of a position as the diagram shows it, and who is to move.
pub fn place(position: &Position) -> Place {
    let to_move = position.to_move();
    (NaiveBoard::from_ring(position.ring(), to_move), to_move)
}

/// Number of seeds on a board.
fn seeds(board: &NaiveBoard) -> usize {
    board.south.iter().chain(&board.north).sum()
}

/// Number of marks on a board.
fn marks(board: &NaiveBoard) -> usize {
    let marks = board.south_nki.iter().chain(&board.north_nki);
    marks.filter(|&&mark| mark).count()
}
