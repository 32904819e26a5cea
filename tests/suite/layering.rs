//! Data flows one way: a module of `src` uses only modules above it in a fixed list, and few may touch the world.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the top of the list down: each may use itself and those above it.
const ORDER: [&str; 17] = [
    "board",
    "rules",
    "notation",
    "value",
    "limits",
    "puzzle",
    "certificate",
    "index",
    "tables",
    "search",
    "solve",
    "analysis",
    "verify",
    "generate",
    "report",
    "serve",
    "cli",
];

/// The roots of the library and the program: they may use everything.
const ROOTS: [&str; 2] = ["lib", "main"];

/// Who may print, end the program and touch files.
const WORLDLY: [&str; 2] = ["cli", "main"];

/// The library's doors to the world: files with what of `std` they may use beside their module's rights. The process is
/// there for its number, which makes the names of temporary files unlike.
const DOORS: [(&str, &[&str]); 5] = [
    ("puzzle/load.rs", &["fs"]),
    ("search/growing/saved.rs", &["fs", "process"]),
    ("tables/file.rs", &["fs"]),
    ("tables/folder.rs", &["fs"]),
    ("tables/write.rs", &["fs", "process"]),
];

#[test]
fn modules_use_only_what_is_above_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    assert!(files.len() > 20, "{} files in src", files.len());
    let mut faults = Vec::new();
    for (door, _) in DOORS {
        if !src.join(door).is_file() {
            faults.push(format!("src/{door} is a door, but not there"));
        }
    }
    for file in files {
        let name = file.strip_prefix(&src).unwrap().to_str().unwrap();
        let name = name.replace('\\', "/");
        faults.extend(scan(&name, &fs::read_to_string(&file).unwrap()));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What checks evidence shares nothing with what makes it.
#[test]
fn certificates_stand_apart() {
    let apart = ["index", "tables", "search", "solve", "verify", "generate"];
    let own = place("certificate").unwrap();
    for module in apart {
        assert!(place(module).unwrap() > own, "{module} is no longer below");
    }
    // Nor do the modules above, on which it rests; whoever adds one to these has to say so here.
    let above = ["board", "rules", "notation", "value", "limits", "puzzle"];
    assert_eq!(ORDER[..own], above);
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src.join("certificate"), &mut files);
    assert!(files.len() >= 6, "{} files of certificates", files.len());
    for file in files {
        let text = without_comment_lines(&fs::read_to_string(&file).unwrap());
        let name = file.strip_prefix(&src).unwrap().to_str().unwrap();
        let used = modules_used(name, &text);
        let odd = used.iter().find(|(_, used)| apart.contains(&used.as_str()));
        assert_eq!(odd, None, "{name}");
        // A star would hide what is used.
        assert!(!used.iter().any(|(_, used)| used == "*"), "{name}");
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns everything in a file of `src` that it may not do, with its line.
fn scan(file: &str, text: &str) -> Vec<String> {
    let module = file.split('/').next().unwrap_or(file);
    let module = module.strip_suffix(".rs").unwrap_or(module);
    let text = without_comment_lines(text);
    let mut faults = Vec::new();
    let mut fault = |at: usize, what: String| {
        let line = 1 + text[..at].matches('\n').count();
        faults.push(format!("src/{file}:{line}: {what}"));
    };
    // 1. What is imported.
    if !ROOTS.contains(&module) {
        let Some(own) = place(module) else {
            return vec![format!(
                "src/{file}: {module} is not in the list of modules"
            )];
        };
        for (at, used) in modules_used(file, &text) {
            match place(&used) {
                None => fault(at, format!("{used} is not in the list of modules")),
                Some(there) if there > own => {
                    fault(at, format!("{module} uses {used}, which is below it"));
                }
                Some(_) => {}
            }
        }
    }
    // 2. What touches the world.
    if !WORLDLY.contains(&module) {
        for (at, used) in names_after(&text, "std") {
            let used = used.as_str();
            let door = DOORS.iter().find(|(door, _)| *door == file);
            let may = door.is_some_and(|(_, allowed)| allowed.contains(&used));
            if ["fs", "process"].contains(&used) && !may {
                fault(at, format!("{module} uses std::{used}"));
            }
        }
        for call in ["println!", "print!", "eprintln!", "eprint!"] {
            for at in starts_of(&text, call) {
                fault(at, format!("{module} prints ({call})"));
            }
        }
    }
    faults
}

fn place(module: &str) -> Option<usize> {
    ORDER.iter().position(|name| *name == module)
}

/// Empties the lines that are comments only; line numbers stay.
fn without_comment_lines(text: &str) -> String {
    let code = |line: &str| !line.trim_start().starts_with("//");
    text.split_inclusive('\n')
        .map(|line| if code(line) { line } else { "\n" })
        .collect()
}

/// Every mention of a top-level module of the crate, by `crate::` or by climbing to the crate with `super::`.
fn modules_used(file: &str, text: &str) -> Vec<(usize, String)> {
    let mut used = names_after(text, "crate");
    // From `x/y.rs` two steps lead to the crate, from `x.rs` and `x/mod.rs` one; in a nested module these
    // lead to `x` itself, so only known names count.
    let climbs = match file.split_once('/') {
        Some((_, rest)) if rest != "mod.rs" => "super::super",
        _ => "super",
    };
    let climbed = names_after(text, climbs).into_iter();
    used.extend(climbed.filter(|(_, name)| place(name).is_some()));
    used
}

/// The names that stand directly after `root::`: one, or those of a group as in `root::{a, b::{c, d}}`.
fn names_after(text: &str, root: &str) -> Vec<(usize, String)> {
    let path = format!("{root}::");
    let names = |at: usize| {
        heads(text[at + path.len()..].trim_start())
            .into_iter()
            .map(move |name| (at, name))
    };
    starts_of(text, &path).into_iter().flat_map(names).collect()
}

/// Where a text stands and is not the end of a longer name.
fn starts_of(text: &str, what: &str) -> Vec<usize> {
    let starts = text.match_indices(what).map(|(at, _)| at);
    let alone = |&at: &usize| !text[..at].ends_with(in_name);
    starts.filter(alone).collect()
}

fn in_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The first name of a path, or of each path in the group that the text begins with.
fn heads(text: &str) -> Vec<String> {
    let head = |text: &str| -> String {
        let end = text.find(|letter| !in_name(letter));
        let name = &text[..end.unwrap_or(text.len())];
        // Something without a name, such as `*`, is shown as it stands.
        let shown = if name.is_empty() { text.get(..1) } else { None };
        shown.unwrap_or(name).to_owned()
    };
    let Some(group) = text.strip_prefix('{') else {
        return vec![head(text)];
    };
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut begins = true;
    for (at, letter) in group.char_indices() {
        match letter {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if begins && !letter.is_whitespace() => {
                heads.push(head(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    heads
}

#[test]
fn the_scanner_finds_what_is_wrong() {
    let clean = "use crate::board::Ring;\nuse crate::{board, rules::{Move, Next}};\nuse super::lap;\n\
                 // use crate::solve::Solver;\n    /// Like [`crate::cli`], println!().\n\
                 fn f() { std::mem::take(x); my_print!(); serialize_crate::cli() }\n";
    for (file, text, expected) in [
        ("rules/turn.rs", clean, &[][..]),
        (
            "rules/turn.rs",
            "//!\nuse crate::solve::Solver;",
            &["src/rules/turn.rs:2: rules uses solve, which is below it"],
        ),
        (
            "tables/mod.rs",
            "use crate::{\n    board::{Ring, Row},\n    search::Graph,\n    solve,\n};",
            &[
                "src/tables/mod.rs:1: tables uses search, which is below it",
                "src/tables/mod.rs:1: tables uses solve, which is below it",
            ],
        ),
        (
            "board/pit.rs",
            "fn f(x: crate::rules::Move, y: crate::board::Row) {}",
            &["src/board/pit.rs:1: board uses rules, which is below it"],
        ),
        (
            "board/pit.rs",
            "use super::super::value::Verdict;\nuse super::super::pit;",
            &["src/board/pit.rs:1: board uses value, which is below it"],
        ),
        (
            "board/mod.rs",
            "use super::value;\nuse super::*;",
            &["src/board/mod.rs:1: board uses value, which is below it"],
        ),
        (
            "cli/mod.rs",
            "use crate::engine::Engine;\nuse crate::*;",
            &[
                "src/cli/mod.rs:1: engine is not in the list of modules",
                "src/cli/mod.rs:2: * is not in the list of modules",
            ],
        ),
        (
            "engine.rs",
            "",
            &["src/engine.rs: engine is not in the list of modules"],
        ),
        (
            "puzzle/load.rs",
            "use std::fs;\nfn f() { std::process::exit(1) }",
            &["src/puzzle/load.rs:2: puzzle uses std::process"],
        ),
        (
            "puzzle/file.rs",
            "use std::{collections::HashMap, fs};",
            &["src/puzzle/file.rs:1: puzzle uses std::fs"],
        ),
        (
            "solve/line.rs",
            "fn f() {\n    print!(\"\");\n    eprintln!();\n}",
            &[
                "src/solve/line.rs:2: solve prints (print!)",
                "src/solve/line.rs:3: solve prints (eprintln!)",
            ],
        ),
        ("lib.rs", "use crate::{cli, solve};", &[]),
        ("cli/mod.rs", "use std::fs; fn f() { println!() }", &[]),
        ("main.rs", "fn f() { std::process::exit(1) }", &[]),
    ] {
        assert_eq!(scan(file, text), expected, "{file}: {text}");
    }
}
