//! The lock that keeps two runs apart.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use engine::state::{LockError, RunLock};

#[test]
fn a_second_run_is_refused_with_the_pid_of_the_first() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state/agent_catalog_run.lock");
    let lock = RunLock::acquire(&path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), std::process::id().to_string());
    let error = RunLock::acquire(&path).unwrap_err();
    let LockError::Locked { pid, .. } = &error else { panic!("{error}") };
    assert_eq!(*pid, Some(std::process::id()));
    assert_eq!(
        error.to_string(),
        format!(
            "Run of Puppet configuration client already in progress (process {}); skipping  ({} exists)",
            std::process::id(),
            path.display()
        )
    );
    drop(lock);
    assert!(!path.exists());
    RunLock::acquire(&path).expect("the first run is over");
}

#[test]
fn the_lock_of_a_process_that_is_gone_is_taken_over() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let mut gone = Command::new("true").spawn().unwrap();
    let pid = gone.id();
    gone.wait().unwrap();
    for left in [pid.to_string(), "no number".into(), String::new(), "9".repeat(40)] {
        std::fs::write(&path, &left).unwrap();
        let lock = RunLock::acquire(&path).unwrap_or_else(|error| panic!("{left}: {error}"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), std::process::id().to_string());
        drop(lock);
    }
}

#[test]
fn a_number_that_another_program_bears_now_is_no_lock() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    std::fs::write(&path, "1").unwrap();
    RunLock::acquire(&path).unwrap();
}

/// Takes the role of Puppet, which locks by the file alone. A link and no copy: a file that was just written may still be open
/// in a process that another test is starting, and then cannot be executed.
#[test]
fn a_live_process_of_puppet_has_its_lock() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let program = directory.path().join("puppet");
    std::os::unix::fs::symlink("/bin/sh", &program).unwrap();
    let mut puppet = Command::new(&program);
    let mut puppet =
        puppet.args(["-c", "echo ready; read line"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    BufReader::new(puppet.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
    std::fs::write(&path, puppet.id().to_string()).unwrap();
    let refused = RunLock::acquire(&path);
    let left = std::fs::read_to_string(&path).unwrap();
    drop(puppet.stdin.take());
    puppet.wait().unwrap();
    assert!(matches!(refused, Err(LockError::Locked { pid: Some(pid), .. }) if pid == puppet.id()), "{refused:?}");
    assert_eq!(left, puppet.id().to_string());
    RunLock::acquire(&path).expect("it is gone");
}

#[test]
fn only_one_of_many_gets_the_lock() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let barrier = std::sync::Barrier::new(8);
    let locks: Vec<_> = std::thread::scope(|scope| {
        let acquire = || {
            barrier.wait();
            RunLock::acquire(&path)
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(acquire)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(locks.iter().filter(|lock| lock.is_ok()).count(), 1);
}
