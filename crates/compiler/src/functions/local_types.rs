//! Types that the signatures of functions name, and that messages show, but that no manifest can use.

use std::sync::LazyLock;

use pcore::TypeRegistry;

/// Each with its definition.
const TYPES: &[(&str, &str)] = &[
    // upcase, downcase
    ("StringData", "Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"),
    // tree_each
    (
        "OptionsType",
        "Struct[{'container_type' => Optional[Type], 'include_root' => Optional[Boolean], \
         'include_containers' => Optional[Boolean], 'include_values' => Optional[Boolean], \
         'order' => Optional[Enum['depth_first', 'breadth_first']], 'include_refs' => Optional[Boolean]}]",
    ),
    // lookup
    ("NameType", "Variant[String, Array[String]]"),
    ("ValueType", "Type"),
    ("DefaultValueType", "Any"),
    ("MergeType", "Variant[String[1], Hash[String, Scalar]]"),
    ("BlockType", "Callable[NameType]"),
    (
        "OptionsWithName",
        "Struct[{'name' => NameType, 'value_type' => Optional[ValueType], 'default_value' => DefaultValueType, \
         'override' => Optional[Hash[String, Any]], 'default_values_hash' => Optional[Hash[String, Any]], \
         'merge' => Optional[MergeType]}]",
    ),
    (
        "OptionsWithoutName",
        "Struct[{'value_type' => Optional[ValueType], 'default_value' => DefaultValueType, \
         'override' => Optional[Hash[String, Any]], 'default_values_hash' => Optional[Hash[String, Any]], \
         'merge' => Optional[MergeType]}]",
    ),
];

/// The types that signatures of functions may name.
pub(super) static LOCAL_TYPES: LazyLock<TypeRegistry> = LazyLock::new(|| {
    let registry = TypeRegistry::default();
    for (name, definition) in TYPES {
        registry.add(name, definition);
    }
    registry
});
