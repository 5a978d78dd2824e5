//! The lines of a crontab: comments, variables and jobs.

use pcore::Value;
use resource_api::{
    State,
    line_file::{Found, Line, LineFormat},
    render::interpolate,
};

use super::nothing;

/// The times of a job, in the order of the line.
pub(super) const TIMES: [&str; 5] = ["minute", "hour", "monthday", "month", "weekday"];

/// Marks the record of a job without a name.
pub(super) const UNMANAGED: &str = "unmanaged";

/// What stands before the name of a job.
const NAME: &str = "Puppet Name: ";

/// The lines of a crontab.
#[derive(Clone, Copy, Default)]
pub(super) struct CronLines;

impl LineFormat for CronLines {
    type Record = State;

    fn parse(&self, line: &str) -> Line<State> {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') || is_variable(trimmed) {
            return Line::Other;
        }
        match job(trimmed) {
            Some(job) => Line::Record(job),
            None => Line::Bad("it is neither a job nor a variable".into()),
        }
    }

    fn print(&self, record: &State) -> String {
        let mut text = String::new();
        if record.get(UNMANAGED).is_none() {
            text.push_str(&format!("# {NAME}{}\n", record.text("name").unwrap_or_default()));
        }
        if let Some(Value::Array(lines)) = record.get("environment") {
            lines.iter().for_each(|line| text.push_str(&format!("{}\n", interpolate(line))));
        }
        match record.get("special") {
            Some(Value::String(word)) => text.push_str(&format!("@{word}")),
            _ => text.push_str(&TIMES.map(|field| time(record, field)).join(" ")),
        }
        text.push(' ');
        text.push_str(record.text("command").unwrap_or_default());
        text
    }

    /// A job takes the comment with its name and the variables between that and itself.
    fn find(&self, lines: &[Option<&str>]) -> Vec<Found<State>> {
        let mut found = Vec::new();
        let mut named: Option<Named> = None;
        for (place, line) in lines.iter().enumerate() {
            let Some(line) = line else {
                // Whatever it is, it stands where the job should be that has the name.
                named = None;
                found.push(Found { lines: vec![place], content: Err("it is not UTF-8".into()) });
                continue;
            };
            let trimmed = line.trim_start();
            if trimmed.starts_with('#') {
                if let Some((_, name)) = line.split_once(NAME).filter(|(_, name)| !name.is_empty()) {
                    named = Some(Named { name: name.to_owned(), variables: Vec::new(), lines: vec![place] });
                }
            } else if is_variable(trimmed) {
                if let Some(named) = &mut named {
                    named.variables.push(Value::from(*line));
                    named.lines.push(place);
                }
            } else {
                match self.parse(line) {
                    Line::Other => {}
                    Line::Bad(reason) => {
                        // The next job is not the one that has the name.
                        named = None;
                        found.push(Found { lines: vec![place], content: Err(reason) });
                    }
                    Line::Record(job) => found.push(with_name(job, named.take(), place)),
                }
            }
        }
        found
    }
}

/// The lines before a job that belong to it.
struct Named {
    name: String,
    variables: Vec<Value>,
    lines: Vec<usize>,
}

fn with_name(mut job: State, named: Option<Named>, place: usize) -> Found<State> {
    let mut lines = Vec::new();
    match named {
        None => drop(job.insert(UNMANAGED, true)),
        Some(named) => {
            job.insert("name", named.name);
            if !named.variables.is_empty() {
                job.insert("environment", Value::array(named.variables));
            }
            lines = named.lines;
        }
    }
    lines.push(place);
    Found { lines, content: Ok(job) }
}

/// Whether a line sets a variable.
fn is_variable(line: &str) -> bool {
    line.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_end();
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

fn job(line: &str) -> Option<State> {
    let mut state = State::new();
    let mut rest = line;
    let mut word = || {
        let end = rest.find(char::is_whitespace)?;
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        Some(word)
    };
    if let Some(special) = line.strip_prefix('@') {
        word()?;
        let end = special.find(char::is_whitespace)?;
        state.insert("special", &special[..end]);
        TIMES.iter().for_each(|field| drop(state.insert(*field, nothing())));
    } else {
        let times = [word()?, word()?, word()?, word()?, word()?];
        state.insert("special", nothing());
        for (field, value) in TIMES.iter().zip(times) {
            let value = if value == "*" { nothing() } else { value.split(',').map(Value::from).collect() };
            state.insert(*field, value);
        }
    }
    if rest.is_empty() {
        return None;
    }
    state.insert("command", rest);
    state.insert("environment", nothing());
    Some(state)
}

fn time(record: &State, field: &str) -> String {
    match record.get(field) {
        Some(Value::Array(values)) => values.iter().map(interpolate).collect::<Vec<_>>().join(","),
        Some(Value::String(value)) => value.to_string(),
        _ => "*".to_owned(),
    }
}

/// A command as part of a name.
pub(super) fn joined_by_underscores(command: &str) -> String {
    let mut joined = String::with_capacity(command.len());
    let mut is_gap = false;
    for letter in command.chars() {
        match (letter.is_whitespace(), is_gap) {
            (true, false) => joined.push('_'),
            (true, true) => {}
            (false, _) => joined.push(letter),
        }
        is_gap = letter.is_whitespace();
    }
    joined
}
