//! `bunraku describe`: documents resource types.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
    path::Path,
    string::FromUtf8Error,
};

use clap::{Args, ValueEnum};
use diagnostics::Source;
use pcore::{Value, yaml};
use resource_api::{
    TypeDefinition, Types,
    definition::{describe, document},
    log::Level,
    registry::UnknownType,
};

use super::{Command, Run, types::AliasOptions};
use crate::{
    arguments::{self, Program},
    configuration,
    failure::{Failure, InvalidText},
    modules::LoadedTypes,
    options::Options,
    output::Answer,
    startup::{self, Usage},
};

pub(super) const COMMAND: Command = Command::args::<Describe>("describe");

/// Show the attributes of a resource type as text, data, JSON Schema or Pcore type
///
/// Types of this program and of modules are found by name, definitions are read from YAML or JSON files. Problems in a
/// definition such as missing documentation are warnings on stderr. An invalid definition is an error with its
/// location: exit code 2. An unknown type is not an error: exit code 0.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku describe --list
  bunraku describe notify
  bunraku describe types/apt_key.yaml
  bunraku describe types.yaml apt_key --format schema > apt_key.schema.json
  bunraku describe types.yaml --format json | jq '.types[].name'")]
pub(crate) struct Describe {
    /// A type of this program or of a module, or a file with definitions; - reads them from stdin
    #[arg(value_name = "TYPE|FILE", required_unless_present = "list", default_value = "", hide_default_value = true)]
    file: String,

    /// The type of the file to show; all types by default
    #[arg(value_name = "TYPE")]
    type_name: Option<String>,

    /// List the types of this program and of modules
    #[arg(long, short = 'l', conflicts_with = "file")]
    list: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Directories with modules, separated by colons; the default is the setting of puppet.conf
    #[arg(long, value_name = "DIRECTORIES")]
    modulepath: Option<OsString>,

    #[command(flatten)]
    aliases: AliasOptions,
}

/// The command reads the settings, but takes none of Puppet's options.
const SETTINGS_ONLY: Usage = Usage { options: &[], shared: &[], introduction: "", examples: "" };

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
enum Format {
    /// For people
    #[default]
    Text,
    /// The definitions as data that can be read back; errors are JSON, too
    Json,
    /// A JSON Schema (draft 2020-12) of the resources of one type
    Schema,
    /// Pcore Object types
    Pcore,
}

impl Run for Describe {
    fn format(&self) -> arguments::Format {
        if self.format == Format::Json { arguments::Format::Json } else { arguments::Format::Text }
    }

    fn run(&self, program: &Program<'_>) -> Result<Answer, Failure> {
        if self.list {
            return self.list(self.loaded_types(program)?.types());
        }
        if self.type_name.is_none() && !Path::new(&self.file).exists() {
            if let Ok(resource_type) = program.types.find(&self.file) {
                return self.describe(&self.file, &[resource_type.definition()]);
            }
            if is_type_name(&self.file) {
                match self.loaded_types(program)?.types().find(&self.file) {
                    Ok(resource_type) => return self.describe(&self.file, &[resource_type.definition()]),
                    Err(UnknownType { reason: Some(reason), .. }) => {
                        return Err(Failure::new(reason));
                    }
                    Err(UnknownType { reason: None, .. }) => {}
                }
            }
            if is_type_name(&self.file) && self.format == Format::Text {
                return Ok(Answer::text(format!("Unknown type {}", self.file)));
            }
        }
        let registry = self.aliases.registry()?;
        let source = self.source()?;
        let format = language(&self.file, &source.text);
        let definitions = document::read(&source, format, &registry).map_err(|error| {
            let secret = self.aliases.mention_secrets() || may_show_secrets(&source.text);
            Failure::Text(Box::new(InvalidText { source: error.source, diagnostics: error.diagnostics, secret }))
        })?;
        let chosen = self.choose(&source.name, &definitions)?;
        let answer = self.describe(&source.name, &chosen)?;
        let messages = chosen.iter().flat_map(|definition| definition.messages());
        let warnings = messages.filter(|(level, _)| *level >= Level::Warning);
        Ok(Answer { warnings: warnings.map(|(_, message)| format!("Warning: {message}")).collect(), ..answer })
    }
}

