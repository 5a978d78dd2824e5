//! The sandbox of a case: directories that are mounted over those of the machine, and runs that see them.

use std::{
    cell::OnceCell,
    fs::{self, File},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tempfile::TempDir;

use super::{is_account_backup, list, up_to_output, without_times};
use crate::{
    binary::{self, Run},
    namespace::Namespace,
};

/// A sandbox for one case.
pub struct Sandbox {
    directory: TempDir,
    /// Directories of the machine that runs see replaced by the directory of the same name among the files.
    pub(super) mounts: Vec<String>,
    /// Whether runs have their own network.
    pub(super) own_network: bool,
    /// How many seconds of processor time a process may use, independent of what else the machine does.
    cpu_limit: Option<u32>,
    /// The type whose scripts set up the sandbox and describe its state.
    pub(super) setup: Option<String>,
    /// The namespace with the mounts, once a run needed it.
    namespace: OnceCell<Namespace>,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        let directory = TempDir::new().unwrap();
        for name in ["d", "conf", "var"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        // Regular users need access, too.
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Sandbox {
            directory,
            mounts: Vec::new(),
            own_network: false,
            cpu_limit: None,
            setup: None,
            namespace: OnceCell::new(),
        }
    }

    /// A sandbox in which runs see its own directories in place of those of the machine, such as `/etc`.
    pub fn with_mounts(mounts: &[&str]) -> Sandbox {
        Sandbox::prepared(mounts, &serde_json::json!({}))
    }

    /// Gives the sandbox its own network.
    pub fn with_own_network(mut self) -> Sandbox {
        self.own_network = true;
        self
    }

    /// Limits the processor time of runs, in seconds.
    pub fn with_cpu_limit(mut self, seconds: u32) -> Sandbox {
        self.cpu_limit = Some(seconds);
        self
    }

    /// Like [`Sandbox::with_mounts`], with initial files; mounts may be files, too.
    pub(super) fn prepared(mounts: &[&str], before: &Value) -> Sandbox {
        let mut sandbox = Sandbox::new();
        sandbox.mounts = mounts.iter().map(|&mount| mount.to_owned()).collect();
        for mount in mounts.iter().filter(|mount| before[mount.trim_start_matches('/')].is_null()) {
            fs::create_dir_all(sandbox.inside(mount)).unwrap();
        }
        sandbox.prepare(before);
        sandbox
    }

    /// Like [`Sandbox::with_mounts`], set up by a script.
    pub fn set_up(setup: &str, mounts: &[&str]) -> Sandbox {
        let mut sandbox = Sandbox::with_mounts(mounts);
        sandbox.setup = Some(setup.to_owned());
        let file = scripts(setup).join("setup.sh");
        // Tests in other processes use it, too. A script that was changed makes everything anew.
        let mut hasher = DefaultHasher::new();
        fs::read(&file).unwrap().hash(&mut hasher);
        let name = format!("{setup}-{:x}", hasher.finish());
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
        let lock = File::create(cache.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        let mut script = sandbox.program("sh");
        script.arg(file).arg(&cache).arg(sandbox.files());
        let made = script.output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        sandbox
    }

    /// Runs a shell script in the sandbox, whatever its exit code is.
    pub fn shell(&self, script: &str) -> String {
        let output = self.program("sh").args(["-c", script]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    }

    pub(super) fn inside(&self, path: &str) -> PathBuf {
        self.files().join(path.trim_start_matches('/'))
    }

    /// The directory with the files.
    pub fn files(&self) -> PathBuf {
        self.directory.path().join("d")
    }

    /// The directory with the state of runs.
    pub fn state_directory(&self) -> PathBuf {
        self.directory.path().join("var")
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str, mode: u32) {
        let path = self.files().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text.replace("%D", &self.files().to_string_lossy())).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.files().join(name)).unwrap()
    }

    /// Applies a manifest in which `%D` is the directory with the files.
    pub fn apply(&self, manifest: &str, options: &[&str]) -> Run {
        self.apply_with(manifest, options, &[])
    }

    /// Applies a manifest with variables in the environment.
    pub fn apply_with(&self, manifest: &str, options: &[&str], variables: &[(&str, &str)]) -> Run {
        let files = self.files();
        let mut command = self.command();
        command.envs(variables.iter().copied());
        command.arg("apply");
        command.arg("--confdir").arg(self.directory.path().join("conf"));
        command.arg("--vardir").arg(self.state_directory());
        command.arg("--modulepath").arg(self.modulepath());
        command.args(["--certname", "vm", "--color=false", "--verbose", "--detailed-exitcodes"]).args(options);
        command.arg("-e").arg(manifest.replace("%D", &files.to_string_lossy()));
        let Run { stdout, stderr, code } = binary::run(&mut command, "");
        Run { stdout: self.normal(&stdout), stderr: self.without_output(self.normal(&stderr)), code }
    }

    pub(super) fn modulepath(&self) -> String {
        format!("{}:{}", self.files().join("modules").display(), self.directory.path().join("modules").display())
    }

    /// Adds modules of Debian packages to the modulepath. Returns whether they exist.
    pub fn add_modules(&self, names: &[&str]) -> bool {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let directory = self.directory.path().join("modules");
        fs::create_dir_all(&directory).unwrap();
        names.iter().all(|name| {
            let module = root.join("target/debian-modules/modules").join(name);
            module.is_dir() && symlink(module.canonicalize().unwrap(), directory.join(name)).is_ok()
        })
    }

    /// Runs `bunraku resource`.
    pub fn resource(&self, words: &[&str]) -> Run {
        let files = self.files();
        let mut command = self.command();
        command.arg("resource").args(words.iter().map(|word| word.replace("%D", &files.to_string_lossy())));
        command.arg("--confdir").arg(self.directory.path().join("conf"));
        command.arg("--vardir").arg(self.state_directory()).arg("--color=false");
        let Run { stdout, stderr, code } = binary::run(&mut command, "");
        Run { stdout: self.normal(&stdout), stderr: self.without_output(self.normal(&stderr)), code }
    }

    /// The program, in the sandbox.
    pub fn command(&self) -> Command {
        self.program(env!("CARGO_BIN_EXE_bunraku"))
    }

    /// Any program, in the sandbox.
    pub fn program(&self, program: &str) -> Command {
        // New directories have the same permissions as Puppet's had.
        let limit = self.cpu_limit.map_or_else(String::new, |seconds| format!("ulimit -t {seconds}; "));
        let script = format!("umask 022; {limit}exec \"$@\"");
        if self.mounts.is_empty() {
            let mut command = Command::new("sh");
            command.args(["-c", &script, "sh", program]);
            return command;
        }
        let mut command = self.namespace().enter();
        // The date of the last password change, for the account tools.
        command.env("SOURCE_DATE_EPOCH", "1600000000");
        command.args(["sh", "-c", &script, "sh", program]);
        if self.setup.is_some() {
            command.envs(PACKAGE_VARIABLES);
        }
        command
    }

    /// The namespace of the sandbox.
    fn namespace(&self) -> &Namespace {
        self.namespace.get_or_init(|| {
            let mount = |mount: &String| format!("mount --bind '{}' '{mount}'\n", self.inside(mount).display());
            let setup: String = self.mounts.iter().map(mount).collect();
            Namespace::new(&setup, self.own_network)
        })
    }

    /// The mounts among the files: paths with types and options.
    pub(super) fn mounted(&self) -> Vec<(String, String)> {
        let Some(namespace) = self.namespace.get() else { return Vec::new() };
        let table = fs::read_to_string(format!("/proc/{}/mounts", namespace.holder())).unwrap();
        let root = format!("{}/", self.files().display());
        let line = |line: &str| {
            let words: Vec<String> = line.split(' ').map(|word| word.replace("\\040", " ")).collect();
            Some((words[1].strip_prefix(&root)?.to_owned(), format!("{} {}", words[2], words[3])))
        };
        table.lines().filter_map(line).collect()
    }

    /// The text without what varies.
    pub(super) fn normal(&self, text: &str) -> String {
        let ignored = [
            "Applied catalog",
            "Compiled catalog",
            "Using environment",
            "Applying configuration",
            "Creating state file",
        ];
        let is_compared = |line: &&str| {
            let message = line.split_once(": ").map_or(*line, |(_, message)| message);
            !ignored.iter().any(|start| message.starts_with(start))
        };
        let text = text.replace(&*self.files().to_string_lossy(), "/W");
        let text = text.lines().filter(is_compared).map(without_times).collect::<Vec<_>>().join("\n");
        let mut parts = text.split(".bunraku-");
        let first = parts.next().unwrap_or_default().to_owned();
        // Temporary files have six random letters in their names.
        parts.fold(first, |text, part| text + part.get(6..).unwrap_or_default())
    }

    /// The log without the output of programs, which varies between machines. Applies if the sandbox was set up by a
    /// script.
    pub(super) fn without_output(&self, text: String) -> String {
        if self.setup.is_none() {
            return text;
        }
        let levels = ["Error: ", "Warning: ", "Critical: ", "Alert: ", "Emergency: "];
        let is_entry = |line: &&str| levels.iter().any(|level| line.starts_with(level));
        text.lines().filter(is_entry).map(up_to_output).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn prepare(&self, before: &Value) {
        for (name, what) in before.as_object().unwrap() {
            let path = self.files().join(name);
            match what {
                Value::Null => fs::create_dir_all(path).unwrap(),
                Value::String(text) => self.write(name, text, 0o644),
                Value::Number(mode) => {
                    fs::create_dir_all(&path).unwrap();
                    let mode = u32::try_from(mode.as_u64().unwrap()).unwrap();
                    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
                }
                Value::Array(file) => {
                    let mode = u32::try_from(file[1].as_u64().unwrap()).unwrap();
                    self.write(name, file[0].as_str().unwrap(), mode);
                }
                link => {
                    let target = link["link"].as_str().unwrap().replace("%D", &self.files().to_string_lossy());
                    symlink(target, path).unwrap();
                }
            }
        }
    }

    /// The files in the format of the recording.
    pub fn tree(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(setup) = &self.setup {
            self.program("sh").arg(scripts(setup).join("look.sh")).output().unwrap();
            list(&self.inside("/srv/seen"), "", &self.files().to_string_lossy(), &mut found);
            found.sort();
            return found;
        }
        list(&self.files(), "", &self.files().to_string_lossy(), &mut found);
        found.retain(|line| !line.split(' ').next().is_some_and(is_account_backup));
        for (path, how) in self.mounted() {
            let directory = format!("{path}/ ");
            found.retain(|line| !line.starts_with(&directory));
            found.push(format!("{path} mounted {how}"));
        }
        found.sort();
        found
    }
}

/// Variables that keep package managers inside of a sandbox that was set up by a script.
const PACKAGE_VARIABLES: [(&str, &str); 12] = [
    ("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"),
    ("HOME", "/srv"),
    ("GEM_HOME", "/srv/gem"),
    ("GEM_PATH", "/srv/gem"),
    ("PYTHONUSERBASE", "/srv/python"),
    ("PIP_USER", "1"),
    ("PIP_BREAK_SYSTEM_PACKAGES", "1"),
    ("PIP_NO_INDEX", "1"),
    ("PIP_FIND_LINKS", "/srv/wheels"),
    ("PIP_ROOT_USER_ACTION", "ignore"),
    ("PIP_DISABLE_PIP_VERSION_CHECK", "1"),
    ("npm_config_prefix", "/srv/node"),
];

/// The directory with the scripts of a type.
fn scripts(setup: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command_line/built_in").join(setup)
}
