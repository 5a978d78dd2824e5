//! What processes can do to whoever starts them. Every case is bounded and leaves nothing running.

use std::{
    fs,
    time::{Duration, Instant},
};

use resource_api::{
    Command, CommandError,
    command::{Destination, Encoding, OnInvalid},
    log::Level,
};

use crate::support::{Bench, exists, shell, unique_nap, vanishes};

const MANY: usize = 100 * 1024 * 1024;

/// Bytes whose order matters.
fn many_bytes() -> Vec<u8> {
    const BLOCK: usize = 4096;
    let mut bytes = Vec::with_capacity(MANY);
    for block in 0..MANY / BLOCK {
        // No two adjacent blocks are equal, and the pattern does not repeat with the size of a pipe.
        bytes.extend_from_slice(&[u8::try_from(block % 251).unwrap(); BLOCK]);
    }
    bytes
}

#[track_caller]
fn within<T>(seconds: u64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(seconds), "took {:?}", start.elapsed());
    result
}

// Requirement: CMD-10, CMD-47
#[test]
fn a_hundred_megabytes_go_in_and_out_at_once() {
    let bench = Bench::new();
    let bytes = many_bytes();
    let result = Command::new("cat")
        .run(&bench.context, ())
        .stdin(bytes.clone())
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Binary, OnInvalid::Refuse)
        .timeout(Duration::from_secs(60))
        .execute()
        .unwrap();
    assert!(result.stdout.unwrap().as_bytes() == bytes.as_slice());
}

#[test]
fn a_child_that_does_not_read_its_input_is_not_an_error() {
    let bench = Bench::new();
    let result = Command::new("true").run(&bench.context, ()).stdin(vec![b'x'; 10_000_000]).execute().unwrap();
    assert!(result.is_success());
}

#[test]
fn a_child_that_closes_its_input_and_goes_on_is_served() {
    let bench = Bench::new();
    let result = shell()
        .run(&bench.context, ["-c", "exec 0<&-; sleep 0.2; echo done"])
        .stdin(vec![b'x'; 10_000_000])
        .stdout(Destination::Store)
        .execute()
        .unwrap();
    assert_eq!(result.stdout_text(), "done\n");
}

#[test]
fn a_child_that_ignores_sigterm_is_killed_after_the_grace() {
    let bench = Bench::new();
    let nap = unique_nap();
    let script = format!("trap '' TERM; echo begun; sleep {nap} & while :; do sleep 0.05; done");
    let error = within(20, || {
        shell()
            .run(&bench.context, ["-c", &script])
            .timeout(Duration::from_secs(1))
            .grace(Duration::from_millis(300))
            .execute()
            .unwrap_err()
    });
    assert!(matches!(error, CommandError::TimedOut { .. }), "{error:?}");
    assert!(error.to_string().ends_with("did not exit within 1s"), "{error}");
    assert_eq!(bench.lines(Level::Debug)[1], "begun", "what was written before is logged");
    assert!(vanishes(&nap) && vanishes(&script));
}

#[test]
fn a_child_that_obeys_sigterm_is_not_waited_for_longer_than_needed() {
    let bench = Bench::new();
    let nap = unique_nap();
    let error = within(20, || {
        Command::new("sleep").run(&bench.context, [&nap]).timeout(Duration::from_millis(200)).execute().unwrap_err()
    });
    assert!(matches!(error, CommandError::TimedOut { after, .. } if after == Duration::from_millis(200)));
    assert!(vanishes(&nap));
}

#[test]
fn the_timeout_of_a_command_holds_for_its_executions() {
    let bench = Bench::new();
    let nap = unique_nap();
    let sleep = Command::new("sleep").timeout(Duration::from_millis(200));
    assert!(matches!(sleep.run(&bench.context, [&nap]).execute(), Err(CommandError::TimedOut { .. })));
    assert!(sleep.run(&bench.context, ["0.4"]).timeout(Duration::from_secs(30)).execute().is_ok());
}

#[test]
fn a_grandchild_that_keeps_the_pipe_open_does_not_hang_us() {
    let bench = Bench::new();
    let nap = unique_nap();
    let script = format!("echo out; echo err >&2; sleep {nap} & exit 0");
    let result = within(20, || {
        shell()
            .run(&bench.context, ["-c", &script])
            .stdout(Destination::Store)
            .linger(Duration::from_millis(300))
            .execute()
            .unwrap()
    });
    assert_eq!((result.stdout_text().as_ref(), result.exit_code), ("out\n", Some(0)));
    assert!(vanishes(&nap));
    let warnings = bench.lines(Level::Warning);
    assert_eq!(warnings[0], "err");
    assert!(warnings[1].contains("left a process running that keeps its output open"), "{warnings:?}");
}

#[test]
fn a_grandchild_that_writes_forever_does_not_hang_us() {
    let bench = Bench::new();
    let nap = unique_nap();
    let result = within(20, || {
        shell()
            .run(&bench.context, ["-c", &format!("yes {nap} & exit 0")])
            .stdout(Destination::Store)
            .output_limit(1 << 30)
            .linger(Duration::from_millis(100))
            .execute()
            .unwrap()
    });
    assert!(result.stdout_text().starts_with(&nap));
    assert!(vanishes(&nap));
}

