//! Certificates: the checker against its slow twin, on what the solver makes, on what was changed in it, and in files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::time::Instant;

use bonduc::board::{Ring, Row, Side};
use bonduc::certificate::{
    Aim, Certificate, Claim, FromLead, Proof, Proved, Start, Statement, Terms, certificate_lines,
    check, check_solution, pack, packed_name,
};
use bonduc::limits::Control;
use bonduc::notation::{NamedMove, parse_position, position_text};
use bonduc::puzzle::{CertificateFile, CertificateObject, Solution, load};
use bonduc::report::solution;
use bonduc::rules::naive::NaiveBoard;
use bonduc::rules::{Game, Move, Position, Step};
use bonduc::solve::{Answer, Certify, Length, Request, Solver};
use bonduc::tables::LayerStack;
use bonduc::value::{DrawsWithLead, Goal, Stipulation, Thresholds, Verdict, WinsWithLead};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rayon::prelude::*;

use crate::cli::{bonduc, code, text};
use crate::naive_solver::{After, Choice, NaiveSolver};
use crate::slow_checker::{SlowChecked, SlowStatement, slow_check};
use crate::twins::random::{all_rules, position, rules_and_ring, side};
use crate::values::{solved, solver};

/// All that a certificate can be asked for.
const SETTINGS: [Certify; 8] = {
    let mut all = [Certify {
        keys: false,
        moves: false,
        length: false,
    }; 8];
    let mut index = 0;
    while index < 8 {
        all[index] = Certify {
            keys: index & 1 > 0,
            moves: index & 2 > 0,
            length: index & 4 > 0,
        };
        index += 1;
    }
    all
};

const EVERYTHING: Certify = SETTINGS[7];

fn answer(solver: &mut Solver, position: Position, certify: Certify, goal: Option<Goal>) -> Answer {
    solver.solve(&Request {
        stipulation: goal.map(Stipulation::plain),
        certify: Some(certify),
        ..Request::new(position)
    })
}

fn lines_of(answer: &Answer) -> Vec<String> {
    let certificate = solved(answer).certificate.as_ref().unwrap();
    certificate_lines(certificate).collect()
}

fn text_of(lines: &[String]) -> Vec<u8> {
    let lines = lines.iter().flat_map(|line| [line.as_str(), "\n"]);
    lines.collect::<String>().into_bytes()
}

/// A statement as the slow checker says it.
fn slow(position: &Position, statement: &Statement) -> SlowStatement {
    let name = |mv| NamedMove::new(mv, position.to_move(), position.row()).to_string();
    SlowStatement {
        side: statement.side,
        aim: statement.aim.name().to_owned(),
        start: match statement.start {
            Start::Here => None,
            Start::After(mv) => Some(name(mv)),
        },
        plies: statement.plies.map(u64::from),
    }
}

/// What both checkers say of a text, which has to be the same; nothing if both refuse it.
fn both(text: &[u8]) -> Result<Option<(Position, Vec<Statement>)>, String> {
    let slowly = slow_check(text);
    match (check(text, u64::MAX), slowly) {
        (Err(_), Err(_)) => Ok(None),
        (Err(error), Ok(_)) => Err(format!("only the slow checker accepts; {error}")),
        (Ok(_), Err(why)) => Err(format!("only the slow checker refuses: {why}")),
        (Ok(checked), Ok(slowly)) => {
            let position = *checked.position();
            let statements = checked.statements().iter();
            let shown = SlowChecked {
                statements: statements.map(|s| slow(&position, s)).collect(),
                positions: checked.positions() as usize,
            };
            match shown == slowly {
                true => Ok(Some((position, checked.statements().to_vec()))),
                false => Err(format!("{shown:?} and slowly {slowly:?}")),
            }
        }
    }
}

/// Tells whether a statement is true, by the verdict of its start for the side to move and the plies to the end.
fn is_true(statement: &Statement, to_move: Side, verdict: Verdict, plies: Option<u32>) -> bool {
    let own = match statement.side == to_move {
        true => verdict,
        false => !verdict,
    };
    match statement.aim {
        Aim::Win => own == Verdict::Win && plies <= statement.plies,
        Aim::Draw => own != Verdict::Loss,
        Aim::Delay => own != Verdict::Loss || plies >= statement.plies,
    }
}

