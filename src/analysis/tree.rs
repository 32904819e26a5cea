//! The variation tree.

use super::Hero;
use crate::limits::Stop;
use crate::rules::{Ply, Record};

/// A move of the variation tree with what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The move as it is played.
    pub ply: Ply,
    /// Whether it is the hero's only move that reaches his aim; `None` for a move of the other side.
    pub only: Option<bool>,
    /// How many plies the game lasts by it, itself included; `None` for a draw.
    pub plies: Option<u32>,
    /// What follows: the hero's best move, or all moves of the other side. Empty at the end and where the tree is cut.
    pub next: Vec<Branch>,
}

/// Returns the tree: all keys, then the hero's best moves and all replies, so many plies deep.
pub(super) fn tree(hero: &Hero, depth: u32) -> Result<Vec<Branch>, Stop> {
    branches(hero, &Record::new(*hero.study.position()), depth, true)
}

fn branches(hero: &Hero, record: &Record, depth: u32, root: bool) -> Result<Vec<Branch>, Stop> {
    if depth == 0 || record.ending().is_some() {
        return Ok(Vec::new());
    }
    let (shown, only) = if hero.is_to_move(record.position()) {
        let keys = hero.keys(record);
        let only = Some(keys.len() == 1);
        match root {
            true => (keys, only),
            false => (hero.best(record)?.into_iter().collect(), only),
        }
    } else {
        (hero.moves(record), None)
    };
    shown
        .into_iter()
        .map(|(ply, after)| {
            Ok(Branch {
                ply,
                only,
                plies: hero.plies(&after)?.map(|plies| plies + 1),
                next: branches(hero, &after, depth - 1, false)?,
            })
        })
        .collect()
}
