//! `bunraku report`: what became of the last run.

use std::path::PathBuf;

use clap::Args;
use engine::{
    report::{Report as RunReport, format_time, level_name},
    state::{Files, StateError},
};
use resource_api::log::{Level, Verbosity};

use super::apply::summary_text;
use crate::{arguments::Format, configuration, console, failure::Failure, output::Answer, startup};

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

    /// Where puppet.conf is
    #[arg(long, value_name = "DIR")]
    confdir: Option<String>,

    /// The report of the last run
    #[arg(long, value_name = "FILE")]
    lastrunreport: Option<String>,

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
            None => self.last()?,
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

    /// Where settings say that the last report is.
    fn last(&self) -> Result<PathBuf, Failure> {
        let given = [
            ("confdir", &self.confdir),
            ("lastrunreport", &self.lastrunreport),
            ("statedir", &self.statedir),
            ("vardir", &self.vardir),
        ];
        let given = given.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let (settings, complaints) = configuration::load_with("report", given)
            .map_err(|error| Failure::Other { message: error.to_string(), hint: None })?;
        startup::complain(&console::simple(Verbosity::Normal, console::default_colour()), &complaints);
        settings.places().map(|places| places.report).map_err(|error| Failure::Other {
            message: error.to_string(),
            hint: Some(String::from("correct puppet.conf, or name the report")),
        })
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
        format_time(about.started, "%F %T %z", about.offset),
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
