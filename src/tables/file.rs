//! Reading a layer's file: safe on any bytes.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::Layer;
use super::format::{
    Header, INDEX_ENTRY, MAGIC, MAX_HEADER, TableError, TableFault, VERSION, layer_name,
};
use super::layer::Packed;
use crate::board::{Ring, Row};
use crate::index::{LayerIndex, RowTable};
use crate::rules::RuleSet;
use crate::value::Thresholds;

/// An open table file, whose header and block index have been checked.
///
/// Positions are read block by block, and each block is held against its checksum before anything in it is believed.
#[derive(Debug)]
pub struct LayerFile {
    path: PathBuf,
    header: Header,
    rules: RuleSet,
    row: Row,
    bytes: u64,
    /// Where each block begins, and the end of the last.
    starts: Vec<u64>,
    checksums: Vec<u64>,
    state: Mutex<Reading>,
}

/// The file itself, and the symbols of blocks that were read lately.
#[derive(Debug)]
struct Reading {
    file: File,
    blocks: HashMap<u64, Vec<u8>>,
}

/// Blocks whose symbols are kept, 4 or 8 KiB each.
const KEPT_BLOCKS: usize = 1024;

impl LayerFile {
    /// Opens a file and checks its header and block index, not the blocks.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is no table, or is damaged.
    pub fn open(path: &Path) -> Result<LayerFile, TableError> {
        LayerFile::open_file(path).map_err(|fault| fault.at(path))
    }

    fn open_file(path: &Path) -> Result<LayerFile, TableFault> {
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let need = |expected: u64| match bytes {
            found if found < expected => Err(TableFault::Length { found, expected }),
            _ => Ok(()),
        };
        // 1. What it is. A foreign file is called foreign even if it is short.
        let mut magic = Vec::new();
        Read::by_ref(&mut file).take(8).read_to_end(&mut magic)?;
        if !MAGIC.starts_with(&magic) {
            return Err(TableFault::Foreign);
        }
        need(16)?;
        let mut word = [0; 4];
        file.read_exact(&mut word)?;
        let version = u32::from_le_bytes(word);
        if version != VERSION {
            return Err(TableFault::Version(version));
        }
        // 2. The header.
        file.read_exact(&mut word)?;
        let length = u32::from_le_bytes(word);
        if length > MAX_HEADER {
            return Err(TableFault::Header(format!("{length} bytes long")));
        }
        need(24 + u64::from(length))?;
        let mut head = vec![0; 16 + length as usize];
        file.rewind()?;
        file.read_exact(&mut head)?;
        let mut checksum = [0; 8];
        file.read_exact(&mut checksum)?;
        if xxh3_64(&head) != u64::from_le_bytes(checksum) {
            return Err(TableFault::Checksum("the header".to_owned()));
        }
        let header: Header = serde_json::from_slice(&head[16..])
            .map_err(|error| TableFault::Header(error.to_string()))?;
        let (rules, row) = header
            .meaning()
            .ok_or_else(|| TableFault::Header("its numbers contradict one another".to_owned()))?;
        // 3. The block index.
        let blocks = header.blocks();
        let index_bytes = blocks * INDEX_ENTRY as u64;
        let mut start = 24 + u64::from(length) + index_bytes + 8;
        need(start + 8)?;
        let mut index = vec![0; index_bytes as usize];
        file.read_exact(&mut index)?;
        file.read_exact(&mut checksum)?;
        if xxh3_64(&index) != u64::from_le_bytes(checksum) {
            return Err(TableFault::Checksum("the block index".to_owned()));
        }
        let mut starts = vec![start];
        let mut checksums = Vec::new();
        for entry in index.chunks_exact(INDEX_ENTRY) {
            let (length, checksum) = entry.split_at(4);
            let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
            start += word(length);
            starts.push(start);
            checksums.push(word(checksum));
        }
        if bytes != start + 8 {
            let expected = start + 8;
            return Err(TableFault::Length {
                found: bytes,
                expected,
            });
        }
        Ok(LayerFile {
            path: path.to_owned(),
            header,
            rules,
            row,
            bytes,
            starts,
            checksums,
            state: Mutex::new(Reading {
                file,
                blocks: HashMap::new(),
            }),
        })
    }

