//! Reads reports, by us or by Puppet.

use pcore::{
    Value, json,
    yaml::{self, ParseOptions},
};

use super::{
    Report,
    fields::{Path, ReportValue as _},
};

/// Why a text is not a valid report.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct ReportError(pub(super) String);

impl Report {
    /// Reads the YAML of `last_run_report.yaml`.
    pub fn from_yaml(text: &str) -> Result<Report, ReportError> {
        let data = yaml::parse_with(text, ParseOptions { times: false, objects: true });
        Report::from_data(&data.map_err(|error| ReportError(format!("the report is not valid YAML: {error}")))?)
    }

    /// Reads the JSON that is sent to servers.
    pub fn from_json(text: &str) -> Result<Report, ReportError> {
        let data = json::parse(text);
        Report::from_data(&data.map_err(|error| ReportError(format!("the report is not valid JSON: {error}")))?)
    }

    /// Reads the result of [`to_data`](Report::to_data). Missing values are empty.
    pub fn from_data(data: &Value) -> Result<Report, ReportError> {
        Report::read(data, &Path::default())
    }
}
