use crate::{
    Change, Changes, Context, Failure, Identity, Outcome, State,
    context::{
        Reported,
        fixture::{COMPOSITE, Fixture, SINGLE, change, managing},
    },
    failure::FailureKind,
};

// Requirement: CTX-60, VER-21
#[test]
fn during_a_set_titles_of_other_resources_are_refused() {
    let functions: [fn(&Context) -> Outcome; 14] = [
        |context| context.notice_for("b", "m"),
        |context| context.debug_for(["a", "b"], "m"),
        |context| context.creating("b", || panic!("the body must not run")),
        |context| context.updating(["a", "b"], || panic!("the body must not run")),
        |context| context.deleting("b", || panic!("the body must not run")),
        |context| context.failing("b", || panic!("the body must not run")),
        |context| context.processing("b", 1, 2, || panic!("the body must not run")),
        |context| context.created("b"),
        |context| context.updated("b"),
        |context| context.deleted("b"),
        |context| context.failed("b"),
        |context| context.processed("b", 1, 2),
        |context| context.unchanged("b"),
        |context| context.attribute_changed("b", "prop", 1, 2),
    ];
    for function in functions {
        let fixture = Fixture::new(SINGLE);
        let changes = managing(&["a", "c"]);
        let set = fixture.context.begin_set(&changes);
        let failure = function(&fixture.context).unwrap_err();
        assert_eq!(failure.to_string(), "Managing resource outside of requested set: b");
        assert_eq!(failure.kind(), FailureKind::Developer);
        assert!(fixture.loud().is_empty());
        assert!(!fixture.context.has_failed());
        drop(set);
        // Outside of a set any resource may be named.
        fixture.context.notice_for("b", "m").unwrap();
        assert_eq!(fixture.lines(), ["Notice: t[b]: m"]);
    }
}

// Requirement: CTX-60
#[test]
fn the_resources_of_a_set_may_be_named_in_every_form() {
    let fixture = Fixture::new(COMPOSITE);
    let context = &fixture.context;
    let name = Identity::new([("package".into(), "php".into()), ("manager".into(), "gem".into())]);
    let is = State::new().with("title", "php/gem").with("ensure", "absent");
    let changes = Changes::new(vec![Change { name: name.clone(), is: Some(is), should: None }], false);
    let _set = context.begin_set(&changes);
    context.notice_for(&name, "m").unwrap();
    context.notice_for("php/gem", "m").unwrap();
    context.notice_for(name.to_string(), "m").unwrap();
    let reversed = Identity::new([("manager".into(), "gem".into()), ("package".into(), "php".into())]);
    context.notice_for(&reversed, "m").unwrap();
    context.notice_for((), "m").unwrap();
    assert!(context.notice_for("php", "m").is_err());
    assert!(context.notice_for("gem", "m").is_err());
}

// Requirement: CTX-60
#[test]
fn numbers_are_names_by_their_text() {
    let fixture = Fixture::new(SINGLE);
    let changes = Changes::new(vec![Change { name: Identity::single("name", 5), is: None, should: None }], false);
    let _set = fixture.context.begin_set(&changes);
    fixture.context.notice_for("5", "m").unwrap();
    fixture.context.notice_for(5, "m").unwrap();
    assert!(fixture.context.notice_for(6, "m").is_err());
}

// Requirement: CTX-60
#[test]
fn instances_that_are_not_managed_have_a_form_of_their_own() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let changes = managing(&["a"]);
    let _set = context.begin_set(&changes);
    context.unmanaged("b").debug("m");
    context.unmanaged(["b", "c"]).info("m");
    context.unmanaged("b").notice("m");
    context.unmanaged("b").warning("m");
    context.unmanaged(()).err("m");
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[b] (unmanaged): m",
            "Info: t[b, c] (unmanaged): m",
            "Notice: t[b] (unmanaged): m",
            "Warning: t[b] (unmanaged): m",
            "Err: t (unmanaged): m",
        ]
    );
    assert!(!context.has_failed());
}

// Requirement: CTX-61
#[test]
fn lines_in_the_wrong_order_are_noted_for_debugging_once() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let changes = managing(&["a", "b"]);
    let set = context.begin_set(&changes);
    context.notice_for("a", "m").unwrap();
    context.notice_for("a", "m").unwrap();
    let body = || {
        context.attribute_changed("b", "prop", 1, 2)?;
        context.updated("b")?;
        context.attribute_changed("b", "prop", 1, 2)
    };
    context.updating("b", body).unwrap();
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: its provider logs for it before it opens a block such as `updating` for it",
            "Notice: t[a]: m",
            "Notice: t[a]: m",
            "Debug: t[b]: Updating: Start",
            "Notice: t[b]: Updating: b: attribute 'prop' changed from 1 to 2",
            "Notice: t[b]: Updating: Updated: b",
            "Debug: t[b]: its provider logs the change of an attribute after the action",
            "Notice: t[b]: Updating: b: attribute 'prop' changed from 1 to 2",
            "Notice: t[b]: Updating: Finished in 0.000000 seconds",
        ]
    );
    drop(set);
    context.notice_for("a", "m").unwrap();
    assert_eq!(fixture.lines(), ["Notice: t[a]: m"]);
    assert!(!context.has_failed());
}

#[test]
fn a_set_knows_how_each_resource_ended() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let changes = managing(&["a", "b", "c", "d", "e"]);
    let set = context.begin_set(&changes);
    context.updating("a", || Ok(())).unwrap();
    context.updating("b", || Err(Failure::new("x"))).unwrap();
    context.updated("b").unwrap();
    context.unchanged("c").unwrap();
    context.failed("d").unwrap();
    let reported = changes.iter().map(|change| context.reported(&change.name)).collect::<Vec<_>>();
    let (done, failed) = (Some(Reported::Done), Some(Reported::Failed));
    assert_eq!(reported, [done, failed, done, failed, None]);
    drop(set);
    assert_eq!(context.reported(&changes.iter().next().unwrap().name), None);
}

#[test]
fn noop_is_that_of_the_changes_while_the_set_runs() {
    let fixture = Fixture::new(SINGLE);
    let set = fixture.context.begin_set(&Changes::new(vec![change("a", None, None)], true));
    assert!(fixture.context.noop());
    drop(set);
    assert!(!fixture.context.noop());
}

#[test]
fn a_set_may_have_many_resources() {
    let fixture = Fixture::new(SINGLE);
    let names: Vec<String> = (0..100_000).map(|number| format!("name {number}")).collect();
    let changes = managing(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let _set = fixture.context.begin_set(&changes);
    for change in &changes {
        fixture.context.updating(&change.name, || Ok(())).unwrap();
    }
    assert!(!fixture.context.has_failed());
}
