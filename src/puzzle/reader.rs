//! Reading JSON value by value, with every fault noted.

use std::collections::BTreeMap;

use super::fault::Fault;
use super::json::{Json, field_name};

/// Fields by name.
pub(crate) type Fields<'a> = BTreeMap<&'a str, &'a Json>;

/// Collects faults while reading.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) faults: Vec<Fault>,
}

const COUNT: &str = "an integer from 0 to 255";

impl Reader {
    pub(crate) fn fault(
        &mut self,
        path: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.faults.push(Fault::new(path, found, expected));
    }

    /// Takes an object apart; unknown and doubled fields are faults.
    pub(crate) fn fields<'a>(
        &mut self,
        path: &str,
        json: &'a Json,
        known: &[&str],
    ) -> Option<Fields<'a>> {
        let Json::Object(pairs) = json else {
            self.fault(path, json.describe(), "an object");
            return None;
        };
        let mut fields = Fields::new();
        for (name, value) in pairs {
            let path = format!("{path}.{}", field_name(name));
            if !known.contains(&name.as_str()) {
                let expected = format!("one of the fields {}", known.join(", "));
                self.fault(&path, "an unknown field", expected);
            } else if fields.insert(name, value).is_some() {
                self.fault(&path, "the field a second time", "each field at most once");
            }
        }
        Some(fields)
    }

    pub(crate) fn required<'a>(
        &mut self,
        path: &str,
        fields: &Fields<'a>,
        name: &str,
    ) -> Option<&'a Json> {
        let found = fields.get(name).copied();
        if found.is_none() {
            self.fault(&format!("{path}.{name}"), "nothing", "this required field");
        }
        found
    }

    pub(crate) fn string<'a>(&mut self, path: &str, json: &'a Json) -> Option<&'a str> {
        match json {
            Json::String(text) => Some(text),
            other => {
                self.fault(path, other.describe(), "a string");
                None
            }
        }
    }

    pub(crate) fn array<'a>(&mut self, path: &str, json: &'a Json, of: &str) -> Option<&'a [Json]> {
        match json {
            Json::Array(items) => Some(items),
            other => {
                self.fault(path, other.describe(), format!("an array of {of}"));
                None
            }
        }
    }

    pub(crate) fn integer(
        &mut self,
        path: &str,
        json: &Json,
        least: i64,
        most: i64,
    ) -> Option<i64> {
        let found = match json {
            Json::Number(number) => number.as_i64(),
            _ => None,
        };
        let found = found.filter(|number| (least..=most).contains(number));
        if found.is_none() {
            let expected = match (least, most) {
                (0, 255) => COUNT.to_owned(),
                _ => format!("an integer from {least} to {most}"),
            };
            self.fault(path, json.describe(), expected);
        }
        found
    }

    /// Reads one of some words.
    pub(crate) fn word<T: Copy>(
        &mut self,
        path: &str,
        json: &Json,
        words: &[(&str, T)],
    ) -> Option<T> {
        if let Json::String(text) = json
            && let Some((_, value)) = words.iter().find(|(word, _)| word == text)
        {
            return Some(*value);
        }
        let names: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
        self.fault(path, json.describe(), names.join(" or "));
        None
    }
}
