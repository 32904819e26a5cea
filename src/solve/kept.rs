//! Searches that a limit stopped, kept in files to be taken up again.

use std::fmt;
use std::path::PathBuf;

use xxhash_rust::xxh3::xxh3_64;

use crate::rules::Position;
use crate::search::SavedFault;
use crate::tables::rules_name;

/// A folder of searches, one file for each board and rule set; whatever the score, a board has the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSearches(PathBuf);

impl KeptSearches {
    /// Names the folder, which has to be there.
    pub fn new(folder: impl Into<PathBuf>) -> KeptSearches {
        KeptSearches(folder.into())
    }

    /// Returns the file for a position's board, as its side to move sees it.
    pub fn path(&self, position: &Position) -> PathBuf {
        let (rules, ring) = (position.rules(), position.ring());
        let mut key = Vec::from(rules_name(rules));
        key.extend(ring.words(0).into_iter().flat_map(u64::to_le_bytes));
        let (game, pits) = (rules.game().name(), ring.row().pits());
        let (seeds, hash) = (ring.seeds(), xxh3_64(&key));
        let name = format!("{game}-2x{pits}-{seeds}-{hash:016x}.search");
        self.0.join(name)
    }
}

/// What became of a search that is kept.
#[derive(Debug)]
pub enum SearchNote {
    /// It was taken up from a file.
    TakenUp {
        /// The file.
        path: PathBuf,
        /// Its states.
        states: u64,
    },
    /// It was stopped and written to a file.
    Kept {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        bytes: u64,
    },
    /// Its verdict is known, but what a line and evidence rest on was forgotten, or known from other tables; the file is removed.
    Dropped {
        /// The file.
        path: PathBuf,
    },
    /// A file could not be used or written; one that was there is left as it is.
    Fault {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: SavedFault,
    },
}

impl fmt::Display for SearchNote {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SearchNote::TakenUp { path, states } => {
                let path = path.display();
                write!(f, "goes on with the {states} positions of {path}")
            }
            SearchNote::Kept { path, bytes } => {
                let path = path.display();
                write!(
                    f,
                    "the search is kept in {path} ({bytes} bytes), for the next run to take up"
                )
            }
            SearchNote::Dropped { path } => {
                let path = path.display();
                write!(
                    f,
                    "what the evidence rests on is no longer known; {path} is not kept, and the next run starts anew"
                )
            }
            SearchNote::Fault { path, fault } => write!(f, "{}: {fault}; not used", path.display()),
        }
    }
}
