//! Distributions, and where each of them has its version.

use super::{
    Version,
    files::{Lsb, OsRelease, RedHatRelease, first_number, release_number},
};
use crate::root::Root;

/// Words in `ID` or `ID_LIKE`, and the family that they mean.
const FAMILIES: [(&str, &str); 6] = [
    (
        "RedHat",
        "redhat rhel fedora centos scientific ascendos cloudlinux psbm oraclelinux ovs oel amazon xenserver xcp-ng \
         virtuozzo photon mariner",
    ),
    ("Debian", "debian ubuntu huaweios linuxmint devuan kde"),
    ("Suse", "sles sled suse"),
    ("Gentoo", "gentoo"),
    ("Archlinux", "arch manjaro"),
    ("Mandrake", "mandrake mandriva mageia"),
];

/// The family that such an identifier belongs to.
pub(super) fn family_of(id: &str) -> Option<&'static str> {
    let id = id.to_lowercase();
    FAMILIES.iter().find(|(_, words)| words.split(' ').any(|word| id.contains(word))).map(|(family, _)| *family)
}

/// A distribution with its own files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distribution {
    Debian,
    Ubuntu,
    LinuxMint,
    Devuan,
    RedHat,
    Amazon,
    /// Oracle, Meego, and others of Red Hat's with a release file of their own.
    OfRedHat {
        release_file: &'static str,
    },
    Suse,
    Alpine,
    Gentoo,
    Mageia,
    Mariner,
    Openwrt,
    Photon,
    Slackware,
    Other,
}

impl Distribution {
    pub(super) fn detect(root: &Root, os: &OsRelease, red_hat: Option<&RedHatRelease>) -> Distribution {
        if root.exists("/etc/devuan_version") {
            return Distribution::Devuan;
        }
        let id = os.get("ID").map(str::to_lowercase);
        let id = id.or_else(|| red_hat.map(|_| String::from("rhel")));
        let id = id.or_else(|| root.exists("/etc/SuSE-release").then(|| String::from("suse")));
        let known = id.as_deref().and_then(Distribution::of_id);
        let like = || os.get("ID_LIKE").unwrap_or_default().split_whitespace().find_map(Distribution::of_id);
        known.or_else(like).unwrap_or(Distribution::Other)
    }

    fn of_id(id: &str) -> Option<Distribution> {
        Some(match id {
            "debian" | "elementary" | "raspbian" => Distribution::Debian,
            "ubuntu" => Distribution::Ubuntu,
            "linuxmint" => Distribution::LinuxMint,
            "devuan" => Distribution::Devuan,
            "rhel" | "fedora" | "centos" | "scientific" => Distribution::RedHat,
            "amzn" => Distribution::Amazon,
            "ol" => Distribution::OfRedHat { release_file: "/etc/oracle-release" },
            "oel" => Distribution::OfRedHat { release_file: "/etc/enterprise-release" },
            "ovs" => Distribution::OfRedHat { release_file: "/etc/ovs-release" },
            "meego" => Distribution::OfRedHat { release_file: "/etc/meego-release" },
            "sles" | "sled" | "opensuse" => Distribution::Suse,
            _ if id.contains("opensuse") => Distribution::Suse,
            "alpine" => Distribution::Alpine,
            "gentoo" => Distribution::Gentoo,
            "mageia" => Distribution::Mageia,
            "mariner" => Distribution::Mariner,
            "openwrt" => Distribution::Openwrt,
            "photon" => Distribution::Photon,
            "slackware" => Distribution::Slackware,
            _ => return None,
        })
    }

    /// The distribution whose ways this one has where it has none of its own.
    pub(super) fn base(self) -> Distribution {
        match self {
            Distribution::Ubuntu | Distribution::LinuxMint | Distribution::Devuan => Distribution::Debian,
            Distribution::Amazon | Distribution::OfRedHat { .. } => Distribution::RedHat,
            other => other,
        }
    }

