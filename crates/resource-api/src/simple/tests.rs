use super::*;
use crate::{
    context::fixture::{COMPOSITE, Fixture, SINGLE, change},
    failure::FailureKind,
};

/// A provider that records calls.
#[derive(Default)]
struct Calls {
    exists: Vec<State>,
    calls: Vec<String>,
    fails: bool,
}

impl Calls {
    fn ended(&self) -> Outcome {
        if self.fails { Err(Failure::new("no luck")) } else { Ok(()) }
    }
}

#[resource_api::provider]
impl SimpleProvider for Calls {
    type Resource = State;

    fn get(&mut self, _context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names: Option<Vec<String>> = request.names().map(|names| names.iter().map(ToString::to_string).collect());
        self.calls.push(format!("get {names:?}"));
        Ok(self.exists.clone())
    }

    fn create(&mut self, context: &Context, name: &Identity, should: State) -> Outcome {
        context.notice("working");
        self.calls.push(format!("create {name} {}", crate::render::inspect_state(&should)));
        self.ended()
    }

    fn update(&mut self, _context: &Context, name: &Identity, _is: State, should: State) -> Outcome {
        self.calls.push(format!("update {name} {}", crate::render::inspect_state(&should)));
        self.ended()
    }

    fn delete(&mut self, _context: &Context, name: &Identity) -> Outcome {
        self.calls.push(format!("delete {name}"));
        self.ended()
    }
}

/// A provider that can only read.
struct Reader;

#[resource_api::provider]
impl SimpleProvider for Reader {
    type Resource = State;

    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }
}

fn ensured(ensure: &str) -> Option<State> {
    Some(State::new().with("name", "a").with("ensure", ensure))
}

/// Returns the calls that bring a resource from one state to another, with their block.
#[track_caller]
fn check_called(is: Option<State>, should: Option<State>, expected: &[&str]) {
    let fixture = Fixture::new(SINGLE);
    let mut simple = Simple(Calls::default());
    simple.set(&fixture.context, &Changes::new(vec![change("a", is, should)], false)).unwrap();
    assert_eq!(simple.0.calls, expected);
    let block = expected.first().map(|call| match call.split_once(' ') {
        Some(("create", _)) => "Creating",
        Some(("update", _)) => "Updating",
        _ => "Deleting",
    });
    let start = block.map(|block| format!("Debug: t[a]: {block}: Start"));
    assert_eq!(fixture.lines().first(), start.as_ref());
}

