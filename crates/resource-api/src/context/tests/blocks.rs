use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use pcore::{Hash, Value};

use crate::{
    Failure, Outcome, State,
    context::{
        Action,
        fixture::{Fixture, SINGLE, managing},
        message_argument,
    },
    failure::FailureKind,
};

const NOTHING: Option<fn() -> Outcome> = None;

// Requirement: CTX-10, VER-16
#[test]
fn a_block_logs_its_start_and_its_end() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.creating("a", || Ok(())).unwrap();
    context.updating("a", || Ok(())).unwrap();
    context.deleting("a", || Ok(())).unwrap();
    context.block(Action::Updating, ["a", "b"], Some("Msg"), Some(|| Ok(()))).unwrap();
    context.block(Action::Creating, "a", Some("Msg"), Some(|| Ok(()))).unwrap();
    context.block(Action::Deleting, Vec::<String>::new(), Some("Msg"), Some(|| Ok(()))).unwrap();
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: Creating: Start",
            "Notice: t[a]: Creating: Finished in 0.000000 seconds",
            "Debug: t[a]: Updating: Start",
            "Notice: t[a]: Updating: Finished in 0.000000 seconds",
            "Debug: t[a]: Deleting: Start",
            "Notice: t[a]: Deleting: Finished in 0.000000 seconds",
            "Debug: t[a, b]: Msg: Start",
            "Notice: t[a, b]: Msg: Finished in 0.000000 seconds",
            "Debug: t[a]: Msg: Start",
            "Notice: t[a]: Msg: Finished in 0.000000 seconds",
            "Debug: t: Msg: Start",
            "Notice: t: Msg: Finished in 0.000000 seconds",
        ]
    );
    assert!(!context.has_failed());
}

// Requirement: CTX-11
#[test]
fn a_failing_block_warns_at_its_end_and_marks_the_failure() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.failing("a", || Ok(())).unwrap();
    assert!(context.has_failed());
    context.reset_failed();
    let body = || Err(Failure::new("bam"));
    context.block(Action::Failing, "a", Some("Giving up"), Some(body)).unwrap();
    assert!(context.has_failed());
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: Failing: Start",
            "Warning: t[a]: Failing: Finished failing in 0.000000 seconds",
            "Debug: t[a]: Giving up: Start",
            "Err: t[a]: Giving up: Failed after 0.000000 seconds: bam",
        ]
    );
}

// Requirement: CTX-12
#[test]
fn processing_logs_both_states() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let inside = || {
        context.notice("in");
        Ok(())
    };
    context.processing("a", State::new().with("a", 1), "s", inside).unwrap();
    context.processing("a", 1, None::<Value>, || Err(Failure::new("x"))).unwrap();
    assert!(context.has_failed());
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: Processing: Starting processing of a from {:a=>1} to s",
            "Notice: t[a]: Processing: in",
            "Notice: t[a]: Processing: Finished processing a in 0.000000 seconds: s",
            "Debug: t[a]: Processing: Starting processing of a from 1 to ",
            "Err: t[a]: Processing: Failed processing a after 0.000000 seconds: x",
        ]
    );
}

// Requirement: CTX-12
#[test]
fn the_message_of_processing_may_be_a_keyword_or_not() {
    let fixture = Fixture::new(SINGLE);
    let keyword = Value::from([(Value::Symbol("message".into()), Value::from("Mm"))].into_iter().collect::<Hash>());
    for message in [keyword, Value::from("Mm")] {
        let (title, states) = ("a".into(), (&1.into(), &2.into()));
        fixture.context.process(title, states, &message_argument(&message), || Ok(())).unwrap();
        assert_eq!(
            fixture.lines(),
            [
                "Debug: t[a]: Mm: Starting processing of a from 1 to 2",
                "Notice: t[a]: Mm: Finished processing a in 0.000000 seconds: 2",
            ]
        );
    }
}

// Requirement: CTX-13
#[test]
fn times_below_a_second_have_six_decimals_and_others_two() {
    let cases = [
        (Duration::from_micros(137), "0.000137"),
        (Duration::from_millis(999), "0.999000"),
        (Duration::from_secs(1), "1.00"),
        (Duration::from_millis(1010), "1.01"),
        (Duration::from_secs(123_456), "123456.00"),
    ];
    for (time, expected) in cases {
        let fixture = Fixture::new(SINGLE);
        let body = || {
            fixture.clock.pass(time);
            Ok(())
        };
        fixture.context.updating("a", body).unwrap();
        assert_eq!(fixture.lines()[1], format!("Notice: t[a]: Updating: Finished in {expected} seconds"));
    }
}

// Requirement: CTX-14
#[test]
fn an_inner_block_gives_way_to_the_outer_one_again() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let outer = || {
        context.creating("b", || Err(Failure::new("no"))).unwrap();
        context.notice("outer");
        Ok(())
    };
    context.updating("a", outer).unwrap();
    context.notice("outside");
    assert_eq!(
        fixture.lines()[2..],
        [
            "Err: t[b]: Creating: Failed after 0.000000 seconds: no",
            "Notice: t[a]: Updating: outer",
            "Notice: t[a]: Updating: Finished in 0.000000 seconds",
            "Notice: t: outside",
        ]
    );
}

