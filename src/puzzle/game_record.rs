//! Records of whole games: as JSON, and as plain text for people.

use super::Puzzle;
use super::csv::{board_text, read_board};
use super::fault::Fault;
use super::json::Json;
use super::read::id_is_sound;
use super::stage::{read_start, read_text_stage};
use super::write::{Written, string};
use crate::board::Side;
use crate::notation::{
    GameResult, TextFault, TextRecord, TextTag, WrittenPly, parse_record, play_text, record_text,
    split_capture, stage_text,
};
use crate::rules::{Course, Ending, Position, Stage};

/// A game as it was written down: where it began, its moves, who played it. Whether it can be played so is not looked at before
/// [`GameRecord::play`].
#[derive(Debug, Clone, PartialEq)]
pub struct GameRecord {
    /// Its name.
    pub id: String,
    /// Where it began.
    pub start: Stage,
    /// Earlier positions that count for repetition (G12, K13), oldest first.
    pub history: Vec<Position>,
    /// Its moves in their order.
    pub moves: Vec<RecordedMove>,
    /// How it ended, if the record says.
    pub result: Option<GameResult>,
    /// Words about it.
    pub about: GameAbout,
}

/// A move of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move's text.
    pub text: String,
    /// What it captures, if the record says.
    pub captured: Option<u8>,
}

/// Words about a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameAbout {
    /// The occasion.
    pub event: Option<String>,
    /// The day, as the record writes it.
    pub date: Option<String>,
    /// Who played, indexed by [`Side::index`].
    pub players: [Option<String>; 2],
    /// Where it was published.
    pub source: Option<String>,
    /// Anything else.
    pub comment: Option<String>,
}

/// A game as far as it could be played.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The redistributions and plies that were played, and where it stands.
    pub course: Course,
    /// What is wrong with its record, if anything is.
    pub fault: Option<PlayFault>,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayFault {
    /// The index of the move, from 0; the number of moves for a wrong result.
    pub ply: usize,
    /// What is wrong with it.
    pub message: String,
}

const FIELDS: [&str; 9] = [
    "id", "event", "date", "players", "source", "comment", "position", "moves", "result",
];

const TAGS: [&str; 10] = [
    "Id", "Event", "Date", "South", "North", "Source", "Comment", "Position", "History", "Result",
];

const RESULTS: &str = "1-0, 0-1, 1/2 or *";

impl GameRecord {
    /// Tells whether an object is a game rather than a puzzle: it has a position and moves.
    pub fn is_one(json: &Json) -> bool {
        let Json::Object(fields) = json else {
            return false;
        };
        let has = |wanted: &str| fields.iter().any(|(name, _)| name == wanted);
        has("position") && has("moves") && !has("status")
    }

