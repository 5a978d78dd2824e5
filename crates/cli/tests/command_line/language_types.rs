//! Resource types in the Puppet language, from the file to the report: with providers in Ruby and in shell, in all
//! commands, with conflicting names and with missing providers.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    binary::{self, Run},
    test_dir::TestDir,
};

/// The module `accounts` of the examples: a type in the Puppet language, a provider in Ruby.
fn example() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    root.join("examples/modules").display().to_string()
}

fn has_ruby() -> bool {
    let found = Command::new("ruby").arg("--version").output().is_ok();
    if !found {
        skip_test::skip!("there is no ruby");
    }
    found
}

/// Runs the binary with the accounts of a directory.
fn run(directory: &TestDir, words: &[&str]) -> Run {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_bunraku"));
    let mut command = directory.command(&program, words);
    command.env("ACCOUNTS_FILE", directory.path().join("accounts.json")).args(["--modulepath", &example()]);
    let run = binary::run(&mut command, "");
    let tidy = |text: &str| text.replace(&directory.path().display().to_string(), "/W").replace(&example(), "/M");
    Run { stdout: tidy(&run.stdout), stderr: tidy(&run.stderr), code: run.code }
}

#[track_caller]
fn applied(directory: &TestDir, words: &[&str]) -> String {
    let run = run(directory, words);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    run.stdout.lines().filter(|line| !line.contains(" catalog ")).collect::<Vec<_>>().join("\n")
}

// Requirement: MT-63, MT-67
#[test]
fn a_type_and_a_provider_in_ruby_are_all_that_it_takes() {
    if !has_ruby() {
        return;
    }
    let directory = TestDir::new(&[]);
    let home = directory.path().join("ada").display().to_string();
    let manifest = format!(
        "account {{ 'ada': uid => '1815', groups => [math], home => '{home}', notify => Notify['told'] }}
         file {{ '{home}': ensure => directory }} notify {{ 'told': }}"
    );
    let printed = applied(&directory, &["apply", "-e", &manifest]);
    let position_of = |words: &str| printed.find(words).unwrap_or_else(|| panic!("'{words}' is not in {printed}"));
    // Autorequired resources come first, notified ones last.
    assert!(
        position_of("File[/W/ada]/ensure: created") < position_of("Account[ada]/ensure: defined 'ensure' as 'present'")
    );
    assert!(position_of("account[ada]: Creating: keeps ada in /W/accounts.json") < position_of("Notify[told]"));
    let accounts_file: serde_json::Value = serde_json::from_str(&directory.read("accounts.json")).unwrap();
    // `set` converted the text to a number, and the default is set.
    assert_eq!((&accounts_file["ada"]["uid"], &accounts_file["ada"]["shell"]), (&1815.into(), &"/bin/sh".into()));
    assert!(!applied(&directory, &["apply", "-e", &manifest]).contains("Account["), "nothing is left to do");
    let printed = applied(&directory, &["apply", "--noop", "-e", "account { 'ada': ensure => absent }"]);
    assert!(printed.contains("Account[ada]/ensure: undefined 'ensure' from 'present' (noop)"), "{printed}");
    let report = fs::read_to_string(directory.path().join("v/state/last_run_report.yaml")).unwrap();
    assert!(report.contains("Account[ada]"), "{report}");
}

