//! `start`, `start_read`, `start_write`: processes in the background.

use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Seek, Write},
    thread,
    time::{Duration, Instant},
};

use resource_api::{
    Command, CommandError, Failure, Outcome,
    command::{Arguments, Destination, Source},
    log::Level,
};

use crate::support::{Bench, eventually, exists, is_known, shell, unique_nap, vanishes};

const LONG: Duration = Duration::from_secs(20);

// Requirement: CMD-20, VER-13
#[test]
fn the_context_can_forbid_execution_for_all_functions() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let touch = Command::new("touch").cwd(directory.path());
    bench.context.set_noop(true);

    let result = touch.run(&bench.context, ["file"]).execute().unwrap();
    assert_eq!((result.exit_code, result.stdout, result.stderr), (Some(0), None, None));
    for start in [Command::start, Command::start_read, Command::start_write] {
        let mut handle = start(&touch, &bench.context, Arguments::from(["file"])).spawn().unwrap();
        handle.stdin().write_all(b"ignored").unwrap();
        let mut text = String::new();
        handle.stdout().read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
        assert!(handle.has_exited().unwrap());
        assert_eq!((handle.id(), handle.exit_code()), (None, Some(0)));
        assert!(handle.poll_for_exit(Duration::ZERO).unwrap().is_success());
        assert!(handle.stop().unwrap().is_success());
    }
    assert!(!directory.path().join("file").exists());
    assert_eq!(bench.log(), ["debug key: Skipping execution of 'touch file' (noop)"; 4]);

    touch.run(&bench.context, ["file"]).noop(false).execute().unwrap();
    assert!(directory.path().join("file").exists(), "the option overrides the context");
    bench.context.set_noop(false);
    touch.run(&bench.context, ["other"]).execute().unwrap();
    assert!(directory.path().join("other").exists());
}

// Requirement: CMD-21, VER-12
#[test]
fn the_start_functions_take_what_run_takes_and_do_not_wait() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().canonicalize().unwrap();
    let command = shell().environment("A", "command");
    let script = "while [ ! -e go ]; do sleep 0.05; done; echo $A $B; pwd -P";
    for start in [Command::start, Command::start_read] {
        let mut handle = start(&command, &bench.context, Arguments::from(["-c", script]))
            .environment("B", "run")
            .cwd(&directory)
            .spawn()
            .unwrap();
        assert!(handle.is_alive().unwrap(), "it waits for what happens only now");
        fs::write(directory.join("go"), "").unwrap();
        let mut text = String::new();
        handle.stdout().read_to_string(&mut text).unwrap();
        assert_eq!(text, format!("command run\n{}\n", directory.display()));
        assert!(handle.wait().unwrap().is_success());
        fs::remove_file(directory.join("go")).unwrap();
    }
    assert_eq!(bench.lines(Level::Debug)[0], format!("Executing 'sh -c \"{script}\"'"));

    let mut handle = command
        .start_write(&bench.context, ["-c", "read go; echo $A $B > said; pwd -P >> said"])
        .environment("B", "run")
        .cwd(&directory)
        .spawn()
        .unwrap();
    assert!(handle.is_alive().unwrap(), "it waits for its input");
    handle.stdin().write_all(b"go\n").unwrap();
    assert!(handle.wait().unwrap().is_success());
    let said = fs::read_to_string(directory.join("said")).unwrap();
    assert_eq!(said, format!("command run\n{}\n", directory.display()));
}