/// The value of a start by the naive solver.
fn naive_value(naive: &NaiveSolver, position: &Position, start: Start) -> (Verdict, Option<u32>) {
    let to_move = position.to_move();
    let place = (NaiveBoard::from_ring(position.ring(), to_move), to_move);
    let captured = |side| i32::from(position.captured(side));
    let lead = captured(Side::South) - captured(Side::North);
    let Start::After(mv) = start else {
        return naive.verdict(&place, lead);
    };
    let Choice::Moves(moves) = naive.choice(&place) else {
        panic!("a move where the game is over");
    };
    match moves.iter().find(|(other, _)| *other == mv).unwrap().1 {
        After::Endless => (Verdict::Draw, None),
        After::Place { number, captured } => {
            let gain = match to_move {
                Side::South => captured,
                Side::North => -captured,
            };
            let next = naive.place(number);
            let (verdict, plies) = naive.verdict(next, lead + gain);
            let verdict = if next.1 == to_move { verdict } else { !verdict };
            (verdict, plies.map(|plies| plies + 1))
        }
    }
}

/// A small position of either game under any rules.
fn small_position() -> impl Strategy<Value = Position> {
    prop::sample::select(Game::BOTH.to_vec()).prop_flat_map(|game| {
        let boards = prop_oneof![
            rules_and_ring(game, 2..=4, 0..=9),
            rules_and_ring(game, 4..=5, 0..=7),
        ];
        (boards, side(), -4..=4i32)
            .prop_map(|((rules, ring), side, lead)| position(rules, &ring, side, lead))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every certificate that the solver makes passes both checkers, which find the same in it; it is true and all that was asked for.
    #[test]
    fn the_solvers_certificates_pass(position in small_position()) {
        let south_lead = match position.to_move() {
            Side::South => position.lead(),
            Side::North => -position.lead(),
        };
        let place = (NaiveBoard::from_ring(position.ring(), position.to_move()), position.to_move());
        let naive = NaiveSolver::new(*position.rules(), [(place, south_lead.into())]);
        let mut solver = solver();
        for goal in [None, Some(Goal::Win), Some(Goal::Draw)] {
            for certify in SETTINGS {
                let answer = answer(&mut solver, position, certify, goal);
                let lines = lines_of(&answer);
                let about = || format!("{certify:?} {goal:?}\n{}", lines.join("\n"));
                let shown = both(&text_of(&lines)).unwrap_or_else(|why| panic!("{why}\n{}", about()));
                let (_, statements) = shown.unwrap_or_else(|| panic!("refused\n{}", about()));
                for statement in &statements {
                    let (verdict, plies) = naive_value(&naive, &position, statement.start);
                    let is_true = is_true(statement, position.to_move(), verdict, plies);
                    prop_assert!(is_true, "{statement:?}\n{}", about());
                }
                let object = Solution {
                    position: Some(position_text(&position)),
                    ..solution("random", &answer)
                };
                let checked = check(text_of(&lines).as_slice(), u64::MAX).unwrap();
                let findings = check_solution(&object, &checked)
                    .unwrap_or_else(|fault| panic!("{fault}\n{}", about()));
                let mut stated = BTreeSet::from([Claim::Leads.name(), Claim::MovePlies.name()]);
                let (verdict, _) = naive_value(&naive, &position, Start::Here);
                prop_assert_eq!(object.verdict.map(Verdict::from), Some(verdict));
                // What was asked for is certain, whatever else may be.
                for (asked, claim) in [
                    (certify.keys, Claim::Keys),
                    (certify.moves, Claim::Moves),
                    (certify.length, Claim::PliesAtLeast),
                ] {
                    if !asked {
                        stated.insert(claim.name());
                    }
                }
                for claim in &findings.stated {
                    prop_assert!(stated.contains(claim.name()), "{claim:?}\n{}", about());
                }
            }
        }
    }
}

/// A sowing without end holds a draw and puts off every defeat, but wins nothing.
#[test]
fn endless_sowings_are_draws() {
    const BOARD: &str = "1,1,1,1,4/1,3,0,3,1 s";
    let shown = |rules: &str, proof: &[&str]| {
        let positions = proof.iter().filter(|line| is_position(line)).count();
        let mut lines = vec![
            "bonduc certificate 1".to_owned(),
            format!("position giuthi {BOARD} 0-9{rules}"),
        ];
        lines.extend(proof.iter().map(|line| line.to_string()));
        lines.push(format!("end {positions}"));
        let shown = both(&text_of(&lines)).unwrap_or_else(|why| panic!("{why}: {lines:?}"));
        shown.map(|(_, statements)| statements[0].plies)
    };
    let line = |words: &str| format!("{BOARD} {words}");
    let draw = ["proof south draw", "start", &line("any b-")];
    let late = ["proof south delay", "start", &line("any 99 b-")];
    let win = ["proof south win", "start", &line("0 3 b-")];
    let draw_after = ["proof south draw", "start b-"];
    let late_after = ["proof south delay", "start b-"];
    let win_after = ["proof south win", "start b-"];
    for (proof, expected) in [
        (&draw[..], Some(None)),
        (&late, Some(Some(99))),
        (&win, None),
        (&draw_after, Some(None)),
        (&late_after, Some(Some(1))),
        (&win_after, None),
    ] {
        assert_eq!(shown("", proof), expected, "{proof:?}");
        assert_eq!(shown(" endless_sowing=illegal", proof), None, "{proof:?}");
    }
}

/// Who leads by all that is left on the board needs no move to hold the draw; with one less he does.
#[test]
fn a_lead_as_great_as_what_is_left_is_enough() {
    for game in Game::BOTH {
        for rules in all_rules(game) {
            let ring = Ring::from_cells(&[2, 1, 2, 1]);
            let accepts = |to_move: Side, score: u8, aim: &str, words: &str| {
                let at = position(rules, &ring, to_move, i32::from(score));
                let text = position_text(&at);
                let board: Vec<&str> = text.split(' ').skip(1).take(2).collect();
                let side = to_move.name();
                let lines = [
                    "bonduc certificate 1".to_owned(),
                    format!("position {text}"),
                    format!("proof {side} {aim}"),
                    "start".to_owned(),
                    format!("{} {} {words}", board[0], board[1]),
                    "end 1".to_owned(),
                ];
                let shown = both(&text_of(&lines)).unwrap_or_else(|why| panic!("{why}: {lines:?}"));
                shown.is_some()
            };
            for side in Side::BOTH {
                assert!(accepts(side, 6, "draw", "6"), "{rules:?}");
                assert!(accepts(side, 7, "draw", "6"));
                assert!(accepts(side, 7, "draw", "7"));
                // One less, the actual lead too small, or any.
                assert!(!accepts(side, 6, "draw", "5"));
                assert!(!accepts(side, 5, "draw", "6"));
                assert!(!accepts(side, 6, "draw", "any"));
                // A move that is named is followed.
                let mv = match (game, side) {
                    (Game::Giuthi, Side::South) => "a+",
                    (Game::Giuthi, Side::North) => "B+",
                    (Game::Kiothi, Side::South) => "a1",
                    (Game::Kiothi, Side::North) => "B1",
                };
                assert!(!accepts(side, 6, "draw", &format!("6 {mv}")));
                // For the other aims it is not said.
                assert!(!accepts(side, 7, "win", "7 1"));
                assert!(!accepts(side, 7, "win", "7 0"));
                assert!(!accepts(side, 6, "delay", "6 1"));
            }
        }
    }
}

/// The same where the other is to move: nothing is followed.
#[test]
fn nothing_follows_where_the_lead_is_enough() {
    let accepts = |lead: i32| {
        let lines = [
            "bonduc certificate 1".to_owned(),
            format!("position giuthi 1,2/2,1 n {lead}-0"),
            "proof south draw".to_owned(),
            "start".to_owned(),
            format!("1,2/2,1 n {lead}"),
            "end 1".to_owned(),
        ];
        both(&text_of(&lines)).unwrap().is_some()
    };
    assert!(accepts(6) && accepts(7) && !accepts(5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// It is true under all rules, whoever is to move.
    #[test]
    fn a_lead_as_great_as_what_is_left_does_not_lose(position in small_position()) {
        let seeds = position.ring().seeds() as i32;
        let place = (NaiveBoard::from_ring(position.ring(), position.to_move()), position.to_move());
        let starts = [seeds, -seeds].map(|lead| (place.clone(), lead));
        let naive = NaiveSolver::new(*position.rules(), starts);
        for (side, lead) in [(Side::South, seeds), (Side::North, -seeds)] {
            let (verdict, _) = naive.verdict(&place, lead);
            let own = if side == position.to_move() { verdict } else { !verdict };
            prop_assert!(own >= Verdict::Draw);
        }
    }
}

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        match all.len() {
            0 => None,
            count => Some(&all[self.below(count)]),
        }
    }

    /// A step up or down.
    fn step(&mut self) -> i64 {
        [-1, 1][self.below(2)]
    }
}

/// What is changed in a certificate.
const KINDS: [&str; 30] = [
    "move",
    "move named or not",
    "rank",
    "seed moved",
    "seed added",
    "seed taken",
    "mark",
    "side to move",
    "lead by one",
    "lead to any",
    "lead from any",
    "lead near what is left",
    "score of the head",
    "side to move of the head",
    "rule of the head",
    "position dropped",
    "position doubled",
    "position added",
    "position exchanged",
    "lines swapped",
    "side of a proof",
    "aim of a proof",
    "start changed",
    "start dropped",
    "start added",
    "count at the end",
    "number written otherwise",
    "cut at a line",
    "cut at a byte",
    "byte",
];

fn is_position(line: &str) -> bool {
    line.starts_with(|letter: char| letter.is_ascii_digit())
}

/// The lines that are such.
fn lines_that(lines: &[String], are: impl Fn(&str) -> bool) -> Vec<usize> {
    (0..lines.len()).filter(|&at| are(&lines[at])).collect()
}

/// The aim of the proof in which a line stands.
fn aim_at(lines: &[String], at: usize) -> &str {
    let head = lines[..=at]
        .iter()
        .rev()
        .find(|line| line.starts_with("proof "));
    head.unwrap().rsplit(' ').next().unwrap()
}

/// A board's pits, North's first.
fn pits(word: &str) -> Vec<(usize, bool)> {
    word.split(['/', ','])
        .map(|pit| {
            let content = pit.trim_end_matches('*').parse().unwrap();
            (content, pit.ends_with('*'))
        })
        .collect()
}

fn board(pits: &[(usize, bool)]) -> String {
    let row = |pits: &[(usize, bool)]| {
        let pits = pits.iter().map(|(content, mark)| match mark {
            true => format!("{content}*"),
            false => content.to_string(),
        });
        pits.collect::<Vec<_>>().join(",")
    };
    let (north, south) = pits.split_at(pits.len() / 2);
    format!("{}/{}", row(north), row(south))
}

/// A move of a side that may or may not be legal.
fn some_move(random: &mut Random, lines: &[String], side: &str) -> String {
    let game = lines[1].split(' ').nth(1).unwrap();
    let row = lines[1].split(' ').nth(2).unwrap().split(',').count() / 2;
    let first = if side == "s" { b'a' } else { b'A' };
    let letter = char::from(first + random.below(row) as u8);
    match (game, random.below(12)) {
        ("giuthi", 0) => "pass".to_owned(),
        ("giuthi", other) => format!("{letter}{}", ["+", "-"][other % 2]),
        (_, other) => format!("{letter}{}", 1 + other % 4),
    }
}

/// Sets the count of the last line right.
fn recount(lines: &mut [String]) {
    let count = lines.iter().filter(|line| is_position(line)).count();
    *lines.last_mut().unwrap() = format!("end {count}");
}

/// Changes a position's words.
fn change_position(random: &mut Random, lines: &[String], at: usize, kind: &str) -> Option<String> {
    let aim = aim_at(lines, at);
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let move_at = if aim == "draw" { 3 } else { 4 };
    let mut cells = pits(&words[0]);
    let own: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].0 > 0).collect();
    match kind {
        "move" => *words.get_mut(move_at)? = some_move(random, lines, &words[1]),
        "move named or not" => match words.len() > move_at {
            true => words.truncate(move_at),
            false => words.push(some_move(random, lines, &words[1])),
        },
        "rank" => {
            let rank = words.get_mut(3).filter(|_| aim != "draw")?;
            *rank = (rank.parse::<i64>().unwrap() + random.step()).to_string();
        }
        "seed moved" | "seed added" | "seed taken" => {
            let from = *random.of(&own)?;
            let to = random.below(cells.len());
            if kind != "seed added" {
                cells[from].0 -= 1;
                cells[from].1 &= cells[from].0 > 0;
            }
            if kind != "seed taken" {
                cells[to].0 += 1;
            }
            words[0] = board(&cells);
        }
        "mark" => {
            let cell = *random.of(&own)?;
            cells[cell].1 = !cells[cell].1;
            words[0] = board(&cells);
        }
        "side to move" => {
            words[1] = if words[1] == "s" { "n" } else { "s" }.to_owned();
            if let Some(mv) = words.get_mut(move_at).filter(|_| random.below(2) > 0) {
                *mv = match mv.chars().next()?.is_ascii_lowercase() && mv != "pass" {
                    true => mv.to_ascii_uppercase(),
                    false => mv.to_ascii_lowercase(),
                };
            }
        }
        "lead by one" => {
            let lead = words[2].parse::<i64>().ok()?;
            words[2] = (lead + random.step()).to_string();
        }
        "lead to any" => {
            words[2].parse::<i64>().ok()?;
            words[2] = "any".to_owned();
        }
        "lead from any" => {
            let any = (words[2] == "any").then_some(&mut words[2])?;
            *any = (random.below(9) as i64 - 4).to_string();
        }
        "lead near what is left" => {
            let left: usize = cells.iter().map(|(content, _)| content).sum();
            words[2] = (left as i64 - random.below(2) as i64).to_string();
            words.truncate(move_at);
        }
        other => panic!("{other} is not done with a position"),
    }
    Some(words.join(" "))
}

