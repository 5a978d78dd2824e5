//! A place from which devices are managed: credentials, manifests, what runs leave, and the program.

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

/// How switches are reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Program {
    /// By the transport and the types of this crate.
    Native,
    /// By those of the Ruby module.
    Ruby,
}

/// A place from which devices are managed.
pub struct Site {
    folder: TempDir,
    program: Program,
}

/// What a run left.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
    pub took: Duration,
}

impl Run {
    /// Everything that was said.
    pub fn said(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

impl Site {
    /// A place without devices, and with a manifest for all that there will be.
    pub fn new(program: Program, manifest: &str) -> Site {
        let site = Site { folder: TempDir::with_prefix("nexus-site-").unwrap(), program };
        for folder in ["conf", "var", "tmp", "modules", "environments/production/manifests"] {
            fs::create_dir_all(site.path(folder)).unwrap();
        }
        fs::write(site.manifest(), manifest).unwrap();
        symlink(program.path(), site.path("puppet")).unwrap();
        site
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
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

    /// Writes a file that only we can read.
    pub fn write_secret(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), Permissions::from_mode(0o600)).unwrap();
    }

    /// Starts `device` with these arguments, and does not wait for it.
    pub fn start(&self, arguments: &[&str]) -> Started {
        let mut command = Command::new(self.path("puppet"));
        command.arg("device").args(arguments).args(["--certname", "vm", "--color=false", "--strict=error"]);
        for (option, place) in [
            ("--deviceconfig", "device.conf"),
            ("--confdir", "conf"),
            ("--vardir", "var"),
            ("--environmentpath", "environments"),
        ] {
            command.arg(option).arg(self.path(place));
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

    /// What became of the resources of a device in its last run: `changed`, `failed`, `skipped` or `same`. Classes and
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

    /// What there is in a folder and below, with what the files hold.
    pub fn files(&self, folder: &str) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        let mut folders = vec![self.path(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
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

/// A run that goes on.
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
