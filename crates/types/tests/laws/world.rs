//! A mount namespace in which directories of the machine are those of a test.

use std::{
    env, fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use resource_api::{
    State,
    context::{CatalogResource, CatalogView, Driver},
};

use crate::Law;

const DIRECTORY: &str = "LAWS_FOLDER";
const TYPE: &str = "LAWS_TYPE";

/// What a test sees from inside the namespace.
pub struct World {
    pub type_name: String,
    directory: PathBuf,
}

impl World {
    /// The namespace of this process, if it is in one.
    pub fn inside() -> Option<World> {
        Some(World { type_name: env::var(TYPE).ok()?, directory: env::var_os(DIRECTORY)?.into() })
    }

    /// Runs a test again, in a namespace of its own.
    #[track_caller]
    pub fn run(law: &Law, test: &str) {
        let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
        if !law.mounts.is_empty() && !is_root {
            skip_test::skip!("it needs root: the laws of {}", law.type_name);
            return;
        }
        if law.type_name == "cron" && !Path::new("/usr/bin/crontab").exists() {
            skip_test::skip!("there is no crontab: the laws of cron");
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().display().to_string();
        for mount in law.mounts {
            fs::create_dir_all(directory.path().join(&mount[1..])).unwrap();
        }
        for (name, text) in law.files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.replace("%D", &root)).unwrap();
        }
        let mut script = String::new();
        for mount in law.mounts {
            script.push_str(&format!("mount --bind '{root}{mount}' '{mount}' && "));
        }
        script.push_str("exec \"$@\"");
        let mut command = Command::new(if law.mounts.is_empty() { "sh" } else { "unshare" });
        command.args((!law.mounts.is_empty()).then_some(["--mount", "sh"]).into_iter().flatten());
        command.args(["-c", &script, "sh"]).arg(env::current_exe().unwrap());
        command.args([test, "--exact", "--nocapture"]).env(DIRECTORY, directory.path()).env(TYPE, law.type_name);
        let output = command.output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && said.contains("1 passed"), "the laws of {}:\n{said}", law.type_name);
    }

    /// Replaces `%D` with the directory of the test.
    pub fn text(&self, text: &str) -> String {
        text.replace("%D", &self.directory.display().to_string())
    }

    /// Everything in the directory: paths, contents, and times that show whether something was written.
    pub fn tree(&self) -> Vec<String> {
        let mut found = Vec::new();
        list(&self.directory, &mut found);
        found.sort();
        found
    }

    /// A context whose catalog has the resource of the law.
    pub fn with_catalog(&self, context: Driver, law: &Law) -> Driver {
        context.with_catalog(self.catalog(law))
    }

    /// The attributes of the resource of the law.
    pub fn attributes(&self, law: &Law) -> Vec<(&'static str, String)> {
        let given: &[(&'static str, &str)] = match law.type_name {
            "file_line" => &[("path", "%D/f"), ("line", "two")],
            "ini_setting" => &[("path", "%D/f"), ("section", "s"), ("setting", "k")],
            "ini_subsetting" => &[("path", "%D/f"), ("section", "s"), ("setting", "k"), ("subsetting", "-b")],
            "ssh_authorized_key" => &[("user", "root")],
            _ => &[],
        };
        given.iter().map(|(name, value)| (*name, self.text(value))).collect()
    }

    /// A catalog with the resource of the law.
    pub fn catalog(&self, law: &Law) -> Arc<dyn CatalogView> {
        let attributes: State = self.attributes(law).into_iter().collect();
        Arc::new(Single(CatalogResource::new(law.type_name, self.text(law.name), &attributes)))
    }
}

struct Single(CatalogResource);

impl CatalogView for Single {
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource> {
        self.list(type_name).into_iter().find(|resource| resource.title() == title)
    }

    fn list(&self, type_name: &str) -> Vec<CatalogResource> {
        if type_name == self.0.type_name() { vec![self.0.clone()] } else { Vec::new() }
    }
}

fn list(directory: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let (mode, inode) = (metadata.mode(), metadata.ino());
        let times = (metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec());
        let content = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        found.push(format!("{} {mode:o} {inode} {times:?} {}", path.display(), String::from_utf8_lossy(&content)));
        if metadata.is_dir() {
            list(&path, found);
        }
    }
}
