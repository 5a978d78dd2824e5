//! Retries, with a clock that tests advance.

use std::{io, time::Duration};

use super::{Desk, schema};
use crate::{
    Failure, Outcome,
    context::Clock,
    log::Level,
    transport::retry::{MAX_RETRY_TIME, Retry, may_pass},
};

fn refused() -> Failure {
    io::Error::from(io::ErrorKind::ConnectionRefused).into()
}

// Requirement: TR-22
#[test]
fn attempts_are_announced_and_end_after_thirty_seconds() {
    let desk = Desk::new();
    let context = desk.context(&schema(""));
    let mut starts = Vec::new();
    let outcome: Outcome = Retry::new("rack7:22").run(&context, |_| {
        starts.push(desk.clock.now().as_secs());
        Err(refused())
    });
    assert_eq!(starts, [0, 1, 3, 7, 15, 23, 30]);
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "rack7:22 cannot be reached, after 7 attempts in 30.00 seconds: connection refused"
    );
    let notices = desk.at(Level::Notice);
    assert_eq!(notices.len(), 6);
    assert_eq!(notices[0], "t: rack7:22 cannot be reached: connection refused; trying again in 1.00 seconds");
    assert_eq!(notices[5], "t: rack7:22 cannot be reached: connection refused; trying again in 7.00 seconds");
}

// Requirement: TR-22
#[test]
fn what_passes_is_reached() {
    let desk = Desk::new();
    let mut attempts = 0;
    let reached = Retry::new("rack7").run(&desk.context(&schema("")), |remaining| {
        assert!(remaining <= MAX_RETRY_TIME);
        attempts += 1;
        if attempts < 3 { Err(refused()) } else { Ok(attempts) }
    });
    assert_eq!(reached.unwrap(), 3);
    assert_eq!(desk.at(Level::Notice).len(), 2);
}

#[test]
fn what_will_not_pass_is_not_tried_again() {
    let desk = Desk::new();
    let context = desk.context(&schema(""));
    let attempt = |failure: Failure| Retry::new("rack7").run::<()>(&context, |_| Err(failure.clone())).unwrap_err();
    assert_eq!(attempt(Failure::resource("wrong password")).to_string(), "wrong password");
    assert_eq!(attempt(io::Error::from(io::ErrorKind::PermissionDenied).into()).to_string(), "permission denied");
    assert_eq!(desk.lines(), [""; 0]);
    assert_eq!(desk.clock.now(), Duration::ZERO);
    assert!(may_pass(&io::Error::from(io::ErrorKind::TimedOut).into()) && !may_pass(&Failure::new("x")));
    // The author can define other temporary failures.
    let retry = Retry::new("rack7").passing(|failure| failure.to_string() == "busy");
    assert!(retry.run::<()>(&context, |_| Err(Failure::new("busy"))).is_err());
    assert_eq!(desk.clock.now(), MAX_RETRY_TIME);
}

// Requirement: TR-22
#[test]
fn all_attempts_of_a_target_share_the_time() {
    let desk = Desk::new();
    let context = desk.context(&schema(""));
    let retry = Retry::new("rack7");
    // A slow target takes time by itself.
    let mut attempts = 0;
    let outcome = retry.run(&context, |remaining| {
        attempts += 1;
        desk.clock.pass(remaining.min(Duration::from_secs(10)));
        if attempts == 2 { Ok(()) } else { Err(refused()) }
    });
    assert!(outcome.is_ok());
    assert_eq!(desk.clock.now(), Duration::from_secs(21));
    // 11 seconds are spent: the time of an attempt that succeeds is not counted.
    assert!(retry.run::<()>(&context, |_| Err(refused())).is_err());
    assert_eq!(desk.clock.now(), Duration::from_secs(21 + 19));
    // Only one attempt is left, which gets a moment.
    let mut attempts = 0;
    let outcome = retry.run::<()>(&context, |remaining| {
        attempts += 1;
        assert_eq!(remaining, Duration::from_secs(1));
        Err(refused())
    });
    assert_eq!(attempts, 1);
    assert_eq!(
        outcome.unwrap_err().to_string(),
        "rack7 cannot be reached, after 1 attempt in 0.000000 seconds: connection refused"
    );
}

#[test]
fn no_attempt_shows_a_secret() {
    let desk = Desk::new();
    let context = desk.context(&schema(""));
    desk.log.scrubber().learn_text("hunter2");
    let retry = Retry::new("rack7").passing(|_| true);
    let failure = retry.run::<()>(&context, |_| Err(Failure::new("no entry for hunter2"))).unwrap_err();
    assert!(!failure.to_string().contains("hunter2") && !desk.lines().join("\n").contains("hunter2"), "{failure}");
    assert!(format!("{retry:?}").contains("rack7"));
}
