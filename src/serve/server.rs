//! The server: listens, answers, stops.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use super::failure::{Failure, json_text};
use super::gate::{Hosts, pass};
use super::pool::Pool;
use super::workers::Workers;
use super::{Settings, Shelf, games, openapi, page, parse, play, puzzles, solve};

/// How long answers under way may take to notice that the server ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// Positions and games that are only read or played through: how many at once, how many more may wait.
const LIGHT: (usize, usize) = (4, 256);

/// What the handlers share.
pub(super) struct Shared {
    pub(super) shelf: Shelf,
    /// For solving.
    pub(super) workers: Workers,
    /// For reading and playing through.
    pub(super) light: Pool,
}

/// A server that listens already.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    stop: Arc<Notify>,
}

/// Ends a server, from any thread.
#[derive(Clone)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Has the server end: it listens no more and gives up what is under way.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Begins to listen; nothing is answered before [`Server::run`].
    ///
    /// # Errors
    ///
    /// If the address cannot be had.
    pub fn bind(settings: Settings) -> io::Result<Server> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("serve")
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(settings.address))?;
        let address = listener.local_addr()?;
        Ok(Server {
            runtime,
            listener,
            address,
            router: router(settings),
            stop: Arc::default(),
        })
    }

    /// Returns where it listens, with the port that it has.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns what ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers requests until it is stopped.
    ///
    /// # Errors
    ///
    /// If it can listen no more.
    pub fn run(self) -> io::Result<()> {
        let serve = axum::serve(self.listener, self.router);
        let result = self.runtime.block_on(async {
            tokio::select! {
                result = serve.into_future() => result,
                () = self.stop.notified() => Ok(()),
            }
        });
        // The requests under way go with the runtime, and their jobs see their flags.
        self.runtime.shutdown_timeout(FAREWELL);
        result
    }
}

fn router(settings: Settings) -> Router {
    let hosts = match settings.address.ip().is_loopback() {
        true => Hosts::Loopback,
        false => Hosts::Any,
    };
    let shared = Shared {
        workers: Workers::new(&settings),
        light: Pool::new(LIGHT.0, LIGHT.1),
        shelf: settings.shelf,
    };
    Router::new()
        .route("/", get(page::index))
        .route("/assets/{name}", get(page::asset))
        .route("/api/openapi.json", get(document))
        .route("/api/games", get(games::games))
        .route("/api/puzzles", get(puzzles::list))
        .route("/api/puzzles/{id}", get(puzzles::one))
        .route("/api/parse", post(parse::parse))
        .route("/api/play", post(play::play))
        .route("/api/solve", post(solve::solve))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing)
        .layer(from_fn_with_state(hosts, pass))
        .with_state(Arc::new(shared))
}

async fn document() -> Response {
    json_text(StatusCode::OK, openapi().to_string())
}

async fn nothing(request: Request) -> Failure {
    let path = request.uri().path().to_owned();
    let shown: String = path.chars().take(80).collect();
    let reason = format!("there is nothing at {shown}; /api/openapi.json tells what there is");
    Failure::new(StatusCode::NOT_FOUND, reason)
}

async fn wrong_method(request: Request) -> Failure {
    let reason = format!(
        "{} does not take {}; /api/openapi.json tells what there is",
        request.uri().path(),
        request.method()
    );
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, reason)
}
