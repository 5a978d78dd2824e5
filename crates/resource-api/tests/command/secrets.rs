//! Secrets reach the process, and nothing else.

use std::os::unix::ffi::OsStringExt;

use pcore::Value;
use resource_api::{
    Command, CommandError,
    command::{Destination, Encoding, OnInvalid, Text},
};

use crate::support::{Bench, shell};

const SECRET: &str = "correct horse battery";

fn secret() -> Value {
    Value::sensitive(Value::from(SECRET))
}

#[track_caller]
fn assert_clean(bench: &Bench, dumps: &[String]) {
    for text in bench.log().iter().chain(dumps) {
        assert!(!text.contains("correct") && !text.contains("battery"), "{text}");
    }
}

// Requirement: CMD-2
#[test]
fn a_secret_is_refused_as_argument_by_its_type() {
    let bench = Bench::new();
    for value in [secret(), Value::sensitive("x".into()), Value::sensitive(4.into()), Value::sensitive(secret())] {
        let arguments = [Text::from("--password"), value.into()];
        for error in [
            Command::new("echo").run(&bench.context, arguments.as_slice()).execute().unwrap_err(),
            Command::new("echo").run(&bench.context, arguments.as_slice()).noop(true).execute().unwrap_err(),
        ] {
            assert!(matches!(error, CommandError::SecretInArguments { position: 2, .. }), "{error:?}");
            assert_eq!(
                error.to_string(),
                "argument 2 of 'echo' contains a secret, and every user of the system can read the arguments of a \
                 process; pass the secret through stdin or the environment"
            );
        }
    }
    assert_eq!(bench.log(), [""; 0]);
}

#[test]
fn a_known_secret_is_refused_as_part_of_an_argument() {
    let bench = Bench::new();
    bench.context.log().scrubber().learn(&secret());
    let error = Command::new("echo").run(&bench.context, [format!("--password={SECRET}")]).execute().unwrap_err();
    assert!(matches!(error, CommandError::SecretInArguments { position: 1, .. }), "{error:?}");
    assert_clean(&bench, &[format!("{error:?} {error}")]);
}

#[test]
fn a_short_secret_is_refused_where_it_is_a_word_of_an_argument() {
    let bench = Bench::new();
    bench.context.log().scrubber().learn(&Value::sensitive("sevenly".into()));
    let words =
        ["sevenly", "--password=sevenly", "alice:sevenly@host", "-psevenly", "login -p 'sevenly' -v", "ä sevenly"];
    for argument in words {
        let refused = Command::new("echo").run(&bench.context, [argument]).execute();
        assert!(matches!(refused, Err(CommandError::SecretInArguments { .. })), "{argument}: {refused:?}");
    }
    for argument in ["sevenlyfold", "unsevenly", "äsevenly", "-xxsevenly"] {
        let by_chance = Command::new("echo").run(&bench.context, [argument]).execute();
        assert!(by_chance.is_ok(), "{argument}: {by_chance:?}");
    }
    // Shorter secrets are recognized by their type only.
    bench.context.log().scrubber().learn(&Value::sensitive("abc".into()));
    assert!(Command::new("echo").run(&bench.context, ["abc"]).execute().is_ok());
}

/// If the account `postgres` has the password `postgres`, the account's name is not a secret.
#[test]
fn a_public_name_may_be_an_argument_although_a_secret_reads_the_same() {
    let bench = Bench::new();
    let scrubber = bench.context.log().scrubber();
    scrubber.learn(&Value::sensitive("postgres".into()));
    scrubber.publish("postgres");
    assert!(Command::new("echo").run(&bench.context, ["postgres"]).execute().is_ok());
    for argument in ["-ppostgres", "--password=postgres"] {
        let refused = Command::new("echo").run(&bench.context, [argument]).execute();
        assert!(matches!(refused, Err(CommandError::SecretInArguments { .. })), "{argument}: {refused:?}");
    }
    let by_type = [Text::from(Value::sensitive("postgres".into()))];
    let refused = Command::new("echo").run(&bench.context, by_type.as_slice()).execute();
    assert!(matches!(refused, Err(CommandError::SecretInArguments { .. })), "{refused:?}");
}

