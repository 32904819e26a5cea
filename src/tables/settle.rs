//! Settling a layer: one pass over the leads, part by part on all cores.
//!
//! The rules of the pass are those of [`crate::value::Settler`]. Within a lead the work goes in rounds: what settled in
//! one round tells the origins of its edges, by lists for the parts that they lie in; these parts then bring their values
//! and counters up to date, and what settles by that makes the next round. The order within a lead does not change the
//! result, so neither do the threads. Small rounds are worked off by one core without lists.

use rayon::prelude::*;

use super::part::{PART, Part};
use crate::limits::{Control, Stop};
use crate::value::Incoming;

/// How the parts settle.
impl Part<'_> {
    /// Collects what settles at lead x by itself: by moves out of the layer, ends and endless sowings.
    ///
    /// Lost at −x: D = 1 − x with nothing pending. What was lost at a smaller lead has a greater D.
    fn collect(&self, x: i8, settled: &mut Vec<Event>) {
        let lost = 1 - x;
        for (board, (value, &pending)) in (0u32..).zip(self.values.iter().zip(&*self.pending)) {
            if value.wins == x {
                settled.push(Event::new(board, Sense::Won));
            }
            if value.draws == lost && pending == 0 {
                settled.push(Event::new(board, Sense::Lost));
            }
        }
    }

    /// Takes in that something settled to which `board` has an edge; gives what settles by it.
    #[inline]
    fn take(&mut self, news: Event, x: i8) -> Option<Event> {
        let board = news.board() as usize;
        match news.sense() {
            // A move that wins.
            Sense::Won => {
                let value = &mut self.values[board];
                if value.wins <= x {
                    return None;
                }
                value.wins = x;
                Some(news)
            }
            // One way out less.
            Sense::Lost => {
                let pending = &mut self.pending[board];
                *pending -= 1;
                if *pending > 0 {
                    return None;
                }
                let value = &mut self.values[board];
                // D before is the best that moves out of the layer offer: −128 draws at any lead; at most −x is not lost
                // before a greater lead comes. 127: no such move.
                if value.draws <= -x {
                    return None;
                }
                value.draws = 1 - x;
                Some(news)
            }
        }
    }
}

/// In which sense a board settled, or has news.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    Won,
    Lost,
}

/// A board of a part and a sense. As something that settled: it did so in this sense. As news: an edge of it now makes it
/// won, or is one way out less before it is lost.
#[derive(Clone, Copy)]
struct Event(u32);

impl Event {
    #[inline]
    fn new(board: u32, sense: Sense) -> Event {
        Event(board << 1 | u32::from(sense == Sense::Won))
    }

    #[inline]
    fn board(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    fn sense(self) -> Sense {
        match self.0 & 1 {
            1 => Sense::Won,
            _ => Sense::Lost,
        }
    }
}

/// Returns what an edge tells its origin when its target settles: the part that the origin lies in, and the news.
#[inline]
fn told(edge: Incoming, settled: Sense) -> (usize, Event) {
    let from = edge.from() as usize;
    let sense = match (settled, edge.keeps_turn()) {
        (Sense::Won, true) | (Sense::Lost, false) => Sense::Won,
        (Sense::Won, false) | (Sense::Lost, true) => Sense::Lost,
    };
    (from / PART, Event::new((from % PART) as u32, sense))
}

/// Rounds of fewer events are worked off by one core.
const SMALL: usize = 1 << 12;

/// Settles all parts of a layer of so many seeds.
///
/// # Errors
///
/// If a limit is reached.
pub(super) fn settle(parts: &mut [Part], seeds: u32, control: &Control) -> Result<(), Stop> {
    let seeds = seeds as i8;
    // Nothing is lost before the first lead: no D is greater than the seeds, but for "no move offers anything".
    debug_assert!(parts.iter().all(|part| {
        let mut values = part.values.iter();
        values.all(|value| value.draws <= 1 + seeds || value.draws == i8::MAX)
    }));
    for x in -seeds..=seeds + 1 {
        let mut round: Vec<Vec<Event>> = parts
            .par_iter()
            .map(|part| {
                let mut settled = Vec::new();
                part.collect(x, &mut settled);
                settled
            })
            .collect();
        loop {
            control.check()?;
            let events: usize = round.iter().map(Vec::len).sum();
            if events == 0 {
                break;
            }
            round = if events < SMALL {
                small_rounds(parts, round, x)
            } else {
                large_round(parts, round, x)
            };
        }
    }
    // Where an edge never came in, play can go round: a draw at any lead.
    parts.par_iter_mut().for_each(|part| {
        for (value, &pending) in part.values.iter_mut().zip(&*part.pending) {
            if pending > 0 {
                value.draws = i8::MIN;
            }
        }
    });
    Ok(())
}

/// Works off a round on all cores; gives the next one.
fn large_round(parts: &mut [Part], round: Vec<Vec<Event>>, x: i8) -> Vec<Vec<Event>> {
    // Each task tells the news of some parts, in a list for each part that they go to.
    let tasks = 2 * rayon::current_num_threads();
    let some = parts.len().div_ceil(tasks);
    let news: Vec<Vec<Vec<Event>>> = parts
        .par_chunks(some)
        .zip(round.par_chunks(some))
        .map(|(parts_here, round)| {
            let mut news = vec![Vec::new(); parts.len()];
            for (part, settled) in parts_here.iter().zip(round) {
                for event in settled {
                    for &edge in part.incoming(event.board() as usize) {
                        let (to, event) = told(edge, event.sense());
                        news[to].push(event);
                    }
                }
            }
            news
        })
        .collect();
    parts
        .par_iter_mut()
        .enumerate()
        .map(|(number, part)| {
            let here = news.iter().flat_map(|lists| &lists[number]);
            here.filter_map(|&event| part.take(event, x)).collect()
        })
        .collect()
}

/// Works off a round, and what follows from it, on one core, as long as it stays small; gives what is left.
fn small_rounds(parts: &mut [Part], round: Vec<Vec<Event>>, x: i8) -> Vec<Vec<Event>> {
    let numbered = round.into_iter().enumerate();
    let mut stack: Vec<(usize, Event)> = numbered
        .flat_map(|(part, events)| events.into_iter().map(move |event| (part, event)))
        .collect();
    while let Some((part, event)) = stack.pop() {
        let board = event.board() as usize;
        for number in 0..parts[part].incoming(board).len() {
            let edge = parts[part].incoming(board)[number];
            let (to, news) = told(edge, event.sense());
            if let Some(settled) = parts[to].take(news, x) {
                stack.push((to, settled));
            }
        }
        if stack.len() >= 4 * SMALL {
            break;
        }
    }
    let mut left = vec![Vec::new(); parts.len()];
    for (part, event) in stack {
        left[part].push(event);
    }
    left
}
