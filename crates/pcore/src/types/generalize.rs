//! The same type with less detail: no ranges, no sizes, no single values.

use std::sync::Arc;

use super::{ArrayType, HashType, StringType, Type};

impl Type {
    /// Returns the type without ranges and sizes; its kind stays the same.
    ///
    /// ```
    /// use pcore::parse_type;
    ///
    /// assert_eq!(parse_type("Array[Integer[1, 5], 1]").unwrap().generalized().to_string(), "Array[Integer]");
    /// ```
    pub fn generalized(&self) -> Type {
        match self {
            Type::Boolean(_) => Type::BOOLEAN,
            Type::Integer(_) => Type::INTEGER,
            Type::Float(_) => Type::FLOAT,
            Type::String(_) => Type::STRING,
            Type::Enum(enumeration) if enumeration.values.is_empty() => Type::STRING,
            Type::Enum(enumeration) => Type::String(StringType::Sized(enumeration.size())),
            Type::Timespan(_) => Type::Timespan(Arc::default()),
            Type::Timestamp(_) => Type::Timestamp(Arc::default()),
            Type::Uri(_) => Type::Uri(None),
            Type::Collection(_) => Type::Collection(None),
            Type::Array(array) => ArrayType::sized(array.element.generalized(), None),
            Type::Hash(hash) if hash.is_empty() => self.clone(),
            Type::Hash(hash) => HashType::sized(hash.key.generalized(), hash.value.generalized(), None),
            Type::Variant(types) => {
                let general: Vec<Type> = types.iter().map(Type::generalized).collect();
                // A Variant that loses nothing stays as it was written, including duplicate members.
                if general[..] == types[..] { self.clone() } else { Type::variant(general) }
            }
            Type::ObjectExtension(extension) => Type::Object(Some(Arc::clone(extension.base()))),
            // A Tuple keeps its size; so do all others whose only details are in their parts.
            other => other.map_parts(&mut Type::generalized),
        }
    }
}
