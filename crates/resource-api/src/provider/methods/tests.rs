use std::sync::Arc;

use resource_api::provider;

use crate::{
    Changes, Context, Ensure, Feature, Identity, Insync, Outcome, Provider, ProviderEntry, Request, Resource,
    ResourceType, SimpleProvider, State, TypeDefinition, Types,
    log::{Log, Recorder},
};

/// A provider with two of the optional methods.
struct Normal;

#[provider]
impl Provider for Normal {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn canonicalize(&mut self, _: &Context, _: &mut [State]) -> Outcome {
        Ok(())
    }

    fn refresh(&mut self, _: &Context, _: &Identity, _: &State) -> Outcome {
        Ok(())
    }
}

/// A provider that several types share.
struct Shared;

#[provider(as_declared)]
impl Provider for Shared {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn insync(&mut self, _: &Context, _: &Identity, _: &str, _: &State, _: &State) -> Outcome<Insync> {
        Ok(Insync::Yes)
    }
}

fn note(keys: &str) -> ResourceType {
    let text =
        format!("{{name: note, desc: d, {keys} attributes: {{name: {{type: String, desc: d, behaviour: namevar}}}}}}");
    ResourceType::new(TypeDefinition::from_value(&pcore::yaml::parse(&text).unwrap()).unwrap())
}

fn normal() -> ProviderEntry {
    ProviderEntry::new("normal", |_| Ok(Normal))
}

#[track_caller]
fn problem(resource_type: &ResourceType) -> String {
    resource_type.check_usable().unwrap_err().to_string()
}

#[test]
fn a_type_has_the_features_of_its_provider() {
    let note = note("features: [refreshable, simple_get_filter],").with_provider(normal());
    assert_eq!(note.definition().features(), ["refreshable", "simple_get_filter", "canonicalize"]);
    assert_eq!(note.problem(), None);
}

#[test]
fn providers_of_other_programs_and_shared_ones_have_the_features_of_the_definition() {
    let shared = || ProviderEntry::new("shared", |_| Ok(Shared));
    assert_eq!(note("").with_provider(shared()).definition().features(), [""; 0]);
    let declared = note("features: [custom_generate],");
    let boxed = ProviderEntry::boxed("ruby", |_| Ok(Box::new(Shared)));
    let both = declared.with_provider(shared()).with_provider(boxed);
    assert_eq!((both.definition().features().len(), both.problem()), (1, None));
}

#[test]
fn a_feature_without_its_method_is_a_problem_of_the_type() {
    assert_eq!(
        problem(&note("features: [custom_insync],").with_provider(normal())),
        "`note` declares the feature `custom_insync`, but its provider 'normal' has no method `insync`"
    );
    assert_eq!(
        problem(&note("batch: flush,").with_provider(normal())),
        "`note` declares `batch: flush`, but its provider 'normal' has no method `flush`"
    );
}

#[test]
fn a_type_with_a_problem_is_reported_and_not_used() {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let mut types = Types::default();
    types.register(note("features: [custom_generate],").with_provider(normal()), &log);
    let message = "`note` declares the feature `custom_generate`, but its provider 'normal' has no method `generate`";
    assert_eq!(recorder.entries().last().unwrap().line(), format!("Error: {message}"));
    assert_eq!(types.find("note").unwrap_err().to_string(), message);
    assert_eq!(types.iter().len(), 0);
}

/// A letter.
#[derive(Resource)]
struct Letter {
    /// Whether it exists.
    ensure: Ensure,
    /// Its number.
    #[attribute(namevar)]
    number: i64,
}

struct Letters;

#[provider]
impl SimpleProvider for Letters {
    type Resource = Letter;

    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<Letter>> {
        Ok(vec![Letter { ensure: Ensure::Present, number: 1 }])
    }

    fn insync(&mut self, _: &Context, _: &Identity, _: &str, _: &Letter, _: &Letter) -> Outcome<Insync> {
        Ok(Insync::Yes)
    }
}

#[test]
fn a_simple_provider_brings_its_definition() {
    let letter = ResourceType::simple("box", |_| Ok(Letters));
    assert_eq!((letter.definition().name().as_str(), letter.problem()), ("letter", None));
    assert!(letter.definition().has(Feature::CustomInsync));
}

#[test]
fn a_simple_provider_for_another_struct_is_a_problem_of_the_type() {
    let note = note("").with_provider(ProviderEntry::simple("box", |_| Ok(Letters)));
    assert_eq!(problem(&note), "the provider 'box' manages resources of the type `letter`, not `note`");
}
