//! A server for a test, and as much of HTTP as is needed to speak to it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use bonduc::limits::Limits;
use bonduc::serve::{Server, Settings, Stopper};
use serde_json::Value;

/// A server of its own, which ends with the test.
pub struct Served {
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    /// Starts one on a free port, `change` made to its settings.
    pub fn start(change: impl FnOnce(&mut Settings)) -> Served {
        let mut settings = Settings::new("127.0.0.1:0".parse().unwrap());
        change(&mut settings);
        let server = Server::bind(settings).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        Served {
            address,
            stopper,
            thread: Some(thread),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take()
            && !std::thread::panicking()
        {
            thread.join().unwrap();
        }
    }
}

/// What a server says.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// The header lines in lower case.
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Sends a request and leaves the reply to be read.
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(120)))
        .unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n",
        body.len()
    );
    // The server may refuse and close before all of a large body is written.
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body));
    stream
}

/// Reads what comes back.
pub fn receive(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A reset after the reply, for a body that was not taken, loses nothing of it.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8(bytes[..end].to_vec())
        .unwrap()
        .to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(!head.contains("transfer-encoding"), "{head}");
    Reply {
        status,
        head,
        body: bytes[end + 4..].to_vec(),
    }
}

pub fn get(address: SocketAddr, path: &str) -> Reply {
    receive(send(address, "GET", path, "", b""))
}

pub const JSON: &str = "content-type: application/json\r\n";

pub fn post(address: SocketAddr, path: &str, body: &Value) -> Reply {
    receive(send(
        address,
        "POST",
        path,
        JSON,
        body.to_string().as_bytes(),
    ))
}

/// An answer without the time that it took.
pub fn timeless(mut answer: Value) -> Value {
    answer.as_object_mut().unwrap().remove("seconds");
    answer
}

/// The memory of one worker, as the server shares it out.
pub fn share(limits: Limits, workers: u64) -> Limits {
    Limits {
        memory: (limits.memory - Limits::BASE_MEMORY) / workers + Limits::BASE_MEMORY,
        ..limits
    }
}
