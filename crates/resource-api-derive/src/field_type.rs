//! Guesses about a field's type from its tokens.
//!
//! Macros run before the compiler knows any types, so these are guesses by name. They are good enough to refuse a
//! default or a Puppet type that cannot match. The rest is checked when the definition is built.

use syn::{GenericArgument, PathArguments, PathSegment, Type, ext::IdentExt};

/// Returns the Puppet type of a field, like its `Data` implementation.
pub fn puppet_type(field: &Type) -> Option<String> {
    let segment = known_segment(field)?;
    let arguments = || arguments(segment).into_iter().map(puppet_type);
    let one = || arguments().next().flatten();
    Some(match segment.ident.unraw().to_string().as_str() {
        "String" | "EcoString" => "String".to_owned(),
        "bool" => "Boolean".to_owned(),
        "f64" => "Float".to_owned(),
        "i64" => "Integer".to_owned(),
        "i8" => range(i8::MIN, i8::MAX),
        "u8" => range(u8::MIN, u8::MAX),
        "i16" => range(i16::MIN, i16::MAX),
        "u16" => range(u16::MIN, u16::MAX),
        "i32" => range(i32::MIN, i32::MAX),
        "u32" => range(u32::MIN, u32::MAX),
        "Ensure" => "Enum[present, absent]".to_owned(),
        "Value" => "Any".to_owned(),
        "Option" => format!("Optional[{}]", one()?),
        "Vec" => format!("Array[{}]", one()?),
        "Sensitive" => format!("Sensitive[{}]", one()?),
        "BTreeMap" | "IndexMap" => {
            let mut arguments = arguments();
            format!("Hash[{}, {}]", arguments.next()??, arguments.next()??)
        }
        _ => return None,
    })
}

/// Returns the type inside an `Option`.
pub fn inside_option(field: &Type) -> Option<&Type> {
    let segment = known_segment(field).filter(|segment| segment.ident == "Option")?;
    arguments(segment).into_iter().next()
}

fn range(from: impl Into<i64>, to: impl Into<i64>) -> String {
    format!("Integer[{}, {}]", from.into(), to.into())
}

/// Returns the last segment of a type if it is unqualified, or in a crate whose types are known.
fn known_segment(field: &Type) -> Option<&PathSegment> {
    let Type::Path(path) = field else { return None };
    let segments = &path.path.segments;
    let home = segments.first()?.ident.unraw().to_string();
    let is_known = segments.len() == 1
        || matches!(home.as_str(), "std" | "core" | "alloc" | "ecow" | "indexmap" | "pcore" | "resource_api");
    segments.last().filter(|_| is_known && path.qself.is_none())
}

fn arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(argument) => Some(argument),
        _ => None,
    });
    types.collect()
}
