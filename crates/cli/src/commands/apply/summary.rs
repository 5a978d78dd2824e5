//! A run in a few lines for people: what failed and why, then what changed.

use engine::{
    report::Report,
    transaction::{EventStatus, ResourceEvent, ResourceStatus},
};

/// How many resources of a kind are named.
const NAMED: usize = 10;

/// What there is to say about a run, the worst first.
pub(crate) fn text(report: &Report) -> String {
    let failed = of(report, |status| status.failed || status.failed_to_restart);
    let skipped = of(report, |status| status.skipped && !status.failed);
    // A change that failed was told, and was none.
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
    // Whatever was skipped was skipped for one of the failures above, or because somebody wanted it.
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
    for status in statuses.iter().take(NAMED) {
        let place = match (&status.file, status.line) {
            (Some(file), Some(line)) if !file.is_empty() => format!(" ({file}:{line})"),
            _ => String::new(),
        };
        let reasons = reasons(status);
        let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) };
        lines.push(format!("  {}{place}{reasons}", status.reference));
    }
    if statuses.len() > NAMED {
        lines.push(format!("  and {} more", statuses.len() - NAMED));
    }
}
