//! `bunraku type`: works with Puppet's data types.

mod check;
mod describe;
mod infer;
mod schema;

use std::{
    collections::BTreeSet,
    io::{self, IsTerminal as _},
};

use clap::Args;
use compiler::input;
use diagnostics::{Diagnostic, Source};
use pcore::{
    Type, TypeRegistry, Value, parse_type, parse_type_with,
    rich_data::{self, RichDataError},
    similar_type_name, type_name_span,
};

use super::Command;
use crate::{arguments::Format, failure::Failure};

pub(super) const COMMAND: Command = Command::group("type", ABOUT, SUBCOMMANDS);

const ABOUT: &str = "Work with Puppet's data types: check values, infer, explain and export types";

const SUBCOMMANDS: &[Command] = &[
    Command::args::<check::Check>("check"),
    Command::args::<infer::Infer>("infer"),
    Command::args::<describe::Describe>("describe"),
    Command::args::<schema::Schema>("schema"),
];

/// The options of all commands about types.
#[derive(Args)]
pub(crate) struct TypeOptions {
    #[command(flatten)]
    aliases: AliasOptions,

    /// The format of the answer and of errors
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The type aliases of the command line.
#[derive(Args)]
pub(crate) struct AliasOptions {
    /// Define a type alias for use in types and in the value; can be repeated
    #[arg(long = "alias", value_name = "NAME=TYPE")]
    aliases: Vec<String>,
}

/// One `--alias` of the command line.
struct Alias<'a> {
    name: &'a str,
    definition: &'a str,
}

impl<'a> Alias<'a> {
    /// Parses `NAME=TYPE`. A definition as it is in manifests, `type NAME = TYPE`, is accepted, too.
    fn parse(text: &'a str) -> Result<Alias<'a>, Failure> {
        let refuse = |message: String, hint: &str| Err(Failure::new(message).hint(hint));
        let Some((name, definition)) = text.split_once('=') else {
            return refuse(format!("invalid alias '{text}'"), "write it as --alias 'Port=Integer[0, 65535]'");
        };
        let name = name.trim();
        let name = name.strip_prefix("type ").map_or(name, str::trim);
        if !is_type_name(name) {
            let hint = "the name of a type begins with a capital letter, as in My::Port";
            return refuse(format!("invalid type name '{name}'"), hint);
        }
        if parse_type(name).is_ok_and(|known| !matches!(known, Type::Reference(_))) {
            return refuse(format!("'{name}' is a type of Puppet"), "choose another name, such as My::Type");
        }
        Ok(Alias { name, definition: definition.trim() })
    }

    fn source(&self) -> Source {
        Source::new(format!("alias {}", self.name), self.definition)
    }
}

impl AliasOptions {
    /// Whether an alias may contain secrets.
    pub(crate) fn mention_secrets(&self) -> bool {
        self.aliases.iter().any(|alias| alias.contains("Sensitive"))
    }

    /// Returns the aliases of the command line. Each must be a valid type.
    pub(crate) fn registry(&self) -> Result<TypeRegistry, Failure> {
        let aliases = self.parse()?;
        let registry = TypeRegistry::default();
        let mut names = BTreeSet::new();
        for alias in &aliases {
            if !names.insert(alias.name.to_ascii_lowercase()) {
                return Err(Failure::new(format!("duplicate alias '{}'", alias.name)));
            }
            registry.add(alias.name, alias.definition);
        }
        // All definitions are parsed first, because an alias may be invalid only because of another one.
        for alias in &aliases {
            let _ = parse_type_with(alias.name, &registry);
        }
        let broken: Vec<&Alias<'_>> = aliases.iter().filter(|alias| registry.problem(alias.name).is_some()).collect();
        // If one alias breaks another, the cause is reported.
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
        self.aliases.iter().map(|text| Alias::parse(text)).collect()
    }
}

impl TypeOptions {
    fn registry(&self) -> Result<TypeRegistry, Failure> {
        self.aliases.registry()
    }

    /// Parses a type in which every name is known.
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

/// The error for an unknown name, with a similar name as a hint.
fn unknown_type(reference: &str, text: &str, aliases: &[Alias<'_>]) -> Diagnostic {
    let name = reference.split('[').next().unwrap_or(reference);
    let span = type_name_span(text, name).unwrap_or_default();
    let diagnostic = Diagnostic::error(span, format!("Resource type not found: {name}"));
    match similar_type_name(name, aliases.iter().map(|alias| alias.name)) {
        Some(similar) => diagnostic.hint(format!("did you mean '{similar}'?")),
        None => diagnostic.hint(format!("define it with --alias '{name}=…'")),
    }
}

/// Reads a value in JSON, including rich data, from the command line, or from stdin for `-` or no argument.
fn read_value(argument: Option<&str>, registry: &TypeRegistry) -> Result<Value, Failure> {
    let source = match argument {
        Some(text) if text != "-" => Source::new("VALUE", text),
        _ => {
            let stdin = io::stdin().lock();
            if argument.is_none() && stdin.is_terminal() {
                return Err(Failure::new("missing value")
                    .hint("pass a JSON value as the last argument, or - to read it from stdin"));
            }
            let read = input::read_all(stdin, input::MAX_TEXT);
            let bytes = read.map_err(|error| Failure::unreadable("stdin", &error))?;
            match String::from_utf8(bytes) {
                Ok(text) => Source::new("stdin", text),
                Err(error) => {
                    return Err(Failure::new(format!(
                        "stdin is not UTF-8 at byte {}",
                        error.utf8_error().valid_up_to()
                    )));
                }
            }
        }
    };
    rich_data::from_json(&source.text, registry).map_err(|error| {
        let (position, message) = match error {
            RichDataError::Json(_) if source.text.trim().is_empty() => (None, String::from("missing value")),
            // The JSON parser counts the end of the text as column 0 of the next line.
            RichDataError::Json(error) => (Some((error.line, error.column.max(1))), error.message),
            other => (None, other.to_string()),
        };
        let hint = looks_like_a_bare_word(&source.text)
            .then(|| String::from("a JSON string has double quotes, which must be quoted for the shell: '\"text\"'"));
        Failure::Value { source: source.name, position, message, hint }
    })
}

fn looks_like_a_bare_word(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 60 && text.starts_with(char::is_alphabetic) && !text.contains(['"', '\'', '\n'])
}