    pub(super) fn is_of_debian(self) -> bool {
        self.base() == Distribution::Debian
    }

    /// The family, where it does not depend on what files say.
    pub(super) fn family(self) -> Option<&'static str> {
        match self.base() {
            Distribution::RedHat => Some("RedHat"),
            Distribution::Suse => Some("Suse"),
            _ => None,
        }
    }

    /// Whether `uname -p` prints the hardware there.
    pub(super) fn tells_instruction_set(self) -> bool {
        matches!(self, Distribution::Ubuntu | Distribution::LinuxMint)
            || matches!(self.base(), Distribution::RedHat | Distribution::Suse)
    }

    /// `os.release`.
    pub(super) fn version(self, root: &Root, os: &OsRelease, red_hat: Option<&RedHatRelease>) -> Option<Version> {
        let of_os = || os.version_id().map(Version::new);
        let file = |path: &str, before: &str| {
            let text = root.word(path)?;
            first_number(text.split_once(before)?.1)
        };
        let from_line = |path: &str| release_number(&root.text(path)?);
        let found = match self {
            Distribution::Debian => return debian_version(root),
            Distribution::Ubuntu | Distribution::Other => return os.version_id().map(Version::whole),
            Distribution::LinuxMint => file("/etc/linuxmint/info", "RELEASE=")
                .map(|number| number.split('.').next().unwrap_or_default().to_owned()),
            Distribution::Devuan => root.word("/etc/devuan_version"),
            Distribution::RedHat => red_hat.and_then(RedHatRelease::version),
            Distribution::Amazon => from_line("/etc/system-release"),
            Distribution::OfRedHat { release_file } => from_line(release_file),
            Distribution::Suse => {
                let version = Version::new(os.version_id()?);
                // The minor part is the last one, whatever is between.
                let minor = version.full.rsplit('.').next().map(str::to_owned);
                return Some(Version { minor, ..version });
            }
            Distribution::Alpine => root.word("/etc/alpine-release"),
            Distribution::Gentoo => from_line("/etc/gentoo-release"),
            Distribution::Mageia => file("/etc/mageia-release", "Mageia release "),
            Distribution::Mariner => file("/etc/mariner-release", "CBL-Mariner "),
            Distribution::Openwrt => root.word("/etc/openwrt_version"),
            Distribution::Photon => file("/etc/lsb-release", "DISTRIB_RELEASE=\"")
                .map(|number| number.split('.').take(2).collect::<Vec<_>>().join(".")),
            Distribution::Slackware => file("/etc/slackware-version", "Slackware "),
        };
        found.map(Version::new).or_else(of_os)
    }

    /// `os.distro.release`.
    pub(super) fn distribution_version(
        self,
        root: &Root,
        os: &OsRelease,
        red_hat: Option<&RedHatRelease>,
        lsb: Option<&Lsb>,
        version: Option<&Version>,
    ) -> Option<Version> {
        match self {
            Distribution::Debian | Distribution::LinuxMint => debian_version(root),
            Distribution::Ubuntu => os.version_id().map(Version::whole),
            Distribution::Amazon | Distribution::Suse => version.cloned(),
            Distribution::RedHat | Distribution::OfRedHat { .. } => {
                red_hat.and_then(RedHatRelease::version).or_else(|| os.version_id()).map(Version::new)
            }
            _ => lsb.and_then(|lsb| lsb.release.clone()).map(Version::new),
        }
    }
}

/// What Debian calls its release, in which `12.05` has the minor part 5.
fn debian_version(root: &Root) -> Option<Version> {
    let version = Version::new(root.word("/etc/debian_version")?);
    let minor = version.minor.as_ref().map(|minor| match minor.strip_prefix('0') {
        Some(rest) if rest.starts_with(|letter| ('1'..='9').contains(&letter)) => rest.to_owned(),
        _ => minor.clone(),
    });
    Some(Version { minor, ..version })
}
