//! Options that are given as words, as providers in other languages do.

use std::fs;

use pcore::Value;
use resource_api::{
    Command, CommandError,
    command::{Completed, Encoding, Options, Source},
    log::Level,
};

use crate::support::{Bench, shell};

fn options(words: &str) -> Result<Options, CommandError> {
    Options::from_value(&pcore::yaml::parse(words).unwrap())
}

/// Runs a script with options.
#[track_caller]
fn run(bench: &Bench, script: &str, words: &str) -> Completed {
    shell().run(&bench.context, ["-c", script]).options(options(words).unwrap()).execute().unwrap()
}

#[track_caller]
fn refused(words: &str, expected: &str) {
    let error = options(words).unwrap_err();
    assert!(matches!(error, CommandError::InvalidArgument(_)), "{error:?}");
    assert_eq!(error.to_string(), expected, "for {words}");
}

// Requirement: CMD-42
#[test]
fn destinations_are_words() {
    let bench = Bench::new();
    let script = "echo out; echo err >&2";
    let stored = run(&bench, script, "{stdout_destination: store, stderr_destination: merge_to_stdout}");
    assert_eq!((stored.stdout.unwrap().as_str(), stored.stderr), (Some("out\nerr\n"), None));
    let bench = Bench::new();
    run(&bench, script, ":stdout_destination: :log\nstderr_destination: discard");
    assert_eq!(bench.lines(Level::Debug)[1], "out");
    assert_eq!(bench.lines(Level::Warning), [""; 0]);
}

// Requirement: CMD-42
#[test]
fn other_words_are_refused() {
    refused(
        "{stdout_destination: printer}",
        "stdout_destination must be one of 'log', 'store', 'discard', 'io', got 'printer'",
    );
    refused(
        "{stdout_destination: merge_to_stdout}",
        "stdout_destination must be one of 'log', 'store', 'discard', 'io', got 'merge_to_stdout'",
    );
    refused(
        "{stderr_destination: printer}",
        "stderr_destination must be one of 'log', 'store', 'discard', 'io', 'merge_to_stdout', got 'printer'",
    );
    refused("{stdin_source: keyboard}", "stdin_source must be one of 'none', 'value', 'io', got 'keyboard'");
    refused("{stdout_destination: 1}", "stdout_destination must be a String, got 1");
    refused("{noop: perhaps}", "noop must be true or false, got 'perhaps'");
    refused("{timeout: -1}", "timeout must be a number of seconds, got -1");
    refused("{environment: 4}", "environment must be a Hash, got 4");
    assert!(options("{colour: red}").unwrap_err().to_string().starts_with("'colour' is not an option of a command"));
    assert!(options("[]").unwrap_err().to_string().starts_with("the options of a command must be a Hash"));
}

// Requirement: CMD-43
#[test]
fn levels_are_words() {
    for (word, level) in [
        ("debug", Level::Debug),
        ("info", Level::Info),
        ("notice", Level::Notice),
        ("warning", Level::Warning),
        ("err", Level::Err),
    ] {
        let bench = Bench::new();
        let script = "echo out; echo err >&2";
        run(&bench, script, &format!("{{stdout_loglevel: {word}, stderr_destination: log, stderr_loglevel: {word}}}"));
        let lines = bench.lines(level);
        assert!(lines.contains(&"out".to_owned()) && lines.contains(&"err".to_owned()), "{word}: {lines:?}");
    }
    let bench = Bench::new();
    run(&bench, "echo out; echo err >&2", "{stdout_loglevel: info, stderr_loglevel: notice}");
    assert_eq!((bench.lines(Level::Info), bench.lines(Level::Notice)), (vec!["out".into()], vec!["err".into()]));
    refused(
        "{stderr_loglevel: emerg}",
        "stderr_loglevel must be one of 'debug', 'info', 'notice', 'warning', 'err', got 'emerg'",
    );
}

// Requirement: CMD-51
#[test]
fn companions_that_are_missing_are_found_before_execution() {
    refused("{stdout_destination: io}", "stdout_destination 'io' needs stdout_io, the file that the output goes to");
    refused("{stderr_destination: io}", "stderr_destination 'io' needs stderr_io, the file that the output goes to");
    refused("{stdin_source: io}", "stdin_source 'io' needs stdin_io, the file to read");
    refused("{stdin_source: value}", "stdin_source 'value' needs stdin_value, the text to write");
    refused("{stdin_value: x}", "stdin_value needs stdin_source 'value', got 'none'");
    refused("{stdin_io: /x, stdin_source: none}", "stdin_io needs stdin_source 'io', got 'none'");
    refused("{stdout_io: /x}", "stdout_io needs stdout_destination 'io', got 'log'");
    assert!(Source::parse("none").is_ok() && Source::parse("value").is_err());
}

