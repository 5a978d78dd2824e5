//! Parsing and formatting of dates.

use std::time::{Duration, SystemTime};

use super::{parse, shown};

#[test]
fn a_date_is_a_day_or_a_day_with_a_time() {
    for text in ["2026-11-15", "2026-11-15 10:00", "2026-11-15 10:00:01", "2026-11-15T10:00:01", "2026/11/15"] {
        assert!(parse(text).is_some(), "{text}");
    }
    for text in ["", "nonsense", "2026", "2026-13-01", "2026-11-15 x", "15"] {
        assert!(parse(text).is_none(), "{text}");
    }
    let exact = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000));
    for text in ["2001-09-09T01:46:40Z", "2001-09-09 01:46:40 +0000", "2001-09-09 03:46:40 +0200"] {
        assert_eq!(parse(text), exact, "{text}");
    }
}

#[test]
fn what_is_shown_can_be_read() {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    assert_eq!(parse(&shown(time)), Some(time));
}
