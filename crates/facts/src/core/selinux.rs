//! `os.selinux`: whether SELinux is on, and what it does.

use pcore::Value;

use crate::{
    record::{record, text},
    root::Root,
};

/// What is known about SELinux.
#[derive(Debug, Default)]
pub(crate) struct SeLinux {
    pub(crate) enabled: bool,
    config_mode: Option<String>,
    config_policy: Option<String>,
    enforced: Option<bool>,
    policy_version: Option<String>,
}

impl SeLinux {
    pub(super) fn read(root: &Root) -> SeLinux {
        let mounts = root.text("/proc/self/mounts").or_else(|| root.text("/proc/mounts")).unwrap_or_default();
        let mount = mounts.lines().find(|line| line.contains("selinuxfs"));
        let Some(directory) = mount.and_then(|line| line.split_whitespace().nth(1)) else { return SeLinux::default() };
        let Some(configuration) = root.text("/etc/selinux/config").filter(|text| !text.is_empty()) else {
            return SeLinux::default();
        };
        let value = |name: &str| {
            let mut values = configuration.lines().filter_map(|line| line.strip_prefix(name));
            values.next_back().map(|value| value.rsplit('=').next().unwrap_or(value).trim().to_owned())
        };
        SeLinux {
            enabled: true,
            config_mode: value("SELINUX="),
            config_policy: value("SELINUXTYPE="),
            enforced: Some(root.text(format!("{directory}/enforce")).as_deref() == Some("1")),
            policy_version: root.text(format!("{directory}/policyvers")),
        }
    }

    pub(super) fn fact(&self) -> Option<Value> {
        let mode = self.enforced.map(|enforced| if enforced { "enforcing" } else { "permissive" });
        record([
            ("config_mode", text(self.config_mode.as_deref())),
            ("config_policy", text(self.config_policy.as_deref())),
            ("current_mode", text(mode)),
            ("enabled", Some(self.enabled.into())),
            ("enforced", self.enforced.map(Value::from)),
            ("policy_version", text(self.policy_version.as_deref())),
        ])
    }
}
