//! Everything that a provider can do wrong: it fails its own resources, with its name and the reason, and nothing of it is
//! left.

use std::time::Duration;

use hosts::Timeouts;
use testkit::Trial;

use crate::support::{Fixture, NOTHING, failure, without_waiting};

/// A provider whose `set` does this.
fn set_does(body: &str) -> Fixture {
    Fixture::python(&format!("class This(Provider):\n    def set(self, params):\n        {body}\n"))
}

#[track_caller]
fn set_fails(body: &str, expected: &str) {
    let fixture = set_does(body);
    let mut trial = Trial::new(&fixture.resource_type);
    let failed = failure(trial.apply("a", NOTHING));
    assert!(failed.starts_with(expected), "{failed}");
    fixture.leaves_nothing();
}

#[test]
fn a_process_that_dies_fails_what_was_in_flight() {
    set_fails("os._exit(3)", "the provider 'things' ended with exit code 3 during `set`");
    set_fails("os.kill(os.getpid(), signal.SIGKILL)", "the provider 'things' was ended by signal 9 during `set`");
    set_fails(
        "print('WARNING: the end is near', file=sys.stderr); print('boom', file=sys.stderr); sys.stderr.flush(); os._exit(4)",
        "the provider 'things' ended with exit code 4 during `set`; it wrote: WARNING: the end is near | boom",
    );
}

#[test]
fn a_set_is_never_repeated_and_the_next_one_has_a_fresh_process() {
    let fixture = set_does("note(params['changes'][0]['name']['name']); os._exit(1)");
    let mut trial = Trial::new(&fixture.resource_type);
    failure(trial.apply("a", NOTHING));
    failure(trial.apply("b", NOTHING));
    assert_eq!(fixture.calls(), ["a", "b"]);
    assert_eq!(fixture.host.started(), 2);
    let log = trial.log();
    assert!(
        log.contains(&"Warning: the provider 'things' is started again; what it kept in memory is lost".to_owned()),
        "{log:?}"
    );
    fixture.leaves_nothing();
}

#[test]
fn a_process_that_always_dies_is_given_up() {
    let fixture = set_does("os._exit(1)");
    let mut trial = Trial::new(&fixture.resource_type);
    let failures: Vec<String> = (0..40).map(|number| failure(trial.apply(&format!("r{number}"), NOTHING))).collect();
    assert_eq!(failures[0], "the provider 'things' ended with exit code 1 during `set`");
    let last = "the provider 'things' ended 32 times before it should, and is not started again in this run";
    assert_eq!(failures[39], last);
    assert_eq!(fixture.host.started(), 32);
    fixture.leaves_nothing();
}

#[test]
fn a_get_is_tried_once_more() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def get(self, params):
        note("get")
        if not os.path.exists("tried"):
            open("tried", "w").close()
            os._exit(1)
        return {"resources": [{"name": "a", "ensure": "present"}]}
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(trial.list().unwrap().len(), 1);
    assert_eq!(fixture.calls(), ["get", "get"]);
    let log = trial.log();
    assert_eq!(log[0], "Warning: the provider 'things' ended with exit code 1 during `get`; it is asked once more");
    fixture.leaves_nothing();
}

#[test]
fn a_get_that_dies_twice_fails() {
    let fixture = Fixture::python("class This(Provider):\n    def get(self, params): note('get'); os._exit(1)\n");
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.list()), "the provider 'things' ended with exit code 1 during `get`");
    assert_eq!(fixture.calls(), ["get", "get"]);
    fixture.leaves_nothing();
}

#[test]
fn a_deadline_cancels_and_then_ends_the_group() {
    for (body, survives) in [
        // It does not listen while it sleeps.
        ("time.sleep(AGES)", false),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(AGES)", false),
        // It takes note of the cancellation, and answers.
        ("note(sys.stdin.readline().strip()); raise Exception('cancelled')", true),
    ] {
        let class = format!("class This(Provider):\n    def set(self, params):\n        {body}\n");
        let fixture = Fixture::with(&class, "[]", |launch| {
            launch.timeouts = Timeouts::all(None);
            launch.timeouts.methods.insert("set".into(), Duration::from_millis(300));
        });
        let mut trial = Trial::new(&fixture.resource_type);
        assert_eq!(
            without_waiting(|| failure(trial.apply("a", NOTHING))),
            "the provider 'things' took longer than 0.3 seconds for `set`",
            "{body}"
        );
        if survives {
            let calls = fixture.calls();
            assert!(calls[0].contains("\"method\":\"$/cancel\",\"params\":{\"id\":3}"), "{calls:?}");
            trial.list().unwrap();
            assert_eq!(fixture.host.started(), 1);
        }
        fixture.leaves_nothing();
    }
}

