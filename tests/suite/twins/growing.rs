//! The growing graph short of memory, saved and taken up again, on one thread and on two.

use std::fs;
use std::path::Path;

use bonduc::board::Ring;
use bonduc::limits::{Control, Limits, Stop};
use bonduc::rules::Position;
use bonduc::search::{GrowingGraph, NothingKnown, SavedFault};
use bonduc::value::Verdict;

use crate::support::{data, position};

/// The boards of 14 to 17 seeds of the vectors, with their verdict at a lead of 0.
fn boards() -> Vec<(Position, Verdict)> {
    let lines = data("giuthi-search.jsonl");
    let boards = lines.into_iter().map(|mut line| {
        line.as_object_mut().unwrap().remove("captured");
        let least = |field: &str| match line[field].as_i64() {
            Some(lead) => lead,
            None if line[field] == "never" => i64::MAX,
            None => i64::MIN,
        };
        let verdict = if least("wins_with_lead") <= 0 {
            Verdict::Win
        } else if least("draws_with_lead") <= 0 {
            Verdict::Draw
        } else {
            Verdict::Loss
        };
        (position(&line), verdict)
    });
    boards.collect()
}

fn control(memory: u64, nodes: Option<u64>) -> Control {
    let limits = Limits {
        memory: Limits::BASE_MEMORY + memory,
        nodes,
        ..Limits::default()
    };
    Control::start(limits, Default::default(), Default::default())
}

fn graph(at: &Position) -> GrowingGraph<'static, NothingKnown> {
    GrowingGraph::new(at.rules(), at.ring(), &NothingKnown)
}

#[test]
fn what_is_forgotten_changes_no_answer() {
    let (mut forgot, mut solved, mut gave_up) = (0, 0, 0);
    for (at, expected) in boards().iter().take(20) {
        for memory in [1_200_000, 2_000_000, 4_000_000] {
            let mut graph = graph(at);
            match graph.verdict(at.ring(), 0, &control(memory, Some(2_000_000))) {
                Ok(verdict) => {
                    assert_eq!(verdict, *expected, "{at:?} with {memory} bytes");
                    solved += 1;
                    forgot += u32::from(graph.forgotten() > 0);
                }
                Err(Stop::Memory) => gave_up += 1,
                Err(stop) => panic!("{stop}"),
            }
        }
    }
    println!("forgot {forgot} solved {solved} gave up {gave_up}");
    assert!(
        forgot >= 5,
        "{forgot} of {solved} that were solved forgot something"
    );
}

/// Searches until a limit on states, again and again, each time from the file that was left.
fn in_pieces(at: &Position, path: &Path, states: u64) -> (Verdict, usize, u32) {
    for piece in 1.. {
        let mut graph = graph(at);
        if piece > 1 {
            graph.load(path, &Control::unlimited()).unwrap();
        }
        let limit = graph.len() as u64 + states;
        match graph.verdict(at.ring(), 0, &control(1 << 30, Some(limit))) {
            Ok(verdict) => return (verdict, graph.len(), piece),
            Err(Stop::Nodes) => {
                graph.save(path).unwrap();
            }
            Err(stop) => panic!("{stop}"),
        }
    }
    unreachable!()
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let mut pieces = 0;
    for (at, expected) in boards().iter().take(8) {
        let mut whole = graph(at);
        assert_eq!(
            whole.verdict(at.ring(), 0, &Control::unlimited()),
            Ok(*expected)
        );
        let (verdict, _, piece) = in_pieces(at, &path, (whole.len() as u64 / 4).max(500));
        assert_eq!(verdict, *expected);
        pieces = pieces.max(piece);
    }
    assert!(pieces > 2);
}

#[test]
fn damaged_searches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let (at, _) = boards()[0];
    let mut whole = graph(&at);
    let stop = whole.verdict(at.ring(), 0, &control(1 << 30, Some(300)));
    assert_eq!(stop, Err(Stop::Nodes));
    whole.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "no temporary file is left");
    let load = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let mut fresh = graph(&at);
        let loaded = fresh.load(&path, &Control::unlimited());
        assert_eq!(fresh.is_empty(), loaded.is_err());
        loaded
    };
    assert!(load(&bytes).is_ok());
    // Cut short anywhere, or a byte changed anywhere.
    for length in 0..bytes.len() {
        assert!(load(&bytes[..length]).is_err(), "{length} bytes");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(load(&changed).is_err(), "byte {at}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(load(&longer).is_err());
    // Of another board; too large.
    fs::write(&path, &bytes).unwrap();
    let (other, _) = boards()[1];
    let mut fresh = graph(&other);
    let refused = fresh.load(&path, &Control::unlimited());
    assert!(matches!(refused, Err(SavedFault::OtherPosition)));
    let mut fresh = graph(&at);
    let refused = fresh.load(&path, &control(1000, None));
    assert!(matches!(refused, Err(SavedFault::TooLarge { .. })));
}

/// Whatever the threads, the graph grows in the same way.
#[test]
fn threads_make_no_difference() {
    let grown = |threads: usize, at: &Position| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| {
            let mut graph = graph(at);
            let verdict = graph.verdict(at.ring(), 0, &control(8_000_000, None));
            (verdict, graph.len(), graph.forgotten())
        })
    };
    for (at, _) in boards().iter().take(6) {
        let one = grown(1, at);
        assert_eq!(one, grown(2, at));
        assert_eq!(one, grown(3, at));
    }
}

/// Boards whose keys take a word, two words and four.
#[test]
fn wide_boards_are_searched_too() {
    for (cells, expected) in [
        (
            vec![
                1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,
            ],
            None,
        ),
        (
            vec![0, 60, 0, 60, 0, 60, 0, 60, 0, 0, 0, 0, 0, 0, 0, 0],
            None::<Verdict>,
        ),
    ] {
        let ring = Ring::from_cells(&cells);
        let rules = bonduc::rules::Game::Giuthi.defaults();
        let mut graph = GrowingGraph::new(&rules, &ring, &NothingKnown);
        let found = graph.verdict(&ring, 0, &control(1 << 30, Some(200_000)));
        println!("{found:?} {}", graph.len());
        let _ = expected;
    }
}
