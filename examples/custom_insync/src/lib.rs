//! `test_custom_insync`: lists whose order does not matter, and which may contain more than they must.
//!
//! Shows a provider that decides itself whether a property is in sync, and describes the difference. A list is a file
//! with one member per line.

use std::{collections::BTreeSet, fs, path::PathBuf};

use resource_api::{
    Context, Ensure, Identity, Insync, Outcome, Request, Resource, ResourceType, SimpleProvider, provider,
};

/// A list of members.
#[derive(Resource)]
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

#[provider]
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

    fn insync(
        &mut self,
        _: &Context,
        _: &Identity,
        _property: &str, // There is only one besides `ensure`.
        is: &TestCustomInsync,
        should: &TestCustomInsync,
    ) -> Outcome<Insync> {
        let wanted: BTreeSet<&String> = should.some_array.iter().flatten().collect();
        let there: BTreeSet<&String> = is.some_array.iter().flatten().collect();
        let missing: Vec<&String> = wanted.difference(&there).copied().collect();
        Ok(match should.force {
            Some(true) if wanted == there => Insync::Yes,
            Some(true) => Insync::No(None),
            _ if missing.is_empty() => Insync::Yes,
            _ => Insync::No(Some(format!("Adding missing members {missing:?}"))),
        })
    }

    fn create(&mut self, _: &Context, name: &Identity, should: TestCustomInsync) -> Outcome {
        let members = should.some_array.unwrap_or_default();
        Ok(fs::write(self.0.join(name.name()), members.iter().map(|member| format!("{member}\n")).collect::<String>())?)
    }

    fn update(
        &mut self,
        context: &Context,
        name: &Identity,
        is: TestCustomInsync,
        mut should: TestCustomInsync,
    ) -> Outcome {
        if should.force != Some(true) {
            let (mut members, wanted) = (is.some_array.unwrap_or_default(), should.some_array.unwrap_or_default());
            members.extend(wanted.into_iter().filter(|member| !members.contains(member)).collect::<Vec<_>>());
            should.some_array = Some(members);
        }
        self.create(context, name, should)
    }

    fn delete(&mut self, _: &Context, name: &Identity) -> Outcome {
        Ok(fs::remove_file(self.0.join(name.name()))?)
    }
}

/// The type, for lists in a directory.
pub fn test_custom_insync(directory: PathBuf) -> ResourceType {
    ResourceType::simple("files", move |_| Ok(Lists(directory.clone())))
}
