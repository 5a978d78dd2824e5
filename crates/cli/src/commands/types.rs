//! `bunraku type`: working with Puppet's data types.

mod check;
mod describe;
mod infer;
mod schema;

use std::{
    collections::BTreeSet,
    io::{self, IsTerminal as _},
};

use clap::{Args, Subcommand};
use compiler::input;
use diagnostics::{Diagnostic, Source};
use pcore::{
    Type, TypeRegistry, Value, parse_type, parse_type_with,
    rich_data::{self, RichDataError},
    similar_type_name, type_name_span,
};

use crate::{arguments::Format, failure::Failure, output::Answer};

/// What to do with a type.
#[derive(Subcommand)]
pub(crate) enum TypeCommand {
    Check(check::Check),
    Infer(infer::Infer),
    Describe(describe::Describe),
    Schema(schema::Schema),
}

/// Options of every command about types.
#[derive(Args)]
pub(crate) struct TypeOptions {
    #[command(flatten)]
    aliases: AliasOptions,

    /// How the answer, and any error, is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Names that types may use.
#[derive(Args)]
pub(crate) struct AliasOptions {
    /// Defines a type alias that types may use, those in the value included; can be given several times
    #[arg(long = "alias", value_name = "NAME=TYPE")]
    aliases: Vec<String>,
}

impl TypeCommand {
    pub(crate) fn format(&self) -> Format {
        match self {
            TypeCommand::Check(command) => command.options.format,
            TypeCommand::Infer(command) => command.options.format,
            TypeCommand::Describe(command) => command.options.format,
            // A schema is JSON in any case; this is for its errors.
            TypeCommand::Schema(command) => command.options.format,
        }
    }
}

/// Does what the command says.
pub(crate) fn run(command: &TypeCommand) -> Result<Answer, Failure> {
    match command {
        TypeCommand::Check(command) => command.run(),
        TypeCommand::Infer(command) => command.run(),
        TypeCommand::Describe(command) => command.run(),
        TypeCommand::Schema(command) => command.run(),
    }
}

/// One `--alias` of the command line.
struct Alias<'a> {
    name: &'a str,
    definition: &'a str,
}

impl<'a> Alias<'a> {
    /// Reads `NAME=TYPE`; a definition as it stands in a manifest, `type NAME = TYPE`, is fine as well.
    fn parse(given: &'a str) -> Result<Alias<'a>, Failure> {
        let refuse = |message: String, hint: &str| Err(Failure::Other { message, hint: Some(hint.to_owned()) });
        let Some((name, definition)) = given.split_once('=') else {
            return refuse(format!("'{given}' defines no alias"), "write --alias 'Port=Integer[0, 65535]'");
        };
        let name = name.trim();
        let name = name.strip_prefix("type ").map_or(name, str::trim);
        if !is_type_name(name) {
            let hint = "a type's name begins with a capital letter, like My::Port";
            return refuse(format!("'{name}' cannot name a type"), hint);
        }
        if parse_type(name).is_ok_and(|known| !matches!(known, Type::Reference(_))) {
            return refuse(format!("'{name}' is a type of Puppet's own"), "choose another name, like My::Type");
        }
        Ok(Alias { name, definition: definition.trim() })
    }

    fn source(&self) -> Source {
        Source::new(format!("alias {}", self.name), self.definition)
    }
}

impl AliasOptions {
    /// Whether an alias may stand for a type with secrets.
    pub(crate) fn mention_secrets(&self) -> bool {
        self.aliases.iter().any(|alias| alias.contains("Sensitive"))
    }

