//! Claims that the program judges: what it finds and how it exits, and that the naive judge finds the same.

use bonduc::board::Side;
use bonduc::notation::NamedMove;
use bonduc::puzzle::{Claim, ClaimTree, Puzzle, load};
use serde_json::{Value, json};
use std::collections::BTreeSet;

use crate::cli::{bonduc, bonduc_with, code, objects, text};
use crate::support::data;
use crate::twins::judge;

/// Runs `verify` on some cases at once; gives its answers and its exit code.
fn verify(cases: &[Value], options: &[&str]) -> (Vec<Value>, i32) {
    let puzzles: Vec<String> = cases
        .iter()
        .map(|case| case["puzzle"].to_string())
        .collect();
    let args = [&["verify", "--format", "json"], options, &["-"]].concat();
    let output = bonduc_with(&args, &puzzles.join("\n"));
    assert_eq!(text(&output.stderr), "");
    (objects(&output), code(&output))
}

/// One field of each finding of an answer.
fn each(answer: &Value, field: &str) -> Vec<Value> {
    let claims = answer["claims"].as_array().unwrap();
    claims.iter().map(|claim| claim[field].clone()).collect()
}

fn findings(answer: &Value) -> Value {
    let [plies, kinds, moves] = ["ply", "kind", "move"].map(|field| each(answer, field));
    let findings = plies.iter().zip(&kinds).zip(&moves);
    findings
        .map(|((ply, kind), mv)| json!([ply, kind, mv]))
        .collect()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn has_dual(case: &Value) -> bool {
    items(&case["findings"]).iter().any(|f| f[1] == "dual")
}

#[test]
fn claims_are_judged() {
    let cases = data("verify.jsonl");
    assert!(cases.len() >= 45);
    for case in cases {
        let about = &case["about"];
        let (answers, code) = verify(std::slice::from_ref(&case), &[]);
        let [answer] = &answers[..] else {
            panic!("{about}: {answers:?}");
        };
        assert_eq!(findings(answer), case["findings"], "{about}");
        assert_eq!(answer["sound"], case["sound"], "{about}");
        let sound = case["sound"].as_bool().unwrap();
        assert_eq!(code, i32::from(!sound), "{about}");
        for (field, expected) in [("line", "lines"), ("reason", "reasons")] {
            let got = each(answer, field);
            for item in items(&case[expected]) {
                let index = item[0].as_u64().unwrap() as usize;
                assert_eq!(got[index], item[1], "{about}");
            }
        }
        // A tree's findings have their paths, a line's need none.
        match items(&case["paths"]) {
            [] => assert!(each(answer, "path").iter().all(Value::is_null), "{about}"),
            paths => assert_eq!(each(answer, "path"), paths, "{about}"),
        }
    }
}

#[test]
fn claims_are_judged_in_order_and_without_duals() {
    let cases = data("verify.jsonl");
    let (answers, code) = verify(&cases, &[]);
    assert_eq!((answers.len(), code), (cases.len(), 1));
    let (strict, code) = verify(&cases, &["--no-duals"]);
    assert_eq!((strict.len(), code), (cases.len(), 1));
    for ((case, answer), strict) in cases.iter().zip(&answers).zip(&strict) {
        assert_eq!(findings(answer), case["findings"]);
        assert_eq!(answer["sound"], case["sound"]);
        assert_eq!(strict["claims"], answer["claims"]);
        let sound = case["sound"] == true && !has_dual(case);
        assert_eq!(strict["sound"], sound, "{}", case["about"]);
    }
    // Where all are sound the exit code says so; a dual counts only if asked for.
    let sound: Vec<Value> = cases.into_iter().filter(|c| c["sound"] == true).collect();
    assert_eq!(verify(&sound, &[]).1, 0);
    assert_eq!(verify(&sound, &["--no-duals"]).1, 1);
    let strict: Vec<Value> = sound.into_iter().filter(|case| !has_dual(case)).collect();
    assert_eq!(verify(&strict, &["--no-duals"]).1, 0);
}

fn puzzle(case: &Value) -> Puzzle {
    let text = case["puzzle"].to_string();
    let mut entries = load(&["-".to_owned()], &mut text.as_bytes());
    entries.pop().unwrap().puzzle.unwrap()
}

/// Whether all that can follow is quickly listed board by board.
fn is_small(puzzle: &Puzzle) -> bool {
    let position = &puzzle.position;
    let rows = Side::BOTH.map(|side| position.row_contents(side));
    let seeds: u32 = rows.iter().flatten().map(|&seeds| u32::from(seeds)).sum();
    position.row().pits() <= 5 && seeds <= 8
}

#[test]
fn verify_cases_are_right_by_the_naive_judge() {
    let mut lines = 0;
    let mut trees = 0;
    for case in data("verify.jsonl") {
        let puzzle = puzzle(&case);
        if !is_small(&puzzle) {
            continue;
        }
        match puzzle.claim.as_ref().unwrap() {
            Claim::Line(line) => {
                let found: Value = judge::judge(&puzzle.position, puzzle.goal(), line)
                    .iter()
                    .map(|(ply, kind, mv)| json!([ply, kind, mv.map(|mv| mv.to_string())]))
                    .collect();
                assert_eq!(found, case["findings"], "{}", case["about"]);
                lines += 1;
            }
            Claim::Tree(tree) => {
                tree_is_right(&case, &puzzle, tree);
                trees += 1;
            }
        }
    }
    assert!(lines >= 45 && trees >= 10, "{lines} lines, {trees} trees");
}

/// A finding: the moves before it, the kind, the move.
type Place = (Vec<String>, String, Option<String>);

/// What is found in a tree is what is found in its lines, put together.
///
/// Two things are left out: how good a defence is, since a tree may treat weak ones beside the best, and what a line
/// finds of moves that the tree claims.
fn tree_is_right(case: &Value, puzzle: &Puzzle, tree: &ClaimTree) {
    let mut claimed = BTreeSet::new();
    let mut lines = Vec::new();
    walk(tree, &mut Vec::new(), &mut claimed, &mut lines);
    let plain = |path: Vec<String>, kind: &str, mv: Option<String>| -> Place {
        let kind = if kind == "weak_defence" {
            "right"
        } else {
            kind
        };
        (path, kind.to_owned(), mv)
    };
    let names =
        |moves: &[NamedMove]| -> Vec<String> { moves.iter().map(NamedMove::to_string).collect() };
    let mut found = BTreeSet::new();
    for line in &lines {
        for (ply, kind, mv) in judge::judge(&puzzle.position, puzzle.goal(), line) {
            let path = names(&line[..ply]);
            let mv = mv.map(|mv| mv.to_string());
            let other = line.get(ply).map(NamedMove::to_string) != mv;
            let is_claimed = mv
                .as_ref()
                .is_some_and(|mv| claimed.contains(&(path.clone(), mv.clone())));
            if !(other && is_claimed) {
                found.insert(plain(path, kind, mv));
            }
        }
    }
    let findings = items(&case["findings"]).iter().zip(items(&case["paths"]));
    let expected: BTreeSet<Place> = findings
        .map(|(finding, path)| {
            let path = items(path).iter().map(|mv| mv.as_str().unwrap().to_owned());
            let mv = finding[2].as_str().map(str::to_owned);
            plain(path.collect(), finding[1].as_str().unwrap(), mv)
        })
        .collect();
    assert_eq!(expected, found, "{}", case["about"]);
}

/// Collects the moves of a tree by where they stand, and its lines.
fn walk(
    tree: &ClaimTree,
    before: &mut Vec<NamedMove>,
    claimed: &mut BTreeSet<(Vec<String>, String)>,
    lines: &mut Vec<Vec<NamedMove>>,
) {
    let mut note = |before: &[NamedMove], mv: NamedMove| {
        let path = before.iter().map(NamedMove::to_string).collect();
        claimed.insert((path, mv.to_string()));
    };
    note(before, tree.mv);
    before.push(tree.mv);
    for reply in &tree.replies {
        note(before, reply.mv);
    }
    for reply in &tree.replies {
        before.push(reply.mv);
        match &reply.then {
            Some(then) => walk(then, before, claimed, lines),
            None => lines.push(before.clone()),
        }
        before.pop();
    }
    if tree.replies.is_empty() {
        lines.push(before.clone());
    }
    before.pop();
}

/// A goal that cannot be forced makes every claim unsound, whoever begins; time may be up in the middle of a turn.
#[test]
fn claims_of_goals_out_of_reach_are_unsound() {
    let position = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
    for (asked, line, sound) in [
        ("margin>=-8 for north", "a+", false),
        ("win for north", "a-", false),
        ("capture>=41", "a+", false),
        ("margin=3", "a+ e-", false),
        ("win within 1 sowings", "a+", false),
        ("win within 3 turns", "a+", true),
        ("win within 4 turns", "a+", true),
        ("margin>=5", "a+", true),
        ("capture>=20", "a+", false),
    ] {
        let args = ["--stipulation", asked, "--line", line, "--format", "json"];
        let output = bonduc(&[&["verify", position][..], &args].concat());
        let report = &objects(&output)[0];
        assert_eq!(report["sound"], sound, "{asked}: {report}");
        assert_eq!(code(&output), i32::from(!sound), "{asked}");
    }
}
