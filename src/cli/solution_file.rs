//! Writing solutions to a folder.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use bonduc::certificate::{certificate_lines, check, pack, packed_name};
use bonduc::notation::position_text;
use bonduc::puzzle::{CertificateFile, CertificateObject, Solution, StatusName};
use bonduc::solve::{Answer, Status};

/// A certificate of at most so many positions stands in the solution itself.
const INSIDE: usize = 40;

/// Writes a solution file, and beside it its certificate where that is large.
///
/// What stands there is replaced only by something as good: never another kind of file, as a puzzle is, nor a solution by an
/// answer that is none, nor one with a certificate by one without.
pub fn write_solution(folder: &Path, object: &Solution, answer: &Answer) -> anyhow::Result<()> {
    let path = folder.join(format!("{}.json", object.id));
    let certificate = match &answer.status {
        Status::Solved(solved) => solved.certificate.as_ref(),
        Status::Unsolved(_) => None,
    };
    let there = match path.exists() {
        true => Some(stands_there(&path)?),
        false => None,
    };
    if let Some(there) = &there {
        let solved = |solution: &Solution| solution.status == StatusName::Solved;
        let better = solved(there) && !solved(object)
            || there.certificate.is_some() && certificate.is_none();
        if better {
            bail!(
                "{} holds a better solution already, which is kept",
                path.display()
            );
        }
    }
    if let Some(certificate) = certificate {
        // What does not pass is an error of this program, and is not handed out.
        let text: String = certificate_lines(certificate)
            .map(|line| line + "\n")
            .collect();
        check(text.as_bytes(), u64::MAX).context("a certificate that does not pass its check")?;
    }
    // 1. The certificate first, so that no solution stands there without the one that it names.
    let packed = packed_name(&object.id);
    let certificate = match certificate {
        Some(certificate) if certificate.positions() <= INSIDE => {
            let lines = certificate_lines(certificate).collect();
            Some(CertificateObject::Lines(lines))
        }
        Some(certificate) => {
            write_file(folder, &packed, &pack(certificate)?)?;
            Some(CertificateObject::File(CertificateFile {
                file: packed.clone(),
                positions: certificate.positions() as u64,
            }))
        }
        None => None,
    };
    // 2. The solution.
    let is_beside = |certificate: &Option<CertificateObject>| matches!(certificate, Some(CertificateObject::File(CertificateFile { file, .. })) if *file == packed);
    let beside = is_beside(&certificate);
    let file = Solution {
        program: Some(concat!("bonduc ", env!("CARGO_PKG_VERSION")).to_owned()),
        position: Some(position_text(&answer.position)),
        certificate,
        seconds: None,
        ..object.clone()
    };
    let mut text = serde_json::to_string_pretty(&file)?;
    text.push('\n');
    write_file(folder, &format!("{}.json", object.id), text.as_bytes())?;
    // 3. A certificate that the solution before had beside it, and this one has not.
    if !beside && there.is_some_and(|there| is_beside(&there.certificate)) {
        let path = folder.join(&packed);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
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

/// Writes a file under a temporary name and renames it.
pub fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(name);
    let temporary = folder.join(format!(".bonduc-{}.part", std::process::id()));
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