// Requirement: CMD-22
#[test]
fn start_read_has_no_input_gives_stdout_and_logs_stderr() {
    let bench = Bench::new();
    let command = shell();
    let mut handle =
        command.start_read(&bench.context, ["-c", "cat; echo first; echo oops >&2; echo second"]).spawn().unwrap();
    let lines: Vec<String> = BufReader::new(handle.stdout()).lines().map(Result::unwrap).collect();
    assert_eq!(lines, ["first", "second"]);
    assert_eq!(handle.stdin().write(b"x").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    assert_eq!(handle.stderr().read(&mut [0]).unwrap_err().kind(), io::ErrorKind::NotConnected);
    assert!(handle.wait().unwrap().is_success());
    assert_eq!(bench.lines(Level::Warning), ["oops"]);
}

// Requirement: CMD-22
#[test]
fn much_on_stderr_does_not_keep_start_read_from_reading() {
    let bench = Bench::new();
    let command = shell();
    let script =
        "i=0; while [ $i -lt 3000 ]; do echo a long line for the log with number $i >&2; i=$((i+1)); done; echo end";
    let mut handle = command.start_read(&bench.context, ["-c", script]).timeout(LONG).spawn().unwrap();
    let mut text = String::new();
    handle.stdout().read_to_string(&mut text).unwrap();
    handle.wait().unwrap();
    assert_eq!((text.as_str(), bench.lines(Level::Warning).len()), ("end\n", 3000));
}

// Requirement: CMD-23
#[test]
fn start_write_gives_stdin_and_logs_the_output() {
    let bench = Bench::new();
    let command = shell();
    let mut handle = command.start_write(&bench.context, ["-c", "cat; echo end >&2"]).timeout(LONG).spawn().unwrap();
    handle.stdin().write_all(b"one\ntwo\n").unwrap();
    assert_eq!(handle.stdout().read(&mut [0]).unwrap_err().kind(), io::ErrorKind::NotConnected);
    handle.close_stdin();
    assert!(handle.wait().unwrap().is_success());
    assert_eq!(bench.lines(Level::Debug)[1..3], ["one", "two"]);
    assert_eq!(bench.lines(Level::Warning), ["end"]);
}

// Requirement: CMD-24
#[test]
fn start_opens_all_three_streams_and_handles_none() {
    let bench = Bench::new();
    let command = shell();
    let mut handle = command.start(&bench.context, ["-c", "read line; echo got $line; echo bad >&2"]).spawn().unwrap();
    handle.stdin().write_all(b"this\n").unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    handle.stdout().read_to_string(&mut out).unwrap();
    handle.stderr().read_to_string(&mut err).unwrap();
    handle.wait().unwrap();
    assert_eq!((out.as_str(), err.as_str()), ("got this\n", "bad\n"));
    assert_eq!(bench.lines(Level::Warning), [""; 0]);
}

#[test]
fn a_conversation_goes_back_and_forth() {
    let bench = Bench::new();
    let cat = Command::new("cat");
    let mut handle = cat.start(&bench.context, ()).timeout(LONG).spawn().unwrap();
    for round in 0..20 {
        let line = format!("round {round}\n");
        handle.stdin().write_all(line.as_bytes()).unwrap();
        let mut answer = vec![0; line.len()];
        handle.stdout().read_exact(&mut answer).unwrap();
        assert_eq!(answer, line.as_bytes());
    }
    assert!(handle.wait().unwrap().is_success());
}

#[test]
fn streams_can_be_handed_to_threads() {
    let bench = Bench::new();
    let cat = Command::new("cat");
    let mut handle = cat.start(&bench.context, ()).spawn().unwrap();
    handle.stdin().write_all(b"begun ").unwrap();
    let mut begun = [0; 3];
    handle.stdout().read_exact(&mut begun).unwrap();
    let mut input = handle.take_stdin().unwrap().unwrap();
    let mut output = handle.take_stdout().unwrap().unwrap();
    assert!(handle.take_stdin().unwrap().is_none());
    let writer = thread::spawn(move || input.write_all(&[b'x'; 300_000]).unwrap());
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    });
    writer.join().unwrap();
    let text = reader.join().unwrap();
    assert!(handle.wait().unwrap().is_success());
    assert!(text.starts_with("un x"), "{}", &text[..10]);
    assert_eq!(text.len(), 3 + 300_000);
}

// Requirement: CMD-25
#[test]
fn streams_of_all_start_functions_can_be_files_or_nothing() {
    let bench = Bench::new();
    let command = shell();
    for start in [Command::start, Command::start_read, Command::start_write] {
        let mut input = tempfile::tempfile().unwrap();
        input.write_all(b"from a file\n").unwrap();
        input.rewind().unwrap();
        let mut output = tempfile::tempfile().unwrap();
        let mut handle = start(&command, &bench.context, Arguments::from(["-c", "cat; echo lost >&2"]))
            .stdin(input)
            .stdout(output.try_clone().unwrap())
            .stderr(Destination::Discard)
            .spawn()
            .unwrap();
        assert!(handle.wait().unwrap().is_success());
        output.rewind().unwrap();
        assert_eq!(io::read_to_string(output).unwrap(), "from a file\n");

        let mut handle =
            start(&command, &bench.context, Arguments::from(["-c", "cat"])).stdin(Source::None).spawn().unwrap();
        assert!(handle.poll_for_exit(LONG).unwrap().is_success(), "nothing to read is the end of the input");
    }
    assert!(!bench.log().iter().any(|line| line.ends_with("lost")), "{:?}", bench.log());
}