#[test]
fn a_secret_that_is_no_text_is_refused_as_part_of_an_argument() {
    let bench = Bench::new();
    bench
        .context
        .log()
        .scrubber()
        .learn(&Value::sensitive(Value::Binary(b"\xff\xfe\xfdkey\xfc\xfb".iter().copied().collect())));
    let argument = std::ffi::OsString::from_vec(b"--key=\xff\xfe\xfdkey\xfc\xfb.".to_vec());
    let refused = Command::new("echo").run(&bench.context, [argument]).execute();
    assert!(matches!(refused, Err(CommandError::SecretInArguments { .. })), "{refused:?}");
}

#[test]
fn a_secret_in_two_arguments_is_not_shown_as_one() {
    let bench = Bench::new();
    bench.context.log().scrubber().learn(&Value::sensitive("horse battery".into()));
    let error = Command::new("false").run(&bench.context, ["horse", "battery"]).execute().unwrap_err();
    assert_eq!(error.to_string(), "Command 'false [redacted]' failed with exit code 1");
}

#[test]
fn a_secret_is_not_shown_in_the_encoding_in_which_it_was_given() {
    let bench = Bench::new();
    for encoding in [Encoding::Utf16LittleEndian, Encoding::Utf16BigEndian, Encoding::Latin1] {
        let execution = Command::new("cat").run(&bench.context, ()).stdin(Value::sensitive("béttery".into()));
        execution.stdin_encoding(encoding, OnInvalid::Refuse).execute().unwrap();
    }
    let shown = bench.log().concat().replace('\0', "");
    assert!(!shown.contains("tery"), "{shown:?}");
}

#[test]
fn an_author_can_insist_on_secrets_in_arguments_and_they_are_still_not_shown() {
    let bench = Bench::new();
    let arguments = [Text::from("-c"), "echo \"$0\"; exit 2".into(), secret().into(), format!("-p{SECRET}").into()];
    let command = shell().run(&bench.context, arguments.as_slice()).allow_secrets_in_arguments();
    let dump = format!("{command:?}");
    let error = command.stdout(Destination::Store).execute().unwrap_err();
    let CommandError::Failed(failed) = &error else { panic!("{error:?}") };
    assert_eq!(failed.stdout.as_ref().unwrap().as_str(), Some("correct horse battery\n"), "stored as it is");
    assert_eq!(failed.args[2..], ["[redacted]", "-p[redacted]"]);
    assert_eq!(
        error.to_string(),
        "Command 'sh -c \"echo \\\"$0\\\"; exit 2\" [redacted] -p[redacted]' failed with exit code 2"
    );
    assert_clean(&bench, &[dump, format!("{error:?}"), error.to_string()]);
}

#[test]
fn secrets_reach_the_process_through_stdin_and_environment_alone() {
    let bench = Bench::new();
    let command = shell().environment("TOKEN", secret());
    let script = "cat; echo; echo $TOKEN; echo $TOKEN >&2; exit 1";
    let execution = command.run(&bench.context, ["-c", script]).stdin(secret()).environment("OTHER", secret());
    let dumps = vec![format!("{command:?}"), format!("{execution:?}"), format!("{execution:#?}")];
    let error = execution.execute().unwrap_err();
    assert_clean(&bench, &dumps);
    assert_clean(&bench, &[format!("{error:?}"), error.to_string()]);
    assert_eq!(
        bench.log()[1..3].iter().filter(|line| line.ends_with("key: [redacted]")).count(),
        2,
        "{:?}",
        bench.log()
    );

    let result = command.run(&bench.context, ["-c", "cat; echo $TOKEN"]).stdin(secret()).stdout(Destination::Store);
    let result = result.execute().unwrap();
    assert_eq!(result.stdout_text(), format!("{SECRET}{SECRET}\n"), "the provider gets what was written");
    assert_clean(&bench, &[format!("{result:?}")]);
}