// Requirement: CMD-25, CMD-45, CMD-47
#[test]
fn files_are_given_by_their_paths() {
    let bench = Bench::new();
    let directory = tempfile::tempdir().unwrap();
    let (input, output) = (directory.path().join("in"), directory.path().join("out"));
    fs::write(&input, "content").unwrap();
    let (i, o) = (input.display(), output.display());
    run(&bench, "cat", &format!("{{stdin_source: io, stdin_io: {i}, stdout_destination: io, stdout_io: {o}}}"));
    assert_eq!(fs::read_to_string(&output).unwrap(), "content");
    fs::write(&output, "").unwrap();
    run(&bench, "cat; echo lost >&2", &format!("{{stdin: {i}, stdout: {o}, stderr: ~}}"));
    assert_eq!(fs::read_to_string(&output).unwrap(), "content");
    assert_eq!(bench.lines(Level::Warning), [""; 0]);
    refused("{stdout: /x, stdout_destination: io}", "stdout and stdout_destination exclude each other");
}

// Requirement: CMD-8
#[test]
fn the_keys_of_an_environment_may_be_symbols() {
    let bench = Bench::new();
    let environment = Value::hash([
        (Value::Symbol("A".into()), Value::from("symbol")),
        (Value::from("B"), Value::from("string")),
        (Value::from("HOME"), Value::Undef),
    ]);
    let words = Value::hash([
        (Value::Symbol("environment".into()), environment),
        (Value::Symbol("stdout_destination".into()), Value::Symbol("store".into())),
    ]);
    let result = shell()
        .run(&bench.context, ["-c", "echo $A $B ${HOME-unset}"])
        .options(Options::from_value(&words).unwrap())
        .execute()
        .unwrap();
    assert_eq!(result.stdout_text(), "symbol string unset\n");
}

// Requirement: CMD-47, CMD-48
#[test]
fn encodings_and_input_are_words() {
    let bench = Bench::new();
    let latin1 = "stdin_encoding: ISO-8859-1, stdout_destination: store, stdout_encoding: latin1";
    let result = run(&bench, "cat", &format!("{{stdin_source: value, stdin_value: größe, {latin1}}}"));
    assert_eq!(result.stdout_text(), "größe");
    let result = run(&bench, r"printf 'a\377'", "{stdout_destination: store, stdout_encoding: ASCII-8BIT}");
    assert_eq!(result.stdout.unwrap().as_bytes(), b"a\xff");
    let replacing = "stdout_encoding_opts: {invalid: replace, undef: replace, replace: '?'}";
    let result = run(&bench, r"printf 'a\377'", &format!("{{stdout_destination: store, {replacing}}}"));
    assert_eq!(result.stdout_text(), "a?");
    let strict = options("{stdout_destination: store, stdout_encoding: UTF-8, stdout_encoding_opts: {}}").unwrap();
    let error = shell().run(&bench.context, ["-c", r"printf '\377'"]).options(strict).execute().unwrap_err();
    assert!(matches!(error, CommandError::NotInEncoding { encoding: Encoding::Utf8, .. }), "{error:?}");
    refused(
        "{stdout_encoding: EBCDIC}",
        "an encoding must be one of 'UTF-8', 'ISO-8859-1', 'US-ASCII', 'UTF-16LE', 'UTF-16BE', 'ASCII-8BIT', got 'EBCDIC'",
    );
    assert!(options("{stdin_encoding_opts: {xml: text}}").is_err());
}

// Requirement: CMD-40, CMD-41, CMD-49
#[test]
fn the_other_options_are_words_as_well() {
    let bench = Bench::new();
    let result = run(&bench, "pwd; exit 3", "{cwd: /, ignore_exit_code: true, stdout_destination: store, timeout: 60}");
    assert_eq!((result.stdout_text().as_ref(), result.exit_code), ("/\n", Some(3)));
    assert_eq!(run(&bench, "exit 3", "{noop: true}").exit_code, Some(0));
    let slow = shell().run(&bench.context, ["-c", "sleep 60"]).options(options("{timeout: 0.1}").unwrap()).execute();
    assert!(matches!(slow, Err(CommandError::TimedOut { .. })));
    let large = options("{stdout_destination: store, output_limit: 10}").unwrap();
    let large = Command::new("seq").run(&bench.context, [100]).options(large).execute();
    assert!(matches!(large, Err(CommandError::OutputTooLarge { limit: 10, .. })));
}
