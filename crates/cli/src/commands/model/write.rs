//! Writes the documents of the model commands.

use std::{io, path::Path};

use resource_api::whole_file::{self, Ownership};

use crate::{failure::Failure, output::Answer};

/// Writes documents: a single one to stdout, or all as files in a directory. Each file is replaced atomically.
pub(super) fn answer(documents: &[(String, String)], directory: Option<&Path>) -> Result<Answer, Failure> {
    write(documents, directory, Ownership::kept_where_allowed())
}

/// Does the same with files that only their owner may read.
pub(super) fn private_answer(documents: &[(String, String)], directory: Option<&Path>) -> Result<Answer, Failure> {
    write(documents, directory, Ownership { mode: Some(0o600), ..Ownership::kept_where_allowed() })
}

fn write(documents: &[(String, String)], directory: Option<&Path>, ownership: Ownership) -> Result<Answer, Failure> {
    let Some(directory) = directory else {
        return match documents {
            [(_, text)] => Ok(Answer::text(text.strip_suffix('\n').unwrap_or(text))),
            _ => {
                let names: Vec<&str> = documents.iter().map(|(name, _)| name.as_str()).collect();
                let message = format!("cannot write several documents to stdout: {}", names.join(", "));
                Err(Failure::new(message).hint("use --output DIR to write them to a directory"))
            }
        };
    };
    let mut write = Vec::with_capacity(documents.len());
    for (name, text) in documents {
        let path = directory.join(name);
        let failed = |error: io::Error| Failure::new(format!("cannot write {}: {error}", path.display()));
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        whole_file::replace(&path, text.as_bytes(), &ownership).map_err(failed)?;
        write.push(path.display().to_string());
    }
    Ok(Answer::text(write.join("\n")))
}
