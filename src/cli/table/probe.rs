//! `bonduc table probe`.

use anyhow::bail;
use bonduc::report::{Charset, answer_text, solution};
use bonduc::solve::{ProbeError, probe};

use super::super::args::{Format, ProbeArgs};
use super::super::exit::Exit;
use super::super::one::one_puzzle;
use super::super::out::{Out, message};
use super::which::folder;

/// Looks a position up.
pub fn run(args: &ProbeArgs) -> anyhow::Result<Exit> {
    let puzzle = one_puzzle(&args.input)?;
    let plain = puzzle.stipulation.is_none() || puzzle.goal().is_some();
    if !plain || !puzzle.history.is_empty() {
        bail!(
            "{}: tables know wins and draws of the side to move, without a history; use solve",
            puzzle.id
        );
    }
    let mut out = Out::new();
    match probe(
        &puzzle.position,
        puzzle.stipulation,
        &folder(args.dir.as_ref())?,
    ) {
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