    /// Returns the file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what it says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns its rule set.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns the length of a row.
    pub fn row(&self) -> Row {
        self.row
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes sure that it is the layer that is wanted.
    ///
    /// # Errors
    ///
    /// If it is another, with both named.
    pub fn expect(&self, rules: &RuleSet, row: Row, seeds: u32) -> Result<(), TableError> {
        let found = layer_name(&self.rules, self.row, self.header.seeds);
        let expected = layer_name(rules, row, seeds);
        if found == expected {
            Ok(())
        } else {
            Err(TableFault::Other { found, expected }.at(&self.path))
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Reading> {
        // A reader that panicked has left at worst a block less.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the compressed bytes of a block and holds them against their checksum.
    fn packed_block(&self, file: &mut File, block: u64) -> Result<Vec<u8>, TableFault> {
        let at = block as usize;
        let mut bytes = vec![0; (self.starts[at + 1] - self.starts[at]) as usize];
        file.seek(SeekFrom::Start(self.starts[at]))?;
        file.read_exact(&mut bytes)?;
        if xxh3_64(&bytes) != self.checksums[at] {
            return Err(TableFault::Checksum(format!("block {block}")));
        }
        Ok(bytes)
    }

    /// Unpacks the symbols of a block.
    fn symbols(&self, block: u64, bytes: &[u8]) -> Result<Vec<u8>, TableFault> {
        let left = self.header.positions - block * u64::from(self.header.block);
        let positions = left.min(self.header.block.into()) as usize;
        let length = positions * self.header.symbol_bytes();
        zstd::bulk::decompress(bytes, length)
            .ok()
            .filter(|symbols| symbols.len() == length)
            .ok_or(TableFault::Block(block))
    }

    /// Returns what a symbol stands for, if it stands for anything.
    #[inline]
    fn value(&self, symbol: &[u8]) -> Option<Packed> {
        let high = symbol.get(1).copied().unwrap_or(0);
        let number = usize::from(u16::from_le_bytes([symbol[0], high]));
        let [wins, draws] = *self.header.values.get(number)?;
        Some(Packed { wins, draws })
    }

    /// Reads the thresholds of one position by its number.
    ///
    /// # Errors
    ///
    /// If its block cannot be read or is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn probe(&self, number: u64) -> Result<Thresholds, TableError> {
        assert!(number < self.header.positions, "no position {number}");
        let (block, place) = (
            number / u64::from(self.header.block),
            (number % u64::from(self.header.block)) as usize,
        );
        let width = self.header.symbol_bytes();
        let value = |symbols: &[u8]| {
            let symbol = &symbols[place * width..(place + 1) * width];
            let value = self.value(symbol).ok_or(TableFault::Block(block));
            value
                .map(Packed::unpack)
                .map_err(|fault| fault.at(&self.path))
        };
        let mut state = self.lock();
        if let Some(symbols) = state.blocks.get(&block) {
            return value(symbols);
        }
        let read = self.packed_block(&mut state.file, block);
        let symbols = read.and_then(|bytes| self.symbols(block, &bytes));
        let symbols = symbols.map_err(|fault| fault.at(&self.path))?;
        let found = value(&symbols);
        if state.blocks.len() >= KEPT_BLOCKS {
            state.blocks.clear();
        }
        state.blocks.insert(block, symbols);
        found
    }

    /// Reads the thresholds of a board of this layer, seen by the side to move; `index` is the layer's numbering.
    ///
    /// # Errors
    ///
    /// As [`LayerFile::probe`].
    pub fn thresholds(&self, index: &LayerIndex, ring: &Ring) -> Result<Thresholds, TableError> {
        self.probe(index.rank(ring))
    }

    /// Returns the numbering of its positions.
    ///
    /// # Errors
    ///
    /// If the number of positions in the file is not that of the layer.
    pub fn index(&self, rows: &Arc<RowTable>) -> Result<LayerIndex, TableError> {
        self.index_of(rows).map_err(|fault| fault.at(&self.path))
    }

    fn index_of(&self, rows: &Arc<RowTable>) -> Result<LayerIndex, TableFault> {
        let reflection = self.rules.has_reflection();
        LayerIndex::new(rows.clone(), self.header.seeds, reflection)
            .filter(|index| index.positions() == self.header.positions)
            .ok_or_else(|| {
                TableFault::Header("its number of positions is not that of the layer".to_owned())
            })
    }

    /// Reads the whole layer into memory, on all cores.
    ///
    /// # Errors
    ///
    /// If a block cannot be read or is damaged, or the numbers of the file do not agree with the numbering.
    pub fn load(&self, rows: &Arc<RowTable>) -> Result<Layer, TableError> {
        self.load_all(rows).map_err(|fault| fault.at(&self.path))
    }

    fn load_all(&self, rows: &Arc<RowTable>) -> Result<Layer, TableFault> {
        let index = LayerIndex::new(rows.clone(), self.header.seeds, self.rules.has_reflection());
        let index = index.filter(|index| index.positions() == self.header.positions);
        let index = index.ok_or_else(|| {
            TableFault::Header("its number of positions is not that of the layer".to_owned())
        })?;
        let mut values = vec![Packed::default(); self.header.positions as usize];
        // Some blocks at a time, so that the compressed bytes never take much room.
        const BLOCKS: usize = 1 << 12;
        let block_size = self.header.block as usize;
        for (number, part) in values.chunks_mut(BLOCKS * block_size).enumerate() {
            let first = (number * BLOCKS) as u64;
            let count = part.len().div_ceil(block_size) as u64;
            let packed = {
                let mut state = self.lock();
                (first..first + count)
                    .map(|block| self.packed_block(&mut state.file, block))
                    .collect::<Result<Vec<Vec<u8>>, TableFault>>()?
            };
            part.par_chunks_mut(block_size)
                .zip(packed)
                .enumerate()
                .try_for_each(|(place, (part, bytes))| {
                    let block = first + place as u64;
                    let symbols = self.symbols(block, &bytes)?;
                    let symbols = symbols.chunks_exact(self.header.symbol_bytes());
                    for (value, symbol) in part.iter_mut().zip(symbols) {
                        *value = self.value(symbol).ok_or(TableFault::Block(block))?;
                    }
                    Ok::<(), TableFault>(())
                })?;
        }
        Ok(Layer::new(index, values))
    }

    /// Holds every byte of the file against its checksums.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), TableError> {
        self.check_all().map_err(|fault| fault.at(&self.path))
    }

    fn check_all(&self) -> Result<(), TableFault> {
        let mut state = self.lock();
        for block in 0..self.header.blocks() {
            let bytes = self.packed_block(&mut state.file, block)?;
            let symbols = self.symbols(block, &bytes)?;
            let mut symbols = symbols.chunks_exact(self.header.symbol_bytes());
            if symbols.any(|symbol| self.value(symbol).is_none()) {
                return Err(TableFault::Block(block));
            }
        }
        let mut whole = Xxh3::new();
        let mut rest = self.bytes - 8;
        let mut buffer = vec![0; 1 << 20];
        state.file.rewind()?;
        while rest > 0 {
            let want = rest.min(buffer.len() as u64) as usize;
            state.file.read_exact(&mut buffer[..want])?;
            whole.update(&buffer[..want]);
            rest -= want as u64;
        }
        let mut checksum = [0; 8];
        state.file.read_exact(&mut checksum)?;
        if whole.digest() != u64::from_le_bytes(checksum) {
            return Err(TableFault::Checksum("the whole file".to_owned()));
        }
        // Whoever appended bytes after it was opened is found out too.
        let found = state.file.seek(SeekFrom::End(0))?;
        match found == self.bytes {
            true => Ok(()),
            false => Err(TableFault::Length {
                found,
                expected: self.bytes,
            }),
        }
    }
}
