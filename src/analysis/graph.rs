//! The graph of a solution, for drawing.

use std::collections::HashMap;
use std::fmt::Write as _;

use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, NodeIndex};

use super::Hero;
use crate::board::Side;
use crate::limits::Stop;
use crate::notation::NamedMove;
use crate::rules::{Ending, Position, Record};
use crate::value::Goal;

/// No more positions are looked into once so many are drawn.
const ENOUGH: usize = 400;

/// A drawn position.
#[derive(Debug)]
struct Node {
    label: String,
    own: bool,
    cut: bool,
}

/// A drawn move.
#[derive(Debug)]
struct Edge {
    label: String,
    own: bool,
}

/// Draws the positions that follow when the hero plays all keys first and then best moves, and the other side anything, so many plies
/// deep, in the DOT language. A position is drawn once, however it is reached, so repetitions show as cycles.
pub(super) fn dot(hero: &Hero, depth: u32) -> Result<String, Stop> {
    let mut graph: DiGraph<Node, Edge> = DiGraph::new();
    let mut nodes: HashMap<_, NodeIndex> = HashMap::new();
    let start = Record::new(*hero.study.position());
    let root = graph.add_node(node(hero, &start));
    nodes.insert(state(start.position()), root);
    let mut level = vec![(start, root)];
    for ply in 0..depth {
        if graph.node_count() > ENOUGH {
            break;
        }
        for (record, from) in std::mem::take(&mut level) {
            let own = hero.is_to_move(record.position());
            let moves = match own {
                true if ply == 0 => hero.keys(&record),
                true => hero.best(&record)?.into_iter().collect(),
                false => hero.moves(&record),
            };
            for (ply, after) in moves {
                // A sowing without end leads nowhere; a repetition to where the position stands.
                let key = match after.ending() {
                    Some(Ending::EndlessSowing) => None,
                    _ => Some(state(after.position())),
                };
                let known = key.and_then(|key| nodes.get(&key).copied());
                let to = known.unwrap_or_else(|| {
                    let to = graph.add_node(node(hero, &after));
                    if let Some(key) = key {
                        nodes.insert(key, to);
                        level.push((Record::new(*after.position()), to));
                    }
                    to
                });
                let name = NamedMove::new(ply.mv, ply.side, ply.position.row());
                let label = match ply.captured {
                    0 => name.to_string(),
                    captured => format!("{name} x{captured}"),
                };
                graph.add_edge(from, to, Edge { label, own });
            }
        }
    }
    // What was not looked into is marked as such.
    for (record, at) in level {
        graph[at].cut = record.ending().is_none();
    }
    Ok(text(&graph, hero))
}

fn text(graph: &DiGraph<Node, Edge>, hero: &Hero) -> String {
    let config = [
        Config::NodeNoLabel,
        Config::EdgeNoLabel,
        Config::GraphContentOnly,
    ];
    let content = Dot::with_attr_getters(
        graph,
        &config,
        &|_, edge| {
            let Edge { label, own } = edge.weight();
            let width = if *own { 2 } else { 1 };
            format!("label=\"{label}\" penwidth={width}")
        },
        &|_, (_, node)| {
            let fill = if node.own { "#f4e7c5" } else { "#ffffff" };
            let border = if node.cut { "dashed" } else { "solid" };
            let label = &node.label;
            format!("label=\"{label}\" fillcolor=\"{fill}\" style=\"filled,{border}\"")
        },
    );
    let aim = match hero.goal() {
        Goal::Win => "wins",
        Goal::Draw => "draws at least",
    };
    let head = format!(
        "digraph solution {{\n    label=\"{} {aim}\"\n    node [shape=box fontname=\"monospace\"]\n    \
         edge [fontname=\"monospace\"]\n",
        hero.side()
    );
    format!("{head}{content:?}}}\n")
}

fn state(position: &Position) -> ([u64; 4], Side, i16) {
    let ring = position.ring().words(0);
    (ring, position.to_move(), position.lead())
}

/// Labels where a game stands: the two rows, who is to move, the score or how it ended.
fn node(hero: &Hero, record: &Record) -> Node {
    let at = record.position();
    let row = |side| {
        let pit = |pit| match (at.content(pit), at.is_marked(pit)) {
            (0, _) => ".".to_owned(),
            (content, true) => format!("{content}*"),
            (content, false) => content.to_string(),
        };
        at.pits(side).map(pit).collect::<Vec<_>>().join(" ")
    };
    let mut label = format!("{}\\n{}\\n", row(Side::North), row(Side::South));
    // Writing to a string does not fail.
    let _ = match record.ending() {
        Some(Ending::NoMoves { south, north }) => write!(label, "over {south}-{north}"),
        Some(Ending::EndlessSowing) => write!(label, "never ends: a draw"),
        Some(Ending::Repetition { .. }) | None => {
            let (south, north) = (at.captured(Side::South), at.captured(Side::North));
            write!(label, "{} {south}-{north}", at.to_move())
        }
    };
    Node {
        label,
        own: hero.is_to_move(at),
        cut: false,
    }
}
