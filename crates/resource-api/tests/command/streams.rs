//! `run` with destinations, sources and encodings.

use std::{
    fs,
    io::{self, Seek, Write},
    time::Duration,
};

use pcore::Value;
use resource_api::{
    Command, CommandError,
    command::{Captured, Destination, Encoding, OnInvalid, Source, Stream},
    log::Level,
};

use crate::support::{Bench, shell};

// Requirement: CMD-40, VER-13
#[test]
fn noop_skips_the_execution_and_signals_success() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let command = Command::new("touch").cwd(directory.path());
    let result = command
        .run(&bench.context, ["file"])
        .noop(true)
        .stdout(Destination::Store)
        .stderr(Destination::Store)
        .execute()
        .unwrap();
    assert_eq!(
        (result.stdout.unwrap(), result.stderr.unwrap()),
        (Captured::Text("".into()), Captured::Text("".into()))
    );
    assert_eq!((result.exit_code, result.signal), (Some(0), None));
    assert!(!directory.path().join("file").exists());
    assert_eq!(bench.log(), ["debug key: Skipping execution of 'touch file' (noop)"]);

    let missing = Command::new("no-such-command").run(&bench.context, ()).noop(true).execute();
    assert!(missing.unwrap().is_success(), "what is not executed need not be there");
    command.run(&bench.context, ["file"]).noop(false).execute().unwrap();
    assert!(directory.path().join("file").exists());
}

// Requirement: CMD-40
#[test]
fn noop_leaves_the_files_of_streams_alone() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("output");
    fs::write(&path, "precious").unwrap();
    let echo = Command::new("echo");
    echo.run(&bench.context, ["x"]).noop(true).stdout(Destination::Path(path.clone())).execute().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
}

// Requirement: CMD-41
#[test]
fn the_working_directory_of_a_run_wins() {
    let bench = Bench::new();
    let (of_command, of_run) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let command = Command::new("pwd").cwd(of_command.path());
    let result = command.run(&bench.context, ["-P"]).cwd(of_run.path()).stdout(Destination::Store).execute().unwrap();
    assert_eq!(result.stdout_text().trim_end(), of_run.path().canonicalize().unwrap().to_str().unwrap());
    let again = command.run(&bench.context, ["-P"]).stdout(Destination::Store).execute().unwrap();
    assert_eq!(again.stdout_text().trim_end(), of_command.path().canonicalize().unwrap().to_str().unwrap());
}

// Requirement: CMD-42
#[test]
fn streams_go_where_they_are_sent_and_to_the_log_by_default() {
    let bench = Bench::new();
    let script = ["-c", "echo out; echo err >&2"];
    shell().run(&bench.context, script).execute().unwrap();
    assert_eq!(
        (&bench.lines(Level::Debug)[1..2], bench.lines(Level::Warning)),
        (&["out".into()][..], vec!["err".into()])
    );

    let bench = Bench::new();
    let result =
        shell().run(&bench.context, script).stdout(Destination::Discard).stderr(Destination::Store).execute().unwrap();
    assert_eq!((result.stdout, result.stderr.unwrap().as_str()), (None, Some("err\n")));
    assert_eq!(bench.log().len(), 2, "{:?}", bench.log());
}

// Requirement: CMD-42
#[test]
fn destinations_that_make_no_sense_are_refused_before_execution() {
    let bench = Bench::new();
    let error = Command::new("true").run(&bench.context, ()).stdout(Destination::MergeToStdout).execute().unwrap_err();
    assert_eq!(error.to_string(), "stdout cannot be merged into itself");
    assert!(matches!(error, CommandError::InvalidArgument(_)));
    assert_eq!(bench.log(), [""; 0]);
}

// Requirement: CMD-43
#[test]
fn the_level_of_logged_streams_can_be_chosen() {
    for level in [Level::Debug, Level::Info, Level::Notice, Level::Warning, Level::Err] {
        let bench = Bench::new();
        shell()
            .run(&bench.context, ["-c", "echo out; echo err >&2"])
            .stdout(Destination::Log(level))
            .stderr(Destination::Log(level))
            .execute()
            .unwrap();
        let lines = bench.lines(level);
        assert!(lines.contains(&"out".to_owned()) && lines.contains(&"err".to_owned()), "{level:?}: {lines:?}");
    }
}

