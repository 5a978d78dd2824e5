//! Decodes the attributes of a meta type's object to the type it describes.
//!
//! The reverse of [`super::encode_type`]: what is written there is read here, kind by kind.
//!
//! Puppet reads attributes by their position: if one is missing, all after it move up. So `{"__ptype":
//! "Pcore::IntegerType", "to": 5}` is `Integer[5]`, and `Integer[default, 5]` has a `"from": null`. We do the same, so
//! that a document written for Puppet means the same here. The order of the attributes in the document does not matter,
//! though, as always in JSON.

use std::sync::Arc;

use ecow::EcoString;

use super::{META_PREFIX, RichDataError, TYPE_KEY, VALUE_KEY, decode::Decoder};
use crate::{
    json::Step,
    types::{
        ArrayType, CallableType, EnumType, FloatRange, HashType, InitType, IntegerRange, PatternType, ResourceType,
        RuntimeType, StringType, StructElement, StructType, TimeRange, TupleType, Type, UriType,
    },
    value::{Hash, Value},
};

impl<'d> Decoder<'d> {
    /// Reads a type; `None` if the meta type is unknown.
    pub(super) fn meta_type(
        &mut self,
        node: &'d Value,
        hash: &'d Hash,
        name: &'d EcoString,
    ) -> Result<Option<Type>, RichDataError> {
        let kind = name.strip_prefix(META_PREFIX).and_then(|rest| rest.strip_suffix("Type"));
        let Some(kind) = kind else { return Ok(None) };
        match hash.get_str(VALUE_KEY) {
            Some(Value::Hash(attributes)) => self.step(VALUE_KEY, |decoder| {
                Attributes { decoder, name, attributes, attribute_names: attribute_names(kind) }.read(node, kind)
            }),
            Some(_) => Err(self.malformed(name, "attributes")),
            None => Attributes { decoder: self, name, attributes: hash, attribute_names: attribute_names(kind) }
                .read(node, kind),
        }
    }
}

/// Returns the attributes of a meta type, in order.
fn attribute_names(kind: &str) -> &'static [&'static str] {
    match kind {
        "Boolean" => &["value"],
        "Integer" | "Float" | "Timespan" | "Timestamp" => &["from", "to"],
        "String" => &["size_type_or_value"],
        "Enum" => &["values", "case_insensitive"],
        "Pattern" => &["patterns"],
        "Regexp" => &["pattern"],
        "SemVer" => &["ranges"],
        "URI" => &["parameters"],
        "Collection" => &["size_type"],
        "Array" => &["element_type", "size_type"],
        "Hash" => &["key_type", "value_type", "size_type"],
        "Tuple" => &["types", "size_type"],
        "Struct" => &["elements"],
        "Variant" => &["types"],
        "Optional" | "NotUndef" | "Sensitive" | "Type" | "Iterable" | "Iterator" => &["type"],
        "Callable" => &["param_types", "block_type", "return_type"],
        "Init" => &["type", "init_args"],
        "Runtime" => &["runtime", "name_or_pattern"],
        "Class" => &["class_name"],
        "Resource" => &["type_name", "title"],
        "Object" | "TypeSet" => &["_pcore_init_hash"],
        "ObjectTypeExten" => &["base_type", "init_parameters"],
        "TypeAlias" => &["name", "type_expr", "resolved_type"],
        "TypeReference" => &["type_string"],
        _ => &[],
    }
}

/// The attributes of one meta type's object.
pub(super) struct Attributes<'a, 'd> {
    pub(super) decoder: &'a mut Decoder<'d>,
    /// The meta type.
    pub(super) name: &'d EcoString,
    pub(super) attributes: &'d Hash,
    /// The attributes of the meta type, in order.
    pub(super) attribute_names: &'static [&'static str],
}

