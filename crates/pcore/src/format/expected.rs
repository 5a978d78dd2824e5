//! The type of the second argument of `String.new`, as its messages show it.

use std::sync::{Arc, LazyLock};

use ecow::EcoString;

use crate::{
    infer,
    mismatch::{self, Signature},
    parse::parse_type_with,
    types::{CallableType, IntegerRange, TupleType, Type, TypeAlias},
    value::Value,
};

/// The names that the signature uses, each defined in terms of earlier ones.
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

static ALIASES: LazyLock<Vec<Type>> = LazyLock::new(|| {
    let mut aliases: Vec<(&str, Type)> = Vec::new();
    for (name, target) in NAMES {
        let find =
            |mentioned: &str| aliases.iter().find(|(name, _)| *name == mentioned).map(|(_, alias)| alias.clone());
        let target = parse_type_with(target, &find).expect("the compiled-in targets are types");
        let alias = TypeAlias::declare(name);
        alias.define(&target).expect("no target mentions its own name");
        aliases.push((name, Type::Alias(alias)));
    }
    aliases.into_iter().map(|(_, alias)| alias).collect()
});

/// Returns whether the value is a valid second argument of `String.new`.
pub(super) fn is_formats(value: &Value) -> bool {
    ALIASES.last().is_some_and(|formats| formats.is_instance(value))
}

/// Explains why the value is not a valid second argument of `String.new`.
pub(super) fn explain(value: &Value) -> EcoString {
    let types = ALIASES.first().into_iter().chain(ALIASES.last()).cloned();
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
