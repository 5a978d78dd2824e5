//! The types inside a type: visiting and replacing them.
//!
//! Only this module knows which kinds of types contain others.

use std::sync::Arc;

use ecow::EcoString;
use rustc_hash::FxHashSet;

use super::{
    ArrayType, CallableType, Contained, HashType, InitType, StructElement, StructType, TupleType, Type, TypeAlias,
};
use crate::value::Value;

impl Type {
    /// Visits each type directly inside this one. Aliases and Object types are not entered.
    pub fn each_part<'t>(&'t self, visit: &mut dyn FnMut(&'t Type)) {
        match self {
            Type::Array(array) => visit(&array.element),
            Type::Hash(hash) => {
                visit(&hash.key);
                visit(&hash.value);
            }
            Type::Tuple(tuple) => tuple.types.iter().for_each(visit),
            Type::Struct(structure) => structure.elements.iter().for_each(|element| visit(&element.value_type)),
            Type::Variant(types) => types.iter().for_each(visit),
            Type::Optional(Some(part))
            | Type::NotUndef(Some(part))
            | Type::Sensitive(Some(part))
            | Type::Type(Some(part))
            | Type::Iterable(Some(part))
            | Type::Iterator(Some(part)) => visit(part),
            Type::Callable(callable) => {
                let arguments = callable.parameters.iter().flat_map(|tuple| &tuple.types);
                arguments.chain(&callable.block).chain(&callable.returns).for_each(visit);
            }
            Type::Init(init) => init.contained.iter().for_each(|part| visit(part)),
            Type::Any
            | Type::Unit
            | Type::Undef
            | Type::Default
            | Type::Scalar
            | Type::ScalarData
            | Type::Numeric
            | Type::Binary
            | Type::SemVerRange
            | Type::CatalogEntry
            | Type::Boolean(_)
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Regexp(_)
            | Type::Timespan(_)
            | Type::Timestamp(_)
            | Type::SemVer(_)
            | Type::Uri(_)
            | Type::Collection(_)
            | Type::Optional(None)
            | Type::NotUndef(None)
            | Type::Sensitive(None)
            | Type::Type(None)
            | Type::Iterable(None)
            | Type::Iterator(None)
            | Type::Runtime(_)
            | Type::Class(_)
            | Type::Resource(_)
            | Type::Object(_)
            | Type::ObjectExtension(_)
            | Type::TypeSet(_)
            | Type::Alias(_)
            | Type::Reference(_) => {}
        }
    }

    /// Returns the type with each type directly inside it replaced; sizes and keys stay the same.
    pub fn map_parts(&self, change: &mut dyn FnMut(&Type) -> Type) -> Type {
        let mut contained = |part: &Contained| part.as_ref().map(|part| Arc::new(change(part)));
        match self {
            Type::Optional(part) => Type::Optional(contained(part)),
            Type::NotUndef(part) => Type::NotUndef(contained(part)),
            Type::Sensitive(part) => Type::Sensitive(contained(part)),
            Type::Type(part) => Type::Type(contained(part)),
            Type::Iterable(part) => Type::Iterable(contained(part)),
            Type::Iterator(part) => Type::Iterator(contained(part)),
            Type::Init(init) => Type::Init(Arc::new(InitType {
                contained: contained(&init.contained),
                arguments: init.arguments.clone(),
            })),
            Type::Array(array) => ArrayType::sized(change(&array.element), array.size),
            Type::Hash(hash) => HashType::sized(change(&hash.key), change(&hash.value), hash.size),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(mapped_tuple(tuple, change))),
            Type::Struct(structure) => {
                let elements = structure.elements.iter();
                let elements = elements
                    .map(|element| StructElement { value_type: change(&element.value_type), ..element.clone() });
                Type::Struct(Arc::new(StructType { elements: elements.collect() }))
            }
            Type::Variant(types) => Type::Variant(types.iter().map(change).collect()),
            Type::Callable(callable) => Type::Callable(Arc::new(CallableType {
                parameters: callable.parameters.as_ref().map(|tuple| mapped_tuple(tuple, change)),
                block: callable.block.as_ref().map(&mut *change),
                returns: callable.returns.as_ref().map(&mut *change),
            })),
            whole => whole.clone(),
        }
    }

    /// Visits this type and every type in it once, including the targets of aliases.
    pub fn walk(&self, visit: &mut dyn FnMut(&Type)) {
        walk_once(self, visit, &mut FxHashSet::default());
    }

    /// Returns the first unresolved name in this type itself, not inside an alias.
    pub fn own_unresolved_reference(&self) -> Option<EcoString> {
        if let Type::Reference(name) = self {
            return Some(name.clone());
        }
        let mut reference = None;
        self.each_part(&mut |part| {
            if reference.is_none() {
                reference = part.own_unresolved_reference();
            }
        });
        reference
    }

    /// Returns the first unresolved name inside this type.
    pub fn unresolved_reference(&self) -> Option<EcoString> {
        let mut reference = None;
        self.walk(&mut |part| {
            if reference.is_none() {
                reference = match part {
                    Type::Reference(name) => Some(name.clone()),
                    Type::Object(Some(object)) => {
                        object.parameters().iter().find_map(|attribute| attribute.value_type.own_unresolved_reference())
                    }
                    Type::Init(init) => {
                        let inner = init.arguments.iter().filter_map(Value::as_type);
                        inner.into_iter().find_map(Type::own_unresolved_reference)
                    }
                    _ => None,
                };
            }
        });
        reference
    }
}

fn mapped_tuple(tuple: &TupleType, change: &mut dyn FnMut(&Type) -> Type) -> TupleType {
    TupleType { types: tuple.types.iter().map(change).collect(), size: tuple.size }
}

/// Visits each alias only once: a second visit would only see the same parts again.
fn walk_once(current: &Type, visit: &mut dyn FnMut(&Type), seen: &mut FxHashSet<*const TypeAlias>) {
    visit(current);
    if let Type::Alias(alias) = current
        && seen.insert(Arc::as_ptr(alias))
        && let Some(target) = alias.resolved()
    {
        walk_once(target, visit, seen);
    }
    current.each_part(&mut |part| walk_once(part, visit, seen));
}
