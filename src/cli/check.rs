//! `bonduc check`.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use bonduc::certificate::{
    CheckError, TextFault, check, check_composed, check_solution, composed_stipulation,
    solution_position, unpack,
};
use bonduc::notation::{board_text, position_text};
use bonduc::puzzle::{CertificateObject, Fault, GoalObject, Puzzle, Solution, StatusName, load};
use bonduc::report::{CheckReport, CheckStatus};

use super::args::{CheckSolutionArgs, Format};
use super::exit::Exit;
use super::out::{Out, message, unless_gone};

/// Checks solutions, in order.
pub fn run(args: &CheckSolutionArgs) -> anyhow::Result<Exit> {
    super::set_threads(args.work.threads)?;
    let against = match &args.against {
        Some(path) => Some(puzzles(path)?),
        None => None,
    };
    let checker = Checker {
        against,
        most_positions: args.work.memory / POSITION_BYTES,
    };
    let mut out = Out::new();
    let mut exit = Exit::default();
    let mut counts: [usize; 2] = [0; 2];
    for input in &args.inputs {
        let files = match solution_files(input) {
            Ok(files) => files,
            Err(error) => {
                exit.bad_input = true;
                message(&format!("error: {error:#}"));
                continue;
            }
        };
        for file in files {
            let report = CheckReport {
                file: file.display().to_string(),
                ..checker.file(&file)
            };
            match report.status {
                CheckStatus::Checked | CheckStatus::Unsolved => {}
                CheckStatus::Failed | CheckStatus::Unproved => exit.check_failed = true,
                CheckStatus::Limit => exit.limit = true,
                CheckStatus::Damaged => exit.damaged = true,
                CheckStatus::Refused => exit.bad_input = true,
            }
            counts[0] += usize::from(report.status == CheckStatus::Checked);
            counts[1] += 1;
            let told = match args.format {
                Format::Json => out.write_json(&report),
                Format::Text => out.write(&report.text()).map_err(Into::into),
            };
            unless_gone(told)?;
        }
    }
    if args.format == Format::Text && counts[1] > 1 {
        let told = out.write(&format!("{} of {} checked\n", counts[0], counts[1]));
        unless_gone(told.map_err(Into::into))?;
    }
    Ok(exit)
}

/// A solution file is shorter than this.
const MOST_BYTES: u64 = 1 << 30;

/// Bytes of memory that a position of a proof takes, roughly.
const POSITION_BYTES: u64 = 160;

/// Returns the solution files of an input: itself, or the `*.json` of a folder by name.
fn solution_files(input: &str) -> anyhow::Result<Vec<PathBuf>> {
    let path = Path::new(input);
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).with_context(|| format!("cannot read {input}"))? {
        let path = entry
            .with_context(|| format!("cannot read {input}"))?
            .path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let hidden = name.starts_with('.');
        if !hidden && name.ends_with(".json") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        bail!("{input}: found no *.json files, expected solutions");
    }
    Ok(files)
}

/// Loads the puzzles that solutions are held against; all have to be sound.
fn puzzles(path: &str) -> anyhow::Result<HashMap<String, Puzzle>> {
    let entries = load(&[path.to_owned()], &mut std::io::empty());
    let mut puzzles = HashMap::new();
    for entry in entries {
        let puzzle = entry.puzzle.map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
            anyhow::anyhow!("{}: {}", entry.origin, faults.join("; "))
        })?;
        puzzles.insert(entry.id, puzzle);
    }
    Ok(puzzles)
}

/// Returns the path of something that only a solved puzzle may say, if it is there.
fn claims_without_solving(solution: &Solution) -> Option<&'static str> {
    let claims = [
        ("$.verdict", solution.verdict.is_some()),
        ("$.keys", solution.keys.is_some()),
        ("$.moves", solution.moves.is_some()),
        ("$.plies", solution.plies.is_some()),
        ("$.line", solution.line.is_some()),
        ("$.certificate", solution.certificate.is_some()),
    ];
    claims
        .into_iter()
        .find(|(_, there)| *there)
        .map(|(path, _)| path)
}

struct Checker {
    against: Option<HashMap<String, Puzzle>>,
    most_positions: u64,
}

