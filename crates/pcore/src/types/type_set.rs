//! `TypeSet[{…}]`: types that are versioned together under one name.
//!
//! A type inside is called `Set::Type`; inside the set, `Type` is enough. A set may refer to others by alias and
//! version range. Only the caller knows which sets exist, so references are data here: [`TypeSet::get`] and
//! [`TypeSet::check_references`] use the caller's [`TypeNames`].

mod definition;
mod error;
mod printing;
mod replace;

#[cfg(test)]
mod tests;

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, LazyLock},
};

use ecow::EcoString;

pub use error::TypeSetError;

use super::{
    Type,
    parameters::{ParameterError, Parameters},
};
use crate::{
    NoNames, TypeNames,
    semver::{Version, VersionRange},
    value::Value,
};

/// Types that are versioned together.
///
/// Two sets are the same when they have the same authority, name and version.
///
/// ```
/// use pcore::{NoNames, Type, parse_literal, types::TypeSet};
///
/// let definition = parse_literal(
///     "{ pcore_version => '1.0.0', types => { Age => Integer[0], Person => { attributes => { age => Age } } } }",
/// );
/// let set = TypeSet::define(Some("My"), None, definition.unwrap().as_hash().unwrap(), &NoNames).unwrap();
/// assert_eq!(set.get("My::Age", &NoNames).unwrap().to_string(), "My::Age = Integer[0]");
/// let person = set.get("Person", &NoNames).unwrap();
/// assert_eq!(person.to_string(), "Object[{name => 'My::Person', attributes => {'age' => My::Age}}]");
/// ```
#[derive(Clone, Debug)]
pub struct TypeSet {
    name: Option<EcoString>,
    name_authority: Option<EcoString>,
    pcore_uri: Option<EcoString>,
    pcore_version: Version,
    version: Option<Version>,
    /// By simple name. Objects are stored directly, all others as aliases.
    types: Vec<(EcoString, Type)>,
    /// By the name that they have inside the set.
    references: Vec<(EcoString, TypeSetReference)>,
    annotations: Option<Value>,
}

/// A type set that another one uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeSetReference {
    /// The name of the other set.
    pub name: EcoString,
    /// The authority for its names; `None` for the authority of this set.
    pub name_authority: Option<EcoString>,
    /// The versions that are accepted.
    pub version_range: VersionRange,
    /// Annotations of the reference.
    pub annotations: Option<Value>,
}

impl TypeSet {
    /// The default authority for the names of types.
    pub const RUNTIME_AUTHORITY: &'static str = "http://puppet.com/2016.1/runtime";

    /// Creates the type from the parameters of `TypeSet[…]`. An empty definition is the bare `TypeSet`.
    pub(super) fn from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
        parameters.arity(1, 1, "TypeSet-Type")?;
        let parameter = parameters.get(0).unwrap_or(&Value::Undef);
        let Value::Hash(definition) = parameter else {
            return Err(parameters.wrong_kind(0, "a TypeSet-Type", parameter, "Hash"));
        };
        if definition.is_empty() {
            return Ok(Type::TypeSet(None));
        }
        match TypeSet::define(None, None, definition, &NoNames) {
            Ok(set) if set == **TypeSet::bare() => Ok(Type::TypeSet(None)),
            Ok(set) => Ok(Type::TypeSet(Some(Arc::new(set)))),
            Err(error) => Err(parameters.error_at(0, error.to_string())),
        }
    }

    /// Returns the set as which the bare `TypeSet` is printed.
    pub fn bare() -> &'static Arc<TypeSet> {
        static BARE: LazyLock<Arc<TypeSet>> = LazyLock::new(|| {
            Arc::new(TypeSet {
                name: Some("DefaultTypeSet".into()),
                name_authority: Some(TypeSet::RUNTIME_AUTHORITY.into()),
                pcore_uri: Some("http://puppet.com/2016.1/pcore".into()),
                pcore_version: Version::stable(1, 0, 0),
                version: Some(Version::stable(0, 0, 0)),
                types: Vec::new(),
                references: Vec::new(),
                annotations: None,
            })
        });
        &BARE
    }

    /// Returns the name; empty for a set without one.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// Returns the authority for its names.
    pub fn name_authority(&self) -> Option<&EcoString> {
        self.name_authority.as_ref()
    }

    /// Returns the URI of the Pcore specification.
    pub fn pcore_uri(&self) -> Option<&EcoString> {
        self.pcore_uri.as_ref()
    }

    /// Returns the version of Pcore that the set is written in.
    pub fn pcore_version(&self) -> &Version {
        &self.pcore_version
    }

    /// Returns the version of the set.
    pub fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// Returns the types by their simple names.
    pub fn types(&self) -> &[(EcoString, Type)] {
        &self.types
    }

    /// Returns the references by the names that they have inside the set.
    pub fn references(&self) -> &[(EcoString, TypeSetReference)] {
        &self.references
    }

    /// Returns the annotations: a hash from types that inherit from `Annotation` to hashes.
    pub fn annotations(&self) -> Option<&Value> {
        self.annotations.as_ref()
    }

    /// Returns a type of this set or of one that it refers to: `Type`, `Set::Type` or `Reference::Type`, in any case.
    pub fn get(&self, name: &str, names: &dyn TypeNames) -> Option<Type> {
        let own = self.name.as_deref().and_then(|own| strip_segments(name, own)).unwrap_or(name);
        if let Some((_, resolved)) = self.types.iter().find(|(simple, _)| simple.eq_ignore_ascii_case(own)) {
            return Some(resolved.clone());
        }
        let (first, rest) = match name.split_once("::") {
            Some((first, rest)) => (first, Some(rest)),
            None => (name, None),
        };
        let (_, reference) = self.references.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(first))?;
        let set = names.find(&reference.name)?;
        match (rest, &set) {
            (None, _) => Some(set),
            (Some(rest), Type::TypeSet(Some(set))) => set.get(rest, names),
            _ => None,
        }
    }

    /// Refuses references to sets that do not exist or are of another version.
    pub fn check_references(&self, names: &dyn TypeNames) -> Result<(), TypeSetError> {
        for (_, reference) in &self.references {
            let problem = match names.find(&reference.name) {
                None => String::from("cannot be resolved"),
                Some(Type::TypeSet(Some(resolved))) => {
                    if resolved.version.as_ref().is_some_and(|version| reference.version_range.contains(version)) {
                        continue;
                    }
                    let actual = resolved.version.as_ref().map(Version::to_string).unwrap_or_default();
                    format!("resolves to an incompatible version. Expected {}, got {actual}", reference.version_range)
                }
                Some(other) => format!("resolves to a {}", other.kind_name()),
            };
            let (set, name) = (self.name().into(), reference.name.clone());
            return Err(TypeSetError::Reference { set, name, problem });
        }
        Ok(())
    }
}

/// Returns what follows `prefix::`, ignoring the case of the prefix.
fn strip_segments<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let head = name.get(..prefix.len()).filter(|head| head.eq_ignore_ascii_case(prefix))?;
    name.get(head.len()..)?.strip_prefix("::")
}

impl PartialEq for TypeSet {
    fn eq(&self, other: &TypeSet) -> bool {
        self.name_authority == other.name_authority && self.name == other.name && self.version == other.version
    }
}

impl Eq for TypeSet {}

impl Hash for TypeSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name_authority, &self.name, &self.version).hash(state);
    }
}
