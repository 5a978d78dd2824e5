//! What defaults depend on: who runs the program, and how its distribution lays out files.

use std::path::PathBuf;

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
        // Below the home directory, and for root as the packages of Puppet and as Debian lay files out.
        let (own, all_in_one, debian) = match path {
            MachinePath::Authority => {
                ("etc/puppetserver/ca", "/etc/puppetlabs/puppetserver/ca", "/etc/puppet/puppetserver/ca")
            }
            MachinePath::Certificates => ("$confdir/ssl", "$confdir/ssl", "/var/lib/puppet/ssl"),
            MachinePath::Code => ("etc/code", "/etc/puppetlabs/code", "/etc/puppet/code"),
            MachinePath::Configuration => ("etc/puppet", "/etc/puppetlabs/puppet", "/etc/puppet"),
            MachinePath::Data => ("opt/puppet/cache", "/opt/puppetlabs/puppet/cache", "/var/cache/puppet"),
            MachinePath::Logs => ("var/log", "/var/log/puppetlabs/puppet", "/var/log/puppet"),
            MachinePath::Modules => {
                ("", "$codedir/modules:/opt/puppetlabs/puppet/modules", "$codedir/modules:/usr/share/puppet/modules")
            }
            MachinePath::Public => ("opt/puppet/public", "/opt/puppetlabs/puppet/public", "/var/cache/puppet/public"),
            MachinePath::Running => ("var/run", "/var/run/puppetlabs", "/run/puppet"),
            MachinePath::VendorModules => {
                ("", "/opt/puppetlabs/puppet/vendor_modules", "/usr/share/puppet/vendor_modules")
            }
        };
        match (&self.home, self.layout) {
            (Some(home), _) if !own.is_empty() && !own.starts_with('$') => {
                home.join(".puppetlabs").join(own).to_string_lossy().into_owned()
            }
            (Some(_), _) if !own.is_empty() => own.to_owned(),
            (_, Layout::AllInOne) => all_in_one.to_owned(),
            (_, Layout::Debian) => debian.to_owned(),
        }
    }
}
