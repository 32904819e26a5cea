//! Reading one puzzle from JSON.

use super::claim;
use super::fault::Fault;
use super::json::Json;
use super::reader::{Fields, Reader};
use super::stipulation;
use super::{About, Puzzle};
use crate::board::{MAX_ROW, MAX_SEEDS, MIN_ROW, Pit, Row, Side};
use crate::rules::{Game, MarkFault, Position, Preset, RuleSet, Setup, SetupFault};

const FIELDS: [&str; 20] = [
    "id",
    "game",
    "rules",
    "pits",
    "north",
    "south",
    "marked",
    "captured",
    "to_move",
    "phase",
    "redistributed",
    "history",
    "stipulation",
    "title",
    "author",
    "source",
    "year",
    "comment",
    "tags",
    "solution",
];

/// The most bytes of an id.
const ID_LENGTH: usize = 200;

impl Puzzle {
    /// Reads a puzzle that stands at `path` of a document; `id` is its name if it gives none.
    ///
    /// # Errors
    ///
    /// Its id, as far as it has one, and every fault that it has.
    pub fn read(json: &Json, path: &str, id: &str) -> Result<Puzzle, (String, Vec<Fault>)> {
        let mut reader = Reader::default();
        let puzzle = reader.puzzle(json, path, id);
        let id = match json {
            Json::Object(fields) => fields
                .iter()
                .find_map(|(name, value)| match value {
                    Json::String(own) if name == "id" && id_is_sound(own) => Some(own.clone()),
                    _ => None,
                })
                .unwrap_or_else(|| id.to_owned()),
            _ => id.to_owned(),
        };
        match puzzle {
            Some(puzzle) if reader.faults.is_empty() => Ok(puzzle),
            _ => Err((id, reader.faults)),
        }
    }
}

/// Tells whether an object is an answer of this program rather than a puzzle.
fn is_solution(json: &Json) -> bool {
    let has = |field: &str| match json {
        Json::Object(fields) => fields.iter().any(|(name, _)| name == field),
        _ => false,
    };
    has("status") && (has("verdict") || has("program") || has("solutions"))
}

/// Tells whether an id can be printed on a line and be a file's name.
pub(super) fn id_is_sound(id: &str) -> bool {
    !id.is_empty() && id.len() <= ID_LENGTH && !id.starts_with('.') && id.chars().all(id_may_have)
}

/// Tells whether a character may stand in an id.
pub(super) fn id_may_have(c: char) -> bool {
    !c.is_control() && !"/\\:*?\"<>|".contains(c)
}

