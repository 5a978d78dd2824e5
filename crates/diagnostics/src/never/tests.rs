use std::sync::Mutex;

use super::*;

#[test]
#[should_panic(expected = "the sky is blue")]
fn tests_panic_with_the_assumption() {
    let fallback: u8 = crate::never!("the sky is blue", 7);
    assert_eq!(fallback, 7);
}

#[test]
fn a_release_build_reports_each_call_site_once() {
    static REPORTS: Mutex<Vec<String>> = Mutex::new(Vec::new());
    static FIRST: Once = Once::new();
    static SECOND: Once = Once::new();
    let here = Location::caller();
    report(&FIRST, "nothing listens yet", here);
    on_broken_assumption(|assumption, location| {
        REPORTS.lock().unwrap().push(format!("{assumption} {}", location.file()))
    });
    on_broken_assumption(|_, _| unreachable!("the first hook stays"));
    for _ in 0..3 {
        report(&FIRST, "the first", here);
        report(&SECOND, "the second", here);
    }
    assert_eq!(*REPORTS.lock().unwrap(), [format!("the first {}", here.file()), format!("the second {}", here.file())]);
}
