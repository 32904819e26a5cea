//! What an unfinished run has found so far, for the next one to go on with.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use bonduc::generate::{Brief, Found, Rating, Tally};
use bonduc::puzzle::{Json, Puzzle};
use serde::{Deserialize, Serialize};

use super::super::out::message;

/// A file of lines: the brief, then puzzles and, after each batch, how far the run has come. What stands after the last of these is done
/// again.
pub struct Journal {
    path: PathBuf,
    file: File,
    tally: Tally,
    found: Vec<Found>,
}

/// A line, as far as it is no puzzle.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    tried: u64,
    kept: u64,
    rejected: Vec<u64>,
}

/// The first line.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    brief: String,
    /// The ids of the puzzles that may not be repeated.
    besides: Vec<String>,
}

impl Journal {
    /// Opens the journal of a folder, which is made if it is not there. One of another brief is left alone, and that is an error, unless a fresh start
    /// is wanted.
    ///
    /// Where the folder itself is among those that may not be repeated, a run that was killed while it wrote its puzzles would find some of its own
    /// there: they are taken out of `besides`.
    pub fn open(
        folder: &Path,
        brief: &Brief,
        besides: &mut Vec<Puzzle>,
        fresh: bool,
    ) -> anyhow::Result<Journal> {
        let path = folder.join(".generate.journal");
        let there = match path.exists() && !fresh {
            true => Some(read(&path, brief, besides)?),
            false => None,
        };
        let (tally, found, sound) = there.unwrap_or_default();
        let error = || format!("cannot write {}", path.display());
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(false);
        let file = options.open(&path).with_context(error)?;
        // What a killed run has left of its last batch goes.
        file.set_len(sound).with_context(error)?;
        let mut journal = Journal {
            path,
            file,
            tally,
            found,
        };
        std::io::Seek::seek(&mut journal.file, std::io::SeekFrom::End(0))?;
        if sound == 0 {
            journal.line(&serde_json::to_string(&head(brief, besides))?)?;
        }
        Ok(journal)
    }

    /// Returns how far the run came and what it has found, once.
    pub fn so_far(&mut self) -> (Tally, Vec<Found>) {
        (self.tally, std::mem::take(&mut self.found))
    }

    /// Notes what a batch gave.
    pub fn note(&mut self, found: &[Found], tally: &Tally) -> anyhow::Result<()> {
        let mut text = String::new();
        for found in found {
            text += &(found.puzzle.to_json().line() + "\n");
        }
        text += &serde_json::to_string(&Mark {
            tried: tally.tried,
            kept: tally.kept,
            rejected: tally.rejected.to_vec(),
        })?;
        self.line(&text)
    }

    fn line(&mut self, text: &str) -> anyhow::Result<()> {
        let error = || format!("cannot write {}", self.path.display());
        self.file.write_all(text.as_bytes()).with_context(error)?;
        self.file.write_all(b"\n").with_context(error)
    }

    /// Removes it: the run is done.
    pub fn remove(self) -> anyhow::Result<()> {
        let error = || format!("cannot remove {}", self.path.display());
        fs::remove_file(&self.path).with_context(error)
    }
}

/// Says what a run is for, so that no other goes on with it.
fn head(brief: &Brief, besides: &[Puzzle]) -> Head {
    // How many are wanted does not change what is found on the way, unless the best are chosen at its end; then neither.
    let brief = Brief {
        count: 0,
        ..brief.clone()
    };
    Head {
        brief: format!("bonduc {} {brief:?}", env!("CARGO_PKG_VERSION")),
        besides: besides.iter().map(|puzzle| puzzle.id.clone()).collect(),
    }
}

/// Reads a journal as far as it is whole: the last mark, the puzzles before it, the bytes up to it.
fn read(
    path: &Path,
    brief: &Brief,
    besides: &mut Vec<Puzzle>,
) -> anyhow::Result<(Tally, Vec<Found>, u64)> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {shown}"))?;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut at = 0u64;
    let mut done = (Tally::default(), 0, 0u64);
    let mut found = Vec::new();
    let mut own = None;
    loop {
        line.clear();
        let read = reader
            .read_until(b'\n', &mut line)
            .with_context(|| format!("cannot read {shown}"))?;
        if read == 0 || !line.ends_with(b"\n") {
            break;
        }
        let start = at == 0;
        at += read as u64;
        if start {
            own = serde_json::from_slice::<Head>(&line).ok();
            done.2 = at;
            continue;
        }
        if let Some(tally) = mark(&line) {
            done = (tally, found.len(), at);
        } else if let Some(puzzle) = puzzle(&line) {
            found.push(puzzle);
        } else {
            message(&format!(
                "{shown}: what stands after byte {} cannot be read and is done again",
                done.2
            ));
            break;
        }
    }
    if at == 0 {
        // Killed before it was begun.
        return Ok((Tally::default(), Vec::new(), 0));
    }
    let (tally, whole, sound) = done;
    found.truncate(whole);
    if let Some(own) = &own {
        let written: HashSet<&str> = found.iter().map(|found| found.puzzle.id.as_str()).collect();
        besides.retain(|puzzle| {
            own.besides.contains(&puzzle.id) || !written.contains(puzzle.id.as_str())
        });
    }
    if own.as_ref() != Some(&head(brief, besides)) {
        bail!(
            "{shown} is of an unfinished run with other options; finish that one, or give --fresh to forget it"
        );
    }
    Ok((tally, found, sound))
}

fn mark(line: &[u8]) -> Option<Tally> {
    let mark: Mark = serde_json::from_slice(line).ok()?;
    Some(Tally {
        tried: mark.tried,
        kept: mark.kept,
        rejected: mark.rejected.try_into().ok()?,
    })
}

fn puzzle(line: &[u8]) -> Option<Found> {
    let json: Json = serde_json::from_slice(line).ok()?;
    let puzzle = Puzzle::read(&json, "$", "").ok()?;
    let rating = Rating::from_tags(&puzzle.about.tags)?;
    Some(Found { puzzle, rating })
}
