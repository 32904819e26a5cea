//! Recorded set-ups (G1, K2) and Kiothi's opening (K3, K4): against the naive twin, and as users meet them.

use std::collections::HashSet;

use bonduc::board::{Pit, Row, Side};
use bonduc::notation::{parse_redistribution, parse_stage, play_text, stage_text};
use bonduc::rules::naive::{self, NaiveBoard, NaiveOutcome};
use bonduc::rules::{
    Course, Ending, Game, Move, Opening, Outcome, RecordedSetup, Redistribution,
    RedistributionFault, Stage,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::{bonduc, bonduc_with, code, objects, text};

/// Numbers that look random and are the same in every run (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e3779b97f4a7c15))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

fn seen(stage: &Stage) -> NaiveBoard {
    let position = stage.position();
    NaiveBoard::from_ring(position.ring(), position.to_move())
}

fn occupied(opening: &Opening, side: Side) -> Vec<Pit> {
    let position = opening.position();
    let pits = position.pits(side);
    pits.filter(|&pit| position.content(pit) > 0).collect()
}

fn all_pits(row: Row) -> Vec<Pit> {
    let columns = 0..row.pits() as u8;
    Side::BOTH
        .into_iter()
        .flat_map(|side| columns.clone().map(move |column| Pit { side, column }))
        .collect()
}

/// A legal redistribution: two boma of the mover's, their warriors dropped anywhere one by one.
fn legal(opening: &Opening, dice: &mut Dice) -> Redistribution {
    let position = opening.position();
    let own = occupied(opening, position.to_move());
    let first = dice.below(own.len());
    let second = (first + 1 + dice.below(own.len() - 1)) % own.len();
    let emptied = vec![own[first], own[second]];
    let all = all_pits(position.row());
    // Into few boma or into many.
    let targets: Vec<Pit> = (0..1 + dice.below(8)).map(|_| dice.one(&all)).collect();
    let mut placed: Vec<(Pit, u8)> = Vec::new();
    for _ in 0..emptied.iter().map(|&pit| position.content(pit)).sum() {
        let target = dice.one(&targets);
        match placed.iter_mut().find(|(pit, _)| *pit == target) {
            Some((_, count)) => *count += 1,
            None => placed.push((target, 1)),
        }
    }
    Redistribution { emptied, placed }
}

/// Makes it illegal, in one of nine ways.
fn spoilt(
    opening: &Opening,
    mut choice: Redistribution,
    way: usize,
    dice: &mut Dice,
) -> (Redistribution, RedistributionFault) {
    use RedistributionFault as Fault;
    let position = opening.position();
    let side = position.to_move();
    let off = Pit {
        side,
        column: position.row().pits() as u8,
    };
    let lifted = |choice: &Redistribution| -> u32 {
        let contents = choice.emptied.iter().map(|&pit| position.content(pit));
        contents.map(u32::from).sum()
    };
    let at = dice.below(2);
    let fault = match way {
        0 => {
            choice.emptied.pop();
            Fault::NotTwo(1)
        }
        1 => {
            let own = occupied(opening, side);
            choice.emptied.push(dice.one(&own));
            Fault::NotTwo(3)
        }
        2 => {
            let pit = dice.one(&occupied(opening, !side));
            choice.emptied[at] = pit;
            Fault::NotOwn { pit, side }
        }
        3 => {
            choice.emptied[at] = choice.emptied[1 - at];
            Fault::EmptiedTwice(choice.emptied[0])
        }
        4 => {
            let empty: Vec<Pit> = position
                .pits(side)
                .filter(|&pit| position.content(pit) == 0)
                .collect();
            choice.emptied[at] = dice.one(&empty);
            Fault::Empty(choice.emptied[at])
        }
        5 => {
            choice.emptied[at] = off;
            Fault::OffBoard(off)
        }
        6 => {
            let at = dice.below(choice.placed.len());
            match dice.below(2) {
                0 => choice.placed[at].1 += 1,
                _ if choice.placed[at].1 > 1 => choice.placed[at].1 -= 1,
                _ => choice.placed[at].1 += 3,
            }
            let placed = choice
                .placed
                .iter()
                .map(|&(_, count)| u32::from(count))
                .sum();
            Fault::Count {
                placed,
                lifted: lifted(&choice),
            }
        }
        7 => {
            // The same boma in two places: split one that gets several, or count one twice over.
            let at = dice.below(choice.placed.len());
            let (pit, count) = choice.placed[at];
            choice.placed[at].1 = (count / 2).max(1);
            choice.placed.push((pit, (count - count / 2).max(1)));
            Fault::FilledTwice(pit)
        }
        _ => {
            let unused: Vec<Pit> = all_pits(position.row())
                .into_iter()
                .filter(|pit| choice.placed.iter().all(|(other, _)| other != pit))
                .collect();
            let pit = dice.one(&unused);
            choice
                .placed
                .insert(dice.below(choice.placed.len() + 1), (pit, 0));
            Fault::NoneInto(pit)
        }
    };
    (choice, fault)
}

/// Openings of the recorded set-ups and of small and uneven boards.
fn openings() -> Vec<Opening> {
    let texts = [
        "kiothi 3,1,0,0/0,4,0,2 s opening=0",
        "kiothi 1,1,0,0,9/0,0,2,2,7 n 3-1 must_cross=true opening=0",
        "kiothi 0,0,0,2,1,1/0,3,0,5,0,1 s opening=1",
    ];
    let mut stages: Vec<Stage> = texts
        .iter()
        .map(|text| parse_stage(text).unwrap())
        .collect();
    for name in ["kiothi-six", "kiothi-five"] {
        let setup = RecordedSetup::from_name(name).unwrap();
        stages.push(setup.stage(setup.rules()));
    }
    stages
        .iter()
        .map(|stage| *stage.opening().unwrap())
        .collect()
}

/// Plays a legal redistribution both ways and checks everything that is said of it.
fn redistribute(opening: &Opening, choice: &Redistribution) -> Stage {
    let (row, side) = (opening.position().row(), opening.position().to_move());
    let written = choice.to_string();
    assert_eq!(parse_redistribution(&written, row).as_ref(), Ok(choice));
    let stage = opening.redistribute(choice).unwrap();
    let second = opening.redistributed() == 1;
    let before = seen(&Stage::Opening(*opening));
    let slow = naive::redistribute(&before, side, second, choice);
    assert_eq!(Some(seen(&stage)), slow, "{written}");
    let position = stage.position();
    let seeds = |opening: &Opening| opening.position().ring().seeds();
    assert_eq!(position.ring().seeds(), seeds(opening), "{written}");
    assert_eq!(position.to_move(), !side);
    assert_eq!(position.rules(), opening.position().rules());
    for side in Side::BOTH {
        assert_eq!(position.captured(side), opening.position().captured(side));
        for pit in position.pits(side) {
            let marked = second && position.content(pit) > 0;
            assert_eq!(position.is_marked(pit), marked, "{written}: {pit}");
        }
    }
    assert_eq!(stage.opening().is_none(), second);
    assert_eq!(parse_stage(&stage_text(&stage)), Ok(stage));
    stage
}

#[test]
fn two_hundred_redistributions_are_legal() {
    let mut dice = Dice(0x9e3779b97f4a7c15);
    let (mut made, mut written) = (0, HashSet::new());
    for _ in 0..50 {
        for opening in openings() {
            let mut stage = Stage::Opening(opening);
            while let Stage::Opening(opening) = stage {
                let choice = legal(&opening, &mut dice);
                stage = redistribute(&opening, &choice);
                made += 1;
                written.insert(choice.to_string());
            }
        }
    }
    assert!(
        made >= 200 && written.len() >= 200,
        "{made}, {} unlike",
        written.len()
    );
}

#[test]
fn two_hundred_redistributions_are_illegal() {
    let mut dice = Dice(0x2545f4914f6cdd1d);
    let mut written = HashSet::new();
    let mut spoil = |opening: &Opening, way: usize, dice: &mut Dice| {
        let choice = legal(opening, dice);
        let (choice, fault) = spoilt(opening, choice, way, dice);
        let side = opening.position().to_move();
        let board = seen(&Stage::Opening(*opening));
        for second in [false, true] {
            let slow = naive::redistribute(&board, side, second, &choice);
            assert_eq!(slow, None, "{choice}");
        }
        assert_eq!(opening.redistribute(&choice), Err(fault), "{choice}");
        // The reason cites the rule, or the board.
        let reason = fault.to_string();
        assert!(
            reason.contains("(K3)") || reason.contains("on this board"),
            "{reason}"
        );
        written.insert(choice.to_string());
    };
    for _ in 0..12 {
        for first in openings() {
            for way in 0..9 {
                spoil(&first, way, &mut dice);
                // With warriors of a first redistribution about.
                let choice = legal(&first, &mut dice);
                let Stage::Opening(second) = first.redistribute(&choice).unwrap() else {
                    continue;
                };
                let side = second.position().to_move();
                let full = second
                    .position()
                    .row_contents(side)
                    .iter()
                    .all(|&content| content > 0);
                let enemy = occupied(&second, !side).len();
                if (way != 4 || !full) && (way != 2 || enemy > 0) {
                    spoil(&second, way, &mut dice);
                }
            }
        }
    }
    assert!(written.len() >= 200, "{} unlike", written.len());
}

/// A text that may be a redistribution, and often is.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-eA-E](,[a-eA-E]){0,2}>([a-eA-E][0-9]{1,2},){0,3}[a-eA-E][1-9]",
        "[a-fA-F0-9,>]{0,12}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever is written: read, it is written again as it was; played, no warrior is lost; and nothing panics.
    #[test]
    fn any_text_is_read_or_refused(text in texts()) {
        let row = Row::new(5).unwrap();
        if let Ok(choice) = parse_redistribution(&text, row) {
            prop_assert_eq!(choice.to_string(), text.clone());
        }
        let start = parse_stage("kiothi 9,1,0,0,2/0,4,3,2,1 s opening=0").unwrap();
        let mut course = Course::new(start, &[]);
        let board = seen(&start);
        match play_text(&mut course, &text) {
            Ok(()) => {
                let choice = &course.redistributions()[0].redistribution;
                let slow = naive::redistribute(&board, Side::South, false, choice);
                prop_assert_eq!(Some(seen(&course.stage())), slow);
                prop_assert_eq!(course.stage().position().ring().seeds(), 22);
            }
            Err(_) => prop_assert_eq!(course.stage(), start),
        }
    }
}

