use pcore::{Hash, Value};

use crate::{
    Context, Identity,
    context::{
        Relay,
        fixture::{COMPOSITE, Fixture, SINGLE},
    },
    log::Level,
};

fn symbol(name: &str) -> Value {
    Value::Symbol(name.into())
}

fn map(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
    entries.into_iter().collect::<Hash>().into()
}

/// Calls `notice` like a provider in a dynamic language.
#[track_caller]
fn check(arguments: &[Value], expected: &str) {
    let fixture = Fixture::new(SINGLE);
    Relay::new(&fixture.context).log_arguments(Level::Notice, arguments).unwrap();
    assert_eq!(fixture.lines(), [format!("Notice: {expected}")]);
}

// Requirement: CTX-1, LOG-7, VER-15
#[test]
fn a_message_begins_with_the_type_and_has_no_source() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.debug("m");
    context.info("m");
    context.notice("m");
    context.warning("m");
    context.err(format!("{}", 5));
    assert!(fixture.recorder.entries().iter().all(|entry| entry.source.is_none()));
    assert_eq!(fixture.lines(), ["Debug: t: m", "Info: t: m", "Notice: t: m", "Warning: t: m", "Err: t: 5"]);
    check(&[Value::Undef], "t: ");
    check(&[symbol("word")], "t: word");
}

/// Fails to compile if the context has functions with these names.
trait Missing {
    fn critical(&self, _message: &str) -> &'static str {
        "missing"
    }

    fn alert(&self, _message: &str) -> &'static str {
        "missing"
    }

    fn emerg(&self, _message: &str) -> &'static str {
        "missing"
    }
}

impl Missing for Context {}

// Requirement: CTX-1
#[test]
fn levels_above_errors_are_not_for_providers() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    assert_eq!([context.critical("m"), context.alert("m"), context.emerg("m")], ["missing"; 3]);
    assert!(fixture.lines().is_empty());
}

// Requirement: CTX-1
#[test]
fn a_message_inside_a_block_begins_with_the_block() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let body = || {
        context.debug("m");
        context.info("m");
        context.notice("m");
        context.warning("m");
        context.err("m");
        Ok(())
    };
    context.updating("a", body).unwrap();
    let prefix = "t[a]: Updating: m";
    let levels = ["Debug", "Info", "Notice", "Warning", "Err"];
    assert_eq!(fixture.lines()[1..6], levels.map(|level| format!("{level}: {prefix}")));
}