impl Reader {
    fn puzzle(&mut self, json: &Json, path: &str, id: &str) -> Option<Puzzle> {
        if is_solution(json) {
            self.fault(path, "a solution file", "a puzzle file");
            return None;
        }
        let fields = self.fields(path, json, &FIELDS)?;
        let at = |name: &str| format!("{path}.{name}");
        // 1. What it is called.
        let id = match fields.get("id") {
            Some(json) => match self.string(&at("id"), json) {
                Some(own) if id_is_sound(own) => own.to_owned(),
                Some(_) => {
                    let expected = format!(
                        "1 to {ID_LENGTH} bytes without control characters or / \\ : * ? \" < > |, \
                         and no dot in front"
                    );
                    self.fault(&at("id"), json.describe(), expected);
                    id.to_owned()
                }
                None => id.to_owned(),
            },
            None => id.to_owned(),
        };
        // 2. The rules.
        let game = self.required(path, &fields, "game").and_then(|json| {
            let games = Game::BOTH.map(|game| (game.name(), game));
            self.word(&at("game"), json, &games)
        });
        let rules = match (game, fields.get("rules")) {
            (Some(game), Some(json)) => self.rules(&at("rules"), json, game),
            (Some(game), None) => Some(game.defaults()),
            (None, _) => None,
        };
        // 3. The board.
        let north = self.required(path, &fields, "north");
        let north = north.and_then(|json| self.row(&at("north"), json));
        let south = self.required(path, &fields, "south");
        let south = south.and_then(|json| self.row(&at("south"), json));
        if let Some(json) = fields.get("pits")
            && let Some(pits) = self.integer(&at("pits"), json, MIN_ROW as i64, MAX_ROW as i64)
        {
            for (name, row) in [("north", &north), ("south", &south)] {
                if let Some(row) = row
                    && row.len() as i64 != pits
                {
                    let found = format!("{} pits", row.len());
                    self.fault(&at(name), found, format!("{pits}, as the field pits says"));
                }
            }
        }
        let sides = Side::BOTH.map(|side| (side.name(), side));
        let to_move = self
            .required(path, &fields, "to_move")
            .and_then(|json| self.word(&at("to_move"), json, &sides));
        let captured = match fields.get("captured") {
            Some(json) => self.captured(&at("captured"), json),
            None => Some([0, 0]),
        };
        let marked = match fields.get("marked") {
            Some(json) => self.marked(&at("marked"), json),
            None => Some(Vec::new()),
        };
        // 4. What is asked.
        let redistributed = self.phase(path, &fields, game);
        let stipulation = match fields.get("stipulation") {
            Some(json) => stipulation::read(self, &at("stipulation"), json),
            None => None,
        };
        let about = self.about(path, &fields);
        // 5. All together. What is missing is stood in for, so that everything else that is wrong is told too.
        let rows_known = north.is_some() && south.is_some();
        let setup = Setup {
            rules: rules.unwrap_or_else(|| Game::Kiothi.defaults()),
            north: north.unwrap_or_default(),
            south: south.unwrap_or_default(),
            marked: marked.unwrap_or_default(),
            captured: captured.unwrap_or_default(),
            to_move: to_move.unwrap_or(Side::South),
        };
        let row = Row::new(setup.south.len()).filter(|_| setup.north.len() == setup.south.len());
        let faults = if rows_known {
            setup.faults()
        } else {
            Vec::new()
        };
        for fault in faults {
            self.setup_fault(path, fault, game.is_some(), fields.contains_key("pits"));
        }
        let claim = match (fields.get("solution"), game, row) {
            _ if redistributed.is_some() => None,
            (Some(json), Some(game), Some(row)) => {
                claim::read(self, &at("solution"), json, game, row)
            }
            _ => None,
        };
        let history = match fields.get("history") {
            _ if redistributed.is_some() => Vec::new(),
            Some(json) => {
                let sound = self.faults.is_empty();
                self.history(&at("history"), json, &setup, sound)
            }
            None => Vec::new(),
        };
        let opening = match redistributed {
            Some(made) if rows_known => self.opening(path, &setup, made),
            _ => None,
        };
        if !self.faults.is_empty() {
            return None;
        }
        Some(Puzzle {
            id,
            position: Position::from_setup(&setup).ok()?,
            opening,
            history,
            stipulation,
            about,
            claim,
        })
    }

    pub(super) fn rules(&mut self, path: &str, json: &Json, game: Game) -> Option<RuleSet> {
        match json {
            Json::String(_) => self.preset(path, json, game),
            Json::Object(pairs) => {
                let mut known = vec!["preset"];
                known.extend(game.options().iter().map(|spec| spec.name));
                let fields = self.fields(path, json, &known)?;
                let mut rules = match fields.get("preset") {
                    Some(json) => self.preset(&format!("{path}.preset"), json, game)?,
                    None => game.defaults(),
                };
                for (name, value) in pairs {
                    if let Some(spec) = game.options().iter().find(|spec| spec.name == name) {
                        let text = match value {
                            Json::String(text) if !spec.boolean => Some(text.clone()),
                            Json::Bool(value) if spec.boolean => Some(value.to_string()),
                            _ => None,
                        };
                        let result = text.map(|text| rules.set_option(name, &text));
                        if !matches!(result, Some(Ok(()))) {
                            let quote = |value: &&str| match spec.boolean {
                                true => (*value).to_owned(),
                                false => format!("{value:?}"),
                            };
                            let values: Vec<String> = spec.values.iter().map(quote).collect();
                            let path = format!("{path}.{name}");
                            self.fault(&path, value.describe(), values.join(" or "));
                        }
                    }
                }
                Some(rules)
            }
            other => {
                let expected = "the name of a rule set, or an object with preset and options";
                self.fault(path, other.describe(), expected);
                None
            }
        }
    }

