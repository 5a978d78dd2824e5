use pcore::{Hash, Value};

use crate::{
    Failure, Identity, Outcome, State,
    context::fixture::{COMPOSITE, Fixture, SINGLE},
    failure::FailureKind,
};

// Requirement: CTX-40
#[test]
fn actions_name_what_was_done_with_the_titles() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.created("a").unwrap();
    context.updated(["a", "b"]).unwrap();
    let title: Hash = [(Value::Symbol("a".into()), Value::from(1))].into_iter().collect();
    context.deleted(Value::from(title)).unwrap();
    context.done("a", "Made").unwrap();
    let body = || {
        context.created("a")?;
        context.updated(["a", "b"])?;
        context.done("a", "Gone")
    };
    context.creating("a", body).unwrap();
    assert_eq!(
        fixture.loud(),
        [
            "Notice: t: Created: a",
            r#"Notice: t: Updated: ["a", "b"]"#,
            "Notice: t: Deleted: {:a=>1}",
            "Notice: t: Made: a",
            "Notice: t[a]: Creating: Created: a",
            r#"Notice: t[a]: Creating: Updated: ["a", "b"]"#,
            "Notice: t[a]: Creating: Gone: a",
            "Notice: t[a]: Creating: Finished in 0.000000 seconds",
        ]
    );
}

// Requirement: CTX-41
#[test]
fn processed_logs_both_states() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.processed("a", (), ["x"]).unwrap();
    context.processed("a", State::new().with("p", 1), State::new().with("p", "b")).unwrap();
    context.updating("a", || context.processed("a", 1, 2)).unwrap();
    assert_eq!(
        fixture.loud()[..3],
        [
            r#"Notice: t: Processed a from  to ["x"]"#,
            r#"Notice: t: Processed a from {:p=>1} to {:p=>"b"}"#,
            "Notice: t[a]: Updating: Processed a from 1 to 2",
        ]
    );
}

// Requirement: CTX-42
#[test]
fn failed_is_an_error_about_the_titles_and_marks_the_failure() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.failed("a").unwrap();
    assert!(context.has_failed());
    context.reset_failed();
    context.failed_as(["a", "b"], "x").unwrap();
    assert!(context.has_failed());
    context.updating("a", || context.failed("b")).unwrap();
    assert_eq!(
        fixture.loud()[..3],
        ["Err: t[a]: Updating has failed", "Err: t[a, b]: x", "Err: t[b]: Updating has failed"]
    );
}

// Requirement: CTX-43
#[test]
fn a_changed_attribute_is_logged_with_both_values() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.attribute_changed("a", "prop", (), false).unwrap();
    context.attribute_changed("a", "prop", 1, 2.5).unwrap();
    context.attribute_changed("a", "prop", "x", ["q"]).unwrap();
    context.attribute_changed_as("a", "prop", true, Value::Symbol("s".into()), "why").unwrap();
    context.attribute_changed("a", "prop", "", State::new().with("a", 1)).unwrap();
    context.updating("a", || context.attribute_changed("a", "prop", (), 1)).unwrap();
    assert_eq!(
        fixture.loud()[..6],
        [
            "Notice: t: a: attribute 'prop' changed from nil to nil",
            "Notice: t: a: attribute 'prop' changed from 1 to 2.5",
            r#"Notice: t: a: attribute 'prop' changed from 'x' to '["q"]'"#,
            "Notice: t: a: attribute 'prop' changed from 'true' to 's': why",
            "Notice: t: a: attribute 'prop' changed from '' to '{:a=>1}'",
            "Notice: t[a]: Updating: a: attribute 'prop' changed from nil to 1",
        ]
    );
}