/// Changes the second line.
fn change_head(random: &mut Random, head: &str, kind: &str) -> String {
    let mut words: Vec<String> = head.split(' ').map(str::to_owned).collect();
    match kind {
        "score of the head" => {
            let (south, north) = words[4].split_once('-').unwrap();
            let mut score = [south, north].map(|count| count.parse::<i64>().unwrap());
            score[random.below(2)] += random.step();
            words[4] = format!("{}-{}", score[0], score[1]);
        }
        "side to move of the head" => {
            words[3] = if words[3] == "s" { "n" } else { "s" }.to_owned();
        }
        _ => {
            let mut position = parse_position(&head[9..]).unwrap().to_setup();
            let all = all_rules(position.rules.game());
            position.rules = *random.of(&all).unwrap();
            return format!(
                "position {}",
                position_text(&Position::from_setup(&position).unwrap())
            );
        }
    }
    words.join(" ")
}

/// Gives a proof another aim, its positions ranks where they need some.
fn change_aim(random: &mut Random, lines: &mut [String], at: usize) {
    let old = aim_at(lines, at).to_owned();
    let new = ["win", "draw", "delay"][random.below(3)];
    lines[at] = lines[at].replace(&old, new);
    let rest = lines[at + 1..].iter_mut();
    for line in rest.take_while(|line| !line.starts_with("proof ") && !line.starts_with("end ")) {
        if !is_position(line) {
            continue;
        }
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        match (old.as_str(), new) {
            (_, "draw") if old != "draw" => {
                words.remove(3);
            }
            ("draw", "win" | "delay") => words.insert(3, random.below(6).to_string()),
            _ => {}
        }
        *line = words.join(" ");
    }
}

