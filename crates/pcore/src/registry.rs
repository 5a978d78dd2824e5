//! Types by name, resolved on first use.

mod source;

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

pub use source::{SourceError, TypeDefinition, TypeSource};

use crate::{
    parse::{TypeNames, parse_literal_with, parse_type_with, type_name_span, type_names},
    types::{AliasError, MAX_ALIAS_DEPTH, ObjectError, ObjectType, Type, TypeAlias, TypeSet, builtin},
};

/// The aliases, Object types and type sets of one environment.
///
/// Names are case-insensitive. An alias may mention itself and others in any order of definition. Names that were not
/// added are looked up in a [`TypeSource`], once each.
///
/// ```
/// use pcore::{TypeRegistry, Value, parse_type_with};
///
/// let registry = TypeRegistry::default();
/// registry.add("Tree", "Hash[String, Variant[Leaf, Tree]]");
/// registry.add("Leaf", "Integer[0, 9]");
/// let forest = parse_type_with("Array[Tree]", &registry).unwrap();
/// let tree = Value::hash([("a".into(), Value::hash([("b".into(), 7.into())]))]);
/// assert!(forest.is_instance(&Value::array([tree])));
/// ```
#[derive(Default)]
pub struct TypeRegistry {
    entries: Mutex<BTreeMap<String, Entry>>,
    /// How many nested definitions are being resolved.
    resolving: AtomicUsize,
    /// Where names that were not added are looked up.
    source: Option<Arc<dyn TypeSource>>,
}

#[derive(Clone)]
enum Entry {
    /// Not resolved yet.
    Unresolved(TypeDefinition),
    /// Resolved, or being resolved: its own definition may mention it.
    Alias(Arc<TypeAlias>),
    /// A type set, or a type of one.
    Member(Box<Type>),
    /// It cannot be used.
    Failed(Box<Broken>),
    /// The source does not know it.
    Missing,
}

/// Why a definition cannot be used.
#[derive(Clone)]
struct Broken {
    problem: Diagnostic,
    /// The error of the source, if that is why.
    source: Option<SourceError>,
}

impl From<Diagnostic> for Broken {
    fn from(problem: Diagnostic) -> Broken {
        Broken { problem, source: None }
    }
}

impl TypeRegistry {
    /// Returns a registry that looks up names that were not added in `source`.
    pub fn with_source(source: Arc<dyn TypeSource>) -> TypeRegistry {
        TypeRegistry { source: Some(source), ..TypeRegistry::default() }
    }

    /// Adds a definition; a later one of the same name replaces an earlier one that was not used yet.
    pub fn add(&self, name: &str, definition: &str) {
        let entry = Entry::Unresolved(TypeDefinition { name: name.into(), text: definition.into() });
        self.entries().insert(name.to_ascii_lowercase(), entry);
    }

    /// Adds a resolved type.
    pub fn add_type(&self, name: &str, member: Type) {
        self.store(&key_of(name), Entry::Member(Box::new(member)));
    }

    /// Returns the problem of a definition that was used.
    pub fn problem(&self, name: &str) -> Option<Diagnostic> {
        self.broken(name).map(|broken| broken.problem)
    }

    /// Returns the error of the source that a definition, or one that it mentions, cannot be used for.
    pub fn source_error(&self, name: &str) -> Option<SourceError> {
        self.broken(name)?.source
    }

    fn broken(&self, name: &str) -> Option<Broken> {
        match self.entries().get(&key_of(name)) {
            Some(Entry::Failed(broken)) => Some((**broken).clone()),
            _ => None,
        }
    }

