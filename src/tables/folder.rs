//! A folder of table files.

use std::path::{Path, PathBuf};

use super::format::{TableFault, rules_name};
use super::{LayerFile, TableError};
use crate::board::Row;
use crate::rules::RuleSet;

/// A folder in which table files lie, named by rule set, row and seeds: `giuthi-2x8-012.layer`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFolder {
    path: PathBuf,
}

impl TableFolder {
    /// The ending of table files.
    pub const ENDING: &'static str = "layer";

    /// Names a folder, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> TableFolder {
        TableFolder { path: path.into() }
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns where the file of a layer lies, or would lie.
    pub fn layer_path(&self, rules: &RuleSet, row: Row, seeds: u32) -> PathBuf {
        let rules = rules_name(rules).replace(' ', "+");
        let name = format!("{rules}-2x{}-{seeds:03}.{}", row.pits(), Self::ENDING);
        self.path.join(name)
    }

    /// Makes the folder if it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn create(&self) -> Result<(), TableError> {
        std::fs::create_dir_all(&self.path).map_err(|error| TableFault::from(error).at(&self.path))
    }

    /// Opens the file of a layer; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged, or holds another layer than its name says.
    pub fn open(
        &self,
        rules: &RuleSet,
        row: Row,
        seeds: u32,
    ) -> Result<Option<LayerFile>, TableError> {
        let path = self.layer_path(rules, row, seeds);
        if !path.exists() {
            return Ok(None);
        }
        let file = LayerFile::open(&path)?;
        file.expect(rules, row, seeds)?;
        Ok(Some(file))
    }
}
