//! The classes of the metamodel and their features.

use super::{
    Cardinality::{self, Any, One, Optional},
    Class, Feature,
    ValueKind::{self, Base, Boolean, Float, Integer, Part, Text, Word},
};
use crate::logic::words::{ASSIGNMENT, BINARY, FORMS, RADICES, UNARY, words};

const fn has(name: &'static str, value_kind: ValueKind, number: Cardinality) -> Feature {
    Feature { name, value_kind, number }
}

const fn class(name: &'static str, features: &'static [Feature]) -> Class {
    Class { name, is_abstract: false, parent: None, features }
}

const fn expression(name: &'static str, features: &'static [Feature]) -> Class {
    Class { name, is_abstract: false, parent: Some("Expression"), features }
}

pub(super) const CLASSES: &[Class] = &[
    class(
        "Implementation",
        &[
            has("functionSet", Text, One),
            has("functionSetVersion", Text, One),
            has("types", Part("TypeImplementation"), Any),
            has("aliases", Part("Alias"), Any),
        ],
    ),
    class(
        "TypeImplementation",
        &[
            has("base", Base("EClass"), Optional),
            has("description", Text, Optional),
            has("providerFeatures", Text, Any),
            has("automatic", Part("AutomaticRelation"), Any),
            has("features", Part("FeatureImplementation"), Any),
            has("invariants", Part("Invariant"), Any),
        ],
    ),
    class(
        "FeatureImplementation",
        &[
            has("base", Base("EStructuralFeature"), Optional),
            has("behaviour", Word("Behaviour"), Optional),
            has("description", Text, Optional),
            has("default", Part("Expression"), Optional),
            has("validate", Part("Logic"), Optional),
            has("check", Part("Logic"), Optional),
            has("derived", Part("Logic"), Optional),
            has("set", Part("Logic"), Optional),
            has("get", Part("Logic"), Optional),
        ],
    ),
    class("Alias", &[has("base", Base("EDataType"), Optional), has("definition", Part("Expression"), One)]),
    class("AutomaticRelation", &[has("kind", Word("Automatic"), One), has("relations", Part("Expression"), One)]),
    class("Invariant", &[has("title", Text, Optional), has("logic", Part("Logic"), One)]),
    class("Logic", &[has("form", Word("LogicForm"), One), has("function", Part("Lambda"), One)]),
    class(
        "Lambda",
        &[
            has("parameters", Part("Parameter"), Any),
            has("returns", Part("Expression"), Optional),
            has("body", Part("Block"), One),
        ],
    ),
    class(
        "Parameter",
        &[
            has("name", Text, One),
            has("capturesRest", Boolean, Optional),
            has("dataType", Part("Expression"), Optional),
            has("default", Part("Expression"), Optional),
        ],
    ),
    class("Block", &[has("statements", Part("Expression"), Any)]),
    class("Entry", &[has("key", Part("Expression"), One), has("value", Part("Expression"), One)]),
    class("Branch", &[has("condition", Part("Expression"), One), has("body", Part("Block"), One)]),
    class("CaseOption", &[has("values", Part("Expression"), Any), has("body", Part("Block"), One)]),
    Class { name: "Expression", is_abstract: true, parent: None, features: &[] },
    expression("Undef", &[]),
    expression("Default", &[]),
    expression("BooleanLiteral", &[has("value", Boolean, One)]),
    expression("IntegerLiteral", &[has("value", Integer, One), has("radix", Word("Radix"), Optional)]),
    expression("FloatLiteral", &[has("value", Float, One)]),
    expression("StringLiteral", &[has("value", Text, One)]),
    expression("Interpolation", &[has("parts", Part("Expression"), Any)]),
    expression("RegexpLiteral", &[has("pattern", Text, One)]),
    expression("Name", &[has("value", Text, One)]),
    expression("TypeName", &[has("value", Text, One)]),
    expression("Variable", &[has("name", Text, One)]),
    expression("ArrayLiteral", &[has("elements", Part("Expression"), Any)]),
    expression("HashLiteral", &[has("entries", Part("Entry"), Any)]),
    expression(
        "UnaryOperation",
        &[has("operator", Word("UnaryOperator"), One), has("operand", Part("Expression"), One)],
    ),
    expression(
        "BinaryOperation",
        &[
            has("operator", Word("BinaryOperator"), One),
            has("left", Part("Expression"), One),
            has("right", Part("Expression"), One),
        ],
    ),
    expression(
        "Assignment",
        &[
            has("operator", Word("AssignmentOperator"), One),
            has("target", Part("Expression"), One),
            has("value", Part("Expression"), One),
        ],
    ),
    expression("Access", &[has("operand", Part("Expression"), One), has("keys", Part("Expression"), Any)]),
    expression("Selector", &[has("subject", Part("Expression"), One), has("options", Part("Entry"), Any)]),
    expression("Parenthesized", &[has("expression", Part("Expression"), One)]),
    expression(
        "Conditional",
        &[
            has("negated", Boolean, Optional),
            has("branches", Part("Branch"), Any),
            has("otherwise", Part("Block"), Optional),
        ],
    ),
    expression("Case", &[has("subject", Part("Expression"), One), has("options", Part("CaseOption"), Any)]),
    expression(
        "Call",
        &[
            has("form", Word("CallForm"), One),
            has("receiver", Part("Expression"), Optional),
            has("callee", Part("Expression"), One),
            has("arguments", Part("Expression"), Any),
            has("lambda", Part("Lambda"), Optional),
        ],
    ),
];

pub(super) const ENUMERATIONS: &[(&str, &[&str])] = &[
    ("Behaviour", &["namevar", "parameter", "read_only", "init_only"]),
    ("Automatic", &["autorequire", "autobefore", "autosubscribe", "autonotify"]),
    ("LogicForm", &words(&FORMS)),
    ("Radix", &words(&RADICES)),
    ("UnaryOperator", &words(&UNARY)),
    ("BinaryOperator", &words(&BINARY)),
    ("AssignmentOperator", &words(&ASSIGNMENT)),
    ("CallForm", &["function", "method"]),
];
