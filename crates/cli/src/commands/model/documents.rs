//! Documents that the model commands read.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use compiler::{input, models::Session};
use diagnostics::Source;
use ecore::{
    DocumentError, Secrets, WriteError,
    instances::{BuildError, Records, Types, read_json, read_xmi},
};
use model::ModelType;
use pcore::{ObjectInstance, Value};

use super::{Sources, unusable};
use crate::failure::{Failure, InvalidText};

/// Reads a document in UTF-8.
pub(super) fn read(path: &Path) -> Result<Arc<Source>, Failure> {
    let name = path.display().to_string();
    let bytes = input::read_named(path, input::MAX_TEXT).map_err(|error| Failure::unreadable(&name, &error))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Arc::new(Source::new(name, text))),
        Err(_) => Err(Failure::Value {
            source: name,
            position: None,
            message: String::from("the document is not UTF-8"),
            hint: None,
        }),
    }
}

/// The error for an invalid document.
pub(super) fn document_error(invalid: DocumentError) -> Failure {
    Failure::at((*invalid.source_text).clone(), invalid.diagnostic)
}

/// The error for an invalid document of instances, whose lines may hold secrets.
fn instance_error(invalid: DocumentError) -> Failure {
    let source = (*invalid.source_text).clone();
    Failure::Text(Box::new(InvalidText { source, diagnostics: vec![invalid.diagnostic], secret: true }))
}

/// Whether secrets are written.
pub(super) fn secrets(with_secrets: bool) -> Secrets {
    if with_secrets { Secrets::Written } else { Secrets::Refused }
}

/// Why types or instances could not be written.
pub(super) fn unwritable(error: &WriteError) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        WriteError::Secret(_) => failure.hint("use --with-secrets to write it in clear text"),
        _ => failure,
    }
}

/// Whether a file name is that of a model or of a related document.
pub(super) fn is_model(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ecore" || extension == "xmi" || extension == "json")
}

/// The documents with models in a directory, sorted by name, or the file itself.
pub(super) fn models_of(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let failed = |error: io::Error| Failure::unreadable(&path.display().to_string(), &error);
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if is_model(&path) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    if !found.iter().any(|path| path.extension().is_some_and(|extension| extension == "ecore")) {
        let message = format!("found neither types nor models in {}", path.display());
        let hint = "types are in *.pp files, models in *.ecore files";
        return Err(Failure::new(message).hint(hint));
    }
    Ok(found)
}

/// The types of models, converted to the Puppet language.
pub(super) fn types_of(paths: &[PathBuf]) -> Result<Arc<Source>, Failure> {
    let documents = paths.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let imported = ecore::import(&documents, None).map_err(document_error)?;
    Ok(Arc::new(Source::new("the types of the model", imported.text())))
}

/// The types of source files and models, with all types that these refer to.
pub(super) fn with_types<T: Send>(
    files: &[PathBuf],
    modulepath: &str,
    work: impl FnOnce(&mut Session, Vec<Arc<ModelType>>) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let sources = Sources { files: files.to_vec(), modulepath: modulepath.to_owned() };
    sources.with_session(|session| {
        let types = complete(session)?;
        work(session, types)
    })
}

/// The types that the files define, and all types that these refer to.
pub(super) fn complete(session: &mut Session) -> Result<Vec<Arc<ModelType>>, Failure> {
    let mut types = Sources::types(session)?;
    loop {
        let missing = ecore::missing(&types);
        if missing.is_empty() {
            return Ok(types);
        }
        for name in missing {
            match session.model(&name).map_err(|failure| unusable(&failure))? {
                Some(found) => types.push(found),
                // A feature that refers to an unknown type could not have been loaded.
                None => {
                    return Err(Failure::new(format!("the type '{name}' is not defined")));
                }
            }
        }
    }
}

/// Builds and checks the instances of a document in XMI or JSON.
pub(super) fn instances(
    session: &mut Session,
    types: &Types,
    source: &Arc<Source>,
    expected: Option<&str>,
) -> Result<Vec<Arc<ObjectInstance>>, Failure> {
    let is_xml = source.text.trim_start_matches('\u{feff}').trim_start().starts_with('<');
    let records: Records =
        if is_xml { read_xmi(source, types) } else { read_json(source, types, expected) }.map_err(instance_error)?;
    let values = records.build(|model, stored| session.restore(model, stored)).map_err(|error| match error {
        BuildError::DocumentError(invalid) => instance_error(*invalid),
        BuildError::Refused(mut invalid, failure) => {
            let shown = unusable(&failure);
            invalid.diagnostic.message =
                format!("{} is not acceptable: {}", invalid.diagnostic.message, failure.message);
            if let Failure::Other { hint: Some(hint), .. } = shown {
                invalid.diagnostic.hints.push(hint);
            }
            instance_error(*invalid)
        }
    })?;
    Ok(values
        .into_iter()
        .filter_map(|value| match value {
            Value::Object(instance) => Some(instance),
            _ => None,
        })
        .collect())
}
