//! The settings of an environment: its `environment.conf`, and defaults relative to its directory.

use std::path::{Path, PathBuf};

use crate::{
    document::{Document, MAIN},
    kind::Raw,
    resolve::{ConfigWarning, Files},
};

/// The settings that an environment may have.
const ALLOWED: &[&str] = &[
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
];

/// An environment that has a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Environment {
    directory: PathBuf,
    document: Document,
}

impl Environment {
    /// Finds an environment in a list of directories.
    pub(crate) fn find(
        path: &str,
        name: &str,
        files: &dyn Files,
        warnings: &mut Vec<ConfigWarning>,
    ) -> Option<Environment> {
        // A name with a slash could escape from the listed directories.
        if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
            return None;
        }
        let mut directories = path.split(':').map(|directory| Path::new(directory).join(name));
        let directory = directories.find(|directory| files.is_directory(directory))?;
        let file = directory.join("environment.conf");
        let document = match files.read(&file) {
            Ok(text) => Document::parse(&text.unwrap_or_default()),
            Err(error) => {
                warnings.push(ConfigWarning::unreadable(&file, &error));
                Document::default()
            }
        };
        Some(Environment { document: check(document, &directory.join("environment.conf"), warnings), directory })
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The value that the environment gives a setting.
    pub(crate) fn value(&self, name: &str) -> Option<Raw> {
        if !ALLOWED.contains(&name) {
            return None;
        }
        let written = self.document.raw(MAIN, name);
        let text = match (name, written) {
            ("modulepath", None) => String::from("modules:$basemodulepath"),
            ("manifest", None) => String::from("manifests"),
            ("modulepath" | "manifest" | "config_version", Some(Raw::Text(text))) if !text.is_empty() => text,
            (_, written) => return written,
        };
        if name == "modulepath" {
            let directories: Vec<String> = text.split(':').map(|directory| self.absolute(directory)).collect();
            return Some(Raw::Text(directories.join(":")));
        }
        Some(Raw::Text(self.absolute(&text)))
    }

    fn absolute(&self, path: &str) -> String {
        if path.starts_with('$') {
            return path.to_owned();
        }
        self.directory.join(path).to_string_lossy().into_owned()
    }
}

/// Warns about anything that an `environment.conf` must not contain.
fn check(document: Document, file: &Path, warnings: &mut Vec<ConfigWarning>) -> Document {
    if let Err(error) = document.check_lines(file) {
        warnings.push(ConfigWarning::unparsable(&error));
        return Document::default();
    }
    let sections: Vec<&str> = document.sections().filter(|name| *name != MAIN).collect();
    if !sections.is_empty() {
        warnings.push(ConfigWarning::Part(format!(
            "Invalid sections in environment.conf at '{}'. Environment conf may not have sections. \
             The following sections are being ignored: '{}'",
            file.display(),
            sections.join(",")
        )));
    }
    let settings = document.settings().filter(|(section, name, _)| *section == MAIN && !ALLOWED.contains(name));
    let unknown: Vec<&str> = settings.map(|(_, name, _)| name).collect();
    if !unknown.is_empty() {
        warnings.push(ConfigWarning::Part(format!(
            "Invalid settings in environment.conf at '{}'. The following unknown setting(s) are being ignored: {}",
            file.display(),
            unknown.join(", ")
        )));
    }
    document
}
