//! What may say how to format: the signature of `String.new`, as its messages show it.

use std::sync::{Arc, LazyLock};

use ecow::EcoString;

use crate::{
    infer,
    mismatch::{self, Signature},
    parse::parse_type_with,
    types::{CallableType, IntegerRange, TupleType, Type, TypeAlias},
    value::Value,
};

/// The names that the signature uses, each with what it stands for in terms of earlier ones.
pub(crate) const NAMES: [(&str, &str); 5] = [
    ("Convertible", "Any"),
    ("Format", r"Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]"),
    (
        "ContainerFormat",
        "Struct[{
            Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String,
            Optional[string_formats] => Hash[Type, Format]
        }]",
    ),
    ("TypeMap", "Hash[Type, Variant[Format, ContainerFormat]]"),
    ("Formats", "Variant[Default, String[1], TypeMap]"),
];

static KNOWN: LazyLock<Vec<Type>> = LazyLock::new(|| {
    let mut known: Vec<(&str, Type)> = Vec::new();
    for (name, target) in NAMES {
        let find = |wanted: &str| known.iter().find(|(name, _)| *name == wanted).map(|(_, found)| found.clone());
        let target = parse_type_with(target, &find).expect("the targets are types");
        let alias = TypeAlias::declare(name);
        alias.define(&target).expect("no target mentions its own name");
        known.push((name, Type::Alias(alias)));
    }
    known.into_iter().map(|(_, alias)| alias).collect()
});

/// Returns whether the value may be the second argument of `String.new`.
pub(super) fn is_formats(value: &Value) -> bool {
    KNOWN.last().is_some_and(|formats| formats.is_instance(value))
}

/// Says why the value may not be the second argument of `String.new`.
pub(super) fn explain(value: &Value) -> EcoString {
    let types = KNOWN.first().into_iter().chain(KNOWN.last()).cloned();
    let parameters = TupleType { types: types.collect(), size: Some(IntegerRange { from: 1, to: 2 }) };
    let signature = Signature {
        callable: Arc::new(CallableType { parameters: Some(parameters), block: None, returns: None }),
        names: vec!["from".into(), "string_formats".into()],
        block_name: EcoString::new(),
    };
    let arguments = [Type::Undef, infer::detailed(value)];
    match mismatch::signatures("new_string", &[signature], &arguments, None) {
        Some(text) => text.into(),
        None => EcoString::from("'new_string' parameter 'string_formats' expects a Formats value"),
    }
}
