//! The solver again: short, slow and obviously right; the twin of the real one.
//!
//! A state is a board as the diagram shows it, the side to move and South's lead. All states that can follow
//! from some are collected, and for each side the least set is found that holds its won ends, the states in
//! which it has a move into the set, and those in which all moves of the other side lead into it. No
//! thresholds, no reflection, no view of the mover, no order of work.

use std::collections::HashMap;

use bonduc::board::Side;
use bonduc::rules::naive::{self, NaiveBoard, NaiveOutcome};
use bonduc::rules::{Direction, Game, Move, RuleSet};
use bonduc::value::Verdict;

/// A board and who is to move.
pub type Place = (NaiveBoard, Side);

/// What a move leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// A sowing without end: a draw.
    Endless,
    /// Another place, by its number, and what was captured.
    Place { number: usize, captured: i32 },
}

/// What can be done at a place.
#[derive(Debug, Clone)]
pub enum Choice {
    /// Nothing: so many seeds fall to South and to North.
    Over { south: i32, north: i32 },
    /// One of these moves, in the fixed order.
    Moves(Vec<(Move, After)>),
}

/// Values of all states that can follow from some.
pub struct NaiveSolver {
    rules: RuleSet,
    places: Vec<Place>,
    place_numbers: HashMap<Place, usize>,
    choices: Vec<Choice>,
    /// A place's number and South's lead.
    states: Vec<(usize, i32)>,
    state_numbers: HashMap<(usize, i32), usize>,
    /// The states after each move of each state; `None` after an endless sowing.
    links: Vec<Vec<Option<usize>>>,
    /// For each side, the plies in which it forces a win from each state.
    wins: [Vec<Option<u32>>; 2],
}

impl NaiveSolver {
    /// Solves all states that can follow from these.
    pub fn new(rules: RuleSet, roots: impl IntoIterator<Item = (Place, i32)>) -> NaiveSolver {
        let mut solver = NaiveSolver {
            rules,
            places: Vec::new(),
            place_numbers: HashMap::new(),
            choices: Vec::new(),
            states: Vec::new(),
            state_numbers: HashMap::new(),
            links: Vec::new(),
            wins: [Vec::new(), Vec::new()],
        };
        for (place, south_lead) in roots {
            let number = solver.enter_place(place);
            solver.enter_state((number, south_lead));
        }
        solver.collect_places();
        solver.collect_states();
        solver.collect_links();
        solver.wins = Side::BOTH.map(|side| solver.forced_wins(side, &[]));
        solver
    }

    /// The result for the side to move, and in how many plies.
    pub fn verdict(&self, place: &Place, south_lead: i32) -> (Verdict, Option<u32>) {
        let state = self.state_numbers[&(self.place_numbers[place], south_lead)];
        let to_move = place.1;
        match [to_move, !to_move].map(|side| self.wins[side.index()][state]) {
            [Some(plies), None] => (Verdict::Win, Some(plies)),
            [None, Some(plies)] => (Verdict::Loss, Some(plies)),
            [None, None] => (Verdict::Draw, None),
            both => panic!("both sides force a win: {both:?}"),
        }
    }

    /// Whether a side forces a win where every board of some places counts as a draw as soon as it comes up (G12, K13).
    pub fn wins_without(&self, side: Side, place: &Place, south_lead: i32, off: &[Place]) -> bool {
        let off: Vec<usize> = off.iter().map(|place| self.place_numbers[place]).collect();
        let state = self.state_numbers[&(self.place_numbers[place], south_lead)];
        self.forced_wins(side, &off)[state].is_some()
    }

    /// What can be done at a place.
    pub fn choice(&self, place: &Place) -> &Choice {
        &self.choices[self.place_numbers[place]]
    }

    /// The place with a number.
    pub fn place(&self, number: usize) -> &Place {
        &self.places[number]
    }

    /// All states: places with South's lead.
    pub fn states(&self) -> impl Iterator<Item = (&Place, i32)> {
        let states = self.states.iter();
        states.map(|&(number, south_lead)| (self.place(number), south_lead))
    }

    fn enter_place(&mut self, place: Place) -> usize {
        if let Some(&number) = self.place_numbers.get(&place) {
            return number;
        }
        self.place_numbers.insert(place.clone(), self.places.len());
        self.places.push(place);
        self.places.len() - 1
    }

    fn enter_state(&mut self, state: (usize, i32)) {
        if !self.state_numbers.contains_key(&state) {
            self.state_numbers.insert(state, self.states.len());
            self.states.push(state);
        }
    }

    fn collect_places(&mut self) {
        while self.choices.len() < self.places.len() {
            let (board, side) = self.places[self.choices.len()].clone();
            let sowings = sowings(&self.rules, &board, side);
            let choice = if sowings.is_empty() {
                self.without_sowing(board, side)
            } else {
                Choice::Moves(
                    sowings
                        .into_iter()
                        .map(|(mv, outcome)| (mv, self.after(side, outcome)))
                        .collect(),
                )
            };
            self.choices.push(choice);
        }
    }

