//! What is asked, as JSON: in puzzle files, and again in answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::json::Json;
use super::reader::{Fields, Reader};
use crate::board::Side;
use crate::value::{Composed, Kind, Stipulation, Target, Within};

/// What is asked: a goal with its number, the side that it is for, how soon, and who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Stipulation", extend("allOf" = rules_of_fields()))]
pub struct GoalObject {
    /// What is to be reached: a win; at least a draw; a margin (with at_least or exactly); captures (with at_least).
    pub goal: GoalName,
    /// A margin: the least final difference. Captures: the least final total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -255, max = 255))]
    pub at_least: Option<i16>,
    /// A margin: the final difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -255, max = 255))]
    pub exactly: Option<i16>,
    /// How soon the game has to be over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<WithinObject>,
    /// The side that it is for; absent: the side to move.
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// Who plays for what; absent: each side for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindName>,
    /// Series: how many sowings in a row. Help: how many turns of both together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 60))]
    pub moves: Option<u8>,
    /// Series and help: how many solutions are intended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u32>,
}

/// A goal by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Goal")]
pub enum GoalName {
    /// A win.
    Win,
    /// At least a draw.
    Draw,
    /// A final difference.
    Margin,
    /// A final total.
    Capture,
}

/// A side by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Side")]
pub enum SideName {
    /// South.
    South,
    /// North.
    North,
}

/// Who plays for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Kind")]
pub enum KindName {
    /// Each side for itself.
    Direct,
    /// One side sows again and again, the other does not.
    Series,
    /// Both for the goal.
    Help,
}

