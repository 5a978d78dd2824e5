//! Known and unknown features, with current and old names.

use super::super::tests::{check_error, check_messages, defined, with_keys};
use crate::{Feature, failure::FailureKind, log::Level};

// Requirement: TD-28
#[test]
fn no_features_are_an_empty_list() {
    for keys in ["x: 1", "features: null", "features: []"] {
        let definition = defined(&with_keys(keys));
        assert!(definition.features().is_empty());
        assert_eq!(definition.messages(), []);
    }
}

// Requirement: TD-28
#[test]
fn unknown_features_are_listed_in_one_warning() {
    for (features, shown) in [
        ("foo, bar", r#"["foo", "bar"]"#),
        ("@canonicalize", "[:canonicalize]"),
        ("canonicalize, foo, 1, @x", r#"["foo", 1, :x]"#),
    ] {
        let definition = defined(&with_keys(&format!("features: [{features}]")));
        check_messages(&definition, Level::Warning, &[&format!("Unknown feature detected: {shown}")]);
    }
    assert!(!defined(&with_keys("features: [@canonicalize]")).has(Feature::Canonicalize));
    assert!(defined(&with_keys("features: [foo, canonicalize]")).has(Feature::Canonicalize));
    // Providers may query unknown features.
    assert!(defined(&with_keys("features: [foo]")).has_feature("foo"));
}

// Requirement: TD-29
#[test]
fn features_must_be_an_array() {
    for (given, class) in [("canonicalize", "String"), ("{}", "Hash"), ("5", "Integer"), ("false", "FalseClass")] {
        let message = format!("`:features` must be an array, not `{class}`");
        let error = check_error(&with_keys(&format!("features: {given}")), "features", &message);
        assert_eq!(error.kind(), FailureKind::Developer);
    }
}

// Requirement: TD-28, VER-11
#[test]
fn features_of_all_versions_are_known() {
    let definition = defined(&with_keys(
        "features: [supports_noop, canonicalize, custom_insync, remote_resource, simple_get_filter, custom_generate,
          refreshable, ensure_states]",
    ));
    assert_eq!(definition.messages(), []);
    assert!(Feature::ALL.iter().all(|feature| definition.has(*feature)));
    assert_eq!(definition.features().len(), 8);
}

// Requirement: VER-1, VER-40
#[test]
fn the_old_name_of_supports_noop_is_the_same_feature() {
    let definition = defined(&with_keys("features: [noop_handler]"));
    assert!(definition.has(Feature::SupportsNoop));
    assert!(definition.has_feature("supports_noop") && definition.has_feature("noop_handler"));
    check_messages(&definition, Level::Warning, &[]);
    check_messages(&definition, Level::Debug, &["Using deprecated alias `noop_handler` for `supports_noop`"]);

    let modern = defined(&with_keys("features: [supports_noop]"));
    assert!(modern.has_feature("noop_handler"));
    assert_eq!(modern.messages(), []);
    assert!(!defined(&with_keys("features: []")).has_feature("noop_handler"));
}

// Requirement: VER-2, VER-40
#[test]
fn the_old_name_of_autorequire_is_merged_with_the_new_one() {
    let definition = defined(&with_keys("autorequire: {file: /a}, autorequires: {file: /b}"));
    assert_eq!(definition.relations().declarations().len(), 2);
    let aliases = definition.messages().iter().filter(|(_, message)| message.starts_with("Using deprecated alias"));
    assert_eq!(
        aliases.collect::<Vec<_>>(),
        [&(Level::Debug, "Using deprecated alias `autorequires` for `autorequire`".to_owned())]
    );
}

// Requirement: VER-6, VER-40
#[test]
fn the_list_of_features_may_be_called_feature() {
    for keys in ["feature: [canonicalize]", "feature: canonicalize", "feature: [canonicalize], features: null"] {
        let definition = defined(&with_keys(keys));
        assert!(definition.has(Feature::Canonicalize));
        check_messages(&definition, Level::Warning, &[]);
        check_messages(&definition, Level::Debug, &["Using deprecated alias `feature` for `features`"]);
    }
    check_error(
        &with_keys("feature: [canonicalize], features: []"),
        "feature",
        "`tt` has both `feature` and `features`, only use `features`",
    );
    check_error(&with_keys("feature: 5"), "feature", "`:feature` must be an array, not `Integer`");
}

// Requirement: VER-40
#[test]
fn an_alias_is_mentioned_once_for_each_use_and_at_debug_only() {
    let definition = defined(
        "{name: tt, docs: d, features: [noop_handler], autorequires: {}, attributes: {
            aa: {type: String, desc: x, behavior: namevar}, bb: {type: String, desc: x, behavior: parameter}}}",
    );
    let mut found: Vec<&str> = definition.messages().iter().map(|(_, text)| text.as_str()).collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "Using deprecated alias `autorequires` for `autorequire`",
            "Using deprecated alias `behavior` for `behaviour`",
            "Using deprecated alias `behavior` for `behaviour`",
            "Using deprecated alias `docs` for `desc`",
            "Using deprecated alias `noop_handler` for `supports_noop`",
        ]
    );
    assert!(definition.messages().iter().all(|(level, _)| *level == Level::Debug));
}

#[test]
fn ensure_has_further_values_where_the_type_says_so() {
    let text = |features: &str| {
        format!(
            "{{name: thing, desc: d, features: [{features}], attributes: {{
                name: {{type: String, desc: n, behaviour: namevar}}, ensure: {{type: 'Enum[here, absent]', desc: e}}}}}}"
        )
    };
    assert!(defined(&text("ensure_states")).attribute("ensure").unwrap().check(&"here".into()).is_ok());
    let refused = crate::TypeDefinition::from_value(&pcore::yaml::parse(&text("canonicalize")).unwrap());
    assert!(refused.unwrap_err().to_string().contains("`:ensure` attribute must have a type of"));
}
