//! `bunraku model migrate`: types in Ruby become working types, and errors are reported for each file.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use crate::{binary, test_dir::TestDir};

const NOTE: &str = "Puppet::Type.newtype(:note) do
  newparam(:path, namevar: true) { newvalues(%r{^/}) }
  newproperty(:state) { newvalues(:on, :off, /^\\d+$/); aliasvalue(:up, :on); defaultto :off }
  newproperty(:kind) { newvalues(:true, :md5, :false) }
  newproperty(:tags, array_matching: :all) { newvalues(:a, :b) }
  newparam(:force, boolean: true) { newvalues(:true, :false) }
  newparam(:size) { munge { |value| value.to_i } }
  newparam(:mode) { validate { |value| raise ArgumentError, \"no mode: #{value}\" unless value =~ /^[0-7]+$/ } }
  newproperty(:lines, array_matching: :all) { validate { |value| raise 'a line' if value.include?(\"\\n\") } }
  newparam(:depth)
  validate { raise 'depth or mode' if self[:depth] && self[:mode] }
end
";

fn model(directory: &TestDir, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    let run = binary::run(command.arg("model").args(words).current_dir(directory.path()), "");
    (run.code, run.stdout, run.stderr)
}

/// The page shows the output of the program.
#[test]
fn the_example_of_the_page_is_what_happens() {
    let page = include_str!("../../../../docs/migration.md");
    let block = |start: &str| page.split_once(&format!("```{start}\n")).unwrap().1.split_once("```").unwrap().0;
    let directory = TestDir::new(&[("modules/notes/lib/puppet/type/note.rb", block("ruby"))]);
    let (line, expected) = block("console").split_once('\n').unwrap();
    let words: Vec<&str> = line.strip_prefix("$ bunraku model ").unwrap().split(' ').collect();
    let (code, stdout, stderr) = model(&directory, &words);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(format!("{stderr}{stdout}"), expected);
    let written = fs::read_to_string(directory.path().join("modules/notes/types/note.pp")).unwrap();
    assert_eq!(written, block("puppet"));
    let (code, _, stderr) = model(&directory, &["check", "modules/notes"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
}

#[test]
fn what_was_migrated_takes_and_refuses_what_ruby_does() {
    let directory = TestDir::new(&[("note.rb", NOTE)]);
    let (code, text, stderr) = model(&directory, &["migrate", "note.rb"]);
    assert_eq!(
        (code, stderr.as_str()),
        (0, "note.rb:7:21: munge of 'size' is not converted: code converts the values; use 'set'\n")
    );
    directory.write("note.pp", text);
    let check = |instance: &str| model(&directory, &["check", "note.pp", "--type", "note", "--instance", instance]);
    for instance in [
        r#"{"path": "/a", "state": "on", "force": "true", "tags": "a"}"#,
        r#"{"path": "/a", "state": 12, "force": false, "tags": ["a", "b"]}"#,
        r#"{"path": "/a", "state": "up", "kind": true}"#,
        r#"{"path": "/a", "kind": "md5", "size": [1, {"a": 2}], "lines": "one"}"#,
        r#"{"path": "/a", "mode": "0644", "lines": ["one", "two"]}"#,
    ] {
        assert_eq!(check(instance), (0, String::new(), String::new()), "{instance}");
    }
    for (instance, message) in [
        (r#"{"path": "a"}"#, "Illegal value: a is not an acceptable value for path"),
        (r#"{"path": "/a", "state": "On"}"#, "Illegal value: On is not an acceptable value for state"),
        (
            r#"{"path": "/a", "kind": "sha"}"#,
            "feature 'kind' of Note returns expects a match for Enum['false', 'md5', 'true'], got 'sha'",
        ),
        (r#"{"path": "/a", "tags": ["a", "c"]}"#, "feature 'tags' of Note"),
        (r#"{"path": "/a", "force": "perhaps"}"#, "perhaps"),
        (r#"{"path": "/a", "mode": "rwx"}"#, "no mode: rwx"),
        (r#"{"path": "/a", "mode": 644}"#, "no mode: 644"),
        (r#"{"path": "/a", "lines": ["one", "t\nwo"]}"#, "a line"),
        (r#"{"path": "/a", "mode": "1", "depth": 2}"#, "depth or mode"),
    ] {
        let (code, _, stderr) = check(instance);
        assert_eq!(code, 1, "{instance}");
        assert!(stderr.contains(message), "{instance}: {stderr}");
    }
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    let directory = TestDir::new(&[("m/lib/puppet/type/note.rb", NOTE), ("m/types/note.pp", "# mine\n")]);
    let (code, stdout, stderr) = model(&directory, &["migrate", "m", "--output", "m"]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(
        stderr.contains("error: cannot write m/types/note.pp: ") && stderr.contains("hint: use --force"),
        "{stderr}"
    );
    let path = directory.path().join("m/types/note.pp");
    assert_eq!(fs::read_to_string(&path).unwrap(), "# mine\n");
    let (code, stdout, _) = model(&directory, &["migrate", "m", "--output", "m", "--force"]);
    assert_eq!((code, stdout.as_str()), (0, "m/types/note.pp\n"));
    assert!(fs::read_to_string(&path).unwrap().contains("type Note inherits Resource {"));
    assert_ne!(fs::metadata(&path).unwrap().permissions().mode() & 0o044, 0);
    let files_left: Vec<_> = fs::read_dir(directory.path().join("m/types")).unwrap().collect();
    assert_eq!(files_left.len(), 1);
}

#[test]
fn every_invalid_file_is_reported_and_the_others_are_migrated() {
    let directory = TestDir::new(&[
        ("types/a_broken.rb", "Puppet::Type.newtype(:x) do\n  newparam(\nend"),
        ("types/b_nothing.rb", "puts 1"),
        ("types/c_two.rb", "Puppet::Type.newtype(:a) { }\nPuppet::Type.newtype(:b) { }"),
        ("types/d_name.rb", "Puppet::Type.newtype(:'a-b') { }"),
        ("types/f_note.rb", NOTE),
        ("types/g_again.rb", NOTE),
        ("empty/readme.txt", ""),
    ]);
    directory.write("types/e_binary.rb", [0xff, 0xfe, 0x00]);
    let (code, stdout, stderr) = model(&directory, &["migrate", "types", "missing.rb"]);
    assert_eq!(code, 1);
    assert!(stdout.starts_with("# Migrated from types/f_note.rb\ntype Note inherits Resource {\n"), "{stdout}");
    assert_eq!(stdout.matches("type Note").count(), 1);
    for message in [
        "types/a_broken.rb:3:1",
        "error: types/b_nothing.rb: no type is defined",
        "2 types are defined: 'a', 'b'",
        "'a-b' is not a valid name of a type",
        "error: cannot read types/e_binary.rb: ",
        "error: types/g_again.rb: duplicate type 'note', also defined in types/f_note.rb",
        "error: cannot read missing.rb: ",
    ] {
        assert!(stderr.contains(message), "{message}: {stderr}");
    }
    assert_eq!(stderr.lines().filter(|line| line.starts_with("error: ")).count(), 7, "{stderr}");
    let (code, _, stderr) = model(&directory, &["migrate", "empty"]);
    assert_eq!(
        (code, stderr.as_str()),
        (2, "error: no Ruby files or modules with types in empty\nhint: types are in lib/puppet/type/NAME.rb\n")
    );
}

#[test]
fn programs_get_all_of_it_as_data() {
    let directory = TestDir::new(&[("types/note.rb", NOTE), ("types/other.rb", "puts 1")]);
    let (code, stdout, stderr) = model(&directory, &["migrate", "types", "--format", "json"]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let note = &document["types"][0];
    assert_eq!((note["file"].as_str(), note["type"].as_str()), (Some("types/note.rb"), Some("note")));
    assert!(note["text"].as_str().unwrap().contains("type Note"));
    let missed = &note["not_carried_over"][0];
    assert_eq!((missed["line"].as_i64(), missed["column"].as_i64()), (Some(7), Some(21)));
    assert_eq!((missed["attribute"].as_str(), missed["what"].as_str()), (Some("size"), Some("munge")));
    assert_eq!(document["errors"][0]["file"], "types/other.rb");
    let (_, stdout, _) = model(&directory, &["migrate", "types/note.rb", "--format", "json", "--output", "m"]);
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(document["types"][0]["written"], "m/types/note.pp");
    assert!(document["types"][0].get("text").is_none());
}

/// The types that tools are tested with: all can be loaded, and enough of them come from Ruby.
#[test]
fn the_types_to_test_with_are_fine() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/models");
    let (mut all, mut from_ruby) = (0, 0);
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pp") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let types = text.lines().filter(|line| line.starts_with("type ") && line.contains('{')).count();
        all += types;
        from_ruby += if text.starts_with("# Migrated from ") { types } else { 0 };
    }
    assert!(all >= 40 && from_ruby * 2 >= all, "{from_ruby} of {all}");
    let (code, stdout, stderr) = model(&TestDir::new(&[]), &["check", directory, "--format", "json"]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    // Legacy types may do what types of the Resource API may not: attributes named `tag`, other values of `ensure`.
    let document: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let refused = document["problems"].as_array().unwrap().iter().map(|problem| problem["subject"].as_str().unwrap());
    assert_eq!(refused.collect::<Vec<_>>(), ["Concat_file", "Concat_fragment", "Mount", "Vcsrepo"]);
}
