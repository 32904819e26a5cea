//! Writing solutions, their certificates and their graphs to a folder; pictures and books.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use bonduc::certificate::{Certificate, certificate_lines, check, pack, packed_name};
use bonduc::notation::{board_text, position_text};
use bonduc::puzzle::{CertificateFile, CertificateObject, Solution, StatusName};
use bonduc::solve::{Answer, Status};

use super::out::message;

/// A certificate of at most so many positions stands in the solution itself.
const INSIDE: usize = 40;

/// Writes a solution file, and beside it its certificate where that is large.
///
/// What stands there is replaced only by something as good: never another kind of file, as a puzzle is, nor the solution of another
/// position, nor a solution by one that says less (then a message is written).
pub fn write_solution(folder: &Path, object: &Solution, answer: &Answer) -> anyhow::Result<()> {
    let name = format!("{}.json", object.id);
    let path = folder.join(&name);
    let certificate = match &answer.status {
        Status::Solved(solved) if object.status == StatusName::Solved => {
            solved.certificate.as_ref()
        }
        Status::Solved(_) | Status::Unsolved(_) | Status::Composed => None,
    };
    let position = position_text(&answer.position);
    let history: Vec<String> = answer.history.iter().map(board_text).collect();
    let history = (!history.is_empty()).then_some(history);
    // 1. What stands there.
    let there = match path.exists() {
        true => Some(stands_there(&path)?),
        false => None,
    };
    if let Some(there) = &there {
        if there.position.as_ref() != Some(&position) || there.history != history {
            let path = path.display();
            bail!("{path} holds the solution of another position, which is kept");
        }
        if there.goal != object.goal {
            let path = path.display();
            bail!("{path} answers another stipulation, which is kept");
        }
        if says_more(there, object) || there.certificate.is_some() && certificate.is_none() {
            let path = path.display();
            message(&format!(
                "{path} holds a better solution already, which is kept"
            ));
            return Ok(());
        }
    }
    let packed = packed_name(&object.id);
    let beside_path = folder.join(&packed);
    let stood_beside = there.is_some_and(|there| stands_beside(&there, &packed));
    let large = certificate.filter(|certificate| certificate.positions() > INSIDE);
    let large = large.map(pack).transpose()?;
    if !stood_beside && beside_path.exists() {
        // A run that was killed between certificate and solution leaves the very certificate that comes now.
        let there = fs::read(&beside_path).ok();
        if large.is_none() || there != large {
            let path = beside_path.display();
            bail!("{path} belongs to no solution; it is left as it is");
        }
    }
    // 2. The certificate first, so that no solution stands there without the one that it names.
    if let Some(certificate) = certificate {
        check_own(certificate)?;
    }
    let certificate = match (certificate, large) {
        (Some(certificate), None) => {
            let lines = certificate_lines(certificate).collect();
            Some(CertificateObject::Lines(lines))
        }
        (Some(certificate), Some(large)) => {
            write_file(folder, &packed, &large)?;
            Some(CertificateObject::File(CertificateFile {
                file: packed.clone(),
                positions: certificate.positions() as u64,
            }))
        }
        (None, _) => None,
    };
    // 3. The solution.
    let file = Solution {
        program: Some(concat!("bonduc ", env!("CARGO_PKG_VERSION")).to_owned()),
        position: Some(position),
        history,
        certificate,
        seconds: None,
        ..object.clone()
    };
    let mut text = serde_json::to_string_pretty(&file)?;
    text.push('\n');
    write_file(folder, &name, text.as_bytes())?;
    // 4. A certificate that the solution before had beside it, and this one has not.
    if stood_beside && !stands_beside(&file, &packed) {
        let error = || format!("cannot remove {}", beside_path.display());
        fs::remove_file(&beside_path).with_context(error)?;
    }
    Ok(())
}