// Requirement: CMD-26
#[test]
fn the_block_form_closes_the_input_waits_and_returns_the_value_of_the_block() {
    let bench = Bench::new();
    let mut process = None;
    let value = Command::new("cat").start_write(&bench.context, ()).timeout(LONG).with(|handle| -> Outcome<_> {
        process = handle.id();
        handle.stdin().write_all(b"hello\n")?;
        Ok(42)
    });
    assert_eq!(value.unwrap(), 42);
    assert!(!is_known(process.unwrap()));
    assert_eq!(
        bench.log(),
        ["debug key: Executing 'cat'", "debug key: hello", "debug key: Successfully executed 'cat'"]
    );
}

// Requirement: CMD-26
#[test]
fn the_block_form_makes_another_exit_code_than_0_an_error() {
    let bench = Bench::new();
    let command = shell();
    let failing = || command.start_read(&bench.context, ["-c", "exit 4"]);
    let error = failing().with(|_| Ok::<_, CommandError>(())).unwrap_err();
    assert_eq!(error.to_string(), "Command 'sh -c \"exit 4\"' failed with exit code 4");
    assert!(failing().ignore_exit_code().with(|_| Ok::<_, CommandError>(())).is_ok());
}

// Requirement: CMD-26
#[test]
fn the_block_need_not_read_everything() {
    let bench = Bench::new();
    let result = shell()
        .start_read(&bench.context, ["-c", "head -c 2000000 /dev/zero; echo end >&2"])
        .timeout(LONG)
        .output_limit(100_000)
        .with(|handle| -> Outcome { Ok(handle.stdout().read_exact(&mut [0; 10])?) });
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(bench.lines(Level::Warning), ["end"]);
}

// Requirement: CMD-27
#[test]
fn without_a_block_exit_codes_are_the_callers() {
    let bench = Bench::new();
    let command = shell();
    let mut handle = command.start(&bench.context, ["-c", "exit 5"]).spawn().unwrap();
    let result = handle.wait().unwrap();
    assert_eq!((result.exit_code, handle.exit_code()), (Some(5), Some(5)));
    assert_eq!(handle.wait().unwrap().exit_code, Some(5), "waiting twice is no harm");
    assert!(!bench.log().iter().any(|line| line.contains("Successfully")));
}

// Requirement: CMD-28
#[test]
fn a_handle_tells_whether_its_process_is_alive_and_its_exit_code_afterwards() {
    let bench = Bench::new();
    let cat = Command::new("cat");
    let mut handle = cat.start(&bench.context, ()).spawn().unwrap();
    assert!(handle.is_alive().unwrap());
    assert!(!handle.has_exited().unwrap());
    assert_eq!(handle.exit_code(), None);
    handle.close_stdin();
    assert!(eventually(|| handle.has_exited().unwrap()));
    assert!(!handle.is_alive().unwrap());
    assert_eq!(handle.exit_code(), Some(0));
    assert!(handle.wait().unwrap().is_success());
}

// Requirement: CMD-28
#[test]
fn poll_for_exit_gives_up_after_its_time_and_the_process_goes_on() {
    let bench = Bench::new();
    let command = shell();
    let mut handle = command.start(&bench.context, ["-c", "read line; exit 0"]).spawn().unwrap();
    let begun = Instant::now();
    let error = handle.poll_for_exit(Duration::from_millis(200)).unwrap_err();
    assert!(begun.elapsed() >= Duration::from_millis(200));
    assert!(matches!(error, CommandError::TimedOut { .. }));
    assert_eq!(error.to_string(), "Command 'sh -c \"read line; exit 0\"' did not exit within 200ms");
    assert!(handle.is_alive().unwrap());
    handle.stdin().write_all(b"go on\n").unwrap();
    assert!(handle.poll_for_exit(LONG).unwrap().is_success());
}

