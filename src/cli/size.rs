//! Sizes of memory, lengths of time and ranges on the command line.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a size: a number, then K, M, G or T (powers of 1024; `MB` and `MiB` mean the same as `M`), or plain bytes.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let expected = "expected a size such as 200M, 4G or 1.5GiB";
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| expected.to_owned())?;
    let unit = unit.trim().to_ascii_uppercase();
    let letter = unit
        .strip_suffix("IB")
        .or(unit.strip_suffix('B'))
        .unwrap_or(&unit);
    let shift = match letter {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected.to_owned()),
    };
    let bytes = number * (1u64 << shift) as f64;
    if bytes >= 1.0 && bytes < u64::MAX as f64 {
        Ok(bytes as u64)
    } else {
        Err(expected.to_owned())
    }
}

/// Reads a length of time in seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected seconds, such as 10 or 0.5".to_owned())
}

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|threads| (1..=1024).contains(threads))
        .ok_or_else(|| "expected a number of threads from 1 to 1024".to_owned())
}

/// Reads a number or a range: `7`, `6..9` (both ends are meant), `6..` or `..9`.
pub fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = || "expected a number or a range such as 7, 6..9, 6.. or ..9".to_owned();
    let number = |text: &str, otherwise| match text.trim() {
        "" => Ok(otherwise),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().map_err(|_| expected())
        }
        _ => Err(expected()),
    };
    let (from, to) = match text.split_once("..") {
        Some((from, to)) if from.is_empty() && to.is_empty() => return Err(expected()),
        Some((from, to)) => (
            number(from, 0)?,
            number(to.trim_start_matches('='), u32::MAX)?,
        ),
        None if text.trim().is_empty() => return Err(expected()),
        None => (number(text, 0)?, number(text, 0)?),
    };
    match from <= to {
        true => Ok(from..=to),
        false => Err(format!(
            "found {from} before {to}; the smaller number comes first"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("200M", 200 << 20),
            ("4g", 4 << 30),
            ("1.5GiB", 3 << 29),
            ("1 MB", 1 << 20),
            ("4096", 4096),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1M", "1X", "1e3", "0", "9999999999999T", "1.2.3"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_are_read() {
        for (text, range) in [
            ("7", 7..=7),
            ("6..9", 6..=9),
            ("6..=9", 6..=9),
            ("6..", 6..=u32::MAX),
            ("..9", 0..=9),
        ] {
            assert_eq!(parse_range(text), Ok(range), "{text}");
        }
        for text in ["", "..", "9..6", "-1..3", "a", "1..b", "1.5", "99999999999"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "-1", "x", "NaN", "inf", "1e300"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
        assert!(parse_threads("0").is_err());
        assert_eq!(parse_threads("2"), Ok(2));
    }
}
