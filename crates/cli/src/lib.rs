//! The `bunraku` command line: the only crate that prints, and the only one that ends the process.
//!
//! Each command is a file under `commands`, with its arguments and its function. There are two kinds. Commands that only
//! Bunraku has return an answer or a failure; its form and exit code are decided in one module, `output`. Commands that
//! Puppet has, too, take Puppet's options (`options`) and write to the log, with Puppet's wording, streams and exit codes.
//!
//! A `bunraku` with types of its own is a short program:
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
//!     let note = TypeDefinition::from_value(&pcore::yaml::parse(note).expect("valid YAML")).expect("valid type");
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
mod modules;
mod options;
mod output;
mod resource_view;
mod startup;

use std::{ffi::OsString, path::Path, process::ExitCode};

use resource_api::{
    Types,
    log::{Level, Verbosity},
    transport::Transports,
};

use arguments::Program;

// Catalogs and reports are millions of small values, on which the allocator of the C library spends a fifth of a run.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs a command line with these resource types and returns the exit code of the process.
///
/// The first argument is the name of the program, as in [`std::env::args_os`]: if that is `puppet`, the program behaves
/// as `puppet`.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString>>, types: &Types) -> ExitCode {
    run_with_transports(arguments, types, &Transports::default())
}

/// Does the same as [`run`] with transports, which the command `device` uses to reach devices.
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
///     let host = Attribute::builder("String").desc("Its host name.");
///     let schema = Schema::builder("switch").desc("A switch.").attribute("host", host).build().expect("valid schema");
///     let mut transports = Transports::default();
///     let log = Log::new(Arc::new(Recorder::default()), Arc::default());
///     transports.register(TransportKind::new(schema, |_, _| Ok(Switch)), &log).expect("no other transport has this name");
///     cli::run_with_transports(env::args_os(), &types::all(), &transports)
/// }
/// ```
pub fn run_with_transports(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    types: &Types,
    transports: &Transports,
) -> ExitCode {
    crash::install();
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_stem()?.to_str());
    let name = if name == Some("puppet") { "puppet" } else { "bunraku" };
    let program = Program { name, types, transports, modules: None, ruby: None, facts: None, loaded: None };
    let rest = arguments.get(1..).unwrap_or_default();
    let puppet_command = |index: usize| rest.get(index)?.to_str().and_then(commands::puppet_command);
    if let Some(command) = puppet_command(0) {
        return ExitCode::from(command(&program, &rest[1..]));
    }
    if let (true, Some(command)) = (rest.first().is_some_and(|first| first == "help"), puppet_command(1)) {
        return ExitCode::from(command(&program, &["--help".into()]));
    }
    if program.name == "puppet" {
        match rest {
            [] => {
                output::print_line(&arguments::see_help(&program));
                return ExitCode::SUCCESS;
            }
            [only] if only == "--version" || only == "-V" => {
                output::print_line(startup::version(&program));
                return ExitCode::SUCCESS;
            }
            _ => {}
        }
    }
    match arguments::read(&program, rest) {
        Ok(matches) => commands::run(&program, &matches),
        Err(arguments::ArgumentError::Clap(error)) => output::print_usage_error(&error),
        Err(arguments::ArgumentError::Puppet { message, hint }) => {
            let log = console::simple(Verbosity::Normal, console::default_colour());
            log.line(Level::Err, &message);
            if let Some(hint) = hint {
                output::print_line(&hint);
            }
            ExitCode::from(1)
        }
    }
}
