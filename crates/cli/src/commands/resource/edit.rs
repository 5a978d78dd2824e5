//! Lets somebody edit resources, and applies what is saved.

use std::{
    env, fs,
    io::Write as _,
    process::{Command as Process, ExitStatus},
    sync::Arc,
};

use engine::{Instance, settings::Origin};
use resource_api::{Failure, Outcome, ResourceType, log::Level};
use tempfile::TempPath;

use super::{Command, change::Wanted};
use crate::manifest::{self, Declaration};

/// The editor of whoever has not chosen one.
const EDITOR: &str = "vi";

impl Command<'_> {
    /// Shows resources in an editor, and applies what is saved. Nothing happens when nothing was changed.
    pub(super) fn edit(&self, resource_type: &Arc<ResourceType>, instances: &[Instance]) -> Outcome {
        let manifests: Vec<String> =
            self.shown(resource_type, instances).iter().map(|shown| shown.editable()).collect();
        let before = format!("{}\n", manifests.join("\n"));
        let file = written(&before)?;
        run_editor(&file)?;
        let after = fs::read_to_string(&file)
            .map_err(|error| Failure::new(format!("cannot read {} again: {error}", file.display())))?;
        if after == before {
            self.log.line(Level::Notice, "Nothing was edited, so nothing is changed");
            return Ok(());
        }
        match self.apply(&after, &file) {
            Ok(()) => Ok(()),
            Err(failure) => {
                // Nobody shall type it again.
                let kept = file.keep().map_err(|error| Failure::from(error.error))?;
                Err(Failure::new(format!("{failure}\nWhat you wrote is still in {}", kept.display())))
            }
        }
    }

    fn apply(&self, text: &str, file: &TempPath) -> Outcome {
        let declarations = manifest::read(text).map_err(|mistake| {
            let manifest::Mistake { message, line, column } = mistake;
            Failure::new(format!("{message} (file: {}, line: {line}, column: {column})", file.display()))
        })?;
        // What is misspelt shall not become a container that nobody knows.
        for declaration in &declarations {
            self.types.find(&declaration.type_name)?;
        }
        let wanted: Vec<Wanted<'_>> = declarations
            .iter()
            .map(|Declaration { type_name, title, attributes }| Wanted { type_name, title, attributes })
            .collect();
        for changed in self.change(&wanted, Origin::Catalog)? {
            let resource_type = self.types.find(changed.resource.definition().name())?;
            self.show(resource_type, &[changed])?;
        }
        Ok(())
    }
}

fn written(text: &str) -> Outcome<TempPath> {
    let unwritable = |error: std::io::Error| Failure::new(format!("cannot write a file to edit: {error}"));
    let mut file = tempfile::Builder::new().prefix("bunraku-").suffix(".pp").tempfile().map_err(unwritable)?;
    file.write_all(text.as_bytes()).map_err(unwritable)?;
    Ok(file.into_temp_path())
}

fn run_editor(file: &TempPath) -> Outcome {
    let editor =
        ["VISUAL", "EDITOR"].into_iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty());
    let editor = editor.unwrap_or_else(|| EDITOR.to_owned());
    // An editor may come with arguments, so a shell reads it, as everywhere else.
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
