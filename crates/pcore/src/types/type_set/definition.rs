//! Reading definitions: `{ pcore_version, pcore_uri?, name_authority?, name?, version?, types?, references?, … }`.

use std::sync::{Arc, LazyLock};

use ecow::EcoString;

use super::{TypeSet, TypeSetError, TypeSetReference, replace};
use crate::{
    TypeNames,
    semver::{Version, VersionRange},
    types::{
        HashType, IntegerRange, ObjectType, PatternType, StructType, Type, TypeAlias,
        object::{DEFINITION, Presence, annotations, conforms, qualified_name, simple_type_name, structure},
    },
    value::{Hash, Value},
};

/// The supported major version of Pcore.
const PCORE_MAJOR: u64 = 1;

impl TypeSet {
    /// Creates a type set from a definition. The name and authority arguments take precedence over those in the
    /// definition.
    ///
    /// The types in it may mention each other by their simple names, in any order, and the types of referenced sets
    /// (`Alias::Type`), which are looked up in `names`. Unknown names stay references.
    pub fn define(
        name: Option<&str>,
        name_authority: Option<&str>,
        definition: &Hash,
        names: &dyn TypeNames,
    ) -> Result<TypeSet, TypeSetError> {
        let definition = with_names_as_text(definition);
        conforms("TypeSet initializer", &SHAPE, &without_objects(&definition))?;
        let text = |key: &str| definition.get_str(key).and_then(Value::as_str);
        let mut set = TypeSet {
            name: name.or(text("name")).map(EcoString::from),
            name_authority: name_authority.or(text("name_authority")).map(EcoString::from),
            pcore_uri: text("pcore_uri").map(EcoString::from),
            pcore_version: version(definition.get_str("pcore_version"))?.unwrap_or(Version::stable(0, 0, 0)),
            version: None,
            types: Vec::new(),
            references: Vec::new(),
            annotations: definition.get_str("annotations").filter(|value| !value.is_undef()).cloned(),
        };
        if set.pcore_version.major != PCORE_MAJOR || set.pcore_version.prerelease().is_some() {
            let version = set.pcore_version.to_string();
            return Err(TypeSetError::PcoreVersion { set: set.name().into(), version });
        }
        set.version = version(definition.get_str("version"))?;
        let types = definition.get_str("types").and_then(Value::as_hash);
        if let Some(references) = definition.get_str("references").and_then(Value::as_hash) {
            set.read_references(references, types)?;
        }
        if let Some(types) = types {
            set.types = define_types(siblings(&set, types, names))?;
        }
        Ok(set)
    }

    fn read_references(&mut self, references: &Hash, types: Option<&Hash>) -> Result<(), TypeSetError> {
        for (alias, reference) in references.iter() {
            let (Some(alias), Some(fields)) = (alias.as_str(), reference.as_hash()) else { continue };
            let text = |key: &str| fields.get_str(key).and_then(Value::as_str).map(EcoString::from);
            let reference = TypeSetReference {
                name: text("name").unwrap_or_default(),
                name_authority: text("name_authority"),
                version_range: match fields.get_str("version_range") {
                    Some(Value::SemVerRange(range)) => (**range).clone(),
                    other => VersionRange::parse(other.and_then(Value::as_str).unwrap_or_default())
                        .map_err(TypeSetError::Version)?,
                },
                annotations: fields.get_str("annotations").filter(|value| !value.is_undef()).cloned(),
            };
            let authority = |of: &TypeSetReference| of.name_authority.clone().or_else(|| self.name_authority.clone());
            let overlaps = |(_, earlier): &(EcoString, TypeSetReference)| {
                earlier.name == reference.name
                    && authority(earlier) == authority(&reference)
                    && overlap(&earlier.version_range, &reference.version_range)
            };
            if self.references.iter().any(overlaps) {
                return Err(TypeSetError::OverlappingReferences {
                    set: self.name().into(),
                    authority: authority(&reference).unwrap_or_default(),
                    name: reference.name,
                });
            }
            if types.is_some_and(|types| types.get_str(alias).is_some()) {
                return Err(TypeSetError::ReferenceNamedAsType { set: self.name().into(), alias: alias.into() });
            }
            self.references.push((alias.into(), reference));
        }
        Ok(())
    }
}

