//! Encodes a type as the object of a meta type that describes it.
//!
//! Every meta type has attributes in a fixed order. Puppet omits those at the end that have their default, and writes
//! all others. Two attributes are read by Puppet but never written: the value of a `Boolean[true]`, and the type in a
//! `Sensitive[T]`. We write them, so that nothing is lost.

use std::{borrow::Cow, sync::Arc};

use ecow::{EcoString, eco_format};

use super::{
    META_PREFIX, RichDataError, RichDataProblem, TYPE_KEY,
    encode::{Encoder, Identity, regexp_text},
};
use crate::{
    names::capitalized_segments,
    types::{Contained, FloatRange, IntegerRange, StringType, StructElement, TimeRange, TupleType, Type, TypeAlias},
    value::{Hash, Value},
};

/// One attribute of a meta type's object.
struct Attribute<'a> {
    name: &'static str,
    content: Content<'a>,
    /// Whether it may be omitted at the end.
    omissible: bool,
}

/// The value of an attribute.
enum Content<'a> {
    /// A value that is written as it is, like a string or a time.
    Scalar(Value),
    /// Several of these. The list has no identity.
    Scalars(Vec<Value>),
    /// A hash without entries.
    Nothing,
    Type(&'a Type),
    Types(&'a [Type]),
    Values(&'a [Value]),
    Named(&'a Hash),
    Range(IntegerRange),
    Patterns(&'a [Arc<crate::regexp::Regexp>]),
    Elements(&'a [StructElement]),
    Arguments(&'a TupleType),
}

impl Encoder {
    /// Encodes a type.
    pub(super) fn type_value(&mut self, described: &Type) -> Result<Value, RichDataError> {
        match described {
            Type::Alias(alias) => self.alias(alias),
            Type::Object(Some(object)) => {
                let identity = Identity::Address("Object", Arc::as_ptr(object).addr());
                self.definition("Pcore::ObjectType", identity, object.definition())
            }
            Type::TypeSet(Some(set)) => {
                let identity = Identity::Address("TypeSet", Arc::as_ptr(set).addr());
                self.definition("Pcore::TypeSetType", identity, set.definition())
            }
            Type::ObjectExtension(extension) => {
                let parameters = match extension.initializer() {
                    Value::Array(values) => values.to_vec(),
                    named => vec![named],
                };
                self.retained.push(Value::from(parameters.clone()));
                let base = Type::Object(Some(Arc::clone(extension.base())));
                let attributes = vec![
                    required("base_type", Content::Type(&base)),
                    required("init_parameters", Content::Values(&parameters)),
                ];
                self.meta_object("Pcore::ObjectTypeExtenType", attributes)
            }
            other => self.once(identity(other), |encoder| encoder.meta_object(&meta_type(other), describe(other))),
        }
    }

    /// Encodes what defines a type: the hash that `Object[{…}]` and `TypeSet[{…}]` take.
    fn definition(&mut self, name: &'static str, identity: Identity, definition: Hash) -> Result<Value, RichDataError> {
        let definition = Arc::new(definition);
        self.retained.push(Value::Hash(Arc::clone(&definition)));
        self.once(Some(identity), |encoder| {
            encoder.meta_object(name, vec![required("_pcore_init_hash", Content::Named(&definition))])
        })
    }

    /// Encodes an alias. It may contain itself, which requires a local reference.
    fn alias(&mut self, alias: &Arc<TypeAlias>) -> Result<Value, RichDataError> {
        let identity = Identity::Address("TypeAlias", Arc::as_ptr(alias).addr());
        let Some(target) = alias.resolved() else {
            return self.type_value(&Type::Reference(alias.name().clone()));
        };
        if self.is_out_of_reach(identity) {
            return Err(self.error(RichDataProblem::EndlessRecursion(alias.name().clone())));
        }
        let target = written_target(alias, target);
        self.remembered(identity, |encoder| {
            let attributes = vec![
                required("name", text(alias.name())),
                required("type_expr", Content::Scalar(Value::Undef)),
                required("resolved_type", Content::Type(&target)),
            ];
            encoder.meta_object("Pcore::TypeAliasType", attributes)
        })
    }

    fn meta_object(&mut self, name: &str, mut attributes: Vec<Attribute<'_>>) -> Result<Value, RichDataError> {
        self.count()?;
        while attributes.last().is_some_and(|last| last.omissible) {
            attributes.pop();
        }
        self.nested(|encoder| {
            let mut data = Hash::with_capacity(attributes.len() + 1);
            data.insert(TYPE_KEY.into(), name.into());
            for attribute in &attributes {
                let content = encoder.step(attribute.name, |inner| inner.content(&attribute.content))?;
                data.insert(attribute.name.into(), content);
            }
            Ok(Value::from(data))
        })
    }

    fn content(&mut self, content: &Content<'_>) -> Result<Value, RichDataError> {
        match content {
            Content::Scalar(value) => self.value(value),
            Content::Scalars(values) => self.items(values.iter()),
            Content::Nothing => self.hash(&Hash::default()),
            Content::Type(described) => self.type_value(described),
            Content::Types(types) => self.list(types, |encoder, part| encoder.type_value(part)),
            Content::Values(values) => self.items(values.iter()),
            Content::Named(hash) => self.hash(hash),
            Content::Range(range) => self.meta_object("Pcore::IntegerType", describe_integer(*range)),
            Content::Patterns(patterns) => self.list(patterns, |encoder, regexp| {
                let pattern = Content::Scalar(regexp_text(regexp).into());
                encoder.meta_object("Pcore::RegexpType", vec![required("pattern", pattern)])
            }),
            Content::Elements(elements) => self.list(elements, |encoder, element| {
                let key_type = element.key_type();
                let key = required("key_type", Content::Type(&key_type));
                let value = required("value_type", Content::Type(&element.value_type));
                encoder.meta_object("Pcore::StructElement", vec![key, value])
            }),
            Content::Arguments(tuple) => {
                let mut attributes = describe_tuple(tuple);
                // A number of arguments of any type: Puppet writes `Unit`.
                if let (true, Some(first)) = (takes_anything(tuple), attributes.first_mut()) {
                    first.content = Content::Types(&[Type::Unit]);
                }
                self.meta_object("Pcore::TupleType", attributes)
            }
        }
    }

    fn list<T>(
        &mut self,
        parts: &[T],
        write: impl Fn(&mut Self, &T) -> Result<Value, RichDataError>,
    ) -> Result<Value, RichDataError> {
        self.nested(|encoder| {
            let parts = parts.iter().enumerate();
            let parts = parts.map(|(index, part)| encoder.step(index, |inner| write(inner, part)));
            Ok(Value::Array(parts.collect::<Result<_, _>>()?))
        })
    }
}

/// Returns the name of the meta type of a type.
fn meta_type(described: &Type) -> EcoString {
    match described {
        Type::TypeSet(_) => "Pcore::TypeSetType".into(),
        // The bare Object, and types that `type_value` has already handled.
        Type::Object(_) | Type::ObjectExtension(_) | Type::Alias(_) => "Pcore::ObjectType".into(),
        other => eco_format!("{META_PREFIX}{}Type", other.kind_name()),
    }
}

/// Returns the attributes of the meta type's object that describes a type.
fn describe(described: &Type) -> Vec<Attribute<'_>> {
    match described {
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
        | Type::TypeSet(_) => Vec::new(),
        Type::Boolean(only) => vec![optional("value", only.map(|only| Content::Scalar(Value::Boolean(only))))],
        Type::Integer(range) => describe_integer(*range),
        Type::Float(range) => describe_float(*range),
        Type::String(string) => {
            let size_or_value = match string {
                StringType::Any => None,
                StringType::Sized(size) => Some(Content::Range(*size)),
                StringType::Exact(exact) => Some(text(exact)),
            };
            vec![optional("size_type_or_value", size_or_value)]
        }
        Type::Enum(enumeration) => {
            let values = enumeration.values.iter().cloned().map(Value::String).collect();
            let insensitive = enumeration.case_insensitive.then_some(Content::Scalar(Value::Boolean(true)));
            vec![required("values", Content::Scalars(values)), optional("case_insensitive", insensitive)]
        }
        Type::Pattern(pattern) => vec![required("patterns", Content::Patterns(&pattern.patterns))],
        Type::Regexp(regexp) => {
            let pattern = regexp.as_ref().map(|regexp| Content::Scalar(regexp_text(regexp).into()));
            vec![optional("pattern", pattern)]
        }
        Type::Timespan(range) => describe_time(range),
        Type::Timestamp(range) => describe_time(range),
        Type::SemVer(ranges) => {
            let written = || Content::Scalars(ranges.iter().cloned().map(Value::from).collect());
            vec![optional("ranges", (!ranges.is_empty()).then(written))]
        }
        Type::Uri(uri) => vec![optional("parameters", uri.as_ref().map(|uri| Content::Named(&uri.parts)))],
        Type::Collection(size) => vec![describe_size(*size)],
        Type::Array(array) => vec![type_or_any("element_type", &array.element), describe_size(array.size)],
        Type::Hash(hash) => {
            vec![type_or_any("key_type", &hash.key), type_or_any("value_type", &hash.value), describe_size(hash.size)]
        }
        Type::Tuple(tuple) => describe_tuple(tuple),
        Type::Struct(structure) => vec![required("elements", Content::Elements(&structure.elements))],
        Type::Variant(types) => vec![required("types", Content::Types(types))],
        Type::Optional(contained)
        | Type::NotUndef(contained)
        | Type::Sensitive(contained)
        | Type::Type(contained)
        | Type::Iterable(contained)
        | Type::Iterator(contained) => vec![describe_contained(contained)],
        Type::Callable(callable) => {
            let null = || Content::Scalar(Value::Undef);
            vec![
                required("param_types", callable.parameters.as_ref().map_or_else(null, Content::Arguments)),
                required("block_type", callable.block.as_ref().map_or_else(null, Content::Type)),
                required("return_type", callable.returns.as_ref().map_or_else(null, Content::Type)),
            ]
        }
        Type::Init(init) => {
            let arguments = (!init.arguments.is_empty()).then_some(Content::Values(&init.arguments));
            vec![describe_contained(&init.contained), optional("init_args", arguments)]
        }
        Type::Runtime(runtime) => {
            let symbol = runtime.runtime.as_ref().map(|name| Content::Scalar(Value::Symbol(name.clone())));
            vec![optional("runtime", symbol), optional("name_or_pattern", runtime.name.as_ref().map(text))]
        }
        Type::Class(name) => vec![optional("class_name", name.as_ref().map(text))],
        Type::Resource(resource) => {
            let type_name = resource.type_name.as_ref().map(|name| text(&capitalized_segments(name).into()));
            vec![optional("type_name", type_name), optional("title", resource.title.as_ref().map(text))]
        }
        Type::Reference(name) => vec![required("type_string", text(name))],
        // The bare Object, and types that `type_value` has already handled.
        Type::Object(_) | Type::ObjectExtension(_) | Type::Alias(_) => {
            vec![required("_pcore_init_hash", Content::Nothing)]
        }
    }
}

fn required<'a>(name: &'static str, content: Content<'a>) -> Attribute<'a> {
    Attribute { name, content, omissible: false }
}

/// An attribute whose default is `undef`.
fn optional<'a>(name: &'static str, content: Option<Content<'a>>) -> Attribute<'a> {
    let omissible = content.is_none();
    Attribute { name, content: content.unwrap_or(Content::Scalar(Value::Undef)), omissible }
}

/// An attribute whose default is `Any`.
fn type_or_any<'a>(name: &'static str, described: &'a Type) -> Attribute<'a> {
    Attribute { name, content: Content::Type(described), omissible: *described == Type::Any }
}

fn text(text: &EcoString) -> Content<'static> {
    Content::Scalar(Value::String(text.clone()))
}

fn describe_contained(contained: &Contained) -> Attribute<'_> {
    optional("type", contained.as_deref().map(Content::Type))
}

fn describe_size(size: Option<IntegerRange>) -> Attribute<'static> {
    optional("size_type", size.map(Content::Range))
}

fn describe_integer(range: IntegerRange) -> Vec<Attribute<'static>> {
    let bound = |number: i64, open: i64| (number != open).then_some(Content::Scalar(Value::Integer(number)));
    vec![optional("from", bound(range.from, i64::MIN)), optional("to", bound(range.to, i64::MAX))]
}

fn describe_float(range: FloatRange) -> Vec<Attribute<'static>> {
    let bound = |number: f64| number.is_finite().then_some(Content::Scalar(Value::Float(number)));
    vec![optional("from", bound(range.from)), optional("to", bound(range.to))]
}