#[test]
fn what_is_no_json_on_stdout_is_shown_and_does_no_harm() {
    let fixture = set_does("sys.stdout.write('Hello!\\n\\n' + 'x' * 1000 + '\\n'); return {}");
    let mut trial = Trial::new(&fixture.resource_type);
    trial.apply("a", NOTHING).unwrap();
    let log = trial.log();
    assert_eq!(log[1], "Warning: the provider 'things' wrote to its stdout: Hello!");
    assert_eq!(log[2], format!("Warning: the provider 'things' wrote to its stdout: {}…", "x".repeat(200)));
    fixture.leaves_nothing();
}

#[test]
fn stderr_is_logged_line_by_line_at_its_level() {
    let fixture = set_does(
        "print('DEBUG: d\\nINFO: i\\nNOTICE: n\\nERR: e\\nplain', file=sys.stderr); sys.stderr.flush(); return {}",
    );
    let mut trial = Trial::new(&fixture.resource_type);
    trial.apply("a", NOTHING).unwrap();
    let mut log = trial.log_from(resource_api::log::Level::Debug);
    log.retain(|line| line.contains("things"));
    assert_eq!(
        log,
        ["Debug: things: d", "Info: things: i", "Notice: things: n", "Error: things: e", "Warning: things: plain"]
    );
}

#[test]
fn answers_that_cannot_be_used_end_the_provider() {
    for (body, expected) in [
        ("send(id=99, result={})", "a response has the id 99, which no request has that is waited for"),
        ("send(id='x', result={})", "a response has the id 'x', which no request has that is waited for"),
        ("send(hello=1)", "a message has the wrong shape: it has neither a method nor a result nor an error"),
        ("sys.stdout.write('[1]\\n'); sys.stdout.flush()", "a message has the wrong shape: "),
        ("return {'results': 'no'}", "a message has the wrong shape: "),
        ("return {'results': [{'name': {'name': 'a'}, 'status': 'wonderful'}]}", "a message has the wrong shape: "),
        ("tell('log', level='loud', message='x')", "a message has the wrong shape: "),
        ("tell('resources', id=77, resources=[])", "a response has the id 77, "),
        ("os.write(1, b'\\xff\\xfe\\n')", "a message is not UTF-8 at byte 0"),
    ] {
        let fixture = set_does(&format!("{body}; time.sleep(60)"));
        let mut trial = Trial::new(&fixture.resource_type);
        let failed = failure(trial.apply("a", NOTHING));
        let expected = format!("the provider 'things' was ended during `set`: {expected}");
        assert!(failed.starts_with(&expected), "{body}: {failed}");
        fixture.leaves_nothing();
    }
}

#[test]
fn a_message_without_end_is_cut_off() {
    set_fails(
        "block = b'x' * (1 << 20)\n        while True: os.write(1, block)",
        "the provider 'things' was ended during `set`: a message has more than 64 MiB",
    );
}

#[test]
fn a_closed_stdout_is_noticed() {
    set_fails("os.close(1); time.sleep(AGES)", "the provider 'things' closed its stdout during `set`");
    set_fails("os.close(1); os._exit(7)", "the provider 'things' ended with exit code 7 during `set`");
}

#[test]
fn children_that_keep_the_pipes_open_hold_nobody_up() {
    without_waiting(|| {
        set_fails(
            "subprocess.Popen(['sleep', str(AGES)]); os._exit(5)",
            "the provider 'things' ended with exit code 5 during `set`",
        );
        // One that does not want to end is ended, too.
        let fixture = set_does("start_stubborn(); return {}");
        let mut trial = Trial::new(&fixture.resource_type);
        trial.apply("a", NOTHING).unwrap();
        fixture.leaves_nothing();
    });
}

#[test]
fn a_provider_that_ignores_everything_is_killed_at_the_end() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def shutdown(self, params):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(AGES)
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    trial.list().unwrap();
    without_waiting(|| fixture.leaves_nothing());
}

