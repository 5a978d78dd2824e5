use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::*;

/// A directory with files; those whose text begins with `#!` can be run.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        if text.starts_with("#!") {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    directory
}

/// The facts of such a directory as JSON, and what is wrong with it.
fn read(files: &[(&str, &str)]) -> (String, Vec<String>) {
    let directory = directory(files);
    let empty = tempfile::tempdir().unwrap();
    let root = Root::at(empty.path()).running_commands().with_variable("FACTER_role", "web");
    let options = Options {
        external: vec![directory.path().to_owned()],
        deadline: Duration::from_millis(1500),
        ..Options::default()
    };
    let configuration = Configuration::default();
    let mut warnings = Vec::new();
    let mut cache = Cache::new(&root, &configuration, false);
    let facts = facts(&root, &options, &configuration, &mut cache, &mut warnings);
    let hidden = directory.path().to_string_lossy().into_owned();
    let warnings = warnings.iter().map(|warning| warning.to_string().replace(&hidden, "")).collect();
    (json::write(&facts.into()).unwrap(), warnings)
}

#[test]
fn the_file_whose_name_comes_last_wins_and_a_variable_wins_over_all() {
    let (facts, warnings) = read(&[("a.txt", "x=a\nrole=db\n"), ("b.txt", "x=b\n")]);
    assert_eq!((facts.as_str(), warnings.len()), (r#"{"role":"web","x":"b"}"#, 0));
}

#[test]
fn lines_have_a_key_and_a_value() {
    let (facts, _) = read(&[("a.txt", "a=1\r\nb = two \nNoEq\n=x\nc=\nd==y\nKERNEL=Mine\n")]);
    assert_eq!(facts, r#"{"role":"web","a":"1","b ":" two ","d":"=y","kernel":"Mine"}"#);
}

#[test]
fn yaml_json_and_commands_give_structures() {
    let (facts, warnings) = read(&[
        ("a.yaml", "y: {z: [1, 2.5, yes]}\nnothing:\n"),
        ("b.json", r#"{"j": {"k": null}}"#),
        ("c.sh", "#!/bin/sh\necho '{\"ej\": [1]}'\nexit 3\n"),
        ("d", "#!/bin/sh\necho x=1\n"),
        ("e", "no=command"),
    ]);
    assert_eq!(warnings, [""; 0]);
    assert_eq!(facts, r#"{"role":"web","x":"1","ej":[1],"j":{"k":null},"y":{"z":[1,2.5,true]}}"#);
}

#[test]
fn wrong_files_are_reported_and_the_others_count() {
    let (facts, warnings) = read(&[
        ("a.yaml", "a: ["),
        ("b.json", "{bad"),
        ("c.json", "[1, 2]"),
        ("d.yaml", "sym: :foo"),
        ("e.sh", "#!/bin/sh\necho e=1\necho 'this went wrong' >&2\n"),
        ("f.sh", "#!/nowhere/interpreter\n"),
        ("z.txt", "z=1"),
    ]);
    assert_eq!(facts, r#"{"role":"web","z":"1","e":"1"}"#);
    for (index, beginning) in [
        "Failed to handle /f.sh as executable facts: ",
        "Command /e.sh completed with the following stderr message: this went wrong",
        "Failed to handle /d.yaml as YAML facts: Tried to load unspecified class: Symbol",
        "Could not interpret fact file /c.json",
        "Failed to handle /b.json as JSON facts: ",
        "Failed to handle /a.yaml as YAML facts: ",
    ]
    .iter()
    .enumerate()
    {
        assert!(warnings[index].starts_with(beginning), "{warnings:?}");
    }
}

#[test]
fn a_command_that_hangs_is_ended_with_all_that_it_started() {
    let mark = tempfile::tempdir().unwrap();
    let script = format!("#!/bin/sh\n(sleep 3; touch {}/late) &\nsleep 100\n", mark.path().display());
    let begun = Instant::now();
    let (facts, warnings) = read(&[("hang.sh", &script), ("z.txt", "z=1")]);
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(facts, r#"{"role":"web","z":"1"}"#);
    assert_eq!(warnings, ["Fact file /hang.sh was ended: it took longer than 1.5 seconds"]);
    std::thread::sleep(Duration::from_secs(2));
    assert!(!mark.path().join("late").exists());
}

#[test]
fn a_command_that_prints_without_end_is_ended() {
    let (facts, warnings) = read(&[("much.sh", "#!/bin/sh\nexec cat /dev/zero\n"), ("z.txt", "z=1")]);
    assert_eq!(facts, r#"{"role":"web","z":"1"}"#);
    assert_eq!(warnings, [format!("Fact file /much.sh was ended: it wrote more than {} bytes", MAX_OUTPUT)]);
}

#[test]
fn commands_of_another_machine_are_not_run() {
    let directory = directory(&[("a.sh", "#!/bin/sh\necho a=1\n")]);
    let options = Options { external: vec![directory.path().to_owned()], ..Options::default() };
    let empty = tempfile::tempdir().unwrap();
    let facts = crate::Facts::read_with(&Root::at(empty.path()), &options);
    let message = format!("Fact file {}/a.sh was not run: it belongs to another machine", directory.path().display());
    assert_eq!(facts.warnings(), [message]);
    assert!(facts.get("a").is_none());
}
