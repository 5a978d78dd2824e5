//! A planted secret passes through everything, and must not appear anywhere.

use std::sync::Arc;

use pcore::Value;

use crate::{
    Change, Changes, Context, Failure, Generated, Identity, Insync, Outcome, Request, State,
    context::{
        Action, CatalogResource, Relay, Shown as _,
        fixture::{Fixture, SINGLE},
    },
    log::{Level, Log, LogEntry},
    transport::{Device, Transport},
};

const SECRET: &str = "k33p \"this\" quiet\n";

/// A part of the secret that every form of it contains.
fn leaks(text: &str) -> bool {
    let encoded = ["azMzcCAidGhpcyIgcXVpZX", "k33p%20"];
    text.contains("k33p") || encoded.iter().any(|part| text.contains(part))
}

/// Calls every function of a provider, with the secret in every argument that takes text or a value.
fn say_everything(context: &Context) -> Outcome {
    let wrapped = || Value::sensitive(SECRET.into());
    let state = || State::new().with("name", "a").with("password", SECRET).with("prop", wrapped());
    let text = format!("with {SECRET}, {SECRET:?} and k33p%20%22this%22%20quiet%0A");
    let relay = Relay::new(context);
    for level in [Level::Debug, Level::Info, Level::Notice, Level::Warning, Level::Err] {
        context.message(level, &text);
        relay.log_arguments(level, &[wrapped()])?;
        relay.log_arguments(level, &["a".into(), SECRET.into()])?;
        relay.log_arguments(level, &["a".into(), wrapped(), text.as_str().into()])?;
    }
    context.debug(&text);
    context.info(&text);
    context.notice(&text);
    context.warning(&text);
    context.err(&text);
    context.error(&text);
    for titles in [
        Value::from(SECRET),
        wrapped(),
        Value::array([SECRET.into(), wrapped()]),
        Identity::single("name", SECRET).value().clone(),
    ] {
        context.debug_for(&titles, &text)?;
        context.info_for(&titles, &text)?;
        context.notice_for(&titles, &text)?;
        context.warning_for(&titles, &text)?;
        context.err_for(&titles, &text)?;
        context.error_for(&titles, &text)?;
        let fails = || Err(Failure::new(&text));
        for action in [Action::Creating, Action::Updating, Action::Failing] {
            context.block(action, &titles, Some(&text), Some(fails))?;
        }
        context.block(Action::Deleting, &titles, Some(&text), Some(|| Ok(())))?;
        context.done(&titles, &text)?;
        context.changed(&titles)?;
        context.failed_as(&titles, &text)?;
        context.unchanged(&titles)?;
        context.unmanaged(&titles).warning(&text);
    }
    let fails = || Err(Failure::from(std::io::Error::other(text.clone())));
    context.process("a".into(), (&state().shown(), &state().shown()), &text, fails)?;
    context.processing("a", wrapped(), SECRET, || Ok(()))?;
    context.processed("a", state(), wrapped())?;
    context.attribute_changed("a", "password", SECRET, "x")?;
    context.attribute_changed_as("a", "prop", wrapped(), SECRET, &text)?;
    context.updating("a", || context.attribute_changed_here("prop", SECRET, wrapped()))?;
    context.log_exception_as(&Failure::new(&text), &text, true);
    context.feature_support(&text);
    Ok(())
}

#[test]
fn no_line_of_a_context_shows_a_secret() {
    let fixture = Fixture::adapted(SINGLE, |context| context.with_trace(true));
    fixture.context.learn(&State::new().with("prop", Value::sensitive(SECRET.into())));
    say_everything(&fixture.context).unwrap();
    let lines = fixture.lines();
    assert!(lines.len() > 100);
    for line in lines {
        assert!(!leaks(&line), "leaked: {line}");
    }
}