#[test]
fn a_grandchild_is_read_when_it_ends_in_time() {
    let bench = Bench::new();
    let script = ["-c", "(sleep 0.3; echo late) & echo early"];
    let execution = shell().run(&bench.context, script).stdout(Destination::Store).linger(Duration::from_secs(30));
    assert_eq!(execution.execute().unwrap().stdout_text(), "early\nlate\n");
    assert_eq!(bench.lines(Level::Warning), [""; 0]);
}

#[test]
fn a_process_that_detached_itself_goes_on() {
    let bench = Bench::new();
    let nap = unique_nap();
    let script = format!("setsid sleep {nap} < /dev/null > /dev/null 2>&1 & echo $!");
    let result = within(20, || bench.store(&script));
    assert!(result.is_success());
    let id = result.stdout_text().trim().to_owned();
    assert!(crate::support::eventually(|| exists(&nap)), "a daemon is not ours to stop");
    Command::new("kill").run(&bench.context, [id]).execute().unwrap();
    assert!(vanishes(&nap));
    assert_eq!(bench.lines(Level::Warning), [""; 0]);
}

#[test]
fn invalid_utf_8_is_logged_and_stored() {
    let bench = Bench::new();
    let script = r"printf 'ok \303\050 \377\376 end\n'; printf '\360\237\230' >&2";
    let result = shell().run(&bench.context, ["-c", script]).stdout(Destination::Store).execute().unwrap();
    assert_eq!(result.stdout_text(), "ok \u{fffd}( \u{fffd}\u{fffd} end\n");
    assert_eq!(bench.lines(Level::Warning), ["\u{fffd}"]);
}

#[test]
fn what_cannot_be_started_leaves_nothing() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("not-executable");
    fs::write(&file, "").unwrap();
    for command in [Command::new("/no/such/binary"), Command::new(&file)] {
        let error = command.run(&bench.context, ()).stdin(vec![0; 1_000_000]).execute().unwrap_err();
        assert!(matches!(error, CommandError::NotFound { .. }), "{error:?}");
    }
}

#[test]
fn a_relative_working_directory_begins_in_ours() {
    let bench = Bench::new();
    let here = std::env::current_dir().unwrap().canonicalize().unwrap();
    let directory = tempfile::tempdir_in(&here).unwrap();
    let relative = directory.path().file_name().unwrap();
    fs::write(directory.path().join("mark"), "found").unwrap();
    let result = Command::new("cat").run(&bench.context, ["mark"]).cwd(relative).stdout(Destination::Store).execute();
    assert_eq!(result.unwrap().stdout_text(), "found");
}

#[test]
fn noop_starts_nothing() {
    let bench = Bench::new();
    let nap = unique_nap();
    let sleep = Command::new("sleep");
    within(20, || sleep.run(&bench.context, [&nap]).noop(true).execute().unwrap());
    assert!(!exists(&nap));
}

#[test]
fn output_beyond_the_limit_stops_the_process_and_is_an_error() {
    let bench = Bench::new();
    let nap = unique_nap();
    for stream in ["stdout", "stderr"] {
        let redirection = if stream == "stderr" { ">&2" } else { "" };
        let error = within(20, || {
            shell()
                .run(&bench.context, ["-c", &format!("yes {nap} {redirection}")])
                .stdout(Destination::Store)
                .stderr(Destination::Store)
                .output_limit(1_000_000)
                .execute()
                .unwrap_err()
        });
        assert!(matches!(error, CommandError::OutputTooLarge { limit: 1_000_000, .. }), "{error:?}");
        let expected =
            format!("wrote more than 1000000 bytes to its {stream}; raise output_limit, or send the output to a file");
        assert!(error.to_string().ends_with(&expected), "{error}");
        assert!(vanishes(&nap));
    }
    let exactly = Command::new("head").run(&bench.context, ["-c", "1000", "/dev/zero"]).stdout(Destination::Store);
    assert_eq!(exactly.output_limit(1000).execute().unwrap().stdout_text().len(), 1000);
}

// Requirement: CMD-10
#[test]
fn a_line_without_end_is_logged_in_pieces() {
    let bench = Bench::new();
    let script = "head -c 1000000 /dev/zero | tr '\\0' x";
    shell().run(&bench.context, ["-c", script]).execute().unwrap();
    let pieces: Vec<String> = bench.lines(Level::Debug).into_iter().filter(|line| line.starts_with("xxx")).collect();
    assert!(pieces.len() > 10 && pieces.iter().all(|piece| piece.len() <= 64 * 1024), "{}", pieces.len());
    assert_eq!(pieces.concat().len(), 1_000_000);
}

#[test]
fn a_thousand_runs_leave_no_descriptor_no_thread_and_no_process() {
    let count = |what: &str| fs::read_dir(format!("/proc/self/{what}")).unwrap().count();
    let bench = Bench::new();
    let command = Command::new("true");
    let (descriptors, threads) = (count("fd"), count("task"));
    for _ in 0..1000 {
        command.run(&bench.context, ()).stdin("x").execute().unwrap();
    }
    // Other tests run concurrently.
    assert!(count("fd") < descriptors + 200, "{} descriptors", count("fd"));
    assert!(count("task") < threads + 100, "{} threads", count("task"));
}
