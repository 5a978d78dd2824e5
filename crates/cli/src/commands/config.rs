//! `bunraku config`: prints settings and changes those in `puppet.conf`.

mod write;

use std::path::PathBuf;

use pcore::{Value, json, yaml};
use resource_api::{
    line_file::FileLocks,
    log::{Level, Log},
};
use settings::{Settings, table};

use super::Command;
use crate::{
    arguments::Program,
    compiling::setting_value,
    configuration,
    options::{CommandOption, OptionError, Options},
    output,
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command =
    Command::puppet_with("config", &USAGE, |_, options| configuration::load("config", options), run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("format", "FORMAT", "Set the output format: text, json or yaml"),
        CommandOption::valued("render-as", "FORMAT", "Same as --format"),
        CommandOption::valued("section", "SECTION", "Use this section of puppet.conf: main, server, agent or user"),
    ],
    shared: &[],
    introduction: "Print settings, and change those in puppet.conf

Usage: {program} config print [OPTIONS] [all | <SETTING>...]
       {program} config set [OPTIONS] <SETTING> <VALUE>
       {program} config delete [OPTIONS] <SETTING>

Every setting is an option, too: --confdir is the directory with puppet.conf. A value is taken from the command line,
from environment.conf, from the section, from [main], or it is the default, in this order.",
    examples: "Exit codes: 0 on success; 1 if a value is invalid or the file cannot be written.

Examples:
  {program} config print vardir statedir
  {program} config print all --section agent --format json
  {program} config set runinterval 2h --section agent",
};

/// Why an action failed.
#[derive(Debug)]
struct ConfigError(String);

impl<E: std::error::Error> From<E> for ConfigError {
    fn from(error: E) -> ConfigError {
        ConfigError(error.to_string())
    }
}

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let options = &context.options;
    let format = format(options)?;
    context.settings.check().map_err(|error| OptionError::Setting(error.to_string()))?;
    let name = program.name;
    let no_action = |action| Refusal::no_action(program, "config", action);
    let (action, words) = options.words.split_first().ok_or_else(|| no_action(None))?;
    let command = Config {
        settings: &context.settings,
        log: &context.log,
        section: options.value("section"),
        is_verbose: options.has("verbose") || options.has("debug"),
    };
    let done = match (action.as_str(), words) {
        ("print", names) => command.print(names, format),
        ("set", [setting, value]) => command.set(setting, value),
        ("delete", [setting]) => command.delete(setting),
        ("set", words) => {
            Err(ConfigError(format!("{name} config set takes 2 arguments, but you gave {}", words.len())))
        }
        ("delete", words) => {
            Err(ConfigError(format!("{name} config delete takes 1 argument, but you gave {}", words.len())))
        }
        _ => return Err(no_action(Some(action))),
    };
    done.map(|()| 0).map_err(|ConfigError(reason)| {
        context.log.line(Level::Err, &reason);
        Refusal::Line(format!("Try '{name} help config {action}' for usage"))
    })
}

#[derive(Clone, Copy)]
enum Format {
    Text,
    Json,
    Yaml,
}

fn format(options: &Options) -> Result<Format, OptionError> {
    match options.value("format").or(options.value("render-as")) {
        None | Some("text" | "console" | "s") => Ok(Format::Text),
        Some("json") => Ok(Format::Json),
        Some("yaml") => Ok(Format::Yaml),
        Some(other) => Err(OptionError::Command(format!("I don't know how to render '{other}'"))),
    }
}

struct Config<'c> {
    settings: &'c Settings,
    log: &'c Log,
    section: Option<&'c str>,
    /// Whether to log which section is used.
    is_verbose: bool,
}

