//! Lists and objects.

use super::{Writer, document::Schema, rich};
use pcore::{
    types::{ArrayType, IntegerRange, StructType, TupleType, Type},
    value::{Hash, Value},
};

/// The keywords for the size of a list.
pub(super) const ITEMS: [&str; 2] = ["minItems", "maxItems"];
/// The keywords for the size of an object.
const PROPERTIES: [&str; 2] = ["minProperties", "maxProperties"];

/// Adds the size, unless any size is allowed.
pub(super) fn sized(schema: Schema, size: IntegerRange, [minimum, maximum]: [&str; 2]) -> Schema {
    schema
        .with_some(minimum, (size.from > 0).then_some(size.from))
        .with_some(maximum, (size.to != i64::MAX).then_some(size.to))
}

impl Writer {
    pub(super) fn array(&mut self, array: &ArrayType) -> Schema {
        let list = Schema::of_type("array").with_schema("items", self.schema(&array.element));
        sized(list, array.size.unwrap_or(IntegerRange::ANY_SIZE), ITEMS)
    }

    pub(super) fn tuple(&mut self, tuple: &TupleType) -> Schema {
        let size = tuple.size_range();
        let limit = usize::try_from(size.to).unwrap_or(usize::MAX);
        let mut positions: Vec<Schema> = tuple.types.iter().take(limit).map(|part| self.schema(part)).collect();
        let mut list = Schema::of_type("array");
        if limit > tuple.types.len()
            && let Some(last) = positions.pop()
        {
            list = list.with_schema("items", last);
        }
        if !positions.is_empty() {
            let prefix: Value = positions.into_iter().map(Value::from).collect();
            list = Schema::of_type("array").with("prefixItems", prefix).and(list);
        }
        sized(list, size, ITEMS)
    }

    /// Returns the schema of a hash: a plain object for string keys, the rich form for others.
    pub(super) fn hash(&mut self, key: &Type, value: &Type, size: IntegerRange) -> Schema {
        if size.to == 0 {
            return sized(Schema::of_type("object"), size, PROPERTIES);
        }
        let mut forms = Vec::new();
        if may_be_string(key, MAX_ALIASES) {
            forms.push(self.plain_hash(key, value, size));
        } else if size.from == 0 {
            forms.push(Schema::of_type("object").with("maxProperties", 0));
        }
        if may_be_other_than_string(key, MAX_ALIASES) {
            forms.push(self.rich_hash(key, value, size));
        }
        Schema::any_of(forms)
    }

    fn plain_hash(&mut self, key: &Type, value: &Type, size: IntegerRange) -> Schema {
        let mut object = Schema::of_type("object");
        let reserved = Value::from(rich::TYPE);
        if key.is_instance(&reserved) && may_be_string(value, MAX_ALIASES) {
            // An object with this property is not a hash, but the rich form of something else.
            object = object.with("properties", Hash::from_iter([(reserved, Value::from(false))]));
        }
        if !key.accepts(&Type::STRING) {
            object = object.with_schema("propertyNames", self.schema(key));
        }
        sized(object.with_schema("additionalProperties", self.schema(value)), size, PROPERTIES)
    }

    fn rich_hash(&mut self, key: &Type, value: &Type, size: IntegerRange) -> Schema {
        let keys = self.schema(key);
        let values = self.schema(value);
        let mut list = Schema::of_type("array");
        if !(keys.is_anything() && values.is_anything()) {
            list = list.with("prefixItems", Value::array([keys.clone().into(), values.clone().into()]));
            if size.to > 1 {
                let both = if value.accepts(key) { values } else { Schema::any_of([keys, values]) };
                list = list.with_schema("items", both);
            }
        }
        // There is at least one non-string key.
        let size = IntegerRange { from: size.from.max(1), to: size.to };
        let doubled = |count: i64| if count == i64::MAX { count } else { count.saturating_mul(2) };
        let size = IntegerRange { from: doubled(size.from), to: doubled(size.to) };
        rich::wrapper("Hash", sized(list, size, ITEMS))
    }

    pub(super) fn structure(&mut self, structure: &StructType) -> Schema {
        let object = Schema::of_type("object");
        if structure.elements.is_empty() {
            return object.with("maxProperties", 0);
        }
        let members = structure.elements.iter();
        let properties: Hash = members
            .map(|element| (Value::String(element.name.clone()), Value::from(self.schema(&element.value_type))))
            .collect();
        let required: Vec<Value> = structure
            .elements
            .iter()
            .filter(|element| !element.optional)
            .map(|element| Value::String(element.name.clone()))
            .collect();
        let required = (!required.is_empty()).then_some(required);
        object.with("properties", properties).with_some("required", required).with("additionalProperties", false)
    }
}

/// How many aliases are followed before a type is assumed to accept anything.
const MAX_ALIASES: usize = 8;

/// Returns whether a value of the type may be a string; if in doubt, it may.
fn may_be_string(described: &Type, aliases: usize) -> bool {
    let contained = |inner: Option<&Type>, bare: bool| inner.map_or(bare, |inner| may_be_string(inner, aliases));
    match described {
        Type::Any
        | Type::Unit
        | Type::Scalar
        | Type::ScalarData
        | Type::String(_)
        | Type::Enum(_)
        | Type::Pattern(_)
        | Type::Iterable(_)
        | Type::Init(_) => true,
        Type::Variant(types) => types.iter().any(|member| may_be_string(member, aliases)),
        Type::Optional(inner) => contained(inner.as_deref(), false),
        Type::NotUndef(inner) => contained(inner.as_deref(), true),
        Type::Alias(alias) => match (alias.resolved(), aliases.checked_sub(1)) {
            (Some(target), Some(aliases)) => may_be_string(target, aliases),
            _ => true,
        },
        _ => false,
    }
}

/// Returns whether a value of the type may be something other than a string; if in doubt, it may.
fn may_be_other_than_string(described: &Type, aliases: usize) -> bool {
    match described {
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => false,
        Type::Variant(types) => types.iter().any(|member| may_be_other_than_string(member, aliases)),
        Type::NotUndef(Some(inner)) => may_be_other_than_string(inner, aliases),
        Type::Alias(alias) => match (alias.resolved(), aliases.checked_sub(1)) {
            (Some(target), Some(aliases)) => may_be_other_than_string(target, aliases),
            _ => true,
        },
        _ => true,
    }
}
