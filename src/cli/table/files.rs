//! The table files that a command names.

use std::path::{Path, PathBuf};

use bonduc::tables::{LayerFile, TableError, TableFolder};

use super::which::folder;

/// Opens the files named, those of folders named, or those of the user's cache folder, in the order of game, row and seeds.
///
/// Folders are looked through for their table files, not deeper.
pub fn open(paths: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, Result<LayerFile, TableError>)>> {
    let mut files = Vec::new();
    let default = [folder(None)?.path().to_owned()];
    let paths = if paths.is_empty() { &default } else { paths };
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            for entry in std::fs::read_dir(path)? {
                inside.push(entry?.path());
            }
            inside.retain(|path| is_table(path));
            inside.sort();
            files.extend(inside);
        } else {
            files.push(path.clone());
        }
    }
    let open = |path: PathBuf| {
        let file = LayerFile::open(&path);
        (path, file)
    };
    Ok(files.into_iter().map(open).collect())
}

fn is_table(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == TableFolder::ENDING)
}