#[test]
fn the_handshake_can_go_wrong() {
    for (body, expected) in [
        ("os._exit(2)", "the provider 'things' ended with exit code 2 during `initialize`"),
        (
            "return {'protocol': 7}",
            "the provider 'things' speaks version 7 of the provider protocol, and this runtime speaks 1",
        ),
        ("return 5", "the provider 'things' was ended during `initialize`: a message has the wrong shape: "),
        ("raise Exception('not today')", "not today"),
    ] {
        let class = format!(
            "class This(Provider):\n    def initialize(self, params):\n        note('start')\n        {body}\n"
        );
        let fixture = Fixture::python(&class);
        let mut trial = Trial::new(&fixture.resource_type);
        let failed = failure(trial.list());
        assert!(failed.starts_with(expected), "{body}: {failed}");
        // It is not tried again: it would not get better.
        assert!(failure(trial.apply("a", NOTHING)).starts_with(expected));
        fixture.leaves_nothing();
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let fixture = Fixture::with("class This(Provider): pass", "[]", |launch| {
        launch.program = "/nowhere/provider".into();
    });
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(
        failure(trial.list()),
        "the provider 'things' could not be started: /nowhere/provider: No such file or directory (os error 2)"
    );
}

#[test]
fn what_get_returns_must_be_resources() {
    let fixture = Fixture::python("class This(Provider):\n    def get(self, params): return {'resources': [1]}\n");
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.list()), "`thing.get` did not return an array of resource hashes");
    let fixture = Fixture::with(
        "class This(Provider):\n    def canonicalize(self, params): return {'resources': []}\n",
        "[canonicalize]",
        |_| {},
    );
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(failure(trial.apply("a", NOTHING)), "`thing.canonicalize` returned 0 resources instead of 1");
}

/// What a provider logs is bounded, and the provider does not wait for anybody to read the rest.
#[test]
fn a_flood_of_lines_is_cut_off() {
    for flood in [
        "sys.stderr.write('y' * 20 + '\\n'); sys.stderr.flush() if number % 1000 == 0 else None",
        "tell('log', level='notice', message='y' * 20)",
        "tell('progress', done=number)",
        "tell('nobody knows this')",
        "sys.stdout.write('yyyy\\n')",
    ] {
        let fixture = set_does(&format!(
            "\n        for number in range(120_000):\n            {flood}\n        note('done')\n        return {{}}"
        ));
        let mut trial = Trial::new(&fixture.resource_type);
        trial.apply("a", NOTHING).unwrap();
        assert_eq!(fixture.calls(), ["done"]);
        let log = trial.log_from(resource_api::log::Level::Debug);
        let dropped = "Warning: the provider 'things' logs too much: more than 100000 lines or 16 MiB; what it says beyond \
                       that is dropped";
        assert_eq!(log.iter().filter(|line| *line == dropped).count(), 1, "{flood}");
        assert!((100_000..101_000).contains(&log.len()), "{flood}: {}", log.len());
        fixture.leaves_nothing();
    }
}

#[test]
fn a_flood_of_long_lines_is_cut_off() {
    let fixture =
        set_does("\n        for number in range(30): sys.stderr.write('y' * 1_000_000 + '\\n')\n        return {}");
    let mut trial = Trial::new(&fixture.resource_type);
    trial.apply("a", NOTHING).unwrap();
    let log = trial.log();
    let bytes: usize = log.iter().map(String::len).sum();
    assert!((15 << 20..18 << 20).contains(&bytes), "{bytes}");
    assert!(log.iter().any(|line| line.contains("logs too much")));
    fixture.leaves_nothing();
}

/// What has left the group of the provider belongs to it all the same.
#[test]
fn children_in_a_session_of_their_own_end_with_the_provider() {
    for end in ["return {}", "time.sleep(AGES)", "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(AGES)"] {
        let class = format!(
            "class This(Provider):
    def get(self, params):
        start_stubborn(start_new_session=True)
        return {{'resources': []}}
    def set(self, params):
        {end}
"
        );
        let fixture = Fixture::with(&class, "[]", |launch| {
            launch.timeouts = Timeouts::all(None);
            launch.timeouts.methods.insert("set".into(), Duration::from_millis(300));
        });
        let mut trial = Trial::new(&fixture.resource_type);
        trial.list().unwrap();
        let _ = trial.apply("a", NOTHING);
        fixture.leaves_nothing();
    }
}
