//! When a process begins and ends, and what it sees.

use std::{
    fs,
    os::unix::process::CommandExt as _,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use testkit::Trial;

use crate::support::{Fixture, NOTHING, processes_in};

#[test]
fn a_process_starts_when_it_is_needed_and_only_once() {
    let fixture = Fixture::python("class This(Provider): pass");
    let mut trial = Trial::new(&fixture.resource_type);
    assert_eq!(fixture.host.started(), 0);
    trial.list().unwrap();
    trial.apply("a", NOTHING).unwrap();
    assert_eq!(fixture.host.started(), 1);
    fixture.leaves_nothing();
}

#[test]
fn the_environment_is_clean_and_the_folder_that_of_the_provider() {
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def get(self, params):
        note(os.getcwd())
        note(",".join(sorted(os.environ)))
        note(str(os.getpgid(0) == os.getpid()))
        return {"resources": []}
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    trial.list().unwrap();
    let calls = fixture.calls();
    assert_eq!(calls[0], fixture.folder.path().canonicalize().unwrap().to_string_lossy());
    for name in calls[1].split(',') {
        let is_documented = name == "BUNRAKU_PROTOCOL"
            || name == "LC_CTYPE"
            || ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LANGUAGE"].contains(&name)
            || name.to_lowercase().ends_with("_proxy")
            || name.starts_with("LC_")
            || name.starts_with("SSL_CERT_");
        assert!(is_documented, "{name}");
    }
    assert!(calls[1].contains("PATH") && calls[1].contains("BUNRAKU_PROTOCOL"));
    assert_eq!(calls[2], "True");
}

#[test]
fn a_polite_end_lets_the_provider_finish() {
    let class = r#"
class This(Provider):
    def shutdown(self, params):
        note("shutdown")

import atexit
atexit.register(lambda: note("exit"))
"#;
    let fixture = Fixture::with(class, "[]", |launch| launch.grace_periods.shutdown = Duration::from_secs(60));
    let mut trial = Trial::new(&fixture.resource_type);
    trial.list().unwrap();
    fixture.leaves_nothing();
    // A process that is ended by a signal has no `atexit`.
    assert_eq!(fixture.calls(), ["shutdown", "exit"]);
}

/// Runs in a process of its own, which is killed: see the test below.
#[test]
fn child_that_is_killed() {
    if std::env::var_os("HOSTS_TEST_CHILD").is_none() {
        return;
    }
    let fixture = Fixture::python(
        r#"
class This(Provider):
    def get(self, params):
        subprocess.Popen(["sleep", "60"])
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print(os.getcwd(), file=open(os.path.join(os.environ["HOME"], "ready.part"), "w"), flush=True)
        os.rename(os.path.join(os.environ["HOME"], "ready.part"), os.path.join(os.environ["HOME"], "ready"))
        time.sleep(60)
"#,
    );
    let mut trial = Trial::new(&fixture.resource_type);
    let _ = trial.list();
}

#[test]
fn nothing_is_left_when_the_runtime_is_killed() {
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::INT, rustix::process::Signal::KILL] {
        let home = tempfile::TempDir::new().unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "life::child_that_is_killed", "--test-threads=1"]);
        command.env("HOSTS_TEST_CHILD", "1").env("HOME", home.path()).stdout(Stdio::null()).process_group(0);
        let mut child = command.spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        let ready = home.path().join("ready");
        while !ready.exists() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        let folder = fs::read_to_string(&ready).unwrap();
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
        child.wait().unwrap();
        assert_eq!(processes_in(std::path::Path::new(folder.trim())), Vec::<String>::new(), "after {signal:?}");
        let _ = fs::remove_dir_all(folder.trim());
    }
}