    /// Reads a game that stands at `path` of a document; `id` is its name if it gives none.
    ///
    /// # Errors
    ///
    /// Its id, as far as it has one, and every fault that it has.
    pub fn read(json: &Json, path: &str, id: &str) -> Result<GameRecord, (String, Vec<Fault>)> {
        let Json::Object(fields) = json else {
            let fault = Fault::new(path, json.describe(), "an object");
            return Err((id.to_owned(), vec![fault]));
        };
        let mut faults = Vec::new();
        let mut id = id.to_owned();
        let mut about = GameAbout::default();
        let (mut start, mut moves, mut result) = (None, None, None);
        for (index, (name, value)) in fields.iter().enumerate() {
            let path = format!("{path}.{}", super::json::field_name(name));
            if fields[..index].iter().any(|(before, _)| before == name) {
                let expected = "each field at most once";
                faults.push(Fault::new(path, "the field a second time", expected));
                continue;
            }
            match name.as_str() {
                "id" => id = text_of(value, &path, &mut faults).unwrap_or(id),
                "event" => about.event = text_of(value, &path, &mut faults),
                "date" => about.date = text_of(value, &path, &mut faults),
                "source" => about.source = text_of(value, &path, &mut faults),
                "comment" => about.comment = text_of(value, &path, &mut faults),
                "players" => about.players = players(value, &path, &mut faults),
                "position" => match read_start(value, &path) {
                    Ok(read) => start = Some(read),
                    Err(mut more) => faults.append(&mut more),
                },
                "moves" => moves = read_moves(value, &path, &mut faults),
                "result" => {
                    let text = text_of(value, &path, &mut faults);
                    result = text.as_deref().and_then(GameResult::from_name);
                    if text.is_some() && result.is_none() {
                        faults.push(Fault::new(path, value.describe(), RESULTS));
                    }
                }
                _ => {
                    let expected = format!("one of the fields {}", FIELDS.join(", "));
                    faults.push(Fault::new(path, "an unknown field", expected));
                }
            }
        }
        for name in ["position", "moves"] {
            if !fields.iter().any(|(field, _)| field == name) {
                let path = format!("{path}.{name}");
                let fault = Fault::new(path, "nothing", "this required field");
                faults.push(fault);
            }
        }
        match (start, moves) {
            (Some(course), Some(moves)) if faults.is_empty() => Ok(GameRecord {
                id,
                start: *course.start(),
                history: course.history().to_vec(),
                moves,
                result,
                about,
            }),
            _ => Err((id, faults)),
        }
    }

    /// Reads a game from plain text whose first line has the number `first_line`; `id` is its name if it gives none.
    ///
    /// # Errors
    ///
    /// Its id, as far as it has one, and every fault that it has.
    pub fn read_text(
        text: &str,
        first_line: usize,
        id: &str,
    ) -> Result<GameRecord, (String, Vec<Fault>)> {
        let record = parse_record(text, first_line).map_err(|faults| {
            let faults = faults.into_iter().map(Fault::from).collect();
            (id.to_owned(), faults)
        })?;
        Tags::read(record, first_line, id)
    }

    /// Plays it up to its end or to what is wrong with it: a move that is none or not legal, a capture that is not as stated; or, at the end of
    /// a game that is over by the rules, another result. A result of a game that is not over (one was given up, or agreed on) is taken as it is.
    pub fn play(&self) -> PlayedGame {
        let mut course = Course::new(self.start, &self.history);
        let mut fault = None;
        for (ply, mv) in self.moves.iter().enumerate() {
            if let Err(message) = play_one(&mut course, mv) {
                fault = Some(PlayFault { ply, message });
                break;
            }
        }
        let ending = course.ending();
        if let (None, Some(ending), Some(stated)) = (&fault, ending, self.result)
            && ![GameResult::Open, result_of(ending)].contains(&stated)
        {
            let (stated, is) = (stated.name(), result_of(ending).name());
            fault = Some(PlayFault {
                ply: self.moves.len(),
                message: format!("the result is given as {stated}, by the rules it is {is}"),
            });
        }
        PlayedGame { course, fault }
    }