impl Checker {
    fn file(&self, path: &Path) -> CheckReport {
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        let stem = stem.to_string_lossy();
        let refused = |found: String, expected: &str| {
            let fault = Fault::new("$", found, expected);
            CheckReport::bare(&stem, CheckStatus::Refused, Some(fault))
        };
        let mut bytes = Vec::new();
        let source: io::Result<Box<dyn io::Read>> = match path.as_os_str() == "-" {
            true => Ok(Box::new(io::stdin())),
            false => File::open(path).map(|file| Box::new(file) as Box<dyn io::Read>),
        };
        let read = source.and_then(|source| source.take(MOST_BYTES).read_to_end(&mut bytes));
        match read {
            Err(error) => return refused(error.to_string(), "a file that can be read"),
            Ok(count) if count as u64 == MOST_BYTES => {
                return refused(
                    "a very large file".to_owned(),
                    "a solution file, below 1 GiB",
                );
            }
            Ok(_) => {}
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        match serde_json::from_slice::<Solution>(text) {
            Ok(solution) => self.solution(&solution, path),
            Err(error) => {
                let error: String = error.to_string().chars().take(100).collect();
                refused(error, "a solution file, as solve --out writes it")
            }
        }
    }

    fn solution(&self, solution: &Solution, path: &Path) -> CheckReport {
        let bare = |status, fault| CheckReport::bare(&solution.id, status, fault);
        let failed = |fault| bare(CheckStatus::Failed, Some(fault));
        if let Err(fault) = self.belongs(solution) {
            return failed(fault);
        }
        if let Some(stipulation) = composed_stipulation(solution) {
            return match check_composed(solution, &stipulation) {
                Ok(_) if solution.status != StatusName::Solved => bare(CheckStatus::Unsolved, None),
                Ok(findings) => CheckReport::replayed(&solution.id, &findings),
                Err(fault) => failed(fault),
            };
        }
        if solution.status != StatusName::Solved {
            return match claims_without_solving(solution) {
                Some(path) => failed(Fault::new(path, "a claim", "none, as it is not solved")),
                None => bare(CheckStatus::Unsolved, None),
            };
        }
        // 1. The certificate.
        let result = match &solution.certificate {
            None => return bare(CheckStatus::Unproved, None),
            Some(CertificateObject::Lines(lines)) => {
                let mut text = lines.join("\n");
                text.push('\n');
                check(text.as_bytes(), self.most_positions)
            }
            Some(CertificateObject::File(certificate)) => {
                let inside = Path::new(&certificate.file).components().count() == 1;
                let beside = path.with_file_name(&certificate.file);
                let open = || match inside {
                    true => File::open(&beside).and_then(unpack),
                    false => Err(io::Error::other("the name has a path in it")),
                };
                let io = |error| TextFault::Io(error).into();
                let result = open()
                    .map_err(io)
                    .and_then(|text| check(text, self.most_positions));
                // Damage may show as a fault of the text before the checksum at the end is reached.
                let whole = || open().and_then(|mut text| io::copy(&mut text, &mut io::sink()));
                match result {
                    Err(error) => Err(whole().err().map_or(error, io)),
                    Ok(checked) if checked.positions() != certificate.positions => {
                        let found = certificate.positions.to_string();
                        let expected = format!("{}, as in the certificate", checked.positions());
                        return failed(Fault::new("$.certificate.positions", found, expected));
                    }
                    checked => checked,
                }
            }
        };
        // 2. What the solution says.
        match result {
            Ok(checked) => match check_solution(solution, &checked) {
                Ok(findings) => CheckReport::checked(&solution.id, &findings, checked.positions()),
                Err(fault) => failed(fault),
            },
            Err(CheckError::Text(TextFault::Io(error))) => {
                let file = match &solution.certificate {
                    Some(CertificateObject::File(certificate)) => certificate.file.as_str(),
                    _ => "the text",
                };
                let found = format!("{file}: {error}");
                let fault = Fault::new("$.certificate", found, "a file as it was written");
                bare(CheckStatus::Damaged, Some(fault))
            }
            Err(error) => {
                let (status, expected) = match error {
                    CheckError::Text(TextFault::TooMany(_)) => (
                        CheckStatus::Limit,
                        "a smaller one; allow more with --memory",
                    ),
                    _ => (CheckStatus::Failed, "a sound certificate"),
                };
                let fault = Fault::new("$.certificate", error.to_string(), expected);
                bare(status, Some(fault))
            }
        }
    }

    /// Makes sure that a solution is for one of the puzzles, if there are any to hold it against.
    fn belongs(&self, solution: &Solution) -> Result<(), Fault> {
        let Some(puzzles) = &self.against else {
            return Ok(());
        };
        let Some(puzzle) = puzzles.get(&solution.id) else {
            let found = format!("{:?}", solution.id);
            return Err(Fault::new("$.id", found, "the id of one of the puzzles"));
        };
        if solution_position(solution)? != puzzle.position {
            let found = format!("{:?}", solution.position.as_deref().unwrap_or_default());
            let expected = format!("{:?}, as in the puzzle", position_text(&puzzle.position));
            return Err(Fault::new("$.position", found, expected));
        }
        let history = puzzle.history.iter().map(board_text).collect::<Vec<_>>();
        if solution.history.as_deref().unwrap_or_default() != history {
            let expected = format!("{history:?}, as in the puzzle");
            let found = format!("{:?}", solution.history.as_deref().unwrap_or_default());
            return Err(Fault::new("$.history", found, expected));
        }
        let goal = puzzle.stipulation.as_ref().map(GoalObject::from);
        if solution.goal != goal {
            let word = |goal: Option<GoalObject>| match goal {
                Some(goal) => serde_json::to_string(&goal).unwrap_or_default(),
                None => "no goal".to_owned(),
            };
            let expected = format!("{}, as in the puzzle", word(goal));
            return Err(Fault::new("$.goal", word(solution.goal), expected));
        }
        Ok(())
    }
}
