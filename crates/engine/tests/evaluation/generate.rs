//! Resources that a provider adds to the run.

use ecow::EcoString;
use resource_api::{Failure, Generated, Identity, State, failure::FailureKind};

use crate::support::{SOFTWARE, Stage, build, check_refused, existing};

fn generating(generated: &'static [&'static str]) -> Stage {
    let stage = Stage::notes("custom_generate").with(existing("a").with("text", "old"));
    stage.script().on_generate = Some(Box::new(move || {
        let one = |title: &&str| Generated {
            type_name: "note".into(),
            title: (*title).into(),
            attributes: vec![("ensure".into(), "present".into())],
        };
        Ok(generated.iter().map(one).collect())
    }));
    stage
}

// Requirement: CG-1, CG-2
#[test]
fn the_provider_is_asked_without_reading_the_system() {
    let stage = generating(&[]);
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[("text", "new".into())]);
    assert_eq!(session.generate(&resource).expect("it works"), []);
    let script = stage.script();
    let [(title, is, should)] = script.generates.as_slice() else { panic!("one question") };
    assert_eq!((title.name(), is), ("a", &None));
    assert_eq!(*should, State::new().with("name", "a").with("text", "new"));
    assert_eq!((script.gets, script.sets.len()), (0, 0));
}

// Requirement: CG-2
#[test]
fn a_composite_title_has_all_namevars_and_the_target_is_canonical() {
    let stage = Stage::new(&SOFTWARE.replace("FEATURES", "custom_generate"));
    stage.script().on_generate = Some(Box::new(|| Ok(Vec::new())));
    let mut session = stage.session();
    let resource = build(&mut session, "php", &[("manager", "yum".into()), ("version", "8.2-RC1".into())]);
    session.generate(&resource).expect("it works");
    let script = stage.script();
    let (title, _, should) = &script.generates[0];
    assert_eq!(*title, Identity::new([("package".into(), "php".into()), ("manager".into(), "yum".into())]));
    let namevars = State::new().with("package", "php").with("manager", "yum");
    assert_eq!(*should, namevars.with("version", "8.2-rc1").with("channel", "stable"));
}

// Requirement: CG-2
#[test]
fn a_state_that_is_known_is_passed() {
    let stage = generating(&[]);
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[("text", "new".into())]);
    session.current(&resource).expect("it is read");
    session.generate(&resource).expect("it works");
    assert_eq!(stage.script().generates[0].1, Some(existing("a").with("text", "old")));
}

// Requirement: CG-3
#[test]
fn generated_resources_share_the_container_and_generate_others() {
    let stage = generating(&["b", "c"]);
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[]);
    let generated = session.generate(&resource).expect("it works");
    let paths: Vec<EcoString> = generated
        .iter()
        .map(|generated| {
            let built =
                session.build(&generated.title, &generated.attributes, "/Stage[main]/Main").expect("it is valid");
            session.generate(&built).expect("it works");
            built.path().clone()
        })
        .collect();
    assert_eq!(paths, ["/Stage[main]/Main/Note[b]", "/Stage[main]/Main/Note[c]"]);
    let asked: Vec<String> = stage.script().generates.iter().map(|(title, ..)| title.to_string()).collect();
    assert_eq!(asked, ["a", "b", "c"]);
}

// Requirement: CG-4
#[test]
fn what_is_no_resource_ends_the_run() {
    let stage = generating(&[]);
    stage.script().on_generate = Some(Box::new(|| Generated::from_value(&"Note[b]".into())));
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[]);
    let failure = session.generate(&resource).expect_err("it is no resource");
    assert_eq!(failure.kind(), FailureKind::Fatal);
    assert_eq!(stage.lines(), [""; 0], "the caller reports it");
}

// Requirement: CG-5
#[test]
fn a_type_whose_provider_lacks_the_function_has_no_resources() {
    check_refused("custom_generate", "generate");
}

// Requirement: CG-5
#[test]
fn after_a_failure_the_resource_can_be_evaluated() {
    let stage = generating(&["b"]);
    stage.script().on_generate = Some(Box::new(|| Err(Failure::new("no idea"))));
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[("ensure", "present".into())]);
    assert_eq!(session.generate(&resource).expect_err("nothing is generated").to_string(), "no idea");
    assert_eq!(stage.lines(), [""; 0], "the caller reports it");
    assert!(session.evaluate(&resource).failure.is_none());
}

// Requirement: CG-6
#[test]
fn without_the_feature_the_provider_is_not_called() {
    let stage = Stage::notes("");
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[]);
    assert_eq!(session.generate(&resource).expect("there is nothing to do"), []);
    assert!(stage.script().generates.is_empty());
}
