//! Files of modules by the names that manifests give them: `module/path`, or an absolute path.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use super::Call;
use crate::error::{Interrupt, Outcome};

impl Call<'_, '_> {
    /// What a name means: an absolute path, or something in a folder of a module (`files`, `templates`); nothing where
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
        let failed = |error: std::io::Error| {
            Interrupt::plain(format!("{}(): could not read '{}': {error}", self.name, path.display()))
        };
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(Interrupt::plain(format!("Is a directory @ io_fread - {}", path.display())));
        }
        // One byte more than may be, to see whether there is one.
        let limit = self.compilation.budget.limits.size as u64;
        let mut bytes = Vec::new();
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
        self.compilation.budget.size(bytes.len())?;
        Ok(bytes)
    }

    /// Reads a file that is text.
    pub(crate) fn read_text(&self, path: &Path) -> Outcome<String> {
        String::from_utf8(self.read_file(path)?).map_err(|_| {
            Interrupt::plain(format!("{}(): the file '{}' is not in UTF-8", self.name, path.display()))
                .hint("binary_file() reads files that are not text")
        })
    }
}