// Requirement: MT-62, MT-67
#[test]
fn the_command_resource_lists_shows_and_changes() {
    if !has_ruby() {
        return;
    }
    let directory = TestDir::new(&[("accounts.json", r#"{"ada": {"uid": 1815, "shell": "/bin/sh"}, "bob": {}}"#)]);
    let listed = applied(&directory, &["resource", "account"]);
    assert!(listed.contains("account { 'ada'") && listed.contains("account { 'bob'"), "{listed}");
    let shown = applied(&directory, &["resource", "account", "ada"]);
    assert!(shown.contains("uid => 1815") && !shown.contains("bob"), "{shown}");
    applied(&directory, &["resource", "account", "eve", "uid=2000", "groups=math"]);
    let accounts_file: serde_json::Value = serde_json::from_str(&directory.read("accounts.json")).unwrap();
    assert_eq!(
        (&accounts_file["eve"]["uid"], &accounts_file["eve"]["groups"]),
        (&2000.into(), &serde_json::json!(["math"]))
    );
    for (attributes, words) in [
        (&["uid=12"][..], "Account[eve]: uid 12 is for the system"),
        (&["uid=many"], "cannot be converted to Integer"),
        (&["ensure=absent", "home=/x"], "Account[eve]: who is absent has no home"),
        (&["groups=a:b"], "Illegal value: a:b is not an acceptable value for groups"),
        (&["last_login=now"], "Attempting to set `last_login` read_only attribute value to `now`"),
        (&["home_or_none=x"], "feature 'home_or_none' of Account is derived and cannot be set"),
        (&["nope=x"], "no parameter named 'nope'"),
    ] {
        let run = run(&directory, &[&["resource", "account", "eve"], attributes].concat());
        assert_eq!(run.code, 1, "{attributes:?}");
        assert!(run.stderr.contains(words), "{attributes:?}: {}", run.stderr);
    }
    let types = applied(&directory, &["resource", "--types"]);
    assert!(types.lines().any(|line| line == "account"), "{types}");
}

#[test]
fn it_is_described_as_every_type_is() {
    let describe = |words: &[&str]| {
        let modules = example();
        let words = [&["describe"], words, &["--modulepath", &modules]].concat();
        let run = binary::bunraku(&words);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{words:?}");
        run.stdout
    };
    let page = describe(&["account"]);
    for words in [
        "Somebody who may log in.",
        "- **login** (*namevar*)",
        "(a Optional[Array[String]])",
        "Defaults to '/bin/sh'.",
        "- **last_login** (*read_only*)",
        "simple_get_filter",
        "- **autorequire** `File[$home]`",
    ] {
        assert!(page.contains(words), "'{words}' is not in {page}");
    }
    assert!(describe(&["--list"]).contains("account         - Somebody who may log in\n"));
    assert!(describe(&["account", "--format", "schema"]).contains("\"uid\""));
}

const THING: &str = "type thing inherits Resource { attr name, String { behaviour => namevar } attr size, Integer }";

// Requirement: MT-68
#[test]
fn a_provider_of_another_language_provides_it() {
    let provider = r#"#!/bin/sh
read -r request
id=$(printf '%s' "$request" | sed 's/.*"id":\([0-9]*\).*/\1/')
case "$request" in
  *'"method":"initialize"'*) result='{"protocol": 1, "provider": {"name": "things", "version": "1"}, "capabilities": {}}' ;;
  *'"method":"get"'*) result='{"resources": [{"name": "one", "size": 1}]}' ;;
  *) result='{"results": []}' ;;
esac
printf '{"jsonrpc": "2.0", "id": %s, "result": %s}\n' "$id" "$result"
"#;
    let directory = TestDir::new(&[
        ("modules/things/types/thing.pp", THING),
        (
            "modules/things/providers/things.yaml",
            "protocol: 1\nexec: [sh, things.sh]\nmode: oneshot\nprovides: [thing]\n",
        ),
        ("modules/things/providers/things.sh", provider),
    ]);
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", "thing { 'one': size => 1 } thing { 'two': }"]);
    assert!(!run.stderr.contains("one") && run.stdout.contains("Applied catalog"), "{}{}", run.stdout, run.stderr);
}

// Requirement: MT-68
#[test]
fn without_a_provider_puppet_has_words() {
    let directory = TestDir::new(&[("modules/any/types/thing.pp", THING)]);
    let words = "provider class Puppet::Provider::Thing::Thing not found in puppet/provider/thing/thing";
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", "thing { 'one': }"]);
    assert!(run.stderr.contains(&format!("Thing[one]: Could not evaluate: {words}")), "{}", run.stderr);
    let run = directory.run(&["resource", "thing", "--modulepath", "modules"]);
    assert!(run.code == 1 && run.stderr.contains(words), "{}", run.stderr);
}

// Requirement: MT-65, MT-69
#[test]
fn it_goes_before_a_type_in_ruby_and_not_before_one_that_is_built_in() {
    let ruby = "require 'puppet/resource_api'\nPuppet::ResourceApi.register_type(name: 'thing', desc: 'Ruby', attributes: \
                { name: { type: 'String', behaviour: :namevar, desc: 'n' } })\n";
    let directory = TestDir::new(&[
        ("modules/a/types/thing.pp", "type A::Thing = Integer"),
        (
            "modules/b/types/thing.pp",
            "type thing inherits Resource { desc 'Language' attr name, String { behaviour => namevar } }",
        ),
        ("modules/c/lib/puppet/type/thing.rb", ruby),
        ("modules/c/lib/puppet/type/other.rb", &ruby.replace("'thing'", "'other'")),
        ("modules/d/types/other.pp", "type D::Other = Enum[x] # no one inherits it"),
        ("modules/d/types/exec.pp", "type exec inherits Resource { attr name, String { behaviour => namevar } }"),
    ]);
    let describe = |name: &str| {
        let modules = directory.path().join("modules").display().to_string();
        binary::bunraku(&["describe", name, "--modulepath", &modules]).stdout
    };
    assert!(describe("thing").contains("Language"), "{}", describe("thing"));
    assert!(describe("other").contains("Ruby"), "{}", describe("other"));
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", "exec { '/bin/true': }"]);
    let words = "The type 'Exec' of resources is built in, and cannot be defined anew (file: /W/modules/d/types/exec.pp, line: 1";
    assert!(run.code == 1 && run.stderr.contains(words), "{}", run.stderr);
}

