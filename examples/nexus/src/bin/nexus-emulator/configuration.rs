//! The configuration of the switch, and its output.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs::{self, File},
    io,
    path::Path,
};

/// The width of a name in `show vlan brief`, which is also its maximum length.
pub const MAX_NAME: usize = 32;

/// The VLAN that always exists.
pub const DEFAULT_VLAN: u16 = 1;

/// The features that can be enabled.
pub const FEATURES: [&str; 6] = ["bgp", "interface-vlan", "lacp", "ospf", "ssh", "telnet"];

/// The configuration of a switch.
pub struct Configuration {
    pub hostname: String,
    pub features: BTreeSet<String>,
    pub vlans: BTreeMap<u16, Vlan>,
}

/// A VLAN of a switch.
#[derive(Default)]
pub struct Vlan {
    pub name: Option<String>,
    pub is_suspended: bool,
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            hostname: "switch".into(),
            features: BTreeSet::from(["ssh".to_owned()]),
            vlans: BTreeMap::from([(DEFAULT_VLAN, Vlan { name: Some("default".into()), is_suspended: false })]),
        }
    }
}

impl Configuration {
    /// Reads the configuration in a directory; the default one if there is none.
    pub fn read(directory: &Path) -> io::Result<Configuration> {
        match fs::read_to_string(directory.join("running-config")) {
            Ok(text) => Ok(Configuration::parse(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Configuration::default()),
            Err(error) => Err(error),
        }
    }

    /// Changes the configuration in a directory, under a lock.
    pub fn change(directory: &Path, change: impl FnOnce(&mut Configuration)) -> io::Result<()> {
        let lock = File::create(directory.join("lock"))?;
        lock.lock()?;
        let mut configuration = Configuration::read(directory)?;
        change(&mut configuration);
        let fresh = directory.join("running-config.new");
        fs::write(&fresh, configuration.show())?;
        fs::rename(fresh, directory.join("running-config"))
    }

    fn parse(text: &str) -> Configuration {
        let mut read = Configuration { hostname: "switch".into(), features: BTreeSet::new(), vlans: BTreeMap::new() };
        let mut current = DEFAULT_VLAN;
        for line in text.lines() {
            let vlan = read.vlans.entry(current).or_default();
            match line.trim().split_once(' ') {
                Some(("hostname", name)) => read.hostname = name.into(),
                Some(("feature", name)) => drop(read.features.insert(name.into())),
                Some(("vlan", id)) => current = id.parse().unwrap_or(DEFAULT_VLAN),
                Some(("name", name)) => vlan.name = Some(name.into()),
                Some(("state", state)) => vlan.is_suspended = state == "suspend",
                _ => {}
            }
            read.vlans.entry(current).or_default();
        }
        read
    }

    /// The output of `show running-config`.
    pub fn show(&self) -> String {
        let mut text = format!("version 9.3(5)\nhostname {}\n\n", self.hostname);
        for feature in &self.features {
            let _ = writeln!(text, "feature {feature}");
        }
        text.push('\n');
        for (id, vlan) in &self.vlans {
            let _ = writeln!(text, "vlan {id}");
            if let Some(name) = &vlan.name {
                let _ = writeln!(text, "  name {name}");
            }
            if vlan.is_suspended {
                text.push_str("  state suspend\n");
            }
        }
        text
    }

    /// The output of `show vlan brief`.
    pub fn vlan_table(&self) -> String {
        let mut text = format!("\nVLAN {:32} {:9} {}\n", "Name", "Status", "Ports");
        let _ = writeln!(text, "---- {} {} {}", "-".repeat(MAX_NAME), "-".repeat(9), "-".repeat(31));
        for (id, vlan) in &self.vlans {
            // A VLAN without a name gets a default one.
            let name = vlan.name.clone().unwrap_or_else(|| format!("VLAN{id:04}"));
            let status = if vlan.is_suspended { "suspended" } else { "active" };
            let ports = if *id == DEFAULT_VLAN { "Eth1/1, Eth1/2, Eth1/3, Eth1/4" } else { "" };
            let _ = writeln!(text, "{id:<4} {name:32} {status:9} {ports}");
            if *id == DEFAULT_VLAN {
                // Long lists of ports are wrapped.
                let _ = writeln!(text, "{:47} Eth1/5, Eth1/6", "");
            }
        }
        text
    }

    /// The output of `show version`.
    pub fn version(&self) -> String {
        format!(
            "Cisco Nexus Operating System (NX-OS) Software\n\nSoftware\n  NXOS: version 9.3(5)\n\nHardware\n  \
             cisco Nexus9000 C9300v Chassis\n  Device name: {}\n  Processor Board ID 9TESTSERIAL\n",
            self.hostname
        )
    }
}
