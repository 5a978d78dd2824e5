//! `type Name = …`: names for types, which may refer to themselves.
//!
//! An alias is created before its target is known, so that the target can mention it: `type Tree = Hash[String, Tree]`.
//! Two rules ensure that every operation on aliases ends:
//!
//! * A mention that is reached without passing a container (`type A = Variant[A, Integer]`) adds no value to the type
//!   and is dropped. The rest must be a real type.
//! * All other mentions lead through a container, so walking a value or a type along an alias makes progress.
//!
//! A recursive alias keeps itself alive; there is one for each definition in a module, so this does not justify a
//! garbage collector.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::{Arc, LazyLock, OnceLock},
};

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{Contained, ObjectType, PatternType, Type};

/// A named type.
pub struct TypeAlias {
    name: EcoString,
    definition: OnceLock<Definition>,
    /// Puppet's own aliases are always shown by name.
    builtin: bool,
}

struct Definition {
    target: Type,
    recursive: bool,
    /// The number of levels to the innermost type, through other aliases.
    depth: usize,
}

/// The limit on the levels inside an alias, through others and through brackets. Recursion into types is as deep as
/// they are.
pub const MAX_ALIAS_DEPTH: usize = 500;

/// Why a name cannot be an alias of a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AliasError {
    /// Nothing is left of it but itself.
    #[error("Type alias '{0}' cannot be resolved to a real type")]
    NotReal(EcoString),
    /// It is nested too deeply, through other aliases.
    #[error("Type alias '{0}' is nested more than {MAX_ALIAS_DEPTH} levels deep")]
    TooDeep(EcoString),
}

impl TypeAlias {
    /// Returns an alias whose target is set later, by [`TypeAlias::define`].
    pub fn declare(name: impl Into<EcoString>) -> Arc<TypeAlias> {
        Arc::new(TypeAlias { name: name.into(), definition: OnceLock::new(), builtin: false })
    }

    /// Sets the target of the alias. Only the first definition counts.
    ///
    /// ```
    /// use pcore::{Type, TypeAlias, Value};
    ///
    /// let tree = TypeAlias::declare("Tree");
    /// let target = Type::hash(Type::STRING, Type::Alias(tree.clone()));
    /// tree.define(&target).unwrap();
    /// assert!(Type::Alias(tree).is_instance(&Value::hash([("leaf".into(), Value::hash([]))])));
    /// ```
    pub fn define(self: &Arc<TypeAlias>, target: &Type) -> Result<(), AliasError> {
        let failure = || AliasError::NotReal(self.name.clone());
        let depth = levels(target, &mut FxHashMap::default());
        if depth > MAX_ALIAS_DEPTH {
            return Err(AliasError::TooDeep(self.name.clone()));
        }
        let target = without_bare_mention(&target.normalized(), self).ok_or_else(failure)?;
        let mut real = false;
        let mut recursive = false;
        target.walk(&mut |part| match part {
            Type::Alias(other) if Arc::ptr_eq(other, self) => recursive = true,
            Type::Alias(_) | Type::Variant(_) => {}
            _ => real = true,
        });
        if !real {
            return Err(failure());
        }
        let _ = self.definition.set(Definition { target, recursive, depth });
        Ok(())
    }

    /// Returns the name.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// Returns the target; `None` while it is being defined.
    pub fn resolved(&self) -> Option<&Type> {
        self.definition.get().map(|definition| &definition.target)
    }

    /// Returns whether it mentions itself.
    pub fn is_recursive(&self) -> bool {
        self.definition.get().is_none_or(|definition| definition.recursive)
    }

    /// Returns whether its target is an Object type of its own name, as `type A = Object[…]` defines it.
    pub fn names_its_object(&self) -> bool {
        matches!(self.resolved(), Some(Type::Object(Some(object))) if object.name() == Some(&self.name))
    }

    /// Returns whether this is one of Puppet's own.
    pub fn is_builtin(&self) -> bool {
        self.builtin
    }

    fn builtin(name: &str, target: impl FnOnce(Type) -> Type) -> Arc<TypeAlias> {
        let alias = Arc::new(TypeAlias { name: name.into(), definition: OnceLock::new(), builtin: true });
        let target = target(Type::Alias(Arc::clone(&alias)));
        alias.define(&target).expect("the built-in aliases are real types");
        alias
    }
}

/// Returns the number of levels in a type; an alias that is still being defined counts as one.
fn levels(part: &Type, objects: &mut FxHashMap<*const ObjectType, usize>) -> usize {
    let mut deepest = match part {
        Type::Alias(alias) => alias.definition.get().map_or(0, |definition| definition.depth),
        Type::Object(Some(object)) => match objects.get(&Arc::as_ptr(object)) {
            Some(level) => *level,
            None => {
                let inside = object.parameters().iter().map(|attribute| levels(&attribute.value_type, objects)).max();
                objects.insert(Arc::as_ptr(object), inside.unwrap_or(0));
                inside.unwrap_or(0)
            }
        },
        _ => 0,
    };
    part.each_part(&mut |inner| deepest = deepest.max(levels(inner, objects)));
    deepest + 1
}

