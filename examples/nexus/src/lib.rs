//! `nexus`: switches that are managed over SSH.
//!
//! A *transport* connects to a device. This one starts the system's `ssh`, and talks to the switch like a person: it
//! waits for prompts, enters privileged mode, sends commands and parses the output. Two types use it, `nx9k_vlan` and
//! `nx9k_feature`.
//!
//! Start reading at [`transport`], then [`vlan`]. `src/bin/nexus-emulator` is a switch for trying it out.

pub mod console;
pub mod error;
pub mod feature;
pub mod line;
pub mod password;
pub mod show;
pub mod ssh;
pub mod transport;
pub mod vlan;
