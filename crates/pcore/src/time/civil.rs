//! The calendar: days since 1970 to years, months, weeks, and back.
//!
//! The Gregorian calendar is extended in both directions without limit, as in Ruby's Time. Years are `i64`: the seconds
//! of a Timestamp stay within 3·10¹¹ years.

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Date {
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: u8,
    /// From 1.
    pub(crate) day: u8,
}

const DAYS_PER_ERA: i64 = 146_097;

impl Date {
    /// Returns the day that is this many days after 1970-01-01.
    ///
    /// Years are counted from March, so that the leap day is the last of its year.
    pub(super) fn from_days(days: i64) -> Date {
        let days = days + 719_468;
        let era = days.div_euclid(DAYS_PER_ERA);
        let day_of_era = days.rem_euclid(DAYS_PER_ERA);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        Date { year: year_of_era + era * 400 + i64::from(month <= 2), month: month as u8, day: day as u8 }
    }

    /// Returns the days since 1970-01-01. A day past the end of its month counts on into the next.
    pub(super) fn to_days(self) -> i128 {
        let year = i128::from(self.year) - i128::from(self.month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let march_month = (i128::from(self.month) + 9) % 12;
        let day_of_year = (153 * march_month + 2) / 5 + i128::from(self.day) - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * i128::from(DAYS_PER_ERA) + day_of_era - 719_468
    }

    /// Returns whether the calendar has this day.
    pub(crate) fn is_real(self) -> bool {
        i64::try_from(self.to_days()).is_ok_and(|days| Date::from_days(days) == self)
    }

    /// Returns the day of the year, from 1.
    pub(super) fn day_of_year(self) -> i64 {
        const DAYS_BEFORE_MONTH: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
        let before = DAYS_BEFORE_MONTH[usize::from(self.month).clamp(1, 12) - 1];
        let leap_day = self.month > 2 && is_leap(self.year);
        before + i64::from(leap_day) + i64::from(self.day)
    }
}

/// Returns the day of the week of a day since 1970; Sunday is 0.
pub(super) fn day_of_week(days: i64) -> i64 {
    (days + 4).rem_euclid(7)
}

/// Returns the week-based year and the week, from 1, according to ISO 8601.
pub(super) fn iso_week(days: i64) -> (i64, i64) {
    // A week belongs to the year of its Thursday.
    let monday_based = (day_of_week(days) + 6) % 7;
    let thursday = Date::from_days(days - monday_based + 3);
    (thursday.year, (thursday.day_of_year() - 1) / 7 + 1)
}

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}