/// Drops mentions of an alias that are reached without passing a container; `None` if nothing else is left.
fn without_bare_mention(target: &Type, alias: &Arc<TypeAlias>) -> Option<Type> {
    let contained = |inner: &Contained| match inner {
        Some(inner) => without_bare_mention(inner, alias).map(|remaining| Some(Arc::new(remaining))),
        None => Some(None),
    };
    match target {
        Type::Alias(other) if Arc::ptr_eq(other, alias) => None,
        Type::Alias(other) if mentions_bare(target, alias) => without_bare_mention(other.resolved()?, alias),
        Type::Variant(types) if types.iter().any(|part| mentions_bare(part, alias)) => {
            let remaining: Vec<Type> = types.iter().filter_map(|part| without_bare_mention(part, alias)).collect();
            (!remaining.is_empty()).then(|| Type::variant(remaining))
        }
        Type::Optional(inner) => Some(Type::Optional(contained(inner).unwrap_or(None))),
        Type::NotUndef(inner) => contained(inner).map(Type::NotUndef),
        Type::Init(_) if mentions_bare(target, alias) => None,
        other => Some(other.clone()),
    }
}

fn mentions_bare(target: &Type, alias: &Arc<TypeAlias>) -> bool {
    reaches_bare(target, alias, &mut Vec::new())
}

/// Follows each alias once: those in `seen` did not lead there.
fn reaches_bare(target: &Type, alias: &Arc<TypeAlias>, seen: &mut Vec<*const TypeAlias>) -> bool {
    match target {
        Type::Alias(other) if Arc::ptr_eq(other, alias) => true,
        Type::Alias(other) => {
            let identity = Arc::as_ptr(other);
            if seen.contains(&identity) {
                return false;
            }
            seen.push(identity);
            other.resolved().is_some_and(|target| reaches_bare(target, alias, seen))
        }
        Type::Variant(types) => types.iter().any(|part| reaches_bare(part, alias, seen)),
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => reaches_bare(inner, alias, seen),
        Type::Init(init) => init.contained.as_ref().is_some_and(|inner| reaches_bare(inner, alias, seen)),
        _ => false,
    }
}

/// `Data`: what JSON can represent.
pub static DATA: LazyLock<Arc<TypeAlias>> = LazyLock::new(|| {
    TypeAlias::builtin("Data", |data| {
        Type::variant([Type::ScalarData, Type::Undef, Type::hash(Type::STRING, data.clone()), Type::array(data)])
    })
});

/// `RichDataKey`: the hash keys of rich data.
pub static RICH_DATA_KEY: LazyLock<Arc<TypeAlias>> =
    LazyLock::new(|| TypeAlias::builtin("RichDataKey", |_| Type::variant([Type::STRING, Type::Numeric])));

/// `RichData`: what the rich data format can represent.
pub static RICH_DATA: LazyLock<Arc<TypeAlias>> = LazyLock::new(|| {
    TypeAlias::builtin("RichData", |rich_data| {
        Type::variant([
            Type::Scalar,
            Type::SemVerRange,
            Type::Binary,
            Type::Sensitive(None),
            Type::Type(None),
            Type::TypeSet(None),
            Type::Uri(None),
            Type::Object(None),
            Type::Undef,
            Type::Default,
            Type::hash(Type::Alias(Arc::clone(&RICH_DATA_KEY)), rich_data.clone()),
            Type::array(rich_data),
        ])
    })
});

/// `Puppet::LookupKey`: the keys of a lookup.
pub static LOOKUP_KEY: LazyLock<Arc<TypeAlias>> =
    LazyLock::new(|| TypeAlias::builtin("Puppet::LookupKey", |_| Type::Alias(Arc::clone(&RICH_DATA_KEY))));

/// `Puppet::LookupValue`: the values of a lookup.
pub static LOOKUP_VALUE: LazyLock<Arc<TypeAlias>> =
    LazyLock::new(|| TypeAlias::builtin("Puppet::LookupValue", |_| Type::Alias(Arc::clone(&RICH_DATA))));

/// Returns one of the aliases for names in type definitions: the strings that can name a type or a member.
pub fn name_pattern(name: &str, pattern: &str) -> Type {
    let alias = TypeAlias::declare(name);
    alias.define(&PatternType::compiled_in(pattern)).expect("a Pattern is a real type");
    Type::Alias(alias)
}

impl fmt::Debug for TypeAlias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for TypeAlias {
    fn eq(&self, other: &TypeAlias) -> bool {
        self.name == other.name
    }
}

impl Eq for TypeAlias {}

impl Hash for TypeAlias {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
