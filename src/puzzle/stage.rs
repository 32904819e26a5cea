//! Where a puzzle or a game begins: the opening, set-ups by name, moves played first.

use super::fault::Fault;
use super::json::{Json, quote};
use super::load::text_faults;
use super::reader::{Fields, Reader};
use super::{About, Puzzle};
use crate::notation::{parse_stage, play_text};
use crate::rules::{
    Course, Ending, Game, Opening, OpeningFault, Position, RecordedSetup, Setup, Stage,
};

impl Puzzle {
    /// Makes a puzzle of a recorded set-up, which asks for nothing; its name is its id.
    pub fn of_setup(setup: &RecordedSetup) -> Puzzle {
        let stage = setup.stage(setup.rules());
        let about = About {
            source: Some(setup.source.to_owned()),
            ..About::default()
        };
        Puzzle {
            about,
            ..Puzzle::of_stage(setup.name.to_owned(), stage)
        }
    }

    /// Makes a puzzle that asks for nothing.
    pub(super) fn of_stage(id: String, stage: Stage) -> Puzzle {
        Puzzle {
            id,
            position: *stage.position(),
            opening: stage.opening().copied(),
            history: Vec::new(),
            stipulation: None,
            about: About::default(),
            claim: None,
        }
    }

    /// Returns where it stands.
    pub fn stage(&self) -> Stage {
        match self.opening {
            Some(opening) => Stage::Opening(opening),
            None => Stage::Sowing(self.position),
        }
    }

    /// Returns the puzzle after some moves in text: redistributions, sowings, passes.
    ///
    /// The boards that stood before and could come up again become its history. What it asks for stays asked of the same
    /// side, from the position reached on; its claimed solution, which is one of where it began, goes.
    ///
    /// # Errors
    ///
    /// If a move cannot be played, or the last one makes the game a draw (G12, K13, a sowing without end), so that no position is
    /// reached. `place` says where the moves come from.
    pub fn after(&self, moves: &[&str], place: &str) -> Result<Puzzle, Fault> {
        let mut course = Course::new(self.stage(), &self.history);
        for (mv, number) in moves.iter().zip(1..) {
            play_text(&mut course, mv).map_err(|error| {
                let found = format!("at move {number}: {error}");
                Fault::new(place, found, "moves that can be played one after the other")
            })?;
        }
        let drawn = match course.ending() {
            Some(Ending::Repetition { .. }) => Some("a repetition (G12, K13)"),
            Some(Ending::EndlessSowing) => Some("a sowing that never ends"),
            _ => None,
        };
        if let Some(how) = drawn {
            let found = format!("a game that these moves end as a draw, by {how}");
            return Err(Fault::new(place, found, "a game that goes on"));
        }
        if moves.is_empty() {
            return Ok(self.clone());
        }
        let mut stipulation = self.stipulation;
        let (before, after) = (self.position.to_move(), course.stage().position().to_move());
        if let Some(asked) = &mut stipulation
            && before != after
        {
            asked.side = asked.side.or(Some(before));
        }
        Ok(Puzzle {
            history: course.repeatable(),
            stipulation,
            about: self.about.clone(),
            ..Puzzle::of_stage(self.id.clone(), course.stage())
        })
    }

    /// Returns the puzzle if it is past the opening.
    ///
    /// # Errors
    ///
    /// If it is not: that, and the next step to take. `path` is its place in its document.
    pub fn past_opening(self, path: &str) -> Result<Puzzle, Vec<Fault>> {
        let Some(opening) = &self.opening else {
            return Ok(self);
        };
        let side = opening.position().to_move();
        let (made, step) = match opening.redistributed() {
            0 => ("no redistribution made", "both redistributions made first"),
            _ => (
                "one redistribution made",
                "the other redistribution made first",
            ),
        };
        let found = format!("Kiothi's opening (K3), {side} to redistribute, {made}");
        let expected = format!("{step}, as solve does with --after 'd,f>a2,b3,C5'");
        Err(vec![Fault::new(path, found, expected)])
    }
}

/// Reads where a game begins, as `replay` takes it: a puzzle object, whose history counts; `{"setup": NAME}`, to which `rules` may
/// be added; or a string with a position in one line or the name of a set-up.
///
/// # Errors
///
/// Every fault that it has.
pub fn read_start(json: &Json, path: &str) -> Result<Course, Vec<Fault>> {
    let has_setup = match json {
        Json::Object(fields) => fields.iter().any(|(name, _)| name == "setup"),
        Json::String(text) => {
            return read_text_stage(text, path).map(|stage| Course::new(stage, &[]));
        }
        _ => false,
    };
    if !has_setup {
        return Puzzle::read(json, path, "position")
            .map(|puzzle| Course::new(puzzle.stage(), &puzzle.history))
            .map_err(|(_, faults)| faults);
    }
    let mut reader = Reader::default();
    let stage = reader.setup_by_name(json, path);
    match stage {
        Some(stage) if reader.faults.is_empty() => Ok(Course::new(stage, &[])),
        _ => Err(reader.faults),
    }
}

