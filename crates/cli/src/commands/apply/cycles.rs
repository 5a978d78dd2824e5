//! Shows where the resources of a dependency cycle are declared.

use engine::transaction::status::ResourceStatus;

use crate::output;

/// How many resources are listed.
const MAX_SHOWN: usize = 20;

/// Prints the locations of resources in dependency cycles to stderr, if there are any.
pub(super) fn show(statuses: &[ResourceStatus]) {
    let in_cycle: Vec<&ResourceStatus> = statuses.iter().filter(|status| status.is_in_cycle()).collect();
    if in_cycle.is_empty() {
        return;
    }
    for status in in_cycle.iter().take(MAX_SHOWN) {
        let location = match (&status.file, status.line) {
            (Some(file), Some(line)) => format!(" --> {file}:{line}: "),
            (None, Some(line)) => format!(" --> command line:{line}: "),
            (_, None) => String::from(" --> "),
        };
        output::print_note(&format!("{location}{}", status.reference));
    }
    if in_cycle.len() > MAX_SHOWN {
        output::print_note(&format!(" ... and {} more", in_cycle.len() - MAX_SHOWN));
    }
    output::print_note(
        "hint: remove one of their relationships: a require, before, subscribe, notify or an arrow; what a class \
         contains is part of its relationships",
    );
}
