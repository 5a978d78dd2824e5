//! What is wrong with a catalog is found before anything is changed.

use catalog::Declared;
use engine::transaction::ConversionError;
use pcore::Value;

use crate::support::{Machine, catalog, declared, note};

fn at(mut declared: Declared, line: u32) -> Declared {
    (declared.file, declared.line) = (Some("/site.pp".into()), Some(line));
    declared
}

#[track_caller]
fn check(resources: impl IntoIterator<Item = Declared>, expected: &str) {
    let machine = Machine::default();
    let failure = machine.transaction(catalog(resources)).expect_err("the catalog is wrong");
    assert_eq!(failure.to_string(), expected);
    assert!(machine.store().sets.is_empty() && machine.store().gets.is_empty());
    assert!(machine.recorder.entries().is_empty());
}

// Requirement: CLI-26
#[test]
fn an_invalid_value_is_reported_with_its_location() {
    let wrong = at(note("a", &[("size", "large".into())]), 3);
    check(
        [note("ok", &[]), wrong.clone()],
        "Parameter size failed on Note[a]: note.size expects a value of type Undef or Integer, got String \
         (file: /site.pp, line: 3)",
    );
    let machine = Machine::default();
    let failure = machine.transaction(catalog([wrong])).expect_err("the catalog is wrong");
    let error = failure.downcast_ref::<ConversionError>().expect("the failure says where");
    assert_eq!((error.file.as_deref(), error.line), (Some("/site.pp"), Some(3)));
}

// Requirement: CLI-28
#[test]
fn metaparameters_are_checked() {
    check(
        [note("a", &[("loglevel", "bogus".into())])],
        "Parameter loglevel failed on Note[a]: Invalid value \"bogus\". Valid values are debug, info, notice, warning, \
         err, alert, emerg, crit, verbose.",
    );
    check(
        [note("a", &[("audit", "bogus".into())])],
        "Parameter audit failed on Note[a]: Cannot audit bogus: not a valid attribute for Note[a]",
    );
}

// Requirement: TD-65
#[test]
fn two_resources_cannot_be_the_same_one() {
    check(
        [at(note("a", &[]), 1), at(note("b", &[("name", "a".into())]), 2)],
        "Cannot alias Note[b] to [\"a\"] at (file: /site.pp, line: 2); resource [\"Note\", \"a\"] already declared \
         (file: /site.pp, line: 1)",
    );
}

#[test]
fn an_unknown_type_is_a_container_unless_it_is_declared_as_a_type() {
    let mut unknown = declared("Nosuch", "x", &[]);
    let machine = Machine::default();
    assert!(machine.apply(catalog([unknown.clone()])).statuses.is_empty());
    unknown.kind = Some("compilable_type".into());
    check([unknown], "Resource type 'Nosuch' was not found");
    // What a manifest defines is its own, even where a type has the same name.
    let defined = Declared { kind: Some("defined_type".into()), ..note("x", &[("anything", 1.into())]) };
    assert!(machine.apply(catalog([defined])).statuses.is_empty());
}

#[test]
fn a_wrong_schedule_is_refused() {
    check(
        [declared("Schedule", "s", &[("period", "yearly".into())])],
        "Parameter period failed on Schedule[s]: Invalid value \"yearly\". Valid values are hourly, daily, weekly, \
         monthly, never.",
    );
}

// Requirement: CG-9
#[test]
fn only_what_can_be_absent_can_be_purged() {
    let purge = |title: &str| at(declared("Resources", title, &[("purge", Value::Boolean(true))]), 1);
    check(
        [purge("bell")],
        "Parameter purge failed on Resources[bell]: Purging is only supported on types that accept 'ensure' \
         (file: /site.pp, line: 1)",
    );
    check(
        [purge("nosuch")],
        "Parameter name failed on Resources[nosuch]: Could not find resource type 'nosuch' (file: /site.pp, line: 1)",
    );
}

#[test]
fn what_is_to_be_purged_is_said_in_few_words() {
    let purge = |name: &str, value: Value| [declared("Resources", "note", &[(name, value)])];
    let failed = |parameter: &str, reason: &str| format!("Parameter {parameter} failed on Resources[note]: {reason}");
    let munging = |value: &str, parameter: &str, reason: &str| {
        failed(parameter, &format!("Munging failed for value {value} in class {parameter}: {reason}"))
    };
    check(purge("purge", "maybe".into()), &munging("\"maybe\"", "purge", "expected a boolean value"));
    check(purge("purge", 1.into()), &munging("1", "purge", "expected a boolean value"));
    let limits = "Valid values are true, false. Valid values match /^\\d+$/.";
    check(
        purge("unless_system_user", "some".into()),
        &failed("unless_system_user", &format!("Invalid value \"some\". {limits}")),
    );
    check(
        purge("unless_system_user", "true".into()),
        &munging("\"true\"", "unless_system_user", "Invalid value \"true\""),
    );
    check(
        purge("unless_uid", "some".into()),
        &munging("\"some\"", "unless_uid", "invalid value for Integer(): \"some\""),
    );
}

#[test]
fn relations_find_resources_by_what_they_should_be() {
    let definition = |name: &str, more: &str| {
        format!(
            "{{name: {name}, desc: d, {more} attributes: {{
                name: {{type: String, desc: n, behaviour: namevar}},
                ensure: {{type: 'Enum[present, absent]', desc: e, default: present}},
                number: {{type: 'Optional[Any]', desc: u}}}}}}"
        )
    };
    let (team, member) =
        (definition("team", ""), definition("member", "autorequire_by_value: {team: {number: number}},"));
    let machine = Machine::with_types(&[(&team, "team"), (&member, "member")]);
    let applied = machine.apply(catalog([
        declared("Member", "ann", &[("number", Value::array([7.into(), 5.into()]))]),
        declared("Member", "bob", &[("number", 6.into())]),
        declared("Team", "five", &[("number", 5.into())]),
        declared("Team", "six", &[("number", 6.into())]),
    ]));
    let order: Vec<&str> = applied.statuses.iter().map(|status| status.reference.as_str()).collect();
    assert_eq!(order, ["Team[five]", "Member[ann]", "Team[six]", "Member[bob]"]);
}

#[test]
fn relations_find_resources_by_all_their_names() {
    let machine = Machine::default();
    let applied = machine.apply(catalog([
        note("first", &[("require", Value::array(["Note[path]".into(), "Note[other]".into()]))]),
        note("second", &[("name", "path".into())]),
        note("third", &[("alias", "other".into())]),
    ]));
    assert!(applied.completed, "{:?}", applied.failure);
    let order: Vec<&str> = applied.statuses.iter().map(|status| status.reference.as_str()).collect();
    assert_eq!(order, ["Note[path]", "Note[third]", "Note[first]"]);
}

#[test]
fn a_relation_to_nothing_ends_the_run() {
    let machine = Machine::default();
    let applied = machine.apply(catalog([note("a", &[("require", "Note[nosuch]".into())])]));
    assert_eq!(
        applied.failure.expect("the run ended").to_string(),
        "Could not retrieve dependency 'Note[nosuch]' of Note[a]"
    );
    assert!(machine.store().sets.is_empty());
}
