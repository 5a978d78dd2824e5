use super::{super::tests::defined, *};

#[track_caller]
fn check(type_keys: &str, fields: &str, expected: &[&str]) {
    let definition = format!(
        "{{name: tt, desc: d, {type_keys} attributes: {{name: {{type: String, desc: n, behaviour: namevar}}, \
         aa: {{type: String, desc: a, {fields}}}}}}}"
    );
    let found = keys(&defined(&definition));
    let messages: Vec<&str> = found.iter().map(|error| error.message()).collect();
    assert_eq!(messages, expected, "for {definition}");
}

#[test]
fn a_key_that_is_nearly_one_of_ours_is_reported() {
    check("paralel: true,", "", &["`tt` has the unknown key `paralel`; did you mean `parallel`?"]);
    check("bacth: flush,", "", &["`tt` has the unknown key `bacth`; did you mean `batch`?"]);
    check("title_pattern: [],", "", &["`tt` has the unknown key `title_pattern`; did you mean `title_patterns`?"]);
    check("@self_refesh: true,", "", &["`tt` has the unknown key `self_refesh`; did you mean `self_refresh`?"]);
    check("", "behavour: read_only", &["`tt.aa` has the unknown key `behavour`; did you mean `behaviour`?"]);
    check("", "lasy: true", &["`tt.aa` has the unknown key `lasy`; did you mean `lazy`?"]);
}

#[test]
fn keys_that_are_known_or_very_different_are_not_reported() {
    check("batch: flush, parallel: true, shown_to: [a], 7: x,", "sensitive: true, default: a", &[]);
    check("batches: 3, order: 1, hold: true,", "munge: x, range: 1, unit: s", &[]);
    check("autorequires: {file: /a},", "behavior: init_only", &[]);
}
