//! What defaults depend on: who runs the program, and how its distribution lays out files.

use std::path::{Path, PathBuf};

use crate::table::MachinePath;

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
    /// The path as it would be written in a file.
    pub(crate) fn path(&self, path: MachinePath) -> String {
        if let Some(system) = self.system_path(path) {
            return system.to_owned();
        }
        let own = match path {
            MachinePath::Authority => "etc/puppetserver/ca",
            MachinePath::Code => "etc/code",
            MachinePath::Configuration => "etc/puppet",
            MachinePath::Data => "opt/puppet/cache",
            MachinePath::Logs => "var/log",
            MachinePath::Public => "opt/puppet/public",
            MachinePath::Running => "var/run",
            MachinePath::Certificates | MachinePath::Modules | MachinePath::VendorModules => "",
        };
        let home = self.home.as_deref().unwrap_or(Path::new("/"));
        home.join(".puppetlabs").join(own).to_string_lossy().into_owned()
    }

    /// A path that is not below a home directory.
    fn system_path(&self, path: MachinePath) -> Option<&'static str> {
        let root = self.home.is_none();
        match (path, self.layout) {
            (MachinePath::Certificates, Layout::Debian) if root => Some("/var/lib/puppet/ssl"),
            (MachinePath::Certificates, _) => Some("$confdir/ssl"),
            (MachinePath::Modules, Layout::AllInOne) => Some("$codedir/modules:/opt/puppetlabs/puppet/modules"),
            (MachinePath::Modules, Layout::Debian) => Some("$codedir/modules:/usr/share/puppet/modules"),
            (MachinePath::VendorModules, Layout::AllInOne) => Some("/opt/puppetlabs/puppet/vendor_modules"),
            (MachinePath::VendorModules, Layout::Debian) => Some("/usr/share/puppet/vendor_modules"),
            _ if !root => None,
            (MachinePath::Authority, Layout::AllInOne) => Some("/etc/puppetlabs/puppetserver/ca"),
            (MachinePath::Authority, Layout::Debian) => Some("/etc/puppet/puppetserver/ca"),
            (MachinePath::Code, Layout::AllInOne) => Some("/etc/puppetlabs/code"),
            (MachinePath::Code, Layout::Debian) => Some("/etc/puppet/code"),
            (MachinePath::Configuration, Layout::AllInOne) => Some("/etc/puppetlabs/puppet"),
            (MachinePath::Configuration, Layout::Debian) => Some("/etc/puppet"),
            (MachinePath::Data, Layout::AllInOne) => Some("/opt/puppetlabs/puppet/cache"),
            (MachinePath::Data, Layout::Debian) => Some("/var/cache/puppet"),
            (MachinePath::Logs, Layout::AllInOne) => Some("/var/log/puppetlabs/puppet"),
            (MachinePath::Logs, Layout::Debian) => Some("/var/log/puppet"),
            (MachinePath::Public, Layout::AllInOne) => Some("/opt/puppetlabs/puppet/public"),
            (MachinePath::Public, Layout::Debian) => Some("/var/cache/puppet/public"),
            (MachinePath::Running, Layout::AllInOne) => Some("/var/run/puppetlabs"),
            (MachinePath::Running, Layout::Debian) => Some("/run/puppet"),
        }
    }
}
