//! Files of modules by the names that manifests give them: `module/path`, or an absolute path.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{Call, fail};
use crate::{
    error::{Interrupt, Outcome},
    input,
};

impl Call<'_, '_> {
    /// What a name means: an absolute path, or something in a directory of a module (`files`, `templates`); nothing where
    /// it does not exist.
    pub(crate) fn find_file(&self, folder: &str, name: &str) -> Option<PathBuf> {
        if name.starts_with('/') {
            return Some(PathBuf::from(name)).filter(|path| path.exists());
        }
        let (module, rest) = name.split_once('/')?;
        let path = self.compilation.loader.module(module)?.join(folder).join(rest);
        Some(path).filter(|path| path.exists())
    }

    /// Reads a file, unless it is too large for a value.
    pub(crate) fn read_file(&self, path: &Path) -> Outcome<Vec<u8>> {
        let failed = |error: io::Error| {
            Interrupt::unplaced(format!("{}(): could not read '{}': {error}", self.name, path.display()))
        };
        if path.is_dir() {
            return fail(format!("Is a directory @ io_fread - {}", path.display()));
        }
        let limit = self.compilation.budget.limits.size as u64;
        let is_trusted = self.compilation.loader.is_in_module(path);
        let bytes = if is_trusted { input::read_found(path, limit) } else { input::read_outside(path, limit) };
        bytes.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => input::too_large(path, &error),
            _ => failed(error),
        })
    }

    /// Reads a file that is text.
    pub(crate) fn read_text(&self, path: &Path) -> Outcome<String> {
        String::from_utf8(self.read_file(path)?).map_err(|_| {
            Interrupt::unplaced(format!("{}(): the file '{}' is not in UTF-8", self.name, path.display()))
                .hint("binary_file() reads files that are not text")
        })
    }
}
