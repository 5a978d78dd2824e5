//! `software`: packages that are identified by two names, their own and that of their package manager.
//!
//! Shows composite namevars, title patterns, and a `set` with both names as its key. Installed packages are files in
//! the directory of their package manager, so that the example runs anywhere.

use std::{fs, io::ErrorKind, path::PathBuf};

use resource_api::{
    Changes, Context, Ensure, Identity, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State,
    provider,
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
    /// The package manager.
    #[attribute(namevar)]
    pub manager: String,
}

/// Package managers, each with a directory of installed packages.
pub struct Managers(pub PathBuf);

#[provider]
impl Provider for Managers {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        let mut installed = Vec::new();
        for manager in names_in(&self.0)? {
            for package in names_in(&self.0.join(&manager))? {
                let title = format!("{package}-{manager}");
                let software = Software { ensure: Ensure::Present, package, manager: manager.clone() };
                // The title must match a pattern, and agree with both names.
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

/// The names in a directory; none if it does not exist.
fn names_in(directory: &PathBuf) -> Outcome<Vec<String>> {
    let entries = match fs::read_dir(directory) {
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

/// The type, for package managers below a directory.
pub fn software(directory: PathBuf) -> ResourceType {
    let provider = ProviderEntry::new("folders", move |_| Ok(Managers(directory.clone())));
    ResourceType::of::<Software>().with_provider(provider)
}
