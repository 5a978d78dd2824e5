//! `concat_file`: a file that is put together from fragments in the catalog.
//!
//! Its content is known before the run (`index` finds the fragments, `order` sorts them, `merge` merges structured
//! data), so it generates a `file` resource that does the rest.

mod index;
mod merge;
mod order;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State,
    registry::Dialect,
    render::{inspect, interpolate},
};

pub(crate) use self::index::Index;
use self::{index::Fragment, merge::Format};
use crate::{
    file,
    subject::{Subject, title_of},
};

/// The attributes that are passed on to the file.
const FILE_ATTRIBUTES: [&str; 12] = [
    "owner",
    "group",
    "mode",
    "replace",
    "backup",
    "selinux_ignore_defaults",
    "selrange",
    "selrole",
    "seltype",
    "seluser",
    "validate_cmd",
    "show_diff",
];

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::parse_definition(include_str!("concat_file/definition.yaml")))
        .with_provider(ProviderEntry::new("concat_file", |_| Ok(ConcatFiles::default())))
        .with_dialect(Dialect::Puppet)
}

#[derive(Default)]
struct ConcatFiles {
    index: Option<Index>,
}

impl Provider for ConcatFiles {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn canonicalize(&mut self, _: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(canonicalize)
    }

    /// The generated file has everything that could differ.
    fn insync(&mut self, _: &Context, _: &Identity, _: &str, _: &State, _: &State) -> Outcome<Insync> {
        Ok(Insync::Yes)
    }

    fn generate(
        &mut self,
        context: &Context,
        name: &Identity,
        _: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        Ok(vec![self.generate_file(context, name.name(), should)?])
    }
}

impl ConcatFiles {
    fn generate_file(&mut self, context: &Context, path: &str, should: &State) -> Outcome<Generated> {
        if context.catalog().is_some_and(|catalog| catalog.find("file", path).is_some()) {
            return Err(Failure::new(format!("File[{path}] is in the catalog, too; remove one of the two resources")));
        }
        let is_absent = should.text("ensure") == Some("absent");
        let mut file = State::new().with("path", path).with("ensure", if is_absent { "absent" } else { "file" });
        for attribute in FILE_ATTRIBUTES {
            if let Some(value) = should.known(attribute) {
                file.insert(attribute, value.clone());
            }
        }
        if !is_absent {
            let index = self.index.get_or_insert_with(|| Index::of(context));
            file.insert("content", content(context, should, index.fragments_of(path))?);
        }
        Ok(Generated { type_name: "file".into(), title: path.into(), attributes: file.into_iter().collect() })
    }
}

/// The content that these fragments make up.
fn content(context: &Context, should: &State, fragments: Vec<&Fragment>) -> Outcome<Value> {
    let fragments = order::sorted(fragments, should.text("order") != Some("alpha"))?;
    let ensures_newline = should.get("ensure_newline") == Some(&Value::Boolean(true));
    let (mut texts, mut is_secret) = (Vec::with_capacity(fragments.len()), false);
    for fragment in fragments {
        let (mut text, is_own_secret) = text(context, fragment)?;
        is_secret |= is_own_secret;
        if ensures_newline && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        texts.push(text);
    }
    let format = Format::named(should.text("format").unwrap_or("plain"));
    let whole = match format {
        None => texts.concat(),
        Some(format) => {
            let forces = should.get("force") == Some(&Value::Boolean(true));
            merge::merge(format, &texts, forces, is_secret)?.into_bytes()
        }
    };
    let whole = match String::from_utf8(whole) {
        Ok(text) => Value::from(text),
        Err(bytes) => Value::Binary(bytes.into_bytes().into_iter().collect()),
    };
    Ok(if is_secret { Value::sensitive(whole) } else { whole })
}

/// The text of a fragment, and whether it is secret.
fn text(context: &Context, fragment: &Fragment) -> Outcome<(Vec<u8>, bool)> {
    match &fragment.content {
        Some(Value::Sensitive(_)) => match context.revealed("concat_fragment", &fragment.title, "content") {
            Some(Value::Sensitive(secret)) => Ok((interpolate(&secret).into_bytes(), true)),
            _ => Err(Failure::new(format!("cannot reveal the content of Concat_fragment[{}]", fragment.title))),
        },
        Some(plain) => Ok((interpolate(plain).into_bytes(), false)),
        None => {
            let content = file::source::read_first(context, &fragment.sources)?;
            let content = content
                .ok_or_else(|| Failure::new(format!("Could not retrieve source(s) {}", fragment.sources.join(", "))))?;
            Ok((content, false))
        }
    }
}

fn canonicalize(concat: &mut State) -> Outcome {
    let title = title_of(concat);
    let subject = Subject { type_name: "Concat_file", title: &title };
    subject.absolute_path(concat, "path")?;
    subject.keyword(concat, "ensure", &["present", "absent"], &[])?;
    subject.keyword(concat, "order", &["alpha", "numeric"], &[])?;
    subject.keyword(
        concat,
        "format",
        &["plain", "yaml", "json", "json-array", "json-pretty", "json-array-pretty"],
        &[],
    )?;
    for name in ["replace", "ensure_newline", "force", "selinux_ignore_defaults", "show_diff"] {
        subject.boolean(concat, name)?;
    }
    if concat.text("group") == Some("") {
        return Err(subject.refuse("group", "Invalid group name '\"\"'"));
    }
    for name in ["validate_cmd", "selrange", "selrole", "seltype", "seluser"] {
        if concat.known(name).is_some_and(|value| !matches!(value, Value::String(_))) {
            let mut word = name.to_owned();
            word[..1].make_ascii_uppercase();
            return Err(subject.refuse(name, format!("{word} must be a String")));
        }
    }
    if concat.known("backup").is_some_and(|backup| !matches!(backup, Value::Boolean(_) | Value::String(_))) {
        return Err(subject.refuse("backup", "Backup must be a Boolean or String"));
    }
    match concat.known("mode") {
        Some(Value::String(mode)) if !file::mode::is_mode(mode) => {
            let problem = format!("The file mode specification is invalid: {}", inspect(&mode.clone().into()));
            Err(subject.refuse("mode", problem))
        }
        Some(Value::String(_)) | None => Ok(()),
        Some(other) => {
            let class = resource_api::definition::ruby_class(other);
            let problem = format!("The file mode specification must be a string, not '{class}'");
            Err(subject.refuse("mode", problem))
        }
    }
}
