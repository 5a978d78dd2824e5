//! Faults at every step: either the old or the new file exists, with its owner and its mode.

use std::{
    cell::Cell,
    process::{Command, Stdio},
    rc::Rc,
};

use super::{
    super::{
        dir::parent,
        step::{Step, with_hook},
    },
    *,
};

const STEPS: [Step; 8] = [
    Step::Opened,
    Step::Owned,
    Step::OwnershipSet,
    Step::Synced,
    Step::Naming,
    Step::Named,
    Step::Committed,
    Step::Done,
];

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It replaces another one.
    Replaced,
    /// It is created.
    Created,
    /// Its temporary path is used before.
    Looked,
    /// There is no `/proc`.
    Plain,
    /// It is staged in another file system.
    Staged,
}

const WAYS: [Way; 5] = [Way::Replaced, Way::Created, Way::Looked, Way::Plain, Way::Staged];

const VARIABLE: &str = "BUNRAKU_TEST_OF_FAULTS";

/// A directory in another file system than that of temporary files, if there is one.
struct Staging(PathBuf);

impl Staging {
    /// The staging directory for a directory.
    fn path(dir: &Path) -> PathBuf {
        let other = Path::new("/dev/shm");
        let other = if other.is_dir() { other.to_owned() } else { std::env::temp_dir() };
        other.join(format!("staging-{}", dir.file_name().unwrap().to_str().unwrap()))
    }

    fn new(dir: &Path) -> Staging {
        let path = Staging::path(dir);
        fs::create_dir(&path).unwrap();
        Staging(path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Creates the old file, with another owner if we can give files away.
fn prepare(way: Way, path: &Path) {
    if way == Way::Created {
        return;
    }
    fs::write(path, "old").unwrap();
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(path, Some(12), Some(34)).unwrap();
    }
    fs::set_permissions(path, Permissions::from_mode(0o4750)).unwrap();
}

/// Writes a file with a hook for each step.
fn write(way: Way, path: &Path, mut hook: impl FnMut(Step) -> io::Result<()> + 'static) -> io::Result<()> {
    let hook = move |step: Step| {
        hook(step)?;
        if way == Way::Plain && step == Step::Naming { Err(io::ErrorKind::NotFound.into()) } else { Ok(()) }
    };
    with_hook(hook, || {
        let mut new = match way {
            Way::Staged => NewFile::staged(DirectoryEntry::at(path)?, &Staging::path(parent(path)))?,
            _ => NewFile::create_in_parent(path)?,
        };
        new.file_mut().write_all(b"new")?;
        new.set_ownership(&Ownership::default())?;
        if way == Way::Looked {
            new.path()?;
        }
        new.commit()
    })
}

/// Checks the files after a fault. Returns the other files in the directory.
fn check(way: Way, step: Step, path: &Path, is_committed: bool) -> Vec<String> {
    let case = format!("{way:?}, {step:?}");
    let left = names(parent(path)).into_iter().filter(|name| name != "a").collect();
    let found = match fs::symlink_metadata(path) {
        Err(_) if way == Way::Created && !is_committed => return left,
        found => found.unwrap_or_else(|error| panic!("{case}: nothing is there: {error}")),
    };
    let content = if is_committed { "new" } else { "old" };
    assert_eq!(fs::read_to_string(path).unwrap(), content, "{case}");
    let mode = if way == Way::Created { 0o644 } else { 0o4750 };
    assert_eq!(found.mode() & 0o7777, mode, "{case}");
    if way != Way::Created && rustix::process::geteuid().is_root() {
        assert_eq!((found.uid(), found.gid()), (12, 34), "{case}");
    }
    left
}

#[test]
fn every_way_takes_the_steps() {
    for way in WAYS {
        let dir = tempfile::tempdir().unwrap();
        let _staging = Staging::new(dir.path());
        let path = dir.path().join("a");
        prepare(way, &path);
        let seen = Rc::new(std::cell::RefCell::new(Vec::new()));
        let recorded = seen.clone();
        write(way, &path, move |step| {
            recorded.borrow_mut().push(step);
            Ok(())
        })
        .unwrap();
        let expected = STEPS.iter().filter(|step| **step != Step::Named || way != Way::Created);
        for step in expected {
            assert!(seen.borrow().contains(step), "{way:?} does not come to {step:?}: {seen:?}");
        }
        assert_eq!(check(way, Step::Done, &path, true), Vec::<String>::new());
    }
}

#[test]
fn an_error_at_any_step_leaves_the_old_file_or_the_new_one_and_nothing_else() {
    for way in WAYS {
        for step in STEPS {
            let dir = tempfile::tempdir().unwrap();
            let _staging = Staging::new(dir.path());
            let path = dir.path().join("a");
            prepare(way, &path);
            let is_met = Rc::new(Cell::new(false));
            let met = is_met.clone();
            let written = write(way, &path, move |reached| {
                if reached != step {
                    return Ok(());
                }
                met.set(true);
                Err(Errno::NOSPC.into())
            });
            let is_committed = matches!(step, Step::Committed | Step::Done) || !is_met.get();
            assert_eq!(written.is_err(), is_met.get(), "{way:?}, {step:?}");
            assert_eq!(check(way, step, &path, is_committed), Vec::<String>::new(), "{way:?}, {step:?}");
        }
    }
}

/// The child process that is killed. Does nothing unless an environment variable is set.
#[test]
fn killed() {
    let Ok(order) = std::env::var(VARIABLE) else { return };
    let (numbers, path) = order.split_once(' ').unwrap();
    let (way, step) = numbers.split_once(',').unwrap();
    let (way, step) = (WAYS[way.parse::<usize>().unwrap()], STEPS[step.parse::<usize>().unwrap()]);
    let kill = move |reached: Step| {
        if reached == step {
            let ourselves = rustix::process::getpid();
            rustix::process::kill_process(ourselves, rustix::process::Signal::KILL)?;
        }
        Ok(())
    };
    write(way, Path::new(path), kill).unwrap();
}

#[test]
fn a_kill_at_any_step_leaves_the_old_file_or_the_new_one() {
    use std::os::unix::process::ExitStatusExt as _;

    for (way_number, way) in WAYS.into_iter().enumerate() {
        for (step_number, step) in STEPS.into_iter().enumerate() {
            if (way, step) == (Way::Created, Step::Named) {
                continue;
            }
            let dir = tempfile::tempdir().unwrap();
            let _staging = Staging::new(dir.path());
            let path = dir.path().join("a");
            prepare(way, &path);
            let status = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "whole_file::tests::faults::killed"])
                .env(VARIABLE, format!("{way_number},{step_number} {}", path.display()))
                .stdout(Stdio::null())
                .status()
                .unwrap();
            assert_eq!(status.signal(), Some(9), "{way:?}, {step:?}");
            let left = check(way, step, &path, matches!(step, Step::Committed | Step::Done));
            // The temporary name exists only between asking for the path and the commit, and has the complete content.
            let may_be_left =
                step == Step::Named || (way == Way::Looked && matches!(step, Step::Synced | Step::Naming));
            assert!(left.len() <= usize::from(may_be_left), "{way:?}, {step:?}: {left:?}");
            for name in left {
                assert!(name.starts_with("a.bunraku-"), "{name}");
                assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), "new");
            }
        }
    }
}
