//! Parses the output of `show` commands.

use std::ops::Range;

#[cfg(test)]
mod tests;

/// A line of `show vlan brief`.
#[derive(Debug, PartialEq)]
pub struct VlanLine {
    /// Its number.
    pub id: String,
    /// Its name, which may be a default one.
    pub name: String,
    /// Whether it is suspended.
    pub is_suspended: bool,
}

/// Parses the table of `show vlan brief`; `None` if it is something else.
///
/// The columns are as wide as the dashes below the headings. A line without a number continues the list of ports.
pub fn vlans(text: &str) -> Option<Vec<VlanLine>> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("VLAN Name "));
    lines.next()?;
    let columns = columns(lines.next()?);
    let [id, name, status, ..] = columns.as_slice() else { return None };
    let cell = |line: &str, column: &Range<usize>| -> Option<String> {
        let end = column.end.min(line.len());
        Some(line.get(column.start.min(end)..end)?.trim().to_owned())
    };
    let mut vlans = Vec::new();
    for line in lines.filter(|line| !line.trim().is_empty() && !line.starts_with(' ')) {
        let (id, name, status) = (cell(line, id)?, cell(line, name)?, cell(line, status)?);
        let is_suspended = match status.as_str() {
            "active" => false,
            "suspended" | "suspend" => true,
            _ => return None,
        };
        id.parse::<u16>().ok()?;
        vlans.push(VlanLine { id, name, is_suspended });
    }
    Some(vlans)
}

/// The positions of the runs of dashes.
fn columns(line: &str) -> Vec<Range<usize>> {
    let mut columns = Vec::new();
    let mut start = None;
    for (at, character) in line.char_indices().chain([(line.len(), ' ')]) {
        match (character, start) {
            ('-', None) => start = Some(at),
            ('-', Some(_)) => {}
            (_, Some(begun)) => {
                columns.push(begun..at);
                start = None;
            }
            (_, None) => {}
        }
    }
    columns
}

/// The enabled features of `show running-config`; `None` if it is something else.
pub fn features(text: &str) -> Option<Vec<String>> {
    text.lines().find(|line| line.starts_with("version "))?;
    Some(text.lines().filter_map(|line| line.strip_prefix("feature ")).map(|name| name.trim().to_owned()).collect())
}

/// The relevant parts of `show version`.
#[derive(Debug, PartialEq)]
pub struct Version {
    /// The software version.
    pub release: String,
    /// The model.
    pub model: String,
    /// Its serial number.
    pub serial: String,
}

/// Parses `show version`; `None` if it is something else.
pub fn version(text: &str) -> Option<Version> {
    let after = |words: &str| {
        let line = text.lines().map(str::trim).find_map(|line| line.strip_prefix(words))?;
        Some(line.trim().to_owned())
    };
    let model = after("cisco Nexus9000 ")?.trim_end_matches(" Chassis").to_owned();
    Some(Version { release: after("NXOS: version ")?, model, serial: after("Processor Board ID ")? })
}
