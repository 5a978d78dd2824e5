//! Documents that commands about models write.

use std::{io, path::Path};

use resource_api::whole_file::{self, Ownership};

use crate::{failure::Failure, output::Answer};

/// Answers with documents: one on stdout, or all as files of a folder. Each is replaced as a whole.
pub(super) fn answer(documents: &[(String, String)], folder: Option<&Path>) -> Result<Answer, Failure> {
    write(documents, folder, Ownership::kept_where_allowed())
}

/// Does the same with documents that nobody else may read.
pub(super) fn private_answer(documents: &[(String, String)], folder: Option<&Path>) -> Result<Answer, Failure> {
    write(documents, folder, Ownership { mode: Some(0o600), ..Ownership::kept_where_allowed() })
}

fn write(documents: &[(String, String)], folder: Option<&Path>, ownership: Ownership) -> Result<Answer, Failure> {
    let Some(folder) = folder else {
        return match documents {
            [(_, text)] => Ok(Answer::text(text.strip_suffix('\n').unwrap_or(text))),
            _ => {
                let names: Vec<&str> = documents.iter().map(|(name, _)| name.as_str()).collect();
                let message = format!("there are several documents: {}", names.join(", "));
                let hint = Some(String::from("--output DIR writes them into a folder"));
                Err(Failure::Other { message, hint })
            }
        };
    };
    let mut written = Vec::with_capacity(documents.len());
    for (name, text) in documents {
        let path = folder.join(name);
        let failed = |error: io::Error| Failure::Other {
            message: format!("cannot write {}: {error}", path.display()),
            hint: None,
        };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        whole_file::replace(&path, text.as_bytes(), &ownership).map_err(failed)?;
        written.push(path.display().to_string());
    }
    Ok(Answer::text(written.join("\n")))
}
