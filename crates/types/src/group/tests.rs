//! What can be tested without a group.

use std::sync::Arc;

use resource_api::log::{Log, Recorder};

use super::*;

fn canonical(attributes: &[(&str, Value)]) -> Result<(State, Vec<String>), String> {
    let recorder = Arc::new(Recorder::default());
    let definition = resource_type().definition().clone();
    let context = Context::new(definition, Log::new(recorder.clone(), Arc::default()));
    let mut group: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    group.insert("name", "ops");
    canonicalize(&context, &mut group).map_err(|failure| failure.to_string())?;
    let mut again = group.clone();
    canonicalize(&context, &mut again).unwrap();
    assert_eq!(again, group, "a second time nothing changes");
    Ok((group, recorder.take().into_iter().map(|entry| entry.line()).collect()))
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