/// Holds a certificate to its own checker: what does not pass is an error of this program, and is not handed out.
fn check_own(certificate: &Certificate) -> anyhow::Result<()> {
    let lines = certificate_lines(certificate);
    let text: String = lines.map(|line| line + "\n").collect();
    check(text.as_bytes(), u64::MAX).context("a certificate that does not pass its check")?;
    Ok(())
}

/// Tells whether a solution has its certificate in the file of this name.
fn stands_beside(solution: &Solution, packed: &str) -> bool {
    match &solution.certificate {
        Some(CertificateObject::File(certificate)) => certificate.file == packed,
        Some(CertificateObject::Lines(_)) | None => false,
    }
}

/// Tells whether a solution says something that another leaves out.
fn says_more(there: &Solution, new: &Solution) -> bool {
    let parts = |solution: &Solution| {
        [
            solution.status == StatusName::Solved,
            solution.keys.is_some(),
            solution.moves.is_some(),
            solution.wins_with_lead.is_some(),
            solution.plies.is_some(),
            solution.line.is_some(),
            solution.analysis.is_some(),
            solution.readings.is_some(),
        ]
    };
    let mut pairs = parts(there).into_iter().zip(parts(new));
    pairs.any(|(there, new)| there && !new) || listed(there) > listed(new)
}

/// Returns how many lines of series or help play a solution lists.
fn listed(solution: &Solution) -> usize {
    let solutions = solution.solutions.as_ref();
    solutions.map_or(0, |solutions| solutions.lines.len())
}

/// Reads the solution that stands at a path, which has to be one that this program wrote.
fn stands_there(path: &Path) -> anyhow::Result<Solution> {
    let solution = fs::read(path)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<Solution>(&bytes).ok())
        .filter(|solution| solution.program.is_some());
    match solution {
        Some(solution) => Ok(solution),
        None => bail!(
            "{} is no solution file; it is left as it is",
            path.display()
        ),
    }
}

/// Writes a graph; no other file is replaced by it than one that was.
pub fn write_graph(folder: &Path, name: &str, graph: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    let is_graph = |bytes: Vec<u8>| bytes.starts_with(b"digraph solution {");
    if path.exists() && !fs::read(&path).is_ok_and(is_graph) {
        let path = path.display();
        bail!("{path} is no graph of a solution; it is left as it is");
    }
    write_file(folder, name, graph.as_bytes())
}

/// Writes a picture; no other file is replaced by it than one that was.
pub fn write_picture(folder: &Path, name: &str, picture: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    let is_picture = |bytes: Vec<u8>| {
        let head = bytes.get(..200).unwrap_or(&bytes);
        head.starts_with(b"<svg ") && String::from_utf8_lossy(head).contains("class=\"bonduc\"")
    };
    if path.exists() && !fs::read(&path).is_ok_and(is_picture) {
        let path = path.display();
        bail!("{path} is no picture by this program; it is left as it is");
    }
    write_file(folder, name, picture.as_bytes())
}

/// Writes a book; no other file is replaced by it than one that was.
pub fn write_book(path: &Path, book: &str) -> anyhow::Result<()> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        bail!("{} names no file", path.display());
    };
    let is_book = |bytes: Vec<u8>| {
        let head = bytes.get(..1000).unwrap_or(&bytes);
        String::from_utf8_lossy(head).contains("<meta name=\"generator\" content=\"bonduc ")
    };
    if path.exists() && !fs::read(path).is_ok_and(is_book) {
        let path = path.display();
        bail!("{path} is no book by this program; it is left as it is");
    }
    // Of a name alone the folder is empty, which is this one.
    let folder = path.parent().unwrap_or(Path::new(""));
    write_file(folder, name, book.as_bytes())
}

/// Writes a file under a temporary name and renames it.
pub fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    // Of the file's own name, so that what a killed run has left is taken up by the next.
    let temporary = folder.join(format!(".{name}.part"));
    let write = || -> std::io::Result<()> {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)
    };
    write().with_context(|| {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        format!("cannot write {}", path.display())
    })
}
