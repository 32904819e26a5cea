//! The solution that a puzzle claims to have.

use super::json::Json;
use super::reader::Reader;
use crate::board::Row;
use crate::notation::NamedMove;
use crate::rules::Game;

/// A claimed solution: a main line, or a tree with variations. Whether it is right is not looked at here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// A line of moves of both sides.
    Line(Vec<NamedMove>),
    /// A key with the replies to it.
    Tree(ClaimTree),
}

/// A move of the solver and what may be replied to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimTree {
    /// The solver's move.
    pub mv: NamedMove,
    /// The other side's replies that are treated.
    pub replies: Vec<Reply>,
}

/// A reply of the other side and how the solver goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The reply.
    pub mv: NamedMove,
    /// How the solver goes on, if the claim says.
    pub then: Option<ClaimTree>,
}

/// Reads a claim. With faults noted in `reader` the result is of no use.
pub(super) fn read(
    reader: &mut Reader,
    path: &str,
    json: &Json,
    game: Game,
    row: Row,
) -> Option<Claim> {
    match json {
        Json::Array(items) => {
            let moves = items
                .iter()
                .enumerate()
                .map(|(i, item)| read_move(reader, &format!("{path}[{i}]"), item, game, row))
                // All of them, so that every fault is noted.
                .collect::<Vec<_>>();
            Some(Claim::Line(moves.into_iter().collect::<Option<_>>()?))
        }
        Json::Object(_) => Some(Claim::Tree(read_tree(reader, path, json, game, row)?)),
        other => {
            let expected = "an array of moves or an object with move and replies";
            reader.fault(path, other.describe(), expected);
            None
        }
    }
}

fn read_tree(
    reader: &mut Reader,
    path: &str,
    json: &Json,
    game: Game,
    row: Row,
) -> Option<ClaimTree> {
    let fields = reader.fields(path, json, &["move", "replies"])?;
    let mv = reader.required(path, &fields, "move");
    let mv = mv.and_then(|json| read_move(reader, &format!("{path}.move"), json, game, row));
    let mut replies = Vec::new();
    let items = match fields.get("replies") {
        None => &[][..],
        Some(Json::Array(items)) => &items[..],
        Some(other) => {
            let path = format!("{path}.replies");
            reader.fault(&path, other.describe(), "an array of replies");
            &[][..]
        }
    };
    for (i, item) in items.iter().enumerate() {
        let path = format!("{path}.replies[{i}]");
        replies.extend(read_reply(reader, &path, item, game, row));
    }
    Some(ClaimTree { mv: mv?, replies })
}

fn read_reply(reader: &mut Reader, path: &str, json: &Json, game: Game, row: Row) -> Option<Reply> {
    let fields = reader.fields(path, json, &["move", "then"])?;
    let mv = reader.required(path, &fields, "move");
    let mv = mv.and_then(|json| read_move(reader, &format!("{path}.move"), json, game, row));
    let then = fields.get("then");
    let then = then.and_then(|json| read_tree(reader, &format!("{path}.then"), json, game, row));
    Some(Reply { mv: mv?, then })
}

fn read_move(
    reader: &mut Reader,
    path: &str,
    json: &Json,
    game: Game,
    row: Row,
) -> Option<NamedMove> {
    let text = reader.string(path, json)?;
    match NamedMove::parse(text, game, row) {
        Ok(mv) => Some(mv),
        Err(_) => {
            let last = char::from(b'a' + row.pits() as u8 - 1);
            let upper = last.to_ascii_uppercase();
            let form = match game {
                Game::Giuthi => "followed by + or -, or pass",
                Game::Kiothi => "followed by the number lifted",
            };
            let expected = format!("a move: a pit, a to {last} or A to {upper}, {form}");
            reader.fault(path, json.describe(), expected);
            None
        }
    }
}
