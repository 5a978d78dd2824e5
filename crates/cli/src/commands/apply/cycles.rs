//! Where resources are declared that wait for each other.

use engine::transaction::status::ResourceStatus;

use crate::output;

/// Of more, nobody would read all.
const SHOWN: usize = 20;

/// Writes the places of resources that wait for themselves to stderr, if there are any.
pub(super) fn show(statuses: &[ResourceStatus]) {
    let waiting: Vec<&ResourceStatus> = statuses.iter().filter(|status| status.is_in_cycle()).collect();
    if waiting.is_empty() {
        return;
    }
    for status in waiting.iter().take(SHOWN) {
        let place = match (&status.file, status.line) {
            (Some(file), Some(line)) => format!(" --> {file}:{line}: "),
            (None, Some(line)) => format!(" --> command line:{line}: "),
            (_, None) => String::from(" --> "),
        };
        output::remark(&format!("{place}{}", status.reference));
    }
    if waiting.len() > SHOWN {
        output::remark(&format!(" ... and {} more", waiting.len() - SHOWN));
    }
    output::remark(
        "hint: one of their relationships has to go: a require, before, subscribe, notify or an arrow; what a class \
         contains waits with it",
    );
}