// Requirement: CMD-28
#[test]
fn stop_asks_first_and_kills_then() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let command = shell().cwd(directory.path());
    let polite = "trap 'echo bye > farewell; exit 7' TERM; echo ready; while :; do sleep 0.05; done";
    let mut handle = command.start_read(&bench.context, ["-c", polite]).spawn().unwrap();
    handle.stdout().read_exact(&mut [0; 6]).unwrap();
    assert_eq!(handle.stop().unwrap().exit_code, Some(7));
    assert_eq!(fs::read_to_string(directory.path().join("farewell")).unwrap(), "bye\n");

    let stubborn = "trap '' TERM; echo ready; while :; do sleep 0.05; done";
    let mut handle =
        command.start_read(&bench.context, ["-c", stubborn]).grace(Duration::from_millis(200)).spawn().unwrap();
    handle.stdout().read_exact(&mut [0; 6]).unwrap();
    let begun = Instant::now();
    let result = handle.stop().unwrap();
    assert_eq!((result.exit_code, result.signal, handle.signal()), (None, Some(9), Some(9)));
    assert!(begun.elapsed() >= Duration::from_millis(200) && begun.elapsed() < Duration::from_secs(20));
    assert!(!is_known(handle.id().unwrap()));
}

// Requirement: CMD-29
#[test]
fn a_block_that_fails_stops_the_process_and_its_failure_is_passed_on() {
    let bench = Bench::new();
    let nap = unique_nap();
    let result = shell().start(&bench.context, ["-c", &format!("sleep {nap} & sleep {nap}")]).with(|_| -> Outcome {
        assert!(eventually(|| exists(&nap)));
        Err(Failure::new("changed my mind"))
    });
    assert_eq!(result.unwrap_err().to_string(), "changed my mind");
    assert!(vanishes(&nap));
}

// Requirement: CMD-29
#[test]
fn a_block_that_panics_stops_the_process() {
    let nap = unique_nap();
    let panicked = std::panic::catch_unwind(|| {
        let bench = Bench::new();
        let _ = Command::new("sleep").start(&bench.context, [&nap]).with(|_| -> Outcome { panic!("on purpose") });
    });
    assert!(panicked.is_err());
    assert!(vanishes(&nap));
}

#[test]
fn a_handle_that_is_dropped_leaves_no_process() {
    let bench = Bench::new();
    let nap = unique_nap();
    let sleep = Command::new("sleep");
    let handle = sleep.start(&bench.context, [&nap]).spawn().unwrap();
    let alive = handle.id().unwrap();
    drop(handle);
    assert!(!is_known(alive) && !exists(&nap));

    let command = Command::new("true");
    let handle = command.start(&bench.context, ()).spawn().unwrap();
    let ended = handle.id().unwrap();
    thread::sleep(Duration::from_millis(100));
    drop(handle);
    assert!(!is_known(ended), "no zombie is left");
}

#[test]
fn a_timeout_holds_for_reading_from_a_handle() {
    let bench = Bench::new();
    let nap = unique_nap();
    let sleep = Command::new("sleep");
    let mut handle = sleep.start_read(&bench.context, [&nap]).timeout(Duration::from_millis(200)).spawn().unwrap();
    assert_eq!(handle.stdout().read(&mut [0; 10]).unwrap_err().kind(), io::ErrorKind::TimedOut);
    assert!(vanishes(&nap));
}

#[test]
fn writing_to_a_process_that_has_ended_is_a_broken_pipe() {
    let bench = Bench::new();
    let command = Command::new("true");
    let mut handle = command.start(&bench.context, ()).spawn().unwrap();
    assert!(eventually(|| handle.has_exited().unwrap()));
    assert_eq!(handle.stdin().write_all(&[0; 100_000]).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn output_that_nobody_reads_does_not_block_waiting() {
    let bench = Bench::new();
    let command = shell();
    let mut handle =
        command.start(&bench.context, ["-c", "head -c 1000000 /dev/zero; echo x >&2"]).timeout(LONG).spawn().unwrap();
    assert!(handle.wait().unwrap().is_success());
    let mut bytes = Vec::new();
    handle.stdout().read_to_end(&mut bytes).unwrap();
    assert_eq!(bytes.len(), 1_000_000, "it can be read afterwards");
}
