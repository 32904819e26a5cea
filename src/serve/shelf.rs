//! The puzzles that the page offers.

use std::collections::HashMap;
use std::sync::Arc;

use include_dir::{Dir, include_dir};

use crate::puzzle::{Entry, LoadOptions, Puzzle, load_with};

/// The puzzles of this repository, part of the program.
static SHIPPED: Dir = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Puzzles in an order, found by their ids.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    puzzles: Arc<Vec<Shelved>>,
    by_id: Arc<HashMap<String, usize>>,
}

/// A puzzle of the shelf.
#[derive(Debug, Clone)]
pub(super) struct Shelved {
    pub(super) puzzle: Puzzle,
    /// Whether it comes with the program, so that it is the same everywhere.
    pub(super) shipped: bool,
}

impl Shelf {
    /// The puzzles that come with the program, those of folders after those beside them.
    pub fn shipped() -> Shelf {
        let mut puzzles = Vec::new();
        collect(&SHIPPED, &mut puzzles);
        Shelf::of(puzzles.into_iter().map(|puzzle| Shelved {
            puzzle,
            shipped: true,
        }))
    }

    /// Puts puzzles in front. One that has the id of another takes its place.
    pub fn with(&self, given: impl IntoIterator<Item = Puzzle>) -> Shelf {
        let given = given.into_iter().map(|puzzle| Shelved {
            puzzle,
            shipped: false,
        });
        Shelf::of(given.chain(self.puzzles.iter().cloned()))
    }

    fn of(all: impl Iterator<Item = Shelved>) -> Shelf {
        let mut puzzles = Vec::new();
        let mut by_id = HashMap::new();
        for shelved in all {
            let id = shelved.puzzle.id.clone();
            by_id.entry(id).or_insert_with(|| {
                puzzles.push(shelved);
                puzzles.len() - 1
            });
        }
        Shelf {
            puzzles: Arc::new(puzzles),
            by_id: Arc::new(by_id),
        }
    }

    /// Returns the puzzles in their order.
    pub fn puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().map(|shelved| &shelved.puzzle)
    }

    pub(super) fn shelved(&self) -> &[Shelved] {
        &self.puzzles
    }

    pub(super) fn find(&self, id: &str) -> Option<&Shelved> {
        self.by_id.get(id).map(|&index| &self.puzzles[index])
    }
}

fn collect(folder: &Dir<'_>, puzzles: &mut Vec<Puzzle>) {
    let mut files: Vec<_> = folder.files().collect();
    files.sort_by_key(|file| file.path());
    for file in files {
        let ending = file.path().extension();
        if ending.is_some_and(|ending| ending == "json" || ending == "jsonl") {
            puzzles.extend(
                read(file.contents())
                    .into_iter()
                    .filter_map(|entry| entry.puzzle.ok()),
            );
        }
    }
    let mut folders: Vec<_> = folder.dirs().collect();
    folders.sort_by_key(|folder| folder.path());
    for folder in folders {
        collect(folder, puzzles);
    }
}

/// Reads puzzles as from a file; positions of Kiothi's opening are among them. What has no id is called `position`.
pub(super) fn read(mut bytes: &[u8]) -> Vec<Entry> {
    let options = LoadOptions {
        openings: true,
        ..LoadOptions::default()
    };
    let mut entries = load_with(&["-".to_owned()], &mut bytes, &options);
    for entry in &mut entries {
        entry.origin = entry.origin.replace("standard input", "the text");
        if let Some(number) = entry.id.strip_prefix("stdin") {
            entry.id = format!("position{number}");
        }
        if let Ok(puzzle) = &mut entry.puzzle {
            puzzle.id.clone_from(&entry.id);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_puzzles_are_all_there() {
        let shelf = Shelf::shipped();
        assert!(shelf.puzzles().count() >= 39);
        assert!(
            shelf
                .find("giuthi-2x5-04")
                .is_some_and(|found| found.shipped)
        );
        // Each file holds what it should: none is passed over.
        let mut faulty = Vec::new();
        every_file(&SHIPPED, &mut |bytes| {
            faulty.extend(
                read(bytes)
                    .into_iter()
                    .filter(|entry| entry.puzzle.is_err()),
            );
        });
        assert!(faulty.is_empty(), "{faulty:?}");
        let own = shelf.find("help-01").unwrap().puzzle.clone();
        let more = shelf.with([own]);
        assert_eq!(more.puzzles().count(), shelf.puzzles().count());
        assert_eq!(more.puzzles().next().unwrap().id, "help-01");
        assert!(!more.find("help-01").unwrap().shipped);
    }

    fn every_file(folder: &Dir<'_>, f: &mut dyn FnMut(&[u8])) {
        for file in folder.files() {
            if file
                .path()
                .extension()
                .is_some_and(|ending| ending == "json" || ending == "jsonl")
            {
                f(file.contents());
            }
        }
        folder.dirs().for_each(|folder| every_file(folder, f));
    }
}