    fn preset(&mut self, path: &str, json: &Json, game: Game) -> Option<RuleSet> {
        let presets: Vec<(&str, RuleSet)> = Preset::ALL
            .into_iter()
            .map(|preset| (preset.name(), preset.rules()))
            .filter(|(_, rules)| rules.game() == game)
            .collect();
        self.word(path, json, &presets)
    }

    fn row(&mut self, path: &str, json: &Json) -> Option<Vec<u8>> {
        let items = self.array(path, json, "seeds by pit")?;
        let contents: Vec<Option<i64>> = items
            .iter()
            .enumerate()
            .map(|(i, item)| self.integer(&format!("{path}[{i}]"), item, 0, MAX_SEEDS.into()))
            .collect();
        // A pit of unknown content counts as occupied, so that a mark on it is no fault.
        let contents = contents
            .into_iter()
            .map(|content| content.unwrap_or(1) as u8);
        Some(contents.collect())
    }

    fn captured(&mut self, path: &str, json: &Json) -> Option<[u32; 2]> {
        let fields = self.fields(path, json, &["south", "north"])?;
        let mut captured = [0; 2];
        for side in Side::BOTH {
            if let Some(json) = fields.get(side.name()) {
                let path = format!("{path}.{}", side.name());
                captured[side.index()] = self.integer(&path, json, 0, MAX_SEEDS.into())? as u32;
            }
        }
        Some(captured)
    }

    fn marked(&mut self, path: &str, json: &Json) -> Option<Vec<Pit>> {
        let items = self.array(path, json, "names of boma")?;
        let longest = Row::new(MAX_ROW)?;
        let mut marked = Vec::new();
        let mut sound = true;
        for (i, item) in items.iter().enumerate() {
            let pit = match item {
                Json::String(text) => {
                    let mut letters = text.chars();
                    match (letters.next(), letters.next()) {
                        (Some(letter), None) => Pit::from_letter(letter, longest),
                        _ => None,
                    }
                }
                _ => None,
            };
            match pit {
                Some(pit) => marked.push(pit),
                None => {
                    sound = false;
                    let expected = "the name of a boma, as \"c\" or \"C\"";
                    self.fault(&format!("{path}[{i}]"), item.describe(), expected);
                }
            }
        }
        sound.then_some(marked)
    }

    /// Reads earlier positions of a puzzle's own; those that cannot have stood before it are faults.
    fn history(&mut self, path: &str, json: &Json, own: &Setup, sound: bool) -> Vec<Position> {
        let items = self
            .array(path, json, "earlier positions")
            .unwrap_or_default();
        let mut history = Vec::new();
        for (i, item) in items.iter().enumerate() {
            history.extend(self.earlier(&format!("{path}[{i}]"), item, own, sound));
        }
        history
    }