// Requirement: CMD-44, CMD-50
#[test]
fn the_result_has_stored_streams_and_nothing_for_others() {
    let bench = Bench::new();
    let script = ["-c", "printf 'a\nb'; printf c >&2"];
    let both = shell().run(&bench.context, script).stdout(Destination::Store).stderr(Destination::Store);
    let both = both.execute().unwrap();
    assert_eq!((both.stdout.unwrap().as_str(), both.stderr.unwrap().as_str()), (Some("a\nb"), Some("c")));
    let neither = shell().run(&bench.context, script).stderr(Destination::Discard).execute().unwrap();
    assert_eq!((neither.stdout, neither.stderr), (None, None));
    assert_eq!(bench.store("true").stdout.unwrap(), "", "nothing written is an empty text");
}

// Requirement: CMD-45
#[test]
fn a_discarded_stream_is_not_processed_at_all() {
    let bench = Bench::new();
    // /dev/null has the device number 1:3.
    let script = "stat -L -c %t:%T /proc/self/fd/2";
    let result = shell()
        .run(&bench.context, ["-c", script])
        .stdout(Destination::Store)
        .stderr(Destination::Discard)
        .execute()
        .unwrap();
    assert_eq!(result.stdout_text(), "1:3\n");
}

// Requirement: CMD-25, CMD-45
#[test]
fn streams_can_be_connected_to_files() {
    let bench = Bench::new();
    let (mut out, mut err) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
    out.write_all(b"kept, ").unwrap();
    let result = shell()
        .run(&bench.context, ["-c", "echo out; echo err >&2"])
        .stdout(Destination::Io(out.try_clone().unwrap()))
        .stderr(err.try_clone().unwrap())
        .execute()
        .unwrap();
    assert_eq!((result.stdout, result.stderr), (None, None));
    out.rewind().unwrap();
    err.rewind().unwrap();
    assert_eq!(
        (io::read_to_string(out).unwrap(), io::read_to_string(err).unwrap()),
        ("kept, out\n".into(), "err\n".into())
    );
}

// Requirement: CMD-46
#[test]
fn a_merged_stderr_keeps_its_order_between_the_lines_of_stdout() {
    let script = ["-c", "i=0; while [ $i -lt 40 ]; do echo $i; i=$((i+1)); echo $i >&2; i=$((i+1)); done"];
    let expected: Vec<String> = (0..40).map(|number: i32| number.to_string()).collect();

    let bench = Bench::new();
    let stored = shell().run(&bench.context, script).stdout(Destination::Store).stderr(Destination::MergeToStdout);
    let stored = stored.execute().unwrap();
    assert_eq!(stored.stdout_text().lines().collect::<Vec<_>>(), expected);
    assert_eq!(stored.stderr, None);

    let bench = Bench::new();
    shell().run(&bench.context, script).stderr(Destination::MergeToStdout).execute().unwrap();
    assert_eq!(bench.lines(Level::Debug)[1..41], expected);
    assert_eq!(bench.lines(Level::Warning), [""; 0]);

    let mut file = tempfile::tempfile().unwrap();
    let to_file = shell().run(&bench.context, script).stdout(file.try_clone().unwrap());
    to_file.stderr(Destination::MergeToStdout).execute().unwrap();
    file.rewind().unwrap();
    assert_eq!(io::read_to_string(file).unwrap().lines().collect::<Vec<_>>(), expected);

    let nowhere = shell().run(&bench.context, ["-c", "echo lost >&2; [ $(stat -L -c %t:%T /proc/$$/fd/2) = 1:3 ]"]);
    let nowhere = nowhere.stdout(Destination::Discard).stderr(Destination::MergeToStdout).execute();
    assert!(nowhere.is_ok(), "{nowhere:?}");
}

