//! `run`: what both generations of the specification share.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::symlink},
    path::Path,
};

use resource_api::{
    Changes, Command, CommandError, Failure, Outcome,
    command::{Destination, Text},
    log::Level,
};

use crate::support::{Bench, shell};

// Requirement: CMD-1
#[test]
fn a_command_is_a_path_or_a_bare_name_that_is_found_in_path() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("greet");
    symlink("/bin/echo", &path).unwrap();

    let full = Command::new(&path).run(&bench.context, ["hello"]).stdout(Destination::Store).execute().unwrap();
    assert_eq!(full.stdout_text(), "hello\n");
    let bare = Command::new("echo").run(&bench.context, ["hello"]).stdout(Destination::Store).execute().unwrap();
    assert_eq!(bare.stdout_text(), "hello\n");
    let own_path = Command::new("greet").environment("PATH", directory.path());
    assert!(own_path.run(&bench.context, ["hello"]).execute().unwrap().is_success());
}

// Requirement: CMD-1
#[test]
fn a_bare_name_is_looked_for_when_it_is_run() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let command = Command::new("latecomer").environment("PATH", directory.path());
    assert!(matches!(command.run(&bench.context, ()).execute(), Err(CommandError::NotFound { .. })));
    symlink("/bin/true", directory.path().join("latecomer")).unwrap();
    for _ in 0..2 {
        assert!(command.run(&bench.context, ()).execute().unwrap().is_success());
    }
    fs::remove_file(directory.path().join("latecomer")).unwrap();
    assert!(matches!(command.run(&bench.context, ()).execute(), Err(CommandError::NotFound { .. })));
}

#[test]
fn relative_entries_of_path_are_passed_over() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    symlink("/bin/true", directory.path().join("trap")).unwrap();
    let command = Command::new("trap").environment("PATH", ".::").cwd(directory.path());
    assert!(matches!(command.run(&bench.context, ()).execute(), Err(CommandError::NotFound { .. })));
}

#[test]
fn a_relative_path_begins_in_the_working_directory_of_the_process() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    symlink("/bin/true", directory.path().join("tool")).unwrap();
    let command = Command::new("./tool").cwd(directory.path());
    assert!(command.run(&bench.context, ()).execute().unwrap().is_success());
}

// Requirement: CMD-2
#[test]
fn arguments_arrive_as_they_are_without_a_shell() {
    let bench = Bench::new();
    let given = ["$HOME", "`id`", "a  b", "", "*", ";", "a\nb", "'", "\"", "\\", "--", "ä"];
    let result = Command::new("printf")
        .run(&bench.context, ["[%s]"])
        .args(given)
        .arg(OsStr::from_bytes(b"\xff"))
        .stdout(Destination::Store)
        .stdout_encoding(resource_api::command::Encoding::Binary, resource_api::command::OnInvalid::Refuse)
        .execute()
        .unwrap();
    let mut expected: Vec<u8> = given.iter().flat_map(|text| format!("[{text}]").into_bytes()).collect();
    expected.extend(b"[\xff]");
    assert_eq!(result.stdout.unwrap().as_bytes(), expected);
}

// Requirement: CMD-2
#[test]
fn the_command_itself_is_not_split_either() {
    let bench = Bench::new();
    let error = Command::new("echo hello").run(&bench.context, ()).execute().unwrap_err();
    assert!(matches!(error, CommandError::NotFound { .. }), "{error}");
}

#[test]
fn arguments_of_different_types_stand_in_one_list() {
    let bench = Bench::new();
    let value = pcore::Value::from("value");
    let result = Command::new("echo")
        .run(
            &bench.context,
            ("text", String::from("string"), Path::new("/path"), 4, &value, true.then_some("x").unwrap()),
        )
        .stdout(Destination::Store)
        .execute()
        .unwrap();
    assert_eq!(result.stdout_text(), "text string /path 4 value x\n");
    let echo = Command::new("echo");
    let wrong = echo.run(&bench.context, [Text::from("a"), pcore::Value::array([]).into()]);
    assert_eq!(wrong.execute().unwrap_err().to_string(), "argument 2 of 'echo' must be a text, got an Array");
    let wrong = echo.run(&bench.context, ["a\0b"]);
    assert_eq!(
        wrong.execute().unwrap_err().to_string(),
        "argument 1 of 'echo' contains a NUL byte, which cannot be passed to a process"
    );
    assert!(bench.log().iter().all(|line| !line.contains("NUL")));
}

// Requirement: CMD-3
#[test]
fn a_command_has_an_environment_and_a_working_directory_for_all_its_runs() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().canonicalize().unwrap();
    let command = shell().environment("GREETING", "hello").environment("NAME", "you").cwd(&directory);
    for _ in 0..2 {
        let result = command.run(&bench.context, ["-c", "echo $GREETING $NAME; pwd -P"]).stdout(Destination::Store);
        assert_eq!(result.execute().unwrap().stdout_text(), format!("hello you\n{}\n", directory.display()));
    }
}