/// The naive twin remembers every state of a sowing, so longer sowings are left out.
const MOST_LAPS: u64 = 5_000;

/// Plays up to 20 random plies from every set-up, redistributions included, each against the twin.
#[test]
fn recorded_set_ups_replay_against_the_twin() {
    for setup in RecordedSetup::all() {
        let mut longest = 0;
        for seed in 1..=12 {
            let mut dice = Dice::new(seed);
            let mut course = Course::new(setup.stage(setup.rules()), &[]);
            let total = course.stage().position().ring().seeds();
            let mut plies = 0;
            while plies < 20 && course.ending().is_none() {
                match course.stage() {
                    Stage::Opening(opening) => {
                        let choice = legal(&opening, &mut dice);
                        let stage = redistribute(&opening, &choice);
                        play_text(&mut course, &choice.to_string()).unwrap();
                        assert_eq!(course.stage(), stage);
                    }
                    Stage::Sowing(position) => {
                        let (rules, side) = (position.rules(), position.to_move());
                        let short = |&mv: &Move| match rules.sow(position.ring(), mv) {
                            Outcome::Sown(sown) => sown.laps <= MOST_LAPS,
                            // A pass, or a sowing that never ends.
                            _ => mv == Move::Pass,
                        };
                        let moves: Vec<Move> =
                            position.legal_moves().into_iter().filter(short).collect();
                        if moves.is_empty() {
                            break;
                        }
                        let mv = dice.one(&moves);
                        let board = seen(&course.stage());
                        let ply = course.play(mv).unwrap();
                        let slow = naive::play(rules, &board, side, mv);
                        match slow {
                            NaiveOutcome::Sown {
                                board,
                                captured,
                                again,
                                ..
                            } => {
                                assert_eq!(seen(&course.stage()), board, "{}: {mv:?}", setup.name);
                                assert_eq!(usize::from(ply.captured), captured);
                                assert_eq!(ply.position.to_move() == side, again);
                            }
                            _ => assert_eq!((mv, seen(&course.stage())), (Move::Pass, board)),
                        }
                    }
                }
                let position = *course.stage().position();
                let captured = Side::BOTH.map(|side| u32::from(position.captured(side)));
                assert_eq!(position.ring().seeds() + captured[0] + captured[1], total);
                plies += 1;
            }
            longest = longest.max(plies);
        }
        assert_eq!(longest, 20, "{}: no game of 20 plies", setup.name);
    }
}

