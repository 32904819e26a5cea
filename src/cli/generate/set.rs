//! Writing a set: puzzles, solutions with their evidence, the catalogue.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use bonduc::generate::{Catalogue, Ground};
use bonduc::limits::{Control, Stop};
use bonduc::puzzle::{Puzzle, csv_text, load};
use bonduc::report::solution;
use bonduc::solve::{Answer, Certify, Request, Solver, Status, answer_by};
use rayon::prelude::*;

use super::super::out::message;
use super::super::progress::Watch;
use super::super::solution_file::{write_file, write_solution};
use super::args::{GenerateArgs, SetFormat};
use super::shown;

/// Puzzles that are answered together.
const TOGETHER: usize = 64;

/// Writes the solution of every puzzle with evidence for its verdict, its keys and its length, held to the checker first.
pub fn write_solutions(
    folder: &Path,
    puzzles: &[Puzzle],
    ground: &Ground,
    args: &GenerateArgs,
    control: &Control,
) -> anyhow::Result<Result<(), Stop>> {
    let folder = folder.join("solutions");
    let error = || format!("cannot make the folder {}", folder.display());
    fs::create_dir_all(&folder).with_context(error)?;
    for (number, some) in puzzles.chunks(TOGETHER).enumerate() {
        if let Err(stop) = control.check() {
            return Ok(Err(stop));
        }
        let label = format!("solutions {} of {}", number * TOGETHER + 1, puzzles.len());
        let watch = Watch::start(&label, std::sync::Arc::default());
        let answers: Vec<Answer> = some
            .par_iter()
            .map(|puzzle| answer(puzzle, ground, args, control))
            .collect();
        drop(watch);
        for (puzzle, answer) in some.iter().zip(answers) {
            if let Some(stop) = answer.stop() {
                return Ok(Err(stop));
            }
            let sound =
                answer.keys().map(|keys| keys.len()) == Some(1) && answer.goal_met() == Some(true);
            let certified = match &answer.status {
                Status::Solved(solved) => solved.certificate.is_some(),
                Status::Unsolved(_) | Status::Composed => false,
            };
            if !sound || !certified {
                bail!("{}: the answer does not bear the problem out", puzzle.id);
            }
            write_solution(&folder, &solution(&puzzle.id, &answer), &answer)
                .with_context(|| puzzle.id.clone())?;
        }
    }
    Ok(Ok(()))
}

fn answer(puzzle: &Puzzle, ground: &Ground, args: &GenerateArgs, control: &Control) -> Answer {
    let mut request = Request::new(puzzle.position);
    request.stipulation = puzzle.stipulation;
    request.certify = Some(Certify {
        keys: true,
        moves: false,
        length: true,
    });
    if puzzle.goal().is_some()
        && let Ok(Some(values)) = ground.values(puzzle.position.ring(), control)
    {
        return answer_by(&request, &values, control);
    }
    let tables = super::super::solve::tables(&args.tables);
    let mut solver = Solver::new(args.work.limits(), control.interrupt(), Default::default());
    solver = solver.with_tables(tables);
    solver.solve(&request)
}

/// Writes the puzzles and their catalogue.
pub fn write_puzzles(folder: &Path, puzzles: &[Puzzle], format: SetFormat) -> anyhow::Result<()> {
    match format {
        SetFormat::Files => {
            for puzzle in puzzles {
                let name = format!("{}.json", puzzle.id);
                write_new(folder, &name, &(puzzle.to_json().page() + "\n"))?;
            }
        }
        SetFormat::Jsonl => {
            let lines: String = puzzles
                .iter()
                .map(|puzzle| puzzle.to_json().line() + "\n")
                .collect();
            write_file(folder, "puzzles.jsonl", lines.as_bytes())?;
        }
        SetFormat::Csv => {
            write_file(folder, "puzzles.csv", csv_text(puzzles).as_bytes())?;
        }
    }
    // A folder of puzzle files may hold those of earlier runs too.
    let catalogue = match format {
        SetFormat::Files => Catalogue::new(&in_folder(folder)),
        SetFormat::Jsonl | SetFormat::Csv => Catalogue::new(puzzles),
    };
    write_file(folder, "catalogue.md", catalogue.markdown().as_bytes())?;
    let number = match puzzles.len() {
        1 => "1 puzzle".to_owned(),
        number => format!("{number} puzzles"),
    };
    let catalogue = shown(folder, "catalogue.md");
    message(&format!("{number} and {catalogue}"));
    Ok(())
}

/// Returns the puzzles of a folder, by name, as far as they can be read.
fn in_folder(folder: &Path) -> Vec<Puzzle> {
    let path = folder.display().to_string();
    let entries = load(&[path], &mut std::io::empty()).into_iter();
    entries.filter_map(|entry| entry.puzzle.ok()).collect()
}

/// Writes a file where none is, or one of the same content.
fn write_new(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    match fs::read(folder.join(name)) {
        Ok(there) if there == text.as_bytes() => Ok(()),
        Ok(_) => bail!(
            "{} is there already, with other content; it is left as it is",
            shown(folder, name)
        ),
        Err(_) => write_file(folder, name, text.as_bytes()),
    }
}
