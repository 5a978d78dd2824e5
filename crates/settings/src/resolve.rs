//! Resolves the values of settings.

#[cfg(test)]
mod tests;

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use crate::{
    document::{Document, DocumentError, MAIN},
    environment::Environment,
    kind::{Raw, Value, ValueError},
    machine::Machine,
    table::{self, Default, Setting},
};

/// Access to the file system.
pub trait Files {
    /// The text of a file, or `None` if there is no such file.
    fn read(&self, path: &Path) -> io::Result<Option<String>>;
    /// Whether the path is a directory.
    fn is_directory(&self, path: &Path) -> bool;
}

/// Something in a configuration file that is ignored, and that an operator should know about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigWarning {
    /// A file is ignored, for this reason.
    #[error("{0}")]
    File(String),
    /// A part of a file is ignored, for this reason.
    #[error("{0}")]
    Part(String),
}

impl ConfigWarning {
    pub(crate) fn unreadable(file: &Path, error: &io::Error) -> ConfigWarning {
        ConfigWarning::File(format!("Could not load {}: {error}", file.display()))
    }

    pub(crate) fn unparsable(error: &DocumentError) -> ConfigWarning {
        ConfigWarning::File(format!("Could not parse {}: {error}", error.file.display()))
    }

    /// Whether only a part of the file is ignored. Otherwise it is an error.
    pub fn is_warning(&self) -> bool {
        matches!(self, ConfigWarning::Part(_))
    }
}

/// Why a setting has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// The value is invalid.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The value refers to something that has no value.
    #[error("Error converting value for param '{name}': Could not find value for {reference}")]
    Reference {
        /// The setting.
        name: String,
        /// The reference as it is written.
        reference: String,
    },
    /// The value refers to a setting that has no value itself.
    #[error("Error converting value for param '{name}': {reason}")]
    Nested {
        /// The setting.
        name: String,
        /// Why.
        reason: Box<SettingError>,
    },
    /// Values refer to each other in a cycle.
    #[error("Error converting value for param '{}': the value refers to itself: {}", .0[0], .0.join(" -> "))]
    Cycle(Vec<String>),
    /// Kinds of warnings that do not exist.
    #[error("Cannot disable unrecognized warning types '{}'. Valid values are '{}'.", .0.join(","), WARNINGS.join(", "))]
    Warnings(Vec<String>),
    /// Settings that a file must not have.
    #[error("Cannot set {} settings in puppet.conf", .0.join(", "))]
    Forbidden(Vec<String>),
}

/// The settings of a run.
#[derive(Clone)]
pub struct Settings {
    machine: Machine,
    /// The section of `puppet.conf` that is read before `[main]`.
    section: &'static str,
    pub(crate) given: Vec<(String, String)>,
    document: Document,
    environment: Option<Environment>,
    /// The existing part of `basemodulepath` if the default environment has no directory.
    modules_without_environment: Option<String>,
}

/// Omits values: one may be a password.
impl fmt::Debug for Settings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given: Vec<&str> = self.given.iter().map(|(name, _)| name.as_str()).collect();
        let mut shown = formatter.debug_struct("Settings");
        shown
            .field("section", &self.section)
            .field("given", &given)
            .field("document", &self.document)
            .finish_non_exhaustive()
    }
}

/// The kinds of warnings that can be disabled.
const WARNINGS: &[&str] = &["deprecations", "undefined_variables", "undefined_resources"];

/// The settings that only environments and command lines may have.
const FORBIDDEN: &[&str] = &["config_version", "manifest", "modulepath"];

impl Settings {
    /// Reads `puppet.conf`, of which the section of the run mode wins over `[main]`, and `environment.conf`. The settings in
    /// `given`, from the command line, override both; the last value for a setting wins.
    pub fn load(
        machine: Machine,
        section: &'static str,
        given: Vec<(String, String)>,
        files: &dyn Files,
    ) -> (Settings, Vec<ConfigWarning>) {
        let mut warnings = Vec::new();
        let document = Document::default();
        let mut settings =
            Settings { machine, section, given, document, environment: None, modules_without_environment: None };
        if let Ok(file) = settings.text("config") {
            let file = PathBuf::from(file);
            match files.read(&file).map(|text| Document::parse(&text.unwrap_or_default())) {
                Ok(document) => match document.check(&file) {
                    Ok(()) => settings.document = document,
                    Err(error) => warnings.push(ConfigWarning::unparsable(&error)),
                },
                Err(error) => warnings.push(ConfigWarning::unreadable(&file, &error)),
            }
        }
        if let (Ok(path), Ok(name)) = (settings.text("environmentpath"), settings.text("environment")) {
            settings.environment = Environment::find(&path, &name, files, &mut warnings);
            if settings.environment.is_none() && name == "production" {
                let modules = settings.text("basemodulepath").unwrap_or_default();
                let existing: Vec<&str> =
                    modules.split(':').filter(|path| files.is_directory(Path::new(path))).collect();
                settings.modules_without_environment = Some(existing.join(":"));
            }
        }
        warnings.extend(settings.environment_references());
        (settings, warnings)
    }

