use std::{collections::BTreeSet, io, path::Path};

use super::{all, find};
use crate::{Files, Layout, Machine, Settings};

/// A machine with the directories of the packages, and nothing else.
struct Bare;

impl Files for Bare {
    fn read(&self, _: &Path) -> io::Result<Option<String>> {
        Ok(None)
    }

    fn is_directory(&self, path: &Path) -> bool {
        path == Path::new("/usr/share/puppet/modules")
    }
}

#[test]
fn names_are_unique_and_everything_has_a_summary() {
    let names: BTreeSet<&str> = all().map(|setting| setting.name).collect();
    assert_eq!(names.len(), all().count());
    assert!(all().all(|setting| !setting.summary.is_empty() && find(setting.name) == Some(setting)));
}

#[test]
fn every_default_is_a_value_of_its_kind_for_everybody() {
    for layout in [Layout::AllInOne, Layout::Debian] {
        for home in [None, Some("/home/me".into())] {
            let machine = Machine { layout, home, ..Machine::default() };
            let (settings, _) = Settings::load(machine, "user", Vec::new(), &Bare);
            for setting in all() {
                let value = settings.text(setting.name);
                assert!(value.as_ref().is_ok_and(|value| !value.contains('$')), "{}: {value:?}", setting.name);
            }
        }
    }
}

/// What Puppet 8 changed since the recorded one, and what names the program.
const DIFFERENT: &[(&str, &str)] = &[
    ("exclude_unchanged_resources", "true"),
    ("http_user_agent", "Bunraku/0.1.0"),
    ("include_legacy_facts", "false"),
    ("number_of_facts_soft_limit", "10240"),
    ("preprocess_deferred", "false"),
    ("strict", "error"),
    ("strict_variables", "true"),
];

#[test]
fn defaults_are_those_of_the_real_puppet() {
    let given = [("confdir", "/DIR/conf"), ("vardir", "/DIR/var"), ("certname", "web1.example.com")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let machine =
        Machine { layout: Layout::Debian, host_name: "vm".into(), command: "config".into(), ..Machine::default() };
    let (settings, _) = Settings::load(machine, "user", given, &Bare);
    let mut checked = 0;
    for line in include_str!("recorded.txt").lines() {
        let (name, recorded) = line.split_once(" =").expect("a line is a setting");
        let expected = DIFFERENT.iter().find(|(known, _)| *known == name).map_or(recorded.trim(), |(_, value)| value);
        let actual = settings.value_in("main", name).map(|value| value.to_string());
        assert_eq!(actual.as_deref(), Ok(expected), "{name}");
        checked += 1;
    }
    // One setting is younger than the recorded ones.
    assert_eq!(checked + 1, all().count());
}
