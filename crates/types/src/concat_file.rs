//! `concat_file`: a file that is put together from fragments in the catalog.
//!
//! Its content is known before the run (`index` finds the fragments, `order` sorts them, `merge` merges structured
//! data), so it generates a `file` resource that does the rest.

mod index;
mod merge;
mod order;

#[cfg(test)]
mod tests;

use std::fs;

use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State, line_file::MAX_BYTES, render::interpolate,
};

use self::index::Fragment;
pub(crate) use self::index::Index;
use crate::{file, munge::Munger};

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

/// The mode of a new file that contains a secret, unless it is given.
const MODE_OF_SECRETS: &str = "0600";

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("concat_file/definition.yaml"))
        .with_provider(ProviderEntry::new("concat_file", |_| Ok(ConcatFiles::default())))
}

#[derive(Default)]
struct ConcatFiles {
    munger: Munger,
    index: Option<Index>,
}

#[resource_api::provider]
impl Provider for ConcatFiles {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &|_, _| Ok(()))
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
            let content = content(context, should, index.fragments_of(path))?;
            // The secret of a new file must not be readable for everybody.
            let is_new = || fs::symlink_metadata(path).is_err();
            if matches!(content, Value::Sensitive(_)) && should.known("mode").is_none() && is_new() {
                file.insert("mode", MODE_OF_SECRETS);
            }
            file.insert("content", content);
        }
        Ok(Generated { type_name: "file".into(), title: path.into(), attributes: file.into_iter().collect() })
    }
}

/// The content that these fragments make up.
fn content(context: &Context, should: &State, fragments: Vec<&Fragment>) -> Outcome<Value> {
    let fragments = order::sorted(fragments, should.text("order") != Some("alpha"))?;
    let ensures_newline = should.get("ensure_newline") == Some(&Value::Boolean(true));
    let (mut texts, mut is_secret, mut size) = (Vec::with_capacity(fragments.len()), false, 0_u64);
    for fragment in fragments {
        let (mut text, is_own_secret) = text(context, fragment)?;
        is_secret |= is_own_secret;
        size = size.saturating_add(text.len() as u64);
        if size > MAX_BYTES {
            return Err(Failure::new(format!("its fragments are larger than {MAX_BYTES} bytes")));
        }
        if ensures_newline && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        texts.push(text);
    }
    let whole = match should.text("format").filter(|format| merge::is_structured(format)) {
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
            let content = file::source::read_first(context, &fragment.sources, MAX_BYTES)?;
            let content = content
                .ok_or_else(|| Failure::new(format!("Could not retrieve source(s) {}", fragment.sources.join(", "))))?;
            Ok((content, false))
        }
    }
}