/// How soon the game has to be over: one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "Within")]
pub enum WithinObject {
    /// Within so many turns of the side for which it is, passes included.
    Turns(#[schemars(range(min = 1, max = 60))] u8),
    /// Within so many of its sowings and passes.
    Sowings(#[schemars(range(min = 1, max = 60))] u8),
}

impl From<Side> for SideName {
    fn from(side: Side) -> SideName {
        match side {
            Side::South => SideName::South,
            Side::North => SideName::North,
        }
    }
}

impl From<&Stipulation> for GoalObject {
    fn from(stipulation: &Stipulation) -> GoalObject {
        let (goal, at_least, exactly) = match stipulation.target {
            Target::Win => (GoalName::Win, None, None),
            Target::Draw => (GoalName::Draw, None, None),
            Target::MarginAtLeast(least) => (GoalName::Margin, Some(least), None),
            Target::MarginExactly(exactly) => (GoalName::Margin, None, Some(exactly)),
            Target::CaptureAtLeast(least) => (GoalName::Capture, Some(least.into()), None),
        };
        let (kind, composed) = match stipulation.kind {
            Kind::Direct => (None, None),
            Kind::Series(composed) => (Some(KindName::Series), Some(composed)),
            Kind::Help(composed) => (Some(KindName::Help), Some(composed)),
        };
        GoalObject {
            goal,
            at_least,
            exactly,
            within: stipulation.within.map(|within| match within {
                Within::Turns(count) => WithinObject::Turns(count),
                Within::Sowings(count) => WithinObject::Sowings(count),
            }),
            side: stipulation.side.map(SideName::from),
            kind,
            moves: composed.map(|composed| composed.moves),
            solutions: composed.and_then(|composed| composed.solutions),
        }
    }
}

impl GoalObject {
    /// Returns the stipulation that this is; `None` where its fields do not belong together.
    pub fn stipulation(&self) -> Option<Stipulation> {
        let target = match (self.goal, self.at_least, self.exactly) {
            (GoalName::Win, None, None) => Target::Win,
            (GoalName::Draw, None, None) => Target::Draw,
            (GoalName::Margin, Some(least), None) => Target::MarginAtLeast(least),
            (GoalName::Margin, None, Some(exactly)) => Target::MarginExactly(exactly),
            (GoalName::Capture, Some(least), None) => {
                Target::CaptureAtLeast(u8::try_from(least).ok()?)
            }
            _ => return None,
        };
        let composed = |moves| Composed {
            moves,
            solutions: self.solutions,
        };
        let kind = match (self.kind, self.moves) {
            (None | Some(KindName::Direct), None) if self.solutions.is_none() => Kind::Direct,
            (Some(KindName::Series), Some(moves)) => Kind::Series(composed(moves)),
            (Some(KindName::Help), Some(moves)) => Kind::Help(composed(moves)),
            _ => return None,
        };
        let within = self.within.map(|within| match within {
            WithinObject::Turns(count) => Within::Turns(count),
            WithinObject::Sowings(count) => Within::Sowings(count),
        });
        if kind != Kind::Direct && within.is_some() {
            return None;
        }
        let in_range = |count: u8| (1..=Within::MAX).contains(&count);
        let counts = [within.map(Within::count), self.moves];
        let margins = [self.at_least, self.exactly];
        let sound = counts.into_iter().flatten().all(in_range)
            && margins
                .into_iter()
                .flatten()
                .all(|margin| (-255..=255).contains(&margin));
        sound.then_some(Stipulation {
            target,
            side: self.side.map(|side| match side {
                SideName::South => Side::South,
                SideName::North => Side::North,
            }),
            within,
            kind,
        })
    }
}

/// Returns which fields belong together, as JSON Schema; [`read`] holds puzzles to the same.
fn rules_of_fields() -> serde_json::Value {
    let when = |field: &str, words: serde_json::Value, then: serde_json::Value| {
        let condition = json!({ "properties": { field: { "enum": words } }, "required": [field] });
        json!({ "if": condition, "then": then })
    };
    let without = |names: &[&str]| {
        let named = names.iter().map(|name| json!({ "required": [name] }));
        json!({ "not": { "anyOf": named.collect::<Vec<_>>() } })
    };
    let one_of = json!({ "oneOf": [{ "required": ["at_least"] }, { "required": ["exactly"] }] });
    let captures = json!({
        "required": ["at_least"],
        "properties": { "at_least": { "minimum": 0 } },
        "not": { "required": ["exactly"] },
    });
    let composed = json!({ "required": ["moves"], "not": { "required": ["within"] } });
    let mut direct = when("kind", json!(["series", "help"]), composed);
    direct["else"] = without(&["moves", "solutions"]);
    json!([
        when(
            "goal",
            json!(["win", "draw"]),
            without(&["at_least", "exactly"])
        ),
        when("goal", json!(["margin"]), one_of),
        when("goal", json!(["capture"]), captures),
        direct,
    ])
}

const FIELDS: [&str; 8] = [
    "goal",
    "at_least",
    "exactly",
    "within",
    "for",
    "kind",
    "moves",
    "solutions",
];

/// Reads what a puzzle asks. With faults noted in `reader` the result is of no use.
pub(crate) fn read(reader: &mut Reader, path: &str, json: &Json) -> Option<Stipulation> {
    let fields = reader.fields(path, json, &FIELDS)?;
    let at = |name: &str| format!("{path}.{name}");
    // 1. The goal and its number.
    let goals = [
        ("win", GoalName::Win),
        ("draw", GoalName::Draw),
        ("margin", GoalName::Margin),
        ("capture", GoalName::Capture),
    ];
    let goal = reader
        .required(path, &fields, "goal")
        .and_then(|json| reader.word(&at("goal"), json, &goals));
    let target = goal.and_then(|goal| target(reader, path, &fields, goal));
    // 2. The side.
    let sides = Side::BOTH.map(|side| (side.name(), side));
    let side = fields
        .get("for")
        .and_then(|json| reader.word(&at("for"), json, &sides));
    // 3. How soon.
    let within = fields
        .get("within")
        .and_then(|json| read_within(reader, &at("within"), json));
    // 4. Who plays.
    let kinds = [
        ("direct", KindName::Direct),
        ("series", KindName::Series),
        ("help", KindName::Help),
    ];
    let kind = match fields.get("kind") {
        Some(json) => reader.word(&at("kind"), json, &kinds)?,
        None => KindName::Direct,
    };
    let kind = match kind {
        KindName::Direct => {
            for name in ["moves", "solutions"] {
                if let Some(json) = fields.get(name) {
                    let expected = "this field with the kinds series and help only";
                    reader.fault(&at(name), json.describe(), expected);
                }
            }
            Kind::Direct
        }
        composed => {
            if let Some(json) = fields.get("within") {
                let expected = "no such field: moves says how long the play of this kind is";
                reader.fault(&at("within"), json.describe(), expected);
            }
            let moves = reader.required(path, &fields, "moves");
            let moves =
                moves.and_then(|json| reader.integer(&at("moves"), json, 1, Within::MAX.into()));
            let solutions = fields
                .get("solutions")
                .and_then(|json| reader.integer(&at("solutions"), json, 0, u32::MAX.into()));
            let moves = Composed {
                moves: moves? as u8,
                solutions: solutions.map(|solutions| solutions as u32),
            };
            match composed {
                KindName::Series => Kind::Series(moves),
                _ => Kind::Help(moves),
            }
        }
    };
    Some(Stipulation {
        target: target?,
        side,
        within,
        kind,
    })
}

/// Reads the number that goes with a goal.
fn target(reader: &mut Reader, path: &str, fields: &Fields, goal: GoalName) -> Option<Target> {
    let at = |name: &str| format!("{path}.{name}");
    let known: &[&str] = match goal {
        GoalName::Win | GoalName::Draw => &[],
        GoalName::Margin => &["at_least", "exactly"],
        GoalName::Capture => &["at_least"],
    };
    for name in ["at_least", "exactly"] {
        if let Some(json) = fields.get(name)
            && !known.contains(&name)
        {
            let expected = match name {
                "at_least" => "this field with the goals margin and capture only",
                _ => "this field with the goal margin only",
            };
            reader.fault(&at(name), json.describe(), expected);
        }
    }
    let margin = |reader: &mut Reader, name: &str| {
        let json = fields.get(name)?;
        let number = reader.integer(&at(name), json, -255, 255)?;
        Some(number as i16)
    };
    match goal {
        GoalName::Win => Some(Target::Win),
        GoalName::Draw => Some(Target::Draw),
        GoalName::Margin => match (fields.get("at_least"), fields.get("exactly")) {
            (Some(_), None) => margin(reader, "at_least").map(Target::MarginAtLeast),
            (None, Some(_)) => margin(reader, "exactly").map(Target::MarginExactly),
            (at_least, _) => {
                let found = match at_least {
                    Some(_) => "both at_least and exactly",
                    None => "neither at_least nor exactly",
                };
                reader.fault(path, found, "one of the two with the goal margin");
                None
            }
        },
        GoalName::Capture => {
            let json = reader.required(path, fields, "at_least")?;
            let least = reader.integer(&at("at_least"), json, 0, 255)?;
            Some(Target::CaptureAtLeast(least as u8))
        }
    }
}

fn read_within(reader: &mut Reader, path: &str, json: &Json) -> Option<Within> {
    let fields = reader.fields(path, json, &["turns", "sowings"])?;
    let count = |reader: &mut Reader, name: &str, json: &Json| {
        let path = format!("{path}.{name}");
        let count = reader.integer(&path, json, 1, Within::MAX.into())?;
        Some(count as u8)
    };
    match (fields.get("turns"), fields.get("sowings")) {
        (Some(json), None) => count(reader, "turns", json).map(Within::Turns),
        (None, Some(json)) => count(reader, "sowings", json).map(Within::Sowings),
        (turns, _) => {
            let found = match turns {
                Some(_) => "both turns and sowings",
                None => "neither turns nor sowings",
            };
            reader.fault(path, found, "one of the two");
            None
        }
    }
}