#[test]
fn values_that_are_marked_are_not_shown_even_when_no_scrubber_knows_them() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    let wrapped = || Value::sensitive("abc".into());
    let state = || State::new().with("name", "x").with("password", "abc").with("prop", wrapped());
    context.processing("x", state(), state(), || Ok(())).unwrap();
    context.processed("x", state(), state()).unwrap();
    context.attribute_changed("x", "password", "abc", "abc").unwrap();
    context.attribute_changed("x", "prop", wrapped(), wrapped()).unwrap();
    context.notice_for(wrapped(), "m").unwrap();
    context.created(wrapped()).unwrap();
    let lines = fixture.lines();
    assert!(lines.iter().all(|line| !line.contains("abc")), "{lines:?}");
    assert_eq!(
        lines[3..],
        [
            "Notice: t: x: attribute 'password' changed from [redacted] to [redacted]",
            "Notice: t: x: attribute 'prop' changed from 'Sensitive [value redacted]' to 'Sensitive [value redacted]'",
            "Notice: t[Sensitive [value redacted]]: m",
            "Notice: t: Created: Sensitive [value redacted]",
        ]
    );
}

#[test]
fn failures_that_leave_the_context_show_no_secret() {
    let fixture = Fixture::new(SINGLE);
    let context = &fixture.context;
    context.learn(&State::new().with("prop", Value::sensitive(SECRET.into())));
    let fatal = context.updating("a", || Err(Failure::fatal(format!("lost {SECRET}")))).unwrap_err();
    let foreign = {
        let _set = context.begin_set(&Changes::default());
        context.notice_for(SECRET, "m").unwrap_err()
    };
    let passed = context.scrubbed(Failure::new(format!("lost {SECRET:?}")));
    for failure in [fatal, foreign, passed, context.fail(SECRET).unwrap_err()] {
        assert!(!leaks(&failure.to_string()) && !leaks(&format!("{failure:?} {failure:#?}")), "{failure}");
        assert!(failure.to_string().contains("[redacted]"));
    }
}

struct Connection {
    #[expect(dead_code)]
    password: &'static str,
}

impl Transport for Connection {
    fn verify(&self, _context: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _context: &Context) -> Outcome<pcore::Hash> {
        Ok(pcore::Hash::default())
    }

    fn close(&self, _context: &Context) -> Outcome {
        Ok(())
    }
}

#[test]
fn no_dump_of_a_public_type_shows_a_secret() {
    let fixture = Fixture::new(SINGLE);
    let wrapped = || Value::sensitive(SECRET.into());
    let state = State::new().with("name", "a").with("prop", Value::array([wrapped()]));
    fixture.context.learn(&state);
    let identity = Identity::single("name", wrapped());
    let change = Change { name: identity.clone(), is: Some(state.clone()), should: Some(state.clone()) };
    let log = Log::new(fixture.recorder.clone(), fixture.scrubber.clone());
    log.write(Level::Notice, Some(SECRET), SECRET);
    let entries: Vec<LogEntry> = fixture.recorder.entries();
    let generated =
        Generated { type_name: "t".into(), title: "a".into(), attributes: vec![("prop".into(), wrapped())] };
    let device = Arc::new(Device::new("d", Connection { password: SECRET }));
    let names = [identity.clone()];
    let dumps = [
        format!("{:?}", fixture.context),
        format!("{:?}", fixture.scrubber),
        format!("{log:?}"),
        format!("{state:?} {state:#?}"),
        format!("{identity:?} {identity}"),
        format!("{:?}", Changes::new(vec![change.clone()], false)),
        format!("{change:#?}"),
        format!("{generated:?}"),
        format!("{entries:?}"),
        format!("{:?}", Request::new(Some(&names), &[]).with_targets(&[&state])),
        format!("{:?}", Insync::No(None)),
        format!("{device:?}"),
        format!("{:?}", CatalogResource::new("t", "a", &state)),
        format!("{:?}", fixture.context.scrubbed(Failure::new(SECRET))),
        crate::render::inspect_state(&state),
    ];
    for dump in dumps {
        assert!(!leaks(&dump), "leaked: {dump}");
    }
}
