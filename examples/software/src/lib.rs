//! `software`: packages that are told apart by two names, their own and that of their manager.
//!
//! Shows composite namevars, title patterns, and a `set` that is keyed by both names. What is installed is a file in the
//! folder of its manager, so that the example can run anywhere.

use std::{fs, io::ErrorKind, path::PathBuf};

use resource_api::{
    Changes, Context, Ensure, Identity, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State,
};

/// A package of one of several package managers.
#[derive(Resource)]
#[resource(
    title_pattern(r"^(?<package>.*[^-])-(?<manager>.*)$", "the package and its manager, divided by the last hyphen"),
    title_pattern(r"^(?<package>.*)$", "the package alone")
)]
pub struct Software {
    /// Whether the package is installed.
    #[attribute(default = "present")]
    pub ensure: Ensure,
    /// The name of the package.
    #[attribute(namevar)]
    pub package: String,
    /// What installs it.
    #[attribute(namevar)]
    pub manager: String,
}

/// Package managers, each with a folder of what it installed.
pub struct Managers(pub PathBuf);

impl Provider for Managers {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        let mut installed = Vec::new();
        for manager in names_in(&self.0)? {
            for package in names_in(&self.0.join(&manager))? {
                let title = format!("{package}-{manager}");
                let software = Software { ensure: Ensure::Present, package, manager: manager.clone() };
                // The title must fit a pattern, and agree with both names.
                installed.push(software.into_state().with("title", title));
            }
        }
        Ok(installed)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let path = self.path(&change.name);
            let wanted = change.should.as_ref().is_some_and(|should| should.text("ensure") == Some("present"));
            if wanted {
                context.creating(&change.name, || {
                    fs::create_dir_all(path.parent().unwrap_or(&self.0))?;
                    Ok(fs::write(&path, "")?)
                })?;
            } else {
                context.deleting(&change.name, || Ok(fs::remove_file(&path)?))?;
            }
        }
        Ok(())
    }
}

impl Managers {
    fn path(&self, name: &Identity) -> PathBuf {
        let part = |namevar| name.get(namevar).and_then(|value| value.as_str()).unwrap_or_default();
        self.0.join(part("manager")).join(part("package"))
    }
}

/// The names in a folder; none if there is no such folder.
fn names_in(folder: &PathBuf) -> Outcome<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// The type, for package managers below a folder.
pub fn software(folder: PathBuf) -> Outcome<ResourceType> {
    let provider = ProviderEntry::new("folders", move |_| Ok(Managers(folder.clone())));
    Ok(ResourceType::of::<Software>()?.with_provider(provider))
}
