//! Reads reports, by us or by Puppet.

use ecow::EcoString;
use pcore::{
    Value,
    json::{self, JsonError},
    yaml::{self, ParseOptions, YamlError},
};

use super::{
    Report,
    fields::{Path, ReportValue as _},
};

/// Why a text is not a valid report.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// It is not valid YAML.
    #[error("the report is not valid YAML: {0}")]
    Yaml(#[from] YamlError),
    /// It is not valid JSON.
    #[error("the report is not valid JSON: {0}")]
    Json(#[from] JsonError),
    /// A value has an unexpected form.
    #[error("the report has no {expected} at '{path}'")]
    Form {
        /// The path of the value: `resource_statuses.File[/x].time`.
        path: EcoString,
        /// What was expected.
        expected: &'static str,
    },
}

impl Report {
    /// Reads the YAML of `last_run_report.yaml`.
    pub fn from_yaml(text: &str) -> Result<Report, ReportError> {
        Report::from_data(&yaml::parse_with(text, ParseOptions { times: false, objects: true })?)
    }

    /// Reads the JSON that is sent to servers.
    pub fn from_json(text: &str) -> Result<Report, ReportError> {
        Report::from_data(&json::parse(text)?)
    }

    /// Reads the result of [`to_data`](Report::to_data). Missing values are empty.
    pub fn from_data(data: &Value) -> Result<Report, ReportError> {
        Report::read(data, &Path::default())
    }
}
