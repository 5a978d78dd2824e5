//! Many resources of one type.

use crate::support::{Fixture, NOTE, build, present};

/// The work must grow with the number of resources, not with its square: a square of this would run for hours.
const MANY: usize = 100_000;

#[test]
fn a_hundred_thousand_resources_are_built_and_read_in_one_call() {
    let fixture = Fixture::new(NOTE, "");
    fixture.world.lock().unwrap().instances = (0..MANY).map(|number| present(&format!("n{number}"))).collect();
    let mut session = fixture.session();
    for number in 0..MANY {
        let resource = build(&mut session, &format!("n{number}"), [("prop", "x".into())]);
        assert!(session.current(&resource).unwrap().exists);
    }
    assert_eq!(session.statistics().gets, 1);
}

#[test]
fn a_hundred_thousand_missing_resources_are_asked_for_in_one_call() {
    let fixture = Fixture::featured(NOTE, "simple_get_filter");
    let mut session = fixture.session();
    let resources: Vec<_> = (0..MANY).map(|number| build(&mut session, &format!("n{number}"), [])).collect();
    session.prefetch(&resources.iter().collect::<Vec<_>>()).unwrap();
    for resource in &resources {
        assert!(!session.current(resource).unwrap().exists);
    }
    assert_eq!(session.statistics().gets, 1);
}