    /// G6 and the turn's passing.
    fn after(&mut self, side: Side, outcome: NaiveOutcome) -> After {
        match outcome {
            NaiveOutcome::Illegal => unreachable!("only legal sowings are kept"),
            NaiveOutcome::Endless => After::Endless,
            NaiveOutcome::Sown {
                board,
                captured,
                again,
                ..
            } => After::Place {
                number: self.enter_place((board, if again { side } else { !side })),
                captured: captured as i32,
            },
        }
    }

    /// G10, G11, K12: the side to move has no legal sowing.
    fn without_sowing(&mut self, board: NaiveBoard, side: Side) -> Choice {
        let row = |row: &[usize]| row.iter().sum::<usize>() as i32;
        let (south, north) = (row(&board.south), row(&board.north));
        let other_can = !sowings(&self.rules, &board, !side).is_empty();
        match (self.rules.game(), other_can, side) {
            (Game::Giuthi, true, _) => {
                let number = self.enter_place((board, !side));
                Choice::Moves(vec![(
                    Move::Pass,
                    After::Place {
                        number,
                        captured: 0,
                    },
                )])
            }
            (Game::Kiothi, true, Side::South) => Choice::Over {
                south: 0,
                north: south + north,
            },
            (Game::Kiothi, true, Side::North) => Choice::Over {
                south: south + north,
                north: 0,
            },
            (_, false, _) => Choice::Over { south, north },
        }
    }

    fn collect_states(&mut self) {
        let mut next = 0;
        while let Some(&state) = self.states.get(next) {
            next += 1;
            for following in self.following(state).into_iter().flatten() {
                self.enter_state(following);
            }
        }
    }

    /// The states after each move; `None` after an endless sowing. Empty at an end.
    fn following(&self, (place, south_lead): (usize, i32)) -> Vec<Option<(usize, i32)>> {
        let Choice::Moves(moves) = &self.choices[place] else {
            return Vec::new();
        };
        let to_south = match self.places[place].1 {
            Side::South => 1,
            Side::North => -1,
        };
        moves
            .iter()
            .map(|(_, after)| match after {
                After::Endless => None,
                After::Place { number, captured } => {
                    Some((*number, south_lead + to_south * captured))
                }
            })
            .collect()
    }

    fn collect_links(&mut self) {
        let number = |state: Option<_>| state.map(|state| self.state_numbers[&state]);
        self.links = self
            .states
            .iter()
            .map(|&state| self.following(state).into_iter().map(number).collect())
            .collect();
    }

    /// From which states a side forces a win, and in how many plies: in round k, those are added from which it
    /// does so in k plies, the winner hurrying and the loser delaying. Places that are `off` are no wins.
    fn forced_wins(&self, side: Side, off: &[usize]) -> Vec<Option<u32>> {
        let mut wins: Vec<Option<u32>> = vec![None; self.states.len()];
        let following = &self.links;
        for round in 0.. {
            let new: Vec<usize> = (0..self.states.len())
                .filter(|&state| wins[state].is_none() && !off.contains(&self.states[state].0))
                .filter(|&state| {
                    let (place, south_lead) = self.states[state];
                    let won = |after: &Option<usize>| after.is_some_and(|s| wins[s].is_some());
                    match self.choices[place] {
                        Choice::Over { south, north } => match side {
                            Side::South => south_lead + south - north > 0,
                            Side::North => south_lead + south - north < 0,
                        },
                        _ if self.places[place].1 == side => following[state].iter().any(won),
                        _ => following[state].iter().all(won),
                    }
                })
                .collect();
            if new.is_empty() {
                break;
            }
            for state in new {
                wins[state] = Some(round);
            }
        }
        wins
    }
}

/// All legal sowings of a side in the fixed order: by column of the diagram, `+` before `-`, smaller lifts first.
pub fn sowings(rules: &RuleSet, board: &NaiveBoard, side: Side) -> Vec<(Move, NaiveOutcome)> {
    let n = board.south.len();
    let row = match side {
        Side::South => &board.south,
        Side::North => &board.north,
    };
    let mut sowings = Vec::new();
    for (column, &content) in row.iter().enumerate() {
        let cell = match side {
            Side::South => column as u8,
            Side::North => (n - 1 - column) as u8,
        };
        let moves: Vec<Move> = match rules.game() {
            Game::Giuthi => Direction::BOTH
                .into_iter()
                .map(|direction| Move::Sow { cell, direction })
                .collect(),
            Game::Kiothi => (1..=content as u8)
                .map(|count| Move::Lift { cell, count })
                .collect(),
        };
        for mv in moves {
            let outcome = naive::play(rules, board, side, mv);
            if outcome != NaiveOutcome::Illegal {
                sowings.push((mv, outcome));
            }
        }
    }
    sowings
}