#[test]
fn no_secret_is_in_the_process_list() {
    let bench = Bench::new();
    let command = shell().environment("TOKEN", secret());
    let list = command.run(&bench.context, ["-c", "cat /proc/[0-9]*/cmdline 2>/dev/null; echo $TOKEN"]);
    let list = list.environment("OTHER", secret()).stdout(Destination::Store).ignore_exit_code().execute().unwrap();
    let list = list.stdout_text();
    assert!(list.ends_with(&format!("{SECRET}\n")), "{list}");
    assert_eq!(list.matches(SECRET).count(), 1, "only in the environment");
    assert_clean(&bench, &[]);
}

#[test]
fn a_secret_in_the_name_of_a_command_or_directory_is_not_shown() {
    let bench = Bench::new();
    bench.context.log().scrubber().learn(&secret());
    let missing = Command::new(format!("/{SECRET}")).run(&bench.context, ()).execute().unwrap_err();
    let bad = Command::new("true").run(&bench.context, ()).cwd(format!("/{SECRET}")).execute().unwrap_err();
    assert_clean(&bench, &[format!("{missing:?} {missing}"), format!("{bad:?} {bad}")]);
}

#[test]
fn a_secret_is_not_cut_in_two_by_the_end_of_a_long_line() {
    for before in [65_500, 65_520, 65_530, 65_536, 73_700] {
        let bench = Bench::new();
        let line = format!("{}{SECRET}{}", "x".repeat(before), "y".repeat(100_000));
        bench.context.log().scrubber().learn(&secret());
        Command::new("cat").run(&bench.context, ()).stdin(line).execute().unwrap();
        assert_clean(&bench, &[]);
    }
}

#[test]
fn a_secret_of_several_lines_is_not_logged_line_by_line() {
    let bench = Bench::new();
    let key = Value::sensitive("-----BEGIN KEY-----\ncorrecthorse0001\nbattery+staple02\n-----END KEY-----\n".into());
    Command::new("cat").run(&bench.context, ()).stdin(&key).execute().unwrap();
    shell().run(&bench.context, ["-c", "echo \"$KEY\" >&2"]).environment("KEY", key).execute().unwrap();
    assert_eq!(bench.log().iter().filter(|line| line.ends_with("key: [redacted]")).count(), 4, "{:#?}", bench.log());
    assert_clean(&bench, &[]);
}

#[test]
fn a_secret_is_not_cut_in_two_where_others_made_a_long_line_shorter() {
    let bench = Bench::new();
    bench.context.log().scrubber().learn(&secret());
    // Each chunk ends at another offset within the secret.
    let line = format!("{SECRET} ").repeat(30_000);
    Command::new("cat").run(&bench.context, ()).stdin(line).execute().unwrap();
    for line in bench.log() {
        assert!(!["corr", "orse", "batt", "tery"].iter().any(|part| line.contains(part)), "{line}");
    }
}

#[test]
fn a_secret_that_is_longer_than_any_message_is_not_logged_in_pieces() {
    for (before, length) in [(60_000, 20_000), (60_000, 200_000), (0, 300_000), (100, 65_536)] {
        let bench = Bench::new();
        let key: String = (0..length / 10).map(|number| format!("key{number:07}")).collect();
        bench.context.log().scrubber().learn(&Value::sensitive(key.as_str().into()));
        let line = format!("{}{key}{}{key}!", "x".repeat(before), "y".repeat(100_000));
        Command::new("cat").run(&bench.context, ()).stdin(line).execute().unwrap();
        let log = bench.log();
        assert!(!log.iter().any(|line| line.contains("key0")), "{before} {length}");
        assert_eq!(log.concat().matches("[redacted]").count(), 2, "{before} {length}");
        assert_eq!(log.concat().matches('y').count(), 100_000 + log.concat().matches("key:").count() + 1);
    }
}
