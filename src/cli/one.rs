//! The one position that some commands take.

use anyhow::bail;
use bonduc::puzzle::{Entry, Puzzle, load};

/// Reads a position in one line of text, a file with one puzzle, or standard input.
pub fn one_puzzle(input: &str) -> anyhow::Result<Puzzle> {
    let inputs = [input.to_owned()];
    one_of(input, load(&inputs, &mut std::io::stdin()))
}

/// Takes the one puzzle of what was read.
pub fn one_of(input: &str, mut entries: Vec<Entry>) -> anyhow::Result<Puzzle> {
    let entry = match (entries.pop(), entries.len()) {
        (Some(entry), 0) => entry,
        (_, others) => bail!("{input}: found {} positions, expected one", others + 1),
    };
    entry.puzzle.map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
        anyhow::anyhow!("{}: {}", entry.origin, faults.join("; "))
    })
}