/// Changes a certificate; `None` where it has nothing of the kind, or stays as it is.
fn mutant(random: &mut Random, all: &[Vec<String>], kind: &str) -> Option<Vec<u8>> {
    let old = random.of(all)?;
    let mut lines = old.clone();
    let positions = lines_that(old, is_position);
    let starts = lines_that(old, |line| line.starts_with("start"));
    let proofs = lines_that(old, |line| line.starts_with("proof "));
    let place = *random.of(&positions)?;
    match kind {
        "score of the head" | "side to move of the head" | "rule of the head" => {
            lines[1] = change_head(random, &old[1], kind);
        }
        "position dropped" => {
            lines.remove(place);
            recount(&mut lines);
        }
        "position doubled" => {
            let there = *random.of(&positions)?;
            lines.insert(there, old[place].clone());
            recount(&mut lines);
        }
        "position added" => {
            // One that is like another.
            let like = ["rank", "lead by one", "seed moved", "side to move", "move"];
            let like = *random.of(&like)?;
            let new = change_position(random, old, place, like)?;
            lines.insert(place, new);
            recount(&mut lines);
        }
        "position exchanged" => {
            let other = random.of(all)?;
            let there = *random.of(&lines_that(other, is_position))?;
            lines[place] = other[there].clone();
        }
        "lines swapped" => {
            let (one, other) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(one, other);
        }
        "side of a proof" => {
            let at = *random.of(&proofs)?;
            lines[at] = match lines[at].contains("south") {
                true => lines[at].replace("south", "north"),
                false => lines[at].replace("north", "south"),
            };
        }
        "aim of a proof" => {
            let at = *random.of(&proofs)?;
            change_aim(random, &mut lines, at);
        }
        "start changed" | "start added" => {
            let at = *random.of(&starts)?;
            let side = old[1].split(' ').nth(3)?;
            let new = match random.below(6) {
                0 => "start".to_owned(),
                _ => format!("start {}", some_move(random, old, side)),
            };
            match kind {
                "start changed" => lines[at] = new,
                _ => lines.insert(at, new),
            }
        }
        "start dropped" => {
            lines.remove(*random.of(&starts)?);
        }
        "count at the end" => {
            let count = positions.len() as i64 + random.step();
            *lines.last_mut()? = format!("end {count}");
        }
        "number written otherwise" => {
            // One more zero, or a plus sign, in front of any number.
            let at = random.below(lines.len());
            let line = &old[at];
            let begins = |&at: &usize| {
                let digit = |at: usize| line.as_bytes()[at].is_ascii_digit();
                digit(at) && (at == 0 || !digit(at - 1))
            };
            let numbers: Vec<usize> = (0..line.len()).filter(begins).collect();
            lines[at].insert(*random.of(&numbers)?, ['0', '+'][random.below(2)]);
        }
        "cut at a line" => lines.truncate(random.below(old.len())),
        "cut at a byte" => {
            let mut text = text_of(old);
            text.truncate(random.below(text.len()));
            return Some(text);
        }
        "byte" => {
            let mut text = text_of(old);
            let at = random.below(text.len());
            // As often as not one that could stand there.
            text[at] = match random.below(2) {
                0 => random.below(256) as u8,
                _ => *random.of(b"0123456789,/ *-+sn\naAbBcC").unwrap(),
            };
            return (text != text_of(old)).then_some(text);
        }
        _ => lines[place] = change_position(random, old, place, kind)?,
    }
    (lines != *old).then(|| text_of(&lines))
}

