//! Migrates the data type of an attribute of the Resource API.
//!
//! The type of a feature is a name or an enumeration. So `Integer[1, 10]` becomes an `Integer` with a check, and
//! `Array[String]` a list. A bounded `Array` stays one, because a list that must not be empty would be required.

use pcore::{
    Type, parse_type,
    types::{ArrayType, builtin_type},
};

use crate::{literal, values::Shape};

/// The types that a feature may name, from the narrowest to the widest.
const NAMED: [&str; 12] = [
    "String",
    "Boolean",
    "Integer",
    "Float",
    "Numeric",
    "Regexp",
    "Array",
    "Hash",
    "Sensitive",
    "Scalar",
    "Data",
    "Any",
];

/// Returns the shape of a feature, and whether its type accepted only secrets; or why the type is not supported.
pub(crate) fn shape(text: &str) -> Result<(Shape, bool), String> {
    let written = parse_type(text).map_err(|error| format!("'{text}' is not a valid type: {error}"))?;
    let written = plain(&written);
    let (whole, only_secret) = match &written {
        Type::Sensitive(Some(inner)) => (plain(inner), true),
        Type::Sensitive(None) => (Type::Any, true),
        Type::Variant(types) => (Type::variant(types.iter().map(opened)), false),
        other => (other.clone(), false),
    };
    if let Type::Array(array) = &whole
        && let Some(max) = list_size(array)
    {
        let mut shape = element(&array.element)?;
        shape.max = Some(max);
        return Ok((shape, only_secret));
    }
    Ok((element(&whole)?, only_secret))
}

/// Removes `Optional`: missing attributes are not checked.
fn plain(data_type: &Type) -> Type {
    match data_type {
        Type::Optional(Some(inner)) => plain(inner),
        other => other.clone(),
    }
}

/// Removes `Sensitive`: logic sees the value of a secret.
fn opened(data_type: &Type) -> Type {
    match data_type {
        Type::Sensitive(Some(inner)) => (**inner).clone(),
        Type::Sensitive(None) => Type::Any,
        other => other.clone(),
    }
}

/// The maximum size of a list; `None` for an array that cannot be a list of the language.
fn list_size(array: &ArrayType) -> Option<String> {
    if matches!(array.element, Type::Unit) {
        return None;
    }
    match array.size {
        None => Some("unbound".into()),
        Some(size) if size.from <= 0 && size.to == i64::MAX => Some("unbound".into()),
        Some(size) if size.from <= 0 && size.to > 1 => Some(size.to.to_string()),
        Some(_) => None,
    }
}

fn element(data_type: &Type) -> Result<Shape, String> {
    if let Type::Enum(words) = data_type
        && !words.case_insensitive
        && !words.values.is_empty()
    {
        return Ok(Shape::of_words(words.values.iter().map(ToString::to_string).collect()));
    }
    let named = NAMED.iter().find_map(|name| {
        let wide = builtin_type(name)?;
        wide.accepts(data_type).then_some((*name, wide))
    });
    let Some((name, wide)) = named.filter(|_| !mentions_unknown(data_type)) else {
        return Err(format!("'{data_type}' refers to an unknown type"));
    };
    let check = match data_type {
        _ if Type::equals(&wide, data_type) => None,
        Type::Pattern(pattern) => match pattern.patterns.as_slice() {
            [only] if literal::slashed(only).is_some() => literal::slashed(only).map(|only| format!("$it =~ {only}")),
            _ => Some(format!("$it =~ {data_type}")),
        },
        _ => Some(format!("$it =~ {data_type}")),
    };
    // An attribute without a type is a scalar.
    let data_type = Some(name).filter(|name| *name != "Scalar").map(str::to_owned);
    Ok(Shape { data_type, check, ..Shape::default() })
}

/// Whether a type refers to another one that is not built in.
fn mentions_unknown(data_type: &Type) -> bool {
    matches!(data_type, Type::Reference(_)) || data_type.to_string().contains("TypeReference[")
}
