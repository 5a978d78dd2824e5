//! The container that the machine runs in, according to its first process.

use crate::root::Root;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Container {
    /// What kind it is: `docker`, `lxc`, `systemd_nspawn`.
    pub(crate) kind: &'static str,
    /// What it is called, and what this name is.
    pub(crate) name: Option<(&'static str, String)>,
}

impl Container {
    pub(super) fn find(root: &Root) -> Option<Container> {
        let groups = root.text("/proc/1/cgroup")?;
        let environment = root.text("/proc/1/environ")?;
        let lines = || groups.lines();
        let lxc = lines().find_map(|line| line.strip_prefix("/lxc/")?.split('/').next().map(str::to_owned));
        if lxc.is_some() || environment.contains("container=lxc") {
            return Some(Container { kind: "lxc", name: lxc.map(|name| ("name", name)) });
        }
        if let Some(id) = lines().find_map(|line| line.split_once("docker/").map(|(_, id)| id.to_owned())) {
            return Some(Container { kind: "docker", name: Some(("id", id)).filter(|(_, id)| !id.is_empty()) });
        }
        if environment.contains("container=systemd-nspawn") {
            let id = root.word("/etc/machine-id");
            return Some(Container { kind: "systemd_nspawn", name: id.map(|id| ("id", id)) });
        }
        None
    }
}