// Requirement: CMD-4
#[test]
fn run_returns_after_the_end_of_the_process() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let command = shell().cwd(directory.path());
    command.run(&bench.context, ["-c", "sleep 0.3; echo done > mark"]).execute().unwrap();
    assert_eq!(fs::read_to_string(directory.path().join("mark")).unwrap(), "done\n");
}

// Requirement: CMD-5
#[test]
fn a_command_that_is_not_there_is_an_error_of_its_own() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let not_executable = directory.path().join("data");
    fs::write(&not_executable, "#!/bin/sh\n").unwrap();
    let commands = [
        "no-such-command-anywhere".to_owned(),
        "/no/such/command".to_owned(),
        not_executable.display().to_string(),
        directory.path().display().to_string(),
        String::new(),
    ];
    for command in commands {
        let error = Command::new(&command).run(&bench.context, ["-v"]).execute().unwrap_err();
        assert!(matches!(error, CommandError::NotFound { .. }), "{command}: {error:?}");
        assert_eq!(error.to_string(), format!("Command '{command}' not found"));
    }
    assert_eq!(bench.log(), [""; 0], "it is found out before anything is said");
}

// Requirement: CMD-5
#[test]
fn a_file_in_path_that_cannot_be_executed_is_passed_over() {
    let bench = Bench::new();
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(first.path().join("tool"), "").unwrap();
    let path = std::env::join_paths([first.path(), second.path()]).unwrap();
    let command = Command::new("tool").environment("PATH", path);
    assert_eq!(command.run(&bench.context, ()).execute().unwrap_err().to_string(), "Command 'tool' not found");
    symlink("/bin/true", second.path().join("tool")).unwrap();
    assert!(command.run(&bench.context, ()).execute().is_ok());
}

// Requirement: CMD-6
#[test]
fn another_exit_code_than_0_is_an_error_with_all_details() {
    let bench = Bench::new();
    let error = shell()
        .run(&bench.context, ["-c", "echo out; echo err >&2; exit 3"])
        .stdout(Destination::Store)
        .stderr(Destination::Store)
        .execute()
        .unwrap_err();
    assert_eq!(error.to_string(), "Command 'sh -c \"echo out; echo err >&2; exit 3\"' failed with exit code 3");
    assert_eq!(error.exit_code(), Some(3));
    let CommandError::Failed(failed) = error else { panic!("{error:?}") };
    assert_eq!(failed.command, "sh");
    assert_eq!(failed.args, ["-c", "echo out; echo err >&2; exit 3"]);
    assert_eq!((failed.exit_code, failed.signal), (Some(3), None));
    assert_eq!(failed.stdout.unwrap(), "out\n");
    assert_eq!(failed.stderr.unwrap(), "err\n");
    assert!(!bench.log().iter().any(|line| line.contains("Successfully")), "{:?}", bench.log());
}

// Requirement: CMD-6
#[test]
fn death_by_a_signal_is_a_failure_without_exit_code() {
    let bench = Bench::new();
    let error = shell().run(&bench.context, ["-c", "kill -9 $$"]).execute().unwrap_err();
    assert_eq!(error.to_string(), "Command 'sh -c \"kill -9 $$\"' failed with signal 9");
    let CommandError::Failed(failed) = error else { panic!("{error:?}") };
    assert_eq!((failed.exit_code, failed.signal), (None, Some(9)));
}

// Requirement: CMD-6
#[test]
fn an_error_passes_through_a_provider_and_can_be_recognized() {
    fn provide(bench: &Bench) -> Outcome {
        Command::new("false").run(&bench.context, ()).execute()?;
        Ok(())
    }
    let failure: Failure = provide(&Bench::new()).unwrap_err();
    assert_eq!(failure.to_string(), "Command 'false' failed with exit code 1");
    assert_eq!(failure.downcast_ref::<CommandError>().unwrap().exit_code(), Some(1));
}

// Requirement: CMD-7, CMD-43
#[test]
fn output_is_logged_line_by_line_stdout_at_debug_and_stderr_at_warning() {
    let bench = Bench::new();
    shell().run(&bench.context, ["-c", "echo one; echo; echo two; echo three >&2; echo four >&2"]).execute().unwrap();
    let debug = bench.lines(Level::Debug);
    assert_eq!(debug[1..4], ["one", "", "two"]);
    assert_eq!(bench.lines(Level::Warning), ["three", "four"]);
    assert!(bench.log().contains(&"debug key: one".to_owned()), "{:?}", bench.log());
}