/// Returns the name of a type outside of the set.
pub(super) fn qualified(set: Option<&str>, simple: &str) -> EcoString {
    match set {
        Some(set) => ecow::eco_format!("{set}::{simple}"),
        None => simple.into(),
    }
}

/// A type of a set while the set is being defined.
struct Sibling {
    simple: EcoString,
    /// A placeholder for the type, used by mentions in the others.
    alias: Arc<TypeAlias>,
    /// The definition of an Object type, or any other type.
    specification: Value,
    defined: Option<Type>,
}

/// Declares the types of a set and resolves their mentions of each other.
fn siblings(set: &TypeSet, types: &Hash, names: &dyn TypeNames) -> Vec<Sibling> {
    let mut siblings: Vec<Sibling> = types
        .iter()
        .map(|(simple, specification)| {
            let simple = EcoString::from(simple.as_str().unwrap_or_default());
            let alias = TypeAlias::declare(qualified(set.name.as_deref(), &simple));
            let specification = match specification.as_type() {
                Some(Type::Object(Some(object))) if object.name().is_none() => Value::from(object.definition()),
                _ => specification.clone(),
            };
            Sibling { simple, alias, specification, defined: None }
        })
        .collect();
    let resolve = |mentioned: &Type| {
        let Type::Reference(name) = mentioned else { return None };
        match siblings.iter().find(|sibling| sibling.simple == *name) {
            Some(sibling) => Some(Type::Alias(Arc::clone(&sibling.alias))),
            None => set.get(name, names),
        }
    };
    let resolved: Vec<Value> =
        siblings.iter().map(|sibling| replace::in_value(&sibling.specification, &resolve)).collect();
    siblings.iter_mut().zip(resolved).for_each(|(sibling, resolved)| sibling.specification = resolved);
    siblings
}

/// Defines the types of a set, each after those that it depends on.
fn define_types(mut siblings: Vec<Sibling>) -> Result<Vec<(EcoString, Type)>, TypeSetError> {
    let is_open = |sibling: &Sibling| sibling.defined.is_none();
    loop {
        let ready = siblings.iter().position(|sibling| is_open(sibling) && !sibling.is_blocked(&siblings));
        // If each depends on another, the first one is defined all the same: its error is the explanation.
        let Some(next) = ready.or_else(|| siblings.iter().position(is_open)) else { break };
        if let Some(sibling) = siblings.get_mut(next) {
            sibling.define()?;
        }
    }
    Ok(siblings.into_iter().filter_map(|sibling| Some((sibling.simple, sibling.defined?))).collect())
}

impl Sibling {
    /// Returns whether one of the others must be defined before this one: a parent, the target of an alias, and the
    /// types of defaults.
    fn is_blocked(&self, siblings: &[Sibling]) -> bool {
        let is_open = |mentioned: &Type| match mentioned {
            Type::Alias(alias) => {
                siblings.iter().any(|other| Arc::ptr_eq(&other.alias, alias) && other.defined.is_none())
            }
            _ => false,
        };
        let mentions_open = |inner: &Type| {
            let mut mentions = false;
            inner.walk(&mut |part| mentions |= is_open(part));
            mentions
        };
        match &self.specification {
            Value::Hash(definition) => {
                let attributes = definition.get_str("attributes").and_then(Value::as_hash);
                let defaults = attributes.into_iter().flat_map(Hash::values).filter_map(Value::as_hash);
                let checked = defaults.filter(|specification| specification.get_str("value").is_some());
                let types = checked.filter_map(|specification| specification.get_str("type"));
                definition.get_str("parent").and_then(Value::as_type).is_some_and(is_open)
                    || types.filter_map(Value::as_type).any(mentions_open)
            }
            Value::Type(inner) => is_open(inner),
            _ => false,
        }
    }