    /// Returns the puzzle that stands after so many plies (`None`: after the last), with the earlier boards of the game that count for
    /// repetition: those with as many seeds. Faults name `path` as the game's place.
    ///
    /// # Errors
    ///
    /// If the game does not get so far, or is over there by something else than that no one can move.
    pub fn puzzle_at(&self, ply: Option<usize>, path: &str) -> Result<Puzzle, Fault> {
        let game = self.play();
        let at = ply.unwrap_or(self.moves.len());
        let played = game.course.redistributions().len() + game.course.plies().len();
        if at > played {
            let (found, expected) = match game.fault {
                Some(PlayFault { ply, message }) => (
                    format!("a game that stops at move {}: {message}", ply + 1),
                    format!("one that can be played up to ply {at}"),
                ),
                None => (
                    format!("a game of {played} plies"),
                    format!("one of {at} plies or more"),
                ),
            };
            return Err(Fault::new(path, found, expected));
        }
        let mut course = Course::new(self.start, &self.history);
        for mv in &self.moves[..at] {
            play_one(&mut course, mv).map_err(|found| {
                Fault::new(path, found, "moves that can be played one after the other")
            })?;
        }
        match course.ending() {
            None | Some(Ending::NoMoves { .. }) => {}
            Some(over) => {
                let how = match over {
                    Ending::Repetition { .. } => "a draw by repetition",
                    _ => "a draw by a sowing that never ends",
                };
                let found = format!("a game that is over after ply {at}: {how}");
                let expected = "a position from which it goes on";
                return Err(Fault::new(path, found, expected));
            }
        }
        let id = format!("{}-ply{at}", self.id);
        if !id_is_sound(&id) {
            let expected = "an id that can be a puzzle's";
            return Err(Fault::new(path, format!("{id:?}"), expected));
        }
        Ok(Puzzle {
            history: course.repeatable(),
            ..Puzzle::of_stage(id, course.stage())
        })
    }

    /// Returns how it ended: by the rules, if it is over by them; otherwise as the record says.
    fn final_result(&self, game: &PlayedGame) -> GameResult {
        match game.course.ending() {
            Some(ending) => result_of(ending),
            None => self.result.unwrap_or(GameResult::Open),
        }
    }

    /// Writes it as JSON, as [`GameRecord::read`] takes it; `game` is what [`GameRecord::play`] made of it.
    pub fn to_json(&self, game: &PlayedGame) -> Json {
        let mut fields = Written::default();
        fields.put("id", string(&self.id));
        fields.text("event", &self.about.event);
        fields.text("date", &self.about.date);
        let mut players = Written::default();
        for side in Side::BOTH {
            players.text(side.name(), &self.about.players[side.index()]);
        }
        if self.about.players.iter().any(Option::is_some) {
            fields.put("players", players.object());
        }
        fields.text("source", &self.about.source);
        fields.text("comment", &self.about.comment);
        fields.put("position", self.start_json());
        let moves = self.moves.iter().map(|mv| string(&mv.text));
        fields.put("moves", Json::Array(moves.collect()));
        match self.final_result(game) {
            GameResult::Open => {}
            result => fields.put("result", string(result.name())),
        }
        fields.object()
    }

    /// Writes where it began: in a line of text or, with a history, as the object of a puzzle file.
    fn start_json(&self) -> Json {
        if self.history.is_empty() {
            return string(stage_text(&self.start));
        }
        match self.start().to_json() {
            Json::Object(mut fields) => {
                fields.retain(|(name, _)| name != "id");
                Json::Object(fields)
            }
            other => other,
        }
    }

    fn start(&self) -> Puzzle {
        Puzzle {
            history: self.history.clone(),
            ..Puzzle::of_stage("start".to_owned(), self.start)
        }
    }

    /// Writes it as plain text, as [`GameRecord::read_text`] takes it; `game` is what [`GameRecord::play`] made of it.
    pub fn to_text(&self, game: &PlayedGame) -> String {
        let mut tags = vec![("Id", self.id.clone())];
        let about = &self.about;
        let [south, north] = &about.players;
        for (name, value) in [
            ("Event", &about.event),
            ("Date", &about.date),
            ("South", south),
            ("North", north),
            ("Source", &about.source),
            ("Comment", &about.comment),
        ] {
            tags.extend(value.clone().map(|value| (name, value)));
        }
        tags.push(("Position", stage_text(&self.start)));
        let history = self.history.iter().map(board_text);
        tags.extend(history.map(|board| ("History", board)));
        let redistributions = game.course.redistributions().iter();
        let sides = redistributions.map(|one| (one.side, 0));
        let plies = game.course.plies().iter();
        let sides = sides.chain(plies.map(|ply| (ply.side, ply.captured)));
        let plies: Vec<WrittenPly> = sides
            .zip(&self.moves)
            .map(|((side, captured), mv)| WrittenPly {
                side,
                text: mv.text.clone(),
                captured,
            })
            .collect();
        record_text(&tags, &plies, self.final_result(game))
    }
}

