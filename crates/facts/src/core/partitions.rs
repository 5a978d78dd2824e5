//! `partitions`: parts of disks, mapped devices and loops, with their file systems and where these are mounted.

use pcore::{Value, never};

use super::{mountpoints::Mount, udev::Properties};
use crate::{
    record::{number, record, text},
    root::Root,
    units,
};

pub(super) fn fact(root: &Root, mounts: &[Mount]) -> Option<Value> {
    let mut found: Vec<(String, Value)> = Vec::new();
    for name in root.names("/sys/block") {
        let directory = format!("/sys/block/{name}");
        if root.is_directory(format!("{directory}/device")) {
            // A partition is a directory in that of its disk, and its name begins with that of the disk.
            let parts = root.names(&directory).into_iter().filter(|part| part.contains(name.as_str()));
            for part in parts.filter(|part| root.is_directory(format!("{directory}/{part}"))) {
                found.push(partition(root, mounts, format!("/dev/{part}"), &format!("{directory}/{part}"), None));
            }
        } else if root.is_directory(format!("{directory}/dm")) {
            let device = match root.word(format!("{directory}/dm/name")) {
                Some(mapped) => format!("/dev/mapper/{mapped}"),
                None => format!("/dev/{name}"),
            };
            found.push(partition(root, mounts, device, &directory, None));
        } else if root.is_directory(format!("{directory}/loop")) {
            let file = root.word(format!("{directory}/loop/backing_file"));
            found.push(partition(root, mounts, format!("/dev/{name}"), &directory, file));
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    (!found.is_empty()).then(|| Value::hash(found.into_iter().map(|(name, value)| (name.into(), value))))
}

fn partition(root: &Root, mounts: &[Mount], device: String, directory: &str, file: Option<String>) -> (String, Value) {
    let size = root.number(format!("{directory}/size")).unwrap_or_default().saturating_mul(512);
    let properties = Properties::read(root, directory);
    let mount = mounts.iter().find(|mount| mount.device == device).map(|mount| mount.path.as_str());
    let value = record([
        ("backing_file", text(file)),
        ("filesystem", text(properties.get("ID_FS_TYPE"))),
        ("label", text(properties.get("ID_FS_LABEL_ENC").or_else(|| properties.get("ID_FS_LABEL")))),
        ("mount", text(mount)),
        ("partlabel", text(properties.get("ID_PART_ENTRY_NAME"))),
        ("partuuid", text(properties.get("ID_PART_ENTRY_UUID"))),
        ("size", text(Some(units::size(size)))),
        ("size_bytes", Some(number(size))),
        ("uuid", text(properties.get("ID_FS_UUID"))),
    ]);
    (device, value.unwrap_or_else(|| never!("a partition has a size", Value::Undef)))
}