impl Describe {
    /// The types of the program and of modules.
    fn loaded_types(&self, program: &Program<'_>) -> Result<LoadedTypes, Failure> {
        let modulepath = self.modulepath.iter().flat_map(|path| ["--modulepath".into(), path.clone()]);
        let modulepath: Vec<OsString> = modulepath.collect();
        let fill = |options: &mut Options| configuration::fill(program.name, options);
        let context = startup::begin(program, &SETTINGS_ONLY, &modulepath, fill);
        let context = context.map_err(|_| Failure::new("invalid settings"))?;
        LoadedTypes::new(program, &context).map_err(|failure| Failure::new(failure.to_string()))
    }

    fn list(&self, types: &Types) -> Result<Answer, Failure> {
        let mut definitions: Vec<&TypeDefinition> =
            types.iter().map(|resource_type| &**resource_type.definition()).collect();
        definitions.sort_by_key(|definition| definition.name());
        if self.format != Format::Text {
            return self.describe("this program", &definitions);
        }
        let mut lines = vec![String::from("These are the types known to puppet:")];
        lines.extend(definitions.into_iter().map(|definition| {
            format!("{:<15} - {}", definition.name(), summary(definition.description().map_or("", |text| text)))
        }));
        Ok(Answer::text(lines.join("\n")))
    }

    fn describe(&self, file: &str, chosen: &[&TypeDefinition]) -> Result<Answer, Failure> {
        match self.format {
            Format::Text => {
                let pages: Vec<String> = chosen.iter().map(|definition| describe::text(definition)).collect();
                Ok(Answer::text(pages.join("\n").trim_end()))
            }
            Format::Json if self.type_name.is_some() => {
                Answer::json(&chosen.iter().map(|definition| describe::json(definition)).next().unwrap_or_default())
            }
            Format::Json => {
                let types = chosen.iter().map(|definition| describe::json(definition)).collect();
                Answer::json(&Value::hash([("types".into(), types)]))
            }
            Format::Schema => match chosen {
                [only] => Answer::json(&describe::schema(only)),
                several => {
                    let message = format!("{file} defines {} types, but a schema is for one", several.len());
                    let hint = format!("name one of them after the file: {}", names(several.iter().copied()));
                    Err(Failure::new(message).hint(hint))
                }
            },
            Format::Pcore => {
                let write = |definition: &&TypeDefinition| {
                    describe::object(definition).map(|object| object.to_string()).map_err(|error| {
                        Failure::new(format!("'{}' cannot be a Pcore Object type: {error}", definition.name()))
                    })
                };
                Ok(Answer::text(chosen.iter().map(write).collect::<Result<Vec<_>, _>>()?.join("\n")))
            }
        }
    }

    /// Reads the file, up to the maximum size of a definition.
    fn source(&self) -> Result<Source, Failure> {
        let (name, read): (&str, Box<dyn Read>) = match self.file.as_str() {
            "-" => ("stdin", Box::new(io::stdin().lock())),
            file => match File::open(file) {
                Ok(opened) => (file, Box::new(opened)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(no_such_file(file)),
                Err(error) => return Err(unreadable(file, &error)),
            },
        };
        let mut bytes = Vec::new();
        let limit = u64::try_from(document::MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        read.take(limit).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
        match String::from_utf8(bytes) {
            // Some editors write a byte order mark, which is not part of the text.
            Ok(text) => Ok(Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text))),
            // A text that is cut off may end inside a character; its length is the error to report.
            Err(error) if error.as_bytes().len() > document::MAX_BYTES => {
                Ok(Source::new(name, String::from_utf8_lossy(error.as_bytes())))
            }
            Err(error) => Err(not_utf8(name, &error)),
        }
    }