/// Plays a move of a record.
fn play_one(course: &mut Course, mv: &RecordedMove) -> Result<(), String> {
    let text = &mv.text;
    let plies = course.plies().len();
    let before = mv.captured.map(|_| course.clone());
    play_text(course, text).map_err(|error| error.to_string())?;
    let played = course.plies().get(plies).map_or(0, |ply| ply.captured);
    match mv.captured {
        Some(stated) if stated != played => {
            // The move was not the one that is meant.
            before.into_iter().for_each(|before| *course = before);
            Err(format!(
                "{text} x{stated}: it captures {played} by the rules"
            ))
        }
        _ => Ok(()),
    }
}

/// Returns the result of a game that is over.
fn result_of(ending: Ending) -> GameResult {
    match ending {
        Ending::NoMoves { south, north } if south > north => GameResult::South,
        Ending::NoMoves { south, north } if south < north => GameResult::North,
        _ => GameResult::Draw,
    }
}

fn text_of(json: &Json, path: &str, faults: &mut Vec<Fault>) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        other => {
            faults.push(Fault::new(path, other.describe(), "a string"));
            None
        }
    }
}

fn players(json: &Json, path: &str, faults: &mut Vec<Fault>) -> [Option<String>; 2] {
    let mut players = [None, None];
    let Json::Object(fields) = json else {
        let expected = "an object with south and north";
        faults.push(Fault::new(path, json.describe(), expected));
        return players;
    };
    for (name, value) in fields {
        let path = format!("{path}.{}", super::json::field_name(name));
        let side = Side::BOTH.into_iter().find(|side| side.name() == name);
        match side.map(|side| &mut players[side.index()]) {
            Some(player @ None) => *player = text_of(value, &path, faults),
            Some(Some(_)) => {
                let expected = "each field at most once";
                faults.push(Fault::new(path, "the field a second time", expected));
            }
            None => {
                let expected = "one of the fields south, north";
                faults.push(Fault::new(path, "an unknown field", expected));
            }
        }
    }
    players
}

fn read_moves(json: &Json, path: &str, faults: &mut Vec<Fault>) -> Option<Vec<RecordedMove>> {
    let Json::Array(items) = json else {
        faults.push(Fault::new(path, json.describe(), "an array of moves"));
        return None;
    };
    let mut moves = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let split = match item {
            Json::String(text) => split_capture(text),
            _ => None,
        };
        match split {
            Some((text, captured)) => moves.push(RecordedMove {
                text: text.to_owned(),
                captured,
            }),
            None => {
                let expected = "a move as a string, as \"b+\" or \"b+ x5\"";
                faults.push(Fault::new(
                    format!("{path}[{i}]"),
                    item.describe(),
                    expected,
                ));
            }
        }
    }
    Some(moves)
}

impl From<TextFault> for Fault {
    fn from(fault: TextFault) -> Fault {
        let path = format!("line {}, column {}", fault.line, fault.column);
        Fault::new(path, fault.found, fault.expected)
    }
}

/// The tags of a record in plain text, being read.
struct Tags {
    faults: Vec<Fault>,
    id: String,
    about: GameAbout,
    start: Option<Stage>,
    history: Vec<(String, Json)>,
    result: Option<GameResult>,
}

fn place(tag: &TextTag) -> String {
    format!("line {}, column {}", tag.line, tag.column)
}

