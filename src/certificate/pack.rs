//! Certificates in compressed files.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::{Certificate, certificate_lines};

/// The level of zstd: high, since a certificate is written once and kept.
const LEVEL: i32 = 19;

/// Returns the name of the file that has the certificate of a puzzle.
pub fn packed_name(id: &str) -> String {
    format!("{id}.certificate.zst")
}

/// Compresses the lines of a certificate, each ended by a line feed: one zstd frame with its checksum.
///
/// # Errors
///
/// If the compressor cannot be started.
pub fn pack(certificate: &Certificate) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    // Else the compressor makes ready for the longest text there could be, which costs more than all the rest of a small one.
    let length = certificate_lines(certificate).map(|line| line.len() as u64 + 1);
    encoder.set_pledged_src_size(Some(length.sum()))?;
    for line in certificate_lines(certificate) {
        encoder.write_all(line.as_bytes())?;
        encoder.write_all(b"\n")?;
    }
    encoder.finish()
}

/// Opens a compressed certificate; what is wrong with it shows when it is read.
///
/// # Errors
///
/// If the decompressor cannot be started.
pub fn unpack(source: impl Read) -> io::Result<impl BufRead> {
    Ok(BufReader::new(zstd::Decoder::new(source)?))
}
