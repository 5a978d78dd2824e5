mod devices;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::*;
use crate::{
    Changes, Request, State,
    failure::FailureKind,
    log::{Level, Log, Recorder},
};

struct Nothing;

#[resource_api::provider]
impl Provider for Nothing {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }
}

fn definition(text: &str) -> TypeDefinition {
    TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap()
}

fn note(description: &str) -> ResourceType {
    let attributes = "{name: {type: String, desc: n, behaviour: namevar}}";
    ResourceType::new(definition(&format!("{{name: note, desc: {description}, attributes: {attributes}}}")))
}

fn provider(name: &str) -> ProviderEntry {
    ProviderEntry::new(name, |_| Ok(Nothing))
}

fn context(resource_type: &ResourceType) -> Context {
    Context::new(resource_type.definition().clone(), Log::new(Arc::new(Recorder::default()), Arc::default()))
}

#[track_caller]
fn chosen(resource_type: &ResourceType) -> String {
    Suitability::new(resource_type).default_provider(&context(resource_type)).unwrap().name().to_string()
}

// Requirement: TD-5
#[test]
fn a_later_definition_of_a_type_wins() {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut types = Types::default();
    types.register(note("First"), &log);
    let held = types.find("note").unwrap().clone();
    types.register(note("Second"), &log);
    assert_eq!(types.find("note").unwrap().definition().description().unwrap(), "Second");
    assert_eq!(types.iter().len(), 1);
    assert_eq!(held.definition().description().unwrap(), "First");
}

// Requirement: TD-33
#[test]
fn types_are_found_in_any_case_and_unknown_ones_are_named_as_they_were_written() {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut types = Types::default();
    types.register(note("A"), &log);
    for name in ["note", "Note", "NOTE"] {
        assert_eq!(types.find(name).unwrap().definition().name(), "note");
    }
    assert_eq!(types.find("Foo").unwrap_err().to_string(), "Could not find type Foo");
}

// Requirement: TD-31
#[test]
fn messages_about_a_definition_are_logged_once_at_its_registration() {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let resource_type = ResourceType::new(definition(
        "{name: note, attributes: {name: {type: String, desc: n, behaviour: namevar}}, features: [foo]}",
    ));
    assert!(recorder.entries().is_empty());
    let mut types = Types::default();
    types.register(resource_type, &log);
    types.find("note").unwrap();
    let warnings: Vec<_> = recorder
        .entries()
        .into_iter()
        .filter(|entry| entry.level == Level::Warning)
        .map(|entry| entry.message)
        .collect();
    assert_eq!(
        warnings,
        ["`note` has no documentation, add it using a `desc` key", r#"Unknown feature detected: ["foo"]"#]
    );
}

// Requirement: VER-30
#[test]
fn the_first_provider_is_the_default_of_equal_ones() {
    assert_eq!(chosen(&note("A").with_provider(provider("one")).with_provider(provider("two"))), "one");
}

// Requirement: VER-30
#[test]
fn priority_counts_more_than_order_and_the_system_more_than_priority() {
    let by_priority = note("A").with_provider(provider("one")).with_provider(provider("two").priority(1));
    assert_eq!(chosen(&by_priority), "two");
    let by_system = by_priority
        .with_provider(provider("other").default_for(|_| false).priority(1))
        .with_provider(provider("here").default_for(|_| true).priority(-1));
    assert_eq!(chosen(&by_system), "here");
}

// Requirement: VER-30
#[test]
fn a_provider_that_is_not_suitable_is_never_the_default() {
    let resource_type = note("A")
        .with_provider(provider("one").priority(9).suitable_if(|_| Err("no such tool".to_owned())))
        .with_provider(provider("two"));
    assert_eq!(chosen(&resource_type), "two");
}

// Requirement: VER-30
#[test]
fn without_a_suitable_provider_every_reason_is_reported() {
    let resource_type = note("A")
        .with_provider(provider("apt").suitable_if(|_| Err("there is no apt-get".to_owned())))
        .with_provider(provider("dnf").suitable_if(|_| Err("this is not Fedora".to_owned())));
    let mut suitability = Suitability::new(&resource_type);
    let context = context(&resource_type);
    let error = suitability.default_provider(&context).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Could not find a suitable provider for note: apt (there is no apt-get), dnf (this is not Fedora)"
    );
    assert_eq!(error.into_failure().kind(), FailureKind::Ordinary);
}

