//! Whatever happens at whichever step: the old file is there or the new one, with its owner and its mode.

use std::{
    cell::Cell,
    process::{Command, Stdio},
    rc::Rc,
};

use super::{
    super::step::{Step, with_hook},
    *,
};

const STEPS: [Step; 8] =
    [Step::Opened, Step::Owned, Step::Dressed, Step::Synced, Step::Naming, Step::Named, Step::Placed, Step::Done];

/// In what way a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// In place of another one.
    Replaced,
    /// Where nothing is.
    Created,
    /// With a name that others look at before.
    Looked,
    /// Without `/proc`.
    Plain,
    /// In another file system.
    Staged,
}

const WAYS: [Way; 5] = [Way::Replaced, Way::Created, Way::Looked, Way::Plain, Way::Staged];

const PLACE: &str = "BUNRAKU_TEST_OF_FAULTS";

/// A folder in another file system than that of temporary files, where there is one.
struct Staging(PathBuf);

impl Staging {
    /// The folder that belongs to another one.
    fn path(folder: &Path) -> PathBuf {
        let other = Path::new("/dev/shm");
        let other = if other.is_dir() { other.to_owned() } else { std::env::temp_dir() };
        other.join(format!("staging-{}", folder.file_name().unwrap().to_str().unwrap()))
    }

    fn new(folder: &Path) -> Staging {
        let path = Staging::path(folder);
        fs::create_dir(&path).unwrap();
        Staging(path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// What there is before. The old file is somebody's, where we can give it away.
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

/// Writes a file, and is told of each step.
fn write(way: Way, path: &Path, mut hook: impl FnMut(Step) -> io::Result<()> + 'static) -> io::Result<()> {
    let hook = move |step: Step| {
        hook(step)?;
        if way == Way::Plain && step == Step::Naming { Err(io::ErrorKind::NotFound.into()) } else { Ok(()) }
    };
    with_hook(hook, || {
        let mut new = match way {
            Way::Staged => NewFile::staged(DirectoryEntry::at(path)?, &Staging::path(folder_of(path)))?,
            _ => NewFile::beside(path)?,
        };
        new.file_mut().write_all(b"new")?;
        new.dress(&Ownership::default())?;
        if way == Way::Looked {
            new.path()?;
        }
        new.place()
    })
}

/// Checks what is there after a fault; returns what is left beside it.
fn check(way: Way, step: Step, path: &Path, is_placed: bool) -> Vec<String> {
    let told = format!("{way:?}, {step:?}");
    let left = names(folder_of(path)).into_iter().filter(|name| name != "a").collect();
    let found = match fs::symlink_metadata(path) {
        Err(_) if way == Way::Created && !is_placed => return left,
        found => found.unwrap_or_else(|error| panic!("{told}: nothing is there: {error}")),
    };
    let content = if is_placed { "new" } else { "old" };
    assert_eq!(fs::read_to_string(path).unwrap(), content, "{told}");
    let mode = if way == Way::Created { 0o644 } else { 0o4750 };
    assert_eq!(found.mode() & 0o7777, mode, "{told}");
    if way != Way::Created && rustix::process::geteuid().is_root() {
        assert_eq!((found.uid(), found.gid()), (12, 34), "{told}");
    }
    left
}

#[test]
fn every_way_takes_the_steps() {
    for way in WAYS {
        let folder = tempfile::tempdir().unwrap();
        let _staging = Staging::new(folder.path());
        let path = folder.path().join("a");
        prepare(way, &path);
        let seen = Rc::new(std::cell::RefCell::new(Vec::new()));
        let told = seen.clone();
        write(way, &path, move |step| {
            told.borrow_mut().push(step);
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
            let folder = tempfile::tempdir().unwrap();
            let _staging = Staging::new(folder.path());
            let path = folder.path().join("a");
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
            let is_placed = matches!(step, Step::Placed | Step::Done) || !is_met.get();
            assert_eq!(written.is_err(), is_met.get(), "{way:?}, {step:?}");
            assert_eq!(check(way, step, &path, is_placed), Vec::<String>::new(), "{way:?}, {step:?}");
        }
    }
}

/// What a process does that is killed. It does nothing unless it is told to.
#[test]
fn killed() {
    let Ok(order) = std::env::var(PLACE) else { return };
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
            let folder = tempfile::tempdir().unwrap();
            let _staging = Staging::new(folder.path());
            let path = folder.path().join("a");
            prepare(way, &path);
            let status = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "whole_file::tests::faults::killed"])
                .env(PLACE, format!("{way_number},{step_number} {}", path.display()))
                .stdout(Stdio::null())
                .status()
                .unwrap();
            assert_eq!(status.signal(), Some(9), "{way:?}, {step:?}");
            let left = check(way, step, &path, matches!(step, Step::Placed | Step::Done));
            // A name beside the place is there from when others may look until it is taken, and holds the whole content.
            let may_be_left =
                step == Step::Named || (way == Way::Looked && matches!(step, Step::Synced | Step::Naming));
            assert!(left.len() <= usize::from(may_be_left), "{way:?}, {step:?}: {left:?}");
            for name in left {
                assert!(name.starts_with("a.bunraku-"), "{name}");
                assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "new");
            }
        }
    }
}