fn describe_time<T: Copy + Into<Value>>(range: &TimeRange<T>) -> Vec<Attribute<'static>> {
    let bound = |time: Option<T>| time.map(|time| Content::Scalar(time.into()));
    vec![optional("from", bound(range.from)), optional("to", bound(range.to))]
}

fn describe_tuple(tuple: &TupleType) -> Vec<Attribute<'_>> {
    vec![required("types", Content::Types(&tuple.types)), describe_size(tuple.size)]
}

fn takes_anything(tuple: &TupleType) -> bool {
    tuple.types.is_empty() && tuple.size.is_some_and(|size| size.to > 0)
}

/// Returns the target of an alias as Puppet writes it: `Undef` is a member of `Data`, not an `Optional` around it.
fn written_target<'a>(alias: &TypeAlias, target: &'a Type) -> Cow<'a, Type> {
    match target {
        Type::Optional(Some(inner)) if alias.is_builtin() => match &**inner {
            Type::Variant(types) => {
                let mut types = types.to_vec();
                types.insert(1.min(types.len()), Type::Undef);
                Cow::Owned(Type::Variant(types.into()))
            }
            _ => Cow::Borrowed(target),
        },
        _ => Cow::Borrowed(target),
    }
}

/// Returns the identity of a type in Puppet.
///
/// There is one object of each type without parameters. Of types with parameters only those are listed that can be
/// mentioned twice without being created twice.
fn identity(described: &Type) -> Option<Identity> {
    match described {
        Type::Array(array) => Some(Identity::Address("Pcore::ArrayType", Arc::as_ptr(array).addr())),
        Type::Hash(hash) => Some(Identity::Address("Pcore::HashType", Arc::as_ptr(hash).addr())),
        other => (other.bare().as_ref() == Some(other)).then(|| Identity::Bare(std::mem::discriminant(other))),
    }
}