/// Numbers of plies in a repetition count the opening, and boards that can come up again are known.
#[test]
fn repetitions_after_an_opening() {
    let starts = [
        "kiothi 2,2/2,2 s opening=0",
        "kiothi 1,1,0,0/0,0,1,1 s opening=0",
        "kiothi 3,3,0,0/0,0,3,3 s opening=0",
        "kiothi 3,3,3,0,0,0/0,0,0,3,3,3 n opening=1",
    ];
    let mut found = 0;
    for (seed, start) in (1..=400).zip(starts.iter().cycle()) {
        let start = parse_stage(start).unwrap();
        let mut dice = Dice::new(seed);
        let mut course = Course::new(start, &[]);
        let mut before = Vec::new();
        while course.ending().is_none() {
            match course.stage() {
                Stage::Opening(opening) => {
                    let choice = legal(&opening, &mut dice);
                    course.redistribute(&choice).unwrap();
                    before.push(None);
                }
                Stage::Sowing(position) => {
                    let repeatable = course.repeatable();
                    let stood: Vec<_> = before.iter().copied().flatten().collect();
                    let seeds = position.ring().seeds();
                    let same = |other: &&bonduc::rules::Position| other.ring().seeds() == seeds;
                    let expected: Vec<_> = stood.iter().filter(same).copied().collect();
                    assert_eq!(repeatable, expected);
                    before.push(Some(position));
                    // Peaceful play, which goes round.
                    let moves = position.legal_moves();
                    let peaceful = |mv: &&Move| match position.rules().sow(position.ring(), **mv) {
                        Outcome::Sown(sown) => sown.captured == 0,
                        _ => false,
                    };
                    let quiet: Vec<Move> = moves.iter().filter(peaceful).copied().collect();
                    let choices = if quiet.is_empty() { moves } else { quiet };
                    course.play(dice.one(&choices)).unwrap();
                }
            }
        }
        if let Some(Ending::Repetition {
            first_ply,
            again_ply,
        }) = course.ending()
        {
            assert_eq!(
                again_ply,
                course.redistributions().len() + course.plies().len()
            );
            let last = *course.stage().position();
            assert_eq!(before[first_ply.unwrap()], Some(last));
            found += 1;
        }
    }
    assert!(found > 10, "{found} repetitions");
}

