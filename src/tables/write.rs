//! Writing a layer to its file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::Layer;
use super::format::{BLOCK, Header, MAGIC, TableError, TableFault, VERSION, rules_name};
use super::layer::Packed;
use crate::rules::RuleSet;

/// The level of zstd: higher ones gain next to nothing on blocks this small.
const LEVEL: i32 = 6;

/// Writes a layer to a file, under a temporary name until it is whole; gives its bytes.
///
/// The same layer gives the same bytes, whatever the threads.
///
/// # Errors
///
/// If the file cannot be written; the temporary one is then removed as far as possible.
pub fn write_layer(rules: &RuleSet, layer: &Layer, path: &Path) -> Result<u64, TableError> {
    let temporary = path.with_extension(format!("part{}", std::process::id()));
    let written = write_file(rules, layer, &temporary).and_then(|bytes| {
        fs::rename(&temporary, path)?;
        Ok(bytes)
    });
    written.map_err(|error| {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        TableFault::from(error).at(path)
    })
}

fn write_file(rules: &RuleSet, layer: &Layer, path: &Path) -> io::Result<u64> {
    let index = layer.index();
    let values = distinct(layer.values());
    let header = Header {
        game: rules.game().name().to_owned(),
        rules: rules_name(rules),
        pits: index.row().pits() as u8,
        seeds: index.seeds(),
        boards: index.boards(),
        positions: index.positions(),
        block: BLOCK,
        values: values.iter().map(|v| [v.wins, v.draws]).collect(),
    };
    // 1. Blocks, compressed on all cores.
    let symbols = Symbols::new(&values);
    let blocks = layer
        .values()
        .par_chunks(BLOCK as usize)
        .map_init(
            || zstd::bulk::Compressor::new(LEVEL),
            |compressor, values| {
                let plain = symbols.of(values);
                let compressor = compressor.as_mut().map_err(|error| {
                    io::Error::other(format!("cannot start the compressor: {error}"))
                })?;
                compressor.compress(&plain)
            },
        )
        .collect::<io::Result<Vec<Vec<u8>>>>()?;
    // 2. The file.
    let mut out = Hashed::new(File::create(path)?);
    let json = serde_json::to_vec(&header)?;
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend((json.len() as u32).to_le_bytes());
    head.extend(json);
    let checksum = xxh3_64(&head);
    out.write(&head)?;
    out.write(&checksum.to_le_bytes())?;
    let mut index = Vec::new();
    for block in &blocks {
        index.extend((block.len() as u32).to_le_bytes());
        index.extend(xxh3_64(block).to_le_bytes());
    }
    out.write(&index)?;
    out.write(&xxh3_64(&index).to_le_bytes())?;
    for block in &blocks {
        out.write(block)?;
    }
    out.finish()
}

/// A file with the checksum of all that was written to it.
struct Hashed {
    file: BufWriter<File>,
    checksum: Xxh3,
    bytes: u64,
}

impl Hashed {
    fn new(file: File) -> Hashed {
        Hashed {
            file: BufWriter::with_capacity(1 << 16, file),
            checksum: Xxh3::new(),
            bytes: 0,
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Writes the checksum of the whole and sees that all reaches the disk; gives the bytes in all.
    fn finish(mut self) -> io::Result<u64> {
        let checksum = self.checksum.digest();
        self.write(&checksum.to_le_bytes())?;
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        Ok(self.bytes)
    }
}

/// The different values of a layer, in order.
fn distinct(values: &[Packed]) -> Vec<Packed> {
    let seen = values
        .par_chunks(1 << 16)
        .fold(
            || vec![false; 1 << 16],
            |mut seen, values| {
                for value in values {
                    seen[value.number()] = true;
                }
                seen
            },
        )
        .reduce(
            || vec![false; 1 << 16],
            |mut a, b| {
                for (a, b) in a.iter_mut().zip(b) {
                    *a |= b;
                }
                a
            },
        );
    let numbers = (0..1 << 16).filter(|&number| seen[number]);
    let mut distinct: Vec<Packed> = numbers.map(Packed::from_number).collect();
    distinct.sort_by_key(|value| (value.wins, value.draws));
    distinct
}

/// From values to symbols.
struct Symbols {
    symbols: Vec<u16>,
    wide: bool,
}

impl Symbols {
    fn new(values: &[Packed]) -> Symbols {
        let mut symbols = vec![0; 1 << 16];
        for (symbol, value) in values.iter().enumerate() {
            symbols[value.number()] = symbol as u16;
        }
        Symbols {
            symbols,
            wide: values.len() > 256,
        }
    }

    fn of(&self, values: &[Packed]) -> Vec<u8> {
        let symbols = values.iter().map(|value| self.symbols[value.number()]);
        if self.wide {
            symbols.flat_map(u16::to_le_bytes).collect()
        } else {
            symbols.map(|symbol| symbol as u8).collect()
        }
    }
}
