//! Init scripts.

use std::{fs, path::Path};

use resource_api::{Failure, Outcome, command::is_executable};

/// Scripts that are not services, or that must not be called with `status`.
const EXCLUDED: [&str; 19] = [
    "functions.sh",
    "reboot.sh",
    "shutdown.sh",
    "functions",
    "halt",
    "killall",
    "single",
    "linuxconf",
    "reboot",
    "boot",
    "wait-for-state",
    "portmap-wait",
    "rcS",
    "module-init-tools",
    "plymouth-ready",
    "idmapd-mounting",
    "startpar-bridge",
    "cryptdisks-udev",
    "statd-mounting",
];

/// Finds the script of a service.
pub(super) fn find(directories: &[String], name: &str) -> Outcome<String> {
    let scripts = [name.to_owned(), format!("{name}.sh")];
    let directories: Vec<&Path> = directories.iter().map(Path::new).filter(|directory| directory.is_dir()).collect();
    let mut paths = scripts.iter().flat_map(|script| directories.iter().map(move |directory| directory.join(script)));
    let found = paths.find(|path| path.exists()).map(|path| path.to_string_lossy().into_owned());
    found.ok_or_else(|| Failure::new(format!("Could not find init script for '{name}'")))
}

/// The services with a script, sorted by name.
pub(super) fn all() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir("/etc/init.d")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| {
            let path = entry.path();
            let is_program = is_executable(&path);
            let is_upstart = fs::read_link(&path).is_ok_and(|target| target == Path::new("/lib/init/upstart-job"));
            is_program && !is_upstart
        })
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.') && !EXCLUDED.contains(&name.as_str()) && name != "gssd-mounting")
        .collect();
    names.sort_unstable();
    names
}