// Requirement: CMD-46
#[test]
fn a_merged_process_has_one_descriptor_for_both_streams() {
    let bench = Bench::new();
    let script = "[ $(readlink /proc/$$/fd/1) = $(readlink /proc/$$/fd/2) ] && echo same";
    let result = shell()
        .run(&bench.context, ["-c", script])
        .stdout(Destination::Store)
        .stderr(Destination::MergeToStdout)
        .execute()
        .unwrap();
    assert_eq!(result.stdout_text(), "same\n");
}

// Requirement: CMD-47
#[test]
fn the_input_is_nothing_or_a_value_or_a_file() {
    let bench = Bench::new();
    let cat = Command::new("cat").timeout(Duration::from_secs(20));
    let read = |source: Source| cat.run(&bench.context, ()).stdin(source).stdout(Destination::Store).execute().unwrap();
    assert_eq!(cat.run(&bench.context, ()).stdout(Destination::Store).execute().unwrap().stdout_text(), "");
    assert_eq!(read(Source::None).stdout_text(), "");
    assert_eq!(read("text".into()).stdout_text(), "text");
    assert_eq!(read("".into()).stdout_text(), "");
    assert_eq!(read(Value::from("value").into()).stdout_text(), "value");
    assert_eq!(read(Value::Binary([0xff, b'a'].into_iter().collect()).into()).stdout_text(), "\u{fffd}a");
    assert_eq!(read(b"bytes\xff".to_vec().into()).stdout_text(), "bytes\u{fffd}");
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"file").unwrap();
    assert_eq!(read(Source::Path(file.path().to_owned())).stdout_text(), "file");
    assert_eq!(read(file.reopen().unwrap().into()).stdout_text(), "file");
    let error = cat.run(&bench.context, ()).stdin(Value::array([])).execute().unwrap_err();
    assert_eq!(error.to_string(), "the stdin of 'cat' must be a text or bytes, got an Array");
}

// Requirement: CMD-48
#[test]
fn output_is_read_in_its_encoding() {
    let bench = Bench::new();
    let read = |bytes: &[u8], encoding, on_invalid| {
        let cat = Command::new("cat");
        let execution = cat.run(&bench.context, ()).stdin(bytes).stdout(Destination::Store);
        execution.stdout_encoding(encoding, on_invalid).execute().map(|result| result.stdout.unwrap())
    };
    let text = |text: &str| Captured::Text(text.to_owned());
    let refuse = || OnInvalid::Refuse;
    assert_eq!(read("größe".as_bytes(), Encoding::Utf8, refuse()).unwrap(), text("größe"));
    assert_eq!(read(b"gr\xf6\xdfe", Encoding::Latin1, refuse()).unwrap(), text("größe"));
    assert_eq!(read(b"a\0\xf6\0", Encoding::Utf16LittleEndian, refuse()).unwrap(), text("aö"));
    assert_eq!(read(b"\0a\xd8\x3d\xde\0", Encoding::Utf16BigEndian, refuse()).unwrap(), text("a😀"));
    assert_eq!(read(b"plain", Encoding::Ascii, refuse()).unwrap(), text("plain"));
    assert_eq!(read(b"a\xff\0", Encoding::Binary, refuse()).unwrap(), Captured::Bytes(b"a\xff\0".to_vec()));

    let replace = || OnInvalid::Replace("?".to_owned());
    assert_eq!(read(b"a\xffb", Encoding::Utf8, replace()).unwrap(), text("a?b"));
    assert_eq!(read(b"a\xffb", Encoding::Ascii, replace()).unwrap(), text("a?b"));
    let error = read(b"a\xffb", Encoding::Utf8, refuse()).unwrap_err();
    assert_eq!(error.to_string(), "Command 'cat' wrote bytes to its stdout that are not UTF-8");
    assert!(matches!(error, CommandError::NotInEncoding { stream: Stream::Stdout, encoding: Encoding::Utf8, .. }));
    assert_eq!(bench.output_of(r"printf 'a\377b'"), "a\u{fffd}b", "bytes are replaced by default");
}

