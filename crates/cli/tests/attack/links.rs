//! Links, directories and pipes that a user plants or swaps while root manages files below that user's directory.
//!
//! Every manifest that writes or reads there is run with every trap: once with the trap in place, and several times
//! while a thread of the user swaps it in and out. After each run, no directory of root was modified, the user can
//! read nothing of it and got no file with rights of others, and the run finished in time.

mod manifests;

use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    path::{Path, PathBuf},
};

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

use self::manifests::{MANIFESTS, Managed};
use crate::{
    attacker::{Swapper, as_mallory, fill, give_rights, pipe, replace_by_link},
    random::Random,
    sandbox::{Run, Sandbox, run, sandbox},
    scale::rounds,
    snapshot::{Snapshot, gains},
};

/// How many files each manifest manages.
pub const TARGETS: usize = 6;

/// How many harmful runs are shown.
const MAX_SHOWN: usize = 40;

/// The content of root's files.
const SECRET: &str = "root's secret 7c1f";

/// A trap: what the user plants in place of managed files, or swaps with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trap {
    /// The directory is a link to a directory of root.
    LinkedDirectory,
    /// A subdirectory is a link to a directory of root.
    LinkedSubdirectory,
    /// Files are links to files of root.
    LinkedFiles,
    /// The directory is a link to a directory of root that contains links, and its own links point to files of root.
    LinksOfRoot,
    /// Files are pipes.
    Pipes,
    /// Files are sockets. They cannot be swapped with a file that is opened, so they are only planted.
    Sockets,
    /// Files are links to an endless device.
    LinkedDevices,
    /// Files are endless devices. Only root can create them, and may have given them away.
    Devices,
    /// Files are directories.
    Directories,
}

const TRAPS: [Trap; 9] = [
    Trap::LinkedDirectory,
    Trap::LinkedSubdirectory,
    Trap::LinkedFiles,
    Trap::LinksOfRoot,
    Trap::Pipes,
    Trap::Sockets,
    Trap::LinkedDevices,
    Trap::Devices,
    Trap::Directories,
];

/// The directories of a sandbox for this attack.
struct Paths {
    /// The directory of the user, and the part of it that manifests manage.
    home: PathBuf,
    app: PathBuf,
    /// The directory with the other half of each swapped pair.
    spare: PathBuf,
    /// The directory of root.
    victim: PathBuf,
    links_of_root: PathBuf,
}

impl Paths {
    fn new(sandbox: &Sandbox) -> Paths {
        let home = sandbox.path("home/mallory");
        Paths {
            app: home.join("app"),
            spare: home.join("spare"),
            victim: sandbox.path("victim"),
            links_of_root: sandbox.path("links_of_root"),
            home,
        }
    }

    /// Creates root's directory: files with the names that manifests manage, and links of root to public files.
    fn prepare(&self, sandbox: &Sandbox) {
        fs::create_dir(&self.victim).unwrap();
        fill(&self.victim, &format!("{SECRET}\n"));
        sandbox.shell("chmod -R go-rwx %S/victim; chmod 755 %S/victim");
        fs::create_dir(&self.links_of_root).unwrap();
        fill(&sandbox.path("public"), "public\n");
        for number in 0..TARGETS {
            let name = format!("f{number}");
            symlink(sandbox.path("public").join(&name), self.links_of_root.join(&name)).unwrap();
        }
    }