/// Leaves out the moves that hold a draw where the lead is enough; returns whether there were any.
fn leave_moves_out(lines: &mut [String]) -> bool {
    let mut any = false;
    for at in 0..lines.len() {
        if !is_position(&lines[at]) || aim_at(lines, at) != "draw" {
            continue;
        }
        let words: Vec<&str> = lines[at].split(' ').collect();
        let left: usize = pits(words[0]).iter().map(|(content, _)| content).sum();
        let enough = words[2].parse().is_ok_and(|lead: i64| lead >= left as i64);
        if words.len() == 4 && enough {
            lines[at] = words[..3].join(" ");
            any = true;
        }
    }
    any
}

/// Certificates of shipped puzzles and of random positions, none too large, with all aims among them.
fn certificates(count: usize) -> Vec<Vec<String>> {
    const LARGEST: usize = 320;
    let folder = format!("{}/puzzles", env!("CARGO_MANIFEST_DIR"));
    let mut solver = solver();
    let mut all = Vec::new();
    for entry in load(&[folder], &mut std::io::empty()) {
        let puzzle = entry.puzzle.unwrap();
        let seeds = puzzle.position.ring().seeds();
        if seeds <= 14 {
            let answer = answer(&mut solver, puzzle.position, EVERYTHING, puzzle.goal());
            all.push(lines_of(&answer));
        }
    }
    all.retain(|lines: &Vec<String>| lines.len() <= LARGEST);
    all.truncate(count / 2);
    assert!(all.len() >= 8, "{} of puzzles", all.len());
    // Positions for any lead, which the solver seldom needs.
    for (pits, seeds) in [(3, 5), (4, 6)] {
        let drawn = drawn_for_any_lead(pits, seeds).into_iter().take(3);
        all.extend(drawn.map(|certificate| certificate_lines(&certificate).collect()));
    }
    let mut runner = TestRunner::deterministic();
    let mut games = [0, 0];
    let mut shorter = 0;
    while all.len() < count {
        let position = small_position().new_tree(&mut runner).unwrap().current();
        let certify = SETTINGS[all.len() % 8];
        let mut lines = lines_of(&answer(&mut solver, position, certify, None));
        let game = &mut games[position.rules().game() as usize];
        if (10..=LARGEST).contains(&lines.len()) {
            *game += 1;
            shorter += usize::from(leave_moves_out(&mut lines));
            all.push(lines);
        }
    }
    for aim in ["win", "draw", "delay"] {
        let with = |lines: &&Vec<String>| {
            let proof = |line: &String| line.starts_with("proof ") && line.ends_with(aim);
            lines.iter().any(proof)
        };
        let count = all.iter().filter(with).count();
        assert!(count >= 8, "{count} certificates with {aim}");
    }
    assert!(games.iter().all(|&count| count >= 8), "{games:?}");
    assert!(shorter >= 4, "{shorter} with moves left out");
    all
}

