//! The facts that Facter has itself, one file for each subject.
//!
//! A new one is a file here and a line in [`NAMES`] and [`Core::fact`]. What several of them need is read once.

mod augeas;
mod containers;
mod disks;
mod dmi;
mod identity;
mod kernel;
mod memory;
mod mountpoints;
mod networking;
mod os;
mod partitions;
mod processors;
mod selinux;
mod ssh;
mod timezone;
mod udev;
mod uptime;
mod virtualization;

use std::cell::OnceCell;

use pcore::Value;

use self::{containers::Container, dmi::Dmi, mountpoints::Mount};
pub(crate) use self::{
    networking::{Interface, Networking},
    os::Release,
};
use crate::{FACTER_VERSION, record::text, root::Root};

/// The facts, in the order of Facter's JSON.
pub(crate) const NAMES: &[&str] = &[
    "aio_agent_version",
    "augeas",
    "cloud",
    "disks",
    "dmi",
    "facterversion",
    "filesystems",
    "fips_enabled",
    "hypervisors",
    "identity",
    "is_virtual",
    "kernel",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "load_averages",
    "memory",
    "mountpoints",
    "networking",
    "os",
    "partitions",
    "path",
    "processors",
    "ssh",
    "system_uptime",
    "timezone",
    "virtual",
];

/// The facts of a machine, each read when it is asked for.
pub(crate) struct Core<'r> {
    pub(crate) root: &'r Root,
    release: OnceCell<Release>,
    dmi: OnceCell<Dmi>,
    container: OnceCell<Option<Container>>,
    mounts: OnceCell<Vec<Mount>>,
    networking: OnceCell<Networking>,
    platform: OnceCell<String>,
}

impl<'r> Core<'r> {
    pub(crate) fn new(root: &'r Root) -> Core<'r> {
        Core {
            root,
            release: OnceCell::new(),
            dmi: OnceCell::new(),
            container: OnceCell::new(),
            mounts: OnceCell::new(),
            networking: OnceCell::new(),
            platform: OnceCell::new(),
        }
    }

    /// The fact with that name, if the machine has it.
    pub(crate) fn fact(&self, name: &str) -> Option<Value> {
        let root = self.root;
        match name {
            "aio_agent_version" => text(kernel::agent_version(root)),
            "augeas" => augeas::fact(root),
            "cloud" => virtualization::cloud(self),
            "disks" => disks::fact(root),
            "dmi" => self.dmi().fact(),
            "facterversion" => Some(FACTER_VERSION.into()),
            "filesystems" => text(kernel::filesystems(root)),
            "fips_enabled" => Some(kernel::fips_enabled(root).into()),
            "hypervisors" => virtualization::hypervisors(self),
            "identity" => identity::fact(root),
            "is_virtual" => Some(virtualization::is_virtual(self.platform()).into()),
            "kernel" => text(root.word("/proc/sys/kernel/ostype").or_else(|| Some(String::from("Linux")))),
            "kernelmajversion" => text(kernel::release(root).map(|release| kernel::version(&release, 2))),
            "kernelrelease" => text(kernel::release(root)),
            "kernelversion" => text(kernel::release(root).map(|release| kernel::version(&release, 3))),
            "load_averages" => kernel::load_averages(root),
            "memory" => memory::fact(root),
            "mountpoints" => mountpoints::fact(self.mounts()),
            "networking" => self.networking().fact(),
            "os" => self.release().fact(root),
            "partitions" => partitions::fact(root, self.mounts()),
            "path" => text(root.variable("PATH")),
            "processors" => processors::fact(root, self.release()),
            "ssh" => ssh::fact(root),
            "system_uptime" => uptime::fact(root, self.container()),
            "timezone" => text(Some(timezone::name(root))),
            "virtual" => text(Some(self.platform())),
            _ => None,
        }
    }

    pub(crate) fn release(&self) -> &Release {
        self.release.get_or_init(|| Release::read(self.root))
    }

    pub(crate) fn networking(&self) -> &Networking {
        self.networking.get_or_init(|| Networking::read(self.root))
    }

    fn dmi(&self) -> &Dmi {
        self.dmi.get_or_init(|| Dmi::read(self.root))
    }

    fn container(&self) -> Option<&Container> {
        self.container.get_or_init(|| Container::find(self.root)).as_ref()
    }

    fn mounts(&self) -> &[Mount] {
        self.mounts.get_or_init(|| mountpoints::read(self.root))
    }

    /// What the machine runs on: `physical`, `kvm`, `docker`.
    fn platform(&self) -> &str {
        self.platform.get_or_init(|| virtualization::platform(self))
    }
}