impl Config<'_> {
    fn print(&self, names: &[String], format: Format) -> Result<(), ConfigError> {
        if self.is_verbose && self.section.is_none() {
            let lines = [
                "No section specified; defaulting to 'main'.",
                "Set the config section by using the `--section` flag.",
                "For example, `puppet config --section user print foo`.",
                "For more information, see https://puppet.com/docs/puppet/latest/configuration.html",
            ];
            self.log.line(Level::Warning, &lines.join("\n"));
        }
        self.report_section();
        let mut names: Vec<&str> = match names {
            [] => table::all().map(|setting| setting.name).collect(),
            [all] if all == "all" => table::all().map(|setting| setting.name).collect(),
            names => names.iter().map(String::as_str).collect(),
        };
        names.sort_unstable();
        names.dedup();
        let mut values = Vec::with_capacity(names.len());
        for name in names {
            values.push((name, self.settings.value_in(self.section(), name)?));
        }
        let data = || Value::hash(values.iter().map(|(name, value)| (Value::from(*name), as_data(value))));
        let text = match (format, values.as_slice()) {
            (Format::Text, [(_, value)]) => value.to_string(),
            (Format::Text, values) => {
                values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join("\n")
            }
            (Format::Json, _) => json::write(&data())?,
            (Format::Yaml, _) => yaml::write(&data())?.trim_end().to_owned(),
        };
        output::print_line(&text);
        Ok(())
    }

    fn set(&self, name: &str, value: &str) -> Result<(), ConfigError> {
        if name == "environment" && self.section() == "main" {
            self.log.line(Level::Warning, ENVIRONMENT_IN_MAIN);
        }
        self.report_section();
        if table::find(name).is_some() {
            self.settings.value_of(name, value)?;
        }
        let file = self.file()?;
        let _lock = FileLocks::default().lock(&file);
        let mut document = write::read(&file)?.unwrap_or_default();
        let section = match self.section() {
            // The legacy name of the section: its settings move to the new one.
            "master" => {
                if let Some(line) = document.delete("master", name) {
                    output::print_line(&format!(
                        "Deleted setting from 'master': '{line}', and adding it to 'server' section"
                    ));
                }
                "server"
            }
            other => other,
        };
        document.set(section, name, value)?;
        write::replace(&file, &document.to_string())
    }

    fn delete(&self, name: &str) -> Result<(), ConfigError> {
        let file = self.file()?;
        let _lock = FileLocks::default().lock(&file);
        let Some(mut document) = write::read(&file)? else {
            self.log.line(Level::Warning, &format!("The puppet.conf file does not exist {}", file.display()));
            return Ok(());
        };
        let deleted = if let "master" | "server" = self.section() {
            let mut deleted_lines = Vec::new();
            for section in ["master", "server"] {
                if let Some(line) = document.delete(section, name) {
                    let shown = line.split('=').next().unwrap_or_default();
                    deleted_lines.push(format!("Deleted setting from '{section}': '{shown}'"));
                }
            }
            deleted_lines
        } else {
            let section = self.section();
            let Some(line) = document.delete(section, name) else {
                self.log.line(Level::Warning, &not_found(section, name));
                return Ok(());
            };
            self.report_section();
            vec![format!("Deleted setting from '{section}': '{line}'")]
        };
        if deleted.is_empty() {
            return Ok(());
        }
        write::replace(&file, &document.to_string())?;
        deleted.iter().for_each(|line| output::print_line(line));
        Ok(())
    }

    fn section(&self) -> &str {
        self.section.unwrap_or("main")
    }

    fn file(&self) -> Result<PathBuf, ConfigError> {
        Ok(PathBuf::from(self.settings.text("config")?))
    }

    fn report_section(&self) {
        if self.is_verbose {
            let environment = self.settings.text("environment").unwrap_or_default();
            let section = self.section();
            output::print_note(&format!("Resolving settings from section '{section}' in environment '{environment}'"));
        }
    }
}

fn not_found(section: &str, name: &str) -> String {
    format!("No setting found in configuration file for section '{section}' setting name '{name}'")
}

const ENVIRONMENT_IN_MAIN: &str = "The environment should be set in either the `[user]`, `[agent]`, or `[server]`
section. Variables set in the `[agent]` section are used when running
`puppet agent`. Variables set in the `[user]` section are used when running
various other puppet subcommands, like `puppet apply` and `puppet module`; these
require the defined environment directory to exist locally. Set the config
section by using the `--section` flag. For example,
`puppet config --section user set environment foo`. For more information, see
https://puppet.com/docs/puppet/latest/configuration.html#environment";

/// A setting as data for programs.
fn as_data(value: &settings::Value) -> Value {
    match value {
        settings::Value::Headers(headers) => {
            headers.iter().map(|parts| parts.iter().map(|part| Value::from(part.as_str())).collect()).collect()
        }
        other => setting_value(other.clone()),
    }
}