    /// Returns the aliases of the command line, each of which must be a real type of known names.
    pub(crate) fn registry(&self) -> Result<TypeRegistry, Failure> {
        let aliases = self.parse()?;
        let registry = TypeRegistry::default();
        let mut names = BTreeSet::new();
        for alias in &aliases {
            if !names.insert(alias.name.to_ascii_lowercase()) {
                return Err(Failure::Other { message: format!("alias '{}' is defined twice", alias.name), hint: None });
            }
            registry.add(alias.name, alias.definition);
        }
        // All definitions first: a name may be unknown elsewhere only because its own definition cannot be used.
        for alias in &aliases {
            let _ = parse_type_with(alias.name, &registry);
        }
        let broken: Vec<&Alias<'_>> = aliases.iter().filter(|alias| registry.problem(alias.name).is_some()).collect();
        // Where one breaks another, the cause is told.
        let is_cause = |alias: &&&Alias<'_>| {
            let mentions = |other: &&Alias<'_>| type_name_span(alias.definition, other.name).is_some();
            !broken.iter().any(|other| other.name != alias.name && mentions(other))
        };
        if let Some(alias) = broken.iter().find(is_cause).or(broken.first())
            && let Some(problem) = registry.problem(alias.name)
        {
            return Err(Failure::at(alias.source(), problem));
        }
        for alias in &aliases {
            let own = parse_type_with(alias.definition, &registry);
            if let Some(unknown) = own.ok().and_then(|own| own.own_unresolved_reference()) {
                return Err(Failure::at(alias.source(), unknown_type(&unknown, alias.definition, &aliases)));
            }
        }
        Ok(registry)
    }

    fn parse(&self) -> Result<Vec<Alias<'_>>, Failure> {
        self.aliases.iter().map(|given| Alias::parse(given)).collect()
    }
}

impl TypeOptions {
    fn registry(&self) -> Result<TypeRegistry, Failure> {
        self.aliases.registry()
    }

    /// Reads a type of which every name is known.
    fn parse(&self, text: &str, registry: &TypeRegistry) -> Result<Type, Failure> {
        let source = || Source::new("TYPE", text);
        let parsed = parse_type_with(text, registry).map_err(|problem| Failure::at(source(), problem))?;
        match parsed.unresolved_reference() {
            None => Ok(parsed),
            Some(unknown) => Err(Failure::at(source(), unknown_type(&unknown, text, &self.aliases.parse()?))),
        }
    }
}

fn is_type_name(name: &str) -> bool {
    name.split("::").all(|segment| {
        segment.starts_with(|first: char| first.is_ascii_uppercase())
            && segment.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    })
}

/// Says that nobody knows a name, and which one may be meant.
fn unknown_type(reference: &str, text: &str, aliases: &[Alias<'_>]) -> Diagnostic {
    let name = reference.split('[').next().unwrap_or(reference);
    let span = type_name_span(text, name).unwrap_or_default();
    let diagnostic = Diagnostic::error(span, format!("Resource type not found: {name}"));
    match similar_type_name(name, aliases.iter().map(|alias| alias.name)) {
        Some(similar) => diagnostic.hint(format!("did you mean '{similar}'?")),
        None => diagnostic.hint(format!("define it with --alias '{name}=…'")),
    }
}

/// Reads a value in JSON, rich data included, from the command line or, for `-` or nothing, from stdin.
fn read_value(given: Option<&str>, registry: &TypeRegistry) -> Result<Value, Failure> {
    let source = match given {
        Some(text) if text != "-" => Source::new("VALUE", text),
        _ => {
            let stdin = io::stdin().lock();
            if given.is_none() && stdin.is_terminal() {
                return Err(Failure::Other {
                    message: String::from("there is no value"),
                    hint: Some(String::from("give a JSON value as the last argument, or - to read it from stdin")),
                });
            }
            let read = input::read_all(stdin, input::MAX_TEXT);
            let bytes = read.map_err(|error| Failure::unreadable("stdin", &error))?;
            match String::from_utf8(bytes) {
                Ok(text) => Source::new("stdin", text),
                Err(error) => {
                    return Err(Failure::Other {
                        message: format!("stdin is not UTF-8 at byte {}", error.utf8_error().valid_up_to()),
                        hint: None,
                    });
                }
            }
        }
    };
    rich_data::from_json(&source.text, registry).map_err(|error| {
        let (place, message) = match error {
            RichDataError::Json(_) if source.text.trim().is_empty() => (None, String::from("there is no value")),
            // The end of a text is counted as column 0 of the line that never came.
            RichDataError::Json(error) => (Some((error.line, error.column.max(1))), error.message),
            other => (None, other.to_string()),
        };
        let hint = looks_like_a_bare_word(&source.text).then(|| {
            String::from("a string in JSON has double quotes, which the shell needs to be quoted: '\"text\"'")
        });
        Failure::Value { source: source.name, place, message, hint }
    })
}

fn looks_like_a_bare_word(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 60 && text.starts_with(char::is_alphabetic) && !text.contains(['"', '\'', '\n'])
}
