//! Taking away what is not managed.

use std::sync::Arc;

use engine::purge::purgeable;
use resource_api::{
    Failure, Identity, ResourceType, State, TypeDefinition,
    failure::FailureKind,
    log::{Log, Recorder},
    registry::Types,
};

use crate::support::{Stage, existing, names};

const MAIN: &str = "/Stage[main]/Main";

fn managed(titles: &[&str]) -> pcore::keyed::HashSet<Identity> {
    titles.iter().map(|title| Identity::single("name", *title)).collect()
}

// Requirement: CG-7
#[test]
fn what_is_not_managed_should_be_absent() {
    let stage = Stage::notes("").with(existing("a")).with(existing("b")).with(existing("c"));
    let mut session = stage.session();
    let superfluous = session.purge(&managed(&["b"]), MAIN, MAIN, &|_| false).expect("the resources are listed");
    for resource in &superfluous {
        assert!(session.evaluate(resource).failure.is_none());
    }
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/ensure: undefined 'ensure' from 'present'",
            "Notice: /Stage[main]/Main/Note[c]/ensure: undefined 'ensure' from 'present'",
        ]
    );
    let script = stage.script();
    assert_eq!(script.gets, 1, "one list of all is enough");
    let removed: Vec<String> = script.sets.iter().flatten().map(|change| change.name.to_string()).collect();
    assert_eq!(removed, ["a", "c"]);
}

// Requirement: CG-7, TD-53, SET-29
#[test]
fn should_holds_namevars_the_absence_and_defaults_and_nothing_is_mandatory() {
    let stage = Stage::new(
        "{name: form, desc: f, attributes: {
            force: {type: Boolean, desc: p, behaviour: parameter, default: false},
            needed: {type: Boolean, desc: p, behaviour: parameter},
            ensure: {type: 'Enum[present, absent]', desc: e, default: present},
            first: {type: String, desc: f},
            size: {type: Integer, desc: s, default: 3},
            name: {type: String, desc: n, behaviour: namevar}}}",
    )
    .with(State::new().with("name", "a").with("ensure", "present").with("first", "x"));
    let mut session = stage.session();
    let superfluous = session.purge(&managed(&[]), MAIN, MAIN, &|_| false).expect("the resources are listed");
    assert!(session.evaluate(&superfluous[0]).failure.is_none());
    let should = stage.only_change().should.expect("there is one");
    let expected = State::new().with("name", "a").with("ensure", "absent").with("size", 3).with("force", false);
    assert_eq!(should, expected);
    assert_eq!(names(&should), names(&expected));
}

// Requirement: CG-7
#[test]
fn under_noop_it_is_only_said() {
    let stage = Stage::notes("").with(existing("a")).under(|settings| settings.noop = true);
    let mut session = stage.session();
    let superfluous = session.purge(&managed(&[]), MAIN, MAIN, &|_| false).expect("the resources are listed");
    session.evaluate(&superfluous[0]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Note[a]/ensure: undefined 'ensure' from 'present' (noop)"]);
    assert!(stage.script().sets.is_empty());
}

// Requirement: CG-7
#[test]
fn what_is_absent_already_causes_no_event() {
    let stage = Stage::notes("").with(State::new().with("name", "a").with("ensure", "absent"));
    let mut session = stage.session();
    let superfluous = session.purge(&managed(&[]), MAIN, MAIN, &|_| false).expect("the resources are listed");
    assert!(superfluous.is_empty());
}

// Requirement: CG-8
#[test]
fn identities_decide_titles_do_not() {
    let stage = Stage::notes("").with(existing("a").with("title", "b")).with(existing("b").with("title", "a"));
    let mut session = stage.session();
    let superfluous = session.purge(&managed(&["a"]), MAIN, MAIN, &|_| false).expect("the resources are listed");
    let identities: Vec<String> = superfluous.iter().map(|resource| resource.identity().to_string()).collect();
    assert_eq!(identities, ["b"]);
    assert_eq!(superfluous[0].path(), "/Stage[main]/Main/Note[a]", "the title is what is displayed");
}

// Requirement: CG-7
#[test]
fn nothing_is_taken_away_when_listing_fails() {
    let stage = Stage::notes("").with(existing("a"));
    stage.script().get_failure = Some(Failure::new("no route"));
    let mut session = stage.session();
    let failure = session.purge(&managed(&[]), MAIN, MAIN, &|_| false).expect_err("nothing is listed");
    assert_eq!(failure.to_string(), "no route");
}

// Requirement: CG-9
#[test]
fn a_type_without_ensure_is_not_even_listed() {
    let stage = crate::comparison::settings("").with(State::new().with("name", "a"));
    let mut session = stage.session();
    let failure = session.purge(&managed(&[]), MAIN, MAIN, &|_| false).expect_err("nothing can be absent");
    assert_eq!(
        failure.to_string(),
        "Parameter purge failed on Resources[setting]: Purging is only supported on types that accept 'ensure'"
    );
    assert_eq!(stage.script().gets, 0);
}

// Requirement: CG-7
#[test]
fn what_is_listed_twice_is_taken_away_once() {
    let stage = Stage::notes("").with(existing("a")).with(existing("a"));
    let mut session = stage.session();
    assert_eq!(session.purge(&managed(&[]), MAIN, MAIN, &|_| false).expect("the resources are listed").len(), 1);
}

// Requirement: CG-9
#[test]
fn only_known_types_with_ensure_are_purged() {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut types = Types::default();
    for attributes in ["", ", ensure: {type: 'Enum[present, absent]', desc: e}"] {
        let name = if attributes.is_empty() { "plain" } else { "note" };
        let definition = format!(
            "{{name: {name}, desc: d, attributes: {{name: {{type: String, desc: n, behaviour: namevar}}{attributes}}}}}"
        );
        let definition = pcore::yaml::parse(&definition).expect("valid YAML");
        types.register(ResourceType::new(TypeDefinition::from_value(&definition).expect("valid")), &log);
    }
    let refused = |name: &str| purgeable(&types, name).map(|_| ()).expect_err("it cannot be purged");
    assert!(purgeable(&types, "note").is_ok());
    assert_eq!(
        refused("plain").to_string(),
        "Parameter purge failed on Resources[plain]: Purging is only supported on types that accept 'ensure'"
    );
    assert_eq!(
        refused("foo").to_string(),
        "Parameter name failed on Resources[foo]: Could not find resource type 'foo'"
    );
    assert_eq!(refused("foo").kind(), FailureKind::Resource);
}
