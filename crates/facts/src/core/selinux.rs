//! `os.selinux`: whether SELinux is on, and what it does.

use pcore::Value;

use crate::{
    record::{record, text},
    root::Root,
};

pub(super) fn fact(root: &Root) -> Option<Value> {
    let off = record([("enabled", Some(false.into()))]);
    let mounts = root.text("/proc/self/mounts").or_else(|| root.text("/proc/mounts")).unwrap_or_default();
    let mount = mounts.lines().find(|line| line.contains("selinuxfs"));
    let Some(directory) = mount.and_then(|line| line.split_whitespace().nth(1)) else { return off };
    let Some(configuration) = root.text("/etc/selinux/config").filter(|text| !text.is_empty()) else { return off };
    let value = |name: &str| {
        let mut values = configuration.lines().filter_map(|line| line.strip_prefix(name));
        values.next_back().map(|value| value.rsplit('=').next().unwrap_or(value).trim().to_owned())
    };
    let enforced = root.text(format!("{directory}/enforce")).as_deref() == Some("1");
    record([
        ("config_mode", text(value("SELINUX="))),
        ("config_policy", text(value("SELINUXTYPE="))),
        ("current_mode", text(Some(if enforced { "enforcing" } else { "permissive" }))),
        ("enabled", Some(true.into())),
        ("enforced", Some(enforced.into())),
        ("policy_version", text(root.text(format!("{directory}/policyvers")))),
    ])
}