// Requirement: SP-1, SP-5
#[test]
fn a_resource_is_created_updated_or_deleted_by_its_ensure() {
    let present = || ensured("present");
    let absent = || ensured("absent");
    check_called(absent(), present(), &[r#"create a {:name=>"a", :ensure=>"present"}"#]);
    check_called(present(), absent(), &["delete a"]);
    check_called(present(), present(), &[r#"update a {:name=>"a", :ensure=>"present"}"#]);
    // What is not set stays, so it is a part of what is wanted.
    check_called(present(), Some(State::new().with("name", "a")), &[r#"update a {:name=>"a", :ensure=>"present"}"#]);
    let undef = Some(State::new().with("name", "a").with("ensure", Value::Undef));
    check_called(present(), undef.clone(), &[r#"update a {:name=>"a", :ensure=>"present"}"#]);
    check_called(absent(), absent(), &[]);
    check_called(absent(), undef, &[]);
    check_called(absent(), Some(State::new().with("name", "a")), &[]);
}

// Requirement: SP-4, SET-3
#[test]
fn ensure_counts_by_its_text_and_what_is_missing_is_absent() {
    let symbol = |ensure: &str| Some(State::new().with("name", "a").with("ensure", Value::Symbol(ensure.into())));
    check_called(symbol("absent"), ensured("present"), &[r#"create a {:name=>"a", :ensure=>"present"}"#]);
    check_called(ensured("present"), None, &["delete a"]);
    check_called(ensured("absent"), None, &[]);
    // A state without `ensure` is neither present nor absent.
    check_called(Some(State::new().with("name", "a")), ensured("present"), &[]);
    check_called(Some(State::new().with("name", "a")), ensured("absent"), &[]);
}

// Requirement: SP-2
#[test]
fn an_unread_state_is_read_once_and_searched_by_the_namevars() {
    let fixture = Fixture::new(SINGLE);
    let mut simple = Simple(Calls { exists: vec![ensured("present").unwrap()], ..Calls::default() });
    let changes = vec![
        change("a", None, ensured("absent")),
        change("b", None, Some(State::new().with("name", "b").with("ensure", "present"))),
        change("c", None, None),
    ];
    simple.set(&fixture.context, &Changes::new(changes, false)).unwrap();
    assert_eq!(simple.0.calls, ["get None", "delete a", r#"create b {:name=>"b", :ensure=>"present"}"#]);
}

// Requirement: SP-2
#[test]
fn an_unread_state_is_requested_by_name_with_the_filter_feature() {
    let fixture = Fixture::new(&SINGLE.replace("supports_noop", "simple_get_filter"));
    let mut simple = Simple(Calls { exists: vec![ensured("present").unwrap()], ..Calls::default() });
    let changes = vec![change("a", None, ensured("absent")), change("b", None, None)];
    simple.set(&fixture.context, &Changes::new(changes, false)).unwrap();
    assert_eq!(simple.0.calls, [r#"get Some(["a"])"#, "delete a", r#"get Some(["b"])"#]);
}

// Requirement: SP-2
#[test]
fn a_state_that_the_provider_finds_itself_is_checked() {
    let fixture = Fixture::new(SINGLE);
    let wrong = State::new().with("name", "a").with("ensure", "maybe");
    let mut simple = Simple(Calls { exists: vec![wrong], ..Calls::default() });
    let failure = simple.set(&fixture.context, &Changes::new(vec![change("a", None, None)], false)).unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Developer);
    assert!(
        failure.to_string().starts_with("Provider returned data that does not match the Type Schema for `t[a]`"),
        "{failure}"
    );
    // What is not there cannot be wrong.
    simple.set(&fixture.context, &Changes::new(vec![change("b", None, None)], false)).unwrap();
}

// Requirement: SP-3
#[test]
fn a_type_without_ensure_is_refused() {
    let fixture = Fixture::new("{name: t, desc: d, attributes: {name: {type: String, desc: d, behaviour: namevar}}}");
    let changes = Changes::new(vec![change("a", Some(State::new()), ensured("present"))], false);
    let failure = Simple(Calls::default()).set(&fixture.context, &changes).unwrap_err();
    assert_eq!(failure.to_string(), "SimpleProvider cannot be used with a Type that is not ensurable");
    assert_eq!(failure.kind(), FailureKind::Ordinary);
}

// Requirement: SP-6
#[test]
fn a_composite_name_has_all_namevars_and_is_logged_as_a_map() {
    let fixture = Fixture::new(COMPOSITE);
    let name = Identity::new([("package".into(), "php".into()), ("manager".into(), "gem".into())]);
    let should = State::new().with("manager", "gem").with("package", "php").with("ensure", "present");
    let is = State::new().with("title", "php/gem").with("ensure", "absent");
    let mut simple = Simple(Calls::default());
    simple
        .set(&fixture.context, &Changes::new(vec![Change { name, is: Some(is), should: Some(should) }], false))
        .unwrap();
    assert_eq!(
        simple.0.calls,
        [r#"create {:package=>"php", :manager=>"gem"} {:manager=>"gem", :package=>"php", :ensure=>"present"}"#]
    );
    assert_eq!(fixture.lines()[0], r#"Debug: t[{:package=>"php", :manager=>"gem"}]: Creating: Start"#);
}

// Requirement: SP-7, SP-8
#[test]
fn what_a_provider_does_not_implement_fails_the_resource_and_the_others_go_on() {
    let fixture = Fixture::new(SINGLE);
    let should = |ensure: &str| ensured(ensure);
    let changes = vec![
        change("a", ensured("present"), should("present")),
        change("b", ensured("absent"), should("present")),
        change("c", ensured("present"), None),
    ];
    Simple(Reader).set(&fixture.context, &Changes::new(changes, false)).unwrap();
    assert!(fixture.context.has_failed());
    assert_eq!(
        fixture.loud(),
        [
            "Err: t[a]: Updating: Failed after 0.000000 seconds: Reader has not implemented `update`",
            "Err: t[b]: Creating: Failed after 0.000000 seconds: Reader has not implemented `create`",
            "Err: t[c]: Deleting: Failed after 0.000000 seconds: Reader has not implemented `delete`",
        ]
    );
}

// Requirement: SP-8
#[test]
fn a_failure_is_logged_and_the_remaining_resources_are_still_changed() {
    let fixture = Fixture::new(SINGLE);
    let mut simple = Simple(Calls { fails: true, ..Calls::default() });
    let changes =
        vec![change("a", ensured("present"), ensured("absent")), change("b", ensured("present"), ensured("absent"))];
    simple.set(&fixture.context, &Changes::new(changes, false)).unwrap();
    assert_eq!(simple.0.calls, ["delete a", "delete b"]);
    assert_eq!(fixture.loud()[0], "Err: t[a]: Deleting: Failed after 0.000000 seconds: no luck");
    assert!(fixture.context.has_failed());
}

// Requirement: SP-9
#[test]
fn under_noop_the_steps_are_logged_and_nothing_is_called() {
    let fixture = Fixture::new(SINGLE);
    let mut simple = Simple(Calls::default());
    let changes =
        vec![change("a", ensured("absent"), ensured("present")), change("b", ensured("present"), ensured("absent"))];
    simple.set(&fixture.context, &Changes::new(changes, true)).unwrap();
    assert!(simple.0.calls.is_empty());
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: Creating (noop): Start",
            "Notice: t[a]: Creating (noop): Finished in 0.000000 seconds",
            "Debug: t[b]: Deleting (noop): Start",
            "Notice: t[b]: Deleting (noop): Finished in 0.000000 seconds",
        ]
    );
}

// Requirement: SP-10, VER-10
#[test]
fn the_namevar_may_have_any_name() {
    let fixture = Fixture::new(
        "{name: t, desc: d, attributes: {path: {type: String, desc: d, behaviour: namevar},
          ensure: {type: 'Enum[present, absent]', desc: d}}}",
    );
    let exists = State::new().with("path", "/a").with("ensure", "present");
    let mut simple = Simple(Calls { exists: vec![exists], ..Calls::default() });
    let name = Identity::single("path", "/a");
    simple.set(&fixture.context, &Changes::new(vec![Change { name, is: None, should: None }], false)).unwrap();
    assert_eq!(simple.0.calls, ["get None", "delete /a"]);
}

// Requirement: SP-11
#[test]
fn the_lines_of_a_creation_are_start_messages_and_end() {
    let fixture = Fixture::new(SINGLE);
    let changes = Changes::new(vec![change("a", ensured("absent"), ensured("present"))], false);
    Simple(Calls::default()).set(&fixture.context, &changes).unwrap();
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: Creating: Start",
            "Notice: t[a]: Creating: working",
            "Notice: t[a]: Creating: Finished in 0.000000 seconds",
        ]
    );
}

// Requirement: SP-8
#[test]
fn a_fatal_failure_ends_the_set() {
    struct Fatal;
    #[resource_api::provider]
    impl SimpleProvider for Fatal {
        type Resource = State;
        fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
            Ok(Vec::new())
        }
        fn delete(&mut self, _context: &Context, _name: &Identity) -> Outcome {
            Err(Failure::fatal("the disk is gone"))
        }
    }
    let fixture = Fixture::new(SINGLE);
    let changes =
        Changes::new(vec![change("a", ensured("present"), None), change("b", ensured("present"), None)], false);
    let failure = Simple(Fatal).set(&fixture.context, &changes).unwrap_err();
    assert_eq!((failure.kind(), failure.to_string().as_str()), (FailureKind::Fatal, "the disk is gone"));
    assert_eq!(fixture.lines(), ["Debug: t[a]: Deleting: Start"]);
}

#[test]
fn names_of_providers_are_shown_without_modules() {
    assert_eq!(without_paths("a::b::Thing<c::Other<'_>, (d::X, [u8; 4])>"), "Thing<Other<'_>, (X, [u8; 4])>");
}

/// A provider of packages with titles.
struct Packages;

#[resource_api::provider]
impl SimpleProvider for Packages {
    type Resource = State;

    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(vec![State::new().with("package", "php").with("manager", "yum"), State::new().with("package", "ruby")])
    }

    fn title(&self, resource: &State) -> Option<String> {
        Some(format!("{}/{}", resource.text("package")?, resource.text("manager")?))
    }
}

#[test]
fn resources_get_the_title_that_the_provider_gives_them() {
    let fixture = Fixture::new(COMPOSITE);
    let found = Simple(Packages).get(&fixture.context, &Request::ALL).unwrap();
    assert_eq!(found[0].text("title"), Some("php/yum"));
    assert_eq!(found[1].get("title"), None);
}
