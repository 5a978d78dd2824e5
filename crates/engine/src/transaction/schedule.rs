//! When resources may be evaluated.
//!
//! A schedule has hours of the day, days of the week, and how often a resource may be evaluated in an hour, a day, a week
//! or a month.

#[cfg(test)]
mod tests;

use std::time::SystemTime;

use catalog::Declared;
use ecow::EcoString;
use pcore::{
    Value,
    time::{Moment, Timestamp},
};
use resource_api::render;

use super::{clock::WallClock, convert::InvalidParameter};
use crate::resource::one_or_several;

const DAY: i64 = 86_400;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Schedule {
    period: Option<Period>,
    by_number: bool,
    repeat: i64,
    /// Seconds of the day: from and to. The second may come first, and is on the next day then.
    ranges: Vec<(i64, i64)>,
    /// By the number of the day, Sunday first; `None` allows all of them.
    weekdays: Option<[bool; 7]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Period {
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Never,
}

const PERIODS: [(&str, Period); 5] = [
    ("hourly", Period::Hourly),
    ("daily", Period::Daily),
    ("weekly", Period::Weekly),
    ("monthly", Period::Monthly),
    ("never", Period::Never),
];

/// The schedules that exist without being declared, in the order in which they are added.
pub(super) fn defaults() -> Vec<Declared> {
    let schedule = |title: &str, period: &str, repeat: Option<i64>| {
        let mut parameters: Vec<(EcoString, Value)> = vec![("period".into(), period.into())];
        parameters.extend(repeat.map(|repeat| ("repeat".into(), repeat.into())));
        Declared {
            type_name: "Schedule".into(),
            title: title.into(),
            tags: vec!["schedule".into(), title.into()],
            parameters,
            ..Declared::default()
        }
    };
    let others = PERIODS.iter().map(|(name, _)| schedule(name, name, None));
    std::iter::once(schedule("puppet", "hourly", Some(2))).chain(others).collect()
}

impl Schedule {
    /// Reads a schedule of a catalog.
    pub(super) fn read(declared: &Declared) -> Result<Schedule, InvalidParameter> {
        let text = |name: &str| declared.parameter(name).map(render::interpolate);
        let period = match text("period") {
            None => None,
            Some(word) => Some(chosen("period", &word, &PERIODS)?),
        };
        let by_number = match text("periodmatch") {
            None => false,
            Some(word) => chosen("periodmatch", &word, &[("number", true), ("distance", false)])?,
        };
        let repeat = match text("repeat") {
            None => 1,
            Some(number) => number.parse().ok().filter(|repeat| *repeat > 0).ok_or_else(|| InvalidParameter {
                parameter: "repeat",
                reason: "Repeat must be a number".to_owned(),
            })?,
        };
        if repeat != 1 && by_number {
            let reason = "Repeat must be 1 unless periodmatch is 'distance', not 'number'".to_owned();
            return Err(InvalidParameter { parameter: "repeat", reason });
        }
        let several = |name: &str| declared.parameter(name).map_or(&[][..], one_or_several);
        let ranges = several("range").iter().map(range).collect::<Result<_, _>>()?;
        let mut weekdays = None;
        for day in several("weekday") {
            weekdays.get_or_insert([false; 7])[weekday(day)?] = true;
        }
        Ok(Schedule { period, by_number, repeat, ranges, weekdays })
    }

    /// Whether a resource that was last evaluated at `checked` may be evaluated now.
    pub(super) fn allows(&self, checked: Option<SystemTime>, clock: &dyn WallClock) -> bool {
        let now = clock.now();
        let local = |time: SystemTime| Timestamp::from(time).at_offset(clock.offset(time));
        let now_local = local(now);
        // A clock that was once ahead must not keep a resource from being evaluated until that time has come.
        let then = checked.filter(|checked| *checked <= now).unwrap_or(SystemTime::UNIX_EPOCH);
        self.allows_hour(&now_local)
            && self.period.is_none_or(|period| self.has_passed(period, then, now, &local(then), &now_local))
    }

    fn allows_hour(&self, now: &Moment) -> bool {
        if self.ranges.is_empty() {
            return self.allows_day(now.weekday());
        }
        self.ranges.iter().any(|(from, to)| {
            if from < to {
                (*from..=*to).contains(&now.second_of_day()) && self.allows_day(now.weekday())
            } else if now.second_of_day() >= *from {
                self.allows_day(now.weekday())
            } else {
                // It began the day before.
                now.second_of_day() <= *to && self.allows_day((now.weekday() + 6) % 7)
            }
        })
    }

    fn allows_day(&self, weekday: usize) -> bool {
        self.weekdays.is_none_or(|days| days[weekday])
    }

    fn has_passed(
        &self,
        period: Period,
        then: SystemTime,
        now: SystemTime,
        then_local: &Moment,
        now_local: &Moment,
    ) -> bool {
        let elapsed = Timestamp::from(now).seconds() - Timestamp::from(then).seconds();
        let seconds = match period {
            Period::Never => return false,
            Period::Hourly => 3_600,
            Period::Daily => DAY,
            Period::Weekly => 7 * DAY,
            Period::Monthly => 30 * DAY,
        };
        if !self.by_number {
            return elapsed >= seconds / self.repeat;
        }
        match period {
            Period::Never => false,
            Period::Hourly => now_local.second_of_day() / 3_600 != then_local.second_of_day() / 3_600,
            Period::Daily => now_local.day() != then_local.day(),
            Period::Weekly => then_local.weekday() > now_local.weekday() || elapsed > 7 * DAY,
            Period::Monthly => now_local.month() != then_local.month(),
        }
    }
}

fn chosen<T: Copy>(parameter: &'static str, word: &str, valid: &[(&str, T)]) -> Result<T, InvalidParameter> {
    valid.iter().find(|(name, _)| *name == word).map(|(_, chosen)| *chosen).ok_or_else(|| {
        let names: Vec<&str> = valid.iter().map(|(name, _)| *name).collect();
        let word = render::inspect(&word.into());
        InvalidParameter { parameter, reason: format!("Invalid value {word}. Valid values are {}.", names.join(", ")) }
    })
}

/// Reads `22:00 - 4:00`.
fn range(value: &Value) -> Result<(i64, i64), InvalidParameter> {
    let text = render::interpolate(value);
    let wrong = |reason: String| InvalidParameter { parameter: "range", reason };
    let invalid = || wrong(format!("Invalid range value '{text}'"));
    let (from, to) = text.split_once('-').ok_or_else(invalid)?;
    let second_of_day = |time: &str| {
        let mut parts = [0_i64; 3];
        let fields: Vec<&str> = time.trim().split(':').collect();
        if fields.len() > parts.len() {
            return Err(invalid());
        }
        for (part, field) in parts.iter_mut().zip(fields) {
            *part = field.trim().parse().map_err(|_| invalid())?;
        }
        let [hour, minute, second] = parts;
        if !(0..24).contains(&hour) {
            return Err(wrong(format!("Invalid hour '{hour}'")));
        }
        if !(0..60).contains(&minute) {
            return Err(wrong(format!("Invalid minute '{minute}'")));
        }
        if !(0..60).contains(&second) {
            return Err(wrong(format!("Invalid second '{second}'")));
        }
        Ok(hour * 3_600 + minute * 60 + second)
    };
    Ok((second_of_day(from)?, second_of_day(to)?))
}

/// Reads `Tuesday`, `tue`, `2` or 2.
fn weekday(value: &Value) -> Result<usize, InvalidParameter> {
    const DAYS: [&[&str]; 7] = [
        &["sun", "sunday"],
        &["mon", "monday"],
        &["tue", "tues", "tuesday"],
        &["wed", "wednes", "wedday", "wednesday"],
        &["thu", "thurs", "thuday", "thursday"],
        &["fri", "friday"],
        &["sat", "satur", "satday", "saturday"],
    ];
    let text = render::interpolate(value);
    let word = text.to_lowercase();
    let by_number = word.parse().ok().filter(|number: &usize| *number < 7 && word.len() == 1);
    by_number.or_else(|| DAYS.iter().position(|names| names.contains(&word.as_str()))).ok_or_else(|| InvalidParameter {
        parameter: "weekday",
        reason: format!("{text} is not a valid day of the week"),
    })
}
