//! The `bunraku` command line: the only crate that prints, and the only one that ends the process.
//!
//! Each command is a file under `commands`, with its arguments and its function. There are two kinds. Commands of
//! Bunraku's own return what they have to say as an answer or a failure; how that looks and which exit code it has is
//! decided once, in `output`. Commands that Puppet has, too, take its options (`options`), and speak through the log, in
//! the words, on the streams and with the exit codes that operators know.
//!
//! A `bunraku` with types of its own is a program with one line:
//!
//! ```no_run
//! use std::{env, process::ExitCode, sync::Arc};
//! use resource_api::{
//!     Context, Outcome, ProviderEntry, Request, ResourceType, SimpleProvider, State, TypeDefinition,
//!     log::{Log, Recorder},
//! };
//!
//! struct Notes;
//!
//! impl SimpleProvider for Notes {
//!     type Resource = State;
//!     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
//!         Ok(vec![State::new().with("name", "first").with("ensure", "present")])
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     let note = "{name: note, desc: A note, attributes: {
//!         name: {type: String, desc: Its name, behaviour: namevar},
//!         ensure: {type: 'Enum[present, absent]', desc: Whether it exists}}}";
//!     let note = TypeDefinition::from_value(&pcore::yaml::parse(note).expect("it is YAML")).expect("it is a type");
//!     let mut types = types::all();
//!     let log = Log::new(Arc::new(Recorder::default()), Arc::default());
//!     types.register(ResourceType::new(note).with_provider(ProviderEntry::simple("note", |_| Ok(Notes))), &log);
//!     cli::run(env::args_os(), &types)
//! }
//! ```
//!
//! `bunraku resource note` of this program then prints the first note as a manifest.

mod arguments;
mod clock;
mod commands;
mod compiling;
mod configuration;
mod console;
mod crash;
mod failure;
mod limits;
mod machine;
mod manifest;
mod memory;
mod modules;
mod options;
mod output;
mod shown;
mod startup;

use std::{ffi::OsString, path::Path, process::ExitCode};

use resource_api::{
    Types,
    log::{Level, Verbosity},
    transport::Transports,
};

use arguments::Program;

/// Does what a command line says, for resources of these types, and returns the exit code of the process.
///
/// The first argument is the name of the program, as in [`std::env::args_os`]: called `puppet`, it calls itself so.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString>>, types: &Types) -> ExitCode {
    run_with_transports(arguments, types, &Transports::default())
}

/// As [`run`], for a program that has ways of its own to reach devices, too: `device` connects with them.
///
/// ```no_run
/// use std::{env, process::ExitCode, sync::Arc};
/// use resource_api::{
///     Attribute, Context, Outcome,
///     log::{Log, Recorder},
///     pcore::Hash,
///     transport::{Schema, Transport, TransportKind, Transports},
/// };
///
/// struct Switch;
///
/// impl Transport for Switch {
///     fn verify(&self, _: &Context) -> Outcome { Ok(()) }
///     fn facts(&self, _: &Context) -> Outcome<Hash> { Ok(Hash::default()) }
///     fn close(&self, _: &Context) -> Outcome { Ok(()) }
/// }
///
/// fn main() -> ExitCode {
///     let host = Attribute::builder("String").desc("Where it is.");
///     let schema = Schema::builder("switch").desc("A switch.").attribute("host", host).build().expect("it is a schema");
///     let mut transports = Transports::default();
///     let log = Log::new(Arc::new(Recorder::default()), Arc::default());
///     transports.register(TransportKind::new(schema, |_, _| Ok(Switch)), &log).expect("it is the first of its name");
///     cli::run_with_transports(env::args_os(), &types::all(), &transports)
/// }
/// ```
pub fn run_with_transports(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    types: &Types,
    transports: &Transports,
) -> ExitCode {
    crash::prepare();
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_stem()?.to_str());
    let name = if name == Some("puppet") { "puppet" } else { "bunraku" };
    let program = Program { name, types, transports, modules: None, ruby: None, facts: None, known: None };
    let rest = arguments.get(1..).unwrap_or_default();
    let asked = |position: usize| rest.get(position)?.to_str().and_then(commands::of_puppet);
    if let Some(command) = asked(0) {
        return ExitCode::from(command(&program, &rest[1..]));
    }
    if let (true, Some(command)) = (rest.first().is_some_and(|first| first == "help"), asked(1)) {
        return ExitCode::from(command(&program, &["--help".into()]));
    }
    if program.name == "puppet" {
        match rest {
            [] => {
                output::say(&arguments::see_help(&program));
                return ExitCode::SUCCESS;
            }
            [only] if only == "--version" || only == "-V" => {
                output::say(startup::version(&program));
                return ExitCode::SUCCESS;
            }
            _ => {}
        }
    }
    match arguments::read(&program, rest) {
        Ok(command) => match commands::run(&command, &program) {
            Ok(answer) => output::show(&answer),
            Err(failure) => output::fail(&failure, command.format()),
        },
        Err(arguments::Refusal::Clap(error)) => {
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
        Err(arguments::Refusal::Puppet { message, hint }) => {
            let log = console::simple(Verbosity::Normal, console::default_colour());
            log.line(Level::Err, &message);
            if let Some(hint) = hint {
                output::say(&hint);
            }
            ExitCode::from(1)
        }
    }
}
