//! A search in a file, to be taken up again.
//!
//! ```text
//!   14 bytes   "bonduc-search\n"
//!   u32, u32   version; length of the header
//!   header     JSON: game, rules, the board that all others come of, and how much of each follows
//!   u64        XXH3 of all before it
//!   body       one zstd frame with its checksum: keys (u64 words), states (two numbers, first edge, when it was found: u32 each),
//!              edges (target, origin: u32 each); little-endian
//! ```
//!
//! Numbers are kept as they are, so the search goes on where it stopped. What is known of boards by tables is not in it: the same search may
//! go on with others.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::GrowingGraph;
use super::question::{NO, YES};
use super::store::{Edge, NONE, State, Store};
use crate::limits::{Control, Phase, Stop};
use crate::search::graph::Known;
use crate::tables::rules_name;

const MAGIC: [u8; 14] = *b"bonduc-search\n";
const VERSION: u32 = 1;

/// A longer header is none.
const MOST_HEADER: u32 = 1 << 16;

/// The level of zstd: the fastest, since files are large and soon read again.
const LEVEL: i32 = 1;

/// Why a search cannot be kept in a file or taken up from one.
#[derive(Debug, thiserror::Error)]
pub enum SavedFault {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no file of a search, or of one of another version.
    #[error("this is no search of version {VERSION}")]
    Foreign,
    /// It is of another position or by other rules.
    #[error("this is the search of another position")]
    OtherPosition,
    /// It takes more memory than is allowed.
    #[error(
        "this search takes {needed} bytes, and {allowed} are allowed; allow more with --memory"
    )]
    TooLarge {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// It could not be read to its end in the time allowed.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// Something in it cannot be.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    game: String,
    rules: String,
    pits: usize,
    /// Contents of the board that all others come of, own row first.
    board: Vec<u8>,
    marked: u32,
    width: usize,
    states: u32,
    edges: u32,
    wins: u32,
    forgotten: u64,
}

impl<K: Known + ?Sized> GrowingGraph<'_, K> {
    /// Writes all that was found to a file, under a temporary name until it is whole; returns its bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be written; the temporary one is then removed as far as possible.
    pub fn save(&self, path: &Path) -> Result<u64, SavedFault> {
        let temporary = path.with_extension(format!("part{}", std::process::id()));
        let written = self.write(&temporary).and_then(|bytes| {
            fs::rename(&temporary, path)?;
            Ok(bytes)
        });
        written.map_err(|error| {
            // The first error is the one to tell.
            let _ = fs::remove_file(&temporary);
            error.into()
        })
    }

    fn write(&self, path: &Path) -> io::Result<u64> {
        let store = &self.store;
        let json = serde_json::to_vec(&self.header())?;
        let mut head = Vec::from(MAGIC);
        head.extend(VERSION.to_le_bytes());
        head.extend((json.len() as u32).to_le_bytes());
        head.extend(json);
        let mut file = File::create(path)?;
        file.write_all(&head)?;
        file.write_all(&xxh3_64(&head).to_le_bytes())?;
        let mut encoder = zstd::Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        let mut body = BufWriter::with_capacity(1 << 20, encoder);
        for number in 0..store.len() as u32 {
            for word in store.keys.key(number) {
                body.write_all(&word.to_le_bytes())?;
            }
        }
        for state in store.states.iter() {
            let found = if state.is_won() { state.link } else { NONE };
            write_numbers(
                &mut body,
                &[state.numbers[0], state.numbers[1], state.edges, found],
            )?;
        }
        for edge in store.edges.iter() {
            write_numbers(&mut body, &[edge.target, edge.origin])?;
        }
        let encoder = body.into_inner().map_err(|error| error.into_error())?;
        let file = encoder.finish()?;
        file.sync_all()?;
        Ok(file.metadata()?.len())
    }

    fn header(&self) -> Header {
        let (rules, root) = (&self.rules, &self.root);
        Header {
            game: rules.game().name().to_owned(),
            rules: rules_name(rules),
            pits: root.row().pits(),
            board: root.cells().to_vec(),
            marked: root.nki(),
            width: self.store.packing.width(),
            states: self.store.len() as u32,
            edges: self.store.edges.len() as u32,
            wins: self.store.wins,
            forgotten: self.forgotten,
        }
    }

    /// Takes up what was written to a file; the graph has to be new, and for the same board and rules.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is of another search, or damaged; the graph is then as it was.
    pub fn load(&mut self, path: &Path, control: &Control) -> Result<(), SavedFault> {
        let mut file = File::open(path)?;
        let header = read_header(&mut file)?;
        let expected = Header {
            states: header.states,
            edges: header.edges,
            wins: header.wins,
            forgotten: header.forgotten,
            ..self.header()
        };
        if header != expected {
            return Err(SavedFault::OtherPosition);
        }
        let mut store = Store::new(&self.rules, &self.root);
        let needed = store.memory_with(header.states as usize, header.edges as usize);
        let needed = needed + self.known.memory();
        if control.check_memory(needed).is_err() {
            let allowed = control.limits().memory;
            return Err(SavedFault::TooLarge { needed, allowed });
        }
        let mut body = BufReader::with_capacity(1 << 20, zstd::Decoder::new(file)?);
        let records = 2 * u64::from(header.states) + u64::from(header.edges);
        control.progress().begin(Phase::TakingUp, records);
        read_body(&mut store, &header, &mut body, control)?;
        (self.store, self.forgotten) = (store, header.forgotten);
        self.met_before = self.met();
        Ok(())
    }
}

