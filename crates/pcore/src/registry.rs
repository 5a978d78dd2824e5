//! Type aliases by name, resolved when they are first asked for.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use diagnostics::Diagnostic;
use ecow::EcoString;

use crate::{
    parse::{TypeNames, parse_type_with, type_names},
    types::{AliasError, MAX_ALIAS_DEPTH, ObjectError, ObjectType, Type, TypeAlias},
};

/// The aliases of one environment.
///
/// Names are found without regard to case. An alias may mention itself and others in any order of definition.
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
    /// How many definitions are being resolved, each for the sake of the one before.
    resolving: AtomicUsize,
}

#[derive(Clone)]
enum Entry {
    /// As it was written; nobody asked for it yet.
    Source { name: EcoString, text: EcoString },
    /// Known, or being resolved: its own definition may mention it.
    Alias(Arc<TypeAlias>),
    /// It cannot be used.
    Failed(Box<Diagnostic>),
}

impl TypeRegistry {
    /// Adds a definition; a later one of the same name replaces an earlier one that nobody asked for.
    pub fn add(&self, name: &str, definition: &str) {
        let entry = Entry::Source { name: name.into(), text: definition.into() };
        self.entries().insert(name.to_ascii_lowercase(), entry);
    }

    /// Returns what is wrong with the definition of a name that was asked for.
    pub fn problem(&self, name: &str) -> Option<Diagnostic> {
        match self.entries().get(&name.to_ascii_lowercase()) {
            Some(Entry::Failed(diagnostic)) => Some((**diagnostic).clone()),
            _ => None,
        }
    }

    /// A definition is only ever replaced whole, so a panic elsewhere leaves nothing half-done behind the lock.
    fn entries(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resolve(&self, key: &str, name: EcoString, text: &str) -> Option<Type> {
        let alias = TypeAlias::declare(name);
        self.entries().insert(key.to_owned(), Entry::Alias(Arc::clone(&alias)));
        let whole = diagnostics::Span::new(0, text.len());
        let fail = |message: String| Diagnostic::error(whole, message);
        let deeper = self.resolving.fetch_add(1, Ordering::Relaxed);
        let parsed = if deeper < MAX_ALIAS_DEPTH {
            // First the names, then the text: so the parser is never in the middle of one text while it reads another.
            type_names(text).for_each(|name| drop(self.find(name)));
            parse_type_with(text, self)
        } else {
            Err(fail(AliasError::TooDeep(alias.name().clone()).to_string()))
        };
        self.resolving.fetch_sub(1, Ordering::Relaxed);
        let outcome = parsed.and_then(|target| {
            let target = named(target, alias.name()).map_err(|error| fail(error.to_string()))?;
            alias.define(&target).map_err(|error| fail(error.to_string()))
        });
        match outcome {
            Ok(()) => Some(known(&alias)),
            Err(diagnostic) => {
                self.entries().insert(key.to_owned(), Entry::Failed(Box::new(diagnostic)));
                None
            }
        }
    }
}

/// Gives an Object type without a name the name that it is defined under.
fn named(target: Type, name: &EcoString) -> Result<Type, ObjectError> {
    match target {
        Type::Object(Some(object)) if object.name().is_none() => {
            ObjectType::define(Some(name), &object.definition()).map(|object| Type::Object(Some(Arc::new(object))))
        }
        other => Ok(other),
    }
}

/// Returns what a name stands for: an Object type is itself, everything else keeps its alias.
fn known(alias: &Arc<TypeAlias>) -> Type {
    match alias.resolved() {
        Some(object @ Type::Object(Some(_))) => object.clone(),
        _ => Type::Alias(Arc::clone(alias)),
    }
}

impl TypeNames for TypeRegistry {
    fn find(&self, name: &str) -> Option<Type> {
        let key = name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase();
        let entry = self.entries().get(&key).cloned();
        match entry? {
            Entry::Alias(alias) => Some(known(&alias)),
            Entry::Source { name, text } => self.resolve(&key, name, &text),
            Entry::Failed(_) => None,
        }
    }
}
