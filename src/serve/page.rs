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
    ($name:literal, $kind:expr) => {
        Asset {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("assets/", $name)),
        }
    };
    ($name:literal) => {
        asset!($name, SCRIPT)
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

static ASSETS: [Asset; 15] = [
    asset!("index.html", "text/html; charset=utf-8"),
    asset!("page.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("api.js"),
    asset!("board.js"),
    asset!("explore.js"),
    asset!("line.js"),
    asset!("link.js"),
    asset!("main.js"),
    asset!("puzzle.js"),
    asset!("rules.js"),
    asset!("setup.js"),
    asset!("sowing.js"),
    asset!("turns.js"),
    asset!("words.js"),
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