const OPENING: &str = r#"{"game":"kiothi","north":[2,2,0],"south":[0,2,2],"to_move":"south","phase":"opening","redistributed":0}"#;

fn with(changes: Value) -> Value {
    let mut puzzle: Value = serde_json::from_str(OPENING).unwrap();
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => {
                puzzle.as_object_mut().unwrap().remove(name);
            }
            value => puzzle[name] = value.clone(),
        }
    }
    puzzle
}

#[test]
fn openings_that_cannot_be_are_refused() {
    let schema: Value = serde_json::from_slice(&bonduc(&["schema", "puzzle"]).stdout).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    assert!(schema.is_valid(&with(json!({}))));
    for (changes, path, expected, in_form) in [
        (json!({"phase": "middle"}), "$.phase", "\"opening\"", false),
        (
            json!({"redistributed": 2}),
            "$.redistributed",
            "an integer from 0 to 1",
            false,
        ),
        (
            json!({"redistributed": null}),
            "$.redistributed",
            "how many redistributions",
            true,
        ),
        (
            json!({"phase": null}),
            "$.redistributed",
            "without \"phase\"",
            true,
        ),
        (
            json!({"game": "giuthi"}),
            "$.phase",
            "Giuthi has no opening",
            true,
        ),
        (
            json!({"marked": ["b"]}),
            "$.marked",
            "after the opening (K4)",
            true,
        ),
        (json!({"north": [4, 0, 0]}), "$.north", "at least two", true),
        (
            json!({"history": []}),
            "$.history",
            "nothing comes before",
            true,
        ),
        (
            json!({"solution": []}),
            "$.solution",
            "begin after the opening",
            true,
        ),
    ] {
        let puzzle = with(changes);
        assert_eq!(schema.is_valid(&puzzle), in_form, "{puzzle}");
        let output = bonduc_with(&["solve", "--format", "json", "-"], &puzzle.to_string());
        assert_eq!(code(&output), 2, "{puzzle}");
        let faults = objects(&output)[0]["faults"].as_array().unwrap().clone();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0]["path"], path, "{faults:?}");
        let says = faults[0]["expected"].as_str().unwrap();
        assert!(says.contains(expected), "{says}");
    }
}

