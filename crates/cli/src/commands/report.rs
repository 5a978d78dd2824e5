//! `bunraku report`: shows the report of the last run.

use std::path::PathBuf;

use clap::Args;
use engine::{
    report::Report as RunReport,
    state::{Files, StateError},
};
use resource_api::log::Level;

use super::{Command, Run, apply::summary_text};
use crate::{
    arguments::{Format, Program},
    configuration, console,
    failure::Failure,
    output::Answer,
    startup,
};

pub(super) const COMMAND: Command = Command::args::<Report>("report");

/// Show the report of the last run
///
/// Failures and their reasons come first, then changes. With --format json it is Puppet's report, format 12, with one
/// additional key: how often providers were called.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku report
  bunraku report --format json | jq '.resource_statuses[] | select(.failed)'")]
pub(crate) struct Report {
    /// The report to show, in YAML or JSON; that of the last run by default
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The format of the report and of errors
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The directory with puppet.conf
    #[arg(long, value_name = "DIR")]
    confdir: Option<String>,

    /// The file with the report of the last run
    #[arg(long, value_name = "FILE")]
    lastrunreport: Option<String>,

    /// The directory with the data of runs
    #[arg(long, value_name = "DIR")]
    vardir: Option<String>,

    /// The directory with the state of runs
    #[arg(long, value_name = "DIR")]
    statedir: Option<String>,
}

impl Run for Report {
    fn format(&self) -> Format {
        self.format
    }

    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let file = match &self.file {
            Some(file) => file.clone(),
            None => self.last()?,
        };
        let files = Files { report: file, ..Files::default() };
        let report = files.read_report().map_err(|error| unreadable(&error))?;
        match self.format {
            Format::Text => Ok(Answer::text(page(&report))),
            Format::Json => Answer::json(&report.to_data()),
        }
    }
}

impl Report {
    /// The path of the last report according to the settings.
    fn last(&self) -> Result<PathBuf, Failure> {
        let given = [
            ("confdir", &self.confdir),
            ("lastrunreport", &self.lastrunreport),
            ("statedir", &self.statedir),
            ("vardir", &self.vardir),
        ];
        let given = given.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let (settings, complaints) =
            configuration::load_with("report", given).map_err(|error| Failure::new(error.to_string()))?;
        startup::log_complaints(&console::simple(console::default_colour()), &complaints);
        settings
            .run_paths()
            .map(|paths| paths.report)
            .map_err(|error| Failure::new(error.to_string()).hint("fix puppet.conf, or pass the path of the report"))
    }
}

fn unreadable(error: &StateError) -> Failure {
    let hint = matches!(error, StateError::NoReport { .. })
        .then(|| String::from("every run writes a report: bunraku apply --catalog FILE"));
    Failure::Other { message: error.to_string(), hint }
}

/// A report for people.
fn page(report: &RunReport) -> String {
    let about = &report.about;
    let mut text = format!(
        "{}: {}, {}{}\n",
        if about.host.is_empty() { "this machine" } else { about.host.as_str() },
        report.status.name(),
        about.started.format_at("%F %T %z", about.offset),
        if about.noop { ", a noop run" } else { "" }
    );
    if !report.transaction_completed {
        text.push_str("The run was not completed.\n");
    }
    text.push_str(&summary_text(report));
    let loud: Vec<String> = report
        .logs
        .iter()
        .filter(|record| record.level >= Level::Warning)
        .map(|record| {
            let source = record.source.as_deref().map(|source| format!("{source}: ")).unwrap_or_default();
            format!("  {}: {source}{}", record.level.name(), record.message.trim_end())
        })
        .collect();
    if !loud.is_empty() {
        text.push_str("\nLogged:\n");
        text.push_str(&loud.join("\n"));
    }
    text
}
