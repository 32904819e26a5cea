//! `bonduc serve` as a program.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use super::client::get;

/// A program that runs, killed should the test fail.
pub struct Program {
    pub child: Child,
    pub address: SocketAddr,
}

impl Program {
    /// Starts it and reads where it listens.
    pub fn start(args: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bonduc"))
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.as_mut().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        Program {
            child,
            address: address.unwrap_or_else(|| panic!("{line:?}")),
        }
    }

    pub fn interrupt(&self) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &id])
                .status()
                .unwrap()
                .success()
        );
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_says_where_it_is_and_ends_at_an_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.txt");
    std::fs::write(&own, "giuthi 0,0,3/2,0,0 s\nnothing\n").unwrap();
    let mut program = Program::start(&[own.to_str().unwrap()]);
    assert!(program.address.ip().is_loopback());
    let list = get(program.address, "/api/puzzles").json();
    let first = &list["puzzles"][0];
    assert_eq!(
        (first["id"].as_str(), first["shipped"].as_bool()),
        (Some("own#1"), Some(false))
    );
    assert!(list["puzzles"].as_array().unwrap().len() > 30);
    program.interrupt();
    // A faulty puzzle was told and left out; that is bad input.
    assert_eq!(program.child.wait().unwrap().code(), Some(2));
    let mut text = String::new();
    program
        .child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert!(
        text.contains("own#2") && text.contains("refused") && text.ends_with("stopped\n"),
        "{text}"
    );
}

#[test]
fn a_port_that_is_taken_is_told() {
    let mut first = Program::start(&[]);
    let port = first.address.port().to_string();
    let second = Command::new(env!("CARGO_BIN_EXE_bonduc"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let text = String::from_utf8(second.stderr).unwrap();
    assert!(
        text.contains("cannot listen on 127.0.0.1:") && text.contains("--port"),
        "{text}"
    );
    first.interrupt();
    assert_eq!(first.child.wait().unwrap().code(), Some(0));
}