/// An opening is refused by what needs a position to sow from, with the next step.
#[test]
fn openings_are_not_solved_as_they_stand() {
    let line = "kiothi 2,2,0/0,2,2 s opening=0";
    for args in [
        &["solve", line][..],
        &["solve", line, "--after", "b,c>a4"],
        &["verify", line],
        &["perft", line, "--depth", "2"],
        &["perft", "--setup", "kiothi-six", "--depth", "2"],
        &["solve", "--setup", "kiothi-five"],
        &["table", "probe", line],
    ] {
        let output = bonduc(args);
        assert_eq!(code(&output), 2, "{args:?}");
        let messages = text(&output.stderr);
        assert!(
            messages.contains("Kiothi's opening (K3)"),
            "{args:?}: {messages}"
        );
        assert!(messages.contains("--after"), "{args:?}: {messages}");
    }
    let output = bonduc(&["solve", line, "--after", "b,c>a4"]);
    let messages = text(&output.stderr);
    assert!(
        messages.contains("North to redistribute, one redistribution made"),
        "{messages}"
    );
}

#[test]
fn a_redistribution_is_played_and_solved() {
    let solve = |args: &[&str], stdin: &str| {
        let output = bonduc_with(&[&["solve", "--format", "json"], args].concat(), stdin);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let mut answer = objects(&output).remove(0);
        for field in ["seconds", "id"] {
            answer.as_object_mut().unwrap().remove(field);
        }
        answer
    };
    let after = ["--after", "b,c>a1,C3", "--after", "A,B>B2,C2"];
    let one = ["--after", " b,c>a1,C3   A,B>B2,C2 "];
    let plain = solve(&["kiothi 0,2*,5*/1*,0,0 s"], "");
    assert_eq!(solve(&[&["-"][..], &after].concat(), OPENING), plain);
    let line = "kiothi 2,2,0/0,2,2 s opening=0";
    assert_eq!(solve(&[&[line][..], &one].concat(), ""), plain);
    // Sowings may follow, in Giuthi several in a turn.
    let further = solve(&[&[line][..], &one, &["--after", "a1"]].concat(), "");
    assert_eq!(further["to_move"], "north");
    let giuthi = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    let played = solve(&[giuthi, "--after", "a+,e-,c+,d+ D-"], "");
    assert_eq!(
        (&played["verdict"], &played["plies"]),
        (&"win".into(), &8.into())
    );
    // What was asked stays asked of the same side.
    let asked = r#"{"game":"giuthi","north":[0,0,0,3,0],"south":[2,0,0,0,4],"captured":{"south":15,"north":16},"to_move":"south","stipulation":{"goal":"win"}}"#;
    let played = solve(&["-", "--after", "a+,e-,c+,d+"], asked);
    assert_eq!(
        (&played["to_move"], &played["verdict"]),
        (&"north".into(), &"loss".into())
    );
    assert_eq!(played["goal"], json!({"goal": "win", "for": "south"}));
}

