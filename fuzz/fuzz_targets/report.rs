//! Any text is a report or an error; what is one can be written and read back.

use std::time::SystemTime;

use engine::report::Report;

fuzz_target!(|text: &str| {
    for report in [Report::from_yaml(text), Report::from_json(text)].into_iter().flatten() {
        let _ = (report.exit_status(), report.summary_yaml(SystemTime::UNIX_EPOCH));
        if let Ok(written) = report.to_json() {
            let _ = Report::from_json(&written);
        }
        if let Ok(written) = report.to_yaml() {
            let _ = Report::from_yaml(&written);
        }
    }
});