/// Of ten thousand certificates with a change both checkers think the same, and what passes still shows nothing but the truth.
#[test]
fn changed_certificates_are_refused_or_true() {
    const MUTANTS: usize = 10_000;
    let all = certificates(60);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mutants: Vec<(&str, Vec<u8>)> = (0..MUTANTS)
        .map(|number| {
            let kind = KINDS[number % KINDS.len()];
            let mutant = (0..10_000).find_map(|_| mutant(&mut random, &all, kind));
            (
                kind,
                mutant.unwrap_or_else(|| panic!("no certificate for {kind}")),
            )
        })
        .collect();
    let shown: Vec<_> = mutants.par_iter().map(|(_, text)| both(text)).collect();
    // 1. Both checkers agree.
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut accepted = Vec::new();
    for ((kind, text), shown) in mutants.iter().zip(shown) {
        let text = || String::from_utf8_lossy(text).into_owned();
        let shown = shown.unwrap_or_else(|why| panic!("{kind}: {why}\n{}", text()));
        counts.entry(kind).or_default()[usize::from(shown.is_some())] += 1;
        accepted.extend(shown.map(|shown| (kind, shown, text())));
    }
    // 2. What passes is true.
    let mut solver = solver();
    let mut answers: HashMap<String, Answer> = HashMap::new();
    for (kind, (position, statements), text) in &accepted {
        let answer = answers
            .entry(position_text(position))
            .or_insert_with(|| solver.solve(&Request::new(*position)));
        for statement in statements {
            let (verdict, plies) = value(answer, statement.start);
            let is_true = is_true(statement, position.to_move(), verdict, plies);
            assert!(is_true, "{kind}: {statement:?} is not true\n{text}");
        }
    }
    // 3. Most are refused.
    let mut table = String::new();
    for (kind, [refused, accepted]) in &counts {
        table += &format!("{kind}: {refused} refused, {accepted} accepted\n");
    }
    write_out(&table);
    assert_eq!(counts.len(), KINDS.len());
    let refused: usize = counts.values().map(|[refused, _]| refused).sum();
    assert!(refused > MUTANTS * 3 / 4, "{refused} refused\n{table}");
}