    /// Resets the user's directory and creates a trap. Returns the pairs that are swapped.
    fn set_trap(&self, sandbox: &Sandbox, trap: Trap) -> Vec<(PathBuf, PathBuf)> {
        for old in [&self.home.join("app"), &self.home.join("spare")] {
            match old.symlink_metadata() {
                Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(old).unwrap(),
                Ok(_) => fs::remove_file(old).unwrap(),
                Err(_) => {}
            }
        }
        let out = sandbox.path("out");
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
        as_mallory(|| {
            fs::create_dir(&self.app).unwrap();
            fill(&self.app, "mine\n");
            give_rights(&self.app);
        });
        let files = || (0..TARGETS).map(|number| PathBuf::from(format!("f{number}")));
        let pairs =
            |names: Vec<PathBuf>| names.iter().map(|name| (self.app.join(name), self.spare.join(name))).collect();
        if trap == Trap::Devices {
            fs::create_dir(&self.spare).unwrap();
            for name in files() {
                let mode = Mode::from_raw_mode(0o666);
                mknodat(CWD, self.spare.join(name), FileType::CharacterDevice, mode, makedev(1, 5)).unwrap();
            }
            sandbox.shell("chown -R mallory:mallory %S/home/mallory/spare");
            return pairs(files().collect());
        }
        as_mallory(|| match trap {
            Trap::LinkedDirectory => {
                symlink(&self.victim, &self.spare).unwrap();
                vec![(self.app.clone(), self.spare.clone())]
            }
            Trap::LinksOfRoot => {
                files().for_each(|name| replace_by_link(&self.app.join(&name), &self.victim.join(&name)));
                symlink(&self.links_of_root, &self.spare).unwrap();
                vec![(self.app.clone(), self.spare.clone())]
            }
            Trap::LinkedSubdirectory => {
                let directories =
                    || (0..TARGETS).map(|number| format!("cache{number}")).chain(["sub".into(), ".ssh".into()]);
                self.plant(directories().map(PathBuf::from), |name, path| {
                    symlink(self.victim.join(name), path).unwrap()
                });
                pairs(directories().map(PathBuf::from).collect())
            }
            Trap::LinkedFiles => {
                let all = || files().chain((0..TARGETS).map(|number| format!("f{number}.bak").into()));
                self.plant(all(), |name, path| symlink(self.victim.join(name), path).unwrap());
                pairs(all().collect())
            }
            Trap::Pipes => {
                self.plant(files(), |_, path| pipe(path));
                pairs(files().collect())
            }
            Trap::Sockets => {
                self.plant(files(), |_, path| drop(UnixListener::bind(path).unwrap()));
                pairs(files().collect())
            }
            Trap::LinkedDevices => {
                self.plant(files(), |_, path| symlink("/dev/zero", path).unwrap());
                pairs(files().collect())
            }
            Trap::Directories => {
                self.plant(files(), |_, path| fs::create_dir(path).unwrap());
                pairs(files().collect())
            }
            Trap::Devices => Vec::new(),
        })
    }

    /// Creates files or other things in the spare directory, by name.
    fn plant(&self, names: impl Iterator<Item = PathBuf>, make: impl Fn(&Path, &Path)) {
        fs::create_dir(&self.spare).unwrap();
        names.for_each(|name| make(&name, &self.spare.join(&name)));
    }

    /// The harm that a run did.
    fn harm(&self, sandbox: &Sandbox, before: &Snapshot, run: &Run) -> Vec<String> {
        let mut harm = before.changes(&Snapshot::of(&self.victim));
        for directory in [&self.home, &sandbox.path("out"), &sandbox.path("public")] {
            harm.extend(gains(directory, SECRET.as_bytes()));
        }
        if run.output.contains(SECRET) {
            harm.push("the output shows the secret".to_owned());
        }
        harm.extend(run.fault().map(|fault| format!("the run {fault}")));
        harm
    }
}

/// A manifest for all targets, or for some.
fn manifest(managed: &Managed, targets: usize) -> String {
    let body = managed.manifest.replace("%A", "/home/mallory/app");
    if body.contains("${n}") { format!("range(0, {}).each |$n| {{ {body} }}", targets - 1) } else { body }
}

/// Panics with a shortened list of everything that happened.
#[track_caller]
fn assert_harmless(harm: &[String]) {
    let shown = harm.get(..MAX_SHOWN).unwrap_or(harm).join("\n");
    assert!(harm.is_empty(), "{} runs did what must not happen:\n{shown}", harm.len());
}

