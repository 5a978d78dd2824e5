//! `file_line`: a line of a file.
//!
//! Whether the line is there is found out when `ensure` is compared, since only then everything is known: the file, and
//! the patterns that count (`wanted`). Each change reads the file again and writes it as a whole.

mod canonical;
mod wanted;

#[cfg(test)]
mod tests;

use std::{io, path::Path};

use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    registry::Manner,
};

use self::wanted::Wanted;
use crate::{declared::Declared, parsed::absent, text_file};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("file_line/definition.yaml")))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Lines::default())))
        .in_manner(Manner::Puppet)
}

#[derive(Default)]
struct Lines {
    declared: Declared,
}

impl Provider for Lines {
    /// Only the catalog knows where a line should be, so nothing can be listed.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names = request.names().unwrap_or_default();
        let mut states = Vec::new();
        for name in names {
            let Some(mut state) = self.declared.find(context, name.name(), canonical::canonicalize) else { continue };
            // What is wrong is told when the line has its turn. What goes by a pattern has no line that could be told of.
            let exists = state.known("line").is_some()
                && Wanted::new(&state).and_then(|wanted| wanted.exists(&read(wanted.path, false)?)).unwrap_or(false);
            if exists {
                state.insert("ensure", "present");
                states.push(state);
            }
        }
        Ok(states)
    }

    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        for should in changes.iter().filter_map(|change| change.should.as_ref()) {
            let wanted = Wanted::new(should)?;
            let content = read(wanted.path, false)?;
            let exists = wanted.exists(&content)?;
            let new = match (wanted.is_absent, exists) {
                (true, true) => wanted.without(&content)?,
                (false, false) => wanted.with(&content)?,
                (true, false) | (false, true) => None,
            };
            if let Some(new) = new {
                text_file::replace(wanted.path, &new)?;
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, _: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(canonical::canonicalize)
    }

    fn insync(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        // The line itself is never changed: there is one like it, or there is none.
        if property != "ensure" {
            return Ok(Insync::Yes);
        }
        let wanted = Wanted::new(should)?;
        let exists = wanted.exists(&read(wanted.path, context.is_dry_turn())?)?;
        Ok(match (wanted.is_absent, exists) {
            (true, true) => Insync::differs("present", absent()),
            (false, false) => Insync::differs(absent(), Value::from("present")),
            (true, false) | (false, true) => Insync::Yes,
        })
    }
}

/// What a file holds. A dry run may miss a file that another resource would have made.
fn read(path: &Path, dry: bool) -> Outcome<Vec<u8>> {
    match text_file::read(path) {
        Err(error) if dry && error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(text_file::unreadable(&error, path)),
        Ok(content) => Ok(content),
    }
}

/// Something that cannot be done as the resource asks for it.
fn refused(problem: impl Into<String>) -> Failure {
    Failure::resource(problem)
}
