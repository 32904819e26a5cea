//! The server, spoken to as a browser or a script would.

mod api;
mod bad;
mod client;
mod load;
mod page;
mod pressure;
mod program;