    /// A definition is only ever replaced as a whole, so a panic elsewhere leaves nothing half-done in the lock.
    fn entries(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn store(&self, key: &str, entry: Entry) {
        self.entries().insert(key.to_owned(), entry);
    }

    /// Looks up a name in the source.
    fn search(&self, key: &str) -> Option<Type> {
        let source = self.source.as_ref()?;
        match source.find(key) {
            Ok(Some(definition)) => self.resolve(key, definition),
            Ok(None) => {
                let member = self.search_sets(key);
                let entry = member.clone().map_or(Entry::Missing, |member_type| Entry::Member(Box::new(member_type)));
                self.store(key, entry);
                member
            }
            Err(error) => {
                let problem = Diagnostic::error(Span::default(), error.to_string());
                self.store(key, Entry::Failed(Box::new(Broken { problem, source: Some(error) })));
                None
            }
        }
    }

    /// Looks up `A::B::C` in the sets `A::B` and `A`.
    fn search_sets(&self, key: &str) -> Option<Type> {
        let mut end = key.len();
        while let Some(colons) = key[..end].rfind("::") {
            end = colons;
            if let Some(Type::TypeSet(Some(set))) = self.find(&key[..end]) {
                return set.get(key, self);
            }
        }
        None
    }

    fn resolve(&self, key: &str, definition: TypeDefinition) -> Option<Type> {
        let TypeDefinition { name, text } = definition;
        let alias = TypeAlias::declare(name);
        self.store(key, Entry::Alias(Arc::clone(&alias)));
        let deeper = self.resolving.fetch_add(1, Ordering::Relaxed);
        let outcome = if deeper < MAX_ALIAS_DEPTH {
            self.define(&alias, &text)
        } else {
            Err(definition_error(&text, AliasError::TooDeep(alias.name().clone())).into())
        };
        self.resolving.fetch_sub(1, Ordering::Relaxed);
        match outcome {
            Ok(Some(set)) => {
                let set = Type::TypeSet(Some(set));
                self.store(key, Entry::Member(Box::new(set.clone())));
                Some(set)
            }
            Ok(None) => Some(type_of_alias(&alias)),
            Err(broken) => {
                self.store(key, Entry::Failed(Box::new(broken)));
                None
            }
        }
    }

    /// Defines an alias; a type set is returned, since it needs no alias.
    fn define(&self, alias: &Arc<TypeAlias>, text: &str) -> Result<Option<Arc<TypeSet>>, Broken> {
        // Names are resolved before the text is parsed, so the parser is never in the middle of one text while it reads
        // another. Required definitions must be valid, while unknown names are fine.
        for name in type_names(text).filter(|name| builtin(name).is_none()) {
            if self.find(name).is_none()
                && let Some(Broken { problem, source }) = self.broken(name)
            {
                let span = type_name_span(text, name).unwrap_or_default();
                return Err(Broken { problem: Diagnostic { span, ..problem }, source });
            }
        }
        if let Some(definition) = set_definition(text) {
            return Ok(Some(self.define_set(alias.name(), definition)?));
        }
        let target = parse_type_with(text, self)?;
        let target = named(target, alias.name()).map_err(|error| definition_error(text, error))?;
        alias.define(&target).map_err(|error| definition_error(text, error))?;
        Ok(None)
    }

    fn define_set(&self, name: &str, text: &str) -> Result<Arc<TypeSet>, Diagnostic> {
        let definition = parse_literal_with(text, self)?;
        let Some(definition) = definition.as_hash() else {
            return Err(definition_error(text, "a TypeSet is defined by a Hash"));
        };
        let set = TypeSet::define(Some(name), Some(TypeSet::RUNTIME_AUTHORITY), definition, self)
            .map_err(|error| definition_error(text, error))?;
        set.check_references(self).map_err(|error| definition_error(text, error))?;
        Ok(Arc::new(set))
    }
}

fn key_of(name: &str) -> String {
    name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase()
}

/// Returns a diagnostic about a whole definition.
fn definition_error(text: &str, message: impl fmt::Display) -> Diagnostic {
    Diagnostic::error(Span::new(0, text.len()), message.to_string())
}

/// Returns the hash in `TypeSet[{…}]`.
fn set_definition(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("TypeSet[")?.strip_suffix(']')?.trim();
    let inner = inner.strip_suffix(',').unwrap_or(inner);
    inner.starts_with('{').then_some(inner)
}

/// Gives an unnamed Object type the name of its definition.
fn named(target: Type, name: &EcoString) -> Result<Type, ObjectError> {
    match target {
        Type::Object(Some(object)) if object.name().is_none() => {
            ObjectType::define(Some(name), &object.definition()).map(|object| Type::Object(Some(Arc::new(object))))
        }
        other => Ok(other),
    }
}

/// Returns what a name refers to: an Object type is itself, everything else keeps its alias.
fn type_of_alias(alias: &Arc<TypeAlias>) -> Type {
    match alias.resolved() {
        Some(object @ Type::Object(Some(_))) => object.clone(),
        _ => Type::Alias(Arc::clone(alias)),
    }
}

impl TypeNames for TypeRegistry {
    fn find(&self, name: &str) -> Option<Type> {
        let key = key_of(name);
        let entry = self.entries().get(&key).cloned();
        match entry {
            Some(Entry::Alias(alias)) => Some(type_of_alias(&alias)),
            Some(Entry::Member(member)) => Some(*member),
            Some(Entry::Unresolved(definition)) => self.resolve(&key, definition),
            Some(Entry::Failed(_) | Entry::Missing) => None,
            None => self.search(&key),
        }
    }
}
