//! The facts that Facter has itself, one file for each subject.
//!
//! A new one is a file here and a line in [`FACTS`]. What several of them need is read once.

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
pub(crate) use self::{networking::Networking, os::Release};
use crate::{FACTER_VERSION, record::text, root::Root};

/// Reads a fact, if the machine has it.
type ReadFact = fn(&Core<'_>) -> Option<Value>;

/// The facts, in the order of Facter's JSON.
pub(crate) const FACTS: &[(&str, ReadFact)] = &[
    ("aio_agent_version", |core| text(kernel::agent_version(core.root))),
    ("augeas", |core| augeas::fact(core.root)),
    ("cloud", virtualization::cloud),
    ("disks", |core| disks::fact(core.root)),
    ("dmi", |core| core.dmi().fact()),
    ("facterversion", |_| Some(FACTER_VERSION.into())),
    ("filesystems", |core| text(kernel::filesystems(core.root))),
    ("fips_enabled", |core| Some(kernel::fips_enabled(core.root).into())),
    ("hypervisors", virtualization::hypervisors),
    ("identity", |core| identity::fact(core.root)),
    ("is_virtual", |core| Some(virtualization::is_virtual(core.platform()).into())),
    ("kernel", |core| text(core.root.word("/proc/sys/kernel/ostype").or_else(|| Some(String::from("Linux"))))),
    ("kernelmajversion", |core| text(kernel::release(core.root).map(|release| kernel::version(&release, 2)))),
    ("kernelrelease", |core| text(kernel::release(core.root))),
    ("kernelversion", |core| text(kernel::release(core.root).map(|release| kernel::version(&release, 3)))),
    ("load_averages", |core| kernel::load_averages(core.root)),
    ("memory", |core| memory::fact(core.root)),
    ("mountpoints", |core| mountpoints::fact(core.mounts())),
    ("networking", |core| core.networking().fact()),
    ("os", |core| core.release().fact(core.root)),
    ("partitions", |core| partitions::fact(core.root, core.mounts())),
    ("path", |core| text(core.root.variable("PATH"))),
    ("processors", |core| processors::fact(core.root, core.release())),
    ("ssh", |core| ssh::fact(core.root)),
    ("system_uptime", |core| uptime::fact(core.root, core.container())),
    ("timezone", |core| text(Some(timezone::name(core.root)))),
    ("virtual", |core| text(Some(core.platform()))),
];

/// The facts of a machine, each read when it is asked for.
pub(crate) struct Core<'r> {
    pub(crate) root: &'r Root,
    release: OnceCell<Release>,
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
            container: OnceCell::new(),
            mounts: OnceCell::new(),
            networking: OnceCell::new(),
            platform: OnceCell::new(),
        }
    }

    pub(crate) fn release(&self) -> &Release {
        self.release.get_or_init(|| Release::read(self.root))
    }

    pub(crate) fn networking(&self) -> &Networking {
        self.networking.get_or_init(|| Networking::read(self.root))
    }

    fn dmi(&self) -> Dmi<'r> {
        Dmi::of(self.root)
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
