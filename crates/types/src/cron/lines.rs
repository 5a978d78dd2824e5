//! The lines of a crontab: comments, variables and jobs.

use pcore::Value;
use resource_api::{
    State,
    line_file::{Line, LineFormat, ParsedRecord},
    render::interpolate,
};

use crate::subject::{absent, joined};

/// The times of a job, in the order of a line.
pub(super) const TIMES: [&str; 5] = ["minute", "hour", "monthday", "month", "weekday"];

/// Marks the record of an unmanaged job.
pub(super) const UNMANAGED: &str = "unmanaged";

/// What precedes the name of a job.
const NAME_MARKER: &str = "Puppet Name: ";

/// The format of a crontab.
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
            None => Line::Bad("expected a job or a variable".into()),
        }
    }

    fn print(&self, record: &State) -> String {
        let mut text = String::new();
        if record.get(UNMANAGED).is_none() {
            text.push_str(&format!("# {NAME_MARKER}{}\n", record.text("name").unwrap_or_default()));
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

    /// The comment with its name, and the variables after that, belong to a job.
    fn find(&self, lines: &[Option<&str>]) -> Vec<ParsedRecord<State>> {
        let mut found = Vec::new();
        let mut header: Option<JobHeader> = None;
        for (index, line) in lines.iter().enumerate() {
            let Some(line) = line else {
                // It is where the job that the comment names should be.
                header = None;
                found.push(ParsedRecord { lines: vec![index], content: Err("invalid UTF-8".into()) });
                continue;
            };
            let trimmed = line.trim_start();
            if trimmed.starts_with('#') {
                if let Some((_, name)) = line.split_once(NAME_MARKER).filter(|(_, name)| !name.is_empty()) {
                    header = Some(JobHeader { name: name.to_owned(), variables: Vec::new(), lines: vec![index] });
                }
            } else if is_variable(trimmed) {
                if let Some(header) = &mut header {
                    header.variables.push(Value::from(*line));
                    header.lines.push(index);
                }
            } else {
                match self.parse(line) {
                    Line::Other => {}
                    Line::Bad(reason) => {
                        // The comment does not name the next job.
                        header = None;
                        found.push(ParsedRecord { lines: vec![index], content: Err(reason) });
                    }
                    Line::Record(job) => found.push(with_name(job, header.take(), index)),
                }
            }
        }
        found
    }
}

/// The lines that belong to the following job.
struct JobHeader {
    name: String,
    variables: Vec<Value>,
    lines: Vec<usize>,
}

fn with_name(mut job: State, header: Option<JobHeader>, index: usize) -> ParsedRecord<State> {
    let mut lines = Vec::new();
    match header {
        None => drop(job.insert(UNMANAGED, true)),
        Some(header) => {
            job.insert("name", header.name);
            if !header.variables.is_empty() {
                job.insert("environment", Value::array(header.variables));
            }
            lines = header.lines;
        }
    }
    lines.push(index);
    ParsedRecord { lines, content: Ok(job) }
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
        let (word, remainder) = rest.split_at(end);
        rest = remainder.trim_start();
        Some(word)
    };
    if let Some(special) = line.strip_prefix('@') {
        word()?;
        let end = special.find(char::is_whitespace)?;
        state.insert("special", &special[..end]);
        TIMES.iter().for_each(|field| drop(state.insert(*field, absent())));
    } else {
        let times = [word()?, word()?, word()?, word()?, word()?];
        state.insert("special", absent());
        for (field, value) in TIMES.iter().zip(times) {
            let value = if value == "*" { absent() } else { value.split(',').map(Value::from).collect() };
            state.insert(*field, value);
        }
    }
    if rest.is_empty() {
        return None;
    }
    state.insert("command", rest);
    state.insert("environment", absent());
    Some(state)
}

fn time(record: &State, field: &str) -> String {
    match record.get(field) {
        Some(Value::Array(values)) => joined(values, ","),
        Some(Value::String(value)) => value.to_string(),
        _ => "*".to_owned(),
    }
}

/// A command as part of a name.
pub(super) fn with_underscores(command: &str) -> String {
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
