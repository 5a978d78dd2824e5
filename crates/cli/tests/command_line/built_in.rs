//! The built-in types next to the real Puppet: what is said, what is left, and what a second run does.
//!
//! The cases and Puppet's answers are recorded by `oracle/built_in/record.rb`. A type has a file here with its test,
//! which says where our answers differ and why.

mod accounts;
mod anchor;
mod concat_file;
mod cron;
mod exec;
mod file;
mod file_line;
mod group;
mod host;
mod in_turn;
mod ini_setting;
mod ini_subsetting;
mod mount;
mod package;
mod pages;
mod resources;
mod service;
mod ssh_authorized_key;
mod sysctl;
mod user;

use std::{
    cell::OnceCell,
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{LazyLock, Mutex, PoisonError},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{self, Run};

/// A folder for one case.
pub struct Place {
    folder: TempDir,
    /// Folders of the machine in place of which the run sees the folder of the same name among the files.
    mounts: Vec<String>,
    /// Whether runs have a network of their own.
    own_network: bool,
    /// Whose scripts make what there is before, and write down what became of it.
    setup: Option<String>,
    /// A process in the world in which they are mounted, for as long as there are runs.
    world: OnceCell<Child>,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(mut world) = self.world.take() {
            // It ends when it has nothing more to read, and everything that was mounted goes with it.
            drop(world.stdin.take());
            let _ = world.wait();
        }
    }
}

impl Place {
    pub fn new() -> Place {
        let folder = TempDir::new().unwrap();
        for name in ["d", "conf", "var"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        // Those who are not root come here, too.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Place { folder, mounts: Vec::new(), own_network: false, setup: None, world: OnceCell::new() }
    }

    /// A folder that is seen by runs in place of folders of the machine, such as `/etc`: a run does no harm there.
    pub fn in_place_of(mounts: &[&str]) -> Place {
        Place::prepared(mounts, &serde_json::json!({}))
    }

    /// This place with a network that no other run sees.
    pub fn with_own_network(mut self) -> Place {
        self.own_network = true;
        self
    }

    /// As [`Place::in_place_of`], with what there is before; mounts among it may be files.
    fn prepared(mounts: &[&str], before: &Value) -> Place {
        let mut place = Place::new();
        place.mounts = mounts.iter().map(|&mount| mount.to_owned()).collect();
        for mount in mounts.iter().filter(|mount| before[mount.trim_start_matches('/')].is_null()) {
            fs::create_dir_all(place.inside(mount)).unwrap();
        }
        place.prepare(before);
        place
    }

    /// As [`Place::in_place_of`], with what a script makes.
    pub fn set_up(setup: &str, mounts: &[&str]) -> Place {
        static CACHE: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().unwrap());
        static MAKING: Mutex<()> = Mutex::new(());
        let mut place = Place::in_place_of(mounts);
        place.setup = Some(setup.to_owned());
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut script = place.program("sh");
        script.arg(scripts(setup).join("setup.sh")).arg(CACHE.path().join(setup)).arg(place.files());
        let made = script.output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        place
    }