impl<'d> Attributes<'_, 'd> {
    fn read(mut self, node: &'d Value, kind: &str) -> Result<Option<Type>, RichDataError> {
        let decoded = match kind {
            "Any" => Type::Any,
            "Unit" => Type::Unit,
            "Undef" => Type::Undef,
            "Default" => Type::Default,
            "Scalar" => Type::Scalar,
            "ScalarData" => Type::ScalarData,
            "Numeric" => Type::Numeric,
            "Binary" => Type::Binary,
            "SemVerRange" => Type::SemVerRange,
            "CatalogEntry" => Type::CatalogEntry,
            // Puppet omits the value when it writes the type, but reads it.
            "Boolean" => Type::Boolean(self.boolean("value")?),
            "Integer" => Type::Integer(self.integer_range()?),
            "Float" => Type::Float(self.float_range()?),
            "String" => self.string()?,
            "Enum" => self.enumeration()?,
            "Pattern" => self.pattern()?,
            "Regexp" => self.regexp()?,
            "Timespan" => Type::Timespan(Arc::new(self.time_range(Value::as_timespan)?)),
            "Timestamp" => Type::Timestamp(Arc::new(self.time_range(Value::as_timestamp)?)),
            "SemVer" => self.semver()?,
            "URI" => self.uri()?,
            "Collection" => Type::Collection(self.size("size_type")?),
            "Array" => {
                let element = self.type_or_any("element_type")?;
                ArrayType::sized(element, self.size("size_type")?)
            }
            "Hash" => {
                let (key, value) = (self.type_or_any("key_type")?, self.type_or_any("value_type")?);
                HashType::sized(key, value, self.size("size_type")?)
            }
            "Tuple" => {
                let types = self.types("types")?;
                Type::Tuple(Arc::new(TupleType { types, size: self.size("size_type")? }))
            }
            "Struct" => Type::Struct(Arc::new(StructType { elements: self.elements()? })),
            "Variant" => Type::variant(self.types("types")?),
            "Optional" => Type::Optional(self.contained()?),
            "NotUndef" => self.contained()?.map_or(Type::NotUndef(None), |inner| Type::not_undef((*inner).clone())),
            "Sensitive" => self.contained()?.map_or(Type::Sensitive(None), |inner| Type::sensitive(&inner)),
            "Type" => Type::Type(self.contained()?),
            "Iterable" => Type::Iterable(self.contained()?),
            "Iterator" => Type::Iterator(self.contained()?),
            "Callable" => self.callable()?,
            "Init" => {
                let contained = self.contained()?;
                Type::Init(Arc::new(InitType { contained, arguments: self.list("init_args")? }))
            }
            "Runtime" => self.runtime()?,
            "Class" => Type::Class(self.text("class_name")?),
            "Resource" => {
                let type_name = self.text("type_name")?;
                Type::Resource(Arc::new(ResourceType { type_name, title: self.text("title")? }))
            }
            "Object" => self.object(node)?,
            "ObjectTypeExten" => self.extension()?,
            "TypeSet" => self.type_set()?,
            "TypeAlias" => self.alias(node)?,
            "TypeReference" => {
                Type::Reference(self.text("type_string")?.unwrap_or_else(|| "UnresolvedReference".into()))
            }
            _ => return Ok(None),
        };
        self.refuse_unknown_attributes()?;
        Ok(Some(decoded))
    }

    fn refuse_unknown_attributes(&self) -> Result<(), RichDataError> {
        let mut names = self.attributes.keys().filter_map(Value::as_str);
        match names.find(|name| *name != TYPE_KEY && !self.attribute_names.contains(name)) {
            Some(attribute) => Err(self.decoder.error(super::RichDataProblem::UnknownAttribute {
                type_name: self.name.clone(),
                attribute: attribute.into(),
            })),
            None => Ok(()),
        }
    }

    /// Returns the value of an attribute, and its name in the document; `None` if that is missing or `undef`.
    pub(super) fn at(&self, name: &str) -> Option<(&'static str, &'d Value)> {
        let index = self.attribute_names.iter().position(|attribute| *attribute == name)?;
        let mut present = self.attribute_names.iter().filter_map(|name| Some((*name, self.attributes.get_str(name)?)));
        present.nth(index).filter(|(_, value)| !matches!(value, Value::Undef))
    }

    /// Reads an attribute; `None` if it is missing or `undef`.
    pub(super) fn value(&mut self, name: &'static str) -> Result<Option<Value>, RichDataError> {
        match self.at(name) {
            None => Ok(None),
            Some((written, node)) => self.decoder.step(written, |inner| inner.value(node)).map(Some),
        }
    }

    /// Reads an attribute and converts it with `pick`; `None` if it is missing.
    pub(super) fn picked<T>(
        &mut self,
        name: &'static str,
        expected: &'static str,
        pick: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, RichDataError> {
        match self.value(name)? {
            None => Ok(None),
            Some(value) => match pick(&value) {
                Some(picked) => Ok(Some(picked)),
                None => {
                    let written = self.at(name).map_or(name, |(written, _)| written);
                    self.decoder.step(written, |inner| Err(inner.malformed(self.name, expected)))
                }
            },
        }
    }

    fn boolean(&mut self, name: &'static str) -> Result<Option<bool>, RichDataError> {
        self.picked(name, "a Boolean", |value| if let Value::Boolean(value) = value { Some(*value) } else { None })
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<EcoString>, RichDataError> {
        self.picked(name, "a String", |value| value.as_str().map(EcoString::from))
    }

    fn list(&mut self, name: &'static str) -> Result<Vec<Value>, RichDataError> {
        Ok(self.picked(name, "an Array", |value| value.as_array().map(<[Value]>::to_vec))?.unwrap_or_default())
    }

    pub(super) fn any_type(&mut self, name: &'static str) -> Result<Option<Type>, RichDataError> {
        self.picked(name, "a type", |value| value.as_type().cloned())
    }

    fn type_or_any(&mut self, name: &'static str) -> Result<Type, RichDataError> {
        Ok(self.any_type(name)?.unwrap_or(Type::Any))
    }

    fn contained(&mut self) -> Result<Option<Arc<Type>>, RichDataError> {
        Ok(self.any_type("type")?.map(Arc::new))
    }

    fn types(&mut self, name: &'static str) -> Result<Vec<Type>, RichDataError> {
        let pick = |value: &Value| value.as_array()?.iter().map(|item| item.as_type().cloned()).collect();
        Ok(self.picked(name, "a list of types", pick)?.unwrap_or_default())
    }

    fn size(&mut self, name: &'static str) -> Result<Option<IntegerRange>, RichDataError> {
        self.picked(name, "an Integer type", |value| match value.as_type()?.resolved() {
            Type::Integer(range) => Some(range.as_size()),
            _ => None,
        })
    }

    fn ordered(&self, ordered: bool, from: impl ToString, to: impl ToString) -> Result<(), RichDataError> {
        if ordered {
            return Ok(());
        }
        let (from, to) = (from.to_string(), to.to_string());
        Err(self.decoder.refused(self.name, format!("'from' must be less or equal to 'to'. Got ({from}, {to}")))
    }

    fn integer_range(&mut self) -> Result<IntegerRange, RichDataError> {
        let from = self.picked("from", "an Integer", Value::as_integer)?.unwrap_or(i64::MIN);
        let to = self.picked("to", "an Integer", Value::as_integer)?.unwrap_or(i64::MAX);
        self.ordered(from <= to, from, to)?;
        Ok(IntegerRange { from, to })
    }

    fn float_range(&mut self) -> Result<FloatRange, RichDataError> {
        let pick = |value: &Value| match value {
            Value::Float(number) => Some(*number),
            Value::Integer(number) => Some(*number as f64),
            _ => None,
        };
        let from = self.picked("from", "a Float", pick)?.unwrap_or(f64::NEG_INFINITY);
        let to = self.picked("to", "a Float", pick)?.unwrap_or(f64::INFINITY);
        self.ordered(from <= to, Value::Float(from), Value::Float(to))?;
        Ok(FloatRange { from, to })
    }

    fn time_range<T: Copy + Ord + ToString>(
        &mut self,
        pick: fn(&Value) -> Option<T>,
    ) -> Result<TimeRange<T>, RichDataError> {
        let from = self.picked("from", "a time", pick)?;
        let to = self.picked("to", "a time", pick)?;
        if let (Some(from), Some(to)) = (from, to) {
            self.ordered(from <= to, from, to)?;
        }
        Ok(TimeRange { from, to })
    }

    fn string(&mut self) -> Result<Type, RichDataError> {
        let pick = |value: &Value| match value {
            Value::String(text) => Some(StringType::Exact(text.clone())),
            Value::Type(inner) => match inner.resolved() {
                Type::Integer(range) => Some(StringType::Sized(range.as_size())),
                _ => None,
            },
            _ => None,
        };
        let string = self.picked("size_type_or_value", "a String or an Integer type", pick)?;
        Ok(Type::String(string.unwrap_or(StringType::Any)))
    }

    fn enumeration(&mut self) -> Result<Type, RichDataError> {
        let pick = |value: &Value| value.as_array()?.iter().map(|item| item.as_str().map(EcoString::from)).collect();
        let values = self.picked("values", "a list of Strings", pick)?.unwrap_or_default();
        let case_insensitive = self.boolean("case_insensitive")?.unwrap_or_default();
        Ok(Type::Enum(Arc::new(EnumType::new(values, case_insensitive))))
    }

    fn pattern(&mut self) -> Result<Type, RichDataError> {
        let mut patterns = Vec::new();
        for part in self.types("patterns")? {
            match part {
                Type::Regexp(Some(regexp)) => patterns.push(regexp),
                _ => return Err(self.decoder.malformed(self.name, "a list of Regexp types as patterns")),
            }
        }
        Ok(Type::Pattern(Arc::new(PatternType::new(patterns))))
    }

    fn regexp(&mut self) -> Result<Type, RichDataError> {
        match self.picked("pattern", "a String or a Regexp", |value| {
            matches!(value, Value::String(_) | Value::Regexp(_)).then(|| value.clone())
        })? {
            None => Ok(Type::Regexp(None)),
            Some(pattern) => self.parameterized(&Type::Regexp(None), &[pattern]),
        }
    }

    /// Creates a type as brackets do in the language.
    pub(super) fn parameterized(&self, bare: &Type, parameters: &[Value]) -> Result<Type, RichDataError> {
        bare.with_parameters(parameters).map_err(|error| self.decoder.refused(self.name, error.message))
    }

    fn semver(&mut self) -> Result<Type, RichDataError> {
        let any = Type::SemVer(Arc::from([]));
        let ranges = self.list("ranges")?;
        if ranges.is_empty() { Ok(any) } else { self.parameterized(&any, &ranges) }
    }

    fn uri(&mut self) -> Result<Type, RichDataError> {
        let pick = |value: &Value| {
            let parts = value.as_hash().filter(|parts| parts.keys().all(|name| name.as_str().is_some()))?;
            Some(parts.clone())
        };
        let parts = self.picked("parameters", "a Hash with the parts of a URI", pick)?.unwrap_or_default();
        Ok(Type::Uri((!parts.is_empty()).then(|| Arc::new(UriType { parts }))))
    }

    fn elements(&mut self) -> Result<Vec<StructElement>, RichDataError> {
        let (node, path) = match self.at("elements") {
            None => return Ok(Vec::new()),
            Some((written, node)) => self.decoder.step(written, |inner| inner.dereferenced(node))?,
        };
        let outer = std::mem::replace(&mut self.decoder.path, path);
        let Value::Array(items) = node else { return Err(self.decoder.malformed(self.name, "a list of elements")) };
        let mut elements = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            elements.push(self.decoder.step(index, |inner| element(inner, item))?);
        }
        self.decoder.path = outer;
        Ok(elements)
    }

    fn callable(&mut self) -> Result<Type, RichDataError> {
        let parameters = self.picked("param_types", "a Tuple type", |value| match value.as_type()?.resolved() {
            Type::Tuple(tuple) => Some(arguments(tuple)),
            _ => None,
        })?;
        let block = self.any_type("block_type")?;
        let returns = self.any_type("return_type")?.filter(|returns| *returns != Type::Any);
        Ok(Type::Callable(Arc::new(CallableType { parameters, block, returns })))
    }

    fn runtime(&mut self) -> Result<Type, RichDataError> {
        let runtime = self.picked("runtime", "a Symbol", |value| match value {
            Value::Symbol(text) | Value::String(text) => Some(text.clone()),
            _ => None,
        })?;
        Ok(Type::Runtime(Arc::new(RuntimeType { runtime, name: self.text("name_or_pattern")? })))
    }
}

