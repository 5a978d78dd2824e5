//! Validates what the definition of jobs cannot say: their times, and how attributes belong together.

use pcore::Value;
use resource_api::{
    Outcome, State,
    render::{inspect, interpolate},
};

use super::{crontabs, lines::TIMES};
use crate::subject::{Subject, absent, several};

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

/// Brings the times of a job into the form that `get` returns, and checks the job as a whole.
pub(super) fn validate(subject: &Subject<'_>, job: &mut State) -> Outcome {
    if job.text("special") == Some("absent") {
        job.insert("special", absent());
    }
    for field in TIMES {
        let Some(given) = job.known(field).cloned() else { continue };
        let values = several(&given).iter().map(|value| time(subject, field, value)).collect::<Outcome<Vec<_>>>()?;
        // `*` is the same as no restriction.
        let value = match values.first() {
            Some(Value::Symbol(_)) | None => absent(),
            Some(_) => Value::array(values),
        };
        job.insert(field, value);
    }
    if let Some(Value::Array(variables)) = job.known("environment")
        && variables.first().is_none_or(|first| first.as_str() == Some("absent"))
    {
        job.insert("environment", absent());
    }
    if matches!(job.get("special"), Some(Value::String(_)))
        && let Some(field) = ["minute", "hour", "weekday", "monthday", "month"]
            .iter()
            .find(|field| matches!(job.known(field), Some(Value::Array(_))))
    {
        let title = subject.title;
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