    /// The directory of the environment, if it has one.
    pub fn environment_directory(&self) -> Option<&Path> {
        self.environment.as_ref().map(Environment::directory)
    }

    fn environment_references(&self) -> Vec<ConfigWarning> {
        let refers = |value: &str| ["$environment", "${environment}"].iter().any(|name| value.contains(name));
        let sections = [MAIN, self.section];
        let written =
            self.document.settings().filter(|(section, _, value)| sections.contains(section) && refers(value));
        let values = written.filter_map(|(_, name, _)| Some((name, table::find(name).and(self.text(name).ok())?)));
        let unresolved = values.filter(|(_, value)| refers(value)).map(|(name, value)| {
            ConfigWarning::Part(format!(
                "You cannot interpolate $environment within '{name}' when using directory environments. \
                 Its value will remain {value}."
            ))
        });
        unresolved.collect()
    }

    /// Checks the settings that are validated before any command runs, whether it uses them or not.
    pub fn check(&self) -> Result<(), SettingError> {
        let named = |name: &&&str| self.document.settings().any(|(_, known, _)| known == **name);
        let forbidden: Vec<String> = FORBIDDEN.iter().filter(named).map(|name| (*name).to_owned()).collect();
        if !forbidden.is_empty() {
            return Err(SettingError::Forbidden(forbidden));
        }
        for name in ["certname", "strict", "priority"] {
            self.value(name)?;
        }
        // The logger reports an invalid level on the command line in its own words.
        if !self.given.iter().any(|(name, _)| name == "log_level") {
            self.value("log_level")?;
        }
        match self.value("disable_warnings")? {
            Value::List(mut disabled) => {
                disabled.retain(|kind| !WARNINGS.contains(&kind.as_str()));
                if disabled.is_empty() { Ok(()) } else { Err(SettingError::Warnings(disabled)) }
            }
            _ => Ok(()),
        }
    }

    /// The value of a setting, or [`Value::Nothing`] for an unknown one.
    pub fn value(&self, name: &str) -> Result<Value, SettingError> {
        self.value_in(self.section, name)
    }

    /// The value of a setting as text.
    pub fn text(&self, name: &str) -> Result<String, SettingError> {
        self.value(name).map(|value| value.to_string())
    }

    /// Whether a setting is `true`.
    pub fn is_on(&self, name: &str) -> Result<bool, SettingError> {
        self.value(name).map(|value| value == Value::Boolean(true))
    }

    /// The value of a setting in a section, whatever the run mode. A section that does not exist is empty.
    pub fn value_in(&self, section: &str, name: &str) -> Result<Value, SettingError> {
        Chain { settings: self, section, names: Vec::new() }.value(name)
    }

    /// The value that a setting would have if it were set to `text`.
    pub fn value_of(&self, name: &str, text: &str) -> Result<Value, SettingError> {
        let mut settings = self.clone();
        settings.given.push((name.to_owned(), text.to_owned()));
        settings.value(name)
    }

    /// The settings that files set for this run mode and the command line does not.
    pub fn written(&self) -> impl Iterator<Item = &'static Setting> {
        table::all().filter(|setting| {
            let given = self.given.iter().any(|(known, _)| known == setting.name);
            !given && self.is_written(setting.name)
        })
    }

    /// Whether a file or the command line sets it.
    pub(crate) fn is_written(&self, name: &str) -> bool {
        self.raw(self.section, name).is_some()
    }

    /// The value of a setting as written, if it is set.
    fn raw(&self, section: &str, name: &str) -> Option<Raw> {
        if let Some((_, value)) = self.given.iter().rev().find(|(known, _)| known == name) {
            return Some(Raw::Text(value.clone()));
        }
        // The location of the configuration file cannot be set in that file.
        if matches!(name, "confdir" | "config" | "config_file_name") {
            return None;
        }
        if let Some(value) = self.environment.as_ref().and_then(|environment| environment.value(name)) {
            return Some(value);
        }
        let sections: &[&str] = match section {
            "server" | "master" => &["server", "master", MAIN],
            other => &[other, MAIN],
        };
        sections.iter().find_map(|section| self.document.raw(section, name))
    }
}

