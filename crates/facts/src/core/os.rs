//! `os`: which distribution the machine has, in which release.
//!
//! Distributions use different files; which ones count follows from `ID` in `/etc/os-release`, and from
//! `ID_LIKE` for one that is not known.

mod distribution;
mod files;

use pcore::{Value, names::capitalize};

use self::{
    distribution::Distribution,
    files::{Lsb, OsRelease, RedHatRelease},
};
use super::selinux;
use crate::{
    record::{record, text},
    root::Root,
};

/// A distribution and its release.
pub(crate) struct Release {
    distribution: Distribution,
    os: OsRelease,
    red_hat: Option<RedHatRelease>,
    lsb: Option<Lsb>,
    version: Option<Version>,
    distribution_version: Option<Version>,
}

/// A version and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) full: String,
    pub(crate) major: Option<String>,
    pub(crate) minor: Option<String>,
}

impl Version {
    fn new(full: impl Into<String>) -> Version {
        let full = full.into();
        let mut parts = full.split('.').map(str::to_owned);
        let (major, minor) = (parts.next(), parts.next());
        Version { full, major, minor }
    }

    /// A version that is its own first part.
    fn whole(full: impl Into<String>) -> Version {
        let full = full.into();
        Version { major: Some(full.clone()), full, minor: None }
    }

    fn fact(&self) -> Option<Value> {
        record([
            ("full", text(Some(self.full.as_str()))),
            ("major", text(self.major.as_deref())),
            ("minor", text(self.minor.as_deref())),
        ])
    }
}

impl Release {
    pub(super) fn read(root: &Root) -> Release {
        let os = OsRelease::read(root);
        let red_hat = RedHatRelease::read(root);
        let distribution = Distribution::detect(root, &os, red_hat.as_ref());
        let lsb = Lsb::read(root, &os);
        let version = distribution.version(root, &os, red_hat.as_ref());
        let distribution_version =
            distribution.distribution_version(root, &os, red_hat.as_ref(), lsb.as_ref(), version.as_ref());
        Release { distribution, os, red_hat, lsb, version, distribution_version }
    }

    pub(super) fn fact(&self, root: &Root) -> Option<Value> {
        let distro = record([
            ("codename", text(self.codename())),
            ("description", text(self.description())),
            ("id", text(self.id())),
            ("release", self.distribution_version.as_ref().and_then(Version::fact)),
        ]);
        record([
            ("architecture", text(self.architecture(root))),
            ("distro", distro),
            ("family", text(self.family())),
            ("hardware", text(hardware(root))),
            ("name", text(self.name())),
            ("release", self.version.as_ref().and_then(Version::fact)),
            ("selinux", selinux::fact(root)),
        ])
    }

    /// The version that the Linux Standard Base would have.
    pub(crate) fn standard_version(&self) -> Option<Version> {
        match self.distribution {
            Distribution::Ubuntu => self.lsb.as_ref().and_then(|lsb| lsb.release.clone()).map(Version::new),
            _ => self.distribution_version.clone(),
        }
    }

    /// What `lsb_release` says, where it is installed.
    pub(crate) fn lsb(&self) -> Option<&Lsb> {
        self.lsb.as_ref()
    }

    fn name(&self) -> Option<String> {
        if self.distribution == Distribution::LinuxMint {
            return self.os.get("ID").map(capitalize);
        }
        self.os.name().or_else(|| self.red_hat.as_ref().map(RedHatRelease::name))
    }

    fn family(&self) -> Option<String> {
        if let Some(family) = self.distribution.family() {
            return Some(family.to_owned());
        }
        let id = self.os.get("ID_LIKE").or_else(|| self.os.get("ID"))?;
        Some(distribution::family_of(id).unwrap_or(id).to_owned())
    }

    fn architecture(&self, root: &Root) -> Option<String> {
        let hardware = hardware(root)?;
        let of_pentium =
            hardware.contains("pentium") || ["i386", "i486", "i586", "i686"].iter().any(|name| hardware.contains(name));
        Some(match hardware.as_str() {
            "x86_64" if self.distribution.is_of_debian() => String::from("amd64"),
            _ if of_pentium => String::from("i386"),
            _ => hardware,
        })
    }

    /// The output of `uname -p`: the hardware on some distributions, `unknown` on others.
    pub(super) fn instruction_set(&self, root: &Root) -> Option<String> {
        if self.distribution.tells_instruction_set() { hardware(root) } else { Some(String::from("unknown")) }
    }

    fn id(&self) -> Option<String> {
        match self.distribution.base() {
            Distribution::Debian => self.os.get("ID").map(capitalize),
            Distribution::RedHat => self.red_hat.as_ref().map(RedHatRelease::distributor),
            Distribution::Suse => {
                let old = self.os.version_id().is_some_and(|version| version.starts_with("12"));
                Some(String::from(if old { "SUSE LINUX" } else { "SUSE" }))
            }
            _ => self.lsb.as_ref().and_then(|lsb| lsb.id.clone()),
        }
    }

    fn description(&self) -> Option<String> {
        match self.distribution.base() {
            Distribution::Debian | Distribution::Suse => self.os.get("PRETTY_NAME").map(str::to_owned),
            Distribution::RedHat => self.red_hat.as_ref().map(RedHatRelease::description),
            _ => self.lsb.as_ref().and_then(|lsb| lsb.description.clone()),
        }
    }

    fn codename(&self) -> Option<String> {
        match self.distribution.base() {
            Distribution::Debian => {
                self.os.get("VERSION_CODENAME").map(str::to_owned).or_else(|| self.os.codename_in_version())
            }
            Distribution::RedHat if self.distribution == Distribution::Amazon => {
                let codename = self.red_hat.as_ref().and_then(RedHatRelease::codename);
                codename.or_else(|| Some(String::from("n/a")))
            }
            Distribution::RedHat => self.red_hat.as_ref().and_then(RedHatRelease::codename),
            Distribution::Suse => {
                let codename = self.os.get("VERSION_CODENAME").filter(|name| !name.is_empty());
                Some(codename.unwrap_or("n/a").to_owned())
            }
            _ => self.lsb.as_ref().and_then(|lsb| lsb.codename.clone()),
        }
    }
}

/// The kind of the processor.
fn hardware(root: &Root) -> Option<String> {
    root.system.hardware().or_else(|| root.word("/proc/sys/kernel/arch"))
}
