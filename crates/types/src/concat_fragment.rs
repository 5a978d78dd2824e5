//! `concat_fragment`: a part of a file. Nothing happens during its evaluation: `concat_file` collects it.

use pcore::Value;
use resource_api::{
    Changes, Context, Generated, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State, log::Level,
    registry::Dialect, render::interpolate,
};

use crate::{
    concat_file::Index,
    subject::{Subject, title_of},
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::parse_definition(include_str!("concat_fragment/definition.yaml")))
        .with_provider(ProviderEntry::new("concat_fragment", |_| Ok(Fragments::default())))
        .with_dialect(Dialect::Puppet)
}

#[derive(Default)]
struct Fragments {
    index: Option<Index>,
}

impl Provider for Fragments {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn canonicalize(&mut self, _: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(canonicalize)
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
            let path = context.current_resource().map(|turn| turn.path).unwrap_or_default();
            let message = format!("Target Concat_file with path or title '{target}' {or_tag}not found in the catalog");
            context.log().write(Level::Warning, Some(&path), &message);
        }
        Ok(Vec::new())
    }
}

fn canonicalize(fragment: &mut State) -> Outcome {
    let title = title_of(fragment);
    let subject = Subject { type_name: "Concat_fragment", title: &title };
    if fragment.known("target").is_some_and(|target| !matches!(target, Value::String(_))) {
        return Err(subject.refuse("target", "Target must be a String"));
    }
    let is_text = |value: &Value| match value {
        Value::Sensitive(secret) => matches!(**secret, Value::String(_)),
        plain => matches!(plain, Value::String(_)),
    };
    if fragment.known("content").is_some_and(|content| !is_text(content)) {
        return Err(subject.refuse("content", "Content must be a String"));
    }
    if fragment.known("source").is_some_and(|source| !matches!(source, Value::String(_) | Value::Array(_))) {
        return Err(subject.refuse("source", "Content must be a String or Array"));
    }
    match fragment.known("order") {
        Some(order @ (Value::String(_) | Value::Integer(_))) if interpolate(order).contains(['/', ':', '\n']) => {
            return Err(subject.refuse("order", "Order cannot contain '/', ':', or '\\n'."));
        }
        Some(Value::String(_) | Value::Integer(_)) | None => {}
        Some(_) => return Err(subject.refuse("order", "$order is not a string or integer.")),
    }
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
