//! The sandbox of an attack: a mount namespace with its own users, directories and crontabs.

use std::{
    fs,
    os::unix::{
        fs::{PermissionsExt as _, chown},
        process::ExitStatusExt as _,
    },
    path::{Path, PathBuf},
    process::{Command, ExitStatus},
    time::{Duration, Instant},
};

use process::{Limits, RunError};
use tempfile::TempDir;

use crate::{attacker::MALLORY, namespace::Namespace};

/// The time after which a run counts as hanging: long enough for a busy machine, an unoptimized program, and a
/// resource whose helper is stopped at its own time limit.
pub const TIME: Duration = Duration::from_secs(60);

/// The maximum size of the output of a run.
const OUTPUT: usize = 64 << 20;

/// The files that the namespace copies from `/etc`.
const COPIED: &str = "passwd group shadow gshadow nsswitch.conf login.defs ld.so.cache localtime alternatives pam.d pam.conf \
                      security default hosts hostname resolv.conf os-release debian_version";

/// Messages of an internal error.
const FAULTS: [&str; 3] = ["internal error", "panicked at", "overflowed its stack"];

/// A namespace with copies of `/etc`, `/home` and the crontabs. The users `mallory` and `alice` exist only in it.
pub struct Sandbox {
    // Dropped first, which unmounts everything.
    namespace: Namespace,
    directory: TempDir,
}

/// The result of a run.
pub struct Run {
    /// The output on both streams.
    pub output: String,
    /// The exit status; `None` after the time limit.
    pub status: Option<ExitStatus>,
}

/// A sandbox; without root, reports that the attack is skipped.
pub fn sandbox(attack: &str) -> Option<Sandbox> {
    if !skip_test::has_root(attack) {
        return None;
    }
    Some(Sandbox::new())
}

impl Sandbox {
    fn new() -> Sandbox {
        let directory = TempDir::new().unwrap();
        let path = directory.path();
        for name in ["etc", "home/mallory/app", "home/alice", "spool/crontabs", "out", "public", "conf", "modules"] {
            fs::create_dir_all(path.join(name)).unwrap();
        }
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        let script = "cd /etc; for name in $1; do [ ! -e $name ] || cp -a $name \"$2/$name\"; done";
        let copied = Command::new("sh").args(["-ec", script, "sh", COPIED]).arg(path.join("etc")).status().unwrap();
        assert!(copied.success());
        let append = |name: &str, line: &str| {
            let text = fs::read_to_string(path.join(name)).unwrap();
            fs::write(path.join(name), format!("{}\n{line}", text.trim_end())).unwrap();
        };
        append(
            "etc/passwd",
            "mallory:x:4242:4242::/home/mallory/app:/bin/sh\nalice:x:4243:4243::/home/alice:/bin/sh\n",
        );
        append("etc/group", "mallory:x:4242:\nalice:x:4243:\n");
        for (name, owner) in [("mallory/app", MALLORY), ("mallory", MALLORY), ("alice", 4243)] {
            chown(path.join("home").join(name), Some(owner), Some(owner)).unwrap();
        }
        let setup = format!(
            "cd '{}'\nmount --bind etc /etc\nmount --bind home /home\nmount --bind spool /var/spool/cron\ncd /",
            path.display()
        );
        Sandbox { namespace: Namespace::new(&setup, false), directory }
    }

    /// A path in the directory with the sandbox's own files.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Replaces `%S` in a text by the directory of the sandbox.
    pub fn expand(&self, text: &str) -> String {
        text.replace("%S", &self.directory.path().display().to_string())
    }

    /// A program that will run in the namespace.
    pub fn program(&self, program: &str) -> Command {
        let mut command = self.namespace.enter();
        command.arg(program).env_remove("NO_COLOR");
        command
    }

    /// Executes commands of a shell in the namespace, which must succeed.
    #[track_caller]
    pub fn shell(&self, script: &str) -> String {
        let output = self.program("sh").args(["-ec", &self.expand(script)]).output().unwrap();
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Arguments of `bunraku apply` for a manifest in which `%S` is the directory of the sandbox.
    pub fn arguments(&self, manifest: &str, options: &[&str]) -> Vec<String> {
        let mut arguments: Vec<String> = ["apply", "--color=false", "--certname", "vm"].map(str::to_owned).to_vec();
        for (option, name) in [("--confdir", "conf"), ("--vardir", "var"), ("--modulepath", "modules")] {
            arguments.extend([option.to_owned(), self.path(name).display().to_string()]);
        }
        arguments.extend(options.iter().map(|option| self.expand(option)));
        arguments.extend(["-e".to_owned(), self.expand(manifest)]);
        arguments
    }

    /// Applies a manifest, within the time that a run may take.
    pub fn apply(&self, manifest: &str, options: &[&str]) -> Run {
        run(self.program(env!("CARGO_BIN_EXE_bunraku")).args(self.arguments(manifest, options)))
    }

    /// Waits until no process runs in the namespace any more, such as a command that outlived a run.
    pub fn wait_until_idle(&self) {
        let own = fs::read_link(format!("/proc/{}/ns/mnt", self.namespace.holder())).unwrap();
        let is_busy = || {
            let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
            let mut others = processes.filter(|path| !path.ends_with(self.namespace.holder().to_string()));
            others.any(|path| fs::read_link(path.join("ns/mnt")).is_ok_and(|namespace| namespace == own))
        };
        let end = Instant::now() + TIME;
        while is_busy() {
            assert!(Instant::now() < end, "something still runs in the sandbox");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Runs a command within the time that a run may take.
pub fn run(command: &mut Command) -> Run {
    run_within(command, TIME)
}

/// Runs a command with a time limit.
pub fn run_within(command: &mut Command, time: Duration) -> Run {
    match process::run(command, Limits { time: Some(time), output: OUTPUT }) {
        Ok(process::Collected { exit, stdout, stderr }) => {
            let status = exit.signal.unwrap_or_else(|| exit.code.unwrap() << 8);
            let output = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
            Run { output, status: Some(ExitStatus::from_raw(status)) }
        }
        Err(RunError::Late(_)) => Run { output: String::new(), status: None },
        Err(error) => panic!("{command:?} could not be run: {error}"),
    }
}

impl Run {
    /// The exit code, if it exited.
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    /// What is wrong with a run in any case: it hung, was killed by a signal, or had an internal error.
    pub fn fault(&self) -> Option<String> {
        let Some(status) = self.status else { return Some("did not end in time".to_owned()) };
        if let Some(signal) = status.signal() {
            return Some(format!("was ended by signal {signal}: {}", self.tail()));
        }
        let is_faulty = status.code() == Some(101) || FAULTS.iter().any(|fault| self.output.contains(fault));
        is_faulty.then(|| format!("has a fault, exit code {:?}: {}", status.code(), self.tail()))
    }

    /// The last lines of its output.
    pub fn tail(&self) -> String {
        let lines: Vec<&str> = self.output.lines().collect();
        lines[lines.len().saturating_sub(12)..].join("\n")
    }
}

/// Writes a file with a mode.
pub fn write(path: &Path, text: impl AsRef<[u8]>, mode: u32) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}
