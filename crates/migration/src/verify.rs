//! Loads the migrated type again, because a result that cannot be loaded is a bug and must not be returned.

use std::sync::Arc;

use diagnostics::{Location, Problem, Severity, Source};
use model::{Definitions, ModelType, Registry};
use pcore::{Type, types::builtin_type};
use syntax::{
    FileKind, Rules, Strictness,
    ast::{Kind, TypeDefinition},
};

use crate::MigrationError;

/// The one type of a text.
struct Only(Arc<TypeDefinition>);

impl Definitions for Only {
    type Error = Problem;

    fn definition(&mut self, name: &str) -> Result<Option<Arc<TypeDefinition>>, Problem> {
        Ok((self.0.name.to_ascii_lowercase() == name).then(|| self.0.clone()))
    }

    fn data_type(&mut self, name: &str) -> Result<Option<Type>, Problem> {
        Ok(builtin_type(name))
    }

    fn has_function(&self, _name: &str) -> bool {
        false
    }
}

/// Loads the type that a text defines.
pub(crate) fn load(name: &str, text: &str) -> Result<Arc<ModelType>, MigrationError> {
    let source = Arc::new(Source::new(format!("types/{name}.pp"), text));
    let unloadable = |message: String| MigrationError::Unloadable { message, text: text.to_owned() };
    let parsed = syntax::parse(source.clone());
    let rules =
        Rules { file_kind: FileKind::in_modules(&format!("migrated/types/{name}.pp")), strict: Strictness::Error };
    let mut problems = parsed.problems;
    problems.extend(syntax::validate(&parsed.program, &rules));
    if let Some(problem) = problems.iter().find(|problem| problem.severity == Severity::Error) {
        return Err(unloadable(format!("{} (line {})", problem, source.position(problem.span.start).line)));
    }
    for (span, pattern) in &parsed.regexps {
        if let Err(error) = pcore::regexp::Regexp::check(pattern) {
            return Err(unloadable(format!("{error} (line {})", source.position(span.start).line)));
        }
    }
    let definition = parsed.program.body.iter().find_map(|statement| match &statement.kind {
        Kind::TypeDefinition(definition) => Some(definition.clone()),
        _ => None,
    });
    let Some(definition) = definition else { return Err(unloadable("it defines no type".into())) };
    let reporter = |problem: Problem| {
        let line = |location: &Location| format!(" (line {})", location.source.position(location.span.start).line);
        unloadable(format!("{}{}", problem.message, problem.location.as_deref().map(line).unwrap_or_default()))
    };
    match Registry::default().load(&mut Only(definition), name).map_err(reporter)? {
        Some(model) => {
            model::resource::definition(&model).map_err(reporter)?;
            Ok(model)
        }
        None => Err(unloadable(format!("it does not define '{name}'"))),
    }
}
