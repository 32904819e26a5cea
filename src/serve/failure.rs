//! What is not answered, and why: always JSON.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::puzzle::Fault;

/// Why a request gets no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// What was sent is faulty.
    Refused {
        /// 400 if it cannot be read at all, 422 otherwise.
        status: StatusCode,
        /// The puzzle's id, where there is one.
        id: Option<String>,
        /// Everything that is wrong with it.
        faults: Vec<Fault>,
    },
    /// Anything else.
    Failed {
        /// Which kind.
        status: StatusCode,
        /// In words.
        reason: String,
    },
}

/// A request whose content is faulty.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Refused {
    /// The puzzle's id, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// `refused`.
    status: &'static str,
    /// Everything that is wrong with it: where, what was found, what was expected.
    faults: Vec<Fault>,
}

/// A request that was not answered for another reason.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Failed {
    /// `failed`; `busy` where the same request may be answered later.
    status: &'static str,
    /// Why, in words.
    reason: String,
}

impl Failure {
    /// What was sent cannot be read at all.
    pub(super) fn unreadable(found: impl Into<String>, expected: impl Into<String>) -> Failure {
        Failure::Refused {
            status: StatusCode::BAD_REQUEST,
            id: None,
            faults: vec![Fault::new("$", found, expected)],
        }
    }

    /// What was sent can be read, and is faulty.
    pub(super) fn faulty(id: Option<String>, faults: Vec<Fault>) -> Failure {
        Failure::Refused {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            id,
            faults,
        }
    }

    pub(super) fn new(status: StatusCode, reason: impl Into<String>) -> Failure {
        Failure::Failed {
            status,
            reason: reason.into(),
        }
    }

    /// Too much is asked at once.
    pub(super) fn busy(reason: impl Into<String>) -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, reason)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self {
            Failure::Refused { status, id, faults } => {
                let refused = Refused {
                    id,
                    status: "refused",
                    faults,
                };
                json(status, &refused)
            }
            Failure::Failed { status, reason } => {
                let busy = status == StatusCode::SERVICE_UNAVAILABLE;
                let failed = Failed {
                    status: if busy { "busy" } else { "failed" },
                    reason,
                };
                let mut response = json(status, &failed);
                if busy {
                    let seconds = HeaderValue::from_static("1");
                    response.headers_mut().insert(header::RETRY_AFTER, seconds);
                }
                response
            }
        }
    }
}

/// A reply of JSON.
pub(super) fn json(status: StatusCode, object: &impl Serialize) -> Response {
    match serde_json::to_string(object) {
        Ok(text) => json_text(status, text),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A reply of JSON that is written already.
pub(super) fn json_text(status: StatusCode, text: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, text).into_response()
}