// Requirement: CTX-2, LOG-7, VER-15
#[test]
fn a_message_about_resources_begins_with_their_titles() {
    check(&["a".into(), "m".into()], "t[a]: m");
    let nested = Value::array(["a".into(), Value::Undef, Value::array(["b".into()])]);
    check(&[nested, "m".into()], "t[a, b]: m");
    check(&[Value::array([]), "m".into()], "t: m");
    check(&["".into(), "m".into()], "t[]: m");
    let title = map([(symbol("a"), 1.into()), ("b".into(), "x".into())]);
    check(&[title.clone(), "m".into()], r#"t[{:a=>1, "b"=>"x"}]: m"#);
    check(&[Value::array([title, "b".into()]), "m".into()], r#"t[{:a=>1, "b"=>"x"}, b]: m"#);
    check(&[Value::array([Value::Undef]), "m".into()], "t[]: m");
    check(&[map([]), "m".into()], "t: m");
}

// Requirement: CTX-2, CTX-62
#[test]
fn titles_are_given_in_the_forms_that_authors_have() {
    let fixture = Fixture::new(COMPOSITE);
    let context = &fixture.context;
    let identity = Identity::new([("package".into(), "php".into()), ("manager".into(), "gem".into())]);
    context.notice_for("a", "m").unwrap();
    context.notice_for(String::from("a"), String::from("m")).unwrap();
    context.notice_for(["a", "b"], "m").unwrap();
    context.notice_for(vec!["a".to_owned()], "m").unwrap();
    context.notice_for(&identity, "m").unwrap();
    context.notice_for(&[identity.clone(), identity][..], "m").unwrap();
    let composite = r#"{:package=>"php", :manager=>"gem"}"#;
    assert_eq!(
        fixture.lines(),
        [
            "Notice: t[a]: m",
            "Notice: t[a]: m",
            "Notice: t[a, b]: m",
            "Notice: t[a]: m",
            &format!("Notice: t[{composite}]: m"),
            &format!("Notice: t[{composite}, {composite}]: m"),
        ]
    );
}

// Requirement: CTX-2
#[test]
fn a_message_about_resources_leaves_the_block_out() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let levels: [fn(&Context, &str, &str) -> crate::Outcome; 6] = [
        |context, title, message| context.debug_for(title, message),
        |context, title, message| context.info_for(title, message),
        |context, title, message| context.notice_for(title, message),
        |context, title, message| context.warning_for(title, message),
        |context, title, message| context.err_for(title, message),
        |context, title, message| context.error_for(title, message),
    ];
    context.updating("a", || levels.iter().try_for_each(|log| log(context, "b", "m"))).unwrap();
    assert_eq!(
        fixture.lines()[1..7],
        ["Debug", "Info", "Notice", "Warning", "Err", "Err"].map(|level| format!("{level}: t[b]: m"))
    );
}

// Requirement: CTX-3
#[test]
fn three_or_more_arguments_are_joined_without_a_prefix() {
    let list = Value::array([1.into(), "x".into()]);
    check(&["a".into(), Value::Undef, list, symbol("s")], r#"a, , [1, "x"], s"#);
    check(&[], "");
}

// Requirement: CTX-4, VER-15
#[test]
fn the_message_may_be_a_keyword() {
    check(&["title".into(), map([(symbol("message"), "kwmsg".into())])], "t[title]: kwmsg");
    check(&["title".into(), map([("message".into(), "kwmsg".into())])], "t[title]: kwmsg");
    check(&["title".into(), "msg".into()], "t[title]: msg");
    check(&["msg".into()], "t: msg");
    // A map that says more than a message is shown as it is.
    let more = map([(symbol("message"), 1.into()), (symbol("other"), 2.into())]);
    check(&["title".into(), more], "t[title]: {:message=>1, :other=>2}");
}

// Requirement: CTX-5
#[test]
fn no_title_is_like_an_empty_list_and_numbers_are_titles() {
    check(&[Value::Undef, "m".into()], "t: m");
    check(&[5.into(), "m".into()], "t[5]: m");
    check(&[Value::array([5.into(), 6.into()]), "m".into()], "t[5, 6]: m");
    let fixture = Fixture::new(SINGLE);
    fixture.context.notice_for((), "m").unwrap();
    fixture.context.notice_for(None::<&str>, "m").unwrap();
    fixture.context.notice_for(5, "m").unwrap();
    fixture.context.creating(Some(7_u64), || Ok(())).unwrap();
    assert_eq!(
        fixture.lines()[..4],
        ["Notice: t: m", "Notice: t: m", "Notice: t[5]: m", "Debug: t[7]: Creating: Start"]
    );
}

// Requirement: CTX-48
#[test]
fn error_is_another_name_of_err_and_changed_of_updated() {
    let fixture = Fixture::new(SINGLE);
    fixture.context.error("m");
    fixture.context.changed("a").unwrap();
    assert_eq!(fixture.lines(), ["Err: t: m", "Notice: t: Updated: a"]);
    let body = || {
        fixture.context.error("m");
        fixture.context.changed("a")
    };
    fixture.context.updating("a", body).unwrap();
    assert_eq!(fixture.lines()[1..3], ["Err: t[a]: Updating: m", "Notice: t[a]: Updating: Updated: a"]);
    assert!(!fixture.context.has_failed());
}
