//! Opens resources in an editor and applies what was saved.

use std::{
    env, fs,
    io::Write as _,
    process::{Command as Process, ExitStatus},
    sync::Arc,
};

use diagnostics::{Position, Source};
use engine::{Instance, settings::Origin};
use resource_api::{Failure, Outcome, ResourceType, log::Level};
use tempfile::TempPath;

use super::{Command, change::DesiredResource};
use crate::manifest::{self, Declaration};

/// The editor if neither `VISUAL` nor `EDITOR` names one.
const EDITOR: &str = "vi";

impl Command<'_> {
    /// Opens resources in an editor and applies what was saved. Does nothing if the text was not changed.
    pub(super) fn edit(&self, resource_type: &Arc<ResourceType>, instances: &[Instance]) -> Outcome {
        let manifests: Vec<String> =
            self.shown(resource_type, instances).iter().map(|shown| shown.editable()).collect();
        let before = format!("{}\n", manifests.join("\n"));
        let file = written(&before)?;
        run_editor(&file)?;
        let after = fs::read_to_string(&file)
            .map_err(|error| Failure::new(format!("cannot read the edited file {}: {error}", file.display())))?;
        if after == before {
            self.log.line(Level::Notice, "Nothing was edited, nothing to change");
            return Ok(());
        }
        match self.apply(&after, &file) {
            Ok(()) => Ok(()),
            Err(failure) => {
                // Keep the file, so that the edit is not lost.
                let path = file.keep().map_err(|error| Failure::from(error.error))?;
                Err(Failure::new(format!("{failure}\nYour edits are kept in {}", path.display())))
            }
        }
    }

    fn apply(&self, text: &str, file: &TempPath) -> Outcome {
        let source = Arc::new(Source::new("", text));
        let declarations = manifest::read(&source).map_err(|error| {
            let Position { line, column } = source.position(error.span.start);
            Failure::new(format!("{error} (file: {}, line: {line}, column: {column})", file.display()))
        })?;
        // A misspelled type must not be taken for an unknown container.
        for declaration in &declarations {
            self.types.find(&declaration.type_name)?;
        }
        let desired: Vec<DesiredResource<'_>> = declarations
            .iter()
            .map(|Declaration { type_name, title, attributes }| DesiredResource { type_name, title, attributes })
            .collect();
        for changed in self.change(&desired, Origin::Catalog)? {
            let resource_type = self.types.find(changed.resource.definition().name())?;
            self.show(resource_type, &[changed])?;
        }
        Ok(())
    }
}

fn written(text: &str) -> Outcome<TempPath> {
    let unwritable = |error: std::io::Error| Failure::new(format!("cannot create a file to edit: {error}"));
    let mut file = tempfile::Builder::new().prefix("bunraku-").suffix(".pp").tempfile().map_err(unwritable)?;
    file.write_all(text.as_bytes()).map_err(unwritable)?;
    Ok(file.into_temp_path())
}

fn run_editor(file: &TempPath) -> Outcome {
    let editor =
        ["VISUAL", "EDITOR"].into_iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
    let editor = editor.unwrap_or_else(|| EDITOR.to_owned());
    // $EDITOR may contain arguments, so it is run by a shell, as other programs do.
    let ended = Process::new("/bin/sh").arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(&**file).status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("the editor '{editor}' {}; nothing was changed", ending(status)))),
        Err(error) => Err(Failure::new(format!("cannot start the editor '{editor}': {error}"))),
    }
}

fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(127) => String::from("was not found"),
        Some(code) => format!("ended with exit code {code}"),
        None => String::from("was killed"),
    }
}