// Requirement: CMD-8
#[test]
fn variables_of_a_run_win_over_those_of_the_command_and_the_rest_is_inherited() {
    let bench = Bench::new();
    let command = shell().environment("A", "command").environment("B", "command").unset("HOME");
    let script = "echo $A $B $C ${HOME-unset} ${PATH:+path}";
    let result = command
        .run(&bench.context, ["-c", script])
        .environment("B", "run")
        .environment("C", "run")
        .stdout(Destination::Store)
        .execute()
        .unwrap();
    assert_eq!(result.stdout_text(), "command run run unset path\n");
    let again = command.run(&bench.context, ["-c", script]).stdout(Destination::Store).execute().unwrap();
    assert_eq!(again.stdout_text(), "command command unset path\n", "a run leaves no trace in the command");
}

#[test]
fn a_variable_without_a_proper_name_is_refused() {
    let bench = Bench::new();
    for name in ["", "A=B"] {
        let error = Command::new("true").run(&bench.context, ()).environment(name, "x").execute().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the environment variable '{name}' of 'true' needs a name without '=' and NUL")
        );
    }
}

// Requirement: CMD-9
#[test]
fn an_execution_and_its_success_are_logged() {
    let bench = Bench::new();
    Command::new("echo").run(&bench.context, ["-n", "a b", "c"]).execute().unwrap();
    assert_eq!(
        bench.log(),
        [
            "debug key: Executing 'echo -n \"a b\" c'",
            "debug key: a b c",
            "debug key: Successfully executed 'echo -n \"a b\" c'",
        ]
    );
}

// Requirement: CMD-7, CMD-9
#[test]
fn what_happens_inside_a_block_has_its_prefix() {
    let bench = Bench::new();
    let block = bench.context.updating("F1D2", || {
        shell().run(&bench.context, ["-c", "echo out; echo err >&2"]).execute()?;
        Ok(())
    });
    block.unwrap();
    let log = bench.log();
    for expected in [
        "debug key[F1D2]: Updating: Executing 'sh -c \"echo out; echo err >&2\"'",
        "debug key[F1D2]: Updating: out",
        "warning key[F1D2]: Updating: err",
        "debug key[F1D2]: Updating: Successfully executed 'sh -c \"echo out; echo err >&2\"'",
    ] {
        assert!(log.iter().any(|line| line == expected), "{expected} in {log:#?}");
    }
}

// Requirement: CMD-10
#[test]
fn both_streams_are_drained_at_the_same_time() {
    let bench = Bench::new();
    let script = "head -c 3000000 /dev/zero | tr '\\0' e >&2; head -c 3000000 /dev/zero | tr '\\0' o";
    let result = shell()
        .run(&bench.context, ["-c", script])
        .stdout(Destination::Store)
        .stderr(Destination::Store)
        .execute()
        .unwrap();
    assert_eq!((result.stdout_text().len(), result.stderr_text().len()), (3_000_000, 3_000_000));
}

// Requirement: CMD-10
#[test]
fn a_last_line_without_end_and_invalid_bytes_are_logged() {
    let bench = Bench::new();
    shell().run(&bench.context, ["-c", r"printf 'a\377b\nlast'; printf '\303' >&2"]).execute().unwrap();
    assert_eq!(bench.lines(Level::Debug)[1..3], ["a\u{fffd}b", "last"]);
    assert_eq!(bench.lines(Level::Warning), ["\u{fffd}"]);
}

#[test]
fn a_working_directory_that_cannot_be_used_is_an_error_of_its_own() {
    let bench = Bench::new();
    let error = Command::new("true").run(&bench.context, ()).cwd("/no/such/directory").execute().unwrap_err();
    assert!(matches!(error, CommandError::BadCwd { .. }), "{error:?}");
    assert!(error.to_string().starts_with("Command 'true' cannot run in '/no/such/directory': "), "{error}");
    let error = Command::new("true").run(&bench.context, ()).cwd("/etc/passwd").execute().unwrap_err();
    assert!(matches!(error, CommandError::BadCwd { .. }), "{error:?}");
    assert_eq!(bench.log(), [""; 0]);
}

#[test]
fn a_script_whose_interpreter_is_missing_is_there_but_cannot_be_started() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("script");
    fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let error = Command::new(&script).run(&bench.context, ()).execute().unwrap_err();
    assert!(matches!(error, CommandError::Io { action: "start it", .. }), "{error:?}");
}

// Requirement: CMD-20, VER-13
#[test]
fn the_context_can_forbid_execution() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let touch = Command::new("touch").cwd(directory.path());
    let set = bench.context.begin_set(&Changes::new(Vec::new(), true));

    let result = touch.run(&bench.context, ["file"]).execute().unwrap();
    assert_eq!((result.exit_code, result.stdout, result.stderr), (Some(0), None, None));
    assert!(!directory.path().join("file").exists());
    assert_eq!(bench.log(), ["debug key: Skipping execution of 'touch file' (noop)"]);

    touch.run(&bench.context, ["file"]).noop(false).execute().unwrap();
    assert!(directory.path().join("file").exists(), "the option overrides the context");
    drop(set);
    touch.run(&bench.context, ["other"]).execute().unwrap();
    assert!(directory.path().join("other").exists());
}