#[test]
fn moves_that_cannot_be_played_first_are_refused() {
    let opening = "kiothi 2,2,0/0,2,2 s opening=0";
    for (start, after, says) in [
        (
            opening,
            "b1",
            "at move 1: b1: South redistributes first (K3)",
        ),
        (
            opening,
            "b,c>a3",
            "3 warriors put down, where 4 were lifted (K3)",
        ),
        (
            opening,
            "b,c>a4 a1",
            "at move 2: a1: North redistributes first",
        ),
        (opening, "b,c>z4", "names no boma of this board"),
        ("giuthi 0,3/2,0 s", "b+", "fewer"),
        (
            "giuthi 0,3/2,0 s",
            "a,b>a2",
            "in Kiothi's opening only (K3)",
        ),
        (
            "giuthi 1,1,1,1,4/1,3,0,3,1 s",
            "b-",
            "end as a draw, by a sowing that never ends",
        ),
        (
            "giuthi 1,1,1,1,4/1,3,0,3,1 s",
            "b- a+",
            "the game is already over",
        ),
    ] {
        let says = says.replace("fewer", "at least two seeds, found 0 (G2)");
        let output = bonduc(&["solve", start, "--after", after]);
        assert_eq!(code(&output), 2, "{after}");
        let messages = text(&output.stderr);
        assert!(messages.contains(&says), "{after}: {messages}");
        assert!(messages.contains("--after: found"), "{messages}");
    }
}

fn replay(game: &Value) -> Value {
    let output = bonduc_with(&["replay", "--format", "json", "-"], &game.to_string());
    objects(&output).remove(0)
}