    fn choose<'d>(&self, file: &str, definitions: &'d [TypeDefinition]) -> Result<Vec<&'d TypeDefinition>, Failure> {
        if definitions.is_empty() {
            let hint = "list definitions under `types`, each with name, desc and attributes";
            return Err(Failure::new(format!("{file} defines no types")).hint(hint));
        }
        let Some(name) = &self.type_name else { return Ok(definitions.iter().collect()) };
        match definitions.iter().find(|definition| definition.name().eq_ignore_ascii_case(name)) {
            Some(found) => Ok(vec![found]),
            None => {
                let hint = format!("its types are: {}", names(definitions));
                Err(Failure::new(format!("no type '{name}' in {file}")).hint(hint))
            }
        }
    }
}

fn names<'d>(definitions: impl IntoIterator<Item = &'d TypeDefinition>) -> String {
    let names: Vec<&str> = definitions.into_iter().map(|definition| definition.name().as_str()).collect();
    names.join(", ")
}

/// The maximum length of a description in the list.
const MAX_SUMMARY_LENGTH: usize = 46;

/// The first sentence, shortened if it is too long.
fn summary(description: &str) -> String {
    let text = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = text.split(". ").next().unwrap_or_default().trim_end_matches('.');
    if sentence.chars().count() <= MAX_SUMMARY_LENGTH {
        return sentence.to_owned();
    }
    let beginning: String = sentence.chars().take(MAX_SUMMARY_LENGTH - 1).collect();
    format!("{beginning} ...")
}

/// Whether a word can be the name of a type, and not of a file.
fn is_type_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':'))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let hint = "use a YAML or JSON file that you may read";
    Failure::new(format!("cannot read {name}: {error}")).hint(hint)
}

fn not_utf8(name: &str, error: &FromUtf8Error) -> Failure {
    let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let source = Source::new(name, String::from_utf8_lossy(good));
    let position = source.position(u32::try_from(good.len()).unwrap_or(u32::MAX));
    Failure::Value {
        source: source.name,
        position: Some((position.line, position.column)),
        message: "the text is not UTF-8".to_owned(),
        hint: Some("definitions are YAML or JSON; save the file as UTF-8".to_owned()),
    }
}

fn no_such_file(file: &str) -> Failure {
    let hint = "use a YAML or JSON file with definitions, or the name of a type";
    Failure::new(format!("no such file: '{file}'")).hint(hint)
}

/// JSON files have their extension; without one, the first character decides.
fn language(file: &str, text: &str) -> document::Format {
    let json = match Path::new(file).extension() {
        Some(extension) => extension.eq_ignore_ascii_case("json"),
        None => text.trim_start().starts_with(['{', '[']),
    };
    if json { document::Format::Json } else { document::Format::Yaml }
}

/// Whether a line of the text may hold a secret: the default of a sensitive attribute.
fn may_show_secrets(text: &str) -> bool {
    // If the text cannot be parsed, the word alone decides.
    yaml::parse_all(text).map_or_else(|_| text.contains("ensitive"), |values| values.iter().any(holds_secret_default))
}

fn holds_secret_default(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(holds_secret_default),
        Value::Hash(entries) => {
            let has = |key_name: &str| {
                entries.iter().any(|(key, value)| {
                    matches!(key, Value::String(name) | Value::Symbol(name) if name == key_name)
                        && !matches!(value, Value::Undef | Value::Boolean(false))
                })
            };
            let is_secret = |(key, value): (&Value, &Value)| {
                matches!(key, Value::String(name) | Value::Symbol(name) if name == "type")
                    && value.as_str().is_some_and(|text| text.contains("Sensitive"))
            };
            (has("sensitive") || entries.iter().any(is_secret)) && has("default")
                || entries.values().any(holds_secret_default)
        }
        _ => false,
    }
}
