//! Times.

use super::*;

#[test]
fn the_time_of_a_request_counts_from_when_it_was_sent() {
    let minute = Duration::from_secs(60);
    let sent = Instant::now() - minute;
    assert!(Limit::new(sent, Some(minute)).is_over());
    assert!(!Limit::new(sent, Some(2 * minute)).is_over());
    assert!(!Limit::new(sent, None).is_over());
    // A process that sends notifications all the time cannot postpone the next look.
    assert!(Limit::new(sent, Some(2 * minute)).next_look() <= Instant::now() + STOP_POLL);
}
