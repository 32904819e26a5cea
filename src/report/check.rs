//! What came of checking a solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagram::STRONG;
use super::text::grouped;
use crate::certificate::{Claim, Findings};
use crate::puzzle::Fault;

/// What `check` answers to one solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// The puzzle's id, or the file's stem.
    pub id: String,
    /// The file that it was read from.
    pub file: String,
    /// What came of it.
    pub status: CheckStatus,
    /// What the certificate or the rules alone show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certified: Vec<String>,
    /// What is said without evidence; nothing contradicts it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stated: Vec<String>,
    /// How many positions its proofs have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// What came of checking a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CheckStatus {
    /// Its verdict is shown, or the solutions of series or help play that it lists are.
    Checked,
    /// It says something that is wrong, or its certificate does not show what it has to.
    Failed,
    /// It has a verdict but no certificate.
    Unproved,
    /// It has no verdict: the puzzle was not solved.
    Unsolved,
    /// Its certificate has more positions than there is room for.
    Limit,
    /// Its certificate's file is damaged or missing.
    Damaged,
    /// It is no solution file.
    Refused,
}

impl CheckReport {
    /// A solution of series or help play, whose lines were replayed: checked, if anything of it is shown.
    pub fn replayed(id: &str, findings: &Findings) -> CheckReport {
        let status = match findings.certified[..] {
            [] => CheckStatus::Unproved,
            _ => CheckStatus::Checked,
        };
        CheckReport {
            status,
            positions: None,
            ..CheckReport::checked(id, findings, 0)
        }
    }

    /// A solution whose verdict is shown.
    pub fn checked(id: &str, findings: &Findings, positions: u64) -> CheckReport {
        let names = |claims: &[Claim]| claims.iter().map(|claim| claim.name().to_owned()).collect();
        CheckReport {
            certified: names(&findings.certified),
            stated: names(&findings.stated),
            positions: Some(positions),
            ..CheckReport::bare(id, CheckStatus::Checked, None)
        }
    }

    /// Anything else.
    pub fn bare(id: &str, status: CheckStatus, fault: Option<Fault>) -> CheckReport {
        CheckReport {
            id: id.to_owned(),
            file: String::new(),
            status,
            certified: Vec::new(),
            stated: Vec::new(),
            positions: None,
            fault,
        }
    }

    /// Writes it for people, in a line or two.
    pub fn text(&self) -> String {
        let words = |names: &[String]| names.join(", ").replace('_', " ");
        let plain = |text: &str| text.replace(char::is_control, "?");
        let (id, file) = (plain(&self.id), plain(&self.file));
        let mut text = match self.status {
            CheckStatus::Checked => {
                let positions = match self.positions {
                    Some(1) => "1 position".to_owned(),
                    Some(positions) => format!("{} positions", grouped(positions)),
                    None => "lines replayed".to_owned(),
                };
                let shown = words(&self.certified);
                let mut text = format!("{id}: {STRONG}checked{STRONG:#} ({positions}): {shown}");
                if !self.stated.is_empty() {
                    text += &format!("; only stated: {}", words(&self.stated));
                }
                text
            }
            CheckStatus::Failed => format!("{id} ({file}): {STRONG}FAILED{STRONG:#}"),
            CheckStatus::Unproved => format!("{id} ({file}): {STRONG}no certificate{STRONG:#}"),
            CheckStatus::Unsolved => format!("{id}: not solved, nothing to check"),
            CheckStatus::Limit => format!("{id} ({file}): {STRONG}not checked{STRONG:#}"),
            CheckStatus::Damaged => {
                format!("{id} ({file}): {STRONG}certificate damaged{STRONG:#}")
            }
            CheckStatus::Refused => format!("{id} ({file}): {STRONG}refused{STRONG:#}"),
        };
        text.push('\n');
        if let Some(fault) = &self.fault {
            text += &format!("  {fault}\n");
        }
        text
    }
}