/// Removes a file that is no longer needed; one that is not there is fine.
///
/// # Errors
///
/// If it cannot be removed.
pub fn remove_search(path: &Path) -> Result<(), SavedFault> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

fn read_header(file: &mut File) -> Result<Header, SavedFault> {
    let mut head = vec![0; MAGIC.len() + 8];
    let short = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => SavedFault::Foreign,
        _ => error.into(),
    };
    file.read_exact(&mut head).map_err(short)?;
    let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    let length = number(MAGIC.len() + 4);
    if !head.starts_with(&MAGIC) || number(MAGIC.len()) != VERSION || length > MOST_HEADER {
        return Err(SavedFault::Foreign);
    }
    let mut json = vec![0; length as usize];
    let mut checksum = [0; 8];
    file.read_exact(&mut json).map_err(short)?;
    file.read_exact(&mut checksum).map_err(short)?;
    head.extend(&json);
    if u64::from_le_bytes(checksum) != xxh3_64(&head) {
        return Err(SavedFault::Damaged("the checksum of its header"));
    }
    serde_json::from_slice(&json).map_err(|_| SavedFault::Foreign)
}

fn read_body(
    store: &mut Store,
    header: &Header,
    body: &mut impl Read,
    control: &Control,
) -> Result<(), SavedFault> {
    let go_on = |number: u32| {
        if number.is_multiple_of(1 << 12) {
            control.check()?;
            control.progress().advance(1 << 12);
        }
        Ok::<(), SavedFault>(())
    };
    let must = |is: bool, what: &'static str| match is {
        true => Ok(()),
        false => Err(SavedFault::Damaged(what)),
    };
    for number in 0..header.states {
        go_on(number)?;
        let mut key = [0; 4];
        for word in &mut key[..header.width] {
            let mut bytes = [0; 8];
            body.read_exact(&mut bytes)?;
            *word = u64::from_le_bytes(bytes);
        }
        let key = &key[..header.width];
        must(store.packing.is_key(key), "a state that cannot be")?;
        must(
            store.keys.insert(key) == number,
            "a state that stands twice",
        )?;
    }
    for number in 0..header.states {
        go_on(number)?;
        let [own, other, edges, link] = read_numbers(body)?;
        let state = State {
            numbers: [own, other],
            edges,
            link,
        };
        let answers = !state.is_won() || matches!((own, other), (YES, NO) | (NO, YES));
        must(answers, "a state that both sides win")?;
        must(
            edges == NONE || edges < header.edges,
            "an edge that is not there",
        )?;
        must(state.is_won() || link == NONE, "a win that is none")?;
        store.states.push(state);
    }
    for at in 0..header.edges {
        go_on(at)?;
        let [target, origin] = read_numbers(body)?;
        let mut edge = Edge {
            target,
            origin,
            next: NONE,
        };
        must(edge.to().max(origin) < header.states, "an edge to nowhere")?;
        let state = &mut store.states[edge.to() as usize];
        if !state.is_won() {
            edge.next = std::mem::replace(&mut state.link, at);
        }
        store.edges.push(edge);
    }
    must(body.read(&mut [0])? == 0, "more than it says")?;
    for (number, state) in store.states.iter().enumerate() {
        let first = state.edges;
        let own = first == NONE || store.edges[first as usize].origin == number as u32;
        must(own, "edges of another state")?;
    }
    store.wins = header.wins;
    Ok(())
}

fn write_numbers(body: &mut impl Write, numbers: &[u32]) -> io::Result<()> {
    numbers
        .iter()
        .try_for_each(|number| body.write_all(&number.to_le_bytes()))
}

fn read_numbers<const N: usize>(body: &mut impl Read) -> io::Result<[u32; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        let mut bytes = [0; 4];
        body.read_exact(&mut bytes)?;
        *number = u32::from_le_bytes(bytes);
    }
    Ok(numbers)
}
