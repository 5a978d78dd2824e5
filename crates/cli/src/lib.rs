//! The `bunraku` command line: the only crate that prints, and the only one that ends the process.
//!
//! Each command is a file under `commands`, with its arguments and its function. There are two kinds. Commands that only
//! Bunraku has return an answer or a failure; its form and exit code are decided in one module, `output`. Commands that
//! Puppet has, too, take Puppet's options (`options`) and write to the log, with Puppet's wording, streams and exit codes.
//!
//! [`App`] is the program; with types of its own it is one line more.

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

use std::{env, ffi::OsString, path::Path, process::ExitCode};

use resource_api::{
    ProviderEntry, ResourceType, Types,
    log::{Level, Log},
    registry::UnknownType,
    transport::{TransportKind, Transports},
};

use arguments::Program;

// Catalogs and reports are millions of small values, on which the allocator of the C library spends a fifth of a run.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A `bunraku`: the program with the built-in types, and with those that an author adds.
///
/// ```no_run
/// use std::process::ExitCode;
/// use resource_api::{Context, Ensure, Outcome, Request, Resource, ResourceType, SimpleProvider, provider};
///
/// /// A note.
/// #[derive(Resource)]
/// struct Note {
///     /// Whether it exists.
///     ensure: Ensure,
///     /// Its name.
///     #[attribute(namevar)]
///     name: String,
/// }
///
/// struct Notes;
///
/// #[provider]
/// impl SimpleProvider for Notes {
///     type Resource = Note;
///
///     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<Note>> {
///         Ok(vec![Note { ensure: Ensure::Present, name: "first".into() }])
///     }
/// }
///
/// fn main() -> ExitCode {
///     cli::App::new().with(ResourceType::simple("memory", |_| Ok(Notes))).run()
/// }
/// ```
///
/// `bunraku resource note` of this program prints the first note as a manifest. Warnings about a definition go to the
/// terminal; with a definition that cannot be used, the program reports that and ends with exit code 1.
pub struct App {
    types: Types,
    transports: Transports,
    log: Log,
    is_broken: bool,
}

impl Default for App {
    fn default() -> App {
        let log = console::simple(console::default_colour());
        App { types: types::all(), transports: Transports::default(), log, is_broken: false }
    }
}

impl App {
    /// The program with the built-in types.
    pub fn new() -> App {
        App::default()
    }

    /// Adds a type.
    #[must_use]
    pub fn with(mut self, resource_type: ResourceType) -> App {
        self.is_broken |= resource_type.problem().is_some();
        self.types.register(resource_type, &self.log);
        self
    }

    /// Adds a provider to a type that is defined elsewhere: a built-in type, or one of a module.
    #[must_use]
    pub fn with_provider(mut self, type_name: &str, provider: ProviderEntry) -> App {
        self.types.provide(type_name, provider);
        if let Err(UnknownType { reason: Some(reason), .. }) = self.types.find(type_name) {
            self.report(&reason);
        }
        self
    }

    /// Adds a kind of transport, which the command `device` uses to reach devices.
    #[must_use]
    pub fn with_transport(mut self, kind: TransportKind) -> App {
        if let Err(error) = self.transports.register(kind, &self.log) {
            self.report(&error.to_string());
        }
        self
    }

    fn report(&mut self, problem: &str) {
        self.is_broken = true;
        self.log.line(Level::Err, problem);
    }

    /// Runs the command line of this process, and returns its exit code.
    ///
    /// If the name of the program is `puppet`, it behaves as `puppet`.
    pub fn run(self) -> ExitCode {
        if self.is_broken {
            return ExitCode::FAILURE;
        }
        run(&env::args_os().collect::<Vec<_>>(), &self.types, &self.transports)
    }
}

fn run(arguments: &[OsString], types: &Types, transports: &Transports) -> ExitCode {
    crash::install();
    let name = arguments.first().and_then(|name| Path::new(name).file_stem()?.to_str());
    let name = if name == Some("puppet") { "puppet" } else { "bunraku" };
    let program = Program::new(name, types, transports);
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
            let log = console::simple(console::default_colour());
            log.line(Level::Err, &message);
            if let Some(hint) = hint {
                output::print_line(&hint);
            }
            ExitCode::from(1)
        }
    }
}
