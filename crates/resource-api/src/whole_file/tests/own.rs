//! The same for files of our own, such as states and reports: whatever happens at whichever step, the old file is there or the
//! new one, and the next writer leaves nothing else.

use std::process::{Command, Stdio};

use super::{
    super::step::{Step, with_hook},
    *,
};

const STEPS: [Step; 6] = [Step::Opened, Step::Dressed, Step::Synced, Step::Named, Step::Placed, Step::Done];

const PLACE: &str = "BUNRAKU_TEST_OF_OWN_FAULTS";

/// Checks what is there after a fault, and that the next writer has its way.
fn check(step: Step, path: &Path) {
    let content = if matches!(step, Step::Placed | Step::Done) { "new" } else { "old" };
    assert_eq!(fs::read_to_string(path).unwrap(), content, "{step:?}");
    replace_own(path, b"newest", 0o640).unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "newest", "{step:?}");
    assert_eq!(names(folder_of(path)), ["a"], "{step:?}");
}

#[test]
fn an_error_at_any_step_leaves_the_old_file_or_the_new_one() {
    for step in STEPS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let fail = move |reached: Step| if reached == step { Err(Errno::NOSPC.into()) } else { Ok(()) };
        assert!(with_hook(fail, || replace_own(&path, b"new", 0o640)).is_err(), "{step:?} is not reached");
        assert_eq!(names(folder.path()), ["a"], "{step:?}");
        check(step, &path);
    }
}

#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let half = |file: &mut dyn io::Write| {
        file.write_all(b"ne")?;
        Err(Errno::NOSPC.into())
    };
    assert!(replace_own_with(&path, 0o640, &half).is_err());
    check(Step::Opened, &path);
}

/// What a process does that is killed. It does nothing unless it is told to.
#[test]
fn killed() {
    let Ok(order) = std::env::var(PLACE) else { return };
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
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "whole_file::tests::own::killed"])
            .env(PLACE, format!("{number} {}", path.display()))
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.signal(), Some(9), "{step:?}");
        check(step, &path);
    }
}
