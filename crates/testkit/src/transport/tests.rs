//! A transport that meets all requirements, and transports that violate one each.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    process::{Child, Command},
    sync::Mutex,
    time::Instant,
};

use pcore::{Hash, Value};
use resource_api::{
    Attribute, Context, Failure, Outcome,
    transport::{Schema, Transport, TransportKind, retry::Retry},
};

use super::check_transport;

const SECRET: &str = "hunter2-swordfish";

/// What a transport does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Nothing,
    DoesNotVerify,
    FactsWithSymbols,
    FactsWithNumbersAsNames,
    FactsWithSecrets,
    CloseFails,
    ClosePanics,
    DeadVerifies,
    DeadTakesLong,
    ProcessWithSecret,
}

struct Line {
    wrong: Wrong,
    is_alive: bool,
    helper: Mutex<Option<Child>>,
}

impl Transport for Line {
    fn verify(&self, context: &Context) -> Outcome {
        match (self.wrong, self.is_alive) {
            (Wrong::DoesNotVerify, true) => Err(Failure::new("try tomorrow")),
            (_, true) | (Wrong::DeadVerifies, false) => Ok(()),
            (Wrong::DeadTakesLong, false) => {
                context.clock().sleep(super::MAX_RETRY_TIME * 2);
                Err(Failure::new("at last"))
            }
            (_, false) => {
                Retry::new("rack7").run(context, |_| Err(io::Error::from(io::ErrorKind::ConnectionRefused).into()))
            }
        }
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        let fact = match self.wrong {
            Wrong::FactsWithSymbols => ("a".into(), Value::Symbol("b".into())),
            Wrong::FactsWithNumbersAsNames => (5.into(), "b".into()),
            Wrong::FactsWithSecrets => ("a".into(), SECRET.into()),
            _ => ("a".into(), pcore::yaml::parse("{b: [c, 1, true, 1.5]}").unwrap()),
        };
        Ok([fact].into_iter().collect())
    }

    fn close(&self, _: &Context) -> Outcome {
        let helper = self.helper.lock().unwrap().take();
        if let Some(mut helper) = helper {
            helper.kill()?;
            helper.wait()?;
        }
        match self.wrong {
            Wrong::CloseFails => Err(Failure::new("it is stuck")),
            Wrong::ClosePanics => panic!("it exploded"),
            _ => Ok(()),
        }
    }
}

fn kind(wrong: Wrong) -> TransportKind {
    let schema = Schema::builder("line")
        .desc("A line.")
        .attribute("host", Attribute::builder("String").desc("Where."))
        .attribute("password", Attribute::builder("String").desc("A secret.").sensitive())
        .build();
    TransportKind::new(schema.unwrap(), move |context, info| {
        context.debug(format!("logging in with {}", info.secret("password")?.expose()));
        let is_alive = info.text("host")? == "alive";
        // The arguments of a process are visible to everybody.
        let shows = is_alive && wrong == Wrong::ProcessWithSecret;
        let helper = shows.then(|| Command::new("sh").args(["-c", "sleep 60; :", SECRET]).spawn()).transpose()?;
        Ok(Line { wrong, is_alive, helper: Mutex::new(helper) })
    })
}

/// Returns the error for a transport that does something wrong.
fn broken(wrong: Wrong) -> Option<String> {
    let given = |host: &str| [("host", host), ("password", SECRET)].map(|(name, value)| (name.into(), value.into()));
    let [alive, dead] = ["alive", "dead"].map(|host| given(host).into_iter().collect::<Hash>());
    let checked = catch_unwind(AssertUnwindSafe(|| check_transport(&kind(wrong), &alive, &dead)));
    checked.err().map(|payload| payload.downcast_ref::<String>().unwrap().clone())
}

#[test]
fn a_transport_that_keeps_the_laws_passes_at_once() {
    let start = Instant::now();
    assert_eq!(broken(Wrong::Nothing), None);
    assert!(start.elapsed() < super::MAX_RETRY_TIME, "pauses take no time");
}

#[test]
fn a_violated_requirement_is_reported() {
    for (wrong, law) in [
        (
            Wrong::DoesNotVerify,
            "verifying the reachable target failed: the device 'alive' (line) cannot be reached: try tomorrow",
        ),
        (Wrong::FactsWithSymbols, "the fact 'a' must be plain data"),
        (Wrong::FactsWithNumbersAsNames, "the name of a fact must be a string, but '5' is not"),
        (Wrong::FactsWithSecrets, "the fact 'a' shows a secret"),
        (Wrong::CloseFails, "closing failed: it is stuck"),
        (Wrong::ClosePanics, "closing failed: the transport panicked: it exploded"),
        (Wrong::DeadVerifies, "verifying the unreachable target succeeded"),
        (
            Wrong::DeadTakesLong,
            "failing for an unreachable target takes 0.0 seconds and 60.0 seconds of pauses, where 30 and 30 are allowed",
        ),
        (Wrong::ProcessWithSecret, "the list of processes shows a secret"),
    ] {
        let message = broken(wrong).unwrap_or_else(|| panic!("{wrong:?} passes"));
        assert!(
            message.starts_with(&format!("the transport 'line' violates a requirement: {law}")),
            "{message}\nfor {wrong:?}"
        );
        assert!(!message.contains(SECRET), "{message}");
    }
}