    fn earlier(&mut self, path: &str, json: &Json, own: &Setup, sound: bool) -> Option<Position> {
        let fields = self.fields(path, json, &["north", "south", "marked", "to_move"])?;
        let at = |name: &str| format!("{path}.{name}");
        let north = self.required(path, &fields, "north");
        let north = north.and_then(|json| self.row(&at("north"), json));
        let south = self.required(path, &fields, "south");
        let south = south.and_then(|json| self.row(&at("south"), json));
        let sides = Side::BOTH.map(|side| (side.name(), side));
        let to_move = self
            .required(path, &fields, "to_move")
            .and_then(|json| self.word(&at("to_move"), json, &sides));
        let marked = match fields.get("marked") {
            Some(json) => self.marked(&at("marked"), json)?,
            None => Vec::new(),
        };
        let setup = Setup {
            north: north?,
            south: south?,
            marked,
            to_move: to_move?,
            ..own.clone()
        };
        let faults = setup.faults();
        for fault in &faults {
            self.setup_fault(path, fault.clone(), true, false);
        }
        if !sound || !faults.is_empty() {
            return None;
        }
        let (earlier, own) = (
            Position::from_setup(&setup).ok()?,
            Position::from_setup(own).ok()?,
        );
        if earlier.row() != own.row() {
            let found = format!("{} pits a row", earlier.row().pits());
            self.fault(
                path,
                found,
                format!("{}, as the position has", own.row().pits()),
            );
        } else if earlier.ring().seeds() != own.ring().seeds() {
            let found = format!("{} seeds on the board", earlier.ring().seeds());
            let expected = format!(
                "{}, as the position has: no other board can come up again",
                own.ring().seeds()
            );
            self.fault(path, found, expected);
        } else if earlier == own {
            let expected = "earlier positions; with this one the game would be over";
            self.fault(path, "the position itself", expected);
        }
        Some(earlier)
    }

    fn about(&mut self, path: &str, fields: &Fields) -> About {
        let mut text = |name: &str| {
            let json = fields.get(name)?;
            let text = self.string(&format!("{path}.{name}"), json)?;
            Some(text.to_owned())
        };
        let mut about = About {
            title: text("title"),
            author: text("author"),
            source: text("source"),
            comment: text("comment"),
            ..About::default()
        };
        if let Some(json) = fields.get("year") {
            let year = self.integer(&format!("{path}.year"), json, -9999, 9999);
            about.year = year.map(|year| year as i32);
        }
        if let Some(json) = fields.get("tags") {
            let path = format!("{path}.tags");
            let items = self.array(&path, json, "strings").unwrap_or_default();
            for (i, item) in items.iter().enumerate() {
                let tag = self.string(&format!("{path}[{i}]"), item);
                about.tags.extend(tag.map(str::to_owned));
            }
        }
        about
    }

    /// Notes what is wrong with the position as a whole, unless it has been noted field by field.
    fn setup_fault(&mut self, path: &str, fault: SetupFault, game_known: bool, pits_given: bool) {
        let at = |name: &str| format!("{path}.{name}");
        match fault {
            // With the field pits each row has been held against it already.
            SetupFault::RowsDiffer { .. } if pits_given => {}
            SetupFault::RowsDiffer { north, south } => {
                let found = format!("{north} pits");
                self.fault(
                    &at("north"),
                    found,
                    format!("{south}, as many as south has"),
                );
            }
            SetupFault::RowLength(pits) => {
                let found = format!("{pits} pits");
                self.fault(
                    &at("south"),
                    found,
                    format!("{MIN_ROW} to {MAX_ROW} pits a row"),
                );
            }
            SetupFault::TooManySeeds(seeds) => {
                let found = format!("{seeds} seeds on the board and captured");
                self.fault(path, found, format!("at most {MAX_SEEDS} in all"));
            }
            SetupFault::Mark { index, pit, why } => {
                let (found, expected) = match why {
                    MarkFault::InGiuthi if game_known => {
                        (format!("a mark on {pit}"), "no marks: Giuthi has none")
                    }
                    MarkFault::InGiuthi => return,
                    MarkFault::OnEmpty => (
                        format!("a mark on {pit}, which is empty"),
                        "an occupied boma (K4)",
                    ),
                    MarkFault::OffBoard => (format!("a mark on {pit}"), "a boma of this board"),
                    MarkFault::Twice => (format!("{pit} a second time"), "each boma at most once"),
                };
                self.fault(&format!("{}[{index}]", at("marked")), found, expected);
            }
        }
    }
}
