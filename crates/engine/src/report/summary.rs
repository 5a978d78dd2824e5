//! The short forms of a report: `last_run_summary.yaml`, and the output of `--summarize`.

use std::{cmp::Ordering, fmt::Write, time::SystemTime};

use ecow::EcoString;
use pcore::{
    Hash, Value,
    time::Timestamp,
    yaml::{self, YamlError},
};

use super::{Metric, Report, metric::label};

const TOTAL: &str = "total";

impl Report {
    /// The text of `last_run_summary.yaml`, which is written at this time.
    pub fn summary_yaml(&self, now: SystemTime) -> Result<String, YamlError> {
        yaml::write(&self.summary_data(now))
    }

    /// The summary as plain data: versions, environments and the numbers of all metrics, sorted by their labels.
    pub fn summary_data(&self, now: SystemTime) -> Value {
        let about = &self.about;
        let text = |text: &EcoString| Value::String(text.clone());
        let version = [("config", about.configuration_version.clone()), ("puppet", text(&about.puppet_version))];
        let application = [
            ("run_mode", text(&about.run_mode)),
            ("initial_environment", text(&about.initial_environment)),
            ("converged_environment", text(&about.environment)),
        ];
        let mut summary = Hash::default();
        let mut put = |key: &str, value: Value| drop(summary.insert(Value::from(key), value));
        put("version", hash(version));
        put("application", hash(application));
        for metric in &self.metrics {
            put(&metric.name, numbers(metric, now));
        }
        if !self.metrics.iter().any(|metric| metric.name == "time") {
            put("time", hash([("last_run", last_run(now))]));
        }
        Value::from(summary)
    }

    /// The output of `--summarize`: only numbers that are not zero, in the order of their texts.
    pub fn summary_text(&self, now: SystemTime) -> String {
        let data = self.summary_data(now);
        let mut groups: Vec<(String, &Value)> = data
            .as_hash()
            .map(|groups| groups.iter().map(|(name, group)| (name.to_string(), group)).collect())
            .unwrap_or_default();
        groups.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut text = String::new();
        for (name, group) in groups {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}:", label(&name));
            let Some(entries) = group.as_hash() else { continue };
            let mut entries: Vec<(String, String, &Value)> =
                entries.iter().map(|(name, value)| (name.to_string(), value.to_string(), value)).collect();
            entries.sort_by(|(one, one_text, _), (other, other_text, _)| match (one.as_str(), other.as_str()) {
                (TOTAL, TOTAL) => Ordering::Equal,
                (TOTAL, _) => Ordering::Greater,
                (_, TOTAL) => Ordering::Less,
                _ => one_text.cmp(other_text),
            });
            for (name, shown, value) in entries {
                let shown = match value {
                    Value::Integer(0) => continue,
                    Value::Float(number) if *number == 0.0 => continue,
                    Value::Float(number) => format!("{number:.2}"),
                    _ => shown,
                };
                let _ = writeln!(text, "   {:>15} {shown}", format!("{}:", label(&name)));
            }
        }
        text
    }
}

fn numbers(metric: &Metric, now: SystemTime) -> Value {
    let mut values: Vec<_> = metric.values.iter().collect();
    values.sort_by(|(_, one, _), (_, other, _)| one.cmp(other));
    let mut numbers: Hash =
        values.into_iter().map(|(name, _, value)| (Value::String(name.clone()), value.clone())).collect();
    if metric.name == "time" {
        numbers.insert(Value::from("last_run"), last_run(now));
    } else if !numbers.contains_key(&Value::from(TOTAL)) {
        numbers.insert(Value::from(TOTAL), Value::Integer(0));
    }
    Value::from(numbers)
}

fn last_run(now: SystemTime) -> Value {
    Value::Integer(Timestamp::from(now).seconds())
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(key, value)| (Value::from(key), value)))
}
