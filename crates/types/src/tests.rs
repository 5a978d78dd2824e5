use std::sync::Arc;

use resource_api::{
    Attribute, Context, Provider, State,
    log::{Level, Log, Recorder},
    pcore::{Type, Value, parse_type},
};

use super::*;
use crate::munge::Munger;

/// Canonicalizes a resource, and returns it with the log, or why it is refused.
pub(crate) fn canonicalized(
    mut provider: impl Provider,
    resource_type: &ResourceType,
    state: State,
) -> Result<(State, Vec<String>), String> {
    let recorder = Arc::new(Recorder::default());
    let context = Context::new(resource_type.definition().clone(), Log::new(recorder.clone(), Arc::default()));
    let mut canonicalize = |state: State| {
        let mut states = [state];
        provider.canonicalize(&context, &mut states).map_err(|failure| failure.to_string())?;
        let [state] = states;
        Ok::<State, String>(state)
    };
    let canonical = canonicalize(state)?;
    let log = recorder.take().into_iter().map(|entry| entry.line()).collect();
    assert_eq!(canonicalize(canonical.clone()), Ok(canonical.clone()), "a second time nothing changes");
    Ok((canonical, log))
}

/// The attributes that may have any value, with the reason.
const ANY: [(&str, &str); 1] = [("notify.message", "every value has a text, which is logged")];

#[test]
fn attributes_have_real_types() {
    let has_any = |text: &str| {
        let mut has_any = false;
        parse_type(text).unwrap().walk(&mut |part| {
            let of_anything = |contained: &Type| matches!(contained, Type::Any);
            has_any |= of_anything(part) || matches!(part, Type::Array(array) if of_anything(&array.element));
        });
        has_any
    };
    let accepts = |attribute: &Attribute| attribute.key("accepts").and_then(Value::as_str).map(str::to_owned);
    for resource_type in all().iter() {
        for attribute in resource_type.definition().attributes() {
            let is_exception = ANY.iter().any(|(name, _)| name == attribute.qualified_name());
            let texts = [Some(attribute.type_text().to_string()), accepts(attribute)];
            let found = texts.iter().flatten().any(|text| has_any(text));
            assert_eq!(found, is_exception, "{}: {texts:?}", attribute.qualified_name());
        }
    }
}

/// The keys of attributes that the definitions use, beside those of the Resource API.
#[test]
fn attributes_have_no_unknown_keys() {
    let known = "type desc behaviour default sensitive lazy accepts states idempotent values aliases value_features \
                 validate munge array_matching required_features redacted wrapped";
    let known: Vec<&str> = known.split_whitespace().collect();
    for resource_type in all().iter() {
        for attribute in resource_type.definition().attributes() {
            for key in attribute.raw().as_hash().unwrap().keys() {
                assert!(known.contains(&key.as_str().unwrap()), "{}: {key}", attribute.qualified_name());
            }
        }
    }
}

#[test]
fn defaults_are_in_canonical_form() {
    // The engine canonicalizes what a manifest declares, and takes the defaults of built-in types as they are.
    for resource_type in all().iter() {
        let definition = resource_type.definition();
        let with_default = |attribute: &Attribute| Some((attribute.name().clone(), attribute.default()?.clone()));
        let defaults: State = definition.attributes().filter_map(with_default).collect();
        let mut canonical = defaults.clone();
        Munger::default().canonicalize_quietly(definition, &mut canonical, &|_, _| Ok(())).unwrap();
        assert_eq!(canonical, defaults, "{}", definition.name());
    }
}

#[test]
fn definitions_have_no_warnings() {
    let unusable: Vec<_> = all().names().filter_map(|name| all().find(name).err()).collect();
    assert_eq!(unusable, []);
    for resource_type in all().iter() {
        let definition = resource_type.definition();
        let warnings = definition.messages().iter().filter(|(level, _)| *level > Level::Debug);
        assert_eq!(warnings.count(), 0, "{}: {:?}", definition.name(), definition.messages());
        resource_type.check_usable().unwrap();
    }
}

#[test]
fn every_type_is_registered_in_alphabetical_order() {
    let names: Vec<String> = all().iter().map(|known| known.definition().name().to_string()).collect();
    let expected = "anchor concat_file concat_fragment cron exec file file_line filebucket group host ini_setting \
                    ini_subsetting mount notify package resources schedule service ssh_authorized_key stage sysctl user";
    assert_eq!(names.join(" "), expected);
    assert!(all().names().eq(&names), "each is registered by its name");
}

#[test]
fn no_map_has_a_hash_without_a_key() {
    // The keys come from files of other users, who could choose many that collide in `rustc_hash`. Maps here are those of
    // `pcore::keyed`.
    for dependency in ["rustc-hash", "indexmap"] {
        assert!(!include_str!("../Cargo.toml").contains(dependency), "{dependency}");
    }
}
