//! Offsets in zones with and without daylight saving time.

use std::time::Duration;

use super::*;

fn offset(zone: &str, seconds: u64) -> i32 {
    let zone = TimeZone::posix(zone).expect("it is a zone");
    let clock = LocalClock { zone: OnceLock::from(zone) };
    clock.offset(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

#[test]
fn clocks_are_moved_in_summer() {
    let (january, july) = (1_768_000_000, 1_783_000_000);
    let new_york = "EST5EDT,M3.2.0,M11.1.0";
    assert_eq!((offset(new_york, january), offset(new_york, july)), (-5 * 3600, -4 * 3600));
    assert_eq!((offset("IST-5:30", january), offset("IST-5:30", july)), (19_800, 19_800));
    assert_eq!(offset("UTC0", january), 0);
}

#[test]
fn times_outside_of_the_calendar_have_no_offset() {
    let clock = LocalClock { zone: OnceLock::from(TimeZone::posix("XYZ-1").expect("it is a zone")) };
    assert_eq!(clock.offset(SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 50)), 0);
}
