use super::*;

#[test]
fn the_marks_of_version_4_are_set() {
    assert_eq!(written(0), "00000000-0000-4000-8000-000000000000");
    assert_eq!(written(u128::MAX), "ffffffff-ffff-4fff-bfff-ffffffffffff");
    assert_ne!(new_uuid().unwrap(), new_uuid().unwrap());
}
