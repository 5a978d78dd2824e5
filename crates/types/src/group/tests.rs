//! What can be tested without a group.

use super::*;
use crate::tests::canonicalized;

fn canonical(attributes: &[(&str, Value)]) -> Result<(State, Vec<String>), String> {
    let groups = Groups { munger: Munger::default(), groups: Accounts::new(Database::Groups) };
    let group: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    canonicalized(groups, &resource_type(), group.with("name", "ops"))
}

#[test]
fn what_is_given_gets_one_form() {
    let (group, log) = canonical(&[("gid", "2000".into()), ("system", "yes".into())]).unwrap();
    assert_eq!((group.get("gid"), group.get("system")), (Some(&2000.into()), Some(&true.into())));
    assert!(log.is_empty());
    assert_eq!(
        canonical(&[("gid", "many".into())]).unwrap_err(),
        "Parameter gid failed on Group[ops]: Invalid GID many"
    );
}

#[test]
fn unsupported_attributes_are_removed_and_logged() {
    let (group, log) = canonical(&[("members", Value::array(["ann".into()]))]).unwrap();
    assert_eq!(group.get("members"), None);
    let expected = "Debug: Group[ops]: Provider groupadd does not support features manages_members; not managing attribute members";
    assert_eq!(log, [expected]);
}
