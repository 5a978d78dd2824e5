//! A `bunraku` with types of its own, whose resources are entries of a file.
//!
//! ```console
//! $ mkdir /tmp/shelf && SHELF=/tmp/shelf cargo run -p cli --example shelf -- resource note first ensure=present text=hello
//! $ SHELF=/tmp/shelf cargo run -p cli --example shelf -- resource note
//! ```
//!
//! The directory `$SHELF` contains the state (`state.yaml`), a line for every call of a provider (`calls`), and files that
//! make providers fail: `get-fails` contains the reason of a failure. Writing the text `boom` fails, `slow` takes its time,
//! and `panic` panics with the token in the message. The contents of a file `says` are logged at debug and warning level
//! whenever something is set. A drawer is a device whose transport panics in the step that the file `drawer-panics` names.
//! The tests of the command line run this program.

use std::{
    env, fmt,
    fs::{self, OpenOptions},
    io::Write as _,
    path::PathBuf,
    process::ExitCode,
    thread,
    time::Duration,
};

use pcore::{Hash, Value, yaml};
use resource_api::{
    Attribute, Changes, Context, Failure, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    TypeDefinition,
    render::inspect,
    transport::{ConnectionInfo, Schema, Transport, TransportKind},
};

fn main() -> ExitCode {
    let mut app = cli::App::new();
    for definition in yaml::parse_all(include_str!("shelf/types.yaml")).expect("it is YAML") {
        let definition = TypeDefinition::from_value(&definition).expect("it is a definition");
        app = app.with(ResourceType::new(definition).with_provider(ProviderEntry::new("shelf", Shelf::open)));
    }
    app.with_transport(drawer()).run()
}

/// The resources of one type.
struct Shelf {
    directory: PathBuf,
}

impl Shelf {
    fn open(_: &Context) -> Outcome<Shelf> {
        let directory = env::var_os("SHELF").ok_or_else(|| Failure::new("SHELF does not name a directory"))?;
        Ok(Shelf { directory: directory.into() })
    }

    /// All types with their resources.
    fn read(&self) -> Outcome<Hash> {
        match fs::read_to_string(self.directory.join("state.yaml")) {
            Ok(text) => match yaml::parse(&text)? {
                Value::Hash(state) => Ok(Hash::clone(&state)),
                _ => Ok(Hash::default()),
            },
            Err(_) => Ok(Hash::default()),
        }
    }

    /// Records that the provider was called.
    fn note(&self, line: &str) -> Outcome {
        let mut calls = OpenOptions::new().create(true).append(true).open(self.directory.join("calls"))?;
        writeln!(calls, "{line}")?;
        Ok(())
    }
}

#[resource_api::provider(as_declared)]
impl Provider for Shelf {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let type_name = context.definition().name();
        let names = request.names().map(|names| Value::array(names.iter().map(|name| name.value().clone())));
        self.note(&format!("{type_name} get {}", inspect(&names.unwrap_or_default())))?;
        if let Ok(reason) = fs::read_to_string(self.directory.join("get-fails")) {
            return Err(Failure::new(reason.trim_end()));
        }
        let found = self.read()?.get(&Value::from(type_name.as_str())).cloned().unwrap_or_default();
        let Value::Array(entries) = found else { return Ok(Vec::new()) };
        Ok(entries.iter().map(|entry| with_secrets(context, entry)).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let should = change.should.clone().unwrap_or_default();
            self.note(&format!("{} set {}", context.definition().name(), change.name))?;
            let message = fs::read_to_string(self.directory.join("says")).unwrap_or_default();
            if !message.is_empty() {
                context.debug(message.as_str());
                context.warning(format!("not so loud: {message}"));
            }
            match should.text("text") {
                Some("boom") if !message.is_empty() => return Err(Failure::new(format!("the note burns: {message}"))),
                Some("boom") => return Err(Failure::new("the note burns")),
                Some("panic") => panic!("the note tears: {}", Unwrapped(should.get("token"))),
                Some("slow") => thread::sleep(Duration::from_millis(1500)),
                _ => {}
            }
            context.notice(format!("setting {}", change.name));
            let mut state = self.read()?;
            let of_type = Value::from(context.definition().name().as_str());
            let mut entries = match state.get(&of_type) {
                Some(Value::Array(entries)) => entries.iter().cloned().collect(),
                _ => Vec::new(),
            };
            let is_it = |entry: &Value| {
                let Value::Hash(entry) = entry else { return false };
                change.name.iter().all(|(name, value)| entry.get(&Value::from(name.as_str())) == Some(value))
            };
            let index = entries.iter().position(is_it);
            match (index, should.text("ensure")) {
                (Some(index), Some("absent")) => drop(entries.remove(index)),
                (None, Some("absent")) => {}
                (Some(index), _) => entries[index] = merged(&entries[index], &should),
                (None, _) => entries.push(merged(&Value::hash([]), &should)),
            }
            state.insert(of_type, entries.into());
            fs::write(self.directory.join("state.yaml"), yaml::write(&state.into())?)?;
        }
        Ok(())
    }

    fn refresh(&mut self, context: &Context, name: &Identity, _: &State) -> Outcome {
        self.note(&format!("{} refresh {name}", context.definition().name()))
    }
}

/// A device that cannot be reached: the transport panics.
struct Drawer {
    fault: String,
    password: String,
}

fn drawer() -> TransportKind {
    let password = Attribute::builder("String").sensitive().desc("Opens it.");
    let schema = Schema::builder("drawer").desc("A drawer.").attribute("password", password).build();
    TransportKind::new(schema.expect("it is a schema"), |_: &Context, info: &ConnectionInfo| {
        let directory = PathBuf::from(env::var_os("SHELF").unwrap_or_default());
        let fault = fs::read_to_string(directory.join("drawer-panics")).unwrap_or_default();
        let drawer = Drawer { fault, password: Unwrapped(info.get("password")).to_string() };
        drawer.break_at("connect");
        Ok(drawer)
    })
}

impl Drawer {
    fn break_at(&self, step: &str) {
        assert!(self.fault != step, "the drawer is stuck at {step}: {}", self.password);
    }
}

impl Transport for Drawer {
    fn verify(&self, _: &Context) -> Outcome {
        self.break_at("verify");
        Ok(())
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        self.break_at("facts");
        Ok(Hash::default())
    }

    fn close(&self, _: &Context) -> Outcome {
        self.break_at("close");
        Ok(())
    }
}

/// A secret in clear text, which only appears by mistake.
struct Unwrapped<'v>(Option<&'v Value>);

impl fmt::Display for Unwrapped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Value::Sensitive(held)) => held.fmt(formatter),
            Some(other) => other.fmt(formatter),
            None => Ok(()),
        }
    }
}

/// An entry of the file as a resource.
fn with_secrets(context: &Context, entry: &Value) -> State {
    let Value::Hash(entry) = entry else { return State::new() };
    let attributes = entry.iter().map(|(name, value)| {
        let name = name.to_string();
        let is_secret = name == "token" && context.definition().attribute("token").is_some();
        (name, if is_secret { Value::sensitive(value.clone()) } else { value.clone() })
    });
    attributes.collect()
}

/// An entry of the file merged with the desired state.
fn merged(entry: &Value, should: &State) -> Value {
    let mut merged = match entry {
        Value::Hash(entry) => Hash::clone(entry),
        _ => Hash::default(),
    };
    for (name, value) in should.iter().filter(|(name, _)| *name != "folder") {
        let value = match value {
            Value::Sensitive(held) => Value::clone(held),
            value => value.clone(),
        };
        merged.insert(name.as_str().into(), value);
    }
    merged.into()
}
