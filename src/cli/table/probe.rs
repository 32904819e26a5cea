//! `bonduc table probe`.

use anyhow::bail;
use bonduc::puzzle::load;
use bonduc::report::{Charset, answer_text, solution};
use bonduc::solve::{ProbeError, probe};

use super::super::args::{Format, ProbeArgs};
use super::super::exit::Exit;
use super::super::out::{Out, message};
use super::which::folder;

/// Looks a position up.
pub fn run(args: &ProbeArgs) -> anyhow::Result<Exit> {
    let entries = load(std::slice::from_ref(&args.input), &mut std::io::stdin());
    let [entry] = &entries[..] else {
        bail!(
            "{}: found {} positions, expected one",
            args.input,
            entries.len()
        );
    };
    let puzzle = match &entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
            bail!("{}: {}", entry.origin, faults.join("; "));
        }
    };
    let mut out = Out::new();
    match probe(&puzzle.position, puzzle.goal, &folder(args.dir.as_ref())?) {
        Ok(answer) => {
            match args.format {
                Format::Json => out.write_json(&solution(&puzzle.id, &answer))?,
                Format::Text => {
                    let text = answer_text(&puzzle.id, &puzzle.about, &answer, Charset::Unicode);
                    out.write(&text)?;
                }
            }
            Ok(Exit {
                check_failed: answer.goal_met() == Some(false),
                ..Exit::default()
            })
        }
        Err(ProbeError::Table(error)) => {
            message(&format!("error: {error}"));
            Ok(Exit {
                damaged: true,
                ..Exit::default()
            })
        }
        Err(error) => bail!("{error}"),
    }
}
