//! `test_custom_insync`: lists whose order does not matter, and which may contain more than they must.
//!
//! Shows a provider that decides itself whether a property is in sync, and describes the difference. A list is a file
//! with one member per line.

use std::{collections::BTreeSet, fs, path::PathBuf};

use resource_api::{
    Context, Ensure, Identity, Insync, Outcome, ProviderEntry, Request, Resource, ResourceType, SimpleProvider, State,
};

/// A list of members.
#[derive(Resource)]
#[resource(features(custom_insync))]
pub struct TestCustomInsync {
    /// Whether the list exists.
    #[attribute(default = "present")]
    pub ensure: Ensure,
    /// The name of the list.
    #[attribute(namevar)]
    pub name: String,
    /// The members.
    pub some_array: Option<Vec<String>>,
    /// Whether the list must contain exactly these members.
    #[attribute(parameter, default = false)]
    pub force: Option<bool>,
}

/// Lists in the files of a directory.
pub struct Lists(pub PathBuf);

impl SimpleProvider for Lists {
    type Resource = TestCustomInsync;

    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<TestCustomInsync>> {
        let mut lists = Vec::new();
        for file in fs::read_dir(&self.0)? {
            let file = file?;
            let members = fs::read_to_string(file.path())?.lines().map(str::to_owned).collect();
            let name = file.file_name().to_string_lossy().into_owned();
            lists.push(TestCustomInsync { ensure: Ensure::Present, name, some_array: Some(members), force: None });
        }
        Ok(lists)
    }

    fn insync(&mut self, _: &Context, _: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        if property != "some_array" {
            return Ok(Insync::Default);
        }
        let should = TestCustomInsync::from_state(should)?;
        let wanted = BTreeSet::from_iter(should.some_array.unwrap_or_default());
        let there = BTreeSet::from_iter(is.read::<Option<Vec<String>>>("some_array")?.unwrap_or_default());
        let missing: Vec<String> = wanted.difference(&there).cloned().collect();
        Ok(match should.force {
            Some(true) if wanted == there => Insync::Yes,
            Some(true) => Insync::No(None),
            _ if missing.is_empty() => Insync::Yes,
            _ => Insync::No(Some(format!("Adding missing members {missing:?}"))),
        })
    }

    fn create(&mut self, context: &Context, name: &Identity, should: TestCustomInsync) -> Outcome {
        fs::write(self.0.join(name.name()), "")?;
        self.update(context, name, should)
    }

    fn update(&mut self, _: &Context, name: &Identity, should: TestCustomInsync) -> Outcome {
        // Unmanaged members stay as they are.
        let Some(mut members) = should.some_array else { return Ok(()) };
        let file = self.0.join(name.name());
        if should.force != Some(true) {
            let there = fs::read_to_string(&file)?;
            members.retain(|member| !there.lines().any(|line| line == member));
            members.splice(0..0, there.lines().map(str::to_owned));
        }
        Ok(fs::write(file, members.iter().map(|member| format!("{member}\n")).collect::<String>())?)
    }

    fn delete(&mut self, _: &Context, name: &Identity) -> Outcome {
        Ok(fs::remove_file(self.0.join(name.name()))?)
    }
}

/// The type, for lists in a directory.
pub fn test_custom_insync(directory: PathBuf) -> Outcome<ResourceType> {
    let provider = ProviderEntry::simple("files", move |_| Ok(Lists(directory.clone())));
    Ok(ResourceType::of::<TestCustomInsync>()?.with_provider(provider))
}
