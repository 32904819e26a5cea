//! One thing that is wrong with a file.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that is wrong with a puzzle: where, what was found, what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The place as a JSON path, for example `$.south[2]`; `$` is the whole document.
    pub path: String,
    /// What was found there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl Fault {
    /// Makes a fault.
    pub fn new(
        path: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Fault {
        Fault {
            path: path.into(),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            path,
            found,
            expected,
        } = self;
        write!(f, "{path}: found {found}, expected {expected}")
    }
}
