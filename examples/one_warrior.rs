//! Looks for one-warrior puzzles (K14): Kiothi endings on 2×10 in which exactly one move forces a win by exactly two.
//!
//! `cargo run --release --example one_warrior -- [SEED] [BOARDS]` tries so many random endings of 6 to 9 warriors, with and without marks, of a game of
//! 60, and writes those in which other moves win too, but by another margin, as puzzles, one JSON object a line, the longest last. The same seed gives the same
//! puzzles.

// The output is what it is for.
#![allow(clippy::print_stdout)]

use std::env;

use bonduc::board::{Pit, Side};
use bonduc::limits::Limits;
use bonduc::rules::{Game, Position, Setup};
use bonduc::solve::{AnswerLevel, Asked, Request, Solver, Status};
use bonduc::value::{Kind, Stipulation, Target, Verdict};

/// All warriors of the set-up `six`.
const WARRIORS: u32 = 60;

/// Shorter solutions are not worth a puzzle.
const LEAST_PLIES: u32 = 7;

fn main() {
    let mut arguments = env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |otherwise| arguments.next().and_then(Result::ok).unwrap_or(otherwise);
    let (seed, boards) = (number(1), number(20_000));
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let limits = Limits {
        nodes: Some(400_000),
        ..Limits::default()
    };
    let mut solver = Solver::new(limits, Default::default(), Default::default());
    let mut found: Vec<(u32, usize, String)> = Vec::new();
    for _ in 0..boards {
        let position = ending(&mut random);
        if let Some((plies, others)) = is_puzzle(&mut solver, &position) {
            found.push((plies, others, puzzle(&position)));
        }
    }
    found.sort();
    for (plies, others, text) in found {
        println!(
            "{}",
            text.replace("PLIES", &plies.to_string())
                .replace("OTHERS", &others.to_string())
        );
    }
}

/// A linear congruential generator of 64 bits, of which the upper half is used (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// Returns a random ending with South to move and a score that leaves a win by two open.
fn ending(random: &mut Random) -> Position {
    let left = 6 + random.below(4);
    let mut rows = [vec![0u8; 10], vec![0u8; 10]];
    for _ in 0..left {
        let cell = random.below(20) as usize;
        rows[cell / 10][cell % 10] += 1;
    }
    let mut marked = Vec::new();
    for side in Side::BOTH {
        for column in 0..10u8 {
            if rows[side.index()][usize::from(column)] > 0 && random.below(3) == 0 {
                marked.push(Pit { side, column });
            }
        }
    }
    let south = (WARRIORS - left) / 2 + random.below(left) - left / 2;
    let [south_row, north_row] = rows;
    let setup = Setup {
        rules: Game::Kiothi.defaults(),
        south: south_row,
        north: north_row,
        marked,
        captured: [south, WARRIORS - left - south],
        to_move: Side::South,
    };
    Position::from_setup(&setup).expect("occupied boma are marked, and 60 warriors are there")
}

/// Tells whether exactly one move of several forces a win by exactly two, while others win as well; in how many plies, and how many others win.
fn is_puzzle(solver: &mut Solver, position: &Position) -> Option<(u32, usize)> {
    let answer = solver.solve(&Request {
        stipulation: Some(Stipulation {
            target: Target::MarginExactly(2),
            side: None,
            within: None,
            kind: Kind::Direct,
        }),
        level: Some(AnswerLevel::Moves),
        lengths: false,
        ..Request::new(*position)
    });
    let (Some(Asked::Found(found)), Status::Solved(solved)) = (&answer.asked, &answer.status)
    else {
        return None;
    };
    let [key] = found.keys.as_deref()? else {
        return None;
    };
    let wins = solved
        .moves
        .iter()
        .filter(|answer| answer.verdict == Verdict::Win);
    let others = wins.filter(|answer| answer.mv != *key).count();
    let plies = found.plies?;
    (others > 0 && plies >= LEAST_PLIES).then_some((plies, others))
}

/// Writes a position as a puzzle.
fn puzzle(position: &Position) -> String {
    let setup = position.to_setup();
    let marked: Vec<String> = setup.marked.iter().map(Pit::to_string).collect();
    format!(
        r#"{{"game":"kiothi","pits":10,"north":{:?},"south":{:?},"marked":{marked:?},"captured":{{"south":{},"north":{}}},"to_move":"south","stipulation":{{"goal":"margin","exactly":2}},"comment":"PLIES plies; OTHERS other moves win by another margin"}}"#,
        setup.north, setup.south, setup.captured[0], setup.captured[1],
    )
}