// Requirement: CTX-10, CTX-11, CTX-12, CTX-14
#[test]
fn a_block_inside_another_has_its_own_prefix() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let outer = || {
        context.creating("b", || Ok(()))?;
        context.updating("b", || Ok(()))?;
        context.deleting("b", || Ok(()))?;
        context.failing("b", || Ok(()))?;
        context.processing("b", 1, 2, || Ok(()))
    };
    context.updating("a", outer).unwrap();
    assert_eq!(
        fixture.lines(),
        [
            "Debug: t[a]: Updating: Start",
            "Debug: t[b]: Creating: Start",
            "Notice: t[b]: Creating: Finished in 0.000000 seconds",
            "Debug: t[b]: Updating: Start",
            "Notice: t[b]: Updating: Finished in 0.000000 seconds",
            "Debug: t[b]: Deleting: Start",
            "Notice: t[b]: Deleting: Finished in 0.000000 seconds",
            "Debug: t[b]: Failing: Start",
            "Warning: t[b]: Failing: Finished failing in 0.000000 seconds",
            "Debug: t[b]: Processing: Starting processing of b from 1 to 2",
            "Notice: t[b]: Processing: Finished processing b in 0.000000 seconds: 2",
            "Notice: t[a]: Updating: Finished in 0.000000 seconds",
        ]
    );
}

// Requirement: CTX-20, CTX-30
#[test]
fn a_failure_is_logged_swallowed_and_marked() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    assert!(!context.has_failed());
    for failure in [Failure::new("x"), Failure::developer("x"), Failure::resource("x")] {
        context.updating("a", || Err(failure)).unwrap();
        assert!(context.has_failed());
        context.reset_failed();
        assert!(!context.has_failed());
    }
    assert_eq!(fixture.loud().len(), 3);
    context.notice("closed");
    assert_eq!(fixture.lines(), ["Notice: t: closed"]);
}

// Requirement: CTX-20
#[test]
fn a_fatal_failure_leaves_the_block_unlogged_and_the_block_is_closed() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let failure = context.updating("a", || Err(Failure::fatal("the disk is gone"))).unwrap_err();
    assert_eq!((failure.kind(), failure.to_string().as_str()), (FailureKind::Fatal, "the disk is gone"));
    context.notice("closed");
    assert_eq!(fixture.lines(), ["Debug: t[a]: Updating: Start", "Notice: t: closed"]);
}

// Requirement: CTX-20
#[test]
fn a_panic_closes_the_block() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let body = || context.updating("a", || panic!("on purpose"));
    assert!(catch_unwind(AssertUnwindSafe(body)).is_err());
    context.notice("closed");
    assert_eq!(fixture.lines()[1..], ["Notice: t: closed"]);
}

// Requirement: CTX-21, VER-16
#[test]
fn the_line_of_a_failure_has_the_time_and_the_reason() {
    let fixture = Fixture::new(SINGLE);
    let body = || {
        fixture.clock.pass(Duration::from_millis(1500));
        Err(Failure::new("boom"))
    };
    fixture.context.creating(["a", "b"], body).unwrap();
    assert_eq!(fixture.loud(), ["Err: t[a, b]: Creating: Failed after 1.50 seconds: boom"]);
}

#[derive(Debug, thiserror::Error)]
#[error("cannot read the keyring")]
struct Outer(#[source] std::num::ParseIntError);

// Requirement: CTX-22
#[test]
fn with_trace_the_causes_of_a_failure_follow() {
    let fails = || -> Outcome { Err(Outer("x".parse::<u8>().unwrap_err()).into()) };
    let quiet = Fixture::new(SINGLE);
    quiet.context.updating("a", fails).unwrap();
    let line = "Err: t[a]: Updating: Failed after 0.000000 seconds: cannot read the keyring";
    assert_eq!(quiet.loud(), [line]);
    let traced = Fixture::adapted(SINGLE, |context| context.with_trace(true));
    traced.context.updating("a", fails).unwrap();
    assert_eq!(traced.loud(), [format!("{line}\ncaused by: invalid digit found in string")]);
    traced.context.updating("a", || Err(Failure::new("nothing behind it"))).unwrap();
    assert_eq!(traced.loud(), ["Err: t[a]: Updating: Failed after 0.000000 seconds: nothing behind it"]);
}

// Requirement: CTX-23
#[test]
fn a_block_without_a_body_fails() {
    for action in [Action::Creating, Action::Updating, Action::Deleting, Action::Failing] {
        let fixture = Fixture::new(SINGLE);
        fixture.context.block(action, "a", None, NOTHING).unwrap();
        assert!(fixture.context.has_failed());
        let prefix = format!("t[a]: {}", action.message());
        assert_eq!(
            fixture.lines(),
            [
                format!("Debug: {prefix}: Start"),
                format!("Err: {prefix}: Failed after 0.000000 seconds: no block given (yield)"),
            ]
        );
    }
}

// Requirement: CTX-47, VER-14
#[test]
fn fail_ends_the_block_as_a_failure() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let body = || {
        context.fail("no answer")?;
        context.notice("not reached");
        Ok(())
    };
    context.updating("a", body).unwrap();
    assert!(context.has_failed());
    assert_eq!(fixture.loud(), ["Err: t[a]: Updating: Failed after 0.000000 seconds: no answer"]);
}

// Requirement: CTX-62
#[test]
fn one_block_may_be_about_many_resources() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let changes = managing(&["a", "b"]);
    let names: Vec<_> = changes.iter().map(|change| &change.name).collect();
    let set = context.begin_set(&changes);
    context.updating(names, || Ok(())).unwrap();
    drop(set);
    assert_eq!(fixture.loud(), ["Notice: t[a, b]: Updating: Finished in 0.000000 seconds"]);
}