/// Prints figures for those who run a test with `--nocapture`.
#[expect(clippy::print_stderr, reason = "the harness captures it")]
fn write_out(text: &str) {
    eprint!("{text}");
}

/// The value of a start by an answer of the solver.
fn value(answer: &Answer, start: Start) -> (Verdict, Option<u32>) {
    let solved = solved(answer);
    let (verdict, length) = match start {
        Start::Here => (solved.verdict, solved.length),
        Start::After(mv) => {
            let found = solved.moves.iter().find(|found| found.mv == mv).unwrap();
            (found.verdict, found.length)
        }
    };
    match length {
        Length::Proved(plies) => (verdict, Some(plies)),
        Length::Draw => (verdict, None),
        Length::Unknown => panic!("no length of {:?}", answer.position),
    }
}

/// All boards of a row's length with so many seeds.
fn boards_of(row: Row, seeds: u8) -> Vec<Ring> {
    fn fill(cells: &mut [u8], at: usize, left: u8, all: &mut Vec<Ring>) {
        if at + 1 == cells.len() {
            cells[at] = left;
            all.push(Ring::from_cells(cells));
            return;
        }
        for content in 0..=left {
            cells[at] = content;
            fill(cells, at + 1, left - content, all);
        }
    }
    let mut all = Vec::new();
    fill(&mut vec![0; row.cells()], 0, seeds, &mut all);
    all
}

/// The least lead with which a side holds the draw, on the move or not.
fn holds_from(thresholds: Thresholds, on_the_move: bool) -> FromLead {
    match on_the_move {
        true => match thresholds.draws() {
            DrawsWithLead::Always => FromLead::Any,
            DrawsWithLead::At(lead) => FromLead::At(lead),
        },
        false => match thresholds.wins() {
            WinsWithLead::Never => FromLead::Any,
            WinsWithLead::At(lead) => FromLead::At(1 - lead),
        },
    }
}

/// Says that a side holds the draw, on each of these boards from its least lead on; `follow`: also on all that come of them.
fn least_leads(
    layers: &LayerStack,
    mut boards: Vec<(Ring, Side)>,
    side: Side,
    follow: bool,
) -> Proof {
    let rules = Game::Giuthi.defaults();
    let least = |(ring, to_move): &(Ring, Side)| {
        let thresholds = layers.thresholds(ring).unwrap();
        holds_from(thresholds, *to_move == side)
    };
    let mut seen: BTreeSet<_> = boards.iter().copied().collect();
    let mut positions: Vec<Proved> = Vec::new();
    while let Some(&(ring, to_move)) = boards.get(positions.len()) {
        let from = least(&(ring, to_move));
        let mut moves = Vec::new();
        rules.expand(&ring, |mv, step| {
            let after = match step {
                Step::Endless => None,
                Step::Keep(ring) => Some(((ring, to_move), from)),
                Step::Turn { ring, captured } => {
                    let gain = match to_move == side {
                        true => i16::from(captured),
                        false => -i16::from(captured),
                    };
                    Some(((ring, !to_move), from.after(gain)))
                }
            };
            moves.push((mv, after));
        });
        let mut holding = None;
        if to_move == side && !moves.is_empty() {
            let holds = |(_, after): &(Move, Option<_>)| {
                after.is_none_or(|(board, lead)| least(&board) <= lead)
            };
            moves = vec![*moves.iter().find(|after| holds(after)).unwrap()];
            holding = Some(moves[0].0);
        }
        let next = moves.into_iter().filter_map(|(_, after)| Some(after?.0));
        boards.extend(next.filter(|board| follow && seen.insert(*board)));
        positions.push(Proved {
            ring,
            to_move,
            from,
            rank: 0,
            left: 0,
            mv: holding,
        });
    }
    Proof {
        side,
        aim: Aim::Draw,
        terms: Terms::WIN,
        starts: vec![Start::Here],
        positions,
    }
}

fn giuthi_layers(pits: usize, up_to: u8) -> LayerStack {
    let mut layers = LayerStack::new(Game::Giuthi.defaults(), Row::new(pits).unwrap());
    let control = Control::unlimited();
    assert!(layers.build_up_to(up_to.into(), &control).unwrap());
    layers
}