/// What was wrong with a round, in one line that names it.
fn describe(managed: &Managed, trap: Trap, how: &str, harm: &[String], run: &Run) -> Option<String> {
    let first = harm.first()?;
    let first: String = first.chars().take(300).collect();
    let others = harm.len() - 1;
    Some(format!("{} / {trap:?} / {how}: {first}, and {others} more (exit code {:?})", managed.name, run.code()))
}

#[test]
fn planted_links_pipes_and_devices_lead_nowhere() {
    let Some(sandbox) = sandbox("planted links, pipes and devices") else { return };
    let paths = Paths::new(&sandbox);
    paths.prepare(&sandbox);
    let mut found = Vec::new();
    for managed in MANIFESTS {
        for trap in TRAPS {
            let pairs = paths.set_trap(&sandbox, trap);
            as_mallory(|| {
                for (one, other) in &pairs {
                    let _ = rustix::fs::renameat_with(CWD, one, CWD, other, rustix::fs::RenameFlags::EXCHANGE);
                }
            });
            let before = Snapshot::of(&paths.victim);
            let run = sandbox.apply(&manifest(managed, 2), &["--show_diff"]);
            let harm = paths.harm(&sandbox, &before, &run);
            found.extend(describe(managed, trap, "planted", &harm, &run));
            if !harm.is_empty() {
                repair(&paths, &sandbox);
            }
        }
    }
    assert_harmless(&found);
}

#[test]
fn the_bucket_waits_for_no_pipe() {
    let Some(sandbox) = sandbox("a pipe for the bucket") else { return };
    as_mallory(|| pipe(&sandbox.path("home/mallory/pipe")));
    let mut command = sandbox.program(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["filebucket", "-l", "backup", "/home/mallory/pipe", "--vardir"]).arg(sandbox.path("var"));
    let run = run(&mut command);
    assert_eq!((run.code(), run.fault()), (Some(1), None), "{}", run.output);
}

#[test]
fn swapped_links_and_pipes_lead_nowhere() {
    let Some(sandbox) = sandbox("swapped links and pipes") else { return };
    let paths = Paths::new(&sandbox);
    paths.prepare(&sandbox);
    let mut random = Random::new("links");
    let (mut found, mut swaps, mut runs) = (Vec::new(), 0, 0);
    let swapped = [Trap::LinkedDirectory, Trap::LinkedSubdirectory, Trap::LinkedFiles, Trap::LinksOfRoot, Trap::Pipes];
    let mut all: Vec<(&Managed, Trap)> =
        MANIFESTS.iter().flat_map(|managed| swapped.map(|trap| (managed, trap))).collect();
    // Alternates through all of them in an order that skips nothing permanently when the time is over.
    for index in 1..all.len() {
        all.swap(index, random.below(index + 1));
    }
    for round in rounds("SWAPS", all.len()) {
        let (managed, trap) = all[round % all.len()];
        let pairs = paths.set_trap(&sandbox, trap);
        let before = Snapshot::of(&paths.victim);
        let swapper = Swapper::start(pairs, Random::new(&random.next().to_string()));
        let run = sandbox.apply(&manifest(managed, TARGETS), &["--show_diff"]);
        swaps += swapper.stop();
        runs += 1;
        let harm = paths.harm(&sandbox, &before, &run);
        found.extend(describe(managed, trap, "swapped", &harm, &run));
        if !harm.is_empty() {
            repair(&paths, &sandbox);
        }
    }
    eprintln!("{runs} runs against {swaps} swaps");
    assert_harmless(&found);
}

/// Creates everything anew after a harmful run, so that the next one is judged on its own.
fn repair(paths: &Paths, sandbox: &Sandbox) {
    sandbox.shell(
        "rm -rf %S/victim %S/links_of_root %S/public; mkdir %S/public; rm -rf /home/mallory/* /home/mallory/.[a-z]*",
    );
    sandbox.shell("chown mallory:mallory /home/mallory; chmod 755 /home/mallory");
    paths.prepare(sandbox);
}
