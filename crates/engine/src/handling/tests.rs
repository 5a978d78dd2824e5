//! The values of the keys, and the errors for others.

use pcore::yaml;

use super::*;

fn handling(keys: &str) -> Result<Handling, HandlingError> {
    let text = format!(
        "{{name: note, {keys} attributes: {{id: {{type: String, behaviour: namevar}}, \
         loud: {{type: 'Optional[Boolean]', idempotent: false}}}}}}"
    );
    Handling::of(&TypeDefinition::from_value(&yaml::parse(&text).unwrap()).unwrap())
}

#[track_caller]
fn check_error(keys: &str, expected: &str) {
    assert_eq!(handling(keys).expect_err(keys).to_string(), expected);
}

#[test]
fn without_keys_everything_has_its_default() {
    let expected = Handling { not_idempotent: vec!["loud".into()], ..Handling::default() };
    assert_eq!(handling("").unwrap(), expected);
    assert_eq!(handling("features: [remote_resource],").unwrap().target, Target::Device);
}

#[test]
fn each_key_is_read() {
    let all = handling(
        "batch: true, parallel: true, reads: once, eval_generate: loud, distinguished_by: [provider], \
         passes_on_metaparameters: true, shown_to: [other], self_refresh: true, repeats: true, \
         autorequire_by_value: {group: {gid: gid}}, apply_to: all,",
    );
    let group = RequiredByValue { type_name: "group".into(), own: "gid".into(), other: "gid".into() };
    let expected = Handling {
        batch: Batch::Set,
        parallel: true,
        reads: Reads::Once,
        eval_generate: Some("loud".into()),
        distinguished_by: vec!["provider".into()],
        passes_on_metaparameters: true,
        shown_to: vec!["other".into()],
        self_refresh: true,
        repeats: true,
        autorequire_by_value: vec![group],
        target: Target::Any,
        not_idempotent: vec!["loud".into()],
    };
    assert_eq!(all.unwrap(), expected);
    assert_eq!(handling("batch: false,").unwrap().batch, Batch::Never);
    assert_eq!(handling("batch: flush, apply_to: device,").unwrap().target, Target::Device);
}

#[test]
fn an_unknown_value_is_an_error() {
    check_error("batch: flsuh,", "type 'note': 'batch' must be true, false or flush");
    check_error("parallel: 'yes',", "type 'note': 'parallel' must be true or false");
    check_error("reads: twice,", "type 'note': 'reads' must be after_every_change or once");
    check_error("eval_generate: lout,", "type 'note': 'eval_generate' must be the name of an attribute");
    check_error("distinguished_by: provider,", "type 'note': 'distinguished_by' must be an array of names");
    check_error("apply_to: [all],", "type 'note': 'apply_to' must be host, device or all");
    check_error(
        "autorequire_by_value: {group: gid},",
        "type 'note': 'autorequire_by_value' must be a hash of types, each with a hash of attributes",
    );
}

#[test]
fn the_page_for_authors_lists_the_same_keys() {
    let keys = |text: &str, margin: &str| -> Vec<String> {
        let rows = text.lines().filter_map(|line| line.strip_prefix(margin)?.strip_prefix("| `"));
        rows.filter_map(|row| row.split('|').next()).map(|key| key.trim().to_owned()).collect()
    };
    let page = include_str!("../../../../docs/first-provider.md");
    let (_, section) = page.split_once("## Steer the runtime").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let known = keys(include_str!("../handling.rs"), "//! ");
    assert_eq!(known.len(), 12);
    assert_eq!(keys(section, ""), known);
}