#[test]
fn games_are_replayed_from_the_opening() {
    let moves = json!(["e,f>a5,b5", "I,J>A4,B6", "a1", "A1"]);
    let by_text = "kiothi 5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 s opening=0";
    let object = json!({"game": "kiothi", "north": [5,5,5,5,5,5,0,0,0,0],
        "south": [0,0,0,0,5,5,5,5,5,5], "to_move": "south", "phase": "opening", "redistributed": 0});
    let mut reports = Vec::new();
    for position in [
        json!("kiothi-six"),
        json!({"setup": "kiothi-six"}),
        json!(by_text),
        object,
    ] {
        reports.push(replay(&json!({"id": "one", "position": position, "moves": ["e,f>a5,b5", "E,F>A4,B6", "b1", "J1"]})));
    }
    assert!(reports.iter().all(|report| *report == reports[0]));
    let report = &reports[0];
    // North's J is empty: three plies are played.
    assert_eq!(report["error"]["ply"], 3, "{report}");
    let plies = report["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 3);
    assert_eq!(
        plies[0],
        json!({"side": "south", "move": "e,f>a5,b5", "captured": 0, "next": "opponent", "position": {
            "north": [5,5,5,5,5,5,0,0,0,0], "south": [5,5,0,0,0,0,5,5,5,5], "marked": [],
            "captured": {"south": 0, "north": 0}, "to_move": "north", "phase": "opening", "redistributed": 1}})
    );
    assert_eq!(
        plies[1],
        json!({"side": "north", "move": "E,F>A4,B6", "captured": 0, "next": "opponent", "position": {
            "north": [9,11,5,5,0,0,0,0,0,0], "south": [5,5,0,0,0,0,5,5,5,5],
            "marked": ["A", "B", "C", "D", "a", "b", "g", "h", "i", "j"],
            "captured": {"south": 0, "north": 0}, "to_move": "south"}})
    );
    // Illegal ones stop the game where they stand.
    let report = replay(&json!({"position": "kiothi-six", "moves": moves}));
    assert_eq!(report["error"]["ply"], 1);
    assert_eq!(
        report["error"]["message"],
        "I,J>A4,B6: I is emptied, but is empty already (K3)"
    );
    let report = replay(&json!({"position": "kiothi-five", "moves": ["f,g>A9"]}));
    assert_eq!(
        report["error"]["message"],
        "f,g>A9: 9 warriors put down, where 10 were lifted (K3)"
    );
    let report = replay(
        &json!({"position": {"setup": "giuthi-2x8x4", "rules": "giuthi-russ"}, "moves": ["a+"]}),
    );
    assert_eq!(report["error"], Value::Null);
    // A history counts in a game too.
    let history = json!([{"north": [0, 0], "south": [0, 2], "to_move": "north"}]);
    let position = json!({"game": "giuthi", "north": [0, 0], "south": [0, 2], "to_move": "south", "history": history});
    assert_eq!(
        replay(&json!({"position": position, "moves": []}))["error"],
        Value::Null
    );
    for (position, path, expected) in [
        (
            json!("kiothi-seven"),
            "$.position",
            "kiothi-six, kiothi-five",
        ),
        (
            json!({"setup": "chess"}),
            "$.position.setup",
            "\"kiothi-six\" or \"kiothi-five\"",
        ),
        (
            json!({"setup": "kiothi-six", "rules": "giuthi"}),
            "$.position.rules",
            "\"kiothi\"",
        ),
        (
            json!({"setup": "kiothi-six", "pits": 10}),
            "$.position.pits",
            "setup, rules",
        ),
        (
            json!("kiothi 2,2/2,2 s opening=3"),
            "$.position",
            "opening=0 or opening=1",
        ),
    ] {
        let report = replay(&json!({"position": position, "moves": []}));
        let faults = report["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0]["path"], path);
        let says = faults[0]["expected"].as_str().unwrap();
        assert!(says.contains(expected), "{says}");
    }
}

#[test]
fn set_ups_are_named_in_help_and_taken() {
    for setup in RecordedSetup::all() {
        for command in ["solve", "show", "perft"] {
            let help = text(&bonduc(&[command, "--help"]).stdout);
            assert!(help.contains(setup.name), "{command}: {}", setup.name);
        }
        let help = text(&bonduc(&["replay", "--help"]).stdout);
        assert!(help.contains(setup.name), "{}", setup.name);
        let shown = bonduc(&["show", "--setup", setup.name]);
        assert_eq!(code(&shown), 0);
        let shown = text(&shown.stdout);
        assert!(shown.starts_with(setup.name), "{shown}");
        let opening = setup.game() == Game::Kiothi;
        assert_eq!(shown.contains("opening: the first redistribution"), opening);
        if !opening {
            let position = setup.stage(setup.rules());
            let counts = bonduc(&["perft", "--setup", setup.name, "--depth", "3"]);
            let same = bonduc(&["perft", &stage_text(&position), "--depth", "3"]);
            assert_eq!((code(&counts), &counts.stdout), (0, &same.stdout));
        }
    }
    let unknown = bonduc(&["show", "--setup", "giuthi-2x9x9"]);
    assert_eq!(code(&unknown), 2);
    assert!(text(&unknown.stderr).contains("giuthi-2x8x8"));
    let both = bonduc(&["show", "--setup", "kiothi-six", "puzzles"]);
    assert_eq!(code(&both), 2);
    assert_eq!(code(&bonduc(&["show"])), 2);
}