#[test]
fn a_manifest_cannot_define_a_type_of_a_provider_in_a_process() {
    let types = "types:\n- name: thing\n  desc: d\n  attributes: {name: {type: String, desc: n, behaviour: namevar}}\n";
    let manifest = format!("protocol: 1\nexec: [sh, things.sh]\nmode: oneshot\n{types}");
    let directory = TestDir::new(&[("modules/things/providers/things.yaml", &manifest)]);
    let code = format!("{THING} thing {{ 'one': }}");
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", &code]);
    let words = "The type 'Thing' of resources is defined in /W/modules/things/providers/things.yaml, too (line: 1";
    assert!(run.code == 1 && run.stderr.contains(words), "{}", run.stderr);
}

#[test]
fn errors_in_a_type_file_are_reported_where_the_type_is_used() {
    let directory = TestDir::new(&[
        ("modules/a/types/broken.pp", "type broken inherits Resource {\n  attr name String\n}"),
        (
            "modules/a/types/loud.pp",
            "type loud inherits Resource { attr name, String { behaviour => namevar, check => notice(1) } }",
        ),
        ("modules/a/types/nameless.pp", "type nameless inherits Resource { attr size, Integer }"),
        ("modules/a/types/lost.pp", "type lost inherits Nobody { }"),
        ("modules/a/types/two.pp", "type two inherits Resource { attr n, String { behaviour => namevar } } notice(1)"),
        ("modules/a/types/fine.pp", "type fine inherits Resource { attr n, String { behaviour => namevar } }"),
    ]);
    for (name, words) in [
        ("broken", "Syntax error at 'String' (file: /W/modules/a/types/broken.pp, line: 2, column: 13)"),
        (
            "loud",
            "The function 'notice' is not allowed in the logic of a type (file: /W/modules/a/types/loud.pp, line: 1",
        ),
        ("nameless", "`nameless` has no namevar attribute (file: /W/modules/a/types/nameless.pp, line: 1"),
        (
            "lost",
            "The type 'Lost' inherits from 'Nobody', which is not defined (file: /W/modules/a/types/lost.pp, line: 1",
        ),
        ("two", "contains additional logic - can only contain the type 'two'"),
    ] {
        let run = directory.run(&["apply", "--modulepath", "modules", "-e", &format!("{name} {{ 'x': }}")]);
        assert!(run.code == 1 && run.stderr.contains(words), "{name}: {}", run.stderr);
        let run = directory.run(&["resource", name, "--modulepath", "modules"]);
        assert!(run.code == 1 && run.stderr.contains(words), "{name}: {}", run.stderr);
    }
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", "notice(1)"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "who does not use them is not told");
}

#[test]
fn read_only_attributes_are_refused_without_leaking_a_secret() {
    let vault = "type vault inherits Resource {
        attr name, String { behaviour => namevar }
        attr pin, Sensitive { behaviour => read_only }
        attr key, A::Key { behaviour => read_only }
        attr seen, String { behaviour => read_only }
    }";
    let directory = TestDir::new(&[
        ("modules/a/types/vault.pp", vault),
        ("modules/a/types/key.pp", "type A::Key = Sensitive[String]"),
    ]);
    for (attribute, shown) in [("pin", "<< redacted value >>"), ("key", "<< redacted value >>"), ("seen", "hunter2")] {
        let words = format!("Attempting to set `{attribute}` read_only attribute value to `{shown}`");
        let run =
            directory.run(&["resource", "vault", "a", &format!("{attribute}=hunter2"), "--modulepath", "modules"]);
        assert!(run.code == 1 && run.stderr.contains(&words), "{attribute}: {}", run.stderr);
        let manifest = format!("vault {{ 'a': {attribute} => 'hunter2' }}");
        let run = directory.run(&["apply", "--modulepath", "modules", "-e", &manifest]);
        assert!(run.code == 1 && run.stderr.contains(&words), "{attribute}: {}", run.stderr);
    }
}

/// A catalog that was compiled elsewhere finds the type, too.
#[test]
fn a_catalog_is_applied_later() {
    if !has_ruby() {
        return;
    }
    let directory = TestDir::new(&[("site.pp", "account { 'ada': uid => '1815' }")]);
    let compiled = run(&directory, &["catalog", "compile", "--manifest", "site.pp"]);
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
    directory.write("catalog.json", &compiled.stdout);
    applied(&directory, &["apply", "--catalog", "catalog.json"]);
    assert!(directory.read("accounts.json").contains("1815"));
}
