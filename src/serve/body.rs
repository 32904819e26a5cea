//! The body of a request: JSON within bounds.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::Settings;
use super::failure::Failure;
use crate::puzzle::{Fault, Fields, Json, Reader};

/// Reads the body of a request as JSON.
///
/// # Errors
///
/// If it is not said to be JSON (which a page of another origin cannot do without asking first), is too large, takes too long to come, or is no JSON.
pub(super) async fn read(request: Request) -> Result<Json, Failure> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let reason = "the body has to be JSON, with the header Content-Type: application/json";
        return Err(Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
    }
    let body = Limited::new(request.into_body(), Settings::BODY).collect();
    let bytes = match tokio::time::timeout(Settings::BODY_TIME, body).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let reason = format!("the body has more than {} bytes", Settings::BODY);
            return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
        Ok(Err(error)) => return Err(Failure::unreadable(error.to_string(), "a whole body")),
        Err(_) => {
            let reason = "the body did not come in time";
            return Err(Failure::new(StatusCode::REQUEST_TIMEOUT, reason));
        }
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let at = error.valid_up_to();
        Failure::unreadable(
            format!("a byte that is not UTF-8 at offset {at}"),
            "JSON in UTF-8",
        )
    })?;
    serde_json::from_str(text).map_err(|error| Failure::unreadable(error.to_string(), "JSON"))
}

/// Takes a body apart that is an object with some fields, and has `read` look at these.
///
/// # Errors
///
/// Everything that is wrong with it.
pub(super) fn take<T>(
    json: &Json,
    known: &[&str],
    read: impl FnOnce(&mut Reader, &Fields) -> Option<T>,
) -> Result<T, Vec<Fault>> {
    let mut reader = Reader::default();
    let fields = reader.fields("$", json, known);
    let taken = fields.and_then(|fields| read(&mut reader, &fields));
    match taken {
        Some(taken) if reader.faults.is_empty() => Ok(taken),
        _ => Err(reader.faults),
    }
}

/// Reads a line of moves at `$.moves`; absent: none.
pub(super) fn moves(reader: &mut Reader, fields: &Fields) -> Option<Vec<String>> {
    let Some(json) = fields.get("moves") else {
        return Some(Vec::new());
    };
    let items = reader.array("$.moves", json, "moves")?;
    if items.len() > Settings::MOVES {
        let expected = format!("at most {} moves", Settings::MOVES);
        reader.fault("$.moves", format!("{} moves", items.len()), expected);
        return None;
    }
    let moves = (0..).zip(items).map(|(i, item)| {
        let text = reader.string(&format!("$.moves[{i}]"), item)?;
        Some(text.to_owned())
    });
    // All of them are looked at, so that each fault is told.
    let moves: Vec<Option<String>> = moves.collect();
    moves.into_iter().collect()
}
