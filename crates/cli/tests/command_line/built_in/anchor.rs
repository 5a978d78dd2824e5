//! The type `anchor` compared with the real Puppet.

use super::assert_recorded;

#[test]
fn anchors_pass_events_on_as_with_puppet() {
    let different = [("an unknown attribute", "Puppet does not show the location")];
    assert_recorded(include_str!("../../golden/built_in/anchor.jsonl"), 4, &different);
}
