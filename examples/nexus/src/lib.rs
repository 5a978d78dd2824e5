//! `nexus`: switches that are managed through SSH.
//!
//! A *transport* is how a device is reached. This one starts the system's `ssh`, and talks to the switch as a person would:
//! it waits for prompts, enables the privileged mode, sends commands and reads what is shown. Two types use it,
//! `nx9k_vlan` and `nx9k_feature`.
//!
//! Start reading at [`transport`], then [`vlan`]. `src/bin/nexus-emulator` is a switch to try it on.

pub mod console;
pub mod feature;
pub mod line;
pub mod password;
pub mod shown;
pub mod ssh;
pub mod transport;
pub mod trouble;
pub mod vlan;
