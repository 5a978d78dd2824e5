//! `bunraku model check`: invalid types and invalid instances.

use std::process::Command;

use crate::{binary, test_dir::TestDir};

const PORT: &str = "type Port { attr number, Integer { min => 1, check => $it > 0 } }\n";

fn check(directory: &TestDir, words: &[&str]) -> (i32, String, String) {
    let words: Vec<&str> = ["model", "check"].into_iter().chain(words.iter().copied()).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    let run = binary::run(command.args(words).current_dir(directory.path()), "");
    (run.code, run.stdout, run.stderr.replace(&format!("{}/", directory.path().display()), ""))
}

#[test]
fn types_and_instances_that_are_fine_are_passed_over_in_silence() {
    let directory = TestDir::new(&[("port.pp", PORT)]);
    let nothing = (0, String::new(), String::new());
    assert_eq!(check(&directory, &["port.pp"]), nothing);
    assert_eq!(check(&directory, &["port.pp", "--type", "port", "--instance", r#"{"number": 80}"#]), nothing);
}

#[test]
fn all_unusable_types_are_reported_with_their_locations() {
    let text =
        format!("{PORT}type Bad inherits Nothing {{ }}\ntype Worse {{ attr a, Integer {{ default => 'x' }} }}\n");
    let directory = TestDir::new(&[("types/port.pp", &text)]);
    let (code, stdout, stderr) = check(&directory, &["."]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.contains("error: The type 'Bad' inherits from 'Nothing', which is not defined"), "{stderr}");
    assert!(stderr.contains("types/port.pp:2:19"), "{stderr}");
    assert!(stderr.contains("error: The default of the feature 'a' does not match Integer"), "{stderr}");
    assert!(stderr.contains("types/port.pp:3:43"), "{stderr}");
}

#[test]
fn types_of_resources_are_refused_as_apply_refuses_them() {
    let nameless = "type Nameless inherits Resource { attr uid, Integer }\n";
    let directory = TestDir::new(&[
        ("nameless.pp", nameless),
        ("fine.pp", "type general inherits Resource { abstract attr uid, Integer }\n"),
    ]);
    let (code, _, stderr) = check(&directory, &["nameless.pp"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("error: `nameless` has no namevar attribute"), "{stderr}");
    assert!(stderr.contains("nameless.pp:1:1"), "{stderr}");
    assert_eq!(check(&directory, &["fine.pp"]), (0, String::new(), String::new()));
}

#[test]
fn refused_instances_are_reported_with_the_rule() {
    let directory =
        TestDir::new(&[("port.pp", PORT), ("none.json", "{\"number\": 0}"), ("broken.json", "{\"number\": \n}")]);
    let words = ["port.pp", "--type", "Port", "--instance", r#"{"nombre": 1}"#, "--instance-file", "none.json"];
    let (code, _, stderr) = check(&directory, &words);
    assert_eq!(code, 1);
    assert_eq!(
        stderr,
        "error: --instance: Port has no feature 'nombre'\n\
         hint: port.pp:1:1: the type is defined here; did you mean 'number'?\n\
         error: none.json: Illegal value: 0 is not an acceptable value for number\n\
         hint: port.pp:1:55: 'check' of 'number' of Port refuses it\n"
    );
    let (code, _, stderr) = check(&directory, &["port.pp", "--type", "Port", "--instance-file", "broken.json"]);
    assert_eq!((code, stderr.as_str()), (2, "error: broken.json:2:1: expected value\n"));
    let (code, _, stderr) = check(&directory, &["port.pp", "--type", "Prot", "--instance", "{}"]);
    assert_eq!((code, stderr.as_str()), (2, "error: The type 'Prot' is not defined\nhint: the files define Port\n"));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let directory =
        TestDir::new(&[("port.pp", PORT), ("empty.pp", "# nothing\n"), ("broken.pp", "type Port { attr number, }\n")]);
    let (code, _, stderr) = check(&directory, &["missing.pp"]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("missing.pp"), "{stderr}");
    let (code, _, stderr) = check(&directory, &["port.pp", "--instances", "missing.json"]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("cannot read missing.json"), "{stderr}");
    let (code, _, stderr) = check(&directory, &["broken.pp"]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("broken.pp:1:26"), "{stderr}");
    let (code, _, stderr) = check(&directory, &["empty.pp"]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("no type in the files"), "{stderr}");
}

#[test]
fn models_and_documents_of_instances_are_checked_as_well() {
    let directory = TestDir::new(&[
        ("port.pp", PORT),
        ("good.json", r#"{"__ptype": "Port", "number": 1}"#),
        ("bad.json", r#"{"__ptype": "Port", "number": 0}"#),
    ]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["model", "export", "port.pp", "--logic", "separate", "--output", "."]).current_dir(directory.path());
    assert_eq!(binary::run(&mut command, "").code, 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["model", "export", "port.pp", "--instances", "good.json", "--format", "xmi"]);
    let xmi = binary::run(command.current_dir(directory.path()), "").stdout;
    directory.write("good-instances.xml", xmi);
    for types in [&["port.pp"][..], &["port.ecore", "port.xmi"]] {
        let words = [types, &["--instances", "good.json", "--instances", "good-instances.xml"]].concat();
        assert_eq!(check(&directory, &words), (0, String::new(), String::new()));
        let (code, _, stderr) = check(&directory, &[types, &["--instances", "bad.json"]].concat());
        assert_eq!(code, 1, "{stderr}");
        assert!(stderr.contains("Illegal value: 0 is not an acceptable value for number"), "{stderr}");
        assert!(stderr.contains("bad.json:1:1"), "{stderr}");
    }
    // Without its logic, a model accepts everything of its types.
    assert_eq!(check(&directory, &["port.ecore", "--instances", "bad.json"]), (0, String::new(), String::new()));
}
