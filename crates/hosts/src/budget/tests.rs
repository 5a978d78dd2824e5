use super::{BYTES_OF_REQUEST, Budget, LINES_OF_REQUEST, MAX_BYTES, MAX_LINES, Verdict};

#[test]
fn lines_are_logged_until_there_are_too_many() {
    let budget = Budget::default();
    for _ in 0..MAX_LINES {
        assert_eq!(budget.spend(1), Verdict::Logged);
    }
    assert_eq!(budget.spend(1), Verdict::FirstDropped);
    assert_eq!(budget.spend(0), Verdict::Dropped);
    budget.add_request();
    for _ in 0..LINES_OF_REQUEST {
        assert_eq!(budget.spend(1), Verdict::Logged);
    }
    // It is reported once in a run.
    assert_eq!(budget.spend(1), Verdict::Dropped);
    budget.lift();
    assert_eq!(budget.spend(usize::MAX), Verdict::Logged);
}

#[test]
fn bytes_are_bounded_too() {
    let budget = Budget::default();
    assert_eq!(budget.spend(usize::try_from(MAX_BYTES).unwrap()), Verdict::Logged);
    assert_eq!(budget.spend(1), Verdict::FirstDropped);
    budget.add_request();
    assert_eq!(budget.spend(usize::try_from(BYTES_OF_REQUEST).unwrap() + 1), Verdict::Dropped);
    assert_eq!(budget.spend(1), Verdict::Logged);
}