    /// Executes commands of a shell in this place, however they end.
    pub fn shell(&self, script: &str) -> String {
        let output = self.program("sh").args(["-c", script]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    }

    fn inside(&self, path: &str) -> PathBuf {
        self.files().join(path.trim_start_matches('/'))
    }

    /// Where the files are.
    pub fn files(&self) -> PathBuf {
        self.folder.path().join("d")
    }

    /// Where runs keep what they must know later.
    pub fn kept(&self) -> PathBuf {
        self.folder.path().join("var")
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

    /// Applies a manifest in which `%D` is the folder of the files.
    pub fn apply(&self, manifest: &str, options: &[&str]) -> Run {
        let files = self.files();
        let mut command = self.command();
        command.arg("apply");
        command.arg("--confdir").arg(self.folder.path().join("conf"));
        command.arg("--vardir").arg(self.kept());
        command.arg("--modulepath").arg(self.modulepath());
        command.args(["--certname", "vm", "--color=false", "--verbose", "--detailed-exitcodes"]).args(options);
        command.arg("-e").arg(manifest.replace("%D", &files.to_string_lossy()));
        let Run { stdout, stderr, code } = binary::run(&mut command, "");
        Run { stdout: self.normal(&stdout), stderr: self.without_output(self.normal(&stderr)), code }
    }

    fn modulepath(&self) -> String {
        format!("{}:{}", self.files().join("modules").display(), self.folder.path().join("modules").display())
    }

    /// Lets runs see modules of Debian's packages. Returns whether they are there.
    pub fn add_modules(&self, names: &[&str]) -> bool {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let folder = self.folder.path().join("modules");
        fs::create_dir_all(&folder).unwrap();
        names.iter().all(|name| {
            let module = root.join("target/debian-modules/modules").join(name);
            module.is_dir() && symlink(module.canonicalize().unwrap(), folder.join(name)).is_ok()
        })
    }

    /// Asks for resources.
    pub fn resource(&self, words: &[&str]) -> Run {
        let files = self.files();
        let mut command = self.command();
        command.arg("resource").args(words.iter().map(|word| word.replace("%D", &files.to_string_lossy())));
        command.arg("--confdir").arg(self.folder.path().join("conf"));
        command.arg("--vardir").arg(self.kept()).arg("--color=false");
        let Run { stdout, stderr, code } = binary::run(&mut command, "");
        Run { stdout: self.normal(&stdout), stderr: self.without_output(self.normal(&stderr)), code }
    }

    /// The program, in a world with the folders of this place.
    pub fn command(&self) -> Command {
        self.program(env!("CARGO_BIN_EXE_bunraku"))
    }

    /// Any program, in a world with the folders of this place.
    pub fn program(&self, program: &str) -> Command {
        // New folders have the permissions that Puppet's had.
        let script = "umask 022; exec \"$@\"";
        if self.mounts.is_empty() {
            let mut command = Command::new("sh");
            command.args(["-c", script, "sh", program]);
            return command;
        }
        let mut command = Command::new("nsenter");
        // The day on which accounts were changed, for the tools that note it.
        command.env("SOURCE_DATE_EPOCH", "1600000000");
        command.args(["--mount", "--target", &self.world().to_string()]);
        command.args(self.own_network.then_some("--net"));
        command.args(["sh", "-c", script, "sh", program]);
        if self.setup.is_some() {
            command.envs(SURROUNDINGS);
        }
        command
    }

    /// The number of a process in a world of its own, with the folders of this place.
    fn world(&self) -> u32 {
        let world = self.world.get_or_init(|| {
            let mut script = String::new();
            for mount in &self.mounts {
                script.push_str(&format!("mount --bind '{}' '{mount}' && ", self.inside(mount).display()));
            }
            script.push_str("echo ready && exec cat");
            let mut world = Command::new("unshare")
                .arg("--mount")
                .args(self.own_network.then_some("--net"))
                .args(["sh", "-c", &script])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut ready = String::new();
            BufReader::new(world.stdout.as_mut().unwrap()).read_line(&mut ready).unwrap();
            assert_eq!(ready, "ready\n");
            world
        });
        world.id()
    }

    /// What is mounted among the files: paths with types and options.
    fn mounted(&self) -> Vec<(String, String)> {
        let Some(world) = self.world.get() else { return Vec::new() };
        let table = fs::read_to_string(format!("/proc/{}/mounts", world.id())).unwrap();
        let root = format!("{}/", self.files().display());
        let line = |line: &str| {
            let words: Vec<String> = line.split(' ').map(|word| word.replace("\\040", " ")).collect();
            Some((words[1].strip_prefix(&root)?.to_owned(), format!("{} {}", words[2], words[3])))
        };
        table.lines().filter_map(line).collect()
    }

    /// The text without what is never the same.
    fn normal(&self, text: &str) -> String {
        let untold = [
            "Applied catalog",
            "Compiled catalog",
            "Using environment",
            "Applying configuration",
            "Creating state file",
        ];
        let is_told = |line: &&str| {
            let message = line.split_once(": ").map_or(*line, |(_, message)| message);
            !untold.iter().any(|start| message.starts_with(start))
        };
        let text = text.replace(&*self.files().to_string_lossy(), "/W");
        let text = text.lines().filter(is_told).map(without_times).collect::<Vec<_>>().join("\n");
        let mut parts = text.split(".bunraku-");
        let first = parts.next().unwrap_or_default().to_owned();
        // Six letters tell a temporary file from others.
        parts.fold(first, |text, part| text + part.get(6..).unwrap_or_default())
    }

    /// What is said without what programs wrote, which is not the same everywhere. It counts where something is set up.
    fn without_output(&self, text: String) -> String {
        if self.setup.is_none() {
            return text;
        }
        let levels = ["Error: ", "Warning: ", "Critical: ", "Alert: ", "Emergency: "];
        let is_entry = |line: &&str| levels.iter().any(|level| line.starts_with(level));
        text.lines().filter(is_entry).map(up_to_output).collect::<Vec<_>>().join("\n")
    }

    fn prepare(&self, before: &Value) {
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

    /// What is there, in the words of the recording.
    pub fn tree(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(setup) = &self.setup {
            self.program("sh").arg(scripts(setup).join("look.sh")).output().unwrap();
            list(&self.inside("/srv/seen"), "", &self.files().to_string_lossy(), &mut found);
            found.sort();
            return found;
        }
        list(&self.files(), "", &self.files().to_string_lossy(), &mut found);
        found.retain(|line| !line.split(' ').next().is_some_and(is_beside));
        for (path, how) in self.mounted() {
            let folder = format!("{path}/ ");
            found.retain(|line| !line.starts_with(&folder));
            found.push(format!("{path} mounted {how}"));
        }
        found.sort();
        found
    }
}

/// Variables that keep package managers inside of a place that is set up.
const SURROUNDINGS: [(&str, &str); 12] = [
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

/// The folder with the scripts of a type.
fn scripts(setup: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command_line/built_in").join(setup)
}

/// Asserts that a secret is written where it belongs, and told nowhere: neither when it is set, nor when it is replaced.
/// The manifest has `SECRET` in its place.
#[track_caller]
pub fn assert_secret(place: &Place, manifest: &str, file: &str) {
    for secret in ["hunter22", "hunter33"] {
        let manifest = manifest.replace("SECRET", secret);
        let run = place.apply(&manifest, &["--debug", "--show_diff"]);
        assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("hunter"), "{}{}", run.stdout, run.stderr);
        assert!(place.read(file).contains(secret), "{}", place.read(file));
        let run = place.apply(&manifest, &[]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    }
    let mut kept = Command::new("grep");
    kept.args(["-rlE", "hunter[0-9]", "--exclude-dir=clientbucket"]).arg(place.kept());
    assert_eq!(binary::run(&mut kept, "").stdout, "", "reports and states know no secret");
}

/// A line up to the exit code of a program, after which there is what it wrote.
fn up_to_output(line: &str) -> &str {
    let end = line.find("' returned ").and_then(|start| Some(start + line.get(start..)?.find(": ")? + 1));
    end.and_then(|end| line.get(..end)).unwrap_or(line)
}

/// Lists what is in a folder, in the words of the recording.
pub fn list(folder: &Path, relative: &str, root: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{relative}{}", entry.file_name().to_str().unwrap());
        let metadata = entry.path().symlink_metadata().unwrap();
        let mode = metadata.permissions().mode() & 0o7777;
        if metadata.is_symlink() {
            let target = fs::read_link(entry.path()).unwrap().to_string_lossy().replace(root, "/W");
            found.push(format!("{name} -> {target}"));
        } else if metadata.is_dir() {
            found.push(format!("{name}/ {mode:04o}"));
            list(&entry.path(), &format!("{name}/"), root, found);
        } else if metadata.is_file() {
            let text = fs::read_to_string(entry.path()).unwrap();
            let text = without_header_time(&text.replace(root, "/W"));
            found.push(format!("{name} {mode:04o} {}", Value::String(text)));
        } else {
            assert!(metadata.file_type().is_fifo());
            found.push(format!("{name} {mode:04o} fifo"));
        }
    }
}

/// Whether a file is what the tools of accounts leave beside the files that they change.
fn is_beside(path: &str) -> bool {
    let copies = ["etc/passwd-", "etc/shadow-", "etc/group-", "etc/gshadow-"];
    path == "etc/.pwd.lock" || copies.contains(&path)
}

/// The text of a file without the time at which it was written, in files that say so.
fn without_header_time(text: &str) -> String {
    let mut text = text.to_owned();
    for (before, length) in [("autogenerated at ", Some(25)), ("installed on ", None)] {
        if let Some(start) = text.find(before).map(|start| start + before.len()) {
            let end =
                length.map_or_else(|| text[start..].find(')').map(|end| start + end), |length| Some(start + length));
            text.replace_range(start..end.unwrap(), "TIME");
        }
    }
    text
}

/// A line in which names of temporary files and times are replaced.
fn without_times(line: &str) -> String {
    match line.split_once('\t') {
        // The header of a difference.
        Some((name, _)) if name.starts_with("+++ ") => "+++ TEMPORARY\tTIME".to_owned(),
        Some((name, _)) if name.starts_with("--- ") => format!("{name}\tTIME"),
        _ if line.starts_with("Binary files ") => "Binary files differ".to_owned(),
        _ => line.to_owned(),
    }
}

/// The recorded lines of one stream. Where Puppet names a temporary file, we name the file that it is to become.
fn recorded(lines: &Value, is_meant: impl Fn(&str) -> bool) -> String {
    let lines = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap().trim_end_matches('\n'));
    let meant: Vec<String> = lines.filter(|line| is_meant(line)).map(|line| line.replace("TEMPORARY", "")).collect();
    meant.join("\n").lines().map(without_times).collect::<Vec<_>>().join("\n")
}

fn is_error(line: &str) -> bool {
    ["Warning:", "Error:", "Critical:", "Alert:", "Emergency:"].iter().any(|level| line.starts_with(level))
}

/// Whether the tests run as root. What needs it is skipped otherwise, and says so.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Runs the recorded cases of a type, and asserts that so many of them are as Puppet has them. `different` names those
/// in which Puppet's answer is not ours, with the reason.
#[track_caller]
pub fn assert_recorded(cases: &str, number: usize, different: &[(&str, &str)]) {
    let (mut wrong, mut compared, mut skipped) = (Vec::new(), 0, 0);
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["name"].as_str().unwrap();
        let mounts = texts(&case["mounts"]);
        if (case["root"] == true || !mounts.is_empty()) && !is_root() {
            eprintln!("skipped, because it needs root: {name}");
            skipped += 1;
            continue;
        }
        if !Place::new().add_modules(&texts(&case["modules"])) {
            eprintln!("skipped, because modules are not in target/debian-modules: {name}");
            skipped += 1;
            continue;
        }
        let differs = differences(&case, name, &mounts);
        let is_different = different.iter().any(|(different, _)| *different == name);
        assert!(!is_different || !differs.is_empty(), "'{name}' is as Puppet has it now: take it off the list");
        if !is_different {
            compared += 1;
            wrong.extend((!differs.is_empty()).then_some(differs));
        }
    }
    assert_eq!(compared + skipped, number, "cases were compared or skipped");
    assert!(wrong.is_empty(), "{} of {compared} cases differ:{}", wrong.len(), wrong.join("\n"));
}

/// How the runs of a case differ from those of Puppet; nothing if they do not.
fn differences(case: &Value, name: &str, mounts: &[&str]) -> String {
    let place = match case["setup"].as_str() {
        Some(setup) => Place::set_up(setup, mounts),
        None => Place::prepared(mounts, &case["before"]),
    };
    if let Some(first) = case["first"].as_str() {
        place.shell(first);
    }
    place.add_modules(&texts(&case["modules"]));
    let options = texts(&case["options"]);
    let mut differs = String::new();
    for (number, run) in case["runs"].as_array().unwrap().iter().enumerate() {
        let found = match &run["resource"] {
            Value::Array(_) => place.resource(&texts(&run["resource"])),
            _ => place.apply(run["manifest"].as_str().unwrap(), &options),
        };
        // What a listing says comes before the log.
        let said = texts(&run["said"]).iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut tree = texts(&run["tree"]);
        tree.sort_unstable();
        let expected = (
            format!("{said}{}", recorded(&run["log"], |line| !is_error(line))).trim_end().to_owned(),
            recorded(&run["log"], is_error),
            run["code"].as_i64().unwrap(),
            tree.join("\n"),
        );
        let answer = (found.stdout.trim_end().to_owned(), found.stderr, i64::from(found.code), place.tree().join("\n"));
        if answer != expected {
            differs.push_str(&format!("\n# {name}, run {number}\n- {expected:#?}\n+ {answer:#?}"));
        }
    }
    differs
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().map(|one| one.as_str().unwrap()).collect()
}
