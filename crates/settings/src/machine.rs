//! What defaults depend on: who runs the program, and how its distribution lays out files.

use std::path::{Path, PathBuf};

use crate::table::Place;

/// Who runs the program, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// How files are laid out.
    pub layout: Layout,
    /// The home directory of a user who is not root; root has none here.
    pub home: Option<PathBuf>,
    /// The name of the machine with its domain.
    pub host_name: String,
    /// How requests name the program.
    pub user_agent: String,
    /// The name of the command that runs.
    pub command: String,
}

/// How files are laid out for root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As the packages of Puppet do: `/etc/puppetlabs`, `/opt/puppetlabs`.
    #[default]
    AllInOne,
    /// As Debian does: `/etc/puppet`, `/var/cache/puppet`.
    Debian,
}

/// Root on a machine without a name.
impl Default for Machine {
    fn default() -> Machine {
        Machine {
            layout: Layout::AllInOne,
            home: None,
            host_name: String::from("localhost"),
            user_agent: concat!("Bunraku/", env!("CARGO_PKG_VERSION")).to_owned(),
            command: String::new(),
        }
    }
}

impl Machine {
    /// Where something lies, as if it were written in a file.
    pub(crate) fn place(&self, place: Place) -> String {
        if let Some(system) = self.of_system(place) {
            return system.to_owned();
        }
        let own = match place {
            Place::Authority => "etc/puppetserver/ca",
            Place::Code => "etc/code",
            Place::Configuration => "etc/puppet",
            Place::Data => "opt/puppet/cache",
            Place::Logs => "var/log",
            Place::Public => "opt/puppet/public",
            Place::Running => "var/run",
            Place::Certificates | Place::Modules | Place::VendorModules => "",
        };
        let home = self.home.as_deref().unwrap_or(Path::new("/"));
        home.join(".puppetlabs").join(own).to_string_lossy().into_owned()
    }

    /// A place that is not below a home directory.
    fn of_system(&self, place: Place) -> Option<&'static str> {
        let root = self.home.is_none();
        match (place, self.layout) {
            (Place::Certificates, Layout::Debian) if root => Some("/var/lib/puppet/ssl"),
            (Place::Certificates, _) => Some("$confdir/ssl"),
            (Place::Modules, Layout::AllInOne) => Some("$codedir/modules:/opt/puppetlabs/puppet/modules"),
            (Place::Modules, Layout::Debian) => Some("$codedir/modules:/usr/share/puppet/modules"),
            (Place::VendorModules, Layout::AllInOne) => Some("/opt/puppetlabs/puppet/vendor_modules"),
            (Place::VendorModules, Layout::Debian) => Some("/usr/share/puppet/vendor_modules"),
            _ if !root => None,
            (Place::Authority, Layout::AllInOne) => Some("/etc/puppetlabs/puppetserver/ca"),
            (Place::Authority, Layout::Debian) => Some("/etc/puppet/puppetserver/ca"),
            (Place::Code, Layout::AllInOne) => Some("/etc/puppetlabs/code"),
            (Place::Code, Layout::Debian) => Some("/etc/puppet/code"),
            (Place::Configuration, Layout::AllInOne) => Some("/etc/puppetlabs/puppet"),
            (Place::Configuration, Layout::Debian) => Some("/etc/puppet"),
            (Place::Data, Layout::AllInOne) => Some("/opt/puppetlabs/puppet/cache"),
            (Place::Data, Layout::Debian) => Some("/var/cache/puppet"),
            (Place::Logs, Layout::AllInOne) => Some("/var/log/puppetlabs/puppet"),
            (Place::Logs, Layout::Debian) => Some("/var/log/puppet"),
            (Place::Public, Layout::AllInOne) => Some("/opt/puppetlabs/puppet/public"),
            (Place::Public, Layout::Debian) => Some("/var/cache/puppet/public"),
            (Place::Running, Layout::AllInOne) => Some("/var/run/puppetlabs"),
            (Place::Running, Layout::Debian) => Some("/run/puppet"),
        }
    }
}
