use super::*;

#[test]
fn literal_panic_messages_are_shown_and_formatted_ones_are_scrubbed() {
    assert_eq!(describe(&"there is always one"), "there is always one");
    let formatted: Box<dyn Any + Send> = Box::new(String::from("no hunter2"));
    keep_secret(&Arc::default());
    // The scrubber has been dropped.
    assert_eq!(describe(&*formatted), WITHHELD);
    let scrubber = Arc::new(Scrubber::default());
    scrubber.learn_text("hunter2");
    keep_secret(&scrubber);
    assert_eq!(describe(&*formatted), "no [redacted]");
    assert_eq!(describe(&7), "no message");
}
