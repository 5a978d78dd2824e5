//! A summary of a run for people: failures with their reasons, then changes.

use engine::{
    report::Report,
    transaction::{EventStatus, ResourceEvent, ResourceStatus},
};

/// How many resources are listed per section.
const MAX_LISTED: usize = 10;

/// The summary of a run, failures first.
pub(crate) fn text(report: &Report) -> String {
    let failed = of(report, |status| status.failed || status.failed_to_restart);
    let skipped = of(report, |status| status.skipped && !status.failed);
    // A failed change is listed as a failure.
    let changed = of(report, |status| status.changed && !status.failed);
    let pending = of(report, |status| status.events.iter().any(|event| event.status == EventStatus::Noop));
    let total = report.count("resources", "total");
    let mut lines = vec![format!(
        "{} of {total} resources changed, {} failed, {} skipped{}",
        changed.len(),
        failed.len(),
        report.count("resources", "skipped"),
        if pending.is_empty() { String::new() } else { format!(", {} would change", pending.len()) }
    )];
    section(&mut lines, "Failed", &failed, |status| reasons(status, |event| event.status == EventStatus::Failure));
    // Resources are skipped because of the failures above, or because the user asked for it.
    if !failed.is_empty() {
        section(&mut lines, "Skipped", &skipped, |_| Vec::new());
    }
    section(&mut lines, "Changed", &changed, |status| reasons(status, |event| event.status == EventStatus::Success));
    section(&mut lines, "Would change", &pending, |status| reasons(status, |event| event.status == EventStatus::Noop));
    lines.join("\n")
}

fn of(report: &Report, is_meant: impl Fn(&ResourceStatus) -> bool) -> Vec<&ResourceStatus> {
    report.statuses.iter().filter(|status| is_meant(status)).collect()
}

fn reasons(status: &ResourceStatus, is_meant: impl Fn(&ResourceEvent) -> bool) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for event in status.events.iter().filter(|event| is_meant(event)) {
        let reason = event.message.trim_end().replace('\n', " ");
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}

fn section(
    lines: &mut Vec<String>,
    heading: &str,
    statuses: &[&ResourceStatus],
    reasons: impl Fn(&ResourceStatus) -> Vec<String>,
) {
    if statuses.is_empty() {
        return;
    }
    lines.push(format!("{heading}:"));
    for status in statuses.iter().take(MAX_LISTED) {
        let location = match (&status.file, status.line) {
            (Some(file), Some(line)) if !file.is_empty() => format!(" ({file}:{line})"),
            _ => String::new(),
        };
        let reasons = reasons(status);
        let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) };
        lines.push(format!("  {}{location}{reasons}", status.reference));
    }
    if statuses.len() > MAX_LISTED {
        lines.push(format!("  and {} more", statuses.len() - MAX_LISTED));
    }
}
