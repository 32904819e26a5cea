//! What every request passes: who is spoken to, and what every reply carries.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

/// Nothing but what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Which names of the host are answered to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hosts {
    /// Those of this machine: another name that leads here is a page's trick to read answers.
    Loopback,
    /// Any.
    Any,
}

/// Sends away who speaks to another host, and sets the headers of every reply.
pub(super) async fn pass(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = if hosts == Hosts::Any || is_loopback(request.headers()) {
        next.run(request).await
    } else {
        let reason = "this server answers to localhost and 127.0.0.1 only; --host makes it answer to other names";
        Failure::new(StatusCode::FORBIDDEN, reason).into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for name in ["cross-origin-resource-policy", "cross-origin-opener-policy"] {
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    response
}

/// Tells whether the host that is spoken to is this machine by one of its own names.
fn is_loopback(headers: &HeaderMap) -> bool {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let Some(host) = host else {
        return false;
    };
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse()
            .is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_loopback() {
        let is = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
            is_loopback(&headers)
        };
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8642",
            "127.1.2.3",
            "[::1]:8642",
        ] {
            assert!(is(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example:8642",
            "10.0.0.1",
            "[::2]:80",
        ] {
            assert!(!is(host), "{host}");
        }
        assert!(!is_loopback(&HeaderMap::new()));
    }
}
