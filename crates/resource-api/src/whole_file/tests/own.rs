//! Faults at every step of writing our own files: either the old or the new file exists, and the next writer leaves
//! nothing else behind.

use std::process::{Command, Stdio};

use super::{
    super::{
        dir::parent,
        step::{Step, with_hook},
    },
    *,
};

const STEPS: [Step; 6] = [Step::Opened, Step::OwnershipSet, Step::Synced, Step::Named, Step::Committed, Step::Done];

const VARIABLE: &str = "BUNRAKU_TEST_OF_OWN_FAULTS";

/// Checks the files after a fault, and that the next writer succeeds.
fn check(step: Step, path: &Path) {
    let content = if matches!(step, Step::Committed | Step::Done) { "new" } else { "old" };
    assert_eq!(fs::read_to_string(path).unwrap(), content, "{step:?}");
    replace_own(path, b"newest", 0o640).unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "newest", "{step:?}");
    assert_eq!(names(parent(path)), ["a"], "{step:?}");
}

#[test]
fn an_error_at_any_step_leaves_the_old_file_or_the_new_one() {
    for step in STEPS {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "old").unwrap();
        let fail = move |reached: Step| if reached == step { Err(Errno::NOSPC.into()) } else { Ok(()) };
        assert!(with_hook(fail, || replace_own(&path, b"new", 0o640)).is_err(), "{step:?} is not reached");
        assert_eq!(names(dir.path()), ["a"], "{step:?}");
        check(step, &path);
    }
}

#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    fs::write(&path, "old").unwrap();
    let half = |file: &mut dyn io::Write| {
        file.write_all(b"ne")?;
        Err(Errno::NOSPC.into())
    };
    assert!(replace_own_with(&path, 0o640, &half).is_err());
    check(Step::Opened, &path);
}

/// The child process that is killed. Does nothing unless an environment variable is set.
#[test]
fn killed() {
    let Ok(order) = std::env::var(VARIABLE) else { return };
    let (step, path) = order.split_once(' ').unwrap();
    let step = STEPS[step.parse::<usize>().unwrap()];
    let kill = move |reached: Step| {
        if reached == step {
            let ourselves = rustix::process::getpid();
            rustix::process::kill_process(ourselves, rustix::process::Signal::KILL)?;
        }
        Ok(())
    };
    with_hook(kill, || replace_own(Path::new(path), b"new", 0o640)).unwrap();
}

#[test]
fn a_kill_at_any_step_leaves_the_old_file_or_the_new_one() {
    use std::os::unix::process::ExitStatusExt as _;

    for (number, step) in STEPS.into_iter().enumerate() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "old").unwrap();
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "whole_file::tests::own::killed"])
            .env(VARIABLE, format!("{number} {}", path.display()))
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.signal(), Some(9), "{step:?}");
        check(step, &path);
    }
}
