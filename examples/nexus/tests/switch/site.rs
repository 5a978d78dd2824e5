//! A site that manages devices: credentials, manifests, the program, and the results of its runs.

use std::{
    collections::BTreeMap,
    fs::{self, Permissions},
    os::unix::{fs::PermissionsExt as _, fs::symlink, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

/// Which implementation is tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Program {
    /// The transport and the types of this crate.
    Native,
    /// Those of the Ruby module.
    Ruby,
}

/// A site that manages devices.
pub struct Site {
    directory: TempDir,
    program: Program,
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
    pub took: Duration,
}

impl Run {
    /// The output on both streams.
    pub fn output(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

impl Site {
    /// A site without devices, with a manifest for all of them.
    pub fn new(program: Program, manifest: &str) -> Site {
        let site = Site { directory: TempDir::with_prefix("nexus-site-").unwrap(), program };
        for directory in ["conf", "var", "tmp", "modules", "environments/production/manifests"] {
            fs::create_dir_all(site.path(directory)).unwrap();
        }
        fs::write(site.manifest(), manifest).unwrap();
        symlink(program.path(), site.path("puppet")).unwrap();
        site
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn manifest(&self) -> PathBuf {
        self.path("environments/production/manifests/site.pp")
    }

    /// Adds a device with its credentials.
    pub fn add(&self, name: &str, info: &str) {
        self.write_secret(&format!("{name}.conf"), info);
        let file = self.path(&format!("{name}.conf"));
        let known = fs::read_to_string(self.path("device.conf")).unwrap_or_default();
        let section = format!("{known}[{name}]\ntype nexus\nurl file://{}\n", file.display());
        fs::write(self.path("device.conf"), section).unwrap();
    }

    /// Writes a file that only its owner can read.
    pub fn write_secret(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), Permissions::from_mode(0o600)).unwrap();
    }

    /// Starts `device` with these arguments.
    pub fn start(&self, arguments: &[&str]) -> Started {
        let mut command = Command::new(self.path("puppet"));
        command.arg("device").args(arguments).args(["--certname", "vm", "--color=false", "--strict=error"]);
        for (option, path) in [
            ("--deviceconfig", "device.conf"),
            ("--confdir", "conf"),
            ("--vardir", "var"),
            ("--environmentpath", "environments"),
        ] {
            command.arg(option).arg(self.path(path));
        }
        let modules = match self.program {
            Program::Native => self.path("modules"),
            Program::Ruby => Path::new(env!("CARGO_MANIFEST_DIR")).join("../modules").canonicalize().unwrap(),
        };
        command.arg("--modulepath").arg(modules);
        command.env("TMPDIR", self.path("tmp")).env("TZ", "UTC").env("LANG", "C.UTF-8");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        Started { begun: Instant::now(), child: command.spawn().unwrap() }
    }

    /// Runs `device` with these arguments.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.start(arguments).wait()
    }

    /// The statuses of the resources of a device in its last run: `changed`, `failed`, `skipped` or `same`. Classes and
    /// stages are left out.
    pub fn statuses(&self, device: &str) -> BTreeMap<String, String> {
        let file = self.path(&format!("var/devices/{device}/state/last_run_report.yaml"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_nexus"));
        let output = command.args(["report", "--format", "json"]).arg(file).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let statuses = report["resource_statuses"].as_object().unwrap();
        let word = |status: &Value| ["failed", "skipped", "changed"].into_iter().find(|word| status[word] == true);
        let of_devices = statuses.iter().filter(|(name, _)| name.starts_with("Nx9k"));
        of_devices.map(|(name, status)| (name.clone(), word(status).unwrap_or("same").to_owned())).collect()
    }

    /// The files in a directory and below, with their content.
    pub fn files(&self, directory: &str) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        let mut directories = vec![self.path(directory)];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    directories.push(path);
                } else {
                    let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                    found.push((path, text));
                }
            }
        }
        found
    }
}

impl Program {
    fn path(self) -> PathBuf {
        let nexus = Path::new(env!("CARGO_BIN_EXE_nexus"));
        match self {
            Program::Native => nexus.into(),
            Program::Ruby => nexus.with_file_name("examples").join("plain"),
        }
    }
}

/// A run in progress.
pub struct Started {
    begun: Instant,
    pub child: Child,
}

impl Started {
    pub fn wait(self) -> Run {
        let output = self.child.wait_with_output().unwrap();
        Run {
            took: self.begun.elapsed(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap_or(-1),
        }
    }
}
