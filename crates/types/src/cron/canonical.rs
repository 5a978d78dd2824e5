//! Normalizes what manifests write about jobs, and validates it.

use pcore::Value;
use resource_api::{
    Outcome, State,
    render::{inspect, interpolate},
};

use super::{crontabs, lines::TIMES};
use crate::subject::{Subject, absent, several, title_of, with_secrets_unwrapped};

const SPECIALS: [&str; 8] = ["reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];

const DAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const MONTHS: [&str; 13] = [
    "",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Brings the attributes of a job into the form that `get` returns.
pub(super) fn canonicalize(job: &mut State) -> Outcome {
    with_secrets_unwrapped("Cron", job, canonicalize_unwrapped)
}

fn canonicalize_unwrapped(job: &mut State) -> Outcome {
    let title = title_of(job);
    let subject = Subject { type_name: "Cron", title: &title };
    subject.keyword(job, "ensure", &["present", "absent"], &[])?;
    if let Some(given) = job.known("command") {
        let first = several(given).first().map(interpolate).unwrap_or_default();
        job.insert("command", first.trim());
    }
    subject.single_line(job, "name")?;
    subject.single_line(job, "command")?;
    if let Some(given) = job.known("special") {
        let word = interpolate(given);
        if word == "absent" {
            job.insert("special", absent());
        } else if !SPECIALS.contains(&word.as_str()) {
            return Err(subject.refuse("special", format!("Invalid special schedule {}", inspect(given))));
        }
    }
    for field in TIMES {
        let Some(given) = job.known(field).cloned() else { continue };
        let values = several(&given).iter().map(|value| time(&subject, field, value)).collect::<Outcome<Vec<_>>>()?;
        // `*` is the same as no restriction.
        let value = match values.first() {
            Some(Value::Symbol(_)) | None => absent(),
            Some(_) => Value::array(values),
        };
        job.insert(field, value);
    }
    environment(&subject, job)?;
    if matches!(job.get("special"), Some(Value::String(_)))
        && let Some(field) = ["minute", "hour", "weekday", "monthday", "month"]
            .iter()
            .find(|field| matches!(job.known(field), Some(Value::Array(_))))
    {
        let problem = format!("Cron[{title}] cannot specify both a special schedule and a value for {field}");
        return Err(subject.refuse_all(problem));
    }
    if job.known("target").is_none() && job.known("name").is_some() {
        let user = job.text("user").map_or_else(crontabs::current_user, Into::into);
        job.insert("target", user.as_str());
    }
    subject.exists_if_managed(
        job,
        &["command", "special", "minute", "hour", "weekday", "month", "monthday", "environment", "user"],
    );
    Ok(())
}

fn environment(subject: &Subject<'_>, job: &mut State) -> Outcome {
    let Some(given) = job.known("environment").cloned() else { return Ok(()) };
    let values = several(&given);
    if values.first().is_none_or(|first| interpolate(first) == "absent") {
        job.insert("environment", absent());
        return Ok(());
    }
    for value in &values {
        let text = interpolate(value);
        let is_setting = text.split_once('=').is_some_and(|(name, _)| {
            let name = name.trim();
            !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        });
        if !is_setting || text.contains('\n') {
            return Err(subject.refuse("environment", format!("Invalid environment setting {}", inspect(value))));
        }
    }
    job.insert("environment", Value::array(values));
    Ok(())
}

/// One of the times of a job, as the crontab has it.
fn time(subject: &Subject<'_>, field: &str, given: &Value) -> Outcome<Value> {
    let text = interpolate(given);
    if text == "absent" || text == "*" {
        return Ok(absent());
    }
    if is_step_or_range(&text) {
        return Ok(text.into());
    }
    let (lower, upper, names): (u64, u64, &[&str]) = match field {
        "minute" => (0, 59, &[]),
        "hour" => (0, 23, &[]),
        "weekday" => (0, 7, &DAYS),
        "month" => (1, 12, &MONTHS),
        _ => (1, 31, &[]),
    };
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if is_number && text.parse::<u64>().is_ok_and(|number| (lower..=upper).contains(&number)) {
        return Ok(text.into());
    }
    let word = text.to_lowercase();
    let matches = |name: &&str| **name == word || (word.len() == 3 && name.starts_with(&word));
    match names.iter().position(|name| !name.is_empty() && matches(name)).filter(|_| !is_number) {
        Some(number) => Ok(number.to_string().into()),
        None => {
            let given = inspect(given);
            let problem = format!("Munging failed for value {given} in class {field}: {text} is not a valid {field}");
            Err(subject.refuse(field, problem))
        }
    }
}

/// `*/5`, `1-5` or `1-5/2`.
fn is_step_or_range(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let is_range = |text: &str| text.split_once('-').is_some_and(|(from, to)| is_number(from) && is_number(to));
    match text.split_once('/') {
        Some((what, step)) => is_number(step) && (what == "*" || is_range(what)),
        None => is_range(text),
    }
}
