use std::time::{Duration, SystemTime};

use catalog::Declared;
use ecow::EcoString;
use pcore::Value;

use super::{InvalidParameter, Schedule};
use crate::transaction::clock::WallClock;

struct Stopped {
    now: u64,
    offset: i32,
}

impl WallClock for Stopped {
    fn now(&self) -> SystemTime {
        at(self.now)
    }

    fn offset(&self, _time: SystemTime) -> i32 {
        self.offset
    }
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn read(parameters: &[(&str, Value)]) -> Result<Schedule, InvalidParameter> {
    let parameters: Vec<(EcoString, Value)> =
        parameters.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    Schedule::read(&Declared { type_name: "Schedule".into(), title: "s".into(), parameters, ..Declared::default() })
}

/// Sunday, 15 November 2026, 12:00:00.
const NOON: u64 = 1_794_744_000;
const HOUR: u64 = 3_600;

#[track_caller]
fn check(parameters: &[(&str, Value)], now: u64, checked: Option<u64>, allowed: bool) {
    let schedule = read(parameters).expect("the schedule is valid");
    let clock = Stopped { now, offset: 0 };
    assert_eq!(schedule.allows(checked.map(at), &clock), allowed, "{parameters:?}");
}

#[test]
fn a_period_allows_one_evaluation() {
    let hourly = [("period", Value::from("hourly"))];
    check(&hourly, NOON, None, true);
    check(&hourly, NOON, Some(NOON - HOUR), true);
    check(&hourly, NOON, Some(NOON - HOUR + 1), false);
    check(&[("period", "never".into())], NOON, None, false);
    check(&[("period", "monthly".into())], NOON, Some(NOON - 29 * 24 * HOUR), false);
    check(&[("period", "monthly".into())], NOON, Some(NOON - 30 * 24 * HOUR), true);
}

#[test]
fn a_time_to_come_counts_as_never() {
    for period in ["hourly", "daily", "weekly", "monthly"] {
        for periodmatch in ["distance", "number"] {
            let schedule = [("period", Value::from(period)), ("periodmatch", periodmatch.into())];
            check(&schedule, NOON, Some(NOON + 400 * 24 * HOUR), true);
        }
    }
    check(&[("period", "hourly".into())], NOON, Some(NOON), false);
}

#[test]
fn repeat_divides_a_period() {
    let twice = [("period", Value::from("hourly")), ("repeat", 2.into())];
    check(&twice, NOON, Some(NOON - HOUR / 2), true);
    check(&twice, NOON, Some(NOON - HOUR / 2 + 1), false);
}

#[test]
fn periods_can_be_counted_by_the_calendar() {
    let by_number = |period: &str| [("period", Value::from(period)), ("periodmatch", "number".into())];
    check(&by_number("hourly"), NOON, Some(NOON - 1), true);
    check(&by_number("hourly"), NOON + 1, Some(NOON), false);
    check(&by_number("daily"), NOON, Some(NOON - 11 * HOUR), false);
    check(&by_number("daily"), NOON, Some(NOON - 13 * HOUR), true);
    check(&by_number("monthly"), NOON, Some(NOON - 14 * 24 * HOUR), false);
    check(&by_number("monthly"), NOON, Some(NOON - 15 * 24 * HOUR), true);
    // From Saturday to Sunday a new week begins.
    check(&by_number("weekly"), NOON, Some(NOON - 24 * HOUR), true);
    check(&by_number("weekly"), NOON + 24 * HOUR, Some(NOON), false);
}

#[test]
fn a_range_may_cross_midnight() {
    let night = [("range", Value::from("22:00 - 4:30"))];
    check(&night, NOON, None, false);
    check(&night, NOON + 10 * HOUR, None, true);
    check(&night, NOON + 16 * HOUR + HOUR / 2, None, true);
    check(&night, NOON + 16 * HOUR + HOUR / 2 + 1, None, false);
    let several = [("range", Value::array(["1 - 2".into(), "11:30:30 - 12".into()]))];
    check(&several, NOON, None, true);
    check(&several, NOON - HOUR, None, false);
}

#[test]
fn the_day_of_a_range_is_that_of_its_beginning() {
    let saturday_night = [("range", Value::from("22:00 - 04:00")), ("weekday", "Saturday".into())];
    // Sunday, two in the morning.
    check(&saturday_night, NOON - 10 * HOUR, None, true);
    // Sunday evening.
    check(&saturday_night, NOON + 11 * HOUR, None, false);
    check(&[("weekday", Value::array(["sun".into(), 3.into()]))], NOON, None, true);
    check(&[("weekday", "1".into())], NOON, None, false);
}

#[test]
fn hours_are_those_of_the_local_clock() {
    let schedule = read(&[("range", "14 - 15".into())]).expect("the schedule is valid");
    assert!(schedule.allows(None, &Stopped { now: NOON, offset: 7_200 }));
    assert!(!schedule.allows(None, &Stopped { now: NOON, offset: 0 }));
}

#[test]
fn what_is_no_schedule_is_refused() {
    let reason = |name: &'static str, value: Value| read(&[(name, value)]).expect_err("it is wrong").reason;
    assert_eq!(
        reason("period", "yearly".into()),
        "Invalid value \"yearly\". Valid values are hourly, daily, weekly, monthly, never."
    );
    assert_eq!(reason("range", "early".into()), "Invalid range value 'early'");
    assert_eq!(reason("range", "25 - 26".into()), "Invalid hour '25'");
    assert_eq!(reason("repeat", "often".into()), "Repeat must be a number");
    assert_eq!(reason("weekday", "Someday".into()), "Someday is not a valid day of the week");
}
