//! Invalid commands, and uncooperative processes.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};

use resource_api::{
    Command, CommandError,
    command::{Destination, Encoding, OnInvalid},
};

use crate::support::{Bench, shell, unique_nap, vanishes};

#[test]
fn what_no_process_can_receive_is_refused() {
    let bench = Bench::new();
    let refused = |error: Result<_, CommandError>| matches!(error, Err(CommandError::InvalidArgument(_)));
    let echo = Command::new("echo");
    assert!(refused(echo.run(&bench.context, ["a\0b"]).execute()));
    for name in ["", "A=B", "A\0B"] {
        assert!(refused(echo.run(&bench.context, ()).environment(name, "x").execute()), "{name}");
        assert!(refused(echo.run(&bench.context, ()).unset(name).execute()), "{name}");
    }
    assert!(refused(echo.run(&bench.context, ()).environment("A", "x\0y").execute()));
}

#[test]
fn what_cannot_be_executed_is_not_found() {
    let bench = Bench::new();
    for program in ["", "/", "/tmp", ".", "..", "/etc/passwd", "a\0b", "/etc/passwd/x"] {
        let error = Command::new(program).run(&bench.context, ()).execute().unwrap_err();
        assert!(matches!(error, CommandError::NotFound { .. }), "{program:?}: {error:?}");
    }
}

#[test]
fn too_many_arguments_are_an_error_of_the_system() {
    let bench = Bench::new();
    let error = Command::new("true").run(&bench.context, ["x".repeat(4_000_000)]).execute().unwrap_err();
    assert!(error.to_string().starts_with("Command 'true' failed: cannot start it: Argument list too long"), "{error}");
    let error = Command::new("true").run(&bench.context, vec!["y"; 3_000_000]).execute().unwrap_err();
    assert!(matches!(error, CommandError::Io { .. }));
    assert!(error.to_string().len() < 1000);
}

#[test]
fn a_file_that_is_no_program_is_not_given_to_a_shell() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("script");
    fs::write(&script, "echo executed by a shell\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    for execution in [
        Command::new(&script).run(&bench.context, ()),
        Command::new(&script).run(&bench.context, ()).cwd("/"),
        Command::new("script").run(&bench.context, ()).environment("PATH", directory.path()),
    ] {
        let result = execution.stdout(Destination::Store).execute();
        assert!(matches!(result, Err(CommandError::Io { .. })), "{result:?}");
    }
}

#[test]
fn times_may_be_as_long_and_as_short_as_possible() {
    let bench = Bench::new();
    let longest = shell().run(&bench.context, ["-c", "exit 0"]);
    longest.timeout(Duration::MAX).grace(Duration::MAX).linger(Duration::MAX).execute().unwrap();
    let nap = unique_nap();
    let error = Command::new("sleep").run(&bench.context, [&nap]).timeout(Duration::ZERO).execute().unwrap_err();
    assert!(matches!(error, CommandError::TimedOut { .. }), "{error:?}");
    assert!(vanishes(&nap));
}

#[test]
fn nothing_may_be_stored_when_the_limit_is_nothing() {
    let bench = Bench::new();
    let silent = Command::new("true").run(&bench.context, ()).stdout(Destination::Store).output_limit(0).execute();
    assert_eq!(silent.unwrap().stdout_text(), "");
    let error = Command::new("echo").run(&bench.context, ()).stdout(Destination::Store).output_limit(0).execute();
    assert!(matches!(error, Err(CommandError::OutputTooLarge { limit: 0, .. })), "{error:?}");
}

#[test]
fn a_process_that_stops_itself_or_closes_everything_is_ended_in_time() {
    let bench = Bench::new();
    for script in ["kill -STOP $$; sleep NAP", "exec >&- 2>&- <&-; sleep NAP", "trap '' TERM HUP INT; sleep NAP"] {
        let nap = unique_nap();
        let start = Instant::now();
        let execution = shell().run(&bench.context, ["-c", &script.replace("NAP", &nap)]).stdout(Destination::Store);
        let error = execution.timeout(Duration::from_millis(300)).grace(Duration::from_millis(300)).execute();
        assert!(matches!(error, Err(CommandError::TimedOut { .. })), "{script}: {error:?}");
        assert!(start.elapsed() < Duration::from_secs(10), "{script}");
        assert!(vanishes(&nap), "{script}");
    }
}

#[test]
fn a_process_that_floods_a_discarded_stream_is_stopped_in_time() {
    let bench = Bench::new();
    for (stdout, stderr) in [(true, false), (false, true)] {
        let pick = |discard: bool| if discard { Destination::Discard } else { Destination::Store };
        let script = "while :; do echo flood; echo flood >&2; done";
        let execution = shell().run(&bench.context, ["-c", script]).stdout(pick(stdout)).stderr(pick(stderr));
        let error = execution.timeout(Duration::from_millis(500)).execute().unwrap_err();
        assert!(matches!(error, CommandError::TimedOut { .. }), "{error:?}");
    }
}

#[test]
fn much_unread_input_is_not_a_problem() {
    let bench = Bench::new();
    let input = vec![b'x'; 100_000_000];
    Command::new("true").run(&bench.context, ()).stdin(input.clone()).execute().unwrap();
    let error =
        Command::new("sleep").run(&bench.context, [unique_nap()]).stdin(input).timeout(Duration::from_millis(200));
    assert!(matches!(error.execute(), Err(CommandError::TimedOut { .. })));
}

#[test]
fn odd_units_and_lone_surrogates_are_replaced_or_refused() {
    let bench = Bench::new();
    for (bytes, expected) in [
        (&b"\xff\xfea\0"[..], "\u{feff}a"),
        (b"a\0b", "a\u{fffd}"),
        (b"\x00\xd8a\0", "\u{fffd}a"),
        (b"\x00\xdca\0", "\u{fffd}a"),
        (b"a\0\x00\xd8", "a\u{fffd}"),
        (b"\x3d\xd8\x00\xde", "😀"),
        (b"", ""),
    ] {
        let read = |on_invalid| {
            let execution = Command::new("cat").run(&bench.context, ()).stdin(bytes).stdout(Destination::Store);
            execution.stdout_encoding(Encoding::Utf16LittleEndian, on_invalid).execute()
        };
        assert_eq!(read(OnInvalid::replace()).unwrap().stdout_text(), expected);
        assert_eq!(read(OnInvalid::Refuse).is_err(), expected.contains('\u{fffd}'), "{bytes:?}");
    }
}

#[test]
fn a_process_that_writes_too_much_can_go_on_with_the_end_kept() {
    let bench = Bench::new();
    let script = "i=0; while [ $i -lt 30000 ]; do echo line$i; i=$((i+1)); done; echo end; exit 3";
    let completed = shell()
        .run(&bench.context, ["-c", script])
        .stdout(Destination::Store)
        .output_limit(150_000)
        .keep_end()
        .ignore_exit_code()
        .execute()
        .unwrap();
    let kept = completed.stdout_text();
    assert_eq!(completed.exit_code, Some(3));
    assert!((75_000..=150_000).contains(&kept.len()), "{}", kept.len());
    assert!(kept.ends_with("line29998\nline29999\nend\n"), "{}", &kept[kept.len() - 50..]);
}