    fn define(&mut self) -> Result<(), TypeSetError> {
        let alias_error = |alias: &TypeAlias| TypeSetError::Alias(alias.name().clone());
        self.defined = Some(match &self.specification {
            Value::Hash(definition) => {
                let object = Type::Object(Some(Arc::new(ObjectType::define(Some(self.alias.name()), definition)?)));
                self.alias.define(&object).map_err(|_| alias_error(&self.alias))?;
                object
            }
            other => {
                let target = other.as_type().cloned().unwrap_or(Type::Any);
                self.alias.define(&target).map_err(|_| alias_error(&self.alias))?;
                Type::Alias(Arc::clone(&self.alias))
            }
        });
        Ok(())
    }
}

/// Turns type names that are keys of `types` and `references` into strings.
fn with_names_as_text(definition: &Hash) -> Hash {
    let name = |key: &Value| match key.as_type() {
        Some(Type::Reference(name)) => Value::String(name.clone()),
        Some(other) => Value::from(other.kind_name()),
        None => key.clone(),
    };
    let entries = definition.iter().map(|(key, value)| match (key.as_str(), value) {
        (Some("types" | "references"), Value::Hash(inner)) => {
            (key.clone(), Value::hash(inner.iter().map(|(key, value)| (name(key), value.clone()))))
        }
        _ => (key.clone(), value.clone()),
    });
    entries.collect()
}

/// Omits the definitions of Object types: each one is checked when it is defined.
fn without_objects(definition: &Hash) -> Hash {
    let outline = |specification: &Value| match specification {
        Value::Hash(_) => Value::from(Type::Object(None)),
        other => other.clone(),
    };
    let entries = definition.iter().map(|(key, value)| match (key.as_str(), value) {
        (Some("types"), Value::Hash(types)) => {
            (key.clone(), Value::hash(types.iter().map(|(name, specification)| (name.clone(), outline(specification)))))
        }
        _ => (key.clone(), value.clone()),
    });
    entries.collect()
}

fn version(value: Option<&Value>) -> Result<Option<Version>, TypeSetError> {
    match value {
        Some(Value::SemVer(version)) => Ok(Some((**version).clone())),
        Some(Value::String(text)) => Version::parse(text).map(Some).map_err(TypeSetError::Version),
        _ => Ok(None),
    }
}

/// Returns whether a version could be in both ranges.
fn overlap(one: &VersionRange, two: &VersionRange) -> bool {
    let only = |major| VersionRange::new(Some(Version::stable(major, 0, 0)), Some(Version::stable(major, 0, 0)), false);
    let nothing = only(1).intersection(&only(2));
    one.intersection(two) != nothing
}

/// What a definition must look like.
static SHAPE: LazyLock<Arc<StructType>> = LazyLock::new(|| {
    let version = || Type::variant([Type::NON_EMPTY_STRING, Type::SemVer(Arc::from([]))]);
    let by_name = |value: Type| {
        let at_least_one = IntegerRange { from: 1, to: i64::MAX };
        HashType::sized(simple_type_name(), value, Some(at_least_one))
    };
    let object = Type::variant([Type::Type(None), Type::Struct(Arc::clone(&DEFINITION))]);
    let reference = structure([
        ("name", Presence::Required, qualified_name()),
        ("version_range", Presence::Required, Type::variant([Type::NON_EMPTY_STRING, Type::SemVerRange])),
        ("name_authority", Presence::Optional, uri()),
        ("annotations", Presence::Optional, annotations()),
    ]);
    structure([
        ("pcore_uri", Presence::Optional, uri()),
        ("pcore_version", Presence::Required, version()),
        ("name_authority", Presence::Optional, uri()),
        ("name", Presence::Optional, qualified_name()),
        ("version", Presence::Optional, version()),
        ("types", Presence::Optional, by_name(object)),
        ("references", Presence::Optional, by_name(Type::Struct(reference))),
        ("annotations", Presence::Optional, annotations()),
    ])
});

/// A string that contains a URI. Puppet's own expression for this is thirty lines long; this one accepts the same for
/// all practical purposes and is readable in a message.
fn uri() -> Type {
    PatternType::compiled_in(r"[a-zA-Z][-+.a-zA-Z\d]*:\S")
}
