//! Providers whose requests need another provider, and runs that end meanwhile.

use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    processes::{defined, is_used, python},
    run,
};
use crate::test_dir::TestDir;

const RUBY_TYPE: &str = "Puppet::ResourceApi.register_type(name: 'looping', desc: 'd', attributes: {\n  \
     ensure: { type: 'Enum[present, absent]', desc: 'e', default: 'present' },\n  \
     name: { type: 'String', desc: 'n', behaviour: :namevar } })\n";

const RUBY_PROVIDER: &str = "class Puppet::Provider::Looping::Looping\n  \
     def get(_context)\n    Puppet::Type.type(:looping).instances\n    []\n  end\n  \
     def set(_context, _changes); end\nend\n";

#[test]
fn a_provider_that_lists_its_own_type_fails_alone() {
    let directory = TestDir::new(&[
        ("modules/m/lib/puppet/type/looping.rb", RUBY_TYPE),
        ("modules/m/lib/puppet/provider/looping/looping.rb", RUBY_PROVIDER),
    ]);
    let body = "def get(params):\n    answer = ask('runtime.instances', type='thing')\n    \
                raise Exception(answer['error']['message'])";
    python(&directory, "things", &defined("thing"), body);
    let refused = |name: &str| {
        format!(
            "runtime.instances: the resources of '{name}' cannot be listed while they are being listed or the type is being \
             loaded: what does that must not ask for them, directly or through other providers\n"
        )
    };
    for name in ["thing", "looping"] {
        let listed = run(&directory, &["resource", name]);
        assert_eq!((listed.code, listed.stdout.as_str()), (1, ""));
        assert!(listed.stderr.ends_with(&refused(name)), "{}", listed.stderr);
    }
    let manifest = "thing { 'a': value => 1 } looping { 'b': } notify { 'after': }";
    let applied = run(&directory, &["apply", "-e", manifest, "--detailed-exitcodes"]);
    assert_eq!(applied.code, 6, "{}", applied.stderr);
    assert!(applied.stdout.contains("Notice: after\n"), "{}", applied.stdout);
    for (reference, name) in [("Thing[a]", "thing"), ("Looping[b]", "looping")] {
        let line = format!("Error: /Stage[main]/Main/{reference}: Could not evaluate: {}", refused(name));
        assert!(applied.stderr.contains(&line), "{}", applied.stderr);
    }
}

/// The type is unknown before its file was loaded, so waiting for it would never end.
#[test]
fn a_type_that_lists_itself_while_it_is_loaded_fails() {
    let directory = TestDir::new(&[(
        "modules/m/lib/puppet/type/selfish.rb",
        "Bunraku::Runtime.instances('selfish')\nPuppet::ResourceApi.register_type(name: 'selfish', desc: 'd', attributes: {})\n",
    )]);
    let listed = run(&directory, &["resource", "selfish"]);
    assert_eq!((listed.code, listed.stdout.as_str()), (1, ""));
    assert!(listed.stderr.contains("the resources of 'selfish' cannot be listed while"), "{}", listed.stderr);
}

/// Two types with one provider: reading an outer resource lists inner ones, which never ends.
fn hanging(directory: &TestDir, before: &str) {
    let types = format!("types: [{}, {}]\n", definition("thing"), definition("inner"));
    let body = format!(
        "import subprocess\ndef get(params):\n    if params['type'] == 'thing':\n        \
         send(id='q', method='runtime.instances', params={{'type': 'inner'}})\n        \
         assert json.loads(sys.stdin.readline())['method'] == 'get'\n    \
         {before}\n    open(os.environ['HOME'] + '/ready', 'w').close()\n    time.sleep(60)\n"
    );
    python(directory, "things", &types, &body);
}

fn definition(name: &str) -> String {
    let whole = defined(name);
    whole.trim_start_matches("types: [").trim_end_matches("]\n").to_owned()
}

/// Starts a run and waits until its provider reads an inner resource.
fn started(directory: &TestDir) -> Child {
    let _ = fs::remove_file(directory.path().join("ready"));
    let child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args([
            "apply",
            "--confdir",
            "c",
            "--vardir",
            "v",
            "--modulepath",
            "modules",
            "-e",
            "thing { 'a': value => 1 }",
        ])
        .current_dir(directory.path())
        .env("HOME", directory.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the provider reads", || directory.path().join("ready").exists());
    child
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(Instant::now() < until, "{what}: never");
        thread::sleep(Duration::from_millis(20));
    }
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn a_signal_ends_a_run_whose_provider_answers_a_question_of_itself() {
    let directory = TestDir::new(&[]);
    hanging(&directory, "pass");
    for signal in ["TERM", "INT"] {
        let child = started(&directory);
        send(signal, &child);
        let ended = child.wait_with_output().unwrap();
        let printed = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{printed}");
        assert!(printed.contains("was interrupted during `get`: the run is to stop"), "{printed}");
        assert!(!is_used(directory.path()), "a process is left after {signal}");
    }
}

/// Neither a new session nor an ignored signal keeps children of a provider alive, however we exit.
#[test]
fn children_in_sessions_of_their_own_do_not_survive_a_run() {
    let directory = TestDir::new(&[]);
    let ignoring = "signal.signal(signal.SIGTERM, signal.SIG_IGN)";
    let child = format!("'import signal, time; {ignoring}; time.sleep(60)'");
    hanging(
        &directory,
        &format!(
            "subprocess.Popen([sys.executable, '-c', {child}], start_new_session=True); {ignoring}; time.sleep(0.5)"
        ),
    );
    // A second signal that arrives too early counts as one with the first, so signals are sent until the run ends.
    for signal in ["INT", "TERM", "KILL"] {
        let mut child = started(&directory);
        send(signal, &child);
        while child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(20));
            send(signal, &child);
        }
        wait_until(&format!("nothing is left after {signal}"), || !is_used(directory.path()));
    }
}

/// `poll` refuses more descriptors than a process may have, which a provider of root can cause.
#[test]
fn a_provider_that_cannot_be_waited_for_is_ended() {
    let directory = TestDir::new(&[]);
    let body = "def get(params):\n    import resource\n    \
                resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (2, 4096))\n    time.sleep(60)";
    python(&directory, "things", &defined("thing"), body);
    let listed = run(&directory, &["resource", "thing"]);
    assert_eq!(listed.code, 1);
    assert!(
        listed.stderr.contains(
            "the provider 'things' was ended during `get`: could not wait for it: Invalid argument (os error 22)"
        ),
        "{}",
        listed.stderr
    );
}

/// The messages of a provider are stored in the report, so there is a limit.
#[test]
fn a_flood_of_lines_does_not_fill_the_report() {
    let directory = TestDir::new(&[]);
    let body = "def get(params):\n    for number in range(150_000): sys.stderr.write('y' * 100 + '\\n')\n    \
                return {'resources': [{'name': 'a', 'value': 1}]}";
    python(&directory, "things", &defined("thing"), body);
    let applied = run(&directory, &["apply", "-e", "thing { 'a': value => 1 }", "--detailed-exitcodes"]);
    assert_eq!(applied.code, 0);
    assert_eq!(
        applied
            .stderr
            .matches("Warning: the provider 'things' logs too much: more than 100000 lines or 16 MiB")
            .count(),
        1
    );
    let lines = applied.stderr.lines().count();
    assert!((100_000..101_000).contains(&lines), "{lines}");
    let report = fs::metadata(directory.path().join("v/state/last_run_report.yaml")).unwrap().len();
    assert!(report < 40 << 20, "{report}");
}