/// Reads a puzzle that stands at `path` of a document: the object of a puzzle file, or a string with a position in one line or the name
/// of a set-up, which asks for nothing; `id` is its name if it gives none.
///
/// # Errors
///
/// Its id, as far as it has one, and every fault that it has.
pub fn read_position(json: &Json, path: &str, id: &str) -> Result<Puzzle, (String, Vec<Fault>)> {
    match json {
        Json::String(text) => read_text_stage(text, path)
            .map(|stage| Puzzle::of_stage(id.to_owned(), stage))
            .map_err(|faults| (id.to_owned(), faults)),
        object => Puzzle::read(object, path, id),
    }
}

/// Reads a position in one line of text or the name of a set-up.
pub(super) fn read_text_stage(text: &str, path: &str) -> Result<Stage, Vec<Fault>> {
    let words = text.split_whitespace().count();
    if let Some(setup) = RecordedSetup::from_name(text.trim()) {
        return Ok(setup.stage(setup.rules()));
    }
    if words == 1 && Game::from_name(text.trim()).is_none() {
        let expected = format!("a position in one line, or a set-up: {}", setup_names());
        return Err(vec![Fault::new(path, quote(text), expected)]);
    }
    parse_stage(text).map_err(|error| {
        let mut faults = text_faults(text, error);
        for fault in &mut faults {
            fault.path = path.to_owned();
        }
        faults
    })
}

/// The names of all set-ups, with commas between them.
fn setup_names() -> String {
    let names: Vec<&str> = RecordedSetup::all().iter().map(|one| one.name).collect();
    names.join(", ")
}

impl Reader {
    fn setup_by_name(&mut self, json: &Json, path: &str) -> Option<Stage> {
        let fields = self.fields(path, json, &["setup", "rules"])?;
        let names: Vec<_> = RecordedSetup::all()
            .iter()
            .map(|one| (one.name, one))
            .collect();
        let setup = self.word(&format!("{path}.setup"), fields.get("setup")?, &names)?;
        let rules = match fields.get("rules") {
            Some(json) => self.rules(&format!("{path}.rules"), json, setup.game())?,
            None => setup.rules(),
        };
        Some(setup.stage(rules))
    }

    /// Reads the phase of a puzzle object: the number of redistributions made, where it is the opening.
    ///
    /// What does not go with it is noted: Giuthi, a history, a claimed solution.
    pub(super) fn phase(&mut self, path: &str, fields: &Fields, game: Option<Game>) -> Option<u8> {
        let at = |name: &str| format!("{path}.{name}");
        let redistributed = fields.get("redistributed");
        let Some(phase) = fields.get("phase") else {
            if let Some(json) = redistributed {
                let expected = "no such field without \"phase\": \"opening\" (K3)";
                self.fault(&at("redistributed"), json.describe(), expected);
            }
            return None;
        };
        if game == Some(Game::Giuthi) {
            let expected = "no such field: Giuthi has no opening, only Kiothi has (K3)";
            self.fault(&at("phase"), phase.describe(), expected);
            return None;
        }
        let word = self.word(&at("phase"), phase, &[("opening", ())]);
        let redistributed = match redistributed {
            Some(json) => self.integer(&at("redistributed"), json, 0, 1),
            None => {
                let expected = "how many redistributions are made, 0 or 1 (K3)";
                self.fault(&at("redistributed"), "nothing", expected);
                None
            }
        };
        for (name, why) in [
            (
                "history",
                "no such field: nothing comes before the opening that could come up again",
            ),
            (
                "solution",
                "no such field: solutions begin after the opening",
            ),
        ] {
            if let Some(json) = fields.get(name) {
                self.fault(&at(name), json.describe(), why);
            }
        }
        word.and(redistributed).map(|made| made as u8)
    }

    /// Makes the opening of a sound setup, or notes what is wrong with it.
    pub(super) fn opening(
        &mut self,
        path: &str,
        setup: &Setup,
        redistributed: u8,
    ) -> Option<Opening> {
        let position = Position::from_setup(setup).ok()?;
        match Opening::new(position, redistributed) {
            Ok(opening) => Some(opening),
            Err(OpeningFault::Marked(_)) => {
                let path = format!("{path}.marked");
                let found = format!("an array of {}", setup.marked.len());
                let expected = "no marks: boma are marked after the opening (K4)";
                self.fault(&path, found, expected);
                None
            }
            Err(OpeningFault::TooFewBoma { side, occupied }) => {
                let path = format!("{path}.{}", side.name());
                let found = format!("{occupied} occupied boma");
                let expected = format!("at least two: {side} has to empty two (K3)");
                self.fault(&path, found, expected);
                None
            }
            Err(fault) => {
                self.fault(path, fault.to_string(), "a position of the opening");
                None
            }
        }
    }
}