// Requirement: CMD-48
#[test]
fn the_encoding_of_the_system_is_the_default() {
    let latin1 = "de_DE.ISO-8859-1";
    if std::env::var("LC_ALL").as_deref() != Ok(latin1) {
        // Other tests run in this process, so another locale needs a process of its own.
        let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
        alone.args(["--exact", "streams::the_encoding_of_the_system_is_the_default"]).env("LC_ALL", latin1);
        let output = alone.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let bench = Bench::new();
    let stored = bench.store(r"printf 'gr\366\337e'; printf 'gr\366\337e' >&2");
    assert_eq!(stored.stdout_text(), "größe");
    assert_eq!(bench.lines(Level::Warning), ["größe"]);
    let count = Command::new("wc").run(&bench.context, ["-c"]).stdin("größe").stdout(Destination::Store);
    assert_eq!(count.execute().unwrap().stdout_text().trim(), "5");
}

// Requirement: CMD-48
#[test]
fn stderr_has_an_encoding_of_its_own_also_in_the_log() {
    let bench = Bench::new();
    shell()
        .run(&bench.context, ["-c", r"printf 'gr\366\337e\n' >&2; printf 'gr\303\266\303\237e\n'"])
        .stderr_encoding(Encoding::Latin1, OnInvalid::Refuse)
        .execute()
        .unwrap();
    assert_eq!(bench.lines(Level::Warning), ["größe"]);
    assert_eq!(bench.lines(Level::Debug)[1], "größe");
}

// Requirement: CMD-48
#[test]
fn input_is_written_in_its_encoding() {
    let bench = Bench::new();
    let write = |text: &str, encoding, on_invalid| {
        let cat = Command::new("cat");
        let execution = cat.run(&bench.context, ()).stdin(text).stdin_encoding(encoding, on_invalid);
        let execution = execution.stdout(Destination::Store).stdout_encoding(Encoding::Binary, OnInvalid::Refuse);
        execution.execute().map(|result| result.stdout.unwrap().as_bytes().to_vec())
    };
    let refuse = || OnInvalid::Refuse;
    assert_eq!(write("ö", Encoding::Utf8, refuse()).unwrap(), "ö".as_bytes());
    assert_eq!(write("ö", Encoding::Latin1, refuse()).unwrap(), b"\xf6");
    assert_eq!(write("ö", Encoding::Utf16LittleEndian, refuse()).unwrap(), b"\xf6\0");
    assert_eq!(write("ö", Encoding::Utf16BigEndian, refuse()).unwrap(), b"\0\xf6");
    assert_eq!(write("ö", Encoding::Binary, refuse()).unwrap(), "ö".as_bytes());
    assert_eq!(write("aöb", Encoding::Ascii, OnInvalid::Replace("oe".to_owned())).unwrap(), b"aoeb");
    assert_eq!(write("aöb", Encoding::Ascii, OnInvalid::replace()).unwrap(), b"a?b");
    let before = bench.log().len();
    let error = write("aöb", Encoding::Ascii, refuse()).unwrap_err();
    assert_eq!(error.to_string(), "the stdin of 'cat' contains a character that US-ASCII does not have");
    assert_eq!(bench.log().len(), before, "nothing was executed");
}

// Requirement: CMD-49
#[test]
fn exit_codes_can_be_ignored() {
    let bench = Bench::new();
    let result = shell().run(&bench.context, ["-c", "exit 6"]).ignore_exit_code().execute().unwrap();
    assert_eq!(result.exit_code, Some(6));
    let result = shell().run(&bench.context, ["-c", "kill $$"]).ignore_exit_code().execute().unwrap();
    assert_eq!((result.exit_code, result.signal), (None, Some(15)));
    assert!(shell().run(&bench.context, ["-c", "exit 6"]).execute().is_err(), "but not by default");
    let missing = Command::new("no-such-command").run(&bench.context, ()).ignore_exit_code().execute();
    assert!(matches!(missing, Err(CommandError::NotFound { .. })));
}

// Requirement: CMD-50, VER-12
#[test]
fn the_result_has_an_exit_code_by_two_names() {
    let bench = Bench::new();
    let result = shell().run(&bench.context, ["-c", "exit 6"]).ignore_exit_code().execute().unwrap();
    assert_eq!((result.exit_code, result.exitstatus()), (Some(6), Some(6)));
    let result = Command::new("true").run(&bench.context, ()).execute().unwrap();
    assert_eq!((result.exitstatus(), result.is_success()), (Some(0), true));
}