impl Tags {
    fn read(
        record: TextRecord,
        first_line: usize,
        id: &str,
    ) -> Result<GameRecord, (String, Vec<Fault>)> {
        let mut tags = Tags {
            faults: Vec::new(),
            id: id.to_owned(),
            about: GameAbout::default(),
            start: None,
            history: Vec::new(),
            result: record.result,
        };
        for (index, tag) in record.tags.iter().enumerate() {
            let before = &record.tags[..index];
            let doubled = tag.name != "History" && before.iter().any(|one| one.name == tag.name);
            if doubled {
                let found = format!("the tag {} a second time", tag.name);
                tags.fault(tag, found, "each tag at most once, History apart");
            } else {
                tags.take(tag);
            }
        }
        if !record.tags.iter().any(|tag| tag.name == "Position") {
            let path = format!("line {first_line}");
            let expected = "this required tag, as [Position \"giuthi 0,0,3/2,0,0 s\"]";
            tags.faults
                .push(Fault::new(path, "no tag Position", expected));
        }
        let history = tags.read_history();
        match tags.start {
            Some(start) if tags.faults.is_empty() => Ok(GameRecord {
                id: tags.id,
                start,
                history,
                moves: record
                    .moves
                    .into_iter()
                    .map(|mv| RecordedMove {
                        text: mv.text,
                        captured: mv.captured,
                    })
                    .collect(),
                result: tags.result,
                about: tags.about,
            }),
            _ => Err((tags.id, tags.faults)),
        }
    }

    fn fault(&mut self, tag: &TextTag, found: impl Into<String>, expected: impl Into<String>) {
        self.faults.push(Fault::new(place(tag), found, expected));
    }

    fn take(&mut self, tag: &TextTag) {
        let value = tag.value.clone();
        let [south, north] = &mut self.about.players;
        match tag.name.as_str() {
            "Id" => self.id = value,
            "Event" => self.about.event = Some(value),
            "Date" => self.about.date = Some(value),
            "South" => *south = Some(value),
            "North" => *north = Some(value),
            "Source" => self.about.source = Some(value),
            "Comment" => self.about.comment = Some(value),
            "Position" => match read_text_stage(&value, &place(tag)) {
                Ok(start) => self.start = Some(start),
                Err(mut faults) => self.faults.append(&mut faults),
            },
            "History" => match read_board(&value) {
                Some(board) => self.history.push((place(tag), board)),
                None => {
                    let expected = "a board and who was to move, as 0,0,3/2,0,0 s";
                    self.fault(tag, format!("{value:?}"), expected);
                }
            },
            "Result" => match (GameResult::from_name(&value), self.result) {
                (None, _) => self.fault(tag, format!("{value:?}"), RESULTS),
                (Some(result), Some(at_the_end)) if result != at_the_end => {
                    let expected = format!("{}, as after the moves", at_the_end.name());
                    self.fault(tag, format!("{value:?}"), expected);
                }
                (result, _) => self.result = result,
            },
            name => {
                let expected = format!("one of the tags {}", TAGS.join(", "));
                self.fault(tag, format!("the unknown tag {name}"), expected);
            }
        }
    }

    /// Holds the earlier boards to what those of a puzzle are held to.
    fn read_history(&mut self) -> Vec<Position> {
        let (Some(start), false) = (self.start, self.history.is_empty()) else {
            return Vec::new();
        };
        let start = Puzzle::of_stage("start".to_owned(), start);
        let Json::Object(mut fields) = start.to_json() else {
            return Vec::new();
        };
        let boards = self.history.iter().map(|(_, board)| board.clone());
        fields.push(("history".to_owned(), Json::Array(boards.collect())));
        match Puzzle::read(&Json::Object(fields), "$", "start") {
            Ok(puzzle) => puzzle.history,
            Err((_, faults)) => {
                for fault in faults {
                    // The index in `$.history[3].north` names the tag.
                    let rest = fault.path.strip_prefix("$.history[");
                    let index = rest.and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
                    let tag = index.and_then(|index| self.history.get(index));
                    let path = tag.map_or(fault.path, |(place, _)| place.clone());
                    self.faults
                        .push(Fault::new(path, fault.found, fault.expected));
                }
                Vec::new()
            }
        }
    }
}
