//! `concat_fragment`: a part of a file. Nothing happens during its evaluation: `concat_file` collects it.

use resource_api::{
    Changes, Context, Generated, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State, log::Level,
};

use crate::{
    concat_file::Index,
    munge::Munger,
    subject::{Subject, log},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("concat_fragment/definition.yaml"))
        .with_provider(ProviderEntry::new("concat_fragment", |_| Ok(Fragments::default())))
}

#[derive(Default)]
struct Fragments {
    munger: Munger,
    index: Option<Index>,
}

#[resource_api::provider]
impl Provider for Fragments {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &validate)
    }

    /// Generates nothing, but warns if no file uses the fragment.
    fn generate(
        &mut self,
        context: &Context,
        name: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        let index = self.index.get_or_insert_with(|| Index::of(context));
        let target = should.text("target").unwrap_or_default();
        let tag = index.tag_of_fragment(name.name());
        if !index.has_file(target, tag) {
            let or_tag = tag.map(|tag| format!("or tag '{tag} ")).unwrap_or_default();
            let message = format!("Target Concat_file with path or title '{target}' {or_tag}not found in the catalog");
            log(context, Level::Warning, None, &message);
        }
        Ok(Vec::new())
    }
}

fn validate(subject: &Subject<'_>, fragment: &mut State) -> Outcome {
    if fragment.known("target").is_none() {
        if fragment.known("tag").is_none() {
            return Err(subject.refuse_all("No 'target' or 'tag' set"));
        }
        // Only its tag selects it.
        fragment.insert("target", "");
    }
    match (fragment.known("source"), fragment.known("content")) {
        (None, None) => Err(subject.refuse_all("Set either 'source' or 'content'")),
        (Some(_), Some(_)) => Err(subject.refuse_all("Can't use 'source' and 'content' at the same time")),
        _ => Ok(()),
    }
}
