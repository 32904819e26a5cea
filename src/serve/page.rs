//! The page: its files, part of the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

/// A file of the page.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! asset {
    ($name:literal, $kind:literal) => {
        Asset {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("assets/", $name)),
        }
    };
}

static ASSETS: [Asset; 3] = [
    asset!("index.html", "text/html; charset=utf-8"),
    asset!("page.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
];

fn reply(name: &str) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response(),
        None => Failure::new(StatusCode::NOT_FOUND, "the page has no such file").into_response(),
    }
}

/// `GET /`.
pub(super) async fn index() -> Response {
    reply("index.html")
}

/// `GET /assets/NAME`.
pub(super) async fn asset(Path(name): Path<String>) -> Response {
    reply(&name)
}
