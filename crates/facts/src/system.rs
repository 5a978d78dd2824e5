//! Facts that come from system calls rather than files.

mod netlink;
mod running;

use std::{net::IpAddr, path::Path};

pub use running::Running;

/// Answers of the kernel.
///
/// The machine itself answers from system calls ([`Running`]); a tree of files has none ([`NoSystem`]), so it does not
/// know the answers, and what is missing then is read from files as far as they have it.
pub trait System {
    /// The kind of the processor, as in `uname -m`.
    fn hardware(&self) -> Option<String> {
        None
    }

    /// The number of the user who runs the program.
    fn user(&self) -> Option<u32> {
        None
    }

    /// The network interfaces and their addresses, in the order of the kernel.
    fn links(&self) -> Option<Vec<Link>> {
        None
    }

    /// How large the file system at a path is.
    fn space(&self, _path: &Path) -> Option<Space> {
        None
    }

    /// What the hypervisor calls itself in the processor's own words, such as `KVMKVMKVM`.
    fn hypervisor(&self) -> Option<String> {
        None
    }

    /// Seconds since 1970.
    fn now(&self) -> i64 {
        0
    }
}

/// A network interface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Its number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its hardware address.
    pub address: Option<String>,
    /// The size of its largest packet.
    pub mtu: Option<u32>,
    /// The number of the interface that it is a part of.
    pub master: Option<u32>,
    /// Its addresses with the lengths of their networks.
    pub addresses: Vec<(IpAddr, u8)>,
}

/// How large a file system is, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// All of it.
    pub total: u64,
    /// The free space.
    pub free: u64,
    /// The space that an ordinary user may use.
    pub available: u64,
}

/// No system calls: there are only files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoSystem;

impl System for NoSystem {}
