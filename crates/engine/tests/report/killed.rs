//! What a run leaves that is killed: this program starts itself, and kills what it started.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use engine::state::{FILE_MODE, LockError, RunLock, replace};

/// Makes the test program the one to be killed, and names its directory.
const DIRECTORY: &str = "BUNRAKU_TEST_KILLED_IN";

/// Starts one test again, as the process that will be killed, and waits until it says that it works.
fn start(test: &str, directory: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(DIRECTORY, directory).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("at work")));
    child
}

fn directory_to_be_killed_in() -> Option<PathBuf> {
    std::env::var_os(DIRECTORY).map(PathBuf::from)
}

fn say_at_work() {
    let mut stdout = std::io::stdout();
    stdout.write_all(b"at work\n").unwrap();
    stdout.flush().unwrap();
}

#[test]
fn a_killed_writer_leaves_a_whole_file() {
    if let Some(directory) = directory_to_be_killed_in() {
        say_at_work();
        for letter in (b'a'..=b'z').cycle() {
            replace(&directory.join("file"), &vec![letter; 300_000], FILE_MODE).unwrap();
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
    replace(&path, &vec![b'0'; 300_000], FILE_MODE).unwrap();
    for milliseconds in [0, 1, 3, 5, 8, 13] {
        let mut child = start("killed::a_killed_writer_leaves_a_whole_file", directory.path());
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        for file in std::fs::read_dir(directory.path()).unwrap() {
            let content = std::fs::read(file.unwrap().path()).unwrap();
            assert!(content.len() == 300_000 && content.iter().all(|letter| *letter == content[0]));
        }
    }
    replace(&path, b"after", FILE_MODE).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"after");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn a_killed_run_leaves_no_lock() {
    if let Some(directory) = directory_to_be_killed_in() {
        let _lock = RunLock::acquire(&directory.join("lock")).unwrap();
        say_at_work();
        loop {
            std::thread::park();
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock");
    let mut child = start("killed::a_killed_run_leaves_no_lock", directory.path());
    let refused = RunLock::acquire(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(matches!(refused, Err(LockError::Locked { pid: Some(pid), .. }) if pid == child.id()), "{refused:?}");
    RunLock::acquire(&path).expect("it is gone");
}
