//! `mountpoints`: what is mounted where, and how full it is.

use pcore::Value;

use super::udev::unescape;
use crate::{
    record::{number, record, text},
    root::Root,
    system::Space,
    units,
};

/// A mounted file system.
#[derive(Debug)]
pub(crate) struct Mount {
    pub(super) device: String,
    pub(super) path: String,
    filesystem: String,
    options: String,
    space: Space,
}

/// Reads what is mounted, in the order of the kernel.
pub(super) fn read(root: &Root) -> Vec<Mount> {
    let table = root.text("/proc/self/mounts").or_else(|| root.text("/proc/mounts")).or_else(|| root.text("/etc/mtab"));
    table.unwrap_or_default().lines().filter_map(|line| mount(root, line)).collect()
}

fn mount(root: &Root, line: &str) -> Option<Mount> {
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let unescape = |word: &str| unescape(word, b"\\", 8);
    let (device, path, filesystem, options) =
        (unescape(words.next()?), unescape(words.next()?), words.next()?.to_owned(), unescape(words.next()?));
    if !path.starts_with('/') && path != "none" {
        return None;
    }
    let of_kernel = (path.starts_with("/proc") || path.starts_with("/sys")) && filesystem != "tmpfs";
    if of_kernel || filesystem == "autofs" {
        return None;
    }
    let device = if device == "/dev/root" { root_device(root).unwrap_or(device) } else { device };
    let space = root.system.space(path.as_ref()).unwrap_or_default();
    Some(Mount { device, path, filesystem, options, space })
}

/// The command line of the kernel.
fn root_device(root: &Root) -> Option<String> {
    let line = root.text("/proc/cmdline")?;
    let device = line.split_whitespace().find_map(|word| word.strip_prefix("root="))?;
    let link = device.strip_prefix("PARTUUID=").map(|id| ("partuuid", id));
    let link = link.or_else(|| device.strip_prefix("UUID=").map(|id| ("uuid", id)));
    let named = link.and_then(|(kind, id)| root.link(format!("/dev/disk/by-{kind}/{}", id.to_lowercase())));
    let named = named.and_then(|target| Some(format!("/dev/{}", target.file_name()?.to_str()?)));
    Some(named.unwrap_or_else(|| device.to_owned()))
}

pub(super) fn fact(mounts: &[Mount]) -> Option<Value> {
    let mut sorted: Vec<&Mount> = mounts.iter().collect();
    // A later mount at the same path hides the earlier one.
    sorted.sort_by(|left, right| left.path.cmp(&right.path));
    let entries = sorted.into_iter().filter_map(|mount| Some((Value::from(mount.path.as_str()), mount.fact()?)));
    let entries: Vec<(Value, Value)> = entries.collect();
    (!entries.is_empty()).then(|| Value::hash(entries))
}

impl Mount {
    fn fact(&self) -> Option<Value> {
        let Space { total, free, available } = self.space;
        let used = total.saturating_sub(free);
        let options = self.options.split(',').map(|option| Value::from(option.trim()));
        record([
            ("available", text(Some(units::size(available)))),
            ("available_bytes", Some(number(available))),
            ("capacity", text(Some(units::fullness(used, used.saturating_add(available))))),
            ("device", text(Some(self.device.as_str()))),
            ("filesystem", text(Some(self.filesystem.as_str()))),
            ("options", Some(Value::array(options))),
            ("size", text(Some(units::size(total)))),
            ("size_bytes", Some(number(total))),
            ("used", text(Some(units::size(used)))),
            ("used_bytes", Some(number(used))),
        ])
    }
}