/// Certificates of drawn boards that are drawn with any lead of one side.
fn drawn_for_any_lead(pits: usize, seeds: u8) -> Vec<Certificate> {
    let layers = giuthi_layers(pits, seeds);
    let is_such = |ring: &Ring| {
        let thresholds = layers.thresholds(ring).unwrap();
        let any =
            thresholds.draws() == DrawsWithLead::Always || thresholds.wins() == WinsWithLead::Never;
        any && thresholds.verdict(0) == Verdict::Draw
    };
    let boards = boards_of(Row::new(pits).unwrap(), seeds).into_iter();
    boards
        .filter(is_such)
        .map(|ring| {
            let proof = |side| least_leads(&layers, vec![(ring, Side::South)], side, true);
            Certificate {
                history: Vec::new(),
                position: Position::from_south(Game::Giuthi.defaults(), &ring, [0, 0]),
                proofs: Side::BOTH.map(proof).to_vec(),
            }
        })
        .collect()
}

/// A certificate of a drawn board of few seeds in which South's proof has all boards of some whole layers.
fn large_certificate(pits: usize, up_to: u8) -> Certificate {
    const FEW: u8 = 4;
    let layers = giuthi_layers(pits, up_to);
    let row = Row::new(pits).unwrap();
    let boards = (0..=up_to).flat_map(|seeds| boards_of(row, seeds));
    let boards = boards.flat_map(|ring| Side::BOTH.map(|side| (ring, side)));
    let is_drawn = |ring: &Ring| layers.thresholds(ring).unwrap().verdict(0) == Verdict::Draw;
    let drawn = boards_of(row, FEW).into_iter().find(is_drawn).unwrap();
    Certificate {
        history: Vec::new(),
        position: Position::from_south(Game::Giuthi.defaults(), &drawn, [0, 0]),
        proofs: vec![
            least_leads(&layers, boards.collect(), Side::South, false),
            least_leads(&layers, vec![(drawn, Side::South)], Side::North, true),
        ],
    }
}

/// Whole layers pass; the slow checker finds the same in a few of them.
#[test]
fn whole_layers_pass() {
    let few: Vec<String> = certificate_lines(&large_certificate(5, 5)).collect();
    let shown = both(&text_of(&few)).unwrap();
    assert_eq!(shown.unwrap().1.len(), 2);
    let certificate = large_certificate(6, 7);
    assert!(certificate.positions() > 100_000);
    let lines: Vec<String> = certificate_lines(&certificate).collect();
    let checked = check(text_of(&lines).as_slice(), u64::MAX).unwrap();
    assert_eq!(checked.positions(), certificate.positions() as u64);
    assert_eq!(checked.statements().len(), 2);
    // One missing is found among them.
    let mut fewer = certificate.clone();
    let positions = &mut fewer.proofs[0].positions;
    positions.swap_remove(positions.len() / 3);
    let lines: Vec<String> = certificate_lines(&fewer).collect();
    check(text_of(&lines).as_slice(), u64::MAX).unwrap_err();
}

/// Writes a solution of a certificate's position with this certificate in a file beside it.
fn write_solution(folder: &Path, id: &str, certificate: &Certificate) {
    let answer = solver().solve(&Request::new(certificate.position));
    let object = Solution {
        position: Some(position_text(&certificate.position)),
        certificate: Some(CertificateObject::File(CertificateFile {
            file: packed_name(id),
            positions: certificate.positions() as u64,
        })),
        ..solution(id, &answer)
    };
    fs::write(folder.join(packed_name(id)), pack(certificate).unwrap()).unwrap();
    let object = serde_json::to_string(&object).unwrap();
    fs::write(folder.join(format!("{id}.json")), object).unwrap();
}

/// More than a million positions: how long the program takes, and with how much memory.
#[test]
#[ignore = "for figures: takes half a minute, most of it to compress"]
fn a_million_positions_pass() {
    let certificate = large_certificate(6, 10);
    assert!(certificate.positions() > 1_000_000);
    let folder = tempfile::tempdir().unwrap();
    write_solution(folder.path(), "million", &certificate);
    let size = fs::metadata(folder.path().join(packed_name("million"))).unwrap();
    write_out(&format!(
        "{} positions, {} bytes\n",
        certificate.positions(),
        size.len()
    ));
    let path = folder.path().join("million.json");
    for threads in ["1", "2"] {
        let clock = Instant::now();
        let args = [
            "-v",
            env!("CARGO_BIN_EXE_bonduc"),
            "check",
            "--threads",
            threads,
        ];
        let run = std::process::Command::new("/usr/bin/time")
            .args(args)
            .arg(&path)
            .output();
        let output = run.unwrap_or_else(|_| {
            let path = path.to_str().unwrap();
            bonduc(&["check", "--threads", threads, path])
        });
        let seconds = clock.elapsed().as_secs_f64();
        let told = text(&output.stderr);
        let memory = told.lines().find(|line| line.contains("Maximum resident"));
        let memory = memory.unwrap_or("no figure for memory").trim();
        write_out(&format!("{threads} threads: {seconds:.1} s; {memory}\n"));
        assert_eq!(code(&output), 0, "{}{told}", text(&output.stdout));
    }
}
