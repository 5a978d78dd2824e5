//! `test_custom_insync_hidden_property`: a type without properties, whose provider decides whether there is something
//! to do.
//!
//! With the method `insync` such a type gets a hidden property, for which the provider is asked. What it does
//! is counted in a file, so that a test can see it.

use std::{fs::OpenOptions, io::Write as _, path::PathBuf};

use resource_api::{
    Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State,
    provider,
};

/// A task that is done whenever it is forced.
#[derive(Resource)]
#[resource(name = "test_custom_insync_hidden_property")]
pub struct Hidden {
    /// The name of the task.
    #[attribute(namevar)]
    pub name: String,
    /// Whether to do it.
    #[attribute(parameter, default = false)]
    pub force: Option<bool>,
}

/// The tasks are recorded in a journal.
pub struct Journal {
    /// The file of the journal.
    pub file: PathBuf,
    /// The message for a task, instead of the default one.
    pub message: Option<String>,
}

#[provider]
impl Provider for Journal {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(vec![State::new().with("name", "example")])
    }

    fn insync(&mut self, _: &Context, _: &Identity, property: &str, _: &State, should: &State) -> Outcome<Insync> {
        assert_eq!(property, "rsapi_custom_insync_trigger", "there is no other property");
        let forced = Hidden::from_state(should)?.force == Some(true);
        Ok(if forced { Insync::No(self.message.clone()) } else { Insync::Yes })
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            context.updating(&change.name, || {
                let mut journal = OpenOptions::new().create(true).append(true).open(&self.file)?;
                Ok(writeln!(journal, "{}", change.name)?)
            })?;
        }
        Ok(())
    }
}

/// The type, with a journal in a file.
pub fn hidden(file: PathBuf, message: Option<String>) -> ResourceType {
    let provider = ProviderEntry::new("journal", move |_| Ok(Journal { file: file.clone(), message: message.clone() }));
    ResourceType::of::<Hidden>().with_provider(provider)
}
