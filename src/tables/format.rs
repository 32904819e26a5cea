//! The file of one layer.
//!
//! All numbers are little-endian; a checksum is XXH3, 64 bits, seed 0.
//!
//! ```text
//!   magic            8 bytes   "bonducLy"
//!   version          u32       1
//!   header length    u32       bytes of the header, at most 1 MiB
//!   header           JSON      Header, UTF-8
//!   header checksum  u64       of all bytes before it
//!   index            12 bytes a block: compressed length u32, checksum of the compressed bytes u64
//!   index checksum   u64       of the index
//!   blocks           one behind another, each a zstd frame of the symbols of `block` positions (the last perhaps fewer)
//!   checksum         u64       of all bytes before it
//! ```
//!
//! Positions stand in the order of [`LayerIndex`](crate::index::LayerIndex). A symbol is the place of a pair (W, D) in the header's
//! `values`, in one byte if there are at most 256 of these, otherwise in two.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::board::Row;
use crate::notation::rules_text;
use crate::rules::{Game, KiothiRules, Preset, RuleSet, Start};

pub(super) const MAGIC: [u8; 8] = *b"bonducLy";
pub(super) const VERSION: u32 = 1;
/// Longer headers are not believed.
pub(super) const MAX_HEADER: u32 = 1 << 20;
/// Positions of a block: few enough that a single probe is quick.
pub(super) const BLOCK: u32 = 4096;
/// Bytes of an entry of the block index.
pub(super) const INDEX_ENTRY: usize = 12;

/// What a table file says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// `giuthi` or `kiothi`.
    pub game: String,
    /// The rule set: a preset, perhaps with options behind it, as in a position's text without `rules=`.
    pub rules: String,
    /// Pits a row.
    pub pits: u8,
    /// Seeds on the board.
    pub seeds: u32,
    /// Boards of the layer, mirror images counted twice.
    pub boards: u64,
    /// Positions in the file, mirror images once.
    pub positions: u64,
    /// Positions a block.
    pub block: u32,
    /// The pairs (W, D) that occur, in order; never is 127, always −128.
    pub values: Vec<[i8; 2]>,
}

/// Names a rule set as table files do. What has no bearing on play is left out.
pub fn rules_name(rules: &RuleSet) -> String {
    let rules = match *rules {
        RuleSet::Kiothi(options) => RuleSet::Kiothi(KiothiRules {
            setup: Start::default(),
            ..options
        }),
        giuthi => giuthi,
    };
    let (preset, options) = rules.as_preset();
    if options.is_empty() {
        preset.name().to_owned()
    } else {
        format!("{} {}", preset.name(), rules_text(&rules))
    }
}

/// Reads [`rules_name`].
pub fn rules_named(name: &str) -> Option<RuleSet> {
    let mut words = name.split(' ');
    let mut rules = Preset::from_name(words.next()?)?.rules();
    for word in words {
        let (option, value) = word.split_once('=')?;
        rules.set_option(option, value).ok()?;
    }
    Some(rules)
}

impl Header {
    /// Returns the bytes of a symbol.
    pub fn symbol_bytes(&self) -> usize {
        if self.values.len() <= 256 { 1 } else { 2 }
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.positions.div_ceil(self.block.into())
    }

    /// Returns what the header describes if it makes sense: rules, row, and that numbers agree with them.
    pub(super) fn meaning(&self) -> Option<(RuleSet, Row)> {
        let game = Game::from_name(&self.game)?;
        let rules = rules_named(&self.rules).filter(|rules| rules.game() == game)?;
        let row = Row::new(self.pits.into())?;
        let sound = self.block == BLOCK
            && self.seeds <= super::Layer::MAX_SEEDS
            && crate::index::Lexicographic::count(row, self.seeds) == Some(self.boards)
            && self.positions <= self.boards
            && self.positions > 0
            && self.values.len() <= 1 << 16;
        sound.then_some((rules, row))
    }
}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub kind: TableFault,
}

/// What can be wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableFault {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It does not begin as a table does.
    #[error("found another kind of file, expected a table of bonduc")]
    Foreign,
    /// It was written by another version.
    #[error("found format version {0}, expected {VERSION}; build the table again")]
    Version(u32),
    /// It ends too soon, or goes on too long.
    #[error("found {found} bytes, expected {expected}: the file is cut off or damaged")]
    Length {
        /// Bytes that there are.
        found: u64,
        /// Bytes that there should be, at least.
        expected: u64,
    },
    /// A checksum does not agree.
    #[error("the checksum of {0} is wrong: the file is damaged")]
    Checksum(String),
    /// The header makes no sense.
    #[error("the header makes no sense: {0}")]
    Header(String),
    /// A block cannot be unpacked or has symbols that do not exist.
    #[error("block {0} cannot be unpacked: the file is damaged")]
    Block(u64),
    /// A table, but another one.
    #[error("found the layer {found}, expected {expected}")]
    Other {
        /// Which layer the file has.
        found: String,
        /// Which layer was wanted.
        expected: String,
    },
}

impl TableFault {
    /// Adds the file.
    pub(super) fn at(self, path: impl Into<PathBuf>) -> TableError {
        TableError {
            path: path.into(),
            kind: self,
        }
    }
}

/// Names a layer for people: `giuthi 2x8, 12 seeds`.
pub fn layer_name(rules: &RuleSet, row: Row, seeds: u32) -> String {
    format!("{} 2x{}, {seeds} seeds", rules_name(rules), row.pits())
}