// Requirement: CTX-44, VER-14
#[test]
fn inside_a_block_a_changed_attribute_needs_no_title() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let body = || {
        context.attribute_changed_here("prop", 1, 2)?;
        context.attribute_changed_as("a", "prop", 1, 2, "why")
    };
    context.updating("a", body).unwrap();
    context.updating(["a"], body).unwrap();
    let line = "Notice: t[a]: Updating: a: attribute 'prop' changed from 1 to 2";
    let end = "Notice: t[a]: Updating: Finished in 0.000000 seconds";
    let why = format!("{line}: why");
    assert_eq!(fixture.loud(), [line, &why, end, line, &why, end]);
    let failure = context.attribute_changed_here("prop", 1, 2).unwrap_err();
    assert_eq!(
        (failure.kind(), failure.to_string().as_str()),
        (FailureKind::Developer, "attribute_changed needs a title outside of a block such as `updating`")
    );
}

// Requirement: CTX-45
#[test]
fn functions_for_one_resource_refuse_lists() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let map: Value = [(Value::from("other"), Value::from(1))].into_iter().collect::<Hash>().into();
    let refused: [(&str, Outcome); 4] = [
        ("processing", context.processing(["a"], 1, 2, || Ok(()))),
        ("processed", context.processed(&map, 1, 2)),
        ("attribute_changed", context.attribute_changed(Vec::<&str>::new(), "prop", 1, 2)),
        ("attribute_changed", context.attribute_changed(&map, "prop", 1, 2)),
    ];
    for (function, outcome) in refused {
        let failure: Failure = outcome.unwrap_err();
        assert_eq!(failure.to_string(), format!("{function} only accepts a single resource title"));
        assert_eq!(failure.kind(), FailureKind::Ordinary);
    }
    assert!(fixture.lines().is_empty());
}

// Requirement: CTX-45
#[test]
fn a_composite_title_is_one_title() {
    let fixture = Fixture::new(COMPOSITE);
    let context = &fixture.context;
    let title = Identity::new([("package".into(), "php".into()), ("manager".into(), "gem".into())]);
    context.attribute_changed(&title, "ensure", "absent", "present").unwrap();
    context.processed(&title, 1, 2).unwrap();
    context.processing(&title, 1, 2, || Ok(())).unwrap();
    let shown = r#"{:package=>"php", :manager=>"gem"}"#;
    assert_eq!(
        fixture.loud(),
        [
            format!("Notice: t: {shown}: attribute 'ensure' changed from 'absent' to 'present'"),
            format!("Notice: t: Processed {shown} from 1 to 2"),
            format!("Notice: t[{shown}]: Processing: Finished processing {shown} in 0.000000 seconds: 2"),
        ]
    );
}

// Requirement: CTX-46, VER-14
#[test]
fn unchanged_says_nothing() {
    let fixture = Fixture::new(SINGLE);
    fixture.context.unchanged(["a", "b"]).unwrap();
    assert!(fixture.lines().is_empty());
    fixture.context.updating("a", || fixture.context.unchanged("a")).unwrap();
    assert_eq!(fixture.loud(), ["Notice: t[a]: Updating: Finished in 0.000000 seconds"]);
    assert!(!fixture.context.has_failed());
}

#[derive(Debug, thiserror::Error)]
#[error("cannot read the keyring")]
struct Outer(#[source] std::num::ParseIntError);

// Requirement: CTX-49
#[test]
fn a_failure_can_be_logged_without_failing() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let failure = Failure::new("boo");
    context.log_exception(&failure);
    context.log_exception_as(&failure, "M", false);
    let body = || {
        context.log_exception(&failure);
        Ok(())
    };
    context.updating("a", body).unwrap();
    let with_cause = Failure::from(Outer("x".parse::<u8>().unwrap_err()));
    context.log_exception_as(&with_cause, "M", false);
    context.log_exception_as(&with_cause, "M", true);
    assert_eq!(
        fixture.loud(),
        [
            "Err: t: Error encountered: boo",
            "Err: t: M: boo",
            "Err: t[a]: Updating: Error encountered: boo",
            "Notice: t[a]: Updating: Finished in 0.000000 seconds",
            "Err: t: M: cannot read the keyring",
            "Err: t: M: cannot read the keyring\ncaused by: invalid digit found in string",
        ]
    );
    assert!(!context.has_failed());
}
