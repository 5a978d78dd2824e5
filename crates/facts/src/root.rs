//! Where facts are read: the machine itself, or a tree of files that represents another one.

use std::{
    fs::{self, File},
    io::Read as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use crate::system::{NoSystem, Running, System};

/// How much of a file is read. Files of the kernel are far smaller; a larger one is not from the kernel.
const MAX_FILE: u64 = 16 << 20;

/// Where facts are read.
///
/// ```
/// use facts::{Facts, Root};
///
/// let facts = Facts::read(&Root::machine());
/// assert_eq!(facts.get("kernel").and_then(|kernel| kernel.as_str().map(str::to_owned)).as_deref(), Some("Linux"));
/// ```
pub struct Root {
    path: PathBuf,
    variables: Vec<(String, String)>,
    /// Whether commands among its external facts are run.
    pub(crate) runs_commands: bool,
    pub(crate) system: Box<dyn System>,
}

impl Root {
    /// The machine that the program runs on, with the environment of the program.
    pub fn machine() -> Root {
        let variables = std::env::vars_os()
            .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()));
        Root {
            path: PathBuf::from("/"),
            variables: variables.collect(),
            runs_commands: true,
            system: Box::new(Running),
        }
    }

    /// A tree of files, without system calls.
    pub fn at(path: impl Into<PathBuf>) -> Root {
        Root { path: path.into(), variables: Vec::new(), runs_commands: false, system: Box::new(NoSystem) }
    }

    /// This root with another system below it.
    #[must_use]
    pub fn with_system(mut self, system: impl System + 'static) -> Root {
        self.system = Box::new(system);
        self
    }

    /// This root, whose commands that print facts may be run on this machine.
    #[must_use]
    pub fn running_commands(mut self) -> Root {
        self.runs_commands = true;
        self
    }

    /// This root with a variable of the environment.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Root {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// A variable of the environment.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All variables of the environment.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Where a path of the machine lies.
    pub(crate) fn locate(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.path.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// The bytes of a file; nothing if it cannot be read.
    pub(crate) fn bytes(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        beginning(&self.locate(path))
    }

    /// The text of a file; what is not UTF-8 in it is replaced.
    pub(crate) fn text(&self, path: impl AsRef<Path>) -> Option<String> {
        let bytes = self.bytes(path)?;
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// The text of a file without space around it; nothing if nothing is left.
    pub(crate) fn word(&self, path: impl AsRef<Path>) -> Option<String> {
        let text = self.text(path)?;
        let word = text.trim();
        (!word.is_empty()).then(|| word.to_owned())
    }

    /// The number that a file has.
    pub(crate) fn number(&self, path: impl AsRef<Path>) -> Option<u64> {
        self.word(path)?.parse().ok()
    }

    /// The names in a directory, sorted; none if there is no such directory.
    pub(crate) fn names(&self, path: impl AsRef<Path>) -> Vec<String> {
        let entries = fs::read_dir(self.locate(path)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }

    /// Whether there is something of that name.
    pub(crate) fn exists(&self, path: impl AsRef<Path>) -> bool {
        self.locate(path).exists()
    }

    /// Whether there is a directory of that name.
    pub(crate) fn is_directory(&self, path: impl AsRef<Path>) -> bool {
        self.locate(path).is_dir()
    }

    /// Where a link leads, as it is written.
    pub(crate) fn link(&self, path: impl AsRef<Path>) -> Option<PathBuf> {
        fs::read_link(self.locate(path)).ok()
    }

    /// Whether a command is installed.
    pub(crate) fn has_command(&self, name: &str) -> bool {
        ["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin"].iter().any(|directory| {
            let data = fs::metadata(self.locate(Path::new(directory).join(name)));
            data.is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
        })
    }
}

/// The first bytes of a file, as many as any fact needs; nothing if it cannot be read.
fn beginning(path: &Path) -> Option<Vec<u8>> {
    // A pipe would wait for a writer.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_FILE).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The text of a file that does not belong to the machine that is looked at; nothing if it is none.
pub(crate) fn bounded(path: &Path) -> Option<String> {
    String::from_utf8(beginning(path)?).ok()
}
