//! The growing graph short of memory, saved and taken up again, on one thread and on several.

use std::fs;
use std::path::Path;

use bonduc::board::Ring;
use bonduc::limits::{Control, Limits, Stop};
use bonduc::rules::Game;
use bonduc::search::{GrowingGraph, NothingKnown, SavedFault};
use bonduc::value::Verdict;

/// Whole games, some with one store ahead, that take some thousand to some hundred thousand states without tables.
fn games() -> Vec<(Ring, i16)> {
    let game = |pits: usize, seeds: u8, lead: i16| (Ring::from_cells(&vec![seeds; 2 * pits]), lead);
    vec![
        game(4, 3, 0),
        game(4, 4, 1),
        game(4, 5, -2),
        game(4, 6, 0),
        game(5, 3, 0),
        game(5, 4, 2),
    ]
}

fn control(memory: u64, nodes: Option<u64>) -> Control {
    let limits = Limits {
        memory: Limits::BASE_MEMORY + memory,
        nodes,
        ..Limits::default()
    };
    Control::start(limits, Default::default(), Default::default())
}

fn graph(ring: &Ring) -> GrowingGraph<'static, NothingKnown> {
    GrowingGraph::new(&Game::Giuthi.defaults(), ring, &NothingKnown)
}
/// What a game comes to, and the graph, which has all the memory that it wants.
fn expected(ring: &Ring, lead: i16) -> (Verdict, GrowingGraph<'static, NothingKnown>) {
    let mut graph = graph(ring);
    let verdict = graph.verdict(ring, lead, &Control::unlimited()).unwrap();
    assert_eq!(graph.forgotten(), 0);
    (verdict, graph)
}

#[test]
fn what_is_forgotten_changes_no_answer() {
    let (mut forgot, mut gave_up) = (0, 0);
    for (ring, lead) in games() {
        let (expected, whole) = expected(&ring, lead);
        for part in [5, 7, 9, 11, 13, 15] {
            let mut graph = graph(&ring);
            let limit = control(whole.memory() / 16 * part, Some(8 * whole.len() as u64));
            match graph.verdict(&ring, lead, &limit) {
                Ok(verdict) => {
                    assert_eq!(verdict, expected, "{ring:?} with {part} parts");
                    assert_eq!(graph.bounds(&ring, lead), (expected, expected));
                    forgot += u32::from(graph.forgotten() > 0);
                }
                Err(Stop::Memory | Stop::Nodes) => gave_up += 1,
                Err(stop) => panic!("{stop}"),
            }
        }
    }
    assert!(forgot >= 8, "{forgot} forgot something, {gave_up} gave up");
}

/// Searches up to so many states, again and again, each time from the file that was left.
fn in_pieces(ring: &Ring, lead: i16, path: &Path, states: u64) -> (Verdict, u32) {
    let mut pieces = 0;
    loop {
        let mut graph = graph(ring);
        if pieces > 0 {
            graph.load(path, &Control::unlimited()).unwrap();
        }
        pieces += 1;
        let limit = graph.len() as u64 + states;
        match graph.verdict(ring, lead, &control(1 << 30, Some(limit))) {
            Ok(verdict) => return (verdict, pieces),
            Err(Stop::Nodes) => graph.save(path).unwrap(),
            Err(stop) => panic!("{stop}"),
        };
    }
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    for (ring, lead) in games() {
        let (expected, whole) = expected(&ring, lead);
        let (verdict, pieces) = in_pieces(&ring, lead, &path, whole.len() as u64 / 5 + 1);
        assert_eq!(verdict, expected);
        assert!((2..20).contains(&pieces), "{pieces} pieces");
    }
}

#[test]
fn damaged_searches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let ring = Ring::from_cells(&[3; 8]);
    let mut whole = graph(&ring);
    let stop = whole.verdict(&ring, 0, &control(1 << 30, Some(300)));
    assert_eq!(stop, Err(Stop::Nodes));
    whole.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let names = fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 1, "a temporary file is left");
    let load = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let mut fresh = graph(&ring);
        let loaded = fresh.load(&path, &Control::unlimited());
        assert_eq!(fresh.is_empty(), loaded.is_err());
        loaded.map(|()| {
            fresh.save(&path).unwrap();
            fs::read(&path).unwrap()
        })
    };
    assert_eq!(load(&bytes).unwrap(), bytes);
    // Cut short anywhere, or a byte changed anywhere.
    for length in 0..bytes.len() {
        assert!(load(&bytes[..length]).is_err(), "{length} bytes");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        // One bit of the frame's header has no meaning (RFC 8878, 3.1.1.1.1).
        assert!(
            load(&changed).map_or(true, |same| same == bytes),
            "byte {at}"
        );
    }
    // Of another board; too large.
    fs::write(&path, &bytes).unwrap();
    let refused = graph(&Ring::from_cells(&[4; 8])).load(&path, &Control::unlimited());
    assert!(matches!(refused, Err(SavedFault::OtherPosition)));
    let refused = graph(&ring).load(&path, &control(1000, None));
    assert!(matches!(refused, Err(SavedFault::TooLarge { .. })));
}

/// Whatever the threads, the graph grows in the same way.
#[test]
fn threads_make_no_difference() {
    let grown = |threads: usize, ring: &Ring, lead: i16| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let mut graph = graph(ring);
            let verdict = graph.verdict(ring, lead, &control(3_000_000, Some(1_000_000)));
            (verdict, graph.len(), graph.forgotten())
        })
    };
    for (ring, lead) in games() {
        let one = grown(1, &ring, lead);
        assert_eq!(one, grown(2, &ring, lead));
        assert_eq!(one, grown(3, &ring, lead));
    }
}
