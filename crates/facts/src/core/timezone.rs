//! `timezone`: the abbreviation of the current time zone, such as `CET`.

use jiff::{Timestamp, tz::TimeZone};

use crate::root::Root;

pub(super) fn name(root: &Root) -> String {
    let zone = zone(root).unwrap_or(TimeZone::UTC);
    let now = Timestamp::from_second(root.system.now()).unwrap_or(Timestamp::UNIX_EPOCH);
    zone.to_offset_info(now).abbreviation().to_owned()
}

/// What the variable `TZ` says, or the file that holds for all.
fn zone(root: &Root) -> Option<TimeZone> {
    const ZONES: &str = "/usr/share/zoneinfo";
    let file = |path: &str| TimeZone::tzif(path, &root.bytes(path)?).ok();
    match root.variable("TZ").map(|name| name.trim_start_matches(':')) {
        None => file("/etc/localtime"),
        Some("") => None,
        Some(path) if path.starts_with('/') => file(path),
        Some(name) if name.contains("..") => None,
        Some(name) => file(&format!("{ZONES}/{name}")).or_else(|| TimeZone::posix(name).ok()),
    }
}
