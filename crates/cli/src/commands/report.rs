//! `bunraku report`: what became of the last run.

use std::path::PathBuf;

use clap::Args;
use engine::{
    report::{Report as RunReport, level_name},
    state::{Files, StateError},
};
use pcore::time::Timestamp;
use resource_api::log::Level;

use super::apply::summary_text;
use crate::{arguments::Format, directories::Directories, failure::Failure, output::Answer};

/// Shows what became of the last run
///
/// What failed and why comes first, then what changed. With --format json it is Puppet's report, format 12, with one
/// more key: how often providers were called.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku report
  bunraku report --format json | jq '.resource_statuses[] | select(.failed)'")]
pub(crate) struct Report {
    /// The report to show, in YAML or JSON; that of the last run if left out
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// How the report, and any error, is written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,

    /// What changes from run to run
    #[arg(long, value_name = "DIR")]
    vardir: Option<String>,

    /// What one run leaves for the next
    #[arg(long, value_name = "DIR")]
    statedir: Option<String>,
}

impl Report {
    pub(crate) fn run(&self) -> Result<Answer, Failure> {
        let file = match &self.file {
            Some(file) => file.clone(),
            None => self.last(),
        };
        let files = Files { report: Some(file), ..Files::default() };
        let report = match files.read_report() {
            Ok(Some(report)) => report,
            Ok(None) => return Ok(Answer::text("")),
            Err(error) => return Err(unreadable(&error)),
        };
        match self.format {
            Format::Text => Ok(Answer::text(page(&report))),
            Format::Json => Answer::json(&report.to_data()),
        }
    }

    fn last(&self) -> PathBuf {
        let setting = |name: &str| match name {
            "vardir" => self.vardir.as_deref(),
            "statedir" => self.statedir.as_deref(),
            _ => None,
        };
        let directories = Directories::of(setting, rustix::process::geteuid().is_root());
        directories.files(setting).report.unwrap_or_default()
    }
}

fn unreadable(error: &StateError) -> Failure {
    let hint = matches!(error, StateError::NoReport { .. })
        .then(|| String::from("a report is written by every run: bunraku apply --catalog FILE"));
    Failure::Other { message: error.to_string(), hint }
}

/// A report for people.
fn page(report: &RunReport) -> String {
    let about = &report.about;
    let mut text = format!(
        "{}: {}, {}{}\n",
        if about.host.is_empty() { "this machine" } else { about.host.as_str() },
        report.status.name(),
        time(about.started),
        if about.noop { ", a noop run" } else { "" }
    );
    if !report.transaction_completed {
        text.push_str("The run did not come to its end.\n");
    }
    text.push_str(&summary_text(report));
    let loud: Vec<String> = report
        .logs
        .iter()
        .filter(|record| record.level >= Level::Warning)
        .map(|record| {
            let source = record.source.as_deref().map(|source| format!("{source}: ")).unwrap_or_default();
            format!("  {}: {source}{}", level_name(record.level), record.message.trim_end())
        })
        .collect();
    if !loud.is_empty() {
        text.push_str("\nLogged:\n");
        text.push_str(&loud.join("\n"));
    }
    text
}

fn time(time: std::time::SystemTime) -> String {
    let seconds = time.duration_since(std::time::SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let time = Timestamp::from_seconds(i64::try_from(seconds).unwrap_or_default());
    time.format("%F %T UTC", None).unwrap_or_default()
}