/// Returns the arguments of a Callable from Puppet's encoding, which is an empty list for none at all.
fn arguments(tuple: &TupleType) -> TupleType {
    match (&tuple.types[..], tuple.size) {
        ([], None) => TupleType { types: Vec::new(), size: Some(IntegerRange::exactly(0)) },
        _ => tuple.clone(),
    }
}

/// Reads one element of a Struct.
fn element<'d>(decoder: &mut Decoder<'d>, node: &'d Value) -> Result<StructElement, RichDataError> {
    const NAME: &str = "Pcore::StructElement";
    let (node, path) = decoder.dereferenced(node)?;
    let outer = std::mem::replace(&mut decoder.path, path);
    let hash = node.as_hash().filter(|hash| hash.get_str(TYPE_KEY).and_then(Value::as_str) == Some(NAME));
    let Some(hash) = hash else { return Err(decoder.malformed("Pcore::StructType", "a Pcore::StructElement")) };
    let mut attribute = |name: &'static str| {
        let node = hash.get_str(name).unwrap_or(&Value::Undef);
        decoder.step(Step::from(name), |inner| match inner.value(node)? {
            Value::Type(inner) => Ok(inner),
            _ => Err(inner.malformed(NAME, "a type")),
        })
    };
    let (key_type, value_type) = (attribute("key_type")?, attribute("value_type")?);
    let (contained, optional) = match &*key_type {
        Type::Optional(Some(contained)) => (&**contained, true),
        Type::NotUndef(Some(contained)) => (&**contained, false),
        plain => (plain, false),
    };
    let name = match contained {
        Type::String(StringType::Exact(name)) if !name.is_empty() => name.clone(),
        _ => return Err(decoder.malformed(NAME, "the type of one String as key_type")),
    };
    decoder.path = outer;
    Ok(StructElement { name, optional, value_type: (*value_type).clone() })
}
