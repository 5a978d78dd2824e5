//! `guest`: a type that the module `guests` defines in the Puppet language, with a provider in Rust.
//!
//! The type is data that everyone can read, and it defines what is valid; the program only knows how to read and write
//! guests. [`list`] is the provider for the type of that name.

use std::{fs, io, path::PathBuf};

use resource_api::{Changes, Context, Outcome, Provider, ProviderEntry, Request, State, pcore::Value, provider};

/// A list of guests, one per line: `Ada;3;wine,bread`.
struct Guests {
    path: PathBuf,
}

/// The provider for guests in a file.
pub fn list(path: PathBuf) -> ProviderEntry {
    ProviderEntry::new("list", move |_| Ok(Guests { path: path.clone() }))
}

impl Guests {
    fn read(&self) -> io::Result<Vec<State>> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(text.lines().filter_map(guest).collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

#[provider]
impl Provider for Guests {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(self.read()?)
    }

    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        let mut guests = self.read()?;
        for change in changes {
            guests.retain(|guest| guest.text("name") != Some(change.name.name()));
            // A whole line is written, including attributes that the manifest does not manage.
            let target = change.target();
            if !target.is_empty() && target.text("ensure") != Some("absent") {
                guests.push(target);
            }
        }
        Ok(fs::write(&self.path, guests.iter().map(line).collect::<String>())?)
    }
}

fn guest(line: &str) -> Option<State> {
    let mut parts = line.split(';');
    let mut guest = State::new().with("name", parts.next()?).with("ensure", "present");
    if let Some(table) = parts.next().and_then(|table| table.parse::<i64>().ok()) {
        guest = guest.with("table", table);
    }
    let brings: Vec<Value> = parts.next()?.split(',').filter(|thing| !thing.is_empty()).map(Value::from).collect();
    Some(if brings.is_empty() { guest } else { guest.with("brings", brings) })
}

fn line(guest: &State) -> String {
    let table = guest.get("table").map(Value::to_string).unwrap_or_default();
    let brings: Vec<&str> = match guest.get("brings") {
        Some(Value::Array(things)) => things.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    format!("{};{table};{}\n", guest.text("name").unwrap_or_default(), brings.join(","))
}