// Requirement: VER-30
#[test]
fn a_provider_is_asked_once_whether_it_is_suitable_and_not_before_it_could_be_chosen() {
    let asked: Arc<[AtomicUsize; 2]> = Arc::default();
    let counting = |index: usize| {
        let asked = asked.clone();
        move |_: &Context| {
            asked[index].fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    };
    let resource_type = note("A")
        .with_provider(provider("one").suitable_if(counting(0)))
        .with_provider(provider("two").suitable_if(counting(1)));
    let context = context(&resource_type);
    let mut suitability = Suitability::new(&resource_type);
    for _ in 0..2 {
        suitability.default_provider(&context).unwrap();
        suitability.named("one", &context).unwrap();
    }
    assert_eq!((asked[0].load(Ordering::Relaxed), asked[1].load(Ordering::Relaxed)), (1, 0));
}

// Requirement: VER-30
#[test]
fn a_missing_provider_and_an_unsuitable_one_have_different_errors() {
    let resource_type = note("A")
        .with_provider(provider("apt"))
        .with_provider(provider("dnf").suitable_if(|_| Err("there is no dnf".to_owned())));
    let mut suitability = Suitability::new(&resource_type);
    let context = context(&resource_type);
    assert_eq!(suitability.named("apt", &context).unwrap().name(), "apt");
    assert_eq!(
        suitability.named("dnf", &context).unwrap_err().to_string(),
        "Provider dnf is not functional on this host: there is no dnf"
    );
    assert_eq!(
        suitability.named("yum", &context).unwrap_err().to_string(),
        "Invalid note provider 'yum'; it is one of: apt, dnf"
    );
}

#[test]
fn a_provider_that_is_never_the_default_is_used_only_where_it_is_named() {
    let resource_type = note("A")
        .with_provider(provider("apt").suitable_if(|_| Err("there is no apt-get".to_owned())))
        .with_provider(provider("gem").priority(9).default_for(|_| true).never_default());
    let context = context(&resource_type);
    let mut suitability = Suitability::new(&resource_type);
    assert_eq!(
        suitability.default_provider(&context).unwrap_err().to_string(),
        "Could not find a suitable provider for note: apt (there is no apt-get), \
         gem (used only if the resource sets 'provider' to it)"
    );
    assert_eq!(suitability.named("gem", &context).unwrap().name(), "gem");
    let with_dnf = resource_type.with_provider(provider("dnf").priority(-9));
    assert_eq!(chosen(&with_dnf), "dnf");
}

#[test]
fn a_provider_that_others_have_is_not_functional_and_any_other_name_is_invalid() {
    let resource_type =
        note("A").with_provider(provider("apt")).with_unsupported_providers(&["yum"]).with_provider(provider("dnf"));
    let context = context(&resource_type);
    let mut suitability = Suitability::new(&resource_type);
    assert_eq!(resource_type.check_provider_name("yum"), Ok(()));
    assert_eq!(
        suitability.named("yum", &context).unwrap_err().to_string(),
        "Provider yum is not functional on this host: it is not supported; use one of: apt, dnf"
    );
    assert!(resource_type.check_provider_name("fish").is_err());
    // The author of the provider supports it.
    let complete = resource_type.with_provider(provider("yum"));
    assert_eq!(Suitability::new(&complete).named("yum", &context).unwrap().name(), "yum");
}

#[test]
fn a_type_without_providers_says_so() {
    let resource_type = note("A");
    let error = Suitability::new(&resource_type).default_provider(&context(&resource_type)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "type `note` has no provider; its resources can be declared, but neither read nor changed"
    );
    assert_eq!(error.into_failure().kind(), FailureKind::Developer);
}