/// Resolves a setting; the names are those of the settings that refer to it, to detect cycles.
struct Chain<'s> {
    settings: &'s Settings,
    section: &'s str,
    names: Vec<String>,
}

impl Chain<'_> {
    fn value(&mut self, name: &str) -> Result<Value, SettingError> {
        let Some(setting) = table::find(name) else { return Ok(Value::Nothing) };
        if let Some(start) = self.names.iter().position(|known| known == name) {
            let mut cycle = self.names[start..].to_vec();
            cycle.push(name.to_owned());
            return Err(SettingError::Cycle(cycle));
        }
        self.names.push(name.to_owned());
        let value = self.resolve(setting);
        self.names.pop();
        value
    }

    fn resolve(&mut self, setting: &Setting) -> Result<Value, SettingError> {
        let raw = match self.settings.raw(self.section, setting.name) {
            Some(raw) => raw,
            None => match self.default(setting)? {
                Ok(raw) => raw,
                Err(value) => return Ok(value),
            },
        };
        let raw = match raw {
            // Manifest code has variables of its own.
            Raw::Text(text) if setting.name != "code" => Raw::Text(self.interpolate(setting.name, &text)?),
            other => other,
        };
        Ok(setting.kind.value(setting.name, &raw)?)
    }

    /// The default, as text or as a value.
    fn default(&mut self, setting: &Setting) -> Result<Result<Raw, Value>, SettingError> {
        let machine = &self.settings.machine;
        let text = match setting.default {
            Default::Nothing => return Ok(Err(Value::Nothing)),
            Default::Alias(other) => return self.value(other).map(Err),
            Default::Text(text) => text.to_owned(),
            Default::Machine(path) => machine.path(path),
            Default::Certname => machine.host_name.to_lowercase(),
            Default::Domain => {
                machine.host_name.split_once('.').map(|(_, domain)| domain.to_owned()).unwrap_or_default()
            }
            Default::UserAgent => machine.user_agent.clone(),
            Default::Command => machine.command.clone(),
            Default::EnvironmentModules => self.settings.modules_without_environment.clone().unwrap_or_default(),
            Default::EnvironmentManifest if self.settings.modules_without_environment.is_some() => {
                String::from("no_manifest")
            }
            Default::EnvironmentManifest => return Ok(Err(Value::Nothing)),
        };
        Ok(Ok(Raw::Text(text)))
    }

    /// Replaces `$name` and `${name}` with the values of those settings.
    fn interpolate(&mut self, name: &str, text: &str) -> Result<String, SettingError> {
        let (mut done, mut rest) = (String::new(), text);
        while let Some(start) = rest.find('$') {
            done.push_str(&rest[..start]);
            rest = &rest[start..];
            let Some((reference, variable)) = reference(rest) else {
                done.push('$');
                rest = &rest[1..];
                continue;
            };
            match variable {
                // The environment is not known yet.
                "environment" if name != "config_version" => done.push_str(reference),
                "run_mode" => done.push_str(self.section),
                _ => match self.value(variable) {
                    Ok(Value::Nothing) => {
                        let (name, reference) = (name.to_owned(), reference.to_owned());
                        return Err(SettingError::Reference { name, reference });
                    }
                    Ok(value) => done.push_str(&value.to_string()),
                    Err(error @ (SettingError::Value(_) | SettingError::Cycle(_))) => return Err(error),
                    Err(error) => {
                        return Err(SettingError::Nested { name: name.to_owned(), reason: Box::new(error) });
                    }
                },
            }
            rest = &rest[reference.len()..];
        }
        done.push_str(rest);
        Ok(done)
    }
}

/// The reference at the start of a text, and the name in it.
fn reference(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('$')?;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let length = |text: &str| text.bytes().take_while(|byte| is_word(*byte)).count();
    if let Some(braced) = rest.strip_prefix('{') {
        let length = length(braced);
        return (length > 0 && braced[length..].starts_with('}')).then(|| (&text[..length + 3], &braced[..length]));
    }
    let length = length(rest);
    (length > 0).then(|| (&text[..=length], &rest[..length]))
}
